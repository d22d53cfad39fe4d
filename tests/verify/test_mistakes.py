"""The sentences of findings: they name the mistake, with its persons and numbers, and not the rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.oracle import courses
from tests.session.tables import bj
from tests.verify.exams import CLASSIC, rules_of, verifier
from tests.verify.mutants import (
    BY_NAME,
    COURSES,
    INFINITE,
    MUTANTS,
    TOURNAMENT,
    VEGAS,
    Set,
    game_of,
    program_of,
    transcript,
)

from bj.argument_values import Seat, Value
from bj.record.line_sources import PlacedRules
from bj.ruleset.load import load_ruleset
from bj.text.colours import plain
from bj.verify import text
from bj.verify.assignment import make_assignment
from bj.verify.effort import ENOUGH, Effort
from bj.verify.findings import OFTEN, WORDING, BrokenRule, Report
from bj.verify.formats.reveal import reveal
from bj.verify.formats.text import describe_finding, render_full
from bj.verify.playing_samples import sample_transcript
from bj.verify.rulebook import Rulebook
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


def test_a_counter_that_stands_still_is_one_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number that does not grow is named; the hands that are played because of it are no mistake."""
    monkeypatch.setattr(text, "Effort", lambda: Effort(ENOUGH // 2))
    changes = (("            hand += 1\n", "            hand = min(hand + 1, 2)\n"),)
    values: dict[str, Value] = {"bankroll": 10, "minimum": 5, "hands": 3, "player": "simple"}
    wrong = transcript(program_of(COURSES, changes), Set("classic", values, 0))
    report = verifier("classic", values).verify("a file", wrong.encode())
    assert report.hands > 3
    assert [each.message for each in report.mistakes] == ["the number of the hand stays 2"]
    assert [each.message for each in report.further] == ["the game continues after hand 3"]


def test_the_expected_line_is_in_the_words_of_the_rules() -> None:
    """A prefix that is missing in one line, and perhaps in all, is not missing in what another should say."""
    wrong = RIGHT.replace("# Shuffling", "Shuffling").replace(" bankroll ", " Bankroll ")
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 20, "player": "counting"}
    findings = verifier("classic", values).verify("a file", wrong.encode()).findings
    assert [(each.actual, each.expected) for each in findings] == [
        ("Shuffling the deck", "# Shuffling the deck"),
        ("# Hand 1 Bankroll 100", "# Hand 1 bankroll 100"),
    ]


def test_an_ace_that_always_counts_eleven_is_one_mistake() -> None:
    """A program whose aces always count eleven still draws with a soft 17, as the rules say."""
    changes = ((" and hard + 10 <= 21:\n", ":\n"),)
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 40, "player": "counting"}
    wrong = transcript(program_of(COURSES, changes), Set("classic", values, 1))
    (first,) = verifier("classic", values, 1).verify("a file", wrong.encode()).findings
    assert (first.rule, first.confidence) == ("cards.ranks", "sure")


def test_a_line_that_comes_later_in_every_hand_is_one_mistake() -> None:
    """A line that is missing in its place and superfluous in another has moved; the hands count once."""
    bets = re.compile(r"(# Player bets \d+\n)((?:(?!# Hand|# Player has).*\n)+)")
    moved, times = bets.subn(r"\2\1", RIGHT)
    (finding,) = verifier("classic", CLASSIC).verify("a file", moved.encode()).findings
    assert (finding.kind, finding.rule, finding.times) == ("order", "output.player_bets", times)
    assert finding.message == "a line comes too late: a player wagers"


@pytest.mark.parametrize(
    ("one", "other", "line", "times"),
    [
        ("        yield from self.players_turn()\n", "        yield from self.{show}\n", 26, 38),
        ("            self.dealer.append(self.card())\n", "            yield from self.{show}\n", 31, 23),
    ],
)
def test_a_line_that_moves_in_every_hand_counts_in_each(one: str, other: str, line: int, times: int) -> None:
    """The dealer's hand is printed before the player's turn or its new card; the first line counts."""
    other, game = other.format(show='show("Dealer", self.dealer)'), game_of(INFINITE, 0)
    wrong = transcript(program_of(INFINITE, ((one + other, other + one),)), game)
    (finding,) = verifier(game.ruleset, game.values, chance="cards").verify("a file", wrong.encode()).findings
    assert (finding.kind, finding.line, finding.times) == ("order", line, times)


def test_an_edit_that_a_later_one_makes_superfluous_is_dropped() -> None:
    """A line that is always missing looks like another rule at first; the line explains all hands."""
    changes = (('            yield f"Dealer: {dealer.name} busts"\n', ""),)
    values: dict[str, Value] = {"normal": 40, "hands": 9, "kind": "counting", "dealers": "sc"}
    game = Set("sos_vs_sc", values, 0)
    right = transcript(program_of(TOURNAMENT, ()), game)
    wrong = transcript(program_of(TOURNAMENT, changes), game)
    (finding,) = verifier(game.ruleset, values).verify("a file", wrong.encode()).findings
    assert (finding.kind, finding.rule) == ("missing line", "output.busts")
    assert finding.times == len(re.findall("^Dealer: .* busts$", right, re.MULTILINE))


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


def test_a_result_said_twice_is_an_extra_line() -> None:
    """The winner of a hand is named after the dealer's bust, with the right money."""
    busts = "# Dealer busts\n"
    finding = _first(RIGHT.replace(busts, f"{busts}# Player wins\n"))
    assert (finding.kind, finding.rule) == ("extra line", "output.player_wins")
    assert finding.times == RIGHT.count(busts)


@pytest.mark.parametrize("number", [9, 12, 16, 17])
def test_two_lines_that_are_swapped_once_are_one_mistake(number: int) -> None:
    """The finding counts the hand in which they are, not the next one, nor all hands with such lines."""
    lines = RIGHT.splitlines(keepends=True)
    swapped = "".join([*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]])
    finding = _first(swapped)
    assert (finding.line, finding.kind, finding.times) == (number + 1, "order", 1)


def test_blank_lines_are_counted_once_a_hand() -> None:
    """A blank line before each hand counts in each, for any end of the hand before."""
    finding = _first(RIGHT.replace("# Hand ", "\n# Hand "))
    assert finding.times == RIGHT.count("# Hand ")


def test_a_card_in_the_words_of_another_line_is_one_finding() -> None:
    """The hole card is printed like any card of the dealer in every hand."""
    hole = "Dealer's hole card is"
    report = verifier("classic", CLASSIC).verify("a file", RIGHT.replace(hole, "Dealer dealt").encode())
    assert [(each.kind, each.rule, each.times) for each in report.findings] == [
        (WORDING, "output.hole_card", RIGHT.count(hole))
    ]
    assert report.verdict == WORDING


def test_a_short_rule_has_no_range(monkeypatch: pytest.MonkeyPatch) -> None:
    """If chance chooses wagers, a line without words or numbers is shown as the rules print it."""
    monkeypatch.setattr(text, "Effort", lambda: Effort(ENOUGH // 16))
    game = game_of(VEGAS, 1)
    right = transcript(program_of(VEGAS, ()), game)
    line = right.splitlines()[1]
    report = verifier(game.ruleset, game.values, game.seed, game.chance).verify(
        "a file", right.replace(f"\n{line}\n", "\n----\n").encode()
    )
    assert (report.findings[0].line, report.findings[0].expected) == (2, line)


def test_a_card_with_an_unknown_name_is_shown_by_its_right_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay guesses a card that it cannot read, but the finding says which card the line means."""
    monkeypatch.setattr(text, "Effort", lambda: Effort(ENOUGH // 4))
    game = game_of(VEGAS, 1)
    right = transcript(program_of(VEGAS, ()), game)
    report = verifier(game.ruleset, game.values, game.seed, game.chance).verify(
        "a file", right.replace("[10", "[T").encode()
    )
    (finding,) = report.findings
    assert "[T" in finding.actual
    assert finding.expected == finding.actual.replace("[T", "[10")


def test_a_wager_of_chance_has_the_range_of_those_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If any wager up to half of the bankroll is right, the finding names the lowest and the highest."""
    monkeypatch.setattr(text, "Effort", lambda: Effort(ENOUGH // 16))
    game = game_of(VEGAS, 1)
    right = transcript(program_of(VEGAS, ()), game)
    at = right.index("Random bets $", right.index("Random bets $") + 1)
    wrong = f"{right[:at]}Random bets $900{right[right.index(chr(10), at) :]}"
    first = (
        verifier(game.ruleset, game.values, game.seed, game.chance)
        .verify("a file", wrong.encode())
        .findings[0]
    )
    assert first.message == "Random wagers 900 with a bankroll of 88 after a bust: the wager is wrong"
    assert (first.actual, first.expected) == ("Random bets $900", "Random bets $1 to $44")


def test_a_single_line_with_another_cut_or_outcome_is_a_misprint() -> None:
    """If everything after it is right, only the line is wrong, not the cards or the money."""
    at, end = RIGHT.index("cut at"), RIGHT.index("\n", RIGHT.index("cut at"))
    assert _first(f"{RIGHT[:at]}cut at 51{RIGHT[end:]}").message == "the cut is printed wrong: 51"
    finding = _first(RIGHT.replace("# Player wins", "# Dealer wins", 1))
    assert (finding.kind, finding.message) == (WORDING, "an outcome has the wording of another outcome")


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


def test_a_wager_has_its_count_its_bankroll_and_the_cards_counted() -> None:
    """The finding has what a wager depends on: the cards that are counted begin with the last shuffle."""
    at = RIGHT.index("Player bets 10")
    finding = _first(f"{RIGHT[:at]}Player bets 15{RIGHT[at + 14 :]}")
    assert finding.message.startswith("Player wagers 15 instead of 10 with a count of ")
    assert " and a bankroll of " in finding.message
    assert finding.cards == "since the shuffle in line 82: 3 A A 8 2 Q T 9 Q 5 2 6 4 7 3 T A 8 5 3 T 2 5 Q"


def test_counted_cards_begin_with_the_round_and_may_be_hidden() -> None:
    """A player who sits down after the shuffle counts from then on; a power may count what is not shown."""
    game = game_of(TOURNAMENT, 0)
    changes = (('if card.spot in ("Two"', 'if card.spot not in ("Two"'),)
    wrong = transcript(program_of(TOURNAMENT, changes), game)
    (finding,) = verifier(game.ruleset, game.values, game.seed).verify("a file", wrong.encode()).findings
    assert finding.cards == "since hand 1 in line 393: 9 Q A A"
    game = game_of(TOURNAMENT, 3)
    wrong = transcript(program_of(TOURNAMENT, (("stopper.player.expose(taken[-1])", "pass"),)), game)
    (finding,) = verifier(game.ruleset, game.values, game.seed).verify("a file", wrong.encode()).findings
    assert finding.cards.endswith("8 Q K 6 4 9 5; cards that are not shown count +2")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "ties lose",
            "a hand counts as a loss with as many points as the dealer (18 against 18), against the rules",
        ),
        (
            "a bust dealer pays double",
            "a win by the dealer's bust with a wager of 5 in hand 2 adds 10 to Player's bankroll instead "
            "of 5",
        ),
    ],
)
def test_a_result_has_its_totals_and_a_payout_its_wager(name: str, message: str) -> None:
    """The finding has the totals of the hand, and the wager of its payout."""
    mutant = next(each for each in MUTANTS if each.name == name)
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 20, "player": "counting"}
    module = program_of(mutant.program, mutant.changes)
    assert _first(transcript(module, Set("classic", values, 0))).message == message


COURSE = Set("classic", {"bankroll": 100, "minimum": 5, "hands": 30, "player": "counting"}, 0)
BOB = Set("vegas", {"players": (Seat(strategy="human", name="Bob", bankroll=100),)}, 0, "cards")
AWAY = Set("sos_vs_sc", {"normal": 40, "hands": 9, "kind": "counting", "dealers": "sc"}, 0)
AT_HOME = Set("sos_vs_sc", {"normal": 25, "hands": 5, "kind": "simple", "dealers": "sos"}, 2)
PERSON, DOUBLER = game_of(INFINITE, 0), game_of(INFINITE, 3)
BRIEF = Set("infinite", {"start": 40}, 0, "cards")
PROGRAMS = {
    "classic": COURSES,
    "vegas": VEGAS,
    "sos_vs_sc": TOURNAMENT,
    "infinite": INFINITE,
    "infinite_double": INFINITE,
}


@pytest.mark.parametrize(
    ("game", "old", "new", "message", "times"),
    [
        (
            AWAY,
            "if dealers_total > 21:",
            "if dealers_total > 20:",
            "Jean Pierre Polnareff busts with 21; a hand busts with more than 21",
            4,
        ),
        (
            AWAY,
            "if dealers_total > 21:",
            "if dealers_total < 21:",
            "Joseph Joestar busts with 17, also with 20, 18 and 19, but not with 22; a hand busts with more "
            "than 21",
            5,
        ),
        (
            AWAY,
            "        if total > 21:",
            "        if total > 22:",
            "Nagato Yuki does not bust with 22; a hand busts with more than 21",
            3,
        ),
        (
            BOB,
            "player.bankroll += player.bet",
            "player.bankroll -= player.bet",
            "a win with a wager of 10 takes 10 from Bob's bankroll; it should add 10 to it",
            9,
        ),
        (
            BOB,
            "self.dealer.bankroll -= player.bet",
            "pass",
            "the hand does not change Dealer's bankroll; it should take 10 from it",
            9,
        ),
        (BOB, "min(card.rank, 10)", "min(card.rank, 9)", "each 10, J, Q and K counts 9", 19),
        (
            COURSE,
            "return value.total <= 11",
            "return value.total > 11",
            "Player draws with hard 17 or more and stands with hard 11 or less, against the rule; all other "
            "decisions are right",
            9,
        ),
        (
            AT_HOME,
            '"Joseph Joestar", Counting(), 2 *',
            '"Joseph Joestar", Counting(), 1 *',
            "Joseph Joestar begins with 25 instead of 50",
            1,
        ),
        (AWAY, '("Joseph Joestar"', '("Joe"', "Joseph Joestar is called `Joe`", 9),
        (
            AWAY,
            "(dealers if wins else players).pop(0)",
            "(dealers if wins else players).pop(-1)",
            "Joseph Joestar, who has been kicked out, comes next instead of Kujo Jotaro",
            1,
        ),
        (AWAY, '{who}: "Star', '{who}:"Star', "a space is missing after `Jotaro:`", 3),
        (BRIEF, " or (s)tand", " Or (s)tand", "`Or` has the wrong letter case", 4),
        (BRIEF, " or (s)tand", " or(s)tand", "a space is missing after `or`", 4),
        (
            PERSON,
            "number += 1",
            "number += 2",
            "the hands are numbered 2, 4, 6 … instead of 1, 2, 3 …",
            21,
        ),
        (
            DOUBLER,
            "while value(self.player) < 21:",
            "while value(self.player) <= 21:",
            "a hand that has reached 21 is played like any other, against the rules",
            1,
        ),
    ],
)
def test_a_sentence_has_the_persons_and_the_numbers_of_its_line(
    game: Set, old: str, new: str, message: str, times: int
) -> None:
    """A sentence says what the program did, and then what is right."""
    wrong = transcript(program_of(PROGRAMS[game.ruleset], ((old, new),)), game)
    report = verifier(game.ruleset, game.values, game.seed, game.chance).verify("a file", wrong.encode())
    assert (report.findings[0].message, report.findings[0].times) == (message, times)
    alone = re.split("; (?!all other)| instead", message)[0]
    assert reveal(report, "rule").findings[0].message == alone


@pytest.mark.usefixtures("less_effort")
@pytest.mark.parametrize(
    ("game", "old", "new", "message", "times"),
    [
        (AWAY, "escapes = False", "escapes = True", "hand 1 is not played", 1),
        (PERSON, "Player's hand", "Player'shand", "a space is missing after `Player's`", 14),
    ],
)
def test_a_sentence_that_is_soon_found_has_them_too(
    game: Set, old: str, new: str, message: str, times: int
) -> None:
    """A sentence about another line, or another end, says the same with less effort."""
    test_a_sentence_has_the_persons_and_the_numbers_of_its_line(game, old, new, message, times)


def test_a_line_that_is_missing_leaves_the_one_after_it_right() -> None:
    """The report has the missing line, and the line that follows it; after the end, the last line."""
    changes = (("                if dealer.cheer:\n", "                if False:\n"),)
    wrong = transcript(program_of(TOURNAMENT, changes), AWAY)
    check = verifier(AWAY.ruleset, AWAY.values)
    finding = check.verify("a file", wrong.encode()).findings[0]
    assert finding.message == "Kakyoin Noriaki does not react when they win the round"
    assert [line.split()[0] for line in describe_finding(finding)][-2:] == ["before", "missing"]
    right = transcript(program_of(TOURNAMENT, ()), AWAY)
    (cut,) = check.verify("a file", right[: right.rindex("\nGame over.") + 1].encode()).findings
    assert cut.message.endswith("; only lines after the last hand are missing")
    assert [line.split()[0] for line in describe_finding(cut)][-2:] == ["after", "missing"]


def test_a_card_that_may_be_missing_is_counted() -> None:
    """A total that the cards do not have may be wrong, so the finding has that of the cards shown."""
    drawn = RIGHT.index("Dealer dealt ", RIGHT.index("Dealer's hole card is "))
    first = _first(f"{RIGHT[:drawn]}{RIGHT[RIGHT.index(chr(10), drawn) + 1 :]}")
    assert "the cards shown add up to" in first.message


def test_a_hand_that_is_not_discarded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A total of two hands together is not explained by another value of a card."""
    monkeypatch.setattr(text, "Effort", lambda: Effort(ENOUGH // 32))
    total = "        total = value_of(cards).total\n"
    keeps = f"        cards = self.kept = getattr(self, 'kept', []) + cards\n{total}"
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 6, "player": "counting"}
    wrong = transcript(program_of(COURSES, ((total, keeps),)), Set("classic", values, 0))
    assert _first(wrong, hands=6).message == "the total still includes the cards of the previous hand"


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


def test_a_card_with_another_value_has_its_name() -> None:
    """The finding names the card in the words of the game, and the value that the program gives it."""
    worth = "min(SPOTS.index(card.spot) + 2, 10)"
    changes = ((worth, f"(11 if card.spot == 'King' else {worth})"),)
    wrong = transcript(program_of(COURSES, changes), Set("classic", CLASSIC, 0))
    assert _first(wrong).message == "each King counts 11"


def test_a_line_in_the_wrong_place_is_named() -> None:
    """The finding says which line comes too early or too late, as students may not see the expected one."""
    lines = RIGHT.splitlines(keepends=True)
    at = lines.index("# Dealer busts\n")
    lines[at : at + 2] = lines[at : at + 2][::-1]
    assert _first("".join(lines)).message == "a line comes too late: the dealer busts"


def test_another_game_after_the_first_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with the output of two runs breaks no rule about shuffles."""
    monkeypatch.setattr(text, "Effort", lambda: Effort(ENOUGH // 16))
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 20, "player": "counting"}
    report = verifier("classic", values).verify("a file", f"{RIGHT}{RIGHT}".encode())
    (finding,) = report.findings
    assert finding.message == "another game begins in the same transcript after the end of this one"
    assert (finding.kind, finding.line, finding.confidence) == ("ending", RIGHT.count("\n") + 1, "sure")


def test_the_reason_of_a_crash_is_not_a_place_of_its_trace() -> None:
    """Java prints the exception first, and then the calls that led to it."""
    at = RIGHT.index("# Hand 4")
    trace = "java.lang.NullPointerException\n\tat Deck.deal(Deck.java:51)\n\t... 2 more\n"
    assert (
        _first(RIGHT[:at] + trace).message
        == "the program stops with an error, `java.lang.NullPointerException`"
    )


def test_a_game_without_hands_is_one_mistake() -> None:
    """A transcript that ends too soon is a mistake of its own, so an explanation without it is better."""
    changes = (("hand < hands", "hand > hands"),)
    wrong = transcript(program_of(COURSES, changes), Set("classic", CLASSIC, 0))
    report = verifier("classic", CLASSIC).verify("a file", wrong.encode())
    assert [each.message for each in report.findings] == ["hand 1 is not played"]


def test_cuts_in_other_words_are_understood() -> None:
    """Cuts that are taken from the transcript may have other words."""
    said = RIGHT.replace("cut at", "Cut at")
    report = verifier("classic", CLASSIC, 0, "cuts").verify("a file", said.encode())
    assert [(each.rule, each.kind) for each in report.findings] == [("output.cut", WORDING)]
    assert report.is_explained


def test_a_dealer_who_hits_a_soft_hand_does_so_with_a_soft_total() -> None:
    """A finding calls a total soft only if an ace counts eleven."""
    soft = BY_NAME["the dealer hits soft 17"]
    game = game_of(COURSES, 1)
    report = verifier(game.ruleset, game.values, game.seed)
    first, *_ = report.verify("", transcript(program_of(COURSES, soft.changes), game).encode()).findings
    assert first.message == "Dealer draws with soft 17, against the rule; all other decisions are right"


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


def test_a_last_line_in_other_words_is_not_a_crash() -> None:
    """The line about the winner, which is not a text of an event, is compared too."""
    game = game_of(TOURNAMENT, 2)
    text = transcript(program_of(TOURNAMENT, ()), game).replace("Game over.", "The game is over.")
    report = verifier(game.ruleset, game.values, game.seed).verify("a file", text.encode())
    (finding,) = report.findings
    assert (finding.kind, finding.rule, report.verdict) == (WORDING, "teams", "wording")
    assert finding.actual.startswith("The game is over.")


def test_a_cut_too_many_is_not_a_wrong_cut() -> None:
    """The number of cuts says it all."""
    program = program_of(COURSES, (("for _ in range(7)]", "for _ in range(8)]"),))
    assert _first(transcript(program, game_of(COURSES, 0))).message == "a shuffle has 8 cuts"


def test_a_blank_line_is_missing_or_too_many() -> None:
    """The sentence about blank lines names the mistake."""
    second = RIGHT.replace("# Hand 2 b", "\n# Hand 2 b")
    assert _first(second).message == "the blank lines differ from the rules: one is too many here"


def test_luck_that_is_not_the_generators_names_cuts_and_cards() -> None:
    """The finding names the cut and its number, or the card and whether it was dealt before."""
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 20, "player": "counting"}
    check = verifier("classic", values, seed=1)
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


def test_a_hand_without_a_result_is_neither_announced_nor_paid() -> None:
    """What is missing is named, not the standings that come early; the comparison stops after that."""
    natural = """            if value(self.dealer) == 21:
                yield "\\nBoth"""
    wrong = transcript(program_of(INFINITE, ((natural, f"            return\n{natural}"),)), PERSON)
    report = verifier(PERSON.ruleset, PERSON.values, chance="cards").verify("a file", wrong.encode())
    (finding,) = report.findings
    assert finding.message == (
        "no result is announced and nothing is paid: the standings are announced at once"
    )
    assert finding.doubt == f"few hands show it before line {report.stopped}, where the comparison stopped"


@pytest.mark.parametrize(("first", "hands"), [("elif own > dealers:", 14), ("elif dealers > 21:", 24)])
def test_results_that_are_never_settled_are_one_mistake(first: str, hands: int) -> None:
    """The branches for some results may be missing, and the others right."""
    wrong = transcript(
        program_of(INFINITE, ((first, f"elif True:\n            return\n        {first}"),)), PERSON
    )
    found = verifier(PERSON.ruleset, PERSON.values, chance="cards").verify("a file", wrong.encode())
    assert found.is_complete
    first_found = found.findings[0]
    assert first_found.message.startswith("no result is announced and nothing is paid")
    assert (first_found.times, first_found.doubt) == (hands, "")


def test_a_wrong_bust_breaks_the_rule_about_the_target() -> None:
    """A hand of 21 that counts as bust when it is settled is against the rule that names 21."""
    wrong = transcript(program_of(INFINITE, (("if own > 21:", "if own > 20:"),)), DOUBLER)
    check = verifier(DOUBLER.ruleset, DOUBLER.values, DOUBLER.seed, DOUBLER.chance)
    finding = check.verify("a file", wrong.encode()).findings[0]
    assert (finding.rule, finding.words) == ("rules.target", "The target is 21, and hands above it bust.")
    assert finding.message == "the player counts as bust with 21, against the rules"


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


def test_cards_have_suits_only_if_the_lines_show_them() -> None:
    """In a game whose lines show ranks alone, the cards of a finding have no suits."""
    game = game_of(INFINITE, 0)
    wrong = transcript(program_of(INFINITE, ()), game).replace("Dealer wins.", "Player wins.", 1)
    (first, *_) = (
        verifier(game.ruleset, game.values, chance="cards").verify("a file", wrong.encode()).findings
    )
    assert first.cards
    assert " of " not in first.cards
    assert " of " in _first(RIGHT.replace("# Dealer wins", "# Player wins", 1)).cards
