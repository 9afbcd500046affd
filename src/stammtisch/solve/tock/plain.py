"""The network of Tock in plain Python: weights from a table file, each in one byte."""

from __future__ import annotations

from array import array
from functools import lru_cache
from operator import mul
from typing import Final, TypeAlias, final

from stammtisch.core.turn import Seat
from stammtisch.games.tock import Tock
from stammtisch.games.tock.options import TockOptions
from stammtisch.games.tock.state import State
from stammtisch.solve import compact
from stammtisch.solve.recent import Recent
from stammtisch.solve.tock.features import RANK_KINDS, list_inputs, room_for_inputs
from stammtisch.solve.tock.network import chance, result
from stammtisch.solve.tock.position import ENDED, PHASE, Board, Position, board_of, position_of

NETWORKS_KEPT: Final = 4
"""A network takes up to 8 MB."""
UNSEEN_KEPT: Final = 256
ROW: Final = "b"
SCALE: Final = "f"
UNITS: Final = 64

Row: TypeAlias = tuple[float, ...]


def name_of(players: int, house_entry: object) -> str:
    """The name of the table file."""
    return f"{Tock.id}-{players}-{house_entry}.table"


def files(players: int, options: TockOptions) -> list[str]:
    """The file with the weights for this number of players and this way into the house."""
    return [name_of(players, options.house_entry)]


def key(players: int, house_entry: object) -> tuple[object, ...]:
    """All that a table file follows from; `list_inputs` says what the inputs mean."""
    return (Tock.rules_version, players, str(house_entry), UNITS)


@final
class Network:
    """From what a seat knows to its chance of winning, as `network.value`."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows: Final = rows
        self._inputs: Final = room_for_inputs()
        self._unseen: Final = Recent[Row, Row](UNSEEN_KEPT)

    def value(self, board: Board, position: Position, seat: Seat) -> float:
        """The seat's chance of winning, by what it knows; the result where the game is over."""
        if position[PHASE] == ENDED:
            return result(board, position, seat)
        count = list_inputs(board, position, seat, self._inputs)
        return chance(self._answer(count))

    def _answer(self, count: int) -> float:
        """The logit; inputs that are there in part are those of unseen cards, always the first ones."""
        at, rows = self._inputs.at, self.rows
        unseen = self._unseen.get(tuple(self._inputs.much[:RANK_KINDS]), self._of_unseen)
        units = list(map(sum, zip(unseen, *[rows[index] for index in at[RANK_KINDS:count]], strict=True)))
        weights = rows[-1]
        active = [unit * weight for unit, weight in zip(units[1:], weights[1:], strict=True) if unit > 0]
        return units[0] + sum(active)

    def _of_unseen(self, much: Row) -> Row:
        rows = [self.rows[index] for index in self._inputs.at[:RANK_KINDS]]
        return tuple(sum(map(mul, much, column)) for column in zip(*rows, strict=True))


@lru_cache(NETWORKS_KEPT)
def network_of(players: int, house_entry: object) -> Network:
    """The network for this number of players and this way into the house; those used last are kept."""
    content = compact.read(name_of(players, house_entry), key(players, house_entry))
    count = len(content) // (UNITS + array(SCALE).itemsize)
    weights = array(ROW, bytes(content[: count * UNITS]))
    scales = array(SCALE, bytes(content[count * UNITS :]))
    return Network(
        [
            tuple(scale * weight for weight in weights[index * UNITS : (index + 1) * UNITS])
            for index, scale in enumerate(scales)
        ]
    )


def chance_of(state: State, seat: Seat) -> float:
    """The seat's chance of winning, by what it knows."""
    network = network_of(state.setup.players, state.setup.options.house_entry)
    return network.value(board_of(state.setup), position_of(state), seat)
