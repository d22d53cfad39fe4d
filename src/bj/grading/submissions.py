"""Finds each student's submission and transcripts."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from bj.errors import UsageError
from bj.files import read_start
from bj.grading.manifest import Manifest
from bj.ruleset.suggestions import shorten
from bj.verify.text import LARGEST_TRANSCRIPT

SIMILAR = 0.7
"""The minimum similarity of a file name to that of a missing transcript, from 0 to 1."""


NOT_HANDED_IN = "was not handed in"
NO_PROGRAM = f"the program {NOT_HANDED_IN}"
MISSING = re.compile(rf"{NO_PROGRAM}|the transcript `[^`]*` {NOT_HANDED_IN}")
"""Matches the start of the reason for a missing program or transcript."""


class Submission(NamedTuple):
    """The files that a student has submitted."""

    student: str
    folder: Path
    """The folder that contains the files."""
    files: tuple[tuple[str, str], ...]
    """Pairs of a run's name and the path of its transcript, relative to the folder."""
    is_alone: bool = False
    """Whether the folder contains only this student's files."""

    @property
    def paths(self) -> list[str]:
        """The paths of the transcripts, which may not exist."""
        return [str(self.folder / path) for _, path in self.files]

    def read(self) -> list[tuple[str, bytes]]:
        """Return the name and transcript of each run. A transcript that cannot be read is empty."""
        return [(name, _read(self.folder, path)) for name, path in self.files]

    def reasons_for_absence(self) -> dict[str, str]:
        """Return, for each run without a transcript, a sentence that says which file is missing, and why."""
        similar = self.similar_files()
        reasons = {}
        for run, path in self.files:
            name = path.removeprefix(f"{self.student}/")
            said = (
                f"; the file with the most similar name is `{shorten(similar[run])}`"
                if run in similar
                else ""
            )
            file, what = self.folder / path, f"the transcript `{name}`"
            if not os.path.lexists(file):
                reasons[run] = f"{what} {NOT_HANDED_IN}{said}"
            elif _is_linked(self.folder, path) or not os.path.isfile(file):
                reasons[run] = f"{what} {NOT_HANDED_IN}: this is a link, or not a regular file"
            elif not os.path.getsize(file):
                reasons[run] = f"{what} is empty"
            elif not os.access(file, os.R_OK):
                reasons[run] = f"{what} cannot be read: its permissions do not allow it"
        return reasons

    def similar_files(self) -> dict[str, str]:
        """Return, for each run without a transcript, the unused file with the most similar name.

        Only the folder that should contain the transcript is searched, and only if it is the student's own.
        """
        similar = {}
        used = {path for _, path in self.files}
        for run, path in self.files:
            wanted = PurePosixPath(path)
            is_own = self.is_alone or self.student in wanted.parts[:-1]
            if not is_own or os.path.lexists(self.folder / path):
                continue
            names = _files_in(self.folder, str(wanted.parent))
            unused = {name.casefold(): name for name in names if str(wanted.with_name(name)) not in used}
            for name in get_close_matches(wanted.name.casefold(), unused, 1, SIMILAR):
                similar[run] = str(wanted.with_name(unused[name]))
        return similar


def find_submissions(manifest: Manifest, folder: Path, student: str) -> list[Submission]:
    """Return all submissions in ``folder``.

    If ``student`` is given, ``folder`` contains only that student's files. Raises UsageError if ``folder`` is
    not a folder or contains no submissions.
    """
    pattern, runs = manifest.course.transcripts, list(manifest.runs)
    if not os.path.isdir(folder):
        raise UsageError(f"{folder} is not a folder", "choose the folder with the submissions")
    if student:
        own = pattern.replace("{student}/", "")
        return [Submission(student, folder, _paths(own, runs, student), is_alone=True)]
    students = set(manifest.course.students)
    if manifest.program is not None:
        students |= {
            each.name for each in folder.iterdir() if each.is_dir() and not each.name.startswith(".")
        }
    else:
        students |= _students_in(folder, pattern, runs)
    if not students:
        raise UsageError(
            f"{folder} contains no transcripts",
            f"choose a folder whose files match `{pattern}`, or give a list of `students`",
        )
    home = [(each, folder / each if manifest.program is not None else folder) for each in sorted(students)]
    return [Submission(name, place, _paths(pattern, runs, name)) for name, place in home]


def find_unused(manifest: Manifest, folder: Path, found: Sequence[Submission]) -> list[str]:
    """Return the names of files and folders in ``folder`` that do not belong to any submission.

    In students' folders, only files with names similar to missing transcripts are listed.
    """
    if manifest.program is not None:
        used = {each.student for each in found}
        names = {each.name for each in folder.iterdir()}
    else:
        parts = manifest.course.transcripts.split("/")
        depth = next(place for place, part in enumerate(parts, 1) if "{student}" in part)
        present = (path for each in found for _, path in each.files if os.path.isfile(folder / path))
        used = {"/".join(path.split("/")[:depth]) for path in present}
        names = {each.relative_to(folder).as_posix() for each in folder.glob("/".join("*" * depth))}
        names |= {name for each in found for name in each.similar_files().values()}
    return sorted(name for name in names - used if not name.split("/")[-1].startswith("."))


def _paths(pattern: str, runs: Sequence[str], student: str) -> tuple[tuple[str, str], ...]:
    """Return pairs of a run's name and the path of its transcript.

    ``{run}`` is replaced first, because a student's name could be ``{run}``.
    """
    return tuple((run, pattern.replace("{run}", run).replace("{student}", student)) for run in runs)


def _students_in(folder: Path, pattern: str, runs: Sequence[str]) -> set[str]:
    words = {"{student}": r"(?P<student>[^/]+)", "{run}": f"(?:{'|'.join(map(re.escape, runs))})"}
    parts = re.split(r"(\{student\}|\{run\})", pattern)
    seen = False
    wanted = ""
    for part in parts:
        wanted += "(?P=student)" if part == "{student}" and seen else words.get(part, re.escape(part))
        seen |= part == "{student}"
    depth = "/".join("*" for _ in pattern.split("/"))
    files = (file.relative_to(folder).as_posix() for file in folder.glob(depth) if not file.is_dir())
    matches = (re.fullmatch(wanted, name) for name in files)
    return {
        found["student"] for found in matches if found is not None and not found["student"].startswith(".")
    }


def _files_in(folder: Path, path: str) -> list[str]:
    """Return the names of the files in the folder at ``path``, or an empty list if it cannot be read.

    The list is also empty if the folder is a link, which could point outside the submissions.
    """
    if _is_linked(folder, path):
        return []
    try:
        return sorted(each.name for each in os.scandir(folder / path) if each.is_file(follow_symlinks=False))
    except OSError:
        return []


def _read(folder: Path, path: str) -> bytes:
    """Return the contents of a transcript.

    They are empty if the file is missing or is a link, which could point to another student's file.
    """
    try:
        return b"" if _is_linked(folder, path) else read_start(folder / path, LARGEST_TRANSCRIPT + 1)
    except OSError:
        return b""


def _is_linked(folder: Path, path: str) -> bool:
    """Return whether ``path``, or any folder between it and ``folder``, is a link."""
    return os.path.realpath(folder / path) != str(Path(os.path.realpath(folder)) / path)
