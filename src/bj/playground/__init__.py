"""Answers requests from the playground, a web page. Requests and responses are in JSON."""
