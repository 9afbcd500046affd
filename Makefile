# The same commands here, on a fresh machine and in CI. They need Python 3.11 or newer and a network connection;
# CONTRIBUTING.md says what else they use, and what happens where it is missing.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# The package with compiled rules; programs that find it first on the path use it.
COMPILED := $(CURDIR)/build/compiled
SOURCES := pyproject.toml tools/compile tools/build_hook.py \
	$(shell find src -type f -not -path '*/__pycache__/*' -not -path '*/server/page/*')
# The page that the server serves, built from web/ into the package.
PAGE := src/stammtisch/server/page
# Processes that run beside each other share the processors: threads of NumPy would only wait for each other.
export OPENBLAS_NUM_THREADS := 1
# The tests start hundreds of processes: what Python compiles for one is kept for the others.
unexport PYTHONDONTWRITEBYTECODE
# Tests that run again with the compiled rules; reading documents and asking bots is never compiled.
RULE_TESTS := tests/test_compiled.py tests/conformance tests/counts \
	tests/local/test_pyodide.py::test_records_are_the_same_in_a_browser_byte_for_byte \
	tests/kniffel tests/tock tests/zock tests/zocknroll -k 'not broken_documents and not bots_choose'

# Tests that only compute.
NUMBER_TESTS := tests/solve tests/bots
# What only computes runs beside the tests that often wait, and makes way for them.
ASIDE := nice -n 10
# Solved tables of one run of the tests, for all its parts.
TABLES := $(CURDIR)/build/tables

# The compiled package serves the page too, where both could be built.
COPY_PAGE = ! test -d $(COMPILED) || ! test -d $(PAGE) || cp -R $(PAGE) $(COMPILED)/stammtisch/server/
# What numba has compiled for the solvers stands beside them, and is valid for files of the same time.
COPY_SOLVERS = ! test -d $(COMPILED) || cp -Rp src/stammtisch/solve $(COMPILED)/stammtisch/

# Numba does not notice a change in what a kernel calls: what it compiled before the latest change is removed.
FORGET_KERNELS = newest=$$(ls -t src/stammtisch/solve/*.py src/stammtisch/solve/*/*.py | head -n 1); \
	find src/stammtisch/solve -name '*.nb[ic]' ! -newer "$$newest" -delete

# Kept tables compile nothing; the tests keep only what they have solved themselves.
SOLVE := --fresh

.PHONY: setup page packages dist run solvers chromium chromium-headless-shell test test-waiting test-computing \
	test-main test-browser test-compiled test-numbers test-slow test-dependencies check format bench pictures clean

setup: $(STAMP)

$(STAMP): pyproject.toml
	@tools/python-venv $(PYTHON) $(VENV)
	tools/install $(VENV) dev
	@touch $@

page: setup
	@$(BIN)/python tools/page.py build

packages: setup
	@$(BIN)/python tools/page.py install

$(COMPILED): $(STAMP) $(SOURCES)
	@tools/compile $(BIN)/python $@

dist: setup
	$(BIN)/python -m build --outdir dist

run: setup
	@$(FORGET_KERNELS)
	@$(MAKE) --no-print-directory page || echo "The page could not be built; the tables are served without it."
	@$(MAKE) --no-print-directory $(COMPILED)
	@$(COPY_PAGE)
	@PYTHONPATH=$(COMPILED) exec $(BIN)/stammtisch serve

# The solvers are compiled when they are first called, and kept: once here instead of in every test process.
# Tock comes first: meanwhile `make test` solves the other games beside it for the page, and they are not solved twice.
solvers: setup
	@$(FORGET_KERNELS)
	@$(BIN)/python -c "from stammtisch import bots, catalog; tock = catalog.game('tock'); bots.prepare(tock, 4, tock.options({}, 4))"
	@for game in zock kniffel zocknroll; do $(BIN)/stammtisch solve $$game $(SOLVE) >/dev/null || exit 1; done

chromium chromium-headless-shell:
	@tools/browser $@

test: export STAMMTISCH_CACHE := $(TABLES)
test: export STAMMTISCH_TEST_CACHE := $(TABLES)
test: packages
	@rm -rf $(TABLES)
	@$(MAKE) --no-print-directory --jobs 2 --output-sync page $(COMPILED) solvers chromium-headless-shell SOLVE=
	@$(COPY_PAGE)
	@$(COPY_SOLVERS)
	@$(MAKE) --no-print-directory --jobs 2 --output-sync test-waiting test-computing

# Two rows of work beside each other, each in its order.
test-waiting:
	@$(MAKE) --no-print-directory test-main
	@$(MAKE) --no-print-directory test-browser

test-computing:
	@$(ASIDE) $(MAKE) --no-print-directory check
	@$(ASIDE) $(MAKE) --no-print-directory test-compiled
	@$(ASIDE) $(MAKE) --no-print-directory test-numbers

test-main:
	$(BIN)/python -m pytest -n 3 --dist worksteal -m 'not slow' --ignore tests/browser \
		$(addprefix --ignore ,$(NUMBER_TESTS))

test-numbers:
	$(BIN)/python -m pytest -n 2 --dist worksteal -m 'not slow' $(NUMBER_TESTS)

test-browser:  # on its own, because Playwright leaves no room for other loops
	$(BIN)/python -m pytest -n 3 --dist worksteal -m 'not slow' tests/browser

test-compiled:
	test ! -d $(COMPILED) || STAMMTISCH_COMPILED=1 PYTHONPATH=$(COMPILED) \
		$(BIN)/python -m pytest -n 2 -m 'not slow and not interpreted' $(RULE_TESTS)

test-slow: page chromium
	@tools/browser firefox webkit
	$(BIN)/python -m pytest -n 2 --ignore tests/browser
	$(BIN)/python -m pytest -n 2 tests/browser

test-dependencies: setup
	tools/test-dependencies $(BIN)/python build/dependencies

check: packages
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	@tools/with-node $(BIN)/python npm run --silent check

format: packages
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	@tools/with-node $(BIN)/python npm run --silent format

bench: $(COMPILED)
	PYTHONPATH=$(COMPILED) $(BIN)/python -m benchmarks

pictures: page chromium
	$(BIN)/python tools/pictures.py

clean:
	rm -rf $(VENV) build dist web/node_modules src/stammtisch/server/page .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests benchmarks support -name __pycache__ -prune -exec rm -rf {} +
