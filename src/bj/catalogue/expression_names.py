"""The names of game values that expressions can use, in addition to a ruleset's arguments."""

from typing import NamedTuple


class Name(NamedTuple):
    """A name that expressions can use."""

    key: str
    kind: str
    """The kind of value: ``number``, ``money`` or ``boolean``."""
    places: tuple[str, ...]
    """The places (see ``bj.ruleset.allowed_names_by_place``) whose expressions can use the name."""
    means: str
    """The description of the value in the reference."""
    words: str
    """A phrase that names the value in a sentence. For a boolean, a clause that says it is true."""
    denied: str
    """For a boolean, a clause that says it is false."""
    is_count: bool
    """Whether the value counts something, and is therefore never negative."""
    starts_at_0: bool
    """Whether the value is 0 or false before the first round and the first hand."""
    changes_in_hand: bool
    """Whether the value can change while a hand is being played."""
    counted: str
    """A clause that states the value of a number, with a placeholder, or an empty string."""
    analysed: bool = False
    """Whether exact analysis supports the name.

    If not, rulesets that use the name cannot be analyzed exactly.
    """


NAMES: dict[str, Name] = {}
"""Maps each name to its row, in the order in which the reference lists them."""

_TABLE = ("table", "wager", "action", "reaction")
_RULE = ("action", "reaction", "rule")
_DRAWING = ("action", "reaction", "rule", "dealer")
_SUIT = '1 for spades, 2 for hearts, 3 for clubs, 4 for diamonds: `suit("H")` is 2'
_RANK = '2 to 10, 11 for a jack, 12 for a queen, 13 for a king, 14 for an ace: `rank("K")` is 13'


def _name(
    key: str,
    kind: str,
    places: tuple[str, ...],
    means: str,
    words: str,
    denied: str = "",
    *,
    is_count: bool = False,
    starts_at_0: bool = False,
    changes_in_hand: bool = False,
    counted: str = "",
    analysed: bool = False,
) -> None:
    NAMES[key] = Name(
        key, kind, places, means, words, denied, is_count, starts_at_0, changes_in_hand, counted, analysed
    )


_name(
    "hand",
    "number",
    _TABLE,
    "number of the hand, counted from 1 in each round; 0 before the first",
    "the number of the hand",
    is_count=True,
    starts_at_0=True,
)
_name(
    "cards_left",
    "number",
    _TABLE,
    "number of cards in the shoe that have not been dealt since the last shuffle",
    "the number of cards left",
    is_count=True,
    changes_in_hand=True,
    counted="{} card{s} {are} left",
    analysed=True,
)
_name(
    "bankroll",
    "money",
    _TABLE,
    "money of the player, including unsettled wagers; in the procedure, money of the player at seat 1",
    "the bankroll",
)
_name(
    "count",
    "number",
    _TABLE,
    "running count of the player since the last `shuffle` or `reshuffle` step; returning discards to an "
    "empty shoe does not change it",
    "the count",
    starts_at_0=True,
    changes_in_hand=True,
    analysed=True,
)
_name("minimum", "money", (*_TABLE, "rule"), "smallest wager", "the minimum", analysed=True)
_name(
    "round",
    "number",
    _TABLE,
    "number of the round, counted from 1; 0 before the first",
    "the number of the round",
    is_count=True,
    starts_at_0=True,
)
_name(
    "players_left",
    "number",
    _TABLE,
    "number of members of the players' team who have not been kicked out",
    "the number of players left",
    is_count=True,
)
_name(
    "dealers_left",
    "number",
    _TABLE,
    "number of members of the dealers' team who have not been kicked out",
    "the number of dealers left",
    is_count=True,
)
_name(
    "match",
    "number",
    _TABLE,
    "number of the match between two teams, counted from 1; 0 before the first round",
    "the number of the match",
    is_count=True,
    starts_at_0=True,
)
_name(
    "matches_left",
    "number",
    _TABLE,
    "number of matches in the tournament that have not been won yet",
    "the number of matches left",
    is_count=True,
)
_name(
    "forfeited",
    "boolean",
    _TABLE,
    "whether the player has forfeited this round",
    "the round is forfeited",
    "the round is not forfeited",
    starts_at_0=True,
)
_name(
    "again",
    "boolean",
    _TABLE,
    "whether the human players chose to continue in the step `ask again`",
    "the players want to continue",
    "the players do not want to continue",
)
_name(
    "players",
    "number",
    _TABLE,
    "number of players at the table",
    "the number of players",
    is_count=True,
    analysed=True,
)
_name(
    "total",
    "number",
    _DRAWING,
    "total of the hand",
    "the total",
    is_count=True,
    changes_in_hand=True,
    analysed=True,
)
_name(
    "soft",
    "boolean",
    _DRAWING,
    "whether an ace counts high in the total",
    "the hand is soft",
    "the hand is not soft",
    changes_in_hand=True,
    analysed=True,
)
_name(
    "cards",
    "number",
    _RULE,
    "number of cards in the hand",
    "the number of cards in the hand",
    changes_in_hand=True,
    counted="the hand has {} card{s}",
    analysed=True,
)
_name(
    "upcard",
    "number",
    _RULE,
    "highest value of the dealer's upcard, 11 for an ace; kept if a power takes the card away",
    "the upcard's value",
    counted="the upcard is {worth}",
    analysed=True,
)
_name(
    "upcard_rank",
    "number",
    _RULE,
    "rank of the dealer's upcard, numbered like `first_rank`; kept if a power takes the card away",
    "the upcard's rank",
    is_count=True,
)
_name(
    "upcard_suit",
    "number",
    _RULE,
    "suit of the dealer's upcard, numbered like `first_suit`; kept if a power takes the card away",
    "the upcard's suit",
    is_count=True,
)
_name(
    "dealer_total",
    "number",
    _RULE,
    "total of the dealer's face-up cards",
    "the dealer's total",
    is_count=True,
    changes_in_hand=True,
    analysed=True,
)
_name(
    "dealer_cards",
    "number",
    _RULE,
    "number of the dealer's face-up cards",
    "the number of the dealer's cards",
    is_count=True,
    changes_in_hand=True,
    counted="the dealer shows {} card{s}",
    analysed=True,
)
_name(
    "dealer_soft",
    "boolean",
    _RULE,
    "whether an ace counts high in the total of the dealer's face-up cards",
    "an ace counts high in the dealer's total",
    "no ace counts high in the dealer's total",
    changes_in_hand=True,
    analysed=True,
)
_name("wager", "money", _RULE, "wager on the hand", "the wager", analysed=True)
_name(
    "free_wager",
    "money",
    _RULE,
    "part of the wager that the house has put up and the player cannot lose",
    "the free part of the wager",
    changes_in_hand=True,
    analysed=True,
)
_name(
    "pair",
    "boolean",
    _RULE,
    "whether the hand consists of two cards of the same value",
    "the hand is a pair",
    "the hand is not a pair",
    changes_in_hand=True,
    analysed=True,
)
_name(
    "same_rank",
    "boolean",
    _RULE,
    "whether all cards in the hand have the same rank",
    "all cards have the same rank",
    "the cards do not all have the same rank",
    changes_in_hand=True,
    analysed=True,
)
_name(
    "suited",
    "boolean",
    _RULE,
    "whether all cards in the hand have the same suit",
    "all cards have the same suit",
    "the cards do not all have the same suit",
    changes_in_hand=True,
    analysed=True,
)
_name(
    "same_colour",
    "boolean",
    _RULE,
    "whether all cards in the hand have the same color: hearts and diamonds, or spades and clubs",
    "all cards have the same color",
    "the cards do not all have the same color",
    changes_in_hand=True,
    analysed=True,
)
_name(
    "straight",
    "boolean",
    _RULE,
    "whether the hand has at least three cards, all consecutive in rank; an ace counts as low or high",
    "the cards are a straight",
    "the cards are not a straight",
    changes_in_hand=True,
    analysed=True,
)
_name(
    "rank_matches",
    "number",
    _RULE,
    "number of other cards in the hand with the same rank as the first card",
    "the number of cards that match the first one in rank",
    is_count=True,
    changes_in_hand=True,
    counted="the first card is matched in rank by {} other card{s}",
    analysed=True,
)
_name(
    "card_matches",
    "number",
    _RULE,
    "number of other cards in the hand with the same rank and suit as the first card",
    "the number of cards that match the first one in rank and suit",
    is_count=True,
    changes_in_hand=True,
    counted="the first card is matched in rank and suit by {} other card{s}",
    analysed=True,
)
_name(
    "first",
    "number",
    _RULE,
    "highest value of the first card of the hand, 11 for an ace",
    "the first card's value",
    is_count=True,
    changes_in_hand=True,
    counted="the first card is {worth}",
    analysed=True,
)
_name(
    "first_rank",
    "number",
    _RULE,
    f"rank of the first card of the hand, {_RANK}",
    "the first card's rank",
    is_count=True,
    changes_in_hand=True,
)
_name(
    "first_suit",
    "number",
    _RULE,
    f"suit of the first card of the hand, {_SUIT}",
    "the first card's suit",
    is_count=True,
    changes_in_hand=True,
)
_name(
    "from_split",
    "boolean",
    _RULE,
    "whether the hand comes from a split",
    "the hand comes from a split",
    "the hand does not come from a split",
    changes_in_hand=True,
    analysed=True,
)
_name(
    "split_hands",
    "number",
    _RULE,
    "number of hands into which the original hand has been split",
    "the number of hands after splitting",
    is_count=True,
    changes_in_hand=True,
    counted="there {are} {} hand{s} after splitting",
    analysed=True,
)
_name(
    "doubled",
    "number",
    _RULE,
    "number of times that the wager on the hand has been doubled",
    "the number of times the hand has been doubled",
    is_count=True,
    changes_in_hand=True,
    counted="the hand has been doubled {times}",
    analysed=True,
)
_name(
    "last",
    "number",
    ("reaction",),
    "value of the last card of the hand, 1 for an ace",
    "the last card's value",
    is_count=True,
    changes_in_hand=True,
    counted="the last card is {worth}",
    analysed=True,
)
_name(
    "last_rank",
    "number",
    ("reaction",),
    "rank of the last card of the hand, numbered like `first_rank`",
    "the last card's rank",
    is_count=True,
    changes_in_hand=True,
)
_name(
    "last_suit",
    "number",
    ("reaction",),
    "suit of the last card of the hand, numbered like `first_suit`",
    "the last card's suit",
    is_count=True,
    changes_in_hand=True,
)
_name(
    "seat",
    "number",
    ("reaction",),
    "seat of the player, counted from 1, or 0 for the dealer; not available with teams",
    "the number of the seat",
    is_count=True,
    analysed=True,
)
_name(
    "profit",
    "money",
    ("reaction",),
    "profit on the hand, negative for a loss, and 0 before it is settled",
    "the hand's profit",
    starts_at_0=True,
    changes_in_hand=True,
    analysed=True,
)

_name(
    "their_total",
    "number",
    ("reaction",),
    "with `of`: total of the other person's hand",
    "their total",
    is_count=True,
    changes_in_hand=True,
)
_name(
    "their_cards",
    "number",
    ("reaction",),
    "with `of`: number of cards in the other person's hand",
    "the number of their cards",
    is_count=True,
    changes_in_hand=True,
)
_name(
    "their_last",
    "number",
    ("reaction",),
    "with `of`: value of the last card of the other person's hand, 1 for an ace",
    "the value of their last card",
    is_count=True,
    changes_in_hand=True,
)
_name(
    "their_last_rank",
    "number",
    ("reaction",),
    "with `of`: rank of the last card of the other person's hand, numbered like `first_rank`",
    "their last card's rank",
    is_count=True,
    changes_in_hand=True,
)
_name(
    "their_last_suit",
    "number",
    ("reaction",),
    "with `of`: suit of the last card of the other person's hand, numbered like `first_suit`",
    "their last card's suit",
    is_count=True,
    changes_in_hand=True,
)
_name(
    "their_seat",
    "number",
    ("reaction",),
    "with `of`: seat of the other person, counted from 1, or 0 for the dealer; not available with teams",
    "the number of their seat",
    is_count=True,
    changes_in_hand=True,
)
_name(
    "their_wager",
    "money",
    ("reaction",),
    "with `of`: wager on the other person's hand",
    "their wager",
    changes_in_hand=True,
)
_name(
    "their_profit",
    "money",
    ("reaction",),
    "with `of`: profit on the other person's hand, negative for a loss, and 0 before it is settled",
    "their profit",
    changes_in_hand=True,
)

_name(
    "their_bankroll",
    "money",
    ("reaction",),
    "with `of`: money of the other person",
    "their bankroll",
)

_name(
    "next_card",
    "number",
    ("reaction",),
    "value of the next card in the shoe, 1 for an ace; 0 unless a player or the dealer has just looked at it",
    "the value of the next card",
    is_count=True,
    changes_in_hand=True,
)
_name(
    "next_rank",
    "number",
    ("reaction",),
    "rank of the next card in the shoe, numbered like `first_rank`; 0 unless a player or the dealer has just "
    "looked at it",
    "the next card's rank",
    is_count=True,
    changes_in_hand=True,
)
_name(
    "next_suit",
    "number",
    ("reaction",),
    "suit of the next card in the shoe, numbered like `first_suit`; 0 unless a player or the dealer has just "
    "looked at it",
    "the next card's suit",
    is_count=True,
    changes_in_hand=True,
)

_name(
    "answer",
    "number",
    ("reaction",),
    "with `between`: the number given as the answer",
    "the number given as the answer",
    is_count=True,
    changes_in_hand=True,
)

ANSWER = "answer"
"""The name for the answer to a power's question."""

SEAT = "seat"

THEIRS = frozenset(key for key in NAMES if key.startswith("their_"))
"""The names for facts about the other person involved in an occasion."""

RANKS = frozenset(key for key in NAMES if key.endswith("_rank") and key != "same_rank")
"""The names that evaluate to the rank of a card."""

SUITS = frozenset(key for key in NAMES if key.endswith("_suit"))
"""The names that evaluate to the suit of a card."""

BY_RANK = frozenset(("same_rank", "straight", "rank_matches", "card_matches"))
"""The names whose values can differ between ranks with the same card value, such as a ten and a king."""

BY_FIRST = frozenset(("first", "rank_matches", "card_matches"))
"""The names whose values depend on which card in the hand comes first."""

BY_SUIT = frozenset(("suited", "same_colour", "card_matches"))
"""The names whose values depend on suits."""
