"""Answers LSP requests about the text of a ruleset."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from bj.editor.completion import complete
from bj.editor.formatting import format_document
from bj.editor.hover import hover
from bj.editor.inline_hints import hints
from bj.editor.occurrences import NameIndex, Occurrence, find_parent_name, references
from bj.editor.outline_and_folding import Symbol, folds, symbols
from bj.editor.renaming import find_renamings, refuse_shipped
from bj.editor.text_positions import EditorPositions
from bj.editor.usual_words import shipped_habits
from bj.errors import UsageError
from bj.language_server.lsp_conversions import offset_of, range_of
from bj.language_server.server_state import RulesetServer
from bj.ruleset.toml.tokens import Span

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


class Request:
    """A request about the text of a file and, usually, a position in it."""

    def __init__(self, server: RulesetServer, file: Path, position: lsp.Position | None) -> None:
        self.server = server
        self.file = file
        self.positions = server.positions(file)
        self.text = self.positions.text
        self.documents = server.rulesets.documents(file)
        self.offset = offset_of(self.positions, position) if position else 0

    def range(self, span: Span) -> lsp.Range:
        """Convert a span in the text to an LSP range."""
        return range_of(self.positions, span)

    def find_name(self) -> tuple[NameIndex, Occurrence | None]:
        """Return an index of the ruleset's names, along with the name at the request's position or None."""
        index = NameIndex(self.documents)
        return index, index.find_at(self.documents[0], self.offset)


def propose(request: Request, params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
    """Return completions for the request's position, the most likely first."""
    files = request.server.rulesets.possible_parents(request.file)
    proposals = complete(request.text, request.offset, request.documents, shipped_habits(), files)
    return [
        lsp.CompletionItem(
            proposal.word,
            kind=SORTS[proposal.sort],
            documentation=_markdown(proposal.about) if proposal.about else None,
            sort_text=f"{order:04}",
            text_edit=lsp.TextEdit(
                request.range(_on_line(request.text, request.offset, proposal.span)), proposal.text
            ),
        )
        for order, proposal in enumerate(proposals)
    ]


def explain(request: Request, params: lsp.HoverParams) -> lsp.Hover | None:
    """Return an explanation of the word at the request's position, or None if there is nothing to explain."""
    found = hover(request.text, request.offset, request.documents)
    return lsp.Hover(_markdown(found.text), request.range(found.span)) if found else None


def find_definition(request: Request, params: lsp.DefinitionParams) -> list[lsp.Location]:
    """Return the nearest definitions of the name at the request's position.

    If the position is in `extends`, return the beginning of the extended file.
    """
    parent = find_parent_name(request.documents, request.offset)
    if parent is not None:
        return _locate(request.server, parent, [(0, 0)])
    index, name = request.find_name()
    found = index.definitions(name.symbol) if name else []
    nearest = [(document.file, span) for document, span in found if document.file == found[0][0].file]
    return _locate(request.server, nearest[0][0], [span for _, span in nearest]) if nearest else []


def find_references(request: Request, params: lsp.ReferenceParams) -> list[lsp.Location]:
    """Return all occurrences of the name at the request's position."""
    index, name = request.find_name()
    if name is None:
        return []
    found = references(list(request.server.rulesets.family(request.file)), index, name.symbol)
    wanted = params.context.include_declaration
    return [
        location
        for document, places in found.values()
        for location in _locate(
            request.server, document.file, [each.span for each in places if wanted or not each.is_definition]
        )
    ]


def prepare_rename(request: Request, params: lsp.PrepareRenameParams) -> lsp.Range | None:
    """Return the range of the name at the request's position, or None outside names.

    Raises UsageError if the name comes from a shipped ruleset.
    """
    index, name = request.find_name()
    if name is None:
        return None
    refuse_shipped(index, name.symbol)
    return request.range(name.span)


def rename(request: Request, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
    """Return the edits that rename the name at the request's position, or None outside names."""
    index, name = request.find_name()
    if name is None:
        return None
    changes = {}
    for document, spans in find_renamings(
        request.server.rulesets, request.file, index, name.symbol, params.new_name
    ):
        found = _locate(request.server, document.file, spans)
        changes[found[0].uri] = [lsp.TextEdit(place.range, params.new_name) for place in found]
    return lsp.WorkspaceEdit(changes)


def outline(request: Request, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    """Return the tables and keys in the text."""
    return [_symbol(symbol, request.positions) for symbol in symbols(request.documents[0])]


def fold(request: Request, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
    """Return the blocks of lines that can be folded."""
    kinds = {True: lsp.FoldingRangeKind.Comment, False: None}
    return [
        lsp.FoldingRange(fold.first, fold.last, kind=kinds[fold.is_comment]) for fold in folds(request.text)
    ]


def hint(request: Request, params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
    """Return the inline hints in the requested range."""
    start, end = (offset_of(request.positions, each) for each in (params.range.start, params.range.end))
    found = hints(request.documents, request.server.rulesets.checked(request.file))
    return [
        lsp.InlayHint(
            request.range((each.offset, each.offset)).start, each.text, tooltip=each.about, padding_left=True
        )
        for each in found
        if start <= each.offset <= end
    ]


def align(request: Request, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    """Return the edits that align chart columns and add spaces to expressions."""
    return [lsp.TextEdit(request.range(span), new) for span, new in format_document(request.documents[0])]


ANSWERS: Mapping[str, Callable[[Request, Any], Any]] = {
    lsp.TEXT_DOCUMENT_COMPLETION: propose,
    lsp.TEXT_DOCUMENT_HOVER: explain,
    lsp.TEXT_DOCUMENT_DEFINITION: find_definition,
    lsp.TEXT_DOCUMENT_REFERENCES: find_references,
    lsp.TEXT_DOCUMENT_PREPARE_RENAME: prepare_rename,
    lsp.TEXT_DOCUMENT_RENAME: rename,
    lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL: outline,
    lsp.TEXT_DOCUMENT_FOLDING_RANGE: fold,
    lsp.TEXT_DOCUMENT_INLAY_HINT: hint,
    lsp.TEXT_DOCUMENT_FORMATTING: align,
}


def answer(server: RulesetServer, feature: str, params: Any) -> Any:
    """Answer an LSP request for ``feature``. Return None if the file is not an open ruleset.

    Raises JsonRpcException if bj rejects the request with a UsageError.
    """
    file = server.file_of(params.text_document.uri)
    if file is None:
        return None
    try:
        return ANSWERS[feature](Request(server, file, getattr(params, "position", None)), params)
    except UsageError as error:
        message = f"{error.message}: {error.remedy}"
        raise JsonRpcException(message, lsp.LSPErrorCodes.RequestFailed) from None


def _markdown(text: str) -> lsp.MarkupContent:
    return lsp.MarkupContent(lsp.MarkupKind.Markdown, text)


def _symbol(symbol: Symbol, positions: EditorPositions) -> lsp.DocumentSymbol:
    return lsp.DocumentSymbol(
        symbol.name,
        lsp.SymbolKind.Module if symbol.is_table else lsp.SymbolKind.Property,
        range_of(positions, symbol.span),
        range_of(positions, symbol.key),
        symbol.about or None,
        children=[_symbol(each, positions) for each in symbol.inner],
    )


def _locate(server: RulesetServer, file: Path, spans: Sequence[Span]) -> list[lsp.Location]:
    positions = server.positions(file)
    return [lsp.Location(server.uri_of(file), range_of(positions, span)) for span in spans]


def _on_line(text: str, offset: int, span: Span) -> Span:
    """Return the part of ``span`` that is on the same line as ``offset``."""
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    return max(span[0], start), min(span[1], end if end >= 0 else len(text))
