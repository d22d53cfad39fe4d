"""Effects of reactions: everything that a reaction does, except speech.

A row describes one effect completely. An effect that only moves cards between zones needs no other code,
because the engine follows the ``Move`` of the row.
"""

from collections.abc import Mapping
from typing import NamedTuple

from bj.catalogue import events as e
from bj.catalogue.layout import BITS, Layout, fit

_zones = Layout(1)
OWN_HAND = _zones.field()  # the hand of the person who reacts
PARTNERS_HAND = _zones.field()
NEXT_CARD = _zones.field()  # the top of the shoe
SEEN_CARD = _zones.field()  # the top of the shoe, if someone has looked at its card
DISCARDS = _zones.field()  # the cards dealt since the last shuffle that no hand holds
NEW_CARD = _zones.field()  # a card from outside the shoe
SHOE = _zones.field()  # the shoe, at a chosen depth
CHOSEN_HAND = _zones.field()  # the partner's hand if the reaction names a partner, otherwise one's own

HANDS = (OWN_HAND, PARTNERS_HAND, CHOSEN_HAND)
"""The zones that are hands. The engine has no CHOSEN_HAND, because the compiler chooses the hand."""

ENDLESS_LACKS: Mapping[int, str] = {
    NEXT_CARD: "has no next card to be drawn",
    SEEN_CARD: "",  # a card that is never seen
    DISCARDS: "has no discards",
}
"""Maps each zone that a card can leave to a phrase for what an infinite shoe lacks for such a move.

The phrase is empty for SEEN_CARD, because an infinite shoe already rules out looking at the next card.
"""


class Move(NamedTuple):
    """A move of cards from one zone to another: a hand, the discards or the shoe.

    A new card can only go to a hand.
    """

    source: int
    target: int
    leaves: int = 0
    """The event for the owner of the hand or power that a card leaves, or 0."""
    arrives: int = 0
    """The event for the person whose hand receives a card, or 0."""
    returns: bool = False
    """Whether a second card moves in the opposite direction: the upcard, or a player's last card."""
    whole: bool = False
    """Whether all cards of the hand move."""


class Effect(NamedTuple):
    """An effect that a reaction can have, in addition to its speech."""

    name: str
    number: int
    means: str
    """A description of the effect, for the reference."""
    words: str
    """The sentence on the rule card, with fields in braces."""
    words_to: str
    """The sentence on the rule card if a partner gets the card, or an empty string."""
    on: tuple[str, ...]
    """The occasions on which the effect is possible, or no names if it is possible on all occasions."""
    only: str
    """The sentence that explains why the effect is limited to those occasions, or an empty string."""
    keys: tuple[str, ...]
    """The keys of a reaction that belong to this effect."""
    needs: str
    """The key that a reaction with the effect must have, or an empty string."""
    number_key: str
    """The key for the expression that gives the effect its number, or an empty string."""
    move: Move | None
    """The move of cards, if the effect does nothing else; None otherwise."""
    decides: bool
    """Whether the effect decides how the hand continues.

    If several such effects happen on one occasion, the last one counts.
    """
    events: tuple[int, ...]
    """The kinds of events that only this effect and steps of the procedure cause."""
    endless_lacks: str
    """A phrase for what the effect needs but an infinite shoe lacks, or an empty string."""
    analysed: bool = False
    """Whether exact analysis can follow the effect. If not, it refuses rulesets with the effect."""

    @property
    def shown_by(self) -> tuple[str, ...]:
        """The keys of the events that show the effect."""
        return tuple(event.key for event in e.EVENTS.values() if event.kind & ~e.DEALER_ROLE in self.events)

    @property
    def moves_cards(self) -> bool:
        """Whether the effect changes the cards of a hand."""
        return self.number == CHANGE_CARD or (
            self.move is not None and not {self.move.source, self.move.target}.isdisjoint(HANDS)
        )

    @property
    def changes_hands(self) -> bool:
        """Whether the effect may change a hand so that a chart alone no longer decides how to play it."""
        return self.decides or self.moves_cards or self.number == COUNT_AS

    @property
    def needs_dealt(self) -> bool:
        """Whether the shoe must keep track of the cards dealt, even if cards are given by hand."""
        return self.number == CHANGE_CARD or (
            self.move is not None and self.move.source in (DISCARDS, NEW_CARD)
        )

    @property
    def needs_next(self) -> bool:
        """Whether the shoe's next card must be known, even if cards are given by hand."""
        return self.number == LOOK_AHEAD or (self.move is not None and self.move.source == NEXT_CARD)

    @property
    def needs_single_card(self) -> bool:
        """Whether the effect needs one particular card, with a rank and a suit."""
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
    """Add an effect to the catalogue and return its number."""
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
_ONLY_WITH_CARDS = "cards are changed when they are dealt or drawn, a turn begins, or a hand busts or stands"

SPEAK = _effect("speak", "nothing except `say` and `set`", "", analysed=True)
RETAKE = _effect(
    "retake hand",
    "the cards of a hand that busts are set aside, and the same number of new cards is drawn; this repeats "
    "if the new cards bust too, unless a `when` ends it",
    "lays the hand aside and takes as many cards again; {busting_card}; {retaken}; {sees}",
    on=("bust",),
    only="a hand is retaken only when it busts",
    keys=("busting_card", "retaken", "sees"),
    decides=True,
    analysed=True,
)
STAND_ANYWAY = _effect(
    "stand",
    "a player's hand above the target does not bust: it stands and beats every total up to the target",
    "stands, and beats every total up to the target",
    on=("bust",),
    only="`stand` is for a hand that busts",
    decides=True,
    analysed=True,
)
VOID = _effect(
    "void hand",
    "the hand ends, and the wager is returned; a dealer's power voids all hands that stand",
    "the hand is void, and the wager is returned",
    on=_ENDING,
    only="`void hand` is for a hand that busts or would stand",
    decides=True,
    events=(e.HAND_VOID,),
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
    "a hand that would stand draws another card; on `dealer stands`, the dealer draws it",
    "takes another card",
    on=("stand", "dealer stands"),
    only="an extra card is for a hand that would stand",
    decides=True,
    analysed=True,
)
EXTRA_TURN = _effect(
    "extra turn",
    "the hand has another turn, with the reactions to `turn`; when all extra turns are over, `turns over` "
    "happens once more",
    "has another turn",
    on=("turns over",),
    only="a hand has an extra turn when all turns are over",
    decides=True,
)
COUNT_AS = _effect(
    "count as",
    "the hand counts as `total`, to which later cards are added, until one of its cards is discarded or "
    "exchanged, or its target changes; above the target it busts. The total is hard unless `soft` holds. "
    "With `total - last + 1`, its last card counts as 1",
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
    "a card of the owner's hand, or of the `partner`'s, is discarded; no hand loses its only card",
    "discards {card}",
    on=_WITH_CARDS,
    only=_ONLY_WITH_CARDS,
    keys=(*_CARD, *_PARTNER),
    move=Move(CHOSEN_HAND, DISCARDS, leaves=e.DISCARDS),
)
_effect(
    "put card back",
    "a card of the owner's hand, or of the `partner`'s, goes back into the shoe, to be drawn and counted "
    "again; no hand loses its only card",
    "puts {card} back into the shoe {below}",
    on=_WITH_CARDS,
    only=_ONLY_WITH_CARDS,
    keys=(*_CARD, *_PARTNER, "below"),
    number_key="below",
    move=Move(CHOSEN_HAND, SHOE, leaves=e.PUTS_BACK),
)
_effect(
    "exchange card",
    "a card of the owner's hand is exchanged for the dealer's upcard, or for the last card of the `partner`",
    "exchanges {card} with {partner}",
    on=_WITH_CARDS,
    only=_ONLY_WITH_CARDS,
    keys=(*_CARD, *_PARTNER),
    move=Move(OWN_HAND, PARTNERS_HAND, arrives=e.EXCHANGES, returns=True),
)
_effect(
    "give card",
    "a card of the owner's hand moves to the hand of the `partner`, where it counts; no hand loses its only "
    "card",
    "gives {card} to {partner}",
    on=_WITH_CARDS,
    only=_ONLY_WITH_CARDS,
    keys=(*_CARD, *_PARTNER),
    needs="partner",
    move=Move(OWN_HAND, PARTNERS_HAND, leaves=e.GIVES_CARD, arrives=e.TAKES_CARD),
)
_effect(
    "take card",
    "a face-up card moves from the hand of the `partner` to the owner's hand, which must already have a "
    "card, and counts there; no hand loses its only card. On `bust` with `of`, a hand that loses its "
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
    "one of the discards (all cards dealt since the last shuffle that no hand holds) moves to the owner's "
    "hand or the `partner`'s, where it counts: the `last` one dealt, or a different `card`",
    "takes {card} of the discards",
    words_to="gives {card} of the discards to {partner}",
    on=("dealt", "turn", "drawn", "stand"),
    only="a discard is taken when cards are dealt or drawn, a turn begins, or a hand would stand",
    keys=("card", *_OF_KIND, *_PARTNER),
    move=Move(DISCARDS, CHOSEN_HAND, arrives=e.TAKES_CARD),
)
_effect(
    "draw card",
    "the next card of the shoe moves to the owner's hand or the `partner`'s, where it counts. `--cards` "
    "must list enough cards for every card that may be drawn",
    "takes the next card of the shoe",
    words_to="gives the next card of the shoe to {partner}",
    on=("dealt", "turn"),
    only="a card is drawn when a turn begins, or when the first cards are dealt",
    keys=_PARTNER,
    move=Move(NEXT_CARD, CHOSEN_HAND, arrives=e.TAKES_CARD),
)
_effect(
    "add card",
    "a new card from outside the shoe is added to the owner's hand or the `partner`'s, where it counts; it "
    "disappears after the hand. It is a `card` such as `QS`, or has a `rank` and a `suit`",
    "takes a new {new_card}",
    words_to="gives a new {new_card} to {partner}",
    on=("dealt", "turn", "drawn", "stand"),
    only="a card is added when cards are dealt or drawn, a turn begins, or a hand would stand",
    keys=("card", *_OF_KIND, *_PARTNER),
    move=Move(NEW_CARD, CHOSEN_HAND, arrives=e.TAKES_CARD),
)
CHANGE_CARD = _effect(
    "change card",
    "a card of the owner's hand, or of the `partner`'s, changes to the rank or the value `into` as long as a "
    "hand holds it. It keeps its suit, and cannot go back into the shoe",
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
    "the owner's hand and the `partner`'s swap all their cards, face up, if neither has stood or busted; "
    "wagers stay where they are",
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
    only="the hole card is looked at when the cards are dealt or drawn, or a turn begins",
    events=(e.LOOKS,),
)
LOOK_AHEAD = _effect(
    "look at next card",
    "the player looks at the next card of the shoe; conditions can read it as `next_card` until it is "
    "drawn, the shoe is shuffled or the next turn begins. At a terminal, bj shows it on standard error. "
    "`--cards` must list enough cards for every look",
    "looks at the next card of the shoe",
    on=_LOOKING,
    only=f"the next card is looked at {_WHEN_LOOKING}",
    events=(e.LOOKS_AHEAD,),
    endless_lacks="has no next card",
)
_effect(
    "put next card back",
    "the next card, which the player has just looked at, moves further down in the shoe",
    "puts the next card back {below}",
    on=_LOOKING,
    only=f"the next card is put back {_WHEN_LOOKING}",
    keys=("below",),
    number_key="below",
    move=Move(SEEN_CARD, SHOE, leaves=e.PUTS_BACK),
)
RAISE = _effect(
    "raise wager",
    "the wager on the hand grows by `amount`, or by as much as the player can afford",
    "raises the wager by {amount}",
    on=_WITH_CARDS,
    only="a wager is raised when cards are dealt or drawn, a turn begins, or a hand busts or stands",
    keys=("amount",),
    needs="amount",
    number_key="amount",
    events=(e.RAISES,),
)
REPLAY = _effect(
    "replay hand",
    "the wins and losses of the hand, including side bets, are undone, and it is replayed with new cards. "
    "Money moved by `change bankroll` stays where it is, and powers keep their memory",
    "has the hand played again",
    on=("hand over",),
    only="a hand is replayed when it is over",
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
RESET_COUNT = _effect(
    "reset count", "the running count goes back to 0", "starts again at zero", analysed=True
)
REMEMBER = _effects.field()
"""The first number after those of all effects.

REMEMBER + n sets number n that a person remembers. The key `set` does so, with any effect.
"""

fit(REMEMBER, BITS)

DECIDING = sum(1 << effect.number for effect in EFFECTS.values() if effect.decides)
"""The effects that decide how the hand continues, as a bit mask."""
IMMEDIATE = sum(1 << effect.number for effect in EFFECTS.values()) - DECIDING - (1 << SPEAK)
"""The effects that happen immediately after the reaction's speech, as a bit mask."""
CHANGING_HANDS = sum(1 << effect.number for effect in EFFECTS.values() if effect.changes_hands)
"""The effects after which a chart no longer suffices to play a hand, as a bit mask."""

EFFECTS_OF: Mapping[str, tuple[str, ...]] = {
    key: tuple(effect.name for effect in EFFECTS.values() if key in effect.keys)
    for key in dict.fromkeys(key for effect in EFFECTS.values() for key in effect.keys)
}
"""Maps each key of a reaction to the effects that use it."""
