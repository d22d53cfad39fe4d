"""Every check for a ruleset, in the order in which they run."""

from __future__ import annotations

from bj.ruleset.check.arguments import check_arguments, check_usage
from bj.ruleset.check.cards import check_cards, check_shoe
from bj.ruleset.check.check_state import Check
from bj.ruleset.check.definitions import check_define
from bj.ruleset.check.division_by_zero import check_draws
from bj.ruleset.check.expressions_and_templates import check_expressions, check_templates, find_amounts
from bj.ruleset.check.line_lengths import check_lengths
from bj.ruleset.check.memory import check_memory, check_one_start
from bj.ruleset.check.names_in_reactions import check_known
from bj.ruleset.check.numbers_from_arguments import check_numbers
from bj.ruleset.check.playable_first_hand import (
    check_jackpot_starts,
    check_loops,
    check_minimum,
    check_room,
    check_wagers,
)
from bj.ruleset.check.procedure import check_lines, check_procedure
from bj.ruleset.check.prompts import check_prompts
from bj.ruleset.check.reactions import check_reactions
from bj.ruleset.check.roster import check_teams
from bj.ruleset.check.side_bets import check_bet_cards, check_jackpots, check_limits
from bj.ruleset.check.strategies import check_seats, check_strategies
from bj.ruleset.check.table_rules import (
    check_bank,
    check_charlie,
    check_doubled,
    check_payouts,
    check_rivals,
    check_upcard,
)

CHECKS: tuple[Check, ...] = (
    check_arguments,
    check_usage,
    check_numbers,
    check_cards,
    check_shoe,
    check_strategies,
    check_seats,
    check_teams,
    check_reactions,
    check_memory,
    check_one_start,
    check_lines,
    check_procedure,
    check_bank,
    find_amounts,
    check_expressions,
    check_doubled,
    check_rivals,
    check_charlie,
    check_known,
    check_upcard,
    check_draws,
    check_room,
    check_minimum,
    check_wagers,
    check_jackpot_starts,
    check_payouts,
    check_bet_cards,
    check_limits,
    check_jackpots,
    check_define,
    check_loops,
    check_templates,
    check_prompts,
    check_lengths,
)
