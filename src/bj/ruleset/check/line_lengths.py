"""Check how long output lines can become when all fields are filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from bj.catalogue.actions import ACTIONS
from bj.catalogue.limits import LONGEST_TEXT, MOST_HELD
from bj.faults_and_fixes import KeyPath
from bj.ruleset.check.check_state import Checking, needs
from bj.ruleset.model import Ruleset
from bj.ruleset.templates import LARGEST_WIDTH, Template

LONGEST_LINE = 10_000
"""The maximum length of a line with all fields filled in, in characters."""

LONGEST_NUMBER = 21
"""The maximum length of a 64-bit number with a sign and a decimal point, in characters."""

LONGEST_NAME = 40
"""The maximum length of a player's name on the command line, in characters."""

LONGEST_ANSWER = 600
"""The maximum length of an answer in a line, in characters. An answer can contain 60 escaped characters."""

Lengths: TypeAlias = Mapping[str, int]
"""Maps each field that contains text to the maximum length of its values. All other fields are numbers."""


@needs()
def check_lengths(checking: Checking) -> None:
    """Check that no card, list of cards, line or question can become too long."""
    ruleset = checking.ruleset
    lengths = {"answer": LONGEST_ANSWER, "kinds": _longest_list_of_kinds(ruleset)}
    lengths["options"] = len(ruleset.prompts.action.list_options(ACTIONS)) if ruleset.prompts else 0
    spoken = [checking.templates.get((*path, "say")) for path, _ in ruleset.all_reactions()]
    lengths["words"] = max((sum(_shares(said, {}).values()) for said in spoken if said), default=0)
    lengths["name"] = lengths["padded_name"] = lengths["winner"] = max(map(len, _names(ruleset)), default=0)
    lengths["team"] = max((len(team.name or team.id) for team in ruleset.teams or []), default=0)
    if output := ruleset.output:
        lengths["role"] = max(len(output.roles.player), len(output.roles.dealer))
    if cards := ruleset.cards:
        lengths["rank"] = max((len(rank.name) for rank in cards.ranks.values()), default=0)
        lengths["suit"] = max(map(len, cards.suits.values()), default=0)
        names: list[KeyPath] = [
            ("cards", "name"),
            *(("cards", "ranks", code, "card") for code in cards.ranks),
        ]
        lengths["card"] = max(_measure(checking, path, lengths) for path in names)
        hidden = _bound(checking, ("cards", "hidden"), len(cards.hidden), "shorten it", MOST_HELD)
        listed = _measure(checking, ("cards", "listed"), lengths, MOST_HELD)
        lengths["cards"] = MOST_HELD * max(listed, hidden)
    longest = max(LARGEST_WIDTH, LONGEST_NUMBER, *lengths.values())
    for path, template in checking.templates.items():
        most = LONGEST_TEXT + len(template.pieces) * longest
        if path[0] != "cards" and most > LONGEST_LINE:  # rarely
            _measure(checking, path, lengths)


def _names(ruleset: Ruleset) -> Iterator[str]:
    """Yield the name of each person who can be at the table.

    If the command line can list players, also yield a name of the maximum length.
    """
    yield from (player.name for player in ruleset.players or [])
    yield from (member.name for member in (ruleset.members or {}).values())
    yield from [ruleset.dealer.name] if ruleset.dealer else []
    yield from ("x" * LONGEST_NAME for each in ruleset.command_line if each.type == "players")


def _longest_list_of_kinds(ruleset: Ruleset) -> int:
    lists = [each.choices or [] for each in ruleset.command_line if each.type == "players"]
    return max((len(", ".join(kinds)) for kinds in lists), default=0)


def _measure(checking: Checking, path: KeyPath, lengths: Lengths, times: int = 1) -> int:
    """Return the maximum length of the text at ``path``.

    If ``times`` such texts in a row are too long for a line, report a fault and return 0.
    """
    if path not in checking.templates:  # it has another fault
        return 0
    shares = _shares(checking.templates[path], lengths)
    name = max(shares, key=lambda name: shares[name], default="")
    remedy = f"shorten it, or the value of `{{{name}}}`" if name else "shorten it"
    return _bound(checking, path, sum(shares.values()), remedy, times)


def _bound(checking: Checking, path: KeyPath, length: int, remedy: str, times: int) -> int:
    """Return ``length``, the maximum length of the text at ``path``, after checking it.

    If ``times`` such texts in a row are too long for a line, report a fault and return 0.
    """
    if times * length <= LONGEST_LINE:
        return length
    what = f"a list with {times} such cards" if times > 1 else "this"
    message = f"{what} can be up to {times * length:,} characters long, more than {LONGEST_LINE:,}"
    checking.fault("BJ406", path, message, remedy)
    return 0


def _shares(template: Template, lengths: Lengths) -> dict[str, int]:
    """Map each field in ``template`` to the maximum number of characters that it adds to the line.

    The empty string is the key for the literal text.
    """
    shares: dict[str, int] = {}
    for piece in template.pieces:
        if isinstance(piece, str):
            shares[""] = shares.get("", 0) + len(piece)
        else:
            longest = max(piece.width, lengths.get(piece.name, LONGEST_NUMBER))
            shares[piece.name] = shares.get(piece.name, 0) + longest
    return shares
