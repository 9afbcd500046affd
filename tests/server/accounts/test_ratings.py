"""Ratings: what a game changes, and which games and seats count."""

from __future__ import annotations

import pytest
from openskill.models import PlackettLuce

from stammtisch import catalog
from stammtisch.server.accounts.ratings import FRESH, Rating, changes, owners, rated_seats
from stammtisch.server.tables import events
from stammtisch.server.tables.state import apply, history
from stammtisch.server.tables.table import Table
from tests.server.profiles import finished_table

STRONG, WEAK = Rating(30.0, 2.0), Rating(20.0, 2.0)


def rating_seats(table: Table) -> list[int]:
    return rated_seats(table, owners(table))


def test_the_winner_gains_and_the_loser_drops() -> None:
    first, second, third = (change.of(FRESH).mu for change in changes([FRESH] * 3, [1, 2, 3]))
    assert first > second > third
    assert first > FRESH.mu > third


def test_only_places_count_and_not_the_order_of_seats() -> None:
    assert changes([FRESH, FRESH], [2, 1]) == changes([FRESH, FRESH], [1, 2])[::-1]


def test_a_shared_place_changes_ratings_equally() -> None:
    first, shared, equal = changes([FRESH] * 3, [1, 2, 2])
    assert shared == pytest.approx(equal)
    assert first.added > shared.added


def test_a_surprising_result_changes_ratings_more_than_an_expected_one() -> None:
    expected, _ = changes([STRONG, WEAK], [1, 2])
    _, surprise = changes([STRONG, WEAK], [2, 1])
    assert surprise.added > expected.added > 0


def test_every_game_makes_a_rating_more_certain() -> None:
    rating = FRESH
    for _ in range(10):
        change, _ = changes([rating, FRESH], [1, 2])
        assert change.of(rating).sigma < rating.sigma
        rating = change.of(rating)
    assert rating.ordinal > FRESH.ordinal


def test_changes_are_those_of_the_model() -> None:
    model = PlackettLuce()
    strong, weak = model.rating(mu=30.0, sigma=2.0), model.rating(mu=20.0, sigma=2.0)
    [[won], [lost]] = model.rate([[weak], [strong]])
    after = [
        change.of(old) for change, old in zip(changes([STRONG, WEAK], [2, 1]), [STRONG, WEAK], strict=True)
    ]
    assert after == [pytest.approx((lost.mu, lost.sigma)), pytest.approx((won.mu, won.sigma))]


def test_a_new_profile_has_a_rating_of_zero() -> None:
    assert FRESH.ordinal == pytest.approx(0.0)


def test_a_public_rated_game_of_two_profiles_is_rated() -> None:
    assert rating_seats(finished_table("ada", "bob")) == [0, 1]


@pytest.mark.parametrize(
    "table",
    [
        finished_table("ada", "bob", public=False),
        finished_table("ada", "bob", rated=False),
        finished_table("ada", None),
        finished_table("ada", bots=1),
        finished_table("ada", "ada"),
    ],
    ids=["not public", "not for rating", "one profile", "a bot", "against oneself"],
)
def test_other_games_are_not_rated(table: Table) -> None:
    assert rating_seats(table) == []


def test_a_profile_with_several_seats_is_not_rated() -> None:
    assert rating_seats(finished_table("ada", "bob", "eve", "ada", None, bots=1)) == [1, 2]


def test_a_player_who_left_is_rated_by_the_result_of_the_stand_in() -> None:
    assert rating_seats(finished_table("ada", "bob", "eve", stand_ins=[0])) == [0, 1, 2]


def test_only_seats_of_people_with_a_profile_count() -> None:
    assert owners(finished_table("ada", None, "ada", bots=1)) == {0: "ada", 2: "ada"}


def test_the_profile_of_a_device_belongs_to_the_first_person_there() -> None:
    terms = events.Terms(
        game="zock",
        rules=catalog.game("zock").rules_version,
        players=3,
        options={},
        code="code",
        public=True,
        rated=True,
    )
    *_, table = history(
        "one screen",
        [
            events.TableCreated(t=0.0, terms=terms),
            events.PlayerSeated(t=0.0, seats=(0, 1), names=("Ada", "Bob"), key="here", profile="ada"),
            events.PlayerSeated(t=0.0, seats=(2,), names=("Eve",), key="there", profile="eve"),
        ],
    )
    for game, seat in enumerate((0, 1, 2)):
        prepared = events.MatchPrepared(t=0.0, match=f"{game}", secret="00" * 32, turned=min(game, 1))
        table = apply(table, prepared)
        assert owners(table) == {seat: "ada", (seat + 2) % 3: "eve"}
        assert rating_seats(table) == []
