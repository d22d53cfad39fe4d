"""Writes test results as JUnit XML, which CI services display."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bj.text.untrusted_text import make_visible

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

NO_CHARACTERS = {0xFFFE: "\\ufffe", 0xFFFF: "\\uffff"}
"""Escapes for characters that ``make_visible`` keeps, but that XML does not allow."""


class Suite:
    """A test suite in JUnit format. Unsafe characters in any text are escaped."""

    def __init__(self, name: str) -> None:
        from xml.etree import ElementTree

        self._trees = ElementTree
        self._name = name
        self._suites = ElementTree.Element("testsuites")
        self._suite = ElementTree.SubElement(self._suites, "testsuite")

    def add_case(self, name: str, group: str) -> Element:
        """Add a test case to a group. It passes unless you add a ``failure`` or an ``error`` to it."""
        return self._trees.SubElement(
            self._suite, "testcase", {"name": _held(name), "classname": _held(group)}
        )

    def add(self, case: Element, tag: str, text: str = "", **attributes: str) -> None:
        """Add a ``failure``, ``error`` or ``system-out`` element to a test case."""
        held = {name: _held(value) for name, value in attributes.items()}
        self._trees.SubElement(case, tag, held).text = _held(text) or None

    def render(self) -> str:
        """Return the suite as XML, with totals for its test cases, failures and errors."""
        totals = {"name": self._name, "tests": str(len(self._suite))}
        totals |= {f"{tag}s": str(len(self._suite.findall(f"*/{tag}"))) for tag in ("failure", "error")}
        self._suites.attrib.update(totals)
        self._suite.attrib.update({**totals, "skipped": "0"})
        self._trees.indent(self._suites)
        written: bytes = self._trees.tostring(self._suites, encoding="us-ascii", xml_declaration=True)
        return written.decode("ascii")


def _held(text: str) -> str:
    """Escape ``text`` for XML and for terminals."""
    return "\n".join(map(make_visible, text.split("\n"))).translate(NO_CHARACTERS)
