"""The edits that may explain a difference, in families; each has a prior cost in bits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from bj.errors import KeyPath
from bj.verify.changes import Change
from bj.verify.scene import Scene
from bj.verify.suspects.bonuses import other_bonuses
from bj.verify.suspects.cards import (
    last_card_first,
    misspelt_cards,
    other_card_lists,
    other_card_names,
    other_hidden_cards,
    other_names_in_lists,
)
from bj.verify.suspects.chance import other_aces, other_chance, other_softness, other_values, shown_values
from bj.verify.suspects.decisions import decides_freely, other_decisions, other_rules
from bj.verify.suspects.forms import other_forms
from bj.verify.suspects.formulas import other_formulas, other_limits
from bj.verify.suspects.lines import (
    blank_lines,
    extra_line,
    missing_line,
    missing_part,
    moved_line,
    silent_shuffles,
)
from bj.verify.suspects.money import other_bankroll, other_decimals, other_money, other_outcomes
from bj.verify.suspects.people import (
    brought_bankrolls,
    far_counts,
    other_counts,
    other_people,
    other_retakes,
    other_seats,
    other_strategies,
    unnoticed_busts,
)
from bj.verify.suspects.phrases import other_phrases, other_sayings
from bj.verify.suspects.procedure import (
    dealer_first,
    natural_goes_on,
    other_deals,
    other_house_rules,
    other_naturals,
    other_offers,
    other_plays,
    other_stands,
    other_steps,
)
from bj.verify.suspects.questions import large_wagers, other_answers, other_prompts
from bj.verify.suspects.side_bets import EVENTS as SIDE_BETS
from bj.verify.suspects.side_bets import other_side_bets
from bj.verify.suspects.texts import misprint, misprinted_card, other_wording, renamed_persons

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
        yield [unnoticed_busts(scene)]
    if scene.power:
        people = other_people(scene)
        formulas = other_formulas(scene, "powers", "reactions", "members")
        yield [other_retakes(scene), people, formulas, other_values(scene)]
        yield [other_card_names(scene), other_wording(scene), other_decisions(scene, usual=True)]
        yield [decides_freely(scene)]
        return
    texts = (
        other_forms,
        misprinted_card,
        other_card_names,
        other_card_lists,
        other_hidden_cards,
        misspelt_cards,
        other_names_in_lists,
        last_card_first,
        other_phrases,
        other_wording,
        other_sayings,
        renamed_persons,
        missing_part,
        blank_lines,
        other_decimals,
        other_prompts,
        other_answers,
        large_wagers,
    )
    yield [family(scene) for family in texts]
    if keys & SIDE_BETS:
        yield [other_side_bets(scene)]
    if keys == {"hand"} or scene.is_somebody_else:
        yield [brought_bankrolls(scene), other_bankroll(scene), other_seats(scene)]
    if "natural" in keys:
        yield [natural_goes_on(scene), other_naturals(scene)]
    if "turn" in keys:
        yield [other_plays(scene), dealer_first()]
    if scene.is_asked or keys & OFFERED:
        yield [other_offers(scene)]
    else:
        silent = [change for change in missing_line(scene) if not change.is_vague]
        yield [other_rules(scene), *((silent, other_stands(scene)) if "stands" in keys else ())]
    yield [
        other_deals(scene) if keys == {"dealt"} and scene.is_deal else (),
        other_retakes(scene),
        other_chance(scene),
        other_softness(scene) if scene.aces > 1 else (),
        other_decisions(scene, usual=True),
        other_aces(scene) if scene.aces > 1 or scene.draws_ace or (scene.aces and is_miscounted) else (),
        other_values(scene),
        shown_values(scene),
        (replace(edit, bits=RARE) for edit in other_decisions(scene, usual=False)),
    ]
    if "bets" not in keys:
        yield [decides_freely(scene)]
    if keys & {"bets", "wager"}:
        yield from _about_wagers(scene)
    if "says" in keys:
        yield [other_people(scene), other_formulas(scene, "powers")]
    if keys & {"shuffle", "cut"}:
        yield [other_formulas(scene, "shoe"), other_steps(scene.workshop.base), silent_shuffles(scene)]
    if "natural" not in keys:
        yield [natural_goes_on(scene), dealer_first() if "hole_card" in keys else ()]
    yield [other_money(scene), other_outcomes(scene), other_side_bets(scene), other_bonuses(scene)]
    if "says" in keys or keys & {"dealt", "kicked_out", "standing", "victory", "hand"} or not keys:
        yield [
            other_steps(scene.workshop.base),
            other_formulas(scene, "procedure", "powers"),
            other_people(scene),
        ]
    yield [other_bankroll(scene)]
    yield [missing_line(scene), misprint(scene), moved_line(scene), extra_line(scene)]
    yield [other_steps(scene.workshop.base), other_house_rules(scene)]
    shoe = ("shoe",) if scene.shuffles_show else ()
    yield [other_formulas(scene, "members", "players", *shoe, "procedure")]


def _about_wagers(scene: Scene) -> Iterator[Sequence[Iterable[Change]]]:
    """The families for another wager."""
    yield [other_formulas(scene, "rules")]
    usual, others, far = other_counts(scene, usual=True), other_counts(scene, usual=False), far_counts(scene)
    formulas = other_formulas(scene, "strategies")
    if _wagers_apart(scene):
        yield [formulas, other_strategies(scene), usual, others, far]
    else:
        limits = other_formulas(scene, "strategies", texts=other_limits)
        rest = (formulas, others) if len(scene.wagers) == 1 else (others, formulas)
        yield [limits, usual, *rest, far]
        yield [other_strategies(scene)]
    yield [decides_freely(scene)]
    yield [other_people(scene)]


def _wagers_apart(scene: Scene) -> bool:
    """Whether the player counts correctly but wagers differently."""
    name = "" if scene.expected is None else scene.expected.name
    return scene.book.strategy(name, "wager")[:2] != scene.book.strategy(name, "count")[:2]
