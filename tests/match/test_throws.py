from __future__ import annotations

import pytest

from stammtisch import catalog
from stammtisch.core import BadMove, Seeded
from stammtisch.match import Match, expected, typed


def table(game: str, players: int, *falls: str) -> Match:
    """A match with real dice after these throws."""
    match = Match.new(catalog.game(game), players, None, ["x"] * players, None)
    for text in falls:
        match = match.fall(text).match
    return match


def fall_typed(match: Match, text: str) -> Match:
    return match.fall(typed(match.game, match.state, text)).match


@pytest.mark.parametrize("text", ["63", "36", "3 6", "6,3", " 3+6 "])
def test_two_dice_in_any_order(text: str) -> None:
    match = table("zock", 2)
    match = fall_typed(match, text)
    assert match.record().log == ((None, "63"),)


@pytest.mark.parametrize("text", ["54321", "roll 12345", "5 4 3 2 1"])
def test_the_word_before_the_dice_may_be_left_out(text: str) -> None:
    match = table("kniffel", 2)
    match = fall_typed(match, text)
    assert match.record().log == ((None, "roll 12345"),)


@pytest.mark.parametrize("text", ["64 12 55", "own 46 21 55", "461255", "4 6 1 2 5 5"])
def test_cups_are_typed_seat_by_seat(text: str) -> None:
    match = table("zocknroll", 3, "0")
    match = fall_typed(match, text)
    assert match.record().log[-1] == (None, "own 46 12 55")


def test_a_deal_may_be_typed_in_small_letters_with_tens_and_jokers() -> None:
    match = table("tock", 2, "0")
    dealt = match.game.chance(match.state).sample(Seeded(1))
    text = dealt.replace("X", "joker").replace("T", "10").lower().replace(" ", ", ")
    match = fall_typed(match, text)
    assert match.record().log[-1] == (None, dealt)


@pytest.mark.parametrize("text", ["", "7", "77", "631", "six three", "²3"])
def test_what_cannot_fall_is_refused_with_an_example(text: str) -> None:
    match = table("zock", 2)
    with pytest.raises(BadMove, match=r"enter for example [1-6]{2}$"):
        fall_typed(match, text)
    assert match.record().log == ()


def test_a_short_list_is_named_in_full() -> None:
    match = table("tock", 4)
    assert expected(match.game.chance(match.state)) == "one of 0, 1, 2, 3"
