"""Broken and hostile transcripts get a clear report in bounded time."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from tests.oracle import courses
from tests.verify.exams import CLASSIC, rules_of, verifier

from bj.argument_values import Value
from bj.text.colours import plain
from bj.verify import changed_games, text
from bj.verify.assignment import Assignment
from bj.verify.changed_games import Variants
from bj.verify.effort import ENOUGH, QUESTION, RESERVE, Effort
from bj.verify.findings import Report
from bj.verify.formats.text import render_full
from bj.verify.verifying import Verifier

RIGHT = courses.transcript(courses.CLASSIC, 100, 5, 20, "counting").encode()


@pytest.fixture
def efforts(monkeypatch: pytest.MonkeyPatch) -> list[Effort]:
    """The efforts of a test's transcripts, which are a sixteenth of the usual effort."""
    made: list[Effort] = []

    def begin() -> Effort:
        made.append(Effort(ENOUGH // 16))
        return made[-1]

    monkeypatch.setattr(text, "Effort", begin)
    return made


@cache
def checking(ignored: str) -> Verifier:
    """The verifier of all these transcripts, with its compiled games."""
    return verifier("classic", CLASSIC, ignored=ignored)


def examine(content: bytes, ignored: str = "") -> Report:
    """The report on a transcript; asserts that it has no escape sequence."""
    report = checking(ignored).verify("a file", content)
    assert "\x1b" not in render_full([report], [[]], plain)
    return report


def test_a_prompt_at_the_end_needs_no_line_end_after_another_difference() -> None:
    """A program that stops after its question lacks a line end, which is not an extra line."""
    says = "You start with 300 dollars\n\n\nRound 1\nEnter bet in dollars, 0 to quit: "
    assignment = Assignment(rules_of("infinite"), {"start": 300}, 0, "cards", answers=("0",))
    (finding,) = Verifier(assignment).verify("a file", says.encode()).findings
    assert (finding.line, finding.kind) == (1, "wording")


ODD = [
    ("line ends", RIGHT.replace(b"\n", b"\r\n")),
    ("line ends", RIGHT.replace(b"\n", b"\r")),
    ("last line", RIGHT[:-1]),
    ("utf-16", RIGHT.decode().encode("utf-16")),
    ("utf-16", RIGHT.decode().encode("utf-16-le")),
    ("mark", b"\xef\xbb\xbf" + RIGHT),
    ("colours", RIGHT.replace(b"Push", b"\x1b[31mPush\x1b[0m").replace(b"# Hand", b"\x1b]0;pwned\x07# Hand")),
]
"""The same text in other encodings, with or without a byte order mark, and with terminal codes."""


@pytest.mark.parametrize(("key", "content"), ODD)
def test_what_is_odd_throughout_is_one_remark(key: str, content: bytes) -> None:
    """Line ends, a missing one, a byte order mark and colours each give one remark."""
    assert content != RIGHT
    report = examine(content)
    assert [finding.remark for finding in report.findings] == [key]
    assert (report.verdict, report.hands) == ("wording", 20)


def test_zeros_are_not_another_encoding() -> None:
    """A file with zeros, as after a crash of the machine, is not called UTF-16."""
    assert not any(each.remark for each in examine(b"\0\0\n").findings)


@pytest.mark.parametrize(
    ("content", "needed"),
    [
        (RIGHT.upper(), "case"),
        (RIGHT.lower(), "case"),
        (RIGHT.replace(b" ", b"  "), "spaces"),
        (RIGHT.replace(b" ", b"\t"), "spaces"),
    ],
)
def test_another_form_of_all_texts_is_one_finding(content: bytes, needed: str) -> None:
    """Capitals or extra spaces throughout are one finding about wording, which can be ignored."""
    report = examine(content)
    assert [(each.rule, each.times) for each in report.findings] == [("output", 21)]
    assert (report.verdict, report.hands) == ("wording", 20)
    assert examine(content, ignored=needed).verdict == "right"


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"$ make\ng++ -o blackjack *.cpp\n$ ./blackjack 100 5 20 counting\n" + RIGHT, 1),
        (RIGHT + b"Exited with status 0\n$ \n", RIGHT.count(b"\n") + 1),
    ],
)
def test_what_a_terminal_said_around_a_game_is_one_finding(content: bytes, line: int) -> None:
    """Lines before or after a right game are one finding, and the game is compared."""
    report = examine(content)
    assert [(each.kind, each.line) for each in report.findings] == [("extra line", line)]
    assert report.hands == 20


@pytest.mark.parametrize("where", [0.07, 0.35, 0.61, 0.99])
def test_a_transcript_that_is_cut_off_ends_too_soon(where: float) -> None:
    """The only finding is at the place where the transcript ends."""
    content = RIGHT[: int(len(RIGHT) * where)]
    report = examine(content)
    assert {finding.kind for finding in report.findings if not finding.remark} == {"ending"}
    assert report.findings[-1].line >= content.count(b"\n")


def garbage() -> bytes:
    """Random lines."""
    chance = random.Random(1)  # noqa: S311  # the same at every run
    return b"\n".join(chance.randbytes(chance.randrange(80)) for _ in range(20_000))


HARMFUL = {
    "nothing": b"",
    "one newline": b"\n",
    "no newline at all": b"x" * 3_000_000,
    "nothing but newlines": b"\n" * 500_000,
    "lines of almost the greatest length": (b"x" * (text.LONGEST_LINE - 10) + b"\n") * 400,
    "garbage": garbage(),
    "zeros": bytes(100_000),
    "codes of terminals": b"\x1b[2J\x1b]0;title\x07::error::no ##[error]no\n" * 500,
    "numbers beyond all bounds": RIGHT[:2000].replace(b"bankroll 1", b"bankroll 99999999999999999999999"),
    "braces": RIGHT.replace(b"Player bets", b"{0.__class__} {bankroll} Player bets"),
    "the same line for ever": b"Player dealt Ace of Spades\n" * 20_000,
    "endless lines": re.sub(rb"(?<=[AQ])ce|ueen", b"A" * 20_000, RIGHT[:3_000]),
    "another game": courses.transcript(courses.TRICK, 55, 3, 200, "simple", seed=9).encode(),
}


@pytest.mark.parametrize("what", HARMFUL)
def test_anything_gets_a_report(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any file gets the verdict wrong, with a few dozen findings at most."""
    monkeypatch.setattr(text, "Effort", lambda: Effort(ENOUGH // 8))
    report = examine(HARMFUL[what])
    assert report.verdict in ("wrong", "wording")
    assert 0 < len(report.findings) < 50


def test_lines_are_found_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines longer than a piece, shorter, empty and at its end begin after each line end."""
    monkeypatch.setattr(text, "PIECE", 3)
    content = "a\n\n\nabc\nab\n\r\x0b\nabcdefgh\n\nab\n"
    ends = [place + 1 for place, sign in enumerate(content) if sign == "\n"]
    assert text.starts_of_lines(content).tolist() == [0, *ends]
    assert text.starts_of_lines("").tolist() == [0]


@pytest.mark.parametrize(("added", "kinds"), [(900, {"wording"}), (1_100, {"unknown line"})])
def test_a_line_of_no_program_is_not_a_wording(added: int, kinds: set[str]) -> None:
    """A very long line is not accepted as the new wording of an event for all hands."""
    head, said, rest = RIGHT.partition(b"Player bets 5\n")
    content = head + said.replace(b"\n", b"A" * added + b"\n") + rest
    assert {finding.kind for finding in examine(content).findings} == kinds


MANY_EXPLANATIONS = """
Player gets Q♥.

The cards are shuffled.
Player bets 10.

Player gets 5♥.
Dealer gets 7♦.
Player gets A♦.
Dealer gets a card face down.
Player to act: 5♥ A♦ (16)
Player gets 9♥.
Hand 1, bankroll 1000
"""
"""Lines of a game in the wrong order, with hundreds of possible explanations."""


def test_games_that_are_compiled_are_work(monkeypatch: pytest.MonkeyPatch, efforts: list[Effort]) -> None:
    """The work for a transcript is limited, and does not depend on games compiled for a different one."""
    compiled: list[object] = []
    compile_game = Variants._try_to_compile

    def compile_and_count(self: Variants, changed: Any) -> Any:
        compiled.append(changed)
        return compile_game(self, changed)

    monkeypatch.setattr(Variants, "_try_to_compile", compile_and_count)
    check = verifier("variants/spanish_21", {"bankroll": 1000, "hands": 5, "player": "basic"}, seed=5)
    first = check.verify("a file", MANY_EXPLANATIONS.encode())
    assert 20 < len(compiled) < 80
    assert check.verify("a file", MANY_EXPLANATIONS.encode()) == first
    assert -RESERVE < efforts[0].left == efforts[1].left <= 0


def test_games_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch, efforts: list[Effort]) -> None:
    """Compiled games are dropped from memory, earlier if verifiers share it; reports do not change."""
    kept: list[int] = []
    make = Variants.make

    def counted(self: Variants, *given: Any) -> Any:
        made = make(self, *given)
        kept.append(len(self._references))
        return made

    monkeypatch.setattr(Variants, "make", counted)
    reports, most_kept = [], []
    assignment = verifier("classic", CLASSIC).assignment
    for sharing in (1, changed_games.MOST_REFERENCES // 5):
        examiner = Verifier(assignment, sharing=sharing)
        reports.append(examiner.verify("a file", RIGHT.replace(b"King of", b"Queen of")))
        most_kept.append(max(kept))
        kept.clear()
    assert most_kept[0] > 20
    assert most_kept[1] <= 5
    assert reports[0] == reports[1]
    assert efforts[0].left == efforts[1].left


def test_what_takes_too_much_work_is_compared_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the budget is used up, the report says so, and stops at a difference."""
    monkeypatch.setattr(text, "Effort", lambda: Effort(100 - RESERVE))
    report = checking("").verify("a file", RIGHT)
    assert [finding.remark for finding in report.findings] == ["too much"]
    monkeypatch.setattr(text, "Effort", lambda: Effort(5_000 - RESERVE))
    report = checking("").verify("a file", RIGHT.replace(b"bankroll", b"chips"))
    assert [finding.line for finding in report.findings] == [
        RIGHT[: RIGHT.index(b"bankroll")].count(b"\n") + 1
    ]
    assert report.verdict == "wrong"
    assert not report.is_complete


def test_numbers_beyond_all_bounds_are_differences() -> None:
    """The first line with such a number is the first finding."""
    content = HARMFUL["numbers beyond all bounds"]
    first = content[: content.index(b"bankroll 99")].count(b"\n") + 1
    assert examine(content).findings[0].line == first


def test_only_so_much_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """A huge file is compared up to a limit, and the report covers only that part."""
    for more in range(3):
        monkeypatch.setattr(text, "LARGEST_TRANSCRIPT", len(RIGHT) - 9 * more)
        assert [finding.remark for finding in examine(RIGHT + b"x").findings] == ["too long"]
    monkeypatch.setattr(text, "LARGEST_TRANSCRIPT", len(RIGHT))
    assert examine(RIGHT).verdict == "right"


def test_ignored_differences_are_forgiven_and_listed() -> None:
    """An ignored difference is not a finding, but the report counts it."""
    content = RIGHT.replace(b"# Push\n", b"# push  \n").replace(b"\n", b"\r\n")
    assert examine(content).verdict == "wording"
    report = examine(content, "case trailing")
    assert (report.verdict, sorted(report.forgiven)) == ("right", ["case", "trailing"])
    assert examine(content, "case").verdict == "wording"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_what_windows_writes_is_forgiven_with_one_word(encoding: str) -> None:
    """Shells of Windows add carriage returns, and a mark or another encoding; no program prints these."""
    content = RIGHT.decode().replace("\n", "\r\n").encode(encoding)
    assert examine(content).verdict == "wording"
    assert examine(content, "trailing").verdict == "right"


def test_a_card_that_is_dealt_twice_is_found() -> None:
    """If all cards come from the transcript, no card may come more often than in the packs."""
    lines = RIGHT.decode().splitlines(True)
    dealt = [number for number, line in enumerate(lines) if " dealt " in line and "natural" not in line]
    first, other = dealt[0], dealt[4]
    name, _, _ = lines[other].partition(" dealt ")
    lines[other] = f"{name} dealt {lines[first].partition(' dealt ')[2]}"
    check = verifier("classic", CLASSIC, chance="cards")
    assert check.verify("right", RIGHT).verdict == "right"
    found = check.verify("wrong", "".join(lines).encode()).findings
    assert ("cards", "shoe.packs", other + 1) in {(each.kind, each.rule, each.line) for each in found}


@pytest.mark.parametrize("cut", ["-1", "53"])
def test_a_cut_beyond_the_shoe_is_a_difference(cut: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If cards come from the transcript, cuts do too, except impossible ones."""
    monkeypatch.setattr(text, "Effort", lambda: Effort(ENOUGH // 16))
    lines = [
        "Player: Nagato Yuki dealt King of Clubs\n",
        f"cut at 34\ncut at {cut}\ncut at 25\n",
        "Dealer: Kujo Jotaro has been kicked out. The winner of this round is Nagato Yuki.\n",
        "Player: Nagato Yuki has 5 after 1 hands\nHand 1 bankroll 5\n",
    ]
    values: Mapping[str, Value] = {"normal": 10, "hands": 1, "kind": "counting", "dealers": "sc"}
    check = verifier("sos_vs_sc", values, 5, chance="cards")
    assert check.verify("cuts", "".join(lines).encode()).findings[0].line == 1


def test_every_answer_of_a_person_is_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that is asked repeatedly uses more of the budget each time."""
    made: list[Effort] = []

    def make() -> Effort:
        made.append(Effort())
        return made[-1]

    monkeypatch.setattr(text, "Effort", make)
    asked = "Enter bet in dollars, 0 to quit: "
    for times in (1, 101):
        refused = f"{asked}abc\nThat is no amount of money!  Enter a number.\n\n\n" * times
        says = f"Player starts with 300 dollars\n\n\nRound 1\n{refused}{asked}0\n"
        assignment = Assignment(rules_of("infinite"), {"start": 300}, 0, "cards")
        report = Verifier(assignment).verify("a file", says.encode())
        assert report.verdict == "right"
    assert made[0].left - made[1].left >= 100 * QUESTION


def test_many_objects_in_place_of_a_value_take_no_longer() -> None:
    """A row of objects has only one reading, even if other text follows it."""
    bad = RIGHT.replace(b"Player bets 5\n", b"Player bets " + b"<a at 0x1>" * 60 + b"!\n")
    assert examine(bad).findings
