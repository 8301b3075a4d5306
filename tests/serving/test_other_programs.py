"""Our players at work in programs of others: python-chess, and against GNU Go, Stockfish and Fairy-Stockfish."""

import random
import shutil
import subprocess
import sys

import chess
import chess.engine
import pytest

import games
from referee.dialects import gtp, uci
from tests.serving.dialogue import Dialogue

COMMAND = [sys.executable, "-m", "referee", "engine"]


def program(name):
    """The path of a program, which may be in the folder of games; the test is skipped where it is not installed."""
    return shutil.which(name) or shutil.which(name, path="/usr/games") or pytest.skip(f"{name} is not installed")


class Pipe:
    """A program of others, spoken to line by line."""

    def __init__(self, *words):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def say(self, line):
        """Say a line."""
        self.process.stdin.write(f"{line}\n")

    def until(self, beginning):
        """The first line that begins so."""
        for line in self.process.stdout:
            if line.startswith(beginning):
                return line.strip()
        raise AssertionError(f"it ended before {beginning}")

    def command(self, line):
        """The answer to a command of GTP."""
        self.say(line)
        answer = []
        for each in self.process.stdout:
            if not each.strip():
                break
            answer.append(each.strip())
        return "\n".join(answer)


@pytest.mark.parametrize("start", [None, 5])
def test_python_chess_plays_whole_games_with_a_player_by_uci(start):
    board = chess.Board() if start is None else chess.Board.from_chess960_pos(start)
    rng = random.Random(start)
    with chess.engine.SimpleEngine.popen_uci([*COMMAND, "chess", "minimax"]) as engine:
        while not board.is_game_over(claim_draw=True) and board.ply() < 120:
            if board.turn:
                board.push(engine.play(board, chess.engine.Limit(nodes=2000)).move)
            else:
                board.push(rng.choice(list(board.legal_moves)))
    assert board.is_checkmate()
    assert board.outcome().winner


def test_python_chess_limits_the_strength_of_a_player():
    with chess.engine.SimpleEngine.popen_uci([*COMMAND, "chess", "minimax"]) as engine:
        elo = engine.options["UCI_Elo"]
        engine.configure({"UCI_LimitStrength": True, "UCI_Elo": elo.min})
        board = chess.Board()
        assert engine.play(board, chess.engine.Limit(time=5)).move in board.legal_moves
        with pytest.raises(chess.engine.EngineError):
            engine.configure({"UCI_Elo": elo.max + 1})


def test_python_chess_analyses_and_stops_and_ponders():
    with chess.engine.SimpleEngine.popen_uci([*COMMAND, "chess", "minimax"]) as engine:
        mate = engine.analyse(chess.Board("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"), chess.engine.Limit(depth=4))
        assert mate["score"].white() == chess.engine.Mate(1)
        board, limit = chess.Board(), chess.engine.Limit(depth=3)
        several = engine.analyse(board, limit, multipv=3)
        assert [found["multipv"] for found in several] == [1, 2, 3]
        assert len({found["pv"][0] for found in several}) == 3
        moves = [chess.Move.from_uci(word) for word in ("a2a3", "h2h4")]
        assert {found["pv"][0] for found in engine.analyse(board, limit, multipv=3, root_moves=moves)} == set(moves)
        assert mate["pv"] == [chess.Move.from_uci("d1d8")]
        with engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 6:
                    break
            analysis.stop()
            assert analysis.wait().move in chess.Board().legal_moves
        limit = chess.engine.Limit(white_clock=5, black_clock=5, white_inc=0.1, black_inc=0.1)
        played = engine.play(chess.Board(), limit, ponder=True)
        board = chess.Board()
        board.push(played.move)
        board.push(played.ponder or next(iter(board.legal_moves)))
        assert engine.play(board, limit).move in board.legal_moves
        engine.configure({"Hash": 1, "depth": 2})
        assert engine.analyse(chess.Board(), chess.engine.Limit(time=1))["depth"] == 2


@pytest.mark.parametrize(("game", "name"), [
    ("chess", "stockfish"), ("breakthrough", "fairy-stockfish"), ("chess:gardner", "fairy-stockfish"),
])  # fmt: skip
@pytest.mark.parametrize("seat", [0, 1])
def test_games_against_stockfish_have_no_illegal_move(game, name, seat):
    with Dialogue(game, "minimax:nodes=500", "uci") as ours, Pipe(program(name)) as theirs:
        start, state, words = games.load(game), games.load(game), []
        theirs.say(f"setoption name UCI_Variant value {uci.variant(start)}")
        while state.moves() and len(words) < 150:
            position = f"position fen {uci.write_position(start)} moves {' '.join(words)}"
            if state.turn == seat:
                assert ours.say(position) == []
                words.append(ours.best())
            else:
                theirs.say(position)
                theirs.say("go nodes 500")
                words.append(theirs.until("bestmove").split()[1])
            state.make(uci.read_move(state, words[-1]))  # which raises where it is illegal
    assert len(words) > 10


@pytest.mark.parametrize("size", [7, 9])
def test_games_against_gnu_go_stay_legal_and_in_step(size):
    path = program("gnugo")
    with Dialogue("go", "mcts:playouts=100", "gtp") as ours:
        with Pipe(path, "--mode", "gtp", "--level", "0", "--chinese-rules", "--never-resign", "--seed", "1") as theirs:
            for line in (f"boardsize {size}", "clear_board", "komi 6.5"):
                assert ours.command(line) == theirs.command(line).strip() == "="
            passes, colour, other = 0, "black", "white"
            for ply in range(3 * size * size):
                mover, hearer = (ours, theirs) if (ply + size) % 2 else (theirs, ours)
                word = mover.command(f"genmove {colour}").removeprefix("= ")
                assert hearer.command(f"play {colour} {word}").startswith("="), word
                passes = passes + 1 if word.casefold() == "pass" else 0
                if passes == 2:
                    break
                colour, other = other, colour
            assert passes == 2
            for seat, stones in ((0, "black"), (1, "white")):
                told = theirs.command(f"list_stones {stones}").removeprefix("=").split()
                assert sorted(told) == sorted(
                    point for owner, point in gtp.stones(ours.server.stand.game) if owner == seat
                )


def test_gnu_go_and_a_player_agree_on_handicap_stones():
    with Dialogue("go:19", "random", "gtp") as ours, Pipe(program("gnugo"), "--mode", "gtp") as theirs:
        for size in (7, 8, 9, 13, 19):
            for number in range(2, 10):
                for line in (f"boardsize {size}", "clear_board", f"fixed_handicap {number}"):
                    mine, yours = ours.command(line), theirs.command(line)
                assert sorted(mine.split()) == sorted(yours.split()) or mine[0] == yours[0] == "?", (size, number)


def test_two_players_of_ours_play_each_other_in_processes():
    for game, words in (
        ("breakthrough:6", ("uci", "minimax:nodes=200", "mcts:playouts=50")),
        ("hex:5", ("gtp", "mcts:playouts=50", "level:3")),
    ):
        protocol, *specs = words
        state = games.load(game)
        with (
            Pipe(*COMMAND, "--protocol", protocol, game, specs[0]) as one,
            Pipe(*COMMAND, "--protocol", protocol, game, specs[1]) as two,
        ):
            made = []
            while state.moves():
                mover, hearer = (two, one) if state.turn else (one, two)
                if protocol == "uci":
                    mover.say(f"position startpos moves {' '.join(made)}" if made else "position startpos")
                    mover.say("go")
                    made.append(mover.until("bestmove").split()[1])
                    state.make(uci.read_move(state, made[-1]))
                else:
                    colour = gtp.COLOURS[state.turn]
                    made.append(mover.command(f"genmove {colour}").removeprefix("= "))
                    assert hearer.command(f"play {colour} {made[-1]}") == "="
                    state.make(gtp.read_move(state, made[-1]))
        assert state.score() is not None
