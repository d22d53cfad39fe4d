"""``python -m bj`` is the command ``bj``."""

from bj.cli import main

main()
