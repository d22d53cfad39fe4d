"""Advice on names that are defined but never used, or used but not defined."""

from __future__ import annotations

from bj.catalogue import expression_names
from bj.catalogue.actions import ACTIONS
from bj.catalogue.house_rules import ALLOWANCES
from bj.faults_and_fixes import Fault, KeyPath
from bj.ruleset.advice.advice_state import Advising
from bj.ruleset.all_expressions import expressions_of
from bj.ruleset.allowed_names_by_place import NAMES
from bj.ruleset.check.expressions_and_templates import shows_memories
from bj.ruleset.check.numbers_from_arguments import numbers_of
from bj.ruleset.check.scopes import names_in
from bj.ruleset.expressions.tree import names_used
from bj.ruleset.model.index_plays import is_compared
from bj.ruleset.model.prompts import ActionPrompts
from bj.ruleset.model.strategies import lineage
from bj.ruleset.suggestions import shorten
from bj.ruleset.toml.reading_and_writing import write_value
from bj.ruleset.unknown_rules_in_help import find_unknown_rules

MOST_PLAYED = 3
"""The maximum number of strategies that a remedy lists."""


def advise_unused(advising: Advising) -> None:
    """Check that each name the ruleset defines is used, and that each name it uses is defined."""
    _advise_definitions(advising)
    _advise_strategies(advising)
    _advise_members(advising)
    _advise_memory(advising)
    _advise_remembering(advising)
    _advise_counts(advising)
    _advise_indices(advising)
    _advise_prompts(advising)
    _advise_help(advising)


def advise_arguments(advising: Advising) -> None:
    """Check that each argument has an effect."""
    model = advising.model
    used = {player.strategy for player in model.players}
    used |= {member.strategy for member in model.members.values()}
    used |= {model.tournament.dealers or ""} if model.tournament else set()
    if model.shoe.shuffle.method == "riffle":
        used |= {model.shoe.shuffle.first_cuts or ""}
    used |= {name for _, name in numbers_of(model)}
    taken = {argument.name for argument in model.command_line}
    for name in model.arguments.keys() - taken:
        message = f"the command line does not take the argument `{name}`, because `usage` does not list it"
        remedy = f"add `{name}` to `usage`, or remove it"
        advising.note("BJ901", ("arguments", name), message, remedy, key=True)
    for argument in model.command_line:
        name = argument.name
        if argument.type == "players" or name in used or _is_seen(advising, name):
            continue
        message = f"the argument `{name}` is never used"
        remedy = "use its name in an expression, or remove it"
        if name in advising.names():
            message += f": wherever `{name}` appears, it means the {expression_names.NAMES[name].means}"
            remedy = "rename the argument"
        inherited = f"the inherited argument `{name}` is no longer used"
        without_it = "use its name in an expression, or write `usage` without it under [ruleset]"
        own = Fault("BJ901", ("arguments", name), message, remedy, part="key")
        advising.found.append((own, Fault("BJ909", ("ruleset", "extends"), inherited, without_it)))


def _is_seen(advising: Advising, name: str) -> bool:
    """Whether at least one expression uses the argument ``name``.

    In some places, a built-in name hides an argument of the same name.
    """
    if name not in expression_names.NAMES:
        return name in advising.names()
    return any(
        name in names_used(advising.checked.expressions[use.path])
        for use in expressions_of(advising.model)
        if name not in NAMES[use.place]
    )


def _advise_definitions(advising: Advising) -> None:
    """Check that each definition is used by an expression, or by another definition in use."""
    definitions = advising.model.define
    used = {name for use in expressions_of(advising.model) for name in names_in(definitions, use.text)}
    waiting = list(used)
    while waiting:
        more = names_in(definitions, definitions[waiting.pop()]) - used
        used |= more
        waiting += more
    for name in definitions.keys() - used:
        message = f"the definition `{name}` is never used"
        advising.note(
            "BJ925", ("define", name), message, "use its name in an expression, or remove it", key=True
        )


def _advise_strategies(advising: Advising) -> None:
    """Check that every strategy is used by a player, directly or through a strategy that extends it."""
    strategies = advising.model.strategies
    used = {name for player in advising.played for name in lineage(strategies, player)}
    listed = " or ".join(f"`{shorten(name)}`" for name in sorted(advising.played))
    others = f", change {listed} instead" if 0 < len(advising.played) <= MOST_PLAYED else ""
    for name in strategies.keys() - used:
        message = f"no player has the strategy `{name}`"
        named = "use it in [[players]] or in the choices of an argument"
        chosen = [
            argument
            for argument in advising.model.command_line
            if argument.choices and {*argument.choices} <= strategies.keys() - {name}
        ]
        if len(chosen) == 1:
            choices = write_value([*(chosen[0].choices or ()), name])
            named = f"write `choices = {choices}` under [arguments.{chosen[0].name}]"
        remedy = f"{named}{others}, or remove it"
        advising.note("BJ902", ("strategies", name), message, remedy, key=True)


def _advise_members(advising: Advising) -> None:
    """Check that each member belongs to a team."""
    used = {name for team in advising.model.teams for name in team.members}
    for name in advising.model.members.keys() - used:
        message = f"`{name}` is not a member of any team"
        advising.note("BJ903", ("members", name), message, "add the name to a team, or remove it", key=True)


def _advise_memory(advising: Advising) -> None:
    """Check that each memory is used or shown, and that it can change if it starts at 0."""
    read: set[str] = set()
    changed: set[str] = set()
    for path, expression in advising.checked.expressions.items():
        own = {str(path[-1])} if path[-2:-1] == ("set",) else set()
        changed |= own
        read |= names_used(expression) - own
    for path, template in advising.checked.templates.items():
        read.update(template.fields if shows_memories(path) else ())
    for name, strategy in advising.model.strategies.items():
        for remembered, start in (strategy.memory or {}).items():
            path = ("strategies", name, "memory", remembered)
            if remembered not in read:
                message = f"the memory `{remembered}` is never used"
                remedy = "use the name in `wager`, a rule, a condition or `say`, or remove it"
                advising.note("BJ904", path, message, remedy, key=True)
            elif remembered not in changed and str(start) == "0":
                message = f"the memory `{remembered}` never changes, so it is always 0"
                remedy = f'change it in a reaction, as in `set = {{ {remembered} = "{remembered} + 1" }}`'
                advising.note("BJ929", path, message, remedy, key=True)


def _advise_remembering(advising: Advising) -> None:
    """Check that players have a memory for every number that their strategy expects them to remember."""
    strategies = advising.model.strategies
    remembered = frozenset(name for strategy in strategies.values() for name in strategy.memory or {})
    for owner in strategies if remembered else ():
        reported: set[str] = set()
        for key, path, expression in advising.of_strategy(owner):
            own = {str(path[-1])} if path[-2] == "set" else set()
            for name in sorted((names_used(expression) | own) & remembered - reported):
                heirs = advising.players_with(owner, key)
                if any(name not in (heir.memory or {}) for heir in heirs):
                    message = (
                        f"players with the strategy `{owner}` do not remember `{name}`, so it starts at 0 "
                        "here"
                    )
                    remedy = f"add `memory = {{ {name} = 0 }}` to the strategy"
                    advising.note("BJ908", path, message, remedy)
                    reported.add(name)


def _advise_counts(advising: Advising) -> None:
    """Check that each strategy with a count uses it, and that each strategy that uses `count` has one."""
    strategies = advising.model.strategies
    lineages = {name: list(lineage(strategies, name)) for name in strategies}
    others = frozenset().union(*map(advising.names, ("members", "powers", "procedure", "shoe")))
    asks_all = "count" in others or any("{count" in text for text in advising.questions())
    for name, strategy in strategies.items():
        heirs = [heir for heir, line in lineages.items() if strategy.count and name in line]
        kin = {relative for heir in heirs for relative in lineages[heir]}
        asks = asks_all or any("count" in advising.names("strategies", each) for each in kin)
        if strategy.count and not asks:
            message = "the count of this strategy is never used"
            remedy = "use `count` in its `wager`, a rule or a question, or remove it"
            advising.note("BJ905", ("strategies", name, "count"), message, remedy, key=True)
        for key, path, expression in advising.of_strategy(name):
            players = advising.players_with(name, key)
            if "count" in names_used(expression) and not all(player.count for player in players):
                message = f"`{name}` does not count cards, so `count` is always 0 here"
                remedy = 'add `count = { "2 3 4 5 6" = 1, "T J Q K A" = -1 }` to the strategy'
                advising.note("BJ906", path, message, remedy)
                break


def _advise_indices(advising: Advising) -> None:
    """Check that each `index` is needed by its own strategy, or by one related to it through `extends`."""
    strategies = advising.model.strategies
    for name, strategy in strategies.items():
        index = strategy.index
        if index is None:
            continue
        heirs = [heir for heir in strategies if name in lineage(strategies, heir)]
        if any(
            strategies[link].indices or is_compared(strategies[link].insurance, index)
            for heir in heirs
            for link in lineage(strategies, heir)
        ):
            continue
        message = "`index` is never used, because the strategy has no index play"
        remedy = 'add one to `indices`, such as `"16 v T" = "S at 0"`, or remove it'
        advising.note("BJ927", ("strategies", name, "index"), message, remedy, key=True)


def _advise_prompts(advising: Advising) -> None:
    """Check that the game shows a prompt if the example has answers, and that each option has an answer.

    A question that is never asked does no harm.
    """
    prompts, asked = advising.model.prompts, advising.asked()
    if advising.model.example.answers and not asked:
        advising.note("BJ907", ("example", "answers"), "no prompt is ever shown", "remove them")
    if "action" in asked:
        _advise_options(advising, prompts.action)


def _advise_options(advising: Advising, prompts: ActionPrompts) -> None:
    """Check that each item in `options` is shown, is legal, and has an answer."""
    place: KeyPath = ("prompts", "action", "options")
    if prompts.options and not any("{options" in text for text in (prompts.ask, prompts.wrong)):
        message = "this is never shown: `{options}` is neither in `ask` nor in `wrong`"
        advising.note("BJ907", place, message, "write `{options}` in `ask`, or remove it", key=True)
    for action in prompts.options:
        if action not in prompts.answers.values():
            message = f"this is never shown: no answer selects `{action}`"
            remedy = f'add one to `answers`, such as `{action[0]} = "{action}"`, or remove it'
            advising.note("BJ907", (*place, action), message, remedy, key=True)
        elif not advising.model.rules.may_ever(ACTIONS[action].rule or "hit"):
            message = f"this is never shown: the rules do not allow {ALLOWANCES[action].doing}"
            remedy = f"remove it, or write `{action} = true` under [rules]"
            advising.note("BJ907", (*place, action), message, remedy, key=True)


def _advise_help(advising: Advising) -> None:
    """Check that each explanation in [help] is for a rule that exists."""
    for rule, remedy in find_unknown_rules(advising.model, advising.model.help):
        advising.note("BJ932", ("help", rule), f"there is no rule `{shorten(rule)}`", remedy, key=True)
