"""Every rule that a ruleset can have is mentioned by its rule card, and by the difference to another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_origin

import pytest
from pydantic import BaseModel
from tests.cli.changed_rulesets import Changes, card, changed, difference
from tests.session.games import DIFFERENT

from bj.catalogue.events import FIELDS
from bj.ruleset.model import Power, Reaction, Ruleset
from bj.ruleset.model.prompts import PROMPT_FIELDS, Prompts
from bj.ruleset.model_fields import is_model, kinds_of

RETAKING = "powers/stop_time/"
CHART = {"columns": "2 3 4 5 6 7 8 9 T A", "rows": {"hard 4..": "H", "soft 12..": "S"}}
NO_CUTS: Changes = {"shoe/shuffle/first_cuts": None}
CAREFUL: Changes = {
    "powers/careful": {"on": "bust", "do": "discard card"},
    "strategies/human/powers": ["careful"],
    "output/player_discards": "{name} throws it away",
}
GUESSING: Changes = {
    "powers/seer": {
        **{"on": "hand begins", "memory": {"guess": 0}, "set": {"guess": "answer"}},
        **{"ask": "How many?", "between": [1, 9], "default": 5},
    },
    "strategies/human/powers": ["seer"],
}
PUSHING: Changes = {"strategies/simple/reactions": [{"on": "push", "say": "Oh"}]}
PROUD: Changes = {
    "powers/proud": {"memory": {"wins": 0}, "on": "hand won", "set": {"wins": "wins + 1"}},
    "strategies/simple/powers": [{"power": "proud", "with": {"wins": 7}}],
}
LASTING: Changes = {**PROUD, "powers/proud/while": "wins > 2", "powers/proud/payouts": {"tie": "lose"}}
PROUD_ALL: Changes = {**PROUD, "strategies/simple/powers": ["proud"]}
DISCARDING: Changes = {"members/kyon/reactions": [{"on": "turn", "do": "discard card"}]}
CHANGING: Changes = {"members/kyon/reactions": [{"on": "turn", "do": "change card", "into": "A"}]}
PUTTING_BACK: Changes = {"members/kyon/reactions": [{"on": "turn", "do": "put next card back"}]}
GIVING: Changes = {"members/kyon/reactions": [{"on": "push", "do": "change bankroll", "amount": 1}]}
COUNTING: Changes = {"members/kyon/reactions": [{"on": "bust", "do": "count as", "total": 21}]}
PAYING: Changes = {
    "strategies/simple/reactions": [{"on": "push", "do": "change bankroll", "amount": 5}],
}

CHARLIE: Changes = {"payouts/bonuses": {"charlie": {"when": "cards == 5", "pays": "2:1"}}}
OFFERING: Changes = {"procedure/hand/4": "offer surrender"}

SEEN = "variants/double_exposure"
BY_TOTAL = {
    "columns": "4..20 s12..20",
    "rows": {"hard ..16": "H", "hard 17..": "S S", "soft ..17": "H", "soft 18..": "S H"},
}
SWITCH = "variants/blackjack_switch"
LEAGUE = "variants/three_taverns"
BETTING = "variants/stud_twenty_one"
PROGRESSIVE = "side_bets/progressive"
SEVENS = "side_bets/sevens"
PAIRS = "side_bets/perfect_pairs"
TWINS: Changes = {
    "side_bets/twins": {"between": [1, 25], "pay_table": [{"when": "same_rank", "pays": "11:1"}]},
    "strategies/basic/side_bets": {"twins": {"wager": 10}},
}
PAY_ROW = {"when": "same_rank", "pays": "11:1"}

RULES: dict[str, tuple[str, Changes, Changes]] = {
    "Head.usage": ("classic", {}, {"ruleset/usage": "bankroll minimum hands player cuts"}),
    "Argument.type": (
        "classic",
        {**NO_CUTS, "ruleset/usage": None},
        {"arguments/cuts": {"type": "integer", "default": 1}},
    ),
    "Argument.help": ("classic", {}, {"arguments/bankroll/help": "coins"}),
    "Argument.default": ("classic", {}, {"arguments/bankroll/default": 50}),
    "Argument.between": ("classic", {}, {"arguments/bankroll/between": [1, 200]}),
    "Argument.choices": ("classic", {}, {"arguments/player/choices": ["counting", "simple"]}),
    "Cards.ranks": ("classic", {}, {"cards/ranks": {"X": {"name": "Joker", "value": 10}}}),
    "Cards.count_in": ("classic", {}, {"cards/count_in": "halves"}),
    "Cards.suit_order": ("classic", {}, {"cards/suit_order": "H"}),
    "Cards.rank_order": ("classic", {}, {"cards/rank_order": "A 2 3"}),
    "Cards.pack": ("classic", {}, {"cards/pack": {"7C": 0}}),
    "Rank.value": ("classic", {}, {"cards/ranks/K/value": 9}),
    "Rank.or_": ("classic", {"cards/ranks/A/value": 1}, {"cards/ranks/A/or": 11}),
    "Shoe.packs": ("classic", {}, {"shoe/packs": 6}),
    "Shoe.players_per_pack": ("vegas", {}, {"shoe/players_per_pack": 2}),
    "Shoe.when_empty": ("classic", {}, {"shoe/when_empty": "restart hand"}),
    "Shoe.reshuffle_when": ("classic", {}, {"shoe/reshuffle_when": "cards_left < 30"}),
    "Shuffle.method": ("classic", NO_CUTS, {"shoe/shuffle/method": "uniform"}),
    "Shuffle.cuts": ("classic", {}, {"shoe/shuffle/cuts": 8}),
    "Shuffle.between": ("classic", {}, {"shoe/shuffle/between": [13, 40]}),
    "Shuffle.first_cuts": ("classic", {}, NO_CUTS),
    "Shuffle.generator": ("classic", {}, {"shoe/shuffle/generator": "sfc32"}),
    "Shoe.seed": ("classic", {}, {"shoe/seed": 1}),
    "Player.name": ("classic", {}, {"players/0/name": "Ann"}),
    "Player.bankroll": ("classic", {}, {"players/0/bankroll": "2 * bankroll"}),
    "Player.strategy": ("classic", {}, {"players/0/strategy": "simple"}),
    "Dealer.hits_soft_17": ("casino", {}, {"dealer/hits_soft_17": True}),
    "Shoe.penetration": ("casino", {}, {"shoe/penetration": "50%"}),
    "Dealer.draws": ("classic", {}, {"dealer/draws": "total < 17 or soft and total == 17"}),
    "Dealer.plays": ("classic", {}, {"dealer/plays": "always"}),
    "Dealer.bankroll": ("classic", {}, {"dealer/bankroll": 7}),
    "Dealer.reactions": ("classic", {}, {"dealer/reactions": [{"on": "bust", "say": "Oh"}]}),
    "Dealer.powers": ("classic", {"powers/proud": {"on": "bust", "say": "Oh"}}, {"dealer/powers": ["proud"]}),
    "Tournament.dealers": ("sos_vs_sc", {}, {"tournament/dealers": "sc"}),
    "Tournament.matches": (LEAGUE, {}, {"tournament/matches/5": {"players": "bell", "dealers": "crown"}}),
    "Match.players": (LEAGUE, {}, {"tournament/matches/5/players": "bell"}),
    "Match.dealers": (LEAGUE, {}, {"tournament/matches/5/dealers": "bell"}),
    "Betting.amount": (BETTING, {}, {"rules/betting/amount": "10"}),
    "Betting.raises": (BETTING, {}, {"rules/betting/raises": 3}),
    "Rules.betting": (BETTING, {}, {"rules/betting": None}),
    "Team.name": (LEAGUE, {}, {"teams/0/name": "The Whale"}),
    "Strategy.calls": (BETTING, {}, {"strategies/careful/calls": "total > 12"}),
    "Strategy.raises": (BETTING, {}, {"strategies/careful/raises": "total > 12"}),
    "Team.id": ("sos_vs_sc", {"tournament/dealers": "sc"}, {"teams/0/id": "blue"}),
    "Team.members": ("sos_vs_sc", {}, {"teams/0/members": ["yuki", "haruhi", "mikuru", "kyon", "itzuki"]}),
    "Member.name": ("sos_vs_sc", {}, {"members/kyon/name": "Ann"}),
    "Member.bankroll": ("sos_vs_sc", {}, {"members/kyon/bankroll": 5}),
    "Member.strategy": ("sos_vs_sc", {}, {"members/kyon/strategy": "brave"}),
    "Member.reactions": ("sos_vs_sc", {}, {"members/kyon/reactions": [{"on": "push", "say": "Oh"}]}),
    "Member.powers": ("sos_vs_sc", {}, {"members/kyon/powers": ["stop_time"]}),
    "Gift.power": (
        "sos_vs_sc",
        {"members/kyon/powers": [{"power": "flee"}]},
        {"members/kyon/powers/0/power": "farewell"},
    ),
    "Gift.with_": ("classic", PROUD, {"strategies/simple/powers/0/with/wins": 2}),
    "Power.memory": ("classic", PROUD, {"powers/proud/memory/losses": 1}),
    "Power.while_": ("classic", PROUD, {"powers/proud/while": "wins > 2"}),
    "Power.target": ("classic", LASTING, {"powers/proud/target": 23}),
    "Power.draws": ("classic", LASTING, {"powers/proud/draws": "total < 15"}),
    "Power.payouts": ("classic", LASTING, {"powers/proud/payouts": {"tie": "win"}}),
    "OwnPayouts.win": ("classic", LASTING, {"powers/proud/payouts/win": "2:1"}),
    "OwnPayouts.natural": ("classic", LASTING, {"powers/proud/payouts/natural": "2:1"}),
    "OwnPayouts.tie": ("classic", LASTING, {"powers/proud/payouts/tie": "win"}),
    "Power.reactions": ("classic", PROUD, {"powers/proud/reactions": [{"on": "push", "say": "Oh"}]}),
    "Reaction.limit": ("sos_vs_sc", {}, {f"{RETAKING}limit": "1 per game"}),
    "Reaction.on": ("sos_vs_sc", {}, {"members/kakyoin/reactions/0/on": "push"}),
    "Reaction.as_": ("sos_vs_sc", {}, {"members/kakyoin/reactions/0/as": "dealer"}),
    "Reaction.when": ("sos_vs_sc", {}, {"members/kakyoin/reactions/0/when": "bankroll > 5"}),
    "Reaction.say": ("sos_vs_sc", {}, {"members/kakyoin/reactions/0/say": "Oh"}),
    "Reaction.ask": ("infinite", CAREFUL, {"powers/careful/ask": "Throw it away?"}),
    "Reaction.between": ("infinite", GUESSING, {"powers/seer/between": [2, 9]}),
    "Reaction.default": ("infinite", GUESSING, {"powers/seer/default": "hand % 3"}),
    "Reaction.do": ("classic", PUSHING, {"strategies/simple/reactions/0/do": "reset count"}),
    "Reaction.set": ("vegas", {}, {"strategies/safe/reactions/0/set": {"row": "row + 2"}}),
    "Reaction.amount": ("classic", PAYING, {"strategies/simple/reactions/0/amount": -5}),
    "Reaction.partner": ("sos_vs_sc", GIVING, {"members/kyon/reactions/0/partner": "yuki"}),
    "Reaction.of": ("classic", PUSHING, {"strategies/simple/reactions/0/of": "mate"}),
    "Power.shared": ("classic", PROUD_ALL, {"powers/proud/shared": "table"}),
    "Reaction.card": ("sos_vs_sc", DISCARDING, {"members/kyon/reactions/0/card": "A"}),
    "Reaction.place": ("sos_vs_sc", DISCARDING, {"members/kyon/reactions/0/place": 2}),
    "Reaction.rank": ("sos_vs_sc", DISCARDING, {"members/kyon/reactions/0/rank": 7}),
    "Reaction.suit": ("sos_vs_sc", DISCARDING, {"members/kyon/reactions/0/suit": 2}),
    "Reaction.seat": ("classic", PAYING, {"strategies/simple/reactions/0/seat": 3}),
    "Reaction.below": ("sos_vs_sc", PUTTING_BACK, {"members/kyon/reactions/0/below": 3}),
    "Reaction.into": ("sos_vs_sc", CHANGING, {"members/kyon/reactions/0/into": "last + 1"}),
    "Reaction.soft": ("sos_vs_sc", COUNTING, {"members/kyon/reactions/0/soft": "soft"}),
    "Reaction.total": ("sos_vs_sc", COUNTING, {"members/kyon/reactions/0/total": 20}),
    "Reaction.busting_card": ("sos_vs_sc", {}, {f"{RETAKING}busting_card": "hidden"}),
    "Reaction.retaken": ("sos_vs_sc", {}, {f"{RETAKING}retaken": "last shown"}),
    "Reaction.sees": ("sos_vs_sc", {}, {f"{RETAKING}sees": "all"}),
    "Money.decimals": ("classic", {}, {"money/decimals": 2}),
    "Rules.target": ("classic", {}, {"rules/target": 22}),
    "Rules.minimum_wager": ("classic", {}, {"rules/minimum_wager": 5}),
    "Rules.dealer_natural": ("classic", {}, {"rules/dealer_natural": True}),
    "Rules.stand_on_target": ("classic", {}, {"rules/stand_on_target": True}),
    "Rules.double": ("classic", {}, {"rules/double": True}),
    "Rules.natural_takes": ("infinite_double", {}, {"rules/natural_takes": "original bets"}),
    "Rules.hit": ("classic", {}, {"rules/hit": "cards < 5"}),
    "Rules.split": ("classic", {}, {"rules/split": True}),
    "Rules.surrender": ("classic", {}, {"rules/surrender": "upcard == 10"}),
    "Surrender.early": ("casino", OFFERING, {"rules/surrender": {"early": True}}),
    "Hit.when": ("casino", {}, {"rules/hit": {"when": "total < 18"}}),
    "Hit.doubled": ("casino", {}, {"rules/hit": {"doubled": True}}),
    "Double.when": ("casino", {}, {"rules/double": {"when": "upcard != 11"}}),
    "Double.on": ("casino", {}, {"rules/double": {"on": "9..11"}}),
    "Double.cards": ("casino", {}, {"rules/double": {"cards": "any"}}),
    "Double.after_split": ("casino", {}, {"rules/double": {"after_split": False}}),
    "Double.times": ("casino", {}, {"rules/double": {"times": 2}}),
    "Split.when": ("casino", {}, {"rules/split": {"when": "upcard != 11"}}),
    "Split.hands": ("casino", {}, {"rules/split": {"hands": 2}}),
    "Split.resplit_aces": ("casino", {}, {"rules/split": {"resplit_aces": True}}),
    "Split.aces": ("casino", {}, {"rules/split": {"aces": "hit"}}),
    "Split.same_rank": ("casino", {}, {"rules/split": {"same_rank": True}}),
    "Surrender.when": ("casino", {}, {"rules/surrender": {"when": "upcard != 11"}}),
    "Surrender.late": ("casino", {"rules/surrender": True}, {"rules/surrender": {"late": False}}),
    "Surrender.cards": ("casino", {}, {"rules/surrender": {"cards": "any"}}),
    "Surrender.after_split": ("casino", {}, {"rules/surrender": {"after_split": True}}),
    "Surrender.doubled": ("casino", {}, {"rules/surrender": {"doubled": True}}),
    "Rules.insurance": ("casino", {}, {"rules/insurance": "upcard >= 10"}),
    "Rules.hole_card": ("casino", {}, {"rules/hole_card": "upcard == 11"}),
    "Rules.maximum_wager": ("classic", {}, {"rules/maximum_wager": 50}),
    "Rules.free_double": ("casino", {}, {"rules/free_double": True}),
    "Rules.free_split": ("casino", {}, {"rules/free_split": "first == 8"}),
    "Double.for_less": ("infinite_double", {}, {"rules/double": {"for_less": True}}),
    "Rules.split_naturals": ("casino", {}, {"rules/split_naturals": True}),
    "Rules.sit_out": ("classic", {}, {"rules/sit_out": True}),
    "Player.spots": ("classic", {}, {"players/0/spots": 2}),
    "Strategy.indices": ("casino", {}, {"strategies/basic/indices": {"16 v T": "S at 0"}}),
    "Strategy.index": (
        "casino",
        {"strategies/basic/indices": {"16 v T": "S at 0"}},
        {"strategies/basic/index": "count"},
    ),
    "Strategy.insurance": ("casino", {}, {"strategies/basic/insurance": "upcard == 11"}),
    "Bonus.when": ("classic", CHARLIE, {"payouts/bonuses/charlie/when": "cards == 6"}),
    "Bonus.pays": ("classic", CHARLIE, {"payouts/bonuses/charlie/pays": "3:1"}),
    "Bonus.at_once": ("classic", CHARLIE, {"payouts/bonuses/charlie/at_once": True}),
    "Payouts.bonuses": ("classic", {}, CHARLIE),
    "Rules.switched_naturals": (SWITCH, {}, {"rules/switched_naturals": True}),
    "Rules.player_natural": ("casino", {}, {"rules/player_natural": True}),
    "Double.face_down": ("casino", {}, {"rules/double": {"face_down": True}}),
    "Rules.charlie": ("casino", {}, {"rules/charlie": 5}),
    "Charlie.cards": ("casino", {"rules/charlie": {"cards": 5}}, {"rules/charlie/cards": 6}),
    "Charlie.pays": ("casino", {"rules/charlie": {"cards": 5}}, {"rules/charlie/pays": "2:1"}),
    "Charlie.at_once": ("casino", {"rules/charlie": {"cards": 5}}, {"rules/charlie/at_once": True}),
    "Charlie.after_split": (
        "casino",
        {"rules/charlie": {"cards": 5, "at_once": True}},
        {"rules/charlie/after_split": False},
    ),
    "Charlie.dealer": ("casino", {"rules/charlie": {"cards": 5}}, {"rules/charlie/dealer": True}),
    "Double.adds": ("casino", {}, {"rules/double": {"adds": "minimum"}}),
    "Rules.stand": ("casino", {}, {"rules/stand": "total > 14"}),
    "Strategy.switch": (
        "casino",
        {},
        {"strategies/basic/switch": {"rows": {"hard 0..": "1", "soft 0..": "2"}}},
    ),
    "SideBet.jackpot": (PROGRESSIVE, {}, {f"{SEVENS}/jackpot": {"start": 1000, "adds": "1:9"}}),
    "Worths.columns": (SWITCH, {}, {"strategies/basic/switch/columns": "3 2 4 5 6 7 8 9 T A"}),
    "Worths.rows": (SWITCH, {}, {"strategies/basic/switch/rows/hard 12": "7"}),
    "Worths.natural": (SWITCH, {}, {"strategies/basic/switch/natural": "900"}),
    "Jackpot.start": (PROGRESSIVE, {}, {f"{SEVENS}/jackpot/start": 500}),
    "Jackpot.reset": (PROGRESSIVE, {}, {f"{SEVENS}/jackpot/reset": 500}),
    "Jackpot.adds": (PROGRESSIVE, {}, {f"{SEVENS}/jackpot/adds": "1:2"}),
    "PayRow.jackpot": (PROGRESSIVE, {}, {f"{SEVENS}/pay_table/1/jackpot": "1:20"}),
    "Strategy.side_bets": (PAIRS, {}, {"strategies/basic/side_bets/perfect_pairs": "hand > 1"}),
    "SideBet.name": (PAIRS, {}, {"side_bets/perfect_pairs/name": "twins"}),
    "SideBet.when": (PAIRS, {}, {"side_bets/perfect_pairs/when": "wager > 10"}),
    "SideBet.wager": (PAIRS, {}, {"side_bets/perfect_pairs/wager": "wager"}),
    "SideBet.between": ("casino", TWINS, {"side_bets/twins/between": [2, 25]}),
    "SideBetPlan.when": ("casino", TWINS, {"strategies/basic/side_bets/twins/when": "hand > 1"}),
    "SideBetPlan.wager": ("casino", TWINS, {"strategies/basic/side_bets/twins/wager": 11}),
    "SideBet.cards": (PAIRS, {}, {"side_bets/perfect_pairs/cards": ["player 1", "upcard"]}),
    "SideBet.pay_table": (PAIRS, {}, {"side_bets/perfect_pairs/pay_table": [PAY_ROW]}),
    "PayRow.when": (
        PAIRS,
        {"side_bets/perfect_pairs/pay_table": [PAY_ROW]},
        {"side_bets/perfect_pairs/pay_table": [{**PAY_ROW, "when": "suited"}]},
    ),
    "PayRow.pays": (
        PAIRS,
        {"side_bets/perfect_pairs/pay_table": [PAY_ROW]},
        {"side_bets/perfect_pairs/pay_table": [{**PAY_ROW, "pays": "9:1"}]},
    ),
    "Payouts.surrender": ("classic", {"rules/surrender": True}, {"payouts/surrender": "1:4"}),
    "Payouts.insurance": ("casino", {}, {"payouts/insurance": "3:1"}),
    "Payouts.tied_totals": ("classic", {}, {"payouts/tied_totals": {"17": "lose"}}),
    "Payouts.tied_naturals": ("classic", {}, {"payouts/tied_naturals": "win"}),
    "Dealer.push_on": ("classic", {}, {"dealer/push_on": 22}),
    "Rules.credit": ("classic", {}, {"rules/credit": True}),
    "Payouts.win": ("classic", {}, {"payouts/win": "2:1"}),
    "Payouts.natural": ("classic", {}, {"payouts/natural": "6:5"}),
    "Payouts.tie": ("classic", {}, {"payouts/tie": "lose"}),
    "Payouts.rounding": ("classic", {}, {"payouts/rounding": "up"}),
    "Procedure.game": ("classic", {}, {"procedure/game/2": "shuffle"}),
    "Procedure.round": ("sos_vs_sc", {}, {"procedure/round/1": {"say": "Over"}}),
    "Procedure.hand": ("classic", {}, {"procedure/hand/4": {"say": "No naturals"}}),
    "Procedure.deal": ("vegas", {}, {"procedure/deal/0": "player up"}),
    "Step.step": ("vegas", {}, {"procedure/hand/5": "show players"}),
    "Step.repeat": (
        "classic",
        {
            "procedure/game/1": {"repeat": "round", "while": "round < 2"},
            "procedure/round": [{"repeat": "hand", "while": "hand < 2"}],
        },
        {"procedure/game/1/repeat": "hand", "procedure/round": None},
    ),
    "Step.say": ("infinite", {}, {"procedure/game/0/say": "Begin"}),
    "Step.while_": ("classic", {}, {"procedure/game/1/while": "hand < hands"}),
    "Step.if_": ("sos_vs_sc", {}, {"procedure/round/3/if": "forfeited"}),
    "Step.else_": ("sos_vs_sc", {}, {"procedure/round/3/else": None}),
    "Strategy.extends": ("classic", {}, {"strategies/counting": {"wager": "minimum", "chart": CHART}}),
    "Strategy.wager": ("classic", {}, {"strategies/simple/wager": "2 * minimum"}),
    "Strategy.rules": ("classic", {}, {"strategies/simple/rules": [{"when": "soft", "do": "hit"}]}),
    "Strategy.chart": ("classic", {}, {"strategies/simple/chart": CHART}),
    "Strategy.memory": ("classic", {}, {"strategies/simple/memory": {"row": 1}}),
    "Strategy.reactions": ("classic", {}, PUSHING),
    "Strategy.powers": ("sos_vs_sc", {}, {"strategies/brave/powers": ["stop_time"]}),
    "Strategy.count": ("classic", {}, {"strategies/counting/count": {"5": 1}}),
    "Chart.columns": ("classic", {}, {"strategies/simple/chart/columns": "3 2 4 5 6 7 8 9 T A"}),
    "Chart.rows": ("classic", {}, {"strategies/simple/chart/rows/hard 12": "S"}),
    "Strategy.chart_by_total": (SEEN, {}, {"strategies/basic/chart_by_total": BY_TOTAL}),
    "TotalChart.columns": (
        SEEN,
        {"strategies/basic/chart_by_total": BY_TOTAL},
        {"strategies/basic/chart_by_total/columns": "s12..20 4..20"},
    ),
    "TotalChart.rows": (SEEN, {}, {"strategies/basic/chart_by_total/rows/hard 12": "S"}),
    "StrategyRule.when": ("vegas", {}, {"strategies/safe/rules/1/when": "soft"}),
    "StrategyRule.do": ("vegas", {}, {"strategies/safe/rules/1/do": "stand"}),
}
"""For every rule: a ruleset, what is changed of it beforehand, and a change of the rule itself."""

SAID: dict[str, tuple[str, Changes]] = {
    "Cards.name": ("classic", {"cards/name": "{suit} {rank}"}),
    "Cards.listed": ("classic", {"cards/listed": "{card}, "}),
    "Cards.hidden": ("classic", {"cards/hidden": "XX"}),
    "Cards.suits": ("classic", {"cards/suits/S": "Swords"}),
    "Rank.name": ("classic", {"cards/ranks/K/name": "King of all"}),
    "Rank.card": ("classic", {"cards/ranks/K/card": "The king"}),
    "Roles.player": ("classic", {"output/roles/player": "Guest"}),
    "Roles.dealer": ("classic", {"output/roles/dealer": "House"}),
    "Dealer.name": ("classic", {"dealer/name": "House"}),
    "Team.victory": ("sos_vs_sc", {"teams/0/victory": "Hooray"}),
}
"""Names and texts: not rules of the card, but differences."""

NO_RULES = {"Head", "Example"}
"""Models that say what a ruleset is rather than how it is played."""


def models(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """The model and all that stand inside it."""
    yield model
    for field in model.model_fields.values():
        for kind in kinds_of(field.annotation):
            inner = get_args(kind)[-1] if get_origin(kind) in (list, dict) else kind
            for found in kinds_of(inner):
                if is_model(found):
                    yield from models(found)


def test_every_key_of_the_language_is_tried() -> None:
    """A key that is new in the language has to be tried below: no rule goes unmentioned."""
    left_out = NO_RULES | {model.__name__ for model in models(Prompts)} | {"Ruleset", "Output"}
    keys = {
        f"{model.__name__}.{name}"
        for model in models(Ruleset)
        if model.__name__ not in left_out
        for name, field in model.model_fields.items()
        if not (issubclass(model, Power) and name in Reaction.model_fields)
        if not is_model(field.annotation)
    }
    assert keys | {"Head.usage"} == RULES.keys() | SAID.keys()


@pytest.mark.parametrize("key", RULES)
def test_card_and_difference_mention_every_rule(key: str) -> None:
    """A change of any rule changes the card, and the difference shows it, in both directions."""
    name, before, changes = RULES[key]
    old, new = changed(name, before), changed(name, {**before, **changes})
    assert card(old) != card(new)
    assert difference(old, new)
    assert difference(new, old)


@pytest.mark.parametrize("key", SAID)
def test_difference_mentions_every_name(key: str) -> None:
    """Names are not rules of the card, but differences."""
    name, changes = SAID[key]
    old, new = changed(name, {}), changed(name, changes)
    assert card(old) == card(new)
    assert len(difference(old, new)) in (1, 2)
    assert difference(new, old)


@pytest.mark.parametrize("event", sorted(FIELDS))
def test_difference_mentions_every_template(event: str) -> None:
    """An added template of any event is a difference, shown with the event."""
    line = "{cards}!" if "cards" in FIELDS[event] else "Listen!"
    found = difference(changed("classic", {}), changed("classic", {f"output/{event}": line}))
    assert len(found) in (1, 2)
    assert all(f"{event}: " in line for line in found)


PROMPTS = [f"{section}/{key}" for section, keys in PROMPT_FIELDS.items() for key in keys]


@pytest.mark.parametrize("place", [*PROMPTS, "wager/quit", "action/answers", "again/answers"])
def test_difference_mentions_every_prompt(place: str) -> None:
    """Questions to people is a difference."""
    answers = {"action/answers": {"1": "hit", "2": "stand"}, "again/answers": {"1": "yes", "2": "no"}}
    value: Any = answers.get(place, 5 if place == "wager/quit" else "Well?")
    found = difference(changed("vegas", {}), changed("vegas", {f"prompts/{place}": value}))
    assert len(found) in (1, 2)
    assert all(place.replace("/", ", ") in line for line in found)


@pytest.mark.parametrize("name", DIFFERENT)
def test_no_ruleset_differs_from_itself(name: str) -> None:
    """The same rules make no difference, and titles, summaries and examples are no rules."""
    other = {"ruleset/title": "Other", "ruleset/summary": "Other", "example/seed": 17}
    assert difference(changed(name, {}), changed(name, other)) == []
