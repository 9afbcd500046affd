"""What a seat thinks about a position that it sees: turns worth a look, and what comes of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import as_file, files
from typing import Final, TypeAlias, final

import numpy as np

from stammtisch.core.turn import Seat
from stammtisch.games.tock.moves import Move
from stammtisch.games.tock.state import GIVE, State
from stammtisch.solve.tock.features import Floats
from stammtisch.solve.tock.legal import list_moves
from stammtisch.solve.tock.network import value
from stammtisch.solve.tock.position import MOST_MOVES, Ints, board_of, code_of, move_of, position_of
from stammtisch.solve.tock.trying import desk_for, try_out
from stammtisch.solve.tock.turns import LONGEST_TURN, MOST_TURNS, NO_MOVE, list_turns

Turn: TypeAlias = tuple[Move, ...]
"""The moves a seat makes without a break: one, or the parts of a seven."""

NETWORKS: Final = files("stammtisch.solve.tock") / "networks.npz"
"""The weights, by players and way into the house; docs/games/tock.md says how they were made."""
TURNS_AHEAD: Final = 1
"""How many further turns of the seat are played before its chance is estimated."""
EVEN: Final = 0.5


def network_name(players: int, house_entry: object) -> str:
    """Under which name the weights are kept."""
    return f"{players}-{house_entry}"


@cache
def network_of(players: int, house_entry: object) -> Floats:
    """The network for so many players with that way into the house."""
    with as_file(NETWORKS) as path, np.load(path) as networks:
        found: Floats = networks[network_name(players, house_entry)].astype(np.float32)
        return found


@final
class Thinker:
    """Thinks about one position, by what one seat sees of it."""

    def __init__(self, seen: State, seat: Seat) -> None:
        self._board: Final = board_of(seen.setup)
        self._network: Final = network_of(seen.setup.players, seen.setup.options.house_entry)
        self._seen: Final = position_of(seen)
        self._seat: Final = seat
        self._gives: Final = seen.phase == GIVE

    def turns(self) -> list[tuple[Turn, float]]:
        """Turns worth a look with the chances that they seem to give, best first; gifts all as even."""
        if self._gives:
            return [(gift, EVEN) for gift in self._gifts()]
        turns = np.empty((MOST_TURNS, LONGEST_TURN), np.int64)
        chances = np.empty(MOST_TURNS)
        count = list_turns(self._board, self._seen, self._seat, self._network, turns, chances)
        best_first = np.argsort(-chances[:count], kind="stable")
        return [(_turn_of(turns[index]), float(chances[index])) for index in best_first]

    def _gifts(self) -> list[Turn]:
        moves = np.empty(MOST_MOVES, np.int64)
        count = list_moves(self._board, self._seen, self._seat, moves, suits=False)
        return [(move_of(int(code)),) for code in moves[:count]]

    def chances(self, turns: Sequence[Turn], seed: int) -> list[float]:
        """The chance of winning after each of the turns, in one world that the seed makes."""
        codes = np.full((len(turns), LONGEST_TURN), NO_MOVE, np.int64)
        for row, turn in zip(codes, turns, strict=True):
            row[: len(turn)] = [code_of(move) for move in turn]
        found = try_out(self._board, self._seen, self._seat, self._network, codes, TURNS_AHEAD, seed)
        return [float(chance) for chance in found]


def chances_of_all(state: State) -> list[float]:
    """What every seat thinks of its own chance of winning."""
    network = network_of(state.setup.players, state.setup.options.house_entry)
    board, position, desk = board_of(state.setup), position_of(state), desk_for(network)
    return [
        float(value(board, position, seat, network, desk.inputs, desk.units))
        for seat in range(state.setup.players)
    ]


def _turn_of(codes: Ints) -> Turn:
    return tuple(move_of(int(code)) for code in codes if code != NO_MOVE)
