"""How stones go: along the track, into the house, over others (T15–T18, T21, T25, T28–T30)."""

from __future__ import annotations

from stammtisch.games.tock.moves import CENTER, HOUSE, RESERVE, STONES
from stammtisch.games.tock.state import MARKED, PLACE, PROTECTED, TRACK_END
from stammtisch.games.tock.steps import BACKWARD, UNBLOCKED
from stammtisch.solve.machine_code import leaf
from stammtisch.solve.tock.position import (
    GATES,
    OVER_GATE,
    PARTNERS,
    SIZE,
    STONES_IN_PLAY,
    TEAMS,
    TOUCHED,
    Board,
    Ints,
    seat_of,
)


@leaf
def cells_held(stones: Ints, seat: int) -> int:
    """The house cells of the seat that are taken, as a bit mask."""
    held = 0
    for stone in range(seat * STONES, seat * STONES + STONES):
        if HOUSE < stones[stone] < CENTER:
            held |= 1 << (stones[stone] - HOUSE - 1)
    return held


@leaf
def home(stones: Ints, seat: int) -> int:
    """How many stones of the seat are in the house."""
    number = 0
    for stone in range(seat * STONES, seat * STONES + STONES):
        number += HOUSE < stones[stone] < CENTER
    return number


@leaf
def controlled(board: Board, stones: Ints, seat: int) -> int:
    """Whose stones the seat plays: its own or, once these are home, the partner's (T14)."""
    return board[PARTNERS + seat] if board[TEAMS] and home(stones, seat) == STONES else seat


@leaf
def one_to_come(board: Board, stones: Ints, seat: int) -> bool:
    """Whether all stones of the seat's team but one are home."""
    return home(stones, seat) + home(stones, board[PARTNERS + seat]) == 2 * STONES - 1


@leaf
def deepest(inside: int, held: int) -> int:
    """The deepest cell that can be reached from cell `inside`, 0 being the gate: none is jumped (T15)."""
    while inside < STONES and not held >> inside & 1:
        inside += 1
    return inside


@leaf
def reach(board: Board, stones: Ints, stone: int) -> tuple[int, int, int]:
    """How far a stone can go forward: `run`, `to_gate` and `depth` as in the rules.

    Up to `run` steps along the track; steps beyond `to_gate` lead into the house, as deep as `depth`.
    """
    code = stones[stone]
    place = code & PLACE
    seat = seat_of(stone)
    if place >= CENTER:
        return 0, UNBLOCKED, 0
    if place >= TRACK_END:
        return 0, HOUSE - place, deepest(place - HOUSE, cells_held(stones, seat))
    run = UNBLOCKED
    for other in range(board[STONES_IN_PLAY]):
        if stones[other] >= PROTECTED:
            ahead = ((stones[other] & PLACE) - place) % board[SIZE]
            if 0 < ahead <= run:
                run = ahead - 1
    to_gate = (board[GATES + seat] - place) % board[SIZE]
    from_gate = board[TOUCHED] or (not board[OVER_GATE] and code & MARKED != 0)
    opens = to_gate <= run and (to_gate > 0 or from_gate)
    return run, to_gate, deepest(0, cells_held(stones, seat)) if opens else 0


@leaf
def run_back(board: Board, stones: Ints, place: int) -> int:
    """How many steps backward are free from a field of the track."""
    run = UNBLOCKED
    for other in range(board[STONES_IN_PLAY]):
        if stones[other] >= PROTECTED:
            behind = (place - (stones[other] & PLACE)) % board[SIZE]
            if 0 < behind <= run:
                run = behind - 1
    return run


@leaf
def cell_back(board: Board, stones: Ints, stone: int, run: int) -> int:
    """The cell to which four steps backward lead a stone on the track, 0 for none (T28)."""
    code = stones[stone]
    seat = seat_of(stone)
    cell = BACKWARD - ((code & PLACE) - board[GATES + seat]) % board[SIZE]
    open_to_it = board[TOUCHED] and code & MARKED != 0 and run >= BACKWARD - cell
    return cell if open_to_it and 0 < cell <= deepest(0, cells_held(stones, seat)) else 0


@leaf
def track_steps(board: Board, stones: Ints, stone: int, goal: int) -> int:
    """How many fields forward the stone passes on the track, its goal or its gate included."""
    place = stones[stone] & PLACE
    if place >= TRACK_END:
        return 0
    last = goal if goal < TRACK_END else board[GATES + seat_of(stone)]
    return int((last - place) % board[SIZE])


@leaf
def steps_to(board: Board, stones: Ints, stone: int, goal: int) -> int:
    """How many steps forward lead the stone to that goal."""
    place = stones[stone] & PLACE
    if goal < TRACK_END:
        return int((goal - place) % board[SIZE])
    return goal - place if place >= TRACK_END else track_steps(board, stones, stone, goal) + goal - HOUSE


@leaf
def go_along(board: Board, stones: Ints, stone: int, goal: int, back: bool) -> None:
    """Put the stone on its goal: no longer protected, marked if led to its gate on the track."""
    if goal >= TRACK_END:
        stones[stone] = goal
        return
    code = stones[stone]
    place = code & PLACE
    gate = board[GATES + seat_of(stone)]
    length = (place - goal if back else goal - place) % board[SIZE]
    to_gate = (place - gate if back else gate - place) % board[SIZE]
    touches = not board[OVER_GATE] and 0 < to_gate <= length
    stones[stone] = goal | (code & MARKED) | (MARKED if touches else 0)


@leaf
def put_on(board: Board, stones: Ints, stone: int, goal: int) -> None:
    """Put the stone on a goal without steps between, by a swap, into the centre or out of it."""
    touches = not board[OVER_GATE] and goal == board[GATES + seat_of(stone)]
    stones[stone] = goal | (stones[stone] & MARKED) | (MARKED if touches else 0)


@leaf
def hit(board: Board, stones: Ints, place: int) -> None:
    """Send the stone on that field, or in the centre, back to its reserve."""
    for other in range(board[STONES_IN_PLAY]):
        if stones[other] & PLACE == place:
            stones[other] = RESERVE


@leaf
def play_part(board: Board, stones: Ints, stone: int, goal: int) -> None:
    """Play one part of a seven, which hits what it passes (T21)."""
    length = track_steps(board, stones, stone, goal)
    place = stones[stone] & PLACE
    go_along(board, stones, stone, goal, back=False)
    for other in range(board[STONES_IN_PLAY]):
        field = stones[other] & PLACE
        if other != stone and field < TRACK_END and 0 < (field - place) % board[SIZE] <= length:
            stones[other] = RESERVE
