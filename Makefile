# The same commands here, on a fresh machine and in CI. Needs Python 3.11 or newer, nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: setup run test test-slow check format bench clean

setup: $(STAMP)

$(STAMP): pyproject.toml
	@tools/python-venv $(PYTHON) $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

run: setup
	@$(BIN)/stammtisch

test: check
	$(BIN)/python -m pytest -n 2 -m 'not slow'

test-slow: setup
	$(BIN)/python -m pytest -n 2

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: setup
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
