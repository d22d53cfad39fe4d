"""Advice on what stands in a ruleset and nothing uses."""

from __future__ import annotations

from bj.ruleset.advice.advising import Advising
from bj.ruleset.expressions.parse import names_used


def advise_unused(advising: Advising) -> None:
    """Everything that is declared is used somewhere, and what is used has a meaning."""
    _advise_arguments(advising)
    _advise_strategies(advising)
    _advise_members(advising)
    _advise_memory(advising)
    _advise_counts(advising)
    _advise_prompts(advising)


def _advise_arguments(advising: Advising) -> None:
    """Every argument changes something."""
    model = advising.model
    used = set(advising.names())
    used |= {player.strategy for player in model.players}
    used |= {member.strategy for member in model.members.values()}
    used |= {model.shoe.shuffle.first_cuts or ""}
    used |= {model.tournament.dealers} if model.tournament else set()
    for index, argument in enumerate(model.arguments):
        if argument.type != "players" and argument.name not in used:
            message = f"nothing uses the argument `{argument.name}`"
            remedy = "use its name in an expression, or take it out"
            advising.note("BJ901", ("arguments", index, "name"), message, remedy)


def _advise_strategies(advising: Advising) -> None:
    """Somebody may play by every strategy, or by one that extends it."""
    used = {name for player in advising.played() for name in advising.lineage(player)}
    for name in advising.model.strategies.keys() - used:
        message = f"nobody plays by the strategy `{name}`"
        remedy = "name it in [[players]] or among the choices of an argument, or take it out"
        advising.note("BJ902", ("strategies", name), message, remedy, key=True)


def _advise_members(advising: Advising) -> None:
    """Every member is in a team."""
    used = {name for team in advising.model.teams for name in team.members}
    for name in advising.model.members.keys() - used:
        message = f"`{name}` is a member of no team"
        advising.note("BJ903", ("members", name), message, "add the name to a team, or take it out", key=True)


def _advise_memory(advising: Advising) -> None:
    """What is remembered is asked for somewhere."""
    read: set[str] = set()
    for path, expression in advising.checked.expressions.items():
        own = path[-1] if path[-2:-1] == ("set",) else None
        read |= names_used(expression) - {own}
    for name, strategy in advising.model.strategies.items():
        for remembered in strategy.memory or {}:
            if remembered not in read:
                message = f"nothing asks for `{remembered}`, which is remembered"
                remedy = "use the name in `wager`, a rule or a condition, or take it out"
                advising.note("BJ904", ("strategies", name, "memory", remembered), message, remedy, key=True)


def _advise_counts(advising: Advising) -> None:
    """Who counts uses the count, and who uses it counts."""
    strategies = advising.model.strategies
    lineages = {name: advising.lineage(name) for name in strategies}
    others = advising.names("members") | advising.names("procedure") | advising.names("shoe")
    for name, strategy in strategies.items():
        heirs = [heir for heir, lineage in lineages.items() if strategy.count and name in lineage]
        lines = {ancestor for heir in heirs for ancestor in lineages[heir]}
        asks = "count" in others or any("count" in advising.names("strategies", line) for line in lines)
        if strategy.count and not asks:
            message = "nothing asks for the count of this strategy"
            remedy = "use `count` in its `wager` or a rule, or take it out"
            advising.note("BJ905", ("strategies", name, "count"), message, remedy, key=True)
        for path, expression in advising.expressions("strategies", name):
            if "count" in names_used(expression) and _plays_without_count(advising, name, str(path[2])):
                message = f"`{name}` does not count cards: here `count` is always 0"
                remedy = 'add `count = { "2 3 4 5 6" = 1, "T J Q K A" = -1 }` to the strategy'
                advising.note("BJ906", path, message, remedy)
                break


def _plays_without_count(advising: Advising, name: str, key: str) -> bool:
    """Whether somebody has ``key`` from the strategy ``name`` and counts no cards."""
    for player in advising.played():
        lineage = advising.lineage(player)
        owner = next(
            (link for link in lineage if key in advising.model.strategies[link].model_fields_set), ""
        )
        if owner == name and not advising.checked.strategies[player].count:
            return True
    return False


def _advise_prompts(advising: Advising) -> None:
    """Every question is asked."""
    prompts, asked = advising.model.prompts, advising.asked()
    why = {
        "wager": "every strategy has a `wager`",
        "action": "every strategy has a chart or rules",
        "again": "there is no step `ask again`",
        "roster": "no argument is of type `players`",
    }
    for name in sorted(prompts.model_fields_set - asked):
        message = f"nobody is asked this: {why[name]}"
        advising.note("BJ907", ("prompts", name), message, "take it out", key=True)
    if "action" in asked and prompts.action.ask_double is not None and not advising.model.rules.double:
        message = "nobody is asked this: hands may not be doubled"
        remedy = "take it out, or write `double = true` below [rules]"
        advising.note("BJ907", ("prompts", "action", "ask_double"), message, remedy)
