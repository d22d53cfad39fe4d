"""``bj schema``: describes the language of rulesets to editors."""

from __future__ import annotations

from bj.cli.ending_commands import exit_policy


def schema() -> None:
    """Print the JSON Schema of rulesets for editors.

    With it, an editor completes, explains and checks rulesets.
    """
    import json

    from bj.ruleset.schema.document import make_schema

    with exit_policy():
        print(json.dumps(make_schema(), indent=2, ensure_ascii=False))
