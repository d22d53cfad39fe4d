"""Check every expression and template in a ruleset."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from bj.catalogue.events import LINE_FIELDS, OUTPUT_FIELDS
from bj.catalogue.expression_names import ANSWER, NAMES
from bj.catalogue.limits import MOST_DECIMALS
from bj.catalogue.rule_shorthands import WORDS
from bj.errors import TextFaults
from bj.faults_and_fixes import Fault, Fix, KeyPath, Remedy, TextFault
from bj.ruleset.all_expressions import Use, expressions_of
from bj.ruleset.allowed_names_by_place import UNKNOWN_FUNCTIONS, Place
from bj.ruleset.check.check_state import Checked, Checking, needs
from bj.ruleset.check.scopes import KEPT, Meanings, Scope, find_meanings, parse_defined
from bj.ruleset.expressions.supported_syntax import SAID_HERE, START_OF_GAME, what_happened
from bj.ruleset.expressions.tree import Call, Expression, ValueKind, names_used, walk
from bj.ruleset.model import Ruleset
from bj.ruleset.model.base import IDENTIFIER
from bj.ruleset.model.prompts import PROMPT_FIELDS
from bj.ruleset.pack import rank_codes
from bj.ruleset.suggestions import RENAMED, find_meant, shorten
from bj.ruleset.templates import Template, parse_template
from bj.text.sentences import enumerate_words

RESULT = "(?:last|previous)_(?:hand|round|result|outcome)"
"""A pattern for undefined names by which authors may refer to the result of the previous hand."""

REMEMBERING = (Place.TABLE, Place.WAGER, Place.ACTION, Place.REACTION)
"""The places in which expressions can read the numbers that a player remembers."""


def remembered_names(ruleset: Ruleset) -> list[str]:
    """Return the names of all numbers that strategies and powers remember, in alphabetical order."""
    names = {name for strategy in (ruleset.strategies or {}).values() for name in strategy.memory or {}}
    return sorted(names.union(*(power.memory for power in (ruleset.powers or {}).values())))


def shared_names(ruleset: Ruleset) -> dict[str, str]:
    """Map the name of each number that powers share to the group that shares it: `team` or `table`."""
    return {
        name: power.shared
        for key, power in (ruleset.powers or {}).items()
        if power.shared is not None
        for name in (*power.memory, *((key, target_name(key)) if power.while_ is not None else ()))
    }


def lasting_names(ruleset: Ruleset) -> list[str]:
    """Return the names of powers with `while`. Conditions can use these names."""
    return [name for name, power in (ruleset.powers or {}).items() if power.while_ is not None]


def target_name(power: str) -> str:
    """Return the name of the hidden number that stores the computed target of ``power``."""
    return f"target of {power}"


def computed_targets(ruleset: Ruleset) -> list[str]:
    """Return the names of all hidden numbers that store computed targets."""
    return [target_name(name) for name, targets in ruleset.own_targets.items() if len(targets) > 1]


def limit_name(path: KeyPath) -> str:
    """Return the name of the hidden number that counts the uses of the limited reaction at ``path``."""
    return f"limit of {'.'.join(map(str, path))}"


def limited_names(ruleset: Ruleset) -> list[str]:
    """Return the names of all hidden numbers that count uses of limited reactions."""
    return [limit_name(path) for path, reaction in ruleset.all_reactions() if reaction.limit is not None]


parse_template_once = lru_cache(KEPT)(parse_template)


class Line(NamedTuple):
    """A template in a ruleset, with its path and the fields that it can use."""

    path: KeyPath
    text: str
    fields: tuple[str, ...]


def words_of(checked: Checked, text: str) -> Template:
    """Return the template for ``text``, which is the speech or question of a reaction."""
    return parse_template_once(text, (*LINE_FIELDS, *remembered_names(checked.model), ANSWER))


def shows_memories(path: KeyPath) -> bool:
    """Whether the template at ``path`` can show remembered numbers.

    Only speech, questions and the lines of steps can.
    """
    return path[-1:] in (("say",), ("ask",)) and path[0] != "prompts"


def templates_of(ruleset: Ruleset, remembered: Sequence[str]) -> Iterator[Line]:
    """Yield every template in ``ruleset``.

    ``remembered`` lists the names of remembered numbers. Missing sections are skipped.
    """
    if cards := ruleset.cards:
        yield Line(("cards", "name"), cards.name, ("rank", "suit"))
        yield Line(("cards", "listed"), cards.listed, ("card", "rank", "suit"))
        for code, rank in cards.ranks.items():
            if rank.card is not None:
                yield Line(("cards", "ranks", code, "card"), rank.card, ("rank", "suit"))
    for event, fields in OUTPUT_FIELDS.items():
        text = getattr(ruleset.output, event, None)
        if text is not None:
            yield Line(("output", event), text, fields)
    for path, step in ruleset.procedure.all_steps() if ruleset.procedure else ():
        if step.say is not None:
            yield Line((*path, "say"), step.say, (*LINE_FIELDS, *remembered))
    for path, reaction in ruleset.all_reactions():
        for key, text in (("say", reaction.say), ("ask", reaction.ask)):
            if text is not None:
                answer = (ANSWER,) if key == "say" and reaction.between is not None else ()
                yield Line((*path, key), text, (*LINE_FIELDS, *remembered, *answer))
    for name, texts in PROMPT_FIELDS.items():
        section = getattr(ruleset.prompts, name, None)
        for key in sorted(texts.keys() & getattr(section, "model_fields_set", ())):
            text = getattr(section, key)
            if text is not None:
                yield Line(("prompts", name, key), text, texts[key])


BANKROLL = "bankroll"


def scope_at(checking: Checking, place: Place) -> Scope:
    """Return the scope for expressions in ``place``, including the names of faulty arguments and memories."""
    if place not in checking.scopes:
        checking.scopes[place] = _find_scope(checking, place)
    return checking.scopes[place]


def _find_scope(checking: Checking, place: Place) -> Scope:
    numbers = [each.name for each in checking.ruleset.command_line if each.type == "integer"]
    if place in (Place.RULE, Place.DEALER):  # it would mean the bankroll at the start, not the current one
        numbers = [name for name in numbers if name != BANKROLL]
    lost = checking.gaps.keys(("arguments",))
    remembered = known_memory(checking) if place in REMEMBERING else []
    known = dict.fromkeys((*numbers, *(remembered or ()), *sorted(lost or ())), ValueKind.NUMBER)
    known |= dict.fromkeys(checking.amounts & known.keys(), ValueKind.MONEY)
    if place in (*REMEMBERING, Place.RULE):
        known = dict.fromkeys(lasting_names(checking.ruleset), ValueKind.BOOLEAN) | known
    are_all = lost is not None and remembered is not None
    ranks = rank_codes(checking.ruleset.cards)
    return Scope(place, tuple(known.items()), are_all, decimals_of(checking), ranks)


def meanings_at(checking: Checking, place: Place) -> Meanings:
    """Map each definition to its meaning in ``place``: an expression, or its faults in this place."""
    if place not in checking.meanings:
        definitions = checking.ruleset.define or {}
        checking.meanings[place] = find_meanings(definitions, scope_at(checking, place))
    return checking.meanings[place]


def is_memory(path: KeyPath) -> bool:
    """Whether the expression at ``path`` is the starting value or a new value for a remembered number."""
    return len(path) > 2 and path[-2] in ("memory", "set", "with")


@needs()
def find_amounts(checking: Checking) -> None:
    """Find the remembered numbers that are amounts of money, judging by the values that they are set to."""
    uses = [use for use in expressions_of(checking.ruleset) if is_memory(use.path)]
    before = -1
    while before < len(checking.amounts):
        before = len(checking.amounts)
        checking.scopes.clear()  # both depend on the amounts
        checking.meanings.clear()
        for use in uses:
            try:
                if parse_use(checking, use, None).kind == ValueKind.MONEY:
                    checking.amounts.add(str(use.path[-1]))
            except TextFaults:
                continue  # check_expressions reports them


def kind_needed(checking: Checking, use: Use) -> ValueKind:
    """Return the kind of value that the expression in ``use`` must yield."""
    return ValueKind.MONEY if is_memory(use.path) and use.path[-1] in checking.amounts else use.kind


def parse_use(checking: Checking, use: Use, expected: ValueKind | None) -> Expression:
    """Parse the expression in ``use``.

    Raises TextFaults if it has faults, or if it does not yield a value of kind ``expected``.
    """
    definitions, found = checking.ruleset.define or {}, meanings_at(checking, use.place)
    return parse_defined(definitions, found, scope_at(checking, use.place), use.text, expected)


def known_memory(checking: Checking) -> list[str] | None:
    """Return the names of all remembered numbers, including faulty ones.

    Return None if a fault makes it impossible to know all names.
    """
    names = remembered_names(checking.ruleset)
    if not checking.is_sure("strategies") or not checking.is_sure("powers"):
        return None
    remembering = [("strategies", name) for name in checking.ruleset.strategies or {}]
    remembering += [("powers", name) for name in checking.ruleset.powers or {}]
    for place in remembering:
        lost = checking.gaps.keys((*place, "memory"))
        if lost is None:
            return None
        names += sorted(lost)
    return names


def decimals_of(checking: Checking) -> int:
    """Return the number of decimals in amounts of money.

    If a fault makes it unknown, return MOST_DECIMALS.
    """
    is_sure = checking.is_sure("money", "decimals") and checking.ruleset.money is not None
    return checking.ruleset.money.decimals if is_sure else MOST_DECIMALS


def read_use(checking: Checking, use: Use) -> Expression | None:
    """Return the parsed expression for ``use``, or None if it has faults.

    ``check_expressions`` reports these faults.
    """
    return checking.expressions.get(use.path)


@needs()
def check_expressions(checking: Checking) -> None:
    """Check that every expression parses, uses only available names, and yields the right kind of value."""
    is_infinite = checking.ruleset.shoe is not None and checking.ruleset.shoe.is_infinite
    of_words: list[Fault] = []
    for use in expressions_of(checking.ruleset):
        try:
            expression = parse_use(checking, use, kind_needed(checking, use))
            if _knows_functions(checking, use, expression):
                checking.expressions[use.path] = expression
            if is_infinite and "cards_left" in names_used(expression):
                place = checking.ruleset.written_path(use.path)
                word = re.search(r"\bcards_left\b", use.text) if place == use.path else None
                message = "`cards_left` does not exist in an infinite shoe"
                remedy = "remove the condition, or give the shoe a number of packs"
                span = (word.start(), len(word[0])) if word else None
                checking.faults.append(Fault("BJ315", place, message, remedy, span=span))
        except TextFaults as error:
            if use.in_words:  # the text that implies it usually has the fault too
                place = checking.ruleset.written_path(use.path)
                of_words += [Fault(each.code, place, each.message, each.remedy) for each in error.faults]
                continue
            error = without_faulty_definitions(checking, use.text, error)
            faults = [
                _add_remedy(checking, use, fault)
                for fault in error.faults
                if not _is_lost(checking, use, fault)
            ]
            checking.note(use.path, TextFaults(faults))
    checking.faults += [] if checking.faults else of_words


def _knows_functions(checking: Checking, use: Use, expression: Expression) -> bool:
    """Whether ``expression`` calls only functions that are available in its place.

    Report any other functions.
    """
    calls = {node.function for node in walk(expression) if isinstance(node, Call)}
    unknown = {name: why for name, why in UNKNOWN_FUNCTIONS.get(use.place, {}).items() if name in calls}
    for function, why in unknown.items():
        found = re.search(rf"\b{function}\b", use.text)
        span = (found.start(), len(found[0])) if found else None
        message, remedy = f"`{function}` cannot be used here: {why}", "write the expression without it"
        checking.faults.append(Fault("BJ316", use.path, message, remedy, span=span))
    return not unknown


def without_faulty_definitions(checking: Checking, text: str, error: TextFaults) -> TextFaults:
    """Return ``error`` without the faults about names whose own definitions are faulty."""
    return TextFaults([fault for fault in error.faults if not _is_reported(checking, text, fault)])


def _is_reported(checking: Checking, text: str, fault: TextFault) -> bool:
    name = text[fault.offset : fault.offset + fault.length]
    if fault.code != "BJ306" or name not in (checking.ruleset.define or {}):
        return False
    found = [meanings_at(checking, place).get(name) for place in Place]
    return all(meaning is None or isinstance(meaning, TextFaults) for meaning in found)


def _is_lost(checking: Checking, use: Use, fault: TextFault) -> bool:
    """Whether ``fault`` concerns an undefined name that is also an unknown key in the same strategy."""
    name = use.text[fault.offset : fault.offset + fault.length]
    lost = checking.gaps.at(use.path[:2]) if use.path[0] == "strategies" else {}
    is_defined = name in lost and re.fullmatch(IDENTIFIER, name) and what_happened(name) is None
    return fault.code == "BJ306" and bool(is_defined)


def _add_remedy(checking: Checking, use: Use, fault: TextFault) -> TextFault:
    """If ``fault`` is about an unknown name, return it with a better remedy, such as a memory to add."""
    if fault.code != "BJ306":
        return fault
    name = use.text[fault.offset : fault.offset + fault.length]
    if name in (checking.ruleset.define or {}):
        return fault._replace(
            remedy=f"`{name}` is defined by names that are not available here; write a different one"
        )
    if use.place == Place.DEALER and name in lasting_names(checking.ruleset):
        return fault._replace(remedy=f"write the rule as `draws` in the power `{name}`")
    if use.place == Place.RULE and name == BANKROLL:
        remedy = "only powers can read a player's money: give the strategies a power with "
        return fault._replace(remedy=f'{remedy}`while = "bankroll < 100"`, and write its name here')
    if any(name in power.memory for power in (checking.ruleset.powers or {}).values()):
        remedy = "only powers and strategies can use it; give the power `while = …`, and write its name here"
        return fault._replace(remedy=remedy)
    if use.path[-1] == "into" and name == use.text.strip():
        return fault._replace(
            remedy="write the code of a rank, such as `A`, or an expression for its new value"
        )
    word = find_meant(name, list(WORDS.get(str(use.path[-1]), ())))
    if word is not None and name == use.text.strip():
        return fault._replace(remedy=word)
    meant = checking.remedy_for(name, fault.remedy)
    if use.place in REMEMBERING and name not in NAMES:
        result = re.search(rf"\b{RESULT}(?<=\b{name}) *== *(['\"])(won|win|lost|loss)\1", use.text)
        if result:
            happened = f"last_{result[2]}"
            remembered = _remember(happened, happened, "strategy", "the names")
            return fault._replace(remedy=f"{remembered} in place of `{result[0]}`")
        said = what_happened(name)
        if use.place == Place.TABLE and said and said[0] == START_OF_GAME:
            asked = (checking.ruleset.arguments or {}).get("bankroll")
            amount = asked.default if asked and isinstance(asked.default, int) else 1000
            return fault._replace(remedy=f"write the amount itself, such as `{amount}`")
        holder = "power" if use.path[0] == "powers" else "strategy"
        holder += " of the first player" * (use.place == Place.TABLE)
        meant = _remember(name, use.text, holder, meant)
    return fault._replace(remedy=meant)


def _remember(name: str, text: str, holder: str, remedy: Remedy) -> Remedy:
    """Suggest a memory called ``name``, which is an unknown name. If that makes no sense, return ``remedy``.

    The suggestion also covers other unknown names in the expression ``text``.
    """
    if isinstance(remedy, Fix) or not re.fullmatch(IDENTIFIER, name) or shorten(name) != name:
        return remedy
    said = {
        word: found
        for word in re.findall(r"\b[a-z]\w*", re.sub("'[^']*'", "", text))
        if (found := what_happened(word)) and (found[0] != START_OF_GAME or " of " not in holder)
    }
    if name in said:
        memory = ", ".join(f"{word} = {start}" for word, (start, _) in said.items())
        reactions = ", ".join(each.replace("NAME", word) for word, (_, each) in said.items() if each)
        also = f" and `reactions = [{reactions}]`" if reactions else ""
        is_alone = not re.search(rf"\b{name}\b *[-+*/%<>=!)]|[-+*/%<>=(] *{name}\b", text)
        more = f", and write `{name} > 0`" if is_alone and '"' not in said[name][0] else ""
        first = next(iter(said))
        if name != first:
            return f"apply the remedy for `{first}`{more}"
        return f"add `memory = {{ {memory} }}`{also} to the {holder}{more}"
    if not str(remedy).startswith("the names") or name in SAID_HERE:
        return remedy
    remembered = f"`memory = {{ {name} = 0 }}` to the {holder}, and `set` it in `reactions`"
    return f"to remember it, add {remembered}; {remedy}"


@needs()
def check_templates(checking: Checking) -> None:
    """Check that every template parses and uses only available fields.

    Output lines that list cards must contain `{cards}` exactly once.
    """
    remembered = known_memory(checking)
    for path, text, fields in templates_of(checking.ruleset, remembered or ()):
        try:
            template = checking.templates[path] = parse_template_once(text, fields)
        except TextFaults as error:
            if shows_memories(path):
                error = _of_memories(path, text, fields, error, is_sure=remembered is not None)
            arguments = [each.name for each in checking.ruleset.command_line]
            faults = [_of_role(path, text, _of_argument(arguments, text, each)) for each in error.faults]
            checking.note(path, TextFaults(faults))
            continue
        count = template.fields.count("cards")
        if path[0] == "output" and "cards" in fields and count != 1:
            message = f"`{{cards}}` appears here {count} times" if count else "this line must list the cards"
            checking.fault("BJ405", path, message, "use `{cards}` once" if count else "add `{cards}`")


def _of_role(path: KeyPath, text: str, fault: TextFault) -> TextFault:
    """Suggest `total` or `name` in place of a field such as `player_total` or `dealer_name`.

    The template at ``path`` is for only one role, so its fields do not mention the role.
    """
    name, side = text[slice(*_span(fault))], str(path[-1]).partition("_")[0]
    own = name.removeprefix(f"{side}_")
    if fault.code == "BJ402" and own != name and f"`{{{own}}}`" in str(fault.remedy):
        return fault._replace(remedy=Fix(own, "did you mean `{{}}`?", is_word=True))
    person = side if side == "dealer" else "player"
    is_side = fault.code == "BJ402" and "`{name}`" in str(fault.remedy) and name in (person, f"{person}_name")
    return fault._replace(remedy=Fix("name", "did you mean `{{}}`?", is_word=True)) if is_side else fault


def _of_argument(arguments: Sequence[str], text: str, fault: TextFault) -> TextFault:
    """If ``fault`` is about a field named like an argument, explain that lines cannot show arguments."""
    name = text[slice(*_span(fault))]
    if fault.code != "BJ402" or name not in arguments or name in RENAMED or type(fault.remedy) is str:
        return fault
    return fault._replace(remedy=f"a line cannot show an argument; {fault.remedy}")


def _of_memories(
    path: KeyPath, text: str, fields: Sequence[str], error: TextFaults, *, is_sure: bool
) -> TextFaults:
    """Return ``error`` with remedies that suit a template which can show remembered numbers.

    Unknown fields are reported only if the names of all remembered numbers are known.
    """
    return TextFaults(
        [
            fault._replace(remedy=_remedy_for_field(path, text[slice(*_span(fault))], fields))
            if fault.code == "BJ402" and not str(fault.remedy).startswith("did you mean")
            else fault
            for fault in error.faults
            if is_sure or fault.code != "BJ402"
        ]
    )


def _span(fault: TextFault) -> tuple[int, int]:
    return fault.offset, fault.offset + fault.length


def _remedy_for_field(path: KeyPath, name: str, fields: Sequence[str]) -> str:
    if name == ANSWER:
        return "only `say` in a reaction with `between` can show it"
    listed = "the fields here are " + enumerate_words([f"`{{{field}}}`" for field in fields])
    holder = "power" if path[0] == "powers" else "strategy"
    if name in NAMES:
        return f'{listed}; to show `{name}`, store it in a memory first: `set = {{ shown = "{name}" }}`'
    if re.fullmatch(IDENTIFIER, name) and shorten(name) == name:
        return f"{listed}; to remember `{name}`, add `memory = {{ {name} = 0 }}` to the {holder}"
    return listed
