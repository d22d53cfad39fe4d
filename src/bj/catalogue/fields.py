"""Fields: the placeholders in templates."""

from typing import NamedTuple


class Field(NamedTuple):
    """A field in templates."""

    key: str
    means: str
    """A phrase that says what the field shows."""
    in_code: bool
    """Whether the field is part of an event's code.

    Otherwise, it is a number that follows the code.
    """
    is_money: bool
    is_person: bool
    """Whether the field is recorded as a person's index and shown as that person's name."""


FIELDS: dict[str, Field] = {}
"""Maps the name of each field to its row, in the order in which the reference lists them."""


def _field(
    key: str, means: str, *, in_code: bool = False, is_money: bool = False, is_person: bool = False
) -> None:
    FIELDS[key] = Field(key, means, in_code, is_money, is_person)


# --- of events -------------------------------------------------------------------------------------------

_field("name", "the name of the player or the dealer", in_code=True)
_field("padded_name", "the name, padded to the length of the longest name at the table", in_code=True)
_field("role", "the role of the player or the dealer, from `output.roles`", in_code=True)
_field("card", "a card, formatted with `cards.name`", in_code=True)
_field("rank", "the name of the card's rank", in_code=True)
_field("suit", "the name of the card's suit", in_code=True)
_field(
    "cards",
    "the list of the hand's cards, each formatted with `cards.listed`; a template in `output` must have it "
    "exactly once",
    in_code=True,
)
_field("total", "the total of the hand", in_code=True)
_field("hand", "the number of the hand")
_field("bankroll", "the money of the player or the house", is_money=True)
_field(
    "wager",
    "the wager on the hand, the stake of the insurance or the side bet, or the wager that the player entered",
    is_money=True,
)
_field("amount", "the money won or lost", is_money=True)
_field("part", "the number of the hand among the player's own hands, counted from 1")
_field(
    "partner",
    "the other person who gives or gets the card or the money; empty if the card is not from a hand",
    is_person=True,
)
_field("cut", "the number of cards lifted off by the cut")
_field("winner", "the winner of the round", in_code=True)
_field("words", "what the player or the dealer says", in_code=True)
_field("bet", "the name of the side bet", in_code=True)
_field("team", "the name of the team", in_code=True)
_field("match", "the number of the match")
_field("won", "the number of matches that the team has won so far")

# --- of questions ----------------------------------------------------------------------------------------

_field("answer", "the answer that the player entered")
_field("count", "the player's running count, from the `count` of the strategy")
_field("action", "the full answer that selects the action, such as `split`")
_field("reason", "the reason the action is not legal, in English")
_field("options", "the legal actions, formatted with `options`")
_field("stake", "the price of what is offered, such as insurance")
_field("upcard", "the dealer's face-up card, formatted with `cards.name`; empty if all cards are face down")
_field("minimum", "the smallest wager")
_field("maximum", "the largest wager")
_field("step", "the wager step: every wager must be a multiple of it")
_field("least", "the smallest possible answer")
_field("most", "the largest possible answer")
_field("number", "the number of the player that the question is about")
_field("question", "the question that a power asks")
_field("kinds", "the kinds of players, separated by commas")
