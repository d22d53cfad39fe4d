"""Describe side bets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bj.describe.rules.description_parts import HeadedPart, Listing, Part
from bj.describe.rules.expressions_in_words import Phrases
from bj.ruleset.check import Checked
from bj.ruleset.model.rules_and_payouts import read_ratio
from bj.ruleset.model.side_bets import name_of
from bj.text.sentences import enumerate_words
from bj.text.untrusted_text import make_visible

CARDS = {
    "player 1": "the player's first card",
    "player 2": "the player's second card",
    "upcard": "the upcard",
    "hole card": "the hole card",
    "player": "all cards of the player",
    "dealer": "all cards of the dealer",
}
"""For each word that ``cards`` in a side bet accepts, a description of the cards."""


@dataclass(frozen=True, slots=True)
class Offer(Listing):
    """A side bet. The heading gives its cost and cards, and the items are the rows of its pay table."""

    def compare(self, other: Part) -> Iterator[str]:
        """Yield the headings if they differ, and then the differences between the pay tables."""
        if isinstance(other, Listing) and self.head != other.head:
            yield from (f"  - {make_visible(self.head)}", f"  + {make_visible(other.head)}")
        yield from Listing.compare(self, other)


def describe_side_bets(checked: Checked) -> HeadedPart:
    """Describe what each side bet costs, which cards decide it, and what it pays."""
    return HeadedPart("Side bets", list(_describe(checked)))


def _describe(checked: Checked) -> Iterator[Listing]:
    phrases = Phrases(checked)
    for key, bet in checked.model.side_bets.items():
        path = ("side_bets", key)
        cost = phrases.in_words((*path, "wager"))
        if bet.between is not None:
            least, most = (phrases.in_words((*path, "between", limit)) for limit in (0, 1))
            cost = f"an amount from {least} to {most}"
        when = ""
        if bet.when is not None:
            when = f", offered {phrases.when((*path, 'when'))}"
        name = name_of(key, bet)
        head = f"{name[:1].upper()}{name[1:]}, for {cost}{when}, on {enumerate_words(_cards(bet.cards))}:"
        items = []
        for index, row in enumerate(bet.pay_table):
            said = phrases.in_words((*path, "pay_table", index, "when"))
            shares = [f"{share_of(row.jackpot)} of the jackpot"] if row.jackpot else []
            items.append(f"{' and '.join([row.pays] * (row.pays != '0:1') + shares) or row.pays} when {said}")
        if bet.jackpot is not None:
            start = phrases.in_words((*path, "jackpot", "start"))
            grown = f"{share_of(bet.jackpot.adds)} of every bet"
            items.append(f"the jackpot starts at {start}, and grows by {grown}")
            reset = start
            if bet.jackpot.reset is not None:
                reset = phrases.in_words((*path, "jackpot", "reset"))
            items.append(
                f"after a payout, the rest stays in the jackpot, which then contains at least {reset}"
            )
        yield Offer(key, head, [*items, "otherwise the bet is lost"])


def share_of(ratio: str) -> str:
    """Return a ratio as a share: a percentage, or ``all``.

    >>> share_of("1:1"), share_of("1:10"), share_of("3:20")
    ('all', '10%', '15%')
    """
    share = read_ratio(ratio)
    return "all" if share == 1 else f"{float(100 * share):.10g}%"


def _cards(words: Sequence[str]) -> list[str]:
    if words[:2] == ["player 1", "player 2"]:
        return ["the player's first two cards", *(CARDS[word] for word in words[2:])]
    return [CARDS[word] for word in words]
