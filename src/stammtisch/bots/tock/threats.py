"""How likely a stone is to be hit, from the cards that have not been seen."""

from __future__ import annotations

from collections import Counter
from typing import Final, final

from stammtisch.bots.tock.evaluation import Scale
from stammtisch.core.turn import Seat
from stammtisch.games.tock.cards import FOUR, HIDDEN, JOKER_RANK, PACK, SEVEN, STEPS, rank_of
from stammtisch.games.tock.legal import ENTERING, SEVEN_STEPS
from stammtisch.games.tock.moves import RESERVE, STONES
from stammtisch.games.tock.state import PLACE, PROTECTED, TRACK_END, State
from stammtisch.games.tock.steps import BACKWARD

MOST_CARDS: Final = 9
"""More cards in one hand make no difference here."""


@final
class Threats:
    """What the others may do, as far as a seat can count the cards."""

    __slots__ = ("_enter", "_friends", "_reach", "_rivals", "_scale")

    def __init__(self, scale: Scale, seen: State, seat: Seat) -> None:
        own = scale.side_of[seat]
        self._scale: Final = scale
        self._friends: Final = [each for each, side in enumerate(scale.side_of) if side == own]
        self._rivals: Final = [each for each, side in enumerate(scale.side_of) if side != own]
        unseen = _unseen_ranks(seen)
        total = max(1, unseen.total())
        fields = [_leading_to(unseen, steps, seen.setup.size) / total for steps in range(seen.setup.size)]
        entering = sum([unseen[rank] for rank in ENTERING]) / total
        self._reach: Final = [[_some(share, cards) for share in fields] for cards in range(MOST_CARDS)]
        self._enter: Final = [_some(entering, cards) for cards in range(MOST_CARDS)]

    def exposure(self, state: State) -> float:
        """The worth that the seat's side may expect to lose before it can do anything about it."""
        exposed = self._exposed(state)
        rivals = [seat for seat in self._rivals if state.hands[seat]] if exposed else []
        return sum([worth * (1 - self._spared(state, rivals, place)) for place, worth in exposed])

    def highest_danger(self, state: State) -> float:
        """The chance that the most endangered stone of the seat's side is hit."""
        rivals = [seat for seat in self._rivals if state.hands[seat]]
        return max([1 - self._spared(state, rivals, place) for place, _ in self._exposed(state)], default=0.0)

    def _exposed(self, state: State) -> list[tuple[int, float]]:
        """The places where stones of the seat's side can be hit, and what each is worth there."""
        stones = state.stones
        worths = self._scale.worths
        return [
            (code & PLACE, worths[seat][code])
            for seat in self._friends
            for code in stones[seat * STONES : seat * STONES + STONES]
            if code & PLACE < TRACK_END and not code & PROTECTED
        ]

    def _spared(self, state: State, rivals: list[Seat], place: int) -> float:
        """The chance that none of the rivals hits a stone there."""
        board, stones = state.setup, state.stones
        spared = 1.0
        for seat in rivals:
            cards = min(len(state.hands[seat]), MOST_CARDS - 1)
            reach = self._reach[cards]
            own = stones[seat * STONES : seat * STONES + STONES]
            for code in own:
                if code & PLACE < TRACK_END:
                    spared *= 1 - reach[(place - (code & PLACE)) % board.size]
            if place == board.starts[seat] and RESERVE in own:
                spared *= 1 - self._enter[cards]
        return spared


def _unseen_ranks(seen: State) -> Counter[int]:
    """How many cards of each rank are in the stock or in hands that the seat cannot see."""
    known = Counter(
        [rank_of(card) for hand in (*seen.hands, seen.discard) for card in hand if card != HIDDEN]
    )
    return Counter([rank_of(card) for card in PACK]) - known


def _leading_to(unseen: Counter[int], steps: int, size: int) -> int:
    """How many of the cards lead a stone `steps` steps on."""
    leading = sum([unseen[rank] for rank, ways in enumerate(STEPS) if steps in ways])
    if 0 < steps <= SEVEN_STEPS:
        leading += unseen[SEVEN]
    if steps == size - BACKWARD:
        leading += unseen[FOUR]
    return leading + unseen[JOKER_RANK] if leading else 0


def _some(share: float, cards: int) -> float:
    """The chance that at least one of the cards is of a kind with that share."""
    return 1.0 - (1.0 - share) ** cards
