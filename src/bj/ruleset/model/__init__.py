"""The sections of a ruleset as frozen pydantic models, with one module per section."""

from bj.ruleset.model.arguments import Argument, Parameter
from bj.ruleset.model.cards import Cards, Rank
from bj.ruleset.model.output import Output
from bj.ruleset.model.procedure import Procedure, Step
from bj.ruleset.model.prompts import Prompts
from bj.ruleset.model.reactions import Power, Reaction
from bj.ruleset.model.roster import Dealer, Entrant, Member, Player, Team, Tournament
from bj.ruleset.model.rules_and_payouts import Money, Payouts, Rules
from bj.ruleset.model.ruleset import Example, Head, Help, Ruleset
from bj.ruleset.model.shoe import Shoe, Shuffle
from bj.ruleset.model.side_bets import SideBet
from bj.ruleset.model.strategies import Chart, Strategy, StrategyRule

__all__ = [
    "Argument",
    "Cards",
    "Chart",
    "Dealer",
    "Entrant",
    "Example",
    "Head",
    "Help",
    "Member",
    "Money",
    "Output",
    "Parameter",
    "Payouts",
    "Player",
    "Power",
    "Procedure",
    "Prompts",
    "Rank",
    "Reaction",
    "Rules",
    "Ruleset",
    "Shoe",
    "Shuffle",
    "SideBet",
    "Step",
    "Strategy",
    "StrategyRule",
    "Team",
    "Tournament",
]
