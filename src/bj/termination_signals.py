"""Signals that terminate a command: Ctrl-C, a termination request, or a closed terminal."""

import signal  # the only import, because an interrupt during imports would print a traceback

SIGNALS = [number for name in ("SIGINT", "SIGTERM", "SIGHUP") if (number := getattr(signal, name, None))]
"""The termination signals that the operating system supports."""
