"""What somebody wants, and the entries it leads to; nothing here changes the table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from stammtisch.core.errors import BadRequest, NotYourTurn
from stammtisch.core.turn import Over, Seat, Throw
from stammtisch.match.fairness import fresh_secret
from stammtisch.match.real_dice import typed
from stammtisch.server.tables import events as log
from stammtisch.server.tables import messages as said
from stammtisch.server.tables.errors import (
    Begun,
    BotPlays,
    Hushed,
    NotBegun,
    NoThrow,
    NotSeated,
    Paused,
    QuestionOpen,
    SeatTaken,
    Settled,
    Stale,
    StillHere,
    StillPlaying,
    TableError,
    TableOver,
)
from stammtisch.server.tables.events import AnyEntry, Sitter
from stammtisch.server.tables.seats import Vote
from stammtisch.server.tables.state import Table
from stammtisch.server.tables.undo import back_to, in_hand
from stammtisch.server.tokens import fresh_match

Entries: TypeAlias = list[AnyEntry]

VOTE_STANDS: Final = 30.0
"""Seconds for which a question cannot be replaced by another."""


class Caller(NamedTuple):
    """Who wants something and when, and who else is at the table right now."""

    sitter: Sitter | None
    now: float
    present: Callable[[], Collection[Sitter]] = tuple

    @property
    def person(self) -> Sitter:
        """The caller, who has to be somebody with a seat."""
        if self.sitter is None:
            raise NotSeated("only who sits at this table can do that")
        return self.sitter


def decide(table: Table, caller: Caller, message: said.AnyMessage) -> Entries:
    """The entries that a message leads to, or why it leads to none."""
    if table.closed is not None:
        raise TableOver(f"this table is closed: {table.closed}")
    if not table.seats_of(caller.sitter):
        raise NotSeated("only who sits at this table can do that")
    return _DECISIONS[type(message)](table, caller, message)


# Throws and moves


def _throw(table: Table, caller: Caller, message: said.Throw) -> Entries:
    _check_running(table)
    turn = table.turn
    if not isinstance(turn, Throw):
        raise _late(table, message.at, "there is nothing to throw now")
    _check_fresh(table, message.at, table.at)
    _check_thrower(table, caller, turn.seat, message.seat)
    if table.terms.real_dice and message.outcome is None:
        raise BadRequest("real dice are thrown at this table: say what fell as outcome")
    if not table.terms.real_dice and message.outcome is not None:
        raise BadRequest("the table throws for you: leave outcome out")
    outcome = message.outcome
    text = drawn(table) if outcome is None else typed(table.game, table.standing(), outcome)
    return [log.Step(t=caller.now, text=text)]


def _check_thrower(table: Table, caller: Caller, thrower: Seat | None, seat: Seat | None) -> None:
    """Who throws is whose hand it is; what bots and the table throw, anybody may type in."""
    own = table.seats_of(caller.person)
    if thrower in own and seat in (None, thrower):
        return
    if not (table.terms.real_dice and (thrower is None or table.chairs[thrower].played_by_bot)):
        raise NotYourTurn(f"seat {thrower} throws now")


def _move(table: Table, caller: Caller, message: said.Move) -> Entries:
    _check_running(table)
    seat = own_seat(table, caller, message.seat)
    asking = table.asked.get(seat)
    if asking is None or isinstance(table.turn, Throw):
        raise _late(table, message.at, f"seat {seat} has nothing to decide now")
    _check_fresh(table, message.at, asking.n)
    if table.chairs[seat].stand_in:
        raise BotPlays(f"a bot plays seat {seat} for you: take it back first")
    move = table.game.parse(table.state, message.move)
    return [log.Step(t=caller.now, seat=seat, text=str(move))]


def own_seat(table: Table, caller: Caller, seat: Seat | None) -> Seat:
    """The seat that is meant: the one named, or the only one that is to act."""
    own = table.seats_of(caller.person)
    if seat is not None:
        if seat not in own:
            raise NotSeated(f"seat {seat} is not yours")
        return seat
    acting = [mine for mine in own if mine in table.asked] or own
    if len(acting) != 1:
        raise NotSeated("say for which of your seats" if acting else "you have no seat here")
    return acting[0]


def _check_running(table: Table) -> None:
    if table.state is None:
        raise NotBegun("the game has not begun")
    if isinstance(table.turn, Over):
        raise TableOver("the game is over")
    if table.paused is not None:
        raise Paused("the game is paused")


def _check_fresh(table: Table, at: int, since: int) -> None:
    if not since <= at <= table.at:
        raise Stale(f"made for position {at}, and this is position {table.at}: nothing has happened")


def _late(table: Table, at: int, why: str) -> Exception:
    """A message for another position is stale, whatever else is wrong with it."""
    return NotYourTurn(why) if at == table.at else Stale(f"made for position {at}, and this is {table.at}")


def bot_played(table: Table, seat: Seat, at: int, text: str, now: float) -> Entries:
    """What a bot chose, if it still is to choose there."""
    asking = table.asked.get(seat)
    running = table.paused is None and table.closed is None
    if running and asking and asking.n <= at <= table.at and table.chairs[seat].played_by_bot:
        return [log.Step(t=now, seat=seat, text=text)]
    return []


def due(table: Table, now: float) -> AnyEntry | None:
    """What comes next without anybody: the beginning, or a throw of a bot or of the table."""
    if table.closed is not None or table.paused is not None:
        return None
    if table.state is None:
        return None if table.free or table.seedless else log.Began(t=now)
    turn = table.turn
    if table.dice is None or not isinstance(turn, Throw):
        return None
    if turn.seat is not None and not table.chairs[turn.seat].played_by_bot:
        return None
    return log.Step(t=now, text=drawn(table))


def drawn(table: Table) -> str:
    """What the dice of the game show next."""
    assert table.dice is not None, "only fair dice fall by themselves"  # noqa: S101
    text: str = table.game.chance(table.state).sample(table.dice.source(len(table.steps)))
    return text


# Before the game


def _seed(table: Table, caller: Caller, message: said.Seed) -> Entries:
    if table.state is not None:
        raise Begun("the first throw may have fallen: a seed counts only before the game")
    return [log.Seeded(t=caller.now, sitter=caller.person, seed=message.seed)]


def _start(table: Table, caller: Caller, _: said.Start) -> Entries:
    if table.state is not None:
        raise Begun("the game has begun already")
    bots: Entries = [log.Manned(t=caller.now, seat=seat, bot=table.terms.stand_in) for seat in table.free]
    present = caller.present()
    late = [seat for seat in table.seedless if table.chairs[seat].sitter not in present]
    return [*bots, *(log.Standin(t=caller.now, seat=seat, why="away") for seat in late)]


# Votes


def _ask(table: Table, caller: Caller, message: said.Ask) -> Entries:
    if caller.person not in table.players:
        raise NotSeated("only who plays at this table asks the others")
    if table.vote and caller.now < table.vote.t + VOTE_STANDS and table.vote.by != caller.person:
        raise QuestionOpen("another question is open: answer it first")
    voters = _QUESTIONS[message.vote](table, caller, message)
    asked = log.Asked(
        t=caller.now, vote=message.vote, by=caller.person, voters=tuple(sorted(voters)), seat=message.seat
    )
    yes = frozenset({caller.person})
    vote = Vote(message.vote, caller.person, message.seat, asked.voters, yes, frozenset(), caller.now)
    return [asked, *_outcome(table, vote, caller.now)]


def _about_takeback(table: Table, caller: Caller, message: said.Ask) -> Iterable[Sitter]:
    _check_running(table)
    start = back_to(table, table.seats_of(caller.person))
    return [caller.person] if in_hand(table, start) else table.players


def _about_rematch(table: Table, caller: Caller, message: said.Ask) -> Iterable[Sitter]:
    if not isinstance(table.turn, Over):
        raise StillPlaying("play on: a new game begins when this one is over")
    return _present(table, caller)


def _about_pause(table: Table, caller: Caller, message: said.Ask) -> Iterable[Sitter]:
    _check_running(table)
    return _present(table, caller)


def _present(table: Table, caller: Caller) -> set[Sitter]:
    """The players who can answer now; who is gone holds nobody up."""
    return {*table.players} & {caller.person, *caller.present()}


def _about_handover(table: Table, caller: Caller, message: said.Ask) -> Iterable[Sitter]:
    if table.free or isinstance(table.turn, Over):
        raise TableError("a seat is handed to a bot only while a game is played")
    if message.seat is None or not 0 <= message.seat < len(table.chairs):
        raise BadRequest(f"say which seat, from 0 to {len(table.chairs) - 1}")
    chair = table.chairs[message.seat]
    if chair.played_by_bot:
        raise SeatTaken(f"a bot plays seat {message.seat} already")
    present = _present(table, caller)
    others = present - {chair.sitter}
    if (
        chair.sitter in present - {caller.person}
        and len(others) == 1
        and not _kept_waiting(table, caller, message.seat)
    ):
        raise StillHere(
            f"nobody takes another's seat away alone while they are here, "
            f"unless they keep everybody waiting for {table.terms.away} s"
        )
    return others or {caller.person}


def _kept_waiting(table: Table, caller: Caller, seat: Seat) -> bool:
    asking = table.asked.get(seat)
    return asking is not None and caller.now >= asking.t + table.terms.away


_QUESTIONS: Final[dict[str, Callable[[Table, Caller, said.Ask], Iterable[Sitter]]]] = {
    "takeback": _about_takeback,
    "rematch": _about_rematch,
    "pause": _about_pause,
    "handover": _about_handover,
}


def _answer(table: Table, caller: Caller, message: said.Answer) -> Entries:
    if table.vote is None:
        raise Settled("nothing is being asked")
    if caller.person not in table.vote.voters:
        raise NotSeated("you have not been asked")
    vote = table.vote.answered(caller.person, yes=message.yes)
    return [
        log.Answered(t=caller.now, by=caller.person, yes=message.yes),
        *_outcome(table, vote, caller.now),
    ]


def _outcome(table: Table, vote: Vote, now: float) -> Entries:
    """What follows once everybody has agreed; what can no longer be is let go."""
    if not vote.agreed:
        return []
    match vote.kind:
        case "takeback":
            return _taken_back(table, table.seats_of(vote.by), now)
        case "rematch":
            return [laid(now, turned=1)]
        case "pause":
            return [log.Paused(t=now)]
        case "handover":
            assert vote.seat is not None, "asked about a seat"  # noqa: S101
            return [log.Standin(t=now, seat=vote.seat, why="vote")]


def _taken_back(table: Table, own: Sequence[Seat], now: float) -> Entries:
    """The last move of these seats goes, unless something was shown while the others thought about it."""
    try:
        return [log.Undone(t=now, steps=back_to(table, own), seat=own[0], why="takeback")]
    except TableError:
        return []


def laid(now: float, turned: int = 0) -> log.Laid:
    """A new game at the same table, with a secret of its own."""
    return log.Laid(t=now, match=fresh_match(), secret=fresh_secret(), turned=turned)


def _contest(table: Table, caller: Caller, message: said.Contest) -> Entries:
    _check_running(table)
    _check_fresh(table, message.at, table.at)
    if not table.terms.real_dice:
        raise NoThrow("these dice are the table's: they can be verified after the game")
    if not table.steps or table.steps[-1][0] is not None:
        raise NoThrow("the last step was no throw")
    seat = table.seats_of(caller.person)[0]
    return [log.Undone(t=caller.now, steps=len(table.steps) - 1, seat=seat, why="contest")]


def _resume(table: Table, caller: Caller, _: said.Resume) -> Entries:
    if table.paused is None:
        raise Settled("the game is not paused")
    return [log.Resumed(t=caller.now, by=caller.person)]


# Coming and going


def _leave(table: Table, caller: Caller, _: said.Leave) -> Entries:
    own = [seat for seat in table.seats_of(caller.person) if not table.chairs[seat].stand_in]
    if not own:
        raise NotSeated("you play no seat here")
    if table.state is None and table.number == 1:
        return [log.Rose(t=caller.now, sitter=caller.person)]
    return [log.Standin(t=caller.now, seat=seat, why="left") for seat in own]


def _back(table: Table, caller: Caller, _: said.Back) -> Entries:
    own = [seat for seat in table.seats_of(caller.person) if table.chairs[seat].stand_in]
    if not own:
        raise Settled("no bot plays for you")
    return [log.Back(t=caller.now, seat=seat) for seat in own]


def times_up(table: Table, now: float, gone: Collection[Seat]) -> Entries:
    """Seats whose time has run out, and seats whose owners have been gone too long, go to a bot."""
    if table.paused is not None or table.closed is not None or isinstance(table.turn, Over):
        return []
    late = [seat for seat in table.asked if (limit := table.deadline(seat)) is not None and limit <= now]
    left = [
        seat
        for seat in gone
        if seat not in late and table.chairs[seat].sitter is not None and not table.chairs[seat].stand_in
    ]
    if table.state is None and (table.free or table.number == 1):
        return []  # before the first game nobody is waited for in vain: others may sit down or start it
    return [
        *(log.Standin(t=now, seat=seat, why="time") for seat in late),
        *(log.Standin(t=now, seat=seat, why="away") for seat in left),
    ]


# Talk


def _say(table: Table, caller: Caller, message: said.Say) -> Entries:
    text = "".join(letter if letter.isprintable() else " " for letter in message.text).strip()
    if not text:
        raise BadRequest("there is nothing to read in that")
    if clause := hushed(table):
        raise Hushed(f"only set phrases now: partners do not tell each other anything ({clause})")
    return [log.Said(t=caller.now, sitter=caller.person, text=text)]


def hushed(table: Table) -> str | None:
    """The clause that forbids to talk freely now."""
    if table.state is None or isinstance(table.turn, Over):
        return None
    clause: str | None = table.game.hush(table.state)
    return clause


def _nod(table: Table, caller: Caller, message: said.Nod) -> Entries:
    return [log.Said(t=caller.now, sitter=caller.person, phrase=message.phrase)]


_DECISIONS: Final[dict[type, Callable[..., Entries]]] = {
    said.Throw: _throw,
    said.Move: _move,
    said.Contest: _contest,
    said.Seed: _seed,
    said.Start: _start,
    said.Ask: _ask,
    said.Answer: _answer,
    said.Resume: _resume,
    said.Leave: _leave,
    said.Back: _back,
    said.Say: _say,
    said.Nod: _nod,
}
