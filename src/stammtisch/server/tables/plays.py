"""Rolls and moves of people and bots."""

from __future__ import annotations

from stammtisch.core.errors import BadRequest, NotYourTurn
from stammtisch.core.turn import Seat, Throw
from stammtisch.match import typed
from stammtisch.server.tables.checks import Caller, check_current, check_running, not_your_turn, own_seat
from stammtisch.server.tables.commands import ContestRoll, PlayMove, Roll
from stammtisch.server.tables.errors import BotPlays, NoThrow, TooLong
from stammtisch.server.tables.events import StepPlayed, StepsUndone
from stammtisch.server.tables.spending import MOST_STEPS
from stammtisch.server.tables.table import Table


def roll(table: Table, caller: Caller, command: Roll) -> StepPlayed:
    """The roll or deal that is next, drawn from the dice of the match or entered by hand."""
    check_running(table)
    turn = table.turn
    if not isinstance(turn, Throw):
        raise not_your_turn(table, command.at, "there is nothing to roll now")
    check_current(table, command.at, table.at)
    _check_roller(table, caller, turn.seat, command.seat)
    _check_length(table)
    return StepPlayed(t=caller.now, text=_outcome(table, command.outcome))


def _outcome(table: Table, entered: str | None) -> str:
    match = table.running()
    if not table.terms.real_dice:
        if entered is not None:
            raise BadRequest("the server rolls at this table: leave outcome out")
        return match.drawn()
    if entered is None:
        raise BadRequest("this table plays with real dice: say what was rolled as outcome")
    return typed(match.game, match.state, entered)


def _check_roller(table: Table, caller: Caller, roller: Seat | None, named: Seat | None) -> None:
    """Everybody rolls for themselves; real dice of bots and deals may be entered by anybody."""
    if roller in table.seats_of(caller.person) and named in (None, roller):
        return
    if not (table.terms.real_dice and (roller is None or table.seats[roller].played_by_bot)):
        raise NotYourTurn(f"seat {roller} rolls now")


def play_move(table: Table, caller: Caller, command: PlayMove) -> StepPlayed:
    """The move as the notation has it; an illegal one is refused when it is applied."""
    check_running(table)
    seat = own_seat(table, caller, command.seat)
    since = table.waiting.get(seat)
    if since is None or isinstance(table.turn, Throw):
        raise not_your_turn(table, command.at, f"seat {seat} has nothing to decide now")
    check_current(table, command.at, since.n)
    if table.seats[seat].stand_in:
        raise BotPlays(f"a bot plays seat {seat} for you: take it back first")
    _check_length(table)
    match = table.running()
    return StepPlayed(t=caller.now, seat=seat, text=str(match.game.parse(match.state, command.move)))


def _check_length(table: Table) -> None:
    """`TooLong` if people have played on for longer than any game takes."""
    if len(table.running().steps) >= MOST_STEPS:
        raise TooLong(f"this game has had {MOST_STEPS} rolls and moves: leave your seat, and a bot plays on")


def play_bot_move(table: Table, seat: Seat, at: int, text: str, now: float) -> list[StepPlayed]:
    """What a bot chose, if it is still to choose there."""
    since = table.waiting.get(seat)
    running = table.paused is None and table.closed is None
    if running and since and since.n <= at <= table.at and table.seats[seat].played_by_bot:
        return [StepPlayed(t=now, seat=seat, text=text)]
    return []


def contest_roll(table: Table, caller: Caller, command: ContestRoll) -> StepsUndone:
    """The last roll of real dice is undone, to be entered again."""
    check_running(table)
    check_current(table, command.at, table.at)
    if not table.terms.real_dice:
        raise NoThrow("these dice are the server's: they can be verified after the game")
    steps = table.running().steps
    if steps.last is None or steps.last[0] is not None:
        raise NoThrow("the last step was not a roll")
    seat = table.seats_of(caller.person)[0]
    return StepsUndone(t=caller.now, steps=len(steps) - 1, seat=seat, why="contest")
