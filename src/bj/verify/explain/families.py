"""The edits that may explain a difference, in families; each has a prior cost in bits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from bj.cards import rank_of
from bj.compiler.wrong_totals import ACE
from bj.errors import KeyPath
from bj.verify.changes import Change
from bj.verify.scene import Scene
from bj.verify.suspects import (
    bonuses,
    cards,
    chance,
    decisions,
    forms,
    formulas,
    lines,
    money,
    people,
    phrases,
    procedure,
    questions,
    side_bets,
    texts,
)

RANKS: KeyPath = ("cards", "ranks")

OFFERED = {"doubles", "splits", "part", "surrenders", "insures", "peeks"}
"""Events of actions that a hand may be offered, without the role."""


RARE = 2.0
"""The extra cost in bits of decisions that people seldom get wrong."""


class Family(NamedTuple):
    """Edits of one kind."""

    bits: float
    """The cost of each edit. The choice among all edits of one cost adds the logarithm of their number."""
    edits: Iterable[Change]


def families(scene: Scene, changes: Sequence[Change] = ()) -> Iterator[Family]:
    """The families that may explain a difference, the cheapest first."""
    bits = 0.0
    for members in _in_order(scene, changes):
        bits += 1
        for family in members:
            yield Family(bits, family)


def _in_order(scene: Scene, changes: Sequence[Change]) -> Iterator[Sequence[Iterable[Change]]]:
    """The families by cost; those of one step cost the same."""
    keys = scene.keys
    is_miscounted = any(change.rule == RANKS for change in changes)
    if "says" in keys:
        yield [people.unnoticed_busts(scene)]
    if scene.power:
        yield [
            people.other_retakes(scene),
            people.other_people(scene),
            formulas.other_formulas(scene, "powers", "reactions", "members"),
            chance.other_values(scene),
        ]
        yield [
            cards.other_card_names(scene),
            texts.other_wording(scene),
            decisions.other_decisions(scene, usual=True),
        ]
        yield [decisions.decides_freely(scene)]
        return
    worded = (
        forms.other_forms,
        texts.misprinted_card,
        cards.other_card_names,
        cards.other_card_lists,
        cards.other_hidden_cards,
        cards.misspelt_cards,
        cards.last_card_first,
        phrases.other_phrases,
        texts.other_wording,
        phrases.other_sayings,
        texts.renamed_persons,
        lines.missing_part,
        lines.blank_lines,
        money.other_decimals,
        questions.other_prompts,
        questions.other_answers,
        questions.large_wagers,
    )
    yield [family(scene) for family in worded]
    if keys & side_bets.EVENTS:
        yield [side_bets.other_side_bets(scene)]
    if keys == {"hand"} or scene.is_somebody_else:
        yield [people.brought_bankrolls(scene), money.other_bankroll(scene), people.other_seats(scene)]
    if "natural" in keys:
        yield [procedure.natural_goes_on(scene), procedure.other_naturals(scene)]
    if "turn" in keys:
        yield [procedure.other_plays(scene), procedure.dealer_first()]
    if scene.is_asked or keys & OFFERED:
        yield [procedure.other_offers(scene)]
    else:
        silent = [change for change in lines.missing_line(scene) if not change.leeway.is_vague]
        yield [
            decisions.other_rules(scene),
            *((silent, procedure.other_stands(scene)) if "stands" in keys else ()),
        ]
    ranks = [*map(rank_of, scene.held)]
    may_miscount = ranks.count(ACE) > 1 or ACE in ranks[2:] or (ACE in ranks and is_miscounted)
    yield [
        procedure.other_deals(scene) if keys == {"dealt"} and scene.is_deal else (),
        people.other_retakes(scene),
        chance.other_chance(scene),
        chance.other_softness(scene) if ranks.count(ACE) > 1 else (),
        decisions.other_decisions(scene, usual=True),
        chance.other_aces(scene) if may_miscount else (),
        chance.other_values(scene),
        chance.shown_values(scene),
        (replace(edit, bits=RARE) for edit in decisions.other_decisions(scene, usual=False)),
    ]
    if "bets" not in keys:
        yield [decisions.decides_freely(scene)]
    if keys & {"bets", "wager"}:
        yield from _about_wagers(scene)
    if "says" in keys:
        yield [people.other_people(scene), formulas.other_formulas(scene, "powers")]
    if keys & {"shuffle", "cut"}:
        yield [
            formulas.other_formulas(scene, "shoe"),
            procedure.other_steps(scene.workshop.base),
            lines.silent_shuffles(scene),
        ]
    if "natural" not in keys:
        yield [procedure.natural_goes_on(scene), procedure.dealer_first() if "hole_card" in keys else ()]
    yield [
        money.other_money(scene),
        money.other_outcomes(scene),
        side_bets.other_side_bets(scene),
        bonuses.other_bonuses(scene),
    ]
    if "says" in keys or keys & {"dealt", "kicked_out", "standing", "victory", "hand"} or not keys:
        yield [
            procedure.other_steps(scene.workshop.base),
            formulas.other_formulas(scene, "procedure", "powers"),
            people.other_people(scene),
        ]
    yield [money.other_bankroll(scene)]
    yield [lines.missing_line(scene), texts.misprint(scene), lines.moved_line(scene), lines.extra_line(scene)]
    yield [procedure.other_steps(scene.workshop.base), procedure.other_house_rules(scene)]
    shoe = ("shoe",) if scene.shuffles_show else ()
    yield [formulas.other_formulas(scene, "members", "players", *shoe, "procedure")]


def _about_wagers(scene: Scene) -> Iterator[Sequence[Iterable[Change]]]:
    """The families for another wager."""
    yield [formulas.other_formulas(scene, "rules")]
    usual, others, far = (
        people.other_counts(scene, usual=True),
        people.other_counts(scene, usual=False),
        people.far_counts(scene),
    )
    wagers = formulas.other_formulas(scene, "strategies")
    if _wagers_apart(scene):
        yield [wagers, people.other_strategies(scene), usual, others, far]
    else:
        limits = formulas.other_formulas(scene, "strategies", texts=formulas.other_limits)
        rest = (wagers, others) if len(scene.wagers) == 1 else (others, wagers)
        yield [limits, usual, *rest, far]
        yield [people.other_strategies(scene)]
    yield [decisions.decides_freely(scene)]
    yield [people.other_people(scene)]


def _wagers_apart(scene: Scene) -> bool:
    """Whether the player counts correctly but wagers differently."""
    name = "" if scene.expected is None else scene.expected.name
    return scene.book.strategy(name, "wager")[:2] != scene.book.strategy(name, "count")[:2]
