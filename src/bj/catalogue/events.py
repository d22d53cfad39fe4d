"""Events: everything in a game that can be printed.

An event is recorded as its code, followed by any numbers that belong to it. The code is ``person + kind +
role + card``: PERSON_STRIDE times the index of the person, KIND_STRIDE times the number of the kind,
DEALER_ROLE for the dealer's role, and a card or another small number. Most events are therefore a single
number, so that their lines can be prepared in advance.
"""

from typing import Literal, NamedTuple, TypeAlias

from bj.catalogue.fields import FIELDS as FIELDS_OF_TEMPLATES
from bj.catalogue.layout import Layout, fit
from bj.catalogue.limits import (
    HIGHEST_TOTAL,
    MOST_REACTIONS,
    MOST_REMEMBERED,
    MOST_SEATS,
    MOST_SIDE_BETS,
    MOST_TEAMS,
)

PERSON_STRIDE = 32_768
KIND_STRIDE = 256
DEALER_ROLE = 128
CARD_MASK = 127
HIDDEN_CARD = CARD_MASK
NO_PARTNER = -1
"""The index to record as the partner in events that involve only one person."""
MOST_SHOWN = MOST_REMEMBERED + 3
"""The maximum number of values that one line of speech can show.

A line can show every remembered number, the number of the hand, a bankroll and an answer.
"""

PLAYER, DEALER = "player", "dealer"
BOTH = (PLAYER, DEALER)
WHO = {PLAYER: "A player", DEALER: "The dealer"}
WHOSE = {PLAYER: "A player's", DEALER: "The dealer's"}


Part: TypeAlias = Literal["whole", "begins", "card", "ends"]
"""The part of an event that a code records: the whole event or, for a list of cards, its beginning, one card
or its end.
"""


class EventKind(NamedTuple):
    """A kind of event for one role, with its key in ``[output]``."""

    key: str
    """The name of the event in rulesets."""
    code: int
    """The code of the event for the first person, with 0 in the ``coded`` field."""
    role: str = PLAYER
    """The role of the person that the event is about: PLAYER, DEALER, or an empty string for the table."""
    fields: tuple[str, ...] = ()
    """The fields that the event's template can use."""
    coded: str = ""
    """The field that is included in the code, or an empty string."""
    numbers: tuple[str, ...] = ()
    """The fields whose numbers follow the code, in the order in which they are recorded."""
    part: Part = "whole"
    """The part of the event that the code records.

    In the catalogue, the code for a list of cards is that of its beginning.
    """
    memories: int = 0
    """How many remembered numbers follow the event's other numbers."""
    means: str = ""
    """When the event happens."""
    example: str = ""
    """An example of a template for the event."""
    steps: tuple[str, ...] = ()
    """The steps that can cause the event. Empty if the event does not depend on steps."""
    want: int = 0
    """The bit of an optional event, which is recorded only if it has a template. 0 for other events."""
    rule: str = ""
    """The house rule without which the event never happens, or an empty string."""
    shared: str = ""
    """The key of the shared template that applies if the event has no template of its own.

    Empty if the roles do not share a template.
    """

    @property
    def is_list(self) -> bool:
        """Whether the event is a list of cards, recorded in parts: its beginning, each card, and its end."""
        return self.part != "whole"

    @property
    def has_person(self) -> bool:
        """Whether the event is about a person."""
        return "name" in self.fields

    @property
    def size(self) -> int:
        """How many numbers the event takes up in the record, including its code."""
        return 1 + len(self.numbers) + self.memories


CODED = ("card", "total", "winner", "bet", "team")
"""The fields that a code can include. Codes for speech include a phrase instead."""

EVENTS: dict[str, EventKind] = {}
"""Maps keys in ``[output]`` to the events that rulesets can print, in the order in which the reference lists
them.
"""


class Shared(NamedTuple):
    """A template that both roles share."""

    fields: tuple[str, ...]
    """The fields that the template can use."""
    means: str
    """When the event happens, worded for both roles."""
    example: str
    """An example of a template for the event."""


SHARED: dict[str, Shared] = {}
"""Maps keys in ``[output]`` to the templates that both roles share."""

_kinds = Layout()


def _kind(count: int = 1) -> int:
    """Reserve codes for the next ``count`` kinds of events, and return the first code."""
    return KIND_STRIDE * _kinds.field(count)


def _event(
    key: str,
    means: str,
    example: str,
    fields: str = "",
    *,
    roles: tuple[str, ...] = (PLAYER,),
    steps: tuple[str, ...] = (),
    dealer_steps: tuple[str, ...] = (),
    want: int = 0,
    rule: str = "",
    coded: str = "",
) -> int:
    """Add an event to the catalogue for each role in ``roles``, and return the code of its kind.

    ``coded`` names the field that the code includes. By default, this is a field in CODED or, for speech, the
    phrase.
    """
    names = (*fields.split(), *["role"] * (len(roles) > 1))
    part: Part = "begins" if "cards" in names else "whole"
    kind = _kind(2 if part == "begins" else 1 + MOST_SHOWN * ("words" in names))
    if not coded:
        coded = "phrase" if "words" in names else next((name for name in CODED if name in names), "")
    shared = key if len(roles) > 1 and key not in EVENTS else ""
    if shared:
        both = means.format(who="A player or the dealer", whose="A player's or the dealer's")
        SHARED[shared] = Shared(names, both, example)
    for role in roles:
        of_dealer = role == DEALER
        row = EventKind(
            key=f"{role}_{key}" if len(roles) > 1 else key,
            code=kind + DEALER_ROLE * of_dealer,
            role=role,
            fields=names,
            coded=coded,
            numbers=tuple(name for name in names if not FIELDS_OF_TEMPLATES[name].in_code),
            part=part,
            means=means.format(who=WHO.get(role), whose=WHOSE.get(role)),
            example=example,
            steps=dealer_steps if of_dealer and dealer_steps else steps,
            want=want * WANT_OF_DEALER if of_dealer else want,
            rule=rule,
            shared=shared,
        )
        EVENTS[row.key] = row
    return kind


# --- the bits of events that are recorded only if they have a template ------------------------------------

WANT_OF_DEALER = 1 << 8
"""The factor that turns a player's bit for an optional event into the dealer's bit."""

_wants = Layout()
WANT_TABLE = 1 << _wants.field()
WANT_TURN = 1 << _wants.field()
WANT_HAND = 1 << _wants.field()
WANT_BUST = 1 << _wants.field()
WANT_ACTION = 1 << _wants.field()
WANT_MONEY = 1 << _wants.field()
WANT_UPCARD = 1 << _wants.field()

# --- the events ------------------------------------------------------------------------------------------

_TABLE = ("",)
_DEALER = (DEALER,)
_CARD = "name card rank suit"
_MOVE = "name card rank suit partner"
_LIST = "name cards total"
_MONEY = "name amount bankroll"
_PLAY = "name wager bankroll total"
_INSURANCE = "name amount bankroll wager"
_BET = "name bet amount bankroll wager"

SHUFFLE = _event("shuffle", "The shoe is shuffled", "The shoe is shuffled", roles=_TABLE)
CUT = _event("cut", "The shoe is cut and riffled", "{cut} cards are lifted off", "cut", roles=_TABLE)
HAND_BEGINS = _event(
    "hand", "A hand begins", "Hand {hand} bankroll {bankroll}", "hand bankroll name", steps=("announce hand",)
)
BETS = _event(
    "player_bets", "A player wagers", "{name} bets {wager}", "name wager bankroll", steps=("take wagers",)
)
DEALT = _event("dealt", "{who} gets a card face up", "{name} gets {card}", _CARD, roles=BOTH, steps=("deal",))
DEALT_DOWN = _event(
    "dealt_down", "{who} gets a card face down", "{name} gets a card", "name", roles=BOTH, coded="card"
)
"""A card dealt face down. Only a replay may read the card from the event's code."""
UPCARD_SHOWN = _event(
    "upcard",
    "The dealer's upcard is known",
    "{name} shows {card}",
    _CARD,
    roles=_DEALER,
    steps=("deal",),
    want=WANT_UPCARD,
)
NATURAL = _event(
    "player_natural",
    "A player's natural is paid",
    "{name} has a natural and wins {amount}",
    "name amount bankroll wager total",
    steps=("pay naturals", "settle"),
)
NATURALS_TIE = _event(
    "naturals_push",
    "A player's natural ties with the dealer's",
    "Two naturals, push",
    "name amount bankroll wager total",
    steps=("pay naturals",),
    rule="dealer_natural",
)
TURN_HAND = _event(
    "turn",
    "{whose} turn begins",
    "{name} to play: {cards}({total})",
    _LIST,
    roles=BOTH,
    steps=("players act",),
    dealer_steps=("dealer acts",),
    want=WANT_TURN,
)
HITS = _event(
    "hits",
    "{who} draws",
    "{name} draws",
    "name total",
    roles=BOTH,
    steps=("players act",),
    dealer_steps=("dealer acts",),
    want=WANT_ACTION,
)
OWN_HAND = _event(
    "hand",
    "{whose} hand is shown after a card is dealt",
    "{name}: {cards}({total})",
    _LIST,
    roles=BOTH,
    steps=("players act", "show players"),
    dealer_steps=("dealer acts",),
    want=WANT_HAND,
)
DOUBLES = _event(
    "player_doubles",
    "A player doubles",
    "{name} doubles to {wager}",
    _PLAY,
    steps=("players act",),
    rule="double",
)
SPLITS = _event(
    "player_splits",
    "A player splits a hand",
    "{name} splits",
    "name wager bankroll",
    steps=("players act",),
    rule="split",
)
FREE_WAGER = _event(
    "free_wager",
    "The house puts up the amount that doubling or splitting adds",
    "{amount} of the wager is free",
    _MONEY,
    steps=("players act",),
)
PART = _event(
    "player_part",
    "The next lines are about one of the hands that a player has after a split or because of `spots`",
    "{name}, hand {part}:",
    "name part wager",
)
SURRENDERS = _event(
    "player_surrenders",
    "A player surrenders",
    "{name} surrenders",
    _PLAY,
    steps=("players act", "offer surrender"),
    rule="surrender",
)
STANDS = _event(
    "stands",
    "{who} stands",
    "{name} stands",
    "name total",
    roles=BOTH,
    steps=("players act",),
    dealer_steps=("dealer acts",),
    want=WANT_ACTION,
)
TOTAL = _event(
    "total",
    "{who} has stood or busted",
    "{name}'s total is {total}",
    "name total",
    roles=BOTH,
    steps=("players act",),
    dealer_steps=("dealer acts",),
)
BUST_HAND = _event(
    "bust_hand",
    "{whose} hand is shown when it busts",
    "{name}: {cards}({total}, bust)",
    _LIST,
    roles=BOTH,
    steps=("players act",),
    dealer_steps=("dealer acts",),
    want=WANT_BUST,
)
BUSTS = _event(
    "busts",
    "{who} busts",
    "{name} busts at {total}",
    "name total",
    roles=BOTH,
    steps=("players act",),
    dealer_steps=("dealer acts",),
)
HOLE_CARD = _event(
    "hole_card",
    "The dealer's hole card is turned over",
    "{name}'s hole card is {card}",
    _CARD,
    roles=_DEALER,
    steps=("reveal hole card",),
)
CHECKS = _event(
    "player_checks",
    "A player who owes nothing does not raise in a betting round",
    "{name} checks",
    "name",
    steps=("betting round",),
)
BETS_MORE = _event(
    "player_bets_more",
    "A player raises in a betting round",
    "{name} raises to {wager}",
    "name wager bankroll",
    steps=("betting round",),
)
CALLS = _event(
    "player_calls",
    "A player calls the other players' raises",
    "{name} calls",
    "name wager bankroll",
    steps=("betting round",),
)
INSURES = _event(
    "player_insures",
    "A player insures against a dealer's natural",
    "{name} insures for {wager}",
    "name wager bankroll",
    steps=("offer insurance",),
    rule="insurance",
)
INSURANCE_WON = _event(
    "insurance_won",
    "Insurance is paid because the dealer has a natural",
    "{name}'s insurance wins {amount}",
    _INSURANCE,
    steps=("offer insurance",),
    rule="insurance",
)
INSURANCE_LOST = _event(
    "insurance_lost",
    "Insurance is lost",
    "{name}'s insurance loses {amount}",
    _INSURANCE,
    steps=("offer insurance",),
    rule="insurance",
)
SIDE_BET = _event(
    "side_bet",
    "A player makes a side bet",
    "{name} bets {amount} on {bet}",
    _BET,
    steps=("take side bets",),
)
METER = _event(
    "jackpot",
    "A side bet's jackpot grows with a bet, or is paid out",
    "The jackpot of {bet} is {amount}",
    "name bet amount bankroll",
    steps=("take side bets",),
)
SIDE_BET_WON = _event(
    "side_bet_won",
    "A side bet wins",
    "{name} wins {amount} with {bet}",
    _BET,
    steps=("take side bets",),
)
SIDE_BET_PUSHED = _event(
    "side_bet_push",
    "A side bet neither wins nor loses",
    "Push on {bet}",
    _BET,
    steps=("take side bets",),
)
SIDE_BET_LOST = _event(
    "side_bet_lost",
    "A side bet is lost",
    "{name} loses {amount} with {bet}",
    _BET,
    steps=("take side bets",),
)
PEEKS = _event(
    "dealer_peeks",
    "The dealer has checked for a natural and does not have one",
    "{name} has no natural",
    "name",
    roles=_DEALER,
    steps=("peek",),
    rule="hole_card",
)
SITS_OUT = _event(
    "player_sits_out",
    "A player sits out a hand",
    "{name} sits this hand out",
    "name bankroll",
    steps=("take wagers",),
    rule="sit_out",
)
LEAVES = _event(
    "player_leaves",
    "A player leaves the table, but others keep playing",
    "{name} leaves with {bankroll}",
    "name bankroll",
    steps=("take wagers",),
)
LOST_BY_SURRENDER = _event(
    "lost_by_surrender",
    "A player who has surrendered loses part of the wager",
    "{name} has surrendered and loses {amount}",
    "name amount bankroll wager total",
    steps=("settle", "offer surrender"),
    rule="surrender",
)
FOLDS = _event(
    "player_folds",
    "A player folds in a betting round and loses the wager",
    "{name} folds and loses {amount}",
    "name amount bankroll wager total",
    steps=("betting round",),
)
BONUS = _event(
    "player_bonus",
    "A hand gets an immediate bonus (`payouts.bonuses`)",
    "{name} wins a bonus of {amount}",
    "name amount bankroll wager total",
    steps=("players act",),
)
PLAYER_WINS = _event(
    "player_wins",
    "A player's total beats the dealer's",
    "{name} wins {amount}",
    "name amount bankroll wager total",
    steps=("settle",),
)
DEALER_WINS = _event(
    "dealer_wins",
    "The dealer's total beats a player's; the bankroll and the wager are the player's",
    "{name} wins {amount}",
    "name amount bankroll wager total",
    roles=_DEALER,
    steps=("settle",),
)
PUSH = _event("push", "The totals are equal", "Push", "name amount bankroll wager total", steps=("settle",))
LOST_BY_BUST = _event(
    "lost_by_bust",
    "A player who busted loses",
    "{name} busted and loses {amount}",
    "name amount bankroll wager total",
    steps=("settle",),
)
WON_BY_BUST = _event(
    "won_by_bust",
    "A player wins because the dealer busted",
    "{name} wins {amount} because the dealer busted",
    "name amount bankroll wager total",
    steps=("settle",),
)
NATURAL_BEATS = _event(
    "dealer_natural",
    "The dealer's natural beats a player; the bankroll and the wager are the player's",
    "{name}'s natural wins {amount}",
    "name amount bankroll wager total",
    roles=_DEALER,
    steps=("settle",),
    rule="dealer_natural",
)
PAID_OUT = _event(
    "paid",
    "A player has won, for any reason except an immediate bonus",
    "{name} wins {amount}",
    "name amount bankroll wager total",
    steps=("settle", "pay naturals"),
    want=WANT_MONEY,
)
COLLECTED = _event(
    "collected",
    "A player has lost, for any reason",
    "{name} loses {amount}",
    "name amount bankroll wager total",
    steps=("settle", "pay naturals"),
    want=WANT_MONEY,
)
USED_UP = _event(
    "cards_used_up",
    "The cards have run out, and the hand starts again",
    "Hand {hand} starts again",
    "hand",
    roles=_TABLE,
)
HAND_VOID = _event(
    "hand_void",
    "A power voids a hand or settles it without payment",
    "{name}'s hand is void",
    "name amount bankroll wager total",
)
REPLAYS = _event(
    "replays",
    "{who} uses a power to replay the hand, and its wins and losses are undone",
    "{name} has this hand played again",
    "name",
    roles=BOTH,
)
RECEIVES = _event(
    "receives",
    "{who} gets money through a power",
    "{name} receives {amount}",
    "name amount bankroll partner",
    roles=BOTH,
)
GIVES = _event(
    "gives",
    "{who} gives money through a power",
    "{name} gives {amount}",
    "name amount bankroll partner",
    roles=BOTH,
)
RAISES = _event(
    "player_raises",
    "A player uses a power to raise the wager",
    "{name} raises to {wager}",
    "name wager bankroll",
    steps=("deal",),
)
LOOKS = _event(
    "player_looks",
    "A player uses a power to see the dealer's hole card",
    "{name} has looked",
    _CARD,
    steps=("deal",),
)
DISCARDS = _event(
    "discards",
    "{who} discards a card because of a power",
    "{name} discards {card}",
    _CARD,
    roles=BOTH,
    steps=("deal",),
)
EXCHANGES = _event(
    "exchanges",
    "{who} gets a card in exchange for another, through a power or in the step `offer switch`",
    "{name} gets {card} in exchange",
    _MOVE,
    roles=BOTH,
    steps=("deal",),
)
LOOKS_AHEAD = _event(
    "looks_ahead",
    "{who} uses a power to look at the next card in the shoe",
    "{name} looks at the next card",
    _CARD,
    roles=BOTH,
    steps=("deal",),
)
PUTS_BACK = _event(
    "puts_back",
    "{who} puts a card back into the shoe because of a power",
    "{name} puts a card back",
    _CARD,
    roles=BOTH,
    steps=("deal",),
)
GIVES_CARD = _event(
    "gives_card",
    "{who} gives a card to another hand through a power",
    "{name} gives {card} to {partner}",
    _MOVE,
    roles=BOTH,
    steps=("deal",),
)
TAKES_CARD = _event(
    "takes_card",
    "{who} gets a card through a power, for example from another hand or the discards",
    "{name} takes {card}",
    _MOVE,
    roles=BOTH,
    steps=("deal",),
)
CHANGES_CARD = _event(
    "changes_card",
    "{whose} card changes into a different one because of a power",
    "{name} has {card} now",
    _CARD,
    roles=BOTH,
    steps=("deal",),
)
COUNTS_AS = _event(
    "counts_as",
    "{whose} hand counts as a different total because of a power",
    "{name}'s hand counts as {total}",
    "name total",
    roles=BOTH,
    steps=("deal",),
)
TABLE_HAND = _event(
    "table_hand",
    "{whose} hand is shown as everyone at the table sees it",
    "{name}: {cards}",
    _LIST,
    roles=BOTH,
    steps=("show hands",),
    want=WANT_TABLE,
)
SAYS = _event("says", "{who} says something", '{name}: "{words}"', "name words", roles=BOTH)
"""The code for speech without numbers. The next MOST_SHOWN codes are for speech with 1, 2, 3… numbers."""
STANDING = _event(
    "standing",
    "{whose} bankroll is shown in the standings",
    "{padded_name} {bankroll:>8}",
    "name padded_name bankroll hand",
    roles=BOTH,
    steps=("announce standings",),
)
KICKED_OUT = _event(
    "kicked_out",
    "{who} is out of the tournament",
    "{name} is kicked out by {winner}",
    "name winner",
    roles=BOTH,
    steps=("kick out player",),
    dealer_steps=("kick out dealer",),
)
MATCH = _event(
    "match",
    "{who}'s team takes its seats at the start of a match",
    "Match {match}: {team}",
    "match team",
    roles=BOTH,
)
MATCH_WON = _event(
    "match_won",
    "A match is won because the other team has no members left",
    "{team} has won {won} matches",
    "match won team",
    roles=_TABLE,
    steps=("kick out player", "kick out dealer"),
)
TAKES_BANK = _event(
    "takes_bank",
    "The bank passes to another player, who is the dealer from now on",
    "{name} takes the bank with {bankroll}",
    "name bankroll",
    roles=(DEALER,),
    steps=("pass bank",),
)

FIELDS = {event.key: event.fields for event in EVENTS.values()}

OUTPUT_FIELDS = FIELDS | {key: shared.fields for key, shared in SHARED.items()}
"""Maps the key of each template, including shared ones, to its fields."""

LIST_ENDS = KIND_STRIDE
"""The difference between the codes for the beginning and the end of a list of cards.

Both codes include the total.
"""

# --- events without a template in [output] ----------------------------------------------------------------

CARD_IN_LIST = _kind()
"""A card in a list of cards, or HIDDEN_CARD if it is face down."""
LINE = _kind(1 + MOST_SHOWN)
"""A line that a step prints. The code contains the number of the line in place of a card.

The following codes are for lines that show 1, 2, 3… remembered numbers.
"""
TEAM_WINS = _kind()
"""The victory of a team. The code contains the number of the team in place of a card."""

LINE_FIELDS = ("hand", "bankroll", "name")
"""The fields in speech and in the lines that steps print, apart from remembered numbers."""
LINE_NUMBERS = ("hand", "bankroll")
"""The fields of a line that are recorded as numbers after the code."""

fit(_kinds.size, PERSON_STRIDE // KIND_STRIDE)
for most in (HIGHEST_TOTAL + 1, MOST_SEATS + 1, MOST_SIDE_BETS, MOST_TEAMS, 2 * MOST_REACTIONS):
    fit(most, CARD_MASK + 1)  # numbers that can take the place of a card
