"""Plays each game by what a screen reader says: every decision follows from the names of controls.

A control whose name says nothing that a player understands is an error.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Final

from support.browser import reading
from support.browser.hands import wait_until
from support.browser.reading import Board, Control
from support.browser.visitors import MOST_STEPS, Visitor

Choose = Callable[[Board], Control | None]

AID: Final = re.compile(r"Where do I stand\?|What the cards do|Back|Clear|.*\b[Rr]ule [A-Z]\d+")
"""Controls that are always there and make no move."""
GOOD_ENOUGH: Final = 20
"""Points in Kniffel that are good enough to stop rolling."""


def matching(board: Board, pattern: str) -> dict[Control, re.Match[str]]:
    """The controls whose whole name has this form."""
    found = {control: re.fullmatch(pattern, control.name) for control in board.controls}
    return {control: match for control, match in found.items() if match}


def understood(board: Board, *patterns: str) -> list[dict[Control, re.Match[str]]]:
    """The controls of each form; a control of no form at all fails the test."""
    kinds = [matching(board, pattern) for pattern in patterns]
    known = set[Control]().union(*kinds)
    strange = [one for one in board.controls if one not in known and not AID.fullmatch(one.name)]
    assert not strange, f"what does that do? {strange}\n{board.text}"
    return kinds


def first(controls: dict[Control, re.Match[str]]) -> Control | None:
    return next(iter(controls), None)


def kniffel(board: Board) -> Control | None:
    """Keep what there is most of and roll the others, or write what brings most."""
    boxes, dice, roll = understood(
        board, r"Fill in “(.+)” with (\d+) points?", r"Die \d: (\d)(?:,.*)?", r"Roll (\d).*"
    )
    if not boxes:
        return first(roll)
    best = max(boxes, key=lambda box: int(boxes[box][2]))
    if not dice or int(boxes[best][2]) >= GOOD_ENOUGH:
        return best
    face = Counter(match[1] for match in dice.values()).most_common(1)[0][0]
    wrong = [die for die, match in dice.items() if die.pressed != (match[1] == face)]
    return wrong[0] if wrong else first(roll) or best


def zock(board: Board) -> Control | None:
    """Cover as few fields as possible, so that others stay open."""
    offers, _, rest = understood(
        board,
        r"(\d(?: \+ \d)*)(?: from .+)?",
        r"Field \d, open",
        r"Roll|Sit out|Cover .+|Accept(?: and roll)?|Object",
    )
    if offers:
        return min(offers, key=lambda offer: len(offers[offer][1].split(" + ")))
    return first(rest)


def zocknroll(board: Board) -> Control | None:
    """Leave with what is worth something, otherwise stay; mark what brings most."""
    stay, marks, roll, _ = understood(
        board,
        r"Stay in one more white die",
        r"(Leave )?(?:.+ (\d+) points?|no combination|Mark nothing)",
        r"Roll.*",
        r"Your dice: .+|Your cup is covered\. .+",
    )
    if not marks:
        return first(stay) or first(roll)
    best = max(marks, key=lambda mark: int(marks[mark][2] or 0))
    return best if int(marks[best][2] or 0) > len(stay) * 2 else first(stay) or best


CARD: Final = r"(?:joker|(?:\d+|ace|jack|queen|king) of (?:clubs|diamonds|hearts|spades))"


def tock(board: Board) -> Control | None:
    """Choose a card, a stone and a goal: bring a stone in, go home, hit, or go far."""
    goals, answers, ways, stones, more, *_ = understood(
        board,
        r"(?:Move|Bring in|Swap) (?:your|one of several stones|.+?’s)\b.*",
        r"Move|Deal|Draw a card|Discard all cards|Pass on: .+",
        rf"(?:{CARD}|Joker as .+?)(?:, \d steps? left)?",
        r"(?:your|.+’s) \S stone .+",
        r"Draw from .+|Stay outside",
        rf"{CARD}(?: \(passed to you\))?(?:, .+|: cannot be played now\. Why\?)",
        r"Take back the last part",
    )
    if answers:
        return first(answers)
    if ways:
        return first(ways)
    if "Which one should go?" in board.text:
        return first(stones)
    if goals:
        free = [stone for stone in stones if not stone.pressed]
        if len(free) == len(stones) > 1:
            return max(free, key=lambda stone: "reserve" in stone.name)
        return max(goals, key=lambda goal: goal_value(goal, board))
    return first(more) or best_card(board)


def goal_value(goal: Control, board: Board) -> int:
    """What a goal is worth, by its name."""
    _, _, hit = goal.name.partition(", hitting ")
    partner = re.search(r"paragraph: (\w+) .*\n\s*- paragraph: partner", board.text)
    if hit:
        return -100 if "your" in hit or (partner and partner[1] in hit) else 200
    if "into the house" in goal.name:
        return 150
    if goal.name.startswith("Bring in"):
        return 100
    steps = re.search(r"(\d+) fields?(?P<back> back)?, ", goal.name)
    return 0 if steps is None else int(steps[1]) * (-1 if steps["back"] else 1)


def best_card(board: Board) -> Control | None:
    """One that brings a stone in, or one that goes far, and a joker last; none while a card is chosen."""
    usable = [card for card in board.hand if "cannot be played now" not in card.name]
    if not usable or any(card.pressed for card in usable):
        return None

    def value(card: Control) -> int:
        steps = [int(n) for n in re.findall(r"(\d+) (?:or \d+ )?forward", card.name)]
        return 100 * ("brings a stone" in card.name) + max(steps, default=0)

    return max(usable, key=value)


PLAYERS: Final[dict[str, Choose]] = {
    "kniffel": kniffel,
    "tock": tock,
    "zock": zock,
    "zocknroll": zocknroll,
}


def choice(visitor: Visitor, game: str) -> Control | None:
    """The control that this player would use now; None while others play."""
    return PLAYERS[game](reading.read(visitor)) if visitor.is_asked else None


def play_by_text(visitor: Visitor, game: str, *, decisions: int | None = None) -> None:
    """Decide whenever it is the visitor's turn, until the game is over or `decisions` times."""

    def decided() -> bool:
        wanted = choice(visitor, game)
        return wanted is not None and reading.press(visitor, wanted)

    for _ in range(decisions or MOST_STEPS):
        wait_until(visitor.page, lambda: decided() or visitor.is_over)
        if visitor.is_over:
            return
    assert decisions, f"the game does not end at {visitor.page.url}"
