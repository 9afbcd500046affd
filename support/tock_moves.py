"""How long Tock's bots take for each move: `benchmarks.local_tock` runs this in the runtime of browsers."""

from __future__ import annotations

import time
from random import Random

from stammtisch import bots, catalog
from stammtisch.core.chance import Seeded
from stammtisch.core.turn import Choose, Over
from stammtisch.match import Match


def times(level: str, players: int, decisions: int, seed: str) -> list[float]:
    """Milliseconds for each of so many decisions with a choice, in games of this level with itself."""
    game, luck = catalog.game("tock"), Random(seed)
    bot, took = bots.bot(game, level), list[float]()
    names = [str(seat) for seat in range(players)]
    match = Match.new(game, players, None, names, seed)
    while len(took) < decisions:
        if isinstance(match.turn, Over):
            match = Match.new(game, players, None, names, f"{seed} {len(took)}")
        elif isinstance(match.turn, Choose):
            seat = match.turn.seats[0]
            began = time.perf_counter()
            move = bot(game, game.view(match.state, seat), seat, Seeded(str(luck.random())))
            if len(match.moves(seat)) > 1:
                took.append((time.perf_counter() - began) * 1000)
            match = match.play(seat, str(move)).match
        else:
            match = match.draw().match
    return took
