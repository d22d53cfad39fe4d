"""The playground in the site: its build, and links that open a ruleset in it if it is built."""

from __future__ import annotations

import html
import os
import posixpath
import shutil
import subprocess
import sys
from pathlib import Path

from bj.playground.page_links import make_address

PLAYGROUND = Path(__file__).parents[2] / "page" / "dist"
"""The folder of the built playground, which the site contains as ``playground``."""


def build_playground() -> None:
    """Build the playground with npm and the Python that runs this; exit if that fails."""
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("The playground needs Node.js 20 or newer with npm.")
    environment = os.environ | {"BJ_PYTHON": sys.executable}
    for step in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
        if subprocess.run([npm, *step], cwd=PLAYGROUND.parent, env=environment, check=False).returncode:
            sys.exit("The playground could not be built.")


def is_built() -> bool:
    """Whether there is a playground to link to."""
    return (PLAYGROUND / "index.html").is_file()


def button(page: str, ruleset: str = "", *, text: str = "", arguments: str = "") -> list[str]:
    """The lines of a link on ``page`` to a ruleset, by its name or ``text``; none without a playground."""
    if not is_built():
        return []
    target = posixpath.relpath("playground/index.html", posixpath.dirname(page) or ".")
    words = "Open in the playground" if ruleset or text else "Open the playground"
    address = html.escape(make_address(ruleset, text=text, arguments=arguments))
    return [f'<a class="playground" href="{target}{address}">{words}</a>', ""]
