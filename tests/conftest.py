"""What all tests share."""

from __future__ import annotations

from hypothesis import settings

# A busy machine is no failure.
settings.register_profile("stammtisch", deadline=None)
settings.load_profile("stammtisch")
