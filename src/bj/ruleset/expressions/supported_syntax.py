"""Lists the Python syntax that expressions support, and the messages for unsupported syntax."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from bj.cards import SUITS
from bj.faults_and_fixes import Fix, Remedy
from bj.ruleset.expressions.tree import ArithmeticOperator, Comparison, ValueKind

ARITHMETIC: dict[type[ast.operator], ArithmeticOperator] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
}

COMPARISONS: dict[type[ast.cmpop], Comparison] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}

REFUSED_OPERATORS: dict[type[ast.AST], tuple[str, Remedy]] = {
    ast.Div: ("/", "write `//` to round down, or `ceil(a / b)` to round up"),
    ast.Pow: ("**", "multiply with `*`"),
    ast.MatMult: ("@", "multiply with `*`"),
    ast.BitAnd: ("&", Fix("and")),
    ast.BitOr: ("|", Fix("or")),
    ast.BitXor: ("^", Fix("!=", "write `{}` between two conditions")),
    ast.LShift: ("<<", Fix("<", "write `{}` to compare")),
    ast.RShift: (">>", Fix(">", "write `{}` to compare")),
    ast.Invert: ("~", Fix("not ", "write `not`")),
    ast.UAdd: ("+", Fix("", "remove the sign")),
    ast.Is: ("is", Fix("==")),
    ast.IsNot: ("is not", Fix("!=")),
    ast.In: ("in", "compare with each value: `a == 1 or a == 2`"),
    ast.NotIn: ("not in", "compare with each value: `a != 1 and a != 2`"),
}

_ALONE = "write names, numbers and operators only"

REFUSED_NODES: dict[type[ast.AST], tuple[str, str]] = {
    ast.Attribute: ("an attribute", "write a name without `.`"),
    ast.Subscript: ("an index", "write a name without `[`"),
    ast.Slice: ("a slice", _ALONE),
    ast.Lambda: ("a lambda", _ALONE),
    ast.List: ("a list", _ALONE),
    ast.Tuple: ("a list of values", "write one value, with a decimal point if necessary: `2.50`"),
    ast.Set: ("a set", _ALONE),
    ast.Dict: ("a dictionary", _ALONE),
    ast.ListComp: ("a comprehension", _ALONE),
    ast.SetComp: ("a comprehension", _ALONE),
    ast.DictComp: ("a comprehension", _ALONE),
    ast.GeneratorExp: ("a comprehension", _ALONE),
    ast.JoinedStr: ("a formatted string", _ALONE),
    ast.NamedExpr: ("an assignment", "write `==` to compare"),
    ast.Starred: ("a starred value", "write every argument in full"),
    ast.Await: ("`await`", _ALONE),
    ast.Yield: ("`yield`", _ALONE),
    ast.YieldFrom: ("`yield`", _ALONE),
}

USAGE = {
    "min": "min(a, b)",
    "max": "max(a, b)",
    "abs": "abs(a)",
    "ceil": "ceil(a / b)",
    "floor": "floor(a / b)",
    "holds": 'holds("7C")',
    "number_of": 'number_of("H")',
    "rank": 'rank("K")',
    "suit": 'suit("H")',
    "chance": "chance(80)",
    "random": "random(1, 6)",
}
"""Maps the name of each function to an example call."""

_TRUE_COUNT = "floor(52 * count / cards_left)"

RED, BLACK = (
    f"number_of('{one}') + number_of('{other}') == cards" for one, other in (("H", "D"), ("S", "C"))
)
"""Two conditions: every card in the hand is red, and every card in the hand is black."""

SAID_HERE: Mapping[str, tuple[str, Remedy]] = {
    **dict.fromkeys(
        ("hand_total", "player_total", "my_total", "hand_value", "player_value", "points", "score", "sum"),
        ("total", Fix("total")),
    ),
    **dict.fromkeys(
        ("num_cards", "n_cards", "number_of_cards", "cards_in_hand", "hand_size"), ("cards", Fix("cards"))
    ),
    **dict.fromkeys(("hard", "is_hard", "hard_hand"), ("soft", Fix("not soft"))),
    **dict.fromkeys(("is_soft", "soft_hand"), ("soft", Fix("soft"))),
    "is_pair": ("pair", Fix("pair")),
    **dict.fromkeys(("matched", "identical"), ("suited", Fix("(same_rank and suited)"))),
    **dict.fromkeys(("same_suit", "is_suited", "one_suit", "flush"), ("suited", Fix("suited"))),
    **dict.fromkeys(("same_color", "one_colour", "one_color"), ("same_colour", Fix("same_colour"))),
    "is_straight": ("straight", Fix("straight")),
    **dict.fromkeys(("has_ace", "has_an_ace", "with_ace"), ("total", Fix("holds('A')"))),
    **dict.fromkeys(("aces", "number_of_aces", "num_aces"), ("total", Fix("number_of('A')"))),
    **dict.fromkeys(("all_red", "only_red"), ("total", Fix(f"({RED})"))),
    **dict.fromkeys(("all_black", "only_black"), ("total", Fix(f"({BLACK})"))),
    **dict.fromkeys(("is_split", "after_split"), ("from_split", Fix("from_split"))),
    **dict.fromkeys(
        ("true_count", "TC", "tc"),
        ("count", Fix(_TRUE_COUNT, "write `{}`, or define `true_count` like this under [define]")),
    ),
    **dict.fromkeys(("running_count", "RC", "rc"), ("count", Fix("count"))),
    **dict.fromkeys(
        ("decks_left", "packs_left", "decks_remaining", "packs_remaining", "remaining_decks"),
        ("cards_left", Fix("ceil(cards_left / 52)")),
    ),
    **dict.fromkeys(("hand_number", "hand_no"), ("hand", Fix("hand"))),
    "hands_played": ("hand", Fix("(hand - 1)")),
    **dict.fromkeys(("round_number", "round_no"), ("round", Fix("round"))),
    **dict.fromkeys(
        ("unit", "units", "min_bet", "table_minimum", "base_bet", "base_unit", "initial_bet"),
        ("minimum", Fix("minimum")),
    ),
    **dict.fromkeys(("current_bet", "current_wager"), ("wager", Fix("wager"))),
    **dict.fromkeys(("balance", "stack", "purse", "credits"), ("bankroll", Fix("bankroll"))),
    **dict.fromkeys(("blackjack", "natural", "bj"), ("total", Fix("(cards == 2 and total == 21)"))),
    **dict.fromkeys(("tie", "push", "tied"), ("dealer_total", Fix("(total == dealer_total)"))),
    **dict.fromkeys(("bust", "busted"), ("total", Fix("(total > 21)"))),
    **dict.fromkeys(
        ("dealer_bust", "dealer_busts", "dealer_busted"), ("dealer_total", Fix("(dealer_total > 21)"))
    ),
    **dict.fromkeys(("won", "win"), ("profit", Fix("(profit > 0)"))),
    **dict.fromkeys(("lost", "loss"), ("profit", Fix("(profit < 0)"))),
    **dict.fromkeys(
        (
            *("dealer", "dealer_card", "dealer_upcard", "dealer_shows", "dealer_up", "dealer_value"),
            *("up_card", "upcard_value", "dealers_card", "dealers_upcard"),
        ),
        ("upcard", Fix("upcard")),
    ),
    "late": ("from_split", "write `surrender = true` for late surrender"),
    "early": ("from_split", 'write `surrender = "early"` for early surrender'),
    **{code: ("first_suit", f'write `suit("{code}")`') for code in SUITS},
    **{
        f"{name}s": ("first_suit", f'write `suit("{name[0].upper()}")`')
        for name in ("spade", "heart", "club", "diamond")
    },
    **{
        name: ("first_rank", f'write `rank("{name[0].upper()}")`')
        for name in ("jack", "queen", "king", "ace")
    },
}
"""Maps each name from other programs to the equivalent name in bj, and to a remedy.

An entry applies only where expressions can use the equivalent name.
"""

_LAST = "(?:last_|previous_|prev_)"


def _set_after(outcome: str, other: str, value: str) -> tuple[str, str]:
    """Return the starting value of a number to remember, and the reactions that update it.

    The reactions set the number to ``value`` after the outcome ``outcome``, and to 0 after the outcome
    ``other``.
    """
    sets = f'{{ on = "hand {outcome}", set = {{ NAME = {value} }} }}'
    clears = f'{{ on = "hand {other}", set = {{ NAME = 0 }} }}'
    return "0", f"{sets}, {clears}"


START_OF_GAME = '"bankroll"'
"""The starting value of a number that remembers how large the bankroll was when the game started."""

REMEMBERED: Mapping[str, tuple[str, str]] = {
    f"{_LAST}(?:bet|wager|stake)": ("0", '{ on = "hand over", set = { NAME = "wager" } }'),
    f"{_LAST}?(?:hand_|round_)?(?:lost|loss)|lost_(?:last|previous)(?:_hand|_round)?": _set_after(
        "lost", "won", "1"
    ),
    f"{_LAST}?(?:hand_|round_)?(?:won|win)|won_(?:last|previous)(?:_hand|_round)?": _set_after(
        "won", "lost", "1"
    ),
    "losses|(?:losses|lost)_in_a_row|consecutive_losses|losing_streak": _set_after(
        "lost", "won", '"NAME + 1"'
    ),
    "wins|(?:wins|won)_in_a_row|consecutive_wins|(?:winning_)?streak": _set_after(
        "won", "lost", '"NAME + 1"'
    ),
    "(?:start|starting|initial|first)_(?:bankroll|chips|money)|bankroll_at_start": (START_OF_GAME, ""),
}
"""Maps patterns for undefined names, such as `last_bet`, to numbers that remember the event they refer to.

Each number is described by its starting value and the reactions that update it. In the reactions, `NAME` is a
placeholder for its name.
"""


def what_happened(name: str) -> tuple[str, str] | None:
    """Return the starting value and the reactions that make a number remember the past event ``name``.

    Return None if ``name`` does not refer to a past event.
    """
    return next((found for words, found in REMEMBERED.items() if re.fullmatch(words, name)), None)


COMMON = (
    *("total", "soft", "cards", "upcard", "pair", "dealer_total", "from_split", "doubled"),
    *("wager", "bankroll", "minimum", "count", "hand", "cards_left", "profit", "last"),
)
"""The names that rulesets use most often, in the order in which messages list them."""

IN_WORDS = {
    ValueKind.NUMBER: "a number",
    ValueKind.MONEY: "an amount of money",
    ValueKind.BOOLEAN: "a condition",
}

ARGUMENTS = dict.fromkeys(USAGE, (1, 1)) | {"min": (2, 8), "max": (2, 8), "random": (2, 2)}
"""Maps the name of each function to the minimum and maximum number of arguments that it takes."""

FUNCTIONS_REMEDY = "the functions are " + ", ".join(f"`{usage}`" for usage in USAGE.values())

MISFITS: dict[tuple[ArithmeticOperator, bool, bool], tuple[str, str]] = {
    ("*", True, True): (
        "an amount of money cannot be multiplied by an amount of money",
        "multiply it by a number; for 1.5 times an amount, write `3 * amount // 2`",
    ),
    ("//", False, True): (
        "a number cannot be divided by an amount of money",
        "write an amount on the left too, as in `100.0 // amount`",
    ),
    ("%", True, False): (
        "an amount of money on the left of `%` needs an amount on the right",
        "write the number as an amount, as in `bankroll % 5.0`",
    ),
    ("%", False, True): (
        "a number on the left of `%` needs a number on the right",
        "write the number as an amount, as in `100.0 % amount`",
    ),
}
"""Maps each invalid operation on amounts of money to a message and a remedy.

Each key has three parts: the operator, whether the left side is money, and whether the right side is.
"""
