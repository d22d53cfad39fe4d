import os
import signal

from hypothesis import settings

# A shared machine may stall at any moment: no example has a deadline. In CI the examples are the same in
# every run, so that a failure there belongs to the change under test. Sixty examples of most properties are
# enough for every run: `tests/campaigns/fuzz.py` tries as many as there is time for.
settings.register_profile("local", deadline=None, max_examples=60)
settings.register_profile("ci", parent=settings.get_profile("local"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")

# A shell without job control makes what it starts in the background deaf to Ctrl-C, and whatever that starts,
# too. A handler of any kind is not inherited: with one the tests stay deaf, and their children can hear.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, lambda number, frame: None)
