"""Compiles reactions into rows of the program: their questions, speech, effects and memories."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain
from typing import NamedTuple, TypeAlias

from bj.catalogue import effects as x
from bj.catalogue import events as e
from bj.catalogue import occasions as on
from bj.catalogue import reaction_targets as c
from bj.compiler.effects import Effects
from bj.compiler.lasting_powers import Lasting
from bj.compiler.program_writer import ProgramWriter
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.engine.layout.program import ReactionRow
from bj.faults_and_fixes import KeyPath
from bj.ruleset.allowed_names_by_place import Place
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
from bj.ruleset.model import Reaction, Ruleset
from bj.ruleset.model.reactions import PERIODS, Gift, as_gift, is_rank
from bj.ruleset.templates import Template, shown_in

Reactions: TypeAlias = Sequence[tuple[KeyPath, Reaction]]
"""A person's reactions, each with its path in the ruleset."""

Powers: TypeAlias = tuple[KeyPath, Sequence[Gift | str]]
"""The path of a list of powers, and the list itself."""


class PowerQuestion(NamedTuple):
    """A question that a power asks a player."""

    text: str
    question: Template
    """The parsed text. It can show the values of memories."""
    shows: Mapping[str, int]
    """Maps each memory or other number shown in the question to its address."""
    numbers: range | None
    """The numbers that the player can answer with, or None for a yes-or-no question."""


NEEDING_NEXT = frozenset(effect.number for effect in x.EFFECTS.values() if effect.needs_next)
"""The effects that require the next card in the shoe to be known."""


class Holder(NamedTuple):
    """A person who has reactions and powers."""

    block: int
    reactions: Reactions
    """The person's own reactions and those in the strategy.

    Each of these groups is followed by the reactions of its powers.
    """
    powers: Sequence[Powers]


class ReactionWriter:
    """Writes everyone's reactions into a program."""

    def __init__(self, writer: ProgramWriter, table: list[int], holders: Sequence[Holder]) -> None:
        self.writer = writer
        self.table = table
        self.holders = holders
        self.lasting = Lasting(writer)
        self.effects = Effects(writer)
        self.phrases: list[list[str]] = []
        """For each person, the phrases that they can say. People are in the order of their event codes."""
        reactions = list(writer.model.all_reactions())
        occasions = {on.OCCASIONS[reaction.on].number for _, reaction in reactions if reaction.of}
        self.watched_occasions = writer.program[p.WATCHED] = sum(1 << occasion for occasion in occasions)
        """A bit mask of the occasions on which someone reacts to other people."""
        self.shared = shared_names(writer.model)
        """Maps the name of each shared memory to the group of people who share it."""
        writer.program[p.EXTRA_TURNS] = int(any(reaction.on == "turns over" for _, reaction in reactions))
        self.shared_controls: dict[str, int] = {}
        """Maps each shared number that controls a power to its flags, NOTIFYING and RETARGETING."""
        for name in lasting_names(writer.model):
            for number in self._shared_names_read_by(name):
                flags = self.shared_controls.get(number, c.NOTIFYING)
                self.shared_controls[number] = flags | self._retargeting(name)
        self.described: dict[int, str] = {}
        """Maps the index of each reaction to the description shown in messages."""
        self.questions: dict[int, PowerQuestion] = {}
        """Maps the indices of reactions that ask players questions to those questions."""

    def _own_lasting(self, holder: Holder) -> list[str]:
        """Return the holder's powers that last only while a condition is true."""
        names = [as_gift(entry).power for _, listed in holder.powers for entry in listed]
        return [name for name in names if self.writer.model.powers[name].while_ is not None]

    def _lasting_for(self, holder: Holder) -> list[str]:
        """Return the powers that can be in force for a person, including shared powers that others have."""
        role = role_of(self.table, holder.block)
        shared = {
            name: None
            for other in self.holders
            for name in self._own_lasting(other)
            if self.shared.get(name) == "table"
            or (name in self.shared and role_of(self.table, other.block) == role)
        }
        return list(dict.fromkeys(self._own_lasting(holder)) | shared)

    def write_rows(self, holder: Holder) -> None:
        """Write one person's reactions to the program, and collect the phrases."""
        table, block, role = self.table, holder.block, role_of(self.table, holder.block)
        self.phrases.append([])
        is_asked = not (table[block + t.CHART] or table[block + t.RULES])
        lasting = self._lasting_for(holder)
        self.lasting.give(table, block, lasting)
        rows = [*self._resets_of_limits(holder, role), *self._checks_of_powers(holder)]
        sources: dict[int, tuple[KeyPath, Reaction]] = {}
        for path, reaction in holder.reactions:
            self.writer.program[p.KEEPS_DEALT] |= int(x.EFFECTS[reaction.do].needs_dealt)
            # created for either role, so that every phrase gets an index
            row = self._row(path, reaction, lasting, is_asked)
            if reaction.as_ not in (role, "both"):
                continue
            table[block + t.VEILED] |= int(reaction.busting_card == "hidden")
            for relation in on.OF[reaction.of] if reaction.of else (0,):
                sources[len(rows)] = path, reaction
                rows.append(row._replace(on=row.on + on.WATCHING * relation))
        for row in rows:
            if row.does in NEEDING_NEXT:
                self.writer.program[p.LOOKS_AHEAD + row.on % on.WATCHING] += 1
        if rows or self.watched_occasions or (role == "dealer" and may_hold_dealer(self.writer.model)):
            occasions = {row.on for row in rows if row.on < on.WATCHING}
            mask = sum(1 << occasion for occasion in occasions) | self.watched_occasions
            first = table[block + t.REACTIONS] = self.writer.place([mask, *chain(*rows), 0]) + 1
            for number, (path, reaction) in sources.items():
                at = first + p.REACTION_SIZE * number
                where = ".".join(map(str, path if isinstance(path[-1], str) else path[:-2]))
                self.described[at] = f"`{reaction.do}` on `{reaction.on}` in [{where}]"
                if rows[number].asks:
                    self.questions[at] = self._power_question(path, reaction)

    def _row(self, path: KeyPath, reaction: Reaction, lasting: Sequence[str], is_asked: bool) -> ReactionRow:
        """Return the row for a reaction.

        ``is_asked`` says whether the person answers the questions, or a chart or rules do. ``lasting`` lists
        the powers to check if the reaction sets numbers that control them.
        """
        question = p.ASKS_REPLY if reaction.between is None else p.ASKS_NUMBER
        asks = question if is_asked and reaction.ask is not None else 0
        return ReactionRow(
            on=on.OCCASIONS[reaction.on].number,
            when=self._when(path, reaction),
            asks=asks,
            answer=0 if asks or reaction.between is None else self._assumed_answer(path, reaction.between[0]),
            says=self._says(path, reaction),
            does=x.EFFECTS[reaction.do].number,
            operand=self.effects.operand(path, reaction),
            is_value=int(reaction.into is not None and not is_rank(reaction.into)),
            move=self.effects.move(reaction),
            partner=self.effects.partner(path, reaction),
            card=self.effects.card(reaction),
            card_formula=self.effects.card_formula(path, reaction),
            sets=self._place_sets(self._numbers_to_set(path, reaction, lasting)),
        )

    def _says(self, path: KeyPath, reaction: Reaction) -> int:
        """Return the index of the phrase that the person says in a reaction, or -1 for no phrase.

        A phrase that occurs in several of the person's reactions has a single index.
        """
        if reaction.say is None:
            return -1
        phrases = self.phrases[-1]
        if reaction.say not in phrases:
            phrases.append(reaction.say)
        names = shown_in(self.writer.checked.templates[*path, "say"], ("name",))
        code = e.SAYS + e.KIND_STRIDE * len(names) + phrases.index(reaction.say)
        return self.writer.words(code, names)

    def _assumed_answer(self, path: KeyPath, least: int) -> int:
        """Return the formula for the number that replaces a person's answer if the person is not asked."""
        if (*path, "default") in self.writer.checked.expressions:
            return self.writer.formula((*path, "default"))
        return self.writer.write(Literal(least, ValueKind.NUMBER), Place.REACTION)

    def _power_question(self, path: KeyPath, reaction: Reaction) -> PowerQuestion:
        question = self.writer.checked.templates[*path, "ask"]
        return PowerQuestion(
            text=reaction.ask or "",
            question=question,
            shows={name: self.writer.shown(name) for name in shown_in(question, ("name",))},
            numbers=range(reaction.between[0], reaction.between[1] + 1) if reaction.between else None,
        )

    def _names_read_by(self, power: str) -> Set[str]:
        """Return the names that determine whether a power is still in force, and what target it sets."""
        used = names_used(self.writer.checked.expressions["powers", power, "while"])
        if target_name(power) in self.writer.memory:
            used |= names_used(self.writer.checked.expressions["powers", power, "target"])
        return used

    def _shared_names_read_by(self, power: str) -> Set[str]:
        """Return the shared numbers that control a power. If the power itself is shared, return an empty set.

        If a power is not shared, each person who has it evaluates its expressions separately.
        """
        return self._names_read_by(power) & self.shared.keys() if power not in self.shared else set()

    def _retargeting(self, power: str) -> int:
        """Return RETARGETING if the power can change a target or the dealer's drawing rule, otherwise 0."""
        model = self.writer.model
        return c.RETARGETING if power in model.own_targets or power in model.own_draws else 0

    def _numbers_to_set(
        self, path: KeyPath, reaction: Reaction, lasting: Sequence[str]
    ) -> Iterator[tuple[str, int, int]]:
        """Yield the name, formula and flags of each number that a reaction sets.

        If the reaction has a limit, the limit's counter is one of them. Then come the powers in ``lasting``
        that these numbers control, because a number stores whether each power is in force.
        """
        last_control = [name for name in reaction.set if name in self.shared_controls][-1:]
        for name in reaction.set:
            # others check their powers once, after the last number that controls them
            flags = self.shared_controls[name] if name in last_control else 0
            yield name, self.writer.formula((*path, "set", name)), flags
        if reaction.limit is not None:
            count, one = NamedValue(limit_name(path), ValueKind.NUMBER), Literal(1, ValueKind.NUMBER)
            more = Arithmetic("+", count, one, ValueKind.NUMBER)
            yield count.name, self.writer.write(more, Place.REACTION), 0
        for power in lasting:
            if self._names_read_by(power) & reaction.set.keys():
                yield from self._checks_of_power(power)

    def _checks_of_power(self, power: str) -> Iterator[tuple[str, int, int]]:
        """Yield the numbers to set in a check of a power: its target, if any, and whether it is in force."""
        if target_name(power) in self.writer.memory:
            yield target_name(power), self.writer.formula(("powers", power, "target")), 0
        lasts = self.writer.formula(("powers", power, "while"))
        yield power, lasts, c.LASTING + self._retargeting(power)

    def _place_sets(self, numbers: Iterable[tuple[str, int, int]]) -> int:
        """Add a list of numbers to set, each with its name, formula and flags.

        Return the index of the list, or 0 if it is empty.
        """
        sets: list[int] = []
        for name, formula, flags in numbers:
            shared = c.SHARED[self.shared[name]] if name in self.shared else 0
            sets += [t.MEMORY + self.writer.memory.index(name), formula, shared + flags]
        return self.writer.place([*sets, 0]) if sets else 0

    def _checks_of_powers(self, holder: Holder) -> Iterator[ReactionRow]:
        """Yield the rows in which a person checks whether powers still last.

        A power is checked when a hand begins, and when someone else has set a number that controls it.
        """
        for name in self._own_lasting(holder):
            occasions = (on.HAND_BEGINS, *((c.NOTIFIED,) if self._shared_names_read_by(name) else ()))
            sets = self._place_sets(self._checks_of_power(name))
            for occasion in occasions:
                yield ReactionRow(on=occasion, says=p.UNNAMED, sets=sets)

    def _resets_of_limits(self, holder: Holder, role: str) -> Iterator[ReactionRow]:
        """Yield a row for each limit, to reset the limit's counter at the start of each period.

        A limit for the whole game is never reset.
        """
        for path, reaction in holder.reactions:
            occasion = PERIODS[reaction.limit.split()[-1]] if reaction.limit else ""
            if occasion and reaction.as_ in (role, "both"):
                nothing = self.writer.write(Literal(0, ValueKind.NUMBER), Place.REACTION)
                sets = self._place_sets([(limit_name(path), nothing, 0)])
                yield ReactionRow(on=on.OCCASIONS[occasion].number, says=p.UNNAMED, sets=sets)

    def _when(self, path: KeyPath, reaction: Reaction) -> int:
        """Return the formula for the condition and the limit of a reaction, or 0 if it has neither."""
        if reaction.limit is None:
            return self.writer.formula((*path, "when")) if reaction.when is not None else 0
        most = Literal(int(reaction.limit.split()[0]), ValueKind.NUMBER)
        condition: Expression = Compare("<", NamedValue(limit_name(path), ValueKind.NUMBER), most)
        if reaction.when is not None:
            condition = Logic("and", condition, self.writer.checked.expressions[*path, "when"])
        return self.writer.write(condition, Place.REACTION)

    def share_starting_values(self) -> None:
        """For each shared power, set the starting values of its memories, which are the same for everyone."""
        blocks = [holder.block for holder in self.holders]
        for name, power in self.writer.model.powers.items():
            for remembered in power.memory if power.shared else ():
                path = ("powers", name, "memory", remembered)
                self.writer.start_memory(self.table, blocks, remembered, path)


def start_memories(writer: ProgramWriter, table: list[int], block: int, powers: Sequence[Powers]) -> None:
    """Set the starting values for the memories of a person's ``powers``."""
    for path, listed in powers:
        for index, gift in enumerate(map(as_gift, listed)):
            for name in writer.model.powers[gift.power].memory:
                given: KeyPath = (*path, index, "with", name)
                place = given if name in gift.with_ else ("powers", gift.power, "memory", name)
                writer.start_memory(table, [block], name, place)


def may_hold_dealer(model: Ruleset) -> bool:
    """Return whether there is a reaction to the dealer standing."""
    return any(reaction.on == "dealer stands" for _, reaction in model.all_reactions())


def may_affect_hands(model: Ruleset) -> bool:
    """Return whether anyone reacts to turns or drawn cards, or can change the cards of other people."""
    return any(
        reaction.on in ("turn", "drawn", "turns over")
        or (reaction.has_partner and x.EFFECTS[reaction.do].moves_cards)
        for _, reaction in model.all_reactions()
    )


def role_of(table: list[int], block: int) -> str:
    """Return the role that the person at ``block`` has: "dealer" or "player"."""
    return "dealer" if table[block + t.EVENT_BASE] % e.PERSON_STRIDE == e.DEALER_ROLE else "player"
