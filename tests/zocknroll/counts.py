"""In how many of all throws each combination can be formed (R9, R12)."""

from __future__ import annotations

CAN_BE_FORMED = {
    "kniffel": (6, 186, 3366, 46446),
    "four-kind": (156, 2436, 29616, 307896),
    "large-straight": (240, 4320, 48720, 443520),
    "full-house": (300, 7950, 110880, 1073730),
    "three-kind": (1656, 17136, 151416, 1188216),
    "two-pairs": (2100, 25950, 224280, 1565130),
    "pair": (7056, 45936, 279936, 1679616),
    "highway": (0, 720, 15120, 191520),
    "big-full-house": (0, 450, 14280, 233730),
    "two-triplets": (0, 300, 9450, 170730),
    "three-pairs": (0, 1800, 50400, 701400),
    "small-straight": (1200, 12600, 107520, 817992),
}
"""Out of all throws of 5, 6, 7 and 8 dice."""
