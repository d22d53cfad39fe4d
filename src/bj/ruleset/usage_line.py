"""Parse the usage line in a ruleset: its arguments in order, with optional ones in brackets."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from bj.errors import TextFaults
from bj.faults_and_fixes import TextFault
from bj.text.lazy_regex import compile_later

_NAME = compile_later(r"[^ \t\n\[\]]+")
_WORD = compile_later(rf"\[[^\[\]]*\]|{_NAME.pattern}|[\[\]]")


class UsageWord(NamedTuple):
    """A name in a usage line. ``offset`` and ``length`` are its span, including brackets."""

    name: str
    offset: int
    length: int
    is_optional: bool


@lru_cache(256)
def parse_usage(text: str) -> tuple[UsageWord, ...]:
    """Return the argument names in the usage line ``text``.

    Raises TextFaults unless each pair of brackets contains exactly one name.

    >>> [(word.name, word.is_optional) for word in parse_usage("hands player [cuts]")]
    [('hands', False), ('player', False), ('cuts', True)]
    """
    words: list[UsageWord] = []
    faults: list[TextFault] = []
    for match in _WORD.finditer(text):
        names = _NAME.findall(match[0])
        place = match.start(), len(match[0])
        if match[0] in ("[", "]"):
            remedy = "write a name in brackets, as in `[cuts]`, or remove it"
            faults.append(TextFault("BJ605", *place, f"unmatched `{match[0]}`", remedy))
        elif len(names) != 1:
            message = f"there are {len(names) or 'no'} names in these brackets"
            remedy = "put each name in its own brackets, or remove the brackets" if names else "remove them"
            faults.append(TextFault("BJ605", *place, message, remedy))
        else:
            words.append(UsageWord(names[0], *place, is_optional=match[0].startswith("[")))
    if faults:
        raise TextFaults(faults)
    return tuple(words)


def drop_unnamed(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``data``, which must be valid, without inherited arguments that the usage line omits.

    >>> drop_unnamed({"ruleset": {"usage": "hands"}, "arguments": {"hands": {}, "cuts": {}}})["arguments"]
    {'hands': {}}
    """
    usage, arguments = data["ruleset"].get("usage"), data.get("arguments", {})
    if usage is None or not arguments:
        return dict(data)
    return {**data, "arguments": {word.name: arguments[word.name] for word in parse_usage(usage)}}
