"""Applies edits to text, and shows the resulting differences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from bj.faults_and_fixes import Edit

LINE = re.compile(r"[^\n]*\n|[^\n]+")
CONTEXT = 3  # lines of context around each difference


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    r"""Return ``text`` with ``edits`` applied. Edits can be in any order, but must not overlap.

    >>> apply_edits("double\nsplti", [Edit(2, 4, 2, 6, "it"), Edit(1, 1, 1, 1, "# ")])
    '# double\nsplit'
    """
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    spans = [
        (starts[edit.line - 1] + edit.column - 1, starts[edit.end_line - 1] + edit.end_column - 1, edit.text)
        for edit in edits
    ]
    for start, end, written in sorted(spans, reverse=True):
        text = text[:start] + written + text[end:]
    return text


def do_overlap(edits: Iterable[Edit]) -> bool:
    """Return whether any two edits replace the same characters or insert text at the same position."""
    pairs = pairwise(sorted(edits))
    return any(one[2:4] > other[:2] or one[:2] == other[:2] for one, other in pairs)


def write_diff(name: str, before: str, after: str) -> Iterator[str]:
    r"""Yield the lines of a unified diff for a file, without line breaks. Equal texts yield no lines.

    >>> print(*write_diff("a.toml", "x = 1\n", "x = 2"), sep="\n")
    --- a.toml
    +++ a.toml
    @@ -1 +1 @@
    -x = 1
    +x = 2
    \ No newline at end of file
    """
    from difflib import unified_diff

    old, new = LINE.findall(before), LINE.findall(after)
    for line in unified_diff(old, new, name, name, n=CONTEXT, lineterm="\n"):
        yield line.removesuffix("\n")
        if not line.endswith("\n"):
            yield "\\ No newline at end of file"


def choose_apart(groups: Iterable[Sequence[Edit]]) -> list[Edit]:
    """Accept each group of edits that does not overlap with the groups accepted before it.

    Return all accepted edits.
    """
    chosen: list[Edit] = []
    for group in groups:
        if not do_overlap([*chosen, *group]):
            chosen += group
    return chosen
