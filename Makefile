# `make play` and `make test` need only make and Python 3.11 or newer; all else goes into .venv.
# Where packages come from is a setting of the machine (PIP_*, UV_* and their files), never of this file.

PYTHON ?= python3
TITLE ?= 1888
ARGS ?=
UPGRADE ?=

VENV := .venv
BIN := $(VENV)/bin
UV := $(BIN)/uv
INSTALL := $(UV) pip install --quiet --python $(BIN)/python
COMPILE := $(UV) pip compile --quiet --generate-hashes --no-emit-index-url --universal \
	--python-version 3.11 --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

# Whether there is a browser, PostgreSQL, or the proxies; and how to get a Debian package where we may.
BROWSER := { command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null 2>&1
POSTGRESQL := { command -v pg_ctl || ls /usr/lib/postgresql/*/bin/pg_ctl; } >/dev/null 2>&1
PROXIES := { command -v nginx && command -v caddy; } >/dev/null 2>&1
debian = { [ "$$(id -u)" = 0 ] && command -v apt-get && { apt-get install -qq -y $1 || { apt-get update -qq && apt-get install -qq -y $1; }; }; } >/dev/null 2>&1

# Images of containers like to forbid it; here hundreds of processes would compile the same modules again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play play-terminal bench test test-slow test-hard programs proxies format messages lock clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{printf "%-18s %s\n", $$1, $$2}'
	@echo "Options: PYTHON=python3.12, TITLE=1888 (play-terminal), ARGS='--port 9000' (play, bench, test), UPGRADE=1 (lock)"

play: $(VENV)/.play ## the table in the browser, at a local address
	@$(BIN)/kaiping serve $(ARGS)

play-terminal: $(VENV)/.play ## a game in the terminal
	@$(BIN)/kaiping play $(TITLE) $(ARGS)

bench: $(VENV)/.play ## the benchmarks
	@$(BIN)/kaiping bench $(ARGS)

test: $(VENV)/.dev programs ## style, types and all tests but the slow ones
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djlint --lint --quiet src/kaiping/web
	$(BIN)/oxlint --deny-warnings --ignore-pattern '**/vendor/**' src/kaiping/web
	$(BIN)/mypy
	$(BIN)/pytest -n auto -m "not slow" $$($(BROWSER) || echo --ignore=tests/web/browser) $(ARGS)

test-slow: $(VENV)/.dev programs proxies ## the slow tests
	$(BIN)/pytest -n auto -m "slow and not hard" $$($(BROWSER) || echo --ignore=tests/web/browser) $(ARGS)

test-hard: $(VENV)/.dev programs ## thousands of games, calls at random, kills and races more, for some hours; it says how many
	$(BIN)/pytest -n auto -m hard $$($(BROWSER) || echo --ignore=tests/web/browser) $(ARGS)

programs: ## a browser and PostgreSQL for the tests that need them, where they can be installed
	@$(BROWSER) || $(call debian,chromium) || echo "*** No chromium here: the browser tests are LEFT OUT. *** (apt-get install chromium)"
	@$(POSTGRESQL) || $(call debian,postgresql) || echo "*** No PostgreSQL here: its tests are SKIPPED. *** (apt-get install postgresql)"

proxies: ## nginx and Caddy, for the slow tests of the samples in docs/table.md
	@$(PROXIES) || $(call debian,nginx caddy) || echo "*** No nginx and Caddy here: their tests are SKIPPED. *** (apt-get install nginx caddy)"

format: $(VENV)/.dev ## put the code into the common form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

messages: $(VENV)/.dev ## write the template for translators again, and compile the languages
	@$(BIN)/python -m kaiping.web.messages

lock: $(VENV)/.uv ## compile requirements/*.txt again (UPGRADE=1: with newer versions)
	$(COMPILE) requirements/uv.in -o requirements/uv.txt
	$(COMPILE) pyproject.toml requirements/build.in --extra arena --extra cli --extra pictures --extra print --extra research \
		--extra web --extra dev -o requirements/dev.txt
	$(COMPILE) pyproject.toml requirements/build.in --extra cli --extra pictures --extra web -c requirements/dev.txt \
		-o requirements/play.txt

clean: ## remove .venv and all that is built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests -type d -name __pycache__ -prune -exec rm -rf {} +

# Stamps: each says that .venv holds what the files on its right ask for.

old_python = $(shell $(PYTHON) -c 'import sys; print("" if sys.version_info >= (3, 11) else sys.version.split()[0])' \
	2>/dev/null || echo missing)

$(VENV)/.uv: requirements/uv.txt
	$(if $(old_python),$(error Kaiping needs Python 3.11 or newer, but $(PYTHON) is $(old_python); \
	name another one, as in: make PYTHON=python3.12 $(MAKECMDGOALS)))
	@echo "Preparing $(VENV), once ..."
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV) || { echo "$(PYTHON) cannot make a virtual environment;" \
		"on Debian and Ubuntu install python3-venv" >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@touch $@

$(VENV)/.play: requirements/play.txt pyproject.toml $(VENV)/.uv
	@$(INSTALL) --require-hashes -r requirements/play.txt
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: requirements/dev.txt pyproject.toml $(VENV)/.uv
	@$(INSTALL) --require-hashes -r requirements/dev.txt
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@
