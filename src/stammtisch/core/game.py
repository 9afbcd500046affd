"""The contract: a game is a handful of pure functions over values that never change."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import msgspec
from mypy_extensions import mypyc_attr

from stammtisch.core.chance import Chance, Source
from stammtisch.core.documents import (
    Document,
    Layout,
    Options,
    Tally,
    View,
    checked,
    read_options,
    shown,
)
from stammtisch.core.errors import BadMove, BadPosition, BadRequest, IllegalMove
from stammtisch.core.event import Events
from stammtisch.core.turn import Seat, Turn

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
OptT = TypeVar("OptT", bound=Options)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC, Generic[StateT, MoveT, OptT]):
    """Everything that the rest of the program needs to know about a game.

    States and moves are values: they compare and hash by their contents and never change. `str(move)` is
    the move in the game's notation, and an outcome of chance is written in that notation too.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int]
    """Changes whenever the same record would lead to another position."""
    players: ClassVar[tuple[int, ...]]
    """The numbers of players the game takes."""
    has_secrets: ClassVar[bool] = False
    """Whether some seats may know what others may not."""
    options_type: ClassVar[type[Any]]
    """The class of its options."""
    view_type: ClassVar[type[View]]
    """The class that describes its position documents."""
    tally_type: ClassVar[type[Tally]] = Tally
    """The class of its tallies."""
    layout_type: ClassVar[type[Layout]] = Layout
    """The class of its layouts."""

    def start(self, players: int, options: OptT | None = None) -> StateT:
        """The position before anything is rolled or dealt."""
        self.check_players(players)
        agreed: OptT = options or self.options_type()
        return self.begin(players, checked(agreed, players))

    @abstractmethod
    def begin(self, players: int, options: OptT) -> StateT:
        """`start` with checked options and number of players."""

    @abstractmethod
    def turn(self, state: StateT) -> Turn:
        """What is next: chance, a choice of one or more seats, or nothing because the game is over."""

    @abstractmethod
    def chance(self, state: StateT) -> Chance:
        """The possible outcomes where chance is next; else `BadRequest`."""

    @abstractmethod
    def fall(self, state: StateT, outcome: str) -> tuple[StateT, Events]:
        """The position after that outcome of chance; `BadMove` where it is not possible."""

    @abstractmethod
    def moves(self, state: StateT, seat: Seat) -> tuple[MoveT, ...]:
        """Every legal move of the seat, each once, in a stable order; empty when not to move."""

    @abstractmethod
    def play(self, state: StateT, seat: Seat, move: MoveT) -> tuple[StateT, Events]:
        """The position after a listed move; any other is `NotYourTurn`, or `IllegalMove` with a clause."""

    @abstractmethod
    def parse(self, state: StateT, text: str) -> MoveT:
        """The move of that text, legal or not; `BadMove` where the text is not in the notation."""

    @abstractmethod
    def dump(self, state: StateT) -> Document:
        """The whole position as a document; `load` gives the same state back."""

    @abstractmethod
    def restore(self, document: Document, players: int, options: OptT, viewer: Seat | None) -> StateT:
        """`load` with checked options and number of players."""

    def view(self, state: StateT, seat: Seat | None) -> Document:
        """The document without what the seat (None: a spectator) may not know."""
        return self.dump(state)

    def guess(self, view: Document, seat: Seat, source: Source) -> StateT:
        """A full state that the seat cannot tell from the real one, drawn at random."""
        return self.load(view)

    def silence_clause(self, state: StateT) -> str | None:
        """The clause that forbids players to chat freely now; None where anything may be said."""
        return None

    def preview(self, state: StateT, move: MoveT) -> str:
        """What a listed move brings at once, short enough for its button; may be empty."""
        return ""

    def refusals(self, state: StateT, seat: Seat, part: str) -> tuple[IllegalMove, ...]:
        """Why no move of the seat begins with that part, such as a card of its hand.

        Each names a move that a player might try and the clause that forbids it; empty where some legal
        move begins with it. In a game whose moves have no parts this is `BadMove`.
        """
        raise BadMove(f"{shown(part)} is not part of any move of {self.title}")

    def in_mid_move(self, state: StateT) -> bool:
        """Whether the last move was part of a larger one that is not complete yet."""
        return False

    def layout(self, players: int, options: OptT) -> Layout:
        """What a board needs to draw a table, so that it need not know the rules; the options are checked."""
        return Layout()

    def tally(self, state: StateT) -> Tally:
        """What follows from a position, so that a board need not know the rules; nothing in it is secret."""
        return Tally()

    def load(self, document: object, viewer: Seat | None = None) -> StateT:
        """The state of a position document, or `BadPosition` with every reason why it cannot be read.

        With `viewer` a view of that seat is accepted too: enough to list its moves.
        """
        if not isinstance(document, dict):
            raise BadPosition([f"a position is an object, not {shown(document)}"])
        if document.get("game") != self.id:
            raise BadPosition([f"game is {shown(document.get('game'))}, not {self.id!r}"])
        players = self.check_players(document.get("players"))
        options = self.agreed_options(document.get("options", {}), players)
        return self.restore(document, players, options, viewer)

    def options(self, document: object, players: int) -> OptT:
        """Typed options of a document for a new game, or `BadOptions` with every reason."""
        agreed: OptT = read_options(self.options_type, document, players, new=True)
        return agreed

    def agreed_options(self, document: object, players: int) -> OptT:
        """As `options`, for a game that has begun: values agreed on before there was a maximum stay valid."""
        agreed: OptT = read_options(self.options_type, document, players, new=False)
        return agreed

    def check_players(self, players: object) -> int:
        """The number of players, if the game takes that many; else `BadRequest`."""
        if type(players) is int and players in self.players:
            return players
        taken = ", ".join(map(str, self.players))
        raise BadRequest(f"{self.title} takes {taken} players, not {shown(players)}")

    def head(self, players: int, options: OptT, phase: str, turn: Seat | None) -> Document:
        """The part that the position documents of all games share."""
        return {
            "game": self.id,
            "options": msgspec.to_builtins(options),
            "players": players,
            "phase": phase,
            "turn": turn,
        }


AnyGame: TypeAlias = Game[Any, Any, Any]
