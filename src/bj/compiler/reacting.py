"""Compiles reactions to rows of a program: their speech, effects and memories, own or shared."""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple, TypeAlias

from bj.catalogue import effects as x
from bj.catalogue import events as e
from bj.catalogue import occasions as on
from bj.catalogue import reaction_targets as c
from bj.compiler.effects import Effects
from bj.compiler.lasting_powers import Lasting
from bj.compiler.writing import ProgramWriter
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.errors import KeyPath
from bj.ruleset.check.expressions_and_templates import (
    lasting_names,
    limit_name,
    shared_names,
    target_name,
)
from bj.ruleset.expressions.tree import (
    Arithmetic,
    Compare,
    Expression,
    Literal,
    Logic,
    NamedValue,
    ValueKind,
    names_used,
)
from bj.ruleset.model import Reaction
from bj.ruleset.model.reactions import PERIODS, Gift, gift_of
from bj.ruleset.names import Place
from bj.ruleset.templates import Template, shown_in

Reactions: TypeAlias = Sequence[tuple[KeyPath, Reaction]]
"""The reactions of a holder, each with its place in the ruleset."""

Powers: TypeAlias = tuple[KeyPath, Sequence[Gift | str]]
"""A list of powers of a holder, with its place in the ruleset."""


NAMED = ("name",)
"""The fields of speech that are not numbers."""


class Asked(NamedTuple):
    """The question that a power asks."""

    text: str
    question: Template
    """The parsed message, which may show memories."""
    shows: Mapping[str, int]
    """Maps the memories and other numbers that the question shows to their addresses."""
    numbers: range | None
    """The possible numbers; None for a yes-or-no question."""


class _Person(NamedTuple):
    """The reactions and memories of a person."""

    block: int
    role: str
    reactions: Reactions
    lasting: Sequence[str]
    """The powers of the person that last while a condition holds."""


class Reacting:
    """Writes the reactions of all persons into a program."""

    def __init__(self, writer: ProgramWriter) -> None:
        self.writer = writer
        self.lasting = Lasting(writer)
        self.effects = Effects(writer)
        self.persons: list[_Person] = []
        self.phrases: list[list[str]] = []
        """The speeches of all persons, in the order of their event codes."""
        reactions = list(writer.model.all_reactions())
        occasions = {on.OCCASIONS[reaction.on].number for _, reaction in reactions if reaction.of}
        self.watched = writer.program[p.WATCHED] = sum(1 << occasion for occasion in occasions)
        """The occasions, as bits, on which any person reacts to others."""
        self.shared = shared_names(writer.model)
        """Maps the names of shared memories to the groups that share them."""
        writer.program[p.EXTRA_TURNS] = int(any(reaction.on == "turns over" for _, reaction in reactions))
        self.telling: dict[str, int] = {}
        """Maps shared numbers that decide whether powers last to the bits TELLING and AIMING."""
        for name in lasting_names(writer.model):
            for number in self._shared_numbers(name):
                self.telling[number] = self.telling.get(number, c.TELLING) | self._aiming(name)
        self.described: dict[int, str] = {}
        """Maps the index of a reaction to its description in messages."""
        self.asks: dict[int, Asked] = {}
        """Maps the index of a reaction to the question that it asks the player."""

    def hold_dealer(self) -> bool:
        """Whether a player may react when the dealer stands."""
        return any(reaction.on == "dealer stands" for _, reaction in self.writer.model.all_reactions())

    def reach_hands(self) -> bool:
        """Whether a person reacts to turns and drawn cards, or changes others' cards."""
        return any(
            reaction.on in ("turn", "drawn", "turns over")
            or (reaction.has_partner and x.EFFECTS[reaction.do].moves_cards)
            for _, reaction in self.writer.model.all_reactions()
        )

    def add(self, table: list[int], block: int, reactions: Reactions, powers: Sequence[Powers]) -> None:
        """Note the reactions and powers of a person, and allocate the memories of the powers."""
        lasting: list[str] = []
        for path, listed in powers:
            for index, gift in enumerate(map(gift_of, listed)):
                power = self.writer.model.powers[gift.power]
                if power.while_ is not None:
                    lasting.append(gift.power)
                for name in power.memory:
                    given: KeyPath = (*path, index, "with", name)
                    place = given if name in gift.with_ else ("powers", gift.power, "memory", name)
                    self.writer.start_memory(table, [block], name, place)
        self.persons.append(_Person(block, role_of(table, block), reactions, lasting))

    def write(self, table: list[int]) -> None:
        """Put the reactions of all persons into the program, and collect their phrases."""
        for person in self.persons:
            self._write(table, person)
        self._share(table)

    def _lasting_for(self, person: _Person) -> list[str]:
        """The powers that may last for a person: own ones, and ones shared by others."""
        shared = {
            name: None
            for other in self.persons
            for name in other.lasting
            if self.shared.get(name) == "table" or (name in self.shared and other.role == person.role)
        }
        return list(dict.fromkeys(person.lasting) | shared)

    def _write(self, table: list[int], person: _Person) -> None:
        """Put the reactions of a person into the program, and collect their phrases."""
        block, role, reactions, own = person
        self.phrases.append([])
        mine = [reaction for reaction in reactions if reaction[1].as_ in (role, "both")]
        listed = [number for path, reaction in mine for number in self._begin_limit(path, reaction)]
        for name in own:
            listed += self._look_whether_it_lasts(on.HAND_BEGINS, name)
            if self._shared_numbers(name):
                listed += self._look_whether_it_lasts(c.TOLD, name)
        lasting = self._lasting_for(person)
        self.lasting.give(table, block, lasting)
        described: dict[int, str] = {}
        questions: dict[int, Asked] = {}
        is_person = not (table[block + t.CHART] or table[block + t.RULES])
        for path, reaction in reactions:
            asks = self._asks(path, reaction, is_person)
            # in every role, because its phrase has a number
            numbers = self._reaction(path, reaction, asks, lasting)
            if reaction.as_ in (role, "both"):
                where = ".".join(map(str, path if isinstance(path[-1], str) else path[:-2]))
                words = f"`{reaction.do}` on `{reaction.on}` in [{where}]"
                begins = range(len(listed), len(listed) + len(numbers), p.REACTION_SIZE)
                described |= dict.fromkeys(begins, words)
                listed += numbers
                if asks > 0:
                    question = self._question(path, reaction)
                    questions |= {at: question for at in begins if listed[at + p.REACTION_ASKS] > 0}
                table[block + t.VEILED] |= int(reaction.busting_card == "hidden")
        occasions = listed[p.REACTION_ON :: p.REACTION_SIZE]
        needing_next = {effect.number for effect in x.EFFECTS.values() if effect.needs_next}
        for occasion, does in zip(occasions, listed[p.REACTION_DOES :: p.REACTION_SIZE], strict=True):
            if does in needing_next:
                self.writer.program[p.LOOKS_AHEAD + occasion % on.WATCHING] += 1
        if listed or self.watched or (role == "dealer" and self.hold_dealer()):
            mask = sum(1 << occasion for occasion in set(occasions) if occasion < on.WATCHING) | self.watched
            first = table[block + t.REACTIONS] = self.writer.place([mask, *listed, 0]) + 1
            self.described |= {first + offset: words for offset, words in described.items()}
            self.asks |= {first + offset: words for offset, words in questions.items()}

    def _question(self, path: KeyPath, reaction: Reaction) -> Asked:
        """The question that a reaction asks the player."""
        question = self.writer.checked.templates[*path, "ask"]
        shows = {name: self.writer.shown(name) for name in shown_in(question, NAMED)}
        numbers = range(reaction.between[0], reaction.between[1] + 1) if reaction.between else None
        return Asked(reaction.ask or "", question, shows, numbers)

    def _asks(self, path: KeyPath, reaction: Reaction, is_person: bool) -> int:
        """The value of REACTION_ASKS for a reaction; ``is_person`` is False for holders who are not asked."""
        if is_person and reaction.ask is not None:
            return p.ASKS_REPLY if reaction.between is None else p.ASKS_NUMBER
        if reaction.between is None:
            return 0
        if reaction.default is not None:
            return -self.writer.formula((*path, "default"))
        return -self.writer.write(Literal(reaction.between[0], ValueKind.NUMBER), Place.REACTION)

    def _reaction(self, path: KeyPath, reaction: Reaction, asks: int, lasting: Sequence[str]) -> list[int]:
        """The numbers of a reaction, the memories that it sets, and the powers that depend on these."""
        says, phrases = -1, self.phrases[-1]
        if reaction.say is not None:
            if reaction.say not in phrases:
                phrases.append(reaction.say)
            names = shown_in(self.writer.checked.templates[*path, "say"], NAMED)
            code = e.SAYS + e.KIND_STRIDE * len(names) + phrases.index(reaction.say)
            says = self.writer.words(code, names)
        occasion = on.OCCASIONS[reaction.on].number
        effect = self.effects.numbers(path, reaction)
        numbers: list[int] = []
        for relation in on.OF[reaction.of] if reaction.of else (0,):
            watched = occasion + on.WATCHING * relation
            when = self._when(path, reaction)
            if reaction.do != "speak" or says >= 0 or asks:
                numbers += [watched, when, says, *effect, asks]
                when = p.AS_BEFORE
            told = [name for name in reaction.set if name in self.telling][-1:]
            for name, value in self._set(path, reaction):
                about = self.telling[name] if name in told else 0
                numbers += self._remember(watched, name, value, when, about)
                when = p.AS_BEFORE
            for name in lasting:
                if self._numbers_of(name) & reaction.set.keys():
                    numbers += self._look_whether_it_lasts(watched, name, when)
        return numbers

    def _numbers_of(self, power: str) -> Set[str]:
        """The names in the expressions that decide whether a power lasts, and its target."""
        used = names_used(self.writer.checked.expressions["powers", power, "while"])
        if target_name(power) in self.writer.memory:
            used |= names_used(self.writer.checked.expressions["powers", power, "target"])
        return used

    def _shared_numbers(self, power: str) -> Set[str]:
        """The numbers that others may set, if each holder checks separately whether the power lasts."""
        return self._numbers_of(power) & self.shared.keys() if power not in self.shared else set()

    def _aiming(self, power: str) -> int:
        """AIMING if a hand's target or the dealer's rule may differ while a power lasts."""
        model = self.writer.model
        return c.AIMING if power in model.own_targets or power in model.own_draws else 0

    def _look_whether_it_lasts(self, occasion: int, power: str, when: int = 0) -> list[int]:
        """The numbers of reactions by which a holder updates a computed target, and whether a power lasts."""
        numbers: list[int] = []
        if target_name(power) in self.writer.memory:
            target = self.writer.formula(("powers", power, "target"))
            numbers += self._remember(occasion, target_name(power), target, when, says=p.UNNAMED)
            when = p.AS_BEFORE
        lasts = self.writer.formula(("powers", power, "while"))
        about = c.LASTING + self._aiming(power)
        return numbers + self._remember(occasion, power, lasts, when, about, p.UNNAMED)

    def _set(self, path: KeyPath, reaction: Reaction) -> Iterator[tuple[str, int]]:
        """The memories that a reaction sets, with their formulas; includes the counter of a limit."""
        for name in reaction.set:
            yield name, self.writer.formula((*path, "set", name))
        if reaction.limit is not None:
            count = limit_name(path)
            more = Arithmetic(
                "+", NamedValue(count, ValueKind.NUMBER), Literal(1, ValueKind.NUMBER), ValueKind.NUMBER
            )
            yield count, self.writer.write(more, Place.REACTION)

    def _when(self, path: KeyPath, reaction: Reaction) -> int:
        """The formula for the condition and the limit of a reaction; 0 if it has neither."""
        if reaction.limit is None:
            return self.writer.formula((*path, "when")) if reaction.when is not None else 0
        most = Literal(int(reaction.limit.split()[0]), ValueKind.NUMBER)
        condition: Expression = Compare("<", NamedValue(limit_name(path), ValueKind.NUMBER), most)
        if reaction.when is not None:
            condition = Logic("and", condition, self.writer.checked.expressions[*path, "when"])
        return self.writer.write(condition, Place.REACTION)

    def _begin_limit(self, path: KeyPath, reaction: Reaction) -> list[int]:
        """The numbers of the reaction that starts the period of a limit; empty if the period is the game."""
        occasion = PERIODS[reaction.limit.split()[-1]] if reaction.limit else ""
        if not occasion:
            return []
        nothing = self.writer.write(Literal(0, ValueKind.NUMBER), Place.REACTION)
        return self._remember(on.OCCASIONS[occasion].number, limit_name(path), nothing, says=p.UNNAMED)

    def _remember(
        self, occasion: int, name: str, formula: int, when: int = 0, about: int = 0, says: int = -1
    ) -> list[int]:
        """The numbers of a reaction that sets a memory."""
        shared = c.SHARED[self.shared[name]] if name in self.shared else 0
        return [
            occasion,
            when,
            says,
            x.REMEMBER + self.writer.memory.index(name),
            formula,
            0,
            shared + about,
            0,
            0,
        ]

    def _share(self, table: list[int]) -> None:
        """Give all persons who share a power the same memories from the start."""
        for name, power in self.writer.model.powers.items():
            for remembered in power.memory if power.shared else ():
                blocks = [person.block for person in self.persons]
                self.writer.start_memory(table, blocks, remembered, ("powers", name, "memory", remembered))


def role_of(table: list[int], block: int) -> str:
    """The role of a person at the table, as reactions name it."""
    return "dealer" if table[block + t.EVENT_BASE] % e.PERSON_STRIDE == e.DEALER_ROLE else "player"
