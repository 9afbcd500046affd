"""Small table files that plain Python reads where there is no NumPy, such as in a browser.

`tools/tables.py` makes the files from the solvers. Each holds a line of text that says what it is, and then
numbers; all of it is compressed.
"""

from __future__ import annotations

import os
import zlib
from array import array
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from stammtisch.core.errors import StammtischError

FOLDER_VARIABLE: Final = "STAMMTISCH_TABLES"
"""The variable that names the folder of the table files."""
FORMAT: Final = "stammtisch table 1"

_BYTE: Final = 0xFF


class NoTable(StammtischError):
    """A table file that is missing or cannot be used: without it nobody can say what moves are worth."""

    code = "no-table"


def can_import(name: str) -> bool:
    """Whether there is a package of that name."""
    try:
        return find_spec(name) is not None
    except ImportError:
        return False


NEEDED: Final = not can_import("numpy")
"""Whether values come from table files, because solvers and their tables need NumPy."""


def folder() -> Path:
    """Where the table files are."""
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else Path(__file__).parent / "tables"


def packed(key: object, *parts: bytes) -> bytes:
    """A table file with these parts; the key names all that they follow from."""
    return zlib.compress(b"".join([f"{FORMAT} {key!r}\n".encode(), *parts]), 9)


def read(name: str, key: object) -> memoryview:
    """The parts of the table file of that name, which must have been made for that key."""
    try:
        content = zlib.decompress((folder() / name).read_bytes())
    except FileNotFoundError:
        raise NoTable(f"there is no table {name} in {folder()}") from None
    except (OSError, zlib.error) as error:
        raise NoTable(f"table {name} cannot be read: {error}") from None
    head, _, _ = content.partition(b"\n")
    if head != f"{FORMAT} {key!r}".encode():
        raise NoTable(f"table {name} was made for other rules or another version")
    return memoryview(content)[len(head) + 1 :]


def planes(numbers: Iterable[int], count: int) -> bytes:
    """Whole numbers as `count` bytes each: first the lowest bytes of all, then the next ones.

    Most are small, so the higher bytes compress well. The sign is in the lowest bit, so that small numbers
    have small bytes whatever their sign.
    """
    turned = [number << 1 if number >= 0 else ~number << 1 | 1 for number in numbers]
    if any(number >> 8 * count for number in turned):
        raise ValueError(f"there are numbers of more than {count} bytes")
    return b"".join(bytes(number >> 8 * byte & _BYTE for number in turned) for byte in range(count))


def whole_numbers(part: memoryview, count: int) -> array[int]:
    """The numbers that `planes` has written with `count` bytes each."""
    size = len(part) // count
    turned = array("q", bytes(8 * size))
    for byte in range(count):
        for index, value in enumerate(part[byte * size : (byte + 1) * size]):
            turned[index] |= value << 8 * byte
    return array("q", [number >> 1 ^ -(number & 1) for number in turned])
