# The same commands serve a developer, CI and the README. Needed: make, git and a Python of 3.11 or newer.

.DEFAULT_GOAL := help
.PHONY: help demo run invite test check bench load soak golden ear clean

VENV   := .venv
BIN    := $(VENV)/bin
# Worker processes of the tests: a number, `auto` (one a core), or 0 for none.
JOBS   ?= auto
# More words for pytest, e.g. `make test ARGS="tests/game -k pile -x"`.
ARGS   ?=
PYTEST := $(BIN)/python -m pytest

# The newest Python that fits. A launcher may exist for a version that is not installed, so each one is really started.
PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3; do \
	if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; \
	then command -v $$python; break; fi; done)

help:
	@echo "make demo    play in the browser, without a token (ARGS=--people=4 …)"
	@echo "make run     start the bot (DISCORD_TOKEN in .env or in the environment)"
	@echo "make invite  print the links that bring the bot to a server"
	@echo "make test    run the tests (ARGS=... goes to pytest, JOBS=... sets the workers)"
	@echo "make check   lint, format, types and tests, as CI does"
	@echo "make bench   measure speed"
	@echo "make load    play many tables at a person's pace against a stand-in for Discord"
	@echo "make soak    play thousands of random games"
	@echo "make ear     train the chat detector's ear on the labelled messages in tests/moderation/corpus/known"
	@echo "make golden  write the golden files anew; read their diff before a commit"
	@echo "make clean   remove the environment and the caches"

demo: $(VENV)/.run
	$(BIN)/python -m bot demo $(ARGS)

run: $(VENV)/.run
	$(BIN)/python -m bot run

invite: $(VENV)/.run
	@$(BIN)/python -m bot invite

test: $(VENV)/.dev
	$(PYTEST) -n $(JOBS) $(ARGS)

# The tests come last, so that the last line of the output is theirs.
check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(PYTEST) -n $(JOBS) $(ARGS)

bench: $(VENV)/.dev
	$(BIN)/python -m tests.bench $(ARGS)

load: $(VENV)/.dev
	$(BIN)/python -m tests.load $(ARGS)

soak: $(VENV)/.dev
	$(PYTEST) -n $(JOBS) -m soak $(ARGS)

golden: $(VENV)/.dev
	UPDATE_GOLDEN=1 $(PYTEST) -k golden $(ARGS)

ear: $(VENV)/.run
	$(BIN)/python -m moderation.training tests/moderation/corpus/known

clean:
	rm -rf $(VENV) build .mypy_cache .pytest_cache .ruff_cache .hypothesis *.egg-info

# An environment is made once, and anew when the requirements change. The mark is written last: a broken
# installation is never taken for a finished one.
$(VENV)/.run: requirements.txt
	@if [ -z "$(PYTHON)" ]; then \
		echo "Python 3.11 or newer is needed, and neither python3.13, python3.12, python3.11 nor python3 is one." >&2; \
		echo "Install one, or name it: make $(MAKECMDGOALS) PYTHON=/path/to/python" >&2; exit 1; fi
	@if ! "$(PYTHON)" -c 'import ensurepip, venv' >/dev/null 2>&1; then \
		echo "$(PYTHON) cannot make an environment: its venv or ensurepip module is missing." >&2; \
		echo "On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; fi
	rm -rf $(VENV)
	"$(PYTHON)" -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements-dev.txt
	@touch $@
