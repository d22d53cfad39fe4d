"""Assemble the chapters of the reference."""

from __future__ import annotations

from collections.abc import Iterable

from bj.describe.reference.markdown_parts import link
from bj.describe.reference.sections import write_sections
from bj.describe.reference.steps_reactions_and_syntax import (
    write_expressions,
    write_reactions,
    write_steps,
    write_templates,
)

CHAPTERS = {
    "Sections and keys": write_sections,
    "Steps": write_steps,
    "Reactions": write_reactions,
    "Expressions": write_expressions,
    "Templates": write_templates,
}
"""The chapters about the ruleset language, each with the function that writes it."""

MANIFEST = "Manifest of a course"
COMMANDS = "Commands"


def make_reference(manifest: Iterable[str], commands: Iterable[str]) -> str:
    """Return the reference in Markdown.

    ``manifest`` and ``commands`` contain the lines of the chapters on manifests and commands.
    """
    lines = [
        "# Reference",
        "",
        "<!-- written by `bj reference` -->",
        "",
        "This page lists everything that a ruleset can contain, and every command. A ruleset is a file in",
        "[TOML](https://toml.io/en/v1.1.0) with [a title](#ruleset) and the other sections that it needs. A",
        "ruleset that `extends` another inherits all its keys, and may leave out keys that are required.",
        "",
        *(f"- {link(title)}" for title in (*CHAPTERS, MANIFEST, COMMANDS)),
        "- [Fault codes](codes.md)",
        "",
    ]
    for title, write in CHAPTERS.items():
        lines += [f"## {title}", "", *write()]
    lines += [f"## {MANIFEST}", "", *manifest, f"## {COMMANDS}", "", *commands]
    return "\n".join(lines).rstrip("\n") + "\n"
