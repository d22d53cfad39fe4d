"""Answers requests from the playground, which is a web page. Requests and answers are JSON."""
