"""The address of the playground."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode
from urllib.parse import parse_qs

from bj.playground.page_links import make_address


def test_text_survives_the_address() -> None:
    """The address contains the text in full: raw DEFLATE in URL-safe base64."""
    text = '[ruleset]\ntitle = "Żółć & #1 + 2"\nextends = "classic"\n' * 50
    address = make_address(text=text, seed=0, tab="chart")
    assert address.isascii()
    assert len(address) < len(text) / 4
    fields = parse_qs(address.removeprefix("#"), strict_parsing=True)
    packed = fields["text"][0]
    content = urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
    assert zlib.decompress(content, -zlib.MAX_WBITS).decode() == text
    assert fields["seed"] == ["0"]
    assert fields["tab"] == ["chart"]


def test_defaults_are_left_out() -> None:
    """A link to a shipped ruleset is short, and an empty address is only the sign."""
    assert make_address("variants/spanish_21") == "#ruleset=variants/spanish_21"
    assert make_address() == "#"
