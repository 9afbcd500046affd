"""What `stammtisch` shows where nobody can answer: a game of bots of each kind."""

from __future__ import annotations

from typing import Final

from rich.rule import Rule

from stammtisch import catalog
from stammtisch.cli import boards
from stammtisch.cli.seats import bot_moves, display_names, usual_bot, usual_players
from stammtisch.cli.telling import result, told
from stammtisch.cli.terminal import Terminal
from stammtisch.core.event import Events
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Over, Throw
from stammtisch.match import Match

SEED: Final = "demonstration"
TOLD_FROM_EACH_END: Final = 8


def demonstrate() -> None:
    """One short game of bots after the other; the same every time, and nothing is kept."""
    terminal = Terminal()
    for name in catalog.NAMES:
        _show_game(terminal, catalog.game(name))
    terminal.show("stammtisch play GAME starts a game of your own; stammtisch --help says more.")


def _show_game(terminal: Terminal, game: AnyGame) -> None:
    players = usual_players(game)
    seats = [usual_bot(game)] * players
    match = Match.new(game, players, None, seats, SEED)
    steps, names = [], display_names(seats)
    terminal.show(Rule(f"{game.title}, {players} players"))
    while not isinstance(turn := match.turn, Over):
        match, events = match.draw() if isinstance(turn, Throw) else bot_moves(match, turn.seats[0])
        steps.append(events)
    _tell(terminal, steps, names)
    terminal.show("", boards.draw(game, match.state, names, None), "", result(turn.outcome, names))


def _tell(terminal: Terminal, steps: list[Events], names: list[str]) -> None:
    """How it began and how it ended."""
    for events in steps[:TOLD_FROM_EACH_END]:
        terminal.show(told(events, names, None))
    terminal.show(f"… {max(len(steps) - 2 * TOLD_FROM_EACH_END, 0)} steps later …")
    for events in steps[-TOLD_FROM_EACH_END:]:
        terminal.show(told(events, names, None))
