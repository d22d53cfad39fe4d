"""Write the words of the language into the grammar of the extension for VS Code.

python tests/project/grammar.py
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from bj.describe.reference.steps_reactions_and_syntax import list_places
from bj.editor.expression_word_meanings import OPERATORS
from bj.ruleset.expressions.supported_syntax import USAGE

FILE = Path(__file__).parents[2] / "editors" / "vscode" / "syntaxes" / "rulesets.tmLanguage.json"
WORDS = re.compile(r"\((?!\?)[\w|]+\)")
"""The alternatives in a pattern."""


def make_grammar(text: str) -> str:
    """The text of the grammar with the language's keys of expressions, functions and operators."""
    grammar = json.loads(text)
    value, expression = (grammar["repository"][name] for name in ("expression-value", "expression"))
    keys = {key.rpartition(".")[2] for keys in list_places().values() for key in keys} - {"NAME"}
    value["begin"] = _put(value["begin"], sorted(keys))
    patterns = {pattern["name"]: pattern for pattern in expression["patterns"]}
    for name, words in (
        ("support.function.bj", list(USAGE)),
        ("keyword.operator.logical.bj", [word for word in OPERATORS if word.islower()]),
        ("constant.language.boolean.bj", [word for word in OPERATORS if not word.islower()]),
    ):
        patterns[name]["match"] = _put(patterns[name]["match"], words)
    return json.dumps(grammar, indent=2) + "\n"


def _put(pattern: str, words: Iterable[str]) -> str:
    """A pattern with other alternatives."""
    return WORDS.sub(f"({'|'.join(words)})", pattern, count=1)


if __name__ == "__main__":
    FILE.write_text(make_grammar(FILE.read_text("utf-8")), "utf-8")
