"""Ratings: how strong somebody seems by the places reached, and how sure that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from stammtisch.core.turn import Seat
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.state import Table

_MODEL: Final = PlackettLuce()


class Rating(NamedTuple):
    """A strength, and its standard deviation."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """The strength that is almost certainly there; who has played little is low."""
        return self.mu - 3 * self.sigma


FRESH: Final = Rating(_MODEL.mu, _MODEL.sigma)
"""Of somebody about whom nothing is known."""


class Change(NamedTuple):
    """What a game does to a rating; the changes of games that end together may come in any order."""

    added: float
    factor: float

    def of(self, rating: Rating) -> Rating:
        """The rating after the game."""
        return Rating(rating.mu + self.added, rating.sigma * self.factor)


def changes(ratings: Sequence[Rating], places: Sequence[int]) -> list[Change]:
    """What the places reached, 1 for the best, do to the ratings of those who reached them."""
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [
        Change(new.mu - old.mu, new.sigma / old.sigma) for (new,), old in zip(after, ratings, strict=True)
    ]


def owners(table: Table) -> dict[Seat, str]:
    """The seats of those who have a profile; of several people at one device it is the first one's."""
    return {
        _first_seat(table, number): person.profile
        for number, person in enumerate(table.people)
        if person.profile is not None and table.seats_of(number)
    }


def _first_seat(table: Table, person: PersonId) -> Seat:
    """Seats turn from game to game, and names go along with them."""
    seats = table.seats_of(person)
    return next((seat for seat in seats if table.seats[seat].name == table.people[person].name), seats[0])


def rated_seats(table: Table, profiles: Mapping[Seat, str]) -> list[Seat]:
    """The seats of these profiles that count for ratings; none where there are not two to compare.

    A profile counts with its only seat; who left is rated by how the bot in their place fared.
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
