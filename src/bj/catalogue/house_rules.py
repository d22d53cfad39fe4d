"""House rules: what a house allows or does.

Most rules are either true or false, and each of these has a bit in the program. An allowance says when an
action is allowed: in the usual cases, never, or under a given condition.
"""

from typing import NamedTuple

from bj.catalogue.layout import Layout


class Rule(NamedTuple):
    """A house rule, with its key in ``[rules]``."""

    key: str
    bit: int
    means: str
    """The description of the rule in the reference."""
    section: str
    """The section of the rule card in which the rule appears."""
    fact: str
    """The heading for the rule on the rule card."""
    yes: str
    """The sentence on the rule card if the rule is true."""
    no: str
    """The sentence on the rule card if the rule is false, or an empty string if this is obvious."""
    without: tuple[str, ...]
    """The rules that must all be true for this one to have an effect."""
    place: str
    """The path of the key in ``[rules]``, such as ``double.for_less`` for a key inside a table."""
    values: tuple[bool | str, bool | str]
    """The value of the key that makes the rule false, and the value that makes it true."""


RULES: dict[str, Rule] = {}
"""Maps keys to house rules, in the order in which the reference lists them."""

_bits = Layout()


def _rule(
    key: str,
    means: str,
    section: str,
    fact: str,
    yes: str,
    no: str = "",
    without: tuple[str, ...] = (),
    place: str = "",
    values: tuple[bool | str, bool | str] = (False, True),
) -> int:
    """Add a house rule to the catalogue, and return its bit."""
    bit = 1 << _bits.field()
    RULES[key] = Rule(key, bit, means, section, fact, yes, no, without, place or key, values)
    return bit


DEALER_NATURAL = _rule(
    "dealer_natural",
    "Whether a dealer's natural beats every other hand and ties with a player's natural.",
    "Outcome",
    "dealer natural",
    "A dealer's natural beats every hand but a player's natural, with which it ties.",
    "A dealer's natural ranks no higher than other hands of the same total.",
)
STAND_ON_TARGET = _rule(
    "stand_on_target",
    "Whether a hand that has reached the target stands automatically.",
    "Outcome",
    "stand",
    "A hand that has reached the target stands automatically.",
    "A hand that has reached the target is played like any other.",
)
ORIGINAL_BETS_ONLY = _rule(
    "original_bets_only",
    "The wagers that a dealer's natural takes: `all`, or the `original bets` without anything that "
    "doubling, splitting or a raise has added. A wager lost by a bust stays lost.",
    "Wagers",
    "original bets",
    "A dealer's natural takes no more than the first wager, without anything added later.",
    without=("dealer_natural",),
    place="natural_takes",
    values=("all", "original bets"),
)
CREDIT = _rule(
    "credit",
    "Whether a player may wager more than the bankroll.",
    "Wagers",
    "limit",
    "Players may wager more than their bankrolls, on credit.",
    "Players may not wager more than their bankrolls.",
)
DOUBLE_FOR_LESS = _rule(
    "double_for_less",
    "Whether a player who cannot afford to double may add all remaining money instead.",
    "Wagers",
    "double for less",
    "A player who cannot afford to double may add all remaining money instead.",
    place="double.for_less",
)
SPLIT_NATURALS = _rule(
    "split_naturals",
    "Whether a hand from a split is also a natural if its two cards make the target.",
    "Outcome",
    "split naturals",
    "A hand from a split is also a natural if its two cards make the target.",
    without=("split",),
)
SWITCHED_NATURALS = _rule(
    "switched_naturals",
    "Whether two cards that make the target are a natural even if the second one was switched.",
    "Outcome",
    "switched naturals",
    "Two cards that make the target are a natural even if the second one was switched.",
)
DOUBLE_FACE_DOWN = _rule(
    "double_face_down",
    "Whether the card dealt to a doubled hand stays face down until the end.",
    "Wagers",
    "double face down",
    "The card dealt to a doubled hand stays face down until the end.",
    place="double.face_down",
)
PLAYER_NATURAL = _rule(
    "player_natural",
    "Whether a player's natural that is compared in the step `settle` beats every hand but a dealer's "
    "natural, and pays `payouts.natural`.",
    "Outcome",
    "player natural",
    "A player's natural beats every hand but a dealer's natural.",
)
DEALER_CHARLIE = _rule(
    "dealer_charlie",
    "Whether a dealer's hand can also be a charlie, with the same number of cards.",
    "Outcome",
    "dealer charlie",
    "A dealer's hand can also be a charlie.",
    place="charlie.dealer",
)
SIT_OUT = _rule(
    "sit_out",
    "Whether players sit the hand out if their wager is 0 or not allowed; otherwise the game ends with an "
    "error. If all sit out, no more hands are played.",
    "Wagers",
    "sit out",
    "Players whose wager is 0 or not allowed sit the hand out; if all do, no more hands are played.",
)
ABOUT_NATURALS = DEALER_NATURAL | ORIGINAL_BETS_ONLY | SPLIT_NATURALS | SWITCHED_NATURALS | PLAYER_NATURAL
"""The rules that have no effect if two cards cannot be a natural."""
HITS_DOUBLED = 1 << _bits.field()
"""The bit for ``hit.doubled``, which allows doubled hands to be hit."""
DEALER_ALWAYS = 1 << _bits.field()
"""The bit for ``dealer.plays = "always"``: the dealer plays even if every player has busted."""


class Allowance(NamedTuple):
    """An action that the house may allow. Its key in ``[rules]`` is true, false or a condition."""

    key: str
    means: str
    """The description of the key in the reference."""
    usual: str
    """The condition that applies if the allowance is ``true``."""
    is_usual: bool
    """Whether the usual condition applies by default."""
    once: bool
    """Whether doubled hands are excluded, unless the allowance's table says otherwise."""
    step: str
    """The step without which the allowance has no effect, or an empty string."""
    doing: str
    """The action that is allowed, as a noun."""
    fact: str
    """The heading for the allowance on the rule card, or an empty string if the card omits it."""
    yes: str
    """The sentence on the rule card if the allowance is ``true``."""
    no: str
    """The sentence on the rule card if the action is not allowed, or an empty string if this is obvious."""
    when: str
    """The sentence on the rule card if the ruleset sets a condition. Braces mark where the condition goes."""
    place: str
    """The key in ``[rules]`` that sets the allowance.

    This is the allowance's own key, except that ``surrender`` also sets early surrender.
    """


ALLOWANCES: dict[str, Allowance] = {}
"""Maps keys to allowances, in the order in which the reference lists them."""

_places = Layout()


def _allowance(
    key: str,
    means: str,
    usual: str,
    doing: str,
    fact: str,
    yes: str,
    when: str,
    *,
    no: str = "",
    is_usual: bool = False,
    once: bool = False,
    step: str = "",
    place: str = "",
) -> int:
    """Add an allowance to the catalogue, and return its number."""
    ALLOWANCES[key] = Allowance(
        key, means, usual, is_usual, once, step, doing, fact, yes, no, when, place or key
    )
    return _places.field()


HIT = _allowance(
    "hit",
    "When a hand may be hit; by default always, except that a split ace gets only one card. To allow hitting "
    "a doubled hand, set `doubled` in the table.",
    "not (from_split and first == 11)",
    "hitting",
    "",
    "",
    "A hand may be hit when {}.",
    no="A hand may not be hit.",
    is_usual=True,
)
STAND = _allowance(
    "stand",
    "When a hand that may be hit or doubled may stand instead; by default always.",
    "True",
    "standing",
    "stand",
    "",
    "A hand may stand when {}.",
    no="A hand may stand only if it may be neither hit nor doubled.",
    is_usual=True,
)
DOUBLE = _allowance(
    "double",
    "When a hand may be doubled, for exactly one more card; `true` allows it with two cards, but not after "
    "splitting aces. To allow doubling again, set `times` in the table.",
    "cards == 2 and not (from_split and first == 11)",
    "doubling",
    "double",
    "The wager on a hand of two cards may be doubled for exactly one more card.",
    "The wager on a hand may be doubled for one more card when {}.",
    no="The wager on a hand of two cards may not be doubled.",
    once=True,
)
SPLIT = _allowance(
    "split",
    "When two cards may be split into two hands; `true` allows it if they have the same value, up to four "
    "hands, and aces only once.",
    "pair and split_hands < 4 and not (from_split and first == 11)",
    "splitting",
    "split",
    "Two cards of the same value may be split, into up to four hands, aces only once.",
    "A hand may be split when {}.",
)
FREE_DOUBLE = _allowance(
    "free_double",
    "When the house puts up the amount that doubling adds; the player can win this amount but not lose it. "
    "`true` allows it for a two-card hard 9, 10 or 11. `double` determines whether the hand may be "
    "doubled at all.",
    "cards == 2 and not soft and total >= 9 and total <= 11",
    "doubling for free",
    "free double",
    "A two-card hard 9, 10 or 11 is doubled for free: the house puts up the added wager, which cannot be "
    "lost.",
    "Doubling is free when {}: the house puts up the added wager, which cannot be lost.",
)
FREE_SPLIT = _allowance(
    "free_split",
    "When the house puts up the wager on the second hand of a split; the player can win this amount but not "
    "lose it. `true` allows it for all pairs except tens. `split` determines whether the hand may be split "
    "at all.",
    "first != 10",
    "splitting for free",
    "free split",
    "All pairs except tens are split for free: the house puts up the second wager, which cannot be lost.",
    "Splitting is free when {}: the house puts up the second wager, which cannot be lost.",
)
SURRENDER = _allowance(
    "surrender",
    "When a hand may be surrendered during its turn for part of the wager (late surrender); `true` allows it "
    "with the first two cards. To allow surrendering a doubled hand, set `doubled` in the table.",
    "cards == 2 and not from_split",
    "surrendering",
    "surrender",
    "The first two cards may be surrendered after the dealer has checked for a natural.",
    "A hand may be surrendered during its turn when {}.",
    once=True,
)
EARLY_SURRENDER = _allowance(
    "early_surrender",
    "When a hand may be surrendered in the step `offer surrender`, before the dealer checks for a natural; "
    "`true` means always.",
    "True",
    "early surrender",
    "early surrender",
    "A hand may be surrendered before the dealer checks for a natural.",
    "A hand may be surrendered before the dealer checks for a natural when {}.",
    step="offer surrender",
    place="surrender",
)
INSURANCE = _allowance(
    "insurance",
    "When the step `offer insurance` offers insurance for half the wager; `true` allows it against an ace, "
    "that is, any upcard whose highest value is 11.",
    "upcard == 11",
    "insurance",
    "insurance",
    "Against an ace, insurance may be taken for half the wager.",
    "Insurance may be taken for half the wager when {}.",
    step="offer insurance",
)
PEEK = _allowance(
    "hole_card",
    "When the dealer checks the hole card for a natural in the step `peek`; by default with an upcard worth "
    "ten or more. This key also changes inherited steps: if the dealer does not peek, naturals are paid "
    "after the dealer has played; with `none`, the dealer is dealt no hole card.",
    "upcard >= 10",
    "a peek",
    "peek",
    "With an upcard worth ten or more, the dealer checks for a natural before players act.",
    "The dealer checks for a natural before players act when {}.",
    step="peek",
)
