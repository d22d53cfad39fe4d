"""Build the site of the docs, with warnings as errors.

    python docs/build.py [--playground] [FOLDER]

The site is written to ``build/site`` unless a folder is named. Any web server can serve it, and it fetches
nothing from elsewhere. If ``page/dist`` has the playground, the site contains it, and examples open in it;
``--playground`` builds it there first, with npm.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from sphinx.cmd.build import main as build_with_sphinx

from pages.guides import ROOT
from pages.playground import PLAYGROUND, build_playground, is_built
from pages.rulesets import make_ruleset_pages
from pages.site import Site

DOCS = ROOT / "docs"
SOURCE = ROOT / "build" / "site-source"
"""The folder of the pages in Markdown, which Sphinx reads."""


def main() -> int:
    """Build what the command line asks for, and return the exit code."""
    parser = argparse.ArgumentParser(description="Build the site of the docs.")
    parser.add_argument("--playground", action="store_true", help="build the playground first, with npm")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "site", metavar="FOLDER")
    options = parser.parse_args()
    if options.playground:
        build_playground()
    return build_site(options.folder)


def build_site(folder: Path) -> int:
    """Build the site in ``folder``, and return the exit code of Sphinx."""
    site = Site(run_bj("reference"), run_bj("explain", "--format", "markdown"))
    write_pages(site.pages() | make_ruleset_pages())
    options = ["-q", "-W", "--keep-going", "-j", "auto", "-c", str(DOCS), "-d", f"{SOURCE}-read"]
    failed = build_with_sphinx([*options, str(SOURCE), str(folder)])
    if not failed and is_built():
        shutil.copytree(PLAYGROUND, folder / "playground", dirs_exist_ok=True)
    if not failed:
        print(f"The site is in {folder}: python -m http.server -d {folder}")
    return failed


def run_bj(*words: str) -> str:
    """The output of a command of bj."""
    command = [sys.executable, "-m", "bj", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, encoding="utf-8")
    return done.stdout


def write_pages(pages: dict[str, str]) -> None:
    """Write the pages, and copy what they show. Sphinx skips pages that have not changed."""
    for name in ("pictures", "programs"):
        shutil.copytree(DOCS / name, SOURCE / name, dirs_exist_ok=True)
    shutil.copy(ROOT / "LICENSE", SOURCE)
    for file in SOURCE.rglob("*.md"):
        if file.relative_to(SOURCE).as_posix() not in pages:
            file.unlink()
    for path, text in pages.items():
        file = SOURCE / path
        if not file.exists() or file.read_text("utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")


if __name__ == "__main__":
    sys.exit(main())
