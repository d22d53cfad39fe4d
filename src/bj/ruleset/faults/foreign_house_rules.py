"""Lists the names that other games and programs use for house rules, with their meanings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bj.catalogue.limits import MOST_SPLIT
from bj.ruleset.faults.foreign_name_row import REMOVE, Foreign, by_example
from bj.ruleset.faults.foreign_values import (
    EVERY_HAND,
    RESULTS,
    if_amount,
    if_table,
    if_true,
    is_amount,
    keep,
    one_of,
    read_pairs,
    read_totals,
    to_charlie,
    to_commission,
    to_cut,
    to_draws,
    to_named_ranks,
    to_number,
    to_pack,
    to_pack_without,
    to_packs,
    to_peek,
    to_penetration,
    to_ranks,
    to_ratio,
    to_rule,
    to_split_hands,
    to_totals_from,
    to_totals_of,
    worths_of,
)
from bj.ruleset.faults.other_foreign_names import HANDS_TO_PLAY, advise_hands
from bj.ruleset.model.house_rule_reading import condition_of_totals
from bj.text.lazy_regex import compile_later

EVEN_MONEY = "even money is insurance on a natural"
_SOFT_17 = {17: False, "stand": False, "stands": False, "soft 17": False, "all 17s": False}
_NAMED_17 = {"s17": False, "h17": True, "stands on soft 17": False, "hits soft 17": True}
_HITS = by_example("dealer.hits_soft_17", True, False)
_STANDS = by_example(
    "dealer.hits_soft_17", False, rewrite=one_of({**_SOFT_17, True: False, False: True})
)._replace(other=by_example("dealer.draws", "total < 17", rewrite=to_draws("<")))
_OF_KIND = {
    kind: Foreign(
        f'write `double = {{ on = "{kind} 9..11" }}` under [rules], with the totals that you want',
        "rules.double",
        to_totals_of(kind),
    )
    for kind in ("hard", "soft")
}
_SPLITTING = "write `split = { hands = 4, resplit_aces = true }` under [rules], with your own values"
_RESPLITS = {
    True: True,
    False: "once",
    "0": "once",
    "1": {"hands": 3},
    "2": {"hands": 4},
    "once": True,
    "aces": {"resplit_aces": True},
    "no aces": True,
}
_ACES = {
    **{word: {"aces": "one card"} for word in ("one card", "one card only", "one card each")},
    "once": {"resplit_aces": False},
    "hit": {"aces": "hit"},
    "resplit": {"resplit_aces": True},
}
ORIGINAL = compile_later(r"\b(?:original|obb?o|one bet|busted bets|bb ?\+ ?1)\b")
"""Matches phrases that say that a dealer's natural takes only the original bets."""

WHOLE = compile_later(r"(?!.*\b(?:no|not|but|except)\b).*\b(?:all|every\w*|whole|doubles and splits)\b.*")
"""Matches phrases that say that a dealer's natural takes all wagers."""


def to_taken(value: Any) -> str | None:
    """Convert a description of the wagers that a dealer's natural takes to bj's word for them.

    Return None for any other value.

    >>> to_taken("just the original stake"), to_taken("all bets"), to_taken("nothing")
    ('original bets', 'all', None)
    """
    text = str(value).lower()
    return "original bets" if ORIGINAL.search(text) else "all" if WHOLE.fullmatch(text) else None


PACK = 52  # the number of cards in a pack
_SHUFFLES = by_example("shoe.reshuffle_when", True)
TIES = (
    'write `tie = "lose"` under [payouts] for all ties, `tied_totals = { 17 = "lose" }` for ties at certain '
    'totals, and `tied_naturals = "push"` for ties of naturals'
)
_LOST_17 = {"17": "lose"}
_PUSH_ON = (
    "write `push_on = 22` under [dealer]; to drop an inherited one, "
    'write `without = ["dealer.push_on"]` under [ruleset]'
)
PAYOUT = (
    'write one payout, as in `natural = "3:2"` under [payouts], and special ones as bonuses, as in '
    '`special = { when = "cards == 2 and total == 21 and suited", pays = "2:1" }` under [payouts.bonuses]'
)
"""The remedy for a key that sets several payouts for naturals or for wins."""

_WAGERS = "write `minimum_wager` and `maximum_wager` under [rules]"
_ONE_OR_ELEVEN = r"\[?(?:1(?:, ?|/| or | and )11|11(?:, ?|/| or | and )1)\]?"
_FACES = Foreign(
    "face cards count 10",
    rewrite=lambda value: REMOVE if str(value) == "10" else None,
    other=Foreign("write `K = { value = 10 }` under [cards.ranks], with your own values"),
)
_ACE = Foreign(
    "aces count 1 or 11",
    rewrite=lambda value: REMOVE if re.fullmatch(_ONE_OR_ELEVEN, str(value).lower()) else None,
    other=Foreign(
        lambda value: (
            "aces count 1 or 11; for only one value, write "
            f"`A = {{ value = {1 if value == 1 else 11} }}` under [cards.ranks]"
        )
    ),
)


def _other_pairs(value: Any) -> str | None:
    """Return a condition that is true for all pairs except those of the listed ranks.

    Return None if the ranks are unclear.
    """
    return " and ".join(f"first != {worth}" for worth in worths_of(value)) or None


def _to_doubles_of_splits(value: Any) -> str | None:
    """Convert a list of totals that may be doubled after a split into a condition for doubling.

    Return None if the totals are unclear.
    """
    totals = read_totals(value)
    return f"cards == 2 and (not from_split or {condition_of_totals(totals)})" if totals else None


def to_shuffles(value: Any) -> Any:
    """Convert a phrase about when to shuffle to a condition. If it means every hand, convert it to true.

    Return None for any other value.

    >>> to_shuffles("after 10 hands"), to_shuffles("every five rounds"), to_shuffles("each hand")
    ('hand % 10 == 1', 'hand % 5 == 1', True)
    """
    text = str(value).lower()
    found = re.fullmatch(r"(?:(?:after|every|each) )*(\w+) (?:hand|round|deal)s?(?: played)?", text)
    hands = to_number(found[1]) if found else 0
    return f"hand % {hands} == 1" if hands > 1 else True if hands == 1 else EVERY_HAND.get(text)


def _to_split_naturals(value: Any) -> bool | None:
    """Return whether hands from splits can be naturals.

    ``value`` is true, false or the payout for such a hand. Return None for any other value.
    """
    ratio = to_ratio(value)
    return value if isinstance(value, bool) else ratio != "1:1" if ratio else None


def _to_early(value: Any) -> Any:
    """Convert true, or a condition for early surrender, to a value for `surrender`.

    Return None for any other value.
    """
    words = {"upcard == 10": "early against a ten", "upcard != 11": "early except against an ace"}
    if isinstance(value, str) and re.search("[<>=]", value):
        return words.get(value, {"early": value, "late": False})
    return "early" if value is True else None


def _to_reshuffle(value: Any) -> Any:
    text = re.sub(r"^(?:after|at|when|with)\s+", "", str(value).lower())
    return to_penetration(re.sub(r"\b(?:is|are|the) ", "", text)) if "left" in text or "%" in text else None


HOUSE_ROWS: Mapping[str, Foreign] = {
    "hits_soft_17 dealer_hits_soft_17 h17": _HITS,
    "stands_on_soft_17 dealer_stands_on_soft_17 s17 stands_on stand_on stands_on_all_17 stands_on_17 "
    "dealer_stands_on dealer.stands dealer.stand": _STANDS,
    "soft17": Foreign(
        _HITS.hint,
        _HITS.new,
        one_of({**_SOFT_17, **_NAMED_17, "hit": True, "hits": True, "h": True, "s": False}),
    ),
    "draw_to_16_stand_on_all_17s draws_to_16_stands_on_17": by_example("dealer.hits_soft_17", False, True),
    "payouts.losses payouts.busts": Foreign("a losing hand always loses its wager", rewrite=lambda _: REMOVE),
    "rules.winning_total rules.target_total rules.goal rules.aim": Foreign(
        "write `target = 21`", "rules.target", if_amount
    ),
    "rules.bust_at rules.busts_at rules.bust_on": Foreign(
        "a hand busts if its total is above `target` under [rules]",
        "rules.target",
        lambda value: value - 1 if is_amount(value) else None,
    ),
    "cards.symbols cards.suit_names cards.suit_symbols cards.suit": Foreign(
        'write `suits = { S = "♠", H = "♥", C = "♣", D = "♦" }`', ".suits", if_table
    ),
    "cards.display cards.format cards.show cards.shown cards.template cards.style cards.look": Foreign(
        'write `name = "{rank}{suit}"`', ".name", lambda value: value if isinstance(value, str) else None
    ),
    "cards.names cards.rank_names cards.named": Foreign(
        'write `ranks = { K = { name = "King" } }`, with a table for each rank', ".ranks", to_named_ranks
    ),
    "dealer.rule dealer.rules rules.dealer rules.dealer_rule dealer_rule": Foreign(
        _HITS.hint, _HITS.new, one_of({**_NAMED_17, "stands on all 17s": False})
    ),
    "dealer.hits dealer.hit dealer.draw rules.dealer_hits": Foreign(
        "",
        "dealer.hits_soft_17",
        one_of({"soft 17": True, "on soft 17": True, "soft 17s": True}),
        other=Foreign("", "dealer.draws", lambda value: value if re.search("[<>]", str(value)) else None),
    ),
    "dealer.stands_at dealer.stand_at dealer.stays_at dealer.hit_below dealer.minimum_stand "
    "dealer.stays_on dealer.draws_until dealer.until": by_example(
        "dealer.draws", "total < 17", rewrite=to_draws("<")
    ),
    "dealer.hits_on dealer.hit_on dealer.draws_on dealer.draws_to dealer.draw_to dealer.hits_to "
    "dealer.hit_to dealer.hits_up_to": by_example("dealer.draws", "total <= 16", rewrite=to_draws("<=")),
    # actions on a hand
    "soft_doubling double_soft_hands double_soft_totals": Foreign(
        'to forbid it, write `double = { when = "not soft" }` under [rules]',
        "rules.double",
        if_true("any two cards", {"when": "not soft"}),
    ),
    "rules.dealer_blackjack dealers_natural_takes natural_takes lose_on_dealer_natural "
    "lose_against_dealer_blackjack lost_bets_on_dealer_natural what_dealer_blackjack_takes": Foreign(
        'write `natural_takes = "all"` or `dealer_natural = true` under [rules]',
        "rules.natural_takes",
        to_taken,
    ),
    "rules.minimum_stand_total rules.stand_from rules.stand_at_least rules.lowest_stand rules.hit_below "
    "rules.no_stand_below rules.not_stand_below rules.cannot_stand_below": by_example(
        "rules.stand", "15..", rewrite=to_totals_from
    ),
    "double_after_split das": Foreign(
        'to forbid it, write `double = "not after a split"` under [rules]',
        "rules.double",
        if_true({"after_split": True}, "not after a split"),
        other=Foreign(
            'write `double = "cards == 2 and (not from_split or total == 11)"` under [rules]',
            "rules.double",
            _to_doubles_of_splits,
        ),
    ),
    "rules.double.das rules.double.double_after_split": Foreign("write `after_split`", ".after_split", keep),
    "rules.split.double_after rules.split.doubling rules.split.can_double rules.split.may_double": by_example(
        "rules.double.after_split", True, False
    ),
    "rules.double.free": Foreign(
        'write `free_double = "total >= 9 and total <= 11"` under [rules]', "rules.free_double", if_true(True)
    ),
    "no_double_after_split no_das ndas": by_example("rules.double", "not after a split"),
    "double_on double_only double_only_on double_totals double_down doubling doubledown doubles": Foreign(
        'write `double = "9..11"` under [rules], with your own values',
        "rules.double",
        lambda value: to_rule("double")(read_totals(value) or value),
    ),
    "double_any_cards double_any_number double_any_number_of_cards double_any_time double_three_cards "
    "double_more_cards double_multiple_cards double_any_hand double_after_hit double_anytime "
    "double_3_or_more_cards": by_example("rules.double", "any number of cards", "any two cards"),
    "double_two_cards double_first_two_cards double_any double_any_two double_any_two_cards": by_example(
        "rules.double", True, rewrite=if_true("any two cards")
    ),
    "double_down_for_less": by_example("rules.double", {"for_less": True}, {"for_less": False}),
    "double_face_down double_card_face_down": by_example(
        "rules.double", {"face_down": True}, {"face_down": False}
    ),
    "double_adds": Foreign(
        'write `double = { adds = "…" }`',
        "rules.double",
        lambda adds: {"adds": adds} if isinstance(adds, str) else None,
    ),
    "free_doubles": Foreign(
        'write `free_double = "total >= 9 and total <= 11"` under [rules]',
        "rules.free_double",
        lambda value: to_rule("free_double")(read_totals(value) or value),
    ),
    "redouble redoubling": by_example(
        "rules.double",
        {"times": 2},
        rewrite=lambda value: {"times": (to_number(value) or 1) + 1} if value else None,
    ),
    "resplit_aces rsa split_aces_more_than_once "
    "split_aces_again resplit_split_aces split_aces_up_to": Foreign(
        _SPLITTING,
        "rules.split",
        if_true({"resplit_aces": True}, {"resplit_aces": False}),
        other=Foreign(
            _SPLITTING,
            "rules.split",
            lambda value: hands | {"resplit_aces": True} if (hands := to_split_hands(0)(value)) else None,
        ),
    ),
    "double_after_split_aces double_on_split_aces": Foreign(
        "hands from split aces get one card",
        "rules.split",
        if_true({"aces": "hit"}, REMOVE),
    ),
    "double_hard_only double_hard_hands_only double_hard_totals_only": (
        by_example("rules.double", {"when": "not soft"})
    ),
    "resplit resplits resplitting": Foreign(
        _SPLITTING,
        "rules.split",
        one_of(_RESPLITS),
        other=Foreign(_SPLITTING, "rules.split", to_split_hands(0)),
    ),
    "max_split_hands resplit_to split_to split_hands split_up_to split_limit hands_after_split "
    "hands_from_splits max_hands_per_split max_hands_from_split max_hands_after_split resplit_limit "
    "resplit_up_to": Foreign(_SPLITTING, "rules.split", to_split_hands(0)),
    "max_hands": Foreign(_SPLITTING, "rules.split", to_split_hands(0))._replace(
        other=HANDS_TO_PLAY._replace(
            hint=lambda value: advise_hands(value) if to_number(value) > MOST_SPLIT else _SPLITTING,
            rewrite=lambda value: value if is_amount(value) and value > MOST_SPLIT else None,
        )
    ),
    "rules.split.max_hands rules.split.up_to rules.split.maximum": Foreign(
        "write `hands = 4`", ".hands", lambda value: max(to_number(value), 2) if to_number(value) else value
    ),
    "rules.double.totals rules.double.only rules.double.only_on": Foreign(
        "write `on`", ".on", lambda value: read_totals(value) or None
    ),
    "split_free": by_example("rules.free_split", True, False),
    "rules.split.pairs rules.split.only rules.split.ranks rules.split.cards": Foreign(
        'write, for example, `when = "first == 11"`, using the value of the cards that may be split',
        ".when",
        lambda value: read_pairs(value) or None,
    ),
    "rules.split.aces rules.split.split_aces": Foreign(
        'write `split = { when = "first != 11" }` under [rules] if aces may not be split',
        "rules.split",
        one_of({**_ACES, False: {"when": "first != 11"}}),
    ),
    "split_tens": Foreign(
        'write `split = { when = "first != 10" }` under [rules] if tens may not be split',
        "rules.split",
        if_true(None, {"when": "first != 10"}),
    ),
    "dont_split do_not_split never_split no_split": Foreign(
        'write `split = { when = "first != 5" }`, with the values of the cards that may not be split',
        "rules.split",
        lambda value: False if value is True else {"when": pairs} if (pairs := _other_pairs(value)) else None,
    ),
    "rules.split.except rules.split.not rules.split.never rules.split.forbidden": Foreign(
        'write `when = "first != 5"`, with the values of the cards that may not be split',
        ".when",
        _other_pairs,
    ),
    "rules.double.hard": _OF_KIND["hard"],
    "rules.double.soft": _OF_KIND["soft"],
    "surrender_any_time surrender_anytime surrender_any_number_of_cards surrender_any_hand "
    "surrender_after_hit surrender_more_cards surrender_three_cards": by_example(
        "rules.surrender", "any time", "late"
    ),
    "double_rescue rescue surrender_after_double surrender_doubled": Foreign(
        'write `surrender = "rescue"` under [rules] or, with late surrender, `surrender = { doubled = true }`'
    ),
    "triple triples triple_down tripling triple_bet": Foreign(
        'doubling is the only raise: to triple the wager, write `double = { adds = "2 * wager" }` under '
        "[rules]",
        "rules.double",
        if_true({"adds": "2 * wager"}),
    ),
    "rules.split.resplit": Foreign("to forbid it, write `hands = 2`", ".hands", if_true(None, 2)),
    "rules.split.rsa": Foreign("write `resplit_aces`", ".resplit_aces", keep),
    "rules.split.times rules.split.splits": Foreign(
        "write `hands`, which is one more than the number of splits",
        ".hands",
        lambda value: to_number(value) + 1 if to_number(value) else None,
    ),
    "max_splits max_resplits": Foreign(_SPLITTING, "rules.split", to_split_hands(1)),
    "hit_split_aces hit_after_split_aces hit_aces_after_split play_split_aces": Foreign(
        _SPLITTING, "rules.split", if_true({"aces": "hit"}, {"aces": "one card"})
    ),
    "one_card_to_split_aces aces_one_card split_one_card_each split_one_card split_aces_one_card_each "
    "one_card_per_split_ace split_aces_get_one_card": Foreign(
        _SPLITTING, "rules.split", if_true({"aces": "one card"}, {"aces": "hit"})
    ),
    "split_aces_once": Foreign(
        _SPLITTING, "rules.split", if_true({"resplit_aces": False}, {"resplit_aces": True})
    ),
    "one_split split_only_once": by_example("rules.split", "once"),
    "unlike_tens split_any_tens split_any_ten_cards split_any_ten_values split_unlike_tens "
    "different_ten_value_cards": Foreign(
        "write `split = { same_rank = true }` under [rules] if a king and a ten may not be split",
        "rules.split",
        if_true({"same_rank": False}, {"same_rank": True}),
    ),
    "split_aces split_aces_receive": Foreign(_SPLITTING, "rules.split", one_of(_ACES)),
    "surrender_after_split surrender_from_split surrender_split_hands": by_example(
        "rules.surrender", {"after_split": True}, {"after_split": False}
    ),
    "ls surrender_late": by_example("rules.surrender", "late", False),
    "es surrender_early early_surrender": Foreign(
        'remove it, or write `surrender = "early"` under [rules]', "rules.surrender", _to_early
    ),
    "no_surrender": by_example("rules.surrender", False),
    "no_insurance": by_example("rules.insurance", False),
    "even_money rules.insurance.even_money": Foreign(
        f"{EVEN_MONEY}: `insurance = true` under [rules] includes it; to offer only even money, write "
        '`insurance = "even money"`, and to forbid it, `insurance = "not (cards == 2 and total == 21)"`'
    ),
    "rules.surrender.against_ace rules.surrender.vs_ace": Foreign(
        'write `surrender = "early except against an ace"` under [rules] or, for late surrender, '
        '`when = "upcard != 11"` under [rules.surrender]'
    ),
    "strategies.even_money": Foreign(
        EVEN_MONEY, ".insurance", if_true("cards == 2 and total == 21", False), because=EVEN_MONEY
    ),
    "no_even_money": by_example("rules.insurance", "not (cards == 2 and total == 21)"),
    "rules.charlie.wins rules.charlie.immediately rules.charlie.automatic rules.charlie.wins_at_once "
    "rules.charlie.instant rules.charlie.auto": Foreign(
        "write `at_once = true`",
        ".at_once",
        one_of(dict.fromkeys((True, "immediately", "at once", "automatically", "instantly", "always"), True)),
    ),
    "rules.charlie.number rules.charlie.number_of_cards rules.charlie.size": Foreign(
        "write `cards`", ".cards", lambda value: to_number(value) or None
    ),
    "dealer.hard_17 stands_on_hard_17": Foreign(
        "the dealer stands on hard 17",
        rewrite=one_of(dict.fromkeys((True, "stand", "stands"), REMOVE)),
    ),
    "split_only only_split splits_only": Foreign(
        'write `split = { when = "first == 11" }` under [rules], with the cards that may be split',
        "rules.split",
        lambda value: {"when": pairs} if (pairs := read_pairs(value)) else None,
    ),
    "charlie": by_example(
        "rules.charlie", 5, rewrite=lambda value: if_table(value) or to_number(value) or to_charlie(5)(value)
    ),
    "charlie_pays charlie_wins": by_example(
        "rules.charlie.pays",
        "2:1",
        rewrite=lambda value: to_ratio(value) if to_ratio(value) != "1:1" else None,
    )._replace(
        other=Foreign(
            "a charlie is paid like any other win",
            rewrite=lambda value: REMOVE if to_ratio(value) == "1:1" else None,
        )
    ),
    # the hole card
    "peek_ten peek_under_ten": by_example("rules.hole_card", "peek", "peek on ace"),
    "peek_ace peek_under_ace": by_example("rules.hole_card", "peek on ace", "peek on ten"),
    "no_peek": by_example("rules.hole_card", "no peek"),
    "hole_card hole": by_example("rules.hole_card", "peek", rewrite=to_rule("hole_card")),
    "takes_hole_card deals_hole_card": by_example("rules.hole_card", "peek", "none"),
    "dealer_peeks peeks peeks_for_blackjack peeks_hole_card rules.peek peek_under peek_with peek_for "
    "peeks_for checks_with peek_on peeks_on dealer.peek dealer.peeks_against dealer.checks_on": by_example(
        "rules.hole_card", "peek on ace", rewrite=to_peek
    ),
    "no_hole_card enhc": by_example("rules.hole_card", "none", "peek"),
    "obo obbo bb1 bb_plus_1 busted_bets_plus_one original_bets lose_only_original_bets takes": by_example(
        "rules.natural_takes", "original bets", "all"
    ),
    # wagers and payouts
    "dealer_takes_naturals dealer_wins_tied_blackjacks": by_example("payouts.tied_naturals", "lose", "push"),
    "payouts.dealer_busts": Foreign(
        "if the dealer busts, hands are paid like any other win",
        rewrite=lambda value: REMOVE if to_ratio(value) == "1:1" else None,
        other=Foreign("if the dealer busts, the remaining hands win, and `win` under [payouts] pays them"),
    ),
    "natural_beats_21 blackjack_beats_ordinary_21": Foreign(
        "a natural beats every other hand", rewrite=lambda value: REMOVE if value is True else None
    ),
    "stands_at_21 automatic_stand_on_21": by_example("rules.stand_on_target", True, False),
    "blackjack_after_split blackjack_from_split blackjack_on_split split_hand_blackjack "
    "split_21_is_blackjack split_21_counts_as_blackjack blackjack_after_split_aces "
    "blackjack_with_split_aces": by_example("rules.split_naturals", True, rewrite=_to_split_naturals),
    "payouts.doubles payouts.double_down payouts.doubled_hands": Foreign(
        "a doubled hand is paid like any other win",
        rewrite=lambda value: REMOVE if to_ratio(value) == "1:1" else None,
        other=Foreign("`win` under [payouts] also pays doubled hands"),
    ),
    "rules.bet limits bet_limits table_limits bets betting stakes wagers": Foreign(
        _WAGERS, "rules", if_table
    ),
    "rules.unit unit_size betting_unit base_bet": Foreign(_WAGERS, "rules.minimum_wager", keep),
    ".min .minimum rules.minimum table_minimum table_min bet_min": Foreign(
        _WAGERS, "rules.minimum_wager", keep
    ),
    ".max .maximum rules.maximum table_maximum table_max bet_max": Foreign(
        _WAGERS, "rules.maximum_wager", keep
    ),
    ".blackjack .natural rules.natural rules.naturals rules.pays blackjack_pays payouts.blackjack "
    "payouts.naturals": by_example("payouts.natural", "3:2", rewrite=to_ratio)._replace(
        other=by_example("payouts.tied_naturals", "lose", rewrite=one_of(RESULTS))._replace(
            other=Foreign(PAYOUT)
        )
    ),
    "six_to_five pays_six_to_five": by_example("payouts.natural", "6:5", "3:2"),
    "three_to_two pays_three_to_two": by_example("payouts.natural", "3:2", "6:5"),
    "surrender_loses surrender_price": by_example("payouts.surrender", "1:2", rewrite=to_ratio),
    "surrender_refund surrender_returns surrender_pays surrender_gets": by_example(
        "payouts.surrender", "1:2", rewrite=to_commission
    ),
    "insurance_max insurance_min insurance_size insurance_limit insurance_up_to insurance_choice "
    "insurance_choose insurance_chosen insurance_any_amount insurance_partial insurance_variable "
    "insurance_for_less": Foreign("insurance always costs half the wager", rewrite=lambda _: REMOVE),
    "insurance_pays": by_example("payouts.insurance", "2:1", rewrite=to_ratio),
    "commission rake vig vigorish": by_example("payouts.win", "19:20", rewrite=to_commission)._replace(
        because="for all wins except naturals"
    ),
    "commission_on commission_from rake_on": Foreign(
        "`win` under [payouts] sets the commission on wins", rewrite=lambda _: REMOVE
    ),
    "rotates bank_passes bank_rotates bank_changes bank_changes_after_blackjack bank_goes_round": Foreign(
        "write the step `pass bank` under [procedure.hand]"
    ),
    "ties tie pushes payouts.push rules.push": by_example(
        "payouts.tie", "lose", rewrite=one_of(RESULTS)
    )._replace(other=Foreign(TIES)),
    "ties_of_totals": Foreign(TIES),
    "blackjack_ties": by_example("payouts.tied_naturals", "push", rewrite=one_of(RESULTS)),
    "dealer_wins_ties wins_ties ties_lose dealer_takes_ties dealer_wins_all_ties ties_go_to_dealer "
    "ties_go_to_house house_takes_pushes": by_example("payouts.tie", "lose", "push")._replace(
        other=Foreign(TIES)
    ),
    "player_wins_ties player_wins_pushes ties_win ties_go_to_player": by_example(
        "payouts.tie", "win", "push"
    )._replace(other=Foreign(TIES)),
    "dealer_wins_17 wins_17 push_17": by_example(
        "payouts.tied_totals", _LOST_17, rewrite=one_of({True: _LOST_17, "dealer wins": _LOST_17})
    ),
    "dealer_22 bust_22 dealer_22_push dealer.22 busts_22_push 22_pushes dealer_bust_22_pushes": Foreign(
        _PUSH_ON,
        "dealer.push_on",
        lambda value: 22 if value is True or re.match("push|all|every|any", str(value).lower()) else None,
    ),
    "player_blackjack_beats_dealer_blackjack blackjack_beats_dealer player_blackjack_always_wins "
    "blackjack_wins blackjack_wins_over_dealer_blackjack player_natural_beats_dealer": by_example(
        "payouts.tied_naturals", "win", "push"
    ),
    "player_21_always_wins player_21_wins": by_example("payouts.tied_totals", {"21": "win"})._replace(
        because='a natural also needs `tied_naturals = "win"`'
    ),
    "payouts.regular payouts.regular_win payouts.normal payouts.normal_win payouts.ordinary_win payouts.wins "
    "payouts.win_pays payouts.standard": by_example("payouts.win", "1:1", rewrite=to_ratio),
    # cards and the shoe
    "shoe.count shoe.number shoe.size number_of_decks num_decks deck_count shoe.decks rules.deck "
    "cards.packs": by_example("shoe.packs", 6, rewrite=to_packs),
    "penetration shoe.depth shoe.deal dealt_to deck_penetration shoe_penetration pen": by_example(
        "shoe.penetration", "75%", rewrite=to_penetration
    ),
    "cut_card cut_depth cut_off decks_cut_off packs_left shoe.cut shoe.cutcard cards.cut rules.cut "
    "dealer.cut shuffle_at shuffles_at shuffle_point": by_example("shoe.penetration", "75%", rewrite=to_cut),
    "shoe.cards_left": by_example(
        "shoe.penetration",
        "60 cards left",
        rewrite=lambda value: f"{value} cards left" if is_amount(value) else None,
    ),
    "shoe.reshuffle shoe.reshuffles shoe.reshuffle_at shoe.reshuffled": by_example(
        "shoe.reshuffle_when", True, rewrite=to_shuffles
    )._replace(other=by_example("shoe.penetration", "75%", rewrite=_to_reshuffle)),
    "dealer_draws_to_16 must_hit_16": Foreign(
        "the dealer draws to 16", rewrite=lambda value: REMOVE if value is True else None
    ),
    ".shuffle .shuffler": Foreign(
        'write `reshuffle_when = true` under [shoe] to shuffle before every hand, or `penetration = "75%"`'
    ),
    "shuffle_every shuffle_after hands_per_shoe hands_per_shuffle hands_before_shuffle "
    "hands_between_shuffles": by_example(
        "shoe.reshuffle_when",
        "hand % 10 == 1",
        rewrite=lambda value: to_shuffles(f"{value} hands" if to_number(value) else value),
    ),
    "csm continuous_shuffle continuous_shuffler shuffling_machine shuffle_every_hand shoe.continuous "
    "shoe.continuously": _SHUFFLES,
    "ruleset.shuffle rules.shuffled shoe.machine shoe.shuffler shoe.type": by_example(
        "shoe.reshuffle_when", True, rewrite=to_shuffles
    ),
    "deck_type cards.type": Foreign(
        "write `pack = { T = 0 }` under [cards], with the ranks that are missing", "cards.pack", to_pack
    ),
    "cards.without cards.no cards.remove shoe.removed shoe.without remove_cards remove_ranks": Foreign(
        "write `pack = { T = 0 }` under [cards], with the ranks that are missing",
        "cards.pack",
        to_pack_without,
    ),
    "tens_removed": by_example("cards.pack", {"T": 0}),
    "cards.king cards.queen cards.jack cards.ten cards.kings cards.queens cards.jacks cards.tens": Foreign(
        "write `K = { value = 4 }` under [cards.ranks], with the rank (T, J, Q or K) and its value"
    ),
    "cards.values cards.worth cards.points cards.a cards.j cards.q cards.k .values .card_values": Foreign(
        "write `ranks = { K = { value = 4 } }` under [cards], with the ranks that you want",
        "cards.ranks",
        to_ranks,
    ),
    "rules.face rules.face_cards cards.faces cards.face_cards": _FACES,
    "dealer_charlie": by_example("rules.charlie.dealer", True, False),
    "payouts.dealer_bust_push": Foreign(_PUSH_ON, "dealer.push_on", if_amount),
    "charlie_at_once charlie_wins_at_once": (by_example("rules.charlie.at_once", True, False)),
    "round_to rounding_to rounded_to smallest_coin smallest_chip": Foreign(
        "write `decimals = 0` under [money] for whole units, and `rounding` under [payouts]"
    ),
    "shoe.deck shoe.cards": Foreign(
        "write `packs` under [shoe], and the ranks that are missing as `pack = { T = 0 }` under [cards]",
        "shoe.packs",
        lambda value: to_packs(value // PACK if type(value) is int and value % PACK == 0 else value),
    ),
    "shoe.infinite infinite_deck infinite_shoe": by_example("shoe.packs", "infinite"),
    "burn burn_card": Foreign(
        "bj does not burn cards, and burning would not change the odds", rewrite=lambda _: REMOVE
    ),
    "rules.aces cards.aces ace_counts_as ace_value ace_counts ace_is ace_worth": _ACE,
    "max_cards card_limit max_cards_per_hand": by_example(
        "rules.hit", "cards < 5", rewrite=lambda value: f"cards < {value}" if to_number(value) else None
    ),
    "rules.bust rules.busts rules.bust_over": Foreign(
        "a hand busts if its total is above `target` under [rules]"
    ),
    "dealer.hit_soft": _HITS._replace(
        rewrite=one_of({17: True, True: True, False: False}),
        other=by_example(
            "dealer.draws",
            "total < 18 or soft and total == 18",
            rewrite=lambda value: (
                f"total < {value} or soft and total == {value}" if to_number(value) else None
            ),
        ),
    ),
}
"""Maps foreign names of house rules to their meanings. A key lists all names with the same meaning."""
