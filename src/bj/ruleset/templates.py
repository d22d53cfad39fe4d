"""Templates: output lines with fields such as ``{player:<8} gets {card}``.

The syntax looks like that of ``str.format``, with which untrusted text could read values in the program.
Here, a field can have only a name and a width.
"""

import re
from collections.abc import Collection, Container, Mapping
from typing import Literal, NamedTuple, TypeAlias, cast

from bj.catalogue.fields import FIELDS
from bj.catalogue.limits import LONGEST_TEXT
from bj.errors import TextFaults
from bj.faults_and_fixes import Fix, TextFault
from bj.ruleset.suggestions import RENAMED, find_meant, shorten
from bj.text.lazy_regex import compile_later
from bj.text.unsafe_characters import UNPRINTABLE, describe_hidden

LARGEST_WIDTH = 80

Alignment: TypeAlias = Literal["<", ">", "^"]

_TOKEN = compile_later(r"\{\{|\}\}|\{[^{}]*\}|\{|\}")
_WIDTH = compile_later(r"([<>^]?)([1-9][0-9]*)")
_WIDTH_REMEDY = "write a width such as `{name:<8}`, `{name:>6}` or `{name:^9}`"


class TemplateField(NamedTuple):
    """A field, padded to ``width`` characters. If the width is 0, the field is not padded."""

    name: str
    width: int = 0
    align: Alignment = "<"


class Template(NamedTuple):
    """A template that has been checked. It is a sequence of fields and literal text."""

    pieces: tuple[str | TemplateField, ...]

    @property
    def fields(self) -> list[str]:
        """The name of each field in the template, in order. Repeated fields are repeated here."""
        return [piece.name for piece in self.pieces if isinstance(piece, TemplateField)]


def shown_in(template: Template, own: Container[str]) -> tuple[str, ...]:
    """Return the fields in ``template`` that are not in ``own``, in order of first use.

    >>> shown_in(parse_template("{name}: {won}, {lost}, {won}", ["name", "won", "lost"]), ["name"])
    ('won', 'lost')
    """
    return tuple(dict.fromkeys(name for name in template.fields if name not in own))


def parse_template(text: str, fields: Collection[str]) -> Template:
    """Parse the template ``text``, which can use the names in ``fields``.

    Raises TextFaults with every fault in ``text``.

    >>> parse_template("{player:<8} {{busts}}", ["player"]).pieces
    (TemplateField(name='player', width=8, align='<'), ' {busts}')
    """
    if len(text) > LONGEST_TEXT:
        message = f"the string has {len(text)} characters, more than {LONGEST_TEXT}"
        raise TextFaults([TextFault("BJ206", LONGEST_TEXT, len(text) - LONGEST_TEXT, message, "shorten it")])
    faults = [_forbidden_fault(match) for match in UNPRINTABLE.finditer(text)]
    pieces: list[str | TemplateField] = []
    end = 0
    for match in _TOKEN.finditer(text):
        _append_text(pieces, text[end : match.start()])
        end = match.end()
        token = match[0]
        if token in ("{{", "}}"):
            _append_text(pieces, token[0])
        elif len(token) == 1:
            faults.append(_brace_fault(text, match.start()))
        else:
            found = _parse_field(token, match.start(), fields)
            if isinstance(found, TemplateField):
                pieces.append(found)
            else:
                faults.append(found)
    _append_text(pieces, text[end:])
    if faults:
        raise TextFaults(sorted(faults, key=lambda fault: fault.offset))
    return Template(tuple(pieces))


def fill_in(template: Template, words: Mapping[str, str]) -> Template:
    """Replace each field in ``template`` with its value in ``words``, if it has one.

    >>> fill_in(parse_template("{role:<8}{name}", ["role", "name"]), {"role": "Player"}).pieces
    ('Player  ', TemplateField(name='name', width=0, align='<'))
    """
    pieces: list[str | TemplateField] = []
    for piece in template.pieces:
        if isinstance(piece, str):
            _append_text(pieces, piece)
        elif piece.name in words:
            _append_text(pieces, pad(words[piece.name], piece))
        else:
            pieces.append(piece)
    return Template(tuple(pieces))


def pad(word: str, field: TemplateField) -> str:
    """Pad ``word`` to the width of ``field``."""
    return f"{word:{field.align}{field.width}}" if field.width else word


def _append_text(pieces: list[str | TemplateField], text: str) -> None:
    """Append ``text`` to ``pieces``. If the last piece is also text, extend that piece instead."""
    if not text:
        return
    if pieces and isinstance(pieces[-1], str):
        pieces[-1] += text
    else:
        pieces.append(text)


def _forbidden_fault(match: re.Match[str]) -> TextFault:
    what = f"{describe_hidden(match[0])} (U+{ord(match[0]):04X})"
    return TextFault("BJ208", match.start(), 1, f"{what} cannot be printed", Fix("", "remove it"))


def _brace_fault(text: str, at: int) -> TextFault:
    if text[at] == "}":
        return TextFault("BJ401", at, 1, "unmatched `}`", "write `}}` to print a brace")
    if text.find("{", at + 1) != -1 and text.find("}", at) > text.find("{", at + 1):
        remedy = "close it with `}` before the next field begins, or write `{{` to print a brace"
    else:
        remedy = "close it with `}`, or write `{{` to print a brace"
    field = re.match(r"\{\w*", text[at:])
    return TextFault("BJ401", at, 1, f"`{shorten(field[0] if field else text[at])}` is not closed", remedy)


MEANT_FIELD = "did you mean `{{}}`?"
SAID = {
    **dict.fromkeys(("money", "sum", "euros", "dollars"), ("amount", "bankroll")),
    **dict.fromkeys(
        ("win", "winnings", "gain", "loss", "payout", "pays", "paid", "prize", "profit"), ("amount",)
    ),
    **dict.fromkeys(("balance", "chips", "stack", "purse", "credits"), ("bankroll",)),
    **dict.fromkeys(("points", "score", "value", "hand_value"), ("total",)),
    **dict.fromkeys(("card_name", "drawn_card"), ("card",)),
    **dict.fromkeys(("dealer_card", "dealer_upcard", "dealers_card", "up_card"), ("upcard",)),
    **dict.fromkeys(("number", "hand_number", "round", "n"), ("hand",)),
}
"""Maps wrong field names to the fields that they probably mean, with the most likely field first."""


def _parse_field(token: str, at: int, fields: Collection[str]) -> TemplateField | TextFault:
    """Return the field that ``token`` contains, or a fault if it is not valid.

    ``token`` includes the braces, and ``at`` is its offset in the template.
    """
    name, colon, layout = token[1:-1].partition(":")
    plain = re.split(r"[.\[!:]", name, maxsplit=1)[0].strip()
    if name != plain:
        return _name_fault(name, plain, at + 1)
    if not name:
        return TextFault("BJ403", at, len(token), "the field has no name", _listed(fields))
    if name not in fields:
        meant = next((each for each in SAID.get(name, ()) if each in fields), None)
        remedy = (
            Fix(meant, MEANT_FIELD, is_word=True)
            if meant
            else (find_meant(name, list(fields), MEANT_FIELD) if _may_be_misspelt(name, fields) else None)
            or "it is not available in this line; " * (len(fields) > 0) + _listed(fields)
        )
        return TextFault("BJ402", at + 1, len(name), f"unknown field `{name}`", remedy)
    if not colon:
        return TemplateField(name)
    start = at + 2 + len(name)
    match = _WIDTH.fullmatch(layout)
    if match is None:
        message = f"`{layout}` is not a width" if layout else "the width is missing"
        return TextFault("BJ404", start if layout else start - 1, len(layout) or 1, message, _WIDTH_REMEDY)
    if len(match[2]) > 2 or int(match[2]) > LARGEST_WIDTH:
        remedy = f"write at most {LARGEST_WIDTH}"
        return TextFault("BJ404", start + match.start(2), len(match[2]), "the width is too large", remedy)
    return TemplateField(name, int(match[2]), cast(Alignment, match[1] or "<"))


def _may_be_misspelt(name: str, fields: Collection[str]) -> bool:
    """Whether the unknown field ``name`` is probably a typing error.

    A name that is a field in other lines is not a typing error.
    """
    return name not in FIELDS or RENAMED.get(name) in fields


def _name_fault(name: str, plain: str, at: int) -> TextFault:
    """Return the fault for a field with spaces, or with an attribute, index or conversion after its name."""
    stripped = name.strip()
    fix = Fix(plain, "write `{{}}`", span=(at, len(name)))
    remedy = fix if plain else "write only the name of the field"
    if stripped == plain:
        return TextFault("BJ403", at, len(name), "a field cannot contain white space", remedy)
    start = min(index for index in map(name.find, ".[!") if index >= 0)
    what = {".": "attributes", "[": "indices", "!": "conversions"}[name[start]]
    return TextFault("BJ403", at + start, len(name) - start, f"{what} are not supported in fields", remedy)


def _listed(fields: Collection[str]) -> str:
    if not fields:
        return "there are no fields here; write `{{` and `}}` to print braces"
    return "the fields here are " + ", ".join(f"`{{{field}}}`" for field in sorted(fields))
