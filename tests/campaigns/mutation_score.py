"""Score the tests by how many mutants of a fixed sample of 1,000 they notice.

    python tests/campaigns/mutation_score.py RESULTS [--first N] [--seconds N] [--jobs N] [--before RESULTS]
                                                     [--tree TREE]

Each mutant has one change in the engine, the compiler, the checks of rulesets, simulation, or verification;
see ``mutation_sample``. Only copies of the tree are changed. The campaign runs the tests that reach the
changed block until one fails: first those that are quick and reach little else, together for at most 60
seconds of processor time, or ``--seconds``, as measured without the change. A mutant that makes a test
endless counts as noticed. One that survives may well make tests fail for which there was no time.

All tests run in the plain engine, because compiling a changed engine takes half a minute for each mutant.
Tests that need the compiled engine are left out, so the score says less than the tests can do.

RESULTS gets a line of JSON for each mutant, and an interrupted campaign continues there. First, the campaign
records the blocks that each test reaches, in a file next to RESULTS. This takes about as long as all
tests; only new and changed test files are recorded again. ``--before`` compares with an earlier campaign, and
tries the test first that noticed the mutant then. ``--tree`` scores another tree, such as one of an earlier
commit. The exit code is 1 if a mutant that was noticed then survives now.
"""

from __future__ import annotations

import argparse
import compileall
import json
import multiprocessing
import py_compile
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.campaigns.mutation_reach import Reach, current, test_files, update
from tests.campaigns.mutation_runs import ROOT, copy_of, prepare, run_tests
from tests.campaigns.mutation_sample import Mutant, sample

FIRST_BATCH = 2.0
"""The processor time of the first tests of a mutant; each later batch has twice as much."""


class Result(NamedTuple):
    """The outcome of a mutant."""

    key: str
    function: str
    place: str
    operator: str
    before: str
    after: str
    verdict: str
    """``killed``, ``timeout``, ``survived``, or ``unreached`` if no test reaches the mutant."""
    test: str
    """The test that noticed the mutant."""
    seconds: float

    @property
    def is_noticed(self) -> bool:
        """Whether a test failed or did not end."""
        return self.verdict in {"killed", "timeout"}


class Batch(NamedTuple):
    """Tests that run in one process."""

    files: list[str]
    tests: set[str]
    seconds: float
    """Processor time."""


def batches(reaches: Sequence[Reach], mutant: Mutant, most: float) -> Iterator[Batch]:
    """The tests that reach a mutant, in the order in which they run, for at most some processor time."""
    chosen = [(reach, tests) for reach in reaches if (tests := reach.tests_of(mutant.block))]
    chosen.sort(key=lambda each: (each[0].least + sum(each[1].values())) * len(each[0].blocks))
    size, left, batch = FIRST_BATCH, most, Batch([], set(), 0.0)
    for reach, tests in chosen:
        if reach.least > left:
            continue
        wanted: set[str] = set()
        spent = reach.least
        for test, seconds in tests.items():
            if spent + seconds <= left:
                wanted.add(test)
                spent += seconds
        left -= spent
        batch = Batch([*batch.files, reach.path], batch.tests | wanted, batch.seconds + spent)
        if batch.seconds >= size:
            yield batch
            size, batch = 2 * size, Batch([], set(), 0.0)
    if batch.tests:
        yield batch


def judge(tree: Path, mutant: Mutant, reaches: Sequence[Reach], hint: str, most: float) -> Result:
    """Run the tests that reach a mutant; ``hint`` is a test that goes first."""
    hinted = [
        Batch([each.path], {hint}, each.least + each.tests[hint]) for each in reaches if hint in each.tests
    ]
    chosen = list(batches(reaches, mutant, most))
    file = tree / mutant.path
    source = file.read_bytes()
    file.write_bytes(mutant.apply(source))
    verdict, test, seconds = "survived" if chosen else "unreached", "", 0.0
    try:
        for batch in hinted + chosen:
            outcome = run_tests(tree, batch.files, 10 + 3 * batch.seconds, batch.tests)
            seconds += outcome.seconds
            if outcome.status != "passed":
                verdict = "timeout" if outcome.status == "timeout" else "killed"
                test = outcome.failed or ", ".join(batch.files)
                break
    finally:
        file.write_bytes(source)
    place = f"{mutant.path}:{mutant.line}"
    return Result(
        mutant.key, mutant.function, place, mutant.operator, mutant.before, mutant.after, verdict, test,
        round(seconds, 1),
    )  # fmt: skip


def work(
    original: Path,
    mutants: Sequence[Mutant],
    most: float,
    reach: Path,
    hints: Mapping[str, str],
    results: Path,
) -> None:
    """Judge mutants in a copy of a tree, and append a line for each to the results."""
    with copy_of(original) as tree:
        checked = py_compile.PycInvalidationMode.CHECKED_HASH  # two changes in a second may have one size
        compileall.compile_dir(tree, quiet=1, invalidation_mode=checked)
        files = [str(path.relative_to(tree)) for path in test_files(tree)]
        run_tests(tree, ["--collect-only", *files], 300, records=True)  # keeps the rewritten asserts
        reaches = current(reach, tree)
        for mutant in mutants:
            result = judge(tree, mutant, reaches, hints.get(mutant.key, ""), most)
            with results.open("a", encoding="utf-8") as out:
                out.write(json.dumps(result._asdict()) + "\n")
            print(f"{result.verdict} {result.place} {result.operator}: {result.before} -> {result.after}")
            sys.stdout.flush()


def read(file: Path) -> dict[str, Result]:
    """The results in a file, by the keys of the mutants."""
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return {result.key: result for result in (Result(**json.loads(line)) for line in lines)}


def score(results: Iterable[Result]) -> Iterator[str]:
    """The number of mutants that were noticed, in total and by room."""
    rooms: dict[str, Counter[str]] = {}
    for result in results:
        for room in ("all", result.function.partition(".")[0]):
            rooms.setdefault(room, Counter())[result.verdict] += 1
    for room, verdicts in sorted(rooms.items()):
        noticed = verdicts["killed"] + verdicts["timeout"]
        told = ", ".join(f"{number} {verdict}" for verdict, number in sorted(verdicts.items()))
        yield f"{room}: {noticed} of {verdicts.total()} noticed, {noticed / verdicts.total():.1%} ({told})"


def lost(before: Mapping[str, Result], now: Mapping[str, Result]) -> Iterator[str]:
    """The mutants that were noticed before, and no longer are."""
    for key, result in before.items():
        if result.is_noticed and key in now and not now[key].is_noticed:
            yield f"no longer noticed: {now[key].place} {result.before} -> {result.after}, by {result.test}"


def main() -> None:
    """Run the campaign and print the score."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("results", type=Path)
    parser.add_argument("--first", type=int, default=1000, help="only the first of the sample")
    parser.add_argument("--seconds", type=float, default=60, help="of the tests of a mutant")
    parser.add_argument("--jobs", type=int, default=1, help="mutants at the same time")
    parser.add_argument("--before", type=Path, help="the results to compare with")
    parser.add_argument("--tree", type=Path, default=ROOT, help="the tree to score")
    wanted = parser.parse_args()
    begun = time.monotonic()
    prepare()
    before = read(wanted.before) if wanted.before else {}
    reach = wanted.results.with_suffix(".reach.jsonl")
    with copy_of(wanted.tree) as tree:
        chosen = sample(tree)[: wanted.first]
        update(reach, tree)
    done = read(wanted.results)
    left = [mutant for mutant in chosen if mutant.key not in done]
    hints = {key: result.test for key, result in before.items()}
    context = multiprocessing.get_context("fork")  # each begins with what ``prepare`` has loaded
    shares = [left[number :: wanted.jobs] for number in range(wanted.jobs)]
    rest = (wanted.seconds, reach, hints, wanted.results)
    workers = [context.Process(target=work, args=(wanted.tree, share, *rest)) for share in shares]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    results = {key: result for key, result in read(wanted.results).items() if key in {m.key for m in chosen}}
    print(*score(results.values()), f"{time.monotonic() - begun:.0f} s", sep="\n")
    gone = list(lost(before, results))
    print(*gone, sep="\n")
    if gone or len(results) < len(chosen):
        sys.exit(1)


if __name__ == "__main__":
    main()
