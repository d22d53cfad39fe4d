"""Reactions and powers: what people at the table say and do on certain occasions."""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Discriminator, Field, Tag, WithJsonSchema
from pydantic_core import PydanticCustomError, PydanticKnownError

from bj.catalogue.effects import EFFECTS
from bj.catalogue.limits import (
    HIGHEST_TOTAL,
    LARGEST_ANSWER,
    LARGEST_TARGET,
    LEAST_TARGET,
    MOST_REACTIONS,
    MOST_REMEMBERED,
)
from bj.catalogue.occasions import OCCASIONS, OF
from bj.catalogue.reaction_targets import CARDS, PARTNERS, SEAT, SHARED
from bj.ruleset.model.base import (
    EXPRESSION,
    Identifier,
    ReactionCondition,
    ReactionMoney,
    ReactionNumber,
    Section,
    StartNumber,
    Text,
)
from bj.ruleset.model.dealer_draws import DealerDraws
from bj.ruleset.model.rules_and_payouts import OwnPayouts
from bj.text.sentences import enumerate_words

if TYPE_CHECKING:
    Occasion: TypeAlias = str
    Effect: TypeAlias = str
    Relation: TypeAlias = str
    Sharing: TypeAlias = str
else:
    Occasion = Literal[tuple(OCCASIONS)]
    Effect = Literal[tuple(EFFECTS)]
    Relation = Literal[tuple(OF)]
    Sharing = Literal[tuple(SHARED)]

Role = Literal["player", "dealer", "both"]

PERIODS: Mapping[str, str] = {"hand": "hand begins", "round": "round begins", "game": ""}
"""Maps each period for a limit to the occasion that starts it. For a whole game, it is an empty string."""

_LIMIT = rf"^[1-9][0-9]{{0,3}} per ({'|'.join(PERIODS)})$"


def _number_per_period(value: Any) -> Any:
    if isinstance(value, str) and re.fullmatch(_LIMIT, value):
        return value
    remedy = 'write, for example, `limit = "1 per game"`'
    raise PydanticCustomError("limit_type", "should be a number per hand, round or game", {"remedy": remedy})


Limit = Annotated[
    str, BeforeValidator(_number_per_period), WithJsonSchema({"type": "string", "pattern": _LIMIT})
]
"""How many times a reaction can happen per hand, round or game."""


def _one_of(words: Iterable[str], pattern: str, *others: str, instead: str) -> Any:
    """Return a type for text that is one of ``words`` or matches ``pattern``.

    For any other value, the remedy lists ``others`` and the words, and ends with ``instead``.
    """
    allowed = rf"^({'|'.join((pattern, *words))})$"
    wanted = [*others, *(f"`{word}`" for word in words)]

    def refuse_others(value: Any) -> Any:
        if isinstance(value, str) and re.fullmatch(allowed, value):
            return value
        said = " or one of the allowed words" if len(wanted) > 1 else ""
        remedy = {"remedy": f"write {enumerate_words(wanted, 'or')}; {instead}"}
        raise PydanticCustomError("named_word", f"should be {others[0]}{said}", remedy)

    schema = {"type": "string", "pattern": allowed, "maxLength": 40}
    return Annotated[str, BeforeValidator(refuse_others), WithJsonSchema(schema)]


if TYPE_CHECKING:
    Card: TypeAlias = str
    Partner: TypeAlias = str
else:
    Card = _one_of(
        *(CARDS, "[0-9A-Z]{1,2}", "a card", "a rank", "a suit"),
        instead="write an expression as `place` or `rank`",
    )
    Partner = _one_of(
        *(PARTNERS, rf"{SEAT} [1-9][0-9]?|[a-z][a-z0-9_]*", "the key of a member", "`seat 2`"),
        instead="write an expression as `seat`",
    )


def _target(value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool) and value < LEAST_TARGET:
        raise PydanticKnownError("greater_than_equal", {"ge": LEAST_TARGET})
    if isinstance(value, int) and value > LARGEST_TARGET:
        raise PydanticKnownError("less_than_equal", {"le": LARGEST_TARGET})
    return value


TARGETS = range(LEAST_TARGET, LARGEST_TARGET + 1)

_TARGET = {"type": "integer", "minimum": LEAST_TARGET, "maximum": LARGEST_TARGET}

Target = Annotated[ReactionNumber, BeforeValidator(_target), WithJsonSchema({"anyOf": [_TARGET, EXPRESSION]})]
"""The total that hands try to reach, or an expression for it."""

Memory = Annotated[dict[Identifier, StartNumber], Field(max_length=MOST_REMEMBERED)]
"""Maps names of numbers to remember to their starting values."""

Answer = Annotated[int, Field(ge=0, le=LARGEST_ANSWER)]
"""A number with which players can answer the question of a power."""

ROLES: Mapping[str, str] = {
    "player": "only when playing",
    "dealer": "only when dealing",
    "both": "always",
}
"""Maps each role to a phrase that says when reactions with this role are possible."""


SHOWN = "Fields are `{hand}`, `{bankroll}`, `{name}` and every number in a `memory`, such as `{lost}`."
"""Lists the fields that speech and questions can use."""


class Reaction(Section):
    """A reaction: something that a player or the dealer says or does on an occasion."""

    on: Occasion = Field(description="The occasion on which to react.", examples=["bust", "round won"])
    of: Relation | None = Field(
        default=None,
        description="React to what happens to someone else: to a `mate` (another player at the table, or "
        "another member of the team), to an `opponent` (the dealer for a player, a player for the dealer), "
        "or to `anybody` else. Members who are waiting for their round react too. Possible only on "
        + enumerate_words([f"`{name}`" for name, row in OCCASIONS.items() if row.of_others], "or")
        + ".",
        examples=["mate", "opponent"],
    )
    as_: Role = Field(
        default="both",
        alias="as",
        description="The role in which the member reacts.",
        examples=["player"],
    )
    when: ReactionCondition | None = Field(
        default=None,
        description="React only if this condition is true.",
        examples=["bankroll < 20", "row % 3 == 0"],
    )
    ask: Text | None = Field(
        default=None,
        description="The question that lets human players decide whether to react. (Human players have a "
        "strategy without chart and rules.) Other players and dealers are not asked and always react. If the "
        "effect would change nothing, bj asks for a number, but not for yes or no. " + SHOWN,
        examples=["Stop time?", "Use one of {charges} charges?"],
    )
    between: Annotated[list[Answer], Field(min_length=2, max_length=2)] | None = Field(
        default=None,
        description="The smallest and the largest number allowed as an answer to `ask`, in place of yes or "
        "no. `set` and the keys for the effect can use the number as `answer`. Every number counts as a yes.",
        examples=[[17, 26]],
    )
    default: ReactionNumber | None = Field(
        default=None,
        description="The value of `answer` for players who are not asked. The default is the smallest number "
        "in `between`.",
        examples=["random(17, 21)", 20],
    )
    say: Text | None = Field(
        default=None,
        description="The words to say, which `player_says` and `dealer_says` print as `{words}`. "
        + SHOWN
        + " With `between`, `{answer}` is a field as well. Numbers have their values from before `set`.",
        examples=["Well played.", "That is win number {wins}."],
    )
    do: Effect = Field(
        default="speak",
        description="The effect. If it would change nothing, the reaction does not take place: nothing is "
        "said, nothing is `set`, and the `limit` is not used up.",
        examples=["retake hand", "win hand"],
    )
    limit: Limit | None = Field(
        default=None,
        description="How many times each holder can react in this way: a number `per hand`, `per round` or "
        "`per game`. The limit is for this reaction only. The reactions of a power have separate limits, but "
        "can share a `memory`.",
        examples=["1 per hand", "3 per round", "1 per game"],
    )
    set: dict[Identifier, ReactionNumber] = Field(
        default={},
        description="New values for numbers in `memory`. They are set after the effect, in the given order.",
        examples=[{"bet": "2 * bet", "row": 0}],
    )
    amount: ReactionMoney | None = Field(
        default=None,
        description="For `change bankroll`: how much the house or the `partner` pays; a negative amount is "
        "collected instead. The dealer is the house. Players only ever pay money that they have and have not "
        "wagered. If that is too little, they pay what they have, and `set` still applies. With `credit`, "
        "the house collects the full amount, but a partner does not. For `raise wager`: how much to add to "
        "the wager.",
        examples=["2 * wager", "-minimum"],
    )
    card: Card = Field(
        default="last",
        description="For effects on cards: which card in the hand. `last`, `first`, `lowest` or `highest` "
        "(an ace counts high, and the first of several such cards is meant); a rank such as `A` or a suit "
        "such as `H` (the last such card is meant); or a card such as `QS`. In another player's hand, only "
        "face-up cards qualify.",
        examples=["lowest", "A", "QS"],
    )
    partner: Partner | None = Field(
        default=None,
        description="The person who pays or receives money in place of the house, or whose hand an effect on "
        "cards changes: a member of the same team who has not been kicked out; at a table without teams, the "
        "player in a seat, such as `seat 2`; or "
        + ", ".join(f"`{key}` ({words})" for key, (_, words) in PARTNERS.items())
        + ".",
        examples=["ann", "seat 2", "them", "poorest mate"],
    )
    seat: ReactionNumber | None = Field(
        default=None,
        description="The partner's seat, counted from 1. Use it in place of `partner` if the seat varies. "
        "Only for tables without teams. If the seat is empty, nothing happens.",
        examples=["chosen", "their_seat + 1"],
    )
    place: ReactionNumber | None = Field(
        default=None,
        description="The card's position in the hand, counted from 1. Use it in place of `card` if the "
        "position varies. If the hand has fewer cards, nothing happens.",
        examples=["answer", "random(1, cards)"],
    )
    rank: ReactionNumber | None = Field(
        default=None,
        description="The card's rank, as a number like `last_rank`. Use it in place of `card` if the rank "
        "varies. The effect applies to the last card of that rank. If the hand has no such card, nothing "
        "happens.",
        examples=["upcard_rank", "named"],
    )
    suit: ReactionNumber | None = Field(
        default=None,
        description="The card's suit, as a number like `last_suit`. Works like `rank`. Set both to select an "
        "individual card.",
        examples=["upcard_suit", "named_suit"],
    )
    total: ReactionNumber | None = Field(
        default=None,
        description=f"For `count as`: the total that the hand counts as, from 0 to {HIGHEST_TOTAL}.",
        examples=["total - last + 1", 21],
    )
    soft: ReactionCondition | None = Field(
        default=None,
        description="For `count as`: the condition under which an ace counts high in that total, which must "
        "be from 11 to the target. If two cards count as a soft total equal to the target, they are a "
        "natural.",
        examples=["soft", True],
    )
    below: ReactionNumber | None = Field(
        default=None,
        description="For `put next card back` and `put card back`: how many cards in the shoe stay above "
        "this card. By default, it goes to the bottom. With 0, `put card back` puts it on top.",
        examples=[2],
    )
    into: ReactionNumber | None = Field(
        default=None,
        description="For `change card`: the new rank, such as `A`. Anything longer is an expression for the "
        "new value, in which an ace is 1 or 11. If the pack has no card with that value, nothing happens.",
        examples=["A", "abs(first - last)"],
    )
    busting_card: Literal["shown", "hidden"] = Field(
        default="shown",
        description="For `retake hand`: whether to first announce the card that busted the hand.",
        examples=["hidden"],
    )
    retaken: Literal["hidden", "last shown"] = Field(
        default="hidden",
        description="For `retake hand`: whether to announce the last replacement card if the hand does not "
        "bust.",
        examples=["last shown"],
    )
    sees: Literal["shown", "all"] = Field(
        default="shown",
        description="For `retake hand`: whether the member counts only announced cards, or all of them.",
        examples=["all"],
    )

    def expression(self, field: str) -> Any:
        """Return the value of ``field``.

        If ``into`` is a rank instead of an expression, return None for it.
        """
        value = super().expression(field)
        return None if field == "into" and value is not None and is_rank(value) else value

    @property
    def has_partner(self) -> bool:
        """Whether the reaction names a partner or the seat of a partner."""
        return self.partner is not None or self.seat is not None


class Power(Reaction):
    """A power, which is defined once and given to strategies, members and the dealer by name.

    With ``on``, a power is a reaction itself, and any ``reactions`` use the same ``memory``. With ``while``,
    house rules can use its name as a condition, which is true for the holder while the power lasts. A ruleset
    can override individual keys of an inherited power.
    """

    on: Occasion | None = Field(  # type: ignore[assignment]  # a power with a list of reactions has no occasion itself
        default=None,
        description="The occasion on which to react. Omit it if each of the `reactions` has its own.",
        examples=["bust"],
    )
    memory: dict[Identifier, StartNumber] = Field(
        default={},
        description="Numbers that the holder remembers, with their starting values. A holder can override "
        "these in `with`. A value with `random` is drawn when the game or a match begins. If two powers of a "
        "holder use the same name in `memory`, it is the same number, and it is shared if either power is "
        "`shared`.",
        examples=[{"lost": 0}, {"mood": "random(1, 6)"}],
    )
    shared: Sharing | None = Field(
        default=None,
        description="With whom to share the `memory`: with the members of the `team` (at a table without "
        "teams, with all players), or with everyone at the `table`, including the dealer. When one of them "
        "sets a number, even through another power, it changes for all of them. A power with `while` is then "
        "active for all of them or for none, as if each of them had it.",
        examples=["team", "table"],
    )
    while_: ReactionCondition | None = Field(
        default=None,
        alias="while",
        description="The power lasts as long as this condition is true. It is checked when a hand begins, "
        "and after every `set` of a number in the condition, even by others who share that number. The power "
        "then begins or ends immediately, or after all hands are settled if they are just being settled. In "
        "house rules, bonuses and strategies, the name of the power is true while the power lasts for the "
        "player.",
        examples=["bankroll < 50", "lost >= 3"],
    )
    target: Target | None = Field(
        default=None,
        description="The target for the holder's hands while the power lasts. An expression is evaluated "
        "whenever `while` is checked, and after every `set` of a number in the expression. A result below "
        f"{LEAST_TARGET} counts as {LEAST_TARGET}, and a result above {LARGEST_TARGET} as {LARGEST_TARGET}. "
        "Two cards that make the target with an ace counted high are a natural, as good as any other "
        "natural. All other totals are compared as they are. If a chart has no row for a total above "
        "`rules.target`, the player stands on it.",
        examples=[22, "21 + level"],
    )
    draws: DealerDraws | None = Field(
        default=None,
        description="While the power lasts for the dealer, the dealer draws as long as this condition is "
        "true, instead of `dealer.draws`.",
        examples=[False, "total < 27"],
    )
    payouts: OwnPayouts | None = Field(
        default=None,
        description="The payouts for the holder while the power lasts. If the dealer is the holder, they "
        "apply to all players who have no such power themselves. If several such powers last, the first one "
        "counts.",
        examples=[{"tie": "lose"}, {"win": "2:1", "natural": "3:1"}],
    )
    reactions: Annotated[list[Reaction], Field(max_length=MOST_REACTIONS)] = Field(
        default=[],
        description="Reactions to several occasions, in order.",
        examples=[[{"on": "hand lost", "set": {"lost": "lost + 1"}}]],
    )

    @property
    def targets(self) -> range:
        """The range of targets that the power can set."""
        if self.target is None:
            return range(0)
        fixed = [target for target in TARGETS if str(target) == self.target]
        return range(fixed[0], fixed[0] + 1) if fixed else TARGETS


class Gift(Section):
    """A power that is given to one holder, optionally with starting values for its memory."""

    power: Identifier = Field(description="The name of a power in [powers].", examples=["vampire"])
    with_: Memory = Field(
        default={},
        alias="with",
        description="Starting values that override those in the power's `memory`.",
        examples=[{"share": 20}],
    )


def _form_of(entry: Any) -> str:
    return "a name" if isinstance(entry, str) else "a table"


def _name_or_table(entry: Any) -> Any:
    if isinstance(entry, str | dict | Gift):
        return entry
    remedy = 'write the name of a power in quotes, or `{ power = "NAME", with = { start = 1 } }`'
    raise PydanticCustomError("power_type", "should be the name of a power", {"remedy": remedy})


Entry: TypeAlias = Annotated[
    Annotated[Gift, Tag("a table")] | Annotated[Identifier, Tag("a name")],
    Discriminator(_form_of),
    BeforeValidator(_name_or_table),
]

Reactions: TypeAlias = Annotated[list[Reaction], Field(max_length=MOST_REACTIONS)]
"""The reactions of a strategy, a member or the dealer, in order."""

Powers: TypeAlias = Annotated[list[Entry], Field(max_length=MOST_REACTIONS)]
"""The powers of a holder: names from ``[powers]``, or tables that also set starting values."""

TOGETHER = f" Powers and `reactions` together can contain at most {MOST_REACTIONS} reactions."
"""The sentence at the end of the description of every list of powers."""


def is_rank(into: str) -> bool:
    """Whether ``into`` is a rank. Otherwise, it is an expression for the value of the card.

    >>> is_rank("A"), is_rank("10")
    (True, False)
    """
    return re.fullmatch("[0-9A-Z]", into) is not None


def as_gift(entry: Gift | str) -> Gift:
    """Return ``entry``, an item in a list of powers, as a gift.

    A plain name becomes a gift without values.
    """
    return Gift.model_construct(power=entry, with_={}) if isinstance(entry, str) else entry
