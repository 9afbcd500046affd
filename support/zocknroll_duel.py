"""The best reply to Zock'n'Roll's `strong` between two, played in whole matches."""

from __future__ import annotations

from statistics import fmean
from typing import Final, NamedTuple

from stammtisch import bots
from stammtisch.core.chance import Seeded, Source
from stammtisch.core.turn import Over, Seat, Throw
from stammtisch.games.zocknroll import ZockNRoll
from stammtisch.games.zocknroll.dice import digits
from stammtisch.games.zocknroll.moves import LEAVE, STAY, Move
from stammtisch.games.zocknroll.state import DECIDE, STILL_IN, State
from stammtisch.games.zocknroll.tableau import NO_ROW
from stammtisch.solve.zocknroll.duel import NAMES, choices, dice, ends
from stammtisch.solve.zocknroll.duel_hands import after_hand, played_round, solved_hand
from stammtisch.solve.zocknroll.duel_network import SHEET, chance, network
from stammtisch.solve.zocknroll.duel_plans import NOBODY, OTHER, STARTER, Plan, new_values, valued
from stammtisch.solve.zocknroll.tables import FACES, Floats, Ints, cup_number
from support.margins import margin

GAME: Final = ZockNRoll()
BOT: Final = bots.bot(GAME, "strong")
REPLIER: Final[Seat] = 0


class Gain(NamedTuple):
    """What the best reply gains in parts of a match, with halves of intervals of 95 %; the same of its hands
    for themselves; and how many hands a match has."""

    matches: int
    gain: float
    margin: float
    of_hands: float
    of_hands_margin: float
    hands: float


class Reply:
    """The best reply in one hand, after its first white dice."""

    def __init__(self, begun: State) -> None:
        starter, other = begun.crosses[begun.starter], begun.crosses[1 - begun.starter]
        self.white: Final = digits(begun.white)
        self.starts: Final = begun.starter == REPLIER
        lying = dice(self.white)
        after = ends(lying, choices(after_hand(starter, other)))
        plan = as_strong_plays(starter, other, self.white)
        self._values = new_values(len(lying.chance))
        sign = 1 if self.starts else -1
        usual = valued(lying, after, plan, NOBODY, NOBODY, self._values)
        replier = STARTER if self.starts else OTHER
        best = valued(lying, after, plan, replier, replier, self._values)
        self._plan = plan
        self.gain: Final = sign * (best - chance(network(), SHEET, starter, other))
        self.of_hand: Final = sign * (best - usual)

    def move(self, state: State) -> Move:
        """What is best while both are in."""
        cup = cup_number(digits(state.cups[REPLIER]))
        values, rows = self._of_round(state)
        stays = values[0, cup] > values[1, cup] if self.starts else values[0, cup] < values[1, cup]
        return STAY if stays else LEAVE[(*NAMES, NO_ROW)[rows[cup]]]

    def _of_round(self, state: State) -> tuple[Floats, Ints]:
        values, plan = self._values, self._plan
        if state.round == 1:
            return (values.starter, plan.starter_row) if self.starts else (values.other, plan.other_row)
        die = _fourth(self.white, digits(state.white))
        if self.starts:
            return values.starter_2[die], plan.starter_row_2[die]
        return values.other_2[die], plan.other_row_2[die]


def copied(plan: Plan) -> Plan:
    """The same plan, which may be changed."""
    (one, two, one_2, two_2), rows = (part.copy() for part in plan[:4]), [part.copy() for part in plan[4:]]
    return Plan(one, two, one_2, two_2, *rows)


def as_strong_plays(starter: int, other: int, white: str) -> Plan:
    """Both plans of a hand, in round 2 as of somebody who does not know which die was the fourth."""
    plan = copied(solved_hand(starter, other, white))
    for die in range(FACES):
        second = played_round(starter, other, "".join(sorted(f"{white}{die + 1}")))
        plan.starter_2[die], plan.other_2[die] = second.starter, second.other
        plan.starter_row_2[die], plan.other_row_2[die] = second.starter_row, second.other_row
    return plan


def _fourth(first: str, white: str) -> int:
    """The face that was added, from 0 on."""
    return next(face for face in range(FACES) if white.count(str(face + 1)) > first.count(str(face + 1)))


def match(seed: str) -> list[Reply]:
    """The hands of a match of the replier against `strong`."""
    state, source = GAME.start(2), Seeded(seed)
    replies: list[Reply] = []
    while not isinstance(turn := GAME.turn(state), Over):
        if isinstance(turn, Throw):
            state, _ = GAME.fall(state, GAME.chance(state).sample(source))
            if state.phase == DECIDE and state.round == 1:
                replies.append(Reply(state))
        else:
            seat = turn.seats[0]
            state, _ = GAME.play(state, seat, _move(state, seat, replies[-1], source))
    return replies


def _move(state: State, seat: Seat, reply: Reply, source: Source) -> Move:
    """A player who decides alone has no better reply than what `strong` does."""
    if seat == REPLIER and state.phase == DECIDE and state.left[1 - seat] == STILL_IN:
        return reply.move(state)
    move: Move = BOT(GAME, GAME.view(state, seat), seat, source)
    return move


def measure(count: int, seed: str) -> Gain:
    """So many matches."""
    matches = [match(f"{seed} {number}") for number in range(count)]
    gains = [sum(reply.gain for reply in replies) for replies in matches]
    of_hands = [sum(reply.of_hand for reply in replies) for replies in matches]
    return Gain(
        count,
        fmean(gains),
        margin(gains),
        fmean(of_hands),
        margin(of_hands),
        fmean(map(len, matches)),
    )
