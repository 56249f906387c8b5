"""Every command, option, setting and error code stands in the guide."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import click
import msgspec
import pytest

from builder.cli import cli
from builder.config import Config
from serverless.settings import PREFIX, Settings

ROOT = Path(__file__).parent.parent
VARIABLES = [PREFIX + field.name.upper() for field in msgspec.structs.fields(Settings)]
COMMANDS = (ROOT / "docs/commands.md").read_text(encoding="utf-8")


def commands(group: click.Group, path: tuple[str, ...] = ()) -> list[tuple[str, click.Command]]:
    """Every command below `group` with its full name."""
    found: list[tuple[str, click.Command]] = []
    for name, command in group.commands.items():
        full = (*path, name)
        if isinstance(command, click.Group):
            found += commands(command, full)
        else:
            found.append((" ".join(full), command))
    return found


@pytest.mark.parametrize(("name", "command"), commands(cli))
def test_each_command_and_option_is_described(name: str, command: click.Command) -> None:
    assert f"## `sourceleaf {name}" in COMMANDS
    for option in command.params:
        if isinstance(option, click.Option) and option.name != "help":
            assert f"`{option.opts[0]}" in COMMANDS, option.opts[0]


def test_each_setting_is_described() -> None:
    text = (ROOT / "docs/configuration.md").read_text(encoding="utf-8")
    for table in msgspec.structs.fields(Config):
        assert f"## `[{table.name}]`" in text
        if table.name == "collections":  # its keys are names that a person gives
            continue
        for key in msgspec.structs.fields(table.type):
            assert f"| `{key.name}` |" in text, key.name


def error_codes() -> set[str]:
    """Codes given anywhere: as a class attribute, as `code="…"`, or as the third argument of an error."""
    found: set[str] = set()
    for path in [*(ROOT / "serverless").rglob("*.py"), *(ROOT / "builder").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Error"):
                given = [
                    *node.args[2:3],
                    *(keyword.value for keyword in node.keywords if keyword.arg == "code"),
                ]
            elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "code":
                given = [node.value]
            else:
                continue
            found |= {str(value.value) for value in given if isinstance(value, ast.Constant) and value.value}
    return found


def test_each_variable_is_described() -> None:
    text = (ROOT / "docs/errors.md").read_text(encoding="utf-8")
    assert [name for name in VARIABLES if f"`{name}`" not in text] == []


def test_each_error_code_is_described() -> None:
    text = (ROOT / "docs/errors.md").read_text(encoding="utf-8")
    assert {"bad-request", "config", "source", "index", "provider"} <= error_codes()
    assert [code for code in sorted(error_codes()) if f"`{code}`" not in text] == []


def test_the_changelog_names_the_version() -> None:
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.M)
    assert version
    assert f"## {version[1]}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
