"""Reads how casinos describe side bets on felts: the rows of pay tables, and the cards that decide a bet."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from bj.catalogue.expression_names import NAMES
from bj.faults_and_fixes import Fix, KeyPath, Remedy
from bj.ruleset.expressions.repairs import is_expression
from bj.ruleset.expressions.vocabulary import BLACK, RED
from bj.ruleset.faults.foreign_values import read_upcards, to_rank, to_ratio
from bj.ruleset.model.rules import read_ratio
from bj.ruleset.suggestions import NUMBER_WORDS
from bj.text.lazy_regex import compile_later

LONGEST_ROW = 80  # the most characters in a row that is read as words


class BetWords(NamedTuple):
    """The cards that decide a casino's side bet, and what the rows in its pay table have in common."""

    cards: str | list[str]
    when: str = ""
    """The condition that applies to every row."""
    total: str = "total"
    """The expression that replaces `total` in the conditions of rows. In some bets, aces always count as 1.
    """


UNKNOWN_ROW = "…"
"""The placeholder for the condition of a row that cannot be read."""

EXAMPLE = "same_rank"
"""The condition that a remedy shows as an example in place of an unknown one."""

SUITS = {"mixed": "", "any": "", "other": "", "suited": "suited", "spades": "suited and holds('S')"}
"""Maps words for suits, which come before or after a list of ranks, to conditions."""

OF_ONE_SUIT = compile_later(r"(?i)[ _,]+(?:all )?(?:of|in)[ _](?:one|the[ _]same|a[ _]single)[ _]suit$")
CARD = compile_later(r"(10|[2-9TJQKA])[ _-]?([SHDC\u2660\u2665\u2666\u2663])?")
RUN = compile_later(r"[2-9TJQKA]{3,8}|[TJQKA]{2}|([3-9TJQKA])\1|(?:[2-9TJQKA][shdc]){2,8}")
SUIT_SIGNS = str.maketrans("\u2660\u2665\u2666\u2663", "SHDC")

BETS: Mapping[str, BetWords] = {
    **dict.fromkeys(
        ("buster", "buster_blackjack", "dealer_bust", "bust_it"), BetWords("dealer", "total > 21")
    ),
    **dict.fromkeys(
        ("21_3", "21_plus_3", "21_plus_three", "twenty_one_plus_three"), BetWords("first two and upcard")
    ),
    **dict.fromkeys(("hot_3", "lucky_lucky", "top_3"), BetWords("first two and upcard")),
    "match_the_dealer": BetWords(["upcard", "player 1", "player 2"]),
    **dict.fromkeys(
        ("over_13", "under_13", "over_under_13"), BetWords("", total="(total - 10 if soft else total)")
    ),
    **dict.fromkeys(("red_or_black", "in_between_up"), BetWords("upcard")),
}
"""Maps the usual names of side bets to the cards and conditions of those bets."""

_RANK = r"(ace|king|queen|jack|ten|[2-9]|10)s?"
_PLURAL = r"((?:ace|king|queen|jack|ten|nine|eight|seven|five|four|three|two)s|sixes)"
_RANKS = rf"(ace|king|queen|jack|{_PLURAL[1:-1]})"
_SUIT = r"(spade|heart|club|diamond)s?"

PHRASES = tuple(
    (compile_later(rf"\b(?:{pattern})(?![\w+])"), condition)
    for pattern, condition in (
        (r"(?:21|twenty 1)(?: plus| ?\+)? ?3", "(suited or straight or same_rank)"),
        (
            r"both (?:have )?(?:blackjacks?|naturals?)",
            "cards == 2 and total == 21 and dealer_cards == 2 and dealer_total == 21",
        ),
        (r"(?:with|and) (?:a )?dealer'?s? (?:blackjack|natural)", "dealer_cards == 2 and dealer_total == 21"),
        (
            rf"(?:both|2|pair of) {_RANK} of {_SUIT}|{_RANK} of {_SUIT} pair|{_PLURAL} of {_SUIT}",
            "number_of('{card}') == 2",
        ),
        (rf"{_RANK}(?: and|,)? {_RANK} of {_SUIT}", "holds('{rank}{suit}') and holds('{rank}{suit}')"),
        (rf"{_RANK} of {_SUIT}", "holds('{card}')"),
        (rf"{_RANK} and {_RANK}", "holds('{rank}') and holds('{rank}')"),
        (rf"pair of {_RANK}", "same_rank and holds('{rank}')"),
        (rf"(?:any|an?) {_RANK}", "holds('{rank}')"),
        (r"royal(?:s| match)?", "suited and holds('K') and holds('Q')"),
        (r"(?<!un)suited match", "card_matches >= 1"),
        (r"(?:both|2) (?:cards )?match(?:es)?", "rank_matches == 2"),
        (r"(?:unsuited |1 )?match", "rank_matches >= 1"),
        (rf"([1-8]) suited {_RANKS}", "number_of('{ranks}') == {0} and suited"),
        (rf"([1-8]) {_RANKS}", "number_of('{ranks}') == {0}"),
        (rf"1 {_RANK}", "number_of('{rank}') == 1"),
        (r"(?:straight|running) flush", "suited and straight"),
        (r"suited (?:trips|three of a kind)", "same_rank and suited"),
        (r"three of a kind|trips|triples?", "same_rank"),
        (r"(?:matched|identical|suited|same suit) pairs?|perfect.*", "same_rank and suited"),
        (r"colou?red(?: pairs?)?|same colou?r pairs?", "same_rank and same_colour"),
        (
            r"(?:mixed|off ?suit|unsuited)(?= (?:blackjack|natural|[0-9]{2}))"
            r"|(?<=blackjack )(?:mixed|off ?suit|unsuited)|(?<=natural )(?:mixed|off ?suit|unsuited)",
            "not suited",
        ),
        (r"(?:mixed|off ?suit|unsuited)(?: pairs?)?|pairs?", "same_rank"),
        (r"matched|identical", "same_rank and suited"),
        (r"suited|same suit|flush", "suited"),
        (r"same colou?r", "same_colour"),
        (r"straight", "straight"),
        (r"(?:in |of )?(spade|heart|club|diamond)s?", "suited and holds('{suit}')"),
        (r"(?:all|only) (?:cards )?red(?: cards)?|red cards", RED),
        (r"(?:all|only) (?:cards )?black(?: cards)?|black cards", BLACK),
        (r"red|red card", "(holds('H') or holds('D'))"),
        (r"black|black card", "(holds('S') or holds('C'))"),
        (r"dealer'?s? (?:busts?|bust(?:s|ed)?)", "dealer_total > 21"),
        (r"blackjack|natural", "cards == 2 and total == 21"),
        (r"([0-9]+) or ([0-9]+) cards?", "(cards == {0} or cards == {1})"),
        (r"([0-9]+) ?(?:\+|or more|and more) cards?|([0-9]+) cards? or more", "cards >= {0}"),
        (r"([0-9]+) cards?", "cards == {0}"),
        (r"(hard|soft) ([0-9]+)", "{soft} and total == {1}"),
        (r"(?:over|more than) ([0-9]+)", "total > {0}"),
        (r"(?:under|less than) ([0-9]+)", "total < {0}"),
        (r"([0-9]{1,2})", "total == {0}"),
    )
)
"""Patterns for phrases in a row, and the condition that each of them means. Longer phrases come first."""

FILLERS = compile_later(
    r"\b(?:bet|player'?s?|your?|any|an?|the|of|hands?|totals?|totall?ing|with|on|exactly|in"
    r"|is|are|have|has|get|gets|dealt|both|dealer busts?|bust(?:s|ed)?)\b"
)


def read_row(written: str) -> str:
    """Convert the description of a pay table row, as printed on a felt, to a condition.

    Return an empty string if it contains an unknown word.

    >>> read_row("suited 20"), read_row("8+ cards"), read_row("Queen of Hearts pair"), read_row("lucky")
    ('suited and total == 20', 'cards >= 8', "number_of('QH') == 2", '')
    """
    if len(written) > LONGEST_ROW:
        return ""
    if cards := _read_comparisons(written) or _read_cards(written):
        return cards
    rest = " ".join(re.split(r"[-_\s]+", written.strip().lower()))
    rest = re.sub(rf"\b({'|'.join(NUMBER_WORDS)})\b(?! of )", lambda match: str(NUMBER_WORDS[match[0]]), rest)
    rest = re.sub(r"\b3 of a kind", "three of a kind", rest)
    rest = re.sub(r"\bfirst 2 cards\b", "", rest)
    parts: list[str] = []
    for pattern, condition in PHRASES:
        match = pattern.search(rest)
        if match is not None:
            parts.append(_fill(condition, [group for group in match.groups() if group]))
            rest = f"{rest[: match.start()]} {rest[match.end() :]}"
    if "dealer_total > 21" in parts:
        parts = [re.sub(r"\bcards\b", "dealer_cards", part) for part in parts]
    is_known = bool(parts) and not FILLERS.sub("", rest).strip(" ,:")
    return " and ".join(dict.fromkeys(parts)) if is_known else ""


def _read_cards(written: str, *, is_whole: bool = False) -> str:
    """Convert a list of cards or ranks, which may be suited, to a condition.

    If ``is_whole`` is true, the hand contains no other cards. Return an empty string for any other text.

    >>> _read_cards("Qh Qh"), _read_cards("K♠, K♥"), _read_cards("20")
    ("number_of('QH') == 2", "holds('KS') and holds('KH')", '')
    >>> _read_cards("six_seven_eight_suited"), _read_cards("three_aces", is_whole=True)
    ("holds('6') and holds('7') and holds('8') and suited", "cards == 3 and number_of('A') == 3")
    """
    plain = OF_ONE_SUIT.sub(" suited", written.strip())
    words = [word for word in re.split(r"[-_\s,+&]+", plain) if word.lower() != "and"]
    at = next((at for at in (-1, 0) if words[1:] and words[at].lower() in SUITS), None)
    suit = "" if at is None else SUITS[words.pop(at).lower()]
    if len(words) == 1 and RUN.fullmatch(words[0]):
        words = re.findall(".[shdc]?", words[0])
    if len(words) == 2 and words[1].endswith("s") and words[0].lower() in NUMBER_WORDS:
        words = words[1:] * NUMBER_WORDS[words[0].lower()]
    found = [CARD.fullmatch(word.upper()) or CARD.fullmatch(to_rank(word)) for word in words]
    cards = [match[1].replace("10", "T") + (match[2] or "").translate(SUIT_SIGNS) for match in found if match]
    if len(cards) < 2 or len(cards) < len(found) or re.fullmatch(r"([2-9])-(?!\1)[2-9]", written):
        return ""  # a range is for totals or numbers of cards
    number = {card: cards.count(card) for card in cards}
    held = (f"number_of('{card}') == {n}" if n > 1 else f"holds('{card}')" for card, n in number.items())
    return " and ".join(filter(None, [f"cards == {len(cards)}" * is_whole, *held, suit]))


_ONE = r"(?:cards?\[[0-9]\]|card_?[0-9]|(?:first|second|third)_card)(?:\.(rank|value|suit|colou?r))?"
ALIKE = compile_later(rf"{_ONE}(?: ?== ?(?:{_ONE.replace('(rank', '(?:rank')}))+")
LISTED = compile_later(r"(?:cards|hand|ranks) ?== ?[\[(]?(['\"].*['\"])[\])]?")
"""Match comparisons in Python's notation: ALIKE compares cards, and LISTED compares a hand with a list."""


def _read_comparisons(written: str, *, is_whole: bool = False) -> str:
    """Convert comparisons of cards in Python's notation to a condition.

    If ``is_whole`` is true, the hand contains no other cards. Return an empty string for any other text.

    >>> _read_comparisons("cards[0].rank == cards[1].rank and cards[0].suit == cards[1].suit")
    'same_rank and suited'
    >>> _read_comparisons("cards == '7 7 7'", is_whole=True), _read_comparisons("card1 == card2")
    ("cards == 3 and number_of('7') == 3", 'same_rank')
    >>> _read_comparisons("ranks == 'K Q' and suited")
    "holds('K') and holds('Q') and suited"
    """
    parts: list[str] = []
    for part in written.strip().split(" and "):
        alike, listed = ALIKE.fullmatch(part), LISTED.fullmatch(part)
        if alike is not None:
            words = {"suit": "suited", "color": "same_colour", "colour": "same_colour"}
            number = f"cards == {part.count('==') + 1}"
            parts += [number] * (is_whole and number not in parts) + [words.get(alike[1], "same_rank")]
        else:
            cards = re.sub("['\",]", " ", listed[1]) if listed else ""
            others = read_row(part) if parts and not cards else ""  # names are read only after a comparison
            parts.append(_read_cards(cards, is_whole=is_whole) if cards else others)
    return " and ".join(parts) if all(parts) else ""


def _fill(condition: str, words: list[str]) -> str:
    if "{card}" in condition:
        return condition.replace("{card}", to_rank(words[0]) + words[1][0].upper())
    if "{rank}{suit}" in condition:
        *ranks, suit = words
        for rank in ranks:
            condition = condition.replace("{rank}{suit}", to_rank(rank) + suit[0].upper(), 1)
        return condition
    if "{suit}" in condition:
        return condition.replace("{suit}", words[0][0].upper())
    if "{ranks}" in condition:
        return condition.replace("{ranks}", to_rank(words[1])).format(words[0])
    if "{rank}" in condition:
        for word in words:
            condition = condition.replace("{rank}", to_rank(word), 1)
        return condition
    if "{soft}" in condition:
        condition = condition.replace("{soft}", "not soft" if words[0] == "hard" else "soft")
    return condition.format(*words)


def read_bonus(written: str) -> str:
    """Convert the description of a bonus, as printed on a felt, to a condition.

    If the bonus is for a natural, the condition excludes hands from splits.

    >>> read_bonus("blackjack in spades"), read_bonus("suited 21")
    ("suited and holds('S') and cards == 2 and total == 21 and split_hands == 1", 'suited and total == 21')
    """
    if cards := _read_comparisons(written, is_whole=True) or _read_cards(written, is_whole=True):
        return cards
    condition = read_row(written)
    if (
        re.search(r"\b(?:three|3)[-_ ]of[-_ ]a[-_ ]kind|\btrip", written.lower())
        and condition
        and "cards" not in condition
    ):
        condition = f"cards == 3 and {condition}"
    return condition + " and split_hands == 1" * ("cards == 2 and total == 21" in condition)


SHARE = compile_later(
    r"(half|[0-9]+ ?/ ?[0-9]+|[0-9]+ ?%)(?: (?:of )?(?:the |your |a )?(?:bet|wager|stake))?"
)


def find_share(path: KeyPath, text: str) -> Remedy | None:
    """Suggest an amount if ``text`` describes a share of the wager in words.

    Return None for any other text.

    >>> find_share(("side_bets", "pairs", "wager"), "50% of the bet").text
    'wager // 2'
    """
    of_bet = path[0] == "side_bets" and len(path) == 3 and path[-1] == "wager"
    match = SHARE.fullmatch(text.strip().lower()) if of_bet or path == ("rules", "double", "adds") else None
    ratio = to_ratio(match[1]) if match else None
    if not ratio:
        return None
    part, whole = read_ratio(ratio).as_integer_ratio()
    return Fix(f"{'' if part == 1 else f'{part} * '}wager // {whole}", span=(0, len(text)))


OF_UPCARDS = (("rules", "surrender"), ("rules", "insurance"))
"""The house rules for which a condition in players' words can only be a list of upcards."""


def find_words(path: KeyPath, text: str) -> Remedy | None:
    """Suggest a condition if ``text`` describes a side bet or a bonus, as printed on a felt.

    Return None for any other text.

    >>> find_words(("side_bets", "pairs", "pay_table", 0, "when"), "suited pair").text
    'same_rank and suited'
    """
    if path[:2] in OF_UPCARDS and (condition := read_upcards(text)):
        return Fix(condition, span=(0, len(text)))
    if path[0] not in ("side_bets", "payouts") or path[-1] != "when" or len(text) > LONGEST_ROW:
        return None
    if len(path) == 3:
        is_about_cards = read_row(text) or _says_nothing(text)
        say = (
            "remove `when`: it is the condition for offering the bet, and `pay_table` lists the winning hands"
        )
        return Fix("", say) if is_about_cards else None
    row = (
        make_row(text, "1:1", str(path[1]))
        if path[0] == "side_bets"
        else {"when": read_bonus(text) or _read_names(text)}
    )
    is_read = row is not None and row["when"] not in ("", UNKNOWN_ROW, text)
    return Fix(row["when"], span=(0, len(text))) if row and is_read else None


def make_row(when: Any, pays: Any, bet: str = "") -> dict[str, Any] | None:
    """Create a pay table row from the description ``when`` and the payout ``pays``.

    ``bet`` is the name of the side bet. Return None if the payout cannot be read.

    >>> make_row("8+", "250 to 1", "buster"), make_row("lucky", 3)
    ({'when': 'total > 21 and cards >= 8', 'pays': '250:1'}, {'when': '…', 'pays': '3:1'})
    """
    ratio, (_, shared, total) = to_ratio(pays), _find(bet)
    if not ratio:
        return None
    words = str(when)
    if shared and re.fullmatch(r"[0-9]{1,2} ?(?:\+|or more|and more)?", words):
        words += " cards"
    a_card = re.fullmatch("[2-9]", words)
    condition = f"number_of('{words}') == 1" if a_card else read_row(words).replace("total", total)
    condition = condition or _read_names(words)
    if shared and (words == bet or _says_nothing(words)):
        return {"when": shared, "pays": ratio}
    if condition:
        return {"when": f"{shared} and {condition}" if shared else condition, "pays": ratio}
    if not is_expression(words) or re.search(r"[\[.]|== ?['\"]", words):
        words = UNKNOWN_ROW
    is_a_word = words.isidentifier() and words not in NAMES
    return {"when": UNKNOWN_ROW if is_a_word else words, "pays": ratio}


WORD = compile_later(r"'[^']*'|\"[^\"]*\"|\b[a-z]\w*+(?!\()")


def _read_names(condition: str) -> str:
    """Replace the names in ``condition`` that are phrases from felts with the conditions that they mean.

    Return an empty string if none of its names is a phrase.

    >>> _read_names("total == 20 and matched"), _read_names("total == 20")
    ('total == 20 and (same_rank and suited)', '')
    """
    if not is_expression(condition):
        return ""
    own = {word for word in WORD.findall(condition) if word.isidentifier() and word not in NAMES}
    found = {word: meant for word in own if (meant := read_row(word))}
    read = {word: f"({meant})" if " and " in meant else meant for word, meant in found.items()}
    return WORD.sub(lambda word: read.get(word[0], word[0]), condition) if read else ""


def _says_nothing(words: str) -> bool:
    """Return whether ``words`` consist only of filler words, as in `dealer busts`."""
    return not FILLERS.sub("", " ".join(re.split(r"[-_\s]+", words.lower()))).strip(" ,:")


def cards_of(bet: str) -> str | list[str]:
    """Return the value of `cards` for the side bet ``bet``.

    Return an empty string if the name is unknown, or if the bet uses the default cards.

    >>> cards_of("bet_21+3"), cards_of("royal_match")
    ('first two and upcard', '')
    """
    return _find(bet).cards


def _find(bet: str) -> BetWords:
    return BETS.get("_".join(re.findall("[a-z0-9]+", bet.lower())).removeprefix("bet_"), BetWords(""))
