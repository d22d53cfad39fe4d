"""The state of a language server: its open files, and the diagnostics that it has published."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine, Generator, Iterable
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.uris import to_fs_path

from bj import __version__
from bj.editor.text_positions import EditorPositions
from bj.editor.workspace import Workspace
from bj.faults_and_fixes import Finding
from bj.language_server.lsp_conversions import describe_finding
from bj.ruleset.ruleset_files import is_ruleset

PAUSE = 0.02
"""The time to wait after the last change before publishing findings, in seconds."""


class RulesetProtocol(LanguageServerProtocol):
    """An LSP implementation that uses only UTF-16 positions and answers even malformed requests."""

    @lsp_method(lsp.INITIALIZE)
    def lsp_initialize(self, params: lsp.InitializeParams) -> Generator[Any, Any, lsp.InitializeResult]:
        """Initialize the server. Positions are always in UTF-16, which all clients support."""
        if params.capabilities.general:
            params.capabilities.general.position_encodings = None
        return (yield from super().lsp_initialize(params))

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Parse a message.

        If a request has invalid parameters, send an error, because the client is waiting for a response.
        Raises JsonRpcException if the message is malformed.
        """
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise


class RulesetServer(LanguageServer):
    """A language server with its open rulesets.

    It runs ``prepare`` after it has published the first diagnostics.
    """

    def __init__(self, prepare: Callable[[], Coroutine[Any, Any, None]]) -> None:
        super().__init__("bj", __version__, lsp.TextDocumentSyncKind.Full, protocol_cls=RulesetProtocol)
        self.rulesets = Workspace()
        self.versions: dict[str, int] = {}
        self._uris: dict[Path, str] = {}
        self._published: dict[str, tuple[int | None, list[Finding]] | None] = {}
        self._waiting: asyncio.TimerHandle | None = None
        self._prepare = prepare
        self._preparing: asyncio.Task[None] | None = None

    def search(self, folders: Iterable[str]) -> None:
        """Set the folders in which to look for rulesets, given as URIs."""
        self.rulesets.folders = tuple(Path(path) for uri in folders if (path := to_fs_path(uri)))

    def watch(self) -> None:
        """Ask the editor to report changes to files on disk, if it supports that."""
        workspace = self.client_capabilities.workspace
        watching = workspace and workspace.did_change_watched_files
        if watching and watching.dynamic_registration:
            options = lsp.DidChangeWatchedFilesRegistrationOptions([lsp.FileSystemWatcher("**/*.toml")])
            wanted = lsp.Registration("rulesets", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            self.client_register_capability(lsp.RegistrationParams([wanted]))

    def file_of(self, uri: str) -> Path | None:
        """Return the path for ``uri``, or None if the file is not an open ruleset or is too large."""
        file = _path_of(uri)
        return file if file in self._uris and not self.rulesets.is_too_large(file) else None

    def uri_of(self, file: Path) -> str:
        """Return the URI for ``file``. For an open file, it is the URI that the client used."""
        opened = self.rulesets.opened_as(file)
        return self._uris.get(opened) or Path(os.path.abspath(opened)).as_uri()

    def change(self, uri: str, text: str, version: int, pause: float = PAUSE) -> None:
        """Store the new text of a file. A new file is ignored if it does not look like a ruleset."""
        file = _path_of(uri)
        if file in self._uris or is_ruleset(text.encode("utf-8", "replace")):
            self._uris[file] = uri
            self.versions[uri] = version
            self.rulesets.change(file, text)
            self.publish_soon(pause)

    def close(self, uri: str) -> None:
        """Discard the text of a closed file."""
        file = _path_of(uri)
        self.rulesets.close(file)
        self._uris.pop(file, None)
        if self.versions.pop(uri, None) is not None:
            self._published[uri] = None
        self.publish_soon()

    def publish_soon(self, pause: float = PAUSE) -> None:
        """Publish all findings after ``pause`` seconds, unless there is another change in the meantime."""
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = asyncio.get_running_loop().call_later(pause, self.publish)

    def publish(self) -> None:
        """Publish changed findings for each open file and each file that it extends."""
        by_uri: dict[str, list[Finding]] = {uri: [] for uri in (*self._published, *self.versions)}
        for finding in self.rulesets.findings():
            by_uri.setdefault(self.uri_of(finding.file), []).append(finding)
        new = {uri: (self.versions.get(uri), findings) for uri, findings in by_uri.items()}
        for uri, (version, findings) in new.items():
            if self._published.get(uri) != (version, findings):
                positions = {file: self.positions(file) for file in {finding.file for finding in findings}}
                found = [describe_finding(finding, positions[finding.file]) for finding in findings]
                self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, version))
        self._published = {uri: each for uri, each in new.items() if each[1] or uri in self.versions}
        if self._preparing is None:
            self._preparing = asyncio.create_task(self._prepare())

    def positions(self, file: Path) -> EditorPositions:
        """Return the converter for positions in ``file``."""
        return EditorPositions(self.rulesets.text_of(file))


def _path_of(uri: str) -> Path:
    """Return the path for a URI. Characters that are not allowed in file names are escaped."""
    name = (to_fs_path(uri) or uri).replace("\0", "\\0")
    return Path(name.encode("utf-8", "backslashreplace").decode())
