"""Creates the pay table of a side bet from keys that other programs use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bj.catalogue.expression_names import NAMES
from bj.faults_and_fixes import Fix, KeyPath, Remedy
from bj.ruleset.faults.foreign_bet_conditions import EXAMPLE, UNKNOWN_ROW, cards_of, make_row, read_row
from bj.ruleset.faults.foreign_name_index import row_like
from bj.ruleset.faults.foreign_players import WAGERS
from bj.ruleset.faults.foreign_values import LONGEST_TABLE, fold, is_amount, to_ratio
from bj.ruleset.model.rules import read_ratio
from bj.ruleset.model_fields import fields_at
from bj.ruleset.suggestions import shorten
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.toml.reading_and_writing import write_lines, write_value

CONDITIONS = re.compile(
    r"(?:it_)?(?:wins?|won|pays)_(?:if|when|on|with)|condition|if|on|for|wins?|hands?|result|outcome|row"
)
"""Matches keys that name the winning hands."""

PAYOUTS = re.compile(r"pays?|payouts?|paid|pays_out|odds|ratio|pay_?table|payoffs?|table|rows|prizes?")
"""Matches keys that give payouts, either as a ratio or as the rows of a pay table."""


class PayTable(NamedTuple):
    """A pay table that was read from the keys of a side bet."""

    rows: list[dict[str, Any]]
    keys: list[str]
    """The keys that `pay_table` replaces."""
    is_sure: bool = True
    """Whether the keys give the payouts. If not, each row has the payout `1:1`."""


def name_of_bet(name: str) -> str:
    """Convert the name of a bet to a key.

    Return an empty string if the name contains no letters or digits.

    >>> name_of_bet("7+7"), name_of_bet("Two Jacks")
    ('bet_7_7', 'two_jacks')
    """
    named = "_".join(re.findall("[a-z0-9]+", fold(name)))
    return f"bet_{named}" if named[:1].isdigit() else named


def find_pay_table(path: KeyPath, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest `pay_table` for a key that describes part of a side bet's pay table.

    Return None for any other key.
    """
    bet = look_up(data, path[:2])
    if path[0] != "side_bets" or len(path) != 3 or not isinstance(bet, dict):
        return None
    name = str(path[1])
    table = _read(name, bet)
    if path[-1] not in table.keys:
        return None
    if "pay_table" in bet:
        rows = [*_rows_of(str(path[-1]), bet[path[-1]], name)] or table.rows
        if isinstance(bet["pay_table"], list) and all(row in bet["pay_table"] for row in rows):
            return Fix("", "remove this key: `pay_table` already has this row")
        return f"write `{write_value(rows[0])}` as a row of `pay_table`"
    unclear = [number for number, row in enumerate(table.rows, 1) if row["when"] == UNKNOWN_ROW]
    rows = [{**row, "when": EXAMPLE} if row["when"] == UNKNOWN_ROW else row for row in table.rows]
    written = write_value(rows)
    shown = f"[{write_value(rows[0])}, …]" if len(written) > LONGEST_TABLE else written
    cards = cards_of(name) if "cards" not in bet else ""
    also = {(*path[:2], "cards"): write_value(cards)} if cards else {}
    say = "write " + "".join(f"`cards = {each}` and " for each in also.values()) + f"`pay_table = {shown}`"
    if not table.is_sure:
        return f"{say}, with its payouts"
    if _is_about_cards(bet):
        return f"{say}, in place of `when`"
    if unclear:
        return f"{say}, with the condition that you want in row {unclear[0]}"
    if path[-1] != table.keys[0]:
        return Fix("", f"remove this key: the remedy for `{shorten(table.keys[0])}` covers it")
    return Fix(write_lines(table.rows), say, to=(*path[:2], "pay_table"), also=tuple(also.items()))


LIMITS = re.compile(
    r"(?:(min)|max)(?:imum)?(?:_(?:bet|wager|stake|amount))?|(least|lowest|smallest|low|from)|(?:most|highest|largest|high|to)"
)


def _limits_of(bet: Mapping[str, Any]) -> dict[str, int]:
    """Return the keys that set the smallest and the largest amount of a bet, and those amounts.

    Return an empty dict if the limits are unclear.
    """
    found = {
        match[1] or match[2] or "": (key, each)
        for key, each in bet.items()
        if type(each) is int and (match := LIMITS.fullmatch(fold(key)))
    }
    keys = dict(sorted(found.values(), key=lambda pair: pair[1]))
    return keys if len(found) == 2 and len({*keys.values()}) == 2 and min(keys.values()) > 0 else {}


def find_limits(path: KeyPath, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest `between` for a key that limits the amount of a side bet or the value of an argument.

    Return None for any other key.
    """
    bet = look_up(data, path[:2])
    if (
        path[0] == "arguments"
        and len(path) == 3
        and isinstance(bet, dict)
        and (limit := LIMITS.fullmatch(fold(path[-1])))
    ):
        return _find_limit_of_argument(path, bet, is_least=bool(limit[1] or limit[2]))
    limits = _limits_of(bet) if path[0] == "side_bets" and len(path) == 3 and isinstance(bet, dict) else {}
    if limits and fold(path[-1]) in WAGERS:
        return Fix("", "remove this key: players choose an amount `between` the limits")
    if path[-1] not in limits:
        return None
    if path[-1] != next(iter(limits)):
        return Fix("", f"remove this key: the remedy for `{next(iter(limits))}` covers it")
    between = write_value([*limits.values()])
    return Fix(between, f"write `between = {between}`", to=(*path[:2], "between"))


def read_pay_table(name: str, value: Any) -> list[dict[str, Any]] | None:
    """Convert a table of hands and payouts to rows of a pay table. Return None if any row is unclear."""
    rows = [*_rows_of("pay_table", value, name)] if isinstance(value, dict) else []
    is_clear = rows and all(row["when"] != UNKNOWN_ROW for row in rows)
    return rarest_first(rows) if is_clear and len(rows) == len(value) else None


def read_pay_row(name: str, value: Any) -> dict[str, Any] | None:
    """Convert a hand and its payout, in a string or a list, to a row of a pay table.

    Return None if the row is unclear.
    """
    part = _as_row(value) if isinstance(value, str | list) else None
    rows = [*_rows_of_part(part, name)] if isinstance(part, dict) else []
    return rows[0] if len(rows) == 1 and rows[0]["when"] != UNKNOWN_ROW else None


def find_row_part(path: KeyPath, value: Any) -> Remedy | None:
    """Suggest `when` or `pays` in place of a key such as `hand` or `odds` in a row of a pay table.

    Return None for any other key.
    """
    if path[0] != "side_bets" or path[2:3] != ("pay_table",) or len(path) != 5:
        return None
    if PAYOUTS.fullmatch(fold(path[-1])) and (ratio := to_ratio(value)):
        return Fix(write_value(ratio), f'write `pays = "{ratio}"`', to=(*path[:-1], "pays"))
    words = _in_words(fold(path[-1]), value) if HANDS.fullmatch(fold(path[-1])) else ""
    row = make_row(words, "1:1", str(path[1])) if words else None
    if row is None or row["when"] == UNKNOWN_ROW:
        return None
    when = write_value(row["when"])
    return Fix(when, f"write `when = {when}`", to=(*path[:-1], "when"))


HANDS = re.compile(r"hands?|cards?|if|condition|combination|result|outcome|name|total|win|wins|on|for")
"""Matches keys that name the hand in a row."""


def _find_limit_of_argument(path: KeyPath, argument: Mapping[str, Any], *, is_least: bool) -> Remedy | None:
    """Suggest `between` for a key that sets one limit of an argument.

    The other limit comes from a second key, or from the `between` that the argument already has.
    """
    between = argument.get("between")
    both = [*_limits_of(argument).values()]
    is_between = isinstance(between, list) and len(between) == 2
    if not (is_between or both) or not is_amount(argument[str(path[-1])]):
        return "write both limits as `between = [1, 5000]`"
    if both and path[-1] != next(iter(_limits_of(argument))):
        return Fix("", f"remove this key: the remedy for `{next(iter(_limits_of(argument)))}` covers it")
    lowest, highest = both or between or [1, 1]
    own = argument[str(path[-1])]
    new = both or ([own, highest] if is_least else [lowest, own])
    return Fix(write_value(new), f"write `between = {write_value(new)}`", to=(*path[:-1], "between"))


def make_bet(name: str, bet: Mapping[str, Any]) -> dict[str, Any]:
    """Convert a side bet with other programs' keys to one with bj's keys.

    Return an empty dict if any key is unclear.
    """
    table, limits = _read(name, bet), _limits_of(bet)
    known = {key: each for key, each in bet.items() if key in fields_at(("side_bets", name))}
    used = {"name", "pay_table", *known, *table.keys, *limits}
    for key in bet:
        found = row_like(f"side_bets.{fold(key)}") if key not in used else None
        row, rewritten = found.read(bet[key]) if found else (None, None)
        if row and row.new and rewritten is not None:
            known[row.new.removeprefix(".")] = rewritten
            used.add(key)
    is_clear = table.is_sure and table.rows and all(row["when"] != UNKNOWN_ROW for row in table.rows)
    if not is_clear or {*bet} - used:
        return {}
    cards = cards_of(name) if "cards" not in bet else ""
    keys = {"between": [*limits.values()], "cards": cards, **known, "pay_table": table.rows}
    return {key: each for key, each in keys.items() if each or key in known}


def _is_about_cards(bet: Mapping[str, Any]) -> bool:
    """Return whether a bet's `when` is about the winning hands, rather than about when the bet is offered.

    A condition about winning hands uses cards, or is the name of a hand or a bet.
    """
    when = bet.get("when")
    return isinstance(when, str) and (bool(read_row(when)) or when in NAMES or _is_of_cards(when))


def _is_of_cards(when: str) -> bool:
    return (
        re.search(r"\b(?:total|soft|suited|same_\w+|straight|holds|number_of|pair|cards)\b", when) is not None
    )


def _read(name: str, bet: Mapping[str, Any]) -> PayTable:
    """Read the pay table that the keys of a bet describe.

    The rarest hand comes first, because the first row that matches counts.
    """
    known = fields_at(("side_bets", name))
    keys = [key for key in bet if key not in known and _may_pay(key)]
    won = next((key for key in keys if CONDITIONS.fullmatch(fold(key)) and isinstance(bet[key], str)), None)
    paid = next((key for key in keys if PAYOUTS.fullmatch(fold(key))), None)
    if won is None and paid is not None and to_ratio(bet[paid]) and "pay_table" not in bet:
        row = make_row(bet["when"] if _is_about_cards(bet) else name, bet[paid], name)
        if row is not None and row["when"] != UNKNOWN_ROW:
            return PayTable([row], [paid])
    if won is not None and (row := make_row(bet[won], bet[paid] if paid else "1:1", name)):
        return PayTable([row], [key for key in keys if key in (won, paid)], paid is not None)
    rows = {key: [*_rows_of(key, bet[key], name)] for key in keys}
    found = [row for each in rows.values() for row in each]
    return PayTable(rarest_first(found), [key for key in keys if rows[key]])


def rarest_first(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sort rows by payout, highest first, but put each row before any row with a wider condition.

    >>> flush, both = {"when": "suited", "pays": "9:1"}, {"when": "suited and straight", "pays": "9:1"}
    >>> rarest_first([flush, both]) == [both, flush]
    True
    """
    ordered: list[dict[str, Any]] = []
    for row in sorted(rows, key=lambda row: -read_ratio(row["pays"])):
        parts = {*row["when"].split(" and ")}
        wider = (at for at, each in enumerate(ordered) if {*each["when"].split(" and ")} < parts)
        ordered.insert(next(wider, len(ordered)), row)
    return ordered


def _may_pay(key: str) -> bool:
    row = row_like(f"side_bets.{fold(key)}")
    return row is None or not row.new


def _rows_of(key: str, value: Any, name: str) -> Iterator[dict[str, Any]]:
    """Yield the rows that the value of a key describes: a payout, a table of payouts, or a list of rows."""
    if isinstance(value, str) and not to_ratio(value):
        value = _read_list(value)
    parts = value if isinstance(value, list) else [value] if isinstance(value, dict) else [{key: value}]
    parts = [_as_row(part) for part in parts]
    for part in parts:
        yield from _rows_of_part(part, name) if isinstance(part, dict) else ()


PAID = re.compile(r"(.+?)(?::| at| pays?| =|,| -)? ([0-9.]{1,5} ?(?::|/|to|-) ?[0-9]{1,4})")
"""Matches a hand and its payout in the same string."""


def _read_list(text: str) -> dict[str, str]:
    """Read a list of hands and payouts, such as `pair 6:1, suited pair 25:1`.

    Return an empty dict for any other text.
    """
    found = [PAID.fullmatch(part.strip()) for part in re.split("[,;]", text[:LONGEST_TABLE])]
    return {match[1]: match[2] for match in found if match} if all(found) else {}


def _as_row(part: Any) -> Any:
    """Convert a string or a list of two values to a row, which is a table. Return other values unchanged."""
    if isinstance(part, list) and len(part) == 2:
        return {str(part[0]): part[1]}
    return _read_list(part) if isinstance(part, str) else part


def _rows_of_part(part: Mapping[str, Any], name: str) -> Iterator[dict[str, Any]]:
    """Yield the rows in a table of payouts, or the only row in a table that describes a single row."""
    paid = next((key for key in part if PAYOUTS.fullmatch(fold(key)) and to_ratio(part[key])), None)
    if paid is None or len(part) == 1:
        pairs = [make_row(when, pays, name) for when, pays in part.items()]
    else:
        words = [_in_words(key, each) for key, each in part.items() if key != paid]
        pairs = [make_row(" and ".join(filter(None, words)), part[paid], name)]
    yield from (pair for pair in pairs if pair is not None)


def _in_words(key: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    return f"{value} cards" if key in ("card", "cards") else f"{value}" if key == "total" else ""


def _read_bets(value: Sequence[Any]) -> dict[str, dict[str, Any]]:
    entries = [entry for entry in value if isinstance(entry, dict)]
    bets = {name: make_bet(name, entry) for entry in entries if (name := name_of_bet(entry.get("name", "")))}
    return bets if len(bets) == len(value) and all(bets.values()) else {}


def advise_side_bets(value: Any) -> Remedy:
    """Suggest a remedy for a section that describes one or more side bets under a foreign name."""
    if isinstance(value, dict) and value and all(isinstance(each, dict) for each in value.values()):
        return Fix("", "write [side_bets]", to=("side_bets",))
    first = value[0] if isinstance(value, list) and value else value
    name = fold(first.get("name", "")) if isinstance(first, dict) else ""
    named = name_of_bet(name) or "NAME"
    header = f"[side_bets.{named}]"
    if isinstance(value, list) and name and (keys := make_bet(named, first)):
        written = {key: write_value(each) for key, each in keys.items()}
        shown = [f"`{key} = {each if len(each) <= LONGEST_TABLE else '…'}`" for key, each in written.items()]
        say = f"write {header} with {', '.join(shown)}"
        if len(value) == 1:
            return Fix(header, say)
        bets = _read_bets(value)
        also = tuple((("side_bets", name), write_value(bet)) for name, bet in bets.items())
        return Fix("", f"{say}, and so on", also=also) if bets else f"{say}, and the others in the same way"
    say = f"write {header}" + (", with a name of your own for the bet" if named == "NAME" else "")
    if isinstance(value, dict) and value and all(type(each) in (bool, int, float) for each in value.values()):
        bet = shorten(name_of_bet(next(iter(value))))
        return f"write [side_bets.{bet}] with its `pay_table`, or extend a ruleset from `bj list` that has it"
    if isinstance(value, list) and len(value) == 1 and named != "NAME":
        return Fix(header, say)
    return say if isinstance(value, list) or named == "NAME" else Fix("", say, to=("side_bets", named))
