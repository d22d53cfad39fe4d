"""Summarizes the results of a class for the instructor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from bj.grading.credit import Graded, is_free
from bj.grading.grading import GradingPlan
from bj.grading.manifest import COLUMNS
from bj.text.lazy_regex import compile_later
from bj.text.sentences import count_of, enumerate_words
from bj.text.spreadsheets import render_csv
from bj.text.untrusted_text import make_visible
from bj.verify.findings import BrokenRule, Report
from bj.verify.marks import CRITERIA, Mark, costs_points, criteria_of, hands_with, plain_number, total
from bj.verify.verifying import differences_in

WHITE_SPACE = frozenset(("spaces", "blank-lines", "trailing"))
"""The kinds of differences that programs often have in common even if they were written independently."""

UNEXPLAINED = BrokenRule(0, 0, "", "", "", "from here on, no known mistake explains the transcript")
"""The finding to review if the comparison of a transcript stopped before the end."""

DETAILS = compile_later("`[^`]*`|[,:;].*")
"""Matches words in backquotes, and everything after the first clause of a sentence."""

NO_TRANSCRIPT = "no transcript"
"""The heading, in place of a rule, for students whose transcripts are empty or missing."""


class FindingPlace(NamedTuple):
    """A finding, with the student and the run it belongs to."""

    student: str
    run: str
    finding: BrokenRule


class Broken(NamedTuple):
    """A rule that students have definitely broken, all with the same kind of mistake."""

    rule: str
    students: tuple[str, ...]
    example: FindingPlace


class Alike(NamedTuple):
    """Students who submitted the same wrong transcripts."""

    students: tuple[str, ...]
    runs: tuple[str, ...]
    mistakes: int
    """The number of rules that these transcripts break."""

    def describe_runs(self) -> str:
        """Return the runs and the number of mistakes in words."""
        runs = f"{'runs' if len(self.runs) > 1 else 'run'} {enumerate_words(self.runs)}"
        return f"{runs}, {count_of(self.mistakes, 'mistake')}"


class Overview(NamedTuple):
    """A summary of the results of a class."""

    title: str
    grades: Sequence[tuple[Graded, Sequence[Mark]]]
    """The reports on each student, with the student's marks."""
    broken: Sequence[Broken]
    """The rules that students have broken for certain, the most frequent first, by kind of mistake.

    A mistake with several explanations is included if all of them cost the same points.
    """
    review: Sequence[FindingPlace]
    """All other findings, and lines that no known mistake explains."""
    unused: Sequence[str]
    """Criteria that never came up. If any criteria have points, only those are considered."""
    alike: Sequence[Alike]
    """Groups of students who submitted the same wrong transcripts.

    Transcripts that differ only in white space count as the same.
    """
    uncovered: Sequence[tuple[str, tuple[str, ...]]] = ()
    """Criteria without points that students have or may have broken, each with those students."""
    notes: Sequence[str] = ()
    """Notes about the course and the submissions, each of one or more lines."""

    @property
    def right(self) -> int:
        """The number of students whose transcripts are all correct."""
        return sum(all(not each.findings for each in graded.reports.values()) for graded, _ in self.grades)


def look_over(plan: GradingPlan, graded: Sequence[Graded], notes: Sequence[str] = ()) -> Overview:
    """Return a summary of the reports on all students."""
    grades = [(each, each.marks(plan.manifest, plan.exercised, plan.fixed)) for each in graded]
    credits = plan.manifest.credits().values()
    sure: dict[tuple[str, str], list[FindingPlace]] = {}
    review: list[FindingPlace] = []
    for each in graded:
        for run, report in each.reports.items():
            for finding in report.findings:
                place = FindingPlace(each.student, run, finding.with_help(plan.manifest.help))
                is_decided = any(costs_points(finding, credit.of) for credit in credits)
                if finding.confidence == "sure" or is_decided:
                    sure.setdefault((_rule_of(finding), _mistake_in(finding)), []).append(place)
                else:
                    review.append(place)
            if report.stopped and report.stopped not in _lines_in_doubt(report):
                review.append(FindingPlace(each.student, run, replace(UNEXPLAINED, line=report.stopped)))
    reports = [report for each in graded for report in each.reports.values()]
    given = {name: each.of for name, each in plan.manifest.credits().items()}
    names = given or {name: [name] for name in CRITERIA}
    unused = [
        name
        for name, criteria in names.items()
        if all(CRITERIA[each].events for each in criteria)
        and not any(hands_with(criteria, report) for report in reports)
    ]
    title, uncovered = plan.manifest.course.title, _uncovered(plan, graded)
    return Overview(title, grades, _by_frequency(sure), review, unused, _alike(graded), uncovered, notes)


def _by_frequency(sure: Mapping[tuple[str, str], Sequence[FindingPlace]]) -> list[Broken]:
    """Return a row for each rule and kind of mistake. The rule that most students have broken comes first."""
    students: dict[str, set[str]] = {}
    rows = []
    for (rule, _), places in sure.items():
        row = Broken(rule, tuple(dict.fromkeys(place.student for place in places)), places[0])
        students.setdefault(rule, set()).update(row.students)
        rows.append(row)
    return sorted(rows, key=lambda row: (-len(students[row.rule]), row.rule, -len(row.students)))


def _rule_of(finding: BrokenRule) -> str:
    return finding.rule or (NO_TRANSCRIPT if finding.kind == "ending" else finding.kind)


def _mistake_in(finding: BrokenRule) -> str:
    """Return a sentence that is the same for all findings about one kind of mistake with a rule.

    If a transcript ends too soon, the place does not matter.
    """
    is_ending = finding.kind == "ending"
    return DETAILS.sub("", finding.message) if is_ending else finding.mistake or finding.message


def _lines_in_doubt(report: Report) -> set[int]:
    return {finding.line for finding in report.findings if finding.confidence != "sure"}


def _uncovered(plan: GradingPlan, graded: Sequence[Graded]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the criteria without points for which there are findings, each with the students affected."""
    found: dict[str, list[str]] = {}
    for each in graded:
        for finding in (finding for report in each.reports.values() for finding in report.findings):
            if is_free(plan.manifest, finding):
                for name in criteria_of(finding):
                    found.setdefault(name, []).append(each.student)
    rows = [(name, tuple(dict.fromkeys(students))) for name, students in found.items()]
    return sorted(rows, key=lambda row: (-len(row[1]), row[0]))


def _alike(graded: Sequence[Graded]) -> list[Alike]:
    """Return groups of students who submitted the same wrong transcripts.

    Transcripts in which no hand could be followed are ignored. A group is omitted if all its students are in
    a larger group.
    """
    same: dict[tuple[str, str], list[str]] = {}
    for each in graded:
        for run, report in each.reports.items():
            if report.hands and not all(map(_is_white_space, report.findings)):
                same.setdefault((run, each.digests[run]), []).append(each.student)
    groups: dict[tuple[str, ...], list[str]] = {}
    for (run, _), students in same.items():
        if len(students) > 1:
            groups.setdefault(tuple(students), []).append(run)
    reports = {each.student: each.reports for each in graded}
    return sorted(
        Alike(students, tuple(runs), _count_mistakes(reports[students[0]][run] for run in runs))
        for students, runs in groups.items()
        if not any(set(students) < set(others) for others in groups)
    )


def _count_mistakes(reports: Iterable[Report]) -> int:
    """Return the number of rules that are broken in any of ``reports``."""
    return len({_rule_of(finding) for report in reports for finding in report.findings})


def _is_white_space(finding: BrokenRule) -> bool:
    """Return whether a finding is about nothing but white space."""
    differences = differences_in(finding)
    return differences is not None and WHITE_SPACE.issuperset(differences)


def describe_limits(marks: Sequence[Mark]) -> str:
    """Explain why a correct program with these ``marks`` does not get full points, or return ""."""
    points, most = total(marks)
    lacking = [each for each in marks if each.points < each.most]
    reasons = (
        f"{each.name} comes up in {each.hands} of the {each.needed} hands required for full points"
        if each.hands
        else f"{each.name} never comes up"
        for each in lacking
    )
    best = f"{plain_number(round(points, 2))} of {plain_number(most)}"
    return f"a correct program gets {best}: {'; '.join(reasons)}" if lacking else ""


def describe(overview: Overview) -> Iterator[str]:
    """Yield the summary as lines for a terminal."""
    yield f"{count_of(len(overview.grades), 'student')}, {overview.right} without a finding"
    for each in overview.broken:
        finding = each.example.finding
        help_text = f", {make_visible(finding.help)}" if finding.help else ""
        count = count_of(len(each.students), "student")
        yield f"{each.rule}{help_text} ({count}): {_names(each.students)}"
        yield f"  {where(each.example)}: {make_visible(finding.message)}"
    if overview.review:
        yield "to review:"
    for place in overview.review:
        doubt = f" ({place.finding.doubt})" if place.finding.doubt else ""
        yield f"  {where(place)}: {make_visible(place.finding.message)}{doubt}"
    if overview.alike:
        yield "identical wrong transcripts (identical right ones are not listed):"
    for group in overview.alike:
        yield f"  {_names(group.students)}: {group.describe_runs()}"
    if overview.uncovered:
        counts = (f"{name} ({count_of(len(students), 'student')})" for name, students in overview.uncovered)
        yield f"[points] does not cover: {', '.join(counts)}"
    if overview.unused:
        yield f"never came up: {', '.join(overview.unused)}"


def where(place: FindingPlace) -> str:
    """Return a finding's student, run and, if known, line, separated by commas."""
    line = f", line {place.finding.line}" if place.finding.line else ""
    return f"{make_visible(place.student)}, run {place.run}{line}"


def _names(students: Sequence[str]) -> str:
    return " ".join(map(make_visible, students))


def render_marks(overview: Overview) -> str:
    """Return a CSV table with a row for each student.

    The columns are the marks, the total, the maximum, the verdict, and whether the student has a mark or a
    finding to review.
    """
    names = [mark.name for mark in overview.grades[0][1]] if overview.grades else []
    rows: list[list[float | str]] = [[COLUMNS[0], *names, *COLUMNS[1:]]]
    doubtful = {place.student for place in overview.review}
    doubtful |= {graded.student for graded, marks in overview.grades if _has_review(marks)}
    for graded, marks in overview.grades:
        points, most = total(marks)
        numbers = [*(each.points for each in marks), round(points, 2), most]
        review = "yes" if graded.student in doubtful else ""
        rows.append([graded.student, *map(plain_number, numbers), graded.verdict, review])
    return render_csv(rows)


def _has_review(marks: Sequence[Mark]) -> bool:
    return any(each.why == "review" for each in marks)


def render_findings(overview: Overview) -> str:
    """Return a CSV table with a row for each finding about each student."""
    rows: list[tuple[int | str, ...]] = [
        ("student", "run", "line", "hand", "times", "kind", "rule", "message", "doubt")
    ]
    for graded, _ in overview.grades:
        for run, report in graded.reports.items():
            for each in report.findings:
                place = (graded.student, run, each.line, each.hand, each.times)
                rows.append((*place, each.kind, each.rule, each.message, each.doubt))
    return render_csv(rows)
