"""Each law notices a game that breaks it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Annotated, Any, TypeAlias

import pytest
from msgspec import Meta

from stammtisch import catalog
from stammtisch.core import Event, Options
from stammtisch.games.zock.moves import NONE
from stammtisch.games.zock.rules import TWO_DICE, Zock
from stammtisch.testing import conformance
from stammtisch.testing.conformance import LAWS, Law, check_game
from stammtisch.testing.maxima import options_have_maxima
from stammtisch.testing.playout import Playout

ZOCK = catalog.game("zock")
MOVES, PLAY, FALL, DUMP, RESTORE, VIEW = (
    Zock.moves,
    Zock.play,
    Zock.fall,
    Zock.dump,
    Zock.restore,
    Zock.view,
)
NUMBERS = count()

Broken: TypeAlias = Callable[..., Any]


def moves_listed_twice(*given: Any) -> Any:
    return MOVES(*given) * 2


def moves_for_anyone(self: Zock, state: Any, seat: int) -> Any:
    return MOVES(self, state, state.turn)


def plays_anything(self: Zock, state: Any, *given: Any) -> Any:
    return state, ()


def plays_on_the_state_itself(self: Zock, state: Any, *given: Any) -> Any:
    state.game += 1
    return PLAY(self, state, *given)


def throws_at_any_time(*given: Any) -> Any:
    return TWO_DICE


def anything_falls(self: Zock, state: Any, text: str) -> Any:
    return FALL(self, state, text if len(text) == 2 else "11")


def another_event_each_time(*given: Any) -> Any:
    return FALL(*given)[0], (Event("threw", next(NUMBERS)),)


def dumps_other_dice(*given: Any) -> Any:
    return {key: "66" if key == "dice" else value for key, value in DUMP(*given).items()}


def dumps_backwards(*given: Any) -> Any:
    return dict(reversed(DUMP(*given).items()))


def trusts_documents(self: Zock, document: Any, *given: Any) -> Any:
    return RESTORE(self, document | {"turn": document["turn"]}, *given)


def reads_none(*given: Any) -> Any:
    return NONE


def guesses_the_start(self: Zock, *given: Any) -> Any:
    return self.start(2)


def sees_the_start(self: Zock, state: Any, seat: int) -> Any:
    return VIEW(self, self.start(2), seat)


def shows_other_dice(*given: Any) -> Any:
    view = VIEW(*given)
    return view | {"dice": "66"} if view["dice"] else view


def counts_in_words(*given: Any) -> Any:
    return {"worth": "plenty"}


class Boundless(Options, frozen=True):
    """Options of which one has no maximum."""

    games: Annotated[int, Meta(ge=1)] = 1


BREAKAGES: dict[Law, tuple[str, Broken]] = {
    conformance.listed_moves_are_accepted: ("moves", moves_listed_twice),
    conformance.other_moves_are_refused: ("play", plays_anything),
    conformance.only_seats_to_move_have_moves: ("moves", moves_for_anyone),
    conformance.chance_falls_only_where_it_is_next: ("chance", throws_at_any_time),
    conformance.chances_add_up: ("fall", anything_falls),
    conformance.inputs_never_change: ("play", plays_on_the_state_itself),
    conformance.states_are_values: ("dump", dumps_other_dice),
    conformance.documents_share_their_head: ("dump", dumps_backwards),
    conformance.documents_have_their_types: ("tally", counts_in_words),
    conformance.broken_documents_are_refused: ("restore", trusts_documents),
    conformance.notation_round_trips: ("parse", reads_none),
    conformance.views_hide_and_guesses_fit: ("guess", guesses_the_start),
    conformance.only_games_with_secrets_keep_any: ("view", sees_the_start),
    conformance.a_view_is_enough_to_move: ("view", sees_the_start),
    conformance.bots_choose_listed_moves: ("view", shows_other_dice),
    conformance.records_replay: ("fall", another_event_each_time),
    options_have_maxima: ("options_type", Boundless),
}


@pytest.mark.parametrize("law", BREAKAGES, ids=lambda law: law.__name__)
def test_a_law_notices_its_breakage(law: Law, monkeypatch: pytest.MonkeyPatch) -> None:
    playout = Playout(ZOCK, 2, seed="broken")
    law(playout)
    monkeypatch.setattr(Zock, *BREAKAGES[law])
    with pytest.raises(AssertionError, match=r"\w"):
        law(playout)


def test_a_game_without_end_is_noticed() -> None:
    with pytest.raises(AssertionError, match="not over after 5 steps"):
        conformance.games_end(Playout(ZOCK, 2, at_most=5))


def test_every_law_has_its_breakage() -> None:
    assert {*BREAKAGES, conformance.games_end} == set(LAWS)


def test_a_secret_that_is_none_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Zock, "has_secrets", True)
    with pytest.raises(AssertionError, match="has_secrets"):
        conformance.only_games_with_secrets_keep_any(Playout(ZOCK, 2, seed="open"))


def test_every_public_function_that_checks_a_playout_is_a_law() -> None:
    checks = {
        function
        for name, function in vars(conformance).items()
        if not name.startswith("_")
        and getattr(function, "__annotations__", {}).keys() == {"playout", "return"}
    }
    assert checks == set(LAWS)


def test_check_game_checks_all_laws_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    check_game(ZOCK, 2, looks=5)
    monkeypatch.setattr(Zock, "parse", reads_none)
    with pytest.raises(AssertionError):
        check_game(ZOCK, 2, looks=5)
