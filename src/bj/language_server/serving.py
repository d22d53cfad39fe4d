"""Runs the language server over stdin and stdout."""

from __future__ import annotations

import os
import sys
from asyncio import sleep
from collections.abc import Sequence
from contextlib import redirect_stdout
from logging import LogRecord
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from bj.language_server.lsp_conversions import quick_fixes, replace_text
from bj.language_server.server_state import RulesetServer

TRIGGERS = ['"', "'", "[", ".", "{"]
"""The characters that make an editor request completions automatically."""

REQUESTS = {
    lsp.TEXT_DOCUMENT_COMPLETION: lsp.CompletionOptions(trigger_characters=TRIGGERS),
    lsp.TEXT_DOCUMENT_HOVER: None,
    lsp.TEXT_DOCUMENT_DEFINITION: None,
    lsp.TEXT_DOCUMENT_REFERENCES: None,
    lsp.TEXT_DOCUMENT_PREPARE_RENAME: None,
    lsp.TEXT_DOCUMENT_RENAME: lsp.RenameOptions(prepare_provider=True),
    lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL: None,
    lsp.TEXT_DOCUMENT_FOLDING_RANGE: None,
    lsp.TEXT_DOCUMENT_INLAY_HINT: None,
    lsp.TEXT_DOCUMENT_FORMATTING: None,
}
"""The requests that ``bj.language_server.features`` answers, with the options to announce to the editor."""


def make_server() -> RulesetServer:
    """Create the server with all its features."""
    server = RulesetServer(prepare)

    @server.feature(lsp.INITIALIZED)
    def begin(params: lsp.InitializedParams) -> None:
        search_folders()
        server.watch()

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def change_folders(params: lsp.DidChangeWorkspaceFoldersParams) -> None:
        search_folders()

    def search_folders() -> None:
        folders = [folder.uri for folder in server.workspace.folders.values()]
        root = server.workspace.root_uri
        server.search(folders or ([root] if root else []))

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def open_text(params: lsp.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        server.change(document.uri, document.text, document.version, pause=0)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def change_text(params: lsp.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        text = server.workspace.get_text_document(uri).source
        server.change(uri, text, params.text_document.version)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def close_text(params: lsp.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def notice_files(params: lsp.DidChangeWatchedFilesParams) -> None:
        server.publish_soon()

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def notice_save(params: lsp.DidSaveTextDocumentParams) -> None:
        server.publish_soon()

    add_actions(server)
    for feature, about in REQUESTS.items():
        add_request(server, feature, about)
    return server


async def prepare() -> None:
    """Import the modules that answer requests and fill their caches, in steps between other messages."""
    import bj.language_server.features  # noqa: F401  # otherwise the first request would have to wait
    from bj.editor.schema_paths import slot_at
    from bj.editor.usual_words import shipped_habits

    await sleep(0)
    slot_at(())
    await sleep(0)
    shipped_habits()


def add_request(server: RulesetServer, feature: str, options: object | None) -> None:
    """Announce ``feature``, and answer requests for it.

    The module that answers requests is imported later, so that it does not delay the first diagnostics.
    """

    @server.feature(feature, options)
    def respond(params: Any) -> Any:
        from bj.language_server.features import answer

        return answer(server, feature, params)


def add_actions(server: RulesetServer) -> None:
    """Offer the remedies in findings as code actions."""
    kinds = [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll]
    options = lsp.CodeActionOptions(kinds, resolve_provider=True)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, options)
    def list_actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        file = server.file_of(params.text_document.uri)
        if file is None:
            return []
        uri, positions = params.text_document.uri, server.positions(file)
        own = [finding for finding in server.rulesets.findings() if server.uri_of(finding.file) == uri]
        fix, fix_all = (_is_wanted(kind, params.context.only) for kind in kinds)
        actions = quick_fixes(uri, own, positions, params.range) if fix else []
        if fix_all and any(finding.edits for finding in own):
            whole = lsp.CodeAction("Apply all unambiguous remedies", kinds[1], data=uri)
            actions.append(complete_action(whole) if params.context.only else whole)
        return actions

    @server.feature(lsp.CODE_ACTION_RESOLVE)
    def complete_action(action: lsp.CodeAction) -> lsp.CodeAction:
        file = server.file_of(str(action.data))
        if file is not None:
            changes = replace_text(server.positions(file), server.rulesets.fix(file))
            action.edit = lsp.WorkspaceEdit({str(action.data): changes})
        return action


def _is_wanted(kind: str, only: Sequence[str] | None) -> bool:
    """Return whether the client wants code actions of the given ``kind``.

    ``only`` lists the kinds that the client wants, which include their subkinds. None means all kinds.
    """
    return only is None or any((kind + ".").startswith(each + ".") or not each for each in only)


def serve() -> None:
    """Run the server until the editor exits. Output other than LSP messages goes to stderr."""
    import logging

    logging.basicConfig(stream=sys.stderr, level=logging.ERROR)
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_bug)
    with open(os.dup(0), "rb") as stdin, open(os.dup(1), "wb") as stdout, redirect_stdout(sys.stderr):
        make_server().start_io(stdin, stdout)


def _is_bug(record: LogRecord) -> bool:
    """Return whether a log record reports a bug, as opposed to a rejected request."""
    return not (record.exc_info and isinstance(record.exc_info[1], JsonRpcException))
