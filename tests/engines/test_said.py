"""What programs say of their moves: kept with the game as they said it, and cheap to keep."""

import json
import re
import shlex
import sys
from pathlib import Path

import games
from referee.engines.info import InfoReader
from referee.engines.xboard import PostReader
from referee.match.clocks import Control
from referee.match.events import Ended
from referee.match.match import play
from referee.match.notes import SAID, Note
from tests.engines import fakes
from tests.engines.test_uci import PROGRAM

FAKE = Path(__file__).with_name("fake_uci.py")
EXACT = re.compile(r"> info depth (\d+) seldepth (\d+) multipv 1 score cp (-?\d+) nodes (\d+)(?: nps \d+)? pv (.*)")


def reader(*lines, moves=""):
    """Return the note of a program that said these lines after these moves of chess."""
    info = InfoReader(games.load("chess", moves.split()), "fake")
    for line in lines:
        info.note(line)
    return info.report()


def test_what_a_note_has_does_not_depend_on_who_looked_before():
    lines = ["info depth 5 seldepth 9 score cp 3 nodes 70 pv e2e4 e7e5", "info depth 6 score cp 4 nodes 90 pv d2d4"]
    watched = InfoReader(games.load("chess"), "fake")
    for line in lines:
        watched.note(line)
        found = watched.report()
    assert found == reader(*lines)


def test_a_note_has_the_last_exact_score_of_the_first_line():
    said = reader(
        "info depth 9 seldepth 14 multipv 1 score cp 31 nodes 4711 pv e2e4 c7c5",
        "info depth 9 seldepth 14 multipv 2 score cp 12 nodes 4800 pv d2d4",
        "info depth 10 seldepth 15 multipv 1 score cp 60 lowerbound nodes 5000 pv e2e4",
        "info depth 10 score cp 5 upperbound nodes 5100",
        "info string depth 12 score cp 999 pv a2a3",
        "info depth 11 currmove a2a3 currmovenumber 3 nodes 6000",
    )
    assert said == Note(0, value="0.31", depth=9, reach=14, nodes=4711, said="e2e4 c7c5")


def test_a_bound_is_noted_if_there_is_no_exact_score():
    assert reader("info depth 3 score cp 60 lowerbound nodes 50 pv e2e4").value == "0.60"


def test_an_evaluation_is_noted_from_the_side_of_seat_0():
    assert reader("info depth 3 score cp 60 nodes 50 pv e7e5", moves="e4").value == "-0.60"
    assert reader("info depth 3 score mate 3 nodes 50 pv e7e5", moves="e4").value == "#-3"
    assert reader("info depth 3 score mate -3 nodes 50 pv e7e5", moves="e4").value == "#3"


def test_a_long_line_is_cut_between_two_moves():
    said = reader(f"info depth 3 score cp 60 pv {'e2e4 ' * 100}").said
    assert len(said) <= SAID and set(said.split()) == {"e2e4"}


def test_nothing_is_noted_of_a_program_that_gives_no_score():
    assert reader("info depth 3 nodes 50 pv e7e5") is None
    assert reader("info score cp lots") is None


def test_a_program_of_xboard_is_noted_too():
    info = PostReader(games.load("chess", ["e4"]), "fake")
    info.note("9 156 1084 48000 Nf6 Nc3")
    assert info.report() == Note(0, value="-1.56", depth=9, nodes=48000, said="Nf6 Nc3")


def test_the_notes_equal_what_the_debug_file_says(command, tmp_path):
    log = tmp_path / "log"
    spec = f"uci:{shlex.join([sys.executable, str(FAKE), 'thinks aloud', 'moves=e2e4 f2f3 a2a3'])}"
    words = ["chess", spec, "minimax:1", "-g", "1", "--seed", "1", "--debug", str(log), "--json"]
    record = json.loads(command(words)[1].splitlines()[0])
    said, games_said = None, []
    for line in log.read_text().splitlines():
        found = EXACT.search(line)
        said = found.groups() if found else said
        if "> bestmove" in line:
            games_said.append(said)
    noted = [note for note in record["notes"] if note["ply"] % 2]
    assert len(noted) == len(games_said) == 3
    for note, (depth, reach, score, nodes, line) in zip(noted, games_said, strict=True):
        assert [note["depth"], note["reach"], note["nodes"], note["said"]] == [int(depth), int(reach), int(nodes), line]
        assert note["value"] == f"{int(score) / 100:.2f}"


def test_our_own_players_say_it_beside_a_program_from_outside():
    player = PROGRAM.player("thinks aloud", "moves=e2e4 f2f3 a2a3")
    try:
        *_, end = play("chess", [player, "minimax:depth=2"], seed=1)
    finally:
        player.close()
    note = end.moves[1].note
    assert isinstance(end, Ended) and end.moves[1].note.ply == 2
    assert note.depth == 2 and note.nodes > 0 and note.said.split()[0] == end.moves[1].text
    assert note.spent >= 0 and note.left is None


def test_games_of_our_own_players_are_noted_only_if_time_plays_a_part():
    def notes(control):
        *_, end = play("connect-four", ["minimax:depth=2", "mcts:playouts=20"], seed=1, control=control)
        return [made.note for made in end.moves]

    assert set(notes(Control())) == {None}
    timed = notes(Control(total=fakes.AMPLE))
    assert all(note.left <= fakes.AMPLE and note.spent >= 0 for note in timed)
    assert all(note.value and note.said for note in timed)
