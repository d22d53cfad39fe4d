"""Checks of how long lines of output can become, with everything filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from bj.catalogue.actions import ACTIONS
from bj.catalogue.events import LINE_FIELDS, OUTPUT_FIELDS
from bj.catalogue.limits import MOST_HELD
from bj.errors import KeyPath, TextFaults
from bj.ruleset.check.checked import Checking, needs
from bj.ruleset.check.parsed import parse_template_once
from bj.ruleset.model import Ruleset
from bj.ruleset.model.prompts import PROMPT_FIELDS
from bj.ruleset.templates import LARGEST_WIDTH, Template

LONGEST_LINE = 10_000
"""Characters of a line with everything filled in; the machine code that writes lines relies on it."""

LONGEST_NUMBER = 21
"""Characters of a number of 64 bits, with a sign and a point."""

LONGEST_NAME = 40
"""Characters of the name of a player who is named on the command line."""

LONGEST_ANSWER = 600
"""Characters of an answer that is repeated: 60, of which each may be an escape."""

Lengths: TypeAlias = Mapping[str, int]
"""How many characters the values of fields can have; those that are not in it are numbers."""

Line: TypeAlias = tuple[KeyPath, str, Sequence[str]]
"""A template: its path, its text and its fields."""


@needs()
def check_lengths(checking: Checking) -> None:
    """No card, list of cards, line or question can become too long."""
    ruleset = checking.ruleset
    lengths = {"answer": LONGEST_ANSWER, "kinds": _longest_list_of_kinds(ruleset)}
    lengths["options"] = len(ruleset.prompts.action.list_options(ACTIONS)) if ruleset.prompts else 0
    lengths["words"] = max((len(reaction.say or "") for _, reaction in ruleset.all_reactions()), default=0)
    lengths["name"] = lengths["padded_name"] = lengths["winner"] = max(map(len, _names(ruleset)), default=0)
    if output := ruleset.output:
        lengths["role"] = max(len(output.roles.player), len(output.roles.dealer))
    if cards := ruleset.cards:
        lengths["rank"] = max((len(rank.name) for rank in cards.ranks.values()), default=0)
        lengths["suit"] = max(map(len, cards.suits.values()), default=0)
        called: list[Line] = [(("cards", "name"), cards.name, ("rank", "suit"))]
        for code, rank in cards.ranks.items():
            called.append((("cards", "ranks", code, "card"), rank.card or "", ("rank", "suit")))
        lengths["card"] = max(_measure(checking, line, lengths) for line in called)
        listed: Line = (("cards", "listed"), cards.listed, ("card", "rank", "suit"))
        hidden = _bound(checking, ("cards", "hidden"), len(cards.hidden), "shorten it", MOST_HELD)
        lengths["cards"] = MOST_HELD * max(_measure(checking, listed, lengths, MOST_HELD), hidden)
    longest = max(LARGEST_WIDTH, LONGEST_NUMBER, *lengths.values())
    for path, text, fields in _lines(ruleset):
        if text is not None and len(text) + text.count("{") * longest > LONGEST_LINE:  # as most are not
            _measure(checking, (path, text, fields), lengths)


def _names(ruleset: Ruleset) -> Iterator[str]:
    """The names of everybody; for those of players who come with the command line, one as long."""
    yield from (player.name for player in ruleset.players or [])
    yield from (member.name for member in (ruleset.members or {}).values())
    yield from [ruleset.dealer.name] if ruleset.dealer else []
    yield from ("x" * LONGEST_NAME for each in ruleset.command_line if each.type == "players")


def _longest_list_of_kinds(ruleset: Ruleset) -> int:
    """The length of the kinds of players that a person is told."""
    lists = [each.choices or [] for each in ruleset.command_line if each.type == "players"]
    return max((len(", ".join(kinds)) for kinds in lists), default=0)


def _lines(ruleset: Ruleset) -> Iterator[tuple[KeyPath, str | None, Sequence[str]]]:
    """Every line that is said at an event or by a step, and every question; None for silence."""
    for event, fields in OUTPUT_FIELDS.items():
        yield ("output", event), getattr(ruleset.output, event, None), fields
    for path, step in ruleset.procedure.all_steps() if ruleset.procedure else ():
        yield (*path, "say"), step.say, LINE_FIELDS
    for name, texts in PROMPT_FIELDS.items():
        section = getattr(ruleset.prompts, name, None)
        for key in texts.keys() & getattr(section, "model_fields_set", ()):
            yield ("prompts", name, key), getattr(section, key), texts[key]


def _measure(checking: Checking, line: Line, lengths: Lengths, times: int = 1) -> int:
    """How long a line can become, 0 with a fault if that is too long ``times`` in a row."""
    path, text, fields = line
    try:
        template = parse_template_once(text, tuple(fields))
    except TextFaults:  # which have been noted
        return 0
    shares = _shares(template, lengths)
    name = max(shares, key=lambda name: shares[name], default="")
    remedy = f"shorten it, or what is filled in for `{{{name}}}`" if name else "shorten it"
    return _bound(checking, path, sum(shares.values()), remedy, times)


def _bound(checking: Checking, path: KeyPath, length: int, remedy: str, times: int) -> int:
    """``length``, or 0 with a fault if that is too long ``times`` in a row."""
    if times * length <= LONGEST_LINE:
        return length
    what = f"a list of {times} such cards" if times > 1 else "this"
    message = f"{what} can become {times * length:,} characters long, more than {LONGEST_LINE:,}"
    checking.fault("BJ406", path, message, remedy)
    return 0


def _shares(template: Template, lengths: Lengths) -> dict[str, int]:
    """How many characters of a line each field takes at most; the text between them has no name."""
    shares: dict[str, int] = {}
    for piece in template.pieces:
        if isinstance(piece, str):
            shares[""] = shares.get("", 0) + len(piece)
        else:
            longest = max(piece.width, lengths.get(piece.name, LONGEST_NUMBER))
            shares[piece.name] = shares.get(piece.name, 0) + longest
    return shares
