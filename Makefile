# What a developer does here, in one word each. `make` lists it; docs/contributing.md says more.
PYTHON ?= $(if $(wildcard .venv/bin/python),.venv/bin/python,python3)

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1	\2/p' Makefile | expand -t 14

install:  ## makes .venv and installs everything into it that the lines below need
	python3 -m venv .venv
	.venv/bin/python -m pip install -e '.[test,lint,docs]'

build:  ## compiles the modules that have changed
	$(PYTHON) setup.py -q build_ext --inplace

test: build  ## builds, and runs the quick tests and some slow ones, FILE=--all every test, or FILE=tests/games/test_hex.py
	$(PYTHON) -m pytest $(FILE)

lint:  ## checks style and layout of all sources
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .

types:  ## checks types
	$(PYTHON) -m mypy

docs:  ## builds the site into build/site and checks every link
	NO_MKDOCS_2_WARNING=1 $(PYTHON) -m mkdocs build --strict -d build/site

ci:  ## does everything that has to hold before a change lands, on a clean copy of the last commit
	.ci/run

game:  ## adds a built-in game to start from, NAME=mu-torere, with its tests and its rows in lists
	$(PYTHON) tools/new_game.py "$(NAME)"

table: build  ## computes who wins the openings of connect four, for hours; goes on where it was stopped
	$(PYTHON) tools/connect_four_table.py

.PHONY: help install build test lint types docs ci game table
