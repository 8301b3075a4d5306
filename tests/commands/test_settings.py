"""Settings: which of flag, environment and file goes first, what is checked, and how a mistake is answered."""

import sys
import tomllib
from dataclasses import asdict

import click
import pytest

from games.names.catalogue import SpecError
from referee.__main__ import main
from referee.commands.shared_options import settings_options
from referee.support.settings import (
    SETTINGS,
    Settings,
    example_lines,
    load_settings,
    resolve_settings,
    settings_file,
    variable_name,
)

ALL = 'theme = "safe"\nsymbols = "ascii"\npieces = "signs"\nbackground = "light"\nmouse = false\n'
ALL += 'game = "chips:rule=last"\nopponent = "mcts:playouts=5"\nname = "Zoë K."\n'
ALL += 'pace = 1.5\nmotion = false\nplain = true\ncoach = true\njudge = "uci:stockfish"\n'


@pytest.fixture
def file(tmp_path, monkeypatch):
    """The file of settings, which is not there yet; nothing stands in the environment."""
    for name in SETTINGS:
        monkeypatch.delenv(variable_name(name), raising=False)
    monkeypatch.setenv("REFEREE_SETTINGS", str(tmp_path / "settings.toml"))
    return tmp_path / "settings.toml"


@pytest.fixture
def command(capsys):
    """Run the command here: its exit status, and what it wrote to standard output and to standard error."""

    def run(*words):
        with pytest.raises(SystemExit) as ended:
            main(list(words))
        return (ended.value.code, *capsys.readouterr())

    return run


def test_without_a_file_all_is_at_its_default(file):
    assert load_settings() == Settings()
    assert {each.source for each in resolve_settings().values()} == {"default"}


def test_the_defaults_are_what_their_options_allow():
    for name, option in SETTINGS.items():
        assert option.fits(option.default), name
        assert option.read(option.write(option.default)) == option.default


def test_a_file_may_hold_all_settings(file):
    file.write_text(ALL, encoding="utf-8")
    assert asdict(load_settings()) == tomllib.loads(ALL)
    assert {each.source for each in resolve_settings().values()} == {"the file"}


def test_the_environment_goes_before_the_file_and_a_flag_before_both(file, monkeypatch):
    file.write_text(ALL, encoding="utf-8")
    monkeypatch.setenv("REFEREE_PACE", "7")
    monkeypatch.setenv("REFEREE_NAME", " Ada ")
    monkeypatch.setenv("REFEREE_PLAIN", "0")
    holds = resolve_settings(name="Bob", theme=None)
    assert [holds[name].value for name in ("theme", "pace", "name", "plain")] == ["safe", 7.0, "Bob", False]
    sources = ["the file", "environment REFEREE_PACE", "flag --name", "environment REFEREE_PLAIN"]
    assert [holds[name].source for name in ("theme", "pace", "name", "plain")] == sources


def test_an_empty_variable_is_none(file, monkeypatch):
    monkeypatch.setenv("REFEREE_THEME", "")
    assert resolve_settings()["theme"].source == "default"


def test_texts_are_read_as_they_may_be_typed(file):
    file.write_text('theme = "Safe"\npace = "2"\nplain = "yes"\n')
    assert (load_settings().theme, load_settings().pace, load_settings().plain) == ("safe", 2.0, True)


def test_a_file_may_begin_with_a_byte_order_mark(file):
    file.write_bytes(b'\xef\xbb\xbfname = "Ada"\n')
    assert load_settings().name == "Ada"


WRONG = [
    ('theme = "safe"\npace = = 3\n', "Invalid value (at line 2, column 8)"),
    ('name = "Ada\n', "(at line 1, column 12)"),
    ("pace = 1\npace = 2\n", "Cannot overwrite a value (at line 2, column 9)"),
    ("a = " + "[" * 100_000, ""),
    ('thme = "safe"\n', "there is no setting 'thme'; did you mean theme? (settings: theme, symbols, pieces, background, mouse, game, opponent,"),
    ("[play]\nplain = true\n", "there is no setting 'play'"),
    ('theme = "blue"\n', "theme = 'blue' must be classic or safe"),
    ("theme = true\n", "theme = true must be classic or safe"),
    ("symbols = 3\n", "symbols = 3 must be auto or unicode or ascii"),
    ('game = "chps"\n', "game = 'chps': there is no game 'chps'; did you mean chips? (games: tic-tac-toe,"),
    ('game = "chips:rule=odd"\n', "game = 'chips:rule=odd': 'chips:rule=odd': rule=odd must be even or last"),
    ("game = 3\n", "game = 3 must be a game as `referee games` lists them"),
    ('opponent = "chips"\n', "opponent = 'chips': there is no player 'chips'"),
    ('name = ""\n', "name = '' must be a text of 1 to 20 printable characters"),
    ('name = "   "\n', "must be a text of 1 to 20 printable characters"),
    ('name = "A\\nB"\n', "name = 'A\\nB' must be a text of 1 to 20 printable characters"),
    ('name = "\\u202eAda"\n', "must be a text of 1 to 20 printable characters"),
    (f'name = "{"a" * 21}"\n', "must be a text of 1 to 20 printable characters"),
    ("pace = 61\n", "pace = 61 must be a number from 0 to 60"),
    ("pace = -0.5\n", "pace = -0.5 must be a number from 0 to 60"),
    ("pace = nan\n", "pace = nan must be a number from 0 to 60"),
    (f"pace = 1{'0' * 400}\n", "must be a number from 0 to 60"),
    ('pace = "soon"\n', "pace = 'soon' must be a number from 0 to 60"),
    ("pace = [1]\n", "pace = [1] must be a number from 0 to 60"),
    ("pace = 2000-01-01\n", "must be a number from 0 to 60"),
    ("plain = 1\n", "plain = 1 must be true or false"),
    ('plain = "perhaps"\n', "plain = 'perhaps' must be true or false"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "complaint"), WRONG, ids=[text[:30] for text, _ in WRONG])
def test_an_error_in_the_file_is_one_line_that_names_it(file, command, text, complaint):
    file.write_text(text, encoding="utf-8")
    status, out, said = command("settings")
    assert (status, out) == (2, "")
    assert said.startswith(f"referee: {file}: ")
    assert complaint in said
    assert len(said.splitlines()) == 1


def test_bytes_that_are_no_text_are_answered_in_one_line(file, command):
    file.write_bytes(b'name = "\xff"\n')
    status, _, said = command("settings")
    assert status == 2
    assert said.startswith(f"referee: {file}: 'utf-8' codec") and len(said.splitlines()) == 1


def test_a_file_that_cannot_be_read_is_answered_in_one_line(file, command):
    file.mkdir()
    status, _, said = command("settings")
    assert status == 2
    assert said.startswith(f"referee: {file}: ") and len(said.splitlines()) == 1


def test_an_error_in_the_environment_names_the_variable(file, command, monkeypatch):
    monkeypatch.setenv("REFEREE_THEME", "blue")
    assert command("settings") == (2, "", "referee: REFEREE_THEME='blue' must be classic or safe\n")


def test_a_wrong_flag_is_answered_too(file):
    with pytest.raises(SpecError, match="--pace 99 must be a number from 0 to 60"):
        load_settings(pace=99)


def test_the_example_is_valid_and_holds_every_setting_at_its_default(file, command):
    _, out, _ = command("settings", "--example")
    assert out.splitlines() == list(example_lines())
    file.write_text(out, encoding="utf-8")
    assert {name: each.source for name, each in resolve_settings().items()} == dict.fromkeys(SETTINGS, "the file")
    assert load_settings() == Settings()


def test_the_example_can_be_had_while_the_file_is_wrong(file, command):
    file.write_text("nonsense")
    assert command("settings", "--example")[0] == 0


def test_the_command_shows_each_setting_its_value_and_source(file, command, monkeypatch):
    file.write_text('theme = "safe"\npace = 2\n')
    monkeypatch.setenv("REFEREE_SYMBOLS", "ASCII")
    status, out, said = command("settings")
    first, *rows = out.splitlines()
    assert (status, said, first) == (0, "", str(file))
    assert [row.split(maxsplit=2) for row in rows] == [
        ["theme", "safe", "the file"],
        ["symbols", "ascii", "environment REFEREE_SYMBOLS"],
        ["pieces", "drawings", "default"],
        ["background", "auto", "default"],
        ["mouse", "true", "default"],
        ["game", "tic-tac-toe", "default"],
        ["opponent", "level:3", "default"],
        ["name", "human", "default"],
        ["pace", "2", "the file"],
        ["motion", "true", "default"],
        ["plain", "false", "default"],
        ["coach", "false", "default"],
        ["judge", "none", "default"],
    ]


def test_the_command_says_how_to_begin_where_there_is_no_file(file, command):
    assert command("settings")[1].splitlines()[-1].startswith("There is no such file yet; referee settings --example ")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep settings elsewhere")
def test_the_file_stands_in_the_own_folder_for_settings(tmp_path, monkeypatch):
    monkeypatch.delenv("REFEREE_SETTINGS", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert settings_file() == tmp_path / "referee" / "settings.toml"


@click.command
@settings_options("theme", "name", "pace", "plain")
def show(**flags):
    click.echo(sorted(flags.items()))


@pytest.mark.parametrize(("words", "handed"), [
    ([], {"theme": None, "name": (), "pace": None, "plain": None}),
    (["--theme", "SAFE", "--plain"], {"theme": "safe", "name": (), "pace": None, "plain": True}),
    (["--name=Ada", "--pace", "1"], {"theme": None, "name": ("Ada",), "pace": 1.0, "plain": None}),
    (["--no-plain"], {"theme": None, "name": (), "pace": None, "plain": False}),
])  # fmt: skip
def test_commands_share_the_flags_of_settings(capsys, words, handed):
    show.main(words, standalone_mode=False)
    assert capsys.readouterr().out == f"{sorted(handed.items())}\n"


def test_a_flag_turns_off_what_the_file_turns_on(file):
    file.write_text("plain = true\n")
    assert load_settings(plain=None).plain
    assert not load_settings(plain=False).plain


@pytest.mark.parametrize(("words", "complaint"), [
    (["--theme", "blue"], "--theme blue must be classic or safe"),
    (["--pace", "61"], "--pace 61 must be a number from 0 to 60"),
    (["--name", " "], "--name ' ' must be a text of 1 to 20 printable characters"),
    (["--name", ""], "--name '' must be a text of 1 to 20 printable characters"),
    (["--name", "minimax"], "--name minimax must be .* not draw or the name of a program"),
    (["--name", "Level 3"], "--name Level 3 must be .* not draw or the name of a program"),
    (["--name", "MCTS (2)"], "not draw or the name of a program"),
])  # fmt: skip
def test_a_flag_is_checked_as_its_setting_is(words, complaint):
    with pytest.raises(click.UsageError, match=complaint):
        show.main(words, standalone_mode=False)


def test_a_persons_name_may_hold_the_word_of_a_program():
    for name in ("human", "MC", "Max Random", "Ann 2", "3"):
        assert SETTINGS["name"].fits(name)


def test_the_help_of_the_flags_says_what_they_take():
    text = show.get_help(click.Context(show))
    assert "--theme classic|safe" in text and "--pace SECONDS" in text and "--plain / --no-plain" in text
