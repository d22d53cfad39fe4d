"""A game that a program controls, one action at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Self, TypeAlias

from bj.argument_values import Arguments
from bj.cards import card_code
from bj.catalogue.actions import ACTIONS
from bj.catalogue.effects import EFFECTS, SHOE
from bj.compiler.compile import Compiled
from bj.engine.face.driving import QUIT, Pause, answer, deal_by_hand, leave, pause, record_decisions
from bj.engine.face.possible_cards_and_cuts import give_card, weigh_cards, weigh_cuts
from bj.engine.face.view import Chance, Kind, Question, Stop, View
from bj.engine.layout.plain_or_compiled import Ints
from bj.errors import GameError, ReplayError, UsageError
from bj.files import path_of
from bj.record.events import Event, read
from bj.record.transcript_lines import Script, format_amount, render
from bj.ruleset.check import Checked
from bj.ruleset.load import AnyRuleset
from bj.ruleset.suggestions import shorten
from bj.session.engine_errors import explain_stop
from bj.session.game_plan import Plan, prepare, refuse_seed, refuse_uncallable, reseed
from bj.session.hand_records import NOBODY, HandNotes
from bj.session.legal_actions import Choices, whole_number
from bj.session.point_of_view import Observation, observe
from bj.session.python_strategies import Strategy, choose_action, refuse_strategies, take_strategies
from bj.session.replayable_history import History, HistoryFile, hash_of, write_history
from bj.session.stepping import LONGEST_REPLAY, Given, Stepper

ACTION_NAMES = {row.number: name for name, row in ACTIONS.items()}
REPLY_NAMES = {0: "no", 1: "yes"}
LEAVE = "leave"
SIT_OUT = "sit out"
MOST_NAMED = 16
"""The maximum number of actions or people to list in an error message."""

NodeKind: TypeAlias = Literal[
    "wager",
    "action",
    "again",
    "insurance",
    "surrender",
    "side_bet",
    "switch",
    "call",
    "raise",
    "power",
    "card",
    "cut",
    "over",
]
"""The kinds of states: one for each kind of decision, ``card`` and ``cut`` for chance, and ``over``."""


class State:
    """A game that waits for the next action.

    ``ruleset`` is a name, a file, a TOML string, a dict of its data, or a loaded ruleset. ``arguments`` is a
    list of command-line words, or a dict of typed values, which can also be passed as keyword arguments.

    Players with a strategy in the ruleset follow it; the program decides for all other players. By default,
    cards are random, as determined by ``seed``. If ``explicit_chance`` is true, the program also supplies
    each card, or each cut for a riffled shoe, as an action. If the game asks after each round whether to
    continue, ``rounds`` can set the number of rounds instead.

    Amounts are in the ruleset's smallest unit of money, such as cents; ``unit`` is the number of such units
    in one unit of money. People are represented by their indices in ``persons``. Raises RulesetError if the
    ruleset has faults, UsageError if an argument is invalid, and GameError if a rule requires something
    impossible.
    """

    def __init__(
        self,
        ruleset: AnyRuleset,
        arguments: Arguments = (),
        *,
        seed: int = 0,
        rounds: int = 0,
        explicit_chance: bool = False,
        **named: object,
    ) -> None:
        refuse_seed(seed)
        checked, values = prepare(ruleset, arguments, named, call=State.__init__)
        plan = Plan(checked, values, seed, rounds=rounds)
        self._begin(plan, plan.compile(), explicit_chance=explicit_chance)

    _seen: Callable[[State], object] | None = None

    def _begin(
        self,
        plan: Plan,
        compiled: Compiled,
        *,
        explicit_chance: bool,
        notes: HandNotes | None = None,
    ) -> None:
        self.plan = plan
        self.explicit_chance = explicit_chance
        self._compiled = compiled
        self._script: Script | None = None
        given = Given(compiled) if plan.cards or plan.cuts else None
        self._stepper = Stepper(compiled.program, compiled.table, given=given)
        self._hand_notes = notes
        if notes is not None:
            record_decisions(self._stepper.program)
            pause(self._stepper.table, Pause.HANDS)
        if explicit_chance:
            is_riffled = plan.checked.model.shoe.shuffle.method == "riffle"
            _refuse_returned_cards(plan.checked, is_riffled=is_riffled)
            deal_by_hand(self._stepper.program, self._stepper.table, cards=not is_riffled, cuts=True)
        view = self._stepper.view
        self._start = tuple(view.earnings(person) for person in range(len(compiled.persons)))
        self._actions: list[int] = []
        self._is_left = False
        self.error: GameError | None = None
        """The error that ended a replayed game, or None."""
        self._numbers: list[int] = []
        self._go_on()

    # --- the current state ---------------------------------------------------------------------------

    @property
    def compiled(self) -> Compiled:
        """The compiled ruleset, ready to play."""
        return self._compiled

    @property
    def view(self) -> View:
        """A view of the table that includes hidden cards."""
        return self._stepper.view

    @property
    def persons(self) -> tuple[str, ...]:
        """The names of everyone in the game, including dealers."""
        return self._compiled.persons

    @property
    def unit(self) -> int:
        """The number of smallest units in one unit of money, such as 100 cents in a dollar."""
        return int(10**self._compiled.decimals)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._status not in (Stop.DECISION, Stop.CHANCE)

    @property
    def is_chance(self) -> bool:
        """Whether the next action is a card or a cut (see ``chance_outcomes``)."""
        return self._status == Stop.CHANCE

    @property
    def actor(self) -> int | None:
        """The index of the person who must act, or None if a card or a cut comes next or the game is over."""
        return None if self.question is None else self.question.person

    @property
    def hand_asked(self) -> int | None:
        """The index of the actor's hand that the question is about, or None for other questions."""
        is_about_hand = self.question is not None and self.kind not in ("wager", "again")
        return self._stepper.view.asked_hand if is_about_hand else None

    def legal_actions(self) -> Sequence[int]:
        """Return the legal actions in ascending order.

        If a card or a cut comes next, these are the possible cards or cuts. For a wager, or a side bet with a
        choice of amounts, the action is the amount in smallest units. For a yes-or-no question, the action is
        1 for yes and 0 for no.
        """
        question = self.question
        if self.is_chance:
            return sorted(self._weigh())
        if question is None:
            return ()
        if question.kind == Kind.ACTION:
            return tuple(sorted(question.actions))
        if question.kind == Kind.WAGER:
            sit_out = [0] if question.may_sit_out else []
            may_leave = self.plan.checked.model.prompts.wager.quit is not None
            leave = [QUIT] if may_leave or not (sit_out or question.wagers) else []
            return Choices([*leave, *sit_out], question.wagers)
        if self._asks_for_stake:
            return Choices([0], question.wagers)
        return self._numbers_asked() or (0, 1)

    def action_name(self, action: int) -> str:
        """Return the name of a legal action.

        Examples are ``hit``, ``yes``, ``2.50``, ``leave``, and ``9C`` for a card. Raises UsageError if the
        action is not legal.
        """
        return self._name(self.number_of(action))

    def _name(self, action: int) -> str:
        kind = self.kind
        if kind == "card":
            return card_code(action, self.plan.checked.pack.codes)
        if kind == "action":
            return ACTION_NAMES[action]
        if kind == "wager" and action <= 0:
            return LEAVE if action == QUIT else SIT_OUT
        if kind == "wager" or (action and self._asks_for_stake):
            return format_amount(action, self._compiled.decimals)
        if kind == "cut" or self._numbers_asked():
            return str(action)
        return REPLY_NAMES[action]

    def _legal_names(self) -> str:
        """Return the names of the legal actions, for an error message.

        If there are many, list only the first ones, or show a range of wagers.
        """
        legal = self.legal_actions()
        if isinstance(legal, Choices) and legal.rest:
            least, most = self._name(legal.rest[0]), self._name(legal.rest[-1])
            names = ", ".join([*map(self._name, legal.first), f"{least} to {most}"])
            return names if self.unit == 1 else f"{names}; numbers are in units of {self._name(1)}"
        return _list_some([self._name(action) for action in legal[: MOST_NAMED + 1]])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each card or cut that can come next, along with its probability, in ascending order."""
        if self._status != Stop.CHANCE:
            return []
        weights = self._weigh()
        total = sum(weights.values())
        return [(outcome, weights[outcome] / total) for outcome in sorted(weights)]

    # --- playing -------------------------------------------------------------------------------------

    def apply(self, action: int | str) -> Self:
        """Take an action, play to the next decision, and return this state.

        ``action`` is a number or a name. Raises UsageError if it is not legal, and GameError if a rule
        requires something impossible.
        """
        self._refuse_read_only()
        number = self.number_of(action)
        self._actions.append(number)
        if self._hand_notes is not None:
            self._note_action(self._hand_notes, number)
        table = self._stepper.table
        if self.kind == "card":
            give_card(self._compiled.program, table, number)
        else:
            answer(table, number)
        self._go_on()
        return self

    def number_of(self, action: int | str) -> int:
        """Return the number of a legal action, given as a number or a name.

        Raises UsageError if the action is not legal.
        """
        number = self._number_of(action) if isinstance(action, str) else whole_number(action)
        if number is None or number not in self.legal_actions():
            remedy = f"legal here: {self._legal_names()}" if self.legal_actions() else "the game is over"
            raise UsageError(f"the action {shorten(repr(action))} is not legal", remedy)
        return number

    def watch(self, seen: Callable[[State], object]) -> Self:
        """Call ``seen`` with this state after each further step of the procedure. Return this state.

        When ``seen`` is called, the table shows the result of the step, but the next question is not known
        yet.
        """
        self._refuse_read_only()
        refuse_uncallable(seen)
        pause(self._stepper.table, Pause.STEPS)
        self._seen = seen
        return self

    def play(self, strategies: Mapping[str, Strategy]) -> Self:
        """Play the game to the end, and return this state.

        ``strategies`` maps the names of people to functions that choose their actions.
        """
        named = take_strategies(strategies)
        refuse_strategies(named, self.plan, self._compiled)
        while self.actor is not None:
            self.apply(choose_action(self, named))
        return self

    def leave(self) -> Self:
        """End the game early, and return this state.

        The current hand is void, and the standings are recorded.
        """
        self._refuse_read_only()
        if self.kind == "again":
            self.apply("no")
        if not self.is_over:
            self._is_left = True
            leave(self._compiled.program, self._stepper.table)
            self._go_on()
        return self

    def clone(self) -> Self:
        """Return an independent copy of this state.

        If cards are random, the copy will deal the same cards.
        """
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._stepper = self._stepper.clone()
        twin._actions = self._actions.copy()
        twin._numbers = self._numbers.copy()
        return twin

    def child(self, action: int | str) -> Self:
        """Return the state after ``action``. This state remains unchanged."""
        return self.clone().apply(action)

    __copy__ = clone

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[Callable[[History], State], tuple[History]]:
        """Pickle this state as its history, which is replayed when the state is unpickled."""
        return type(self).replay, (self.history,)

    def restart(self, seed: int) -> Self:
        """Return a new game with the same plan but a different ``seed``.

        This is 20 times as fast as creating a new ``State``.
        """
        self._refuse_read_only()
        refuse_seed(seed)
        state = type(self).__new__(type(self))
        compiled = reseed(self._compiled, seed)
        state._begin(self.plan._replace(seed=seed), compiled, explicit_chance=self.explicit_chance)
        return state

    def save(self, file: str | Path, observer: int | str | None = None) -> None:
        """Write the history of this game to a TOML file: its ruleset, arguments, seed, hands and actions.

        If there is an ``observer``, the file contains only what this person may see, and cannot be replayed.
        Raises UsageError if the file exists and is not a history, and GameError if it cannot be written.
        """
        person = None if observer is None else self._check_person(observer)
        name = None if person is None else self.persons[person]
        write_history(path_of(file), self.history, self.record_hash, self.describe_hands(person), name)

    @property
    def history(self) -> History:
        """The plan and all actions so far, from which this state can be replayed."""
        self._refuse_read_only()
        return History(self.plan, tuple(self._actions), self.explicit_chance, self._is_left)

    @property
    def record_hash(self) -> str:
        """The SHA-256 of all events so far."""
        self._refuse_read_only()
        return hash_of(self._numbers)

    @classmethod
    def load(cls, file: str | Path) -> Self:
        """Load a file written by ``save`` or ``bj run --history``, and return its final state.

        Raises UsageError, with the location of the fault, if the file is invalid.
        """
        return cls.check(HistoryFile(path_of(file)))

    @classmethod
    def check(cls, source: HistoryFile) -> Self:
        """Replay the history in ``source``, compare the result with the file, and return the final state.

        Raises UsageError, as ``load`` does.
        """
        try:
            state = cls.replay(source.history)
        except ReplayError as error:
            raise source.refuse_action(error) from None
        source.compare(state.record_hash, state.describe_hands)
        return state

    @classmethod
    def at_question(cls, plan: Plan, compiled: Compiled, table: Ints) -> Self:
        """Return a read-only state for an open question in a game that another driver is playing.

        The state has no history.
        """
        state = cls.__new__(cls)
        state.plan, state.explicit_chance, state._compiled = plan, False, compiled
        state._script = state._hand_notes = None
        state._stepper = Stepper.around(compiled.program, table)
        state._actions, state._numbers, state._new, state._is_left, state.error = [], [], 0, False, None
        view = state._stepper.view
        state._start = tuple(view.earnings(person) for person in range(len(compiled.persons)))
        state._status = Stop.DECISION
        state._look()
        return state

    @classmethod
    def replay(cls, history: History, notes: HandNotes | None = None) -> Self:
        """Replay a history, and return the final state. ``notes`` collects the hands and the actions.

        Raises ReplayError if an action is not legal, or if the game fails before the last action.
        """
        state = cls.__new__(cls)
        taken = 0
        try:
            plan = history.plan
            state._begin(plan, plan.compile(), explicit_chance=history.explicit_chance, notes=notes)
            for action in history.actions:
                taken += 1
                state.apply(state._take_label(action) if isinstance(action, str) else action)
                if len(state._numbers) > LONGEST_REPLAY:
                    raise UsageError("the game is too long to replay")
            if history.is_left:
                state.leave()
        except (GameError, UsageError) as error:
            if isinstance(error, UsageError) or taken < len(history.actions):
                raise ReplayError(taken - 1, str(error), error.remedy) from None
            state.error = error
        return state

    def describe_hands(self, observer: int | None = None) -> list[dict[str, Any]]:
        """Describe all hands so far, with all actions.

        For an ``observer``, hide what this person may not see.
        """
        notes = HandNotes()
        again = type(self).replay(self.history, notes)
        notes.begin(len(again._numbers), again._stepper.view, len(self.persons))
        return notes.hands(again._numbers, self._compiled, self.plan.checked.pack.codes, observer)

    # --- the game so far -----------------------------------------------------------------------------

    def returns(self) -> tuple[int, ...]:
        """Return everyone's net winnings so far. Losses are negative.

        Money that members bring to later matches does not count. If the players take turns as the banker,
        each person is listed twice: as a player and as the banker.
        """
        self._refuse_read_only()
        view = self._stepper.view
        return tuple(view.earnings(person) - start for person, start in enumerate(self._start))

    @property
    def actions(self) -> tuple[int, ...]:
        """All actions so far, including any cards and cuts that the program supplied."""
        self._refuse_read_only()
        return tuple(self._actions)

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far, including those with hidden cards."""
        self._refuse_read_only()
        return tuple(read(self._numbers, self.persons))

    @property
    def new_events(self) -> tuple[Event, ...]:
        """The events since the last action."""
        self._refuse_read_only()
        return tuple(read(self._numbers[self._new :], self.persons))

    @property
    def transcript(self) -> str:
        """The transcript so far, as ``bj run`` prints it, but without prompts and answers."""
        self._refuse_read_only()
        if self._script is None:
            self._script = Script(self.plan.checked, self._compiled)
        return "".join(render(self._script, self._numbers))

    def observation(self, person: int | str | None = None) -> Observation:
        """Return what a person can see. The default person is the one who must act.

        Raises UsageError if the person is unknown, or if no person is given and no person must act.
        """
        observer = self._check_person(self.actor if person is None else person)
        return observe(self.plan.checked, self.persons, self._stepper.view, observer)

    def __repr__(self) -> str:
        title = self.plan.checked.model.ruleset.title
        return f"<State of {title}: {self.kind}, {len(self._actions)} actions>"

    # --- internals -----------------------------------------------------------------------------------

    def _refuse_read_only(self) -> None:
        """Raise UsageError if another driver plays this game."""
        if self._stepper.is_read_only:
            remedy = "return the action; read the game with `observation`, `question` and `view`"
            raise UsageError("a simulation plays this game and keeps no record of it", remedy)

    def _check_person(self, person: int | str | None) -> int:
        """Return the index of a person, given as an index or a name.

        Raises UsageError if the person is unknown.
        """
        if person is None:
            raise UsageError("no person acts here", "pass the observer, as in `observation(0)`")
        number = self.persons.index(person) if person in self.persons else whole_number(person)
        if number is None or not 0 <= number < len(self.persons):
            listed = _list_some([f"{place} for {name}" for place, name in enumerate(self.persons)])
            raise UsageError(f"{shorten(repr(person))} is not a person", f"pass {listed}")
        return number

    @property
    def _label(self) -> str:
        """A prefix with the person and the hand that must act, such as ``Ann 2: ``.

        The prefix is empty if no person must act.
        """
        hand = self.hand_asked
        return "" if self.actor is None else f"{self.persons[self.actor]}{f' {hand + 1}' if hand else ''}: "

    def _take_label(self, action: str) -> str:
        """Return the name of ``action`` without the prefix for the person and the hand.

        Raises UsageError if the prefix does not match the person and the hand that must act.
        """
        if ": " in action and not action.startswith(self._label):
            raise UsageError(f"{action.rpartition(': ')[0]} does not act here")
        return action.removeprefix(self._label)

    def _note_action(self, notes: HandNotes, action: int) -> None:
        """Note an action before it is carried out.

        If a power looks ahead, a card may be chosen before it is dealt. Until it is dealt, only the person
        who will receive it may know it.
        """
        owner, chance = None, self.chance
        if chance is not None and (chance.is_cut or chance.is_hidden or self._stepper.view.looks_ahead):
            owner = NOBODY if chance.person is None else chance.person
        notes.act(len(self._numbers), self._label + self._name(action), owner)

    def _go_on(self) -> None:
        """Play to the next action. Raises GameError if a rule requires something impossible."""
        self._new = len(self._numbers)
        self._status, numbers = self._stepper.go_on(self._pause)
        self._numbers += numbers
        self._look()
        view = self._stepper.view
        if self.is_chance and self._stepper.given is not None:
            raise GameError(self._stepper.given.used_up(view))
        if self._status not in (Stop.DECISION, Stop.CHANCE, Stop.DONE):
            compiled = self._compiled
            raise GameError(
                explain_stop(self._status, view, compiled.persons, compiled.decimals, compiled.described)
            )

    def _look(self) -> None:
        """Update ``question``, ``chance`` and ``kind`` after the engine has stopped."""
        view = self._stepper.view
        self.question: Question | None = view.question if self._status == Stop.DECISION else None
        """The open question, with the person who must act and the hand, or None."""
        self.chance: Chance | None = view.chance if self.is_chance else None
        """The card or cut that comes next, with the person who receives it, or None."""
        self.kind: NodeKind = "over"
        if self.question is not None:
            self.kind = _KINDS[self.question.kind]
        elif self.chance is not None:
            self.kind = "cut" if self.chance.is_cut else "card"

    def _pause(self, count: int) -> None:
        """Handle a pause after ``count`` newly recorded integers: note a new hand, and call the watcher."""
        if self._hand_notes is not None:
            self._hand_notes.begin(self._new + count, self._stepper.view, len(self.persons))
        if self._seen is not None:
            self._seen(self)

    def _weigh(self) -> dict[int, int]:
        weigh = weigh_cuts if self.kind == "cut" else weigh_cards
        return dict(weigh(self._compiled.program, self._stepper.table))

    def _numbers_asked(self) -> range | None:
        """Return the numbers that are valid answers to a power's question, or None for other questions."""
        question = self.question
        if question is None or question.kind != Kind.POWER:
            return None
        return self._compiled.power_questions[question.reaction].numbers

    @property
    def _asks_for_stake(self) -> bool:
        return self.kind == "side_bet" and self.question is not None and bool(self.question.wagers)

    def _number_of(self, name: str) -> int | None:
        """Return the legal action called ``name``, or None.

        For a wager, the amount is returned even if it is not legal.
        """
        from bj.session.conversation import parse_amount

        is_amount = self.kind == "wager" or (name != REPLY_NAMES[0] and self._asks_for_stake)
        if is_amount and name not in (LEAVE, SIT_OUT):
            amount = parse_amount(name, self._compiled.decimals)
            # players sit out or leave by name, not by amount
            return None if amount is None or amount < 1 else amount
        return next((number for number in self.legal_actions() if self._name(number) == name), None)


_KINDS: dict[Kind, NodeKind] = {
    Kind.WAGER: "wager",
    Kind.ACTION: "action",
    Kind.AGAIN: "again",
    Kind.INSURANCE: "insurance",
    Kind.SURRENDER: "surrender",
    Kind.SIDE_BET: "side_bet",
    Kind.SWITCH: "switch",
    Kind.CALL: "call",
    Kind.RAISE: "raise",
    Kind.POWER: "power",
}


def _list_some(words: Sequence[str]) -> str:
    """Join words with commas. If there are too many, list only the first ones."""
    listed = ", ".join(words[:MOST_NAMED])
    return listed if len(words) <= MOST_NAMED else f"{listed} …"


def _refuse_returned_cards(checked: Checked, *, is_riffled: bool) -> None:
    """Raise UsageError if a power returns cards to a shoe whose order is not determined yet."""
    for _, reaction in checked.model.all_reactions():
        row = EFFECTS.get(reaction.do or "")
        if not is_riffled and row is not None and row.move is not None and row.move.target == SHOE:
            raise UsageError(
                f"after `{row.name}`, the next cards are not equally likely", "remove `explicit_chance`"
            )
