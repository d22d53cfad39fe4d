"""The sentences of findings: they name the mistake, with its persons and numbers, and not the rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.oracle import courses
from tests.session.tables import bj
from tests.verify.exams import CLASSIC, compare, rules_of, verifier
from tests.verify.mutants import (
    TOURNAMENT,
    VEGAS,
    game_of,
    program_of,
    transcript,
)

from bj.argument_values import Value
from bj.record.line_sources import PlacedRules
from bj.ruleset.load import load_ruleset
from bj.text.colours import plain
from bj.verify import text
from bj.verify.assignment import make_assignment
from bj.verify.effort import ENOUGH, Effort
from bj.verify.findings import OFTEN, WORDING, BrokenRule, Report
from bj.verify.formats.text import describe_finding, render_full
from bj.verify.rulebook import Rulebook
from bj.verify.sample_games import sample_transcript
from bj.verify.verifying import Verifier

RIGHT = courses.transcript(courses.CLASSIC, 100, 5, 20, "counting")
SHUFFLE = "# Shuffling the deck\n"


def _first(said: str, hands: int = 20) -> BrokenRule:
    """The first finding in a transcript of the course's game."""
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": hands, "player": "counting"}
    return verifier("classic", values).verify("a file", said.encode()).findings[0]


def test_a_game_of_another_length_names_its_hands() -> None:
    """The finding about a game with too few or too many hands names the hands."""
    short = courses.transcript(courses.CLASSIC, 100, 5, 4, "counting")
    assert _first(short, hands=2).message == "the game continues after hand 2, up to hand 4"
    assert _first(short, hands=5).message == "hand 5 is not played"


def test_a_line_that_comes_later_in_every_hand_is_one_mistake() -> None:
    """A line that is missing in its place and superfluous in another has moved; the hands count once."""
    bets = re.compile(r"(# Player bets \d+\n)((?:(?!# Hand|# Player has).*\n)+)")
    moved, times = bets.subn(r"\2\1", RIGHT)
    (finding,) = verifier("classic", CLASSIC).verify("a file", moved.encode()).findings
    assert (finding.kind, finding.rule, finding.times) == ("order", "output.player_bets", times)
    assert finding.message == "a line comes too late: a player wagers"


def extended(folder: Path, tables: str) -> PlacedRules:
    """``classic`` with some tables changed."""
    file = folder / "mine.toml"
    file.write_text(f'[ruleset]\ntitle = "Mine"\nextends = "classic"\n{tables}', "utf-8")
    return PlacedRules(load_ruleset(file))


@pytest.mark.parametrize(("tie", "line"), [("lose", "# Dealer wins"), ("win", "# Player wins")])
def test_a_tie_with_the_words_of_the_result_that_it_has_breaks_no_rule(
    tmp_path: Path, tie: str, line: str
) -> None:
    """If ties lose, a program that prints `Dealer wins` for a tie has only the wrong words."""
    rules = extended(tmp_path, f'[payouts]\ntie = "{tie}"\n')
    run = make_assignment(rules, {**CLASSIC, "hands": 60}, 1, "seed")
    right = sample_transcript(run.rules.checked, run)
    (finding,) = Verifier(run).verify("a file", right.replace("# Push", line).encode()).findings
    assert (finding.kind, finding.rule, finding.confidence) == (WORDING, "output.push", "sure")


@pytest.mark.parametrize("seed", [0, 7])
def test_a_wrong_number_of_packs_may_show_only_in_a_later_hand(tmp_path: Path, seed: int) -> None:
    """With seed 7, one pack and two give the same cards in the first hand."""
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 60, "player": "simple"}
    two, one = (
        make_assignment(extended(tmp_path, f"[shoe]\npacks = {count}\n"), values, seed, "seed")
        for count in (2, 1)
    )
    text = sample_transcript(one.rules.checked, one)
    (finding,) = Verifier(two).verify("a file", text.encode()).findings
    assert (finding.message, finding.rule) == ("the number of packs in the shoe is 1", "shoe.packs")
    assert (finding.hand, finding.confidence) == (1 if seed == 0 else 2, "sure")


HITTER = """
[strategies.simple]
rules = [{ when = "total WHEN", do = "hit" }, { do = "stand" }]
"""


def test_the_condition_of_a_finding_is_not_another_possibility(tmp_path: Path) -> None:
    """For whole numbers, `total <= 16` and `total < 17` are one condition."""
    without = 'without = ["strategies.simple.chart"]\n'
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 5, "player": "simple"}
    right, wrong = (
        make_assignment(extended(tmp_path, without + HITTER.replace("WHEN", when)), values, 1, "seed")
        for when in ("< 16", "<= 16")
    )
    text = sample_transcript(wrong.rules.checked, wrong)
    (finding,) = Verifier(right).verify("a file", text.encode()).findings
    assert finding.times < OFTEN
    assert (finding.rule, finding.doubt) == ("strategies.simple.rules", "")


RAISER = """
[strategies.simple]
wager = "3 * minimum if bankroll WHEN else minimum"
"""


@pytest.mark.parametrize(
    ("right", "wrong", "push", "condition"),
    [
        (">= 600", "> 650", "# Push", "bankroll >= 650"),
        (">= 600", "> 650", "# Pushed", "bankroll >= 650"),  # the other mistake cuts the comparison short
        ("< 700", "<= 690", "# Push", "bankroll < 692"),
        (">= 600", "< 620 or bankroll > 650", "# Push", ""),  # no limit explains the wagers
        (">= 600", "> 900", "# Push", ""),  # the wager is never raised
    ],
)
def test_a_limit_on_the_bankroll_is_learned_from_all_wagers(
    tmp_path: Path, right: str, wrong: str, push: str, condition: str
) -> None:
    """A limit that the first hands contradict is never named."""
    values: dict[str, Value] = {"bankroll": 700, "minimum": 5, "hands": 60, "player": "simple"}
    known, other = (
        make_assignment(extended(tmp_path, RAISER.replace("WHEN", when)), values, 12, "seed")
        for when in (right, wrong)
    )
    text = sample_transcript(other.rules.checked, other)
    first = next(
        each
        for each in Verifier(known).verify("a file", text.replace("# Push", push).encode()).findings
        if each.kind == "wager"
    )
    assert first.message.partition("the condition were ")[2] == (f"`{condition}`" if condition else "")
    assert not first.doubt


def test_a_step_at_another_place_names_both_steps() -> None:
    """If a program announces a hand after the shuffle, the finding names both steps."""
    lines = RIGHT.splitlines(keepends=True)
    begins = [
        at for at, line in enumerate(lines[:-1]) if line.startswith("# Hand ") and lines[at + 1] == SHUFFLE
    ]
    for at in begins:
        end = next(index for index in range(at + 1, len(lines)) if "bets" in lines[index])
        lines[at:end] = [*lines[at + 1 : end], lines[at]]
    assert begins
    assert _first("".join(lines)).message == "the hand is announced only after the cards are shuffled"


def test_a_limit_of_the_bankroll_explains_a_wager_without_the_last_hand(tmp_path: Path) -> None:
    """With `>=` for `>`, the bankroll is the reason; that a tie came before it is a coincidence."""
    table = '[ruleset]\ntitle = "T"\nextends = "classic"\n[strategies.simple]\nwager = "{}"\n'
    rule = "2 * minimum if bankroll > 110 else minimum"
    assignments = []
    for name, wager in (("right", rule), ("wrong", rule.replace(">", ">="))):
        (tmp_path / f"{name}.toml").write_text(table.format(wager), "utf-8")
        rules = PlacedRules(load_ruleset(tmp_path / f"{name}.toml"))
        assignments.append(make_assignment(rules, {**CLASSIC, "player": "simple", "hands": 20}, 0, "seed"))
    right, wrong = assignments
    said = sample_transcript(wrong.rules.checked, wrong)
    first, *_ = Verifier(right).verify("a file", said.encode()).findings
    assert first.message.startswith("Player wagers 10 instead of 5 with a bankroll of 110")
    assert "after" not in first.message


@pytest.mark.parametrize(("seed", "result"), [(0, "a loss"), (2, "a bust"), (7, "a loss")])
def test_a_wager_that_no_rule_explains_names_the_result_before_it(
    tmp_path: Path, seed: int, result: str
) -> None:
    """A win or a loss has a line without the player's name, and a bust has only its own line."""
    values: dict[str, Value] = {**CLASSIC, "bankroll": 100, "player": "simple", "hands": 60}
    right, wrong = (
        make_assignment(extended(tmp_path, f'[strategies.simple]\nwager = "{wager}"\n'), values, seed, "seed")
        for wager in ("3 * minimum", "3 * minimum if bankroll >= 15 else minimum")
    )
    said = sample_transcript(wrong.rules.checked, wrong)
    messages = [each.message for each in Verifier(right).verify("a file", said.encode()).findings]
    (last,) = [each for each in messages if each.startswith("Player wagers 5 with a bankroll of ")]
    assert f" after {result}" in last


def test_a_payout_that_is_rounded_the_wrong_way_has_its_amount(tmp_path: Path) -> None:
    """The finding names the natural, its hand and what it adds, although only the bankroll shows it."""
    values: dict[str, Value] = {**CLASSIC, "player": "simple", "hands": 40}
    right, wrong = (
        make_assignment(extended(tmp_path, f'[payouts]\nrounding = "{how}"\n'), values, 1, "seed")
        for how in ("down", "up")
    )
    said = sample_transcript(wrong.rules.checked, wrong)
    (finding,) = Verifier(right).verify("a file", said.encode()).findings
    pattern = r"a natural with a wager of 5 in hand \d+ adds 8 to Player's bankroll instead of 7: (.*)"
    found = re.fullmatch(pattern, finding.message)
    assert found
    assert found[1] == finding.mistake == "the payout is rounded the wrong way"


def test_another_game_after_the_first_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with the output of two runs breaks no rule about shuffles."""
    monkeypatch.setattr(text, "Effort", lambda: Effort(ENOUGH // 16))
    report = verifier("classic", CLASSIC).verify("a file", f"{RIGHT}{RIGHT}".encode())
    (finding,) = report.findings
    assert finding.message == "another game begins in the same transcript after the end of this one"
    assert (finding.kind, finding.line, finding.confidence) == ("ending", RIGHT.count("\n") + 1, "sure")


def test_a_crash_after_the_game_is_no_extra_line() -> None:
    """The game is complete, and every rule that it shows is kept."""
    finding = _first(f"{RIGHT}Segmentation fault (core dumped)\n")
    assert (finding.kind, finding.line, finding.confidence) == ("ending", RIGHT.count("\n") + 1, "sure")
    assert finding.message == (
        "the program stops with an error, `Segmentation fault (core dumped)`; the game before it is complete"
    )


def test_the_reason_of_a_crash_is_not_a_place_of_its_trace() -> None:
    """Java prints the exception first, and then the calls that led to it."""
    at = RIGHT.index("# Hand 4")
    trace = "java.lang.NullPointerException\n\tat Deck.deal(Deck.java:51)\n\t... 2 more\n"
    assert (
        _first(RIGHT[:at] + trace).message
        == "the program stops with an error, `java.lang.NullPointerException`"
    )


def test_only_cards_that_lines_show_are_named() -> None:
    """Only cards with a line are named; in Vegas the busting card has none."""
    game = game_of(VEGAS, 0)
    before, busts, after = transcript(program_of(VEGAS, ()), game).partition("Bob busted")
    text = before + busts + after.replace("Ouch!", "Ow!", 1)
    finding, *_ = verifier(game.ruleset, game.values, 0, game.chance).verify("", text.encode()).findings
    for name, cards in (hand.split(": ") for hand in finding.cards.split("; ")):
        assert f"{name}'s current hand: [{cards.replace(', ', '][')}] (" in text


def test_numbers_in_each_others_place_are_one_mistake() -> None:
    """Swapped arguments are one mistake."""
    finding = _first(courses.transcript(courses.CLASSIC, 100, 20, 5, "counting"))
    assert finding.message == "the arguments minimum and hands are swapped"
    assert finding.rule == "arguments.minimum"


def test_a_choice_that_a_program_does_not_read_is_named() -> None:
    """A program with the other team as dealers ignores an argument."""
    game = game_of(TOURNAMENT, 3)
    given = game.values["dealers"]
    took = "sos" if given == "sc" else "sc"
    text = transcript(program_of(TOURNAMENT, ()), game._replace(values={**game.values, "dealers": took}))
    (finding,) = verifier(game.ruleset, game.values, game.seed).verify("a file", text.encode()).findings
    assert finding.message == f"the program takes `{took}` for the argument `dealers`, which is `{given}`"


def test_a_refused_answer_has_the_rule_of_its_question() -> None:
    """The question is found even if it begins with a name."""
    values: dict[str, Value] = {"bankroll": 100, "hands": 1, "player": "human"}
    said = bj("run", "casino", "100", "1", "human", "--seed", "3", "--echo", typed="10\ns\n")
    (asked,) = (line for line in said.splitlines(keepends=True) if line.startswith("Player has 12: "))
    wrong = said.replace(asked, f"{asked}`s` is not a valid answer.\n{asked}")
    finding = verifier("casino", values, 3).verify("a file", wrong.encode()).findings[0]
    assert finding.rule == "prompts.action"


@pytest.mark.parametrize(
    ("answer", "then", "message"),
    [
        ("-3", "Dealer's first card is: Ace", "an answer that the rules refuse is accepted"),
        (
            "5",
            "That is too much.\nEnter bet in dollars, 0 to quit: 0",
            "an answer that the rules accept is refused",
        ),
    ],
)
def test_an_answer_is_in_the_sentence_about_it(answer: str, then: str, message: str) -> None:
    """The sentence names the answer, and whether it should have been accepted."""
    asks = "Enter bet in dollars, 0 to quit: "
    content = f"Player starts with 300 dollars\n\n\nRound 1\n{asks}{answer}\n{then}\n".encode()
    finding = verifier("infinite", {"start": 300}, 0, "cards").verify("a file", content).findings[0]
    assert finding.message.startswith(f"{message}: `{asks}{answer}`")


def test_luck_that_is_not_the_generators_names_cuts_and_cards() -> None:
    """The finding names the cut and its number, or the card and whether it was dealt before."""
    check = verifier("classic", CLASSIC, seed=1)
    (finding, *_) = check.verify("a file", RIGHT.encode()).findings
    assert finding.message.endswith("cut 1 of this shuffle, cut 1 of the game")
    first = next(line for line in RIGHT.splitlines() if line.startswith("Player dealt "))
    begin, _, rest = RIGHT.partition(f"{first}\n")
    second = next(line for line in rest.splitlines() if line.startswith("Player dealt "))
    again = f"{begin}{first}\n{rest.replace(second, first)}"
    assert any("dealt before" in each.message or each.kind == "card" for each in [_first(again)])


@pytest.mark.parametrize(("line", "shown"), [("# Push  ", "# Push␣␣"), ("# Push", "# Push")])
def test_spaces_at_the_end_of_a_line_are_visible(line: str, shown: str) -> None:
    """Spaces at the end of a line are visible in the report, and one note says what the sign means."""
    finding = BrokenRule(1, 1, "wording", "output.push", "", "the wording differs", actual=line)
    assert any(each.endswith(f" {shown}") for each in describe_finding(finding, plain))
    report = render_full([Report("a.txt", [finding, finding])], [[]], plain)
    assert report.count("␣ marks a space") == ("␣" in shown)


def test_a_power_that_retakes_a_hand_is_described_by_the_key_that_differs() -> None:
    """Only the part of the rule about the busting card is shown, and in full."""
    words = Rulebook(rules_of("sos_vs_sc_revised"), {}).in_words(("powers", "stop_time", "busting_card"))
    assert words == "Power stop_time: the busting card is not announced."


def test_a_long_rule_is_shown_to_its_end() -> None:
    """A line of a transcript is cut, but not the rule."""
    finding = BrokenRule(1, 1, "power", "powers", "", "", words="a " * 100 + "end", actual="b" * 200)
    shown = [*describe_finding(finding)]
    assert shown[1].partition(" (")[0].endswith(" end")
    assert shown[2].endswith("b…")


@pytest.mark.parametrize("seed", [1, 2, 12])
def test_a_natural_without_its_own_line_is_noticed_by_the_result(seed: int) -> None:
    """If a dealer's natural prints nothing, a line about its comparison is no extra line."""
    right = '[ruleset]\ntitle = "A"\nextends = "classic"\n[rules]\ndealer_natural = true\n'
    wrong = right.replace("true", "false")
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 40, "player": "simple"}
    (found,) = compare(right, wrong, values, seed).findings
    assert (found.rule, found.confidence) == ("rules.dealer_natural", "sure")


def test_an_extra_line_belongs_to_the_hand_that_it_follows() -> None:
    """A line between two hands is about the first of them; a missing heading is about the second."""
    for extra in ("# Dealer wins", "Next hand, please."):
        found = _first(RIGHT.replace("# Hand 3 ", f"{extra}\n# Hand 3 "))
        assert (found.actual, found.hand) == (extra, 2)
    found = _first("".join(line for line in RIGHT.splitlines(keepends=True) if "# Hand 3" not in line))
    assert (found.is_missing, found.hand) == (True, 3)
