"""Results, statistics and ratings of profiles from the games that they have finished."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from typing import Final

import msgspec

from stammtisch.core.turn import Outcome, Over, Seat
from stammtisch.server.accounts.ratings import FRESH, Rating, changes, owners, rated_seats
from stammtisch.server.tables.table import Table
from stammtisch.store.contract import Conflict, Database, Statement


class Played(msgspec.Struct, frozen=True):
    """One seat in one finished game; `match` is the id of its record, `ended` in seconds since 1970."""

    match: str
    table: str
    game: str
    players: int
    seat: Seat
    place: int
    score: int
    won: bool
    rated: bool
    ended: float


class Standing(msgspec.Struct, frozen=True):
    """How strong a profile is in one game and number of players: `mu`, with the standard deviation `sigma`.

    `rating` is the cautious estimate mu - 3 sigma.
    """

    game: str
    players: int
    rating: float
    mu: float
    sigma: float
    games: int


class Statistic(msgspec.Struct, frozen=True):
    """The figures of one game and number of players; without rated games there is no rating."""

    game: str
    players: int
    games: int
    wins: int
    mean_place: float
    mean_score: float
    best_score: int
    rating: Standing | None


class Leader(msgspec.Struct, frozen=True):
    """A line of a leaderboard."""

    name: str
    rating: float
    games: int


PAGE: Final = 500
"""Games that are read at once."""

_PLAYED: Final = (
    "SELECT match, table_id, game, players, seat, place, score, won, rated, ended FROM results "
    "WHERE profile = $1 AND ended < $2 AND ended >= (SELECT MIN(ended) FROM "
    "(SELECT ended FROM results WHERE profile = $1 AND ended < $2 ORDER BY ended DESC LIMIT $3) AS page) "
    "ORDER BY ended DESC, match, seat"
)
_STATISTICS: Final = (
    "SELECT game, players, COUNT(*), CAST(SUM(won) AS BIGINT), CAST(AVG(place) AS DOUBLE PRECISION), "
    "CAST(AVG(score) AS DOUBLE PRECISION), MAX(score) FROM results WHERE profile = $1 "
    "GROUP BY game, players ORDER BY game, players"
)
_STANDINGS: Final = (
    "SELECT game, players, mu, sigma, games FROM ratings WHERE profile = $1 ORDER BY game, players"
)
_LEADERS: Final = (
    "SELECT name, mu, sigma, games FROM ratings JOIN profiles ON id = profile "
    "WHERE game = $1 AND players = $2 ORDER BY mu - 3 * sigma DESC, name_key LIMIT $3"
)
_KNOWN: Final = (
    "SELECT id, mu, sigma FROM profiles LEFT JOIN ratings ON profile = id AND game = $2 AND players = $3 "
    "WHERE id = $1"
)
_STORE_RESULT: Final = (
    "INSERT INTO results (profile, match, table_id, game, players, seat, place, score, won, rated, ended) "
    "SELECT id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 FROM profiles WHERE id = $1"
)
_STORE_RATING: Final = (
    "INSERT INTO ratings (profile, game, players, mu, sigma, games) "
    "SELECT id, $2, $3, $4, $5, 1 FROM profiles WHERE id = $1 ON CONFLICT (profile, game, players) "
    "DO UPDATE SET mu = ratings.mu + $6, sigma = ratings.sigma * $7, games = ratings.games + 1"
)


class Results:
    """All results of a database; profiles are given by their ids."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database

    async def finished(self, table: Table) -> None:
        """Store how the match at this table ended for every profile; a second time changes nothing."""
        known = await self._known(table)
        seats = {seat: profile for seat, profile in owners(table).items() if profile in known}
        rated = rated_seats(table, seats)
        results = [_result(table, seat, profile, rated=seat in rated) for seat, profile in seats.items()]
        ratings = _ratings(table, {seats[seat]: seat for seat in rated}, known) if rated else []
        if results:
            with suppress(Conflict):
                await self._database.write(*results, *ratings)

    async def _known(self, table: Table) -> dict[str, Rating]:
        """The ratings of the profiles at the table, without those that have been deleted."""
        kind = (table.terms.game, table.terms.players)
        asked = [await self._database.rows(_KNOWN, profile, *kind) for profile in {*owners(table).values()}]
        found = [row for rows in asked for row in rows]
        return {profile: FRESH if mu is None else Rating(mu, sigma) for profile, mu, sigma in found}

    async def pages(self, profile: str) -> AsyncIterator[list[Played]]:
        """Every game, the latest first, some at a time, so that many games hold nobody up."""
        before = math.inf
        while page := await self.history(profile, PAGE, before):
            yield page
            before = page[-1].ended
            await asyncio.sleep(0)

    async def history(self, profile: str, limit: int = PAGE, before: float = math.inf) -> list[Played]:
        """The latest games that ended before that moment, at least `limit`: equal moments stay together."""
        rows = await self._database.rows(_PLAYED, profile, before, limit)
        return [
            Played(match, table, game, players, seat, place, score, bool(won), bool(rated), ended)
            for match, table, game, players, seat, place, score, won, rated, ended in rows
        ]

    async def statistics(self, profile: str) -> list[Statistic]:
        """The numbers of each game and number of players."""
        standings = {
            (standing.game, standing.players): standing for standing in await self.standings(profile)
        }
        async with self._database.snapshot() as snapshot:  # in a thread: there may be very many games
            rows = await snapshot.rows(_STATISTICS, profile)
        return [
            Statistic(game, players, games, wins, place, score, best, standings.get((game, players)))
            for game, players, games, wins, place, score, best in rows
        ]

    async def standings(self, profile: str) -> list[Standing]:
        """Every rating of the profile."""
        rows = await self._database.rows(_STANDINGS, profile)
        return [
            Standing(game, players, Rating(mu, sigma).ordinal, mu, sigma, games)
            for game, players, mu, sigma, games in rows
        ]

    async def leaderboard(self, game: str, players: int, limit: int) -> list[Leader]:
        """The strongest profiles in a game and number of players, by their cautious rating."""
        rows = await self._database.rows(_LEADERS, game, players, limit)
        return [Leader(name, Rating(mu, sigma).ordinal, games) for name, mu, sigma, games in rows]


def _outcome(table: Table) -> Outcome:
    assert isinstance(table.turn, Over), "a game leaves results when it is over"  # noqa: S101
    return table.turn.outcome


def _result(table: Table, seat: Seat, profile: str, *, rated: bool) -> Statement:
    terms, outcome = table.terms, _outcome(table)
    won = seat in outcome.winners
    kind = (terms.game, terms.players)
    reached = (seat, outcome.places[seat], outcome.scores[seat], int(won), int(rated))
    return Statement(_STORE_RESULT, (profile, table.match_id, table.id, *kind, *reached, table.touched))


def _ratings(table: Table, seats: Mapping[str, Seat], known: Mapping[str, Rating]) -> list[Statement]:
    """The new ratings in the order of profiles, so that transactions never wait for each other."""
    profiles = sorted(seats)
    places = [_outcome(table).places[seats[profile]] for profile in profiles]
    found = changes([known[profile] for profile in profiles], places)
    kind = (table.terms.game, table.terms.players)
    return [
        Statement(_STORE_RATING, (profile, *kind, *change.of(FRESH), *change))
        for profile, change in zip(profiles, found, strict=True)
    ]
