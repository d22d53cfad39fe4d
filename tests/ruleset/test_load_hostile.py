from __future__ import annotations

import math
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.ruleset.hostile import HOSTILE

from bj.errors import RulesetError, UsageError
from bj.faults_and_fixes import Fix
from bj.findings.text import render_findings
from bj.ruleset.documents import MOST_FAULTS
from bj.ruleset.faults.foreign_key_remedies import find_by_place, find_foreign
from bj.ruleset.faults.foreign_name_index import FOREIGN
from bj.ruleset.faults.foreign_sections import RULE_SECTIONS
from bj.ruleset.faults.values_in_players_words import FORMS, MOVED, find_form
from bj.ruleset.load import load_ruleset
from bj.ruleset.suggestions import MOST_COMPARED, suggest

SECONDS = 8.0  # of a busy processor: ten times what the slowest takes on an idle one
MEMORY = 1_000_000_000  # bytes of address space
HUNGRY = ("equals", "keys", "row", "braces", "large")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_ruleset_is_refused_in_time(name: str, tmp_path: Path) -> None:
    """A hostile ruleset is refused with few, short, harmless findings, or is not read."""
    content = HOSTILE[name]
    file = tmp_path / f"{name}.toml"
    file.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    begin = time.process_time()
    with pytest.raises((RulesetError, UsageError)) as refusal:
        load_ruleset(file)
    if isinstance(refusal.value, RulesetError):
        assert 1 <= len(refusal.value.findings) <= 2 * MOST_FAULTS
        printed = render_findings(refusal.value.findings)
        assert max(map(len, printed.split("\n"))) < 2_500
        assert not any(ord(sign) < 32 and sign != "\n" for sign in printed)
        assert "\u202e" not in printed
    assert time.process_time() - begin < SECONDS


@pytest.mark.parametrize(
    "value",
    [
        "x" * 9_000,
        "1" + " " * 9_000 + "!",
        2**63 - 1,
        -(2**63),
        math.inf,
        math.nan,
        [],
        [["2"], "\0"],
        {},
        {"7" * 9_000: "2:1"},
        {"7": 10**400},
    ],
    ids=lambda value: str(type(value).__name__),
)
def test_any_value_of_a_key_of_others_has_a_short_remedy(value: Any) -> None:
    """The remedy for a foreign key, or for the value of a known one, is a single line, for any value."""
    keys = [*FOREIGN, *(f"payouts.{word}" for word in ("a" * 9_000, "7 7 7"))]
    keys += ["strategies.any.hard 12", "strategies.any.stand", f"side_bets.any.{'b' * 9_000}"]
    keys += [f"{section}.{part}" for section in RULE_SECTIONS for part in ("type", "against", "on", "other")]
    known = [key.replace("*", "any") for listed in (*MOVED, *FORMS) for key in listed.split()]
    for find, searched in ((find_foreign, keys), (find_by_place, keys), (find_form, known)):
        for key in searched:
            path = tuple(key.split("."))
            data: dict[str, Any] = {}
            for step in reversed(path):
                data = {step: data or value}
            remedy = find(path, value, data)
            assert len(str(remedy.say if isinstance(remedy, Fix) else remedy)) < 400, key


def test_a_remedy_looks_at_few_of_many_words() -> None:
    """A suggestion is chosen from a bounded number of known words."""
    known = map(str, range(1_000_000))
    assert str(suggest("q", known)).endswith(", …")
    assert next(known) == str(MOST_COMPARED)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no resource limits")
def test_hostile_rulesets_need_little_memory(tmp_path: Path) -> None:
    """The largest and deepest hostile rulesets are refused within a gigabyte, and without a traceback."""
    for name in HUNGRY:
        content = HOSTILE[name]
        data = content if isinstance(content, bytes) else content.encode("utf-8")
        (tmp_path / f"{name}.toml").write_bytes(data)
    limited = (
        "import resource, sys\n"
        f"resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))\n"
        "from bj.cli import main\n"
        "sys.argv[1:] = ['validate', *sys.argv[1:]]\n"
        "main()\n"
    )
    names = [f"{name}.toml" for name in HUNGRY]
    ended = subprocess.run(
        [sys.executable, "-c", limited, *names], cwd=tmp_path, capture_output=True, timeout=120, check=False
    )
    assert ended.returncode == 2, ended.stderr[-2000:]
    assert b"Traceback" not in ended.stderr
    assert ended.stderr.startswith(b"error: large.toml is larger than")
