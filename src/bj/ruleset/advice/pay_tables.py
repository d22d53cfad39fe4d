"""Advice on rows in pay tables that never pay, because no hand matches or an earlier row matches first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, product

from bj.cards import (
    ANY_OF_RANK,
    ANY_OF_SUIT,
    LOWEST_RANK,
    LOWEST_SUIT,
    RANKS,
    SUITS,
    is_wanted,
    rank_of,
    suit_of,
)
from bj.catalogue.limits import HIGHEST_TOTAL
from bj.faults_and_fixes import Fix, KeyPath
from bj.ruleset.advice.advice_state import Advising
from bj.ruleset.advice.satisfiable_conditions import by_name
from bj.ruleset.expression_ranges import Interval, find_interval
from bj.ruleset.expressions import tree
from bj.ruleset.expressions.tree import Expression
from bj.ruleset.model.rules import read_ratio
from bj.ruleset.model.side_bets import SideBet
from bj.ruleset.pack import Pack
from bj.ruleset.possible_hands import count_high
from bj.ruleset.suggestions import shorten
from bj.ruleset.toml.reading_and_writing import write_value
from bj.text.lazy_regex import compile_later

MOST_HANDS = 40_000
"""The maximum number of hands to examine for a bet. A bet with more hands gets no advice."""

MOST_CARDS = 3
"""The maximum number of cards in a bet for which every hand is examined."""

ACE = len(RANKS) - 1
"""The number of the ace, which can be low or high in a straight."""

OF_UPCARD = frozenset(("upcard", "upcard_rank", "upcard_suit"))
BY_SUIT = frozenset(("first_suit", "upcard_suit"))
"""Names for the suits of individual cards. OF_UPCARD contains the names for facts about the upcard."""

ANY_OF_RANKS = range(ANY_OF_RANK, ANY_OF_SUIT)
"""The arguments to `holds` that mean a rank in any suit."""


PAIR = compile_later(r"\bpair\b(?! *[(])")


def advise_pairs(advising: Advising) -> None:
    """Check that rows for pairs compare ranks, because a king and a ten have the same value."""
    pack = advising.checked.pack
    worths = [pack.worths[rank] for rank in pack.ranks]
    if len({*worths}) == len(worths):
        return
    for name, bet in advising.model.side_bets.items():
        for number, row in enumerate(bet.pay_table):
            path: KeyPath = ("side_bets", name, "pay_table", number, "when")
            if "pair" in tree.names_used(advising.checked.expressions[path]):
                message = "`pair` means any two cards with the same value, such as a king and a ten"
                written = write_value(PAIR.sub("same_rank", row.when))
                say = "for two cards of the same rank, write `{}`"
                remedy = (
                    Fix(written, say)
                    if PAIR.search(row.when)
                    else "for two cards of the same rank, write `same_rank`"
                )
                advising.note("BJ928", path, message, remedy)


def advise_pay_tables(advising: Advising) -> None:
    """Check that each row in a pay table is the first match for some hand."""
    if advising.reactions:  # powers may change the values of cards
        return
    for name, bet in advising.model.side_bets.items():
        if not {*bet.cards} & {"player", "dealer"} and len(bet.cards) <= MOST_CARDS:
            _advise_rows(advising, name, bet)


def _advise_rows(advising: Advising, name: str, bet: SideBet) -> None:
    path: KeyPath = ("side_bets", name, "pay_table")
    written = [advising.checked.expressions[(*path, row, "when")] for row in range(len(bet.pay_table))]
    hiding = _find_hidden(advising, bet, [by_name(row) for row in written])
    for number, earlier in hiding.items():
        row, says = bet.pay_table[number], f"`{shorten(bet.pay_table[number].when)}` never pays"
        if not earlier:
            remedy = "write a different condition, or remove the row"
            advising.note("BJ945", (*path, number, "when"), f"{says}: no hand matches", remedy)
            continue
        first = earlier[0]
        say = f"put it before row {first + 1}, `{shorten(bet.pay_table[first].when)}`"
        is_rarer = read_ratio(row.pays) > read_ratio(bet.pay_table[first].pays)
        fix = Fix("", say, to=(*path, first)) if is_rarer else f"{say}, or remove it"
        message = f"{says}: row {first + 1} matches the same hands"
        advising.note("BJ945", (*path, number), message, fix)


def _find_hidden(advising: Advising, bet: SideBet, rows: Sequence[Expression]) -> Mapping[int, Sequence[int]]:
    """Map each row that is never the first match to the earlier rows that match all its hands.

    A row that matches no hand has no earlier rows. If there are too many hands to examine, the result is
    empty.
    """
    left = {row: set(range(row)) for row in range(len(rows))}
    held: set[int] = set()
    for number, hand in enumerate(_hands(advising, bet, rows)):
        if not left:
            return {}
        if number == MOST_HANDS:
            return {}
        sure: list[int] = []
        for row, condition in enumerate(rows):
            least, most = find_interval(condition, hand, 1)
            if most and row in left:
                held.add(row)
                left[row] &= {*sure}
                if not sure:
                    del left[row]
            if least:
                sure.append(row)
    return {row: sorted(earlier) if row in held else [] for row, earlier in left.items()}


def _hands(advising: Advising, bet: SideBet, rows: Sequence[Expression]) -> Iterator[Mapping[str, Interval]]:
    """Yield the facts about every possible hand for a bet, starting with the cards that ``rows`` mention.

    If no row depends on suits, the first card is always of the same suit. If no row depends on the upcard,
    the order of the other cards does not matter.
    """
    pack, shoe = advising.checked.pack, advising.model.shoe
    names = frozenset().union(*map(tree.names_used, rows))
    asked = {int(name.split()[1]) for name in names if " " in name}
    wanted = [card for card in pack.copies if any(is_wanted(card, each) for each in asked)]
    cards = [*wanted, *(card for card in pack.copies if card not in wanted)]
    place = bet.cards.index("upcard") if "upcard" in bet.cards and names & OF_UPCARD else None
    number = len(bet.cards)
    packs = shoe.packs if isinstance(shoe.packs, int) and shoe.players_per_pack is None else number
    is_any_suit = (
        _are_suits_alike(pack) and not names & BY_SUIT and all(each in ANY_OF_RANKS for each in asked)
    )
    firsts = [card for card in cards if suit_of(card) == 0] if is_any_suit else cards
    for first in firsts:
        others = (
            product(cards, repeat=number - 1)
            if place is not None
            else combinations_with_replacement(cards, number - 1)
        )
        for hand in ((first, *rest) for rest in others):
            if all(hand.count(card) <= pack.copies[card] * packs for card in hand):
                facts = _facts_of(hand, pack, advising.model.rules.target)
                facts |= {} if place is None else _facts_of_upcard(hand[place], pack)
                facts |= {f"holds {each}": int(any(is_wanted(card, each) for card in hand)) for each in asked}
                facts |= {f"number_of {each}": sum(is_wanted(card, each) for card in hand) for each in asked}
                yield {name: (value, value) for name, value in facts.items()}


def _are_suits_alike(pack: Pack) -> bool:
    copies = {(rank_of(card), suit_of(card)): number for card, number in pack.copies.items()}
    return all(
        copies.get((rank, suit)) == number
        for (rank, _), number in copies.items()
        for suit in range(len(SUITS))
    )


def _facts_of_upcard(card: int, pack: Pack) -> dict[str, int]:
    rank = rank_of(card)
    return {
        "upcard": pack.worths[rank][1],
        "upcard_rank": LOWEST_RANK + rank,
        "upcard_suit": LOWEST_SUIT + suit_of(card),
    }


def _facts_of(hand: Sequence[int], pack: Pack, target: int) -> dict[str, int]:
    ranks, suits = [*map(rank_of, hand)], [*map(suit_of, hand)]
    worths = [pack.worths[rank] for rank in ranks]
    soft, total = count_high(sum(low for low, _ in worths), max(high - low for low, high in worths), target)
    return {
        "total": min(total, HIGHEST_TOTAL),
        "soft": int(soft),
        "cards": len(hand),
        "pair": int(len(hand) == 2 and worths[0] == worths[1]),
        "same_rank": int(len({*ranks}) == 1),
        "suited": int(len({*suits}) == 1),
        "same_colour": int(len({suit % 2 for suit in suits}) == 1),
        "straight": int(_is_straight(ranks)),
        "rank_matches": ranks[1:].count(ranks[0]),
        "card_matches": [*hand[1:]].count(hand[0]),
        "first": worths[0][1],
        "first_rank": LOWEST_RANK + ranks[0],
        "first_suit": LOWEST_SUIT + suits[0],
    }


def _is_straight(ranks: Sequence[int]) -> bool:
    """Whether ``ranks`` are at least three consecutive ranks, with the ace low or high."""
    runs = [{*ranks}, {-1 if rank == ACE else rank for rank in ranks}]
    is_run = any(len(run) == len(ranks) == max(run) - min(run) + 1 for run in runs)
    return len(ranks) >= 3 and max(ranks) <= ACE and is_run
