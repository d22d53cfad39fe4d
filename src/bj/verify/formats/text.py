"""Renders reports as text, either in full or with one line for each finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from bj.text.colours import Paint, plain
from bj.text.sentences import count_of
from bj.text.untrusted_text import make_visible, show_path
from bj.verify.findings import BrokenRule, Report
from bj.verify.formats.key_in_words import key_in_words
from bj.verify.marks import Mark, MarkPart, plain_number

LESS_CERTAIN = "less certain:"
FURTHER = "further differences, which may follow from those above:"

TO_REVIEW = "to be looked at"
"""The verdict for a transcript that possibly, but not certainly, breaks rules that are worth points."""

SPACE = "␣"
"""The character printed in place of a space at the end of a line, to make the space visible."""

NOTE = f"  {SPACE} marks a space at the end of a line"

STEPS_OF_GAMES = ("procedure.game", "procedure.round", "procedure.hand")
"""The keys that list all steps of a game, a round or a hand."""

LONGEST_SHOWN = 160
"""The maximum number of characters to show from one line in a transcript."""


def render_full(reports: Sequence[Report], marks: Sequence[Sequence[Mark]], paint: Paint) -> str:
    """Render full reports, which show the actual and the expected lines."""
    pairs = zip(reports, marks, strict=True)
    return "\n".join(line for report, given in pairs for line in _render(report, given, paint))


def render_concise(reports: Sequence[Report], paint: Paint) -> str:
    """Render one line for each finding, and one line for each transcript that has no findings."""
    lines: list[str] = []
    for report in reports:
        name = show_path(report.file)
        lines += [
            ": ".join(filter(None, (place, each.kind, each.rule, make_visible(each.message)))) + _times(each)
            for each in report.findings
            for place in (paint("place", f"{name}:{each.line}" if each.line else name),)
        ] or [f"{paint('place', name)}: {report.verdict}"]
    return "\n".join(lines)


def _render(report: Report, marks: Sequence[Mark], paint: Paint) -> Iterator[str]:
    hands = count_of(report.hands, "hand") + (" compared" if report.stopped else "")
    look = "help" if report.verdict == "right" else "warning" if report.verdict == "wording" else "error"
    verdict = TO_REVIEW if _is_in_doubt(marks) else report.verdict
    yield f"{paint('place', show_path(report.file))}: {paint(look, verdict)}, {hands}"
    yield from with_note(chain(_describe_all(report, paint), _describe_stop(report, paint)))
    for each in marks:
        yield f"  {each.name}: {plain_number(each.points)}/{plain_number(each.most)}, {describe_why(each)}"
    for what, times in report.forgiven.items():
        yield f"  forgiven: {what}, {count_of(times, 'time')}"


def _is_in_doubt(marks: Sequence[Mark]) -> bool:
    """Return whether some criteria may be broken, but none certainly is."""
    reasons = {each.why for each in marks}
    return "review" in reasons and "broken" not in reasons


def _describe_stop(report: Report, paint: Paint) -> Iterator[str]:
    """Yield the lines that say where the comparison stopped, if it did not reach the end."""
    if report.stopped:
        run = f" of run {report.stopped_run}" if report.stopped_run else ""
        stops = f"the comparison stops at line {report.stopped}{run}"
        yield f"  {paint('warning', f'{stops}{report.stopped_why}')}"
        if all(each.line != report.stopped for each in report.findings):
            yield from _describe_lines(*report.stopped_lines, "says     ", "should say", paint)


def _describe_all(report: Report, paint: Paint) -> Iterator[str]:
    """Yield the lines about all findings in a report, the doubtful ones last."""
    for finding in report.mistakes:
        yield from describe_finding(finding, paint)
    for heading, is_consequence in ((LESS_CERTAIN, False), (FURTHER, True)):
        findings = [each for each in report.further if each.is_consequence == is_consequence]
        if findings:
            yield f"  {paint('warning', heading)}"
        for finding in findings:
            yield from describe_finding(finding, paint)


def with_note(lines: Iterable[str]) -> Iterator[str]:
    """Yield ``lines``, followed by a note if any line ends with a visible space."""
    has_space = False
    for line in lines:
        has_space |= line.endswith(SPACE)
        yield line
    if has_space:
        yield NOTE


def describe_why(mark: Mark) -> str:
    """Explain why a mark was given, with the number of hands on which it is based."""
    needed = f", all points for {mark.needed}" if mark.needed else ""
    if mark.parts:
        parts = ", ".join(map(_describe_part, mark.parts))
        return f"{parts}{needed and f'{needed} hands'}"
    if mark.why not in ("kept", "review"):
        return mark.why
    if not mark.hands:
        return f"{mark.why}, but no hand shows it"
    share = f"{mark.points / mark.most:.1%}".replace(".0%", "%") if mark.points < mark.most else ""
    part = f", points for {share} of the game" if share else ""
    return f"{mark.why} in {count_of(mark.hands, 'hand')}{needed or part}"


def _describe_part(part: MarkPart) -> str:
    points = f"{plain_number(part.points)}/{plain_number(part.most)}"
    what = f"{part.runs} not handed in" if part.why == "not handed in" else f"{part.why} in {part.runs}"
    return f"{what} ({points}{part.hands and f', for {part.hands}'})"


def describe_finding(finding: BrokenRule, paint: Paint = plain) -> Iterator[str]:
    """Yield the lines that report one finding."""
    numbers = {"line": finding.line, "hand": finding.hand}
    where = ", ".join(f"{what} {number}" for what, number in numbers.items() if number)
    yield f"  {where}{': ' if where else ''}{paint('error', make_visible(finding.message))}{_times(finding)}"
    if rule := describe_rule(finding):
        yield f"    {paint('margin', 'rule')}      {rule}"
    if finding.help:
        yield f"    {paint('margin', 'help')}      {_show(finding.help)}"
    if finding.doubt:
        yield f"    {paint('margin', 'doubt')}     {finding.doubt}"
    if finding.cards:
        yield f"    {paint('margin', 'cards')}     {_show(finding.cards)}"
    first, second = ("before   ", "missing  ") if finding.is_missing else ("says     ", "should say")
    first = "after    " if finding.is_missing and finding.kind == "ending" else first
    is_known = not finding.is_consequence or finding.is_missing
    yield from _describe_lines(finding.actual, finding.expected if is_known else "", first, second, paint)


def _describe_lines(actual: str, expected: str, first: str, second: str, paint: Paint) -> Iterator[str]:
    """Yield the actual and the expected line, each with its label. Either line may be empty."""
    if actual:
        yield f"    {paint('margin', first)} {_show(actual)}"
    for number, line in enumerate(expected.strip("\n").split("\n") if expected else ()):
        yield f"    {paint('margin', second if not number else ' ' * len(second))} {_show(line)}"


def describe_rule(finding: BrokenRule) -> str:
    """Describe in words which rule a finding breaks, with its key and its location in parentheses.

    Return an empty string if the finding names no rule, or if it names only the steps of the game because the
    transcript ends too soon.
    """
    if (
        finding.remark
        or not finding.rule
        or (finding.kind == "ending" and finding.rule in STEPS_OF_GAMES and not finding.words)
    ):
        return ""
    words = make_visible(finding.words) or key_in_words(finding.rule)
    place = show_path(finding.place) if finding.place else ""
    first, *rest = filter(None, (words, finding.rule, place))
    where = f" ({', '.join(rest)})" if rest else ""
    return f"{first}{where}"


def _times(finding: BrokenRule) -> str:
    """Return how often a mistake occurs, in parentheses, or an empty string if it occurs once."""
    times, among = finding.times, finding.among
    if times < 2:
        return ""
    if not finding.kind:
        return f" ({times} times)"
    if finding.unit == "round":
        return f" (in {times} rounds)"
    hands = f"all {times}" if times == among else f"{times} of {among}" if times < among else f"{times}"
    return f" (in {hands} hands)"


def _show(line: str) -> str:
    """Make ``line`` safe to print, shorten it, and make the spaces at its end visible."""
    bare = line.rstrip(" ")
    shown = make_visible(bare) + SPACE * (len(line) - len(bare))
    return shown if len(shown) <= LONGEST_SHOWN else f"{shown[: LONGEST_SHOWN - 1]}…"
