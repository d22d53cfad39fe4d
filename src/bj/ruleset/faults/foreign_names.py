"""Rules by the names that other games and programs have for them, and how a ruleset says them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from bj.errors import Fix, Remedy
from bj.ruleset.toml.keys import write_value


def _nothing(value: Any) -> Any:
    """No value, as the author has to choose one."""
    return None


class Foreign(NamedTuple):
    """A rule that has another name here."""

    hint: str
    """The remedy in words."""
    new: str = ""
    """The dotted key for it."""
    rewrite: Callable[[Any], Any] = _nothing
    """The value of that key for a value of the foreign one; None where that is not clear."""


def find_foreign(key: str, value: Any) -> Remedy | None:
    """The remedy for a key with the name of another game or program; None for other keys."""
    foreign = FOREIGN.get(key)
    if foreign is None:
        return None
    rewritten = foreign.rewrite(value)
    if rewritten is None:
        return foreign.hint
    section, _, name = foreign.new.rpartition(".")
    return Fix(write_value(rewritten), f"write `{name} = {{}}` under [{section}]", to=(section, name))


def keep(value: Any) -> Any:
    """The same value."""
    return value


def _if_true(meant: Any, otherwise: Any = None) -> Callable[[Any], Any]:
    """Rewrites true as one value, and false as another one."""
    return lambda value: meant if value is True else otherwise if value is False else None


def _if_number(key: str) -> Callable[[Any], Any]:
    """Rewrites a whole number as a table with it."""
    return lambda value: {key: value} if type(value) is int else None


def _named(names: str, foreign: Foreign) -> Iterable[tuple[str, Foreign]]:
    """The same rule under several names."""
    return ((name, foreign) for name in names.split())


def _soft_17(value: Any) -> Any:
    """Rewrites words for a dealer who stands on every 17."""
    return False if value in (17, "17", "soft 17", "all 17s") else _if_true(False, True)(value)


_HITS = Foreign("write `hits_soft_17 = true` under [dealer]", "dealer.hits_soft_17", _if_true(True, False))
_STANDS = Foreign("write `hits_soft_17 = false` under [dealer]", "dealer.hits_soft_17", _soft_17)
_AFTER_SPLIT = Foreign(
    'to forbid it, write `double = "not after a split"` under [rules]',
    "rules.double",
    _if_true(None, "not after a split"),
)
_SPLITTING = "write `split = { hands = 4, resplit_aces = true }` under [rules], with what you mean"
_RESHUFFLE = Foreign('write `penetration = "75%"` under [shoe]')
_STEPS = Foreign("write it under [procedure.hand] or [procedure.game]")
_WAGERS = Foreign("write `minimum_wager` and `maximum_wager` under [rules]")

FOREIGN: Mapping[str, Foreign] = {
    **dict(_named("hits_soft_17 hit_soft_17 dealer_hits_soft_17 h17", _HITS)),
    **dict(_named("stands_on_soft_17 stand_on_soft_17 stands_soft_17 s17 stands_on stand_on", _STANDS)),
    **dict(_named("double_after_split das", _AFTER_SPLIT)),
    **dict(_named("resplit_aces rsa", Foreign(_SPLITTING, "rules.split", _if_true({"resplit_aces": True})))),
    **dict(_named("max_hands max_split_hands", Foreign(_SPLITTING, "rules.split", _if_number("hands")))),
    **dict(_named("max_splits hit_split_aces split_aces_once one_card_to_split_aces", Foreign(_SPLITTING))),
    **dict(
        _named(
            "push_22 push_on_22 dealer_pushes_22",
            Foreign("write `push_on = 22` under [dealer]", "dealer.push_on", _if_true(22)),
        )
    ),
    **dict(
        _named(
            "charlie five_card_charlie",
            Foreign("write `charlie = 5` under [rules]", "rules.charlie", _if_true(5)),
        )
    ),
    "late_surrender": Foreign(
        'write `surrender = "late"` under [rules]', "rules.surrender", _if_true("late", False)
    ),
    **dict(
        _named(
            "dealer_peeks peeks",
            Foreign(
                'write `hole_card = "peek"` under [rules]',
                "rules.hole_card",
                _if_true("peek", "no peek"),
            ),
        )
    ),
    "even_money": Foreign("even money is insurance of a natural: write `insurance = true` under [rules]"),
    **dict(_named("penetration cut_card", _RESHUFFLE)),
    **dict(_named("table limits", _WAGERS)),
    "hole_card": Foreign('write `hole_card = "peek"` under [rules]', "rules.hole_card", keep),
    **dict(
        _named(
            "no_hole_card enhc",
            Foreign('write `hole_card = "none"` under [rules]', "rules.hole_card", _if_true("none", "peek")),
        )
    ),
    **dict(
        _named(
            "obo original_bets takes",
            Foreign(
                'write `natural_takes = "original bets"` under [rules]',
                "rules.natural_takes",
                _if_true("original bets", "all"),
            ),
        )
    ),
    **dict(_named("before after instead_of", _STEPS)),
}
"""The rules by their foreign names."""
