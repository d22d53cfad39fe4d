"""Foreign texts never reach the log of a CI job as commands."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import tomli
import tomli_w
from tests.cli.changed_rulesets import data_of
from tests.session.starting import start

from bj.cli.app import COMMANDS
from bj.findings import FORMATS

OBEYED = re.compile(r"(?:\A|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029])\s*::|##\w*\[")
"""The commands of the runners of GitHub, Azure and TeamCity, after any line end."""

PAYLOADS = ("::error::x", "\n \t\u3000::stop-commands::x", "##[error]x ##vso[task.complete]")
SHOWN = {"title", "summary", "help", "name", "say", "victory", "listed", "hidden", "ask"}
QUICK = "--engine plain --workers 1 --games 40"
GAMES = {"sos_vs_sc": "", "classic": "", "vegas": "safe:Meek:100 --rounds 2"}
CASE = {
    "cases": {
        "one": {"description": "::error::x", "expect": {"says": ["::error::x"], "transcript": "::error::x\n"}}
    }
}


def spoil(value: Any, payload: str, way: tuple[str, ...] = ()) -> Any:
    """A ruleset with ``payload`` before everything that may be shown."""
    if isinstance(value, dict):
        return {key: spoil(each, payload, (*way, key)) for key, each in value.items()}
    if isinstance(value, list):
        return [spoil(each, payload, way) for each in value]
    is_shown = way[-1] in SHOWN or "output" in way or "suits" in way
    return payload + value if is_shown and isinstance(value, str) else value


def bj(folder: Path, words: str) -> str:
    """The output of a command on both streams; asserts that it is harmless and not a bug."""
    done = start(*words.split(), folder=folder)
    printed = f"{done.stdout.decode()}\n{done.stderr.decode()}"
    assert done.returncode in (0, 1, 2), printed
    if "format=github" not in words:
        found = OBEYED.search(printed)
        assert found is None, printed[max(0, found.start() - 200) : found.end() + 200]
    return done.stdout.decode()


@pytest.mark.parametrize(("name", "payload"), [*zip(GAMES, PAYLOADS, strict=True)])
def test_no_command_prints_what_a_log_obeys(tmp_path: Path, name: str, payload: str) -> None:
    """Titles, names, lines, phrases and questions of a ruleset give no commands to a CI job."""
    data = spoil(data_of(name, {"ruleset/without": None}), payload)
    (tmp_path / "evil.toml").write_text(tomli_w.dumps(data), "utf-8")
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "evil.toml").write_text(tomli_w.dumps(CASE), "utf-8")
    seats = GAMES[name]
    for words in ("run evil.toml --help", "show evil.toml", "show evil.toml --procedure", "page evil.toml"):
        assert "x" in bj(tmp_path, words)
    assert bj(tmp_path, f"run evil.toml --seed 1 {seats}")
    assert bj(tmp_path, f"diff {name} evil.toml")
    assert bj(tmp_path, f"simulate evil.toml {seats} {QUICK}")
    assert bj(tmp_path, f"simulate evil.toml {seats} --format csv {QUICK}")
    assert bj(tmp_path, f"compare {name} evil.toml {seats} {QUICK}")
    assert bj(tmp_path, "test evil.toml")
    assert tomli.loads(bj(tmp_path, "show evil.toml --resolved")) == data
    report = json.loads(bj(tmp_path, f"simulate evil.toml {seats} --format json {QUICK}"))
    assert report["title"] == data["ruleset"]["title"]


def test_no_report_of_faults_is_obeyed(tmp_path: Path) -> None:
    """Keys, values and lines of a faulty ruleset give no commands in any format except GitHub's."""
    payload = "::error::x\n".join(PAYLOADS)
    data = {"ruleset": {"title": payload, "extends": "classic", payload: 1}, payload: {payload: payload}}
    data["rules"] = {"minimum_wager": f"{payload} + 1", "target": payload}
    data["output"] = {"push": f"{payload}{{{payload}}}"}
    (tmp_path / "evil.toml").write_text(tomli_w.dumps(data), "utf-8")
    for form in FORMATS:
        assert "BJ" in bj(tmp_path, f"validate evil.toml --format={form}")
    commands = bj(tmp_path, "validate evil.toml --format=github").splitlines()
    assert all(re.match("::(error|warning) title=bj BJ", command) for command in commands)


def test_commands_are_not_put_together_from_pieces(tmp_path: Path) -> None:
    """Harmless names, cards and questions do not form a command together on a line."""
    data = data_of("infinite", {"cards/listed": ":", "cards/hidden": "##", "prompts/wager/ask": ":"})
    data["players"][0]["name"] = ":"
    data["example"]["answers"] = ["x", ":error::y", "20", "h", "s", "0"]
    data["output"] |= {"hand": "\t{name}{name}error::x", "player_hand": " {cards}error::x"}
    (tmp_path / "evil.toml").write_text(tomli_w.dumps(data), "utf-8")
    (tmp_path / "answers.txt").write_text("\n".join(data["example"]["answers"]), "utf-8")
    assert "error" in bj(tmp_path, "page evil.toml")
    for echo in ("", "--echo"):
        assert "error" in bj(tmp_path, f"run evil.toml --seed 5 --answers answers.txt {echo}")


def test_words_of_a_command_line_are_not_obeyed(tmp_path: Path) -> None:
    """Words of a command line, such as a file name of a pull request, give no commands."""
    words = ("::error::x", "--::error::x", "-k=\n::error::x", "##[error]", "\r::error::x.toml")
    program = (
        "import sys\nfrom bj.cli import main\n"
        f"for command in {[*COMMANDS]!r}:\n for word in {words!r}:\n"
        "  sys.argv = ['bj', command, word]\n  try: main()\n  except SystemExit: pass\n"
    )
    plain = os.environ | {"TYPER_USE_RICH": "false"}  # without frames, a word may come to begin a line
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, check=True, env=plain
    )
    assert "::error::x" in done.stderr.decode()
    assert OBEYED.search(f"{done.stdout.decode()}\n{done.stderr.decode()}") is None
