import os

from hypothesis import settings

# A shared machine may stall at any moment: no example has a deadline. In CI the examples are the same in
# every run, so that a failure there belongs to the change under test.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")
