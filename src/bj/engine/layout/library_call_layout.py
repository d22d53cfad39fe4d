"""The layout of a call to the library, a sequence of numbers whose address is passed to a function."""

from __future__ import annotations

from bj.catalogue.layout import Layout

_call = Layout()
RESULT = _call.field()  # the result, once the call has ended
FIRST = _call.field()  # the first of three arguments
SECOND = _call.field()
THIRD = _call.field()
BUFFERS = _call.field()  # the address and the size of each buffer
