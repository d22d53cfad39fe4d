"""``bj server`` with several folders, links and unusual texts, as a foreign client sees it."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types as lsp
from tests.language_server.client import Editor, edit, save

from bj.ruleset.ruleset_files import shipped_rulesets

BASE = shipped_rulesets()["classic"].read_text(encoding="utf-8")
OVERLAY = '[ruleset]\ntitle = "x"\nextends = "base.toml"\n'
FAULTY = OVERLAY.replace("base.toml", "classic") + "[rules]\ntotl = 1\n"


def add_folder(editor: Editor, folder: Path) -> None:
    """Add a folder to those of an editor."""
    event = lsp.WorkspaceFoldersChangeEvent([lsp.WorkspaceFolder(folder.as_uri(), folder.name)], [])
    editor.client.workspace_did_change_workspace_folders(lsp.DidChangeWorkspaceFoldersParams(event))


async def references(editor: Editor, name: str, words: str, inside: int) -> set[str]:
    """The URIs of the references to the name at a place."""
    context = lsp.ReferenceContext(include_declaration=True)
    params = lsp.ReferenceParams(**editor.at(name, words, inside), context=context)
    return {each.uri for each in await editor.client.text_document_references_async(params) or ()}


def test_a_folder_that_is_added_is_searched(tmp_path: Path) -> None:
    """A name of a base is found in a folder that joins the workspace later."""
    first, second = tmp_path / "first", tmp_path / "zweite Öffnung 100%"
    first.mkdir()
    second.mkdir()
    save(second, {"base.toml": BASE, "a.toml": OVERLAY + '[strategies.mine]\nextends = "counting"\n'})

    async def act(editor: Editor) -> list[set[str]]:
        name = "../zweite Öffnung 100%/base.toml"
        editor.uri = lambda name: (second / Path(name).name).as_uri()  # type: ignore[method-assign]  # outside
        await editor.write(name, BASE)
        found = [await references(editor, name, "[strategies.counting]", 15)]
        add_folder(editor, second)
        return [*found, await references(editor, name, "[strategies.counting]", 15)]

    base, overlay = ((second / name).as_uri() for name in ("base.toml", "a.toml"))
    assert edit(first, act) == [{base}, {base, overlay}]


@pytest.mark.parametrize("way", ["inner/../base.toml", "link.toml"])
def test_a_base_is_the_open_text_by_any_path(tmp_path: Path, way: str) -> None:
    """A name is found and renamed in an open base, although `extends` has another path to it."""
    (tmp_path / "inner").mkdir()
    save(tmp_path, {"base.toml": '[ruleset]\nextends = "classic"\n'})
    (tmp_path / "link.toml").symlink_to("base.toml")
    base = '[ruleset]\ntitle = "b"\nextends = "classic"\n\n[strategies.careful]\nextends = "simple"\n'
    overlay = OVERLAY.replace("base.toml", way) + '[strategies.mine]\nextends = "careful"\n'

    async def act(editor: Editor) -> None:
        await editor.write("base.toml", base)
        await editor.write("a.toml", overlay)
        at = editor.at("a.toml", "careful", 2)
        found = await editor.client.text_document_definition_async(lsp.DefinitionParams(**at))
        assert isinstance(found, list)
        [place] = found
        assert isinstance(place, lsp.Location)
        assert (place.uri, place.range.start) == (editor.uri("base.toml"), lsp.Position(4, 12))
        renamed = await editor.client.text_document_rename_async(lsp.RenameParams(**at, new_name="bold"))
        assert renamed is not None
        assert renamed.changes is not None
        assert {uri: [each.range.start.line for each in edits] for uri, edits in renamed.changes.items()} == {
            editor.uri("a.toml"): [4],
            editor.uri("base.toml"): [4],
        }

    edit(tmp_path, act)


def test_only_new_findings_are_published(tmp_path: Path) -> None:
    """A change of one file publishes nothing about another one that it does not change."""

    async def act(editor: Editor) -> None:
        for name in ("a.toml", "b.toml", "a.toml"):
            await editor.write(name, FAULTY)
        assert editor.news == [editor.uri(name) for name in ("a.toml", "b.toml", "a.toml")]

    edit(tmp_path, act)


def test_files_on_disk_are_watched_if_the_editor_can(tmp_path: Path) -> None:
    """The server asks for the changes of TOML files, but not an editor that cannot report them."""

    async def act(editor: Editor) -> list[str]:
        await editor.write("a.toml", FAULTY)
        return [each.method for each in editor.registered]

    assert edit(tmp_path, act) == ["workspace/didChangeWatchedFiles"]
    assert edit(tmp_path, act, client="neovim@0.11") == []
