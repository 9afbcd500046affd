"""The contract and its vocabulary. Nothing in here knows a particular game."""

from stammtisch.core.chance import Chance, Listed, Sampled, Seeded, Source
from stammtisch.core.documents import Document, Layout, Options, Tally, View
from stammtisch.core.errors import (
    BadMove,
    BadOptions,
    BadPosition,
    BadRecord,
    BadRequest,
    IllegalMove,
    NotYourTurn,
    StammtischError,
    UnknownGame,
)
from stammtisch.core.event import UNKNOWN, Event, Events
from stammtisch.core.game import AnyGame, Game
from stammtisch.core.turn import Choose, Outcome, Over, Seat, Throw, Turn
from stammtisch.core.value import Value

__all__ = [
    "UNKNOWN",
    "AnyGame",
    "BadMove",
    "BadOptions",
    "BadPosition",
    "BadRecord",
    "BadRequest",
    "Chance",
    "Choose",
    "Document",
    "Event",
    "Events",
    "Game",
    "IllegalMove",
    "Layout",
    "Listed",
    "NotYourTurn",
    "Options",
    "Outcome",
    "Over",
    "Sampled",
    "Seat",
    "Seeded",
    "Source",
    "StammtischError",
    "Tally",
    "Throw",
    "Turn",
    "UnknownGame",
    "Value",
    "View",
]
