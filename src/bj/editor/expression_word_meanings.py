"""Describes the words that can be used in expressions, with texts from the reference."""

from __future__ import annotations

import re
from functools import cache

from bj.catalogue.expression_names import NAMES
from bj.describe.reference.steps_reactions_and_syntax import FUNCTIONS, KINDS
from bj.describe.reference.steps_reactions_and_syntax import OPERATORS as USES
from bj.ruleset.expressions.supported_syntax import ARGUMENTS, USAGE
from bj.ruleset.expressions.tree import ValueKind

OPERATORS = {
    word: f"`{use}`: {about}" for use, about in USES.items() for word in re.findall("[A-Za-z]{2,}", use)
}
"""Descriptions of the operators that are words, such as `and`."""


@cache
def describe_functions() -> dict[str, str]:
    """Map the name of each function that expressions can call to its usage and a description of its value."""
    return {
        name: f"`{usage}`: {FUNCTIONS[name].format(count='{} to {}'.format(*ARGUMENTS[name]))}"
        for name, usage in USAGE.items()
    }


def describe_name(name: str) -> str:
    """Return the meaning of ``name`` in expressions, or an empty string if it is unknown."""
    if name in NAMES:
        return f"{NAMES[name].means} ({KINDS[ValueKind(NAMES[name].kind)]})"
    return describe_functions().get(name) or OPERATORS.get(name, "")
