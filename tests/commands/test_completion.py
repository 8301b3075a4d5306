"""Completion by the shell: what is offered for half a word, and that a real bash puts it into the line."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import games
import players
from referee.__main__ import main
from referee.cli import COMPLETING, referee
from referee.commands.shell_completion import Bash, Fish, Zsh
from referee.engines.process import VARIABLE
from tests.helpers.cases import every_case

ROOT = Path(__file__).parents[2]
COMMANDS = ["games", "players", "perft", "solve", "bench", "settings"]
BASH = shutil.which("bash")
MODERN = "((BASH_VERSINFO[0] > 4))"  # click knows none before 4.4


def asked(monkeypatch, kind, words, current):
    """The lines that the program answers a shell with."""
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(current))
    return kind(referee, {}, "referee", COMPLETING).complete().splitlines()


@pytest.fixture
def offered(monkeypatch):
    """What is offered at the end of that line, by fish, which breaks words at blanks alone."""

    def ask(line):
        answers = asked(monkeypatch, Fish, f"referee {line}", line.split(" ")[-1])
        return [answer.partition(",")[2].partition("\t")[0] for answer in answers]

    return ask


# What is offered.


def test_the_first_word_is_a_command_a_game_or_a_player(offered):
    first = offered("")
    assert set(COMMANDS) <= set(first) and "play" not in first
    assert [word for word in first if word in games.CATALOGUE] == list(games.CATALOGUE)
    assert [word for word in first if word in players.CATALOGUE] == list(players.CATALOGUE)


@every_case(("line", "words"), [
    ("so", ["solve"]), ("chi", ["chips"]), ("mini", ["minimax"]), ("chips m", ["minimax", "montecarlo", "mcts"]),
    ("-g 10 chips mini", ["minimax"]), ("--seed 4 h", ["host", "history", "hexapawn", "hex", "human"]),
    ("minimax r", ["random"]), ("chips random ra", ["random"]), ("chips random random ra", []),
    ("random random ra", []), ("xyz", []), ("Connect_f", ["connect-four"]), ("drau", ["draughts"]),
    ("perft ch", ["chips", "checkers", "chess"]), ("solve kuhn-p", ["kuhn-poker"]), ("bench hex p", ["pig", "program-game:"]),
    ("perft chips ", []), ("games ", []),
    ("tournament ch", ["chips", "checkers", "chess"]), ("tournament chips mini", ["minimax"]),
    ("tournament chips random random random ra", ["random"]), ("tournament --format k", ["knockout"]),
    ("standings ", []),
])  # fmt: skip
def test_names_are_offered_where_they_may_stand(offered, line, words):
    found = offered(line)
    assert [word for word in found if word not in COMMANDS or line == "so"] == words


@every_case(("line", "words"), [
    ("chips:", ["chips:chips=", "chips:rule="]), ("chips:ch", ["chips:chips="]),
    ("chips:rule=", ["chips:rule=even", "chips:rule=last"]), ("chips:rule=l", ["chips:rule=last"]),
    ("chips:rule=last,", ["chips:rule=last,chips="]), ("chips:chips=31,r", ["chips:chips=31,rule="]),
    ("chips:chips=31,rule=e", ["chips:chips=31,rule=even"]), ("chips:chips=", []), ("chips:x", []), ("chips:x=", []),
    ("nim:misere=", ["nim:misere=yes", "nim:misere=no"]), ("ttt:", []), ("chps:", []), ("C4:LI", ["C4:line="]),
    ("chips minimax:de", ["minimax:depth="]), ("minimax:depth=3,meth", ["minimax:depth=3,method="]),
    ("solve chips:ru", ["chips:rule="]), ("minimax chips:ru", []),
])  # fmt: skip
def test_behind_a_colon_options_and_their_values_are_offered(offered, line, words):
    assert offered(line) == words


def test_the_values_of_a_choice_are_all_offered(offered):
    assert offered("minimax:method=")[:2] == ["minimax:method=minimax", "minimax:method=alphabeta"]


def test_flags_are_offered_those_of_the_whole_too(offered):
    assert {"-g", "--games", "--seed", "--time", "--swap", "--moves", "--json", "--plain"} <= set(offered("-"))
    assert {"-h", "--help", "--version"} <= set(offered("-"))
    assert offered("--se") == ["--seed"]
    assert offered("--vers") == ["--version"]
    assert offered("perft --v") == []
    assert offered("perft chips 3 --j") == ["--json"]
    assert offered("settings --e") == ["--example"]
    assert offered("--seed ") == []
    assert {"5m+3s", "40/5m", "5m/10x20s", "nodes=10000"} <= set(offered("--clock "))
    assert offered("tournament --clock 40") == ["40/5m"]


@pytest.mark.parametrize("flag", ["--version", "--help", "-h"])
def test_completion_does_not_run_help_or_version(offered, capsys, flag):
    offered(f"{flag} ")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("line", ["-g x minim", "--frobnicate minim", "-g 0 'chips' minim"])
def test_an_error_in_another_word_does_not_stop_completion(offered, line):
    assert "minimax" in offered(line)


# What each shell is told.


@pytest.mark.parametrize(("words", "current", "answers"), [
    ("referee chips : ru", 3, ["plain,rule="]),
    ("referee chips :", 2, ["plain,chips=", "plain,rule="]),
    ("referee chips : rule =", 4, ["plain,even", "plain,last"]),
    ("referee chips : rule = last,c", 5, ["plain,last,chips="]), ("referee 'chips:ru", 1, ["plain,chips:rule="]),
    ("referee chips : rule = last mini", 6, ["plain,minimax"]), ("referee chips : ru mini", 3, ["plain,rule="]),
    ("referee --clock = 40", 3, ["plain,40/5m"]), ("referee --clock =", 2, ["plain,5m"]),
    ("referee mini", 1, ["plain,minimax"]), ("referee chips ", 2, ["plain,human"]),
])  # fmt: skip
def test_bash_gets_only_the_text_after_its_last_break(monkeypatch, words, current, answers):
    assert asked(monkeypatch, Bash, words, current)[: len(answers)] == answers


def test_zsh_is_told_three_lines_an_item_and_where_no_blank_follows(monkeypatch):
    assert asked(monkeypatch, Zsh, "referee so", 1) == [
        "plain",
        "solve",
        "Solve a game: what it is worth, and how to...",
    ]
    assert asked(monkeypatch, Zsh, "referee -g 3 chi", 3) == ["plain", "chips", "game"]
    assert asked(monkeypatch, Zsh, "referee chips:ru", 1) == ["plain", "chips:rule=", "_"]
    assert asked(monkeypatch, Zsh, "referee chips:rule=l", 1) == ["plain", r"chips\:rule=last", "value"]


def test_fish_is_told_an_item_a_line_with_a_note(monkeypatch):
    assert asked(monkeypatch, Fish, "referee chi", "chi") == ["plain,chips\tgame"]
    assert asked(monkeypatch, Fish, "referee chips:ru", "chips:ru") == ["plain,chips:rule=\teven or last"]
    assert asked(monkeypatch, Fish, "referee chips:rule=last,c", "chips:rule=last,c")[0].startswith(
        "plain,chips:rule=last,chips=\ta whole number "
    )
    assert asked(monkeypatch, Fish, "referee chips ran", "ran") == ["plain,random\tplayer"]


@pytest.mark.parametrize(("shell", "own"), [
    ("bash", "[[ $value != *[:=] ]] || compopt -o nospace"),
    ("zsh", "compadd -S '' -U -V unsorted -a completions"), ("fish", 'split --max 1 ","'),
])  # fmt: skip
def test_the_script_of_click_is_changed_in_one_place(monkeypatch, capsys, shell, own):
    monkeypatch.setenv(COMPLETING, f"{shell}_source")
    with pytest.raises(SystemExit) as ended:
        main([])
    out = capsys.readouterr().out
    assert ended.value.code == 0
    assert own in out
    assert f"{COMPLETING}={shell}_complete" in out


@pytest.mark.parametrize(("typed", "loaded"), [
    ("chi", []), ("minimax ", []), ("chips:ru", ["games.chips"]), ("minimax:de", ["players.minimax"]),
])  # fmt: skip
def test_modules_are_imported_only_for_the_options_behind_a_colon(typed, loaded):
    code = (
        "import sys\nfrom referee.__main__ import main\n"
        "try:\n    main([])\n"
        "finally:\n    print('loaded', *sorted({'games.chips', 'players.minimax', 'rich', 'prompt_toolkit'}"
        " & set(sys.modules)), file=sys.stderr)"
    )
    environment = {
        **os.environ,
        COMPLETING: "fish_complete",
        "COMP_WORDS": f"referee {typed}",
        "COMP_CWORD": typed.split(" ")[-1],
    }
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.stdout.startswith("plain,")
    assert done.stderr.split() == ["loaded", *loaded]


# A real bash.


@pytest.fixture(scope="module")
def bash(tmp_path_factory):
    """A bash at a terminal in which the line of the script's comment was typed."""
    pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")
    if not BASH or subprocess.run([BASH, "-c", MODERN]).returncode:
        pytest.skip("no bash of the last years")
    from terminal import ENVIRONMENT, Terminal

    folder = tmp_path_factory.mktemp("bin")
    program = folder / "referee"
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m referee "$@"\n')
    program.chmod(0o755)
    path = f"{folder}{os.pathsep}{ENVIRONMENT['PATH']}"
    environment = {"PATH": path, "PS1": "ready> ", "INPUTRC": os.devnull, "HISTFILE": ""}
    with Terminal(BASH, "--norc", "--noprofile", "-i", environment=environment) as terminal:
        terminal.wait_for("ready>")
        terminal.type("eval \"$(_REFEREE_COMPLETE=bash_source referee)\"; PS1='asked> '\r")
        terminal.wait_for(lambda: terminal.entry == "asked>")
        yield terminal


@pytest.mark.parametrize(("typed", "line"), [
    ("referee chi", "referee chips |"), ("referee so", "referee solve |"), ("referee chips:ru", "referee chips:rule=|"),
    ("referee chips:rule=l", "referee chips:rule=last |"),
    ("referee chips:rule=last,", "referee chips:rule=last,chips=|"),
    ("referee minimax:de", "referee minimax:depth=|"),
    ("referee chips 'mcts:pl", "referee chips 'mcts:playouts='|"), ("referee connect_f", "referee connect-four |"),
    ("referee --se", "referee --seed |"),
    ("true; A=1 referee solve chi", "true; A=1 referee solve chips |"), ("referee xyz", "referee xyz|"),
])  # fmt: skip
def test_tab_in_bash_completes_the_word(bash, typed, line):
    bash.type(f"{typed}\t|")
    try:
        bash.wait_for(lambda: bash.entry == f"asked> {line}" or bash.entry.startswith(f"asked> {line}'"))
    finally:
        bash.type("\x05\x15")  # to the end of the line, and away with it
        bash.wait_for(lambda: bash.entry == "asked>")


def test_tab_twice_in_bash_lists_the_values(bash):
    bash.type("referee chips:rule=\t\t")
    bash.wait_for("even  last")
    bash.type("\x15")
    bash.wait_for(lambda: bash.entry == "asked>")
