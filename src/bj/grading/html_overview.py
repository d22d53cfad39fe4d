"""Renders the summary of a class as a single HTML file, with all text escaped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bj.grading.grading import CLASS_FILES
from bj.grading.overview import FindingPlace, Overview, render_findings, render_marks, where
from bj.text.lazy_regex import compile_later
from bj.text.notebook_tables import escape_text
from bj.text.sentences import count_of
from bj.verify.marks import Mark, Why, plain_number, total

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; padding: 1rem; color: #222; background: #fff }
body > * { margin-left: auto; margin-right: auto; max-width: 70rem }
h1, h2 { line-height: 1.2 } h2 { margin-top: 2rem; border-bottom: 1px solid #ccc }
.wide { overflow-x: auto } table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #ddd }
.marks { max-width: 100%; width: max-content; min-width: min(70rem, 100%) }
.marks tr > :first-child { position: sticky; left: 0; background: #fff }
td.number, th.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
li { white-space: pre-line }
code { font: 14px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap }
td.rule code { overflow-wrap: break-word }
.broken { background: #fbe4e4 } .review { background: #fdf3d3 } .never { color: #767676; font-style: italic }
.small { color: #555; font-size: 14px } .small span { padding: .1rem .4rem }
@media (max-width: 40rem) {
  th, td { padding: .3rem }
  .stacked thead { display: none }
  .stacked tr, .stacked td { display: block }
  .stacked td { border: 0; padding: .1rem 0 } .stacked tr { border-bottom: 1px solid #ddd; padding: .5rem 0 }
  .stacked td.number { text-align: left } .stacked td.number::before { content: "students: " }
}
@media (prefers-color-scheme: dark) {
  body, .marks tr > :first-child { color: #ddd; background: #1b1b1b }
  h2, th, td, .stacked tr { border-color: #444 } .small { color: #aaa }
  .broken { background: #4a2525 } .review { background: #463c1a } .never { color: #999 }
}
"""

LOOKS: Mapping[Why, str] = {"broken": "broken", "review": "review", "never came up": "never"}
"""The CSS class for each reason for a mark. The reason ``kept`` has no class."""

ALIKE = (
    "Correct programs print the same text for the same seed, so only wrong transcripts are listed. Students "
    "with the same mistake can print the same text independently; with several mistakes, that is unlikely."
)
"""The text above the list of identical wrong transcripts."""

CODE = compile_later("`([^`]*)`")
"""Matches code in a sentence."""


def render_page(overview: Overview) -> str:
    """Return the summary of a class as an HTML page."""
    title = overview.title or "Results"
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape_text(title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape_text(title)}</h1>",
        f"<p>{count_of(len(overview.grades), 'student')}, {overview.right} without a finding.</p>",
        *_broken(overview),
        *_review(overview.review),
        *_section(
            "Notes",
            "These notes are about the runs, the points and the submitted files.",
            [f"<li>{'<br>'.join(map(_sentence, note.splitlines()))}</li>" for note in overview.notes],
        ),
        *_section(
            "Not covered by [points]",
            "Findings about these criteria cost no points.",
            [
                f"<li>{escape_text(name)}: {escape_text(', '.join(students))}</li>"
                for name, students in overview.uncovered
            ],
        ),
        *_section(
            "Never came up",
            "These criteria never came up in any student's hands.",
            [f"<li>{escape_text(name)}</li>" for name in overview.unused],
        ),
        *_section(
            "Identical wrong transcripts",
            ALIKE,
            [
                f"<li>{escape_text(', '.join(each.students))}: {escape_text(each.describe_runs())}</li>"
                for each in overview.alike
            ],
        ),
        *_marks(overview),
        "</body></html>",
    ]
    return "\n".join(lines) + "\n"


def _section(title: str, meaning: str, items: Sequence[str]) -> Iterator[str]:
    if items:
        yield f"<h2>{title}</h2><p>{meaning}</p><ul>"
        yield from items
        yield "</ul>"


def _table(
    title: str,
    head: Sequence[str],
    rows: Sequence[str],
    numbers: Sequence[int] = (),
    legend: str = "",
    look: str = "stacked",
) -> Iterator[str]:
    if not rows:
        return
    cells = "".join(
        f"<th{' class=number' if index in numbers else ''}>{escape_text(name)}</th>"
        for index, name in enumerate(head)
    )
    yield f'<h2>{title}</h2>{legend}<div class="{look}"><table><thead><tr>{cells}</tr></thead><tbody>'
    yield from rows
    yield "</tbody></table></div>"


def _broken(overview: Overview) -> Iterator[str]:
    rows = [
        f"<tr><td class=rule>{_rule(each.rule, each.example)}</td>"
        f"<td class=number>{len(each.students)}</td><td>{_example(each.example)}</td>"
        f"<td>{escape_text(', '.join(each.students))}</td></tr>"
        for each in overview.broken
    ]
    return _table("Broken rules", ["rule", "students", "example", "who"], rows, [1])


def _review(places: Sequence[FindingPlace]) -> Iterator[str]:
    rows = [
        f"<tr><td>{_example(place)}</td><td class=rule>{_rule(place.finding.rule, place)}<br>"
        f"<span class=small>{_sentence(place.finding.doubt)}</span></td></tr>"
        for place in places
    ]
    return _table("To review", ["finding", "rule in doubt"], rows)


def _rule(rule: str, place: FindingPlace) -> str:
    """Render ``rule``, which may wrap after any dot, followed by the instructor's sentence about it."""
    said = place.finding.help
    help_text = f"<br><span class=small>{escape_text(said)}</span>" if said else ""
    return f"<code>{escape_text(rule).replace('.', '.<wbr>')}</code>{help_text}"


def _sentence(text: str) -> str:
    """Escape a sentence for HTML, and format text in backquotes as code."""
    return CODE.sub(r"<code>\1</code>", escape_text(text))


def _example(place: FindingPlace) -> str:
    finding = place.finding
    line = f"<br><code>{escape_text(finding.actual)}</code>" if finding.actual else ""
    return f"{_sentence(finding.message)}<br><span class=small>{escape_text(where(place))}</span>{line}"


def _marks(overview: Overview) -> Iterator[str]:
    names = [mark.name for mark in overview.grades[0][1]] if overview.grades else []
    rows = []
    for graded, marks in overview.grades:
        points, most = total(marks)
        cells = [_mark(each) for each in marks]
        sum_of = f"<td class=number>{plain_number(round(points, 2))} / {plain_number(most)}</td>"
        rows.append(f"<tr><td>{escape_text(graded.student)}</td>{sum_of}{''.join(cells)}</tr>")
    shown = (f"<span class={name}>{why}</span>" for why, name in LOOKS.items())
    legend = f"<p class=small>{' '.join(shown)}</p>"
    return _table(
        "Marks", ["student", "points", *names], rows, range(1, len(names) + 2), legend, "wide marks"
    )


def _mark(mark: Mark) -> str:
    look = LOOKS.get(mark.why, "")
    return f'<td class="number {look}" title="{escape_text(mark.why)}">{plain_number(mark.points)}</td>'


def render_files(overview: Overview) -> dict[str, str]:
    """Return the contents of the files about the whole class, by file name."""
    contents = (render_marks(overview), render_findings(overview), render_page(overview))
    return dict(zip(CLASS_FILES, contents, strict=True))
