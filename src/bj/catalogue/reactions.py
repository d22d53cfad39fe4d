"""Occasions and effects of reactions."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

from bj.catalogue.layout import BITS, Layout, fit
from bj.catalogue.limits import MOST_SEATS


class Occasion(NamedTuple):
    """An occasion for reactions."""

    name: str
    number: int
    means: str
    """When it is."""
    words: str
    """How a sentence about a reaction begins."""
    steps: tuple[str, ...]
    """The steps that make it occur, any one of them; empty if it depends on other things."""
    roles: tuple[str, ...]
    """The roles for whom it occurs."""
    of_others: str
    """The beginning of a sentence about a person who reacts to it when it happens to another: `{}` is
    that other person; empty if it is never of another."""
    analysed: bool = False
    """Whether exact analysis can follow it: what is not marked is refused."""


class Effect(NamedTuple):
    """An effect of a reaction, besides words."""

    name: str
    number: int
    means: str
    """Its meaning."""
    words: str
    """Its words on the rule card; empty if its keys say everything."""
    on: tuple[str, ...]
    """The occasions that it is for; none if it is for all."""
    only: str
    """The sentence that says so."""
    keys: tuple[str, ...]
    """Keys of a reaction that effects like this know."""
    needs: str
    """The one without which it means nothing; may be empty."""
    decides: bool
    """Whether it decides how the hand goes on: of several on one occasion, the last one counts."""
    shown_by: tuple[str, ...]
    """The events that only it and steps make."""
    analysed: bool = False
    """Whether exact analysis can follow it: what is not marked is refused."""


OCCASIONS: dict[str, Occasion] = {}
EFFECTS: dict[str, Effect] = {}

_occasions = Layout(1)
_effects = Layout()


def _occasion(
    name: str,
    means: str,
    words: str,
    steps: tuple[str, ...] = (),
    roles: tuple[str, ...] = ("player", "dealer"),
    of_others: str = "",
    *,
    analysed: bool = False,
) -> int:
    """Add an occasion to the catalogue, and return its number."""
    number = _occasions.field()
    OCCASIONS[name] = Occasion(name, number, means, words, steps, roles, of_others, analysed)
    return number


def _effect(
    name: str,
    means: str,
    words: str = "",
    *,
    on: tuple[str, ...] = (),
    only: str = "",
    keys: tuple[str, ...] = (),
    needs: str = "",
    decides: bool = False,
    shown_by: tuple[str, ...] = (),
    analysed: bool = False,
) -> int:
    """Add an effect to the catalogue, and return its number."""
    number = _effects.field()
    EFFECTS[name] = Effect(name, number, means, words, on, only, keys, needs, decides, shown_by, analysed)
    return number


_EVERYBODY = "players and dealer react"
_HANDS = ("players act", "dealer acts")
_ENDS = ("kick out player", "kick out dealer")
_PLAYER = ("player",)

ROUND_BEGINS = _occasion(
    "round begins", f"a round begins; {_EVERYBODY}", "When a round begins", analysed=True
)
HAND_BEGINS = _occasion(
    "hand begins",
    f"a hand begins, before wagers and cards; {_EVERYBODY}, before `announce hand`",
    "When a hand begins",
    analysed=True,
)
DEALT = _occasion(
    "dealt",
    f"the first cards are dealt; {_EVERYBODY}",
    "When the first cards are dealt",
    ("deal",),
    of_others="When {} is dealt the first cards",
    analysed=True,
)
TURN = _occasion(
    "turn",
    "the turn of one's own hand begins; further hands of a split have no turn of their own",
    "When their turn begins",
    _HANDS,
    of_others="When the turn of {} begins",
    analysed=True,
)
DRAWN = _occasion(
    "drawn",
    "one's own hand has drawn a card in its turn, and does not bust; no card that completes a hand of a "
    "split or is retaken",
    "When they have drawn a card",
    _HANDS,
    of_others="When {} has drawn a card",
    analysed=True,
)
BUST = _occasion(
    "bust",
    "one's own hand would bust in its turn, and not later, by a card from another person",
    "When their hand busts",
    _HANDS,
    of_others="When {} busts",
    analysed=True,
)
STAND = _occasion(
    "stand",
    "one's own hand would stand",
    "When their hand would stand",
    _HANDS,
    of_others="When {} stands",
    analysed=True,
)
TURNS_OVER = _occasion(
    "turns over",
    "all players have had their turns, and one's own hand has stood; only players, and none who has bust",
    "When all players have had their turns",
    ("players act",),
    _PLAYER,
    analysed=True,
)
DEALER_STANDS = _occasion(
    "dealer stands",
    "the dealer would stand; only players react",
    "When the dealer would stand",
    ("dealer acts",),
    _PLAYER,
    analysed=True,
)
HAND_OVER = _occasion(
    "hand over", f"all steps of a hand are played; {_EVERYBODY}", "When a hand is over", analysed=True
)
ROUND_OVER = _occasion(
    "round over", f"the step `end round`; {_EVERYBODY}", "When a round is over", ("end round",), analysed=True
)
ROUND_WON = _occasion(
    "round won",
    "the opponent is kicked out",
    "When they win the round",
    _ENDS,
    of_others="When {} wins the round",
    analysed=True,
)
KICKED_OUT = _occasion(
    "kicked out",
    "this member is kicked out",
    "When they are kicked out",
    _ENDS,
    of_others="When {} is kicked out",
    analysed=True,
)
HAND_WON = _occasion(
    "hand won",
    "one's own hand is paid by `pay naturals` or `settle`, wins by a power, or has a bonus `at_once`; only "
    "players",
    "When they win the hand",
    roles=_PLAYER,
    of_others="When {} wins a hand",
    analysed=True,
)
HAND_LOST = _occasion(
    "hand lost",
    "one's own hand loses its wager by a power or in the step `settle`, also one that has bust; only players",
    "When they lose the hand",
    roles=_PLAYER,
    of_others="When {} loses a hand",
    analysed=True,
)
PUSH = _occasion(
    "push",
    "one's own hand ties, and the wager comes back; only players",
    "When their hand ties",
    roles=_PLAYER,
    of_others="When the hand of {} ties",
    analysed=True,
)

OF: Mapping[str, tuple[int, ...]] = {"mate": (1,), "opponent": (2,), "anybody": (1, 2)}
"""To whom else something may happen: what is added to an occasion, times WATCHING."""

MATE, OPPONENT = OF["anybody"]
WATCHING = 32
"""More than the number of any occasion."""

fit(len(OCCASIONS), WATCHING)
fit(WATCHING, BITS)

_ENDING = ("bust", "stand")
_WITH_CARDS = ("dealt", "turn", "drawn", "bust", "stand")
_OF_KIND = ("rank", "suit")
_CARD = ("card", "place", *_OF_KIND)
_PARTNER = ("partner", "seat")
_LOOKING = ("hand begins", "dealt", "turn")
_WHEN_LOOKING = "when a hand or a turn begins, or when the first cards are dealt"
_ONLY_WITH_CARDS = "cards are changed when they are dealt or drawn, a turn begins, or a hand busts or stands"

SPEAK = _effect("speak", "nothing but `say` and `set`", analysed=True)
RETAKE = _effect(
    "retake hand",
    "the cards of a hand that busts are laid aside and as many new ones are taken; again if they bust too, "
    "unless a `when` ends it",
    "lays the hand aside and takes as many cards again",
    on=("bust",),
    only="a hand is retaken only when it busts",
    keys=("busting_card", "retaken", "sees"),
    decides=True,
    analysed=True,
)
STAND_ANYWAY = _effect(
    "stand",
    "a player's hand beyond the target does not bust: it stands, and beats every total up to the target",
    "stands, and beats every total up to the target",
    on=("bust",),
    only="`stand` is for a hand that busts",
    decides=True,
    analysed=True,
)
VOID = _effect(
    "void hand",
    "the hand ends and the wager comes back; a dealer's power voids all hands that stand",
    "the hand is void, and the wager comes back",
    on=_ENDING,
    only="`void hand` is for a hand that busts or would stand",
    decides=True,
    shown_by=("hand_void",),
    analysed=True,
)
WIN = _effect(
    "win hand",
    "the hand wins; a dealer's power wins against all hands that stand",
    "wins the hand at once",
    on=_ENDING,
    only="`win hand` is for a hand that busts or would stand",
    decides=True,
    analysed=True,
)
LOSE = _effect(
    "lose hand",
    "the hand loses its wager; a dealer's power loses against all hands that stand",
    "loses the hand at once",
    on=_ENDING,
    only="`lose hand` is for a hand that busts or would stand",
    decides=True,
    analysed=True,
)
EXTRA_CARD = _effect(
    "extra card",
    "a hand that would stand takes another card; on `dealer stands`, the dealer does",
    "takes another card",
    on=("stand", "dealer stands"),
    only="an extra card is for a hand that would stand",
    decides=True,
    analysed=True,
)
EXTRA_TURN = _effect(
    "extra turn",
    "the hand has another turn; when all extra turns are over, it is `turns over` once more",
    "has another turn",
    on=("turns over",),
    only="a hand has an extra turn when all turns are over",
    decides=True,
)
COUNT_AS = _effect(
    "count as",
    "the hand counts as `total`, to which later cards are added, until one of its cards is discarded or "
    "exchanged or its target changes; beyond the target it busts. The total is hard unless `soft` holds. "
    "With `total - last + 1`, its last card counts as 1",
    on=_WITH_CARDS,
    only=_ONLY_WITH_CARDS,
    keys=("total", "soft"),
    needs="total",
    shown_by=("player_counts_as", "dealer_counts_as"),
)
DISCARD = _effect(
    "discard card",
    "a card is discarded, of one's own hand or that of the `partner`; no hand loses its only card",
    on=_WITH_CARDS,
    only=_ONLY_WITH_CARDS,
    keys=(*_CARD, *_PARTNER),
    shown_by=("player_discards", "dealer_discards"),
)
PUT_CARD_BACK = _effect(
    "put card back",
    "a card, of one's own hand or that of the `partner`, goes back into the shoe, to be drawn, "
    "and counted, again; no hand loses its only card",
    on=_WITH_CARDS,
    only=_ONLY_WITH_CARDS,
    keys=(*_CARD, *_PARTNER, "below"),
    shown_by=("player_puts_back", "dealer_puts_back"),
)
EXCHANGE = _effect(
    "exchange card",
    "a card is exchanged for the dealer's upcard, or for the last card of a player who is the `partner`",
    on=_WITH_CARDS,
    only=_ONLY_WITH_CARDS,
    keys=(*_CARD, *_PARTNER),
    shown_by=("player_exchanges", "dealer_exchanges"),
)
GIVE_CARD = _effect(
    "give card",
    "a card goes to the hand of the `partner`, where it counts; no hand gives away its only card",
    on=_WITH_CARDS,
    only=_ONLY_WITH_CARDS,
    keys=(*_CARD, *_PARTNER),
    needs="partner",
    shown_by=("player_gives_card", "dealer_gives_card", "player_takes_card", "dealer_takes_card"),
)
TAKE_CARD = _effect(
    "take card",
    "a card that lies face up goes from the hand of the `partner` to one's own, where it counts; no hand "
    "loses its only card. On `bust` with `of`, a hand that loses the card that busts has not bust",
    on=_WITH_CARDS,
    only=_ONLY_WITH_CARDS,
    keys=(*_CARD, *_PARTNER),
    needs="partner",
    shown_by=("player_gives_card", "dealer_gives_card", "player_takes_card", "dealer_takes_card"),
)
TAKE_DISCARD = _effect(
    "take discard",
    "one of the discards, which are all cards dealt since the last shuffle that no hand holds, goes to one's "
    "own hand or that of the `partner`, where it counts: the `last` one dealt, or another `card`",
    on=("dealt", "turn", "drawn", "stand"),
    only="a discard is taken when cards are dealt or drawn, a turn begins, or a hand would stand",
    keys=("card", *_OF_KIND, *_PARTNER),
    shown_by=("player_takes_card", "dealer_takes_card"),
)
DRAW_CARD = _effect(
    "draw card",
    "the next card of the shoe goes to one's own hand or that of the `partner`, where it counts. Cards of "
    "`--cards` have to last for every card that may be drawn",
    on=("dealt", "turn"),
    only="a card is drawn when a turn begins, or when the first cards are dealt",
    keys=_PARTNER,
    shown_by=("player_takes_card", "dealer_takes_card"),
)
ADD_CARD = _effect(
    "add card",
    "a new card, which is not of the shoe, comes into one's own hand or that of the `partner`, where it "
    "counts; it is gone with the hand. It is a `card` such as `QS`, or one of a `rank` and a `suit`",
    on=("dealt", "turn", "drawn", "stand"),
    only="a card is added when cards are dealt or drawn, a turn begins, or a hand would stand",
    keys=("card", *_OF_KIND, *_PARTNER),
    shown_by=("player_takes_card", "dealer_takes_card"),
)
CHANGE_CARD = _effect(
    "change card",
    "a card, of one's own hand or that of the `partner`, becomes one of the same suit that is of the rank "
    "`into` or counts that number, as long as a hand holds it; it cannot go back into the shoe",
    on=_WITH_CARDS,
    only=_ONLY_WITH_CARDS,
    keys=(*_CARD, *_PARTNER, "into"),
    needs="into",
    shown_by=("player_changes_card", "dealer_changes_card"),
)
SWAP = _effect(
    "swap hands",
    "one's own hand and that of the `partner` change places with all their cards, face up, while neither has "
    "stood or bust; wagers stay where they are",
    on=_WITH_CARDS,
    only=_ONLY_WITH_CARDS,
    keys=_PARTNER,
    needs="partner",
    shown_by=("player_takes_card", "dealer_takes_card"),
)
LOOK = _effect(
    "look at hole card",
    "the player sees the dealer's cards that lie face down: they count in `dealer_total`. A person at a "
    "terminal is shown them, on standard error",
    "looks at the hole card",
    on=("dealt", "turn", "drawn"),
    only="the hole card is looked at when the cards are dealt or drawn, or a turn begins",
    shown_by=("player_looks",),
)
LOOK_AHEAD = _effect(
    "look at next card",
    "the next card of the shoe is looked at, which conditions know as `next_card` until it is drawn, the "
    "shoe is shuffled or the next turn begins; a person at a terminal sees it, on "
    "standard error. Cards given with `--cards` have to last for every look that may come",
    "looks at the next card of the shoe",
    on=_LOOKING,
    only=f"the next card is looked at {_WHEN_LOOKING}",
    shown_by=("player_looks_ahead", "dealer_looks_ahead"),
)
PUT_BACK = _effect(
    "put next card back",
    "the next card, just looked at, goes further down in the shoe",
    on=_LOOKING,
    only=f"the next card is put back {_WHEN_LOOKING}",
    keys=("below",),
    shown_by=("player_puts_back", "dealer_puts_back"),
)
RAISE = _effect(
    "raise wager",
    "the wager on the hand grows by `amount`, as far as the player has the money",
    on=_WITH_CARDS,
    only="a wager is raised when cards are dealt or drawn, a turn begins, or a hand busts or stands",
    keys=("amount",),
    needs="amount",
    shown_by=("player_raises",),
)
REPLAY = _effect(
    "replay hand",
    "what was paid in the hand goes back, and it is played again with other cards",
    "has the hand played again",
    on=("hand over",),
    only="a hand is played again when it is over",
    decides=True,
    shown_by=("player_replays", "dealer_replays"),
)
FORFEIT = _effect(
    "forfeit round",
    "the player gives up the round, or a game without rounds: conditions know it as `forfeited`, as in "
    '`while.hand = "hand < hands and not forfeited"`',
    "forfeits the round",
    analysed=True,
)
CHANGE_BANKROLL = _effect(
    "change bankroll",
    "the house, or the `partner`, pays `amount`, or collects it when it is negative",
    keys=("amount", *_PARTNER),
    needs="amount",
    shown_by=("player_receives", "dealer_receives", "player_gives", "dealer_gives"),
    analysed=True,
)
RESET_COUNT = _effect(
    "reset count", "the running count goes back to 0", "starts again at zero", analysed=True
)
REMEMBER = _effects.field()
"""Behind all effects: REMEMBER + n sets the cell n of a person's memory, as `set` says with any effect."""

fit(REMEMBER, BITS)

DECIDING = sum(1 << effect.number for effect in EFFECTS.values() if effect.decides)
"""The bits of the effects that decide how the hand goes on."""
AT_ONCE = sum(1 << effect.number for effect in EFFECTS.values()) - DECIDING - (1 << SPEAK)
"""The bits of the effects of a reaction."""
DISCARDING = 1 << TAKE_DISCARD | 1 << CHANGE_CARD | 1 << ADD_CARD
"""The bits of the effects for which the shoe has to know what was dealt."""
BETWEEN_HANDS = 1 << EXCHANGE | 1 << GIVE_CARD | 1 << TAKE_CARD | 1 << SWAP
"""The bits of the effects by which cards go from one hand to another."""
TAKING_CARDS = 1 << TAKE_DISCARD | 1 << DRAW_CARD | 1 << ADD_CARD
"""The bits of the effects by which a hand takes a card that no hand holds."""
MOVING_CARDS = 1 << DISCARD | 1 << PUT_CARD_BACK | BETWEEN_HANDS | DISCARDING | TAKING_CARDS
"""The bits of the effects after which a hand holds other cards."""
ON_CARDS = MOVING_CARDS | 1 << COUNT_AS | 1 << LOOK
"""The bits of the effects that are about cards."""
CHANGING_HANDS = DECIDING | 1 << COUNT_AS | MOVING_CARDS
"""The bits of the effects with which more than a chart decides about a hand."""
PARTNERS: Mapping[str, tuple[int, str]] = {
    "them": (-1, "the person it happens to"),
    "opponent": (-5, "the dealer for a player, the first player for the dealer"),
    "next mate": (-2, "the mate who sits next, or enters next"),
    "poorest mate": (-3, "the mate with the least money"),
    "richest mate": (-4, "the mate with the most money"),
}
"""The partners of a reaction besides the members of the own team: a number below 0, and words."""

SEAT = "seat"
"""With a number from 1, a player at a table may be the partner, too."""


def seat_of(partner: str) -> int:
    """The number of the seat that names a partner, 0 where something else does.

    >>> seat_of("seat 2"), seat_of("them")
    (2, 0)
    """
    word, _, number = partner.partition(" ")
    return int(number) if word == SEAT and number else 0


CARDS: Mapping[str, int] = {"last": 0, "first": 1, "lowest": 2, "highest": 3}
"""Which card is meant, besides those that are named."""

LAST_CARD, FIRST_CARD, LOWEST_CARD, HIGHEST_CARD = CARDS.values()
AT_PLACE = len(CARDS)
"""Stands for the card at a place of the hand that a formula says."""

OF_KIND = AT_PLACE + 1
"""Stands for the last card of a rank, a suit or both: the rank plus PER_SUIT times the suit."""

ANY_KIND = 63
"""As the rank or the suit there: any."""

PER_SUIT = 64
"""More than any rank, and ANY_KIND."""

NAMED = OF_KIND + 1
"""Added to a card, or to the number of a rank or a suit, for the last card of that name."""

PLACES = 256
"""Is added to a place in the hand, from 0."""

BY_WORTH = 256
"""Is added to a card that comes to count a number, and not to one that becomes one of a rank."""

BY_FORMULA = 512
"""Times the index of a formula, is added to a card that it says."""

TWICE = tuple(pair for keys in (_PARTNER, _CARD) for pair in combinations(keys, 2) if pair != _OF_KIND)
"""The pairs of keys that say the same thing: who the partner is, or which card is meant."""

CHOOSING = (*_PARTNER[1:], *_CARD[1:])
"""The keys among them whose expressions say it."""

BY_SEAT = 1024
"""Is added to the index of a formula that says the seat of a partner."""

fit(MOST_SEATS + 1, BY_SEAT)

THEM, OPPONENT_OF, NEXT_MATE, POOREST_MATE, RICHEST_MATE = (number for number, _ in PARTNERS.values())
SHARED: Mapping[str, int] = {"team": 1, "table": 2}
"""With whom memory may be shared: one's own side of the table, or both."""

WITH_TABLE = SHARED["table"]
WITH_OTHERS = sum(SHARED.values())
"""The bits of them all."""
AIMING = 4
"""Is added where a number says whether a power lasts that has a target of its own."""
TELLING = 8
"""Is added where others look again whether powers of theirs last, as it was set for them, too."""
LASTING = 16
"""Is added where a number says whether a power lasts."""
TOLD = 3 * WATCHING
"""The occasion on which they do."""

EFFECTS_OF = {
    key: tuple(effect.name for effect in EFFECTS.values() if key in effect.keys)
    for key in dict.fromkeys(key for effect in EFFECTS.values() for key in effect.keys)
}
"""The effects that use a key of a reaction, by key."""
