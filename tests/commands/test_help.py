"""The help of `referee`: commands and options in groups, columns that fit the window, colours where there are such."""

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")
from terminal import WINDOWS, colours, referee  # noqa: F401  # a fixture

from referee import cli
from referee.cli import CLOSED_PIPE, COMMANDS, OPTIONS
from referee.formats.formats import FORMATS
from referee.running.run_options import FORFEITED, UNMET
from referee.support.signals import ENDING, INTERRUPTED

TABLE = cli.referee


def sections(text):
    """The lines below each heading of help."""
    parts = re.split(r"^(\S.*):$", text, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], (part.strip("\n").splitlines() for part in parts[1::2]), strict=True))


@pytest.fixture
def helped(command, monkeypatch):
    """The sections of the help in a window of that many columns."""

    def ask(columns=80):
        monkeypatch.setenv("COLUMNS", str(columns))
        status, out, said = command("--help")
        assert (status, said) == (0, "")
        assert max(map(len, out.splitlines())) <= columns
        return sections(out)

    return ask


def test_the_help_of_every_command_fits_into_its_window(command, monkeypatch):
    for columns in (80, 40):
        monkeypatch.setenv("COLUMNS", str(columns))
        for name in TABLE.commands:
            status, out, said = command(f"{name} --help")
            assert (status, said) == (0, ""), name
            assert [line for line in out.splitlines() if len(line) > columns] == [], name


def test_every_command_that_help_lists_is_in_one_group():
    grouped = [name for names in TABLE.groups.values() for name in names]
    shown = [name for name, command in TABLE.commands.items() if not command.hidden]
    assert sorted(grouped) == sorted(shown), "put the command into one group of COMMANDS in referee/cli.py"


def test_the_main_help_quotes_the_first_sentence_of_each_command():
    for name, sentence in TABLE.sentences.items():
        found = TABLE.commands[name]
        assert found.get_short_help_str(limit=len(found.help)) == sentence
        assert found.name == name


def test_help_imports_no_command_but_a_match_and_no_game():
    """Starting fast: what is imported for it can be counted, what takes a while cannot be timed on busy machines."""
    program = (
        "import sys; from referee.__main__ import main\nasked = sys.argv[1:]; sys.argv[1:] = ['--help']\ntry: main()\n"
        "except SystemExit: print([name for name in sorted(sys.modules) if name in asked], file=sys.stderr)"
    )
    heavy = [
        "games.game", "games.names.catalogue", "players.player", "rich", "prompt_toolkit", "importlib.abc", "sqlite3",
        "_hashlib", "html", "random", "shutil", "referee.running.exit", "referee.drawing.glyphs",
    ]  # fmt: skip
    others = [f"referee.commands.{module}" for group in COMMANDS.values() for module, _ in group.values()]
    done = subprocess.run([sys.executable, "-c", program, *heavy, *others], capture_output=True, text=True)
    assert done.stderr == "[]\n"


@pytest.mark.parametrize("words", ["--help", "-g 1 random random"])
def test_a_short_command_does_not_search_its_objects_for_garbage(words):
    program = (
        "import gc, sys; from referee.__main__ import main\ntry: main()\n"
        "except SystemExit: print(gc.get_stats()[2]['collections'], gc.get_freeze_count() > 0)"
    )
    done = subprocess.run([sys.executable, "-c", program, *words.split()], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "0 True"


def test_every_option_of_a_match_is_in_one_group():
    grouped = [flag for flags in OPTIONS.values() for flag in flags]
    context = click.Context(TABLE, **TABLE.context_settings)
    params = [*TABLE.commands[TABLE.default].params, *TABLE.get_params(context)]
    shown = {param.opts[-1] for param in params if isinstance(param, click.Option) and not param.hidden}
    assert sorted(grouped) == sorted(shown), "put the option into one group of OPTIONS in referee/cli.py"


@pytest.mark.parametrize("columns", [80, 40])
def test_help_lists_the_commands_and_then_the_options_in_their_groups(helped, columns):
    found = helped(columns)
    assert list(found) == ["Examples", *COMMANDS, *OPTIONS]
    for title, commands in COMMANDS.items():
        assert re.findall(r"^  (\S+)", "\n".join(found[title]), re.MULTILINE) == list(commands)
    for title, flags in OPTIONS.items():
        assert re.findall(r"^  (?:-\w, )?(--[\w-]+)", "\n".join(found[title]), re.MULTILINE) == list(flags)


def test_help_says_of_each_command_a_whole_sentence_in_one_line(helped):
    found = helped()
    for title, commands in COMMANDS.items():
        assert len(found[title]) == len(commands)
        assert not any(line.endswith("...") for line in found[title])


def test_a_command_without_a_group_is_found(monkeypatch):
    monkeypatch.setitem(TABLE.commands, "extra", click.Command("extra"))
    with pytest.raises(AssertionError, match="put the command into one group"):
        test_every_command_that_help_lists_is_in_one_group()


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("words", [(), ("history",)], ids=["referee", "history"])
def test_help_is_coloured_only_where_wanted(referee, window, words):
    terminal = referee(*words, "--help", **window)
    assert terminal.exit_status() == 0
    assert b"\x1b[1m" in terminal.output
    assert bool(colours(terminal.output)) == ("environment" not in window)
    plain = re.sub(rb"\x1b\[[\d;]*m", b"", terminal.output).decode()
    assert max(map(len, plain.splitlines())) <= terminal.screen.columns
    assert "\x1b" not in plain


def test_a_terminal_that_takes_no_colours_is_sent_none(referee):
    terminal = referee("--help", environment={"TERM": "dumb"})
    assert terminal.exit_status() == 0
    assert b"\x1b" not in terminal.output


def test_help_is_there_where_the_settings_are_wrong(referee, tmp_path):
    (tmp_path / "settings.toml").write_text("theme = 5")
    terminal = referee("--help", environment={"REFEREE_SETTINGS": str(tmp_path / "settings.toml")})
    assert terminal.exit_status() == 0
    assert b"Look back" in terminal.output


def test_help_is_in_the_colours_of_the_theme(referee):
    classic, safe = (referee("--help", environment={"REFEREE_THEME": name}) for name in ("classic", "safe"))
    assert (classic.exit_status(), safe.exit_status()) == (0, 0)
    assert classic.output != safe.output


def test_the_help_of_import_names_every_format_that_it_reads(command):
    _, out, _ = command("import --help")
    for each in FORMATS:
        assert (each.suffixes[0] in out) == each.reads


def test_the_page_of_commands_and_the_code_name_the_same_exit_statuses():
    page = Path(__file__).parents[2].joinpath("docs", "commands.md").read_text(encoding="utf-8")
    table = page.partition("\n| exit status | |\n|---|---|\n")[2].partition("\n\n")[0]
    told = re.findall(r"^\| (\d+) \|", table, re.MULTILINE)
    numbers = [0, 1, 2, FORFEITED, UNMET, *(128 + number for number in ENDING), INTERRUPTED, CLOSED_PIPE]
    assert told == [str(number) for number in sorted(numbers)]
    assert re.findall(r"\d+", cli.run.__doc__) == told
