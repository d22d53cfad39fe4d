"""Editors and `bj validate` agree: tombi refuses what a schema can refuse, and nothing else."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from zlib import crc32

import pytest
from jsonschema import Draft202012Validator
from jsonschema.validators import extend
from tests.bad import update
from tests.ruleset.schema_mutants import TOMBI, all_mutants, lint, write_mutants
from tests.turns import TURN

from bj.errors import UsageError
from bj.findings.checking_files import examine
from bj.ruleset.fault_codes import EXAMPLE, all_codes
from bj.ruleset.ruleset_files import shipped_rulesets
from bj.ruleset.schema.document import make_schema

SAMPLE = 150  # one in this many mutants is checked in a turn

BEYOND: Mapping[str, str] = {
    "what other files say": "BJ122 BJ123 BJ124 BJ125 BJ126 BJ128 BJ129",
    "depends on inheritance, or on another section": "BJ211 BJ611 BJ612 BJ613 BJ614 BJ617",
    "the grammar of expressions": "BJ301 BJ304 BJ308 BJ309 BJ310 BJ311 BJ312 BJ313 BJ314 BJ315",
    "which functions a place knows": "BJ316",
    "what is defined by what": "BJ317",
    "whether an argument can set a number": "BJ607",
    "whether a rule needs wagers": "BJ619",
    "whether a name is known": "BJ306 BJ307 BJ505 BJ521 BJ522 BJ523 BJ606 BJ615 BJ616 BJ623 BJ625 BJ706",
    "whether there is such a side bet": "BJ509",
    "who is in a team": "BJ626",
    "which of two numbers is larger": "BJ209 BJ502 BJ504 BJ603",
    "how many cards a pack has": "BJ507",
    "whether two texts mean the same": "BJ512 BJ515 BJ601 BJ803",
    "whether all cases are there": "BJ513 BJ517 BJ518 BJ804",
    "how long a line becomes with what is filled in": "BJ406",
    "how many there are in several tables": "BJ618 BJ624 BJ713 BJ714",
    "whether anything depends on the upcard": "BJ712",
    "whether the bank rotates": "BJ715",
    "the order of steps": "BJ707 BJ708 BJ709 BJ710 BJ711",
}
"""The faults that no schema can express, by the reason."""

INHERITED = "inherited"

IN_PART: Mapping[str, str] = {
    INHERITED: "depends on other files",
    "BJ303": "which characters of Unicode can be seen",
    "BJ121": "which files there are",
    "BJ127": "which steps are inherited",
    "BJ202": "a key of a table may be inherited",
    "BJ205": "what an expression comes to",
    "BJ210": "what a key depends on may be inherited",
    "BJ206": "the amount that a power adds is in its section",
    "BJ503": "half of the shoe may be inherited",
    "BJ605": "the type of an argument is in its section",
    "BJ506": "which ranks of its own the ruleset has",
    "BJ511": "which ranks of its own the ruleset has",
}
"""The faults that a schema detects only in some places, with the reasons."""

CONTRADICTIONS = "BJ9"
"""The prefixes of the codes of contradictions, which a single table does not show."""

INVISIBLE = {code for codes in BEYOND.values() for code in codes.split()}
INVISIBLE |= {
    code
    for code, entry in all_codes().items()
    if code.startswith(CONTRADICTIONS) and entry.severity == "error"
}

IntegerStrict = extend(
    Draft202012Validator,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)
    ),
)
"""Another validator, in which 1 and 1.0 differ as in TOML."""


def codes_of(file: Path) -> set[str]:
    """The codes of the faults that `bj validate` finds; one for all of those in inherited files."""
    try:
        found = [finding for finding in examine(file) if finding.severity == "error"]
        return {finding.code if finding.file.name == file.name else INHERITED for finding in found}
    except UsageError as error:
        return {error.message}


def printed_codes(name: str) -> set[str]:
    """The same for a ruleset of `tests/bad`, from the expected output of `bj validate`."""
    printed = (update.FOLDER / f"{name}.txt").read_text("utf-8")
    found = re.findall(r"^(\S+\.toml):\d+:\d+: (BJ\d{3}) ", printed, re.MULTILINE)
    codes = {code if file == f"{name}.toml" else INHERITED for file, code in found}
    return {code for code in codes if code == INHERITED or all_codes()[code].severity == "error"}


def check_verdict(label: str, codes: set[str], complaints: list[str]) -> None:
    """Both validators find faults or neither does, unless a schema can see none of them."""
    if codes and not complaints:
        assert codes <= INVISIBLE | IN_PART.keys(), f"tombi should refuse {label}: {codes}"
    assert codes or not complaints, f"tombi should accept {label}: {complaints}"


def test_shipped_rulesets_pass_the_linter_of_editors() -> None:
    """Tombi follows `#:schema` from every shipped ruleset and has not even a warning."""
    folder = shipped_rulesets()["classic"].parent
    names = [str(path.relative_to(folder)) for path in shipped_rulesets().values()]
    command = [str(TOMBI), "lint", "--offline", "--error-on-warnings", *names]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"{len(names)} files linted successfully" in done.stderr


def test_the_line_at_the_top_leads_to_the_schema(tmp_path: Path) -> None:
    """The line `#:schema` is enough to check a ruleset next to the schema."""
    lint(tmp_path, {})
    (tmp_path / "tombi.toml").unlink()
    text = '[ruleset]\nextends = "classic"\n[payouts]\nnatrual = "6:5"\n'
    for line, code in (("", 0), ("#:schema ./ruleset.schema.json\n", 1)):
        (tmp_path / "own.toml").write_text(line + text, "utf-8")
        command = (TOMBI, "lint", "--offline", "own.toml")
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, "natrual" in done.stderr) == (code, code == 1)


def test_every_code_is_seen_by_the_schema_or_beyond_it(tmp_path: Path) -> None:
    """Tombi refuses the bad example of every fault that a schema can express, and no good example."""
    rulesets = {code: entry for code, entry in all_codes().items() if entry.file == EXAMPLE}
    texts = {f"{code}_bad": entry.bad.content for code, entry in rulesets.items()}
    texts |= {f"{code}_good": entry.good.content for code, entry in rulesets.items()}
    complaints = lint(tmp_path, texts)
    assert {name: found for name, found in complaints.items() if name.endswith("good") and found} == {}
    accepted = {code for code in rulesets if not complaints[f"{code}_bad"]}
    assert accepted - {code for code in rulesets if rulesets[code].severity == "warning"} == INVISIBLE


def test_editors_agree_on_the_faulty_rulesets(tmp_path: Path) -> None:
    """Tombi accepts only faulty rulesets whose faults no schema can see."""
    names = update.bad_rulesets()
    complaints = lint(tmp_path, {name: (update.FOLDER / f"{name}.toml").read_bytes() for name in names})
    for name in names:
        check_verdict(name, printed_codes(name), complaints[name])
    assert sum(map(bool, complaints.values())) > 50


@pytest.mark.drawn
def test_editors_agree_on_mutants_of_the_shipped_rulesets(tmp_path: Path) -> None:
    """`bj validate`, tombi and a JSON validator agree about rulesets with one change."""
    chosen = TURN % SAMPLE
    mutants = [mutant for mutant in all_mutants() if crc32(mutant.label.encode()) % SAMPLE == chosen]
    complaints = write_mutants(tmp_path, mutants)
    validator = IntegerStrict(make_schema())
    for i, mutant in enumerate(mutants):
        check_verdict(mutant.label, codes_of(tmp_path / f"{i}.toml"), complaints[str(i)])
        assert validator.is_valid(mutant.data) == (not complaints[str(i)]), mutant.label
    assert len(mutants) > 25
    assert len([found for found in complaints.values() if found]) > len(mutants) // 2


HEAD = '[ruleset]\nextends = "classic"\n'


OWN_TEXTS = [
    (True, HEAD),
    (False, HEAD.replace("extends", "title")),
    (False, ""),
    (True, HEAD + "[dealer]\n"),
    (True, HEAD + "[cards.ranks]\nA = { or = 10 }\n"),
    (False, HEAD + "[[players]]\nname = 'Ann'\n"),
    (True, HEAD + "[shoe]\nshuffle = {\n  cuts = 3,  # TOML 1.1\n}\n"),
    (True, HEAD + "[output]\npush = '{{'\n"),
    (False, HEAD + "[output]\npush = '{'\n"),
    (False, HEAD + "[output]\npush = '{count}'\n"),
    (False, HEAD + "[output]\nplayer_hand = '{name}'\n"),
    (False, HEAD + "[output]\npush = '{name:>81}'\n"),
    (False, HEAD + "format = true\n"),
    (False, HEAD + "[payouts]\nwin = 1.5\n"),
    (False, HEAD + "[shoe]\npacks = 99999999999999999999\n"),
    (False, HEAD + "[rules]\ntarget = 21.0\n"),
    (False, HEAD + "[dealer]\ndraws = 17\n"),
    (False, HEAD + "[procedure]\ngame = ['deal', { repeat = 'hand', while = 'hand < 3' }]\n"),
    (False, HEAD + "[strategies.simple]\nreactions = [{ on = 'push' }]\n"),
    (False, HEAD + "[shoe]\npacks = 'infinite'\nshuffle = { method = 'riffle' }\n"),
    (False, "[ruleset]\nextends = 'clasic'\n"),
    (False, "[ruleset]\nextends = '/etc/passwd'\n"),
    (False, HEAD + "[ruleset]\n"),
    (False, HEAD + "[output]\npush = 'Push\n"),
]
"""Texts of rulesets, and whether they are good."""


def test_whole_rulesets_and_overlays_get_the_same_verdict(tmp_path: Path) -> None:
    """`bj validate` and tombi agree about rulesets with and without a base, and their values."""
    complaints = lint(tmp_path, {str(at): text.encode() for at, (_, text) in enumerate(OWN_TEXTS)})
    for at, (is_good, text) in enumerate(OWN_TEXTS):
        found, said = codes_of(tmp_path / f"{at}.toml"), complaints[str(at)]
        assert (not found, not said) == (is_good, is_good), (text, found, said)
