"""Effects: everything that a reaction can do, apart from speech.

A row is a complete description of an effect. An effect that only moves cards between zones needs no code of
its own: the engine carries out the ``Move`` in its row.
"""

from collections.abc import Mapping
from typing import NamedTuple

from bj.catalogue import events as e
from bj.catalogue.layout import BITS, Layout, fit

_zones = Layout(1)
OWN_HAND = _zones.field()  # the hand of the person who reacts
PARTNERS_HAND = _zones.field()
NEXT_CARD = _zones.field()  # the top of the shoe
SEEN_CARD = _zones.field()  # the top of the shoe, if someone has looked at the card there
DISCARDS = _zones.field()  # the cards that have been dealt since the last shuffle and are no longer in a hand
NEW_CARD = _zones.field()  # a card from outside the shoe
SHOE = _zones.field()  # at a given depth
CHOSEN_HAND = _zones.field()  # the partner's hand if the reaction has a partner, otherwise one's own

HANDS = (OWN_HAND, PARTNERS_HAND, CHOSEN_HAND)
"""The zones that are hands. The engine never sees CHOSEN_HAND, because the compiler replaces it."""

ENDLESS_LACKS: Mapping[int, str] = {
    NEXT_CARD: "has no next card to draw",
    SEEN_CARD: "",  # such a card is never seen
    DISCARDS: "has no discards",
}
"""The reasons why certain zones cannot supply cards if the shoe is infinite, keyed by zone.

The reason for SEEN_CARD is empty, because looking at the next card is already impossible.
"""


class Move(NamedTuple):
    """A move of cards between zones, such as hands, the discards and the shoe.

    Cards created by a power can move only to hands.
    """

    source: int
    target: int
    leaves: int = 0
    """The event recorded for the person who loses the card, or 0 without an event.

    If the card is not in a hand, it is recorded for the person whose power moves the card.
    """
    arrives: int = 0
    """The event recorded for the person whose hand receives the card, or 0 without an event."""
    returns: bool = False
    """Whether another card moves in the opposite direction: the dealer's upcard or a player's last card."""
    whole: bool = False
    """Whether all the cards in the hand move."""


class Effect(NamedTuple):
    """A kind of effect that a reaction can have, apart from speech."""

    name: str
    number: int
    means: str
    """The description of the effect in the reference."""
    words: str
    """The rule card's sentence about the effect, with fields in braces."""
    words_to: str
    """The rule card's sentence about the effect if the reaction has a partner.

    Empty if it does not differ.
    """
    on: tuple[str, ...]
    """The occasions on which the effect is possible. Empty if it is possible on every occasion."""
    only: str
    """A sentence that says when the effect is possible. Empty if it is always possible."""
    keys: tuple[str, ...]
    """The keys in a reaction that belong to this effect."""
    needs: str
    """The key that a reaction with this effect must have, or an empty string."""
    number_key: str
    """The key of the expression that yields the number the effect needs, or an empty string."""
    move: Move | None
    """The move of cards, if the effect does nothing else; otherwise None."""
    decides: bool
    """Whether the effect decides how the hand continues.

    If there are several such effects on one occasion, the last one applies.
    """
    events: tuple[int, ...]
    """The kinds of events that only this effect and steps in the procedure can cause."""
    endless_lacks: str
    """A clause that says why the effect is impossible with an infinite shoe, or an empty string."""
    analysed: bool = False
    """Whether exact analysis supports the effect.

    If not, rulesets that use the effect cannot be analyzed exactly.
    """

    @property
    def shown_by(self) -> tuple[str, ...]:
        """The ``[output]`` keys of the events that reveal the effect in a transcript."""
        return tuple(event.key for event in e.EVENTS.values() if event.code & ~e.DEALER_ROLE in self.events)

    @property
    def moves_cards(self) -> bool:
        """Whether the effect changes the cards in a hand."""
        return self.number == CHANGE_CARD or (
            self.move is not None and not {self.move.source, self.move.target}.isdisjoint(HANDS)
        )

    @property
    def changes_hands(self) -> bool:
        """Whether the effect can change a hand so that a chart alone is not enough to play it."""
        return self.decides or self.moves_cards or self.number == COUNT_AS

    @property
    def needs_dealt(self) -> bool:
        """Whether the shoe must keep track of the dealt cards, even if a driver supplies them."""
        return self.number == CHANGE_CARD or (
            self.move is not None and self.move.source in (DISCARDS, NEW_CARD)
        )

    @property
    def needs_next(self) -> bool:
        """Whether the next card in the shoe must be known, even if a driver supplies the cards."""
        return self.number == LOOK_AHEAD or (self.move is not None and self.move.source == NEXT_CARD)

    @property
    def needs_single_card(self) -> bool:
        """Whether the effect needs one specific card, with a rank and a suit."""
        return self.move is not None and self.move.source == NEW_CARD


EFFECTS: dict[str, Effect] = {}

_effects = Layout()


def _effect(
    name: str,
    means: str,
    words: str,
    *,
    words_to: str = "",
    on: tuple[str, ...] = (),
    only: str = "",
    keys: tuple[str, ...] = (),
    needs: str = "",
    number_key: str = "",
    move: Move | None = None,
    decides: bool = False,
    events: tuple[int, ...] = (),
    endless_lacks: str = "",
    analysed: bool = False,
) -> int:
    """Add an effect to the catalogue, and return its number."""
    number = _effects.field()
    if move is not None:
        events = tuple(kind for kind in (move.leaves, move.arrives) if kind)
        to_shoe = "cannot take a card back" if move.target == SHOE else ""
        endless_lacks = ENDLESS_LACKS.get(move.source, to_shoe)
    EFFECTS[name] = Effect(
        *(name, number, means, words, words_to, on, only, keys, needs, number_key),
        *(move, decides, events, endless_lacks, analysed),
    )
    return number


_ENDING = ("bust", "stand")
_WITH_CARDS = ("dealt", "turn", "drawn", "bust", "stand")
_OF_KIND = ("rank", "suit")
_CARD = ("card", "place", *_OF_KIND)
_PARTNER = ("partner", "seat")
_LOOKING = ("hand begins", "dealt", "turn")
_WHEN_LOOKING = "when a hand or a turn begins, or when the first cards are dealt"
_ONLY_WITH_CARDS = (
    "cards can change only when they are dealt or drawn, a turn begins, or a hand busts or stands"
)

SPEAK = _effect("speak", "no effect of its own, only `say` and `set`", "", analysed=True)
RETAKE = _effect(
    "retake hand",
    "when a hand busts, its cards are set aside, and the same number of new cards is drawn; this is repeated "
    "if the new cards also bust, unless a `when` prevents it",
    "sets the hand aside and draws the same number of new cards; {busting_card}; {retaken}; {sees}",
    on=("bust",),
    only="a hand can be retaken only when it busts",
    keys=("busting_card", "retaken", "sees"),
    decides=True,
    analysed=True,
)
STAND_ANYWAY = _effect(
    "stand",
    "a player's hand above the target does not bust: it stands and beats every total up to the target",
    "stands, and beats every total up to the target",
    on=("bust",),
    only="`stand` applies only to a hand that busts",
    decides=True,
    analysed=True,
)
VOID = _effect(
    "void hand",
    "the hand ends, and the wager is returned; a dealer's power voids all hands that stand",
    "the hand is void, and the wager is returned",
    on=_ENDING,
    only="`void hand` applies only to a hand that busts or would stand",
    decides=True,
    events=(e.HAND_VOID,),
    analysed=True,
)
WIN = _effect(
    "win hand",
    "the hand wins; a dealer's power wins against all hands that stand",
    "wins the hand immediately",
    on=_ENDING,
    only="`win hand` applies only to a hand that busts or would stand",
    decides=True,
    analysed=True,
)
LOSE = _effect(
    "lose hand",
    "the hand loses its wager; a dealer's power loses against all hands that stand",
    "loses the hand immediately",
    on=_ENDING,
    only="`lose hand` applies only to a hand that busts or would stand",
    decides=True,
    analysed=True,
)
EXTRA_CARD = _effect(
    "extra card",
    "a hand that would stand draws another card; on `dealer stands`, the dealer draws it",
    "takes another card",
    on=("stand", "dealer stands"),
    only="only a hand that would stand can draw an extra card",
    decides=True,
    analysed=True,
)
EXTRA_TURN = _effect(
    "extra turn",
    "the hand gets another turn, which triggers reactions to `turn`; after all extra turns, `turns over` "
    "happens once more",
    "gets another turn",
    on=("turns over",),
    only="a hand can get an extra turn only when all turns are over",
    decides=True,
)
COUNT_AS = _effect(
    "count as",
    "the hand counts as `total`, to which later cards are added, until one of its cards is discarded or "
    "exchanged, or its target changes; above the target it busts. The total is hard unless `soft` is true. "
    "With `total - last + 1`, the hand's last card counts as 1",
    "the hand counts as {total}{soft}",
    on=_WITH_CARDS,
    only=_ONLY_WITH_CARDS,
    keys=("total", "soft"),
    needs="total",
    number_key="total",
    events=(e.COUNTS_AS,),
)
_effect(
    "discard card",
    "a card is discarded from the owner's hand or the `partner`'s; a hand never loses its only card",
    "discards {card}",
    on=_WITH_CARDS,
    only=_ONLY_WITH_CARDS,
    keys=(*_CARD, *_PARTNER),
    move=Move(CHOSEN_HAND, DISCARDS, leaves=e.DISCARDS),
)
_effect(
    "put card back",
    "a card from the owner's hand or the `partner`'s goes back into the shoe, to be drawn and counted again; "
    "a hand never loses its only card",
    "puts {card} back into the shoe {below}",
    on=_WITH_CARDS,
    only=_ONLY_WITH_CARDS,
    keys=(*_CARD, *_PARTNER, "below"),
    number_key="below",
    move=Move(CHOSEN_HAND, SHOE, leaves=e.PUTS_BACK),
)
_effect(
    "exchange card",
    "a card in the owner's hand is exchanged for the dealer's upcard, or for the `partner`'s last card",
    "exchanges {card} with {partner}",
    on=_WITH_CARDS,
    only=_ONLY_WITH_CARDS,
    keys=(*_CARD, *_PARTNER),
    move=Move(OWN_HAND, PARTNERS_HAND, arrives=e.EXCHANGES, returns=True),
)
_effect(
    "give card",
    "a card moves from the owner's hand to the `partner`'s, and counts there; no hand loses its only card",
    "gives {card} to {partner}",
    on=_WITH_CARDS,
    only=_ONLY_WITH_CARDS,
    keys=(*_CARD, *_PARTNER),
    needs="partner",
    move=Move(OWN_HAND, PARTNERS_HAND, leaves=e.GIVES_CARD, arrives=e.TAKES_CARD),
)
_effect(
    "take card",
    "a face-up card moves from the `partner`'s hand to the owner's, and counts there; the owner's hand must "
    "already have a card, and a hand never loses its only card. On `bust` with `of`, a hand that loses its "
    "busting card does not bust",
    "takes {card}",
    on=_WITH_CARDS,
    only=_ONLY_WITH_CARDS,
    keys=(*_CARD, *_PARTNER),
    needs="partner",
    move=Move(PARTNERS_HAND, OWN_HAND, leaves=e.GIVES_CARD, arrives=e.TAKES_CARD),
)
_effect(
    "take discard",
    "one of the discards (all cards dealt since the last shuffle that are not in a hand) moves to the "
    "owner's hand or the `partner`'s, and counts there: the `last` one dealt, or a different `card`",
    "takes {card} from the discards",
    words_to="gives {card} from the discards to {partner}",
    on=("dealt", "turn", "drawn", "stand"),
    only="a discard can be taken only when cards are dealt or drawn, a turn begins, or a hand would stand",
    keys=("card", *_OF_KIND, *_PARTNER),
    move=Move(DISCARDS, CHOSEN_HAND, arrives=e.TAKES_CARD),
)
_effect(
    "draw card",
    "the next card in the shoe goes to the owner's hand or the `partner`'s, and counts there. `--cards` must "
    "list a card for each time this can happen",
    "takes the next card from the shoe",
    words_to="gives the next card from the shoe to {partner}",
    on=("dealt", "turn"),
    only="a card can be drawn only when a turn begins, or when the first cards are dealt",
    keys=_PARTNER,
    move=Move(NEXT_CARD, CHOSEN_HAND, arrives=e.TAKES_CARD),
)
_effect(
    "add card",
    "a card from outside the shoe is added to the owner's hand or the `partner`'s, and counts there; it "
    "disappears after the hand. It is given as a `card`, such as `QS`, or by its `rank` and `suit`",
    "takes a new {new_card}",
    words_to="gives a new {new_card} to {partner}",
    on=("dealt", "turn", "drawn", "stand"),
    only="a card can be added only when cards are dealt or drawn, a turn begins, or a hand would stand",
    keys=("card", *_OF_KIND, *_PARTNER),
    move=Move(NEW_CARD, CHOSEN_HAND, arrives=e.TAKES_CARD),
)
CHANGE_CARD = _effect(
    "change card",
    "a card in the owner's hand or the `partner`'s changes to the rank or value `into` for as long as it is "
    "in a hand. It keeps its suit, and cannot go back into the shoe",
    "turns {card} into {into}",
    on=_WITH_CARDS,
    only=_ONLY_WITH_CARDS,
    keys=(*_CARD, *_PARTNER, "into"),
    needs="into",
    number_key="into",
    events=(e.CHANGES_CARD,),
)
_effect(
    "swap hands",
    "the owner and the `partner` swap all the cards in their hands, face up, if neither hand has stood or "
    "busted; wagers stay where they are",
    "swaps hands with {partner}",
    on=_WITH_CARDS,
    only=_ONLY_WITH_CARDS,
    keys=_PARTNER,
    needs="partner",
    move=Move(OWN_HAND, PARTNERS_HAND, arrives=e.TAKES_CARD, returns=True, whole=True),
)
LOOK = _effect(
    "look at hole card",
    "the player sees the dealer's face-down cards, and `dealer_total` includes them. At a terminal, bj "
    "shows them on standard error",
    "looks at the hole card",
    on=("dealt", "turn", "drawn"),
    only="the hole card can be looked at only when cards are dealt or drawn, or a turn begins",
    events=(e.LOOKS,),
)
LOOK_AHEAD = _effect(
    "look at next card",
    "the player looks at the next card in the shoe; conditions can read it as `next_card` until it is "
    "drawn, the shoe is shuffled or the next turn begins. At a terminal, bj shows it on standard error. "
    "`--cards` must list enough cards for every look",
    "looks at the next card in the shoe",
    on=_LOOKING,
    only=f"the next card can be looked at only {_WHEN_LOOKING}",
    events=(e.LOOKS_AHEAD,),
    endless_lacks="has no next card",
)
_effect(
    "put next card back",
    "the next card, which the player has just looked at, moves further down in the shoe",
    "puts the next card back {below}",
    on=_LOOKING,
    only=f"the next card can be put back only {_WHEN_LOOKING}",
    keys=("below",),
    number_key="below",
    move=Move(SEEN_CARD, SHOE, leaves=e.PUTS_BACK),
)
RAISE = _effect(
    "raise wager",
    "the wager on the hand is raised by `amount`, or by as much of it as the player can afford",
    "raises the wager by {amount}",
    on=_WITH_CARDS,
    only="a wager can be raised only when cards are dealt or drawn, a turn begins, or a hand busts or stands",
    keys=("amount",),
    needs="amount",
    number_key="amount",
    events=(e.RAISES,),
)
REPLAY = _effect(
    "replay hand",
    "all wins and losses, including side bets, are undone, and the hand is replayed with new cards. "
    "Payments by `change bankroll` are not undone, and powers keep their memories",
    "has the hand replayed",
    on=("hand over",),
    only="a hand can be replayed only when it is over",
    decides=True,
    events=(e.REPLAYS,),
)
FORFEIT = _effect(
    "forfeit round",
    "the player gives up the round (or the game, if it has no rounds): conditions can read this as "
    "`forfeited`, as in "
    '`while.hand = "hand < hands and not forfeited"`',
    "forfeits the round",
    analysed=True,
)
CHANGE_BANKROLL = _effect(
    "change bankroll",
    "the house or the `partner` pays `amount`, or collects it if `amount` is negative",
    "{payment}",
    keys=("amount", *_PARTNER),
    needs="amount",
    number_key="amount",
    events=(e.RECEIVES, e.GIVES),
    analysed=True,
)
RESET_COUNT = _effect("reset count", "the running count is reset to 0", "resets the count", analysed=True)
fit(_effects.size, BITS)

DECIDING = sum(1 << effect.number for effect in EFFECTS.values() if effect.decides)
"""A bit mask of the effects that decide how a hand continues."""
CHANGING_HANDS = sum(1 << effect.number for effect in EFFECTS.values() if effect.changes_hands)
"""A bit mask of the effects after which a chart alone is not enough to play a hand."""

EFFECTS_OF: Mapping[str, tuple[str, ...]] = {
    key: tuple(effect.name for effect in EFFECTS.values() if key in effect.keys)
    for key in dict.fromkeys(key for effect in EFFECTS.values() for key in effect.keys)
}
"""Maps each key in a reaction to the effects that use it."""
