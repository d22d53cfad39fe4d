from __future__ import annotations

import io
import os
import select
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from tests.session.tables import bj

from bj.errors import UsageError
from bj.session.answer_sources import LONGEST_ANSWER, EndOfInput, FileAnswers, TypedAnswers, shown
from bj.session.conversation import parse_amount


def typed(content: bytes) -> TypedAnswers:
    """Answers of a person who types this content."""
    return TypedAnswers(io.BytesIO(content), lambda: None)


def all_of(answers: TypedAnswers | FileAnswers) -> list[str]:
    """Every answer to the end of the input."""
    given = []
    while True:
        try:
            given.append(answers.ask("? "))
        except EndOfInput:
            return given


def test_every_line_is_an_answer() -> None:
    """Line ends of all systems end an answer, and the last one may lack its own."""
    assert all_of(typed(b"20\nh\r\n\n s ")) == ["20", "h", "", " s "]


def test_bytes_that_are_not_text_are_an_answer() -> None:
    """Bytes that are not UTF-8, and control characters, are wrong answers."""
    assert all_of(typed(b"\xff\xfe\x00\n\xe2\x82\n")) == ["\ufffd\ufffd\x00", "\ufffd"]


def test_a_long_line_is_one_answer() -> None:
    """A line of any length is one answer, never its first characters."""
    first, second = all_of(typed(b"h" + b" " * 100_000 + b"\ns\n"))
    assert first.startswith("h ")
    assert first.strip() != "h"
    assert len(first) <= LONGEST_ANSWER + 1
    assert second == "s"


def test_a_line_without_end_is_the_end_of_the_input() -> None:
    """Megabytes without a line end are not an answer."""
    assert all_of(typed(b"h" * 3_000_000)) == []


@pytest.mark.parametrize("stream", [None, io.BytesIO()])
def test_nothing_to_read_is_the_end_of_the_input(stream: io.BytesIO | None) -> None:
    """Without stdin, or with an empty one, there are no answers."""
    answers = TypedAnswers(stream, lambda: None)
    with pytest.raises(EndOfInput):
        answers.ask("? ")


def test_a_closed_stream_is_the_end_of_the_input() -> None:
    """A closed or unreadable stream ends the game normally."""
    answers = typed(b"h\n")
    assert answers.stream is not None
    answers.stream.close()
    assert all_of(answers) == []


def test_everything_is_shown_before_a_person_answers() -> None:
    """The transcript is flushed before each answer is read."""
    flushed: list[int] = []
    answers = TypedAnswers(io.BytesIO(b"h\ns\n"), lambda: flushed.append(1))
    assert all_of(answers) == ["h", "s"]
    assert len(flushed) == 3


def test_a_noted_interrupt_is_raised_when_an_answer_is_awaited() -> None:
    """Ctrl-C between two questions takes effect at the second one; a second one takes effect immediately."""
    answers = typed(b"h\n")
    answers._note(2, None)
    with pytest.raises(KeyboardInterrupt):
        answers._note(2, None)
    with pytest.raises(KeyboardInterrupt):
        answers.ask("? ")


def test_a_file_gives_its_lines(tmp_path: Path) -> None:
    """A file of answers has one answer per line, then it ends."""
    file = tmp_path / "answers"
    file.write_bytes(b"20\r\nh\n\ns")
    assert all_of(FileAnswers(file)) == ["20", "h", "", "s"]
    assert all_of(FileAnswers(file, 3)) == ["s"]
    file.write_bytes(b"")
    assert all_of(FileAnswers(file)) == []


def test_a_file_that_is_too_short_for_a_saved_game_is_refused(tmp_path: Path) -> None:
    """A file with fewer answers than were given before is refused."""
    file = tmp_path / "answers"
    file.write_bytes(b"20\n")
    with pytest.raises(UsageError, match="has 1 answers, but 2 were used"):
        FileAnswers(file, 2)


def test_what_was_typed_cannot_steer_a_terminal() -> None:
    """Control characters and marks of direction are printed as escapes; long answers are cut."""
    assert shown("\x1b[2J\x9b\u202eh\t") == "\\x1b[2J\\x9b\\u202eh\\t"
    assert len(shown("x" * 5_000)) == 60


@pytest.mark.parametrize(
    ("text", "decimals", "units"),
    [
        ("20", 0, 20),
        ("020", 0, 20),
        ("+5", 0, 5),
        ("-5", 0, -5),
        ("7.5", 2, 750),
        (".5", 2, 50),
        ("7.", 2, 700),
        ("7.500", 2, 750),
        ("20.0", 0, 20),
        ("7.555", 2, None),
        ("7.5", 0, None),
        ("", 0, None),
        (".", 2, None),
        ("-", 2, None),
        ("1e3", 2, None),
        ("1_000", 0, None),
        ("٣", 0, None),
        ("5 5", 0, None),
    ],
)
def test_amounts(text: str, decimals: int, units: int | None) -> None:
    """An amount has digits, at most a sign and a point, and no more decimals than the money."""
    assert parse_amount(text, decimals) == units


def test_an_enormous_amount_is_large_and_no_more() -> None:
    """Thousands of digits are read quickly, as a number that is too large."""
    amount = parse_amount("9" * 5_000, 2)
    assert amount is not None
    assert amount > 1 << 40


def test_a_prompt_names_the_hand_of_a_wager() -> None:
    """A person with several hands is asked for a wager on each; the question names the hand."""
    said = bj(
        "run", "variants/blackjack_switch", "100", "1", "human", "--cards", "J T 6 K 9 T T", typed="80\n30\n"
    )
    assert "hand 1, at least 10 of 100: " in said
    assert said.count("hand 2, at least 10 of 20: ") == 2


@pytest.mark.skipif(os.name != "posix", reason="terminals are opened as POSIX does it")
@pytest.mark.parametrize(("opens", "answer"), [(os.openpty, "h"), (os.pipe, "s")], ids=["terminal", "pipe"])
def test_what_is_typed_in_an_interlude_is_discarded_at_a_terminal_only(
    opens: Callable[[], tuple[int, int]], answer: str
) -> None:
    """Keys pressed during a hint are discarded; lines from a pipe are not."""
    ends = opens()
    source, keys = ends[::-1] if opens is os.openpty else ends
    with os.fdopen(source, "rb") as stream, os.fdopen(keys, "wb", buffering=0) as typing:
        answers = TypedAnswers(stream, lambda: None)
        with answers.interlude():
            typing.write(b"s\n")
            assert select.select([source], [], [], 10)[0]
        typing.write(b"h\n")
        assert answers.ask("? ") == answer


def test_control_c_cancels_an_interlude_and_nothing_else() -> None:
    """Ctrl-C is raised during a hint; afterwards it is noted for the next question."""
    answers = typed(b"h\n")
    with suppress(KeyboardInterrupt), answers.interlude():
        answers._note(2, None)
        pytest.fail("nothing was raised")
    assert answers.ask("? ") == "h"
    answers._note(2, None)
    assert answers.interrupted


def test_control_c_before_an_interlude_cancels_it() -> None:
    """Ctrl-C during the imports of a hint cancels the hint, and the game goes on."""
    answers = typed(b"h\n")
    answers._note(2, None)
    with pytest.raises(KeyboardInterrupt), answers.interlude():
        pytest.fail("nothing was raised")
    assert answers.ask("? ") == "h"
