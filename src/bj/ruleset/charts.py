"""Read strategy charts, and work out the action for each hand and upcard."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from bj.cards import RANKS
from bj.catalogue.actions import PLAYS
from bj.faults_and_fixes import Fault, Fix, KeyPath, Remedy
from bj.ruleset.suggestions import NUMBER_WORDS, shorten
from bj.ruleset.toml.reading_and_writing import write_key
from bj.text.lazy_regex import compile_later

LOWEST_TOTAL = 4  # with two cards, unless an ace counts high
LOWEST_SOFT_TOTAL = 12

NO_UPCARD = 0
"""The rank that replaces the upcard if the dealer shows no card. It need not be in the pack."""

Covered = TypeVar("Covered")
Hand: TypeAlias = tuple[bool, int]
"""A hand as a pair: whether an ace in it counts high, and its total."""

NUMBER = "-?[0-9]{1,6}"
"""A pattern for the cells in a chart of numbers."""

_ROW = compile_later(r"(hard|soft) (?:([0-9]{1,2})|([0-9]{1,2})?\.\.([0-9]{1,2})?)")
_HABIT = compile_later(
    r"(hard|soft)?\s*+(<=|>=)?\s*+([0-9]{1,2})"
    r"(?:\s*(-|\u2013|to|\.{1,3}|…|:)\s*([0-9]{1,2})|(\+|\s*or more))?"
)


_OTHER_CODES = {
    **{"Y": "P", "SP": "P", "SPL": "P", "DH": "D", "SU": "R", "SUR": "R"},
    **{"HIT": "H", "STAND": "S", "STAY": "S", "DOUBLE": "D", "SPLIT": "P", "SURRENDER": "R"},
}
"""Maps action codes from other chart notations to bj's codes."""


class ChartText(Protocol):
    """A chart as it is written in a ruleset."""

    @property
    def columns(self) -> str:
        """The ranks of the upcards, separated by spaces."""

    @property
    def rows(self) -> dict[str, str]:
        """Maps the name of each row to its cells."""


class Playing(NamedTuple):
    """A complete chart. ``rows[soft, total][rank]`` is the action against an upcard of that rank."""

    rows: Mapping[Hand, Mapping[int, str]]
    pairs: Mapping[int, Mapping[int, str]] = {}
    """Maps the rank of each pair that has its own row to the actions for each upcard."""
    natural: Mapping[int, str] = {}
    """Maps the rank of each upcard to the value of a natural. Empty except in a chart of numbers."""

    @property
    def actions(self) -> Mapping[tuple[bool, int, int], str]:
        """Maps (soft, total, rank of the upcard) to the action for this hand."""
        return {(*hand, rank): code for hand, row in self.rows.items() for rank, code in row.items()}


def parse_ranks(text: str, codes: str = RANKS) -> list[int]:
    """Return the index in ``codes`` of every rank in ``text``, such as ``2 3 4`` or ``T J Q K A``.

    Raises ValueError with the offset, the length and the text of the first word that is not a rank.
    """
    ranks = []
    for word in re.finditer(r"\S+", text):
        code = "T" if word.group() == "10" else word.group()
        if len(code) != 1 or code not in codes:
            raise ValueError(word.start(), len(word.group()), word.group())
        ranks.append(codes.index(code))
    return ranks


GROUPS = {
    **dict.fromkeys(("tens", "ten", "ten cards", "tens and faces"), "T J Q K"),
    **dict.fromkeys(("faces", "face cards", "pictures", "picture cards", "paints"), "J Q K"),
    **dict.fromkeys(("ace", "aces"), "A"),
    **dict.fromkeys(("tens and aces", "high", "high cards"), "T J Q K A"),
    **dict.fromkeys(("low", "low cards", "small cards"), "2 3 4 5 6"),
    **dict.fromkeys(("neutral", "middle cards"), "7 8 9"),
}
"""Maps names that card counters use for a group of cards to the ranks in that group."""


def list_ranks(text: str, codes: str) -> str:
    """List the ranks in ``text``, which may contain ranges, commas or the name of a group.

    Return an empty string if ``text`` cannot be understood.

    >>> list_ranks("2-6", RANKS), list_ranks("2, 3, 7 to 9", RANKS), list_ranks("red", RANKS)
    ('2 3 4 5 6', '2 3 7 8 9', '')
    >>> list_ranks("10..A", RANKS)
    'T J Q K A'
    """
    if named := GROUPS.get(text.strip().lower()):
        return named
    ranks: list[str] = []
    joined = re.sub(r"\s*(?:-|\.\.|\bto\b)\s*", "-", text, flags=re.IGNORECASE).upper()
    for word in filter(None, re.split(r"[\s,]+", joined)):
        ends = ["T" if end == "10" else end for end in word.split("-")]
        if len(ends) > 2 or any(len(end) != 1 or end not in codes for end in ends):
            return ""
        ranks += codes[codes.index(ends[0]) : codes.index(ends[-1]) + 1]
    return " ".join(ranks)


class Situations(NamedTuple):
    """The hands and upcards that a chart must cover."""

    target: int
    codes: str
    """The code of every rank, in the order of the rank numbers."""
    worth: Sequence[int]
    """The highest value of each rank."""
    upcards: Collection[int]
    """The ranks that an upcard can have."""
    hands: frozenset[Hand] | None
    """The hands that need a row, or None if faults elsewhere make it impossible to determine them."""


def read_chart(
    chart: ChartText, path: KeyPath, about: Situations, natural: str | None = None
) -> tuple[Playing, list[Fault]]:
    """Read the ``chart`` at ``path``. Return its contents and all faults.

    The cells contain actions or, if ``natural`` is given, numbers. ``natural`` is then the row for naturals.

    The possible faults are unknown rows, columns and actions; rows with the wrong number of cells; hands
    without a row; and hands in two rows, if neither row is narrower than the other.
    """
    faults: list[Fault] = []
    columns = _read_columns(chart.columns, (*path, "columns"), about, faults)
    return read_rows(chart, path, about, columns, faults, natural), faults


def read_rows(
    chart: ChartText,
    path: KeyPath,
    about: Situations,
    columns: list[list[int]] | None,
    faults: list[Fault],
    natural: str | None = None,
) -> Playing:
    """Return the rows of ``chart`` as a complete chart, and append any faults to ``faults``.

    ``columns`` is None if the columns are faulty.
    """
    actions: dict[str, dict[int, str]] = {}
    covered: dict[str, list[Hand]] = {}
    pairs: dict[str, list[int]] = {}
    for name, text in chart.rows.items():
        row_path = (*path, "rows", name)
        if is_pair_row(name):
            pairs[name] = _read_pairs(name, row_path, about, faults)
        else:
            covered[name] = read_row_name(name, row_path, about.target, faults)
        actions[name] = _read_cells(text, row_path, columns, faults, of_numbers=natural is not None)
    again = {name: (other, _hand(*hand)) for name, (other, hand) in find_clashes(covered).items()}
    again |= {
        name: (other, f"a pair of {about.codes[rank]}") for name, (other, rank) in find_clashes(pairs).items()
    }
    for name, (other, what) in again.items():
        message = f"row `{shorten(name)}` covers {what} again"
        whole = write_key(*map(str, path), "rows", other)
        remedy = f"row `{shorten(other)}` already covers it"
        remedy += f"; to drop an inherited row, write `without = ['{whole}']`"
        faults.append(Fault("BJ515", (*path, "rows", name), message, remedy, part="key"))
    rows = find_narrowest(covered)
    if about.hands is not None and not faults:
        _find_gaps(about.hands - rows.keys(), path, faults, natural is not None)
    worth: dict[int, str] = {}
    if natural is not None:
        worth = _read_cells(natural, (*path, "natural"), columns, faults, of_numbers=True)
    return Playing(
        {hand: actions[name] for hand, name in rows.items()},
        {rank: actions[name] for rank, name in find_narrowest(pairs).items()},
        worth,
    )


def find_clashes(covered: Mapping[str, Collection[Covered]]) -> dict[str, tuple[str, Covered]]:
    """Map each key that clashes with an earlier key to that key, and to an element that both cover.

    Two keys do not clash if one of them covers all elements of the other key and more. In that case, the
    narrower key decides.
    """
    place = {key: number for number, key in enumerate(covered)}
    clashes: dict[str, tuple[str, Covered]] = {}
    owners: dict[Covered, str] = {}  # the narrowest key so far
    for key in _widest_first(covered):
        things = covered[key]
        found = {owners.get(thing): thing for thing in things}
        others = [other for other in found if other is not None]
        if others and (len(found) > 1 or len(covered[others[0]]) == len(things)):
            other = min(others, key=lambda each: len(covered[each]))
            early, late = sorted((key, other), key=lambda each: place[each])
            clashes.setdefault(late, (early, next(thing for thing in things if owners.get(thing) == other)))
        else:
            owners |= dict.fromkeys(things, key)
    return clashes


def find_narrowest(covered: Mapping[str, Collection[Covered]]) -> dict[Covered, str]:
    """Map each element to the narrowest key that covers it."""
    return {thing: key for key in _widest_first(covered) for thing in covered[key]}


def _widest_first(covered: Mapping[str, Collection[Covered]]) -> list[str]:
    """Return all keys, starting with the widest. Keys that cover equally many elements keep their order."""
    return sorted(covered, key=lambda key: -len(covered[key]))


def read_count(count: Mapping[str, int], codes: str) -> dict[int, int]:
    """Map every rank in ``count`` to its tag. A key with fewer ranks overrides a key with more ranks.

    >>> read_count({"2 3 4": 1, "3": 2}, RANKS)
    {0: 1, 1: 2, 2: 1}
    """
    ranks = find_narrowest({words: parse_ranks(words, codes) for words in count})
    return {rank: count[words] for rank, words in ranks.items()}


def _hand(soft: bool, total: int) -> str:
    return f"{'soft' if soft else 'hard'} {total}"


def _read_columns(text: str, path: KeyPath, about: Situations, faults: list[Fault]) -> list[list[int]] | None:
    """Return the ranks in each column, or None if the columns are faulty."""
    try:
        ranks = parse_ranks(text, about.codes)
    except ValueError as error:
        offset, length, word = error.args
        remedy = "the ranks are " + " ".join(about.codes)
        if re.search(r"[,;|]", word):
            remedy = "put only spaces between ranks, as in `2 3 4`"
        faults.append(Fault("BJ511", path, f"`{shorten(word)}` is not a rank", remedy, span=(offset, length)))
        return None
    for place, word in enumerate(re.finditer(r"\S+", text)):
        if ranks[place] in ranks[:place]:
            message = f"the upcard {word[0]} has two columns"
            faults.append(
                Fault("BJ512", path, message, "list each upcard only once", span=(word.start(), len(word[0])))
            )
            return None
    columns = [[rank] for rank in ranks]
    for rank in sorted(about.upcards):
        if rank not in ranks:
            alike = [column for column in columns if about.worth[column[0]] == about.worth[rank]]
            if not alike:
                message = f"no column for the upcard {about.codes[rank]}"
                faults.append(Fault("BJ513", path, message, f"add {about.codes[rank]} to the columns"))
                return None
            alike[0].append(rank)
    if columns and not any(NO_UPCARD in column for column in columns):
        columns[0].append(NO_UPCARD)
    return columns


def is_pair_row(name: str) -> bool:
    """Whether ``name`` is the name of a row for pairs."""
    return name.split(" ", maxsplit=1)[0] == "pair"


def _read_pairs(name: str, path: KeyPath, about: Situations, faults: list[Fault]) -> list[int]:
    """Return the ranks that the row ``name`` covers.

    ``T`` covers every rank worth ten, but ``J`` covers only jacks.
    """
    _, _, listed = name.partition(" ")
    try:
        ranks = parse_ranks(listed, about.codes)
        if not ranks:
            raise ValueError(0, 0, "")
    except ValueError as error:
        message = (
            f"`{shorten(error.args[2])}` is not a rank" if error.args[2] else "this row does not name a pair"
        )
        twice = re.fullmatch(r"([2-9TJQKA])[ ,/-]?\1", listed.strip().upper())
        several = "write it like `pair 8`, or `pair 2 3 7` for several"
        remedy = Fix(f"pair {twice[1]}") if twice else several
        faults.append(Fault("BJ514", path, message, remedy, part="key"))
        return []
    ten = RANKS.index("T")
    if ten not in ranks:
        return ranks
    tens = [rank for rank, worth in enumerate(about.worth) if worth == about.worth[ten]]
    return [*ranks, *(rank for rank in tens if rank not in ranks)]


def read_row_name(name: str, path: KeyPath, target: int, faults: list[Fault]) -> list[Hand]:
    """Return the hands that the row ``name`` covers.

    If ``name`` is faulty, append a fault to ``faults`` and return an empty result.
    """
    match = _ROW.fullmatch(name)
    if not match or name.endswith(" .."):
        remedy = _suggest_row(name)
        faults.append(Fault("BJ514", path, f"`{shorten(name)}` is not a chart row", remedy, part="key"))
        return []
    kind, single, first, last = match.groups()
    low = int(single or first or 0)
    high = int(single or last or target)
    if high > target or low > high:
        message = f"row `{name}` covers no hand"
        order = Fix(f"{kind} {high}..{low}") if high >= LOWEST_TOTAL else "write the smaller total first"
        remedy = f"totals go up to {target}" if max(low, high) > target else order
        faults.append(Fault("BJ514", path, message, remedy, part="key"))
        return []
    return [(kind == "soft", total) for total in range(low, high + 1)]


RANKS_IN_WORDS = {**{name: f"{number}" for name, number in NUMBER_WORDS.items()}, "ten": "T", "ace": "A"}
"""Codes of ranks, by the words that authors may use for the ranks in a row for pairs."""


def respell_row(name: str) -> str:
    """Return the row name ``name`` in the notation of charts.

    If the name cannot be understood, return it unchanged.

    >>> respell_row("A,7"), respell_row("88"), respell_row("13-16")
    ('soft 18', 'pair 8', 'hard 13..16')
    """
    meant = _suggest_row(name)
    return meant.text if isinstance(meant, Fix) else name


def _suggest_row(name: str) -> Remedy:
    """Suggest the row that the invalid ``name`` probably means."""
    name = " ".join(
        re.sub(r"_|^(?:soft|pair|pairs)(?: of)? (?=(?:[2-9TJQKA]|10)[ ,/-])|s$", " ", name).split()
    )
    if (rank := RANKS_IN_WORDS.get(name.lower())) is not None:
        return Fix(f"pair {rank}")
    pair = re.fullmatch(r"([2-9TJQKA])[ ,/-]?\1|10[ ,/-]10", name.strip().upper())
    if pair is not None:
        return Fix(f"pair {pair[1] or 'T'}")
    soft = re.fullmatch(r"A[ ,/-]?([2-9])", name.strip().upper())
    if soft is not None:
        return Fix(f"soft {11 + int(soft[1])}")
    softs = re.fullmatch(r"A[ ,/-]?([2-9])\s*(?:-|\u2013|to)\s*A[ ,/-]?([2-9])", name.strip().upper())
    if softs is not None and softs[1] < softs[2]:
        return Fix(f"soft {11 + int(softs[1])}..{11 + int(softs[2])}")
    match = _HABIT.fullmatch(name.strip().lower())
    if match is None:
        return "write it like `hard 12`, `hard 13..16`, `soft ..17`, `hard 17..` or `pair 8`"
    kind, bound, first, to, last, more = match.groups()
    if bound or more:
        totals = f"..{first}" if bound and "<" in bound else f"{first}.."
    else:
        totals = f"{first}..{last}" if to else first
    return Fix(f"{kind or 'hard'} {totals}")


def _suggest_actions(word: str) -> Remedy:
    """Suggest a valid action to replace ``word``, or explain how to write actions."""
    letters = re.sub(r"[,;|/]", "", word.upper())
    letters = _OTHER_CODES.get(letters, letters)
    meant = next((code for code in PLAYS if code.upper() == letters), None)
    if meant is not None:
        return Fix(meant)
    if not letters:
        return "put only spaces between actions, as in `H S H`"
    if set(letters) <= PLAYS.keys():
        return Fix(" ".join(letters), "put spaces between them: `{}`")
    single = [f"{code} ({play.name})" for code, play in PLAYS.items() if len(code) == 1]
    double = [code for code in PLAYS if len(code) > 1]
    return f"the actions are {', '.join(single)}, and with a second choice {', '.join(double)}"


def _read_cells(
    text: str, path: KeyPath, columns: list[list[int]] | None, faults: list[Fault], *, of_numbers: bool
) -> dict[int, str]:
    """Map the rank of each upcard to the action or number in its cell."""
    codes = text.split()
    for word in re.finditer(r"\S+", text) if of_numbers or not PLAYS.keys() >= set(codes) else ():
        if of_numbers and not re.fullmatch(NUMBER, word[0]):
            message = f"`{shorten(word[0])}` is not a whole number"
            remedy = "write numbers with up to six digits, with only spaces between them"
            faults.append(Fault("BJ519", path, message, remedy, span=(word.start(), len(word[0]))))
            return {}
        if not of_numbers and word[0] not in PLAYS:
            message, span = f"`{shorten(word[0])}` is not an action", (word.start(), len(word[0]))
            faults.append(Fault("BJ516", path, message, _suggest_actions(word[0]), span=span))
            return {}
    if columns is None:
        return {}
    if len(codes) == 1:
        codes *= len(columns)
    if len(codes) != len(columns):
        what = "number" if of_numbers else "action"
        message = f"`{shorten(str(path[-1]))}` has {len(codes)} {what}s for {len(columns)} columns"
        faults.append(
            Fault("BJ517", path, message, f"write one {what} for all columns, or one for each column")
        )
        return {}
    return {rank: code for column, code in zip(columns, codes, strict=True) for rank in column}


ALWAYS_HIT = 11
"""The highest total on which every player hits, because one more card cannot bust the hand."""


def _find_gaps(missing: Collection[Hand], path: KeyPath, faults: list[Fault], of_numbers: bool) -> None:
    if missing:
        first, *_ = ordered = [_hand(*hand) for hand in sorted(missing)]
        action = "H" if min(missing)[1] <= ALWAYS_HIT else "S"
        cell = "0" if of_numbers else action
        hands = ", ".join(ordered[:6]) + (" and others" if len(ordered) > 6 else "")
        remedy = f'add a row such as `"{first}" = "{cell}"`'
        faults.append(
            Fault("BJ518", (*path, "rows"), f"the chart has no row for {hands}", remedy, part="key")
        )
