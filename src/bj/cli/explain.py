"""``bj explain``: explains fault codes."""

from __future__ import annotations

import contextlib
import tempfile
import textwrap
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Annotated, Literal

import typer

from bj.cli.exit_codes import exit_policy
from bj.cli.options import argument
from bj.cli.output_files import display
from bj.cli.shell_completion import complete_code
from bj.errors import RulesetError
from bj.faults_and_fixes import Finding
from bj.findings.text import render_finding
from bj.ruleset.fault_codes import EXAMPLE, Code, ExampleFile, all_codes, find_code, find_group
from bj.text.untrusted_text import make_visible

WIDTH = 79  # columns per page

ABOUT = """Every fault that `bj validate` reports has a code. A code never changes its meaning, so you can
look it up, search for it and use it in `--select` and `--ignore`; the name is for readers."""


def explain(
    codes: Annotated[
        list[str] | None,
        argument("CODE", "Codes such as BJ201, or names such as unknown-key.", autocompletion=complete_code),
    ] = None,
    form: Annotated[
        Literal["text", "markdown"],
        typer.Option(
            "--format", help="The output format; without codes, `markdown` prints a page about all codes."
        ),
    ] = "text",
) -> None:
    """Explain fault codes.

    For each code, bj shows its meaning, the reason for it, a bad example and a good one. For a prefix such as
    `BJ9`, bj lists the codes that start with it. If you give no codes, bj lists all of them.
    """
    with exit_policy():
        groups = [find_group(word) or [find_code(word)] for word in codes or ()]
        wanted = {tuple(code.code for code in group): group for group in groups}.values()
        if form == "markdown":
            chosen = {code.code: code for group in wanted for code in group}.values()
            lines = [line for code in chosen for line in _section(code)] if chosen else _document()
            display("\n".join(lines).removesuffix("\n"))
        else:
            parts = [_list(group) if len(group) > 1 else _page(group[0]) for group in wanted]
            display("\n\n".join("\n".join(part) for part in parts or [_list(all_codes().values())]))


def find_faults(code: Code, example: ExampleFile) -> list[Finding]:
    """Return the faults that ``bj validate`` reports for an example of ``code`` saved in an empty folder."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, text in {**code.files, code.file: example}.items():
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).write_bytes(text.content)
        if code.file == EXAMPLE:
            from bj.findings.checking_files import examine

            return examine(Path(EXAMPLE))
        from bj.cases.reading import read_cases

        try:
            read_cases(Path(EXAMPLE))
        except RulesetError as error:
            return list(error.findings)
        return []


def _report(code: Code) -> list[str]:
    """Return the lines that ``bj validate`` prints about ``code`` for its bad example."""
    faults = [fault for fault in find_faults(code, code.bad) if fault.code == code.code]
    return "\n\n".join(map(render_finding, faults)).split("\n")


def _grouped(codes: Iterable[Code]) -> Iterator[tuple[str, list[Code]]]:
    for title, group in groupby(codes, lambda code: code.group):
        yield title, list(group)


def _list(chosen: Collection[Code]) -> Iterator[str]:
    widest = max(len(code.name) for code in chosen)
    for title, codes in _grouped(chosen):
        yield from (title, "")
        yield from (f"  {code.code}  {code.name:<{widest}}  {code.severity}" for code in codes)
        yield ""
    yield "Run `bj explain CODE` for details."


def _page(code: Code) -> Iterator[str]:
    yield from (f"{code.code} {code.name} ({code.severity})", "")
    yield from (*textwrap.wrap(code.what, WIDTH), "")
    yield from (*textwrap.wrap(f"Why: {code.why}", WIDTH), "")
    saved = "" if code.encoding == "utf-8" else f" (saved as {code.encoding.upper()})"
    yield from (f"Bad{saved}:", "", *_indent(_lines(code.bad)), "")
    for name, text in code.files.items():
        yield from (f"with {name}:", "", *_indent(_lines(text)), "")
    yield from ("Reported as:", "", *_indent(_report(code)), "")
    yield from ("Good:", "", *_indent(_lines(code.good)))


def _document() -> Iterator[str]:
    yield from ("# Fault codes", "", "<!-- written by `bj explain --format markdown` -->", "", ABOUT, "")
    for title, codes in _grouped(all_codes().values()):
        yield from (f"- {title}:", *(f"  [{code.code}](#{code.code.lower()}) {code.name}" for code in codes))
    yield ""
    for title, codes in _grouped(all_codes().values()):
        yield from (f"## {title}", "")
        for code in codes:
            yield from _section(code)


def _section(code: Code) -> Iterator[str]:
    yield from (f'### <a id="{code.code.lower()}"></a>{code.code} {code.name}', "")
    kind = "" if code.severity == "error" else f" This is a {code.severity}: the ruleset can still be played."
    yield from (*textwrap.wrap(code.what + kind, WIDTH), "", *textwrap.wrap(code.why, WIDTH), "")
    saved = "" if code.encoding == "utf-8" else f", saved as {code.encoding.upper()}"
    yield from (f"Bad{saved}:", "", *_fence("toml", _lines(code.bad)), "")
    for name, text in code.files.items():
        yield from (f"with `{name}`:", "", *_fence("toml", _lines(text)), "")
    yield from ("Reported as:", "", *_fence("text", _report(code)), "")
    yield from ("Good:", "", *_fence("toml", _lines(code.good)), "")


def _lines(text: ExampleFile) -> list[str]:
    """Split an example into lines, and escape control characters."""
    return [make_visible(line) for line in text.shown.removesuffix("\n").split("\n")]


def _indent(lines: list[str]) -> list[str]:
    return [f"    {line}".rstrip() for line in lines]


def _fence(language: str, lines: list[str]) -> list[str]:
    return [f"```{language}", *lines, "```"]
