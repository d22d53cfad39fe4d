"""A language client that is not ours, driving `bj server` as an editor does."""

from __future__ import annotations

import asyncio
import functools
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from tests.processes import processor_time
from tests.session.starting import Started, begin

pytest.importorskip("pytest_lsp")

from lsprotocol import types as lsp  # only if it is installed
from pygls.io_ import run_async
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient, client_capabilities

SECONDS = 20
Result = TypeVar("Result")


class Editor:
    """A client with files open in a folder."""

    def __init__(
        self, client: LanguageClient, folder: Path, server: int, registered: Sequence[lsp.Registration]
    ) -> None:
        self.client = client
        self.folder = folder
        self.server = server
        """The process of the server."""
        self.registered = registered
        """The notifications that the server has asked for."""
        self.texts: dict[str, str] = {}
        self._versions: dict[str, int] = {}
        self._arrived = asyncio.Event()
        self._published: dict[str, int | None] = {}
        self.news: list[str] = []
        """The URIs of all diagnostics that were published, in their order."""

        def note(params: lsp.PublishDiagnosticsParams) -> None:
            client.diagnostics[params.uri] = params.diagnostics
            self._published[params.uri] = params.version
            self.news.append(params.uri)
            self._arrived.set()

        client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(note)

    def uri(self, name: str) -> str:
        """The URI of a file in the folder."""
        return (self.folder / name).as_uri()

    def place(self, name: str) -> lsp.TextDocumentIdentifier:
        """The identifier of a file."""
        return lsp.TextDocumentIdentifier(self.uri(name))

    async def write(self, name: str, text: str) -> list[lsp.Diagnostic]:
        """Open a file, or change its text, and return the diagnostics of this version."""
        uri = self.uri(name)
        self.texts[name] = text
        version = self._versions[uri] = self._versions.get(uri, 0) + 1
        if version == 1:
            item = lsp.TextDocumentItem(uri, "toml", version, text)
            self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        else:
            identifier = lsp.VersionedTextDocumentIdentifier(version, uri)
            changes = [lsp.TextDocumentContentChangeWholeDocument(text)]
            self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(identifier, changes))
        await self.until(lambda: self.published(name) == version)
        return self.diagnostics(name)

    def published(self, name: str) -> int | None:
        """The version of a file for which diagnostics were last published."""
        return self._published.get(self.uri(name))

    def diagnostics(self, name: str) -> list[lsp.Diagnostic]:
        """The diagnostics that were last published for a file."""
        return list(self.client.diagnostics.get(self.uri(name), ()))

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until diagnostics are as wanted."""
        async with asyncio.timeout(SECONDS):
            while not is_so():
                self._arrived.clear()
                await self._arrived.wait()

    def worked(self) -> float:
        """The processor time of the server so far, in seconds."""
        return processor_time(self.server)

    def close(self, name: str) -> None:
        """Close a file."""
        uri = self.uri(name)
        self._versions.pop(uri)
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(self.place(name)))

    def at(self, name: str, words: str, inside: int = 0) -> dict[str, Any]:
        """The place ``inside`` the first of some words in a file, as requests name it."""
        before = self.texts[name][: self.texts[name].index(words) + inside]
        line = before.rpartition("\n")[2]
        units = len(line.encode("utf-16-le")) // 2
        return {
            "text_document": self.place(name),
            "position": lsp.Position(before.count("\n"), units),
        }

    async def actions(
        self, name: str, only: Sequence[lsp.CodeActionKind | str] | None = None, last: int = 100_000
    ) -> list[lsp.CodeAction]:
        """The actions that the server offers up to a line of a file."""
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(last, 0))
        context = lsp.CodeActionContext(self.diagnostics(name), only=only)
        found = await self.client.text_document_code_action_async(
            lsp.CodeActionParams(self.place(name), whole, context)
        )
        return [action for action in found or () if isinstance(action, lsp.CodeAction)]

    async def take(self, name: str, action: lsp.CodeAction) -> list[lsp.Diagnostic]:
        """Take an action, and return the diagnostics after it."""
        assert action.edit is not None
        return await self.write(name, apply(self.texts[name], (action.edit.changes or {})[self.uri(name)]))


def apply(text: str, edits: Any) -> str:
    """A text after some edits of the protocol, whose positions count UTF-16 units."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)

    def offset(position: lsp.Position) -> int:
        if position.line >= len(lines):
            return len(text)
        units = lines[position.line].encode("utf-16-le")[: 2 * position.character]
        return starts[position.line] + len(units.decode("utf-16-le"))

    for edit in sorted(edits, key=lambda each: offset(each.range.start), reverse=True):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text


make_converter = functools.cache(default_converter)


@asynccontextmanager
async def editing(
    folder: Path, client: str = "visual_studio_code", *, is_fresh: bool = False
) -> AsyncIterator[Editor]:
    """An editor that works in a folder; with a fresh server, or one that has imported its modules before."""
    ours, theirs = socket.socketpair()
    process: Started | subprocess.Popen[bytes]
    if is_fresh:
        command, stream = [sys.executable, "-m", "bj", "server"], theirs.fileno()
        process = subprocess.Popen(command, stdin=stream, stdout=stream)
    else:
        process = begin(
            ["server"],
            (theirs.fileno(), theirs.fileno(), 2),
            needs="bj.language_server.features bj.language_server.serving",
        )
    theirs.close()
    reader, writer = await asyncio.open_connection(sock=ours)
    speaker = LanguageClient(converter_factory=make_converter)
    speaker.protocol.set_writer(writer)
    listening = asyncio.create_task(run_async(speaker._stop_event, reader, speaker.protocol))
    registered: list[lsp.Registration] = []

    def register(params: lsp.RegistrationParams) -> None:
        registered.extend(params.registrations)

    speaker.feature(lsp.CLIENT_REGISTER_CAPABILITY)(register)
    await speaker.initialize_session(
        lsp.InitializeParams(client_capabilities(client), root_uri=folder.as_uri())
    )
    yield Editor(speaker, folder, process.pid, registered)
    await speaker.shutdown_session()
    await listening
    assert process.wait() == 0
    writer.close()


def edit(folder: Path, act: Callable[[Editor], Awaitable[Result]], **options: Any) -> Result:
    """An editor that acts in a folder, in which some files may be saved before."""

    async def run() -> Result:
        async with editing(folder, **options) as editor:
            return await act(editor)

    return asyncio.run(run())


def save(folder: Path, files: Mapping[str, str]) -> None:
    """Save files in a folder."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
