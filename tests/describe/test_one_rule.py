"""The sentence of a rule card about one key, for reports that name it."""

from __future__ import annotations

import pytest

from bj.describe.rules.one_rule import rule_in_words
from bj.faults_and_fixes import KeyPath
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import find_ruleset


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (("dealer", "draws"), "The dealer draws below 17, hard or soft, unless a power says otherwise."),
        (("payouts", "tie"), "Equal totals are a push: the wager is returned."),
        (
            ("rules", "dealer_natural"),
            "A dealer's natural ranks no higher than other hands of the same total.",
        ),
        (("shoe", "reshuffle_when"), "The step `reshuffle` shuffles when fewer than 20 cards are left."),
        (("shoe", "shuffle", "cuts"), "Shuffling: a riffle with 7 random cuts of 13 to 39 cards."),
        (("cards", "ranks", "A"), ""),
        (
            ("cards", "ranks"),
            "2 to 9 count what they show; T, J, Q and K count 10; A counts 1, or 11 unless the hand "
            "would bust.",
        ),
        (("strategies", "brave", "wager"), "Strategy brave: Wagers twice the minimum."),
        (("strategies", "simple", "chart"), "Strategy simple: the chart"),
        (
            ("powers", "flee", "when"),
            "Power flee: When a round is over, as a player, if the bankroll is below half of `normal` "
            "(rounded down): forfeits the round.",
        ),
        (
            ("procedure", "round", 3, "if"),
            "Step kick out player, if the round is forfeited or the bankroll is below the minimum; else kick "
            "out dealer",
        ),
        (
            ("procedure", "hand", 6),
            "Step reveal hole card: the dealer's face-down cards are turned over if the dealer has to play",
        ),
        (("procedure", "round"), ""),
        (("output", "push"), ""),
        (("teams",), ""),
    ],
)
def test_a_key_has_the_sentence_of_the_rule_card(path: KeyPath, words: str) -> None:
    """A key has the sentence about it; texts, prompts and whole sections have none."""
    assert rule_in_words(load_ruleset(find_ruleset("sos_vs_sc")), path) == words


def test_a_chart_has_the_row_of_a_hand() -> None:
    """The sentence about a chart can have the row of a hand, and those with the same actions."""
    row = rule_in_words(load_ruleset(find_ruleset("classic")), ("strategies", "simple", "chart"), (False, 14))
    assert (
        row
        == "Strategy simple: the chart: hard 13 to 16: stand against 2 3 4 5 6, hit against 7 8 9 T J Q K A"
    )
