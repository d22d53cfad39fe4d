"""The words of the command line: options by the groups of the help, and those of earlier versions.

An option means the same in every command that has it, and each is in one group.
"""

from __future__ import annotations

from collections.abc import Mapping

_GROUPS = {
    "Game": "set left right rounds seed cards cuts answers chance fresh seen count student course"
    " submissions",
    "Amount of work": "hands games questions precision batch by workers engine cluster exact",
    "Saving": "save resume history session checkpoint",
    "Values": "first-hands effects hand up dealer against suggest",
    "Checks": "only select ignore strict stdin-filename tolerate points",
    "Changes": "fix diff update",
    "New ruleset": "title from complete target dealer-draws natural packs yes write force",
    "Output": "results format output-file csv plot histories reveal procedure resolved echo pretty coach",
    "Playground": "port browser",
    "Other": "version install-completion show-completion help",
}

GROUPS: Mapping[str, list[str]] = {
    group: [f"--{name}" for name in names.split()] for group, names in _GROUPS.items()
}
"""The options of all commands by group, both in the order of the help."""

RENAMED: Mapping[str, str] = {
    "--output-format": "--format",
    "--arguments": "--set NAME=VALUE",
    "--markdown": "--format markdown",
    "--stretch": "--batch",
    "-k": "--only",
}
"""Options of earlier versions, and those that replace them."""

RENAMED_IN: Mapping[str, Mapping[str, str]] = {
    "analyze": {"--hands": "--first-hands"},
    "verify": {"--ignore": "--tolerate"},
}
"""The same, where another command has an option of the old name."""


def find_group(option: str) -> str:
    """The group of an option.

    >>> find_group("--seed"), find_group("--fix")
    ('Game', 'Changes')
    """
    return next(group for group, options in GROUPS.items() if option in options)


def find_successor(command: str, option: str) -> str | None:
    """The option that replaces one of an earlier version in a command; None if none does.

    >>> find_successor("analyze", "--hands"), find_successor("simulate", "--hands")
    ('--first-hands', None)
    """
    return RENAMED_IN.get(command, {}).get(option) or RENAMED.get(option)
