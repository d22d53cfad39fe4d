"""Completes and explains words in the text of a ruleset."""

from __future__ import annotations

from bj.editor.completion import complete as find_words
from bj.editor.hover import hover as explain
from bj.editor.text_positions import EditorPositions
from bj.editor.usual_words import shipped_habits
from bj.playground.current_text import FILE, Desk, Json
from bj.playground.ruleset_text import Place, range_of


def complete(desk: Desk, *, text: str, place: Place) -> list[Json]:
    """Return suggestions for completing ``text`` at ``place``, the most likely first."""
    desk.lay(text)
    positions = EditorPositions(text)
    files = desk.workspace.possible_parents(FILE)
    documents = desk.workspace.documents(FILE)
    return [
        {
            "word": each.word,
            "sort": each.sort,
            "about": each.about,
            "text": each.text,
            "range": range_of(positions, each.span),
        }
        for each in find_words(text, positions.offset(*place), documents, shipped_habits(), files)
    ]


def hover(desk: Desk, *, text: str, place: Place) -> Json | None:
    """Explain the word at ``place`` in Markdown, or return None if there is nothing to explain."""
    desk.lay(text)
    positions = EditorPositions(text)
    found = explain(text, positions.offset(*place), desk.workspace.documents(FILE))
    return {"text": found.text, "range": range_of(positions, found.span)} if found else None
