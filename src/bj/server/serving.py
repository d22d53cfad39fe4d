"""The language server on stdin and stdout."""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout

from lsprotocol import types as lsp

from bj.server.answers import fix_all, quick_fixes
from bj.server.features import add_features
from bj.server.session import RulesetServer


def make_server() -> RulesetServer:
    """The server with all that it can do."""
    server = RulesetServer()

    @server.feature(lsp.INITIALIZED)
    def begin(params: lsp.InitializedParams) -> None:
        folders = [folder.uri for folder in server.workspace.folders.values()]
        root = server.workspace.root_uri
        server.start(folders or ([root] if root else []))

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def open_text(params: lsp.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        server.change(document.uri, document.text, document.version)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def change_text(params: lsp.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.change(uri, params.content_changes[-1].text, params.text_document.version)

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
    add_features(server)
    return server


def add_actions(server: RulesetServer) -> None:
    """Answer what can be done about findings."""
    kinds = [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(kinds))
    def list_actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction] | None:
        file = server.file_of(params.text_document.uri)
        if file is None:
            return None
        uri, positions = params.text_document.uri, server.positions(file)
        own = [finding for finding in server.rulesets.findings() if server.uri_of(finding.file) == uri]
        wanted = params.context.only or kinds
        actions = quick_fixes(uri, own, positions, params.range) if kinds[0] in wanted else []
        if any(kind.startswith("source") for kind in wanted):
            actions += fix_all(uri, positions, server.rulesets.fix(file))
        return actions


def serve() -> None:
    """Serve until the editor is gone. Anything that is printed meanwhile goes to stderr."""
    import logging

    logging.basicConfig(stream=sys.stderr, level=logging.ERROR)
    with open(os.dup(0), "rb") as stdin, open(os.dup(1), "wb") as stdout, redirect_stdout(sys.stderr):
        make_server().start_io(stdin, stdout)
