"""Finds and locates all faults in an invalid ruleset.

First, `mend` removes the parts that pydantic rejects, and `explain` describes their faults. Then `check`
examines the rest, `assign` finds the document that causes each fault, and `locate` finds the position of the
fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from bj.faults_and_fixes import Fault, Finding, Fix, KeyPath, Remedy
from bj.ruleset.check import check
from bj.ruleset.documents import Document, limit_faults, merge_documents
from bj.ruleset.expressions.repairs import is_expression, repair_condition
from bj.ruleset.faults.error_recovery import mend
from bj.ruleset.faults.foreign_betting_systems import advise_system
from bj.ruleset.faults.foreign_powers import find_occasion
from bj.ruleset.faults.foreign_strategies import explain_partial_chart, find_play_of_row
from bj.ruleset.faults.foreign_values import to_ratio
from bj.ruleset.faults.locate import Page, locate
from bj.ruleset.faults.overlay_causes import assign, explain_conflicts
from bj.ruleset.faults.pydantic_messages import explain
from bj.ruleset.faults.values_in_players_words import find_form
from bj.ruleset.model.index_plays import TRUE_COUNT
from bj.ruleset.model.rules_and_payouts import read_ratio
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.toml.removed_parts import Gaps
from bj.ruleset.value_origins import find_lost
from bj.text.lazy_regex import compile_later

DIVIDED_COUNT = compile_later(
    r"\(?\b(?:running_)?count ?//? ?\(?(?:(?:decks|packs)_(?:left|remaining)"
    r"|(?:remaining|left)_(?:decks|packs)"
    r"|\(?cards_left ?/ ?52\)?)\)?"
)
"""Matches the running count divided by the number of packs left, which is the true count."""

SHARE_OF = compile_later(
    r"(?P<percent>[0-9]{1,2}) ?% ?(?P<of>bankroll|minimum)"
    r"|(?P<amount>bankroll|minimum) ?(?:/ ?(?P<parts>[0-9]{1,4})|\* ?(?P<rate>[0-9]{1,2}) ?%)"
)
"""Matches a share of the bankroll or the minimum, such as `5% of bankroll` or `bankroll / 20`."""

SHARE_OF_WAGER = compile_later(
    r"(half|[0-9]+ ?/ ?[0-9]+|[0-9]+ ?%)(?: (?:of )?(?:the |your |a )?(?:bet|wager|stake))?"
)
"""Matches a share of the wager, such as `half the bet`."""

OF_CARDS = compile_later(
    r"\b(?:total|soft|suited|same_\w+|straight|holds|number_of|pair|cards|dealer\w*|busts?|blackjack|natural)\b"
)
SINGLE_CARDS = compile_later(r"\bcards?(?:_?[0-9]|\[[0-9]| ?== ?['\"(\[])")
"""OF_CARDS matches names that describe a hand.

SINGLE_CARDS matches names that other programs use for single cards.
"""

OF_BET = 3
"""The length of the path to `when` in a side bet. The path to `when` in a pay-table row is longer."""

OFFERED = "remove `when`: it is the condition for offering the bet, and `pay_table` lists the winning hands"
CONDITIONS = (
    'write a condition, such as `same_rank and suited`, `total == 20` or `holds("QH")`: see '
    "docs/reference.md#names"
)
"""Remedies for conditions about cards.

OFFERED is for a side bet itself, CONDITIONS for a pay-table row or a bonus.
"""

NAMED_NUMBER = "BJ607"
"""The code for a name that is used in place of a whole number."""

SYNTAX = ("BJ304", "BJ305")
"""The codes for syntax faults. The parser finds only the first syntax fault in an expression."""

KEPT = 50
"""The maximum number of inherited rulesets whose faults are cached."""

_inherited: dict[object, Sequence[Fault]] = {}


def diagnose(
    documents: Sequence[Document], data: dict[str, Any], *, with_causes: bool = True
) -> list[Finding]:
    """Find every fault in the ruleset ``data``, which was merged from ``documents``.

    The findings are sorted by file and position. If ``with_causes`` is false, the search is faster, but the
    cause of a conflict with an inherited part is not found. Each conflict is then reported separately, as a
    fault in `extends`.
    """
    chains = [documents[number:] for number in range(1, len(documents))]
    faults, gaps = find_faults(data, find_lost(documents))
    assigned = assign(documents, data, [faults, *map(_find_inherited, chains)], gaps)
    pages = [Page(document) for document in documents]
    found = explain_conflicts(pages, assigned, find_messages if with_causes else None)
    return [
        finding._replace(inherited_by=tuple(document.file for document in reversed(documents[:number])))
        for number, document in enumerate(documents)
        for finding in locate(document, (one.fault for one in found if one.number == number))
    ]


def _find_inherited(documents: Sequence[Document]) -> Sequence[Fault]:
    """Return the faults in the inherited ruleset that is merged from ``documents``. Results are cached."""
    lost = find_lost(documents)
    key = tuple(lost), *[(document.file, document.text) for document in documents]
    if key not in _inherited:
        if len(_inherited) == KEPT:
            _inherited.clear()
        _inherited[key] = find_faults(merge_documents(documents), lost)[0]
    return _inherited[key]


def find_messages(documents: Sequence[Document]) -> set[str]:
    """Return the message for each fault in the ruleset that is merged from ``documents``."""
    return {fault.message for fault in find_faults(merge_documents(documents), find_lost(documents))[0]}


def find_faults(data: dict[str, Any], lost: Iterable[KeyPath]) -> tuple[list[Fault], Gaps]:
    """Find the faults in ``data``. The ``lost`` parts of the ruleset are already missing from it.

    Return the faults, and a record of all parts that were removed.
    """
    ruleset, gaps, problems = mend(data, lost)
    _, found = check(ruleset, gaps)
    moved = [fault._replace(path=gaps.original(fault.path)) for fault in found]
    remaining = _read_words((fault for fault in moved if not gaps.holds(fault.path)), data)
    return limit_faults(chain(map(explain, problems), remaining)), gaps


def _read_words(faults: Iterable[Fault], data: dict[str, Any]) -> Iterator[Fault]:
    """Yield ``faults``, but only one fault for each expression in players' words.

    The remedy for this fault is for the whole expression.
    """
    read: set[KeyPath] = set()
    for fault in faults:
        text = look_up(data, fault.path)
        is_text = (fault.span or fault.code == NAMED_NUMBER) and isinstance(text, str)
        words = _find_words(fault.path, text, data) if is_text else None
        if words is None and is_text:
            words = _repair(fault, text) if isinstance(fault.remedy, Fix) else None
        if words is None:
            look = {"BJ514": find_play_of_row, "BJ518": explain_partial_chart}.get(fault.code)
            plays = look(fault.path, data) if look else None
            yield fault._replace(remedy=plays) if plays else fault
        elif fault.path not in read:
            read.add(fault.path)
            is_offer = isinstance(words, Fix) and not words.text
            is_whole = isinstance(words, Fix) and not (words.span or words.to or is_offer)
            span = None if is_whole else fault.span
            yield fault._replace(remedy=words, part="key" if is_offer else "value", span=span)


def _repair(fault: Fault, text: str) -> Remedy | None:
    """Suggest a replacement for an expression with several syntax faults.

    Return None if there is only one fault, or if the expression cannot be repaired.
    """
    fix, (offset, length) = fault.remedy, fault.span or (0, 0)
    if not isinstance(fix, Fix) or fault.code not in SYNTAX:
        return None
    start, length = fix.span or (offset, length)
    repaired = repair_condition(text)
    is_more = (
        repaired != text and repaired.split() != (text[:start] + fix.text + text[start + length :]).split()
    )
    return Fix(repaired, span=(0, len(text))) if is_more else None


def _write_share(share: re.Match[str]) -> str:
    """Return an expression for a percentage or a fraction of an amount."""
    percent, amount, parts = share["percent"] or share["rate"], share["of"] or share["amount"], share["parts"]
    return f"{amount} // {parts}" if parts else f"{amount} * {int(percent)} // 100"


def _explain_hand(path: KeyPath, text: str) -> Remedy:
    """Explain how to write a condition, if ``text`` describes a hand or compares single cards.

    Return an empty string for any other condition.
    """
    if len(path) == OF_BET:
        return Fix("", OFFERED) if OF_CARDS.search(text) else ""
    is_in_words = SINGLE_CARDS.search(text) or not is_expression(repair_condition(text))
    return CONDITIONS if is_in_words else ""


def _find_share_of_wager(path: KeyPath, text: str) -> Fix | None:
    """Suggest an amount if ``text`` describes a share of the wager in words. Otherwise, return None."""
    is_of_bet = path[0] == "side_bets" and len(path) == 3 and path[-1] == "wager"
    match = SHARE_OF_WAGER.fullmatch(text.strip().lower())
    ratio = to_ratio(match[1]) if match and (is_of_bet or path == ("rules", "double", "adds")) else None
    if not ratio:
        return None
    part, whole = read_ratio(ratio).as_integer_ratio()
    return Fix(f"{'' if part == 1 else f'{part} * '}wager // {whole}", span=(0, len(text)))


def _find_words(path: KeyPath, text: str, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest an expression in place of ``text``, if it is in players' words. Otherwise, return None."""
    if (divided := DIVIDED_COUNT.search(text)) is not None:
        start, end = divided.span()
        return Fix(TRUE_COUNT, span=(start, end - start))
    if (share := SHARE_OF.fullmatch(text.strip())) is not None:
        return Fix(_write_share(share), span=(0, len(text)))
    if path[0] in ("side_bets", "payouts") and path[-1] == "when" and (said := _explain_hand(path, text)):
        return said
    is_wager = path[0] == "strategies" and path[2:] == ("wager",)
    is_rule = path[0] == "strategies" and path[2:3] == ("rules",) and path[-1] == "when"
    if is_rule and text.strip().lower() in ("else", "otherwise", "always", "default", "everything else"):
        return Fix("", "remove `when`: a rule without it always applies")
    return (
        _find_share_of_wager(path, text)
        or find_occasion(path, text, data)
        or (advise_system(path, text) if is_wager else None)
        or find_form(path, text, data)
    )
