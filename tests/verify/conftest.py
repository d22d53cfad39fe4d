import pytest

from bj.verify import text
from bj.verify.effort import ENOUGH, Effort


@pytest.fixture
def less_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    """A quarter of the usual effort, for transcripts whose explanation needs less than an eighth."""
    monkeypatch.setattr(text, "Effort", lambda: Effort(ENOUGH // 4))
