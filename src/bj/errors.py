"""The exceptions that bj raises deliberately."""

from collections.abc import Sequence

from bj.faults_and_fixes import Finding, Remedy, TextFault


class BjError(Exception):
    """The base class of all exceptions that bj raises deliberately."""

    remedy: str = ""
    """Advice on how to correct the error, or an empty string."""


class TextFaults(BjError):
    """Raised if a string in a ruleset cannot be parsed. ``faults`` lists everything that is wrong with it."""

    def __init__(self, faults: Sequence[TextFault]) -> None:
        super().__init__("; ".join(fault.message for fault in faults))
        self.faults = tuple(faults)


class UsageError(BjError):
    """Raised if a command line or a calling program asks for something impossible. The exit code is 2."""

    def __init__(self, message: str, remedy: Remedy = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = str(remedy)
        if remedy:
            self.add_note(f"help: {remedy}")  # shown in tracebacks


def wrong_type(what: str, value: object, remedy: Remedy) -> UsageError:
    """Return the error to raise if ``value`` has the wrong type for ``what``.

    >>> str(wrong_type("a file", 3, "give its path"))
    'a file cannot be int'
    """
    return UsageError(f"{what} cannot be {type(value).__name__}", remedy)


class ReplayError(BjError):
    """Raised if a history cannot be replayed.

    ``action`` is the index of the action that is not possible, or -1 if no action is at fault.
    """

    def __init__(self, action: int, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.action = action
        self.remedy = remedy


class RulesetError(BjError):
    """Raised if a ruleset is faulty. The exit code is 1.

    ``findings`` lists the faults in the order in which they appear in the file.
    """

    def __init__(self, findings: Sequence[Finding]) -> None:
        first = findings[0]
        more = f", and {len(findings) - 1} more" if findings[1:] else ""
        said = f"{first.file}:{first.line}:{first.column}: {first.message}{more}"
        super().__init__("".join(each if each.isprintable() else "?" for each in said))
        self.findings = tuple(findings)
        self.remedy = first.remedy
        self.add_note(f"help: {first.remedy}")  # shown in tracebacks


class GameError(BjError):
    """Raised if a game cannot continue because a rule requires something impossible. The exit code is 1."""


class HandError(GameError):
    """Raised if a simulated game cannot continue. The message gives the hand, the game and its seed."""
