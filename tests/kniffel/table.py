"""Positions to try the clauses on, and games played at random."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from stammtisch.core import Choose, Document, Outcome, Over, Seeded, Source, Throw
from stammtisch.games.kniffel import Kniffel
from stammtisch.games.kniffel.options import KniffelOptions
from stammtisch.games.kniffel.state import State

GAME = Kniffel()

FULL: Mapping[str, int] = {
    "ones": 3,
    "twos": 6,
    "threes": 9,
    "fours": 12,
    "fives": 15,
    "sixes": 18,
    "three-kind": 22,
    "four-kind": 17,
    "full-house": 25,
    "small-straight": 30,
    "large-straight": 40,
    "kniffel": 50,
    "chance": 20,
}
FULL_TOTAL = 302


def but(*names: str) -> dict[str, int]:
    """A full sheet but for these open boxes."""
    return {name: points for name, points in FULL.items() if name not in names}


def choosing(
    dice: str, sheet: Mapping[str, int] | None = None, throws: int = 1, bonus: int = 0, **options: object
) -> Document:
    """A solo player looks at these dice."""
    return {
        "game": "kniffel",
        "options": options,
        "players": 1,
        "phase": "choose",
        "turn": 0,
        "sheets": [dict(sheet or {})],
        "bonus": [bonus],
        "dice": dice,
        "throws": throws,
    }


def listed(state: State) -> list[str]:
    """The legal moves of the seat whose turn it is."""
    return [str(move) for move in GAME.moves(state, state.turn)]


def boxes(state: State) -> set[str]:
    """The boxes that may be filled."""
    return {text.removeprefix("score ") for text in listed(state) if text.startswith("score ")}


def played(state: State, *texts: str) -> State:
    """The position after these throws and moves."""
    for text in texts:
        if text.startswith("roll"):
            state, _ = GAME.fall(state, text)
        else:
            state, _ = GAME.play(state, state.turn, GAME.parse(state, text))
    return state


def written(state: State, box: str) -> int:
    """The points that the dice on the table would count in that box."""
    sheet: dict[str, int] = GAME.dump(played(state, f"score {box}"))["sheets"][state.turn]
    return sheet[box]


def wandered(players: int, options: KniffelOptions, seed: str) -> Iterator[State]:
    """Every position of a game played at random."""
    source: Source = Seeded(seed)
    state = GAME.start(players, options)
    while True:
        yield state
        match GAME.turn(state):
            case Throw():
                state, _ = GAME.fall(state, GAME.chance(state).sample(source))
            case Choose(seats=(seat,)):
                moves = GAME.moves(state, seat)
                state, _ = GAME.play(state, seat, moves[source.below(len(moves))])
            case Over():
                return


def outcome(state: State) -> Outcome:
    """How the game ended."""
    turn = GAME.turn(state)
    assert isinstance(turn, Over)
    return turn.outcome


def last_box(dice: str, box: str, *others: Document, turn: int = 0, **options: object) -> Document:
    """Seat `turn` is about to fill its last box; the others, in their order, are full."""
    document = choosing(dice, but(box)) | {"options": options}
    sheets = list(others)
    sheets.insert(turn, document["sheets"][0])
    seats = len(sheets)
    return document | {"players": seats, "turn": turn, "sheets": sheets, "bonus": [0] * seats}
