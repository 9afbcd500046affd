"""`python -m benchmarks.words GAME [GAMES [PLAYERS [OPTION=VALUE …]]]`: how an analysis rates each level.

Each level plays against itself, and every player of every game is rated. Prints by level what a decision
costs on average, in parts of a whole game, how often each word is said, and the overlap: how often somebody
of the level below gets a word that is as good or better.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from statistics import median
from typing import NamedTuple, get_args

from benchmarks.keeping import keep
from stammtisch import bots, catalog
from stammtisch.analysis.report import Account, analyse
from stammtisch.bots import Rating
from stammtisch.cli.game_options import parse_options
from stammtisch.core.documents import Document
from stammtisch.core.game import AnyGame
from support.bot_games import bot_record


class Rated(NamedTuple):
    """How the players of one level were rated; a loss is that of a decision, in parts of a whole game."""

    level: str
    players: int
    median_loss: float
    least: float
    most: float
    words: dict[Rating, int]


def overlap(below: Rated, above: Rated) -> float:
    """How often the word of a player of the level below is as good as that of one above, or better."""
    order = get_args(Rating)
    pairs = sum(
        count * others
        for word, count in below.words.items()
        for better, others in above.words.items()
        if order.index(word) <= order.index(better)
    )
    return pairs / (below.players * above.players)


def rated(game: AnyGame, level: str, games: int, players: int, options: Document) -> Rated:
    """So many games of that level against itself."""
    accounts = [*_accounts(game, level, games, players, options)]
    losses = sorted(_loss(game, account, unit) for account, unit in accounts)
    words = Counter[Rating](account.rating for account, _ in accounts)
    at = len(losses) // 10
    return Rated(level, len(accounts), median(losses), losses[at], losses[-1 - at], dict(words))


def _loss(game: AnyGame, account: Account, unit: str) -> float:
    return account.loss / max(account.decisions, 1) / bots.stake(game, unit)


def _accounts(
    game: AnyGame, level: str, games: int, players: int, options: Document
) -> Iterator[tuple[Account, str]]:
    for number in range(games):
        report = analyse(bot_record(game.id, [level] * players, f"words {number}", options))
        yield from ((account, report.unit) for account in report.accounts)


if __name__ == "__main__":
    name, games, players, *named = [*sys.argv[1:], *("zock", "30", "2")[len(sys.argv) - 1 :]]
    options = parse_options(named)
    below: Rated | None = None
    for level in bots.names(catalog.game(name)):
        found = rated(catalog.game(name), level, int(games), int(players), options)
        part = overlap(below, found) if below else 0.0
        print(found, f"overlap {part:.2f}", flush=True)
        keep("words", {"game": name, "options": options} | found._asdict() | {"overlap": part})
        below = found
