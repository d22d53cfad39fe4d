"""Groups the edits that may explain a difference into families, and assigns each family a cost in bits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from bj.cards import rank_of
from bj.compiler.wrong_totals import ACE
from bj.faults_and_fixes import KeyPath
from bj.verify.changes import Change
from bj.verify.mismatch import Mismatch
from bj.verify.suspects import (
    arguments,
    card_names,
    card_values_and_shuffles,
    counting_mistakes,
    formulas,
    letter_case_and_spaces,
    lines,
    money,
    people,
    questions,
    reactions_and_powers,
    side_bets,
    speech,
    steps_and_house_rules,
    texts,
    wrong_plays,
)

RANKS: KeyPath = ("cards", "ranks")

OFFERED = {"doubles", "splits", "part", "surrenders", "insures", "peeks"}
"""Events for actions that are offered only for some hands, as keys without the role prefix."""


RARE = 2.0
"""The extra cost in bits for edits to decisions that programs rarely get wrong."""


class Family(NamedTuple):
    """A group of similar edits that have the same cost."""

    bits: float
    """The cost in bits for each edit. The search adds the logarithm of the number of edits with this cost."""
    edits: Iterable[Change]


def families(mismatch: Mismatch, changes: Sequence[Change]) -> Iterator[Family]:
    """Yield the families that may explain a difference, the cheapest first."""
    bits = 0.0
    values = card_values_and_shuffles.values_of_all_totals(mismatch)
    by_values = [[card_values_and_shuffles.other_values_of_all(mismatch, values)]]
    in_order = chain(_after_misspelt_ranks(mismatch, changes), _in_order(mismatch, changes))
    for members in by_values if values else in_order:
        bits += 1
        for family in members:
            yield Family(bits, family)


def _after_misspelt_ranks(
    mismatch: Mismatch, changes: Sequence[Change]
) -> Iterator[Sequence[Iterable[Change]]]:
    """Yield a group of families about misspelled ranks, which a program may not recognize."""
    ranks = card_names.misspelt_ranks(changes)
    if ranks and mismatch.keys == {"bets"}:
        yield [counting_mistakes.misspelt_counts(mismatch, ranks)]
    elif ranks:
        yield [wrong_plays.misspelt_upcards(mismatch, ranks)]


def _in_order(mismatch: Mismatch, changes: Sequence[Change]) -> Iterator[Sequence[Iterable[Change]]]:
    """Yield groups of families that may explain a difference, the cheapest group first.

    All families in a group have the same cost.
    """
    keys = mismatch.keys
    is_miscounted = any(change.rule == RANKS for change in changes)
    if "says" in keys:
        yield [reactions_and_powers.unnoticed_busts(mismatch)]
    if mismatch.power:
        yield [
            reactions_and_powers.other_retakes(mismatch),
            people.other_people(mismatch),
            formulas.other_formulas(mismatch, "powers", "reactions", "members"),
            card_values_and_shuffles.other_values(mismatch),
        ]
        yield [
            card_names.other_card_names(mismatch),
            texts.other_wording(mismatch),
            wrong_plays.other_decisions(mismatch, usual=True),
        ]
        yield [wrong_plays.decides_freely(mismatch)]
        return
    worded = (
        letter_case_and_spaces.other_forms,
        texts.misprinted_card,
        card_names.other_card_names,
        card_names.other_card_lists,
        card_names.other_hidden_cards,
        card_names.misspelt_cards,
        card_names.last_card_first,
        speech.other_phrases,
        texts.other_wording,
        speech.other_sayings,
        texts.renamed_persons,
        lines.missing_part,
        lines.blank_lines,
        money.other_decimals,
        questions.other_prompts,
        questions.other_answers,
        questions.mistaken_answers,
        questions.large_wagers,
    )
    yield [family(mismatch) for family in worded]
    if not changes and mismatch.is_first_hand:
        yield [arguments.other_arguments(mismatch)]
    if keys & side_bets.EVENTS:
        yield [side_bets.other_side_bets(mismatch)]
    if keys == {"hand"} or mismatch.is_somebody_else:
        yield [
            people.brought_bankrolls(mismatch),
            money.other_bankroll(mismatch),
            people.other_seats(mismatch),
        ]
    if "natural" in keys or mismatch.has_silent_natural:
        yield [
            steps_and_house_rules.natural_goes_on(mismatch),
            steps_and_house_rules.other_naturals(mismatch),
        ]
    if "turn" in keys:
        yield [
            steps_and_house_rules.other_plays(mismatch),
            steps_and_house_rules.dealer_first(),
            steps_and_house_rules.other_numbers_dealt(mismatch) if mismatch.is_first_hand else (),
        ]
    if mismatch.is_asked or keys & OFFERED:
        yield [steps_and_house_rules.other_offers(mismatch)]
    else:
        silent = [change for change in lines.missing_line(mismatch) if not change.leeway.is_vague]
        yield [
            wrong_plays.other_rules(mismatch),
            *((silent, steps_and_house_rules.other_stands(mismatch)) if "stands" in keys else ()),
        ]
    ranks = [*map(rank_of, mismatch.held)]
    may_miscount = ranks.count(ACE) > 1 or ACE in ranks[2:] or (ACE in ranks and is_miscounted)
    yield [
        steps_and_house_rules.other_deals(mismatch) if keys == {"dealt"} and mismatch.is_deal else (),
        questions.missing_questions(mismatch),
        reactions_and_powers.other_retakes(mismatch),
        card_values_and_shuffles.other_chance(mismatch),
        card_values_and_shuffles.other_softness(mismatch) if ranks.count(ACE) > 1 else (),
        wrong_plays.other_decisions(mismatch, usual=True),
        card_values_and_shuffles.other_aces(mismatch) if may_miscount else (),
        card_values_and_shuffles.other_values(mismatch),
        card_values_and_shuffles.kept_hands(mismatch),
        card_values_and_shuffles.shown_values(mismatch),
        (replace(edit, bits=RARE) for edit in wrong_plays.other_decisions(mismatch, usual=False)),
    ]
    if "bets" not in keys:
        yield [wrong_plays.decides_freely(mismatch)]
    if keys & {"bets", "wager"} and not keys & {"shuffle", "cut"}:
        yield from _about_wagers(mismatch)
    if "says" in keys:
        yield [people.other_people(mismatch), formulas.other_formulas(mismatch, "powers")]
    if keys & {"shuffle", "cut"}:
        yield [
            formulas.other_formulas(mismatch, "shoe"),
            steps_and_house_rules.other_steps(mismatch.variants.base),
            lines.silent_shuffles(mismatch),
            card_values_and_shuffles.never_shuffled(mismatch),
        ]
    if "natural" not in keys:
        yield [
            steps_and_house_rules.natural_goes_on(mismatch),
            steps_and_house_rules.dealer_first() if "hole_card" in keys else (),
        ]
    yield [
        money.other_money(mismatch),
        money.other_outcomes(mismatch),
        side_bets.other_side_bets(mismatch),
    ]
    if "says" in keys or keys & {"dealt", "kicked_out", "standing", "victory", "hand"} or not keys:
        yield [
            steps_and_house_rules.other_steps(mismatch.variants.base),
            formulas.other_formulas(mismatch, "procedure", "powers"),
            people.other_people(mismatch),
        ]
    yield [money.other_bankroll(mismatch)]
    yield [
        lines.missing_line(mismatch),
        texts.misprint(mismatch),
        lines.moved_line(mismatch),
        lines.extra_line(mismatch),
    ]
    yield [
        steps_and_house_rules.other_steps(mismatch.variants.base),
        steps_and_house_rules.other_house_rules(mismatch),
    ]
    shoe = ("shoe",) if mismatch.shuffles_show else ()
    yield [formulas.other_formulas(mismatch, "members", "players", *shoe, "procedure")]
    if not changes and not mismatch.is_first_hand:
        yield [arguments.other_arguments(mismatch)]


def _about_wagers(mismatch: Mismatch) -> Iterator[Sequence[Iterable[Change]]]:
    """Yield groups of families that may explain a wrong wager, the cheapest group first."""
    yield [formulas.other_formulas(mismatch, "rules")]
    usual = counting_mistakes.other_counts(mismatch, usual=True)
    others = counting_mistakes.other_counts(mismatch, usual=False)
    far = counting_mistakes.far_counts(mismatch)
    base = mismatch.variants.base
    reactions = [
        *reactions_and_powers.missing_reactions(base),
        *reactions_and_powers.early_reactions(base),
    ]
    wagers = formulas.other_formulas(mismatch, "strategies")
    kept = formulas.kept_wagers(mismatch.variants.base)
    learned = formulas.learned_limits(mismatch)
    if _wagers_apart(mismatch):
        yield [wagers, learned, kept, people.other_strategies(mismatch), usual, others, far, reactions]
    else:
        limits = formulas.other_formulas(mismatch, "strategies", texts=formulas.other_limits)
        rest = (wagers, others) if len(mismatch.wagers) == 1 else (others, wagers)
        yield [limits, learned, kept, usual, *rest, far, reactions]
        yield [people.other_strategies(mismatch)]
    yield [wrong_plays.decides_freely(mismatch)]
    yield [people.other_people(mismatch)]


def _wagers_apart(mismatch: Mismatch) -> bool:
    """Return whether the expected player's wagers and count are defined by different strategies."""
    name = "" if mismatch.expected is None else mismatch.expected.name
    return mismatch.book.strategy(name, "wager")[:2] != mismatch.book.strategy(name, "count")[:2]
