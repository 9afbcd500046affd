"""Where commands are accepted or refused.

`decide` returns the events an action leads to and the table after them, or raises what refuses it,
rules of the game included. It changes nothing; the events count once they are stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypeAlias

from stammtisch.core.turn import Throw
from stammtisch.server.tables import chat, hosting, plays, votes
from stammtisch.server.tables.bot_names import bot_names
from stammtisch.server.tables.checks import Caller, check_allowed, check_open
from stammtisch.server.tables.commands import (
    AddSeed,
    CallVote,
    CastVote,
    ContestRoll,
    LeaveTable,
    MutePlayer,
    PlayMove,
    RemovePlayer,
    ResumeMatch,
    Roll,
    SendMessage,
    SendPhrase,
    StartMatch,
    TableCommand,
    TakeSeatBack,
)
from stammtisch.server.tables.errors import Begun, NotSeated, RatedSeat, Settled
from stammtisch.server.tables.events import (
    AnyEvent,
    BotSeated,
    MatchResumed,
    MatchStarted,
    PlayerUnseated,
    SeedAdded,
    StandInEnded,
    StandInStarted,
    StepPlayed,
)
from stammtisch.server.tables.state import apply
from stammtisch.server.tables.table import Table

MOST_AUTOMATIC: Final = 1000
"""Events that may follow automatically: far more than any game needs."""

Action: TypeAlias = Callable[[Table, float], Iterable[AnyEvent]]
"""What somebody wants of a table at a moment: the events it leads to, or an error that refuses it."""


class Decision(NamedTuple):
    """The events that an action leads to, and the table after them."""

    events: list[AnyEvent]
    table: Table


def decide(table: Table, action: Action, now: float) -> Decision:
    """The events of an action, with everything that follows from it automatically."""
    events = list(action(table, now))
    for event in events:
        table = apply(table, event)
    while len(events) < MOST_AUTOMATIC and (event_due := due(table, now)) is not None:
        table = apply(table, event_due)
        events.append(event_due)
    return Decision(events, table)


def nothing(_: Table, __: float) -> list[AnyEvent]:
    """An action that does nothing; what is due happens all the same."""
    return []


def due(table: Table, now: float) -> AnyEvent | None:
    """What comes next automatically: the start of the match, or a roll of a bot or of the table."""
    if table.closed is not None or table.paused is not None:
        return None
    if table.match is None:
        return None if table.free or table.seedless else MatchStarted(t=now)
    turn = table.match.turn
    if table.match.real_dice or not isinstance(turn, Throw):
        return None
    if turn.seat is not None and not table.seats[turn.seat].played_by_bot:
        return None
    return StepPlayed(t=now, text=table.match.drawn())


def accept(table: Table, caller: Caller, command: TableCommand) -> list[AnyEvent]:
    """The events of a command by somebody at the table, or the error that refuses it."""
    check_open(table)
    if not table.seats_of(caller.id):
        raise NotSeated("only players of this table can do that")
    events = _accepted(table, caller, command)
    check_allowed(table, events)
    return events


def _accepted(  # noqa: C901, PLR0912 - a line for each command
    table: Table, caller: Caller, command: TableCommand
) -> list[AnyEvent]:
    match command:
        case PlayMove():
            return [plays.play_move(table, caller, command)]
        case Roll():
            return [plays.roll(table, caller, command)]
        case ContestRoll():
            return [plays.contest_roll(table, caller, command)]
        case SendMessage():
            return [chat.send_message(table, caller, command)]
        case SendPhrase():
            return [chat.send_phrase(table, caller, command)]
        case CallVote():
            return votes.call_vote(table, caller, command)
        case CastVote():
            return votes.cast_vote(table, caller, command)
        case AddSeed():
            return _add_seed(table, caller, command)
        case StartMatch():
            return _start_match(table, caller)
        case ResumeMatch():
            return [_resume_match(table, caller)]
        case LeaveTable():
            return _leave_table(table, caller)
        case TakeSeatBack():
            return _take_seat_back(table, caller)
        case RemovePlayer():
            return [hosting.remove_player(table, caller, command)]
        case MutePlayer():
            return [*hosting.mute_player(table, caller, command)]


def _add_seed(table: Table, caller: Caller, command: AddSeed) -> list[AnyEvent]:
    """A seed that the device has added already changes nothing."""
    if table.match is not None:
        raise Begun("the game has started: a seed counts only before the first roll")
    if all(table.seats[seat].seed == command.seed for seat in table.seats_of(caller.person)):
        return []
    return [SeedAdded(t=caller.now, person=caller.person, seed=command.seed)]


def _start_match(table: Table, caller: Caller) -> list[AnyEvent]:
    """Bots take the free seats, and stand in for players who are not connected, unless it is rated."""
    if table.match is not None:
        raise Begun("the game has already started")
    level, free = table.terms.stand_in, table.free
    names = bot_names(table.terms.code, [place.name for place in table.seats], len(free))
    bots = [
        BotSeated(t=caller.now, seat=seat, bot=level, name=name)
        for seat, name in zip(free, names, strict=True)
    ]
    present = caller.present()
    missing = [seat for seat in table.seedless if table.seats[seat].person not in present]
    if missing and table.terms.rated:
        raise RatedSeat(
            f"{table.seats[missing[0]].name} is not here: in a rated game nobody is replaced so soon, "
            "but the host can remove a guest before the first game"
        )
    return [*bots, *(StandInStarted(t=caller.now, seat=seat, why="away") for seat in missing)]


def _resume_match(table: Table, caller: Caller) -> MatchResumed:
    if table.paused is None:
        raise Settled("the game is not paused")
    return MatchResumed(t=caller.now, by=caller.person)


def _leave_table(table: Table, caller: Caller) -> list[AnyEvent]:
    """Before the first match seats become free again; later a stand-in takes over."""
    own = [seat for seat in table.seats_of(caller.person) if not table.seats[seat].stand_in]
    if not own:
        raise NotSeated("you do not play a seat here")
    if table.match is None and table.number == 1:
        return [PlayerUnseated(t=caller.now, person=caller.person)]
    return [StandInStarted(t=caller.now, seat=seat, why="left") for seat in own]


def _take_seat_back(table: Table, caller: Caller) -> list[AnyEvent]:
    own = [seat for seat in table.seats_of(caller.person) if table.seats[seat].stand_in]
    if not own:
        raise Settled("no bot is playing for you")
    return [StandInEnded(t=caller.now, seat=seat) for seat in own]
