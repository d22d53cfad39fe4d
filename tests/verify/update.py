"""Write the reports on the programs of ``reports.toml`` into that file.

    python tests/verify/update.py [NAME]...

A name is that of a list of cases. Without one, all reports are written.
``git diff`` shows what has changed; look at every line of it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.verify.report_cases import FILE, in_words, read_cases

REPORT = re.compile(r"(?<=\nreport = ''')\n.*?(?=''')", re.DOTALL)


def main(names: Sequence[str]) -> None:
    """Write the reports of these lists, or all."""
    reports = (
        in_words(case.verify()) if not names or case.name.split()[0] in names else case.report
        for case in read_cases()
    )
    FILE.write_text(REPORT.sub(lambda _: f"\n{next(reports)}", FILE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
