"""The same two engines as for the store itself."""

from __future__ import annotations

from tests.store.conftest import file, server, url

__all__ = ["file", "server", "url"]
