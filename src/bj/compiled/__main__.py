"""Builds the compiled engine's shared library, and prints its file name.

Usage: ``python -m bj.compiled FOLDER [PLATFORM]``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from bj.compiled.building import make_library
from bj.compiled.platforms import LibraryError, find_platform


def main(folder: str, platform: str = "") -> None:
    """Build the library for ``platform`` (this machine by default) in ``folder``, and print its file name."""
    try:
        target = find_platform(platform)
        name = target.name_library(Path(__file__).parents[1])
        make_library(Path(folder) / name, target)
    except (LibraryError, OSError) as error:
        sys.exit(str(error))
    print(name)


if __name__ == "__main__":
    main(*sys.argv[1:])
