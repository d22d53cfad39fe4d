"""Makes ``python -m bj`` the command ``bj``."""

from bj.cli import main

main()
