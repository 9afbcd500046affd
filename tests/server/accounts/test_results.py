"""Results, statistics, ratings and leaderboards of finished games."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from statistics import mean

import pytest

from stammtisch.server.accounts import results
from stammtisch.server.accounts.profiles import Profile, Profiles
from stammtisch.server.accounts.ratings import FRESH, changes
from tests.server.profiles import exported, finished_table, open_profiles, outcome
from tests.store.stores import outside


async def people(profiles: Profiles, *names: str) -> list[Profile]:
    return [(await profiles.sign_up(name)).profile for name in names]


async def matches(profiles: Profiles, profile: Profile) -> list[str]:
    return [result.match for result in await profiles.results.history(profile.id)]


async def test_every_profile_gets_the_result_of_its_own_seat(url: str) -> None:
    async with open_profiles(url) as profiles:
        ada, bob = await people(profiles, "Ada", "Bob")
        table = finished_table(ada.id, None, bob.id, bots=1, ended=1234.5)
        await profiles.results.finished(table)
        end = outcome(table)
        for profile, seat in ((ada, 0), (bob, 2)):
            (result,) = await profiles.results.history(profile.id)
            assert (result.match, result.table, result.game) == ("match", "table of match", "kniffel")
            assert (result.players, result.seat, result.ended) == (4, seat, 1234.5)
            assert (result.place, result.score) == (end.places[seat], end.scores[seat])
            assert (result.won, result.rated) == (seat in end.winners, True)
        assert len(await outside(url, "SELECT * FROM results")) == 2


async def test_a_game_that_is_reported_several_times_counts_once(url: str) -> None:
    async with open_profiles(url) as profiles:
        ada, bob = await people(profiles, "Ada", "Bob")
        table = finished_table(ada.id, bob.id)
        await asyncio.gather(*(profiles.results.finished(table) for _ in range(5)))
        await profiles.results.finished(table)
        for profile in (ada, bob):
            assert await matches(profiles, profile) == ["match"]
            (standing,) = await profiles.results.standings(profile.id)
            assert standing.games == 1


async def test_a_game_without_profiles_leaves_no_results(file: str) -> None:
    async with open_profiles(file) as profiles:
        await profiles.results.finished(finished_table(None, None))
        assert await outside(file, "SELECT * FROM results") == []


async def test_a_profile_that_was_deleted_during_the_game_gets_no_result(url: str) -> None:
    async with open_profiles(url) as profiles:
        ada, bob = await people(profiles, "Ada", "Bob")
        await profiles.delete(ada)
        await profiles.results.finished(finished_table(ada.id, bob.id))
        assert [row[0] for row in await outside(url, "SELECT profile FROM results")] == [bob.id]
        assert await profiles.results.standings(bob.id) == []


@pytest.mark.parametrize("terms", [{"public": False}, {"rated": False}])
async def test_an_unrated_game_counts_for_statistics_only(file: str, terms: dict[str, object]) -> None:
    async with open_profiles(file) as profiles:
        ada, bob = await people(profiles, "Ada", "Bob")
        await profiles.results.finished(finished_table(ada.id, bob.id, **terms))  # type: ignore[arg-type]
        (result,) = await profiles.results.history(ada.id)
        (statistic,) = await profiles.results.statistics(ada.id)
        assert not result.rated
        assert (statistic.games, statistic.rating) == (1, None)
        assert await profiles.results.leaderboard("kniffel", 2, 10) == []


async def test_ratings_follow_the_places_from_game_to_game(url: str) -> None:
    async with open_profiles(url) as profiles:
        ada, bob = await people(profiles, "Ada", "Bob")
        ratings = [FRESH, FRESH]
        for match in ("one", "two", "three"):
            table = finished_table(ada.id, bob.id, match=match)
            await profiles.results.finished(table)
            by_game = changes(ratings, outcome(table).places)
            ratings = [change.of(rating) for change, rating in zip(by_game, ratings, strict=True)]
        for profile, rating in zip((ada, bob), ratings, strict=True):
            (standing,) = await profiles.results.standings(profile.id)
            assert (standing.mu, standing.sigma, standing.games) == pytest.approx((*rating, 3))
            assert standing.rating == pytest.approx(rating.ordinal)


async def test_games_that_end_at_the_same_moment_all_count_for_the_rating(url: str) -> None:
    async with open_profiles(url) as profiles:
        ada, *others = await people(profiles, "Ada", "Bob", "Eve", "Dan", "Eli")
        tables = [finished_table(ada.id, other.id, match=f"against {other.name}") for other in others]
        await asyncio.gather(*(profiles.results.finished(table) for table in tables))
        (standing,) = await profiles.results.standings(ada.id)
        assert standing.games == 4
        assert standing.sigma < changes([FRESH, FRESH], [1, 2])[0].of(FRESH).sigma


async def test_ratings_are_kept_by_game_and_number_of_players(file: str) -> None:
    async with open_profiles(file) as profiles:
        ada, bob = await people(profiles, "Ada", "Bob")
        await profiles.results.finished(finished_table(ada.id, bob.id, match="one"))
        await profiles.results.finished(finished_table(ada.id, bob.id, match="two", game="zock"))
        await profiles.results.finished(finished_table(ada.id, bob.id, match="three", bots=1))
        standings = await profiles.results.standings(ada.id)
        assert [(standing.game, standing.players, standing.games) for standing in standings] == [
            ("kniffel", 2, 1),
            ("kniffel", 3, 1),
            ("zock", 2, 1),
        ]


async def test_statistics_summarize_the_games_of_a_profile(url: str) -> None:
    async with open_profiles(url) as profiles:
        ada, bob = await people(profiles, "Ada", "Bob")
        tables = [finished_table(ada.id, bob.id, match=match) for match in ("one", "two", "three")]
        for table in [*tables, finished_table(ada.id, None, match="four", game="zock")]:
            await profiles.results.finished(table)
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


async def _after_games(profiles: Profiles, ends: Sequence[float]) -> Profile:
    (ada,) = await people(profiles, "Ada")
    for number, ended in enumerate(ends):
        await profiles.results.finished(finished_table(ada.id, None, match=f"{number}", ended=ended))
    return ada


async def test_the_history_comes_in_pages_with_the_latest_game_first(url: str) -> None:
    async with open_profiles(url) as profiles:
        ada = await _after_games(profiles, [1.0, 3.5, 3.25, 4.0])
        first = await profiles.results.history(ada.id, 2)
        second = await profiles.results.history(ada.id, 2, first[-1].ended)
        third = await profiles.results.history(ada.id, 2, second[-1].ended)
        assert [[result.ended for result in page] for page in (first, second, third)] == [
            [4.0, 3.5],
            [3.25, 1.0],
            [],
        ]


async def test_games_of_the_same_moment_are_on_the_same_page(file: str) -> None:
    async with open_profiles(file) as profiles:
        ada = await _after_games(profiles, [1.0, 2.0, 2.0, 2.0, 3.0])
        first = await profiles.results.history(ada.id, 2)
        second = await profiles.results.history(ada.id, 2, first[-1].ended)
        assert [result.match for result in first + second] == ["4", "1", "2", "3", "0"]


async def test_the_leaderboard_lists_rated_profiles_with_the_strongest_first(url: str) -> None:
    async with open_profiles(url) as profiles:
        ada, bob, _eve = await people(profiles, "Ada", "Bob", "Eve")
        await profiles.results.finished(finished_table(ada.id, bob.id))
        await profiles.results.finished(finished_table(ada.id, bob.id, match="elsewhere", game="zock"))
        first, second = await profiles.results.leaderboard("kniffel", 2, 10)
        standings = {
            profile.name: (await profiles.results.standings(profile.id))[0].rating for profile in (ada, bob)
        }
        assert {first.name: first.rating, second.name: second.rating} == standings
        assert first.rating > second.rating
        assert (first.games, second.games) == (1, 1)
        assert await profiles.results.leaderboard("kniffel", 2, 1) == [first]
        assert await profiles.results.leaderboard("kniffel", 3, 10) == []


@pytest.mark.parametrize("page", [1, 2, 3, 500])
async def test_all_games_are_read_in_pages(file: str, page: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "PAGE", page)
    async with open_profiles(file) as profiles:
        ada = await _after_games(profiles, [1.0, 2.0, 2.0, 2.0, 3.0])
        assert [game.match for game in (await exported(profiles, ada)).results] == ["4", "1", "2", "3", "0"]


async def test_a_page_of_very_many_games_is_found_without_reading_all(file: str) -> None:
    """The loop waits for it."""
    async with open_profiles(file) as profiles:
        plan = await profiles._database.rows(f"EXPLAIN QUERY PLAN {results._PLAYED}", "profile", 0.0, 1)
        ways = [way for *_, way in plan if " results " in way]
        assert ways
        assert all(
            "USING INDEX results_ended" in way or "COVERING INDEX results_ended" in way for way in ways
        )
