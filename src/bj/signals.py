"""The signals that end a command: Ctrl-C, a request to end, and the closing of a terminal."""

import signal  # the only import, because an interrupt during imports would print a traceback

SIGNALS = [number for name in ("SIGINT", "SIGTERM", "SIGHUP") if (number := getattr(signal, name, None))]
"""The signals that this system supports."""
