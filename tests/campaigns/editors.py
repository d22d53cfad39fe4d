"""Compare the verdicts of `bj validate` and of editors on every mutant of the shipped rulesets.

    python tests/campaigns/editors.py

The tests check one mutant in many. The exit code is 0 if `bj validate`, tombi with the schema, and a
validator of JSON agree on all of them, except for faults that no schema can express.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # the helpers of the tests are there

from tests.ruleset.schema_mutants import all_mutants, write_mutants
from tests.ruleset.test_schema_verdicts import IntegerStrict, check_verdict, codes_of

from bj.ruleset.schema.document import make_schema


def main() -> int:
    """Compare all mutants; how many the verdicts differ on without a reason."""
    mutants = list(all_mutants())
    validator = IntegerStrict(make_schema())
    tally: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        complaints = write_mutants(Path(folder), mutants)
        for i, mutant in enumerate(mutants):
            found = complaints[str(i)]
            codes = codes_of(Path(folder) / f"{i}.toml")
            tally["beyond a schema" if codes and not found else "faulty" if codes else "good"] += 1
            try:
                check_verdict(mutant.label, codes, found)
                assert validator.is_valid(mutant.data) == (not found), f"JSON: {mutant.label}"
            except AssertionError as difference:
                tally["differences"] += 1
                print(difference)
    print(f"{len(mutants)} mutants:", ", ".join(f"{count} {what}" for what, count in sorted(tally.items())))
    return tally["differences"]


if __name__ == "__main__":
    sys.exit(min(main(), 1))
