"""Occasions and effects of reactions: when somebody at the table reacts, and what that does."""

from __future__ import annotations

from typing import NamedTuple

from bj.catalogue.layout import Layout


class Occasion(NamedTuple):
    """When somebody reacts."""

    name: str
    number: int
    means: str
    """When it is."""
    told: str
    """How a sentence about a reaction begins."""
    steps: tuple[str, ...]
    """The steps one of which has to be played for it to occur; none if it depends on other things."""
    roles: tuple[str, ...]
    """The roles for whom it occurs."""


class Effect(NamedTuple):
    """What a reaction does besides speaking."""

    name: str
    number: int
    means: str
    """What it does."""
    told: str
    """Its words on the rule card; empty if its keys say everything."""
    on: tuple[str, ...]
    """The occasions that it is for; none if it is for all."""
    only: str
    """The sentence that says so."""
    keys: tuple[str, ...]
    """Keys of a reaction that only this effect knows."""


OCCASIONS: dict[str, Occasion] = {}
EFFECTS: dict[str, Effect] = {}

_occasions = Layout(1)
_effects = Layout()


def _occasion(
    name: str,
    means: str,
    told: str,
    steps: tuple[str, ...] = (),
    roles: tuple[str, ...] = ("player", "dealer"),
) -> int:
    """Add an occasion to the catalogue, and return its number."""
    number = _occasions.field()
    OCCASIONS[name] = Occasion(name, number, means, told, steps, roles)
    return number


def _effect(
    name: str,
    means: str,
    told: str = "",
    *,
    on: tuple[str, ...] = (),
    only: str = "",
    keys: tuple[str, ...] = (),
) -> int:
    """Add an effect to the catalogue, and return its number."""
    number = _effects.field()
    EFFECTS[name] = Effect(name, number, means, told, on, only, keys)
    return number


_EVERYBODY = "players and dealer react"
_HANDS = ("players act", "dealer acts")
_ENDS = ("kick out player", "kick out dealer")
_PLAYER = ("player",)

ROUND_BEGINS = _occasion("round begins", f"a round begins; {_EVERYBODY}", "When a round begins")
HAND_BEGINS = _occasion("hand begins", f"a hand begins; {_EVERYBODY}", "When a hand begins")
DEALT = _occasion(
    "dealt", f"the first cards are dealt; {_EVERYBODY}", "When the first cards are dealt", ("deal",)
)
BUST = _occasion("bust", "one's own hand would bust", "When their hand busts", _HANDS)
STAND = _occasion("stand", "one's own hand would stand", "When their hand would stand", _HANDS)
HAND_OVER = _occasion("hand over", f"all steps of a hand are played; {_EVERYBODY}", "When a hand is over")
ROUND_OVER = _occasion(
    "round over", f"the step `end round`; {_EVERYBODY}", "When a round is over", ("end round",)
)
ROUND_WON = _occasion("round won", "the opponent is kicked out", "When they win the round", _ENDS)
KICKED_OUT = _occasion("kicked out", "this member is kicked out", "When they are kicked out", _ENDS)
HAND_WON = _occasion(
    "hand won",
    "one's own hand is paid by `pay naturals` or `settle`; only players",
    "When they win the hand",
    roles=_PLAYER,
)
HAND_LOST = _occasion(
    "hand lost",
    "one's own hand loses its wager by `settle`; only players",
    "When they lose the hand",
    roles=_PLAYER,
)
PUSH = _occasion(
    "push",
    "one's own hand ties, and the wager comes back; only players",
    "When their hand ties",
    roles=_PLAYER,
)

_ENDING = ("bust", "stand")

SPEAK = _effect("speak", "nothing but `say` and `set`")
RETAKE = _effect(
    "retake hand",
    "the cards of a hand that busts are laid aside and as many new ones are taken; again if they bust too, "
    "unless a `when` ends it",
    "lays the hand aside and takes as many cards again",
    on=("bust",),
    only="a hand is retaken only when it busts",
    keys=("busting_card", "retaken", "sees"),
)
VOID = _effect(
    "void hand",
    "the hand ends at once and the wager comes back; a dealer's power voids all open hands",
    "the hand is void, and the wager comes back",
    on=_ENDING,
    only="`void hand` is for a hand that busts or would stand",
)
WIN = _effect(
    "win hand",
    "the hand wins at once; a dealer's power wins against all open hands",
    "wins the hand at once",
    on=_ENDING,
    only="`win hand` is for a hand that busts or would stand",
)
EXTRA_CARD = _effect(
    "extra card",
    "a hand that would stand takes another card",
    "takes another card instead",
    on=("stand",),
    only="an extra card is for a hand that would stand",
)
FORFEIT = _effect(
    "forfeit round",
    "the player gives up the round; expressions know it as `forfeited`",
    "forfeits the round",
)
CHANGE_BANKROLL = _effect(
    "change bankroll", "the house pays `amount`, or collects it when it is negative", keys=("amount",)
)
RESET_COUNT = _effect("reset count", "the running count goes back to 0", "begins to count anew")
REMEMBER = _effects.field()
"""Behind all effects: REMEMBER + n sets the cell n of a person's memory, as `set` says with any effect."""

ON_HAND = sum(1 << effect.number for effect in EFFECTS.values() if effect.on)
"""The bits of the effects on the hand in play; of several on one occasion, the last one counts."""
EFFECT_OF = {key: effect.name for effect in EFFECTS.values() for key in effect.keys}
"""The only effect that uses a key of a reaction, by key."""
