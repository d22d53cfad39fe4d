"""Answers the requests of the playground, a web page. Requests and answers are JSON."""
