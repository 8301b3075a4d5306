"""The command as it is typed: what it prints on which stream, its exit status, and its answers to what is mistyped."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from zoo import Stumbling

import games
import players
from games.names.entry import Entry
from games.option import Named, options_of
from referee.batches.results import Results
from referee.commands.catalogue_text import catalogue_lines
from referee.match.record import SCHEMA
from tests.helpers.cases import every_case

HELP_BEGINS = "Usage: referee [OPTIONS] [GAME] [PLAYER [PLAYER]]\n"
KEYS = ["schema", "game", "players", "names", "seed", "number", "moves", "score", "winner", "how", "why"]
ENVIRONMENT = {**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "80"}


class Cheating:
    """A player that answers with no legal move."""

    def choose(self, game, deadline):
        return -1


@pytest.fixture
def shelf(monkeypatch):
    """The catalogue of players with one that crashes and one that cheats."""
    for kind in (Stumbling, Cheating):
        monkeypatch.setitem(players.CATALOGUE.entries, kind.__name__.lower(), Entry(kind.__module__, kind.__name__))
        monkeypatch.setitem(players.CATALOGUE.names, kind.__name__.lower(), kind.__name__.lower())


def process(*words, program=("-m", "referee"), text=True):
    """Run the command in a process of its own, to its end."""
    return subprocess.run(
        [sys.executable, *program, *words],
        check=False,
        capture_output=True,
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        timeout=300,
        encoding="utf-8" if text else None,
    )


def imported(words, names):
    """Which of those modules are loaded once the command has run."""
    code = (
        "import sys\nfrom referee.__main__ import main\n"
        f"try:\n    main({words!r})\n"
        f"finally:\n    print('loaded', *sorted(set({names!r}) & set(sys.modules)), file=sys.stderr)"
    )
    done = process(program=("-c", code))
    assert done.returncode == 0
    return done.stderr.splitlines()[-1].split()[1:]


# Batches.


def test_a_batch_prints_a_line_a_game_and_the_tally_and_nothing_else():
    done = process("-g", "3", "minimax", "random", "--seed", "3")
    lines = [f"game {number}: winner = minimax\n" for number in range(3)]
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "".join(lines) + "minimax won 3, random won 0, 0 draws\n"


def test_the_seed_of_a_batch_is_told_only_when_it_was_drawn(command):
    _, _, said = command("-g 1 random random")
    assert re.fullmatch(r"seed \d+\n", said)
    assert command("-g 1 random random --seed 4")[2] == ""


def test_the_seed_that_was_drawn_repeats_the_batch(command):
    _, out, said = command("-g 20 random random")
    assert command(["-g", "20", "random", "random", "--seed", said.split()[1]])[1] == out


def test_two_players_of_one_name_are_numbered(command):
    _, out, _ = command("-g 30 random random --seed 5")
    *lines, tally = out.splitlines()
    winners = [line.partition(" = ")[2] for line in lines]
    assert set(winners) == {"random (1)", "random (2)", "draw"}
    assert tally == "random (1) won {}, random (2) won {}, {} draws".format(
        *(winners.count(name) for name in ("random (1)", "random (2)", "draw"))
    )


@pytest.mark.parametrize("words", [
    "-g 10 random montecarlo:playouts=3 --seed 5",
    "-g 5 chips random minimax --swap --json --seed 5",
    "nim:heaps=3/4/5 montecarlo:playouts=3 random --plain --seed 5",
])  # fmt: skip
def test_the_same_seed_prints_the_same_bytes(words):
    one, other = process(*words.split(), text=False), process(*words.split(), text=False)
    assert one.returncode == 0
    assert one.stdout == other.stdout != b""
    assert one.stderr == other.stderr == b""


@pytest.mark.parametrize("more", ["", "--json"])
def test_different_seeds_print_something_else(command, more):
    outs = {command(f"-g 20 random random --seed {seed} {more}")[1].replace(f'"seed": {seed}', "") for seed in range(4)}
    assert len(outs) == 4


@pytest.mark.parametrize(("words", "count"), [
    ("-g 10 minimax random", 10),
    ("chips:chips=31,rule=last -g 20 montecarlo:playouts=50 random --seed 7", 20),
    ("-g 4 --seed 1 nim:heaps=3/5/7,misere=yes random mc:playouts=2 --swap", 4),
    ("-g 2 TTT Mini-Max:depth=1 RANDOM --time 5", 2),
])  # fmt: skip
def test_a_batch_has_one_format_for_all_games(command, words, count):
    status, out, _ = command(words)
    *lines, tally = out.splitlines()
    assert status == 0
    assert len(lines) == count
    for number, line in enumerate(lines):
        assert re.fullmatch(rf"game {number}: winner = [a-z]+", line)
    won = re.fullmatch(r"([a-z]+) won (\d+), ([a-z]+) won (\d+), (\d+) draws", tally)
    assert sum(int(won[place]) for place in (2, 4, 5)) == count


def test_the_first_mover_alternates_with_swap(command):
    """Of 20 chips under rule=last the seat that moves first wins, and both players know how."""
    words = "-g 4 chips:chips=20,rule=last minimax minimax:depth=40 --seed 1"
    winners = [
        [line.partition(" = ")[2] for line in command(f"{words} {more}")[1].splitlines()[:-1]]
        for more in ("", "--swap")
    ]
    assert winners == [["minimax (1)"] * 4, ["minimax (1)", "minimax (2)"] * 2]


def test_a_batch_starts_after_the_given_moves(command):
    _, out, _ = command(["-g", "3", "--json", "--moves", "5 1 9", "random", "random", "--seed", "1"])
    assert all(json.loads(line)["moves"].startswith("5 1 9 ") for line in out.splitlines()[:-1])


def test_a_batch_with_time_for_a_move_is_played_out(command, own_time):
    _, out, said = command("-g 2 nim mc mc:playouts=5 --time 0.02 --seed 1")
    assert said == ""
    assert out.count("winner = montecarlo (") == 2


def test_a_budget_is_an_option_of_each_player_and_stands_in_the_record(command):
    _, out, said = command("-g 2 --json othello:4 minimax mcts:c=1 --clock nodes=50 --swap --seed 1")
    assert said == ""
    one, two, _ = map(json.loads, out.splitlines())
    assert one["players"] == two["players"][::-1] == ["minimax:nodes=50", "mcts:c=1,playouts=50"]
    assert one["names"] == ["minimax", "mcts"]
    _, out, _ = command("-g 1 --json othello:4 minimax minimax --clock depth=3,nodes=20 --seed 1")
    assert json.loads(out.splitlines()[0])["players"] == ["minimax:depth=3", "minimax:nodes=20"]


def test_a_budget_is_kept_by_a_player_in_a_file(command, tmp_path):
    (tmp_path / "bot.py").write_text(
        "class Bot:\n    def __init__(self, depth=1):\n        self.depth = depth\n"
        "    def choose(self, game, deadline):\n        raise LookupError(self.depth)\n"
    )
    _, out, _ = command(f"-g 1 --json nim {tmp_path}/bot.py minimax --clock depth=7 --seed 1")
    record = json.loads(out.splitlines()[0])
    assert (record["players"][0], record["why"]) == (f"{tmp_path}/bot.py:depth=7", "Bot crashed: LookupError: 7")


@pytest.mark.parametrize("clock", ["2/1m", "1m/3x5s", "1m/5/20s", "1m+d1s", "1m,30s", "4/1m:2/20s:10s+1s"])
def test_a_batch_is_played_out_by_any_clock(command, clock):
    _, out, said = command(f"-g 2 othello:4 minimax:depth=2 random --clock {clock} --swap --seed 1")
    assert said == ""
    assert len(re.findall(r"^game [01]: winner = (?:minimax|random|draw)$", out, re.MULTILINE)) == 2


# JSON.


def test_json_is_an_object_a_line_the_records_and_then_the_summary(command):
    status, out, said = command("-g 3 --json chips:chips=7 random minimax --swap --seed 6")
    *records, last = map(json.loads, out.splitlines())
    assert (status, said) == (0, "")
    assert [list(record) for record in records] == [KEYS] * 3
    assert [record["number"] for record in records] == [0, 1, 2]
    assert [" ".join(record["names"]) for record in records] == ["random minimax", "minimax random", "random minimax"]
    wins = [record["winner"] for record in records]
    won = {name: wins.count(name) for name in ("random", "minimax")}
    assert last == {"schema": SCHEMA, "summary": {"games": 3, "won": won, "draws": 0, "seed": 6}}


def test_the_records_in_json_lead_to_their_scores(command):
    _, out, _ = command("-g 5 --json nim:heaps=3/4 random random --seed 6")
    for record in map(json.loads, out.splitlines()[:-1]):
        game = games.load(record["game"])
        for text in record["moves"].split():
            game.make(game.parse(text))
        assert game.score() == record["score"]


def test_json_without_a_number_of_games_is_one_game(command):
    _, out, said = command("--json random random")
    record, last = map(json.loads, out.splitlines())
    assert said == ""
    assert (record["number"], last["summary"]["games"]) == (0, 1)
    assert record["seed"] == last["summary"]["seed"]


# A match between programs.


def test_a_match_between_programs_is_shown_to_its_end():
    done = process("nim:sticks=5", "minimax", "random", "--seed", "2")
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert lines[:2] == ["nim:sticks=5, seed 2", "Minimax is First, Random is Second."]
    assert "Minimax takes 1." in lines
    assert lines[-1] == "Minimax wins: First took the last stick."


def test_a_match_is_the_first_game_of_a_batch_with_its_seed(command):
    words = "nim:heaps=3/4/5 random montecarlo:playouts=3 --seed 6"
    record = json.loads(command(f"{words} --json")[1].splitlines()[0])
    shown = re.findall(r" takes (\d) from ([abc])\.", command(words)[1])
    assert " ".join(heap + count for count, heap in shown) == record["moves"]


def test_with_swap_the_player_named_last_moves_first(command):
    _, out, _ = command("nim:sticks=5 minimax random --seed 2 --swap")
    assert out.splitlines()[1] == "Random is First, Minimax is Second."


def test_a_match_says_from_which_moves_it_starts(command):
    _, out, _ = command(["ttt", "random", "random", "--seed", "2", "--moves", "5 1"])
    assert "After 5 1:\n" in out


@pytest.mark.parametrize("word", ["random", "Random", "MONTE-CARLO:playouts=2"])
def test_a_match_with_no_game_named_is_tic_tac_toe(command, word):
    _, out, _ = command(["--plain", "--seed", "2", word, "random"])
    assert out.splitlines()[0] == "tic-tac-toe, seed 2"


# Help, version and lists.


@pytest.mark.parametrize("words", ["-h", "--help", "chips -h", "minimax random --help", "-g 3 -h", "--seed 4 chips -h"])
def test_help_is_had_anywhere_among_the_words(command, words):
    status, out, said = command(words)
    assert (status, said) == (0, "")
    assert out.startswith(HELP_BEGINS)
    named = re.findall(r"^  (?:-\w, )?--(\w+)", out, re.MULTILINE)
    assert {"coach", "time", "games", "workers", "require", "symbols", "version", "help"} <= {*named}
    assert "\n  games " in out and "\n  players " in out


def test_the_version_says_whether_it_is_compiled(command):
    status, out, _ = command("--version")
    assert status == 0
    assert re.fullmatch(r"referee \d+\.\d+\S* \((compiled|interpreted)\)\n", out)


@pytest.mark.parametrize(("word", "catalogue"), [("games", games.CATALOGUE), ("players", players.CATALOGUE)])
def test_the_lists_name_everything_with_each_option_and_its_default(command, word, catalogue):
    status, out, said = command(word)
    assert (status, said) == (0, "")
    sections = re.split(r"\n(?=\S)", out)
    if catalogue is games.CATALOGUE:
        *sections, library = sections
        assert library.startswith("openspiel:GAME")
    assert [section.split()[0] for section in sections] == list(catalogue)
    for (name, entry), section in zip(catalogue.entries.items(), sections, strict=True):
        kind, (head, summary, *rows) = catalogue.load_class(name), section.splitlines()
        assert all(alias in head for alias in entry.aliases)
        assert summary.strip() == kind.__doc__.splitlines()[0]
        for row, (key, option) in zip(rows, options_of(kind).items(), strict=True):
            default = "" if option.default is None else option.write(option.default)
            typed = f"{key}.NAME" if isinstance(option, Named) else key
            assert re.match(rf" +{re.escape(typed)}={re.escape(default)} +{re.escape(option.allowed)}(; |$)", row)
            assert row.endswith(option.described)


HEAVY = ["rich", "prompt_toolkit", "html", "_hashlib", "games.chips", "players.minimax"]
MANY = ["concurrent.futures", "ctypes", "multiprocessing", "socket", "statistics"]  # what only many games need


@pytest.mark.parametrize("words", [["--help"], ["games"], ["random", "random", "--plain"]], ids=" ".join)
def test_only_batches_import_the_code_for_many_games(words):
    assert imported(words, MANY) == []


def test_a_batch_imports_only_what_it_plays_with():
    words = ["-g", "1", "chips", "minimax:depth=1", "random", "--seed", "1"]
    assert imported(words, HEAVY) == ["games.chips", "players.minimax"]
    assert imported(["-g", "1", "random", "random", "--seed", "1"], HEAVY) == []


# What is mistyped.

GAMES, PLAYERS = ", ".join(games.CATALOGUE), ", ".join(players.CATALOGUE.words)
WRONG = [
    # A name that is none.
    ("-g 1 chps random random", f"no game or player 'chps'; did you mean chips? (games: {GAMES}; players: {PLAYERS})"),
    ("-g 1 rnadom random", f"no game or player 'rnadom'; did you mean random? (games: {GAMES}; players: {PLAYERS})"),
    ("-g 1 xyzzy random", f"no game or player 'xyzzy' (games: {GAMES}; players: {PLAYERS})"),
    ("-g 1 chips minmax random", f"there is no player 'minmax'; did you mean minimax? (players: {PLAYERS})"),
    ("gamse", "did you mean games?"),
    ("-g 1 games", "'games' is a command of its own: referee games"),
    # An option of a game or a player.
    ("-g 1 chips:chip=5 random random", "chips has no option 'chip'; did you mean chips? (options: chips, rule)"),
    ("-g 1 ttt:size=4 random random", "tic-tac-toe has no option 'size' (it has none)"),
    ("-g 1 chips:chips=4 random random", "chips=4 must be odd under rule=even and at least 3"),
    ("-g 1 chips:rule=last,chips=1 random random", "chips=1 must be a whole number from 2 to 32767"),
    ("-g 1 chips:rule=odd random random", "rule=odd must be even or last"),
    ("-g 1 chips:chips random random", "chips is given no value; write chips=value once"),
    ("-g 1 chips:rule=last,rule=last random random", "rule is given twice; write rule=value once"),
    ("-g 1 nim:heaps=3/x random random", "must be 1 to 20 whole numbers from 1 to 32767 with / between, as in 3/5/7"),
    ("-g 1 nim:misere=perhaps random random", "misere=perhaps must be yes or no"),
    ("-g 1 minimax:depht=1 random", "minimax has no option 'depht'; did you mean depth? (options: depth, time, nodes, table, method, eval, threads, seed)"),
    ("-g 1 minimax:depth=0 random", "depth=0 must be a whole number from 1 to 10000"),
    ("-g 1 minimax:time=nan random", "time=nan must be a number from 0"),
    ("-g 1 minimax:nodes=99999999999999999999 random", "must be a whole number from 1"),
    ("-g 1 random:seed=-1 random", "seed=-1 must be a whole number from 0"),
    # Who plays what.
    ("-g 1 random random random", "a match has two players, not 3: random random random"),
    ("random random human", "a match has two players, not 3: random random human"),
    ("-g 1 random chips random", "'chips' is a game: name one game, before the players"),
    ("-g 1 chips nim random random", "'nim' is a game: name one game, before the players"),
    ("-g 1 human random", "need two programs as players, as in: referee -g 10 minimax random"),
    ("-g 1 random mine", "need two programs as players, as in: referee -g 10 minimax random"),
    ("-g 1 random", "need two programs as players, as in: referee -g 10 minimax random"),
    ("-g 1", "need two programs as players, as in: referee -g 10 minimax random"),
    ("--json chips human random", "need two programs as players, as in: referee -g 10 minimax random"),
    # An option of the command.
    *((f"-g {text} random random", f"--games {text} must be a whole number from 1") for text in ("0", "-3", "x", "1.")),
    *((f"--seed {text} random random", f"--seed {text} must be a whole number from 0") for text in ("-1", "x", "1e3")),
    *((f"--time {text} random random", f"--time {text} must be a number from 0.001") for text in ("0", "-2", "soon")),
    *((f"--time {text} random random", f"--time {text} must be a number from 0.001") for text in ("nan", "inf")),
    *((f"--clock {text} random random", f"--clock {text} must be a time of at most 24h, as in 5m, 5m+3s (3s after each move)")
      for text in ("5x", "40/", "1:30", "300/10x20s", "5m/20s", "nodes=0", "5m,1m,1m")),
    ("--clock nodes=9 random minimax", "--clock nodes=9: random has no option nodes or playouts (options: seed)"),
    ("--clock depth=9 minimax mcts",
     "--clock depth=9: mcts has no option depth (options: playouts, time, c, solver, rave, memory, threads, eval, seed)"),
    ("--clock nodes=9 minimax:nodes=5 mcts", "--clock nodes=9: minimax:nodes=5 says its nodes already; leave out one of the two"),
    ("--clock 5m,depth=9 minimax level:2", "--clock depth=9: level:2 has no option depth (options: level, elo, seed)"),
    ("tournament --clock 5m,1m random random",
     "--clock 5m,1m is for two players: a tournament has one clock for all, as in --clock 5m+3s"),
    ("tournament --clock nodes=9 minimax random", "--clock nodes=9: random has no option nodes or playouts (options: seed)"),
    ("--tme 3 random random", "'--time'"),
    ("--sed 3 random random", "'--seed'"),
    ("--frobnicate random random", "No such option '--frobnicate'"),
    ("-g", "'-g' requires an argument"),
    ("-g 1 random random --seed", "'--seed' requires an argument"),
    ("games chips", "unexpected extra argument (chips)"),
    ("players --json", "No such option '--json'"),
    # Moves to start with.
    (["--moves", "5 5", "random", "random"], "move 2 to start with: '5' is not a legal move here: a cross of X stands on 5; legal: 1 to 4, 6"),
    (["--moves", "x", "random", "random"], "move 1 to start with: 'x' is not a legal move here; legal: 1 to 9"),
    ("connect-four level:2 --moves 4 4 4", "; if '4' belongs to --moves, put its text in quotes: --moves '4 4 ...'"),
    ("analyse chess --position 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
     "; if 'w' belongs to --position, put its text in quotes: --position '4k3/8/8/8/8/8/4P3/4K3 w ...'"),
    (["nim:sticks=3", "--moves", "3 1", "random", "random"], "'1' is not a legal move here; legal: none"),
    # What would tear the line in two.
    (["-g", "1", "mini\nmac", "random"], "no game or player 'mini\\nmac'; did you mean minimax?"),
    (["-g", "1", "chips:chips=1\n2", "random", "random"], "must be a whole number from 2 to 32767"),
    (["-g", "1", "chips:rule=o\nd", "random", "random"], "must be even or last"),
    (["-g", "1\n2", "random", "random"], "--games"),
    (["--sw\nap", "random", "random"], "No such option"),
    (["games", "a\nb"], "unexpected extra argument"),
]  # fmt: skip


@every_case(("words", "complaint"), WRONG)
def test_typing_errors_get_one_line_with_what_is_allowed(command, words, complaint):
    status, out, said = command(words)
    assert (status, out) == (2, "")
    assert complaint in said
    assert said.startswith("referee: ") and said.endswith("\n")
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(("words", "said"), [
    ("./sticks minimax", "there is no game or player './sticks'; did you mean ./sticks.py? (games: "),
    ("sticks:5 minimax", "there is no game or player 'sticks'; did you mean sticks.py? (games: "),
    ("nim sticks random", "there is no player 'sticks'; did you mean sticks.py? (players: "),
    ("solve ./sticks", "there is no game './sticks'; did you mean ./sticks.py? (games: "),
    ("solve ./stick", "there is no game './stick' (games: "),
])  # fmt: skip
def test_a_file_named_without_its_suffix_is_offered(command, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sticks.py").touch()
    status, out, told = command(words)
    assert (status, out) == (2, "")
    assert told.startswith(f"referee: {said}")


def test_a_process_that_was_told_something_wrong_ends_with_status_2():
    done = process("-g", "1", "minmax", "random")
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"referee: .*did you mean minimax\?.*\n", done.stderr)


@pytest.mark.skipif(os.name == "nt", reason="arguments are bytes only elsewhere")
def test_bytes_that_are_no_text_are_answered_in_one_line_too():
    done = subprocess.run(
        [sys.executable, "-m", "referee", "-g", "1", b"nim:take=\xff", "random", "random"],
        check=False,
        capture_output=True,
        env=ENVIRONMENT,
        timeout=300,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert re.fullmatch(rb"referee: .* must be a whole number from 1 to 32767\n", done.stderr)


# Crashes and interrupts.


def test_crashes_in_a_batch_give_one_traceback_for_each_place(shelf, command):
    status, out, said = command("-g 2 random stumbling --seed 1")
    assert status == 0
    assert out == "game 0: winner = random\ngame 1: winner = random\nrandom won 2, stumbling won 0, 0 draws\n"
    assert said.count("Traceback (most recent call last):") == 1
    assert said.count("\nLookupError: nothing found\n") == 1
    assert 'raise LookupError("nothing found")' in said
    assert said.endswith(
        "".join(f"\ngame {number}: stumbling crashed: LookupError: nothing found" for number in (0, 1)) + "\n"
    )


def test_crashes_of_two_players_in_a_batch_are_told_apart(shelf, command):
    said = command("-g 4 stumbling stumbling --swap --seed 1")[2]
    assert said.count("Traceback (most recent call last):") == 2
    assert re.findall(r"game \d: .* crashed", said) == [
        f"game {number}: stumbling ({number % 2 + 1}) crashed" for number in range(4)
    ]


def test_a_crash_in_a_batch_leaves_json_whole(shelf, command):
    _, out, said = command("-g 1 stumbling random --seed 1 --json")
    record, last = map(json.loads, out.splitlines())
    assert (record["how"], record["winner"], record["moves"]) == ("crashed", "random", "")
    assert last["summary"]["won"] == {"stumbling": 0, "random": 1}
    assert "Traceback" in said


def test_an_illegal_move_in_a_batch_is_told_in_one_line(shelf, command):
    status, out, said = command("-g 1 cheating random --seed 1")
    assert (status, out) == (0, "game 0: winner = random\ncheating won 0, random won 1, 0 draws\n")
    assert said == "game 0: cheating chose -1, which is not a legal move\n"


def test_a_crash_in_a_match_is_told_with_its_traceback(shelf, command):
    status, out, said = command("stumbling random --seed 1")
    assert status == 0
    assert out.endswith("\nRandom wins: Stumbling crashed: LookupError: nothing found.\n")
    assert said.startswith("Traceback (most recent call last):")
    assert "\nLookupError: nothing found\nin tic-tac-toe stumbling random --seed 1, game 0, after the moves: " in said


def started(*words):
    """The command under way in a process of its own, once it has written its first line."""
    running = subprocess.Popen(
        [sys.executable, "-u", "-m", "referee", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )
    assert running.stdout.readline() == "game 0: winner = minimax (1)\n"
    return running


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=["INT", "TERM", "HUP"])
def test_a_signal_ends_a_batch_with_its_status_and_no_traceback(number):
    words = ["nim:heaps=1", "minimax:depth=1", "minimax:depth=1", "-g", "1000000", "--seed", "1"]
    with started(*words) as running:
        running.send_signal(number)
        _, said = running.communicate(timeout=300)
    assert running.returncode == 128 + number
    finishing = r"(finishing .*\n)?" if number == signal.SIGINT else ""
    assert re.fullmatch(rf"{finishing}\nstopped after [\d,]+ of 1,000,000 games: .* draws\n", said)


@pytest.mark.skipif(os.name == "nt", reason="pipes break otherwise there")
def test_a_reader_that_leaves_ends_a_batch_silently_with_status_141():
    words = ["nim:heaps=1", "minimax:depth=1", "minimax:depth=1", "-g", "1000000", "--seed", "1"]
    with started(*words) as running:
        running.stdout.close()
        said = running.stderr.read()
        running.wait(timeout=300)
    assert (running.returncode, said) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_said_in_one_line():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "referee", "-g", "3", "random", "random", "--seed", "1"],
            stdout=full,
            stderr=subprocess.PIPE,
        )
    assert (done.returncode, done.stderr) == (1, b"referee: No space left on device\n")


@pytest.mark.skipif(os.name == "nt", reason="no limits there")
def test_output_for_which_a_limit_or_a_quota_leaves_no_room_is_said_in_one_line(tmp_path):
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000)); from referee.__main__ import main; "
    )
    words = ["-g", "300", "random", "random", "--seed", "1", "--json"]
    with (tmp_path / "out").open("w") as out:
        done = subprocess.run([sys.executable, "-c", f"{code}main({words!r})"], stdout=out, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (1, b"referee: File too large\n")


def test_an_interrupted_batch_says_how_far_it_came(monkeypatch, command):
    def add(self, result):
        if result.number == 2:
            raise KeyboardInterrupt
        real(self, result)

    real = Results.add
    monkeypatch.setattr(Results, "add", add)
    monkeypatch.setattr(signal, "signal", lambda *_: None)  # leaving, it ignores Ctrl-C; the tests go on
    status, out, said = command("-g 9 minimax random --seed 1")
    assert status == 130
    assert "stopped after 2 of 9 games: minimax won 2, random won 0, 0 draws" in said


def test_ctrl_c_while_modules_are_imported_leaves_no_traceback(tmp_path):
    (tmp_path / "click.py").write_text("raise KeyboardInterrupt\n")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from referee.__main__ import main; main([])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "")


def test_a_person_sees_no_card_of_the_other_before_the_end():
    done = subprocess.run(
        [sys.executable, "-m", "referee", "kuhn-poker", "human", "random", "--seed", "3"],
        input="bet\n", capture_output=True, text=True, timeout=300, env=ENVIRONMENT,
    )  # fmt: skip
    dealt, played = done.stdout.split("You bet.")
    assert "You are dealt the jack.\n" in dealt
    assert "Random is dealt a card.\n" in dealt
    assert "K" not in dealt.replace("Kuhn", "")
    assert "│ K │" in played


def test_two_people_cannot_share_a_screen_where_cards_are_hidden(command):
    status, out, err = command("leduc-poker human human")
    assert (status, out) == (2, "")
    assert err.endswith("hides something from each player: two people cannot play it on one screen\n")


@pytest.mark.parametrize("catalogue", [games.CATALOGUE, players.CATALOGUE])
@pytest.mark.parametrize("width", [60, 80, 100])
def test_the_lists_are_broken_between_words_in_a_terminal(catalogue, width):
    whole, broken = (list(catalogue_lines(catalogue, columns)) for columns in (None, width))
    assert max(map(len, broken)) <= width
    assert " ".join(" ".join(broken).split()) == " ".join(" ".join(whole).split())
