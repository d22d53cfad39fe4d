"""No ruleset can fill the memory or the disk of a user who reads or plays it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from tests.cli.changed_rulesets import changed, data_of

from bj.argument_values import fill_arguments
from bj.catalogue import events as e
from bj.catalogue.events import FIELDS
from bj.cli import page
from bj.compiler.compile import compile_ruleset
from bj.errors import GameError
from bj.record.transcript_lines import MOST_KEPT, Script
from bj.ruleset.check import line_lengths
from bj.session.answer_sources import LONGEST_SHOWN, shown

resource = pytest.importorskip("resource")

MEMORY = 250_000_000
"""The address space of a command in bytes; Python and its libraries need about 100 million."""

TALKS = {"game": ["shuffle", {"repeat": "hand", "while": "hand >= 0"}]}
"""A game without end."""


def bounded(folder: Path, data: Any, *words: str) -> tuple[int, str, str]:
    """The exit code and the output of a command about a ruleset, with little memory."""
    (folder / "large.toml").write_text(tomli_w.dumps(data), "utf-8")
    program = (
        f"import resource; resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))\n"
        "from bj.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, words[0], "large.toml", *words[1:]],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def crowd(line: str, name: int) -> Any:
    """A table of 60 players with names of this many characters, and the same lines for all."""
    data = data_of("classic", {"ruleset/usage": "", "shoe": {"packs": "infinite"}, "rules/minimum_wager": 1})
    del data["procedure"]["hand"][1]  # nothing is reshuffled
    data["procedure"]["game"] = ["shuffle", {"repeat": "hand", "while": "hand < 4"}]
    data["players"] = [
        {"name": f"😀{number:{name - 1}}", "bankroll": 1000, "strategy": "simple"} for number in range(60)
    ]
    data["output"] = {
        event: line for event, fields in FIELDS.items() if {"name", "cards"} & {*fields} == {"name"}
    }
    return data


def test_lines_that_multiply_names_are_refused(tmp_path: Path) -> None:
    """A name in a card in a list of cards is a fault at the template that makes it too long."""
    data = data_of("classic", {"cards/name": "{rank}" * 300, "cards/hidden": "{" * 2000})
    data["cards"] |= {"suits": {"S": "😀" * 2000}, "ranks": {"A": {"name": "x" * 2000}}}
    data["players"][0]["name"] = "y" * 2000
    data["output"] |= {"push": "{name}" * 300, "player_dealt": "{card}" * 300, "player_says": "{words}" * 9}
    data["output"] |= {"dealer_busts": "{role}" * 6, "roles": {"dealer": "r" * 2000}}
    data["strategies"]["simple"]["reactions"] = [{"on": "push", "say": "z" * 2000}]
    data["prompts"] = {"wager": {"ask": "{bankroll}" * 190 + "{name}" * 5}}
    data["procedure"]["hand"].insert(0, {"say": "{name}" * 7})
    code, out, err = bounded(tmp_path, data, "validate")
    lines = [line.partition("BJ406 ")[2] for line in (out + err).splitlines() if "BJ406" in line]
    assert code == 1
    assert sorted(lines) == [
        f"{what} characters long, more than 10,000"
        for what in (
            "a list with 34 such cards can be up to 68,000",
            "this can be up to 12,000",
            "this can be up to 13,990",
            "this can be up to 14,000",
            "this can be up to 18,000",
            "this can be up to 600,000",
            "this can be up to 600,000",
        )
    ]


def test_the_longest_lines_fit_into_little_memory(tmp_path: Path) -> None:
    """A game of sixty players with the longest lines is played and printed."""
    code, out, err = bounded(tmp_path, crowd("{name}" * 4 + "x" * 1500, 2000), "run")
    assert (code, err) == (0, "")
    assert out.count("\n") > 4 * 60
    assert max(map(len, out.splitlines())) == 9500


def test_an_example_without_end_has_no_page(tmp_path: Path) -> None:
    """A page whose example never ends is refused."""
    data = data_of("classic", {"procedure/game": TALKS["game"], "rules/credit": True})
    data["output"] = {"player_bets": "{name} again and again" * 90}
    code, out, err = bounded(tmp_path, data, "page")
    assert (code, out) == (1, "")
    assert "the game was stopped " in err


def test_a_page_has_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that is too long is refused with the reason."""
    monkeypatch.setattr(page, "LARGEST_PAGE", 1000)
    with pytest.raises(GameError, match=r"more than 1,000; make the game of \[example\] shorter"):
        page.make_page("classic", changed("classic", {}))


def test_bounds_agree_with_what_they_are_about() -> None:
    """Lines are measured with the longest hands and answers."""
    assert len(shown("\U000e0041" * LONGEST_SHOWN)) == line_lengths.LONGEST_ANSWER


def test_lines_are_the_same_without_room_to_keep_them() -> None:
    """A script without room for more lines prints the same lines."""
    checked = changed("classic", {})
    compiled = compile_ruleset(checked, fill_arguments(checked.model.command_line, [], {}), 0)
    script, full = Script(checked, compiled), Script(checked, compiled)
    full.kept = MOST_KEPT
    codes = [kind + card for kind in (e.DEALT, e.TOTAL) for card in range(40)]
    assert [full[code] for code in codes] == [script[code] for code in codes]
    assert not full
