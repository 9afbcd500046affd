from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from stammtisch import bots, catalog
from stammtisch.core import Seeded
from stammtisch.games.zock.moves import ALL_OPEN
from stammtisch.games.zock.options import ZockOptions
from stammtisch.games.zock.state import CHIPS_OF_A_COLOUR, THROW_PHASE, State, setup
from stammtisch.solve import compact
from stammtisch.solve.goals import POINTS, WIN, Goal
from stammtisch.solve.zock import plain, plain_match, solution, table_files
from stammtisch.solve.zock.match import match
from support.without_numpy import output

CLOSE = 1e-6


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(compact.FOLDER_VARIABLE, str(tmp_path))
    plain._solution.cache_clear()
    plain_match._match.cache_clear()
    return tmp_path


def test_where_numpy_is_there_no_files_are_needed() -> None:
    game = catalog.game("zock")
    assert bots.files(game, 2, game.options({}, 2)) == []


def test_whole_numbers_are_read_as_they_were_written() -> None:
    numbers = [0, 1, -1, 2, 127, -128, 32767, -32768]
    assert list(compact.whole_numbers(memoryview(compact.planes(numbers, 2)), 2)) == numbers
    with pytest.raises(ValueError, match="more than 2 bytes"):
        compact.planes([32768], 2)


def test_a_table_that_is_missing_damaged_or_of_other_rules_is_one_clear_error(folder: Path) -> None:
    with pytest.raises(compact.NoTable, match="there is no table none"):
        compact.read("none", 1)
    (folder / "noise").write_bytes(b"noise")
    with pytest.raises(compact.NoTable, match="noise cannot be read"):
        compact.read("noise", 1)
    (folder / "old").write_bytes(compact.packed("version 1", b"values"))
    assert bytes(compact.read("old", "version 1")) == b"values"
    with pytest.raises(compact.NoTable, match="old was made for other rules"):
        compact.read("old", "version 2")


IMPORTS = """
from importlib import import_module
from pkgutil import walk_packages
import stammtisch.analysis, stammtisch.bots
for package in stammtisch.analysis, stammtisch.bots:
    for module in walk_packages(package.__path__, package.__name__ + "."):
        if module.name != "stammtisch.analysis.html":
            import_module(module.name)
print(not {"numpy", "numba", "jinja2"} & set(__import__("sys").modules))
"""


def test_bots_and_analyses_can_be_imported_without_numpy(folder: Path) -> None:
    """The report as a page of its own takes a template engine, and is made elsewhere."""
    assert output(IMPORTS, folder) == "True\n"


def test_the_same_files_come_of_the_same_solutions() -> None:
    options = ZockOptions()
    assert table_files.built_for(options, POINTS) == table_files.built_for(options, POINTS)


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["basic", "a", "b", "c"])
def test_every_pair_of_rows_of_zock_is_exact(variant: str, folder: Path) -> None:
    options = catalog.game("zock").options({"variant": variant}, 2)
    put(folder, table_files.built_for(options, WIN))
    found, right = plain.solution(options), solution(options)
    for own, other in product(range(1, ALL_OPEN + 1), repeat=2):
        assert abs(found.pair(own, other) - right.pair(own, other)) < CLOSE


def put(folder: Path, made: tuple[str, bytes]) -> None:
    name, content = made
    (folder / name).write_bytes(content)


@pytest.mark.parametrize("variant", ["basic", "a", "b", "c"])
def test_zock_is_exact_for_winning(variant: str, folder: Path) -> None:
    options = catalog.game("zock").options({"variant": variant}, 2)
    put(folder, table_files.built_for(options, WIN))
    found, right, luck = plain.solution(options), solution(options), Seeded(variant)
    assert found.error == 0
    for _ in range(2000):
        own, other = 1 + luck.below(ALL_OPEN), luck.below(ALL_OPEN + 1)
        assert found.pair(own, other) == pytest.approx(right.pair(own, other), rel=0, abs=CLOSE)
        assert found.pair(0, own) == 1


def test_zock_with_other_options_is_an_estimate_with_its_error(folder: Path) -> None:
    options = ZockOptions(variant="c", digits="ten", referee="players")
    put(folder, table_files.built_for(options, POINTS))
    found, right = plain.solution(options, POINTS), solution(options, POINTS)
    rows = [(own, other) for own in range(1, 512, 7) for other in range(1, 512, 5)]
    squares = [(found.pair(*pair) - right.pair(*pair)) ** 2 for pair in rows]
    assert (sum(squares) / len(squares)) ** 0.5 == pytest.approx(found.error, rel=0.25)
    assert 0 < found.error < 0.03


@pytest.mark.parametrize("goal", [WIN, POINTS])
def test_a_match_of_zock_is_an_estimate_with_its_error_until_its_ending(goal: Goal, folder: Path) -> None:
    options = ZockOptions(games=3)
    for each in (WIN, POINTS):
        put(folder, table_files.built_for(options, each))
    found, right, luck = plain_match.match(options, goal), match(options, goal), Seeded("chips")
    squares = dict[float, list[float]]()
    for game, first in product((1, 3), ((5, 5, 5, 5), (7, 6, 5, 6), (2, 3, 4, 4))):
        chips = first, tuple(CHIPS_OF_A_COLOUR - number for number in first)
        for _ in range(50):
            rows = 1 + luck.below(ALL_OPEN), 1 + luck.below(ALL_OPEN)
            state = State(setup(options), THROW_PHASE, luck.below(2), rows, chips=chips, game=game)
            wrong_by = found.value(state, 0) - right.value(state, 0)
            squares.setdefault(found.error_of(state), []).append(wrong_by**2)
            assert found.value(state, 0) + found.value(state, 1) == pytest.approx(float(goal == WIN))
    assert max(squares.pop(0.0)) < CLOSE**2, "an ending of the last game is exact"
    for error, some in squares.items():
        assert (sum(some) / len(some)) ** 0.5 < 1.2 * error


ZOCK = """
from stammtisch import bots, catalog
from stammtisch.analysis.report import analyse
from stammtisch.core import Seeded
from stammtisch.match import Match
from stammtisch.core.turn import Over, Throw
game = catalog.game("zock")
print(*bots.files(game, 2, game.options({}, 2)))
for options in game.options({}, 2), game.options({"games": 3}, 2):
    match = Match.new(game, 2, options, ["bot:perfect", "bot:medium"], "a game")
    while not isinstance(match.turn, Over):
        if isinstance(match.turn, Throw):
            match = match.draw().match
        else:
            seat = match.turn.seats[0]
            level = ("perfect", "medium")[seat]
            move = bots.bot(game, level)(game, game.view(match.state, seat), seat, Seeded("luck"))
            match = match.play(seat, str(move)).match
    report = analyse(match.record())
    print(report.exact, report.unit, report.accounts[0].rating)
jumps = [abs(after[0] - before[0]) for before, after in zip(report.course, report.course[1:])]
print(max(jumps) < 0.5)  # from game to game the match goes on
"""


def test_a_whole_game_and_a_match_of_zock_without_numpy(folder: Path) -> None:
    for goal in (WIN, POINTS):
        put(folder, table_files.built_for(ZockOptions(), goal))
    names, single, of_three, goes_on = output(ZOCK, folder).splitlines()
    assert names.split() == plain.files(2, ZockOptions())
    assert single == "True win probability flawless"
    assert of_three == "False win probability flawless"
    assert goes_on == "True"


LEVELS = """
from stammtisch import bots, catalog
from stammtisch.core import Seeded
from stammtisch.core.turn import Over, Throw
from stammtisch.match import Match
from stammtisch.solve.compact import NoTable

def reads_files(game, players, level):
    match = Match.new(game, players, None, ["bot:" + level] * players, "a game")
    try:
        for _ in range(40):
            if isinstance(match.turn, Over):
                break
            if isinstance(match.turn, Throw):
                match = match.draw().match
                continue
            seat = match.turn.seats[0]
            move = bots.bot(game, level)(game, game.view(match.state, seat), seat, Seeded("luck"))
            match = match.play(seat, str(move)).match
    except NoTable:
        return True
    return False

for name in catalog.NAMES:
    game = catalog.game(name)
    players = min(count for count in game.players if count > 1)
    for level in bots.names(game):
        named = bots.files(game, players, game.options({}, players), level)
        print(f"{name} {level}" if bool(named) != reads_files(game, players, level) else "right")
"""


def test_levels_that_read_files_are_named_and_no_others(folder: Path) -> None:
    lines = output(LEVELS, folder).splitlines()
    assert len(lines) > 20
    assert {*lines} == {"right"}
