"""The requests of the engine protocol and their answers. Nothing is remembered between two requests."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

import stammtisch
from stammtisch import bots, catalog
from stammtisch.analysis.report import evaluated
from stammtisch.core.chance import LONGEST_SEED, Seeded
from stammtisch.core.documents import Document, options_schema, read, shown
from stammtisch.core.errors import BadPosition, BadRequest, few
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Over, Seat
from stammtisch.core.value import Value
from stammtisch.match import Match, fresh_seed
from stammtisch.match.documents import event_infos, events_seen_by, turn_info

PROTOCOL: Final = 1
LONGEST_THOUGHT: Final = 24 * 60 * 60 * 1000
"""The most milliseconds that a bot can be given: a day."""

Seed: TypeAlias = Annotated[str, Meta(max_length=LONGEST_SEED)]


class Request(msgspec.Struct, kw_only=True):
    """What every request may hold. There is a subclass for each `op`, with its own keys."""

    op: str
    id: Any = None

    def answer(self) -> Document:
        """The answer without the id."""
        raise NotImplementedError


class Hello(Request):
    """Which protocol, program and games are these?"""

    def answer(self) -> Document:
        return {"protocol": PROTOCOL, "version": stammtisch.__version__, "games": catalog.NAMES}


class Describe(Request):
    """Players, options and bots of a game."""

    game: str

    def answer(self) -> Document:
        game = catalog.game(self.game)
        return {
            "game": game.id,
            "players": game.players,
            "options": options_schema(game.options_type),
            "bots": bots.names(game),
        }


class New(Request):
    """The first position of a new game."""

    game: str
    players: Any
    options: Any = {}

    def answer(self) -> Document:
        game = catalog.game(self.game)
        players = game.check_players(self.players)
        return {"position": game.dump(game.start(players, game.options(self.options, players)))}


class PositionRequest(Request):
    """A request about a position."""

    position: Any

    def game(self) -> AnyGame:
        """The game of the position; `BadOptions` where a new game could not have its options."""
        name = self.position.get("game") if isinstance(self.position, dict) else None
        if not isinstance(name, str):
            raise BadPosition([f"a position is an object with the key game, not {shown(self.position)}"])
        game = catalog.game(name)
        game.options(self.position.get("options", {}), game.check_players(self.position.get("players")))
        return game

    def loaded(self, seat: Seat | None) -> tuple[AnyGame, Value]:
        """The game and the complete position; `BadRequest` unless the seat (None: a spectator) exists."""
        game = self.game()
        state = game.load(self.position)
        self._check_seat(seat)
        return game, state

    def loaded_for(self, seat: Seat) -> tuple[AnyGame, Value]:
        """As `loaded`, but the position may be a view of the seat."""
        game = self.game()
        players = game.check_players(self.position.get("players"))
        state = game.load(self.position, viewer=seat if 0 <= seat < players else None)
        self._check_seat(seat)
        return game, state

    def _check_seat(self, seat: Seat | None) -> None:
        players = self.position["players"]
        if seat is not None and not 0 <= seat < players:
            raise BadRequest(f"there is no seat {shown(seat)}: the seats are 0 to {players - 1}")


class WhoseTurn(PositionRequest):
    """Whose turn is it? The position may be anyone's view."""

    def answer(self) -> Document:
        game = self.game()
        turn: Document = msgspec.to_builtins(turn_info(game.turn(self._state(game))))
        return turn

    def _state(self, game: AnyGame) -> Value:
        state: Value
        try:
            state = game.load(self.position)
        except BadPosition:
            for viewer in range(game.check_players(self.position.get("players"))):
                with suppress(BadPosition):
                    state = game.load(self.position, viewer)
                    return state
            raise
        return state


class Moves(PositionRequest):
    """The legal moves of a seat."""

    seat: int

    def answer(self) -> Document:
        game, state = self.loaded_for(self.seat)
        return {"moves": [str(move) for move in game.moves(state, self.seat)]}


class Play(PositionRequest):
    """The position after a move of a seat."""

    seat: int
    move: str

    def answer(self) -> Document:
        game, state = self.loaded(self.seat)
        after, events = Match.from_position(game, state).play(self.seat, self.move)
        return {"position": game.dump(after.state), "events": events_seen_by(events, self.seat)}


class Chance(PositionRequest):
    """The possible rolls or deals, or the position after one of them."""

    outcome: str | None = None
    seed: Seed | None = None
    seat: int | UnsetType | None = UNSET

    def answer(self) -> Document:
        game, state = self.loaded(None if self.seat is UNSET else self.seat)
        if self.outcome is not None:
            return self._after(game, state, self.outcome)
        chance = game.chance(state)
        if self.seed is not None:
            outcome = chance.sample(Seeded(self.seed))
            return {"outcome": outcome} | self._after(game, state, outcome)
        outcomes = chance.outcomes()
        if outcomes is None:
            return {"sampled": True}
        return {"outcomes": [(text, str(probability)) for text, probability in outcomes]}

    def _after(self, game: AnyGame, state: Value, outcome: str) -> Document:
        after, events = Match.from_position(game, state).fall(outcome)
        seen = event_infos(events) if self.seat is UNSET else events_seen_by(events, self.seat)
        return {"position": game.dump(after.state), "events": seen}


class View(PositionRequest):
    """What a seat may know."""

    seat: int | None = None

    def answer(self) -> Document:
        game, state = self.loaded(self.seat)
        return {"view": game.view(state, self.seat)}


class Analyse(PositionRequest):
    """The value of a position and its moves for a seat."""

    seat: int
    goal: str | None = None
    seed: Seed = ""

    def answer(self) -> Document:
        game, state = self.loaded_for(self.seat)
        if isinstance(game.turn(state), Over):
            raise BadRequest("the game is over: there is nothing to analyse")
        answer: Document = msgspec.to_builtins(evaluated(game, state, self.seat, self.goal, self.seed))
        return answer


class AskBot(PositionRequest):
    """The move of a bot, which knows what the seat may know."""

    seat: int
    bot: str
    seed: Seed | None = None
    time_ms: Annotated[int, Meta(ge=1, le=LONGEST_THOUGHT)] | None = None

    def answer(self) -> Document:
        game, state = self.loaded_for(self.seat)
        source = Seeded(fresh_seed() if self.seed is None else self.seed)
        time_left = None if self.time_ms is None else bots.within(self.time_ms)
        choose = bots.bot(game, self.bot, time_left)
        return {"move": str(choose(game, game.view(state, self.seat), self.seat, source))}


_REQUESTS: Final[dict[str, type[Request]]] = {
    "hello": Hello,
    "describe": Describe,
    "new": New,
    "turn": WhoseTurn,
    "moves": Moves,
    "play": Play,
    "chance": Chance,
    "view": View,
    "analyse": Analyse,
    "bot": AskBot,
}


def read_request(document: Document) -> Request:
    """The typed request, or `BadRequest` with every reason."""
    op = document.get("op")
    if not isinstance(op, str) or op not in _REQUESTS:
        raise BadRequest(f"unknown op {shown(op)}: expected one of {', '.join(_REQUESTS)}")
    request, reasons = read(_REQUESTS[op], document)
    if request is None:
        raise BadRequest("; ".join(few(reasons)))
    return request
