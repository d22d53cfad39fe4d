"""A rule card promises nothing that cannot happen, and says what powers change."""

from __future__ import annotations

import pytest
from tests.cli.changed_rulesets import Changes, card, changed, difference

NO_ACES: Changes = {"cards/pack": {"A": 0}}
LOW_ACES: Changes = {"cards/ranks/A": {"name": "Ace", "value": 1}}
CASINO = "casino/atlantic_city"
TALL: Changes = {
    "powers/tall": {"while": "hand >= 1", "target": 27, "draws": "total < 23"},
    "dealer/powers": ["tall"],
}
FAR = ", unless a power says otherwise"


@pytest.mark.parametrize("changes", [NO_ACES, LOW_ACES, {"rules/target": 24}])
@pytest.mark.parametrize("name", ["classic", CASINO])
def test_no_natural_is_promised_where_no_two_cards_are_one(name: str, changes: Changes) -> None:
    """Without a card that makes the target with another one, the card says so, and no more of naturals."""
    rules = card(changed(name, changes)).partition("Dealing")[0]
    assert [line.strip() for line in rules.splitlines() if "natural" in line] == [
        "No two cards are a natural."
    ]


@pytest.mark.parametrize("changes", [NO_ACES, LOW_ACES])
def test_no_soft_hand_and_no_ace_is_promised_without_a_high_card(changes: Changes) -> None:
    """The dealer's rule and the chart know no soft hands, and no pair splits only once."""
    text = card(changed(CASINO, changes))
    assert "The dealer draws below 17.\n" in text
    assert "    soft 1" not in text
    assert "aces once" not in text
    assert "may be split, into up to four hands.\n" in text


@pytest.mark.parametrize(
    ("split", "says_aces"),
    [
        (True, True),
        ("holds('A') and pair", True),  # depends on the cards
        ({"when": "first == 8"}, False),
        ("pair and first != 11", False),
        (False, False),
    ],
)
def test_split_aces_are_mentioned_only_where_aces_are_split(split: object, says_aces: bool) -> None:
    """Nothing is said of the cards of split aces, or of how often they are split, if they never are."""
    text = card(changed("casino", {"rules/split": split}))
    assert ("A split ace gets one card.\n" in text) == says_aces
    assert "aces once" not in text or says_aces
    assert (", after a split too" in " ".join(text.split())) == (split is not False)


def test_insurance_that_is_never_offered_is_not_mentioned() -> None:
    """Insurance is left out where no upcard counts 11, and pays only where a natural is possible."""
    assert "Against an ace, insurance may be taken" in card(changed("casino", {}))
    assert "insurance may be taken" not in card(changed("casino", LOW_ACES))
    assert "Insurance pays" not in card(changed("casino", {"rules/target": 24}))
    assert "Insurance never pays.\n" in card(changed("casino", {"rules/target": 24}))


def test_a_natural_names_the_cards_that_count_high() -> None:
    """A natural is made with each rank that makes the target with another one."""
    assert "with an ace counted high," in card(changed("classic", {}))
    eight: Changes = {"cards/ranks/8": {"name": "Eight", "value": 1, "or": 11}}
    assert "with an 8 or an ace counted high," in card(changed("classic", eight))


def test_two_cards_of_a_rank_are_needed_for_a_natural_of_a_pair() -> None:
    """Where only two aces would be a natural, one ace in one pack makes none."""
    changes: Changes = {
        "cards/pack": {"A": 0, "AS": 1},
        "rules/target": 12,
        "strategies/simple/chart": None,
        "strategies/simple/rules": [{"do": "stand"}],
    }
    assert "No two cards are a natural." in card(changed("classic", changes))
    assert "with an ace counted high" in card(changed("classic", {**changes, "cards/pack": {"A": 1}}))


def test_the_dealer_s_rule_is_read_up_to_the_target_of_a_power() -> None:
    """A rule for totals beyond the house's target is said as it is, and the house's rule as one of two."""
    text = card(changed("classic", TALL))
    assert "their target is 27 and the dealer draws below 23, hard or soft.\n" in text
    assert f"The dealer draws below 17, hard or soft{FAR}.\n" in text
    assert f"A hand tries to come close to 21 and busts beyond it{FAR}.\n" in text
    assert "always draws" not in text
    said = difference(changed("classic", {}), changed("classic", TALL))
    assert not any("always draws" in line for line in said)
    assert any("draws below 23" in line for line in said)


def test_a_player_s_power_does_not_change_the_dealer_s_rule() -> None:
    """What a power says of dealers holds for a dealer who has it, or for all if the table shares it."""
    own: Changes = {"powers/tall": TALL["powers/tall"], "strategies/simple/powers": ["tall"]}
    text = card(changed("classic", own))
    assert "The dealer draws below 17, hard or soft.\n" in text
    assert "a dealer with this power draws below 23, hard or soft.\n" in text
    shared = card(changed("classic", {**own, "powers/tall/shared": "table"}))
    assert f"The dealer draws below 17, hard or soft{FAR}.\n" in shared
    assert "and the dealer draws below 23, hard or soft.\n" in shared


@pytest.mark.parametrize(
    ("payouts", "said"),
    [
        ({"win": "2:1"}, f"A hand that beats the dealer's pays 1:1{FAR}."),
        ({"tie": "lose"}, f"Equal totals are a push: the wager comes back{FAR}."),
        ({"natural": "2:1"}, f"is paid 3:2 at once{FAR}."),
    ],
)
def test_a_payout_that_a_power_changes_is_not_promised_to_all(payouts: dict[str, str], said: str) -> None:
    """Only the payouts that a power changes, which somebody has, are said to have exceptions."""
    power = {"while": True, "payouts": payouts}
    given: Changes = {"powers/own": power, "strategies/simple/powers": ["own"]}
    text = card(changed("classic", given))
    assert said in text
    assert text.count(FAR) == 1
    unused = card(changed("classic", {"powers/own": power}))
    assert FAR not in unused
