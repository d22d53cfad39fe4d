"""Markdown as text: blocks of code left alone, anchors, links, and documents cut at their headings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from bj.describe.reference.markdown_parts import slug

FENCE = re.compile(r"^(`{3,})[^\n]*\n.*?^\1$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<=\]\()[^)\s]+(?=\))")
HEADING = re.compile(r"^(#+) (.*)$", re.MULTILINE)
NAMED = re.compile(r'<a id="([^"]+)"></a>')


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """``text`` with all changed but its blocks of code."""
    done, end = "", 0
    for block in FENCE.finditer(text):
        done += change(text[end : block.start()]) + block[0]
        end = block.end()
    return done + change(text[end:])


def anchors_of(text: str) -> set[str]:
    """The anchors of a document: those of its headings, and those that it names itself."""
    prose = FENCE.sub("", text)
    return {slug(title) for _, title in HEADING.findall(prose)} | set(NAMED.findall(prose))


def title_of(text: str) -> str:
    """The first heading."""
    found = HEADING.search(text)
    return found[2] if found else ""


def change_links(text: str, change: Callable[[str], str]) -> str:
    """``text`` with the target of every link changed, except addresses of the web."""
    return outside_code(
        text,
        lambda prose: LINK.sub(
            lambda link: link[0] if link[0].startswith("https://") else change(link[0]), prose
        ),
    )


def cut(text: str, depth: int) -> Iterator[tuple[str, str]]:
    r"""The beginning of a document, and each part from a heading of this depth on: its title, and its text.

    >>> list(cut("# A\n\none\n\n## B\n\n### C\n\ntwo\n", 2))
    [('', '# A\n\none\n'), ('B', '# B\n\n## C\n\ntwo\n')]
    """
    code = [block.span() for block in FENCE.finditer(text)]
    starts = [
        found.start()
        for found in HEADING.finditer(text)
        if len(found[1]) == depth and not any(first <= found.start() < last for first, last in code)
    ]
    for start, end in zip([0, *starts], [*starts, len(text)], strict=True):
        part = text[start:end].strip("\n") + "\n"
        raised = outside_code(part, lambda prose: re.sub(rf"^#{{{depth - 1}}}(?=#)", "", prose, flags=re.M))
        yield ("", part) if start == 0 else (title_of(raised), raised)
