"""Read and merge the documents that make up a ruleset: its own file and the files that it extends."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bj.catalogue.events import EVENTS, SHARED
from bj.errors import UsageError
from bj.faults_and_fixes import Fault, KeyPath
from bj.ruleset import inherited_seats_and_teams
from bj.ruleset.implied_steps import imply_deal, imply_steps
from bj.ruleset.inherited_seats_and_teams import ENTRY_LISTS, check_entries, lay_entries
from bj.ruleset.model import Head
from bj.ruleset.model.house_rule_reading import WITH_TABLES, table_of
from bj.ruleset.ruleset_files import OF_HISTORIES, ParentError, find_parent, read_bytes
from bj.ruleset.step_edits import Lists, check_changes, has_changes, lay_steps
from bj.ruleset.suggestions import RENAMED, find_meant, shorten
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.toml.reading_and_writing import read_key, read_toml, write_key
from bj.ruleset.toml.removed_parts import ANY

if TYPE_CHECKING:
    from bj.ruleset.toml.outline import Outline

LONGEST_CHAIN = 8  # the maximum number of rulesets that extend one another
MOST_FAULTS = 100  # shown for one ruleset, in addition to syntax faults
MOST_SHELVED = 2_000
LONGEST_SHELVED = 20_000  # characters


class Document(NamedTuple):
    """A file that is part of a ruleset, as text and as data.

    ``faults`` were found while reading the file, and ``lost`` contains the paths that they made unreadable.
    An empty path in ``lost`` means everything that the file would have inherited. ``sound`` is the text with
    spaces in place of faulty parts.
    """

    file: Path
    text: str
    data: dict[str, Any]
    faults: tuple[Fault, ...] = ()
    lost: tuple[KeyPath, ...] = ()
    sound: str | None = None

    def make_outline(self) -> Outline:
        """Return an outline of every part of the text that can be read."""
        from bj.ruleset.toml.outline import Outline

        return Outline(self.sound or self.text)


def read_documents(file: Path, shelf: dict[Path, Document] | None = None) -> list[Document]:
    """Read ``file`` and all its ancestors. The most distant ancestor comes last.

    Documents on the ``shelf`` are not read again, and new ones are put there for reuse. Raises UsageError if
    ``file`` cannot be read, or if it is a history or a case file.
    """
    shelf = {} if shelf is None else shelf
    documents = [_take(file, shelf)]
    _refuse_other_kinds(documents[0])
    while (parent := _name_of_parent(documents[-1])) is not None:
        try:
            file = _check_parent(find_parent(documents[-1].file, parent), parent, documents)
            documents.append(_take(file, shelf))
        except ParentError as error:
            documents[-1] = _refuse_parent(documents[-1], error)
            break
        except UsageError as error:
            unreadable = ParentError("BJ124", error.message, error.remedy)
            documents[-1] = _refuse_parent(documents[-1], unreadable)
            break
    if _is_orphaned(documents[-1]):
        documents[-1] = documents[-1]._replace(lost=(*documents[-1].lost, ()))
        return documents
    return [_check_inheritance(document, documents[number:]) for number, document in enumerate(documents, 1)]


def _refuse_other_kinds(document: Document) -> None:
    if OF_HISTORIES in document.data:
        raise UsageError(f"{document.file} is a history, not a ruleset", "replay it with `bj replay`")
    if "cases" in document.data and "ruleset" not in document.data:
        raise UsageError(f"{document.file} contains cases, not a ruleset", "run them with `bj test`")


def _take(file: Path, shelf: dict[Path, Document]) -> Document:
    """Return the document in ``file``, from the ``shelf`` if possible.

    Put the document on the shelf, unless it is long or the shelf is full.
    """
    document = shelf.get(file)
    if document is None:
        document = read_document(file, read_bytes(file))
        if len(shelf) < MOST_SHELVED and len(document.text) <= LONGEST_SHELVED:
            shelf[file] = document
    return document


def merge_documents(documents: Sequence[Document]) -> dict[str, Any]:
    """Merge ``documents`` and return the data.

    Tables are merged key by key; other values replace inherited ones. Inherited parts that a document drops
    with ``without`` are removed first. So are the summary and, if a document has its own ``usage``, the
    example. A table in place of a list of steps is applied to the inherited list. A template for both roles
    hides inherited templates for one role.
    """
    return merge(documents)[0]


def merge(documents: Sequence[Document]) -> tuple[dict[str, Any], Lists]:
    """Merge ``documents``.

    Return the data, and the lists of steps with the place where each step is written.
    """
    merged: dict[str, Any] = {}
    lists: Lists = {}
    for number, document in reversed(list(enumerate(documents))):
        head = merged.get("ruleset")
        if isinstance(head, dict):
            head.pop("without", None)  # it has been applied
            head.pop("summary", None)  # the summary is about the parent's game
        for name in left_out_by(document):
            *steps, last = read_key(name)
            holder = look_up(merged, steps)
            if isinstance(holder, dict):
                holder.pop(last, None)
        if look_up(document.data, ("ruleset", "usage")) is not None:
            merged.pop("example", None)  # the example is for the parent's command line
        _remove_hidden_texts(merged.get("output"), document.data.get("output"))
        for section, *keys in RIVALS:
            _replace_rivals(merged.get(section), document.data.get(section), keys)
        data, procedure = document.data, document.data.get("procedure")
        if isinstance(procedure, dict):
            kept = {name: steps for name, steps in lists.items() if look_up(merged, ("procedure", name))}
            procedure, lists = lay_steps(procedure, kept, number)
            data = {**data, "procedure": procedure}
        for key in ENTRY_LISTS:
            entries, changed = merged.get(key), data.get(key)
            if isinstance(entries, list) and isinstance(changed, dict):
                data = {**data, key: lay_entries(key, changed, entries)}
        _make_tables(merged.get("rules"), data.get("rules"))
        waiting = [(merged, data)]
        while waiting:  # no recursion, because documents can be nested to any depth
            below, above = waiting.pop()
            for key, value in above.items():
                if isinstance(value, dict):
                    inherited = below.get(key)
                    below[key] = dict(inherited) if isinstance(inherited, dict) else {}
                    waiting.append((below[key], value))
                else:
                    below[key] = value
        if "hand" in lists and isinstance(look_up(merged, ("procedure", "hand")), list):
            lists = imply_steps(document.data, merged, lists, number)
            merged["procedure"]["hand"] = [step.entry for step in lists["hand"]]
            imply_deal(document.data, merged)
    return merged, lists


RIVALS = (
    ("dealer", "hits_soft_17", "draws"),
    ("shoe", "packs", "players_per_pack"),
    ("shoe", "penetration", "reshuffle_when"),
    ("tournament", "dealers", "matches"),
)
"""Groups of keys that set the same rule. Each group is preceded by the name of its section.

If a document has one of the keys, no key in the group is inherited.
"""


def rivals_of(path: KeyPath) -> list[str]:
    """Return the other keys that set the same rule as the key at ``path``.

    >>> rivals_of(("shoe", "packs")), rivals_of(("shoe", "seed"))
    (['players_per_pack'], [])
    """
    same = (keys for section, *keys in RIVALS if path[:-1] == (section,) and path[-1] in keys)
    return [key for keys in same for key in keys if key != path[-1]]


def _replace_rivals(inherited: Any, own: Any, keys: Sequence[str]) -> None:
    """Remove all ``keys`` from ``inherited`` if the document's ``own`` section has at least one of them."""
    if isinstance(inherited, dict) and isinstance(own, dict) and any(key in own for key in keys):
        for key in keys:
            inherited.pop(key, None)


def _make_tables(inherited: Any, rules: Any) -> None:
    """Replace each inherited word with the table that it means, if ``rules`` changes keys in that table."""
    if isinstance(inherited, dict) and isinstance(rules, dict):
        for key in WITH_TABLES:
            if isinstance(rules.get(key), dict) and key in inherited:
                inherited[key] = table_of(key, inherited[key]) or inherited[key]


def _remove_hidden_texts(inherited: Any, output: Any) -> None:
    """Remove each ``inherited`` template that a template in ``output`` hides.

    A template for both roles hides templates for a single role. If each role has its own template, these hide
    the template for both roles.
    """
    if not isinstance(inherited, dict) or not isinstance(output, dict):
        return
    for shared in SHARED:
        roles = [event.key for event in EVENTS.values() if event.shared == shared]
        if shared in output:
            for key in roles:
                inherited.pop(key, None)
        elif all(key in inherited or key in output for key in roles):
            inherited.pop(shared, None)


def read_document(file: Path, content: bytes) -> Document:
    """Parse ``content``, the content of ``file``. If it has syntax faults, read only its valid parts."""
    content = content.removeprefix(BOM_UTF8)
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        at = len(content[: error.start].decode())
        message = f"the byte {content[error.start]:#04x} is not UTF-8"
        fault = Fault("BJ101", (), message, "save the file as UTF-8", "text", (at, 1))
        return Document(file, content.decode(errors="replace"), {}, (fault,), ((),))
    try:
        return Document(file, text, read_toml(text))
    except (RecursionError, ValueError):
        from bj.ruleset.toml.syntax_faults import salvage

        return Document(file, text, *salvage(text))


def left_out_by(document: Document) -> list[str]:
    """Return the dotted keys that ``document`` drops with ``without``.

    Items that are not text are skipped.
    """
    head = document.data.get("ruleset")
    names = head.get("without") if isinstance(head, dict) else None
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def _check_inheritance(document: Document, ancestors: Sequence[Document]) -> Document:
    """Add a fault to ``document`` for each part that it drops or changes but does not inherit."""
    left_out, procedure = left_out_by(document), document.data.get("procedure")
    if (
        not left_out
        and not has_changes(procedure)
        and not inherited_seats_and_teams.has_changes(document.data)
    ):
        return document
    head = document.data.get("ruleset")
    if not ancestors and () in document.lost:
        return document  # inherited parts are unknown: the parent cannot be read
    if not ancestors and isinstance(head, dict) and any(key not in Head.model_fields for key in head):
        return document  # an unknown key may be a misspelled `extends`
    inherited, lists = merge(ancestors)
    gone = [tuple(read_key(name)) for name in left_out]
    kept = {name for name in lists if {("procedure",), ("procedure", name)}.isdisjoint(gone)}
    changes = check_changes(procedure, {name: lists[name] for name in kept})
    of_entries = (check_entries(key, document.data.get(key), inherited.get(key)) for key in ENTRY_LISTS)
    faults = limit_faults(chain(_check_left_out(document, inherited), changes, *of_entries))
    lost = {(*fault.path[:2], ANY): None for fault in faults if fault.path[0] == "procedure"}
    return document._replace(faults=(*document.faults, *faults), lost=(*document.lost, *lost))


def limit_faults(faults: Iterable[Fault]) -> list[Fault]:
    """Return at most ``MOST_FAULTS`` faults.

    If there are more, add a fault which says that some are not shown.
    """
    shown = list(islice(faults, MOST_FAULTS + 1))
    if len(shown) > MOST_FAULTS:
        message, remedy = "further faults are not shown", "fix the faults above first"
        shown[-1] = Fault("BJ212", shown[-1].path, message, remedy, part=shown[-1].part)
    return shown


def _check_left_out(document: Document, inherited: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield a fault for each part that ``document`` drops but does not inherit."""
    for index, name in enumerate(document.data["ruleset"]["without"] if left_out_by(document) else ()):
        *steps, last = read_key(name) if isinstance(name, str) else [""]
        holder = look_up(inherited, steps)
        holder = holder if isinstance(holder, dict) else {}
        if isinstance(name, str) and last not in holder:
            message = f"`{shorten(name)}` is not inherited, so it cannot be dropped"
            known = [write_key(*steps, key) for key in holder]
            otherwise = "remove it" if holder else "write it like `strategies.simple.chart`"
            remedy = find_meant(name, known) or otherwise
            yield Fault("BJ126", ("ruleset", "without", index), message, remedy)


def _is_orphaned(document: Document) -> bool:
    """Whether the value of ``extends`` in ``document`` cannot be read."""
    head = document.data.get("ruleset", {})
    if not isinstance(head, dict) or not isinstance(head.get("extends", ""), str):
        return True
    return any(path in document.lost for path in (("ruleset",), ("ruleset", "extends")))


def _name_of_parent(document: Document) -> str | None:
    """Return the name of the ruleset that ``document`` extends. If it extends no ruleset, return None.

    A key such as `base` also counts, if its value names a ruleset that exists.
    """
    head = document.data.get("ruleset", {})
    if not isinstance(head, dict):
        return None
    if "extends" not in head:
        entries = chain(head.items(), document.data.items())
        names = (name for key, name in entries if _means_extends(key) and isinstance(name, str))
        return next((name for name in names if _is_found(document.file, name)), None)
    parent = head["extends"]
    return parent if isinstance(parent, str) else None


def _means_extends(key: str) -> bool:
    """Whether ``key`` probably means `extends`: for example `base`, or `extends` in the wrong table."""
    word = key.lower()
    return word in ("extend", "extends") or RENAMED.get(word) == "extends"


def _is_found(file: Path, parent: str) -> bool:
    """Whether ``parent`` is the name of an existing ruleset that ``file`` is allowed to extend."""
    try:
        find_parent(file, parent)
    except (ParentError, UsageError):
        return False
    return True


def _check_parent(file: Path, parent: str, documents: Sequence[Document]) -> Path:
    """Return ``file``, the file of the ruleset ``parent``, if a ruleset can extend it.

    Raises ParentError if a ruleset would extend itself, or if the chain of ``documents`` would be too long.
    """
    if any(_is_same(file, document.file) for document in documents):
        message = (
            "this ruleset extends itself"
            if len(documents) == 1
            else f"`{parent}` extends this ruleset in turn"
        )
        raise ParentError("BJ123", message, "remove one `extends` to break the circle")
    if len(documents) == LONGEST_CHAIN:
        message = f"more than {LONGEST_CHAIN} rulesets extend one another"
        raise ParentError("BJ123", message, "shorten the chain")
    return file


def _is_same(one: Path, other: Path) -> bool:
    """Whether both paths refer to the same file. A path may also be a name for text that is not in a file."""
    try:
        return one == other or one.samefile(other)
    except OSError:
        return False


def _refuse_parent(document: Document, error: ParentError) -> Document:
    fault = Fault(error.code, ("ruleset", "extends"), error.message, error.advice)
    return document._replace(faults=(*document.faults, fault), lost=(*document.lost, ()))
