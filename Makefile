# The menu. Needs make and Python 3.11 or newer with venv; everything else is set up in .venv by the targets themselves.

PYTHON ?= python3
UV     ?= uv
ARGS   ?=

VENV := .venv/bin/python
PIP  := $(VENV) -m pip -qq --disable-pip-version-check --no-input
LOCK  = $(UV) pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --generate-hashes \
        --no-emit-index-url --custom-compile-command "make pins" $(UPGRADE) pyproject.toml requirements/build.in

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play terminal page test check bench bench-server strength deep docs pictures pins clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

play: .venv/ready-run page ## Serve the table and open the page (ARGS="--lan" for others in the network)
	@.venv/bin/marchstone serve $(ARGS)

terminal: .venv/ready-run ## Play in the terminal (ARGS="..." for options)
	@.venv/bin/marchstone play $(ARGS)

page: .venv/node ## Build the page, if its sources in web/ have changed
	@$(VENV) hatch_build.py

test: .venv/ready-dev page .venv/chromium ## Run the tests
	@$(VENV) -m pytest -n auto $(ARGS)

check: .venv/ready-dev .venv/node ## Lint, format, types, layers
	@echo "ruff check";   $(VENV) -m ruff check --quiet .
	@echo "ruff format";  $(VENV) -m ruff format --quiet --check .
	@echo "mypy";         $(VENV) -m mypy --no-error-summary
	@echo "import-linter"; .venv/bin/lint-imports --no-cache --no-logo
	@echo "svelte-check"; $(VENV) hatch_build.py run check

bench: .venv/ready-bench ## Measure, and keep the figures under bench/results (ARGS="name ..." for some only)
	@$(VENV) -m bench.run $(ARGS)

bench-server: .venv/ready-dev ## Measure the server under load, likewise
	@$(VENV) -m bench.server

strength: .venv/ready-dev ## Play the matches that show how strong the players are (hours; ARGS="--seconds 60" for less)
	@$(VENV) -m bench._strength $(ARGS)

deep: .venv/ready-dev page .venv/chromium ## Run the long tests
	@$(VENV) -m pytest -n auto -m deep $(ARGS)

docs: .venv/ready-dev ## Check the documentation: its examples run, its links lead somewhere
	@$(VENV) -m pytest tests/test_docs.py $(ARGS)

pictures: .venv/ready-dev page .venv/chromium ## Take pictures of every page into build/pictures, and the one in the README
	@$(VENV) -m tests.pictures $(ARGS)

pins: ## Pin requirements/*.txt again from pyproject.toml (needs uv; UPGRADE=--upgrade for newer versions)
	@command -v $(UV) >/dev/null || { echo "make pins needs uv: put it on the PATH or give UV=/path/to/uv" >&2; exit 1; }
	@$(LOCK) -o requirements/run.txt >/dev/null
	@for extra in dev bench gpu node png postgres; do \
		$(LOCK) --extra $$extra -c requirements/run.txt -o requirements/$$extra.txt >/dev/null || exit 1; \
	done

clean: ## Remove .venv and all that was generated
	@rm -rf .venv build dist marchstone/web web/node_modules web/.lock .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage .coverage.* htmlcov *.egg-info
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- set-up: .venv/made says that the environment exists and where; .venv/ready-X that requirements/X.txt is installed in it

# An environment that was moved, copied or left behind by another Python is made again.
ifneq ($(shell $(VENV) -c 'print(open(".venv/made").read().strip())' 2>/dev/null),$(CURDIR))
.PHONY: .venv/made
endif

.venv/made:
	@command -v $(PYTHON) >/dev/null || { echo "Python not found: install Python 3.11 or newer, or give PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; $(PYTHON) is older (give PYTHON=/path/to/python)" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "$(PYTHON) has no venv: install it (on Debian and Ubuntu the package is python3-venv)" >&2; exit 1; }
	@echo "Making .venv"
	@$(PYTHON) -m venv --clear .venv
	@echo "$(CURDIR)" > $@

# The page needs Node: the one that is there, or else one from the package index.
.venv/node: requirements/node.txt .venv/made
	@$(VENV) hatch_build.py node || $(PIP) install --only-binary :all: --require-hashes -r $<
	@touch $@

# The page is tested, and its pictures are taken, in Chromium: the one that is there, or else the distribution's.
.venv/chromium: .venv/ready-dev
	@$(VENV) -m tests.chromium
	@touch $@

READY := .venv/ready-run .venv/ready-dev .venv/ready-bench .venv/ready-gpu .venv/ready-png

$(READY): .venv/ready-%: requirements/%.txt pyproject.toml .venv/made
	@echo "Installing requirements/$*.txt (once; a minute or so)"
	@$(PIP) install --only-binary :all: --require-hashes -r $<
	@$(PIP) install --no-build-isolation --no-deps -e .
	@touch $@
