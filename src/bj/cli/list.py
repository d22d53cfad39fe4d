"""``bj list``: lists the shipped rulesets."""

from __future__ import annotations

from collections.abc import Iterable

from bj.cli.exit_codes import exit_policy
from bj.cli.output_files import columns, display


def list_rulesets() -> None:
    """List the shipped rulesets with their arguments."""
    with exit_policy():
        display(render_list(columns()))


def render_list(width: int) -> str:
    """Return a list of all shipped rulesets, with their names in a column on the left.

    The list shows the title, the summary and the arguments of each ruleset. Rulesets in folders are similar
    to ``casino``, so only their summaries are shown, with the arguments if they differ from those of
    ``casino``.
    """
    from bj.argument_values import run_command, usage
    from bj.ruleset.load import load_ruleset
    from bj.ruleset.ruleset_files import shipped_rulesets
    from bj.text.wrapping import wrap

    shipped = shipped_rulesets()
    own = {name: path for name, path in shipped.items() if "/" not in name}
    shelf = {name: path for name, path in shipped.items() if "/" in name}
    margin = _margin(own)
    paragraphs = []
    for name, path in own.items():
        model = load_ruleset(path).model
        lines = wrap(model.ruleset.title, width, f"{name:{len(margin)}}", margin)
        lines += wrap(model.ruleset.summary, width, margin, margin) if model.ruleset.summary else []
        lines += wrap(run_command(name, model.command_line), width, margin, margin + "  ")
        paragraphs.append("\n".join(lines))
    margin = _margin(shelf)
    lines = wrap(
        "Casino tables, card counters, side bets and variants. If no command is shown, the arguments are the "
        "same as for `casino`:",
        width,
        "",
        "",
    )
    usual = usage(load_ruleset(shipped["casino"]).model.command_line)
    for name, path in shelf.items():
        model = load_ruleset(path).model
        if 2 * len(margin) > width:
            lines.append(name)
            start = indent = "  "
        else:
            start, indent = f"{name:{len(margin)}}", margin
        lines += wrap(model.ruleset.summary, width, start, indent)
        if usage(model.command_line) != usual:
            lines += wrap(run_command(name, model.command_line), width, indent, indent + "  ")
    paragraphs.append("\n".join(lines))
    return "\n\n".join(paragraphs) + "\n"


def _margin(names: Iterable[str]) -> str:
    return " " * (max(map(len, names), default=0) + 2)
