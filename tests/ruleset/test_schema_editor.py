"""Editors with the schema: tests send tombi's language server the requests of an editor."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from tests.ruleset.schema_mutants import SCHEMA, TOMBI

HEAD = '#:schema ./ruleset.schema.json\n[ruleset]\nextends = "classic"\n'


class Editor:
    """An editor with one file; ``|`` marks the cursor."""

    def __init__(self, folder: Path) -> None:
        self.server = subprocess.Popen(
            [str(TOMBI), "lsp", "--offline"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.folder = folder
        self.asked = 0
        markdown = {"hover": {"contentFormat": ["markdown"]}}
        self.ask("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": markdown})
        self.send({"method": "initialized", "params": {}})

    def send(self, message: dict[str, Any]) -> None:
        """Send a message to the server."""
        assert self.server.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.server.stdin.flush()

    def read(self) -> Any:
        """The next message of the server."""
        assert self.server.stdout is not None
        size = 0
        while line := self.server.stdout.readline().strip():
            name, _, value = line.partition(b":")
            size = int(value) if name.lower() == b"content-length" else size
        return json.loads(self.server.stdout.read(size))

    def wait_for(self, is_it: Callable[[Any], bool]) -> Any:
        """The awaited message; requests of the server are declined meanwhile."""
        while True:
            message = self.read()
            if is_it(message):
                return message
            if "id" in message and "method" in message:
                self.send({"id": message["id"], "result": None})

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        """The answer to a question."""
        self.asked += 1
        self.send({"id": self.asked, "method": method, "params": params})
        return self.wait_for(lambda message: "method" not in message and message["id"] == self.asked)[
            "result"
        ]

    def at(self, text: str) -> dict[str, Any]:
        """Open a file with this text, and return the place of the cursor."""
        before, _, after = text.partition("|")
        file = self.folder / f"{self.asked}.toml"
        file.write_text(before + after, "utf-8")
        document = {"uri": file.as_uri(), "languageId": "toml", "version": 1, "text": before + after}
        self.send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        self.wait_for(
            lambda message: (message.get("params") or {}).get("uri") == file.as_uri()
        )  # its diagnostics
        *lines, last = before.split("\n")
        place = {"line": len(lines), "character": len(last)}
        return {"textDocument": {"uri": file.as_uri()}, "position": place}

    def hover(self, text: str) -> str:
        """The hover text of the word at the cursor."""
        shown = self.ask("textDocument/hover", self.at(text))
        return str(shown["contents"]["value"]) if shown else ""

    def complete(self, text: str) -> dict[str, str]:
        """The completions at the cursor, with their descriptions."""
        offered = self.ask("textDocument/completion", self.at(text)) or []
        items = offered["items"] if isinstance(offered, dict) else offered
        return {item["label"]: (item.get("documentation") or {}).get("value", "") for item in items}


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """An editor in a folder with the schema."""
    folder = tmp_path_factory.mktemp("editor")
    (folder / SCHEMA.name).write_bytes(SCHEMA.read_bytes())
    editor = Editor(folder)
    patience = Timer(60, editor.server.kill)  # a server that says nothing more is no reason to wait for ever
    patience.start()
    with editor.server:
        yield editor
        editor.server.kill()
    patience.cancel()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[dealer]\ndr|aws = 'total < 17'\n", ["The dealer draws as long as this condition is true"]),
        ("[shoe.shuffle]\nmeth|od = 'riffle'\n", ["interleaves the two parts", '- `"uniform"`']),
        ("[output]\npush = '|Push'\n", ["The totals are equal: `{name}`, `{amount}`, `{bankroll}`"]),
        ("[strategies.own]\nreactions = [{ o|n = 'bust' }]\n", ["- `round won`: the opponent is kicked"]),
        ("[pay|outs]\nwin = '1:1'\n", ["How much hands win or lose", '{ natural = "6:5", tie = "lose" }']),
    ],
)
def test_hover_says_what_a_key_is(editor: Editor, text: str, shown: list[str]) -> None:
    """The hover text of a key or value has its description, its words and its examples."""
    seen = editor.hover(HEAD + text)
    assert all(words in seen for words in shown), seen


@pytest.mark.parametrize(
    ("text", "offered", "not_offered"),
    [
        ("[dealer]\n|\n", {"name", "draws", "plays", "bankroll"}, {"packs"}),
        ("[rules]\n|\n", {"target", "double"}, {"name"}),
        ("[strategies.own]\n|\n", {"wager", "chart", "reactions"}, {"strategies"}),
        ("[payouts]\ntie = |\n", {'"push"', '"lose"', '"win"'}, {'"deal"'}),
        ("[procedure]\nhand = [|]\n", {'"deal"', '"settle"'}, {'"kick out player"'}),
    ],
)
def test_completion_offers_what_may_stand_there(
    editor: Editor, text: str, offered: set[str], not_offered: set[str]
) -> None:
    """Completions are the keys of the table, or the words of the key, with their descriptions."""
    seen = editor.complete(HEAD + text)
    assert seen.keys() >= offered
    assert not seen.keys() & not_offered
    assert all(seen[word] for word in offered)
