from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from stammtisch import catalog
from stammtisch.core import BadMove, BadOptions, BadRequest, IllegalMove, NotYourTurn, Over
from stammtisch.match import Fair, Match, fair_dice, read_record, replay

from .playing import FAIR, fair_match, step

ZOCK = catalog.game("zock")


def match(seed: str | None = "seed") -> Match:
    return Match.new(ZOCK, 2, None, ["Anna", "Bea"], seed)


def test_a_match_is_played_to_its_end() -> None:
    played = match()
    while not isinstance(played.turn, Over):
        played = step(played)
    states = [position.match.state for position in replay(played.record())]
    assert states[-1] == played.state
    assert len(states) == len(played.record().log) + 1


@pytest.mark.parametrize("begun", [match, fair_match])
def test_a_resumed_match_goes_on_as_the_uninterrupted_one(begun: Callable[[], Match]) -> None:
    whole, parts = begun(), begun()
    for _ in range(60):
        whole, parts = step(whole), step(parts)
        parts = Match.resume(read_record(parts.record().to_json()))
    assert parts.record() == whole.record()
    assert parts.state == whole.state


def test_another_seed_gives_other_rolls() -> None:
    one, other = match("one"), match("other")
    for _ in range(10):
        one, other = step(one), step(other)
    assert one.record().log != other.record().log


def test_a_move_may_be_given_as_such_or_in_notation() -> None:
    before = match(None).after([(None, "63"), (None, "21"), (None, "44")])
    by_text = before.play(0, "8")
    assert before.play(0, ZOCK.parse(before.state, "8")) == by_text
    assert by_text.match.record().log[-1] == (0, "8")


def test_a_match_remembers_its_table() -> None:
    record = match().record()
    assert (record.game, record.players, record.seats, record.seed) == ("zock", 2, ("Anna", "Bea"), "seed")
    assert record.options["variant"] == "basic"
    assert record.log == ()


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (lambda played: played.fall("36"), BadMove),
        (lambda played: played.play(0, "8"), NotYourTurn),
        (lambda played: played.play(7, "8"), NotYourTurn),
    ],
)
def test_a_failed_call_changes_nothing(wrong: Callable[[Match], object], error: type[Exception]) -> None:
    played = match()
    before = played.state
    with pytest.raises(error):
        wrong(played)
    assert played.state == before
    assert played.record().log == ()


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (lambda played: played.fall("63"), BadRequest),
        (lambda played: played.draw(), BadRequest),
        (lambda played: played.play(1, "8"), NotYourTurn),
        (lambda played: played.play(0, "9"), IllegalMove),
        (lambda played: played.play(0, "eight"), BadMove),
    ],
)
def test_a_failed_call_while_choosing_changes_nothing(
    wrong: Callable[[Match], object], error: type[Exception]
) -> None:
    played = match().after([(None, "63"), (None, "21"), (None, "44")])
    before = played.record()
    with pytest.raises(error):
        wrong(played)
    assert played.record() == before
    played.play(0, "8")


def test_real_dice_are_not_drawn() -> None:
    with pytest.raises(BadRequest, match="real dice"):
        match(None).draw()


def test_fair_dice_are_drawn_by_the_number_of_the_log_entry() -> None:
    played = fair_match()
    for _ in range(20):
        played = step(played)
    chance, dice = ZOCK.chance(ZOCK.start(2)), fair_dice(FAIR)
    throws = {number: text for number, (seat, text) in enumerate(played.record().log) if seat is None}
    assert throws == {number: chance.sample(dice.source(number)) for number in throws}
    assert played.source().below(10**12) == dice.source(20).below(10**12)


def test_a_fair_match_cannot_be_played_without_its_secret() -> None:
    hidden = msgspec.structs.replace(FAIR, secret=None)
    with pytest.raises(BadRequest, match="not shown"):
        fair_match(fair=hidden)
    record = msgspec.structs.replace(fair_match().record(), fair=hidden)
    with pytest.raises(BadRequest, match="not shown"):
        Match.resume(read_record(record.to_json()))


@pytest.mark.parametrize(
    ("seed", "changes", "reason"),
    [
        ("x", {}, "not both"),
        (None, {"seeds": ("",)}, "1 seeds for 2 players"),
        (None, {"match": ""}, "fair: match"),
    ],
)
def test_fair_dice_that_no_record_could_hold_are_refused(
    seed: str | None, changes: dict[str, object], reason: str
) -> None:
    fair: Fair = msgspec.structs.replace(FAIR, **changes)
    with pytest.raises(BadRequest, match=reason):
        Match.new(ZOCK, 2, None, ["Anna", "Bea"], seed, fair)


def test_bots_at_a_table_with_real_dice_have_luck_of_their_own() -> None:
    lots = {match(None).source().below(10**9) for _ in range(5)}
    assert len(lots) == 5


@pytest.mark.parametrize(
    ("seats", "seed", "reason"),
    [
        (["Anna"], None, "1 seats for 2 players"),
        (["Anna", "\n"], None, "seat 1"),
        (["Anna", "\udc80"], None, "seat 1"),
        (["Anna", "B" * 401], None, "seat 1"),
        (["Anna", "Bea"], "\udc80", "seed"),
    ],
)
def test_names_and_seeds_that_no_record_could_hold_are_refused(
    seats: list[str], seed: str | None, reason: str
) -> None:
    with pytest.raises(BadRequest, match=reason):
        Match.new(ZOCK, 2, None, seats, seed)


def test_players_and_options_are_checked_first() -> None:
    with pytest.raises(BadRequest, match="takes 2 players"):
        Match.new(ZOCK, 3, None, ["a"] * 3, None)
    with pytest.raises(BadOptions):
        Match.new(ZOCK, 2, ZOCK.options({"games": 0}, 2), ["a"] * 2, None)


def test_a_step_leaves_the_match_before_it_as_it_was() -> None:
    before = match()
    after = before.draw().match
    assert (len(before.steps), len(after.steps)) == (0, 1)
    with pytest.raises(AttributeError):
        after.state = before.state  # type: ignore[misc]


def test_undo_leads_back_to_every_earlier_match() -> None:
    played, earlier = fair_match("tock", msgspec.structs.replace(FAIR, seeds=("",) * 4)), []
    for _ in range(40):
        earlier.append(played)
        played = step(played)
    for length, match in enumerate(earlier):
        assert played.undo(length) == match
        assert step(played.undo(length)).record().log == played.record().log[: length + 1]


def test_a_match_set_up_as_a_position_can_be_played_but_has_no_record() -> None:
    begun = match().after([(None, "63"), (None, "21"), (None, "44")])
    bare = Match.from_position(ZOCK, begun.state)
    assert bare.play(0, "8").match.state == begun.play(0, "8").match.state
    for wrong in (bare.record, bare.source, lambda: bare.undo(0)):
        with pytest.raises(BadRequest):
            wrong()
