"""Mistakes that show in few hands, or in several ways: each has one explanation."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.changed_rulesets import changed
from tests.session import games
from tests.verify.exams import CLASSIC, rules_of, verifier, verify
from tests.verify.judging import made
from tests.verify.mutants import BY_NAME, game_of, transcript

from bj.argument_values import Value
from bj.catalogue import steps as s
from bj.catalogue.house_rules import ALLOWANCES
from bj.engine.face.state_corrections import lend
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.record.events import Event
from bj.verify import replay, transcript_answers
from bj.verify.causes_of_wrong_wagers import are_by_rule, come_of_other_counts
from bj.verify.changed_games import differences
from bj.verify.changes import Change, Data
from bj.verify.effort import AFTER_ONE, ENOUGH
from bj.verify.explain import doubts
from bj.verify.explain.explaining import explain
from bj.verify.explain.hypothesis import Hypothesis
from bj.verify.findings import BrokenRule
from bj.verify.guessed_rule import section_of
from bj.verify.positions_and_halts import Wager
from bj.verify.rulebook import Rulebook
from bj.verify.suspects.steps_and_house_rules import stand_from
from bj.verify.text import Text


def test_tables_are_compared_to_their_last_number() -> None:
    """Each differing place is found with both numbers, anywhere in a text."""
    before = list(range(150))
    after = [-number if number in (1, 63, 64, 127, 128, 149) else number for number in before]
    assert differences(before, after) == [(at, at, -at) for at in (1, 63, 64, 127, 128, 149)]


def test_hands_that_stand_by_themselves_keep_the_other_rules() -> None:
    """Default rules of the house, such as one card for split aces, still hold below that total."""
    data: Data = {"rules": {"double": "cards == 2"}}
    stand_from(19, data)
    hit = f"({ALLOWANCES['hit'].usual}) and total < 19"
    assert data["rules"] == {"hit": hit, "double": "(cards == 2) and total < 19"}
    data = {"rules": {"double": True}}
    stand_from(20, data)
    assert data["rules"]["double"] == f"({ALLOWANCES['double'].usual}) and total < 20"


def test_little_work_is_left_after_one_explanation() -> None:
    """After one explanation, others are tried only for a while."""
    game, mutant = game_of("courses", 0), BY_NAME["ties lose"]
    examiner = verifier(game.ruleset, game.values, game.seed)
    text = Text(transcript(made([mutant]), game).encode())
    assert explain(examiner.variants, examiner.book, text).is_whole
    assert text.effort.left <= AFTER_ONE


@pytest.mark.parametrize(("module", "name"), [(transcript_answers, "QUESTION"), (replay, "FORESIGHT")])
def test_questions_and_cards_are_work(monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> None:
    """Questions, and searches for cards in lines, count as work."""
    monkeypatch.setattr(module, name, 10_000)
    game = game_of("infinite", 0)
    text = Text(transcript(made([], "infinite"), game).encode())
    examiner = verifier(game.ruleset, game.values, game.seed, game.chance)
    assert replay.Replay(examiner.variants.plain, text).play_out().why == "over"
    assert ENOUGH - text.effort.left > 10_000 * text.content.count("Round ")


def test_a_difference_beyond_the_budget_is_not_a_finding() -> None:
    """Without budget left, a transcript with a finding is abandoned, as its other hands may be right."""
    mutants = [BY_NAME["soft 18 stands always"], BY_NAME["the dealer hits 17"]]
    game = game_of("courses", 0)
    examiner = verifier(game.ruleset, game.values, game.seed)
    text = Text(transcript(made(mutants), game).encode())
    findings = []
    for left in (ENOUGH, 0):
        text.effort.left = left
        found = explain(examiner.variants, examiner.book, text)
        findings.append((len(found.findings), found.is_complete))
    assert findings == [(2, True), (1, False)]


def test_wagers_are_explained_apart_from_decisions_that_are_wrong_too() -> None:
    """Wrong wagers and wrong decisions in the same hands get an explanation each."""
    names = ("the player's second card is not counted", "drawn like the dealer after a draw")
    mutants = [BY_NAME[name] for name in names]
    game = game_of("courses", 5)
    examiner = verifier(game.ruleset, game.values, game.seed)
    text = Text(transcript(made(mutants), game).encode())
    text.effort.left //= 2
    found = explain(examiner.variants, examiner.book, text)
    rules = [finding.rule for finding in found.findings.values()]
    assert rules == ["strategies.simple.chart", "strategies.counting.count"]


def test_a_finding_in_doubt_says_why() -> None:
    """A rival is named, also if its rules are in the report; without one, few hands were compared."""
    examiner = verifier("classic", CLASSIC)
    finding = BrokenRule(1, 1, "payout", "payouts.tie", "", "")
    other = replace(finding, rule="dealer.draws", mistake="the dealer draws")
    win = replace(other, rule="payouts.win", mistake="a win pays double")
    for rivals, doubt in (
        ([[other]], "one of several explanations: also the dealer draws"),
        ([[win]], "one of several explanations: also a win pays double"),
        ([], "only one or two hands show it, and the comparison stopped at line 1"),
    ):
        hypothesis, *others = (Hypothesis(examiner.variants, examiner.book, Text(b"")) for _ in (0, *rivals))
        hypothesis.findings = {("payout", each.rule): each for each in (finding, other)}
        hypothesis.found_by = {"an edit": ("payout", finding.rule)}
        hypothesis.is_complete = False
        for rival, found in zip(others, rivals, strict=True):
            rival.findings = {("payout", each.rule): each for each in found}
        doubts.doubt(hypothesis, others)
        assert hypothesis.findings["payout", "payouts.tie"].doubt == doubt


def test_mistakes_of_single_hands_about_one_rule_are_one_explanation() -> None:
    """A player with the wrong money in every round has one mistake."""
    examiner = verifier("classic", {"bankroll": 100, "minimum": 5, "hands": 20, "player": "simple"})
    costs = []
    for rules in (["players"], ["players", "players"], ["players", "dealer"]):
        hypothesis = Hypothesis(examiner.variants, examiner.book, Text(b""))
        for place, rule in enumerate(rules):
            hypothesis.paid[Change(f"at {place}", "bankroll", (rule,), "", once=True)] = 10
        costs.append((hypothesis.bits, hypothesis.edits))
    assert costs == [(10, 1), (10, 1), (20, 2)]


@pytest.mark.parametrize(
    ("keys", "section"),
    [
        (["player_total"], "hand"),
        (["player_standing"], "round"),
        (["player_says", "dealer_kicked_out"], "round"),
        (["victory"], "game"),
    ],
)
def test_lines_come_from_the_list_of_steps_that_says_them(keys: list[str], section: str) -> None:
    """Lines between two hands of a tournament belong to the round or the game."""
    book = Rulebook(rules_of("sos_vs_sc"), {})
    assert section_of(book, *map(Event, keys)) == ("procedure", section)


def test_wagers_that_no_rule_makes_from_the_count_are_those_of_another() -> None:
    """A higher wager with the same count and no more money follows no rule; with more money, it may."""
    wager = Wager(at=0, person=0, count=2, bankroll=50, amount=10)
    assert not are_by_rule([wager, replace(wager, amount=5)])
    assert not are_by_rule([wager, replace(wager, amount=5, bankroll=60)])
    assert are_by_rule([wager, replace(wager, amount=5, bankroll=40)])
    assert are_by_rule([wager, replace(wager, amount=5, count=1)])
    assert are_by_rule([wager, wager])


WAGERS = st.builds(
    Wager,
    at=st.just(0),
    person=st.just(0),
    count=st.integers(0, 2),
    bankroll=st.integers(1, 4),
    amount=st.integers(1, 4),
)


@given(st.lists(WAGERS, max_size=6))
def test_wagers_are_by_a_rule_when_no_pair_of_them_is_against_it(wagers: list[Wager]) -> None:
    """The quick check agrees with a comparison of all pairs."""
    pairs = permutations(wagers, 2)
    same = ((wager, other) for wager, other in pairs if wager.count == other.count)
    against = any(wager.bankroll <= other.bankroll and wager.amount > other.amount for wager, other in same)
    assert are_by_rule(wagers) != against


def test_wagers_come_of_other_counts_if_their_amounts_are_usual() -> None:
    """The amounts before the difference count, and the expected one."""
    first = Wager(at=0, person=0, count=2, bankroll=50, amount=10)
    then = replace(first, at=9, amount=5)
    assert come_of_other_counts([first, then], 9, 5)
    assert not come_of_other_counts([first, then], 9, 10)
    assert not come_of_other_counts([first, first], 9, 10)


def test_as_many_wagers_as_a_transcript_holds_are_compared_at_once() -> None:
    """Many wagers are compared quickly, not pair by pair."""
    wagers = [Wager(at, person=0, count=at % 7, bankroll=at, amount=10) for at in range(200_000)]
    assert are_by_rule(wagers)


def test_lines_that_differ_in_their_cards_have_one_explanation() -> None:
    """An extra line with a card has one explanation, not one for each card."""
    mutant = BY_NAME["the dealer's second card is told"]
    game = game_of(mutant.program, 0)
    examiner = verifier(game.ruleset, game.values, game.seed, game.chance)
    text = Text(transcript(made([mutant]), game).encode())
    assert len(explain(examiner.variants, examiner.book, text).paid) == 1


def test_a_player_who_does_both_without_money_borrows_for_both() -> None:
    """A player who wagers on credit may also double on credit; other steps lend nothing."""
    compiled = verifier("classic", CLASSIC).variants.plain.compiled
    table = compiled.table.copy()
    lent: dict[int, list[tuple[bool, bool]]] = {}
    for at in range(compiled.program[p.START], len(compiled.program), p.STEP_SIZE):
        table[t.PC] = at
        for told in ((True, True), (True, False), (False, True)):
            lend(compiled.program, table, compiled.table, raises=told[0], wagers=told[1])
            if table[t.CREDIT]:
                lent.setdefault(compiled.program[at], []).append(told)
    both = (True, True)
    assert lent == {s.TAKE_WAGERS: [both, (False, True)], s.PLAYERS_ACT: [both, (True, False)]}


def test_an_edit_of_the_whole_game_must_fit_the_rest() -> None:
    """Swapped arguments would give the first member this bankroll, but not the others."""
    values: dict[str, Value] = {"normal": 40, "hands": 20, "kind": "simple", "dealers": "sos"}
    wrong = changed("sos_vs_sc", {"members/joseph/bankroll": "normal"})
    text = games.transcript(wrong, values, 3)
    (finding,) = verify("sos_vs_sc", values, text, 3).findings
    assert finding.rule == "members.joseph.bankroll"
    assert finding.message == "Joseph Joestar begins with 40 instead of 80"


def test_a_broken_rule_is_not_doubted_because_one_hand_may_be_miscounted() -> None:
    """A dealer who draws on a single soft 17 breaks the rule; aces miscounted once are no other cause."""
    wrong = changed("classic", {"dealer/hits_soft_17": True, "dealer/draws": None})
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 60, "player": "simple"}
    (finding,) = verify("classic", values, games.transcript(wrong, values, 47), 47).findings
    assert (finding.rule, finding.times, finding.confidence) == ("dealer.draws", 1, "sure")
