"""Rules and payouts: what players may do with a hand, and what it pays."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Discriminator, Field, StringConstraints, Tag, create_model

from bj.catalogue.house_rules import ALLOWANCES, RULES, Allowance
from bj.catalogue.limits import LARGEST_TARGET, LEAST_TARGET, MOST_DECIMALS, MOST_HELD, MOST_RAISES
from bj.catalogue.rule_words import NEVER, WORDS
from bj.errors import KeyPath
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
from bj.ruleset.model.house_words import OF_TOTALS, WORDS_ALONE
from bj.ruleset.names import Place

RATIO = r"^[0-9]{1,4}:[1-9][0-9]{0,3}$"
Ratio = Annotated[str, StringConstraints(pattern=RATIO)]
"""A payout such as ``3:2``: three for every two that were wagered."""


def read_ratio(ratio: str) -> Fraction:
    """Convert ``ratio`` to the amount that it pays for a wager of one.

    >>> read_ratio("6:4")
    Fraction(3, 2)
    """
    return Fraction(*map(int, ratio.split(":")))


class Money(Section):
    """The units of money."""

    decimals: Annotated[int, Field(ge=0, le=MOST_DECIMALS)] = Field(
        default=0,
        description="The number of decimals in amounts of money: 2 if the smallest unit is a cent.",
        examples=[2],
    )


CardsOfCharlie = Annotated[int, Field(ge=3, le=MOST_HELD)]


class Charlie(Section):
    """Hands that win by reaching a certain number of cards."""

    cards: CardsOfCharlie = Field(description="The number of cards of a charlie.", examples=[5])
    pays: Ratio | None = Field(
        default=None, description="The payout; by default, that of any win.", examples=["2:1"]
    )
    at_once: bool = Field(
        default=False,
        description="Whether the hand wins as soon as it is complete, regardless of the dealer's hand; "
        "otherwise it is compared with the dealer's hand.",
        examples=[True],
    )
    after_split: bool = Field(
        default=True,
        description="Whether a hand from a split can be a charlie. Only a charlie that wins at once may "
        "exclude it.",
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
    """A betting round: players in turn check or raise, and call or fold if others have raised."""

    amount: StartMoney | None = Field(
        default=None,
        description="The amount that a raise adds to the wager. By default, the smallest wager.",
        examples=[5, "2 * minimum"],
    )
    raises: Annotated[int, Field(ge=1, le=MOST_RAISES)] | ArgumentName = Field(
        default=3,
        description="The maximum number of raises in a betting round, or the argument that sets it.",
        examples=[1, "raises"],
    )


class _Rules(Section):
    """The rules of the table."""

    target: Annotated[int, Field(ge=LEAST_TARGET, le=LARGEST_TARGET)] = Field(
        default=21,
        description="The total that hands try to reach. A hand that exceeds it busts.",
        examples=[21, 31],
    )
    minimum_wager: StartMoney = Field(
        default="1",
        description="The smallest wager; `minimum` in expressions. With `0`, players do not wager, so no "
        "hand is doubled or split.",
        examples=[5, "minimum", 0],
    )
    maximum_wager: StartMoney | None = Field(
        default=None, description="The largest wager; unlimited by default.", examples=[500]
    )

    wager_step: StartMoney | None = Field(
        default=None,
        description="Every wager, and `minimum_wager`, must be a multiple of this amount. Wagers that "
        "strategies compute are rounded down.",
        examples=[5],
    )
    charlie: CharlieRule | None = Field(
        default=None,
        description="The number of cards of a charlie, or a table. A player's hand that reaches this number "
        "without a bust stands and beats all totals. With `dealer_natural`, a dealer's natural beats a "
        "charlie, too.",
        examples=[5, {"cards": 5, "pays": "2:1"}],
    )
    betting: Betting | None = Field(
        default=None,
        description="A betting round, in the step `betting round`: a table, or `{}` for the defaults. A "
        "raise adds to the wager; every other hand must then add the same amount, or fold and lose its "
        "wager. A player with too little money calls with all the money that is left. A raise needs another "
        "hand that has not folded.",
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
        """Whether players wager."""
        return self.minimum_wager != "0"

    @property
    def charlie_cards(self) -> int | None:
        """The number of cards of a charlie that is compared with the dealer's hand, or None."""
        if isinstance(self.charlie, Charlie):
            return None if self.charlie.at_once else self.charlie.cards
        return self.charlie

    def holds(self, key: str) -> bool:
        """Whether the house rule ``key`` of the catalogue applies."""
        rule = RULES[key]
        table, _, name = rule.place.rpartition(".")
        return getattr(getattr(self, table) if table else self, name, None) == rule.values[True]

    @property
    def bits(self) -> int:
        """The bits of all house rules that apply."""
        return sum(rule.bit for rule in RULES.values() if self.holds(rule.key))

    def has(self, rule: int) -> bool:
        """Whether the house rule with the bit ``rule`` applies."""
        return self.bits & rule != 0

    def table(self, key: str) -> Section | None:
        """Return the table that is the value of ``key``, or a table with defaults if the value is true.

        Return None for other values.
        """
        written = getattr(self, key)
        if written is True and key in TABLES:
            return TABLES[key].model_construct()
        return written if isinstance(written, Section) else None

    def condition(self, allowance: str) -> str | None:
        """Return the condition of ``allowance``, a key of ALLOWANCES, or None if it never holds."""
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
        """The way in which split aces may be played."""
        return self.split.aces if isinstance(self.split, Split) else ACES[0]

    def written(self, allowance: str) -> bool | str | Allowed | None:
        """Return the value of ``allowance``, a key of ALLOWANCES, as the ruleset writes it."""
        if allowance == "early_surrender":
            return self.surrender.early if isinstance(self.surrender, Surrender) else False
        return getattr(self, allowance)  # type: ignore[no-any-return]  # a field of the catalogue

    def allows_doubled(self, allowance: str) -> bool:
        """Whether ``allowance``, a key of ALLOWANCES, includes doubled hands."""
        written = self.written(allowance)
        if isinstance(written, Double):
            return written.times > 1
        return isinstance(written, Hit | Surrender) and written.doubled

    @property
    def double_adds(self) -> str | None:
        """The amount that doubling adds to the wager, or None if it is the current wager."""
        return self.double.adds if isinstance(self.double, Double) else None

    def may_ever(self, allowance: str) -> bool:
        """Whether the condition of ``allowance``, a key of ALLOWANCES, is ever true.

        Early surrender counts as surrender.
        """
        kinds = ("surrender", "early_surrender") if allowance == "surrender" else (allowance,)
        return any(self.condition(key) is not None for key in kinds)

    def meant(self) -> Iterator[tuple[KeyPath, str, Place]]:
        """Yield the path, the text and the place of each condition that words and tables imply."""
        for key in ALLOWANCES:
            condition = self.condition(key)
            if condition is not None and not isinstance(getattr(self, key, None), str):
                yield (key,), condition, Place.RULE


def _describe(row: Allowance) -> str:
    """Return the description of the allowance in ``row``, with the words and totals that it accepts."""
    words = "; ".join(f'`"{word.word}"`: {word.help}' for word in WORDS[row.key].values())
    usual = "" if row.key in WORDS_ALONE or row.usual == ALWAYS else f" `true` means `{row.usual}`."
    totals = ' Totals are accepted too, such as `"9..11"` or `"hard 10"`.' if row.key in OF_TOTALS else ""
    return f"{row.means}{usual}{totals}" + (f" Words: {words}." if words else "")


def _examples(row: Allowance) -> list[Any]:
    """Return examples of the allowance in ``row``: the default, a word, a table and a condition."""
    word = next(reversed(WORDS[row.key]), None)
    tables = (word.means for word in WORDS[row.key].values() if not isinstance(word.means, str))
    table = next(filter(None, tables), None)
    usual = "15.." if row.usual == ALWAYS else row.usual
    if row.key in WORDS_ALONE:
        return [*WORDS[row.key]][:2]
    return [True, *([word] if word else []), *([dict(table)] if table else []), usual]


if TYPE_CHECKING:

    class Rules(_Rules):
        """The rules of the house, with the house rules and allowances of the catalogue."""

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
        description="Condition under which a hand gets the bonus.",
        examples=["cards >= 5", "cards == 3 and same_rank"],
    )
    pays: Ratio = Field(description="The payout.", examples=["2:1"])
    at_once: bool = Field(
        default=False,
        description="Whether the hand wins as soon as it is complete in its player's turn, regardless of "
        "the dealer's hand; otherwise it must beat the dealer's hand.",
        examples=[True],
    )


Tie = Literal["push", "lose", "win"]


class Payouts(Section):
    """Payouts are ratios of the wager."""

    win: Ratio = Field(default="1:1", description="A hand that beats the dealer's.", examples=["1:1", "2:1"])
    natural: Ratio = Field(
        default="3:2", description="A natural: two cards that make the target.", examples=["3:2", "6:5"]
    )
    tie: Tie = Field(
        default="push",
        description="Equal totals: the wager is returned or lost, or it wins. In any case, the output "
        "reports a push.",
        examples=["push", "lose"],
    )
    tied_totals: Annotated[dict[str, Tie], Field(max_length=31)] = Field(
        default={},
        description="The results of ties with certain totals, in place of `tie`; the output reports the "
        "hands as won or lost.",
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
        description="The share of the wager that surrender costs.",
        examples=["1:2", "1:4"],
    )
    insurance: Ratio = Field(
        default="2:1", description="Insurance, if the dealer has a natural.", examples=["2:1"]
    )
    bonuses: Annotated[dict[Identifier, Bonus], Field(max_length=50)] = Field(
        default={},
        description="Hands with a special payout, under names of your choice. Bonuses with `at_once` are "
        "checked first, and the first match counts.",
        examples=[{"charlie": {"when": "cards >= 5", "pays": "1:1", "at_once": True}}],
    )
    rounding: Literal["down", "up", "nearest"] = Field(
        default="down",
        description="How payouts are rounded to whole units of money; `nearest` rounds a half up. The cost "
        "of surrender is a negative payout: of a wager of 5, `down` takes 3, and `up` takes 2.",
        examples=["down", "nearest"],
    )


class OwnPayouts(Section):
    """The payouts for the holder of a power while it lasts."""

    win: Ratio | None = Field(default=None, description="A hand that beats the dealer's.", examples=["2:1"])
    natural: Ratio | None = Field(default=None, description="A natural.", examples=["3:1"])
    tie: Tie | None = Field(
        default=None,
        description="Equal totals. It also applies to two naturals, in place of `tied_naturals`.",
        examples=["lose", "win"],
    )

    def laid_over(self, payouts: Payouts) -> Payouts:
        """Return the ``payouts`` of the house, overridden by those of the power's holder."""
        changed: dict[str, Any] = self.model_dump(exclude_none=True)
        if self.tie is not None:
            changed |= {"tied_totals": {}, "tied_naturals": self.tie}
        return payouts.model_copy(update=changed)
