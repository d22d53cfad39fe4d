"""The model for a whole ruleset."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, TypeAlias

from pydantic import AfterValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from bj.catalogue.house_rules import PLAYER_NATURAL
from bj.catalogue.limits import MOST_SEATS, MOST_SIDE_BETS, MOST_TEAMS
from bj.errors import TextFaults
from bj.faults_and_fixes import KeyPath
from bj.ruleset.model.arguments import Argument, Parameter
from bj.ruleset.model.base import Identifier, Section, Seed, Text
from bj.ruleset.model.cards import Cards
from bj.ruleset.model.output import Output
from bj.ruleset.model.procedure import Procedure
from bj.ruleset.model.prompts import Prompts
from bj.ruleset.model.reactions import Gift, Power, Reaction, as_gift
from bj.ruleset.model.roster import Dealer, Entrant, Member, Player, Team, Tournament
from bj.ruleset.model.rules_and_payouts import Bonus, Charlie, Money, Payouts, Rules
from bj.ruleset.model.shoe import Shoe
from bj.ruleset.model.side_bets import PAIRS, SideBet
from bj.ruleset.model.strategies import ROWS, ImpliedRule, Strategy, imply_rules
from bj.ruleset.suggestions import suggest
from bj.ruleset.usage_line import parse_usage

Holder: TypeAlias = Dealer | Member | Strategy
"""A table that can have reactions and powers."""

NO_VALUES: Mapping[str, object] = MappingProxyType({})
"""The argument values to use without a command line."""

PROCEDURE: Mapping[str, Any] = {
    "game": ["shuffle", {"repeat": "hand", "while": "hand < 3"}, "announce standings"],
    "hand": ["take wagers", "deal", "players act", "reveal hole card", "dealer acts", "settle"],
}


def _path_of_rule(path: str) -> str:
    section, _, more = path.partition(".")
    word, known = section, list(Ruleset.model_fields)
    kind = Ruleset.model_fields[section].annotation if section in known else None
    if more and isinstance(kind, type) and issubclass(kind, Section):
        word = f"{section}.{more.partition('.')[0]}"
        known = [f"{section}.{key}" for key in kind.model_fields]
    if word not in known:
        remedy = str(suggest(word, known))
        raise PydanticCustomError("code", "`{path}` is not a rule", {"path": path, "remedy": remedy})
    return path


PathOfRule = Annotated[Text, StringConstraints(min_length=1, max_length=500), AfterValidator(_path_of_rule)]
Help: TypeAlias = Annotated[
    dict[PathOfRule, Annotated[Text, StringConstraints(min_length=1, max_length=500)]],
    Field(max_length=1000),
]
"""Maps rules to explanations for students. A key can also be the beginning of a rule's path."""


class Head(Section):
    """The title and description of the ruleset, and the ruleset that it extends."""

    title: Text = Field(description="The title.", examples=["A crowded table"])
    summary: Text = Field(
        default="",
        description="A description of the game in one sentence. It is not inherited.",
        examples=["One player against the dealer."],
    )
    format: Annotated[int, Field(ge=1, le=1)] = Field(
        default=1, description="The version of the ruleset language.", examples=[1]
    )
    extends: Text | None = Field(
        default=None,
        description="The ruleset to extend: the name of a shipped ruleset, or a file in the same folder. "
        "Tables are merged key by key, and other values replace the inherited ones. To change a list, copy "
        "the entries that you want to keep from the output of `bj show NAME --resolved`. You can also change "
        "individual steps, seats and teams without copying the list.",
        examples=["classic", "shared/base.toml"],
    )
    without: Annotated[list[Text], Field(max_length=100)] = Field(
        default=[],
        description="The parts of the extended ruleset to leave out: dotted keys such as "
        '`strategies.simple.chart`, quoted where TOML requires it, as in `strategies.simple.chart.rows."hard '
        '12"`.',
        examples=[["players", "strategies.simple.chart"], ['strategies.simple.chart.rows."soft ..17"']],
    )
    usage: Text | None = Field(
        default=None,
        description="The names of the arguments in command-line order, with brackets around a file of cuts "
        "or players that users may omit. Inherited arguments that are not listed here are dropped, and so is "
        "an inherited example. By default, the command line takes all arguments, in the order of their "
        "sections.",
        examples=["bankroll minimum hands player [cuts]"],
    )


class Example(Section):
    """A typical game for the ruleset's page."""

    arguments: Text = Field(
        default="", description="The arguments to pass after `bj run RULESET`.", examples=["100 5 3 simple"]
    )
    seed: Seed = Field(default=0, description="The seed for the game.", examples=[5])
    rounds: Annotated[int, Field(ge=0, le=1000)] = Field(
        default=0,
        description="The number of rounds to play without asking whether to continue, or 0 to ask after each "
        "round.",
        examples=[3],
    )
    answers: Annotated[list[Text], Field(max_length=1000)] = Field(
        default=[], description="The answers to the prompts, one per line.", examples=[["20", "h", "s"]]
    )


class Ruleset(Section):
    """A variant of blackjack."""

    ruleset: Head = Field(
        description="The title and description of the ruleset, and the ruleset that it extends.",
        examples=[{"title": "A crowded table", "format": 1}, {"extends": "classic", "title": "Fast classic"}],
    )
    example: Example = Field(
        default_factory=Example.usual,
        description="A typical game for the ruleset's page.",
        examples=[{"arguments": "100 5 3 simple", "seed": 4}],
    )
    arguments: Annotated[dict[Identifier, Argument], Field(max_length=50)] = Field(
        default={},
        description="The command-line arguments, by name. Expressions can use the names, and `--set "
        "NAME=VALUE` sets a value.",
        examples=[{"hands": {"type": "integer", "between": [1, 100], "default": 3}}],
    )
    define: Annotated[dict[Identifier, str], Field(max_length=50)] = Field(
        default={},
        description="Named expressions. Other expressions and definitions can use a name wherever every "
        "name in its own expression is available.",
        examples=[{"true_count": "52 * count // cards_left", "is_rich": "true_count >= 3"}],
    )
    cards: Cards = Field(
        default_factory=Cards,  # a factory, because the default ranks must be validated
        description="The cards in a pack, with their values and names.",
        examples=[{"pack": {"T": 0}}, {"name": "{rank}{suit}", "ranks": {"A": {"name": "Ass"}}}],
    )
    shoe: Shoe = Field(
        default_factory=Shoe.usual,
        description="The shoe from which cards are dealt.",
        examples=[{"packs": 6, "reshuffle_when": "cards_left < 52"}],
    )
    players: Annotated[list[Player], Field(max_length=MOST_SEATS)] = Field(
        default=[],
        description="The seats, in order. Leave this empty if arguments or teams determine who plays. A "
        "ruleset that extends another can change individual keys of an inherited seat, in `[players.NAME]`.",
        examples=[[{"name": "Player", "bankroll": 100, "strategy": "simple"}]],
    )
    dealer: Dealer = Field(description="The dealer.", examples=[{"name": "Dealer", "draws": "total < 17"}])
    strategies: Annotated[dict[Identifier, Strategy], Field(max_length=200), AfterValidator(imply_rules)] = (
        Field(
            description="The strategies, by name.",
            examples=[{"simple": {"wager": "minimum", "chart": {"rows": ROWS}}}, {"human": {}}],
        )
    )
    powers: Annotated[dict[Identifier, Power], Field(max_length=200)] = Field(
        default={},
        description="The powers, by name.",
        examples=[{"second_chance": {"on": "bust", "say": "One more time!", "do": "retake hand"}}],
    )
    tournament: Tournament | None = Field(
        default=None,
        description="How teams compete. Without this section, players belong to no team.",
        examples=[{"dealers": "reds"}],
    )
    teams: Annotated[list[Team], Field(max_length=MOST_TEAMS)] = Field(
        default=[],
        description="The teams in a tournament. A ruleset that extends another can change individual keys of "
        "an inherited team, in `[teams.NAME]` with the team's `id`.",
        examples=[[{"id": "reds", "members": ["ann"]}, {"id": "blues", "members": ["bob"]}]],
    )
    members: Annotated[dict[Identifier, Member], Field(max_length=MOST_SEATS)] = Field(
        default={},
        description="The members of all teams, by name.",
        examples=[{"ann": {"name": "Ann Archer", "bankroll": 100, "strategy": "simple"}}],
    )
    money: Money = Field(
        default_factory=Money.usual, description="How to write amounts of money.", examples=[{"decimals": 2}]
    )
    rules: Rules = Field(
        default_factory=Rules.usual,
        description="The table rules.",
        examples=[{"minimum_wager": 5, "double": True}],
    )
    payouts: Payouts = Field(
        default_factory=Payouts.usual,
        description="How much hands win or lose.",
        examples=[{"natural": "6:5", "tie": "lose"}],
    )
    side_bets: Annotated[dict[Identifier, SideBet], Field(max_length=MOST_SIDE_BETS)] = Field(
        default={},
        description="The side bets, by name, in the order in which the step `take side bets` offers them.",
        examples=[{"pairs": {"cards": ["player 1", "player 2"], "pay_table": PAIRS}}],
    )
    procedure: Procedure = Field(description="The order of play, step by step.", examples=[PROCEDURE])
    prompts: Prompts = Field(
        default_factory=Prompts.usual,
        description="The questions for human players.",
        examples=[{"wager": {"ask": "Your bet: ", "quit": 0}}],
    )
    output: Output = Field(
        default_factory=Output.usual,
        description="The line to print for each event.",
        examples=[{"hand": "Hand {hand}", "player_dealt": "{name} gets {card}"}],
    )
    help: Help = Field(
        default={},
        description="Explanations that `bj verify` and `bj grade` show students in place of rules. Each key "
        "is a rule, or the beginning of its path.",
        examples=[{"dealer.draws": "When the dealer draws: section II.4", "payouts": "Section IV"}],
    )

    @cached_property
    def command_line(self) -> tuple[Parameter, ...]:
        """The arguments in command-line order, as listed in ``usage``.

        Without a valid ``usage``, all arguments are listed, in the order of their sections.
        """
        usage, arguments = self.ruleset.usage if self.ruleset else None, self.arguments or {}
        words = dict.fromkeys(arguments, False)
        if usage is not None:
            with suppress(TextFaults):
                named = {word.name: word.is_optional for word in parse_usage(usage)}
                words = named if named.keys() <= arguments.keys() else words
        return tuple(
            Parameter.model_construct(name=name, optional=optional, **dict(arguments[name]))
            for name, optional in words.items()
        )

    def number(self, written: int | str, values: Mapping[str, object] = NO_VALUES) -> int:
        """Return ``written`` if it is a number.

        If it is the name of an argument, return the argument's value. If ``values`` does not contain the
        argument, return the largest value that the argument accepts.
        """
        if isinstance(written, int):
            return written
        argument = (self.arguments or {}).get(written)
        most = argument.between[1] if argument and argument.between else 0
        value = values.get(written, most)
        return value if isinstance(value, int) else most

    def reactions_of_power(self, name: str) -> Iterator[tuple[KeyPath, Reaction]]:
        """Yield each reaction of the power ``name``, with its path. For an unknown power, yield nothing."""
        power = (self.powers or {}).get(name)
        if power is not None and power.on is not None:
            yield ("powers", name), power
        for index, reaction in enumerate(power.reactions if power else ()):
            yield ("powers", name, "reactions", index), reaction

    def holders(self) -> Iterator[tuple[KeyPath, Holder]]:
        """Yield the dealer, every member and every strategy, each with its path.

        Missing sections are skipped.
        """
        if self.dealer:
            yield ("dealer",), self.dealer
        for name, member in (self.members or {}).items():
            yield ("members", name), member
        for name, strategy in (self.strategies or {}).items():
            yield ("strategies", name), strategy

    def gifts(self) -> Iterator[tuple[KeyPath, Gift]]:
        """Yield every item in every list of powers as a gift, with its path."""
        for path, holder in self.holders():
            for index, entry in enumerate(holder.powers or ()):
                yield (*path, "powers", index), as_gift(entry)

    def reactions_with_powers(self, path: KeyPath, holder: Holder) -> Iterator[tuple[KeyPath, Reaction]]:
        """Yield each reaction of ``holder``, including those from its powers, with its path.

        ``path`` is the path to the holder's own list of reactions.
        """
        for index, reaction in enumerate(holder.reactions or ()):
            yield (*path, index), reaction
        for entry in holder.powers or ():
            yield from self.reactions_of_power(as_gift(entry).power)

    @property
    def own_targets(self) -> dict[str, range]:
        """Maps each power that sets a target to the range of targets that it can set."""
        return {
            name: power.targets for name, power in (self.powers or {}).items() if power.target is not None
        }

    @property
    def highest_target(self) -> int:
        """The highest target that any hand can have."""
        return max(self.rules.target, *(targets[-1] for targets in self.own_targets.values()), 0)

    def strategy_of(self, named: str, values: Mapping[str, object]) -> str:
        """Return ``named`` if it is a strategy. If it is an argument, return the strategy that it selects."""
        return named if named in self.strategies else str(values.get(named, named))

    def matches(self, values: Mapping[str, object]) -> list[tuple[int, int]]:
        """Return two indices for each match: that of the team that plays, and that of the team that deals."""
        if self.tournament is None:
            return []
        ids = [team.id for team in self.teams]
        if self.tournament.matches:
            return [(ids.index(each.players), ids.index(each.dealers)) for each in self.tournament.matches]
        dealers = self.tournament.dealers or ""
        chosen = str(values.get(dealers))
        deals = ids.index(chosen if chosen in ids else dealers)
        return [(1 - deals, deals)]

    def entrants(self, values: Mapping[str, object]) -> list[Entrant]:
        """Return each team member in each of their roles, in the order of their event codes.

        Members who both play and deal appear twice.
        """
        sides = {side for match in self.matches(values) for side in zip(match, (False, True), strict=True)}
        return [
            Entrant(number, member, deals)
            for number, team in enumerate(self.teams)
            for deals in (False, True)
            if (number, deals) in sides
            for member in team.members
        ]

    @property
    def bank_goes_round(self) -> bool:
        """Whether the players take turns holding the bank."""
        return "pass bank" in self.procedure.steps_named()

    @property
    def own_draws(self) -> list[str]:
        """The names of the powers that replace the dealer's drawing rule while they last."""
        return [name for name, power in (self.powers or {}).items() if power.draws is not None]

    @property
    def own_payouts(self) -> dict[str, Payouts]:
        """Maps each power that sets payouts to the complete payouts that apply while it lasts."""
        return {
            name: power.payouts.laid_over(self.payouts)
            for name, power in self.powers.items()
            if power.payouts is not None
        }

    def written_path(self, path: KeyPath) -> KeyPath:
        """Return the path to the part that implies the strategy rule at ``path``, if the rule is implied.

        Return any other path unchanged.
        """
        match path:
            case ("strategies", str(name), "rules", int(index), *rest):
                rule = (self.strategies[name].rules or [])[index]
                if isinstance(rule, ImpliedRule):
                    return rule.origin if rule.is_in_table else (*rule.origin, *rest)
        return path

    @property
    def bonuses(self) -> Mapping[str, Bonus]:
        """Maps names to bonuses. A charlie that wins at once or has its own payout counts as a bonus."""
        charlie, own = self.rules.charlie, self.payouts.bonuses
        if not isinstance(charlie, Charlie) or not (charlie.pays or charlie.at_once) or "charlie" in own:
            return own
        when = f"cards >= {charlie.cards}" + ("" if charlie.after_split else " and not from_split")
        pays = charlie.pays or self.payouts.win
        return {**own, "charlie": Bonus.model_construct(when=when, pays=pays, at_once=charlie.at_once)}

    @property
    def pays_naturals(self) -> bool:
        """Whether `payouts.natural` can ever be paid."""
        return self.rules.has(PLAYER_NATURAL) or "pay naturals" in self.procedure.steps_named()

    def all_reactions(self) -> Iterator[tuple[KeyPath, Reaction]]:
        """Yield every reaction once, with its path. Missing sections are skipped."""
        for name in self.powers or {}:
            yield from self.reactions_of_power(name)
        for path, holder in self.holders():
            for index, reaction in enumerate(holder.reactions or ()):
                yield (*path, "reactions", index), reaction
