"""`python -m benchmarks.zocknroll_duel [MATCHES [SEED]]`: what a best reply to `strong` gains between two.

Somebody who knows what `strong` does with every cup plays matches against it. In each hand they take the best
reply to that; what the match is worth after the hand is looked up in the network of `strong`. What the hand
was then worth on average over all cups and dice to come, less what the match was worth before, is summed up:
whatever the network says, that sum has the mean of what the replier wins above half of all matches, but
little of the luck. The second figure is the part that hands gain for themselves: less what the match would be
worth if both played the hand as `strong` does.
"""

from __future__ import annotations

import sys

from benchmarks.keeping import keep
from support.zocknroll_duel import measure

if __name__ == "__main__":
    count, seed = [*sys.argv[1:], *("200", "duel")[len(sys.argv) - 1 :]]
    found = measure(int(count), seed)
    print(found)
    keep("zocknroll_duel", found._asdict())
