from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

import stammtisch
from stammtisch import catalog
from stammtisch.core import Choose, Event, Over, Seeded
from stammtisch.engine.serve import answer
from stammtisch.match.documents import event_infos, events_seen_by
from stammtisch.testing.playout import random_steps

from .asking import ALL_OPEN, TO_MOVE, TO_THROW, ask, code

HIDING = ("tock", "zocknroll")


def midgame(name: str) -> dict[str, Any]:
    """A position of four players in which a seat is to choose and something is hidden."""
    game = catalog.game(name)
    for step in random_steps(game, game.start(4), Seeded("engine")):
        if isinstance(game.turn(step.state), Choose) and game.view(step.state, None) != game.dump(step.state):
            return game.dump(step.state)
    raise AssertionError("nothing hidden in a whole game")


def test_hello() -> None:
    assert ask("hello") == {
        "protocol": 1,
        "version": stammtisch.__version__,
        "games": ["kniffel", "tock", "zock", "zocknroll"],
    }


@pytest.mark.parametrize("name", catalog.NAMES)
def test_describe_has_players_bots_and_a_schema_in_one_piece(name: str) -> None:
    described = ask("describe", game=name)
    assert described["game"] == name
    assert described["players"] == list(catalog.game(name).players)
    assert "random" in described["bots"]
    schema = described["options"]
    assert schema["type"] == "object"
    assert schema["additionalProperties"] is False
    assert "$ref" not in schema
    for reference in json.dumps(schema).split('"$ref": "#/$defs/')[1:]:
        assert reference.split('"')[0] in schema["$defs"]


def test_describe_has_the_defaults() -> None:
    assert ask("describe", game="zock")["options"]["properties"]["variant"]["default"] == "basic"


@pytest.mark.parametrize("name", catalog.NAMES)
def test_new_is_the_position_before_any_chance(name: str) -> None:
    game = catalog.game(name)
    players = game.players[-1]
    assert ask("new", game=name, players=players)["position"] == game.dump(game.start(players))


def test_new_takes_options() -> None:
    position = ask("new", game="zock", players=2, options={"variant": "c"})["position"]
    assert position["options"]["variant"] == "c"
    assert position["options"]["digits"] == "all"


@pytest.mark.parametrize("players", [0, 1, 3, -2, "2", 2.5, None, True, [2]])
def test_new_refuses_players_the_game_does_not_take(players: object) -> None:
    assert code("new", game="zock", players=players) == "bad-request"


def test_new_refuses_bad_options_and_unknown_games() -> None:
    assert code("new", game="zock", players=2, options={"variant": "z"}) == "bad-options"
    assert code("new", game="zock", players=2, options=None) == "bad-options"
    assert code("new", game="chess", players=2) == "unknown-game"
    assert code("describe", game="chess") == "unknown-game"
    assert code("describe", game=5) == "bad-request"


def test_turn_says_chance_choice_and_outcome() -> None:
    assert ask("turn", position=TO_THROW) == {"kind": "chance", "seat": 1}
    assert ask("turn", position=TO_MOVE) == {"kind": "choose", "seats": [0]}
    over = {"game": "zock", "players": 2, "phase": "over", "turn": None, "open": [[4, 5], []]}
    outcome = {"winners": [1], "places": [2, 1], "scores": [0, 9], "reason": "covered"}
    assert ask("turn", position=over) == {"kind": "over", "outcome": outcome}


@pytest.mark.parametrize("name", HIDING)
def test_turn_of_a_view(name: str) -> None:
    position = midgame(name)
    for seat in range(4):
        view = ask("view", position=position, seat=seat)["view"]
        assert ask("turn", position=view) == ask("turn", position=position)


def test_turn_of_a_broken_position_gives_the_reasons_of_the_full_one() -> None:
    error = ask("turn", position=TO_THROW | {"open": [[], [2, 2]]})["error"]
    assert error["code"] == "bad-position"
    assert "named twice" in error["message"]


def test_moves() -> None:
    assert ask("moves", position=TO_MOVE, seat=0) == {"moves": ["3+6", "9"]}
    assert ask("moves", position=TO_MOVE, seat=1) == {"moves": []}
    assert ask("moves", position=TO_THROW, seat=1) == {"moves": []}


@pytest.mark.parametrize("name", HIDING)
def test_moves_and_bot_accept_the_seats_own_view_and_others_refuse_it(name: str) -> None:
    position = midgame(name)
    seat = ask("turn", position=position)["seats"][0]
    view = ask("view", position=position, seat=seat)["view"]
    assert view != position
    moves = ask("moves", position=view, seat=seat)["moves"]
    assert moves == ask("moves", position=position, seat=seat)["moves"]
    by_view = ask("bot", position=view, seat=seat, bot="random", seed="1")["move"]
    assert by_view == ask("bot", position=position, seat=seat, bot="random", seed="1")["move"]
    assert by_view in moves
    assert code("play", position=view, seat=seat, move=moves[0]) == "bad-position"
    assert code("view", position=view, seat=seat) == "bad-position"
    assert code("chance", position=view) == "bad-position"


def test_play() -> None:
    played = ask("play", position=TO_MOVE, seat=0, move="3+6")
    assert played["position"]["open"] == [[1, 2, 4, 5, 7, 8, 9], ALL_OPEN]
    assert played["events"] == [{"event": "covered", "seat": 0, "detail": "3+6"}]


def test_play_names_the_clause() -> None:
    error = ask("play", position=TO_MOVE, seat=0, move="3")["error"]
    assert error["code"] == "illegal-move"
    assert "(Z4)" in error["message"]


def test_checks_come_in_order() -> None:
    broken = TO_MOVE | {"options": {"variant": "z"}, "players": 3, "dice": "99"}
    assert code("play", position=broken, seat=9, move="x") == "bad-request"
    broken["players"] = 2
    assert code("play", position=broken, seat=9, move="x") == "bad-options"
    del broken["options"]
    assert code("play", position=broken, seat=9, move="x") == "bad-position"
    assert code("play", position=TO_MOVE, seat=9, move="x") == "bad-request"
    assert code("play", position=TO_MOVE, seat=-1, move="x") == "bad-request"
    assert code("play", position=TO_MOVE, seat=1, move="x") == "not-your-turn"
    assert code("play", position=TO_MOVE, seat=0, move="x") == "bad-move"
    assert code("play", position=TO_MOVE, seat=0, move="5") == "illegal-move"
    assert code("moves", position=broken, seat=9) == "bad-position"
    assert code("moves", position=TO_MOVE, seat=9) == "bad-request"
    assert code("view", position=TO_MOVE, seat=9) == "bad-request"
    assert code("bot", position=TO_MOVE, seat=9, bot="x") == "bad-request"
    assert code("chance", position=TO_THROW, seat=9) == "bad-request"


def test_play_in_a_chance_phase_is_not_your_turn() -> None:
    assert code("play", position=TO_THROW, seat=1, move="3+6") == "not-your-turn"


def test_a_position_that_is_none_is_refused() -> None:
    positions: list[object] = [None, [], "zock", 5, {}, {"game": None}, {"game": 5}]
    for position in positions:
        assert code("moves", position=position, seat=0) == "bad-position"
        assert code("turn", position=position) == "bad-position"
    assert code("turn", position={"game": "chess"}) == "unknown-game"
    assert code("turn", position={"game": "zock"}) == "bad-request"
    assert code("turn", position=TO_MOVE | {"colour": "red"}) == "bad-position"


def test_chance_lists_exact_fractions() -> None:
    outcomes = ask("chance", position=TO_THROW)["outcomes"]
    assert len(outcomes) == 21
    assert ["63", "1/18"] in outcomes
    assert ["66", "1/36"] in outcomes


def test_chance_takes_the_given_outcome() -> None:
    fallen = ask("chance", position=TO_THROW, outcome="63")
    assert fallen["position"]["dice"] == "63"
    assert fallen["events"] == [{"event": "threw", "seat": 1, "detail": "63"}]
    assert "outcome" not in fallen


def test_chance_is_drawn_by_seed() -> None:
    draws = [ask("chance", position=TO_THROW, seed=str(seed)) for seed in range(20)]
    assert draws == [ask("chance", position=TO_THROW, seed=str(seed)) for seed in range(20)]
    assert len({draw["outcome"] for draw in draws}) > 5
    for draw in draws:
        assert draw["position"]["dice"] == draw["outcome"]


def test_a_deal_too_large_to_list_is_sampled() -> None:
    position = ask("new", game="tock", players=4)["position"]
    while "outcomes" in (chance := ask("chance", position=position)):
        position = ask("chance", position=position, outcome=chance["outcomes"][0][0])["position"]
    assert chance == {"sampled": True}
    dealt = ask("chance", position=position, seed="deal")
    again = ask("chance", position=position, outcome=dealt.pop("outcome"))
    assert again == dealt


def test_events_are_for_the_seat_that_asked() -> None:
    secret = (Event("given", 0, "5H", (0, 1)), Event("threw", 2, "63"))
    known = [{"event": "given", "seat": 0, "detail": "5H"}, {"event": "threw", "seat": 2, "detail": "63"}]
    hidden = [{"event": "given", "seat": 0, "detail": "?"}, {"event": "threw", "seat": 2, "detail": "63"}]
    seen = [msgspec.to_builtins(events_seen_by(secret, seat)) for seat in (0, 1, 2, None)]
    assert seen == [known, known, hidden, hidden]
    assert msgspec.to_builtins(event_infos(secret)) == known


def test_a_deal_is_shown_in_full_only_without_a_seat() -> None:
    position = ask("new", game="tock", players=2)["position"]
    while "outcomes" in (chance := ask("chance", position=position)):
        position = ask("chance", position=position, outcome=chance["outcomes"][0][0])["position"]
    asked = {"position": position, "seed": "deal"}
    full = ask("chance", **asked)["events"]
    assert "?" not in {event.get("detail") for event in full}
    assert "?" in {event.get("detail") for event in ask("chance", **asked, seat=0)["events"]}
    assert "?" in {event.get("detail") for event in ask("chance", **asked, seat=None)["events"]}


def test_impossible_chance_is_refused() -> None:
    assert code("chance", position=TO_THROW, outcome="36") == "bad-move"
    assert code("chance", position=TO_MOVE) == "bad-request"
    assert code("chance", position=TO_MOVE, outcome="63") == "bad-request"
    assert code("chance", position=TO_MOVE, outcome="nonsense") == "bad-request"
    assert code("chance", position=TO_MOVE, seed="1") == "bad-request"


@pytest.mark.parametrize("name", HIDING)
def test_view_hides_from_seats_and_spectators(name: str) -> None:
    position = midgame(name)
    assert "?" not in json.dumps(position)
    assert "?" in json.dumps(ask("view", position=position, seat=0)["view"])
    spectator = ask("view", position=position)
    assert spectator == ask("view", position=position, seat=None)
    assert json.dumps(spectator).count("?") > json.dumps(ask("view", position=position, seat=0)).count("?")


def test_bot_takes_a_legal_move_without_a_seed_too() -> None:
    assert ask("bot", position=TO_MOVE, seat=0, bot="random", time_ms=50)["move"] in ("3+6", "9")
    moves = {ask("bot", position=TO_MOVE, seat=0, bot="random")["move"] for _ in range(50)}
    assert moves == {"3+6", "9"}


def test_a_bot_that_searches_answers_with_a_legal_move_in_however_little_time() -> None:
    position = midgame("tock")
    seat = next(seat for seat in range(4) if ask("moves", position=position, seat=seat)["moves"])
    moves = ask("moves", position=position, seat=seat)["moves"]
    assert ask("bot", position=position, seat=seat, bot="strong", time_ms=1)["move"] in moves


def test_bot_refusals() -> None:
    assert code("bot", position=TO_MOVE, seat=1, bot="random") == "not-your-turn"
    assert code("bot", position=TO_THROW, seat=1, bot="random") == "not-your-turn"
    assert "random" in ask("bot", position=TO_MOVE, seat=0, bot="x")["error"]["message"]
    assert code("bot", position=TO_MOVE, seat=0, bot="random", time_ms=0) == "bad-request"


def test_analyse_values_the_position_and_its_moves_best_first() -> None:
    answer = ask("analyse", position=TO_MOVE, seat=0)
    assert (answer["exact"], answer["unit"]) == (True, "win probability")
    assert [move["move"] for move in answer["moves"]] == ["9", "3+6"]
    assert answer["moves"][0]["value"] == answer["value"] > answer["moves"][1]["value"]


def test_analyse_works_before_a_throw_for_either_seat_and_other_goals() -> None:
    first = ask("analyse", position=TO_THROW, seat=1)
    assert first["value"] == pytest.approx(0.514714190513, abs=1e-9)
    assert "moves" not in first
    assert ask("analyse", position=TO_THROW, seat=0)["value"] == pytest.approx(1 - first["value"])
    assert ask("analyse", position=TO_THROW, seat=0, goal="points")["unit"] == "points"


def test_analyse_of_kniffel_alone_is_exact() -> None:
    position = ask("new", game="kniffel", players=1)["position"]
    answer = ask("analyse", position=position, seat=0)
    assert (answer["exact"], answer["unit"]) == (True, "points")
    assert answer["value"] == pytest.approx(254.587728734, abs=1e-8)


def test_analyse_refuses_what_makes_no_sense() -> None:
    over = TO_MOVE | {"phase": "over", "turn": None, "open": [[], [1]]}
    over.pop("dice")
    assert code("analyse", position=over, seat=0) == "bad-request"
    assert code("analyse", position=TO_MOVE, seat=0, goal="glory") == "bad-request"
    assert code("analyse", position=TO_MOVE, seat=2) == "bad-request"
    assert code("analyse", position=TO_MOVE) == "bad-request"


@pytest.mark.parametrize("id_", [None, 0, -1.5, "a", [1, {"b": None}], {"x": "ä🎲"}, 2**70, False])
def test_the_id_is_repeated_in_answers_and_errors(id_: object) -> None:
    assert ask("hello", id=id_)["id"] == id_
    assert ask("nonsense", id=id_)["id"] == id_
    assert ask("moves", id=id_)["id"] == id_
    assert ask("moves", id=id_, position={}, seat=0)["id"] == id_


def test_without_an_id_answers_have_none_and_errors_null() -> None:
    assert "id" not in ask("hello")
    assert ask("nonsense")["id"] is None


def test_a_bad_request_says_everything_that_is_wrong() -> None:
    message = ask("play", seats=0, move=5)["error"]["message"]
    for part in ("unknown key 'seats'", "position is missing", "seat is missing", "move: expected"):
        assert part in message


def test_the_refusal_of_an_unknown_op_lists_all() -> None:
    ops: list[object] = ["nonsense", None, 5, ["hello"], {}]
    for op in ops:
        error = json.loads(answer(json.dumps({"op": op}).encode()))["error"]
        assert error["code"] == "bad-request"
        assert "hello, describe, new, turn, moves, play, chance, view, analyse, bot" in error["message"]


def test_a_mistake_of_ours_is_answered_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(catalog, "game", broken)
    assert ask("describe", game="zock", id=1) == {
        "id": 1,
        "error": {"code": "internal", "message": "ZeroDivisionError: oh"},
    }


def test_whole_games_can_be_played_through_the_engine() -> None:
    for name in catalog.NAMES:
        position = ask("new", game=name, players=catalog.game(name).players[0])["position"]
        for number in range(100_000):
            turn = ask("turn", position=position)
            if turn["kind"] == "over":
                break
            if turn["kind"] == "chance":
                position = ask("chance", position=position, seed=str(number))["position"]
            else:
                seat = turn["seats"][0]
                move = ask("bot", position=position, seat=seat, bot="random", seed=str(number))["move"]
                position = ask("play", position=position, seat=seat, move=move)["position"]
        assert isinstance(catalog.game(name).turn(catalog.game(name).load(position)), Over)
