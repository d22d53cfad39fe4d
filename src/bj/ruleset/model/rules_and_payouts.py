"""Rules and payouts: what players can do with a hand, and what a hand pays."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Discriminator, Field, StringConstraints, Tag, create_model

from bj.catalogue.house_rules import ALLOWANCES, RULES, Allowance
from bj.catalogue.limits import LARGEST_TARGET, LEAST_TARGET, MOST_DECIMALS, MOST_HELD, MOST_RAISES
from bj.catalogue.rule_shorthands import NEVER, WORDS
from bj.faults_and_fixes import KeyPath
from bj.ruleset.allowed_names_by_place import Place
from bj.ruleset.model.allowances import (
    ACES,
    ALWAYS,
    TABLES,
    Allowed,
    Double,
    Hit,
    Split,
    Surrender,
    allowed,
)
from bj.ruleset.model.base import ArgumentName, Identifier, RuleCondition, Section, StartMoney
from bj.ruleset.model.house_rule_reading import OF_TOTALS, WORDS_ALONE

RATIO = r"^[0-9]{1,4}:[1-9][0-9]{0,3}$"
Ratio = Annotated[str, StringConstraints(pattern=RATIO)]
"""A payout such as ``3:2``, which pays three for every two wagered."""


def read_ratio(ratio: str) -> Fraction:
    """Return the amount that ``ratio`` pays for a wager of one.

    >>> read_ratio("6:4")
    Fraction(3, 2)
    """
    return Fraction(*map(int, ratio.split(":")))


class Money(Section):
    """How to write amounts of money."""

    decimals: Annotated[int, Field(ge=0, le=MOST_DECIMALS)] = Field(
        default=0,
        description="The number of decimals in amounts of money: 2 if the smallest unit is a cent.",
        examples=[2],
    )


CardsOfCharlie = Annotated[int, Field(ge=3, le=MOST_HELD)]


class Charlie(Section):
    """A charlie: a hand that wins by reaching a certain number of cards."""

    cards: CardsOfCharlie = Field(description="How many cards make a charlie.", examples=[5])
    pays: Ratio | None = Field(
        default=None,
        description="The payout. By default, a charlie pays the same as any other win.",
        examples=["2:1"],
    )
    at_once: bool = Field(
        default=False,
        description="Whether the hand wins as soon as it is complete, regardless of the dealer's hand. "
        "Otherwise, it is compared with the dealer's hand.",
        examples=[True],
    )
    after_split: bool = Field(
        default=True,
        description="Whether a hand from a split can be a charlie. Only a charlie that wins at once may "
        "exclude such hands.",
        examples=[False],
    )
    dealer: bool = Field(default=False, description=RULES["dealer_charlie"].means, examples=[True])


def _form_of_charlie(value: Any) -> str:
    return "a table" if isinstance(value, dict | Charlie) else "a number"


CharlieRule = Annotated[
    Annotated[CardsOfCharlie, Tag("a number")] | Annotated[Charlie, Tag("a table")],
    Discriminator(_form_of_charlie),
]


class Betting(Section):
    """A betting round. Players check or raise in turn, and call or fold after a raise."""

    amount: StartMoney | None = Field(
        default=None,
        description="How much a raise adds to the wager. The default is the smallest wager.",
        examples=[5, "2 * minimum"],
    )
    raises: Annotated[int, Field(ge=1, le=MOST_RAISES)] | ArgumentName = Field(
        default=3,
        description="The maximum number of raises per betting round, or the argument that sets it.",
        examples=[1, "raises"],
    )


class _Rules(Section):
    """The table rules."""

    target: Annotated[int, Field(ge=LEAST_TARGET, le=LARGEST_TARGET)] = Field(
        default=21,
        description="The total that every hand tries to reach. A hand that exceeds it busts.",
        examples=[21, 31],
    )
    minimum_wager: StartMoney = Field(
        default="1",
        description="The smallest wager, which expressions call `minimum`. With `0`, players do not wager, "
        "so they cannot double or split.",
        examples=[5, "minimum", 0],
    )
    maximum_wager: StartMoney | None = Field(
        default=None, description="The largest wager. By default, there is no limit.", examples=[500]
    )

    wager_step: StartMoney | None = Field(
        default=None,
        description="Every wager, and `minimum_wager` too, must be a multiple of this amount. A wager that a "
        "strategy computes is rounded down.",
        examples=[5],
    )
    charlie: CharlieRule | None = Field(
        default=None,
        description="How many cards make a charlie, or a table with more options. A player's hand that gets "
        "this many cards without busting stands and beats every total. With `dealer_natural`, a dealer's "
        "natural beats a charlie too.",
        examples=[5, {"cards": 5, "pays": "2:1"}],
    )
    betting: Betting | None = Field(
        default=None,
        description="A betting round in the step `betting round`: a table, or `{}` for the defaults. A raise "
        "adds to the wager. Every other hand must then add the same amount, or fold and lose its wager. "
        "Players with too little money call with all the money they have left. Players can raise only if "
        "at least one other hand has not folded.",
        examples=[{"amount": 5, "raises": 1}],
    )
    natural_takes: Literal["all", "original bets"] = Field(
        default="all", description=RULES["original_bets_only"].means, examples=["original bets"]
    )
    if TYPE_CHECKING:  # from the catalogue
        double: bool | str | Double = False
        split: bool | str | Split = False
        surrender: bool | str | Surrender = False

    @property
    def has_wagers(self) -> bool:
        """Whether players wager money."""
        return self.minimum_wager != "0"

    @property
    def charlie_cards(self) -> int | None:
        """The number of cards in a charlie. It is None without a charlie, or if a charlie wins at once."""
        if isinstance(self.charlie, Charlie):
            return None if self.charlie.at_once else self.charlie.cards
        return self.charlie

    def holds(self, key: str) -> bool:
        """Whether the house rule ``key`` in the catalogue applies."""
        rule = RULES[key]
        table, _, name = rule.place.rpartition(".")
        return getattr(getattr(self, table) if table else self, name, None) == rule.values[True]

    @property
    def bits(self) -> int:
        """A bit mask of all house rules that apply."""
        return sum(rule.bit for rule in RULES.values() if self.holds(rule.key))

    def has(self, rule: int) -> bool:
        """Whether the house rule with the bit ``rule`` applies."""
        return self.bits & rule != 0

    def table(self, key: str) -> Section | None:
        """Return the table for ``key``. If the rule is simply true, return a table with default values.

        Return None for any other value.
        """
        written = getattr(self, key)
        if written is True and key in TABLES:
            return TABLES[key].model_construct()
        return written if isinstance(written, Section) else None

    def condition(self, allowance: str) -> str | None:
        """Return the condition for ``allowance``, a key in ALLOWANCES.

        If it is never allowed, return None.
        """
        written = self.written(allowance)
        if written is True and allowance in TABLES:
            written = TABLES[allowance].model_construct()
        if isinstance(written, Allowed):
            written = written.condition(self.aces)
        if isinstance(written, str):
            return None if written == NEVER else written
        return ALLOWANCES[allowance].usual if written else None

    @property
    def aces(self) -> str:
        """How split aces can be played."""
        return self.split.aces if isinstance(self.split, Split) else ACES[0]

    def written(self, allowance: str) -> bool | str | Allowed | None:
        """Return the value of ``allowance``, a key in ALLOWANCES, as the ruleset writes it."""
        if allowance == "early_surrender":
            return self.surrender.early if isinstance(self.surrender, Surrender) else False
        return getattr(self, allowance)  # type: ignore[no-any-return]  # a field of the catalogue

    def allows_doubled(self, allowance: str) -> bool:
        """Whether ``allowance``, a key in ALLOWANCES, also covers doubled hands."""
        written = self.written(allowance)
        if isinstance(written, Double):
            return written.times > 1
        return isinstance(written, Hit | Surrender) and written.doubled

    @property
    def double_adds(self) -> str | None:
        """How much doubling adds to the wager, or None if it adds the current wager."""
        return self.double.adds if isinstance(self.double, Double) else None

    def may_ever(self, allowance: str) -> bool:
        """Whether ``allowance``, a key in ALLOWANCES, is possible in at least some situations.

        For surrender, early surrender counts too.
        """
        kinds = ("surrender", "early_surrender") if allowance == "surrender" else (allowance,)
        return any(self.condition(key) is not None for key in kinds)

    def meant(self) -> Iterator[tuple[KeyPath, str, Place]]:
        """Yield the path, text and place of each condition that a word or a table implies."""
        for key in ALLOWANCES:
            condition = self.condition(key)
            if condition is not None and not isinstance(getattr(self, key, None), str):
                yield (key,), condition, Place.RULE


def _describe(row: Allowance) -> str:
    """Describe an allowance, including the words and totals that it accepts."""
    words = "; ".join(f'`"{word.word}"`: {word.help}' for word in WORDS[row.key].values())
    usual = "" if row.key in WORDS_ALONE or row.usual == ALWAYS else f" `true` means `{row.usual}`."
    totals = ' Totals are accepted too, such as `"9..11"` or `"hard 10"`.' if row.key in OF_TOTALS else ""
    return f"{row.means}{usual}{totals}" + (f" Words: {words}." if words else "")


def _examples(row: Allowance) -> list[Any]:
    """Return example values for an allowance: the default, a word, a table and a condition."""
    word = next(reversed(WORDS[row.key]), None)
    tables = (word.means for word in WORDS[row.key].values() if not isinstance(word.means, str))
    table = next(filter(None, tables), None)
    usual = "15.." if row.usual == ALWAYS else row.usual
    if row.key in WORDS_ALONE:
        return [*WORDS[row.key]][:2]
    return [True, *([word] if word else []), *([dict(table)] if table else []), usual]


if TYPE_CHECKING:

    class Rules(_Rules):
        """The rules at this table, with every house rule and allowance in the catalogue."""

else:
    Rules = create_model(
        "Rules",
        __base__=_Rules,
        __doc__=_Rules.__doc__,
        **{
            rule.key: (bool, Field(default=False, description=rule.means, examples=[True]))
            for rule in RULES.values()
            if rule.place == rule.key
        },
        **{
            row.key: (
                allowed(row.key),
                Field(
                    default=None if row.key in WORDS_ALONE else row.is_usual,
                    description=_describe(row),
                    examples=_examples(row),
                ),
            )
            for row in ALLOWANCES.values()
            if row.place == row.key
        },
    )


class Bonus(Section):
    """A special payout for a winning hand."""

    when: RuleCondition = Field(
        description="A hand gets the bonus if this condition is true.",
        examples=["cards >= 5", "cards == 3 and same_rank"],
    )
    pays: Ratio = Field(description="The payout.", examples=["2:1"])
    at_once: bool = Field(
        default=False,
        description="Whether the hand wins as soon as it is complete in its player's turn, regardless of the "
        "dealer's hand. Otherwise, it must beat the dealer's hand.",
        examples=[True],
    )


Tie = Literal["push", "lose", "win"]


class Payouts(Section):
    """Payouts, written as ratios. With ``3:2``, a hand wins three for every two wagered."""

    win: Ratio = Field(default="1:1", description="A hand that beats the dealer's.", examples=["1:1", "2:1"])
    natural: Ratio = Field(
        default="3:2", description="A natural: two cards that make the target.", examples=["3:2", "6:5"]
    )
    tie: Tie = Field(
        default="push",
        description="The result if the totals are equal: the wager is returned or lost, or it wins. In each "
        "case, the output reports a push.",
        examples=["push", "lose"],
    )
    tied_totals: Annotated[dict[str, Tie], Field(max_length=31)] = Field(
        default={},
        description="The results of ties at certain totals, in place of `tie`. The output reports such hands "
        "as won or lost.",
        examples=[{"17": "lose"}],
    )
    tied_naturals: Tie | None = Field(
        default=None,
        description="The result if the player and the dealer both have a natural. In the step `pay "
        "naturals`, `win` pays the player's natural like any other; without this key, it is a push if "
        "`dealer_natural` is set, and is paid otherwise. In the step `settle`, `win` pays 1:1; without this "
        "key, `tied_totals` or `tie` decides. If this key decides, the output reports a push.",
        examples=["win"],
    )
    surrender: Ratio = Field(
        default="1:2",
        description="The share of the wager that a surrender costs.",
        examples=["1:2", "1:4"],
    )
    insurance: Ratio = Field(
        default="2:1", description="Insurance, if the dealer has a natural.", examples=["2:1"]
    )
    bonuses: Annotated[dict[Identifier, Bonus], Field(max_length=50)] = Field(
        default={},
        description="Winning hands with a special payout, under names of your choice. Bonuses with `at_once` "
        "are checked first, and the first match counts.",
        examples=[{"charlie": {"when": "cards >= 5", "pays": "1:1", "at_once": True}}],
    )
    rounding: Literal["down", "up", "nearest"] = Field(
        default="down",
        description="How to round payouts to whole units of money; `nearest` rounds halves up. The cost of a "
        "surrender is a negative payout: from a wager of 5, `down` takes 3 and `up` takes 2.",
        examples=["down", "nearest"],
    )


class OwnPayouts(Section):
    """The payouts that apply to the holder of a power as long as the power lasts."""

    win: Ratio | None = Field(default=None, description="A hand that beats the dealer's.", examples=["2:1"])
    natural: Ratio | None = Field(default=None, description="A natural.", examples=["3:1"])
    tie: Tie | None = Field(
        default=None,
        description="The result if the totals are equal. It also applies to two naturals, in place of "
        "`tied_naturals`.",
        examples=["lose", "win"],
    )

    def laid_over(self, payouts: Payouts) -> Payouts:
        """Return ``payouts``, the payouts of the house, overridden by the payouts of the power."""
        changed: dict[str, Any] = self.model_dump(exclude_none=True)
        if self.tie is not None:
            changed |= {"tied_totals": {}, "tied_naturals": self.tie}
        return payouts.model_copy(update=changed)
