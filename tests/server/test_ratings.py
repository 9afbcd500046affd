"""What places say about strength, and which games are asked."""

from __future__ import annotations

import pytest
from openskill.models import PlackettLuce

from stammtisch import catalog
from stammtisch.server.accounts.ratings import FRESH, Rating, changes, owners, rated_seats
from stammtisch.server.tables import events
from stammtisch.server.tables.state import Table, apply, history
from tests.server.profiling import played

STRONG, WEAK = Rating(30.0, 2.0), Rating(20.0, 2.0)


def rating_seats(table: Table) -> list[int]:
    return rated_seats(table, owners(table))


def test_who_is_better_rises_and_who_is_worse_falls() -> None:
    first, second, third = (change.of(FRESH).mu for change in changes([FRESH] * 3, [1, 2, 3]))
    assert first > second > third
    assert first > FRESH.mu > third


def test_places_count_and_not_the_order_of_seats() -> None:
    assert changes([FRESH, FRESH], [2, 1]) == changes([FRESH, FRESH], [1, 2])[::-1]


def test_equals_share_a_place_and_its_change() -> None:
    first, shared, equal = changes([FRESH] * 3, [1, 2, 2])
    assert shared == pytest.approx(equal)
    assert first.added > shared.added


def test_a_surprise_changes_more_than_what_was_expected() -> None:
    expected, _ = changes([STRONG, WEAK], [1, 2])
    _, surprise = changes([STRONG, WEAK], [2, 1])
    assert surprise.added > expected.added > 0


def test_every_game_makes_a_new_rating_surer() -> None:
    rating = FRESH
    for _ in range(10):
        change, _ = changes([rating, FRESH], [1, 2])
        assert change.of(rating).sigma < rating.sigma
        rating = change.of(rating)
    assert rating.ordinal > FRESH.ordinal


def test_a_change_leads_where_the_model_leads() -> None:
    model = PlackettLuce()
    strong, weak = model.rating(mu=30.0, sigma=2.0), model.rating(mu=20.0, sigma=2.0)
    [[won], [lost]] = model.rate([[weak], [strong]])
    after = [
        change.of(old) for change, old in zip(changes([STRONG, WEAK], [2, 1]), [STRONG, WEAK], strict=True)
    ]
    assert after == [pytest.approx((lost.mu, lost.sigma)), pytest.approx((won.mu, won.sigma))]


def test_nobody_is_known_to_be_strong_at_first() -> None:
    assert FRESH.ordinal == pytest.approx(0.0)


def test_a_public_rated_game_of_two_profiles_is_rated() -> None:
    assert rating_seats(played("ada", "bob")) == [0, 1]


@pytest.mark.parametrize(
    "table",
    [
        played("ada", "bob", public=False),
        played("ada", "bob", rated=False),
        played("ada", None),
        played("ada", bots=1),
        played("ada", "ada"),
    ],
    ids=["not public", "not for rating", "one profile", "a bot", "against oneself"],
)
def test_other_games_are_not(table: Table) -> None:
    assert rating_seats(table) == []


def test_who_has_several_seats_is_not_rated_with_the_others() -> None:
    assert rating_seats(played("ada", "bob", "eve", "ada", None, bots=1)) == [1, 2]


def test_who_left_is_rated_by_how_the_bot_fared() -> None:
    assert rating_seats(played("ada", "bob", "eve", stand_ins=[0])) == [0, 1, 2]


def test_only_people_with_a_profile_own_their_result() -> None:
    assert owners(played("ada", None, "ada", bots=1)) == {0: "ada", 2: "ada"}


def test_of_several_people_at_one_device_the_first_has_the_profile() -> None:
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
