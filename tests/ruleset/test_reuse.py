"""The common parts of many rulesets are read, parsed and analysed once, without any effect on results."""

from __future__ import annotations

from pathlib import Path

import pytest

from bj import files
from bj.findings.checking_files import examine
from bj.ruleset.advice import ADVICE
from bj.ruleset.advice.advice_state import Advising
from bj.ruleset.documents import Document
from bj.ruleset.expressions.parse import parse_expression
from bj.ruleset.expressions.tree import ValueKind, names_used
from bj.ruleset.fault_codes import all_codes
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import shipped_rulesets

OVERLAY = '[ruleset]\ntitle = "Overlay"\nextends = "classic"\n'


def test_an_expression_means_what_the_names_of_its_own_ruleset_mean(tmp_path: Path) -> None:
    """The same condition is valid in a ruleset that has its argument, and invalid in one without."""
    wager = '\n[strategies.simple]\nwager = "stake"\n'
    argument = '[arguments.stake]\ntype = "integer"\ndefault = 5\n'
    right, wrong = tmp_path / "right.toml", tmp_path / "wrong.toml"
    classic = shipped_rulesets()["classic"].read_text("utf-8")
    right.write_text(classic.replace("[cuts]", "stake [cuts]") + argument, "utf-8")
    changed = tmp_path / "changed.toml"
    changed.write_text(OVERLAY.replace('"classic"', '"./right.toml"') + wager, "utf-8")
    wrong.write_text(OVERLAY + wager, "utf-8")
    for _ in range(2):
        assert examine(changed) == []
        assert [finding.code for finding in examine(wrong)] == ["BJ306"]


def test_a_text_may_be_right_for_one_event_and_wrong_for_another(tmp_path: Path) -> None:
    """A line with fields is a fault at an event without these fields."""
    file = tmp_path / "overlay.toml"
    file.write_text(OVERLAY + '\n[output]\nplayer_bets = "{wager}"\nhand = "{wager}"\n', "utf-8")
    assert [(finding.line, finding.code) for finding in examine(file)] == [(7, "BJ402")]


def test_the_names_in_an_expression_are_those_of_that_expression() -> None:
    """The facts about an expression stay correct, however many other expressions come and go."""
    names = {f"n{number}": ValueKind.NUMBER for number in range(50)}
    for number in range(10_000):
        tree = parse_expression(f"n{number % 50} < {number}", names, ValueKind.BOOLEAN)
        assert names_used(tree) == names_used(tree) == {f"n{number % 50}"}


def test_a_shelf_keeps_what_others_extend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that several rulesets extend is read once for all of them."""
    (tmp_path / "parent.toml").write_text(OVERLAY, "utf-8")
    for number in range(3):
        text = OVERLAY.replace('"classic"', '"./parent.toml"')
        (tmp_path / f"child{number}.toml").write_text(text, "utf-8")
    read: list[str] = []
    real = files.open_regular

    def note(path: Path, *flags: int) -> int:
        read.append(path.name)
        return real(path, *flags)

    monkeypatch.setattr(files, "open_regular", note)
    shelf: dict[Path, Document] = {}
    for number in range(3):
        assert examine(tmp_path / f"child{number}.toml", shelf) == []
    assert sorted(read) == ["child0.toml", "child1.toml", "child2.toml", "classic.toml", "parent.toml"]


def test_advice_is_laid_only_to_the_sections_that_it_names(tmp_path: Path) -> None:
    """Advice depends only on the sections that it declares.

    Useless inherited parts are reported at `extends`, which every overlay has.
    """
    file = tmp_path / "example.toml"
    noted = set()
    for code in all_codes().values():
        if code.code.startswith("BJ9"):
            file.write_bytes(code.bad.content)
            checked = load_ruleset(file)
            for advise_one, sections in ADVICE.items():
                advising = Advising(checked)
                advise_one(advising)
                faults = [fault for places in advising.found for fault in places]
                noted |= {fault.code for fault in faults}
                assert {fault.path[0] for fault in faults} - {"ruleset"} <= sections
    assert noted >= {code for code in all_codes() if code.startswith("BJ9")} - {"BJ951"}


def test_checks_are_repeated_for_every_section_that_they_read(tmp_path: Path) -> None:
    """A section is wrong next to a contradicting one, and valid again without it."""
    right, wrong = tmp_path / "right.toml", tmp_path / "wrong.toml"
    right.write_text(OVERLAY, "utf-8")
    wrong.write_text(OVERLAY + '\n[shoe]\npacks = "infinite"\n', "utf-8")
    for _ in range(2):
        assert examine(right) == []
        assert {finding.code for finding in examine(wrong)} == {"BJ125"}
