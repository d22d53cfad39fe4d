"""Tests mutants of rulesets: which tests notice each one, and which tests would."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.session.starting import start
from tests.verify.exams import rules_of

from bj.argument_values import Value
from bj.grading import mutating
from bj.grading.mutating import Laboratory, describe, find_mutants
from bj.grading.submissions import Submission
from bj.record.line_sources import PlacedRules
from bj.ruleset.load import load_ruleset
from bj.verify.assignment import Assignment
from bj.verify.changed_games import remade
from bj.verify.sample_games import sample_transcript

VALUES: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 3, "player": "simple"}
RUN = Assignment(rules_of("classic"), VALUES, 2, "seed")


def test_every_section_of_rules_is_changed() -> None:
    """House rules, payouts, formulas, cells of charts and steps each give a ruleset that can be played."""
    mutants = list(find_mutants(RUN))
    rules = {each.rule for each in mutants}
    assert {"rules.player_natural", "payouts.natural", "dealer.draws", "procedure.hand"} <= rules
    assert sum(each.rule == "strategies.simple.chart" for each in mutants) > 20
    assert not any("against the rules" in each.message for each in mutants)
    made = [remade(RUN.rules.data, [each.change]) for each in mutants[:12]]
    assert sum(each is not None for each in made) > 6


@pytest.mark.parametrize(
    "file",
    [
        "casino/double_9_to_11",
        "casino/downtown",
        "casino/online_live",
        "counters/hi_lo",
        "variants/pontoon",
        "variants/palio",
    ],
)
def test_rules_in_words_have_mutants_too(file: str) -> None:
    """Words such as "9..11" are not formulas, and a power may be a table with start values."""
    mutants = list(find_mutants(Assignment(rules_of(file), {}, 0, "seed")))
    assert len({each.rule for each in mutants}) > 5


def test_naturals_and_members_are_changed() -> None:
    """A natural pays each other usual payout; neighbours swap, and reactions and powers are removed."""
    base = rules_of("sos_vs_sc")
    mutants = list(find_mutants(Assignment(base, {"normal": 10}, 2, "seed")))
    pays = {each.message for each in mutants if each.rule == "payouts.natural"}
    assert pays == {"pays 1:1", "pays 3:2", "pays 6:5"} - {f"pays {base.checked.model.payouts.natural}"}
    members = [each for each in mutants if each.rule.startswith(("teams", "members"))]
    words = {f"{each.rule}: {each.message}" for each in members}
    assert {
        "teams: yuki before haruhi",
        "members.joseph.reactions: without the reaction to `round won`",
        "members.jotaro.powers: without `stop_time`",
    } <= words
    assert all(remade(base.data, [each.change]) is not None for each in members)


def write_rules(folder: Path, *tables: str) -> Assignment:
    """An assignment whose ruleset changes some tables of ``classic``."""
    file = folder / "mine.toml"
    file.write_text("\n".join(('[ruleset]\ntitle = "Mine"\nextends = "classic"', *tables)), "utf-8")
    return replace(RUN, rules=PlacedRules(load_ruleset(file)))


@pytest.mark.parametrize(
    ("tables", "rule", "messages"),
    [
        ("[dealer]\nhits_soft_17 = true", "dealer.draws", {"`total < 17`", "`total < 17 or soft`"}),
        ("[dealer]\nhits_soft_17 = false", "dealer.draws", {"`total < 17 or soft and total == 17`"}),
        ('[dealer]\ndraws = "total < 16"', "dealer.draws", {"`total < 16 or soft and total == 16`"}),
        ('[dealer]\ndraws = "(total < 17 or soft) and total < 18"', "dealer.draws", {"`total < 18`"}),
        ('[shoe]\npenetration = "50%"', "shoe.reshuffle_when", {"`cards_left <= 26`"}),
        ("", "payouts.rounding", {"`up`", "`nearest`"}),
        ('[payouts]\ntie = "lose"', "payouts.tie", {"`push`", "`win`"}),
        ("", "dealer.plays", {"`always`"}),
    ],
)
def test_shorthand_keys_and_words_are_changed(
    tmp_path: Path, tables: str, rule: str, messages: set[str]
) -> None:
    """A key that means a formula gets other formulas, also without an operand; a word gets the others."""
    run = write_rules(tmp_path, tables)
    mutants = {each.message: each for each in find_mutants(run) if each.rule == rule}
    assert messages <= mutants.keys()
    assert all(remade(run.rules.data, [mutants[each].change]) is not None for each in messages)


def test_a_soft_17_that_never_comes_up_is_reported(tmp_path: Path) -> None:
    """A game without a soft 17 of the dealer notices no dealer who draws on it."""
    run = write_rules(tmp_path, "[dealer]\nhits_soft_17 = true")
    laboratory = Laboratory({"only": run}, with_cases=False)
    stands = next(each for each in find_mutants(run) if each.message == "`total < 17`")
    result = laboratory.examine(stands)
    assert result is not None
    assert (result.noticed, result.suggestion[:11]) == ((), "try --seed ")


def test_transcripts_that_equal_no_change_are_counted() -> None:
    """The report says that no submission equals a change."""
    assert list(describe([], 3))[-1] == "transcripts that match a change: none of 3 submissions"


def test_a_house_rule_in_words_gets_the_other_word() -> None:
    """A rule that is neither true nor false is changed too, to a ruleset that can be played."""
    base = rules_of("casino")
    values: dict[str, Value] = {"bankroll": 100, "hands": 3}
    mutants = {each.rule: each for each in find_mutants(Assignment(base, values, 2, "seed"))}
    made = remade(base.data, [mutants["rules.natural_takes"].change])
    assert made is not None
    assert made.model.rules.natural_takes == "original bets"


def test_a_change_is_noticed_or_a_seed_would_notice_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A draw of the dealer shows in the first hands; a payout that does not come up needs another seed."""
    monkeypatch.setattr(mutating, "SEEDS", 12)
    by_rule = {each.rule: each for each in find_mutants(RUN)}
    checked = remade(RUN.rules.data, [by_rule["payouts.win"].change])
    assert checked is not None
    (tmp_path / "ann.txt").write_text(sample_transcript(checked, RUN), "utf-8")
    (tmp_path / "bob.txt").write_text(sample_transcript(RUN.rules.checked, RUN), "utf-8")
    students = [Submission(name, tmp_path, (("only", f"{name}.txt"),)) for name in ("ann", "bob")]
    laboratory = Laboratory({"only": RUN}, students, with_cases=False)
    win = laboratory.examine(by_rule["payouts.win"])
    natural = laboratory.examine(by_rule["payouts.natural"])
    assert win is not None
    assert (win.noticed, win.students) == (("run only",), ("ann",))
    assert natural is not None
    assert (natural.noticed, natural.students) == ((), ())
    assert natural.suggestion.startswith("try --seed ")
    lines = list(describe([win, natural], 2))
    assert lines[0] == "2 rule changes, 1 noticed"
    assert lines[-1] == f"  payouts.win: {win.mutant.message}: ann"


def test_cases_notice_changes_too() -> None:
    """The shipped cases of a ruleset cover its payouts."""
    laboratory = Laboratory({"only": RUN}, with_cases=True)
    natural, _ = (each for each in find_mutants(RUN) if each.rule == "payouts.natural")
    result = laboratory.examine(natural)
    assert result is not None
    assert any(each.startswith("case ") for each in result.noticed)


def test_the_command_reports_what_is_not_noticed(tmp_path: Path) -> None:
    """Exit code 1, and usage errors for folders without a course."""
    words = ("classic", "--set", "hands=1", "--only")
    done = start("mutate", *words, "payouts", folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, b"7 rule changes, 7 noticed\n")
    done = start("mutate", *words, "rules.player_natural", folder=tmp_path)
    assert done.returncode == 1
    assert (
        b"in no game tried (rare, or without effect in this assignment):\n  rules.player_natural:\n"
        in done.stdout
    )
    assert start("mutate", "classic", "--submissions", ".", folder=tmp_path).returncode == 2


def test_faults_of_the_cases_are_reported(tmp_path: Path) -> None:
    """A file of cases that cannot be read is not the same as none."""
    (tmp_path / "mine.toml").write_text('[ruleset]\ntitle = "Mine"\nextends = "classic"\n', "utf-8")
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "mine.toml").write_text("[cases\n", "utf-8")
    done = start("mutate", "mine.toml", "--only", "payouts.natural", folder=tmp_path)
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"mine.toml:1:7" in done.stderr


def test_the_same_condition_is_tried_once() -> None:
    """For whole numbers, `total <= 17` and `total < 18` are one condition."""
    draws = {each.message for each in find_mutants(RUN) if each.rule == "dealer.draws"}
    assert "`total <= 17`" in draws
    assert "`total < 18`" not in draws


def test_rules_about_actions_that_are_not_allowed_are_not_changed() -> None:
    """If splits and doubles are not allowed, rules about them have no effect."""
    rules = {each.rule for each in find_mutants(RUN)}
    assert rules.isdisjoint(("rules.split_naturals", "rules.double.for_less", "rules.double.face_down"))
    casino = {each.rule for each in find_mutants(Assignment(rules_of("casino"), {}, 0, "seed"))}
    assert {"rules.split_naturals", "rules.double.for_less", "rules.double.face_down"} <= casino


def test_a_suggestion_for_a_course_names_the_run(tmp_path: Path) -> None:
    """A seed reveals a change only with the arguments of its run."""
    long = "[runs.long]\narguments = { hands = 4 }\n"
    course = f'[course]\nruleset = "classic"\n[runs.short]\narguments = {{ hands = 1 }}\n{long}'
    (tmp_path / "course.toml").write_text(course, "utf-8")
    only = ("--only", "strategies.simple.chart")
    done = start("mutate", "classic", "--course", "course.toml", *only, folder=tmp_path)
    assert b"  hard 12 against 2: S (add a run like short, with seed 5)\n" in done.stdout


def test_one_game_is_suggested_for_several_changes() -> None:
    """A game that is suggested for one change is also suggested for another change that it shows."""
    by_rule = {each.rule: each for each in find_mutants(RUN)}
    alone, together = (Laboratory({"only": RUN}, with_cases=False) for _ in range(2))
    natural = together.examine(by_rule["rules.dealer_natural"])
    plays = [each.examine(by_rule["dealer.plays"]) for each in (alone, together)]
    assert natural is not None
    assert [each and each.suggestion == natural.suggestion for each in plays] == [False, True]


def test_games_are_suggested_for_each_run_of_a_course(tmp_path: Path) -> None:
    """Each run has its own arguments; other options would be ignored, so they are refused."""
    long = '[runs.long]\narguments = { hands = 6, player = "counting" }\n'
    (tmp_path / "course.toml").write_text(f"{COURSE}{long}", "utf-8")
    words = ("verify", "classic", "--course", "course.toml")
    done = start(*words, "--suggest", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    one, long = done.stdout.decode().split("run long:\n")
    assert one.startswith("run one:\n  --seed ")
    assert "(1 hand" in one
    assert "(6 hands)" in long
    assert "count" in long
    assert b"`--course` needs `--suggest`" in start(*words, folder=tmp_path).stderr
    assert b"the course sets the games" in start(*words, "--suggest", "--seed", "3", folder=tmp_path).stderr
    assert (
        b"the ruleset of course.toml is"
        in start("verify", "vegas", "--course", "course.toml", "--suggest", folder=tmp_path).stderr
    )


COURSE = '[course]\nruleset = "classic"\n[runs.one]\narguments = { hands = 1 }\n'


@pytest.mark.parametrize(
    ("more", "words", "message"),
    [
        ("", ("--course", "course.toml", "--seed", "3"), b"remove `--set` and `--seed`"),
        ("", ("--course", "course.toml", "--set", "hands=3"), b"remove `--set` and `--seed`"),
        ('[program]\nrun = ["true"]', ("--course", "course.toml", "--submissions", "."), b"are programs"),
        ("", ("--only", "payoffs"), b"no rule with `payoffs` in its name can be changed"),
    ],
)
def test_options_that_would_have_no_effect_are_refused(
    tmp_path: Path, more: str, words: tuple[str, ...], message: bytes
) -> None:
    """An option that would have no effect is refused, not ignored."""
    (tmp_path / "course.toml").write_text(f"{COURSE}{more}\n", "utf-8")
    done = start("mutate", "classic", *words, folder=tmp_path)
    assert (done.returncode, message in done.stderr) == (2, True), done.stderr
