"""Runs the ``bj`` command for ``python -m bj``."""

from bj.cli import main

main()
