"""The cards, the shoe, wagers and payouts in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bj.cards import RANKS, SUITS, card_code, suit_of
from bj.catalogue.rules import ALLOWANCES, RULES
from bj.describe.rules.comparisons import ALWAYS, NEVER
from bj.describe.rules.layout import wrap
from bj.describe.rules.parts import Fact, Listing, Part, Rows, Section
from bj.describe.rules.phrases import Phrases
from bj.ruleset.check import Checked
from bj.ruleset.expressions.parse import names_used
from bj.ruleset.model import Payouts, Rank, Ruleset
from bj.ruleset.names import Place
from bj.ruleset.pack import Pack, in_order, parse_cards
from bj.text.lists import enumerate_words

FACES: Mapping[str, int] = {str(number): number for number in range(2, 10)}
"""The ranks whose code is their usual value."""

TO: Mapping[str, str] = {"player": "every player gets a card", "dealer": "the dealer gets a card"}


# --- cards ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Worths(Rows):
    """The values of ranks: all in one sentence, and one by one when they are compared."""

    def lines(self, width: int) -> list[str]:
        """The sentence."""
        groups: dict[str, list[str]] = {}
        for rank, (worth,) in self.rows.items():
            groups.setdefault("what they show" if worth == str(FACES.get(rank)) else worth, []).append(rank)
        said = [
            f"{_listed(ranks)} {'count' if len(ranks) > 1 else 'counts'} {worth}"
            for worth, ranks in groups.items()
        ]
        return wrap("; ".join(said).replace("counts what they show", "counts what it shows") + ".", width)


def _listed(ranks: Sequence[str]) -> str:
    """Ranks in a row, with runs from 2 to 9 shortened."""
    if len(ranks) > 2 and "".join(ranks) in "23456789":
        return f"{ranks[0]} to {ranks[-1]}"
    return enumerate_words(ranks)


def describe_cards(checked: Checked) -> Section:
    """The values of cards, the contents of a pack, and its order when it is new."""
    cards, pack = checked.model.cards, checked.pack
    rows = {_called(pack, rank): [_worth(pack.named[rank])] for rank in pack.ranks}
    used = set(map(suit_of, pack.copies))
    suits = [SUITS[suit] for suit in in_order(cards.suit_order, SUITS) if suit in used]
    ranks = [pack.codes[rank] for rank in in_order(cards.rank_order, pack.codes) if rank in pack.ranks]
    order = f"{' '.join(suits)}, each from {' '.join(ranks)}"
    return Section(
        "Cards",
        [
            Worths("cards", ["counts"], rows),
            *([] if pack.is_usual else [Fact("contents", "A pack has {}.", _contents(pack))]),
            Fact("pack", "A new pack lies in this order: {}.", order),
        ],
    )


def _called(pack: Pack, rank: int) -> str:
    """The code of a rank, with its name if the code does not tell."""
    code = pack.codes[rank]
    return code if code in RANKS else f"{code} ({pack.named[rank].name})"


def _contents(pack: Pack) -> str:
    """The number of cards in a pack, and how often it has suits, ranks and single cards, if not once."""
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
    return f"{_size(pack)}: {'one of each, but ' if is_ever_one else ''}{enumerate_words(said)}"


def _size(pack: Pack) -> str:
    """The number of cards in a pack, in words."""
    return f"{len(pack.cards):,} card{'s' if len(pack.cards) > 1 else ''}"


def _worth(rank: Rank) -> str:
    """The value of a card of a rank."""
    if rank.or_ is None:
        return str(rank.value)
    return f"{rank.value}, or {rank.or_} as long as the hand does not bust by it"


# --- the shoe ---------------------------------------------------------------------------------------------

WHEN_EMPTY: Mapping[str, str] = {
    "stop": "the game ends with an error",
    "restart hand": "the shoe is shuffled and the hand starts again",
    "reshuffle discards": "what was discarded is shuffled and play goes on",
}


def describe_shoe(checked: Checked) -> Section:
    """The shoe, and how it is shuffled."""
    model = checked.model
    shoe, shuffle = model.shoe, model.shoe.shuffle
    parts: list[Part] = [Fact("packs", "Cards are dealt from {}.", _packs(checked))]
    if not shoe.is_infinite:
        mixed = "every order of the cards is equally likely"
        if shuffle.method == "riffle":
            low, high = shuffle.between or [0, 0]
            mixed = f"riffled at {shuffle.cuts} random cuts of {low} to {high} cards"
        parts.append(Fact("mixed", "A shuffle: {}.", mixed))
        if shuffle.first_cuts is not None:
            form = "The argument {} can set the cuts of the first shuffle."
            parts.append(Fact("first cuts", form, f"`{shuffle.first_cuts}`"))
        if shoe.reshuffle_when is not None:
            when = Phrases(checked).when(("shoe", "reshuffle_when"), shoe.reshuffle_when, Place.TABLE)
            when = "every time" if when == ALWAYS else when
            parts.append(Fact("reshuffle", "The step `reshuffle` shuffles {}.", when))
        empty = f"When the cards run out in the middle of a hand, {WHEN_EMPTY[shoe.when_empty]}."
        parts.append(Fact("empty", empty))
    parts.append(Fact("generator", "Random numbers come from the generator {}.", shuffle.generator))
    seed = "a fresh one for each game" if shuffle.seed == "random" else str(shuffle.seed)
    parts.append(Fact("seed", "The seed, unless `--seed` sets it, is {}.", seed))
    return Section("Shoe", parts)


def _packs(checked: Checked) -> str:
    """The contents of the shoe."""
    shoe, size = checked.model.shoe, _size(checked.pack)
    if shoe.is_infinite:
        what = "rank" if checked.deals_only_spades else "card of a pack"
        return f"a shoe without end, in which every {what} is equally likely at any time"
    if shoe.players_per_pack is not None:
        every = "player" if shoe.players_per_pack == 1 else f"{shoe.players_per_pack} players or part of them"
        return f"one pack of {size} for every {every}"
    return f"one pack of {size}" if shoe.packs == 1 else f"{shoe.packs} packs of {size}"


# --- wagers and payouts -----------------------------------------------------------------------------------


def describe_wagers(checked: Checked) -> Section:
    """The limits of wagers, and the rules about them."""
    model = checked.model
    rules, decimals = model.rules, model.money.decimals
    phrases = Phrases(checked)
    minimum = phrases.tell(("rules", "minimum_wager"), rules.minimum_wager, Place.START)
    units = "whole units" if decimals == 0 else f"units with {decimals} decimal{'s' if decimals > 1 else ''}"
    facts = [
        Fact("unit", "Money is counted in {}.", units),
        Fact("minimum", "The smallest wager is {}.", minimum),
    ]
    if rules.maximum_wager is not None:
        maximum = phrases.tell(("rules", "maximum_wager"), rules.maximum_wager, Place.START)
        facts.append(Fact("maximum", "The largest wager is {}.", maximum))
    return Section(
        "Wagers",
        [*facts, *_house_rules(model, "Wagers"), *_allowances(checked), *_raise(checked), *_shares(model)],
    )


def _house_rules(model: Ruleset, section: str) -> Iterator[Fact]:
    """The house rules of a section that have something to say."""
    for rule in RULES.values():
        said = rule.yes if model.rules.has(rule.bit) else rule.no
        if rule.section == section and said:
            yield Fact(rule.fact, said)


def _allowances(checked: Checked) -> Iterator[Fact]:
    """What the house allows, and when."""
    rules, steps = checked.model.rules, checked.model.procedure.steps_named()
    for row in ALLOWANCES.values():
        condition = rules.condition(row.key)
        if condition is None or (row.step and row.step not in steps):
            if row.no:
                yield Fact(row.fact, row.no)
        elif condition != row.usual:
            when = Phrases(checked).tell(("rules", row.key), condition, Place.RULE)
            form = row.when
            if when in (ALWAYS, NEVER):
                form = form.replace(" when {}", "").replace(" may ", f" may {when} ", 1)
                if when == ALWAYS and "doubled" in names_used(checked.expressions["rules", row.key]):
                    form = form.removesuffix(".") + ", even after doubling."
            yield Fact(row.fact or row.key, form, when)
        elif row.yes:
            yield Fact(row.fact, row.yes)


def _raise(checked: Checked) -> Iterator[Fact]:
    """What doubling adds, if not the wager."""
    adds = checked.model.rules.double_adds
    if adds is not None and checked.model.rules.may_ever("double"):
        told = Phrases(checked).tell(("rules", "double_adds"), adds, Place.RULE)
        yield Fact("double adds", "Doubling adds {} to the wager.", told)


def _shares(model: Ruleset) -> Iterator[Fact]:
    """What surrendering costs, and what insurance pays."""
    if model.rules.may_ever("surrender"):
        lost, out_of = model.payouts.surrender.split(":")
        part = "half" if (lost, out_of) == ("1", "2") else f"{lost}/{out_of}"
        yield Fact("surrender costs", "Surrendering costs {} of the wager.", part)
    if "offer insurance" in model.procedure.steps_named() and model.rules.condition("insurance"):
        yield Fact("insurance pays", "Insurance pays {}.", model.payouts.insurance)


ROUNDINGS: Mapping[str, str] = {
    "down": "down",
    "up": "up",
    "nearest": "to the nearest amount, halves up",
}
NATURAL = "A natural, two cards that make the target with an ace counted high,"
TIES: Mapping[str, str] = {
    "push": "are a push: the wager comes back",
    "lose": "go to the dealer: the wager is lost",
    "win": "go to the player: the wager is paid 1:1",
}


def describe_outcome(checked: Checked) -> Section:
    """The aim of a hand, and its payouts."""
    model = checked.model
    rules, payouts = model.rules, model.payouts
    natural = Fact("natural", f"{NATURAL} pays no more than other hands.")
    if "pay naturals" in model.procedure.steps_named():
        natural = Fact("natural", f"{NATURAL} is paid {{}} at once.", payouts.natural)
    elif model.pays_naturals:
        natural = Fact("natural", f"{NATURAL} is paid {{}}.", payouts.natural)
    return Section(
        "Outcome",
        [
            Fact("target", "A hand tries to come close to {} and busts beyond it.", str(rules.target)),
            Fact("bust", "A player who busts loses, whatever the dealer does."),
            Fact("win", "A hand that beats the dealer's pays {}.", payouts.win),
            natural,
            *_charlie(model),
            *_house_rules(model, "Outcome"),
            Fact("tie", f"Equal totals {TIES[payouts.tie]}."),
            *_exceptions(payouts),
            *_bonuses(checked),
            Fact(
                "rounding", "A payout that does not come out even is rounded {}.", ROUNDINGS[payouts.rounding]
            ),
        ],
    )


def _charlie(model: Ruleset) -> Iterator[Fact]:
    """Hands that rank above all totals by the number of their cards."""
    if model.rules.charlie is not None:
        form = "A player's hand of {} cards that has not bust stands, and beats all totals."
        yield Fact("charlie", form, str(model.rules.charlie))


def _exceptions(payouts: Payouts) -> Iterator[Fact]:
    """Ties that go another way, and the dealer's bust that ties."""
    for total, way in payouts.tied_totals.items():
        yield Fact(f"tie of {total}", f"Two totals of {total} {TIES[way]}.")
    if payouts.tied_naturals is not None:
        ways = {**TIES, "win": "go to the player, who is paid as for any natural"}
        yield Fact("tied naturals", f"Two naturals {ways[payouts.tied_naturals]}.")
    if payouts.dealer_bust_push is not None:
        form = "A dealer who busts with {} ties with every hand that has not bust, except naturals."
        yield Fact("dealer bust push", form, str(payouts.dealer_bust_push))


def _bonuses(checked: Checked) -> Iterator[Fact]:
    """Hands that bring more."""
    for name, bonus in checked.model.payouts.bonuses.items():
        when = Phrases(checked).when(("payouts", "bonuses", name, "when"), bonus.when, Place.RULE)
        wins = "A hand wins {} at once" if bonus.at_once else "A hand that wins is paid {}"
        yield Fact(f"bonus {name}", f"{wins} {when}.", bonus.pays)


def describe_dealing(checked: Checked) -> Section:
    """The first cards in their order."""
    items = []
    for entry in checked.model.procedure.deal:
        who, _, way = entry.partition(" ")
        items.append(f"{TO[who]} face {way}")
    return Section("Dealing", [Listing("deal", "", items, numbered=True)])
