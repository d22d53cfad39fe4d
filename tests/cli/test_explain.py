from __future__ import annotations

import io
import unicodedata
from contextlib import redirect_stdout
from pathlib import Path

from bj.cli.explain import explain
from bj.ruleset.fault_codes import all_codes, find_code

PAGE = Path(__file__).parents[2] / "docs" / "codes.md"


def run(*codes: str, markdown: bool = False) -> tuple[str, int]:
    """The output and the exit code of `bj explain`."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        try:
            explain(list(codes), "markdown" if markdown else "text")
        except SystemExit as end:
            return printed.getvalue(), int(end.code or 0)
    return printed.getvalue(), 0


def test_without_codes_all_are_listed() -> None:
    """Without codes every code is listed with its name and severity."""
    printed, code = run()
    listed = [tuple(line.split()) for line in printed.split("\n") if line.startswith("  BJ")]
    assert listed == [(entry.code, entry.name, entry.severity) for entry in all_codes().values()]
    assert code == 0


def test_no_page_steers_the_terminal() -> None:
    """No control character of an example is printed, each code is reported, and all files are shown."""
    codes = ("BJ101", "BJ102", "BJ123", "BJ124", "BJ208", "BJ212", "BJ853")
    printed, _ = run(*codes)
    assert not any(unicodedata.category(sign) in ("Cc", "Cf") for sign in printed.replace("\n", ""))
    for code in map(find_code, codes):
        assert f": {code.code} " in printed
        assert all(f"with {name}:" in printed for name in code.files)


def test_a_bad_example_is_reported_as_by_validate() -> None:
    """The report of an example is that of `bj validate` about the file, with its other files."""
    printed, _ = run("BJ123")
    assert "    parent.toml:3:11: BJ123 `example.toml` extends this ruleset in turn\n" in printed
    assert "      = note: inherited by example.toml\n" in printed


def test_the_page_of_all_codes_is_current() -> None:
    """The committed page equals the printed one: `bj explain --format markdown > docs/codes.md`."""
    printed, code = run(markdown=True)
    assert PAGE.read_text("utf-8") == printed
    assert code == 0


def test_a_section_has_an_anchor() -> None:
    """In Markdown each code has an anchor to link to, also when it is asked for alone."""
    printed, _ = run("BJ201", markdown=True)
    assert printed.startswith('### <a id="bj201"></a>BJ201 unknown-key\n')
    assert printed in PAGE.read_text("utf-8")
