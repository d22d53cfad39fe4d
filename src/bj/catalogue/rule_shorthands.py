"""Words for common forms of a rule, which can be used in place of a table or a condition."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from bj.catalogue.house_rules import ALLOWANCES


class Word(NamedTuple):
    """A word that can be the value of a rule in ``[rules]``."""

    rule: str
    word: str
    means: Mapping[str, Any] | str
    """The table or condition that the word abbreviates."""
    help: str
    """A short explanation of the word."""


WORDS: dict[str, dict[str, Word]] = {key: {} for key in ALLOWANCES}
"""Maps each rule to the words it accepts, in the order in which the reference lists them."""


def _word(rule: str, word: str, means: Mapping[str, Any] | str, help: str) -> None:  # the name of the column
    plain = means if isinstance(means, str) else dict(means)  # rulesets are pickled for workers
    WORDS[rule][word] = Word(rule, word, plain, help)


ANY = "total >= 0"
"""A condition that is true for every hand."""
NEVER = "False"
"""A condition that is never true."""

_word("double", "any two cards", {}, "the same as `true`")
_word("double", "any number of cards", {"cards": "any"}, "even with more than two cards")
_word("double", "not after a split", {"after_split": False}, "not a hand from a split")
_word("split", "once", {"hands": 2}, "into two hands, which are not split again")
_word("split", "unlimited", {"hands": "unlimited"}, "as often as there are pairs, but aces only once")
_word("split", "same rank", {"same_rank": True}, "only two cards of the same rank")
_word("surrender", "late", {}, "during its turn, with two cards, after the dealer has checked for a natural")
_word("surrender", "early", {"early": True, "late": False}, "before the dealer checks for a natural")
_word(
    "surrender",
    "early against a ten",
    {"early": "upcard == 10", "late": False},
    "before the dealer checks, with a ten as the upcard",
)
_word(
    "surrender",
    "early except against an ace",
    {"early": "upcard != 11", "late": False},
    "before the dealer checks, unless the upcard is an ace",
)
_word("surrender", "any time", {"cards": "any"}, "during its turn, with any number of cards")
_word("surrender", "rescue", {"late": False, "doubled": True}, "only a doubled hand")
_word("early_surrender", "against a ten", "upcard == 10", "with a ten as the upcard")
_word("early_surrender", "except against an ace", "upcard != 11", "unless the upcard is an ace")
_word("insurance", "against an ace", "upcard == 11", "the same as `true`")
_word("insurance", "against any upcard", ANY, "always")
_word(
    "insurance",
    "even money",
    "upcard == 11 and cards == 2 and total == 21",
    "only for a natural, against an ace",
)
_word("hole_card", "peek", "upcard >= 10", "the default")
_word("hole_card", "peek on ace", "upcard == 11", "only with an ace as the upcard")
_word("hole_card", "peek on ten", "upcard == 10", "only with a ten as the upcard")
_word("hole_card", "always peek", ANY, "with any upcard")
_word("hole_card", "no peek", NEVER, "the dealer does not check")
_word("hole_card", "none", NEVER, "the dealer has no hole card")
_word("free_split", "any pair", "pair", "tens too")

_TWO_CARDS: Any = "any two cards"
_PEEKS = ("", "against ", "on ", "with ", "peek on ", "peek with ", "peek against ")
_UPCARDS = (("ace", "ace"), ("ace", "aces"), ("ten", "ten"), ("ten", "tens"))
_LOOKS = tuple(f"{verb} {on}" for verb in ("peek", "dealer peeks") for on in ("on", "for", "with", "against"))
_ANY_CARDS: Any = "any number of cards"
_EVEN_MONEY = "even money"
_NO_DAS: Any = "not after a split"
_TEN: Any = "early against a ten"

TYPED: Mapping[str, Mapping[str, Any]] = {
    "double": {
        **dict.fromkeys(
            ("any", "any two", "any 2", "any 2 cards", "first two", "first two cards", "any first two cards"),
            _TWO_CARDS,
        ),
        **dict.fromkeys(("two cards", "2 cards"), _TWO_CARDS),
        **dict.fromkeys(("any number", "anytime", "any time"), _ANY_CARDS),
        **dict.fromkeys(("no das", "nodas", "ndas", "no double after split", "not after split"), _NO_DAS),
        **dict.fromkeys(("das", "after split", "after a split"), True),
        **{text: {"for_less": True} for text in ("for less", "double for less")},
        **{text: {"times": 2} for text in ("redouble", "redoubling", "twice")},
    },
    "split": {
        **dict.fromkeys(("no resplit", "no resplits", "one time", "only once"), "once"),
        **dict.fromkeys(("any", "any number", "no limit"), "unlimited"),
        **{text: {"resplit_aces": True} for text in ("rsa", "resplit aces", "aces too")},
        **dict.fromkeys(("aces once", "pairs", "any pair"), True),
        **{text: {"same_rank": True} for text in ("identical", "identical cards", "same rank", "same cards")},
    },
    "surrender": {
        **dict.fromkeys(("ls", "late surrender", "first two cards", "any first two cards"), "late"),
        **dict.fromkeys(("es", "early surrender", "full", "full early", "before peek"), "early"),
        **dict.fromkeys(("es10", "early against 10", "early against ten", "early against tens"), _TEN),
        **dict.fromkeys(("early not against an ace", "early except aces"), "early except against an ace"),
        "anytime": "any time",
        "none": False,
    },
    "insurance": {
        **dict.fromkeys(("ace", "aces", "against ace", "against aces"), "against an ace"),
        **dict.fromkeys(("none", "no insurance"), False),
        **{
            f"{how}{hand}{s}": _EVEN_MONEY
            for how in ("", "for ", "of ", "on ", "with ", "if ")
            for hand in ("natural", "blackjack", "bj", "player natural", "player blackjack")
            for s in ("", "s")
        },
    },
    "hole_card": {
        **dict.fromkeys(("yes", "us", "american", "peeks", "dealer peeks"), "peek"),
        **{f"{how} {cards}": "peek" for how in _LOOKS for cards in ("ace and ten", "aces and tens")},
        **{f"{how}{card}": f"peek on {rank}" for how in _PEEKS for rank, card in _UPCARDS},
        **dict.fromkeys(("against any upcard", "peek always", "peek against any upcard"), "always peek"),
        **dict.fromkeys(("not peek", "never peek", "no peeking", "no look"), "no peek"),
        **dict.fromkeys(("no", "no hole card", "european", "enhc", "european no hole card"), "none"),
        **dict.fromkeys(("dealt late", "dealt last", "dealt after players", "after players"), "none"),
    },
}
"""Maps each rule to other phrases that players use for its values, each with the equivalent value.

The phrases are in lowercase and have no articles.
"""

ALWAYS: Mapping[str, Any] = {
    "double": "any number of cards",
    "surrender": "any time",
    "insurance": "against any upcard",
    "free_split": "any pair",
}
"""For each rule where the condition `"True"` allows more than `true`, the word that means `"True"`."""
