"""Nobody is told what they may not know: every message is the same where only hidden things differ."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator
from contextlib import AsyncExitStack
from itertools import cycle
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from stammtisch.core.chance import Seeded
from stammtisch.core.errors import IllegalMove, StammtischError
from stammtisch.core.event import Event
from stammtisch.core.turn import Choose, Over, Seat, Throw
from stammtisch.match import Match, Steps
from stammtisch.server.tables import commands, updates
from stammtisch.server.tables.checks import Caller
from stammtisch.server.tables.decisions import accept, decide
from stammtisch.server.tables.events import decode_event
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.seating import create_link
from stammtisch.server.tables.state import Table, history, seats_to_act
from stammtisch.server.tables.updates import encode
from stammtisch.server.tables.views import NOTHING_SEEN, view_message, view_position, view_table
from stammtisch.server.thinking.worker import Judge
from stammtisch.testing.playout import mutated
from tests.server.playing import Door, Guest, News, open_house
from tests.server.sitting import Evening

GAMES: dict[tuple[str, int], set[str]] = {
    ("kniffel", 2): {"throw", "choose"},
    ("zock", 2): {"throw", "move"},
    ("zocknroll", 3): {"white", "decide", "mark"},
    ("tock", 2): {"give", "play", "draw", "seven"},
    ("tock", 4): {"give", "play", "seven"},
}
"""What is played, and phases that have to come up for a game to prove anything."""
LOOKS = 45
"""Positions of each game that are looked at closely."""
NAMES = ("Anna", "Ben", "Cleo", "Dora")
HIDDEN = "what nobody may read"


def twin(table: Table, seat: Seat | None, guesser: Seat, luck: Seeded) -> Table:
    """The table as it may be just as well, for all that the seat (None: a spectator) can know."""
    people = (who._replace(keys=(HIDDEN,) * len(who.keys), profile=HIDDEN) for who in table.people)
    recent = ((n, tuple(_concealed(event, seat) for event in events)) for n, events in table.recent)
    match = None if table.match is None else _twin_match(table.match, guesser, luck)
    return replace(table, people=tuple(people), links={}, recent=tuple(recent), match=match)


def _twin_match(match: Match, guesser: Seat, luck: Seeded) -> Match:
    state = match.game.guess(match.game.view(match.state, guesser), guesser, luck)
    steps = Steps.of((by, HIDDEN) for by, _ in match.steps)
    return replace(match, state=state, turn=match.game.turn(state), steps=steps)


def _concealed(event: Event, seat: Seat | None) -> Event:
    if event.known_to is None or seat in event.known_to:
        return event
    return Event(event.kind, event.seat, HIDDEN, event.known_to)


def twins(table: Table, luck: Seeded) -> Iterator[tuple[Seat | None, Table]]:
    """For every seat and for spectators a table that they cannot tell from this one."""
    for seat in range(table.terms.players):
        yield seat, twin(table, seat, seat, luck)
        yield None, twin(table, None, seat, luck)


def all_messages(table: Table, seat: Seat | None) -> list[str]:
    """Whatever can be sent to a seat about the table as it stands."""
    person = None if seat is None else table.seats[seat].person
    news: list[updates.AnyUpdate] = [
        view_table(table, person),
        *(view_position(table, seat, after, 0.0) for after in (NOTHING_SEEN, 0, table.n - 2)),
        *(view_message(table, n, entry) for n, entry in table.chat),
    ]
    return [encode(message).decode() for message in news]


def secrets(table: Table) -> set[str]:
    """Texts that have no place in any message: keys, tickets, and deals as they lie in the log."""
    hidden = {key for person in table.people for key in person.keys} | {*table.links}
    if table.status == "playing":
        hidden.add(table.secret)
    if table.has_secrets and table.match is not None:
        hidden |= {text for seat, text in table.running().steps if seat is None and len(text) > 6}
    return hidden


def check_messages(table: Table, luck: Seeded) -> int:
    """How many twins really differ in something; no message does."""
    differ = 0
    for seat, other in twins(table, luck):
        messages = all_messages(table, seat)
        assert messages == all_messages(other, seat), f"seat {seat} learns too much at {table.n}"
        assert not [text for text in secrets(table) for message in messages if text in message]
        differ += table.match is not None and other.running().state != table.running().state
    return differ


def tried(table: Table, person: PersonId | None, message: commands.TableCommand) -> tuple[str, Table | None]:
    """What a message is answered with, and the table after it."""
    try:
        decision = decide(table, lambda table, now: accept(table, Caller(person, now), message), 0.0)
    except StammtischError as error:
        return f"{error.code} {error} {error.clause if isinstance(error, IllegalMove) else ''}", None
    return "done", decision.table


def attempts(table: Table, luck: Random) -> list[commands.TableCommand]:
    """What somebody might try in order to learn something: moves of anybody, slips of the pen, throws."""
    listed = [
        str(move)
        for seat in range(table.terms.players)
        for move in table.game.moves(table.running().state, seat)
    ]
    played = [text for seat, text in table.running().steps if seat is not None]
    texts = luck.sample(listed, min(len(listed), 8)) + luck.sample(played, min(len(played), 4))
    texts += [mutated(text, Seeded(luck.getrandbits(32))) for text in texts]
    return [commands.Roll(at=table.at), *(commands.PlayMove(at=table.at, move=text) for text in texts)]


def check_refusals(table: Table, luck: Seeded, attempted: Iterable[commands.TableCommand]) -> None:
    """Whatever a seat tries, it is answered alike; a move of its own tells it nothing but what it did."""
    for message in attempted:
        for seat, other in twins(table, luck):
            person = None if seat is None else table.seats[seat].person
            answer, after = tried(table, person, message)
            other_answer, other_after = tried(other, person, message)
            assert answer == other_answer, f"seat {seat} learns something by trying {message}"
            if after and other_after and _tells_nothing_new(after, seat):
                position = encode(view_position(after, seat, table.n, 0.0))
                assert position == encode(view_position(other_after, seat, table.n, 0.0)), message


def _mover(table: Table) -> Seat | None:
    """Whose move the last step was; None where it was none."""
    last = table.running().steps.last
    return None if last is None else last[0]


def _tells_nothing_new(table: Table, seat: Seat | None) -> bool:
    """Whether the last step was a move of the seat and gave it nothing that somebody else had kept secret."""
    moved = _mover(table) == seat is not None
    return moved and all(event.known_to in (None, (seat,)) for event in table.recent[-1][1])


class Restless:
    """Plays a whole game at random, with all that people do besides."""

    def __init__(self, game: str, players: int) -> None:
        self.evening = Evening(game, *NAMES[:players]).begin()
        self.luck = Random(f"{game} {players}")
        self.phases: set[str] = set()
        self.done: set[str] = set()
        self.whims = cycle(range(5))
        self.evening.run(lambda table, now: create_link(table, 0, "a link", now))

    @property
    def table(self) -> Table:
        return self.evening.table

    def step(self) -> None:
        table = self.table
        self.phases.add(table.game.view(table.running().state, None)["phase"])
        turn = table.turn
        if isinstance(turn, Throw):
            assert turn.seat is not None
            self.evening.say(self.evening.person(turn.seat), commands.Roll(at=table.at))
        elif isinstance(turn, Choose):
            seat = self.luck.choice(turn.seats)
            move = self.luck.choice(table.game.moves(table.running().state, seat))
            self.evening.say(self.evening.person(seat), commands.PlayMove(at=table.at, move=str(move)))

    def fidget(self) -> None:
        """Talk, ask, leave and come back; what is refused is no matter here."""
        people = range(self.table.terms.players)
        someone, other = self.luck.sample(people, 2)
        mover = _mover(self.table)
        last = someone if mover is None else self.evening.person(mover)
        agreed: list[tuple[PersonId, commands.TableCommand]] = [
            (each, commands.CastVote(yes=True)) for each in people
        ]
        doings: list[list[tuple[PersonId, commands.TableCommand]]] = [
            [(last, commands.CallVote(vote="takeback")), *agreed],
            [
                (someone, commands.SendMessage(text="my hand is a secret")),
                (someone, commands.SendPhrase(phrase="oops")),
            ],
            [(someone, commands.CallVote(vote="handover", seat=other)), *agreed],
            [(someone, commands.CallVote(vote="pause")), *agreed],
            [(someone, commands.LeaveTable())],
        ]
        self.evening.now += 60
        taken_back = "takeback" in self.done or mover is None
        for person, message in doings[next(self.whims) if taken_back else 0]:
            if self._said(person, message):
                check_messages(self.table, Seeded("fidget"))
        for person in people:
            self._said(person, commands.ResumeMatch())
            self._said(person, commands.TakeSeatBack())

    def _said(self, person: PersonId, message: commands.TableCommand) -> bool:
        try:
            self.evening.say(person, message)
        except StammtischError:
            return False
        self.done.add(
            message.vote if isinstance(message, commands.CallVote) else str(message.__struct_config__.tag)
        )
        return True

    def rematch(self) -> None:
        self.evening.say(0, commands.CallVote(vote="rematch"))
        for person in range(1, self.table.terms.players):
            self.evening.say(person, commands.CastVote(yes=True))
        check_messages(self.table, Seeded("rematch"))
        self.evening.begin()


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_seat_hears_the_same_whatever_is_hidden_from_it(game: str, players: int) -> None:
    play, luck = Restless(game, players), Seeded("twins")
    looks = {*range(0, 40, 2)} | {*Random(0).sample(range(40, 400), LOOKS - 20)}
    differing = number = 0
    while not isinstance(play.table.turn, Over):
        if number in looks:
            differing += check_messages(play.table, luck)
            check_refusals(play.table, luck, attempts(play.table, play.luck))
        if number % 3 == 0 and number < 150:
            play.fidget()
        play.step()
        number += 1
    check_messages(play.table, luck)
    assert play.phases >= GAMES[game, players]
    assert play.done >= {"takeback", "leave", "pause", "nod", "resume", "back"}
    assert ("handover" in play.done) == (players > 2)
    assert bool(differing) == play.table.has_secrets
    play.rematch()
    play.step()
    check_messages(play.table, luck)


# Over real sockets


class Ear:
    """A guest, and who it is."""

    def __init__(self, guest: Guest, person: PersonId | None, token: str | None) -> None:
        self.guest = guest
        self.person = person
        self.token = token

    async def play(self, luck: Random, until: int) -> None:
        """Play wherever this guest is to, up to a position."""
        while self.guest.last("position")["at"] < until and await self.guest.act(luck.choice):
            pass


async def listening(door: Door, stack: AsyncExitStack, table: News, *names: str) -> list[Ear]:
    """Whoever opened the table, on two devices, then everybody with one of these names, and a spectator."""
    host = table["token"]
    tokens = [host, *[await door.sit(table["table"], name) for name in names], host, None]
    persons = [0, *range(1, len(names) + 1), 0, None]
    guests = [await stack.enter_async_context(door.guest(table["table"], token)) for token in tokens]
    await asyncio.gather(*(guest.seed() for guest in guests[:-2]))
    return [Ear(*one) for one in zip(guests, persons, tokens, strict=True)]


async def snapshots(door: Door, table: str) -> dict[int, Table]:
    """The table as it stood after every entry of its log."""
    log = map(decode_event, await door.services.log.read(table))
    return {stood.n: stood for stood in history(table, log)}


def expected(news: News, ear: Ear, stood: dict[int, Table], seen: dict[Seat | None, int]) -> object:
    """The same news as a twin of the table would have told it."""
    if "n" not in news:
        return {"presence": {"type", "seats", "watching"}, "error": {"type", "code", "message"}}[news["type"]]
    table, seat = stood[news["n"]], news.get("seat")
    seats = table.seats_of(ear.person)
    assert seat in seats or (seat is None and not (news["type"] == "position" and seats))
    other = twin(table, seat, seat or 0, Seeded(news["n"]))
    if news["type"] == "table":
        return json.loads(encode(view_table(other, ear.person)))
    if news["type"] == "talk":
        return json.loads(encode(view_message(other, *table.chat[-1])))
    after = seen.get(seat, NOTHING_SEEN)
    seen[seat] = news["n"]
    return json.loads(encode(view_position(other, seat, after, 0.0)))


def check_heard(ear: Ear, stood: dict[int, Table], tokens: Iterable[str]) -> None:
    """All that this guest has heard is what a twin would have told, and holds no secret."""
    seen: dict[Seat | None, int] = {}
    last = stood[max(stood)]
    for news in ear.guest.heard:
        if news["type"] == "advice":
            continue
        same = expected(news, ear, stood, seen)
        assert same == (news if "n" in news else {*news}), f"{ear.person} has heard {news}"
        over = news["type"] == "table" and news["status"] == "over"
        hidden = {*secrets(last), *tokens, *([] if over else [last.secret])}
        assert not [text for text in hidden if text in json.dumps(news)]


async def test_what_travels_over_sockets_is_what_each_may_know(tmp_path: Path) -> None:
    luck = Random("sockets")
    async with open_house(tmp_path) as door, AsyncExitStack() as stack:
        opened = await door.table("zocknroll", ["Anna", "free", "free"])
        ears = await listening(door, stack, opened, "Ben", "Cleo")
        players = ears[:3]
        await asyncio.gather(*(ear.play(luck, 12) for ear in players))
        await _check_kept_closed(door, opened, ears)
        await _check_advice(door, opened, ears)
        await players[1].guest.say("say", text="I hold sixes")
        await asyncio.gather(*(ear.play(luck, 10_000) for ear in players))
        stood = await snapshots(door, opened["table"])
        for ear in ears:
            await ear.guest.until(lambda news: news["type"] == "table" and news["status"] == "over")
            check_heard(ear, stood, [ear.token for ear in players if ear.token])
        record = await door.get(f"/api/records/{opened['match']}")
        assert record["fair"]["secret"] == stood[max(stood)].secret
        assert await door.get(f"/api/records/{opened['match']}/moments?count=3")


async def _check_kept_closed(door: Door, opened: News, ears: list[Ear]) -> None:
    """While a game is played nobody gets at its record, and everybody sees the table as who they are."""
    for path in ("", "/moments", "/draws", "/analysis/report", "/analysis/page", "/analysis"):
        answer = await door.http.get(f"/api/records/{opened['match']}{path}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown-table")
    assert (await door.http.post(f"/api/records/{opened['match']}/analysis")).status_code == 404
    table = (await door.services.tables.get(opened["table"])).table
    assert table.turn is not None
    for ear in ears:
        seats = table.seats_of(ear.person)
        other = twin(table, seats[0] if seats else None, 0, Seeded("table"))
        told_now = await door.get(f"/api/tables/{opened['table']}", ear.token)
        same = json.loads(encode(view_table(other, ear.person)))
        assert told_now == same | {"asked": sorted(seats_to_act(table.turn))}
        assert [seat["yours"] for seat in told_now["seats"]] == [each in seats for each in range(3)]


async def _check_advice(door: Door, opened: News, ears: list[Ear]) -> None:
    """A hint is worked out from the view alone, and all devices of who asked hear it, nobody else."""
    await ears[0].guest.say("hint")
    table = (await door.services.tables.get(opened["table"])).table
    other = twin(table, 0, 0, Seeded("advice"))
    evaluation = Judge("zocknroll", other.game.view(other.running().state, 0), 0, None).answer(
        lambda *_: None
    )
    judgement = msgspec.to_builtins(evaluation)
    for ear in ears:
        if ear.person == 0:
            advice = await ear.guest.until(lambda news: news["type"] == "advice")
            assert advice == {"type": "advice", "seat": 0, "at": table.at, "judgement": judgement}
    await ears[1].guest.say("nod", phrase="thinking")
    for ear in ears:
        await ear.guest.until(lambda news: news.get("phrase") == "thinking")
        assert ("advice" in {news["type"] for news in ear.guest.heard}) == (ear.person == 0)


async def test_partners_on_one_device_and_opponents_on_others_hear_what_they_may(tmp_path: Path) -> None:
    luck = Random("partners")
    async with open_house(tmp_path) as door, AsyncExitStack() as stack:
        opened = await door.table("tock", ["Anna", "free", "Cleo", "free"])
        ears = await listening(door, stack, opened, "Ben", "Dora")
        await asyncio.gather(*(ear.play(luck, 120) for ear in ears[:3]))
        await ears[1].guest.say("ask", vote="handover", seat=0)
        await ears[2].guest.until(lambda news: news["type"] == "table" and bool(news["vote"]))
        await ears[2].guest.say("answer", yes=True)
        await ears[0].guest.until(lambda news: news["type"] == "table" and bool(news["seats"][0]["stand_in"]))
        await ears[0].guest.say("back")
        await asyncio.gather(*(ear.play(luck, 160) for ear in ears[:3]))
        stood = await snapshots(door, opened["table"])
        for ear in ears:
            check_heard(ear, stood, [ear.token for ear in ears if ear.token])
