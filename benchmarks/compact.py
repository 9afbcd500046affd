"""`python -m benchmarks.compact [FOLDER]`: the tables of bots without NumPy, and their time to think.

The table files are made, or taken from the folder. Then games are played where NumPy cannot be imported, and
each bot chooses in the same positions. Processor seconds count, so a busy machine does not matter much;
in a browser it takes two to three times as long.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path
from statistics import fmean
from typing import Final, NamedTuple

from benchmarks.keeping import keep
from stammtisch import catalog
from support.margins import margin
from support.without_numpy import output

MAKE: Final = Path(__file__).parents[1] / "tools/tables.py"
TABLES: Final = {"zock": (2,), "kniffel": (1, 2, 4), "zocknroll": (2, 4, 6), "tock": (2, 4, 8)}
"""The games, and for how many players they are played."""

THINKING: Final = """
import json, time
from stammtisch import bots, catalog
from stammtisch.core import Seeded
from stammtisch.core.turn import Over, Throw
from stammtisch.match import Match
POSITIONS = 40
game, players = catalog.game({game!r}), {players}
options = game.options({{}}, players)
begun = time.process_time()
bots.prepare(game, players, options)
print("loading", json.dumps([1000 * (time.process_time() - begun)]))
match = Match.new(game, players, options, ["bot:medium"] * players, "benchmark")
thought = {{name: [] for name in (*bots.names(game), "evaluation")}}
asked = 0
def timed(name, think):
    begun = time.process_time()
    found = think()
    thought[name].append(1000 * (time.process_time() - begun))
    return found
while not isinstance(match.turn, Over) and asked < POSITIONS:
    if isinstance(match.turn, Throw):
        match = match.draw().match
        continue
    seat = match.turn.seats[0]
    view, luck = game.view(match.state, seat), Seeded(f"luck {{asked}}")
    if len(match.moves(seat)) > 1:
        asked += 1
        for name in bots.names(game):
            timed(name, lambda: bots.bot(game, name)(game, view, seat, luck))
        timed("evaluation", lambda: bots.evaluator(game)(game, view, seat, luck))
    match = match.play(seat, str(bots.bot(game, "medium")(game, view, seat, luck))).match
for name, each in thought.items():
    print(name, json.dumps(each))
"""


def sizes(made: list[Path]) -> dict[str, dict[str, int]]:
    """By game, the bytes of all files as they are read and as they are sent."""
    found = {game: {"files": 0, "raw": 0, "compressed": 0} for game in catalog.NAMES}
    for path in made:
        content = path.read_bytes()
        own = next(each for game, each in found.items() if path.name.startswith((f"{game}-", f"{game}.")))
        own["files"] += 1
        own["raw"] += len(zlib.decompress(content))
        own["compressed"] += len(content)
    return found


class Milliseconds(NamedTuple):
    """What a decision takes: the mean, how far that may be off with 95 % confidence, and the most."""

    mean: float
    error: float
    most: float


def summary(each: list[float]) -> Milliseconds:
    return Milliseconds(fmean(each), margin(each), max(each))


def thinking(folder: Path) -> dict[str, dict[str, Milliseconds]]:
    """By game and players, what each bot takes."""
    found = {}
    for game, numbers in TABLES.items():
        for players in numbers:
            lines = output(THINKING.format(game=game, players=players), folder).splitlines()
            named = (line.partition(" ") for line in lines)
            found[f"{game} {players}"] = {name: summary(json.loads(each)) for name, _, each in named}
    return found


def measured(folder: Path) -> None:
    if not any(folder.glob("*.table")):
        subprocess.run([sys.executable, MAKE, folder], check=True)
    taken, thought = sizes(sorted(folder.glob("*.table"))), thinking(folder)
    for game, each in taken.items():
        print(f"{game:10} {each['files']:3} files, {each['raw']:,} bytes, {each['compressed']:,} compressed")
    print(f"together {sum(each['compressed'] for each in taken.values()):,} bytes compressed")
    for table, by_name in thought.items():
        for name, (mean, error, most) in by_name.items():
            print(f"{table:12} {name:10} {mean:7.1f} ± {error:.1f} ms CPU, at most {most:.1f}")
    keep("compact tables", {"sizes": taken, "milliseconds": thought})


if __name__ == "__main__":
    if len(sys.argv) > 1:
        measured(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as place:
            measured(Path(place))
