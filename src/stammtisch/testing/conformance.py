"""What every game must satisfy. Each law is a function of a playout; `LAWS` has them all.

@pytest.mark.parametrize("law", conformance.LAWS, ids=lambda law: law.__name__)
def test_my_game(law):
    law(Playout(MyGame(), players=2))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from stammtisch import bots
from stammtisch.core.chance import LISTED_AT_MOST, Seeded, Source
from stammtisch.core.documents import Document, Options
from stammtisch.core.errors import (
    BadMove,
    BadPosition,
    BadRequest,
    IllegalMove,
    NotYourTurn,
    StammtischError,
)
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Choose, Over, Seat, Throw
from stammtisch.core.value import Value
from stammtisch.match import Record, read_record, replay
from stammtisch.testing.maxima import options_have_maxima
from stammtisch.testing.playout import Playout, mutated

Law: TypeAlias = Callable[[Playout], None]

MOST_MOVES: Final = 200
"""How many moves or outcomes of longer lists are tried at each position, about."""
FOREIGN_TEXTS: Final = 30
CLAUSE: Final = re.compile(r"[A-Z]\d+")

T = TypeVar("T")


def check_game(
    game: AnyGame, players: int, options: Options | None = None, seed: str = "", looks: int = 40
) -> None:
    """All laws at once, over one random game; an `AssertionError` says what is broken, and where."""
    playout = Playout(game, players, options, seed, looks)
    for law in LAWS:
        law(playout)


def games_end(playout: Playout) -> None:
    """A random game comes to its end, with a rank and a score for each seat."""
    turn = playout.game.turn(playout.end)
    assert isinstance(turn, Over), f"{playout}: not over after {len(playout.steps)} steps"
    outcome = turn.outcome
    places = outcome.places
    assert len(places) == len(outcome.scores) == playout.players, f"{playout}: not all seats in {outcome}"
    assert outcome.reason, f"{playout}: no reason in {outcome}"
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    assert outcome.winners == winners, f"{playout}: the winners of {outcome} are not its first"
    for place in places:
        assert place == 1 + sum(other < place for other in places), f"{playout}: no ranks: {places}"


def listed_moves_are_accepted(playout: Playout) -> None:
    """`play` takes every move that `moves` lists; each is listed once, and in the same order again."""
    game = playout.game
    for state, seat, moves in _lists(playout):
        assert len({str(move) for move in moves}) == len(set(moves)) == len(moves), (
            f"a move is listed twice for seat {seat} at {_shown(game, state)}"
        )
        assert moves == game.moves(state, seat), f"another order of moves at {_shown(game, state)}"
        for move in _some(moves):
            game.turn(game.play(state, seat, move)[0])


def other_moves_are_refused(playout: Playout) -> None:
    """`play` refuses every other move and names a clause; text that is not a move is `BadMove`."""
    game, source = playout.game, Seeded("foreign")
    for state, seat, moves in _lists(playout):
        for text in _foreign_texts(playout, source):
            move = _parsed(game, state, text)
            if move is None or move in moves:
                continue
            error = _error(game.play, state, seat, move)
            expected = IllegalMove if moves else NotYourTurn
            where = f"{text} of seat {seat} at {_shown(game, state)}"
            assert isinstance(error, expected), f"{error!r}, not {expected.__name__}, for {where}"
            if isinstance(error, IllegalMove):
                assert CLAUSE.fullmatch(error.clause), f"{error.clause!r} is no clause, for {where}"


def only_seats_to_move_have_moves(playout: Playout) -> None:
    """A seat that has nothing to decide has no moves, and nobody decides while chance is next."""
    game = playout.game
    for state, seat, moves in _lists(playout):
        turn = game.turn(state)
        to_move = isinstance(turn, Choose) and seat in turn.seats
        assert bool(moves) == to_move, f"seat {seat} has {len(moves)} moves at {_shown(game, state)}"
        if not to_move:
            error = _error(bots.bot(game, "random"), game, game.view(state, seat), seat, Seeded(0))
            assert isinstance(error, NotYourTurn), f"a bot moved for seat {seat} at {_shown(game, state)}"


def chance_falls_only_where_it_is_next(playout: Playout) -> None:
    """Where chance is not next, `chance` and `fall` refuse."""
    game = playout.game
    for state in playout.looked_at:
        if not isinstance(game.turn(state), Throw):
            errors = [_error(game.chance, state), *(_error(game.fall, state, t) for t in playout.throws[:3])]
            for error in errors:
                assert isinstance(error, BadRequest), f"{error!r} for chance at {_shown(game, state)}"


def chances_add_up(playout: Playout) -> None:
    """Probabilities add up to exactly 1, every listed and every drawn outcome is accepted, others are not."""
    game, source = playout.game, Seeded("chance")
    for state in _throws(playout):
        where = _shown(game, state)
        chance = game.chance(state)
        drawn = chance.sample(source)
        outcomes = chance.outcomes()
        if outcomes is not None:
            texts = {text for text, _ in outcomes}
            assert len(texts) == len(outcomes) <= LISTED_AT_MOST, f"an outcome is listed twice at {where}"
            assert sum(probability for _, probability in outcomes) == 1, (
                f"the probabilities do not add up to 1 at {where}"
            )
            assert drawn in texts, f"{drawn} was drawn but is not listed at {where}"
            _others_cannot_fall(playout, state, texts, source)
        for text in [drawn, *(text for text, _ in _some(outcomes or ()))]:
            game.turn(game.fall(state, text)[0])


def inputs_never_change(playout: Playout) -> None:
    """Neither `play` nor `fall` changes the state it is given."""
    game = playout.game
    for state in playout.looked_at:
        before, hashed = _shown(game, state), hash(state)
        for seat in range(playout.players):
            for move in _some(game.moves(state, seat)):
                game.play(state, seat, move)
        if isinstance(game.turn(state), Throw):
            game.fall(state, game.chance(state).sample(Seeded("input")))
        assert (_shown(game, state), hash(state)) == (before, hashed), f"{before} has been changed"


def states_are_values(playout: Playout) -> None:
    """A document gives the same state back, equal and equally hashed; others differ."""
    game = playout.game
    for state in playout.looked_at:
        document = _through_json(game.dump(state))
        again = game.load(document)
        assert again == state, f"{_shown(game, again)} was read from {_shown(game, state)}"
        assert hash(again) == hash(state), f"two hashes of {_shown(game, state)}"
    documents = {_shown(game, state) for state in playout.looked_at}
    assert len(documents) == len(set(playout.looked_at)), f"{playout}: equal states of different documents"


def documents_share_their_head(playout: Playout) -> None:
    """Each document begins with game, options, players, phase and turn; an unknown key is refused."""
    game = playout.game
    for state in playout.looked_at:
        document = game.dump(state)
        assert list(document)[:5] == ["game", "options", "players", "phase", "turn"], _shown(game, state)
        assert document["game"] == game.id
        assert document["players"] == playout.players
        assert game.options(document["options"], playout.players) == playout.options
        error = _error(game.load, document | {"nonsense": 1})
        assert isinstance(error, BadPosition), f"an unknown key gave {error!r} at {_shown(game, state)}"


def documents_have_their_types(playout: Playout) -> None:
    """Every view, tally and layout is what the game's types say, no more and no less."""
    game = playout.game
    _check_type(game.layout_type, game.layout(playout.players, playout.options))
    for state in playout.looked_at:
        _check_type(game.tally_type, game.tally(state))
        for seat in (None, *range(playout.players)):
            _check_type(game.view_type, game.view(state, seat))


def broken_documents_are_refused(playout: Playout) -> None:
    """Whatever is in a document, reading it gives a state or a reason, never another error."""
    game = playout.game
    for state in playout.looked_at[-4:]:
        for document, viewer in ((game.dump(state), None), (game.view(state, 0), 0)):
            for key in document:
                _read_anyway(game, {other: document[other] for other in document if other != key}, viewer)
                for broken in _broken(document[key]):
                    _read_anyway(game, document | {key: broken}, viewer)


def notation_round_trips(playout: Playout) -> None:
    """A move can be read back from its own text."""
    game = playout.game
    for state, seat, moves in _lists(playout):
        for move in _some(moves):
            again = game.parse(state, str(move))
            assert (again, hash(again)) == (move, hash(move)), (
                f"{move} of seat {seat} was read as {again} at {_shown(game, state)}"
            )


def views_hide_and_guesses_fit(playout: Playout) -> None:
    """A state guessed from a seat's view looks the same to it, and gives it the same moves."""
    game, source = playout.game, Seeded("guess")
    for state in playout.looked_at:
        for seat in range(playout.players):
            view = game.view(state, seat)
            guess = game.guess(_through_json(view), seat, source)
            where = f"seat {seat} at {_shown(game, state)}"
            assert game.view(guess, seat) == view, f"the view gives away more than it may to {where}"
            assert game.view(guess, None) == game.view(state, None), f"spectators know more than {where}"
            assert game.moves(guess, seat) == game.moves(state, seat), f"other moves for {where}"
            assert game.tally(guess) == game.tally(state), f"the tally gives a secret away to {where}"
            assert game.load(game.dump(guess)) == guess, f"a guess that cannot be, for {where}"


def only_games_with_secrets_keep_any(playout: Playout) -> None:
    """Without secrets everybody sees the whole position and reads every event; with them, not always."""
    game = playout.game
    open_views = all(
        game.view(state, seat) == game.dump(state)
        for state in playout.looked_at
        for seat in (None, *range(playout.players))
    )
    open_events = all(event.known_to is None for step in playout.steps for event in step.events)
    assert (open_views and open_events) != game.has_secrets, f"{playout}: has_secrets is {game.has_secrets}"


def a_view_is_enough_to_move(playout: Playout) -> None:
    """From its view alone a seat has the same moves and sees the same."""
    game = playout.game
    for state, seat, moves in _lists(playout):
        view = _through_json(game.view(state, seat))
        seen = game.load(view, viewer=seat)
        where = f"seat {seat} at {_shown(game, state)}"
        assert game.moves(seen, seat) == moves, f"other moves by the view of {where}"
        assert _through_json(game.view(seen, seat)) == view, f"another view of the view of {where}"


def bots_choose_listed_moves(playout: Playout) -> None:
    """Every bot knows from its view alone what it may do."""
    game, source = playout.game, Seeded("bots")
    for state, seat, moves in _lists(playout):
        for name in bots.names(game) if moves else ():
            chosen = bots.bot(game, name)(game, game.view(state, seat), seat, source)
            where = f"seat {seat} at {_shown(game, state)}"
            assert chosen in moves, f"bot {name} chose {chosen} for {where}"


def records_replay(playout: Playout) -> None:
    """Replaying the log leads to the same positions and events."""
    game = playout.game
    record = Record(
        game=game.id,
        rules=game.rules_version,
        players=playout.players,
        options=msgspec.to_builtins(playout.options),
        seats=("x",) * playout.players,
        seed=None,
        log=tuple((step.seat, step.text) for step in playout.steps),
    )
    again = replay(read_record(record.to_json()))
    assert next(again).match.state == playout.start
    for number, (position, step) in enumerate(zip(again, playout.steps, strict=True), 1):
        assert position.match.state == step.state, f"{playout}: another position after entry {number}"
        assert position.events == step.events, f"{playout}: other events at entry {number}"


LAWS: Final[tuple[Law, ...]] = (
    games_end,
    listed_moves_are_accepted,
    other_moves_are_refused,
    only_seats_to_move_have_moves,
    chance_falls_only_where_it_is_next,
    chances_add_up,
    inputs_never_change,
    states_are_values,
    documents_share_their_head,
    documents_have_their_types,
    broken_documents_are_refused,
    notation_round_trips,
    views_hide_and_guesses_fit,
    only_games_with_secrets_keep_any,
    a_view_is_enough_to_move,
    bots_choose_listed_moves,
    records_replay,
    options_have_maxima,
)
"""Every law of this module."""


def _lists(playout: Playout) -> Iterator[tuple[Value, Seat, tuple[Any, ...]]]:
    """Each position looked at, with each seat and its moves."""
    for state in playout.looked_at:
        for seat in range(playout.players):
            yield state, seat, playout.game.moves(state, seat)


def _throws(playout: Playout) -> list[Value]:
    return [state for state in playout.looked_at if isinstance(playout.game.turn(state), Throw)]


def _some(items: Iterable[T]) -> list[T]:
    """All items or, of many, some that are spread over the whole list."""
    given = list(items)
    return list(islice(given, 0, None, 1 + len(given) // MOST_MOVES))


def _foreign_texts(playout: Playout, source: Source) -> list[str]:
    """Moves seen elsewhere in the game, and typing mistakes."""
    seen = [*playout.moves, ""]
    chosen = [seen[source.below(len(seen))] for _ in range(FOREIGN_TEXTS)]
    return [*chosen, *(mutated(text, source) for text in chosen), "\x00", "🎲"]


def _others_cannot_fall(playout: Playout, state: Value, listed: set[str], source: Source) -> None:
    seen = [*listed, *playout.throws]
    slips = [mutated(seen[source.below(len(seen))], source) for _ in range(FOREIGN_TEXTS)]
    for text in {"", *slips, *playout.throws} - listed:
        error = _error(playout.game.fall, state, text)
        assert isinstance(error, BadMove), f"{error!r} for outcome {text!r} at {_shown(playout.game, state)}"


def _parsed(game: AnyGame, state: Value, text: str) -> Any:
    try:
        return game.parse(state, text)
    except BadMove:
        return None


def _error(function: Callable[..., object], *arguments: object) -> StammtischError | None:
    try:
        function(*arguments)
    except StammtischError as error:
        return error
    return None


def _read_anyway(game: AnyGame, document: Document, viewer: Seat | None) -> None:
    """Reading the document gives a state or a reason, and a state that was read can be read again."""
    try:
        state = game.load(document, viewer)
        game.turn(state)
    except StammtischError:
        return
    except Exception as error:
        raise AssertionError(f"{error!r} from {document}") from error
    if viewer is None:
        assert game.load(game.dump(state)) == state, f"another state was read from {document}"


def _broken(value: object) -> list[object]:
    """Values that do not belong in that place, some of them nearly right."""
    strange: list[object] = [None, True, -1, 10**30, 0.5, "", "?", "nonsense", [], [None], {}, {"": 0}]
    if isinstance(value, list):
        strange += [value[:-1], value * 2, value[::-1], [*value, None], [[value]]]
        strange += [[*value[:-1], deeper] for last in value[-1:] for deeper in _broken(last)]
    if isinstance(value, str):
        strange += [value[:-1], value * 2, value[::-1]]
    return strange


def _check_type(kind: type[msgspec.Struct], document: object) -> None:
    """The document can be read as that type, which is written as the same bytes."""
    data = msgspec.json.encode(document)
    try:
        again = msgspec.json.encode(msgspec.json.decode(data, type=kind))
    except msgspec.ValidationError as error:
        raise AssertionError(f"no {kind.__name__}: {error}: {data.decode()}") from error
    assert again == data, f"{again.decode()} was read as {kind.__name__} from {data.decode()}"


def _through_json(document: Document) -> Document:
    there: Document = msgspec.json.decode(msgspec.json.encode(document))
    return there


def _shown(game: AnyGame, state: Value) -> str:
    return msgspec.json.encode(game.dump(state)).decode()
