"""Describe cards, the shoe, dealing and payouts in plain English."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bj.cards import ANY_OF_RANK, RANKS, SUITS, card_code, suit_of
from bj.catalogue.house_rules import DEALER_NATURAL, PLAYER_NATURAL
from bj.describe.rules.comparisons_in_words import ALWAYS, said_number
from bj.describe.rules.description_parts import Fact, HeadedPart, Listing, Part, Rows
from bj.describe.rules.expressions_in_words import Phrases, held_words
from bj.describe.rules.possible_in_game import (
    fits_two_high,
    has_naturals,
    makes_naturals,
    pays_naturals_early,
    ranks_of_naturals,
    with_exceptions,
)
from bj.describe.rules.procedure import only_when
from bj.describe.rules.wagers_and_actions import house_rules
from bj.ruleset.check import Checked
from bj.ruleset.model import Rank, Ruleset
from bj.ruleset.pack import Pack, in_order, parse_cards
from bj.ruleset.shoe_size import RESHUFFLING, reshuffle_condition
from bj.text.sentences import enumerate_words
from bj.text.wrapping import wrap

FACES: Mapping[str, int] = {str(number): number for number in range(2, 10)}
"""Maps the codes 2 to 9 to the standard values of these ranks."""

TO: Mapping[str, str] = {"player": "every player gets a card", "dealer": "the dealer gets a card"}


# --- cards ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RankValues(Rows):
    """The values of ranks. They are printed as one sentence, but compared individually."""

    def lines(self, width: int) -> list[str]:
        """Return the sentence, wrapped to ``width`` columns."""
        groups: dict[str, list[str]] = {}
        for rank, (worth,) in self.rows.items():
            groups.setdefault("what they show" if worth == str(FACES.get(rank)) else worth, []).append(rank)
        said = [
            f"{_listed(ranks)} {'count' if len(ranks) > 1 else 'counts'} {worth}"
            for worth, ranks in groups.items()
        ]
        return wrap("; ".join(said).replace("counts what they show", "counts what it shows") + ".", width)


def _listed(ranks: Sequence[str]) -> str:
    """List ranks, and shorten three or more consecutive ranks from 2 to 9 to a range."""
    if len(ranks) > 2 and "".join(ranks) in "23456789":
        return f"{ranks[0]} to {ranks[-1]}"
    return enumerate_words(ranks)


def describe_cards(checked: Checked) -> HeadedPart:
    """Describe what cards are worth, which cards a pack contains, and how a new pack is ordered."""
    cards, pack = checked.model.cards, checked.pack
    rows = {_called(pack, rank): [_worth(pack.named[rank])] for rank in pack.ranks}
    used = set(map(suit_of, pack.copies))
    suits = [SUITS[suit] for suit in in_order(cards.suit_order, SUITS) if suit in used]
    ranks = [pack.codes[rank] for rank in in_order(cards.rank_order, pack.codes) if rank in pack.ranks]
    order = f"{' '.join(suits)}, each from {' '.join(ranks)}"
    return HeadedPart(
        "Cards",
        [
            RankValues("cards", ["counts"], rows),
            *_one_high(checked),
            *_halves(checked),
            *([] if pack.is_usual else [Fact("contents", "A pack has {}.", _contents(pack))]),
            Fact("pack", "A new pack is in this order: {}.", order),
        ],
    )


def _one_high(checked: Checked) -> Iterator[Fact]:
    """Explain that only one card in a hand counts high, if two could do so without this rule."""
    if fits_two_high(checked):
        yield Fact("one high", "Only one card in a hand counts its higher value.")


def _halves(checked: Checked) -> Iterator[Fact]:
    """Explain that totals are counted in half points, if they are."""
    if checked.model.cards.count_in == "halves":
        target = checked.model.rules.target
        form = f"Cards and totals are counted in half points: a total of {target} is printed as {{}}."
        yield Fact("count in", form, checked.model.cards.write_total(target))


def _called(pack: Pack, rank: int) -> str:
    """Return the code of a rank, followed by its name if it is a custom rank."""
    code = pack.codes[rank]
    return code if code in RANKS else f"{code} ({pack.named[rank].name})"


def _contents(pack: Pack) -> str:
    """Describe the size of a pack, and any suit, rank or card that is not in it exactly once."""
    numbers = {card: pack.copies.get(card, 0) for card in parse_cards(" ".join(pack.codes), pack.codes)}
    is_ever_one = 1 in numbers.values()
    unusual: dict[int, list[str]] = {}
    for word in (*SUITS, *pack.codes, *(card_code(card, pack.codes) for card in numbers)):
        cards = [card for card in parse_cards(word, pack.codes) if card in numbers]
        alike = {numbers[card] for card in cards}
        if len(alike) == 1 and alike != {1}:
            unusual.setdefault(alike.pop(), []).append(word)
            numbers = {card: number for card, number in numbers.items() if card not in cards}
    said = [
        f"{number} of each {enumerate_words(words)}" if number else f"no {enumerate_words(words, 'or')}"
        for number, words in sorted(unusual.items())
    ]
    each = "one of each" + ", but " * bool(said) if is_ever_one else ""
    return f"{_size(pack)}: {each}{enumerate_words(said)}"


def _size(pack: Pack) -> str:
    return f"{len(pack.cards):,} card{'s' if len(pack.cards) > 1 else ''}"


def _worth(rank: Rank) -> str:
    if rank.or_ is None:
        return str(rank.value)
    return f"{rank.value}, or {rank.or_} unless the hand would bust"


# --- the shoe ---------------------------------------------------------------------------------------------

WHEN_EMPTY: Mapping[str, str] = {
    "stop": "the game ends with an error",
    "restart hand": "the shoe is shuffled and the hand starts again",
    "reshuffle discards": "the discards are shuffled and play continues",
}


def describe_shoe(checked: Checked) -> HeadedPart:
    """Describe the shoe and how it is shuffled."""
    model = checked.model
    shoe, shuffle = model.shoe, model.shoe.shuffle
    parts: list[Part] = [Fact("packs", "Cards are dealt from {}.", _packs(checked))]
    if not shoe.is_infinite:
        mixed = "every order of the cards is equally likely"
        if shuffle.method == "riffle":
            low, high = shuffle.between or [0, 0]
            mixed = f"a riffle with {shuffle.cuts} random cuts of {low} to {high} cards"
        parts.append(Fact("mixed", "Shuffling: {}.", mixed))
        if shuffle.first_cuts is not None:
            form = "The argument {} can set the cuts for the first shuffle."
            parts.append(Fact("first cuts", form, f"`{shuffle.first_cuts}`"))
        shuffles = reshuffle_condition(model)
        if shuffles is not None and "reshuffle" in model.procedure.steps_named():
            when = Phrases(checked).when(RESHUFFLING)
            when = "every time" if when == ALWAYS else when
            parts.append(Fact("reshuffle", "The step `reshuffle` shuffles {}.", when))
        empty = f"When the cards run out in the middle of a hand, {WHEN_EMPTY[shoe.when_empty]}."
        parts.append(Fact("empty", empty))
    parts.append(Fact("generator", "Random numbers come from the generator {}.", shuffle.generator))
    seed = "different for each game" if shoe.seed == "random" else str(shoe.seed)
    parts.append(Fact("seed", "Unless `--seed` sets it, the seed is {}.", seed))
    return HeadedPart("Shoe", parts)


def _packs(checked: Checked) -> str:
    shoe, size = checked.model.shoe, _size(checked.pack)
    if shoe.is_infinite:
        what = "rank" if checked.deals_only_spades else "card in the pack"
        return f"an infinite shoe, in which every {what} is always equally likely"
    if shoe.players_per_pack is not None:
        every = (
            "player" if shoe.players_per_pack == 1 else f"{shoe.players_per_pack} players or fraction thereof"
        )
        return f"one pack of {size} for every {every}"
    return f"one pack of {size}" if shoe.packs == 1 else f"{said_number(shoe.packs)} packs of {size}"


# --- outcomes and dealing -------------------------------------------------------------------------------

ROUNDINGS: Mapping[str, str] = {
    "down": "down",
    "up": "up",
    "nearest": "to the nearest amount, halves up",
}
TIES: Mapping[str, str] = {
    "push": "are a push: the wager is returned",
    "lose": "go to the dealer: the wager is lost",
    "win": "go to the player: the wager is paid 1:1",
}


def describe_outcome(checked: Checked) -> HeadedPart:
    """Describe the aim of a hand and its payouts."""
    model = checked.model
    rules, payouts = model.rules, model.payouts
    rounding = ROUNDINGS[payouts.rounding]
    facts = [
        Fact("target", "The target is {}, and hands above it bust.", str(rules.target)),
        Fact("bust", "A player who busts loses, even if the dealer also busts."),
        Fact("win", "A hand that beats the dealer's pays {}.", payouts.win),
        _naturals(checked),
        *_charlie(model),
        *house_rules(checked, "Outcome"),
        Fact("tie", f"Equal totals {TIES[payouts.tie]}."),
        *_exceptions(model, with_naturals=has_naturals(checked)),
        *_bonuses(checked),
        Fact("rounding", "A payout that is not a whole amount is rounded {}.", rounding),
    ]
    return HeadedPart("Outcome", list(with_exceptions(checked, facts)))


def _naturals(checked: Checked) -> Fact:
    model, codes = checked.model, checked.pack.codes
    ranks = ranks_of_naturals(checked)
    if not ranks:
        by_powers = makes_naturals(checked) and model.pays_naturals
        paid = "; two that a power counts as one are paid {}" if by_powers else ""
        return Fact("natural", f"No two cards are a natural{paid}.", model.payouts.natural if paid else "")
    high = enumerate_words([held_words(ANY_OF_RANK + rank, codes) for rank in ranks], "or")
    how = f" with {high} counted high" if checked.pack.has_high else ""
    natural = f"A natural, two cards that make the target{how},"
    if not model.pays_naturals:
        return Fact("natural", f"{natural} pays no more than other hands.")
    at_once = " immediately" if pays_naturals_early(model) else ""
    only = "" if model.rules.has(PLAYER_NATURAL) else only_when(checked, "pay naturals")
    return Fact("natural", f"{natural} is paid {{}}{at_once}{only}.", model.payouts.natural)


def _charlie(model: Ruleset) -> Iterator[Fact]:
    """Describe hands that beat every total because they contain a certain number of cards."""
    if model.rules.charlie_cards is not None:
        form = "A player's hand that reaches {} cards without busting stands and beats every total."
        yield Fact("charlie", form, str(model.rules.charlie_cards))


def _exceptions(model: Ruleset, *, with_naturals: bool) -> Iterator[Fact]:
    """Describe ties with special rules, and dealer busts that count as ties."""
    payouts, push_on = model.payouts, model.dealer.push_on
    for total, way in payouts.tied_totals.items():
        yield Fact(f"tie of {total}", f"Two totals of {total} {TIES[way]}.")
    is_paid = "pay naturals" in model.procedure.steps_named()
    usual = payouts.tied_totals.get(str(model.rules.target), payouts.tie)
    is_push = is_paid and model.rules.has(DEALER_NATURAL) and usual != "push"
    if with_naturals and (payouts.tied_naturals is not None or is_push):
        won = {"win": "go to the player, who is paid as for any natural"} if is_paid else {}
        yield Fact("tied naturals", f"Two naturals {({**TIES, **won})[payouts.tied_naturals or 'push']}.")
    if push_on is not None:
        but = ", except naturals" if with_naturals else ""
        form = f"If the dealer busts with {{}}, every hand that has not busted pushes{but}."
        yield Fact("dealer bust push", form, str(push_on))


def _bonuses(checked: Checked) -> Iterator[Fact]:
    for name, bonus in checked.model.bonuses.items():
        when = Phrases(checked).when(("payouts", "bonuses", name, "when"))
        wins = "A hand wins {} immediately" if bonus.at_once else "A hand that wins is paid {}"
        yield Fact(f"bonus {name}", f"{wins} {when}.", bonus.pays)


def describe_dealing(checked: Checked) -> HeadedPart:
    """Describe the initial deal, card by card."""
    items = []
    for entry in checked.model.procedure.deal:
        who, _, way = entry.partition(" ")
        items.append(f"{TO[who]} face {way}")
    return HeadedPart("Dealing", [Listing("deal", "", items, numbered=True)])
