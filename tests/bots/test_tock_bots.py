from __future__ import annotations

from itertools import islice
from math import isclose

import pytest

from stammtisch import bots
from stammtisch.bots.tock import LEVELS, evaluate
from stammtisch.bots.tock.evaluation import chance_of, scale_of
from stammtisch.bots.tock.search import HEATS, Search, Trial
from stammtisch.bots.tock.threats import Threats
from stammtisch.core import BadRequest, Choose, Document, NotYourTurn, Seeded
from stammtisch.games.tock import Tock
from stammtisch.games.tock.state import State
from stammtisch.games.tock.view import seen_by
from stammtisch.testing.playout import random_steps
from support.duels import duel
from support.frozen_tock import frozen
from tests.tock import table

GAME = Tock()
TABLES: list[tuple[int, Document]] = [
    (2, {}),
    (2, {"board": "dog"}),
    (3, {"play_on": True}),
    (3, {"board": "dog", "house_entry": "twice", "play_on": True}),
    (4, {}),
    (4, {"direction": "counterclockwise", "canadian_seven": True, "no_joker_finish": True}),
    (4, {"board": "dog"}),
    (4, {"board": "dog", "house_entry": "twice", "canadian_seven": True}),
    (5, {}),
    (6, {"no_joker_finish": True}),
    (8, {}),
    (8, {"board": "dog"}),
]
FROZEN_CHOICES = [
    "give 5C",
    "give 3D",
    "give QD",
    "give 9H",
    "6C 3b>8",
    "9H 2a>26",
    "5S 3a>59",
    "4H 3b>23",
    "0c>3",
    "0b>63",
    "3b>4",
    "3a>14",
]
every_table = pytest.mark.parametrize(("players", "options"), TABLES, ids=str)
some_tables = pytest.mark.parametrize(("players", "options"), TABLES[2::3], ids=str)


def to_choose(players: int, options: Document, seed: str, number: int) -> list[tuple[State, int]]:
    """Positions of a random game in which a seat has a choice, with that seat; each phase is among them."""
    start = GAME.start(players, GAME.options(options, players))
    source = Seeded(seed)
    found: dict[str, list[tuple[State, int]]] = {}
    for step in islice(random_steps(GAME, start, source), 400):
        assert isinstance(step.state, State)
        turn = GAME.turn(step.state)
        if isinstance(turn, Choose) and len(GAME.moves(step.state, turn.seats[0])) > 1:
            found.setdefault(step.state.phase, []).append((step.state, turn.seats[0]))
    return [pair for pairs in found.values() for pair in source.shuffled(pairs, min(number, len(pairs)))]


def chosen(level: str, state: State, seat: int, seed: str = "") -> str:
    return str(LEVELS[level](GAME, GAME.view(state, seat), seat, Seeded(seed)))


def test_the_levels_come_weakest_first() -> None:
    assert bots.names(GAME) == ["random", "beginner", "easy", "casual", "medium", "advanced", "strong"]


def assert_legal_whatever_is_hidden(level: str, state: State, seat: int) -> None:
    """The same view and the same luck, the same legal move."""
    other = GAME.guess(GAME.view(state, seat), seat, Seeded("other hands"))
    move = chosen(level, state, seat, "mind")
    assert move in map(str, GAME.moves(state, seat))
    assert chosen(level, other, seat, "mind") == move


@every_table
@pytest.mark.parametrize("level", ["beginner", "medium"])
def test_moves_are_legal_and_the_same_whatever_is_hidden(players: int, options: Document, level: str) -> None:
    for state, seat in to_choose(players, options, level, 8):
        assert_legal_whatever_is_hidden(level, state, seat)


@some_tables
def test_strong_moves_are_legal_and_the_same_whatever_is_hidden(players: int, options: Document) -> None:
    for state, seat in to_choose(players, options, "strong", 1):
        assert_legal_whatever_is_hidden("strong", state, seat)


@pytest.mark.parametrize("level", LEVELS)
def test_a_seat_with_nothing_to_decide_is_told_so(level: str) -> None:
    state = table.position(4, "0a:10", {0: "5H", 1: "6H"})
    with pytest.raises(NotYourTurn):
        chosen(level, state, 1)


@pytest.mark.parametrize("level", ["medium", "strong"])
@pytest.mark.parametrize(
    ("stones", "hand", "best"),
    [
        ("0a:h4 0b:h3 0c:h2 0d:66 2a:h4 2b:h3 2c:h2 2d:h1 1a:30", "2C 4S", "4S 0d>h1"),
        ("0a:10 1a:20 2a:30", "TC QC", "TC 0a>20"),
        ("0a:10 2a:15 1a:40", "5C 6C", "6C 0a>16"),
        ("0a:0! 1a:20", "4C 5C", "4C 0a>68"),
    ],
    ids=["wins", "hits a rival", "spares the partner", "takes the short way"],
)
def test_plain_good_moves_are_found(level: str, stones: str, hand: str, best: str) -> None:
    state = table.position(4, stones, {0: hand, 1: "2D 3D", 2: "2H 3H", 3: "2S 3S"})
    assert chosen(level, state, 0) == best


@pytest.mark.parametrize(("level", "wanted"), [("medium", ["h4", "68"]), ("strong", ["h2", "h1"])])
def test_a_seven_is_planned_to_its_last_step(level: str, wanted: list[str]) -> None:
    state = table.position(4, "0a:69* 0b:65 1a:20", {0: "7C", 1: "2D", 2: "2H", 3: "2S"})
    while state.turn == 0:
        state = table.on(state, chosen(level, state, 0))
    assert table.stones(state, "0a 0b") == wanted


def test_medium_gives_a_partner_without_stones_an_entering_card_it_can_spare() -> None:
    state = table.position(
        4,
        "0a:10",
        {0: "AC KC 9D", 1: "2D 3D", 2: "2H 3H", 3: "2S 3S"},
        phase="give",
        turn=None,
    )
    assert chosen("medium", state, 0) in ("give AC", "give KC")


def test_medium_gives_a_rival_its_worst_card() -> None:
    state = table.position(
        3, "0a:0! 1a:18! 2a:36!", {0: "X KC 9D", 1: "2D 3D", 2: "2H 3H"}, phase="give", turn=None
    )
    assert chosen("medium", state, 0) == "give 9D"


def test_stones_nearer_to_home_are_worth_more() -> None:
    board = table.start(4).setup
    worths = scale_of(board).worths[0]
    ahead = [worths[field] for field in range(30, board.gates[0] + 1)]
    assert ahead == sorted(ahead)
    assert ahead[0] < ahead[-1]


@every_table
def test_the_chances_of_all_sides_make_one(players: int, options: Document) -> None:
    for state, _ in to_choose(players, options, "chances", 5):
        scale = scale_of(state.setup)
        chances = [chance_of(scale, state, side) for side in scale.sides]
        shared = players / 2 if state.setup.play_on else 1.0
        assert isclose(sum(chances), shared)


def test_a_stone_in_reach_of_a_rival_is_exposed_until_the_cards_are_gone() -> None:
    def exposure(stones: str, discard: list[str]) -> float:
        hands = {0: "2C", 1: "6C", 2: "6D", 3: "6H"}
        seen = seen_by(table.position(4, stones, hands, discard=discard), 0)
        return Threats(scale_of(seen.setup), seen, 0).exposure(seen)

    nines = ["9C", "9D", "9H", "9S"] * 2
    assert exposure("0a:30 1a:21", []) > exposure("0a:30 1a:21", nines) == 0.0
    assert exposure("0a:30 1a:31", []) == 0.0
    assert exposure("0a:18 1a:40", []) > 0.0, "who stands on a rival's start may be hit by one who enters"


@some_tables
def test_the_evaluator_weighs_every_legal_move_best_first(players: int, options: Document) -> None:
    (state, seat), *_ = to_choose(players, options, "evaluator", 1)
    evaluation = evaluate(GAME, GAME.view(state, seat), seat, Seeded("evaluator"))
    values = [one.value for one in evaluation.moves]
    assert not evaluation.exact
    assert evaluation.unit == "win probability"
    assert {one.move for one in evaluation.moves} == {str(move) for move in GAME.moves(state, seat)}
    assert values == sorted(values, reverse=True)
    assert all(0 <= value <= 1 for value in values)
    assert evaluation.error
    assert abs(evaluation.value - values[0]) < 5 * evaluation.error


def test_the_evaluator_finds_both_teams_equal_before_the_first_deal() -> None:
    state = table.start(4)
    evaluation = evaluate(GAME, GAME.view(state, 0), 0, Seeded("deal"))
    assert evaluation.moves == ()
    assert abs(evaluation.value - 0.5) < 5 * (evaluation.error or 0)


def test_the_evaluator_is_sure_of_a_win_at_hand_and_of_the_end() -> None:
    home = "0a:h4 0b:h3 0c:h2 2a:h4 2b:h3 2c:h2 2d:h1 1a:30"
    state = table.position(4, f"{home} 0d:66", {0: "2C 4S", 1: "3D"})
    evaluation = evaluate(GAME, GAME.view(state, 0), 0, Seeded("win"))
    assert evaluation.moves[0].move == "4S 0d>h1"
    assert evaluation.value == 1.0
    over = table.on(state, "4S 0d>h1")
    values = [evaluate(GAME, GAME.view(over, seat), seat, Seeded("over")).value for seat in range(4)]
    assert values == [1.0, 0.0, 1.0, 0.0]


def test_with_play_on_the_evaluator_counts_the_rivals_left_behind() -> None:
    home = "0a:h1 0b:h2 0c:h3 0d:h4 1a:h1 1b:h2 1c:h3 1d:h4 2a:h4"
    over = table.position(3, home, "", options={"play_on": True}, phase="over", turn=None, places=[1, 0])
    values = [evaluate(GAME, GAME.view(over, seat), seat, Seeded("over")).value for seat in range(3)]
    assert values == [0.5, 1.0, 0.0]


def test_the_evaluator_knows_no_other_goal() -> None:
    state = table.start(4)
    with pytest.raises(BadRequest, match="goal is 'points', but must be win probability"):
        evaluate(GAME, GAME.view(state, 0), 0, Seeded(0), goal="points")


def test_medium_beats_beginners() -> None:
    assert duel("medium", "beginner", 6, "quick").won >= 5


def test_the_frozen_opponent_plays_as_it_did() -> None:
    choices = [
        str(frozen(GAME, GAME.view(state, seat), seat, Seeded("frozen")))
        for state, seat in to_choose(4, {}, "frozen", 4)
    ]
    assert choices == FROZEN_CHOICES


@pytest.mark.slow
@pytest.mark.parametrize(("better", "worse", "share"), [("medium", "easy", 0.8), ("strong", "medium", 0.65)])
def test_levels_are_apart_with_confidence(better: str, worse: str, share: float) -> None:
    low, _ = duel(better, worse, 400, "apart").interval()
    assert low > share


def plans_tried(state: State, seat: int, thoughts: int) -> tuple[list[int], str]:
    """How often each plan that is left was tried by one who may think on so often, and the choice."""
    left = iter([True] * thoughts)
    search = Search(seen_by(state, seat), seat, Seeded("time"), lambda: next(left, False))
    trials = [Trial((move,)) for move in GAME.moves(state, seat)]
    search.try_out(trials, 10)
    return [len(trial.results) for trial in trials], str(max(trials, key=Trial.mean).turn[0])


def test_when_no_time_is_left_every_plan_has_been_tried_at_least_once() -> None:
    state = table.position(4, "0a:20 0b:30 1a:50", {0: "5H KS 9D", 1: "2C", 2: "3C", 3: "4C"})
    for thoughts, worlds in ((0, 1), (3, 4), (9, 10), (50, 10)):
        tried, chosen_move = plans_tried(state, 0, thoughts)
        assert set(tried) == {worlds}
        assert chosen_move in map(str, GAME.moves(state, 0))


def test_strong_stops_searching_when_its_time_is_up() -> None:
    state = table.position(4, "0a:20 0b:30 1a:50", {0: "5H KS 9D", 1: "2C", 2: "3C", 3: "4C"})
    asked: list[bool] = []

    def never() -> bool:
        asked.append(False)
        return False

    hasty = bots.bot(GAME, "strong", never)
    assert hasty(GAME, GAME.view(state, 0), 0, Seeded("time")) in GAME.moves(state, 0)
    assert len(asked) == sum(1 for _ in HEATS)
    assert bots.bot(GAME, "medium", never) is LEVELS["medium"]
