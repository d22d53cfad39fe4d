"""Reports are the same in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.verify.mutants import COURSES, Set, program_of, transcript


def test_a_report_does_not_depend_on_the_order_of_sets(tmp_path: Path) -> None:
    """Two processes that order sets differently print the same report, also where explanations tie."""
    changes = (
        ("dealt += 1", "dealt += 0"),
        ("return Value(hard, False)", "return Value(hard, True)"),
        ("and bankroll >= 2 * minimum else", "and bankroll < 2 * minimum else"),
    )
    game = Set("classic", {"bankroll": 1000, "minimum": 7, "hands": 90, "player": "counting"}, 2)
    (tmp_path / "shown.txt").write_text(transcript(program_of(COURSES, changes), game), "utf-8")
    words = [word for name, value in game.values.items() for word in ("--set", f"{name}={value}")]
    command = [sys.executable, "-m", "bj", "verify", "classic", "shown.txt", "--seed", "2", *words]
    reports = {
        subprocess.run(
            command,
            cwd=tmp_path,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=False,
        ).stdout
        for seed in ("0", "2", "4")
    }
    assert len(reports) == 1
