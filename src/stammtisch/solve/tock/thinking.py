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
from stammtisch.solve.tock.evaluation import (
    CLOSE,
    CLOSE_ENOUGH,
    FEW_WORLDS,
    WORLDS,
    EvaluatedTurn,
    evaluated_turns,
)
from stammtisch.solve.tock.features import Floats
from stammtisch.solve.tock.legal import list_moves
from stammtisch.solve.tock.playing import play
from stammtisch.solve.tock.position import (
    IN_SEVEN,
    MOST_MOVES,
    PHASE,
    Ints,
    Position,
    board_of,
    code_of,
    move_of,
    position_of,
)
from stammtisch.solve.tock.rollouts import Chances, chances_after, try_out
from stammtisch.solve.tock.rounds import rounds_compared
from stammtisch.solve.tock.turns import LONGEST_TURN, MOST_TURNS, NO_MOVE, list_chances, list_turns

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
    """The network for this number of players and this way into the house."""
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
        found: list[float] = self._tried(_codes(turns), 1, seed)[0].tolist()
        return found

    def evaluated(
        self, moves: Sequence[Move], seed: int, chosen: int | None = None
    ) -> list[EvaluatedTurn | None]:
        """What each of the moves is worth; without moves, what the position is worth.

        With the number of a `chosen` move, that and the best ones are tried closely; for all others the
        answer is None.
        """
        codes = _codes([self.carried_through(move) for move in moves] or [()])
        turns, same = self._by_effect(codes)
        best_first, close = self._at_first_sight(turns)
        others, worlds = best_first[close:], FEW_WORLDS
        if chosen is not None:
            others, worlds = others[others == same[chosen]], WORLDS
        found = evaluated_turns(
            self._tried(turns[best_first[:close]], WORLDS, seed), self._tried(turns[others], worlds, seed)
        )
        by_turn = dict(zip((*best_first[:close], *others), found, strict=True))
        return [by_turn.get(turn) for turn in same]

    def _by_effect(self, codes: Ints) -> tuple[Ints, list[int]]:
        """Turns that lead to different positions, and by the given turns which of these does the same."""
        numbers: dict[bytes, int] = {}
        same = [numbers.setdefault(self._after(turn).tobytes(), len(numbers)) for turn in codes]
        return codes[[same.index(number) for number in range(len(numbers))]], same

    def _after(self, turn: Ints) -> Position:
        after = self._seen.copy()
        for code in turn:
            if code != NO_MOVE:
                play(self._board, after, self._seat, code)
        return after

    def _at_first_sight(self, turns: Ints) -> tuple[Ints, int]:
        """The numbers of the turns, best first as the network sees them, and how many are about as good."""
        chances = np.empty(len(turns))
        list_chances(self._board, self._seen, self._seat, self._network, turns, chances)
        close = int((chances > chances.max() - CLOSE_ENOUGH).sum())
        return np.argsort(-chances, kind="stable"), min(close, CLOSE)

    def carried_through(self, move: Move) -> Turn:
        """The move and, where it begins a seven, the best way to go on."""
        after = self._seen.copy()
        play(self._board, after, self._seat, code_of(move))
        if after[PHASE] != IN_SEVEN:
            return (move,)
        turns = np.empty((MOST_TURNS, LONGEST_TURN), np.int64)
        chances = np.empty(MOST_TURNS)
        count = list_turns(self._board, after, self._seat, self._network, turns, chances)
        return (move, *_turn_of(turns[np.argmax(chances[:count])]))

    def _tried(self, codes: Ints, worlds: int, seed: int) -> Chances:
        return try_out(self._board, self._seen, self._seat, self._network, codes, TURNS_AHEAD, worlds, seed)


def chances_compared(state: State, fallen: State, others: int, seed: int) -> list[list[float]]:
    """Every seat's chance after the deal or draw, then after others that were as likely.

    `state` waits for a deal or draw, and `fallen` is what came of it.
    """
    network = network_of(state.setup.players, state.setup.options.house_entry)
    before, after = position_of(state), position_of(fallen)
    chances: list[list[float]] = chances_after(
        board_of(state.setup), before, after, network, others, seed
    ).tolist()
    return chances


def played_out_gains(
    state: State, fallen: State, strengths: Sequence[float], own: int, others: int, seed: int
) -> list[float]:
    """By seat, what playouts of the round promise after the deal or draw, less what they do after others.

    The chances at their ends are for equal players; strengths by seat, in logits, say who will make more of
    them.
    """
    network = network_of(state.setup.players, state.setup.options.house_entry)
    before, after = position_of(state), position_of(fallen)
    equal = rounds_compared(board_of(state.setup), before, after, network, own, others, seed)
    weighed = equal * np.exp(strengths)
    chances = weighed * equal.sum(axis=1, keepdims=True) / weighed.sum(axis=1, keepdims=True)
    gains: list[float] = (chances[:own].mean(axis=0) - chances[own:].mean(axis=0)).tolist()
    return gains


def _codes(turns: Sequence[Turn]) -> Ints:
    codes = np.full((len(turns), LONGEST_TURN), NO_MOVE, np.int64)
    for row, turn in zip(codes, turns, strict=True):
        row[: len(turn)] = [code_of(move) for move in turn]
    return codes


def _turn_of(codes: Ints) -> Turn:
    return tuple(move_of(int(code)) for code in codes if code != NO_MOVE)
