"""Games count once, for those who played them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from statistics import mean

import pytest

from stammtisch.server.accounts.profiles import Profile, Profiles
from stammtisch.server.accounts.ratings import FRESH, changes
from tests.server.profiling import live, outcome, played
from tests.store.stores import outside


async def people(profiles: Profiles, *names: str) -> list[Profile]:
    return [(await profiles.sign_up(name)).profile for name in names]


async def matches(profiles: Profiles, profile: Profile) -> list[str]:
    return [result.match for result in await profiles.results.history(profile.id)]


def test_everybody_with_a_profile_keeps_the_own_result(url: str) -> None:
    async def story(profiles: Profiles) -> None:
        ada, bob = await people(profiles, "Ada", "Bob")
        table = played(ada.id, None, bob.id, bots=1, ended=1234.5)
        await profiles.finished(table)
        end = outcome(table)
        for profile, seat in ((ada, 0), (bob, 2)):
            (result,) = await profiles.results.history(profile.id)
            assert (result.match, result.table, result.game) == ("match", "table of match", "kniffel")
            assert (result.players, result.seat, result.ended) == (4, seat, 1234.5)
            assert (result.place, result.score) == (end.places[seat], end.scores[seat])
            assert (result.won, result.rated) == (seat in end.winners, True)
        assert len(await outside(url, "SELECT * FROM results")) == 2

    live(url, story)


def test_a_game_that_ends_again_and_again_counts_once(url: str) -> None:
    async def story(profiles: Profiles) -> None:
        ada, bob = await people(profiles, "Ada", "Bob")
        table = played(ada.id, bob.id)
        await asyncio.gather(*(profiles.finished(table) for _ in range(5)))
        await profiles.finished(table)
        for profile in (ada, bob):
            assert await matches(profiles, profile) == ["match"]
            (standing,) = await profiles.results.standings(profile.id)
            assert standing.games == 1

    live(url, story)


def test_a_game_without_profiles_leaves_nothing(file: str) -> None:
    async def story(profiles: Profiles) -> None:
        await profiles.finished(played(None, None))
        assert await outside(file, "SELECT * FROM results") == []

    live(file, story)


def test_who_is_deleted_during_the_game_is_not_kept_again(url: str) -> None:
    async def story(profiles: Profiles) -> None:
        ada, bob = await people(profiles, "Ada", "Bob")
        await profiles.delete(ada)
        await profiles.finished(played(ada.id, bob.id))
        assert [row[0] for row in await outside(url, "SELECT profile FROM results")] == [bob.id]
        assert await profiles.results.standings(bob.id) == []

    live(url, story)


@pytest.mark.parametrize("terms", [{"public": False}, {"rated": False}])
def test_a_game_that_is_not_rated_counts_all_the_same(file: str, terms: dict[str, object]) -> None:
    async def story(profiles: Profiles) -> None:
        ada, bob = await people(profiles, "Ada", "Bob")
        await profiles.finished(played(ada.id, bob.id, **terms))  # type: ignore[arg-type]
        (result,) = await profiles.results.history(ada.id)
        (statistic,) = await profiles.results.statistics(ada.id)
        assert not result.rated
        assert (statistic.games, statistic.rating) == (1, None)
        assert await profiles.results.leaderboard("kniffel", 2, 10) == []

    live(file, story)


def test_ratings_follow_the_places_from_game_to_game(url: str) -> None:
    async def story(profiles: Profiles) -> None:
        ada, bob = await people(profiles, "Ada", "Bob")
        ratings = [FRESH, FRESH]
        for match in ("one", "two", "three"):
            table = played(ada.id, bob.id, match=match)
            await profiles.finished(table)
            by_game = changes(ratings, outcome(table).places)
            ratings = [change.of(rating) for change, rating in zip(by_game, ratings, strict=True)]
        for profile, rating in zip((ada, bob), ratings, strict=True):
            (standing,) = await profiles.results.standings(profile.id)
            assert (standing.mu, standing.sigma, standing.games) == pytest.approx((*rating, 3))
            assert standing.rating == pytest.approx(rating.ordinal)

    live(url, story)


def test_games_that_end_at_the_same_moment_all_change_the_rating(url: str) -> None:
    async def story(profiles: Profiles) -> None:
        ada, *others = await people(profiles, "Ada", "Bob", "Eve", "Dan", "Eli")
        tables = [played(ada.id, other.id, match=f"against {other.name}") for other in others]
        await asyncio.gather(*(profiles.finished(table) for table in tables))
        (standing,) = await profiles.results.standings(ada.id)
        assert standing.games == 4
        assert standing.sigma < changes([FRESH, FRESH], [1, 2])[0].of(FRESH).sigma

    live(url, story)


def test_ratings_are_kept_by_game_and_number_of_players(file: str) -> None:
    async def story(profiles: Profiles) -> None:
        ada, bob = await people(profiles, "Ada", "Bob")
        await profiles.finished(played(ada.id, bob.id, match="one"))
        await profiles.finished(played(ada.id, bob.id, match="two", game="zock"))
        await profiles.finished(played(ada.id, bob.id, match="three", bots=1))
        standings = await profiles.results.standings(ada.id)
        assert [(told.game, told.players, told.games) for told in standings] == [
            ("kniffel", 2, 1),
            ("kniffel", 3, 1),
            ("zock", 2, 1),
        ]

    live(file, story)


def test_statistics_tell_how_the_games_went(url: str) -> None:
    async def story(profiles: Profiles) -> None:
        ada, bob = await people(profiles, "Ada", "Bob")
        tables = [played(ada.id, bob.id, match=match) for match in ("one", "two", "three")]
        for table in [*tables, played(ada.id, None, match="four", game="zock")]:
            await profiles.finished(table)
        kniffel, zock = await profiles.results.statistics(ada.id)
        ends = [outcome(table) for table in tables]
        assert (kniffel.game, kniffel.players, kniffel.games) == ("kniffel", 2, 3)
        assert kniffel.wins == sum(0 in end.winners for end in ends)
        assert kniffel.mean_place == pytest.approx(mean(end.places[0] for end in ends))
        assert kniffel.mean_score == pytest.approx(mean(end.scores[0] for end in ends))
        assert kniffel.best_score == max(end.scores[0] for end in ends)
        assert kniffel.rating is not None
        assert kniffel.rating.games == 3
        assert (zock.game, zock.games, zock.rating) == ("zock", 1, None)

    live(url, story)


async def _after_games(profiles: Profiles, ends: Sequence[float]) -> Profile:
    (ada,) = await people(profiles, "Ada")
    for number, ended in enumerate(ends):
        await profiles.finished(played(ada.id, None, match=f"{number}", ended=ended))
    return ada


def test_history_comes_in_pages_the_latest_first(url: str) -> None:
    async def story(profiles: Profiles) -> None:
        ada = await _after_games(profiles, [1.0, 3.5, 3.25, 4.0])
        first = await profiles.results.history(ada.id, 2)
        second = await profiles.results.history(ada.id, 2, first[-1].ended)
        third = await profiles.results.history(ada.id, 2, second[-1].ended)
        assert [[result.ended for result in page] for page in (first, second, third)] == [
            [4.0, 3.5],
            [3.25, 1.0],
            [],
        ]

    live(url, story)


def test_no_page_ends_between_games_of_the_same_moment(file: str) -> None:
    async def story(profiles: Profiles) -> None:
        ada = await _after_games(profiles, [1.0, 2.0, 2.0, 2.0, 3.0])
        first = await profiles.results.history(ada.id, 2)
        second = await profiles.results.history(ada.id, 2, first[-1].ended)
        assert [result.match for result in first + second] == ["4", "1", "2", "3", "0"]

    live(file, story)


def test_the_leaderboard_shows_the_strongest_first_and_only_rated_ones(url: str) -> None:
    async def story(profiles: Profiles) -> None:
        ada, bob, _eve = await people(profiles, "Ada", "Bob", "Eve")
        await profiles.finished(played(ada.id, bob.id))
        await profiles.finished(played(ada.id, bob.id, match="elsewhere", game="zock"))
        first, second = await profiles.results.leaderboard("kniffel", 2, 10)
        standings = {
            profile.name: (await profiles.results.standings(profile.id))[0].rating for profile in (ada, bob)
        }
        assert {first.name: first.rating, second.name: second.rating} == standings
        assert first.rating > second.rating
        assert (first.games, second.games) == (1, 1)
        assert await profiles.results.leaderboard("kniffel", 2, 1) == [first]
        assert await profiles.results.leaderboard("kniffel", 3, 10) == []

    live(url, story)
