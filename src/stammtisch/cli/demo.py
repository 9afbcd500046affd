"""What `stammtisch` shows without a terminal: bots playing each game once."""

from __future__ import annotations

from typing import Final

from rich.rule import Rule

from stammtisch import catalog
from stammtisch.cli import boards
from stammtisch.cli.narration import describe_result, describe_step
from stammtisch.cli.seats import bot_moves, display_names, usual_bot, usual_players
from stammtisch.cli.terminal import Terminal
from stammtisch.core.event import Events
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Over, Throw
from stammtisch.match import Match

SEED: Final = "demonstration"
STEPS_AT_EACH_END: Final = 8


def demonstrate() -> None:
    """Play one game after the other. They are the same every time, and nothing is saved."""
    terminal = Terminal()
    for name in catalog.NAMES:
        _show_game(terminal, catalog.game(name))
    terminal.show("To play yourself: stammtisch play GAME. For more: stammtisch --help")


def _show_game(terminal: Terminal, game: AnyGame) -> None:
    players = usual_players(game)
    seats = [usual_bot(game)] * players
    match = Match.new(game, players, None, seats, SEED)
    steps, names = [], display_names(seats)
    terminal.show(Rule(f"{game.title}, {players} players"))
    while not isinstance(turn := match.turn, Over):
        match, events = match.draw() if isinstance(turn, Throw) else bot_moves(match, turn.seats[0])
        steps.append(events)
    _show_steps(terminal, steps, names)
    board = boards.draw(game, match.state, names, None)
    terminal.show("", board, "", describe_result(turn.outcome, names))


def _show_steps(terminal: Terminal, steps: list[Events], names: list[str]) -> None:
    """The first and the last steps."""
    for events in steps[:STEPS_AT_EACH_END]:
        terminal.show(describe_step(events, names, None))
    terminal.show(f"… {max(len(steps) - 2 * STEPS_AT_EACH_END, 0)} steps later …")
    for events in steps[-STEPS_AT_EACH_END:]:
        terminal.show(describe_step(events, names, None))
