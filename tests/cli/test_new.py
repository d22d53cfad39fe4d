from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest
import tomli
from tests.session.games import OWN, shipped
from tests.session.tables import bj, complaint
from tests.session.test_interactive import terminal

from bj.argument_values import fill_example, take_arguments
from bj.cli.new import new
from bj.describe.rules.differences import compare_rulesets
from bj.findings.checking_files import examine
from bj.grading.manifest_reading import read_manifest
from bj.ruleset.load import load_ruleset
from bj.ruleset.model import Ruleset
from bj.ruleset.possible_hands import possible_hands
from bj.ruleset.ruleset_files import shipped_rulesets

RULESETS = [*OWN, "casino/european"]
TABLES = ["casino/early_surrender", "casino/five_card_charlie", "side_bets/over_under_13",
          "variants/palio", "variants/super_fun_21"]  # fmt: skip
"""Tables with named bonuses, side bets and powers, with words for students, or with unused rows."""

MINE = Path("mine.toml")
COURSE = Path("course.toml")

pytestmark = pytest.mark.usefixtures("in_empty_folder")


def differences(name: str, file: Path = MINE) -> list[str]:
    """The differences of a new ruleset from its base, without headings."""
    found = compare_rulesets(load_ruleset(shipped_rulesets()[name]), load_ruleset(file))
    return [line.strip() for line in found if line.startswith(" ")]


def take_up(text: str) -> str:
    """``text`` with all commented lines in force."""
    return re.sub(r"^#(?=[^\s:])", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize("complete", [False, True])
@pytest.mark.parametrize("name", RULESETS)
def test_new_ruleset_has_the_rules_that_it_starts_from(name: str, complete: bool) -> None:
    """A new ruleset has the rules of its base, without findings."""
    new("mine", base=name, complete=complete, yes=True)
    assert MINE.read_text("utf-8").startswith("#:schema ./ruleset.schema.json\n# ")
    assert examine(MINE) == []
    assert differences(name) == []
    assert load_ruleset(MINE).model.ruleset.title == "Mine"
    assert (load_ruleset(MINE).model.ruleset.extends is None) == complete


@pytest.mark.parametrize("complete", [False, True])
@pytest.mark.parametrize("name", RULESETS)
def test_what_is_shown_as_a_comment_is_true(name: str, complete: bool) -> None:
    """Without every `#` the ruleset is valid and has the same rules."""
    new("mine", base=name, complete=complete, yes=True)
    text = MINE.read_text("utf-8")
    assert take_up(text) != text
    MINE.write_text(take_up(text), "utf-8")
    assert differences(name) == []


@pytest.mark.parametrize("name", TABLES)
def test_copy_of_a_table_is_the_same_ruleset(name: str) -> None:
    """A copy has every part of a table and of the rulesets that it extends, without faults."""
    new("mine", base=name, complete=True, yes=True)
    assert [finding for finding in examine(MINE) if finding.severity != "warning"] == []
    assert differences(name) == []


@pytest.mark.parametrize("name", RULESETS)
def test_complete_ruleset_explains_every_section(name: str) -> None:
    """A complete ruleset has a heading with a purpose for every section."""
    new("mine", base=name, complete=True, yes=True)
    headings = re.findall(r"^# --- ([a-z_]+): \w[^.]*$", MINE.read_text("utf-8"), re.MULTILINE)
    assert headings == list(Ruleset.model_fields)


@pytest.mark.parametrize("form", ["--overlay", "--complete"])
def test_an_answer_replaces_the_word_for_the_same_rule(form: str) -> None:
    """A rule for the dealer's draws is written where the base has `hits_soft_17`."""
    bj("new", "mine", "--from", "casino", form, "--dealer-draws", "total < 16", "--yes")
    assert load_ruleset(MINE).model.dealer.rule == "total < 16"


def test_new_ruleset_runs(capfd: pytest.CaptureFixture[str]) -> None:
    """In a script there are no questions, and the written file can be played, tested and compared."""
    said = bj("new", "my_first-game")
    assert said.startswith("Wrote my_first-game.toml: the differences from classic. Next:\n  bj run ")
    assert bj("run", "my_first-game.toml") == bj("run", "classic")
    assert load_ruleset(Path("my_first-game.toml")).model.ruleset.title == "My first game"
    assert os.listdir() == ["my_first-game.toml"]
    assert bj("validate", "my_first-game.toml").startswith("1 ruleset checked")


@pytest.mark.parametrize("complete", [False, True])
def test_options_change_rules(complete: bool) -> None:
    """Options are in force in the file, and differ from the base."""
    draws = "soft 17" if complete else "soft17"
    new("mine.toml", title='A "title"', complete=complete, target="20", dealer_draws=draws,
        natural="6:5", packs="6")  # fmt: skip
    assert load_ruleset(MINE).model.ruleset.title == 'A "title"'
    found = differences("classic")
    assert found[0] == "The target is 20 instead of 21, and hands above it bust."
    assert found[1].endswith("is paid 6:5 instead of 3:2 immediately.")
    assert found[2] == "Cards are dealt from 6 packs of 52 cards instead of one pack of 52 cards."
    assert "+ The dealer draws below 17, and on soft 17." in found
    assert load_ruleset(MINE).model.dealer.draws == "total < 17 or soft and total == 17"


@pytest.mark.parametrize("target", ["11", "22"])
def test_rows_of_pairs_stay_with_another_target(target: str) -> None:
    """Charts of a casino have rows for pairs of ranks, which no target moves."""
    new("mine", base="casino", target=target, yes=True)
    chart = load_ruleset(MINE).model.strategies["basic"].chart
    assert chart is not None
    assert "pair 8 A" in chart.rows


@pytest.mark.parametrize("target", [12, 17, 20, 22, 31])
@pytest.mark.parametrize("complete", [False, True])
def test_rules_move_with_the_target(target: int, *, complete: bool) -> None:
    """With another target, the dealer's rule and charts move with it, without findings."""
    new("mine", target=str(target), complete=complete, yes=True)
    checked = load_ruleset(MINE)
    assert examine(MINE) == []
    assert checked.model.dealer.draws == f"total < {target - 4}"
    old, moved = (ruleset.playing["simple"].actions for ruleset in (shipped("classic"), checked))
    again = {(soft, total - target + 21, rank): action for (soft, total, rank), action in moved.items()}
    held = {(soft, total - target + 21) for soft, total in possible_hands(checked.model)}
    same = {hand for hand in again.keys() & old.keys() if hand[:2] in held}
    assert len(same) > 50
    assert {hand: again[hand] for hand in same} == {hand: old[hand] for hand in same}


@pytest.mark.parametrize("base", ["classic", "casino", "sos_vs_sc"])
@pytest.mark.parametrize("target", range(5, 12))
def test_charts_have_no_rows_for_totals_that_no_hand_has(base: str, target: int) -> None:
    """With a small target, the lowest hand is two aces that count low."""
    new("mine", base=base, target=str(target), yes=True)
    assert examine(MINE) == []


def test_wishes_for_what_is_there_change_nothing() -> None:
    """Options with the values of the base change nothing."""
    new("mine", yes=True)
    assert set(map(str, list(tomli.loads(MINE.read_text("utf-8")).values())[1:])) == {"{}", "{'shuffle': {}}"}
    new("other", title="Mine", target="21", dealer_draws="17", natural="3:2", packs="1")
    assert Path("other.toml").read_text("utf-8").replace("other.toml", "mine.toml") == MINE.read_text("utf-8")


@pytest.mark.parametrize("complete", [False, True])
def test_infinite_shoe_can_be_given_an_end(complete: bool) -> None:
    """Packs instead of an infinite shoe come with a rule for an empty shoe."""
    new("mine", base="infinite", complete=complete, packs="2", yes=True)
    shoe = load_ruleset(MINE).model.shoe
    assert (shoe.packs, shoe.when_empty) == (2, "reshuffle discards")
    answers = Path("answers")
    answers.write_text("1\nh\nh\nh\nh\nh\n" * 200, "utf-8")
    assert bj("run", MINE, "--seed", "1", "--answers", answers).count("\nRound ") > 50


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--packs", "9" * 5000], "is not a valid number of packs"),
        (["--title", "x\x1b[2J"], "the control character U+001B cannot be shown"),
    ],
)
def test_odd_values_of_options_are_refused(words: list[str], part: str) -> None:
    """Very long numbers and control characters are usage errors, and nothing is written."""
    assert part in complaint("new", "mine", *words)
    assert os.listdir() == []


def test_nothing_is_written_over(tmp_path: Path) -> None:
    """An existing file, or a broken link, is overwritten only with `--force`."""
    MINE.write_text("precious", "utf-8")
    Path("link.toml").symlink_to("nowhere")
    assert "mine.toml already exists" in complaint("new", "mine")
    assert "link.toml already exists" in complaint("new", "link")
    assert MINE.read_text("utf-8") == "precious"
    bj("new", "mine", "--force")
    assert differences("classic") == []
    assert sorted(os.listdir()) == ["link.toml", "mine.toml"]


# --- at a terminal ----------------------------------------------------------------------------------------


def test_author_is_asked_at_a_terminal() -> None:
    """Every question shows its default; a wrong answer is explained and asked again."""
    with terminal("new", "mine") as screen:
        assert screen.wait_for("[Mine]: ") == "Title [Mine]: "
        screen.type("Soft hands\n")
        screen.wait_for("[classic]: ")
        screen.type("clasic\n")
        assert "help: did you mean `classic`?" in screen.wait_for("[classic]: ")
        screen.type("infinite_\n")
        screen.wait_for("[overlay]: ")
        screen.type("\n")
        screen.wait_for("hands try to reach [21]: ")
        screen.type("blackjack\n")
        assert "error: `blackjack` is not a valid target" in screen.wait_for("[21]: ")
        screen.type("\n")
        screen.wait_for("soft 17) [17]: ")
        screen.type("soft 18 or so\n")
        assert "error: " in screen.wait_for("soft 17) [17]: ")
        screen.type("soft 17\n")
        screen.wait_for("Payout of a natural [3:2]: ")
        screen.type("6:5\n")
        screen.wait_for("[infinite]: ")
        screen.type("0\n")
        assert "from 1 to 16, or `infinite`" in screen.wait_for("[infinite]: ")
        screen.type("\n")
        text, code = screen.leave()
    assert (code, text.partition(". Next:")[0]) == (
        0,
        "\nWrote mine.toml: the differences from infinite_double",
    )
    model = load_ruleset(MINE).model
    assert (model.ruleset.title, model.payouts.natural) == ("Soft hands", "6:5")
    assert model.rules.may_ever("double")
    assert model.dealer.draws == "total < 17 or soft and total == 17"


def test_answers_are_edited_and_come_again() -> None:
    """The arrow keys move in a line and recall earlier ones."""
    with terminal("new", "mine", "--from", "classic", "--natural", "6:5", "--packs", "1") as screen:
        screen.wait_for("[Mine]: ")
        screen.type("Soft hand\x1b[D\x1b[DXX\x7f\x7f\x1b[C\x1b[Cs\n")
        screen.wait_for("[overlay]: ")
        screen.type("\x1b[A\n")
        assert "`Soft hands` is not a" in screen.wait_for("[overlay]: ")
        screen.type("\n\n\n")
        assert screen.leave()[1] == 0
    assert load_ruleset(MINE).model.ruleset.title == "Soft hands"


def test_questions_that_options_answer_are_not_asked() -> None:
    """An option answers its question, and `--yes` all of them."""
    with terminal("new", "mine", "--title", "T", "--from", "vegas", "--complete") as screen:
        assert screen.wait_for("]: ") == "The total that hands try to reach [21]: "
        screen.type("22\n")
        assert screen.wait_for("]: ").endswith("[18]: ")
        screen.type("\n")
        assert screen.leave()[1] == 0
    with terminal("new", "other", "--yes") as screen:
        assert screen.leave()[0].startswith("Wrote other.toml")
    assert load_ruleset(MINE).model.rules.target == 22


@pytest.mark.parametrize(
    ("key", "code", "question"),
    [("\x03", 130, "[Mine]: "), ("\x04", 2, "[classic]: "), ("\x03", 130, "[3:2]: ")],
)
def test_leaving_writes_nothing(key: str, code: int, question: str) -> None:
    """Ctrl-C and Ctrl-D at any question leave no file."""
    with terminal("new", "mine") as screen:
        while question not in screen.wait_for("]: "):
            screen.type("\n")
        screen.type(key)
        text, found = screen.leave()
    assert found == code
    assert ("nothing was written" in text) == (code == 2)
    assert os.listdir() == []


# --- with a course ----------------------------------------------------------------------------------------

ANSWERS = {
    "Title": "Homework",
    "Packs": "4",
    "Shuffle": "60",
    "The player draws": "soft 15",
    "The bet": "3 * minimum if bankroll < 50 else minimum",
    "The dealer": "soft 17",
    "A dealer's natural": "yes",
    "Payouts are rounded": "up",
    "In a tie": "lose",
    "Game 1": "one 600 9 60 31",
    "Game 2": "two 900 11 50 32 hidden",
    "  payouts": "12.5 Handout, rule 5",
    "  wording": "0",
}
"""Answers to questions, by their beginnings."""


def answer_all(answers: dict[str, str], *options: str) -> str:
    """The last output of `bj new mine --with-course` with these answers, and Enter for other questions."""
    said = ""
    with terminal("new", "mine", "--with-course", *options, kind="dumb") as screen:
        while question := screen.wait_for_question():
            answer = next((answers.pop(each) for each in list(answers) if question.startswith(each)), "")
            screen.type(f"{answer}\n")
        said, code = screen.leave()
    assert (answers, code) == ({}, 0)
    return said


def test_answers_about_a_handout_make_a_ruleset_and_a_course() -> None:
    """Each answer is in one of the files; with Enter, the rules are those of the base."""
    said = answer_all(dict(ANSWERS))
    assert "Together: 52.5 points" in said
    assert "bj run mine.toml 600 9 60 --seed 31 " in said
    model = load_ruleset(MINE).model
    assert (model.ruleset.title, model.ruleset.usage) == ("Homework", "bankroll minimum hands [cuts]")
    assert (model.shoe.packs, model.shoe.reshuffle_when) == (4, "cards_left < 60")
    strategy = model.strategies["simple"]
    assert [rule.when for rule in strategy.rules or []] == ["total < 15 or soft and total == 15", "True"]
    assert (strategy.wager, strategy.chart) == (ANSWERS["The bet"], None)
    assert model.dealer.rule == "total < 17 or soft and total == 17"
    assert (model.payouts.natural, model.payouts.rounding, model.payouts.tie) == ("3:2", "up", "lose")
    written = tomli.loads(MINE.read_text("utf-8"))
    assert written["rules"] == {"dealer_natural": True}
    assert written["output"] == {"dealer_natural": "# Dealer wins"}
    manifest = read_manifest(COURSE).manifest
    assert (manifest.course.title, manifest.course.ruleset) == ("Homework", "mine.toml")
    assert manifest.course.students == []
    assert {name: (run.arguments, run.seed, run.hidden) for name, run in manifest.runs.items()} == {
        "one": ({"bankroll": 600, "minimum": 9, "hands": 60}, 31, False),
        "two": ({"bankroll": 900, "minimum": 11, "hands": 50}, 32, True),
    }
    points = {name: credit.points for name, credit in manifest.credits().items()}
    assert points == {"shuffle": 10, "dealer": 10, "player": 10, "wager": 10, "payouts": 12.5}
    assert manifest.criteria() >= {"strategy", "natural", "win", "tie", "rounding"}
    assert manifest.help == dict.fromkeys(("payouts", "rules.dealer_natural"), "Handout, rule 5")


def test_lines_and_students_of_a_handout() -> None:
    """Lines are changed by number, one after the other, and a name that cannot be a file is refused."""
    with terminal("new", "mine", "--with-course", "--title", "T", kind="dumb") as screen:
        while "A line to change" not in (question := screen.wait_for_question()):
            screen.type("\n")
        for line in ("12", "0 # Push", "12 {nam}", "12 # Nobody wins", r"1 # Shuffle\nagain", ""):
            screen.type(f"{line}\n")
            question = screen.wait_for_question()
        assert question == "Game 1: "
        for game in ("", "one 100 5 3", "o/ne 100 5 3 1", "one 100 5 3 x", "one 100 5 3 1", "one 100 5 3 2"):
            screen.type(f"{game}\n")
            question = screen.wait_for_question()
        assert question == "Game 2, or Enter: "
        screen.type("\n")
        screen.wait_for("[10]: ")
        for points in ("many", "-1", "nan", "1e5", "5", "", "", "", "", ""):
            screen.type(f"{points}\n")
        screen.wait_for("all who hand in: ")
        screen.type("a/b\n")
        assert "cannot be a name" in screen.wait_for("all who hand in: ")
        screen.type("ann, bob\n")
        text, code = screen.leave()
    assert code == 0, text
    output = tomli.loads(MINE.read_text("utf-8"))["output"]
    assert output == {"push": "# Nobody wins", "shuffle": "# Shuffle\nagain"}
    manifest = read_manifest(COURSE).manifest
    assert manifest.course.students == ["ann", "bob"]
    assert [(run.arguments["hands"], run.seed) for run in manifest.runs.values()] == [(3, 1)]
    assert manifest.credits()["shuffle"].points == 5


def test_a_course_can_have_another_target() -> None:
    """The rows of the chart take the place of those of the base, as without a course."""
    bj("new", "mine", "--with-course", "--target", "22")
    with_course = differences("classic")
    bj("new", "mine", "--target", "22", "--force")
    assert with_course == differences("classic") != []


@pytest.mark.parametrize(
    ("question", "answer", "message"),
    [
        ("Title", "T" * 201, "`title` has 201 characters"),
        ("Game 1", f"one 100 5 3 {1 << 32}", "`seed` should be at most"),
        ("Game 1", f"one 100 5 3 {'9' * 21}", "is not a seed"),
        ("  shuffle", "inf", "should be at most 10000"),
    ],
)
def test_an_answer_that_the_course_refuses_is_asked_for_again(
    question: str, answer: str, message: str
) -> None:
    """A wrong answer is refused where it is given, not at a later question."""
    with terminal("new", "mine", "--with-course", kind="dumb") as screen:
        while not (asked := screen.wait_for_question()).startswith(question):
            screen.type("one 100 5 3 1\n" if asked.startswith("Game 1") else "\n")
        screen.type(f"{answer}\n")
        assert screen.wait_for_question() == asked
        assert message in screen.seen


def test_program_of_a_handout_may_have_an_argument_for_the_strategy() -> None:
    """The argument and both strategies stay, and games need it."""
    answer_all({"Does an argument": "yes", "Game 1": "one 500 5 40 counting 7"})
    assert differences("classic") == []
    assert read_manifest(COURSE).manifest.runs["one"].arguments["player"] == "counting"


@pytest.mark.parametrize("name", [*OWN, "casino/european"])
@pytest.mark.parametrize("form", ["--overlay", "--complete"])
def test_course_of_any_ruleset_is_valid(name: str, form: str) -> None:
    """In a script, the course has the game of the example, which a right program plays for all points."""
    said = bj("new", "mine", "--with-course", "--from", name, form)
    assert differences(name) == []
    assert examine(MINE) == []
    manifest = read_manifest(COURSE).manifest
    (run,) = manifest.runs.values()
    checked = load_ruleset(MINE)
    take_arguments(checked.model, run.arguments)
    command = re.findall(r"bj (run .*?)   ", said)[0]
    Path("answers").write_text("1\nh\ns\n" * 50 + "n\n", "utf-8")
    assert bj(*shlex.split(command), "--answers", "answers")


@pytest.mark.parametrize("name", [*OWN, "casino/european", "counters/hi_lo", "variants/pontoon"])
def test_every_default_answer_is_valid(name: str) -> None:
    """With Enter for every question but one, the rules are those of the base."""
    answers = {"Does an argument": "yes"} if name in ("classic", "trick") else {}
    model = shipped(name).model
    words = [str(value) for value in fill_example(model).values() if isinstance(value, int | str)]
    words += ["human:Ann:100"] if any(each.type == "players" for each in model.command_line) else []
    answer_all({**answers, "Game 1": " ".join(("one", *words, "3"))}, "--from", name)
    assert differences(name) == []
    assert examine(MINE) == []


@pytest.mark.parametrize(
    ("answer", "students"),
    [
        ("ann bob  cem", ["ann", "bob", "cem"]),
        ("ann, bob,cem", ["ann", "bob", "cem"]),
        ("Ann Lee, Bob", ["Ann Lee", "Bob"]),
        ("Ann Lee,", ["Ann Lee"]),
        (" , ", []),
    ],
)
def test_students_names_may_contain_spaces(answer: str, students: list[str]) -> None:
    """With a comma in the answer, only commas separate names; otherwise, spaces do."""
    answer_all({"Game 1": "one 100 5 3 1", "Students": answer})
    assert read_manifest(COURSE).manifest.course.students == students


def test_course_is_not_written_over() -> None:
    """Neither file is written if one of them exists."""
    COURSE.write_text("precious", "utf-8")
    assert "course.toml already exists" in complaint("new", "mine", "--with-course")
    assert os.listdir() == ["course.toml"]
    bj("new", "mine", "--with-course", "--force")
    assert read_manifest(COURSE).manifest.course.title == "Mine"


@pytest.mark.parametrize("question", ["A line to change", "Game 1", "  wording", "Students"])
def test_leaving_the_questions_about_a_course_writes_nothing(question: str) -> None:
    """Ctrl-C at any question leaves neither file."""
    with terminal("new", "mine", "--with-course", kind="dumb") as screen:
        while not (asked := screen.wait_for_question()).startswith(question):
            screen.type("one 100 5 3 1\n" if asked.startswith("Game 1") else "\n")
        screen.type("\x03")
        assert screen.leave()[1] == 130
    assert os.listdir() == []
