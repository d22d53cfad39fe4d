"""Grades a class. Each worker process grades a student, writes the results, and takes the next student."""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bj import __version__
from bj.errors import UsageError
from bj.files import open_regular
from bj.grading import Format
from bj.grading.credit import LAST_ERROR, PRINTS_NOTHING, Graded, settle
from bj.grading.manifest import Manifest
from bj.grading.programs import DEEP, BuildError, Output, run_program
from bj.grading.saved_results import STATES, fingerprint, fingerprint_of_words, load, save, write_result
from bj.grading.submissions import NO_PROGRAM, Submission
from bj.grading.verifying_runs import verify_runs
from bj.text.colours import plain
from bj.verify.assignment import Assignment
from bj.verify.findings import BrokenRule, Report
from bj.verify.formats import for_programs, text
from bj.verify.guessed_rule import EMPTY, ENDS_TOO_SOON, OR_MISSING
from bj.verify.marks import Mark, criteria_in
from bj.verify.sample_games import SampleGame, counts_cards, play_game, sample_transcript
from bj.verify.verifying import Verifier
from bj.worker_pools import Pool, count_cores

FILES: Mapping[Format, str] = {
    "gradescope": "{}.gradescope.json",
    "classroom50": "{}.classroom50.json",
    "check50": "{}.check50.json",
    "junit": "{}.junit.xml",
    "json": "{}.json",
    "text": "{}.txt",
}
"""The file name for a student's results in each format."""

CLASS_FILES = ("marks.csv", "findings.csv", "class.html")

MOST_WORKERS = 64

PIECE = 1 << 20
"""The number of bytes to read from a file at a time."""

LATEST = 253_402_300_799
"""The end of the year 9999 as a Unix time. ``datetime`` does not support later times, but file systems do."""

LONGEST_QUOTE = 160
"""The maximum number of characters to show from the last line of stderr."""

LONGEST_OUTPUT = 1_000
"""The maximum number of characters from a build's output to show to the student."""


class GradingPlan(NamedTuple):
    """Everything that determines the results for a class, except the submissions."""

    manifest: Manifest
    assignments: Mapping[str, Assignment]
    """The assignment for each run."""
    exercised: Mapping[str, frozenset[str]]
    """The criteria that come up in each run if the program is correct."""
    fixed: frozenset[str]
    """The runs in which every correct program plays the same game."""
    failures: Mapping[str, str]
    """For each run that even a correct program cannot finish, the reason."""
    key: str
    """A fingerprint of the manifest, the ruleset, the answers and the version of bj."""
    results: Path | None
    """The folder for the results, or None to write no files."""
    variants: Path = Path()
    """The folder in which to build and run programs."""

    @property
    def is_fixed(self) -> bool:
        """Whether every correct program plays the same game in each run."""
        return len(self.fixed) == len(self.assignments)


_verifiers: dict[str, Verifier] = {}
"""The verifier for each run in this process."""

_plans: list[GradingPlan] = []
"""The grading plan of this process, as the only item in a list."""


def make_plan(
    manifest: Manifest, text_of_manifest: str, assignments: Mapping[str, Assignment], results: Path | None
) -> GradingPlan:
    """Create the grading plan for a manifest, given the assignment for each run."""
    rules = next(iter(assignments.values())).rules
    answers = [each.answers for each in assignments.values()]
    key = fingerprint(repr((__version__, text_of_manifest, rules.data, answers)).encode())
    games = {run: play_game(each, each.seed) for run, each in assignments.items() if each.chance == "seed"}
    exercised = {run: _criteria(each, games.get(run)) for run, each in assignments.items()}
    fixed = frozenset(run for run, game in games.items() if not game.asks_people)
    failures = {run: game.failure for run, game in games.items() if game.failure and run in fixed}
    return GradingPlan(manifest, assignments, exercised, fixed, failures, key, results)


def _criteria(assignment: Assignment, game: SampleGame | None) -> frozenset[str]:
    """Return the criteria that come up in a correct ``game``.

    If it is None, return only ``order`` and ``wording``.
    """
    if game is None:
        return frozenset(("order", "wording"))
    count = ["count"] if counts_cards(assignment) else []
    return frozenset((*criteria_in(game.events), *count, "order", "wording"))


def marks_of_right_program(plan: GradingPlan) -> list[Mark]:
    """Return the marks that a correct program gets.

    Return an empty list if no criterion has points, if the cards or the answers in some run are not fixed, or
    if a sample game does not verify as right.
    """
    runs = plan.assignments.items()
    if not plan.manifest.credits() or not plan.is_fixed:
        return []
    reports = {
        run: Verifier(each, sharing=len(plan.assignments)).verify(
            run, sample_transcript(each.rules.checked, each).encode()
        )
        for run, each in runs
    }
    is_whole = all(report.verdict == "right" for report in reports.values())
    return Graded("", reports, {}).marks(plan.manifest, plan.exercised, plan.fixed) if is_whole else []


def grade_class(plan: GradingPlan, submissions: Sequence[Submission], workers: int = 0) -> list[Graded]:
    """Grade all students, and return their reports in the same order.

    Each student's results are written as soon as they are available, to the folder that
    ``make_results_folder`` has made. ``workers`` is the maximum number of processes; 0 means one per core, up
    to MOST_WORKERS.
    """
    count = min(workers or min(count_cores(), MOST_WORKERS), len(submissions))
    # This process creates the folder, because worker processes are killed after an interrupt.
    with TemporaryDirectory(prefix="bj-", ignore_cleanup_errors=True) as folder:
        plan = plan._replace(variants=Path(folder))
        if count <= 1:
            begin(plan)
            return [grade(each) for each in submissions]
        with Pool(count, apart=True, begin=(begin, (plan,))) as pool:
            return pool.map(grade, submissions)


def make_results_folder(plan: GradingPlan, submissions: Sequence[Submission]) -> None:
    """Create the folder for the results, if there are any.

    Raises UsageError if it cannot be created, or if results would replace each other or a transcript.
    """
    if plan.results is None:
        return
    _refuse_equal_names(plan, plan.results, submissions)
    try:
        (plan.results / STATES).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{plan.results} cannot be created: {error.strerror}", "choose a folder") from None


def _refuse_equal_names(plan: GradingPlan, results: Path, submissions: Sequence[Submission]) -> None:
    """Raise UsageError if results files would have equal names, or if one would replace a transcript."""
    forms = {*plan.manifest.course.formats}
    files = Counter(FILES[form].format(each.student) for each in submissions for form in forms)
    files.update(CLASS_FILES)
    for file in (file for file, times in files.items() if times > 1):
        raise UsageError(
            f"the results of two students would be written to the same file, {file}", "rename a submission"
        )
    transcripts = {os.path.realpath(path) for each in submissions for path in each.paths}
    for file in (file for file in files if os.path.realpath(results / file) in transcripts):
        raise UsageError(
            f"the results would replace the transcript {file}", "choose a different folder for the results"
        )


def begin(plan: GradingPlan) -> None:
    """Prepare the current process to grade students according to ``plan``."""
    _plans[:] = [plan]
    _verifiers.clear()
    for run, assignment in plan.assignments.items():
        _verifiers[run] = Verifier(assignment, plan.manifest.course.tolerate, len(plan.assignments))


def grade(submission: Submission) -> Graded:
    """Grade a student, write the results, and return the reports.

    If neither the plan nor the submission has changed since the reports were saved, the saved reports are
    reused.
    """
    (plan,) = _plans
    key, graded, moment = "", None, datetime.fromtimestamp(0, UTC)
    try:
        transcripts, absences, content = _read(plan, submission)
        moment = _moment(plan, submission)
        key = fingerprint(f"{plan.key} {content}".encode())
        if plan.results is not None:
            graded = load(plan.results, key, submission.student, plan.assignments)
        if graded is None:
            if plan.manifest.program is not None and not absences:
                answers = {run: each.answers for run, each in plan.assignments.items()}
                program = plan.manifest.program
                outputs = run_program(plan.manifest, program, submission, plan.variants, answers)
            else:
                outputs = {run: Output(content, is_done=True) for run, content in transcripts}
            graded = _verify(submission.student, outputs, absences)
    except BuildError as error:
        graded = _unbuilt(plan, submission.student, str(error))
    if plan.results is not None:
        write_results(plan, graded, plan.results, moment)
        save(plan.results, key, graded)
    return graded


def _read(
    plan: GradingPlan, submission: Submission
) -> tuple[list[tuple[str, bytes]], Mapping[str, str], str]:
    """Return the transcripts, the reasons for missing ones, and a string that identifies the submission.

    If the manifest has a ``[program]`` table, there are no transcripts yet, so the list is empty. If the
    program is missing, each transcript is empty.
    """
    if plan.manifest.program is not None and not os.path.isdir(submission.folder):
        return [(run, b"") for run in plan.assignments], dict.fromkeys(plan.assignments, NO_PROGRAM), ""
    if plan.manifest.program is not None:
        return [], {}, fingerprint_of_files(submission.folder)
    transcripts, absences = submission.read(), submission.reasons_for_absence()
    return transcripts, absences, repr((transcripts, absences))


def _moment(plan: GradingPlan, submission: Submission) -> datetime:
    """Return the time when the newest file in a submission was modified."""
    folder = submission.folder
    is_program = plan.manifest.program is not None
    files = folder.rglob("*") if is_program else (folder / path for _, path in submission.files)
    return datetime.fromtimestamp(min(max(map(_modified, files), default=0), LATEST), UTC)


def _modified(file: Path) -> float:
    """Return a regular file's modification time as a Unix time, or 0 for anything else."""
    try:
        status = os.stat(file)
    except OSError:  # it has disappeared, or its name is too long
        return 0
    return max(0, status.st_mtime) if stat.S_ISREG(status.st_mode) else 0


def _verify(student: str, outputs: Mapping[str, Output], absences: Mapping[str, str]) -> Graded:
    """Verify all runs. ``absences`` has a sentence for each run whose transcript is missing or empty."""
    reports = verify_runs(_verifiers, outputs)
    for run, report in reports.items():
        said = absences.get(run, PRINTS_NOTHING)
        quoted = _quote_last_line(outputs[run].errors)
        findings = [_with_reason(each, said, quoted) for each in report.findings]
        reports[run] = replace(report, findings=findings)
    digests = {run: fingerprint_of_words(each.printed) for run, each in outputs.items()}
    return Graded(student, settle(reports), digests)


def _with_reason(finding: BrokenRule, said: str, quoted: str) -> BrokenRule:
    """Return a finding about a transcript that is empty or ends too soon with what is known about the reason.

    ``said`` replaces the message about an empty transcript. Other findings are returned as they are.
    """
    if finding.message.startswith(EMPTY):
        message = finding.message.replace(OR_MISSING, said).replace(EMPTY, said)
        return replace(finding, line=0, rule="", message=message + quoted)
    is_cut = finding.message.startswith(ENDS_TOO_SOON)
    return replace(finding, message=finding.message + quoted) if is_cut else finding


def _quote_last_line(errors: str) -> str:
    """Return the end of a message that quotes the last line of what a program wrote to stderr, if any."""
    last = errors.strip().split("\n")[-1]
    return f"{LAST_ERROR}`{last[:LONGEST_QUOTE]}`" if last else ""


def _unbuilt(plan: GradingPlan, student: str, output: str) -> Graded:
    """Return the reports for a program that could not be built.

    They show the student the end of the build's ``output``.
    """
    message = f"the program cannot be built: {output.strip()[-LONGEST_OUTPUT:]}"
    finding = BrokenRule(0, 0, "ending", "", "", message)
    reports = {run: Report(run, [finding], expected=1) for run in plan.assignments}
    return Graded(student, reports, dict.fromkeys(plan.assignments, ""))


def fingerprint_of_files(folder: Path) -> str:
    """Return a fingerprint of the names and contents of all files in a folder, and of the targets of links.

    Raises BuildError if a file cannot be read, or if the folders are nested too deeply.
    """
    found = sha256()
    try:
        for file in sorted(folder.rglob("*")):
            name = file.relative_to(folder)
            if file.is_symlink():
                found.update(f"{name} -> {os.readlink(file)}\n".encode("utf-8", "surrogateescape"))
            elif file.is_file():
                found.update(f"{name} {os.path.getsize(file)}\n".encode("utf-8", "surrogateescape"))
                with open(open_regular(file), "rb") as stream:
                    while piece := stream.read(PIECE):
                        found.update(piece)
    except OSError as error:
        raise BuildError(f"one of its files cannot be read: {error.strerror}") from None
    except RecursionError:
        raise BuildError(DEEP) from None
    return found.hexdigest()


def write_results(plan: GradingPlan, graded: Graded, folder: Path, moment: datetime) -> None:
    """Write a student's results in every format that the manifest lists."""
    marks = graded.marks(plan.manifest, plan.exercised, plan.fixed)
    for form in plan.manifest.course.formats:
        content = render(plan.manifest, graded.for_student(plan.manifest), marks, form, moment)
        write_result(folder / FILES[form].format(graded.student), f"{content}\n")


def render(manifest: Manifest, report: Report, marks: Sequence[Mark], form: Format, moment: datetime) -> str:
    """Return a student's results in the format ``form``."""
    if form == "text":
        return text.render_full([report], [marks], plain)
    course = manifest.course
    return for_programs.render(
        form, [report], [marks], course.title, visibility=course.visibility, moment=moment
    )
