"""The command line: the only place that prints or exits."""

from bj.cli.app import main

__all__ = ["main"]
