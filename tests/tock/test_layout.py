"""What a board of Tock receives, so that it need not know the rules."""

from __future__ import annotations

import pytest

from stammtisch.core import Document
from stammtisch.games.tock.moves import GO, HOUSE, STONES
from stammtisch.games.tock.options import TockOptions
from stammtisch.games.tock.state import PLACE, TRACK_END, State
from stammtisch.games.tock.wire import TockLayout, TockTally

from .table import FREE, GAME, PLAYERS, TEAMS, dealing, on, position, random_game, start, step

DOG: Document = {"board": "dog"}


def layout(players: int, **options: object) -> TockLayout:
    return GAME.layout(players, GAME.options(options, players))


def tally(state: State) -> TockTally:
    return GAME.tally(state)


@pytest.mark.parametrize("players", TEAMS)
def test_T2_partners_sit_opposite(players: int) -> None:
    half = players // 2
    assert layout(players).teams == [[seat, seat + half] for seat in range(half)]


@pytest.mark.parametrize("players", FREE)
def test_T2_in_free_play_everybody_is_a_team(players: int) -> None:
    assert layout(players).teams == [[seat] for seat in range(players)]


@pytest.mark.parametrize(
    ("players", "arms", "seat_arms"),
    [(2, 4, [0, 2]), (3, 4, [0, 1, 2]), (4, 4, [0, 1, 2, 3]), (5, 6, [0, 1, 2, 3, 4]), (8, 8, [*range(8)])],
)
def test_T3_T4_arms_and_fields(players: int, arms: int, seat_arms: list[int]) -> None:
    board = layout(players)
    assert (board.arms, board.arm_length, board.fields, board.seat_arms) == (arms, 18, 18 * arms, seat_arms)
    assert layout(players, **DOG).arm_length == 16
    assert (board.stones, board.house) == (["a", "b", "c", "d"], ["h1", "h2", "h3", "h4"])


def test_T5_the_gate_is_three_fields_before_the_start_or_the_start_itself() -> None:
    assert (layout(4).starts, layout(4).gates) == ([0, 18, 36, 54], [69, 15, 33, 51])
    assert layout(4, **DOG).starts == layout(4, **DOG).gates == [0, 16, 32, 48]


def test_T8_the_coming_deal_is_told_once_there_is_a_dealer() -> None:
    assert not tally(start(4)).deal
    for round_, cards in enumerate([6, 5, 4, 3, 2, 6], 1):
        deal = tally(dealing(4, dealer=2, round=round_)).deal
        assert deal
        assert (deal.cards, deal.order) == (cards, [3, 0, 1, 2])
    assert layout(4).cards_by_round == [6, 5, 4, 3, 2]


def test_T27_a_player_who_is_done_is_passed_over_by_the_deal() -> None:
    stones = "1a:h1 1b:h2 1c:h3 1d:h4"
    deal = tally(dealing(3, stones=stones, options={"play_on": True}, places=[1])).deal
    assert deal
    assert deal.order == [2, 0]


@pytest.mark.parametrize("players", PLAYERS)
def test_T10_receivers_are_those_who_then_receive(players: int) -> None:
    state = next(state for state in random_game(start(players), "give") if state.phase == "give")
    receivers = tally(state).receivers
    assert receivers
    for giver in range(players):
        given = str(GAME.moves(state, giver)[0]).removeprefix("give ")
        state, events = step(state, f"give {given}")
        assert events[0].kind == "gave"
    received = {event.seat: event.detail for event in events if event.kind == "received"}
    assert {receivers[giver]: card for giver, card in enumerate(GAME.dump(state)["given"])} == received
    assert not tally(state).receivers


def test_T14_a_player_who_is_home_plays_the_stones_of_the_partner() -> None:
    state = position(4, "0a:h1 0b:h2 0c:h3 0d:h4 2a:20", "5H")
    assert tally(state).plays == [2, 1, 2, 3]
    assert tally(state).home == [4, 0, 0, 0]


def test_T17_the_stone_that_would_enter_is_named() -> None:
    state = position(4, "0a:h1 0b:h2 0c:h3 0d:h4 2a:20", "KH")
    assert tally(state).enters == "2b"
    assert step(state, "KH in")[1][1].detail.startswith("2b ")
    assert not tally(position(4, "0a:1 0b:2 0c:3 0d:4", "KH")).enters


def test_T13_what_each_rank_does_at_a_table() -> None:
    ranks = {one.rank: one for one in layout(8).ranks}
    assert "".join(ranks) == "A23456789TJQKX"
    assert [ranks[rank].forward for rank in "A47TJQK"] == [[1, 11], [4], [7], [10], [], [12], [13]]
    assert {rank for rank, one in ranks.items() if one.backward} == {"4"}
    assert ranks["4"].backward == [4]
    doing = {
        action: {rank for rank, one in ranks.items() if action in one.actions}
        for action in ("enter", "split", "swap", "draw", "center", "any-rank")
    }
    assert doing["enter"] == {"A", "K", "X"}
    assert (doing["split"], doing["swap"], doing["any-rank"]) == ({"7"}, {"J"}, {"X"})


def test_T19_only_free_players_draw_and_T34_only_eight_have_a_centre() -> None:
    def actions(players: int, rank: str) -> list[str]:
        return next([*one.actions] for one in layout(players).ranks if one.rank == rank)

    assert [actions(players, "2") for players in (3, 4, 8)] == [["draw"], [], []]
    assert [actions(players, "3") for players in (3, 4, 8)] == [[], [], ["center"]]
    assert layout(8).center_fields == [7, 25, 43, 61, 79, 97, 115, 133]
    assert layout(6).center_fields == []


@pytest.mark.parametrize(("players", "options"), [(2, {}), (4, DOG), (6, {}), (8, {})])
def test_T13_T25_a_way_is_forward_exactly_where_it_is_no_longer_than_the_longest(
    players: int, options: Document
) -> None:
    """A board draws every way by that alone, whatever card was played."""
    board = layout(players, **options)
    ranks = {one.rank: one for one in board.ranks}
    ways = [
        (str(move)[0], *way(board, state.stones[move.stone] & PLACE, move.stone // STONES, move.goal))
        for state in random_game(start(players, **options), "ways", 1500)
        if state.phase == "play"
        for move in GAME.moves(state, state.turn)
        if move.kind == GO and str(move)[0] not in "7X" and state.stones[move.stone] & PLACE < TRACK_END
    ]
    assert {rank for rank, *_ in ways} == set("A234568") | set("9TQK")
    for rank, ahead, behind in ways:
        if ahead <= board.longest_way:
            assert ahead in ranks[rank].forward
        else:
            assert behind in ranks[rank].backward


def way(board: TockLayout, here: int, seat: int, goal: int) -> tuple[int, int]:
    """The steps from there to the goal, forward and backward."""
    inside = max(0, goal - HOUSE)
    last = board.gates[seat] if inside else goal
    return (last - here) % board.fields + inside, (here - last) % board.fields + inside


def test_T6_the_layout_does_not_depend_on_the_direction() -> None:
    assert layout(4, direction="counterclockwise") == layout(4)
    assert GAME.layout(4, TockOptions()) == layout(4)


def test_T20_a_seven_has_seven_steps_and_the_longest_way_is_a_kings() -> None:
    assert (layout(4).seven_steps, layout(4).longest_way) == (7, 13)
    state = on(position(4, "0a:1 0b:30", "7H"), "7H 0a>2")
    assert GAME.dump(state)["seven"]["left"] == layout(4).seven_steps - 1
