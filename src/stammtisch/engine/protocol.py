"""The engine protocol: one line of JSON in, one line of JSON out, and nothing is remembered between."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Any, BinaryIO, Final, cast

import msgspec
from msgspec import UNSET, Meta, UnsetType

import stammtisch
from stammtisch import bots, catalog
from stammtisch.analysis.report import evaluated
from stammtisch.core.chance import Seeded
from stammtisch.core.documents import Document, Options, read, shown
from stammtisch.core.errors import BadPosition, BadRequest, StammtischError
from stammtisch.core.event import Events
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Choose, Over, Seat, Throw, Turn
from stammtisch.core.value import Value
from stammtisch.core.wire import decoded
from stammtisch.match import fresh_seed, step

PROTOCOL: Final = 1
LONGEST_LINE: Final = 1024 * 1024
"""In bytes, without the line's end."""


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line until the input ends; nobody listening any more ends it too."""
    try:
        for line in _lines(requests):
            if line.strip():
                answers.write(answer(line) + b"\n")
                answers.flush()
    except (BrokenPipeError, KeyboardInterrupt):
        return


def _lines(requests: BinaryIO) -> Iterator[bytes]:
    """Each line; of an overlong one just enough to tell that it is."""
    while line := requests.readline(LONGEST_LINE + 1):
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = requests.readline(LONGEST_LINE + 1)
        yield line


def answer(line: bytes) -> bytes:
    """The answer to one line, whatever is in it."""
    repeated: Document = {}
    try:
        request = _object(line)
        repeated = {"id": request["id"]} if "id" in request else {}
        return msgspec.json.encode(repeated | _request(request).answer())
    except StammtischError as error:
        return _refusal(repeated, error.code, str(error))
    except RecursionError:
        return _refusal(repeated, BadRequest.code, "nested too deep")
    except Exception as error:  # noqa: BLE001 - a mistake of ours must not end the program either
        return _refusal(repeated, "internal", f"{type(error).__name__}: {error}")


def _object(line: bytes) -> Document:
    request = decoded(line.removesuffix(b"\n"), LONGEST_LINE)
    if not isinstance(request, dict):
        raise BadRequest(f"a request is an object, not {shown(request)}")
    return request


def _refusal(repeated: Document, code: str, message: str) -> bytes:
    refusal: Document = {"id": None, "error": {"code": code, "message": message}}
    try:
        return msgspec.json.encode(refusal | repeated)
    except RecursionError:  # an id nested so deep that it can be read but not written
        return msgspec.json.encode(refusal)


class Request(msgspec.Struct, kw_only=True):
    """What every request may hold; a subclass for each `op` adds its own keys."""

    op: str
    id: Any = None

    def answer(self) -> Document:
        """The answer, less the id."""
        raise NotImplementedError


class Hello(Request):
    """Who is there?"""

    def answer(self) -> Document:
        return {"protocol": PROTOCOL, "version": stammtisch.__version__, "games": catalog.NAMES}


class Describe(Request):
    """What is there to know about a game?"""

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
    """A new game."""

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
        """The game that the position is of."""
        name = self.position.get("game") if isinstance(self.position, dict) else None
        if not isinstance(name, str):
            raise BadPosition([f"a position is an object with a game, not {shown(self.position)}"])
        return catalog.game(name)

    def loaded(self, seat: Seat | None) -> tuple[AnyGame, Value]:
        """The whole position, and the seat (None: a spectator) has its place at the table."""
        game = self.game()
        state = game.load(self.position)
        self._check_seat(seat)
        return game, state

    def loaded_for(self, seat: Seat) -> tuple[AnyGame, Value]:
        """As `loaded`, and a view of the seat will do."""
        game = self.game()
        players = game.check_players(self.position.get("players"))
        state = game.load(self.position, viewer=seat if 0 <= seat < players else None)
        self._check_seat(seat)
        return game, state

    def _check_seat(self, seat: Seat | None) -> None:
        players = self.position["players"]
        if seat is not None and not 0 <= seat < players:
            raise BadRequest(f"seat is a number from 0 to {players - 1}, not {seat}")


class WhoseTurn(PositionRequest):
    """Who is to throw or to decide? Anyone's view will do."""

    def answer(self) -> Document:
        game = self.game()
        return turn_document(game.turn(self._state(game)))

    def _state(self, game: AnyGame) -> Value:
        try:
            return cast(Value, game.load(self.position))
        except BadPosition:
            for viewer in range(game.check_players(self.position.get("players"))):
                with suppress(BadPosition):
                    return cast(Value, game.load(self.position, viewer))
            raise


class Moves(PositionRequest):
    """What may the seat do?"""

    seat: int

    def answer(self) -> Document:
        game, state = self.loaded_for(self.seat)
        return {"moves": [str(move) for move in game.moves(state, self.seat)]}


class Play(PositionRequest):
    """The seat plays a move."""

    seat: int
    move: str

    def answer(self) -> Document:
        game, state = self.loaded(self.seat)
        _, after, events = step.play(game, state, self.seat, self.move)
        return {"position": game.dump(after), "events": told(events, self.seat)}


class Chance(PositionRequest):
    """What may fall, or what then is."""

    outcome: str | None = None
    seed: str | None = None
    seat: int | UnsetType | None = UNSET

    def answer(self) -> Document:
        game, state = self.loaded(None if self.seat is UNSET else self.seat)
        if self.outcome is not None:
            return self._fallen(game, state, self.outcome)
        chance = game.chance(state)
        if self.seed is not None:
            outcome = chance.sample(Seeded(self.seed))
            return {"outcome": outcome} | self._fallen(game, state, outcome)
        outcomes = chance.outcomes()
        if outcomes is None:
            return {"sampled": True}
        return {"outcomes": [(text, str(probability)) for text, probability in outcomes]}

    def _fallen(self, game: AnyGame, state: Value, outcome: str) -> Document:
        after, events = step.fall(game, state, outcome)
        return {"position": game.dump(after), "events": told(events, self.seat)}


class View(PositionRequest):
    """What may the seat know?"""

    seat: int | None = None

    def answer(self) -> Document:
        game, state = self.loaded(self.seat)
        return {"view": game.view(state, self.seat)}


class Analyse(PositionRequest):
    """How good is it?"""

    seat: int
    goal: str | None = None
    seed: str = ""

    def answer(self) -> Document:
        game, state = self.loaded_for(self.seat)
        if isinstance(game.turn(state), Over):
            raise BadRequest("the game is over, and there is nothing to analyse")
        answer: Document = msgspec.to_builtins(evaluated(game, state, self.seat, self.goal, self.seed))
        return answer


class AskBot(PositionRequest):
    """What would a bot do, knowing what the seat may know?"""

    seat: int
    bot: str
    seed: str | None = None
    time_ms: Annotated[int, Meta(ge=1)] | None = None

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


def _request(document: Document) -> Request:
    """The typed request, or `BadRequest` with every reason."""
    op = document.get("op")
    if not isinstance(op, str) or op not in _REQUESTS:
        raise BadRequest(f"op is {shown(op)}, and is one of {', '.join(_REQUESTS)}")
    request, reasons = read(_REQUESTS[op], document)
    if request is None:
        raise BadRequest("; ".join(reasons))
    return request


def turn_document(turn: Turn) -> Document:
    """Whose turn it is, for the wire."""
    if isinstance(turn, Throw):
        return {"kind": "chance", "seat": turn.seat}
    if isinstance(turn, Choose):
        return {"kind": "choose", "seats": turn.seats}
    outcome = turn.outcome
    return {
        "kind": "over",
        "outcome": {
            "winners": outcome.winners,
            "places": outcome.places,
            "scores": outcome.scores,
            "reason": outcome.reason,
        },
    }


def told(events: Events, seat: Seat | UnsetType | None) -> list[Document]:
    """The events for the wire, as the seat may know them; unset, the full truth."""
    if seat is not UNSET:
        events = tuple(event.seen_by(seat) for event in events)
    return [event.document() for event in events]


def options_schema(kind: type[Options]) -> Document:
    """The JSON Schema of a game's options, in one piece."""
    (head,), definitions = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    schema: Document = definitions.pop(head["$ref"].removeprefix("#/$defs/"))
    return schema | {"$defs": definitions} if definitions else schema
