"""A command is found by its name: `referee games-of` stands in referee/commands/games_of.py."""

from keyword import iskeyword
from pathlib import Path


from referee.cli import referee
from tests.helpers.cases import every_case

ROOT = Path(__file__).parents[2]


def file_of(name):
    """The name of the file of a command: a word of Python's, as import is, has an underscore behind it."""
    return name.replace("-", "_") + "_" * iskeyword(name)


@every_case("name", referee.commands)
def test_a_command_stands_in_the_file_that_is_named_like_it(name):
    module = referee.commands[name].callback.__module__
    place = f"referee.commands.{file_of(name)}"
    assert module == place, f"`referee {name}` stands in {module}: move it to {place}"


def test_each_file_with_a_command_is_registered():
    files = {
        path.stem for path in (ROOT / "referee" / "commands").glob("*.py") if "\n@click.command(" in path.read_text()
    }
    assert files == {file_of(name) for name in referee.commands}, "add the command to COMMANDS in referee/cli.py"
