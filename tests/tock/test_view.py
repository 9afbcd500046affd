"""Tock's views and guesses: nothing hidden leaks."""

from __future__ import annotations

import pytest

from stammtisch.core import Choose, Document, Seeded, Throw
from stammtisch.games.tock.state import State

from .table import (
    GAME,
    PLAYERS,
    dealing,
    document,
    hand,
    moves,
    on,
    position,
    random_game,
    reasons,
    start,
    whole_pack,
)

TABLES: list[tuple[int, Document]] = [
    (2, {}),
    (3, {"play_on": True}),
    (4, {}),
    (5, {"board": "dog"}),
    (6, {"board": "dog", "house_entry": "twice"}),
    (8, {}),
]
HANDS = {0: "5H X", 1: "KS", 2: "2C 3C", 3: "9D"}


# --- what is seen


def test_T10_other_hands_are_hidden_card_by_card() -> None:
    state = position(4, "0a:20", HANDS, given=["KC", "KD", "KH", None], discard=["7S", "8S"])
    assert GAME.view(state, 0)["hands"] == [["5H", "X"], ["?"], ["?", "?"], ["?"]]
    assert GAME.view(state, 2)["hands"] == [["?", "?"], ["?"], ["2C", "3C"], ["?"]]
    assert GAME.view(state, None)["hands"] == [["?", "?"], ["?"], ["?", "?"], ["?"]]
    for seat in (0, 1, None):
        assert GAME.view(state, seat)["discard"] == ["7S", "8S"]
        assert GAME.view(state, seat)["stones"] == GAME.dump(state)["stones"]


def test_T10_while_passing_on_only_the_giver_sees_the_card() -> None:
    state = position(4, "", HANDS, phase="give", turn=None, given=["KC", "KD", None, None])
    assert GAME.view(state, 0)["given"] == ["KC", "?", None, None]
    assert GAME.view(state, 1)["given"] == ["?", "KD", None, None]
    assert GAME.view(state, 2)["given"] == GAME.view(state, None)["given"] == ["?", "?", None, None]


def test_T10_afterwards_giver_and_receiver_see_it() -> None:
    teams = position(4, "", HANDS, given=["KC", "KD", "KH", None])
    assert GAME.view(teams, 0)["given"] == ["KC", "?", "KH", None]
    assert GAME.view(teams, 3)["given"] == ["?", "KD", "?", None]
    assert GAME.view(teams, None)["given"] == ["?", "?", "?", None]
    free = position(3, "", HANDS, given=["KC", "KD", "KH"])
    assert GAME.view(free, 0)["given"] == ["KC", "?", "KH"]
    assert GAME.view(free, 1)["given"] == ["KC", "KD", "?"]


def test_T10_the_receiver_stays_the_receiver_when_done_within_the_round() -> None:
    """Seat 0 passed KC on to seat 1, who is done since: that tells seat 2 nothing."""
    table = "1a:14 1b:h2 1c:h3 1d:h4 0a:20 2a:40"
    given = ["KC", "KD", "KH"]
    for options in ({}, {"play_on": True}):
        state = position(3, table, {1: "2C", 2: "5H"}, turn=1, given=given, options=options)
        after = on(state, "2C 1a>h1")
        assert GAME.view(after, 0)["given"] == ["KC", "?", "KH"]
        assert GAME.view(after, 1)["given"] == ["KC", "KD", "?"]
        assert GAME.view(after, 2)["given"] == ["?", "KD", "KH"]


def test_T22_views_of_a_seven_that_brings_everybody_home() -> None:
    table = "0a:66 0b:h2 0c:h3 0d:h4 1a:31 1b:h2 1c:h3 1d:h4"
    state = on(position(2, table, "7S", given=["KC", "KD"]), "7S 0a>h1", "1a>h1")
    for seat in (0, 1):
        assert GAME.view(state, seat)["given"] == ["KC", "KD"]
    assert GAME.view(state, None)["given"] == ["?", "?"]


def test_T27_a_player_who_was_done_before_the_round_receives_nothing() -> None:
    table = "1a:h1 1b:h2 1c:h3 1d:h4"
    given = ["KC", None, "KH"]
    state = position(3, table, {0: "2C", 2: "5H"}, given=given, places=[1], options={"play_on": True})
    assert GAME.view(state, 2)["given"] == GAME.view(state, 0)["given"] == ["KC", None, "KH"]
    assert GAME.view(state, 1)["given"] == ["?", None, "?"]


def test_T27_hands_stay_hidden_when_the_game_is_over() -> None:
    state = on(position(3, "0a:68 0b:h2 0c:h3 0d:h4", {0: "2H 5H", 1: "KS"}), "2H 0a>h1")
    assert GAME.view(state, 0)["hands"] == [["5H"], ["?"], []]
    assert GAME.view(state, None)["hands"] == [["?"], ["?"], []]


# --- nothing leaks


@pytest.mark.parametrize(
    ("phase", "under_way"),
    [
        ("give", {"turn": None}),
        ("play", {}),
        ("seven", {"seven": {"left": 3, "as": "7", "moved": ["0a"]}}),
        ("draw", {"draw": {"from": 1}}),
    ],
)
def test_states_that_differ_in_hidden_cards_look_the_same(phase: str, under_way: Document) -> None:
    shared = document(3, "0a:20", phase=phase) | under_way
    own, received = (None, "KH") if phase == "give" else ("KC", "2D")
    one = shared | {"hands": [["5H", "X"], ["KS", "QS"], ["AC", "AD"]], "given": [own, "KD", "2D"]}
    other = shared | {"hands": [["5H", "X"], ["2C", "X"], ["7D", "7D"]], "given": [own, "2S", received]}
    states = [GAME.load(each) for each in (one, other)]
    assert states[0] != states[1]
    assert GAME.view(states[0], 0) == GAME.view(states[1], 0)
    assert GAME.view(states[0], None) == GAME.view(states[1], None)


def test_T35_the_offer_of_the_centre_tells_nothing_of_the_hand() -> None:
    views = [
        GAME.view(on(position(8, "0a:2", f"5H {card}"), "5H 0a>7"), 1) for card in ("KS", "9C", "X", "2D")
    ]
    assert all(view == views[0] for view in views)


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_views_of_random_games_hold_no_hidden_card(players: int, options: Document) -> None:
    for state in random_game(start(players, **options), f"hidden {players}", most=60):
        for seat in (*range(players), None):
            view = GAME.view(state, seat)
            for owner, held in enumerate(view["hands"]):
                assert held == (
                    hand(state, owner).split() if owner == seat else ["?"] * len(state.hands[owner])
                )


def named(state: State, viewer: int | None) -> set[str]:
    """The cards that the viewer's view names."""
    view = GAME.view(state, viewer)
    held = {card for hand_ in view["hands"] for card in hand_}
    return held | set(view["discard"]) | set(view.get("given", []))


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_events_name_only_cards_that_the_views_name(players: int, options: Document) -> None:
    source = Seeded(f"events {players}")
    before = start(players, **options)
    for _ in range(200):
        turn = GAME.turn(before)
        if isinstance(turn, Throw):
            after, events = GAME.fall(before, GAME.chance(before).sample(source))
        else:
            assert isinstance(turn, Choose)
            seat = turn.seats[source.below(len(turn.seats))]
            listed = GAME.moves(before, seat)
            after, events = GAME.play(before, seat, listed[source.below(len(listed))])
        for event in events:
            if event.kind in ("dealt", "gave", "received", "drew"):
                for viewer in (*range(players), None):
                    shown = set(event.seen_by(viewer).detail.split())
                    assert shown <= named(before, viewer) | named(after, viewer) | {"?"}
        before = after


# --- guesses


def test_a_guess_deals_every_unseen_card_and_no_other() -> None:
    state = position(3, "0a:20", {0: "5H 5H", 1: "KS"}, discard=["X"] * 6)
    view = GAME.view(state, 0)
    guessed = {hand(GAME.guess(view, 0, Seeded(seed)), 1) for seed in range(600)}
    assert guessed == set(whole_pack()) - {"5H", "X"}


def test_a_guess_leaves_a_card_passed_on_with_its_receiver() -> None:
    state = position(4, "0a:20", {0: "5H", 2: "KC 2D"}, given=["KC", "3D", "5H", "3S"])
    for seed in range(40):
        guess = GAME.guess(GAME.view(state, 0), 0, Seeded(seed))
        assert "KC" in hand(guess, 2).split()
    played = position(4, "0a:20", {0: "5H", 2: "2D 3C"}, given=["KC", "3D", "5H", "3S"], discard=["KC"])
    guesses = {hand(GAME.guess(GAME.view(played, 0), 0, Seeded(seed)), 2) for seed in range(40)}
    assert any("KC" not in held for held in guesses)


def test_a_guess_in_phase_give_counts_the_cards_passed_on() -> None:
    passing = document(4, "", HANDS, phase="give", turn=None, given=["KC", "KD", None, None], discard=["KC"])
    view = GAME.view(GAME.load(passing), 0)
    for seed in range(40):
        guess = GAME.dump(GAME.guess(view, 0, Seeded(seed)))
        assert guess["given"][0] == "KC"
        assert guess["given"][1] not in (None, "?", "KC")


def test_moves_from_a_view_are_those_of_the_seat() -> None:
    state = position(3, "0a:20 1a:40", {0: "2H", 1: "KS", 2: "9C 9C"})
    assert moves(GAME.load(GAME.view(state, 0), 0)) == ["2H 0a>22", "2H draw 1", "2H draw 2"]


def test_a_view_is_no_position() -> None:
    view = GAME.view(position(3, "0a:20", {0: "2H", 1: "KS"}), 0)
    assert reasons(view) == ["cards are unknown: this is a view, not a position"]
    assert reasons(view, 1) == ["the hand of seat 1 is unknown: this is not its own view"]
    deal = GAME.view(dealing(3), 0)
    assert GAME.load(deal) == dealing(3)


@pytest.mark.parametrize("players", PLAYERS)
def test_T38_nobody_may_chat_freely_while_cards_are_held(players: int) -> None:
    state = start(players)
    assert GAME.silence_clause(state) is None
    dealt = next(state for state in random_game(state, "silence") if any(state.hands))
    assert GAME.silence_clause(dealt) == "T38"
