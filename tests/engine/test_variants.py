"""Games of random variants, which an umpire follows event by event."""

from __future__ import annotations

from random import Random

from hypothesis import assume, given, settings
from tests.engine.coverage_of_games import QUESTIONS, everything, heard
from tests.engine.packs import contents
from tests.engine.variants import (
    SEEDS,
    Variant,
    asking,
    changing_tables,
    plain_tables,
    repack,
    ruleset,
    rulesets,
    table,
    with_bank,
)
from tests.session.games import watch
from tests.umpire.test_umpire import FOLLOWED
from tests.umpire.umpire import Umpire

from bj.compiler.compile import compile_ruleset
from bj.engine.face.view import Reason, Stop, View
from bj.record.events import read

MOST_PIECES = 1000
"""A game is abandoned after this many pieces of its record: the few longer games repeat themselves."""

LEFT = (Stop.DECISION, Stop.EVENTS_FULL, Stop.PAUSED)
"""The possible states of an abandoned game."""


def play(variant: Variant, seed: int) -> View:
    """Play a game that an umpire follows; return its end, or where it was abandoned."""
    compiled = variant.compile(seed)
    umpire = Umpire(variant.data, variant.values, compiled)

    def look(table: list[int], piece: list[int]) -> None:
        fault = View(compiled.program, table).fault
        if fault is None or fault.reason != Reason.RECORD_FULL:  # the last event is then incomplete
            umpire.look(table, read(piece, compiled.persons))

    end = watch(compiled.program, compiled.table, look, most=MOST_PIECES)
    assert end.status in (Stop.DONE, Stop.OUT_OF_CARDS, Stop.FAULTY, *LEFT)
    if end.status == Stop.DONE:
        umpire.finish()
    return View(compiled.program, end.table)


def occurrences(variant: Variant, seed: int) -> set[str]:
    """Everything that occurs in a game without an umpire."""
    checked = variant.load()
    compiled = compile_ruleset(checked, variant.values, seed)
    asked = set()

    def look(table: list[int], _piece: list[int]) -> None:
        question = View(compiled.program, table).question
        if question:
            asked.add(f"question {QUESTIONS[question.kind]}")

    return heard(checked, compiled, watch(compiled.program, compiled.table, look, room=1 << 15)) | asked


@given(plain_tables(), SEEDS)
@settings(max_examples=30)
def test_plain_games_are_played_by_the_rules(variant: Variant, seed: int) -> None:
    """Order, cards, totals, the dealer's rule, wagers, payments and counts are correct in every event."""
    fault = play(variant, seed).fault
    assert not fault or fault.reason in (Reason.NUMBER_TOO_LARGE, Reason.WAGER_TOO_LARGE)  # of much money


@given(changing_tables(), SEEDS)
@settings(max_examples=25)
def test_all_hands_are_settled_by_the_same_rules(variant: Variant, seed: int) -> None:
    """A target or payout that starts or ends with one hand does not affect hands settled with it."""
    play(variant, seed)


def test_random_rulesets_reach_everything() -> None:
    """The games of some rulesets have every event, step, occasion, effect and question of the models.

    An umpire follows the same games in ``tests/umpire/test_umpire.py``.
    """
    missing = everything()
    for seed in FOLLOWED:
        missing -= occurrences(ruleset(seed), seed)
        if not missing:
            break
    assert sorted(missing) == []


def test_no_hand_is_settled_during_a_question() -> None:
    """A question about the first lost hand is asked before the other hands lose."""
    play(asking(154), 0)


def test_cards_become_ones_of_a_rank_of_the_rulesets_own() -> None:
    """A power turns a card into a rank that exists only in this pack."""
    play(repack(asking(79203), 79203), 0)


def test_a_power_of_dealers_hides_no_card_of_a_player() -> None:
    """A player gets every card face up if only dealers have the power to hide the busting card."""
    play(ruleset(31590), 0)


@given(rulesets(), SEEDS)
@settings(max_examples=12)
def test_any_game_is_played_by_the_rules(variant: Variant, seed: int) -> None:
    """In any game, no money appears or vanishes, and every dealt card is from the shoe."""
    play(variant, seed)


@given(plain_tables(), SEEDS)
@settings(max_examples=20)
def test_hand_ends_when_there_are_cards(variant: Variant, seed: int) -> None:
    """With enough cards, every hand ends, for any strategies."""
    data = variant.data
    assume(contents(data).total() >= 50)
    if data["shoe"]["packs"] != "infinite":
        data["shoe"].pop("penetration", None)
        data["shoe"] |= {"packs": 16, "reshuffle_when": "cards_left < 700"}
        data["shoe"]["shuffle"] = {"generator": data["shoe"]["shuffle"]["generator"]}
    data["rules"]["credit"] = True
    data["procedure"]["game"][1]["while"] = "hand < hands"
    for strategy in data["strategies"].values():
        strategy["wager"] = "minimum"
    compiled = variant._replace(values={**variant.values, "hands": 30}).compile(seed)
    end = watch(compiled.program, compiled.table, lambda _table, _piece: None)
    assert end.status == Stop.DONE
    assert View(compiled.program, end.table).hand_number == 30


@given(SEEDS)
@settings(max_examples=15)
def test_the_bank_goes_round(seed: int) -> None:
    """Each player deals in turn with their own money, even after others leave or go broke."""
    chance = Random(seed)  # noqa: S311  # a test that can be repeated
    variant = table(chance)
    with_bank(chance, variant.data)
    play(variant, seed)
