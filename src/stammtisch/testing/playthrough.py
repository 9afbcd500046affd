"""A random game written so that a person can follow and check it; committed, it shows what a change changes.

`python -m stammtisch.testing.playthrough GAME PLAYERS [OPTIONS]` prints one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice

import msgspec

from stammtisch import catalog
from stammtisch.core.chance import Seeded
from stammtisch.core.documents import Document, Options
from stammtisch.core.event import Event
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Over, Throw
from stammtisch.core.value import Value
from stammtisch.testing.playout import Step, random_steps


def playthrough(
    game: AnyGame, players: int, options: Options | None = None, seed: str = "", at_most: int = 200
) -> str:
    """The transcript: each step with its events, what it changed and how much there was to choose from."""
    state: Value = game.start(players, options)
    document = game.dump(state)
    lines = [f"{game.title} (rules {game.rules_version}), seed {seed!r}", *_changes({}, document), ""]
    for number, step in enumerate(islice(random_steps(game, state, Seeded(seed)), at_most), 1):
        lines += [f"{number}. {_line(game, state, step)}", *map(_event, step.events)]
        lines += [*_changes(document, game.dump(step.state)), ""]
        state, document = step.state, game.dump(step.state)
    return "\n".join([*lines, _ending(game, state)]) + "\n"


def _line(game: AnyGame, state: Value, step: Step) -> str:
    if step.seat is None:
        turn = game.turn(state)
        hand = "the table" if not isinstance(turn, Throw) or turn.seat is None else f"seat {turn.seat}"
        outcomes = game.chance(state).outcomes()
        return f"{hand} throws {step.text} (of {'many' if outcomes is None else len(outcomes)})"
    return f"seat {step.seat} plays {step.text} (of {len(game.moves(state, step.seat))})"


def _event(event: Event) -> str:
    secret = "" if event.known_to is None else f" (known to {', '.join(map(str, event.known_to))})"
    return f"   > {event.kind} {'' if event.seat is None else event.seat} {event.detail}".rstrip() + secret


def _changes(before: Document, after: Document) -> Iterator[str]:
    """The keys that changed, came or went."""
    for key in (*after, *(key for key in before if key not in after)):
        if key not in after:
            yield f"   {key}: gone"
        elif key not in before:
            yield f"   {key}: {_json(after[key])}"
        elif before[key] != after[key]:
            yield from _change(key, before[key], after[key])


def _change(key: str, before: object, after: object) -> Iterator[str]:
    """What is new; of lists only the entries that changed or were added."""
    if not isinstance(before, list) or not isinstance(after, list) or len(after) < len(before):
        yield f"   {key}: {_json(after)}"
    elif len(after) == len(before):
        changed = [index for index, entry in enumerate(after) if entry != before[index]]
        yield from (f"   {key}[{index}]: {_json(after[index])}" for index in changed)
    else:
        added = after[len(before) :]
        yield f"   {key}: + {_json(added)}" if after == before + added else f"   {key}: {_json(after)}"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _ending(game: AnyGame, state: Value) -> str:
    turn = game.turn(state)
    return f"over: {turn.outcome!r}" if isinstance(turn, Over) else "and so on"


def printed(name: str, players: str, options: str = "{}") -> str:
    """The transcript of a game by its id, with the options as JSON."""
    game = catalog.game(name)
    agreed = game.options(msgspec.json.decode(options), game.check_players(int(players)))
    return playthrough(game, int(players), agreed)


if __name__ == "__main__":
    sys.stdout.write(printed(*sys.argv[1:]))
