"""Add the steps that rules require to an inherited list, and remove the steps that rules make impossible.

If a document writes the whole list itself, nothing changes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bj.catalogue.rule_shorthands import WORDS
from bj.faults_and_fixes import KeyPath
from bj.ruleset.model.procedure import Procedure
from bj.ruleset.model.side_bets import cards_of
from bj.ruleset.step_edits import Lists, Placed, name_of
from bj.ruleset.toml.look_up import look_up

HOLE_CARD: KeyPath = ("rules", "hole_card")
WITHOUT_PEEK = ("no peek", "none")
OF_DEALER = "dealer_"
"""The prefix of names whose values can change while the dealer plays."""
FIRST_CARDS = ("player 1", "player 2", "upcard")


def _is_on(value: Any) -> bool:
    """Whether a rule with this ``value`` applies at least sometimes."""
    return value is not False


def _is_early(surrender: Any) -> bool:
    word = WORDS["surrender"].get(surrender) if isinstance(surrender, str) else None
    table = word.means if word else surrender
    return isinstance(table, Mapping) and table.get("early", False) is not False


def _peeks(hole_card: Any) -> bool:
    """Whether the dealer peeks at the hole card before players act, according to the value of `hole_card`."""
    return hole_card not in WITHOUT_PEEK


def _has_bets(bets: Any) -> bool:
    return bool(bets)


def _has_quick_bets(bets: Any) -> bool:
    return any(map(_is_quick, bets.values() if isinstance(bets, Mapping) else ()))


def _is_quick(bet: Any) -> bool:
    """Whether the first cards alone decide the side bet ``bet``."""
    if not isinstance(bet, Mapping):
        return False
    cards = cards_of(bet.get("cards", []))
    is_dealt = isinstance(cards, list) and all(card in FIRST_CARDS for card in cards)
    return is_dealt and OF_DEALER not in str(bet.get("pay_table"))


class Implied(NamedTuple):
    """A step that a rule can require."""

    rule: KeyPath
    step: str
    is_wanted: Callable[[Any], bool]
    """A function that returns whether the rule requires the step, given the value of the rule."""
    before: tuple[str, ...]
    """Steps that come after this step. The step is inserted before the first one of them."""
    along: str = ""
    """A related step that the same rule requires.

    If the inherited list already contains the related step, this step is not added.
    """


ACTING = ("pay naturals", "players act")

IMPLIED: Sequence[Implied] = (
    Implied(("side_bets",), "take side bets", _has_bets, ("deal",)),
    Implied(
        ("side_bets",),
        "settle side bets",
        _has_quick_bets,
        ("offer insurance", "offer surrender", "peek", *ACTING),
        along="take side bets",
    ),
    Implied(
        ("rules", "betting"),
        "betting round",
        _is_on,
        ("settle side bets", "offer insurance", "offer surrender", "peek", "offer switch", *ACTING),
    ),
    Implied(("rules", "insurance"), "offer insurance", _is_on, ("offer surrender", "peek", *ACTING)),
    Implied(("rules", "surrender"), "offer surrender", _is_early, ("peek", *ACTING)),
    Implied(HOLE_CARD, "peek", _peeks, ("offer switch", *ACTING)),
    Implied(HOLE_CARD, "reveal hole card", lambda word: word != "none", ("dealer acts", "settle")),
)
"""The steps that rules can require, in the order of play."""


def imply_steps(own: Mapping[str, Any], merged: Mapping[str, Any], lists: Lists, number: int) -> Lists:
    """Return ``lists`` with steps added to or removed from the hand, as the document's rules require.

    ``own`` is the document's data, ``merged`` is the data after merging, and ``number`` is the document's
    index.
    """
    written = look_up(own, ("procedure", "hand"))
    if not (written is None or isinstance(written, dict)):
        return lists
    left_out = written.get("without") if written else None
    steps = list(lists["hand"])
    inherited = [name for step in steps for name in _names(step.entry)]
    for row in IMPLIED:
        if look_up(own, row.rule) is not None and not (isinstance(left_out, list) and row.step in left_out):
            is_there = any(row.step in _names(step.entry) for step in steps)
            is_wanted = row.is_wanted(look_up(merged, row.rule))
            if is_wanted and not is_there and row.along not in inherited:
                _insert(steps, Placed(row.step, (number, row.rule)), row.before)
            elif is_there and not is_wanted:
                steps = [step for step in steps if name_of(step.entry) != row.step]
    if look_up(own, HOLE_CARD) is not None:
        steps = _pay_in_time(steps, look_up(merged, HOLE_CARD))
    return {**lists, "hand": steps}


def _names(entry: Any) -> Iterator[Any]:
    yield name_of(entry)
    if isinstance(entry, dict):
        yield entry.get("else")


def _insert(steps: list[Placed], step: Placed, before: Sequence[str]) -> None:
    """Insert ``step`` before the first step that is named in ``before``.

    If there is no such step, do nothing.
    """
    places = [at for at, other in enumerate(steps) if name_of(other.entry) in before]
    if places:
        steps.insert(places[0], step)


def _pay_in_time(steps: list[Placed], hole_card: Any) -> list[Placed]:
    """Return ``steps`` with `pay naturals` at the place that ``hole_card`` requires.

    If the dealer peeks, naturals are paid before the players act. Otherwise, they are paid after the dealer
    has played.
    """
    named = [name_of(step.entry) for step in steps]
    paid, acting = (named.index(name) if name in named else None for name in ("pay naturals", "players act"))
    if paid is None or acting is None or (paid < acting) == _peeks(hole_card):
        return steps
    paying = steps.pop(paid)
    _insert(steps, paying, ("players act",) if _peeks(hole_card) else ("settle",))
    return steps if paying in steps else [*steps, paying]


def imply_deal(own: Mapping[str, Any], merged: dict[str, Any]) -> None:
    """Add a hole card to the deal, or remove it, as the document's `hole_card` requires.

    ``own`` is the document's data, and ``merged`` is the data after merging. If the document lists the deal
    itself, nothing changes.
    """
    word, procedure = look_up(own, HOLE_CARD), merged.get("procedure")
    if word is None or not isinstance(procedure, dict) or look_up(own, ("procedure", "deal")) is not None:
        return
    deal = procedure.get("deal")
    if word == "none":
        cards = deal if isinstance(deal, list) else Procedure.model_fields["deal"].default
        procedure["deal"] = [card for card in cards if card != "dealer down"]
    elif isinstance(deal, list) and sum(card in ("dealer up", "dealer down") for card in deal) == 1:
        procedure["deal"] = [*deal, "dealer down"]
