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


@pytest.mark.parametrize(
    ("changes", "says_one"),
    [
        ({}, False),
        ({"rules/target": 22}, True),
        ({"rules/target": 22, "cards/pack": {"A": 0, "AS": 1}}, False),
        ({"cards/ranks/8": {"name": "Eight", "value": 1, "or": 11}}, False),
        ({"cards/ranks/A/value": 0, "cards/ranks/A/or": 10}, True),
        (
            {
                "cards/ranks/A": {"name": "Ace", "value": 1, "or": 12},
                "cards/ranks/2/or": 13,
                "cards/pack": {"A": 0, "AS": 1, "2": 0, "2S": 1},
                "rules/target": 25,
            },
            True,
        ),
    ],
)
def test_only_one_card_counts_high_where_two_would_fit(changes: Changes, says_one: bool) -> None:
    """The card says that one card counts high, if two of a hand could without a bust."""
    text = card(changed("classic", changes))
    assert ("Only one card of a hand counts its higher value.\n" in text) == says_one


def test_two_cards_of_a_rank_are_needed_for_a_natural_of_a_pair() -> None:
    """If only two aces would be a natural, one ace in one pack makes none."""
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
    """A power's rule about dealers holds for a dealer who has it, or for all if the table shares it."""
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
    """Only payouts that a power of some holder changes have exceptions."""
    power = {"while": True, "payouts": payouts}
    given: Changes = {"powers/own": power, "strategies/simple/powers": ["own"]}
    text = card(changed("classic", given))
    assert said in text
    assert text.count(FAR) == 1
    unused = card(changed("classic", {"powers/own": power}))
    assert FAR not in unused
    never = card(changed("classic", {**given, "rules/target": 24}))
    assert "No two cards are a natural.\n" in never


BUST = "A player who busts loses, even if the dealer also busts"
TARGET = "A hand tries to come close to 21 and busts beyond it"
DRAWS = "The dealer draws below 17, hard or soft"
WIN = "A hand that beats the dealer's pays 1:1"
TIE = "Equal totals are a push: the wager comes back"
PLAYER = "strategies/simple/reactions"
DEALER = "dealer/reactions"


def exceptions(text: str) -> list[str]:
    """The rules of a card to which powers make exceptions."""
    return [line.strip().removesuffix(f"{FAR}.") for line in text.splitlines() if line.endswith(f"{FAR}.")]


@pytest.mark.parametrize(
    ("holder", "reaction", "changed_rules"),
    [
        (PLAYER, {"on": "bust", "do": "stand"}, [TARGET, BUST]),
        (PLAYER, {"on": "bust", "do": "retake hand"}, [BUST]),
        (PLAYER, {"on": "bust", "do": "win hand"}, [BUST]),
        (PLAYER, {"on": "bust", "do": "void hand"}, [BUST]),
        (PLAYER, {"on": "bust", "do": "lose hand"}, []),
        (PLAYER, {"on": "bust", "do": "discard card"}, [TARGET, BUST]),
        (PLAYER, {"on": "bust", "do": "count as", "total": "total - last + 1"}, [TARGET, BUST]),
        (PLAYER, {"on": "bust", "say": "Not again!"}, []),
        (PLAYER, {"on": "bust", "as": "dealer", "do": "retake hand"}, []),
        (PLAYER, {"on": "stand", "do": "win hand"}, [WIN, TIE]),
        (PLAYER, {"on": "stand", "do": "extra card"}, []),  # classic neither doubles nor stands on 21
        (PLAYER, {"on": "dealer stands", "do": "extra card"}, [DRAWS]),
        (PLAYER, {"on": "turns over", "do": "extra turn"}, []),
        (DEALER, {"on": "bust", "do": "win hand"}, [WIN, TIE]),
        (DEALER, {"on": "bust", "do": "stand"}, []),  # no effect for a dealer
        (DEALER, {"on": "bust", "do": "retake hand"}, [DRAWS]),
        (DEALER, {"on": "bust", "do": "discard card"}, [TARGET]),
        (DEALER, {"on": "bust", "of": "opponent", "do": "take card", "partner": "them"}, [TARGET, BUST]),
        (DEALER, {"on": "bust", "of": "anybody", "do": "take card", "partner": "them"}, [TARGET, BUST]),
        (DEALER, {"on": "stand", "do": "extra card"}, [DRAWS]),
        (DEALER, {"on": "stand", "do": "void hand"}, [WIN, TIE]),
    ],
)
def test_a_rule_that_a_reaction_breaks_is_not_promised_to_all(
    holder: str, reaction: dict[str, str], changed_rules: list[str]
) -> None:
    """Only the rules that a reaction can break have exceptions, and a comparison shows them."""
    odd = changed("classic", {holder: [reaction]})
    assert exceptions(card(odd)) == changed_rules
    said = difference(changed("classic", {}), odd)
    assert [line[2:] for line in said if line.endswith(f"{FAR}.")] == [
        f"{rule}{FAR}." for rule in changed_rules
    ]


@pytest.mark.parametrize("holder", ["strategies/simple", "dealer"])
def test_a_reaction_of_a_power_counts_only_with_a_holder(holder: str) -> None:
    """The reactions of a power, its own and the listed ones, are those of its holders in their roles."""
    reactions = [{"on": "bust", "as": "player", "do": "stand"}, {"on": "stand", "do": "void hand"}]
    power: Changes = {"powers/odd": {"on": "dealer stands", "do": "extra card", "reactions": reactions}}
    assert exceptions(card(changed("classic", power))) == []
    given = exceptions(card(changed("classic", {**power, f"{holder}/powers": ["odd"]})))
    assert (BUST in given) == (holder != "dealer")
    assert {WIN, TIE, DRAWS} <= set(given)


@pytest.mark.parametrize(("role", "changed_rules"), [("player", [BUST]), ("dealer", [DRAWS])])
def test_a_member_breaks_the_rules_of_the_role_in_which_it_reacts(
    role: str, changed_rules: list[str]
) -> None:
    """A member plays or deals, and may react in one role only."""
    reactions = [{"on": "bust", "as": role, "do": "retake hand"}]
    changes: Changes = {"members/jotaro/powers": [], "members/jotaro/reactions": reactions}
    assert exceptions(card(changed("sos_vs_sc", changes))) == changed_rules


def test_an_extra_card_breaks_the_rules_for_doubled_hands_split_aces_and_the_target() -> None:
    """Hands that end with a card or stand automatically may continue with an extra card."""
    changes: Changes = {
        "strategies/basic/reactions": [{"on": "stand", "do": "extra card"}],
        "rules/charlie": 5,
        "rules/stand_on_target": True,
    }
    double = "The wager on a hand of two cards may be doubled for exactly one more card, after a split too"
    assert exceptions(card(changed("casino", changes))) == [
        "A player's hand of 5 cards without a bust stands and beats all totals",
        "A hand that has reached the target stands automatically",
        "A split ace gets one card",
        double,
    ]
    split = {"hands": 4, "aces": "hit or double"}
    assert exceptions(card(changed("casino", {**changes, "rules/split": split})))[2:] == [
        double.replace("after a split too", "split aces too")
    ]
    dealers: Changes = {
        **changes,
        "strategies/basic/reactions": [],
        DEALER: [{"on": "stand", "do": "extra card"}],
    }
    assert exceptions(card(changed("casino", dealers))) == [
        "A hand that has reached the target stands automatically",
        DRAWS,
    ]


def test_hands_that_a_reaction_settles_have_no_other_outcome() -> None:
    """All rules for comparing hands have exceptions, but not those for what is paid before."""
    changes: Changes = {
        DEALER: [{"on": "stand", "do": "lose hand"}],
        "dealer/push_on": 22,
        "payouts/tied_totals": {"17": "lose"},
        "payouts/tied_naturals": "push",
        "payouts/bonuses/long": {"when": "cards == 6", "pays": "2:1"},
        "payouts/bonuses/soon": {"when": "cards == 7", "pays": "3:1", "at_once": True},
    }
    assert exceptions(card(changed("casino", changes))) == [
        WIN,
        "A dealer's natural beats every hand but a player's natural, with which it ties",
        "A hand that has reached the target stands automatically",
        TIE,
        "Two totals of 17 go to the dealer: the wager is lost",
        "Two naturals are a push: the wager comes back",
        "A dealer who busts with 22 ties with every hand that has not bust, except naturals",
        "A hand that wins is paid 2:1 when the hand has 6 cards",
    ]


@pytest.mark.parametrize(
    ("name", "is_changed"), [("variants/british_pontoon", True), ("casino", False), ("vegas", False)]
)
def test_a_natural_that_is_paid_with_other_hands_may_be_settled_before(name: str, is_changed: bool) -> None:
    """The payout of a natural has an exception only if it is paid neither at once nor as other hands are."""
    rules = exceptions(card(changed(name, {DEALER: [{"on": "stand", "do": "void hand"}]})))
    assert any(rule.startswith("A natural, ") for rule in rules) == is_changed
    assert ("A player's natural beats every hand but a dealer's natural" in rules) == is_changed


@pytest.mark.parametrize(
    ("holder", "of"), [(DEALER, None), (PLAYER, "opponent"), (PLAYER, "anybody"), (PLAYER, "mate")]
)
def test_a_dealer_s_bust_that_ties_may_be_prevented(holder: str, of: str | None) -> None:
    """A power that takes the busting card from the dealer changes the rule about the dealer's busts."""
    reaction = {"on": "bust", "do": "discard card"}
    if of is not None:
        reaction = {"on": "bust", "of": of, "do": "take card", "partner": "them"}
    rules = exceptions(card(changed("classic", {holder: [reaction], "dealer/push_on": 22})))
    assert any(rule.startswith("A dealer who busts with 22 ties") for rule in rules) == (of != "mate")
    assert (BUST in rules) == (of in ("mate", "anybody"))


PLAYER_OF_CASINO = "strategies/basic/reactions"
LATE = {"step": "pay naturals", "if": "hand > 100"}
SEVENTEEN = {"payouts/tied_totals": {"17": "win"}, "payouts/tied_naturals": "win"}
COUNTED = {"on": "dealt", "do": "count as", "total": 24, "soft": True}


@pytest.mark.parametrize(
    ("name", "changes", "sentence"),
    [
        ("casino", {}, "with an ace counted high, is paid 3:2 at once."),
        ("casino/european", {}, "with an ace counted high, is paid 3:2."),
        (
            "casino",
            {"procedure/hand/6": LATE},
            "is paid 3:2 at once, but only when the number of the hand is above 100.",
        ),
        ("casino", {"payouts/tied_naturals": "win"}, "Two naturals go to the player, who is paid as for any"),
        (
            "casino",
            {"payouts/tied_naturals": "win", "procedure/hand/6": {"say": "Play."}},
            "Two naturals go to the player: the wager is paid 1:1.",
        ),
        ("casino", {"payouts/tie": "lose"}, "Two naturals are a push: the wager comes back."),
        ("casino", {"payouts/tied_totals": {"21": "win"}}, "Two naturals are a push: the wager comes back."),
        (
            "casino",
            {
                **SEVENTEEN,
                "powers/own": {"while": True, "payouts": {"tie": "lose"}},
                "dealer/powers": ["own"],
            },
            f"Two totals of 17 go to the player: the wager is paid 1:1{FAR}.",
        ),
        (
            "casino",
            {"rules/target": 24, PLAYER_OF_CASINO: [COUNTED]},
            "No two cards are a natural; two that a power counts as one are paid 3:2.",
        ),
        ("casino", {"rules/target": 24}, "Insurance never pays."),
        ("casino", {"rules/hit": False}, "A hand may not be hit."),
        ("casino", {"rules/stand": False}, "A hand may stand only if it may be neither hit nor doubled."),
        (
            "casino",
            {"rules/surrender": {"doubled": True, "late": False, "when": "upcard == 10"}},
            "Only a doubled hand may be surrendered, when the upcard is worth 10.",
        ),
        (
            "casino",
            {"rules/target": 24, "powers/unheld": {"reactions": [COUNTED]}},
            "No two cards are a natural.",
        ),
        (
            "casino",
            {"rules/surrender": True, "procedure/hand/5": {"step": "peek", "if": "hand > 100"}},
            "Surrendering costs half of the wager, or all of it if the dealer has a natural.",
        ),
        ("casino", {"rules/target": 24, PLAYER_OF_CASINO: [COUNTED]}, "Insurance pays 2:1."),
        (
            "casino",
            {"procedure/hand/4": {"step": "offer insurance", "if": "hand > 100"}},
            "for half the wager, but only when the number of the hand is above 100.",
        ),
        (
            "casino",
            {"rules/surrender": True},
            "may be surrendered after the dealer has checked for a natural.",
        ),
        ("casino", {"rules/surrender": True}, "Surrendering costs half of the wager."),
        ("casino/european", {"rules/surrender": True}, "The first two cards may be surrendered."),
        (
            "casino/european",
            {"rules/surrender": True},
            "Surrendering costs half of the wager, or all of it if the dealer has a natural.",
        ),
        (
            "casino/original_bets",
            {"rules/surrender": "rescue"},
            "Surrendering costs half of the wager, or at most the first wager if the dealer has a natural.",
        ),
        (
            "casino",
            {"rules/surrender": True, "rules/hole_card": "peek on ace"},
            "Surrendering costs half of the wager, or all of it if the dealer has a natural.",
        ),
        (
            "casino/european",
            {"rules/surrender": "early", "procedure/hand/4": "offer surrender"},
            "A hand may be surrendered before players act.",
        ),
        (
            "casino/european",
            {"rules/surrender": "early", "procedure/hand/4": "offer surrender"},
            "Surrendering costs half of the wager.",
        ),
        (
            "casino",
            {"cards/ranks/K": {"name": "King", "value": 11}},
            "Against a card that counts 11, insurance may be taken for half the wager.",
        ),
        (
            "casino",
            {"cards/ranks/K": {"name": "King", "value": 11}},
            "A split card that counts 11 gets one card.",
        ),
        (
            "casino",
            {"rules/split": "total == 16", "rules/double": "cards == 2"},
            "may be doubled for exactly one more card, after a split too.",
        ),
    ],
)
def test_a_card_says_when_a_rule_holds(name: str, changes: Changes, sentence: str) -> None:
    """Steps in another place or with a condition, powers and cards of other values change the sentences."""
    assert sentence in card(changed(name, changes))


def test_naturals_do_not_tie_where_each_natural_is_paid() -> None:
    """A push of two naturals is not promised where the dealer's natural ranks no higher than other hands."""
    for ranks_higher in (False, True):
        text = card(changed("casino", {"payouts/tie": "lose", "rules/dealer_natural": ranks_higher}))
        assert ("Two naturals are a push" in text) == ranks_higher
