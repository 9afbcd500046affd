"""How far stones have to go and what can be hit, for those who cannot see the board."""

from __future__ import annotations

from itertools import islice

import pytest

from stammtisch.core import Document
from stammtisch.games.tock.state import State

from .table import GAME, PLAYERS, moves, position, random_game, start, step

DOG: Document = {"board": "dog"}
TWICE: Document = {"board": "dog", "house_entry": "twice"}


def way(state: State, stone: str) -> tuple[int, int | None] | None:
    found = GAME.tally(state).ways[int(stone[0])]["abcd".index(stone[1])]
    return (found.gate, found.home) if found else None


def reach(state: State) -> set[str]:
    return {f"{hit.stone} {hit.target} {hit.steps}" for hit in GAME.tally(state).in_reach}


def test_T15_the_way_to_the_gate_and_to_the_deepest_free_cell() -> None:
    state = position(4, "0a:65 0b:h4 1a:5", "5H")
    assert way(state, "0a") == (4, 7)
    assert way(state, "0b") == (0, 0)
    assert way(state, "1a") == (10, 14)
    assert way(state, "0c") is None


def test_T15_a_stone_in_the_house_may_go_deeper_and_blocks_it_while_it_stays() -> None:
    state = position(4, "0a:65 0b:h1", "5H")
    assert way(state, "0a") == (4, None)
    assert way(state, "0b") == (0, 3)


def test_T28_from_the_gate_itself_a_stone_turns_in() -> None:
    assert way(position(4, "0a:69*", "5H"), "0a") == (0, 4)


def test_T29_a_stone_that_entered_on_its_gate_has_a_whole_round_to_go() -> None:
    assert way(position(4, "0a:0!", "5H", options=DOG | {"house_entry": "over"}), "0a") == (64, 68)


@pytest.mark.parametrize(("mark", "gate"), [("", 64), ("*2", 0)])
def test_T30_so_has_one_that_touched_its_start_once(mark: str, gate: int) -> None:
    assert way(position(4, f"0a:0{mark}", "5H", options=TWICE), "0a") == (gate, gate + 4)


def test_T34_the_centre_is_no_way_home() -> None:
    assert way(position(8, "0a:c", "5H"), "0a") is None


def test_T16_what_one_card_can_hit() -> None:
    state = position(4, "0a:20 1a:26 3a:33 2a:22 1b:16", "5H")
    # 13 steps is the longest way, and nobody wants to hit the partner.
    assert {"0a 1a 6", "0a 3a 13", "0a 1b -4", "1b 0a 4", "1b 2a 6"} <= reach(state)
    assert not [hit for hit in reach(state) if hit.startswith(("0a 2a", "1b 1a", "1b 3a"))]
    assert not [hit for hit in reach(position(4, "0a:20 1a:34", "5H")) if hit.startswith("0a")]


def test_T18_a_protected_stone_is_out_of_reach_and_covers_what_is_behind_it() -> None:
    assert reach(position(4, "0a:15 1a:18 3a:20", "5H")) == {"0a 1a 3", "0a 3a 5"}
    assert reach(position(4, "0a:15 1a:18! 3a:20", "5H")) == set()


def test_T17_a_stone_on_the_start_of_another_is_hit_by_one_that_enters() -> None:
    assert "1b 0a 0" in reach(position(4, "0a:18 1a:40", "5H"))
    assert "1a 0a 0" not in reach(position(4, "0a:18 1a:1 1b:2 1c:3 1d:4", "5H"))


@pytest.mark.parametrize("players", PLAYERS)
def test_T16_every_hit_of_a_listed_move_is_in_reach(players: int) -> None:
    """A seven may move the stones of others and hit what it passes, so it is left out here."""
    teams = GAME.layout(players, GAME.options({}, players)).teams
    seen = 0
    for state in islice(random_game(start(players), f"reach {players}"), 300):
        pairs = {pair for text in moves_of_a_stone(state) for pair in hits(state, text)}
        rivals = {
            pair for pair in pairs if not any({int(pair[0]), int(pair[3])} <= {*team} for team in teams)
        }
        seen += len(rivals)
        assert rivals <= {one.rpartition(" ")[0] for one in reach(state)}
    assert seen


def moves_of_a_stone(state: State) -> list[str]:
    listed = moves(state) if state.phase == "play" else []
    return [text for text in listed if ">" in text and "<" not in text and text[0] not in "7X"]


def hits(state: State, text: str) -> list[str]:
    """The stone that moves with each stone that it hits."""
    events = step(state, text)[1]
    return [f"{events[1].detail[:2]} {event.detail}" for event in events if event.kind == "hit"]
