"""Ratings: an estimate of strength from the places reached, and how certain it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from stammtisch.core.turn import Seat
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.table import Table

_MODEL: Final = PlackettLuce()


class Rating(NamedTuple):
    """An estimated strength, and its standard deviation."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A cautious estimate of the strength, which is low after few games."""
        return self.mu - 3 * self.sigma


FRESH: Final = Rating(_MODEL.mu, _MODEL.sigma)
"""The rating before the first game."""


class Change(NamedTuple):
    """What a game does to a rating. Changes of games that end together can be applied in any order."""

    added: float
    factor: float

    def of(self, rating: Rating) -> Rating:
        """The rating after the game."""
        return Rating(rating.mu + self.added, rating.sigma * self.factor)


def changes(ratings: Sequence[Rating], places: Sequence[int]) -> list[Change]:
    """How the places reached, 1 for the best, change these ratings."""
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [
        Change(new.mu - old.mu, new.sigma / old.sigma) for (new,), old in zip(after, ratings, strict=True)
    ]


def owners(table: Table) -> dict[Seat, str]:
    """The profile of each seat that has one; a profile belongs to the first person at its device."""
    return {
        _first_seat(table, number): person.profile
        for number, person in enumerate(table.people)
        if person.profile is not None and table.seats_of(number)
    }


def _first_seat(table: Table, person: PersonId) -> Seat:
    """Where the person who signed in sits now: people change seats from match to match."""
    seats = table.seats_of(person)
    return next((seat for seat in seats if table.seats[seat].name == table.people[person].name), seats[0])


def rated_seats(table: Table, profiles: Mapping[Seat, str]) -> list[Seat]:
    """The seats of these profiles that count for ratings; none if there are not two to compare.

    A profile counts with its only seat; a player who left is rated by the result of the stand-in.
    """
    if not (table.terms.public and table.terms.rated):
        return []
    seats_of = Counter(profiles.values())
    seats = [
        seat
        for seat, profile in profiles.items()
        if seats_of[profile] == 1 and len(table.seats_of(table.seats[seat].person)) == 1
    ]
    return seats if len(seats) > 1 else []
