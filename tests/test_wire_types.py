"""The page's types are the server's own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_pages_types_are_those_of_the_server() -> None:
    made = subprocess.run(
        [sys.executable, ROOT / "tools/wire_types.py"], capture_output=True, text=True, check=True
    )
    kept = (ROOT / "web/src/lib/wire.ts").read_text(encoding="utf-8")
    assert made.stdout == kept, "python tools/wire_types.py > web/src/lib/wire.ts"
