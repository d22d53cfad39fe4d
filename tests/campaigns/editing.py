"""Edit rulesets at random in an editor, and compare its diagnostics with `bj validate` after every edit.

    python tests/campaigns/editing.py [EDITS] [SEED]

The editor is the client of pytest-lsp, and drives `bj server`. An edit types or deletes a character, cuts off
the rest of a line, or does what a slip of the hand, a merge or a bad disk may do. After each, the diagnostics
equal the findings of `bj validate` for the same text, and a random request is answered: completion, hover,
definition, references, renaming, symbols, folding, hints, formatting, actions or all remedies. The exit code
is 0 if all were equal, no answer was an error and none took more than SECONDS of the server's processor time.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from lsprotocol import types as lsp  # noqa: E402  # the folder has to be known first
from pygls.exceptions import JsonRpcException  # noqa: E402  # the same
from tests.language_server.client import Editor, edit  # noqa: E402  # the same
from tests.ruleset.mutations import CHARACTERS, MUTATIONS, mutate  # noqa: E402  # the same

from bj.findings.checking_files import examine_files  # noqa: E402  # the same
from bj.ruleset.ruleset_files import shipped_rulesets  # noqa: E402  # the same

SECONDS = 0.5
AT_ONE_RULESET = 25
"""The number of consecutive edits of a ruleset before the next one."""


class Result(NamedTuple):
    """The outcome of some edits."""

    edits: int
    troubles: list[str]
    slowest: Mapping[str, float]
    """The longest processor time of an answer for each request, in seconds."""


def change(text: str, source: random.Random) -> str:
    """Edit a text once more."""
    at = source.randrange(len(text) + 1)
    match source.randrange(4):
        case 0:
            return text[:at] + source.choice(CHARACTERS) + text[at:]
        case 1:
            return text[:at] + text[at + source.choice((1, 1, 1, 2, 10, 80)) :]
        case 2:
            end = text.find("\n", at)
            return text[:at] + (text[end:] if end >= 0 else "")
    step = source.choice(MUTATIONS), source.randrange(10_000), source.randrange(10_000)
    return mutate(text, [(*step, source.choice(CHARACTERS))])


def choose_request(editor: Editor, source: random.Random) -> tuple[str, Callable[[], Awaitable[Any]]]:
    """A random request at a random place, with its name."""
    client, name = editor.client, "a.toml"
    lines = editor.texts[name].split("\n")
    line = source.randrange(len(lines))
    position = lsp.Position(line, source.randrange(len(lines[line]) + 2))
    file = editor.place(name)
    whole = lsp.Range(lsp.Position(0, 0), position)
    options = lsp.FormattingOptions(tab_size=2, insert_spaces=True)
    context = lsp.ReferenceContext(include_declaration=True)
    found: Mapping[str, Callable[[], Awaitable[Any]]] = {
        "completion": lambda: client.text_document_completion_async(lsp.CompletionParams(file, position)),
        "hover": lambda: client.text_document_hover_async(lsp.HoverParams(file, position)),
        "definition": lambda: client.text_document_definition_async(lsp.DefinitionParams(file, position)),
        "references": lambda: client.text_document_references_async(
            lsp.ReferenceParams(context, file, position)
        ),
        "renaming": lambda: client.text_document_rename_async(lsp.RenameParams(file, position, "other")),
        "symbols": lambda: client.text_document_document_symbol_async(lsp.DocumentSymbolParams(file)),
        "folding": lambda: client.text_document_folding_range_async(lsp.FoldingRangeParams(file)),
        "hints": lambda: client.text_document_inlay_hint_async(lsp.InlayHintParams(file, whole)),
        "formatting": lambda: client.text_document_formatting_async(
            lsp.DocumentFormattingParams(file, options)
        ),
        "actions": lambda: editor.actions(name),
        "remedies": lambda: editor.actions(name, [lsp.CodeActionKind.SourceFixAll]),
    }
    return source.choice(list(found.items()))


def expected(file: Path, text: str) -> list[tuple[int, str]]:
    """The lines and codes of the findings of `bj validate`, which reads the text from a file."""
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    _, findings = examine_files([file], {}, {})
    return sorted((finding.line - 1, finding.code) for finding in findings if finding.file == file)


def texts(number: int, source: random.Random) -> Iterator[str]:
    """Texts that differ by one edit each."""
    rulesets = [path.read_text(encoding="utf-8") for path in shipped_rulesets().values()]
    text = ""
    for edits in range(number):
        text = source.choice(rulesets) if edits % AT_ONE_RULESET == 0 else change(text, source)
        yield text


def try_edits(number: int, seed: int, folder: Path) -> Result:
    """Make random edits, and judge the answers."""
    source = random.Random(seed)  # noqa: S311  # not for secrets

    async def act(editor: Editor) -> Result:
        troubles: list[str] = []
        slowest: defaultdict[str, float] = defaultdict(float)
        await editor.write("a.toml", '[ruleset]\nextends = "classic"\n')
        await editor.client.text_document_completion_async(
            lsp.CompletionParams(editor.place("a.toml"), lsp.Position(1, 0))
        )
        for count, text in enumerate(texts(number, source)):
            worked = editor.worked()
            found = await editor.write("a.toml", text)
            slowest["diagnostics"] = max(slowest["diagnostics"], editor.worked() - worked)
            wanted = expected(folder / "b.toml", text)
            given = sorted((each.range.start.line, str(each.code)) for each in found)
            if "\r" in text:  # which ends a line for an editor, and not for TOML
                given, wanted = ([(0, code) for _, code in each] for each in (given, wanted))
            if given != wanted:
                troubles.append(f"edit {count}: {given} instead of {wanted}")
            worked = editor.worked()
            what, ask = choose_request(editor, source)
            try:
                await ask()
            except JsonRpcException as error:
                if error.code != lsp.LSPErrorCodes.RequestFailed:
                    troubles.append(f"edit {count}: {what}: {error}")
            slowest[what] = max(slowest[what], editor.worked() - worked)
        return Result(number, troubles, slowest)

    return edit(folder, act)


def main(edits: int = 10_000, seed: int = 1) -> None:
    """Print the outcome of many edits."""
    folder = Path(tempfile.mkdtemp())
    result = try_edits(edits, seed, folder)
    print("\n".join(result.troubles[:20]))
    print(f"{result.edits} edits, {len(result.troubles)} troubles; the slowest answers, in seconds:")
    print(", ".join(f"{what} {seconds:.2f}" for what, seconds in result.slowest.items()))
    sys.exit(bool(result.troubles) or max(result.slowest.values()) > SECONDS)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
