"""Nobody can fill the log of a table: what somebody does besides playing is bounded, whatever it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stammtisch.core.errors import StammtischError
from stammtisch.core.turn import Throw
from stammtisch.server.ops.limits import TooMany
from stammtisch.server.tables import commands, plays, spending
from stammtisch.server.tables.checks import Caller
from stammtisch.server.tables.decisions import accept
from stammtisch.server.tables.errors import Enough, TableFull, TooLong
from stammtisch.server.tables.events import StandInStarted
from stammtisch.server.tables.plays import play_bot_move
from stammtisch.server.tables.seating import NewPlayers, create_link, join_table, use_link
from stammtisch.server.tables.spending import (
    CHAT,
    CONTESTS,
    MOST_IN_A_MATCH,
    MOST_KEYS,
    MOST_LINKS,
    MOST_PEOPLE,
    SEEDS,
    Allowance,
)
from stammtisch.server.tables.state import replay
from tests.server.offline_table import OfflineTable, assert_refused

OFTEN = 300
MOST_AT_ONCE = max(each.at_once for each in vars(spending).values() if isinstance(each, Allowance))

Flood = Callable[[OfflineTable, int], None]
"""The number-th round of somebody who does something again and again."""


def seeds(offline: OfflineTable, number: int) -> None:
    offline.send(0, commands.AddSeed(seed=f"{number:016x}"))


def messages(offline: OfflineTable, number: int) -> None:
    offline.send(0, commands.SendMessage(text=str(number)))


def phrases(offline: OfflineTable, _: int) -> None:
    offline.send(0, commands.SendPhrase(phrase="hurry"))


def questions(offline: OfflineTable, number: int) -> None:
    offline.send(0, commands.CallVote(vote="pause"))
    offline.send(0, commands.CastVote(yes=False))


def answers(offline: OfflineTable, number: int) -> None:
    if offline.table.vote is None:
        offline.send(0, commands.CallVote(vote="handover", seat=1))
    offline.send(2, commands.CastVote(yes=number % 2 == 0))


def pauses(offline: OfflineTable, _: int) -> None:
    if offline.table.paused is None:
        pause = commands.CallVote(vote="pause")
        offline.run(lambda table, now: accept(table, Caller(0, now, lambda: [0]), pause))
    offline.send(0, commands.ResumeMatch())


def departures(offline: OfflineTable, _: int) -> None:
    offline.send(0, commands.LeaveTable())
    offline.send(0, commands.TakeSeatBack())


def links(offline: OfflineTable, number: int) -> None:
    offline.run(lambda table, now: create_link(table, 0, f"link {number}", now))


def keys(offline: OfflineTable, number: int) -> None:
    links(offline, number)
    offline.run(lambda table, now: use_link(table, f"link {number}", None, f"key {number}", now))


def seats(offline: OfflineTable, number: int) -> None:
    if offline.table.seats_of(1):
        offline.send(1, commands.LeaveTable())
    new = NewPlayers(names=["Ben"], seats=[1])
    offline.run(lambda table, now: join_table(table, new, 1, "", None, now))


def mutings(offline: OfflineTable, number: int) -> None:
    offline.send(0, commands.MutePlayer(seat=1, muted=number % 2 == 0))


def contests(offline: OfflineTable, _: int) -> None:
    turn = offline.table.turn
    if isinstance(turn, Throw):
        assert turn.seat is not None
        offline.send(offline.person(turn.seat), commands.Roll(at=offline.table.at, outcome="63"))
    offline.send(0, commands.ContestRoll(at=offline.table.at))


BEFORE_A_GAME: list[Flood] = [seeds, messages, phrases, links, keys, seats, mutings]
IN_A_GAME: list[Flood] = [messages, phrases, questions, answers, pauses, departures, links, keys, mutings]


def table(*, started: bool) -> OfflineTable:
    offline = OfflineTable("kniffel", "Anna", "Ben", "Cleo", "Dora", "Eva", guest_host=True)
    return offline.start() if started else offline


def growth(offline: OfflineTable, flood: Flood) -> int:
    """By how many events the log grows if somebody tries it often within one moment."""
    before = len(offline.log)
    for number in range(OFTEN):
        try:
            flood(offline, number)
        except (TooMany, Enough):
            continue
    return len(offline.log) - before


def name(flood: Flood) -> str:
    return getattr(flood, "__name__", "")


@pytest.mark.parametrize("flood", BEFORE_A_GAME, ids=name)
def test_before_a_game_nobody_can_fill_the_log(flood: Flood) -> None:
    assert 1 <= growth(table(started=False), flood) <= 2 * MOST_AT_ONCE < OFTEN


@pytest.mark.parametrize("flood", IN_A_GAME, ids=name)
def test_in_a_game_nobody_can_fill_the_log(flood: Flood) -> None:
    assert 1 <= growth(table(started=True), flood) <= 3 * MOST_AT_ONCE < OFTEN


def test_real_dice_cannot_be_contested_endlessly() -> None:
    offline = OfflineTable("zock", "Anna", "Ben", real_dice=True)
    growth(offline, contests)
    assert sum('"why":"contest"' in text for text in offline.log) == CONTESTS.at_once


def test_a_tie_of_real_dice_does_not_go_on_endlessly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plays, "MOST_STEPS", 20)
    offline = OfflineTable("zock", "Anna", "Ben", real_dice=True)
    ties = [(seat, "42") for _ in range(10) for seat in (0, 1)]
    for seat, outcome in ties:
        offline.send(seat, commands.Roll(at=offline.table.at, outcome=outcome))
    assert_refused(TooLong, offline, 0, commands.Roll(at=offline.table.at, outcome="42"))
    assert len(offline.table.running().steps) == 20


def move_by_bot(offline: OfflineTable) -> None:
    (seat,) = offline.table.waiting
    move = offline.moves(seat)[0]
    offline.run(lambda table, now: play_bot_move(table, seat, table.at, move, now))


def test_an_endless_game_is_played_to_its_end_by_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plays, "MOST_STEPS", 20)
    offline = OfflineTable("kniffel", "Anna", "Ben").start()
    with pytest.raises(TooLong):
        offline.play_to_end()
    for person in (0, 1):
        offline.send(person, commands.LeaveTable())
    while not offline.table.over:
        move_by_bot(offline)
    assert len(offline.table.running().steps) > 20


# The same again is nothing new


def test_the_same_seed_question_or_answer_again_leaves_no_event() -> None:
    offline = table(started=False)
    for _ in range(OFTEN):
        offline.send(0, commands.AddSeed(seed="a" * 16))
    assert sum('"e":"seeded"' in text for text in offline.log) == 1
    offline = table(started=True)
    before = len(offline.log)
    for _ in range(OFTEN):
        offline.send(0, commands.CallVote(vote="handover", seat=1))
    for _ in range(OFTEN):
        offline.send(2, commands.CastVote(yes=True))
    assert len(offline.log) == before + 2


# When to come back, and what follows from the log


def test_the_refusal_says_when_to_come_back_and_then_it_is_accepted() -> None:
    offline = table(started=False)
    for number in range(SEEDS.at_once):
        seeds(offline, number)
    with pytest.raises(TooMany, match="too many seeds from you; try again in 60 s") as refused:
        seeds(offline, 99)
    offline.now += refused.value.retry_after
    seeds(offline, 99)
    with pytest.raises(TooMany):
        seeds(offline, 100)


def test_every_process_counts_the_same_and_a_restart_gives_nothing_back() -> None:
    offline = table(started=False)
    for number in range(SEEDS.at_once):
        seeds(offline, number)
    loaded = replay("offline", offline.log)
    assert loaded.spending == offline.table.spending
    with pytest.raises(TooMany):
        accept(loaded, Caller(0, offline.now), commands.AddSeed(seed="f" * 16))


def test_what_one_player_does_costs_nobody_else() -> None:
    offline = table(started=True)
    growth(offline, messages)
    offline.send(1, commands.SendMessage(text="I can still write"))


def test_the_next_game_begins_with_full_allowances() -> None:
    offline = OfflineTable("zock", "Anna", "Ben").start()
    growth(offline, messages)
    offline.play_to_end()
    offline.send(0, commands.CallVote(vote="rematch"))
    offline.send(1, commands.CastVote(yes=True))
    for number in range(CHAT.at_once):
        messages(offline, number)


def test_what_one_player_does_in_a_game_is_limited_however_slow_it_is() -> None:
    offline = table(started=True)
    for number in range(MOST_IN_A_MATCH - 1):  # the first thing was a seed
        offline.now += CHAT.seconds
        messages(offline, number)
    offline.now += 1000
    assert_refused(Enough, offline, 0, commands.SendMessage(text="one more"))
    assert_refused(Enough, offline, 0, commands.CallVote(vote="pause"))
    offline.send(1, commands.SendMessage(text="I have not said much"))
    offline.step()


def test_the_owner_of_a_seat_can_take_it_back_even_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spending, "MOST_IN_A_MATCH", 5)
    offline = table(started=True)
    growth(offline, messages)
    offline.run(lambda _, now: [StandInStarted(t=now, seat=0, why="away")])
    offline.send(0, commands.TakeSeatBack())
    assert offline.stand_in(0) is None


# People, links and keys


def test_the_number_of_guests_who_come_and_go_is_limited() -> None:
    offline, guest = table(started=False), NewPlayers(names=["Guest"])
    offline.send(4, commands.LeaveTable())
    while len(offline.table.people) < MOST_PEOPLE:
        offline.run(lambda table, now: join_table(table, guest, None, "key", None, now))
        offline.send(offline.person(4), commands.LeaveTable())
    with pytest.raises(TableFull, match="come and gone"):
        join_table(offline.table, guest, None, "key", None, offline.now)


def test_only_the_newest_links_and_keys_of_a_person_are_kept() -> None:
    offline = table(started=False)
    for number in range(2 * MOST_KEYS):
        offline.now += 60
        keys(offline, number)
    assert offline.table.people[0].keys == tuple(f"key {n}" for n in range(MOST_KEYS, 2 * MOST_KEYS))
    for number in range(2 * MOST_LINKS):
        offline.now += 60
        links(offline, number)
    offline.run(lambda table, now: create_link(table, 1, "Ben's", now))
    assert sum(link.person == 0 for link in offline.table.links.values()) == MOST_LINKS
    with pytest.raises(StammtischError):
        use_link(offline.table, "link 0", None, "key", offline.now)
    assert use_link(offline.table, f"link {2 * MOST_LINKS - 1}", None, "key", offline.now)
