"""What is played and checked in the runtime of browsers; `support/pyodide.mjs` runs this file there."""

from __future__ import annotations

import sys
from random import Random

from stammtisch import catalog
from stammtisch.core.turn import Choose, Over
from stammtisch.match import Match, Steps
from stammtisch.testing.conformance import check_game

LOOKS = 6
"""Positions that are looked at in the short form; a few more in the long one."""


def record(name: str, players: int, seed: str) -> bytes:
    """The record of a game that is played at random, the same for the same seed."""
    game, luck = catalog.game(name), Random(seed)
    match = Match.new(game, players, None, [f"Player {seat + 1}" for seat in range(players)], seed)
    while not isinstance(match.turn, Over):
        if isinstance(match.turn, Choose):
            seat = match.turn.seats[0]
            match = match.play(seat, luck.choice(match.moves(seat))).match
        else:
            match = match.draw().match
    return match.record().to_json()


def records(seeds: int) -> bytes:
    """So many records of every game, one after the other."""
    games = [(name, catalog.game(name).players) for name in catalog.NAMES]
    return b"\n".join(
        record(name, [*players][number % len(players)], f"{name} {number}")
        for name, players in games
        for number in range(seeds)
    )


def conform(games: int, looks: int) -> None:
    """Check the laws of all games; an `AssertionError` says which is broken."""
    for name in catalog.NAMES:
        game = catalog.game(name)
        for number in range(games):
            players = [*game.players][number % len(game.players)]
            check_game(game, players, seed=f"{number}", looks=looks)


def forget(steps: int) -> None:
    """Free a match that was that long: whatever it is made of must not be freed link by link."""
    made = Steps.of((0, str(number)) for number in range(steps))
    del made


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["forget", steps]:
            forget(int(steps))
            sys.stdout.write("forgotten\n")
        case ["records", seeds]:
            sys.stdout.write(records(int(seeds)).decode() + "\n")
        case ["conform", games, looks]:
            conform(int(games), int(looks))
            sys.stdout.write("conforms\n")
