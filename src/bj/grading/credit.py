"""Computes a student's marks as weighted means over all runs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from bj.grading.manifest import Credit, Manifest
from bj.grading.submissions import MISSING, NO_PROGRAM
from bj.text.sentences import count_of, enumerate_words
from bj.verify.findings import WORDING, BrokenRule, Confidence, Report, Verdict
from bj.verify.formats.reveal import for_students, reveal, without_details
from bj.verify.guessed_rule import BREAKS_OFF, CRASHES
from bj.verify.marks import Mark, MarkPart, PartWhy, Why, criteria_of, exact_mark, round_parts, round_points
from bj.verify.message_texts import AS_IF, OTHER_WORDING

PRINTS_NOTHING = "the program prints nothing"

LAST_ERROR = "; the last line on its standard error is "
"""The start of the part of a message that quotes the program."""

HIDDEN = "in a hidden run"
"""The end of messages about mistakes in hidden runs."""

UNFINISHED = ("hidden run: ", "the transcript ", PRINTS_NOTHING, NO_PROGRAM, BREAKS_OFF, CRASHES)
"""Beginnings of messages about a transcript that is missing or ends too soon."""

COSTS_NOTHING = ", which costs no points"

NEVER: Why = "never came up"

DECISION = "action"
"""The kind of findings about players' wrong decisions.

In a student's report, mistakes with different hands count separately.
"""

DECISIONS = frozenset((DECISION, "dealer"))
"""Kinds of findings about wrong decisions, which are the same mistake if they have the same condition or
message.
"""

SETTLED = frozenset[Confidence](("ambiguous", "rare", "later"))
"""The levels of confidence that become ``sure`` if the same mistake is certain in another run."""

KNOWN = frozenset[Confidence](("sure", "ambiguous"))
"""The levels of confidence at which some rule is certainly broken, even if several rules are possible."""

Shown: TypeAlias = tuple[str, BrokenRule]
"""A finding as shown to a student, preceded by its run, or by "" if the run is hidden."""

WORST: Mapping[Why, int] = {"never came up": 0, "kept": 1, "review": 2, "broken": 3}
"""The reasons for marks, ranked from the best to the worst.

A student's mark gets the worst reason among the runs.
"""


@dataclass(frozen=True, slots=True)
class Graded:
    """The reports on all of a student's runs."""

    student: str
    reports: Mapping[str, Report]
    """The report on each run."""
    digests: Mapping[str, str]
    """A fingerprint of the transcript for each run."""

    @property
    def verdict(self) -> Verdict:
        """The verdict on all runs together."""
        reports = self.reports.values()
        findings = [finding for report in reports for finding in report.findings]
        return Report("", findings, is_complete=all(report.is_complete for report in reports)).verdict

    def marks(
        self,
        manifest: Manifest,
        exercised: Mapping[str, frozenset[str]],
        fixed: Collection[str] = (),
    ) -> list[Mark]:
        """Return a mark for each criterion or group that has points.

        ``exercised`` lists, for each run, the criteria that come up if the program is correct. If a criterion
        fails to come up just because of another mistake, its mark is ``review``. In runs that are ``fixed``,
        every correct program plays the same game, so only the exercised criteria earn points.
        """
        credits = manifest.credits()
        missing = {
            run: exercised[run] if report.expected else frozenset[str]()
            for run, report in self.reports.items()
        }
        lost = {
            name for run, report in self.reports.items() if not report.expected for name in exercised[run]
        }
        marks = []
        for name, credit in credits.items():
            found = {run: exact_mark(name, credit.of, 1.0, report) for run, report in self.reports.items()}
            counted = [
                run
                for run, each in found.items()
                if each.findings
                or (each.hands and (run not in fixed or not exercised[run].isdisjoint(credit.of)))
                or not missing[run].isdisjoint(credit.of)
            ]
            marks.append(_weigh(name, credit, {run: found[run] for run in counted}, manifest, self.reports))
        return [
            each._replace(why="review")
            if each.why == NEVER and not lost.isdisjoint(credits[each.name].of)
            else each
            for each in marks
        ]

    def for_student(self, manifest: Manifest) -> Report:
        """Return one report on all runs, with help from the manifest, and without details that it hides."""
        shown = (each for run, report in self.reports.items() for each in _shown(manifest, run, report))
        reports = self.reports.values()
        shows_lines = manifest.course.reveal != "none"
        compared = {
            run: each for run, each in self.reports.items() if shows_lines and not manifest.runs[run].hidden
        }
        run, at = next(((run, each) for run, each in compared.items() if each.stopped), ("", Report("")))
        return Report(
            self.student,
            _join_runs(manifest, shown),
            sum(report.hands for report in reports),
            followed=sum(report.followed for report in reports),
            expected=sum(report.expected for report in reports),
            is_complete=all(report.is_complete for report in reports),
            stopped=at.stopped,
            stopped_run=run if len(reports) > 1 else "",
            stopped_lines=reveal(at, manifest.course.reveal).stopped_lines,
            stopped_why=at.stopped_why,
        )


def settle(reports: Mapping[str, Report]) -> dict[str, Report]:
    """Return reports in which a finding is certain if the same mistake is certain in another run."""
    findings = [finding for report in reports.values() for finding in report.findings]
    sure = {_mistake(finding, DECISIONS) for finding in findings if finding.confidence == "sure"}
    return {
        run: replace(
            report,
            findings=[
                replace(each, confidence="sure", alternatives=(), others=(), stopped=0)
                if each.confidence in SETTLED and _mistake(each, DECISIONS) in sure
                else each
                for each in report.findings
            ],
        )
        for run, report in reports.items()
    }


def _mistake(finding: BrokenRule, decisions: Collection[str]) -> tuple[str, str]:
    """Return a key that is the same for all findings about the same mistake.

    If a finding's kind is in ``decisions``, the key consists of its rule and its condition, or its message if
    it has no condition.
    """
    if finding.kind not in decisions:
        return finding.rule, finding.mistake or finding.message
    _, has_condition, condition = finding.message.partition(AS_IF)
    return finding.rule, f"{has_condition}{condition}" or finding.message


def _weigh(
    name: str,
    credit: Credit,
    marks: Mapping[str, Mark],
    manifest: Manifest,
    reports: Mapping[str, Report],
) -> Mark:
    """Return the mark for a criterion: a weighted mean of ``marks``, or 0 if any run breaks the criterion.

    Incomplete transcripts reduce both the share of points and the evidence, and the smaller of the two
    counts.
    """
    total = sum(manifest.runs[run].weight for run in marks)
    weights = {run: manifest.runs[run].weight / total for run in marks}
    hands = sum(each.hands for each in marks.values())
    why = max((each.why for each in marks.values()), key=WORST.__getitem__, default=NEVER)
    share = 0.0 if why == "broken" else sum(weights[run] * each.points for run, each in marks.items())
    kept = sum(weights[run] for run, each in marks.items() if each.points)
    evidence = min(1.0, hands / credit.hands)
    needed = credit.hands if kept * evidence < share else 0
    most = {run: credit.points * each for run, each in weights.items()}
    found = {run: replace(reports[run], findings=mark.findings) for run, mark in marks.items()}
    shown = (each for run, report in found.items() for each in _shown(manifest, run, report))
    return Mark(
        name,
        round_points(credit.points * min(share, kept * evidence), credit.points),
        credit.points,
        why,
        tuple(_join_runs(manifest, shown)),
        hands,
        needed,
        () if why == "broken" else _parts(manifest, marks, most, reports),
    )


def _parts(
    manifest: Manifest,
    marks: Mapping[str, Mark],
    most: Mapping[str, float],
    reports: Mapping[str, Report],
) -> tuple[MarkPart, ...]:
    """Return the parts of a mark, the worst one last.

    The tuple is empty if all runs earn the same share of points. ``most`` contains the points that each run
    can contribute. The names of hidden runs are omitted.
    """
    alike: dict[tuple[PartWhy, float, bool], list[str]] = {}
    for run, each in marks.items():
        why = _why_in_run(each.why, reports[run])
        alike.setdefault((why, each.points, manifest.runs[run].hidden), []).append(run)
    if len({(why, share) for why, share, _ in alike}) < 2:
        return ()
    parts = []
    for (why, share, hidden), runs in alike.items():
        words = f"{'runs' if len(runs) > 1 else 'run'} {enumerate_words(runs)}"
        if hidden:
            words = "a hidden run" if len(runs) == 1 else count_of(len(runs), "hidden run")
        points = sum(most[run] for run in runs)
        is_partial = 0 < share < 1 and len(runs) == 1
        followed, expected = reports[runs[0]].followed, reports[runs[0]].expected
        hands = f"{followed} of {max(expected, followed + 1)} hands" if is_partial else ""
        parts.append(MarkPart(words, points * share, points, why, hands))
    parts.sort(key=lambda each: each.points / each.most, reverse=True)
    full = sum(most.values())
    earned = round_parts((each.points for each in parts), full)
    limits = round_parts((each.most for each in parts), full)
    return tuple(
        each._replace(points=points, most=limit)
        for each, points, limit in zip(parts, earned, limits, strict=True)
    )


def _why_in_run(why: Why, report: Report) -> PartWhy:
    """Return the reason for a mark in one of several runs.

    If the criterion never came up in the run, the reason says why.
    """
    if why != NEVER:
        return why
    is_missing = any(MISSING.match(each.message) for each in report.findings)
    return "not handed in" if is_missing else "not reached"


def _shown(manifest: Manifest, run: str, report: Report) -> Sequence[Shown]:
    """Return a run's findings as shown to the student.

    If the run is hidden, the name and the details are omitted.
    """
    if manifest.runs[run].hidden:
        return [("", _with_cost(manifest, run, each, report)) for each in _hidden(manifest, report)]
    helped = replace(report, findings=[each.with_help(manifest.help) for each in report.findings])
    shown = reveal(for_students(helped), manifest.course.reveal).findings
    return [
        (run, _without_cost(each) if is_free(manifest, before) else _with_cost(manifest, run, each, report))
        for before, each in zip(report.findings, shown, strict=True)
    ]


def is_free(manifest: Manifest, finding: BrokenRule) -> bool:
    """Return whether a finding costs no points, because ``[points]`` does not cover its criterion.

    A transcript that ends too early always costs points.
    """
    criteria = manifest.criteria()
    return bool(criteria) and finding.kind != "ending" and criteria_of(finding).isdisjoint(criteria)


def _with_cost(manifest: Manifest, run: str, finding: BrokenRule, report: Report) -> BrokenRule:
    """Return ``finding``, with the run's share of points in its message if the transcript lacks hands."""
    is_unfinished = finding.kind == "ending" and finding.message.startswith(UNFINISHED)
    if not is_unfinished or not report.expected or not manifest.credits() or len(manifest.runs) == 1:
        return finding
    share = manifest.runs[run].weight / sum(each.weight for each in manifest.runs.values())
    hands = f"points for {report.followed} of {max(report.expected, report.followed + 1)} hands"
    earned = hands if report.followed else "none"
    message = f"{finding.message}; this run is worth {share:.0%} of the points, and earns {earned}"
    return replace(finding, message=message)


def _without_cost(finding: BrokenRule) -> BrokenRule:
    """Return a copy of ``finding`` that says that it costs no points."""
    mistake = finding.mistake and f"{finding.mistake}{COSTS_NOTHING}"
    return replace(finding, message=f"{finding.message}{COSTS_NOTHING}", mistake=mistake)


def _hidden(manifest: Manifest, report: Report) -> list[BrokenRule]:
    """Return what a student sees of the findings in a hidden run.

    A finding that a transcript is missing or ends too soon is shown, because it reveals nothing. The other
    findings are grouped by their names in ``[points]`` and by the sentence in ``[help]`` for the rule, if
    students may see which rules are broken.
    """
    found = [without_details(each) for each in report.findings]
    ends = [
        replace(each, message=f"hidden run: {each.message.partition(LAST_ERROR)[0]}")
        for each in found
        if each is not None
    ]
    others: dict[tuple[str, str], list[BrokenRule]] = {}
    for each, shown in zip(report.findings, found, strict=True):
        if shown is None:
            said = "" if manifest.course.reveal == "none" else each.with_help(manifest.help).help
            others.setdefault((_columns_of(manifest, each), said), []).append(each)
    return [
        *ends,
        *(_hidden_mistake(manifest, *group, mistakes, report) for group, mistakes in others.items()),
    ]


def _columns_of(manifest: Manifest, finding: BrokenRule) -> str:
    """Return the criteria and groups in ``[points]`` that a finding may count against, joined by `or`."""
    about = criteria_of(finding)
    return " or ".join(name for name, each in manifest.credits().items() if not about.isdisjoint(each.of))


def _hidden_mistake(
    manifest: Manifest, name: str, said: str, found: Sequence[BrokenRule], report: Report
) -> BrokenRule:
    """Summarize a hidden run's mistakes in ``name``, a key in ``[points]``, as a single finding.

    ``said`` is the sentence in ``[help]`` about the broken rules, or "".
    """
    if report.is_complete and all(each.kind == WORDING for each in found):
        kind, what = WORDING, OTHER_WORDING
    else:
        is_known = any(each.confidence in KNOWN for each in found)
        kind, what = "rule", f"a rule {'is' if is_known else 'may be'} broken"
    message = f"{name and f'{name}: '}{what} {HIDDEN}"
    times = sum(each.times for each in found)
    times = min(times, report.hands or times)
    mistake = BrokenRule(0, 0, kind, "", "", message, times, among=report.hands, help=said)
    return _without_cost(mistake) if all(is_free(manifest, each) for each in found) else mistake


def _join_runs(manifest: Manifest, shown: Iterable[Shown]) -> list[BrokenRule]:
    """Merge findings about the same mistake in several runs. Each message lists the runs.

    The line comes from the first run in which the mistake is certain or, failing that, from the first run.
    """
    places: dict[tuple[str, str, str], list[Shown]] = {}
    for run, finding in shown:
        places.setdefault((*_mistake(finding, (DECISION,)), finding.help), []).append((run, finding))
    joined = []
    for found in places.values():
        run, first = min(found, key=lambda each: each[1].confidence != "sure")
        others = ", ".join(other for other, _ in found if other != run)
        message = f"run {run}: {first.message}" if run and len(manifest.runs) > 1 else first.message
        message += f"; also in {'runs' if ',' in others else 'run'} {others}" if others else ""
        times, among = (sum(getattr(each, what) for _, each in found) for what in ("times", "among"))
        joined.append(replace(first, message=message, times=times, among=among))
    return joined
