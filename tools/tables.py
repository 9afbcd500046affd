"""Make the table files that bots and analyses need where NumPy is not: `python tools/tables.py FOLDER`."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from stammtisch import catalog


def make(folder: Path) -> list[Path]:
    """Write all table files into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for module in filter(find_spec, [f"stammtisch.solve.{game}.table_files" for game in catalog.NAMES]):
        for name, content in import_module(module).built():
            made.append(folder / name)
            made[-1].write_bytes(content)
    return made


if __name__ == "__main__":
    written = make(Path(sys.argv[1]))
    size = sum(path.stat().st_size for path in written)
    sys.stdout.write(f"{len(written)} tables, {size} bytes\n")
