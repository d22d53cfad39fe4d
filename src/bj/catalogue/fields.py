"""Fields: the placeholders of templates."""

from typing import NamedTuple


class Field(NamedTuple):
    """A field of a template."""

    key: str
    means: str
    """The content of the field."""
    in_code: bool
    """Whether the code of an event contains the field; other fields are numbers that follow the code."""
    is_money: bool


FIELDS: dict[str, Field] = {}
"""Maps names to fields, in the order of the reference."""


def _field(key: str, means: str, *, in_code: bool = False, is_money: bool = False) -> None:
    """Add a field to the catalogue."""
    FIELDS[key] = Field(key, means, in_code, is_money)


# --- of events -------------------------------------------------------------------------------------------

_field("name", "the name of the person", in_code=True)
_field("padded_name", "the same, padded to the longest name at the table", in_code=True)
_field("role", "the role of the person, as `output.roles` says", in_code=True)
_field("card", "a card, as `cards.name` says", in_code=True)
_field("rank", "the name of its rank", in_code=True)
_field("suit", "the name of its suit", in_code=True)
_field(
    "cards",
    "the list of the hand's cards, each as `cards.listed` says; a line of `output` has it exactly once",
    in_code=True,
)
_field("total", "the total of the hand", in_code=True)
_field("hand", "the number of the hand")
_field("bankroll", "money that the player has, or the house", is_money=True)
_field("wager", "the wager on the hand, or the one that was answered", is_money=True)
_field("amount", "the money won or lost", is_money=True)
_field("part", "the number of the hand among those of the player, from 1")
_field("cut", "the number of cards that the cut lifts")
_field("winner", "the winner of the round", in_code=True)
_field("words", "the words", in_code=True)
_field("bet", "the name of the side bet", in_code=True)
_field("team", "the name of the team", in_code=True)
_field("match", "the number of the match")
_field("won", "the matches that the team has won so far")

# --- of questions ----------------------------------------------------------------------------------------

_field("answer", "the typed answer")
_field("count", "the running count of the player, by the `count` of the strategy")
_field("action", "the longest answer for the same action, such as `split`")
_field("reason", "why the action is not legal, in English")
_field("options", "the legal actions, each as `options` says")
_field("stake", "the cost of the offer, such as insurance")
_field("upcard", "the dealer's face-up card, as `cards.name` says; empty without one")
_field("minimum", "the smallest wager")
_field("maximum", "the largest wager")
_field("least", "the smallest possible answer")
_field("most", "the largest possible answer")
_field("number", "the number of the player in question")
_field("question", "the question of a power")
_field("kinds", "the kinds of players, with commas")
