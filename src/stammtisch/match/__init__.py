"""A running game as one value, its record, and its dice.

match = Match.new(catalog.game("zock"), 2, None, ["Anna", "Ben"], seed="evening")
match, events = match.draw()
match.record().save("evening.json")
"""

from stammtisch.match.dice import Dice, commitment, dice_of, fair_dice, fresh_secret, fresh_seed
from stammtisch.match.fairness import Difference, Draws, Verdict, draws, verify
from stammtisch.match.match import Match, Played
from stammtisch.match.real_dice import expected, typed
from stammtisch.match.record import Fair, Record
from stammtisch.match.replay import load_record, read_record, replay
from stammtisch.match.steps import Step, Steps

__all__ = [
    "Dice",
    "Difference",
    "Draws",
    "Fair",
    "Match",
    "Played",
    "Record",
    "Step",
    "Steps",
    "Verdict",
    "commitment",
    "dice_of",
    "draws",
    "expected",
    "fair_dice",
    "fresh_secret",
    "fresh_seed",
    "load_record",
    "read_record",
    "replay",
    "typed",
    "verify",
]
