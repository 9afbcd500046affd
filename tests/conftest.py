"""What all tests share."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

from stammtisch.solve.cache import FOLDER_VARIABLE

# A busy machine is no failure.
settings.register_profile("stammtisch", deadline=None)
settings.load_profile("stammtisch")

# A shell lets what it starts in the background ignore Ctrl-C, and so would every program that a test starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def _tables_of_this_run_only(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Solved tables are shared within one run, by all parts of `make test`, and never with another run."""
    run = tmp_path_factory.getbasetemp()
    shared = run.parent if "PYTEST_XDIST_WORKER" in os.environ else run
    os.environ[FOLDER_VARIABLE] = os.environ.get("STAMMTISCH_TEST_CACHE") or str(shared / "tables")


@pytest.fixture(autouse=True, scope="session")
def _settings_of_this_run_only(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Nobody's own file of settings counts here."""
    os.environ["XDG_CONFIG_HOME"] = str(tmp_path_factory.mktemp("config"))
