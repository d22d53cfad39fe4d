"""Prepares the text of a transcript for comparison, and records anything unusual about it."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Container, Iterable, Sequence
from copy import copy
from io import StringIO
from itertools import accumulate

from bj.errors import UsageError, wrong_type
from bj.verify.effort import Effort

LARGEST_TRANSCRIPT = 1 << 24
"""The maximum number of bytes to read, which is enough for a hundred thousand hands."""

LONGEST_LINE = 10_000
"""The maximum number of characters to read from one line. Rulesets do not print lines of this length."""

PIECE = 1 << 16
"""The minimum number of characters to split into lines at once."""

_TOO_LONG = re.compile(rf"^([^\n]{{{LONGEST_LINE}}})[^\n]+", re.MULTILINE)

ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\^_]?)")
"""A pattern that matches terminal control sequences (ECMA-48, 5.4 and 5.6)."""

_ADDRESS = re.compile(
    r"( at 0x)[0-9a-fA-F]+(?=>)|(\b[A-Z][\w$]{,200}@)(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{4,8}\b"
)
"""A pattern that matches object addresses as printed by Python and Java, which vary between runs."""

_PLACE = re.compile(r"\s+(at|\.\.\.) |\s*$")
"""A pattern that matches the lines after the exception in a stack trace from Java, JavaScript or C#."""

_ERROR = re.compile(
    r"\w*(Error|Exception)\b|Segmentation fault|core dumped|Aborted|Bus error|Floating point exception"
    r"|panic|^ *what\(\): |^exit status \d|RUST_BACKTRACE|^Node\.js v\d"
)
"""A pattern that matches the last line of an error message from an interpreter, a shell or a library."""

LONGEST_TRACE = 20_000
"""How many characters at the end of a transcript to search for the reason for a crash."""

LOOP_LINES, LOOP_TIMES = 50, 5
"""The minimum number of lines in a loop at the end of a transcript, and the minimum number of repetitions."""

MOST_OF_LOOP = 2_000
"""How many lines at the end of a transcript to search for a loop."""

TOLERATED = ("case", "spaces", "blank-lines", "punctuation", "trailing")
"""The kinds of differences that a user can choose to tolerate."""

REMARKS = {
    "bytes": "some bytes are not UTF-8",
    "utf-16": "the file is UTF-16, as Windows PowerShell writes it, not UTF-8",
    "mark": "the file begins with a byte order mark",
    "colours": "there are colors or other terminal codes in the file",
    "line ends": "lines end with a carriage return",
    "last line": "the last line does not end with a line break",
    "too long": f"the file is larger than {LARGEST_TRANSCRIPT >> 20} MB; only the beginning was compared",
    "too much": "this transcript takes too much work; only the beginning was compared",
}
"""Sentences for remarks about a whole transcript."""


def refuse_to_tolerate(differences: Iterable[object]) -> None:
    """Raise UsageError unless every difference is one of TOLERATED."""
    if isinstance(differences, str) or not isinstance(differences, Iterable):
        raise wrong_type("the differences to tolerate", differences, 'give a list, such as `["case"]`')
    for each in differences:
        if each not in TOLERATED:
            raise UsageError(f"`{str(each)[:40]}` cannot be tolerated", f"choose from {', '.join(TOLERATED)}")


def find_loop(lines: Sequence[str]) -> tuple[int, int]:
    """Find a loop at the start of ``lines``. Return its length, and the length of one repetition.

    Return two zeros if the lines do not begin with a loop. The algorithm uses the failure function from
    Knuth, Morris and Pratt (1977).

    >>> find_loop(["b", "a"] * 30 + ["c"]), find_loop(["a"] * 49)
    ((60, 2), (0, 0))
    """
    found, same, ends = (0, 0), 0, [0]
    for count, line in enumerate(lines[1:], 2):
        while same and line != lines[same]:
            same = ends[same - 1]
        same += line == lines[same]
        ends.append(same)
        if count >= max(LOOP_LINES, LOOP_TIMES * (count - same)):
            found = count, count - same
    return found


def starts_of_lines(text: str) -> array[int]:
    r"""Return the offset of each line in ``text``, followed by the length of ``text``.

    ``text`` must end with a line break. It is split piece by piece, because a stream would need four times as
    much memory for the whole text.

    >>> starts_of_lines("a\n\nbc\n").tolist()
    [0, 2, 3, 6]
    """
    starts = array("I", [0])
    while starts[-1] < len(text):
        begin = starts.pop()
        lines = StringIO(text[begin : text.find("\n", begin + PIECE) + 1 or len(text)], newline="\n")
        starts.extend(accumulate(map(len, lines), initial=begin))
    return starts


class Text:
    """The text of a transcript, and the offsets of its lines. Every line ends with a line break.

    Offsets are stored compactly, because there may be tens of millions of lines.
    """

    def __init__(self, content: bytes) -> None:
        self.remarks: list[str] = []
        """Remarks about anything unusual in the file, as keys in REMARKS."""
        self.content = _TOO_LONG.sub(r"\1", self._clean(content))
        self.has_no_end = "last line" in self.remarks
        """Whether a line break was added to the last line."""
        self.effort = Effort()
        self.loop = ""
        """One repetition of the loop that follows ``content``, or an empty string if there is no loop."""
        self.stopped = ""
        """The reason why the program was stopped, or an empty string if it was not."""
        self.starts = starts_of_lines(self.content)
        self.begin = self.given = 0
        """The offset at which the game starts, and how many answers from a file come before it."""

    @property
    def end(self) -> int:
        """The offset at the end of the text."""
        return len(self.content)

    @property
    def last_number(self) -> int:
        """The number of the last line, which is at least 1."""
        return max(len(self.starts) - 1, 1)

    @property
    def is_too_long(self) -> bool:
        """Whether the transcript continues after the text that was read."""
        return "too long" in self.remarks

    @property
    def is_cut_off(self) -> bool:
        """Whether the last line may be incomplete."""
        return self.is_too_long or "last line" in self.remarks

    def end_prompt(self, at: int) -> bool:
        """Return whether the game ends with a prompt at ``at``.

        If it does, the missing line break is not reported.
        """
        is_prompt = self.has_no_end and at == self.end - 1 and self.content[at - 1 : at] != "\n"
        if is_prompt:
            self.remarks = [each for each in self.remarks if each != "last line"]
        return is_prompt

    def without_loop(self, differs: int, after: int, random: Container[str] = ()) -> Text:
        """Return the text without the loop at its end.

        If the text has no loop, return it unchanged. The loop may be followed by up to ``after`` lines, such
        as the reason why the program was stopped. Lines in ``random`` may be different each time. If the
        first difference from the rules, at the offset ``differs``, is inside the loop, the text ends there.
        """

        def lines(first: int, end: int) -> list[str]:
            found = (self._lines(line, line + 1) for line in range(first, end))
            return ["" if line in random else line for line in found]

        whole = len(self.starts) - 1 - max(self.is_cut_off, after)
        count, size = find_loop(lines(max(whole - MOST_OF_LOOP, 0), whole)[::-1])
        if not size:
            return self
        begin, step = whole - count, MOST_OF_LOOP
        while step:
            before = begin - step
            if before >= 0 and lines(before, begin) == lines(before + size, begin + size):
                begin = before
            else:
                step //= 2
        begin = max(begin, self.number(differs) - 1)
        other = copy(self)
        other.loop = self._lines(begin, min(begin + size, len(self.starts) - 1))
        other.starts = self.starts[: begin + 1]
        other.content = self.content[: other.starts[-1]]
        other.remarks = [each for each in self.remarks if each not in ("last line", "too long")]
        other.has_no_end = False
        return other

    def _lines(self, first: int, end: int) -> str:
        """Return the lines with indices from ``first`` to ``end``, excluding ``end``."""
        return self.content[self.starts[first] : self.starts[end]]

    def number(self, at: int) -> int:
        """Return the number of the line that contains the offset ``at``, starting at 1.

        At the end of the text, return the number that the next line would have.
        """
        if at >= self.end:
            return len(self.starts)
        return min(bisect_right(self.starts, at), self.last_number)

    def number_in_file(self, at: int) -> int:
        """Return the number of the line that contains the offset ``at``. The end counts as the last line.

        If a loop follows the text, the end counts as the first line of the loop.
        """
        return self.number(at) if self.loop else min(self.number(at), self.last_number)

    def line(self, at: int) -> str:
        """Return the rest of the line that contains the offset ``at``, starting there."""
        return self.content[at : max(self.content.find("\n", at), at)]

    @property
    def last_line(self) -> str:
        """The last line that is neither blank nor part of a stack trace, such as the reason for a crash."""
        lines = self.content[-LONGEST_TRACE:].rstrip().split("\n")
        return next((line for line in reversed(lines) if not _PLACE.match(line)), lines[-1])

    @property
    def ends_with_error(self) -> bool:
        """Whether the last line is an error message about a crash, rather than part of the game."""
        return _ERROR.search(self.last_line) is not None

    def after_line(self, at: int) -> int:
        """Return the offset of the line after the one that contains the offset ``at``."""
        return self.content.find("\n", at) + 1 or self.end

    def _clean(self, content: bytes) -> str:
        """Decode the content of a file, and remove everything that should not be compared."""
        if len(content) > LARGEST_TRANSCRIPT:
            self.remarks.append("too long")
            content = content[:LARGEST_TRANSCRIPT]
        low, high = content[:200:2], content[1:200:2]
        # Some editors write UTF-16 without a byte order mark.
        is_wide = bool(high) and all(low) and not any(high)
        if is_wide or content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            self.remarks.append("utf-16")
            text = content.decode("utf-16-le" if is_wide else "utf-16", "replace")
        else:
            text = content.decode("utf-8", "replace")
        if "\ufffd" in text:
            self.remarks.append("bytes")
        if text.startswith("\ufeff"):
            self.remarks.append("mark")
            text = text[1:]
        if "\x1b" in text:
            self.remarks.append("colours")
            text = ESCAPES.sub("", text)
        if "@" in text or " at 0x" in text:
            text = _ADDRESS.sub(r"\1\2…", text)
        if "\r\n" in text or ("\r" in text and "\n" not in text):
            self.remarks.append("line ends")
            text = text.replace("\r\n", "\n") if "\n" in text else text.replace("\r", "\n")
        if text and not text.endswith("\n"):
            if not self.is_too_long:
                self.remarks.append("last line")
            text += "\n"
        return text
