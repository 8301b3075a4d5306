"""What programs from outside are called: names of a person's own, and those that the commands give them."""

import json
import re
import sys
from pathlib import Path

import pytest

import players
from games.names.catalogue import SpecError
from referee.engines.common_options import add_options, give_common_options
from referee.engines.process import find_folder, find_program, name_program
from referee.match.clocks import UNLIMITED, own_control
from referee.match.players import player_name
from referee.support.settings import read_engine_names
from tests.engines.test_uci import FAKE
from tests.helpers.cases import every_case

ENGINES = f"""
[engines.sf]
protocol = "uci"
command = "{sys.executable} {FAKE} plays moves=d8h4"
hash = 64

[engines.sf.option]
"Skill Level" = 3

[engines.Quick-Bot]
protocol = "uci"
command = "{sys.executable} {FAKE} 'large letters'"
"""


@pytest.fixture
def settings(tmp_path, monkeypatch):
    """Write the settings file of this test."""

    def write(text):
        path = tmp_path / "settings.toml"
        path.write_text(text)
        monkeypatch.setenv("REFEREE_SETTINGS", str(path))
        return path

    return write


def test_a_name_in_the_settings_plays_in_batches_and_tournaments(settings, command, tmp_path):
    settings(ENGINES)
    status, out, err = command(["-g", "2", "--json", "chess", "random", "sf", "--moves", "f3 e5 g4"])
    first, *_ = map(json.loads, out.splitlines())
    assert (status, first["names"], first["score"]) == (0, ["random", "sf"], -1), err
    assert first["players"][1].startswith("uci:command=")  # what the word means, as workers elsewhere do not know it
    status, out, err = command(
        ["tournament", "--rounds", "1", "--openings", "0", "chess", "quickbot", "random", "--csv"]
    )
    assert status == 0 and "Quick-Bot" in out, err


def test_a_tournament_goes_on_with_what_its_names_meant(settings, command):
    settings(ENGINES)
    _, out, err = command(["tournament", "--rounds", "1", "--openings", "0", "chess", "sf", "random", "--json"])
    number = re.search(r"tournament (\d+)", err)[1]
    assert set(json.loads(out.splitlines()[0])["names"]) == {"sf", "random"}
    settings("")
    assert "sf" in command(["standings", number])[1]
    assert command(["tournament", "--resume", number])[0] == 0


def test_options_after_the_name_are_added_to_the_settings(settings, command, tmp_path):
    settings(ENGINES)
    log = tmp_path / "log"
    assert command(["-g", "1", "chess", "random", "sf:elo=1400", "--moves", "f3 e5 g4", "--debug", str(log)])[0] == 0
    said = log.read_text()
    assert "setoption name Hash value 64" in said and "setoption name UCI_Elo value 1400" in said
    assert "setoption name Skill Level value 3" in said and "> bestmove d8h4" in said


def test_a_name_is_listed_completed_and_told(settings, command):
    settings(ENGINES)
    status, out, _ = command("players")
    assert status == 0 and "also sf for command=" in out and "Quick-Bot for" in out
    assert players.CATALOGUE.called() == {"sf": "sf", "quickbot": "Quick-Bot"}
    assert [player_name(spec) for spec in ("sf", "SF", "quick-bot", "sf:elo=1500")] == [
        "sf", "sf", "Quick-Bot", "sf 1500",
    ]  # fmt: skip
    settings("")
    assert command("players")[0] == 0
    assert players.CATALOGUE.find("sf") is None


@pytest.mark.parametrize(("text", "words"), [
    ("engines = 3", "engines must be tables, as in [engines.sf]"),
    ("[engines]\nsf = 3", '[engines.sf] must be a table, with lines such as command = "stockfish"'),
    ('[engines.sf]\ncommand = "x"', "[engines.sf] must say protocol = uci or xboard or gtp or gnubg or program"),
    ('[engines.sf]\nprotocol = "usi"', "[engines.sf] must say protocol ="),
    ('[engines.minimax]\nprotocol = "uci"', "[engines.minimax] must have a name that no player or game has"),
    ('[engines.s-f]\nprotocol = "uci"\n[engines.SF]\nprotocol = "gtp"', "[engines.SF] is named twice"),
    ('[engines.go]\nprotocol = "gtp"', "[engines.go] must have a name that no player or game has"),
    ('[engines."a b"]\nprotocol = "uci"', "must have a name without blanks"),
    ('[engines.sf]\nprotocol = "uci"\ncommand = [1]', "says command = [1], which must be a text, a number"),
    ("""[engines.sf]\nprotocol = "uci"\ncommand = 'a "b"'""", "must hold no double quotes"),
])  # fmt: skip
def test_errors_in_a_table_are_reported_when_a_name_is_looked_up(settings, command, text, words):
    path = settings(text)
    status, out, err = command("-g 1 chess sf random")
    assert (status, out) == (2, "") and err.count("\n") == 1
    assert str(path) in err and words in err
    assert command("-g 1 tic-tac-toe random random")[0] == 0  # whoever needs none of them is not held up


@every_case(("words", "name"), [
    ("stockfish", "stockfish"), ("/usr/games/gnugo --level 5", "gnugo"), ("./MyBot", "MyBot"),
    ("C:/bots/MyBot.exe", "MyBot"), ("python3 -u my_bot.py --fast 3", "my_bot"),
    ("python3.11 bots/my_bot.py", "my_bot"), ("java -cp bots MyBot x", "MyBot"), ("java -jar bots/Bot.jar", "Bot"),
    ("node bot.js", "bot"), ("python3", "python3"), ("'", "'"),
])  # fmt: skip
def test_a_program_is_called_by_its_file(words, name):
    assert name_program(words) == name


def test_a_program_is_called_by_its_strength_too():
    assert player_name("uci:sh,elo=1500") == "sh 1500" and player_name("uci:sh") == "sh"


def test_a_program_without_a_command_has_a_name_too():
    assert [player_name(spec) for spec in ("gnubg", "gnubg:plies=0,noise=0.05")] == ["gnubg", "gnubg"]


@pytest.mark.parametrize("flag", ["--each restart=2", "--margin 0.5"])
def test_each_and_margin_are_for_programs_from_outside(command, flag):
    status, _, err = command(f"-g 1 {flag} tic-tac-toe random minimax")
    assert (status, err) == (
        2, f"referee: {flag} is for programs from outside, such as uci:stockfish, and none plays here\n",
    )  # fmt: skip


@pytest.mark.parametrize("flag", [[], ["--each", "restart=1"]])
def test_a_batch_plays_on_after_a_crash_where_that_is_allowed(command, tmp_path, flag):
    spec = f"uci:{sys.executable} {FAKE} 'once KILL' {tmp_path / 'died'} moves=d8h4"
    words = ["-g", "1", "--json", *flag, "chess", "random", spec, "--moves", "f3 e5 g4", "--workers", "1"]
    status, out, err = command(words)
    first = json.loads(out.splitlines()[0])
    assert (status, first["score"], first.get("how")) == ((0, -1, "played-out") if flag else (0, 1, "died")), err


@every_case(("spec", "options", "given"), [
    ("uci:sf", "hash=64,threads=1", {"hash": 64, "threads": 1}),
    ("uci:sf,hash=16", "hash=64, threads=1", {"hash": 16, "threads": 1}),
    ("uci:sf,option.Move Lag=1", "option.Move Lag=2,option.Style=Solid", {"option": {"Move Lag": "1", "Style": "Solid"}}),
    ("uci:sf,name=fish", 'dir="a,b"', {"name": "fish", "dir": "a,b"}),
    ("gnubg", "timeout=3", {"timeout": 3}),
])  # fmt: skip
def test_an_option_for_each_program_leaves_what_a_spec_sets(spec, options, given):
    assert {**players.CATALOGUE.check(add_options(spec, options)), "command": "sf"} == {"command": "sf", **given}


@every_case(("options", "words"), [
    ("hash", "--each hash: 'hash' must be an option that programs can share"),
    ("name=x", "--each name=x: 'name=x' must be an option that programs can share"),
    ("haste=1", "has no option 'haste'; did you mean hash?"),
    ("hash=0", "hash=0 must be a whole number from 1"),
    ("threads=1", "xboard has no option 'threads'"),  # no program may lack what the others get
])  # fmt: skip
def test_an_option_that_not_each_program_takes_is_refused(options, words):
    with pytest.raises(SpecError, match=re.escape(words)) as refused:
        give_common_options(("minimax", "uci:sf", "xboard:sf"), options, None)
    assert "\n" not in str(refused.value)


def test_each_program_of_a_tournament_gets_the_common_options(command):
    fool = f"uci:{sys.executable} {FAKE} plays moves=d8h4"
    words = ["tournament", "chess", f"{fool},name=a", f"{fool},name=b,hash=16", "random", "--openings", "0", "--rounds"]
    status, out, err = command([*words, "1", "--clock", "1m", "--each", "hash=64,clock=7m", "--json"])
    standings = json.loads(out.splitlines()[-1])["standings"]["standings"]
    assert status == 0, err
    assert {row["name"]: (row["spec"][-16:].lstrip(","), row["control"]) for row in standings} == {
        "a": ("hash=64,clock=7m", "7 minutes for the game"), "b": ("hash=16,clock=7m", "7 minutes for the game"),
        "random": ("random", "1 minute for the game"),
    }  # fmt: skip


def test_each_protocol_takes_the_options_that_all_have():
    outside = {
        name: players.CATALOGUE.options(name) for name in players.CATALOGUE if players.CATALOGUE.is_outside(name)
    }
    assert set(outside) == {"uci", "xboard", "gtp", "gnubg", "program"}
    assert all({"command", "timeout", "restart"} <= set(options) for options in outside.values())
    assert type(players.load("gtp:sh --a=1,timeout=5")).__name__ == "GtpPlayer"


def test_a_broken_table_is_told_each_time_that_a_name_is_looked_up(settings):
    settings("engines = 3")
    players.CATALOGUE.offer_words(read_engine_names)
    for _ in range(2):
        with pytest.raises(SpecError, match="must be tables"):
            players.CATALOGUE.find("sf")
    players.CATALOGUE.offer_words(dict)


# The folder in which a program runs.


@pytest.fixture
def bots(tmp_path):
    """A folder with the fake program as `fish`, which runs as a program of its own."""
    folder = tmp_path / "my bots"
    folder.mkdir()
    for script in ("fake_uci.py", "mishaps.py"):
        (folder / script).write_text(FAKE.with_name(script).read_text())
    fish = folder / "fish"
    fish.write_text(f'#!/bin/sh\npwd > where\nexec {sys.executable} fake_uci.py "$@"\n')
    fish.chmod(0o755)
    return folder


@every_case(("command", "found"), [
    ("./fish", "my bots/fish"), ("fish plays", "my bots/fish"), ("../my\\ bots/fish", "my bots/fish"),
    ("sh fish", "sh"), ("cat", "cat"),
])  # fmt: skip
def test_a_program_is_found_in_its_folder_first(bots, command, found):
    words = find_program(command, find_folder(str(bots)))
    assert Path(words[0]).resolve().as_posix().endswith(found) or Path(words[0]).name == found


@pytest.mark.parametrize("how", ["./fish plays moves=d8h4", "fish plays moves=d8h4", "sh fish plays moves=d8h4"])
def test_a_program_runs_in_its_folder(bots, how, command, monkeypatch):
    monkeypatch.chdir(bots.parent)
    fish = f"uci:{how},dir=my bots"
    status, out, err = command(["-g", "1", "--json", "chess", "random", fish, "--moves", "f3 e5 g4"])
    assert status == 0 and json.loads(out.splitlines()[0])["score"] == -1, err
    assert (bots / "where").read_text().strip() == str(bots.resolve())


@every_case(("fish", "words"), [
    ("uci:./shark,dir={}", "there is no file './shark' in "),
    ("uci:./fish,dir={}/none", "there is no folder "),
    ("uci:./fish,dir={}/fish", "is a file: dir= names the folder where the program runs"),
    ("uci:./,dir={}", " is a folder: name the program's file in it"),
    ("uci:shark-of-nobody,dir={}", "there is no program 'shark-of-nobody' on the PATH"),
])  # fmt: skip
def test_a_wrong_folder_is_refused(bots, fish, words):
    with pytest.raises(SpecError, match=re.escape(words)) as refused:
        players.load(fish.format(bots))
    assert "\n" not in str(refused.value)


def test_a_table_of_the_settings_takes_the_options_of_its_program(settings, command, bots):
    settings(
        f'[engines.fish]\nprotocol = "uci"\ncommand = "./fish"\ndir = "{bots}"\nclock = "10s+0.1s"\nname = "a fish"'
    )
    players.CATALOGUE.offer_words(read_engine_names)
    kind, given = players.CATALOGUE.read("fish")
    assert kind(**given).words == [str(bots / "fish")]
    assert str(own_control("fish", UNLIMITED)).startswith("10 seconds for the game")
    assert player_name("fish") == "a fish"
