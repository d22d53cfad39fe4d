"""Defines the questions about a new ruleset, the way answers are parsed, and the changes that they cause."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from bj.authoring.base_ruleset import Base, Changes, standing
from bj.catalogue.limits import LARGEST_TARGET, LEAST_TARGET, MOST_PACKS
from bj.errors import UsageError
from bj.faults_and_fixes import KeyPath
from bj.ruleset.model.dealer_draws import HITS_SOFT_17, STANDS_ON_SOFT_17
from bj.ruleset.suggestions import shorten, suggest

INFINITE = "infinite"
DRAWS: KeyPath = ("dealer", "draws")
CARDS_LEFT = "cards_left < "
YES_OR_NO = {"yes": True, "no": False}
DRAWS_BELOW = re.compile(r"total < ([0-9]+)( or soft and total == \1)?")
"""Matches the condition for drawing below a total and, optionally, also on that soft total."""

AS_CHARTED = "chart"
"""The answer that keeps a strategy's chart."""


class RuleQuestion(NamedTuple):
    """A question to the author of a new ruleset."""

    option: str
    """The name of the answer and, if there is one, of the option of ``bj new`` that sets it."""
    path: KeyPath
    """The path of the key whose value is the default answer. It may be empty if ``current`` is set."""
    text: str
    read: Callable[[str, Base], Any]
    """Converts an answer to a value. Raises UsageError if the answer is invalid."""
    is_there: Callable[[Base], bool]
    """Returns whether the base has this rule."""
    missing: str = ""
    """The rest of the error message if the base does not have this rule.

    The message starts with the base's name.
    """
    change: Callable[[Base, Any], Changes] | None = None
    """Returns the changes that result from an answer.

    By default, the answer becomes the value at ``path``.
    """
    current: Callable[[Base], Any] | None = None
    """Returns the current value. If this is None, the current value is the one at ``path``."""
    show: Callable[[Any], str] = str
    """Converts a value to an answer."""

    def changes(self, base: Base, answer: Any) -> Changes:
        """Return the changes to ``base`` that result from ``answer``."""
        if self.change is not None:
            return self.change(base, answer)
        return {} if answer == standing(base, self.path) else {self.path: answer}

    def default(self, base: Base, changes: Changes) -> str:
        """Return the default answer: the value set by earlier ``changes``, or otherwise the current value."""
        value = changes.get(self.path)
        if value is None:
            value = standing(base, self.path) if self.current is None else self.current(base)
        return self.show(value)


def choose(choices: Mapping[str, Any], what: str) -> Callable[[str], Any]:
    """Return a function that accepts a key of ``choices``, or an unambiguous prefix, and returns the value.

    The function raises UsageError for any other text. The message refers to a choice as ``what``.
    """

    def read(text: str) -> Any:
        typed = text.casefold()
        meant = [typed] if typed in choices else [choice for choice in choices if choice.startswith(typed)]
        if len(meant) != 1:
            raise UsageError(f"`{shorten(text)}` is not a {what}", suggest(text, choices))
        return choices[meant[0]]

    return read


def has_naturals(base: Base, target: int) -> bool:
    """Return whether two cards in ``base`` can form a natural with the total ``target``."""
    pack = base.checked.pack
    worths = [pack.worths[rank] for rank in pack.ranks]
    return any(high + other == target for low, high in worths if high > low for other, _ in worths)


def change_dealers_rule(base: Base, draws: str) -> Changes:
    """Return the changes that make the dealer draw under the condition ``draws``."""
    if draws == base.checked.model.dealer.rule:
        return {}
    if draws in (HITS_SOFT_17, STANDS_ON_SOFT_17) and "draws" not in base.data["dealer"]:
        return {("dealer", "hits_soft_17"): draws == HITS_SOFT_17}
    return {DRAWS: draws}


def read_draws(text: str, base: Base) -> str:
    """Return the dealer's drawing condition for a total such as ``17`` or ``soft 17``.

    Other text is returned unchanged.
    """
    match = re.fullmatch(r"(soft ?)?([0-9]{1,2})", text)
    if match is None:
        return text
    total = match[2]
    return f"total < {total} or soft and total == {total}" if match[1] else f"total < {total}"


def show_draws(condition: str) -> str:
    """Return the answer that means ``condition``. This is the inverse of ``read_draws``.

    >>> show_draws("total < 17 or soft and total == 17")
    'soft 17'
    """
    match = DRAWS_BELOW.fullmatch(condition)
    return f"{'soft ' * bool(match[2])}{match[1]}" if match else condition


def has_only_player(base: Base) -> bool:
    """Return whether the ruleset has a single player, whose first strategy has a chart."""
    players = base.data.get("players", [])
    return len(players) == 1 and "chart" in base.data["strategies"].get(_first_strategy(base), {})


def _first_strategy(base: Base) -> str:
    """Return the first player's strategy or, if an argument selects it, the argument's first choice."""
    strategy: str = base.data["players"][0]["strategy"]
    argument = base.data.get("arguments", {}).get(strategy)
    return str(argument["choices"][0]) if argument else strategy


def _read_target(text: str, base: Base) -> int:
    if not (text.isascii() and text.isdigit() and LEAST_TARGET <= int(text[:4]) <= LARGEST_TARGET):
        remedy = f"enter a whole number from {LEAST_TARGET} to {LARGEST_TARGET}"
        raise UsageError(f"`{shorten(text)}` is not a valid target", remedy)
    return int(text)


def _read_ratio(text: str, base: Base) -> str:
    if not re.fullmatch(r"[0-9]{1,4}:[1-9][0-9]{0,3}", text):
        raise UsageError(
            f"`{shorten(text)}` is not a payout", "write it like `3:2`: three for every two wagered"
        )
    return text


def _read_packs(text: str, base: Base) -> int | str:
    is_endless = base.checked.model.shoe.packs == INFINITE
    if text == INFINITE and is_endless:
        return text
    if text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= MOST_PACKS:
        return int(text)
    endless = ", or `infinite`" if is_endless else ""
    if text == INFINITE:
        message = f"`{base.name}` shuffles its shoe, but an infinite shoe is never shuffled"
        raise UsageError(message, f"enter 1 to {MOST_PACKS} packs, or start from `infinite`")
    raise UsageError(
        f"`{shorten(text)}` is not a valid number of packs",
        f"enter a whole number from 1 to {MOST_PACKS}{endless}",
    )


def _read_cards_left(text: str, base: Base) -> str:
    """Return the condition that fewer than ``text`` cards are left.

    Text that is not a number is returned unchanged.
    """
    return f"{CARDS_LEFT}{text}" if re.fullmatch("[0-9]{1,4}", text) else text


def _read_choice(*choices: str) -> Callable[[str, Base], Any]:
    read = choose({choice: choice for choice in choices}, "valid answer")
    return lambda text, base: read(text)


def _read_yes_or_no(text: str, base: Base) -> bool:
    return bool(choose(YES_OR_NO, "valid answer")(text))


def _keep_argument(base: Base, answer: bool) -> Changes:
    """Return the changes that remove the argument for the player's strategy, or none if the answer is yes."""
    (player,) = base.data["players"]
    name = player["strategy"]
    if answer:
        return {}
    simple, *others = base.data["arguments"][name]["choices"]
    usage = " ".join(word for word in base.data["ruleset"]["usage"].split() if word.strip("[]") != name)
    return {
        ("ruleset", "usage"): usage,
        ("players",): [{**player, "strategy": simple}],
        **{("strategies", other): None for other in others},
    }


def _draw_by_total(base: Base, answer: str) -> Changes:
    """Return the changes that let the player draw under the condition ``answer`` instead of using a chart."""
    if answer == AS_CHARTED:
        return {}
    path = ("strategies", _first_strategy(base))
    return {
        (*path, "chart"): None,
        (*path, "rules"): [{"when": answer, "do": "hit"}, {"do": "stand"}],
    }


def _change_wager(base: Base, answer: str) -> Changes:
    strategy = _first_strategy(base)
    return {} if answer == _wager_of(base, strategy) else {("strategies", strategy, "wager"): answer}


def _wager_of(base: Base, strategy: str) -> str:
    return str(base.checked.model.strategies[strategy].wager or "minimum")


def _let_naturals_win(base: Base, answer: bool) -> Changes:
    """Return the changes that set whether a dealer's natural beats other hands with the same total.

    If the base prints no line for such a natural, the line for a dealer's win is used.
    """
    path = ("rules", "dealer_natural")
    if answer == standing(base, path):
        return {}
    output = base.data["output"]
    changes: dict[KeyPath, Any] = {path: answer}
    if answer and "dealer_natural" not in output and "dealer_wins" in output:
        changes["output", "dealer_natural"] = output["dealer_wins"]
    return changes


def _shuffles_by_number(base: Base) -> bool:
    condition = standing(base, ("shoe", "reshuffle_when"))
    return isinstance(condition, str) and condition.removeprefix(CARDS_LEFT).isdigit()


def _always(base: Base) -> bool:
    return True


def _chooses_strategy(base: Base) -> bool:
    return has_only_player(base) and base.data["players"][0]["strategy"] in base.data.get("arguments", {})


_DEALER = RuleQuestion(
    "dealer-draws",
    DRAWS,
    "The dealer draws below (`soft 17` includes a soft 17)",
    read_draws,
    _always,
    change=change_dealers_rule,
    current=lambda base: base.checked.model.dealer.rule,
    show=show_draws,
)
_NATURAL = RuleQuestion(
    "natural",
    ("payouts", "natural"),
    "Payout of a natural",
    _read_ratio,
    lambda base: "pay naturals" in base.checked.model.procedure.steps_named(),
    "does not pay naturals separately",
)
_PACKS = RuleQuestion(
    "packs",
    ("shoe", "packs"),
    "Packs in the shoe",
    _read_packs,
    lambda base: base.checked.model.shoe.players_per_pack is None,
    "has a number of packs that depends on the players",
)

_TARGET = RuleQuestion(
    "target", ("rules", "target"), "The total that hands try to reach", _read_target, _always
)

QUESTIONS = (
    _TARGET,
    _DEALER,
    _NATURAL,
    _PACKS,
)
"""The questions about any new ruleset. Each can also be answered with an option of ``bj new``."""

HANDOUT_QUESTIONS = (
    RuleQuestion(
        "player-argument",
        (),
        "Does an argument select the player's strategy",
        _read_yes_or_no,
        _chooses_strategy,
        change=_keep_argument,
        current=lambda base: "no",
    ),
    _TARGET,
    _PACKS,
    RuleQuestion(
        "reshuffle",
        ("shoe", "reshuffle_when"),
        "Shuffle before a hand with fewer cards left than",
        _read_cards_left,
        _shuffles_by_number,
        show=lambda condition: condition.removeprefix(CARDS_LEFT),
    ),
    RuleQuestion(
        "player-draws",
        (),
        "The player draws below (`soft 17` includes a soft 17), or by the `chart`",
        read_draws,
        has_only_player,
        change=_draw_by_total,
        current=lambda base: AS_CHARTED,
    ),
    RuleQuestion(
        "wager",
        (),
        "The bet, such as `2 * minimum if bankroll >= 600 else minimum`",
        lambda text, base: text,
        has_only_player,
        change=_change_wager,
        current=lambda base: _wager_of(base, _first_strategy(base)),
    ),
    _DEALER,
    RuleQuestion(
        "dealer-natural",
        ("rules", "dealer_natural"),
        "A dealer's natural beats a 21 of more cards",
        _read_yes_or_no,
        _always,
        change=_let_naturals_win,
        show=lambda value: "yes" if value else "no",
    ),
    _NATURAL,
    RuleQuestion(
        "rounding",
        ("payouts", "rounding"),
        "Payouts are rounded `down`, `up` or to the `nearest` chip",
        _read_choice("down", "up", "nearest"),
        _always,
    ),
    RuleQuestion(
        "tie",
        ("payouts", "tie"),
        "In a tie, players `push`, `lose` or `win`",
        _read_choice("push", "lose", "win"),
        _always,
    ),
)
"""The questions about the program that a handout describes, in the order used in most handouts.

They include QUESTIONS.
"""
