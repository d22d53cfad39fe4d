"""``bj schema``: the language of rulesets for editors."""

from __future__ import annotations

import typer

from bj.cli.policy import exit_policy


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command(name="schema")(schema)


def schema() -> None:
    """Print the JSON Schema of rulesets, by which editors complete, explain and check them."""
    import json

    from bj.ruleset.schema import make_schema

    with exit_policy():
        print(json.dumps(make_schema(), indent=2, ensure_ascii=False))
