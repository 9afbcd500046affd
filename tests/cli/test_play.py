from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from stammtisch import catalog
from stammtisch.core import Over
from stammtisch.games.clauses import clause
from stammtisch.match import Match, load_record

from .running import Screen, call, run

TWO_BOTS = ("--seats", "bot:random,bot:random")


@pytest.mark.parametrize("game", catalog.NAMES)
def test_bots_play_a_whole_game_of_each_and_its_record_replays_to_the_end(game: str, tmp_path: Path) -> None:
    answer = call("play", game, *TWO_BOTS, "--seed", "1", "--save", "game.json", folder=tmp_path)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "  place " in answer.stdout
    assert "game.json" in answer.stdout
    match = Match.resume(load_record(tmp_path / "game.json"))
    assert isinstance(match.turn, Over)


@pytest.mark.parametrize(("game", "players"), [("tock", 8), ("tock", 5), ("kniffel", 1), ("zocknroll", 12)])
def test_a_person_may_leave_a_table_of_any_size_at_once(game: str, players: int, tmp_path: Path) -> None:
    answer = call("play", game, "--players", str(players), "--seed", "1", typed="q\n", folder=tmp_path)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "play --continue" in answer.stdout


def test_the_record_goes_into_a_new_file_named_by_game_and_time(tmp_path: Path) -> None:
    for _ in range(2):
        assert call("play", "zock", *TWO_BOTS, folder=tmp_path).returncode == 0
    assert [path.name[:7] for path in tmp_path.iterdir()] == ["zock-20", "zock-20"]


def test_a_file_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "precious.json").write_text("mine")
    answer = call("play", "zock", *TWO_BOTS, "--save", "precious.json", folder=tmp_path)
    assert answer.returncode == 2
    assert (tmp_path / "precious.json").read_text() == "mine"


def test_a_person_plays_by_number_and_by_notation_with_piped_lines(tmp_path: Path) -> None:
    # Seed 7 throws 21 first: the moves are 1+2, which is number 1, and the field 3.
    for first_move, covered in (("1", "1+2"), (" 1+2 ", "1+2"), ("3", "3")):
        answer = call("play", "zock", "--seed", "7", typed=f"{first_move}\nq\n", folder=tmp_path)
        assert f"you covered {covered}\n" in answer.stdout


def test_enter_plays_the_only_move(tmp_path: Path) -> None:
    answer = call("play", "zock", "--seed", "7", typed="3\n\nq\n", folder=tmp_path)
    assert "you rolled 44" in answer.stdout
    assert "you covered 8\n" in answer.stdout


def test_a_refusal_names_its_clause_and_a_question_mark_shows_it(tmp_path: Path) -> None:
    typed = "?\n3\n2\n?\n? Z99\n? z6\nrubbish\nh\nm\nq\n"
    answer = call("play", "zock", "--seed", "7", "--lang", "de", typed=typed, folder=tmp_path)
    assert answer.returncode == 0
    assert "No move has been refused yet" in answer.stdout
    assert "only the sum counts (Z5)" in answer.stdout
    assert f"Z5 {clause('zock', 'Z5', 'de').title}" in answer.stdout
    assert "Z1 to Z18" in answer.stdout
    assert f"Z6 {clause('zock', 'Z6', 'de').title}" in answer.stdout
    assert "is not a move of ZOCK" in answer.stdout
    assert "the game is saved and can be continued" in answer.stdout


def test_letters_list_the_moves_that_contain_them(tmp_path: Path) -> None:
    answer = call("play", "kniffel", "--players", "1", "--seed", "1", typed="STRAIGHT\nq\n", folder=tmp_path)
    listed = answer.stdout.split("you> STRAIGHT\n")[1].splitlines()[0]
    assert "small-straight" in listed
    assert "large-straight" in listed
    assert "keep" not in listed


def test_an_interrupted_game_leads_to_the_same_record_as_one_in_a_single_sitting(tmp_path: Path) -> None:
    moves = "1\n" * 400
    settings = ("--players", "2", "--seed", "same luck")
    assert (
        call("play", "kniffel", *settings, "--save", "one.json", typed=moves, folder=tmp_path).returncode == 0
    )
    call("play", "kniffel", *settings, "--save", "two.json", typed="1\n" * 5, folder=tmp_path)
    assert len(load_record(tmp_path / "two.json").log) < len(load_record(tmp_path / "one.json").log)
    for lines in ("1\n" * 3, "q\n", moves):
        assert call("play", "--continue", "two.json", typed=lines, folder=tmp_path).returncode == 0
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


def test_a_finished_game_continues_with_its_result(tmp_path: Path) -> None:
    call("play", "zock", *TWO_BOTS, "--save", "game.json", folder=tmp_path)
    answer = call("play", "zock", "--continue", "game.json", folder=tmp_path)
    assert answer.returncode == 0
    assert " won (" in answer.stdout


def test_continue_wants_the_right_game_and_nothing_else(tmp_path: Path) -> None:
    call("play", "zock", *TWO_BOTS, "--save", "game.json", folder=tmp_path)
    wrong = call("play", "tock", "--continue", "game.json", folder=tmp_path)
    assert (wrong.returncode, wrong.stderr.startswith("error: ")) == (2, True)
    assert call("play", "--continue", "game.json", "--seed", "2", folder=tmp_path).returncode == 2


def test_options_come_by_pair_and_by_json(tmp_path: Path) -> None:
    args = ("--option", "games=2", "--option", "variant=c", "--options", '{"variant": "b", "digits": "all"}')
    call("play", "zock", *args, "--save", "game.json", typed="q\n", folder=tmp_path)
    options = load_record(tmp_path / "game.json").options
    assert (options["games"], options["variant"], options["digits"]) == (2, "c", "all")


def test_ctrl_c_leaves_a_valid_record_and_says_where(tmp_path: Path) -> None:
    with Screen("play", "zock", "--seed", "7", "--save", "game.json", folder=tmp_path) as screen:
        screen.wait_for("you> ")
        screen.type("3")
        screen.wait_for("you> ", times=2)
        assert screen.interrupt() == 130
    assert "play --continue game.json" in screen.plain()
    assert "Traceback" not in screen.plain()
    assert [text for seat, text in load_record(tmp_path / "game.json").log if seat == 0] == ["3"]
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_ctrl_c_while_bots_play_leaves_a_valid_record(tmp_path: Path) -> None:
    seats = ",".join(["bot:random"] * 4)
    with Screen("play", "tock", "--seats", seats, "--save", "game.json", folder=tmp_path) as screen:
        screen.wait_for("deals first")
        assert screen.interrupt() == 130
    assert "Traceback" not in screen.plain()
    assert len(load_record(tmp_path / "game.json").log) > 0
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize(("changes", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_colours_on_a_terminal_and_none_with_no_color(
    changes: dict[str, str], coloured: bool, tmp_path: Path
) -> None:
    with Screen("play", "zock", "--seed", "7", folder=tmp_path, **changes) as screen:
        screen.wait_for("you> ")
        screen.type("q")
        assert screen.end() == 0
    assert (re.search(r"\x1b\[[0-9;]*91m", screen.text) is not None) is coloured
    assert "│ 9 │" in screen.plain()


def test_people_who_share_a_screen_look_one_at_a_time(tmp_path: Path) -> None:
    with Screen(
        "play", "zocknroll", "--seats", "Anna,Béla", "--save", "game.json", folder=tmp_path
    ) as screen:
        screen.wait_for("then press Enter.")
        starter = int(load_record(tmp_path / "game.json").log[0][1])
        first, second = ("Anna", "Béla") if starter == 0 else ("Béla", "Anna")
        assert f"Pass the device to {first}" in screen.plain()
        assert "under your cup" not in screen.plain()
        screen.type("")
        screen.wait_for(f"{first}> ")
        assert f"{second} rolled in secret" in screen.plain()
        screen.type("stay")
        screen.wait_for(f"Pass the device to {second}, then press Enter.")
        assert screen.text.rindex("\x1b[3J") > screen.text.rindex("under your cup")
        screen.type("")
        screen.wait_for(f"{second}> ")
        assert f"{first} stayed" in screen.plain()
        screen.type("q")
        assert screen.end() == 0


def test_a_lone_person_sees_no_secret_of_the_bots(tmp_path: Path) -> None:
    answer = call("play", "tock", "--seed", "3", "--save", "game.json", typed="1\nq\n", folder=tmp_path)
    assert "you picked up" in answer.stdout
    assert "medium 1, medium 2, medium 3 picked up in secret" in " ".join(answer.stdout.split())
    log = load_record(tmp_path / "game.json").log
    given = [text.removeprefix("give ") for seat, text in log if text.startswith("give") and seat in (1, 3)]
    assert all(f"gave {card}" not in answer.stdout for card in given)


def test_no_bot_kind_or_name_can_smuggle_markup_or_control_codes(tmp_path: Path) -> None:
    answer = call("play", "zock", "--seats", "[red]Anna[/red],bot:random", typed="q\n", folder=tmp_path)
    assert "[red]Anna[/red]" in answer.stdout
    bad = call("play", "zock", "--seats", "A\x1b[2J,bot:random", folder=tmp_path)
    assert bad.returncode == 2
    assert "\x1b" not in bad.stderr


def test_input_that_is_no_text_is_survived(tmp_path: Path) -> None:
    answer = run(
        "play", "zock", "--seed", "7", typed="\udcff\n3\nq\n", folder=tmp_path, PYTHONIOENCODING="utf-8"
    )
    assert answer.returncode == 0
    assert "you covered 3" in answer.stdout


def test_real_dice_are_typed_in_any_order_and_refused_with_an_example(tmp_path: Path) -> None:
    typed = "61\n2 3\n77\n1\n1, 2\n3\nq\n"
    answer = call("play", "zock", "--real-dice", "--save", "game.json", typed=typed, folder=tmp_path)
    assert answer.returncode == 0
    assert answer.stdout.count("this is not a possible result here; enter for example") == 2
    record = json.loads((tmp_path / "game.json").read_text())
    assert record["seed"] is None
    assert record["log"] == [[None, "61"], [None, "32"], [None, "21"], [0, "3"]]
    again = call("play", "--continue", "game.json", typed="65\nq\n", folder=tmp_path)
    assert "medium rolled 65" in again.stdout


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (("--options", "[" * 10_000), "nested too deep"),
        (("--options", '{"games": 1e999}'), "out of range"),
        (("--options", " " * 20_000), "more than 16000 bytes"),
        (("--option", "games=" + "[" * 10_000), "games: expected `int`, got `str`"),
        (("--option", "games=" + "9" * 10_000), "games: expected `int`, got `str`"),
        (("--option", "games=1e999"), "games: expected `int`, got `str`"),
        (("--seed", "x" * 1001), "a seed has at most 1000 printable characters"),
    ],
)
def test_input_of_any_size_is_refused_in_one_line(
    given: tuple[str, str], reason: str, tmp_path: Path
) -> None:
    answer = call("play", "zock", *given, folder=tmp_path)
    assert answer.returncode == 2
    assert reason in answer.stderr
    assert len(answer.stderr.splitlines()) == 1
    assert not [*tmp_path.iterdir()]
