"""The answers of ``bj server`` to a foreign client: completion, hover, names, structure and formatting."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from tests.language_server.client import Editor, apply, edit, save

from bj.language_server.features import ANSWERS
from bj.language_server.serving import REQUESTS
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import shipped_rulesets

BASE = shipped_rulesets()["classic"].read_text(encoding="utf-8")
OVERLAY = """\
[ruleset]
title = "♠🂡 on one line"
extends = "base.toml"

[strategies.simple.chart.rows]
"hard 12" = "S"

[strategies.mine]   # 🂡🂡
extends = "counting"
wager = "2*minimum"
"""


def test_completion_and_hover(tmp_path: Path) -> None:
    """Proposals come in order, and what they write fits into the text; hover explains."""
    save(tmp_path, {"base.toml": BASE})

    async def act(editor: Editor) -> None:
        await editor.write("a.toml", OVERLAY.replace('"counting"', '"🂡 coun'))
        text = OVERLAY.replace('extends = "counting"', 'extends = "coun')
        await editor.write("a.toml", text)
        at = editor.at("a.toml", '"coun', len('"coun'))
        found = await editor.client.text_document_completion_async(lsp.CompletionParams(**at))
        assert isinstance(found, list)
        first = min(found, key=lambda item: item.sort_text or "")
        assert first.label == "counting"
        assert apply(text, [first.text_edit]) == OVERLAY.replace('"counting"', '"counting')
        at = editor.at("a.toml", '"base.toml"', 1)
        parents = await editor.client.text_document_completion_async(lsp.CompletionParams(**at))
        assert isinstance(parents, list)
        assert {"base.toml", "classic"} <= {each.label for each in parents}
        await editor.write("a.toml", OVERLAY)
        hovered = await editor.client.text_document_hover_async(
            lsp.HoverParams(**editor.at("a.toml", "wager =", 2))
        )
        assert hovered is not None
        assert "How much to wager" in str(hovered.contents)
        assert hovered.range is not None
        assert hovered.range.start == lsp.Position(9, 0)

    edit(tmp_path, act)


def test_names_are_found_and_renamed(tmp_path: Path) -> None:
    """A strategy is renamed in its base, in an open overlay and in one on disk; nothing is broken by it."""
    sibling = OVERLAY.replace("title", "summary = 'x'\ntitle")
    save(tmp_path, {"base.toml": BASE, "closed.toml": sibling})

    async def act(editor: Editor) -> None:
        await editor.write("a.toml", OVERLAY)
        at = editor.at("a.toml", '"counting"', 3)
        places = await editor.client.text_document_definition_async(lsp.DefinitionParams(**at))
        assert isinstance(places, list)
        [place] = places
        assert isinstance(place, lsp.Location)
        assert place.uri == editor.uri("base.toml")
        assert BASE.split("\n")[place.range.start.line] == "[strategies.counting]"
        context = lsp.ReferenceContext(include_declaration=True)
        found = await editor.client.text_document_references_async(lsp.ReferenceParams(**at, context=context))
        assert sorted(each.uri.rpartition("/")[2] for each in found or ()) == [
            "a.toml",
            "base.toml",
            "base.toml",
            "closed.toml",
        ]
        renamed = await editor.client.text_document_rename_async(lsp.RenameParams(**at, new_name="hi_lo"))
        assert renamed is not None
        assert renamed.changes is not None
        for uri, edits in renamed.changes.items():
            file = tmp_path / uri.rpartition("/")[2]
            text = OVERLAY if file.name == "a.toml" else file.read_text(encoding="utf-8")
            save(tmp_path, {file.name: apply(text, edits)})
        for name in ("base", "a", "closed"):
            checked = load_ruleset(tmp_path / f"{name}.toml")
            assert "hi_lo" in checked.strategies
            assert "counting" not in (tmp_path / f"{name}.toml").read_text(encoding="utf-8")
        to_parent = await editor.client.text_document_definition_async(
            lsp.DefinitionParams(**editor.at("a.toml", '"base.toml"', 4))
        )
        assert isinstance(to_parent, list)
        assert [getattr(each, "uri", "") for each in to_parent] == [editor.uri("base.toml")]

    edit(tmp_path, act)


def test_references_in_the_whole_folder(tmp_path: Path) -> None:
    """A name of a base in an inner folder is found in a closed ruleset of the editor's folder."""
    (tmp_path / "inner").mkdir()
    save(tmp_path, {"inner/base.toml": BASE, "a.toml": OVERLAY.replace("base.toml", "inner/base.toml")})

    async def act(editor: Editor) -> set[str]:
        await editor.write("inner/base.toml", BASE)
        at = editor.at("inner/base.toml", "[strategies.counting]", 15)
        context = lsp.ReferenceContext(include_declaration=True)
        found = await editor.client.text_document_references_async(lsp.ReferenceParams(**at, context=context))
        return {each.uri for each in found or ()}

    assert edit(tmp_path, act) == {(tmp_path / name).as_uri() for name in ("a.toml", "inner/base.toml")}


def test_names_of_shipped_rulesets_are_not_renamed(tmp_path: Path) -> None:
    """A request that is refused has the reason."""

    async def act(editor: Editor) -> str:
        await editor.write("a.toml", OVERLAY.replace("base.toml", "classic"))
        at = editor.at("a.toml", '"counting"', 3)
        with pytest.raises(JsonRpcException) as refused:
            await editor.client.text_document_rename_async(lsp.RenameParams(**at, new_name="other"))
        return str(refused.value)

    assert "comes from the shipped ruleset classic" in edit(tmp_path, act)


@pytest.mark.skipif(sys.platform != "linux", reason="the file name is not UTF-8")
def test_references_in_a_file_whose_name_is_not_text(tmp_path: Path) -> None:
    """A name is found in a ruleset whose file name is bytes that are not UTF-8."""
    odd = os.fsdecode(b"\xff.toml")
    save(tmp_path, {"base.toml": BASE, odd: OVERLAY})

    async def act(editor: Editor) -> set[str]:
        await editor.write("a.toml", OVERLAY)
        at = editor.at("a.toml", '"counting"', 3)
        context = lsp.ReferenceContext(include_declaration=True)
        found = await editor.client.text_document_references_async(lsp.ReferenceParams(**at, context=context))
        return {each.uri for each in found or ()}

    assert edit(tmp_path, act) == {(tmp_path / name).as_uri() for name in ("a.toml", "base.toml", odd)}


def test_structure_hints_and_formatting(tmp_path: Path) -> None:
    """Symbols, folding, hints and formatting have the positions of the client."""
    save(tmp_path, {"base.toml": BASE})

    async def act(editor: Editor) -> None:
        await editor.write("a.toml", OVERLAY)
        place: dict[str, Any] = {"text_document": editor.place("a.toml")}
        found = await editor.client.text_document_document_symbol_async(lsp.DocumentSymbolParams(**place))
        assert [each.name for each in found or ()] == ["ruleset", "strategies"]
        folded = await editor.client.text_document_folding_range_async(lsp.FoldingRangeParams(**place))
        assert (0, 2) in [(each.start_line, each.end_line) for each in folded or ()]
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0))
        hinted = await editor.client.text_document_inlay_hint_async(lsp.InlayHintParams(**place, range=whole))
        assert [(each.position.line, each.label) for each in hinted or ()] == [
            (5, "was H H S S S H H H H H"),
            (9, "= 10"),
        ]
        part = lsp.Range(lsp.Position(0, 0), lsp.Position(6, 0))
        hinted = await editor.client.text_document_inlay_hint_async(lsp.InlayHintParams(**place, range=part))
        assert [each.position.line for each in hinted or ()] == [5]
        options = lsp.FormattingOptions(tab_size=2, insert_spaces=True)
        changes = await editor.client.text_document_formatting_async(
            lsp.DocumentFormattingParams(**place, options=options)
        )
        assert apply(OVERLAY, changes) == OVERLAY.replace("2*minimum", "2 * minimum")
        await editor.write("a.toml", f"# One\n# Two\n{OVERLAY}")
        folded = await editor.client.text_document_folding_range_async(lsp.FoldingRangeParams(**place))
        comments = [each for each in folded or () if each.kind == lsp.FoldingRangeKind.Comment]
        assert [(each.start_line, each.end_line) for each in comments] == [(0, 1)]

    edit(tmp_path, act)


def test_cancelled_requests_and_several_files(tmp_path: Path) -> None:
    """Of many requests about several files, half of them cancelled, the others are answered."""
    save(tmp_path, {"base.toml": BASE})
    long = BASE + "".join(f'\n[strategies.s{n}]\nextends = "simple"\n' for n in range(190))
    long += "# filler\n" * (5_000 - long.count("\n"))
    names = ["a.toml", "base.toml", "long.toml"]

    async def act(editor: Editor) -> None:
        for name, text in zip(names, (OVERLAY, BASE, long), strict=True):
            findings = await editor.write(name, text)
            assert lsp.DiagnosticSeverity.Error not in {each.severity for each in findings}
        waiting = []
        for number in range(60):
            hover = lsp.HoverParams(**editor.at(names[number % 3], "wager =", 2))
            send: Any = editor.client.protocol.send_request_async
            waiting.append(send(lsp.TEXT_DOCUMENT_HOVER, hover, msg_id=number))
            if number % 2 == 0:
                editor.client.cancel_request(lsp.CancelParams(number))
        answers = await asyncio.gather(*waiting, return_exceptions=True)
        assert all(isinstance(each, lsp.Hover) for each in answers[1::2])
        assert await editor.write("a.toml", OVERLAY.replace("minimum", "minimun"))

    edit(tmp_path, act)


def test_every_announced_request_has_an_answer() -> None:
    """The server answers the requests that it announces at its start, and no others."""
    assert ANSWERS.keys() == REQUESTS.keys()


def test_the_start_imports_only_what_diagnostics_need() -> None:
    """The modules of the other answers, and the compiler, are imported after the first diagnostics."""
    late = ("bj.language_server.features", "bj.compiler", "bj.engine")
    late_names = f"[name for name in sys.modules if name.startswith({late})]"
    code = f"import sys, bj.language_server.serving; print({late_names})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_request_with_wrong_parameters_is_refused(tmp_path: Path) -> None:
    """A client that asks about a line before the first gets an error, and the server goes on."""

    async def act(editor: Editor) -> None:
        await editor.write("a.toml", OVERLAY)
        at = lsp.HoverParams(**editor.at("a.toml", "title"))
        assert await editor.client.text_document_hover_async(at) is not None
        wrong = lsp.HoverParams(at.text_document, lsp.Position(0, 0))
        object.__setattr__(wrong.position, "line", -1)  # which the class refuses
        with pytest.raises(JsonRpcException, match="Invalid Params"):
            await asyncio.wait_for(editor.client.text_document_hover_async(wrong), 10)
        assert await editor.client.text_document_hover_async(at) is not None

    edit(tmp_path, act)
