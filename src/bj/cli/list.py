"""``bj list``: the rulesets shipped with ``bj``."""

from __future__ import annotations

from bj.cli.display import columns, display
from bj.cli.policy import exit_policy


def list_rulesets() -> None:
    """List the rulesets shipped with bj, with their arguments."""
    with exit_policy():
        display(render_list(columns()))


def render_list(width: int) -> str:
    """Every shipped ruleset with its title, summary and arguments, the names in a column."""
    from bj.arguments import usage
    from bj.describe.rules.layout import wrap
    from bj.ruleset.load import load_ruleset, shipped_rulesets

    shipped = shipped_rulesets()
    margin = " " * (max(map(len, shipped), default=0) + 2)
    paragraphs = []
    for name, path in shipped.items():
        model = load_ruleset(path).model
        command = f"bj run {name} {usage(model.command_line)}".rstrip()
        lines = wrap(model.ruleset.title, width, f"{name:{len(margin)}}", margin)
        lines += wrap(model.ruleset.summary, width, margin, margin) if model.ruleset.summary else []
        lines += wrap(command, width, margin, margin + "  ")
        paragraphs.append("\n".join(lines))
    return "\n\n".join(paragraphs) + "\n"
