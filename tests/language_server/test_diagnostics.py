"""Diagnostics and code actions of ``bj server``, as a foreign client gets them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from tests.language_server.client import Editor, edit, save

from bj.ruleset.ruleset_files import LARGEST_FILE, shipped_rulesets

PAGE = (Path(__file__).parents[2] / "docs" / "editors.md").read_text("utf-8")
FAULTY = PAGE.partition("## Try it")[2].partition("```toml\n")[2].partition("```")[0]
"""The file with five faults of the page about editors."""

SMALL = '[ruleset]\ntitle = "x"\nextends = "classic"\n'


def validate(folder: Path, name: str, text: str) -> list[dict[str, Any]]:
    """The findings of ``bj validate`` about a text."""
    command = (sys.executable, "-m", "bj", "validate", "--format", "json", "--stdin-filename", name, "-")
    done = subprocess.run(command, input=text.encode(), capture_output=True, cwd=folder, check=False)
    findings: list[dict[str, Any]] = json.loads(done.stdout)["findings"]
    return findings


def test_a_file_has_the_findings_of_validate(tmp_path: Path) -> None:
    """Diagnostics have the codes, messages, remedies and severities of ``bj validate``."""

    async def act(editor: Editor) -> list[lsp.Diagnostic]:
        return await editor.write("friday.toml", FAULTY)

    found = edit(tmp_path, act)
    expected = validate(tmp_path, "friday.toml", FAULTY)
    assert [(each.code, each.message) for each in found] == [
        (each["code"], f"{each['message']}\n{each['remedy']}") for each in expected
    ]
    assert [each.range.start.line + 1 for each in found] == [each["line"] for each in expected]
    assert len(found) == 5
    assert {each.severity for each in found} == {lsp.DiagnosticSeverity.Error}


def test_remedies_taken_one_after_another_leave_no_fault(tmp_path: Path) -> None:
    """Each of five faults has an action, and after the last one the file has no findings."""

    async def act(editor: Editor) -> list[int]:
        numbers = [len(await editor.write("friday.toml", FAULTY))]
        while editor.diagnostics("friday.toml"):
            action = (await editor.actions("friday.toml", [lsp.CodeActionKind.QuickFix]))[0]
            numbers.append(len(await editor.take("friday.toml", action)))
        return numbers

    assert edit(tmp_path, act) == [5, 4, 3, 2, 1, 0]


def test_all_remedies_are_one_action(tmp_path: Path) -> None:
    """The action for the whole file writes what ``bj validate --fix`` does."""

    async def act(editor: Editor) -> str:
        await editor.write("friday.toml", FAULTY)
        [action] = await editor.actions("friday.toml", [lsp.CodeActionKind.SourceFixAll])
        assert not await editor.take("friday.toml", action)
        return editor.texts["friday.toml"]

    save(tmp_path, {"saved.toml": FAULTY})
    command = (sys.executable, "-m", "bj", "validate", "--fix", "saved.toml")
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert edit(tmp_path, act) == (tmp_path / "saved.toml").read_text(encoding="utf-8")


def test_actions_are_of_the_wanted_kinds_and_lines(tmp_path: Path) -> None:
    """A client gets the kinds that it asks for and those below them, for findings in the lines it names."""
    kinds: dict[str, set[str]] = {
        "quickfix": {"quickfix"},
        "source": {"source.fixAll"},
        "source.fixAll": {"source.fixAll"},
        "source.organizeImports": set(),
        "source.fixAll.other": set(),
        "refactor": set(),
        "": {"quickfix", "source.fixAll"},
    }

    async def act(editor: Editor) -> tuple[dict[str, set[str]], list[int]]:
        await editor.write("a.toml", FAULTY)
        found = {
            kind: {lsp.CodeActionKind(each.kind).value for each in await editor.actions("a.toml", [kind])}
            for kind in kinds
        }
        return found, [len(await editor.actions("a.toml", ["quickfix"], last)) for last in (0, 2, 100)]

    assert edit(tmp_path, act) == (kinds, [0, 1, 5])


def test_a_file_that_is_too_large_has_one_finding(tmp_path: Path) -> None:
    """A text that `bj validate` would refuse to read gets a finding with the reason, and no other answer."""

    async def act(editor: Editor) -> tuple[list[str], lsp.Hover | None]:
        found = await editor.write("a.toml", SMALL + "#" * LARGEST_FILE)
        hover = lsp.HoverParams(**editor.at("a.toml", "title", 2))
        return [each.message for each in found], await editor.client.text_document_hover_async(hover)

    [message], hovered = edit(tmp_path, act)
    assert message.startswith("this file is larger than")
    assert hovered is None


def test_a_base_that_changes_on_disk_is_read_again(tmp_path: Path) -> None:
    """Faults that a closed base has on disk are published, and gone when it is mended there."""
    base = shipped_rulesets()["classic"].read_text(encoding="utf-8")

    async def act(editor: Editor) -> None:
        await editor.write("a.toml", SMALL.replace("classic", "base.toml"))
        changes = [lsp.FileEvent(editor.uri("base.toml"), lsp.FileChangeType.Changed)]

        def change(text: str) -> None:
            save(tmp_path, {"base.toml": text})
            editor.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams(changes))

        change(base.replace("total < 17", "totl < 17"))
        await editor.until(lambda: len(editor.diagnostics("base.toml")) == 1)
        assert not editor.diagnostics("a.toml")
        change(base)
        await editor.until(lambda: not editor.diagnostics("base.toml"))

    save(tmp_path, {"base.toml": base})
    edit(tmp_path, act)


def test_positions_count_utf_16_units(tmp_path: Path) -> None:
    """A fault after a character beyond the basic plane is at its place, for any encodings offered."""
    text = '[ruleset]\ntitle = "x"\nextends = "classic"\n[output]\ndealt = "🂡🂡 {cardd}"\n'

    async def act(editor: Editor) -> tuple[lsp.Diagnostic, str]:
        [fault] = await editor.write("cards.toml", text)
        [action] = await editor.actions("cards.toml", [lsp.CodeActionKind.QuickFix])
        await editor.take("cards.toml", action)
        return fault, editor.texts["cards.toml"]

    for client in ("visual_studio_code", "neovim@0.11"):  # the latter prefers UTF-8
        fault, mended = edit(tmp_path, act, client=client)
        units = len('dealt = "🂡🂡 {'.encode("utf-16-le")) // 2
        assert (fault.range.start.character, fault.range.end.character) == (units, units + 5)
        assert mended == text.replace("{cardd}", "{card}")


def test_a_base_that_changes_changes_what_extends_it(tmp_path: Path) -> None:
    """A change of an open base shows in the overlay without saving, and is gone when the base is closed."""
    base = shipped_rulesets()["classic"].read_text(encoding="utf-8")
    overlay = '[ruleset]\ntitle = "x"\nextends = "base.toml"\n[strategies.counting]\nwager = "minimum"\n'
    save(tmp_path, {"base.toml": base})

    async def act(editor: Editor) -> None:
        assert not await editor.write("overlay.toml", overlay)
        assert not await editor.write("base.toml", base)
        renamed = base.replace('extends = "simple"', 'extends = "simpl"')
        assert len(await editor.write("base.toml", renamed)) == 1
        gone = base.replace("[strategies.counting]", "[strategies.other]").replace('"counting"', '"other"')
        assert not await editor.write("base.toml", gone)
        await editor.until(lambda: bool(editor.diagnostics("overlay.toml")))
        editor.close("base.toml")
        await editor.until(lambda: not editor.diagnostics("overlay.toml"))

    edit(tmp_path, act)


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    """TOML that is not a ruleset gets no diagnostics, and no other answer."""

    async def act(editor: Editor) -> tuple[list[lsp.CodeAction], list[lsp.Diagnostic]]:
        uri = editor.uri("pyproject.toml")
        item = lsp.TextDocumentItem(uri, "toml", 1, '[project]\nname = "x"\ntitel =')
        editor.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        await editor.write("a.toml", SMALL)
        return await editor.actions("pyproject.toml"), editor.diagnostics("pyproject.toml")

    assert edit(tmp_path, act) == ([], [])


def test_impossible_names_disturb_no_other_file(tmp_path: Path) -> None:
    """A text whose URI has a NUL or half a character is checked, and so is every other file."""

    async def act(editor: Editor) -> list[str | None]:
        await editor.write("a.toml", SMALL)
        item = lsp.TextDocumentItem("\ud800", "toml", 1, SMALL)
        editor.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        found = [*await editor.write("\0.toml", FAULTY), *await editor.write("a.toml", FAULTY)]
        hovered = await editor.client.text_document_hover_async(
            lsp.HoverParams(**editor.at("a.toml", "extends", 2))
        )
        assert hovered is not None
        return [str(each.code) for each in found]

    codes = edit(tmp_path, act)
    assert len(codes) == 10
    assert codes[:5] == codes[5:]


def test_an_empty_change_keeps_the_text(tmp_path: Path) -> None:
    """A change without contents has the findings of the text that it keeps."""

    async def act(editor: Editor) -> None:
        await editor.write("a.toml", FAULTY)
        identifier = lsp.VersionedTextDocumentIdentifier(2, editor.uri("a.toml"))
        editor.client.text_document_did_change(lsp.DidChangeTextDocumentParams(identifier, []))
        await editor.until(lambda: editor.published("a.toml") == 2)
        assert len(editor.diagnostics("a.toml")) == 5

    edit(tmp_path, act)


def test_the_missing_extra_is_named(tmp_path: Path) -> None:
    """Without pygls, the command says how to install it."""
    (tmp_path / "pygls.py").write_text("raise ImportError(name='pygls')", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "bj", "server"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "`bj server` needs pygls" in done.stderr
    hint = "pip install pygls"
    assert hint in done.stderr
