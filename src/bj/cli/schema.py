"""``bj schema``: prints the JSON Schema for rulesets."""

from __future__ import annotations

from bj.cli.exit_codes import exit_policy


def schema() -> None:
    """Print the JSON Schema for rulesets.

    Editors use the schema to complete, explain and check rulesets while you write them.
    """
    import json

    from bj.ruleset.schema.document import make_schema

    with exit_policy():
        print(json.dumps(make_schema(), indent=2, ensure_ascii=False))
