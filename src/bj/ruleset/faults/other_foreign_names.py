"""Lists the names that other programs use for players, steps and lines of output, with their meanings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from bj.catalogue.actions import ACTIONS
from bj.ruleset.faults.foreign_counting import RAMP, advise_count, to_count
from bj.ruleset.faults.foreign_name_row import REMOVE, Foreign, by_example
from bj.ruleset.faults.foreign_sections import WAGERS
from bj.ruleset.faults.foreign_values import (
    if_amount,
    if_table,
    if_true,
    keep,
    may_repeat,
    one_of,
    to_indices,
    to_limits,
    to_number,
)
from bj.ruleset.model.index_plays import read_insurance
from bj.ruleset.suggestions import RENAMED
from bj.ruleset.toml.reading_and_writing import write_value

LONGEST_VALUE = 70  # the most characters of a value in a remedy
SIGN = re.compile(r"[^\W\d]{1,10}(?<!True)(?<!False)|[$€£¥]")
"""Matches the name or the sign of a currency."""
USUAL_DEAL = ["player up", "dealer up", "player up", "dealer down"]
MOST_DEALT = 8  # the most starting cards per hand that a remedy lists
OPEN_DEAL = ["player up", "dealer up", "player up", "dealer up"]
_ALL_UP = (
    "two",
    "both",
    "all",
    "both up",
    "both face up",
    "both cards up",
    "face up",
    "up",
    "exposed",
    "open",
)
_STEPS_OF_HAND = ["take wagers", "deal", "players act", "reveal hole card", "dealer acts", "settle"]
_STEPS = Foreign("write it under [procedure.hand] or [procedure.game]")


def _advise_default(name: str, value: Any, otherwise: str) -> str:
    """Return advice about a number that shipped rulesets define as an argument.

    ``otherwise`` is the end of the advice, for rulesets without such an argument.
    """
    number = write_value(value) if type(value) in (int, float) and may_repeat(value) else "20"
    default = (
        f"write `default = {number}` under [arguments.{name}] if the inherited ruleset has this argument"
    )
    return default + otherwise.replace("{}", number)


def _as_step(value: Any) -> str:
    is_short = isinstance(value, str) and 0 < len(value) <= LONGEST_VALUE
    return re.sub(r"\{player(?:_name)?\}", "{name}", value) if is_short else "Welcome!"


def advise_hands(value: Any) -> str:
    """Return advice on how to set the number of hands to play."""
    return _advise_default("hands", value, ' or `while = "hand < {}"` in `game` under [procedure]')


HANDS_TO_PLAY = Foreign(advise_hands, "arguments.hands.default", if_amount)


def _to_deal(value: Any) -> Any:
    number = to_number(value)
    more = ["player up", "dealer down"] * (number - 2)
    return (USUAL_DEAL + more)[: 2 * number] if 0 < number <= MOST_DEALT else None


def _advise_payment(name: str, occasion: str, value: Any) -> str:
    """Return advice about money that a player pays in every hand or on certain occasions."""
    parts = [*value.values()] if isinstance(value, dict) else [value]
    words = " ".join(map(str, parts)).lower()
    amount = next((int(each) for each in re.findall(r"(?<![-.\w])[1-9][0-9]{0,5}\b(?!\.)", words)), 5)
    is_of_naturals = re.search("blackjack|natural", words) is not None
    when = {"when": "cards == 2 and total == 21 and split_hands == 1"} if is_of_naturals else {}
    power = {"on": occasion, **when, "do": "change bankroll", "amount": -amount}
    return (
        f"`{name}` is a power: write `{name} = {write_value(power)}` under [powers], and "
        f'`powers = ["{name}"]` under [strategies.NAME]'
    )


def _advise_rounds(value: Any) -> str:
    step = write_value({"repeat": "round", "while": f"round < {to_number(value) or 3}"})
    return f"`game` under [procedure] repeats rounds, as in `{step}`, and `round` repeats hands"


def _advise_hands_of_round(value: Any) -> str:
    step = write_value({"repeat": "hand", "while": f"hand < {to_number(value) or 10}"})
    return f"write `round = [{step}]` under [procedure]"


def _advise_order(value: Any) -> str:
    """Return advice about the order of the first cards, or about the order of the steps in a hand."""
    words = value if isinstance(value, list) else []
    if all(re.match("player|dealer", str(word)) for word in words):
        return f"write `deal = {write_value(USUAL_DEAL)}` under [procedure], in the order that you want"
    steps = write_value(_STEPS_OF_HAND)
    return f"write the steps of a hand in order, as in `hand = {steps}` under [procedure]"


def to_answers(value: Any) -> Any:
    """Convert a table that maps actions to words into a table that maps words to actions.

    Return other tables unchanged, and None for any other value.

    >>> to_answers({"hit": "h", "stand": ["s", "stick"]}), to_answers({"h": "hit"})
    ({'h': 'hit', 's': 'stand', 'stick': 'stand'}, {'h': 'hit'})
    """
    if not isinstance(value, dict) or ACTIONS.keys().isdisjoint(value):
        return if_table(value)
    listed = {action: words if isinstance(words, list) else [words] for action, words in value.items()}
    return {str(word): action for action, words in listed.items() for word in words}


def _advise_words(occasion: str, value: Any) -> str:
    words = write_value(value if isinstance(value, str) and len(value) <= LONGEST_VALUE else "…")
    return f'write `reactions = [{{ on = "{occasion}", say = {words} }}]`, with the occasion that you want'


SIDE_BET = (
    "write [side_bets.NAME] for each bet, with its `pay_table`, or extend a ruleset from `bj list` that has "
    "the bet"
)
PAY_TABLE = (
    'write `pay_table = [{ when = "same_rank", pays = "11:1" }]`, with a row for each hand: see '
    "docs/variants.md#add-side-bets"
)
"""SIDE_BET is the hint for a side bet, and PAY_TABLE is the hint for its payouts."""

WORDS_OF_PLAYERS = (
    'write a word for each action, as in `answers = { t = "hit", s = "stand" }` under [prompts.action], '
    "names of cards under [cards.ranks], and all other words under [output]"
)
"""The hint for a table that contains words for actions, cards or results."""

GAME_ROWS: Mapping[str, Foreign] = {
    "teams.players teams.names teams.people teams.seats": Foreign("write `members`", ".members", keep),
    "players.teams": Foreign(
        "in a tournament, teams list their `members`; for teams at one table, powers keep their scores: "
        "docs/powers.md#score-two-teams-at-one-table"
    ),
    "output.team_wins output.team_won output.team_victory": Foreign(
        'write it under [[teams]], as in `victory = "The Reds have won."`'
    ),
    "players.plays players.plays_like players.decides": Foreign(
        "write `strategy` with the name of a strategy", ".strategy", keep
    ),
    "players.seat players.box players.position": Foreign(
        "players sit in the order in which the file lists them", rewrite=lambda _: REMOVE
    ),
    "hands_per_player boxes_per_player spots_per_player max_spots max_boxes max_spots_per_player "
    "max_boxes_per_player max_hands_per_player spots boxes hands_each spots_each": Foreign(
        lambda value: (
            "a player has the same number of spots in every hand: write "
            f"`spots = {to_number(value) or 2}` under [players.NAME]"
        )
    ),
    "dealer_name croupier_name": Foreign(
        "write `name` under [dealer]", "dealer.name", lambda value: value if isinstance(value, str) else None
    ),
    "rules.name rules.title": Foreign(
        "`title` under [ruleset] is the name of the ruleset", rewrite=lambda _: REMOVE
    ),
    "rules.side_bets": Foreign(SIDE_BET),
    " ".join(f"strategies.{key}" for key in WAGERS if key not in RENAMED): Foreign(
        'write `wager = "10"`', ".wager", lambda value: f"{value}" if to_number(value) else None
    ),
    " ".join(f"players.{key}" for key in (*WAGERS, "wager")): Foreign(
        'wagers belong to strategies: write `wager = "10"` under [strategies.NAME]'
    ),
    "strategies.true_count strategies.uses_true_count": Foreign(
        'indices are true counts by default; for another number, write `index = "count"`',
        rewrite=lambda value: REMOVE if value is True else None,
    ),
    "strategies.running strategies.running_count strategies.uses_running_count": Foreign(
        'write `index = "count"`', ".index", if_true("count", REMOVE)
    ),
    "strategies.plays strategies.plays_like strategies.like strategies.base strategies.based_on "
    "strategies.follows": Foreign("write `extends`", ".extends", keep),
    "strategies.take_insurance strategies.buy_insurance strategies.insure strategies.insures "
    "strategies.insurance_at strategies.insurance_index "
    "strategies.insurance_when strategies.insurance_if": Foreign(
        'write `insurance = "at 3"`', ".insurance", read_insurance
    ),
    "strategies.max_bet strategies.bet_limit": Foreign(
        'put the limit into `wager`, as in `wager = "min(500, 2 * minimum)"`'
    ),
    "strategies.wong_out strategies.wong_in strategies.sits_out": Foreign(
        "write a `wager` of 0 for such a count, and `sit_out = true` under [rules] if there are other "
        "players; a player who is alone must make at least the minimum wager"
    ),
    "max_players number_of_players rules.players rules.seats": Foreign(
        "write [[players]] for each seat, with `name`, `bankroll` and `strategy`"
    ),
    ".seed .random_seed rules.seed rules.random_seed shoe.random_seed shoe.shuffle.seed": Foreign(
        "write `seed` under [shoe]",
        "shoe.seed",
        lambda value: value if type(value) is int or value == "random" else None,
    ),
    "time_limit timeout time_bank shot_clock": Foreign("bj does not measure time", rewrite=lambda _: REMOVE),
    "hole_card_visible both_cards_face_up dealer_shows_both_cards dealer_shows_hole_card "
    "dealer_plays_open dealer_shows_both cards_face_up both_dealer_cards_up dealer_cards_up "
    "dealer_both_up dealer_hand_face_up double_exposure dealer_cards dealer.cards dealer.upcards "
    "dealer.shows dealer.reveals dealer.open": Foreign(
        f"write `deal = {write_value(OPEN_DEAL)}` under [procedure]",
        "procedure.deal",
        one_of(dict.fromkeys((True, 2, *_ALL_UP), OPEN_DEAL)),
    ),
    "increment increments wager_increment multiple_of multiples_of chip_size rules.chip rules.steps "
    "rules.multiple rules.unit_step chips_of bet_multiple in_steps_of in_multiples_of": by_example(
        "rules.wager_step", 5, rewrite=if_amount
    ),
    "jackpot.any jackpots.any": Foreign(
        'a jackpot belongs to a side bet: write `jackpot = { start = 1000, adds = "1:100" }` under '
        "[side_bets.NAME]"
    ),
    "bank.any": Foreign(
        "the dealer has the bank: write its rules under [dealer]; the step `pass bank` under "
        "[procedure.hand] gives the bank to the next player"
    ),
    "language lang locale translation": Foreign(
        "bj does not translate: write all texts under [output] and [prompts] yourself"
    ),
    "players.powers players.ability players.special": Foreign(
        "strategies have powers: write `powers` under [strategies.NAME], and [powers.NAME] for each power"
    ),
    "tournament.any": Foreign(
        "a tournament is between teams: `game` under [procedure] sets the number of hands, each player or "
        "member has a `bankroll`, and the steps `kick out player` and `kick out dealer` remove members"
    ),
    "ante antes entry_fee": Foreign(partial(_advise_payment, "ante", "hand begins")),
    "rounds.count rounds.number rounds.rounds rounds.number_of_rounds rounds.any": Foreign(_advise_rounds),
    "rounds.hands rounds.hands_per_round": Foreign(_advise_hands_of_round),
    "tip tips tip_dealer tipping toke tokes": Foreign(partial(_advise_payment, "tip", "hand won")),
    "catchphrase catchphrases phrase phrases quote quotes slogan motto": Foreign(
        partial(_advise_words, "bust")
    ),
    "greeting greetings welcome": Foreign(partial(_advise_words, "hand begins")),
    "farewell good_bye": Foreign(partial(_advise_words, "hand over")),
    ".names .terms .labels .vocabulary .verbs .action_names": Foreign(WORDS_OF_PLAYERS),
    "procedure.before_deal procedure.after_deal procedure.before_shuffle procedure.after_shuffle "
    "procedure.before_hand procedure.after_hand procedure.before_settle procedure.after_settle": Foreign(
        'to print a line at a step, write `before = { deal = [{ say = "No more bets" }] }` under '
        "[procedure.hand], with the step that you want; `after` prints it after the step"
    ),
    "output.welcome output.greeting output.intro": Foreign(
        lambda value: (
            f"write it as a step: `before.shuffle = [{{ say = {write_value(_as_step(value))} }}]` under "
            "[procedure.game]"
        )
    ),
    "output.currency output.symbol output.currency_symbol output.currency_sign "
    "money.symbol money.sign money.currency money.currency_symbol money.symbol_after money.symbol_before "
    "money.before money.after money.prefix money.suffix money.unit money.format money.separator "
    "money.thousands_separator": Foreign(
        lambda value: (
            "the texts under [output] show amounts, as in `player_wins = "
            f"{write_value('{name} wins {amount} ' + (SIGN.fullmatch(str(value)) or ['€'])[0])}`"
        )
    ),
    "prompts.yes prompts.no": Foreign(
        'write `answers = { y = "yes", n = "no" }` under each question, such as [prompts.insurance], with '
        "your own words in place of `y` and `n`"
    ),
    "prompts.keys prompts.letters prompts.shortcuts prompts.inputs prompts.buttons": Foreign(
        'write `answers = { h = "hit", s = "stand" }`, with a word for each action', ".answers", to_answers
    ),
    "arguments.value arguments.usual arguments.initial": Foreign("write `default`", ".default", keep),
    "prompts.ask_double": Foreign(
        "one question lists all legal actions: write `{options}` in `ask`, and your own words under `options`"
    ),
    "prompts.question prompts.text prompts.prompt prompts.message prompts.says prompts.words "
    "prompts.asks": Foreign("write `ask`", ".ask", lambda value: value if isinstance(value, str) else None),
    "arguments.options arguments.values arguments.one_of arguments.allowed arguments.words": Foreign(
        'write `choices = ["human", "basic"]`, with your own words',
        ".choices",
        lambda value: value if isinstance(value, list) else None,
    ),
    "arguments.min arguments.max arguments.from arguments.to arguments.low arguments.high": Foreign(
        "write both limits as `between = [1, 5000]`"
    ),
    "arguments.name": Foreign("the name of an argument is in its header", rewrite=lambda _: REMOVE),
    "arguments.optional": Foreign(
        'write its name in brackets in `usage` under [ruleset], as in `usage = "bankroll [cuts]"`'
    ),
    "arguments.description arguments.text arguments.about": Foreign("write `help`", ".help", keep),
    "procedure.order procedure.steps procedure.sequence procedure.turns dealer.upcard deal.order "
    "dealing_order": Foreign(_advise_order),
    "deal.player deal.players deal.dealer deal.cards initial_deal starting_cards first_cards "
    "cards_dealt cards_each cards_per_player starting_hand_size": Foreign(
        "the default is two cards each",
        rewrite=lambda value: REMOVE if to_number(value) == len(USUAL_DEAL) // 2 else None,
        other=by_example("procedure.deal", USUAL_DEAL, rewrite=_to_deal),
    ),
    "no_mid_shoe_entry midshoe_entry": Foreign(
        "players join before the first hand", rewrite=lambda _: REMOVE
    ),
    "players.count players.number players.number_of_players": Foreign(
        "each [[players]] table is one seat",
        rewrite=lambda value: REMOVE if to_number(value) == 1 else None,
        other=Foreign("write [[players]] for each seat, with `name`, `bankroll` and `strategy`"),
    ),
    "players.hands players.boxes players.seats": Foreign("write `spots = 2`", ".spots", keep),
    "strategies.deviations strategies.index_plays strategies.illustrious_18 strategies.changes "
    "strategies.exceptions strategies.overrides strategies.indexes strategies.index "
    "strategies.indices strategies.index_numbers strategies.i18 strategies.illustrious strategies.fab_4 "
    "strategies.departures strategies.playing_deviations strategies.count_plays strategies.variations "
    "strategies.index_table strategies.strategy_deviations": Foreign(
        'write `indices = { "16 v T" = "S at 0" }`, with your own plays, or, for plays with other '
        "conditions, `rules`: see docs/strategies.md#play-by-an-index",
        ".indices",
        to_indices,
    ),
    "side_bets.costs side_bets.bet side_bets.stake": Foreign(
        "write `between`", ".between", to_limits, other=Foreign("write `wager`", ".wager", keep)
    ),
    "side_bets.limits side_bets.range side_bets.amount_range side_bets.wager_range": Foreign(
        "write `between`, such as `between = [1, 25]`",
        ".between",
        to_limits,
    ),
    "side_bets.min side_bets.min_bet side_bets.max side_bets.max_bet side_bets.limit side_bets.from "
    "side_bets.to": Foreign("write both limits as `between = [1, 25]`, in place of `wager`", ".between"),
    "side_bets.looks side_bets.looks_at side_bets.watches side_bets.bet_on side_bets.about "
    "side_bets.uses": Foreign("write `cards`", ".cards", keep),
    "side_bets.meter": Foreign("write `jackpot`", ".jackpot", keep),
    "side_bets.pays side_bets.payouts side_bets.pay side_bets.paytable side_bets.table": Foreign(PAY_TABLE),
    "strategies.side_counts strategies.second_count strategies.ace_side_count "
    "strategies.counts_aces": Foreign("remove this key: a strategy has only one `count`"),
    "initial_running_count starting_count initial_count irc strategies.starts_at": Foreign(
        "every count starts at 0: for a count that starts at -20, write `(count - 20)` wherever you use it"
    ),
    "bet_spread spread bet_ramp ramp": Foreign(RAMP),
    "strategies.count_system strategies.system strategies.counting strategies.counts_by "
    "strategies.count_method strategies.count_tags strategies.counts strategies.tags "
    "strategies.card_values strategies.weights": Foreign(advise_count, ".count", to_count),
    ".count .counts .counting .card_counting .counting_system": Foreign(advise_count),
    "rules.chips rules.starting_chips rules.bankroll rules.starting_bankroll rules.buy_in "
    "rules.starting_money rules.starts_with strategies.bankroll strategies.chips strategies.money": Foreign(
        lambda value: _advise_default("bankroll", value, ", or `bankroll` under [players.NAME]"),
        "arguments.bankroll.default",
        if_amount,
    ),
    "players.starting_chips players.buy_in players.stack": Foreign("write `bankroll`", ".bankroll", keep),
    "stops_after length_of_game game_length rules.hands rules.max_rounds hands_per_game procedure.hands "
    "procedure.rounds number_of_hands hands_to_play rounds_per_game": HANDS_TO_PLAY,
    "stop_when_broke stop_loss stop_win win_goal loss_limit win_limit win_target quit_at leave_at "
    "stop_at stop_on_win stop_on_loss profit_goal loss_goal target_bankroll bankroll_goal ends_when "
    "game_ends_when play_until until": Foreign(
        "`while.hand` under [procedure.game] determines how long a game continues, as in "
        '`while.hand = "hand < hands and bankroll > 500 and bankroll < 1500"`'
    ),
    "before after instead_of": _STEPS,
}
"""Maps foreign names of keys to their meanings. A key lists all names with the same meaning."""
