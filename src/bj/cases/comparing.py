"""Compares the outcome of a game with the expectations in its test case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from bj.cases.model import Expectation
from bj.cases.playing import PlayedCase
from bj.faults_and_fixes import KeyPath
from bj.ruleset.suggestions import find_close, suggest
from bj.session.conversation import parse_amount

New: TypeAlias = "str | int | float | None"
"""The new value for the test case if the outcome is accepted, or None if the author must choose one."""


@dataclass(frozen=True, slots=True)
class CaseDifference:
    """A difference between the actual and the expected outcome of a test case."""

    path: KeyPath
    """The path of the expectation, relative to ``expect``."""
    message: str
    remedy: str = ""
    new: New = None
    offset: int | None = None
    """The offset of the difference in the transcript, or None if it is not in the transcript."""


def compare(played: PlayedCase, expect: Expectation, transcript: str | None) -> list[CaseDifference]:
    """Return all differences between the outcome and the expectations, those in the transcript first.

    ``transcript`` is the expected transcript, or None if the case has none.
    """
    differences: list[CaseDifference] = []
    if transcript is not None:
        key = "transcript" if expect.transcript is not None else "transcript_file"
        differences += _compare_transcripts(key, played.transcript, transcript)
    if played.error != (expect.error or ""):
        differences.append(_compare_errors(played, expect.error))
        if played.error and expect.error is None:
            return differences  # all other differences are due to the error
    lines = split_lines(played.transcript)
    differences += _compare_lines(lines, expect)
    counted = (("hands", played.hands), ("rounds", played.rounds), ("lines", len(lines)))
    for key, number in counted:
        expected = getattr(expect, key)
        if expected not in (None, number):
            differences.append(CaseDifference((key,), f"expected {expected}, got {number}", new=number))
    if expect.winner not in (None, played.winner):
        message = f"expected {_quote(expect.winner)}, got {_quote(played.winner)}"
        differences.append(CaseDifference(("winner",), message, new=played.winner))
    if expect.ends not in (None, played.ends):
        new = None if played.ends == "error" else played.ends
        message = f"expected {_quote(expect.ends)}, got {_quote(played.ends)}"
        differences.append(CaseDifference(("ends",), message, new=new))
    return [*differences, *_compare_bankrolls(played, expect)]


def split_lines(text: str) -> list[str]:
    """Split a transcript into lines, without their line endings."""
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


def _compare_transcripts(key: str, got: str, expected: str) -> Iterator[CaseDifference]:
    if got == expected:
        return
    if not expected:
        remedy = "accept it with `bj test --update`"
        yield CaseDifference((key,), "no transcript is recorded yet", remedy, new=got)
        return
    pairs = enumerate(zip(got, expected, strict=False))
    offset = next((i for i, (a, b) in pairs if a != b), min(len(got), len(expected)))
    line = got.count("\n", 0, offset) + 1
    if offset == len(got):
        message = f"it ends before line {line}" if got.endswith("\n") else f"it ends in line {line}"
    else:
        message = f"line {line} differs"
    yield CaseDifference((key,), message, new=got, offset=offset)


def _compare_errors(played: PlayedCase, expected: str | None) -> CaseDifference:
    if not played.error:
        return CaseDifference(("error",), f"expected the error {_quote(expected)}, got none")
    if expected is None:
        return CaseDifference(("error",), f"error: {played.error}", played.remedy)
    message = f"expected the error {_quote(expected)}, got {_quote(played.error)}"
    return CaseDifference(("error",), message, new=played.error)


def _compare_lines(lines: Sequence[str], expect: Expectation) -> Iterator[CaseDifference]:
    """Yield a difference for each line that is missing, forbidden, or printed the wrong number of times."""
    at, before = 0, ""
    for index, line in enumerate(expect.says):
        try:
            at = lines.index(line, at) + 1
        except ValueError:
            where = f" after {_quote(before)}" if before else ""
            close = find_close(line, list(dict.fromkeys(lines[at:])))
            remedy = f"there is {_quote(close)}" if close is not None else ""
            yield CaseDifference(("says", index), f"{_quote(line)} is not printed{where}", remedy)
            break
        before = line
    for index, line in enumerate(expect.never_says):
        if line in lines:
            at = lines.index(line)
            offset = sum(len(line) + 1 for line in lines[:at])
            yield CaseDifference(("never_says", index), f"line {at + 1} is {_quote(line)}", offset=offset)
    for line, expected in expect.times.items():
        number = lines.count(line)
        if number != expected:
            message = f"{_quote(line)} is printed {_times(number)}, expected {_times(expected)}"
            yield CaseDifference(("times", line), message, new=number)


def _compare_bankrolls(played: PlayedCase, expect: Expectation) -> Iterator[CaseDifference]:
    for name, expected in expect.bankrolls.items():
        amounts = played.bankrolls.get(name, [])
        if len(amounts) != 1:
            remedy = str(suggest(name, played.bankrolls))
            message = f"{'several players are' if amounts else 'no player is'} called {_quote(name)}"
            yield CaseDifference(("bankrolls", name), message, "" if amounts else remedy)
        elif parse_amount(_write(expected), played.decimals) != amounts[0]:
            got = played.bankroll(amounts[0])
            message = f"expected {_write(expected)}, got {got}"
            yield CaseDifference(("bankrolls", name), message, new=float(got) if "." in got else int(got))


def _write(amount: float) -> str:
    """Format an amount as people would type it, without a decimal point if it is a whole number.

    >>> _write(7.5), _write(300.0), _write(-3)
    ('7.5', '300', '-3')
    """
    return str(int(amount)) if amount == int(amount) else repr(amount)


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _quote(text: Any) -> str:
    """Put a value in backquotes. It is not shortened, because two lines may differ only at the end."""
    return f"`{text}`"
