from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from stammtisch.core import BadRequest
from stammtisch.core.chance import dice_weights
from stammtisch.games.zocknroll.options import RowPoints, ZockNRollOptions
from stammtisch.games.zocknroll.state import State, setup
from stammtisch.solve.cache import FOLDER_VARIABLE
from stammtisch.solve.zocknroll import hands
from stammtisch.solve.zocknroll.hands import Hand, outlook, solved_hand
from stammtisch.solve.zocknroll.places import NOT_THROWN, Place
from stammtisch.solve.zocknroll.solver import exploitability, solve
from stammtisch.solve.zocknroll.standing import players, points_to_come, spots, wins, zeal_of
from stammtisch.solve.zocknroll.tables import cup_mirrors, cup_number, first_throws, mirrored, points
from tests.oracle.zocknroll import BASIC, EXTRA, formed
from tests.zocknroll.table import GAME, decide_document, on, start

OPTIONS = ZockNRollOptions()
PROFI = ZockNRollOptions(variant="profi")
CUPS = [text for text, _ in dice_weights(2)]
CHANCES = [ways / 36 for _, ways in dice_weights(2)]
FACES = "123456"


@pytest.fixture(autouse=True, scope="module")
def no_kept_tables() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER_VARIABLE, "-")
        yield


@cache
def crossed(dice: str) -> tuple[int, int]:
    """The most points that the dice allow, and how far their best combination is from the highest."""
    names = formed("".join(sorted(dice)), list(BASIC))
    return max((BASIC[name] for name in names), default=0), -list(BASIC).index(names[0]) if names else -99


class Reply:
    """What one of two players may expect against the other's strategy, by plain recursion.

    `weights` are the chances of the other's cups, each times the chance that it has come so far.
    With `best` the player does what is best, else what the strategy says.
    """

    def __init__(self, white: str, played: Hand, me: int, *, best: bool) -> None:
        self.white, self.played, self.me, self.best = white, played, me, best

    def value(self) -> float:
        return sum(
            chance * self.first(cup, CHANCES, Place(1), 0) for cup, chance in zip(CUPS, CHANCES, strict=True)
        )

    def first(self, cup: str, weights: list[float], place: Place, asked: int) -> float:
        if asked == 2:
            return self.fourth_falls(cup, weights, place)
        stayed, left = place._replace(first=2 * place.first + 1), place._replace(first=2 * place.first)
        if asked == self.me:
            leaving = sum(weights) * (crossed(cup + self.white)[0] + EXTRA["left-first"])
            return self.choice(place, cup, self.first(cup, weights, stayed, asked + 1), leaving)
        staying = self.staying(place, weights)
        gone = [weight - stays for weight, stays in zip(weights, staying, strict=True)]
        return self.first(cup, staying, stayed, asked + 1) + self.first(cup, gone, left, asked + 1)

    def fourth_falls(self, cup: str, weights: list[float], place: Place) -> float:
        inside = [player for player in (0, 1) if place.first >> (1 - player) & 1]
        return sum(self.second(cup, weights, Place(place.first, die), inside, 0) for die in range(6)) / 6

    def second(self, cup: str, weights: list[float], place: Place, inside: list[int], asked: int) -> float:
        """The other's bit is read off the node of round 2, if both came there."""
        white = self.white + FACES[place.fourth]
        if asked == len(inside):
            alone = len(inside) == 1 or not place.second >> self.me & 1
            return self.third(cup, weights, white, alone=alone)
        stayed, left = place._replace(second=2 * place.second + 1), place._replace(second=2 * place.second)
        if inside[asked] == self.me:
            leaving = sum(weights) * crossed(cup + white)[0]
            return self.choice(place, cup, self.second(cup, weights, stayed, inside, asked + 1), leaving)
        staying = self.staying(place, weights)
        gone = [weight - stays for weight, stays in zip(weights, staying, strict=True)]
        return self.second(cup, staying, stayed, inside, asked + 1) + self.second(
            cup, gone, left, inside, asked + 1
        )

    def third(self, cup: str, weights: list[float], white: str, *, alone: bool) -> float:
        total = 0.0
        for face in FACES:
            gain, own = crossed(cup + white + face)
            for other, weight in zip(CUPS, weights, strict=True):
                rank = -99 if alone else crossed(other + white + face)[1]
                total += weight * (gain * (own >= rank) + EXTRA["won-third"] * (own > rank))
        return total / 6

    def staying(self, place: Place, weights: list[float]) -> list[float]:
        return [
            weight * stays(self.played, place, number) if weight else 0.0
            for number, weight in enumerate(weights)
        ]

    def choice(self, place: Place, cup: str, staying: float, leaving: float) -> float:
        if self.best:
            return max(staying, leaving)
        likely = stays(self.played, place, CUPS.index(cup))
        return likely * staying + (1 - likely) * leaving


def stays(played: Hand, place: Place, cup: int) -> float:
    """How likely the player to decide stays with that cup."""
    if place.fourth == NOT_THROWN:
        return float(played.strategy.first[place.first, cup])
    node = played.strategy.start[place.first - (1 << played.players)] + place.second
    return float(played.strategy.second[place.fourth, node, cup])


def test_no_reply_gains_a_twentieth_of_a_point_in_a_hand_of_two() -> None:
    gains = np.zeros(2)
    for white, chance in first_throws().items():
        played = solved_hand(OPTIONS, 2, white)
        best = [Reply(white, played, me, best=True).value() for me in (0, 1)]
        usual = [Reply(white, played, me, best=False).value() for me in (0, 1)]
        assert played.exploitability() == pytest.approx(np.subtract(best, usual), abs=1e-9)
        assert played.worth() @ played.points.chance == pytest.approx(best, abs=1e-9)
        gains += chance * np.subtract(best, usual)
    assert gains.min() >= 0
    assert gains.max() < 0.05


@pytest.mark.parametrize(
    ("options", "count", "white"),
    [
        (OPTIONS, 3, "112"),
        (OPTIONS, 4, "135"),
        (OPTIONS, 5, "124"),
        (PROFI, 2, "123"),
        (PROFI, 3, "225"),
        (ZockNRollOptions(points=RowPoints(pair=7, won_third=9)), 3, "113"),
        (ZockNRollOptions(order=list(reversed(BASIC))), 3, "113"),  # type: ignore[arg-type]
    ],
)
def test_no_reply_gains_much_at_other_tables(options: ZockNRollOptions, count: int, white: str) -> None:
    played = solved_hand(options, count, white)
    assert played.exploitability().min() > -1e-9
    assert played.exploitability().max() < 0.05
    for chances in played.strategy[:2]:
        assert chances.min() >= 0
        assert chances.max() <= 1


def test_a_player_who_gets_very_many_points_for_leaving_leaves() -> None:
    played = solved_hand(ZockNRollOptions(points=RowPoints(left_first=100)), 3, "112")
    assert max(stays(played, Place(1), cup) for cup in range(len(CUPS))) < 0.01
    assert played.exploitability().max() < 1


def test_a_fourth_die_brings_on_average_what_was_expected() -> None:
    played = solved_hand(OPTIONS, 3, "112")
    all_stayed = Place(0b1111)
    after = [played.expected(all_stayed._replace(fourth=die), 1, cup=4) for die in range(6)]
    assert played.expected(all_stayed, 1, cup=4) == pytest.approx(sum(after) / 6)


def test_playouts_bring_what_was_expected() -> None:
    played = solved_hand(OPTIONS, 3, "112")
    drawn = played.played_out(Place(1), played.beliefs(Place(1)), 20_000, seed=7)
    scores = np.vectorize(setup(OPTIONS, 3).points)(drawn)
    expected = played.worth() @ played.points.chance - played.exploitability()
    assert np.all(np.abs(scores.mean(axis=0) - expected) < 4 * scores.std(axis=0) / np.sqrt(len(scores)))


@pytest.mark.parametrize("options", [OPTIONS, PROFI])
def test_mirrored_dice_form_the_same(options: ZockNRollOptions) -> None:
    agreed = setup(options, 2)
    one, other = points(agreed, "124"), points(agreed, mirrored("124"))
    cups = cup_mirrors(agreed.dice)
    assert np.array_equal(one.first, other.first[cups])
    assert np.array_equal(one.second, other.second[::-1][:, cups])
    assert np.array_equal(one.third, other.third[::-1, ::-1][:, :, cups])
    assert np.array_equal(one.rank, other.rank[::-1, ::-1][:, :, cups])


def test_the_first_throws_are_all_that_may_fall() -> None:
    assert len(first_throws()) == 28
    assert sum(first_throws().values()) == pytest.approx(1)


def test_strategies_are_kept(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    computed = hands.strategy(OPTIONS, 2, "112")
    monkeypatch.setattr(hands, "solved", None)
    kept = hands.strategy(OPTIONS, 2, "112")
    assert np.array_equal(computed.second, kept.second)


def test_solving_says_how_far_it_is_from_perfect() -> None:
    parts: list[float] = []
    solved = solve(2, OPTIONS, progress=parts.append)
    assert parts[-1] == 1
    assert solved.unit == "points"
    assert 0 < solved.facts["exploitability, average"] <= solved.facts["exploitability, largest"] < 0.05
    assert solved.value == pytest.approx(solved.facts["points of player 1"])
    assert len(solved.openings) == 28 * 21
    best = {opening.after: opening.move for opening in solved.openings}
    assert best["own 11 white 111"] == "stay"
    worst = exploitability({white: solved_hand(OPTIONS, 2, white) for white in first_throws()})
    assert worst["exploitability, worst throw"] >= solved.facts["exploitability, largest"]


def test_early_birds_are_found_among_the_openings() -> None:
    generous = ZockNRollOptions(points=RowPoints(left_first=20))
    best = {opening.after: opening.move for opening in solve(2, generous).openings}
    assert best["own 13 white 113"] == "leave full-house"
    assert best["own 46 white 125"] == "leave -"


def test_zeal_raises_the_value_of_high_combinations() -> None:
    plain, eager = points(setup(OPTIONS, 4), "112"), points(setup(OPTIONS, 4), "112", zeal=0.1)
    assert np.allclose(eager.first, plain.first + 0.1 * plain.first**2)
    both = plain.third + plain.won_third
    assert np.allclose(eager.third + eager.won_third, both + 0.1 * both**2)
    zeals = [zeal_of(setup(OPTIONS, players)) for players in range(2, 13)]
    assert zeals[0] == 0
    assert zeals == sorted(set(zeals))


def test_only_hands_of_up_to_six_are_solved_and_only_for_points() -> None:
    with pytest.raises(BadRequest, match="up to 6 players"):
        solve(7, OPTIONS)
    with pytest.raises(BadRequest, match="but must be points"):
        solve(2, OPTIONS, "glory")


def test_points_before_the_white_dice_are_the_average_of_all_cups() -> None:
    thrown = on(start(2), "0")
    by_cup = outlook(OPTIONS, 2).points[0] @ np.array(CHANCES)
    assert points_to_come(thrown, 0) == pytest.approx(by_cup)
    both = (points_to_come(thrown, 0) + points_to_come(thrown, 1)) / 2
    assert points_to_come(start(2), 0) == pytest.approx(both)


def test_alone_in_round_three_is_sure_to_win() -> None:
    state = on(start(2), "0", "own 12 34", "white 135", "stay", "leave pair", "white 4", "stay")
    after = [crossed("12" + "1345" + face)[0] + EXTRA["won-third"] for face in FACES]
    assert points_to_come(state, 0) == pytest.approx(sum(after) / 6)
    assert points_to_come(state, 1) == 0


def test_in_round_two_every_white_die_may_be_the_fourth() -> None:
    state = on(start(2), "0", "own 12 34", "white 116", "stay", "stay", "white 6")
    found = spots(state, 0)
    assert len(found) == 4
    assert sum(spot.chance for spot in found) == pytest.approx(1)
    assert {spot.cup for spot in found} == {cup_number("12"), cup_number(mirrored("12"))}


def load(**changes: object) -> State:
    return GAME.load(decide_document(**changes))


def test_a_player_who_left_before_being_asked_does_not_matter() -> None:
    early = load(status=["in", "in", "left2"])
    assert players(early, 1) == players(early, 2) == [0, 1]
    assert 0 < wins(early, 2, seed=1).mean() < 1
    assert players(load(), 1) == [0, 1, 2]


def test_of_twelve_players_six_matter() -> None:
    statuses = ["left1", "in", "left1", "in", *["in"] * 8]
    state = load(
        players=12,
        turn=6,
        starter=2,
        status=statuses,
        own=["12"] * 12,
        crosses=[{}] * 12,
        round=1,
        white="135",
    )
    chosen = players(state, 8)
    assert len(chosen) == 6
    assert {6, 8} <= set(chosen)
    assert {0, 2}.isdisjoint(chosen)
    assert chosen == sorted(chosen, key=lambda seat: (seat - 2) % 12)


def test_wins_are_shared_out() -> None:
    state = on(start(3), "0", "own 12 34 55", "white 135", "stay")
    shares = [wins(state, seat, seed=3).mean() for seat in range(3)]
    assert sum(shares) == pytest.approx(1, abs=0.1)


def test_a_game_that_is_over_is_won_or_not() -> None:
    over = GAME.load(
        {
            "game": "zocknroll",
            "players": 3,
            "phase": "over",
            "crosses": [{"pair": 6}, {"pair": 6}, {"pair": 1}],
        }
    )
    assert [float(wins(over, seat, seed=1).mean()) for seat in range(3)] == [0.5, 0.5, 0]
    assert points_to_come(over, 0) == 0
