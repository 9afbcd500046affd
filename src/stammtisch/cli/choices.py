"""A list of legal moves to choose from, by number or by notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from rich.columns import Columns
from rich.text import Text

from stammtisch.cli.boards.colours import QUIET


class Choices:
    """Moves by number. A move that is itself written as a number has that number.

    So a typed number never means two things: in a game whose moves are numbered fields,
    the others get the numbers that are left.
    """

    def __init__(self, moves: Sequence[str]) -> None:
        self._by_number: dict[str, str] = dict(sorted(_numbered(moves), key=lambda pair: int(pair[0])))
        self._by_text = {_plain(move): move for move in moves}

    def __len__(self) -> int:
        return len(self._by_number)

    def find(self, typed: str) -> str | None:
        """The move of that number or notation, ignoring blanks and case."""
        return self._by_number.get(typed) or self._by_text.get(_plain(typed))

    def only(self) -> str | None:
        """The move, if there is only one."""
        return next(iter(self._by_number.values())) if len(self) == 1 else None

    def matching(self, typed: str) -> list[tuple[str, str]]:
        """Numbers and moves of those that contain every word typed."""
        words = typed.casefold().split()
        return [
            (number, move)
            for number, move in self._by_number.items()
            if all(word in move.casefold() for word in words)
        ]


def columns(numbered: Sequence[tuple[str, str]]) -> Columns:
    """Moves with their numbers, side by side."""
    width = max((len(number) for number, _ in numbered), default=1)
    cells = [Text.assemble((f"{number:>{width}}) ", QUIET), move) for number, move in numbered]
    return Columns(cells, padding=(0, 3), column_first=True)


def _numbered(moves: Sequence[str]) -> Iterator[tuple[str, str]]:
    taken = {move for move in moves if move.isdecimal()}
    free = (str(number) for number in count(1) if str(number) not in taken)
    for move in moves:
        yield (move if move in taken else next(free)), move


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
