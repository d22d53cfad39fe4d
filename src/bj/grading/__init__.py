"""Courses: the transcripts of a class, graded by a manifest, and reports to students and instructors."""
