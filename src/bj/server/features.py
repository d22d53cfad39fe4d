"""The requests of editors about a place or a text, and their answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from bj.editor.completion import complete
from bj.editor.formatting import format_document
from bj.editor.habits import shipped_habits
from bj.editor.hints import hints
from bj.editor.hover import hover
from bj.editor.occurrences import Scope, find_parent_name, references, taken
from bj.editor.occurrences import Symbol as Name
from bj.editor.positions import Positions
from bj.editor.structure import Symbol, folds, symbols
from bj.editor.workspace import is_shipped
from bj.ruleset.model.base import IDENTIFIER
from bj.ruleset.toml.text import Span
from bj.server.answers import offset_of, range_of
from bj.server.session import RulesetServer

SORTS = {
    "section": lsp.CompletionItemKind.Module,
    "key": lsp.CompletionItemKind.Property,
    "word": lsp.CompletionItemKind.EnumMember,
    "name": lsp.CompletionItemKind.Variable,
    "function": lsp.CompletionItemKind.Function,
    "operator": lsp.CompletionItemKind.Operator,
    "field": lsp.CompletionItemKind.Field,
    "card": lsp.CompletionItemKind.Value,
    "file": lsp.CompletionItemKind.File,
}
TRIGGERS = ['"', "'", "[", ".", "{"]


def add_features(server: RulesetServer) -> None:
    """Answer all requests about texts."""
    _add_questions(server)
    _add_names(server)
    _add_pictures(server)


def _markdown(text: str) -> lsp.MarkupContent:
    return lsp.MarkupContent(lsp.MarkupKind.Markdown, text)


def _add_questions(server: RulesetServer) -> None:
    """Answer what can be at a cursor, and what is there."""

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=TRIGGERS))
    def propose(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        file = server.file_of(params.text_document.uri)
        if file is None:
            return []
        positions = server.positions(file)
        offset = offset_of(positions, params.position)
        proposals = complete(
            positions.text,
            offset,
            server.rulesets.documents(file),
            shipped_habits(),
            server.rulesets.possible_parents(file),
        )
        return [
            lsp.CompletionItem(
                proposal.word,
                kind=SORTS[proposal.sort],
                documentation=_markdown(proposal.about) if proposal.about else None,
                sort_text=f"{order:04}",
                text_edit=lsp.TextEdit(
                    range_of(positions, _on_line(positions.text, offset, proposal.span)), proposal.text
                ),
            )
            for order, proposal in enumerate(proposals)
        ]

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def explain(params: lsp.HoverParams) -> lsp.Hover | None:
        file = server.file_of(params.text_document.uri)
        if file is None:
            return None
        positions = server.positions(file)
        offset = offset_of(positions, params.position)
        found = hover(positions.text, offset, server.rulesets.documents(file))
        return lsp.Hover(_markdown(found.text), range_of(positions, found.span)) if found else None


def _add_names(server: RulesetServer) -> None:
    """Answer where names are defined and meant, and rename them."""

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def find_definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        file = server.file_of(params.text_document.uri)
        if file is None:
            return []
        documents = server.rulesets.documents(file)
        offset = offset_of(server.positions(file), params.position)
        parent = find_parent_name(documents, offset)
        if parent is not None:
            return [_location(server, parent, [(0, 0)])[0]]
        scope = Scope(documents)
        found = scope.find_at(documents[0], offset)
        if found is None:
            return []
        nearest = scope.definitions(found.symbol)
        file = nearest[0][0].file if nearest else file
        return _location(server, file, [span for document, span in nearest if document.file == file])

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def find_references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        file = server.file_of(params.text_document.uri)
        if file is None:
            return []
        scope = Scope(server.rulesets.documents(file))
        offset = offset_of(server.positions(file), params.position)
        found = scope.find_at(scope.documents[0], offset)
        if found is None:
            return []
        places = references(list(server.rulesets.family(file)), scope, found.symbol)
        wanted = params.context.include_declaration
        return [
            location
            for document, occurrences in places.values()
            for location in _location(
                server, document.file, [each.span for each in occurrences if wanted or not each.is_definition]
            )
        ]

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        file = server.file_of(params.text_document.uri)
        if file is None:
            return None
        positions = server.positions(file)
        scope = Scope(server.rulesets.documents(file))
        found = scope.find_at(scope.documents[0], offset_of(positions, params.position))
        if found is None:
            return None
        _refuse_shipped(scope, found.symbol)
        return range_of(positions, found.span)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        file = server.file_of(params.text_document.uri)
        if file is None:
            return None
        scope = Scope(server.rulesets.documents(file))
        found = scope.find_at(scope.documents[0], offset_of(server.positions(file), params.position))
        if found is None:
            return None
        _refuse_shipped(scope, found.symbol)
        family = [scope.documents, *server.rulesets.family(file)]
        kind, name = found.symbol
        if not re.fullmatch(IDENTIFIER, params.new_name):
            raise _refuse(f"`{params.new_name}` is not a name: use small letters, digits and underscores")
        if params.new_name != name and taken(family, (kind, params.new_name)):
            raise _refuse(f"there is already a {kind} `{params.new_name}`")
        changes = {}
        for document, occurrences in references(family, scope, found.symbol).values():
            places = _location(server, document.file, [each.span for each in occurrences])
            changes[places[0].uri] = [lsp.TextEdit(place.range, params.new_name) for place in places]
        return lsp.WorkspaceEdit(changes)


def _add_pictures(server: RulesetServer) -> None:
    """Answer what an editor shows of a whole text, and format it."""

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outline(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        file = server.file_of(params.text_document.uri)
        if file is None:
            return []
        positions = server.positions(file)
        found = symbols(server.rulesets.documents(file)[0])
        return [_symbol(symbol, positions) for symbol in found]

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def fold(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        file = server.file_of(params.text_document.uri)
        kind = lsp.FoldingRangeKind.Comment
        found = folds(server.positions(file).text) if file else []
        return [
            lsp.FoldingRange(fold.first, fold.last, kind=kind if fold.is_comment else None) for fold in found
        ]

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def hint(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        file = server.file_of(params.text_document.uri)
        if file is None:
            return []
        positions = server.positions(file)
        start, end = (offset_of(positions, each) for each in (params.range.start, params.range.end))
        found = hints(server.rulesets.documents(file), server.rulesets.checked(file))
        return [
            lsp.InlayHint(
                lsp.Position(*positions.find(each.offset)), each.text, tooltip=each.about, padding_left=True
            )
            for each in found
            if start <= each.offset <= end
        ]

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def align(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        file = server.file_of(params.text_document.uri)
        if file is None:
            return []
        positions = server.positions(file)
        changes = format_document(server.rulesets.documents(file)[0])
        return [lsp.TextEdit(range_of(positions, span), new) for span, new in changes]


def _symbol(symbol: Symbol, positions: Positions) -> lsp.DocumentSymbol:
    """A table or a key."""
    return lsp.DocumentSymbol(
        symbol.name,
        lsp.SymbolKind.Module if symbol.is_table else lsp.SymbolKind.Property,
        range_of(positions, symbol.span),
        range_of(positions, symbol.key),
        symbol.about or None,
        children=[_symbol(each, positions) for each in symbol.inner],
    )


def _location(server: RulesetServer, file: Path, spans: Sequence[Span]) -> list[lsp.Location]:
    """Some places of a file."""
    positions = server.positions(file)
    return [lsp.Location(server.uri_of(file), range_of(positions, span)) for span in spans]


def _on_line(text: str, offset: int, span: Span) -> Span:
    """The part of a span on the line of an offset in it."""
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    return max(span[0], start), min(span[1], end if end >= 0 else len(text))


def _refuse_shipped(scope: Scope, symbol: Name) -> None:
    """Refuse to rename what comes from a shipped ruleset."""
    home = scope.home(symbol)
    if home is not None and is_shipped(home):
        raise _refuse(f"`{symbol[1]}` comes from the shipped ruleset {home.stem}")


def _refuse(message: str) -> JsonRpcException:
    """The error of a request that cannot be met."""
    return JsonRpcException(message, lsp.LSPErrorCodes.RequestFailed)
