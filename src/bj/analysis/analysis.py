"""Computes exact values for a ruleset by letting the engine apply its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bj.analysis.exact_game import make_game
from bj.analysis.full_search import ONE_HAND
from bj.analysis.names_in_reports import class_of, code_of, describe_method, describe_shoe, name_of_answer
from bj.analysis.one_hand_search import Progress
from bj.analysis.results import Analysis, FirstHand, SideBetValue, player_of
from bj.analysis.side_bets import side_bet_values
from bj.analysis.solver_choice import Explored, explore_game, uncollected
from bj.argument_values import Arguments, Value
from bj.ruleset.check import Checked
from bj.ruleset.load import AnyRuleset
from bj.session.engines import Speed
from bj.session.game_plan import prepare
from bj.simulation.participants import describe_value, strategies_of

BEST = "best play"


def analyze(
    ruleset: AnyRuleset,
    arguments: Arguments = (),
    *,
    fresh: bool = False,
    wager: int = 0,
    engine: Speed = "auto",
    progress: Progress | None = None,
    **named: object,
) -> Analysis:
    """Compute exact values for a ruleset, given as a name, a file, TOML text or data.

    ``arguments`` are words as on a command line, or a dict of typed values. Strategies play as the ruleset
    defines them. A human player is assumed to make the best play. ``wager`` is that player's wager in the
    smallest unit of money. If ``fresh`` is true, every hand is dealt from a fresh shoe. The plain and the
    compiled engine return the same numbers. Raises RulesetError if the ruleset has faults, GameError if the
    game cannot be played, and UsageError if an argument is invalid or hands depend on each other.
    """
    checked, values = prepare(ruleset, arguments, named, call=analyze)
    return analyze_checked(checked, values, fresh=fresh, wager=wager, engine=engine, progress=progress)


@uncollected()
def analyze_checked(
    checked: Checked,
    values: Mapping[str, Value],
    *,
    fresh: bool = False,
    wager: int = 0,
    engine: Speed = "auto",
    progress: Progress | None = None,
) -> Analysis:
    """Analyze a ruleset that is already loaded, with the given argument ``values``."""
    game = make_game(checked, values, fresh=fresh, wager=wager)
    bets = side_bet_values(checked, values, game)
    return make_analysis(explore_game(game, engine, progress, chosen=game.mixed is None), values, bets)


def make_analysis(
    explored: Explored, values: Mapping[str, Value], side_bets: Sequence[SideBetValue]
) -> Analysis:
    """Return the analysis of an explored game."""
    game = explored.game
    model = game.checked.model
    strategies = strategies_of(model, values)
    players = [
        player_of(
            game.compiled.persons[person],
            BEST if game.decides and person == game.observer else strategies[person],
            means,
            10**game.compiled.decimals,
        )
        for person, means in zip(game.view.players, explored.means(), strict=True)
    ]
    splits = any(player.settled > ONE_HAND for player in players)
    strategies_used = class_of(game, splits=splits, by_own_cards=explored.is_by_own_cards)
    return Analysis(
        model.ruleset.title,
        {each.name: describe_value(values[each.name]) for each in model.command_line if each.name in values},
        describe_shoe(game),
        players,
        first_hands(explored) if game.observer is not None else [],
        side_bets,
        describe_method(game, strategies_used),
        explored.states,
        strategies_used,
        True,
        game.is_endless or not (splits and explored.is_by_own_cards),
    )


def first_hands(explored: Explored) -> list[FirstHand]:
    """List every starting hand against every upcard."""
    game = explored.game
    rows: dict[tuple[str, str], list[tuple[float, float]]] = {}
    actions: dict[tuple[str, str], dict[str, list[tuple[float, float]]]] = {}
    for first, chance, value, answers, question in explored.first_hands():
        hand = " ".join(code_of(game, kind) for kind in first.hand)
        key = hand, code_of(game, first.upcard) if first.upcard >= 0 else ""
        rows.setdefault(key, []).append((chance, value / game.wager))
        for answer, of_answer in answers.items():
            name = name_of_answer(question, answer)
            actions.setdefault(key, {}).setdefault(name, []).append((chance, of_answer / game.wager))
    return [
        FirstHand(
            *key,
            sum(chance for chance, _ in parts),
            mean_of(parts),
            {name: mean_of(values) for name, values in actions.get(key, {}).items()},
        )
        for key, parts in rows.items()
    ]


def mean_of(parts: Sequence[tuple[float, float]]) -> float:
    """Return the mean of the values in (probability, value) pairs, weighted by probability.

    If there is only one value, it is returned unchanged.
    """
    if len(parts) == 1:
        return parts[0][1]
    return sum(chance * value for chance, value in parts) / sum(chance for chance, _ in parts)
