"""Tables of endings of chess: compared with published results, with the rules, and in play."""

import random
import re
from collections import Counter
from math import inf

import pytest

import games
import players
from games.capabilities import solver_of
from games.chess.ending_tables import value_of
from games.chess.endings import ending
from games.chess.ending_words import homes, mirrored
from games.ending_solver import WORDS, rank, value_after
from referee.match.exact import find_settled_score
from referee.reviews.evaluator import Evaluator
from referee.reviews.searches import Effort

MATE = "8/8/8/3k4/8/8/8/KR6 w - - 0 1"
KNIGHT = "8/8/8/8/3k4/8/8/KBN5 w - - 0 1"
ALL = 10**8
# Moves to the longest mates, as J. Nunn gives them in "Secrets of Pawnless Endings" and its companions, from
# K. Thompson's tables.
LONGEST = {"KQK": 10, "KRK": 16, "KPK": 28}
LARGE = {"KBNK": 33, "KQKR": 35, "KBBK": 19, "KRKB": 29, "KRKN": 40}


def table(name):
    """Return a solved table."""
    found = ending(name)
    for each in (*found.needs, found):
        each.advance(1 << 40)
    return found


def load(fen):
    """Return the game of chess at a position."""
    return games.load(f"chess:position={fen}")


def random_position(rng, name):
    """Return a game at a random legal position of the pieces, with either side to move."""
    letters = name[: name.rindex("K")] + name[name.rindex("K") :].lower()
    while True:
        squares = rng.sample(range(64), len(letters))
        board = [""] * 64
        for square, letter in zip(squares, letters, strict=True):
            board[square] = letter
        rows = "/".join("".join(each or "1" for each in board[8 * row : 8 * row + 8]) for row in range(7, -1, -1))
        try:
            return load(f"{re.sub('1+', lambda run: str(len(run[0])), rows)} {rng.choice('wb')} - - 0 1")
        except ValueError:
            continue


def longest_win(name):
    """Return in how many moves the longest win of the side to move ends."""
    return max(value for value in set(table(name).values()) if value and not value & 1) // 2


@pytest.mark.parametrize("name", LONGEST)
def test_the_longest_mates_with_three_pieces_are_the_published_ones(name):
    assert longest_win(name) == LONGEST[name]


@pytest.mark.parametrize("name", LARGE)
def test_the_longest_mates_with_four_pieces_are_the_published_ones(name):
    assert longest_win(name) == LARGE[name]


def test_king_and_pawn_win_as_often_as_stockfish_counts():
    counts = Counter(table("KPK").values())
    assert sum(counts.values()) - counts[0] - counts[255] == 111_282  # src/bitbase.cpp of Stockfish 8, Bitbases::init


def test_rook_endings_are_as_long_as_in_the_data_set_of_uci():
    # archive.ics.uci.edu, "Chess (King-Rook vs. King)", M. Bain and A. van Hoff, 1994: Black to move, mirrors left out.
    drawn, mates = 2796, (27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390)
    values, counts = table("KRK").values(), Counter()
    for number, white in enumerate(homes[0]):
        for black in range(64):
            for rook in range(64):
                value = values[((10 + number) * 64 + black) * 64 + rook]
                image = mirrored(black, 4), mirrored(rook, 4)
                if value != 255 and not (mirrored(white, 4) == white and image < (black, rook)):
                    counts[value] += 1
    assert counts.pop(0) == drawn
    assert tuple(counts[2 * moves + 1] for moves in range(17)) == mates
    assert counts.total() == sum(mates)


def check_against_the_rules(name, count):
    """Compare values of random positions with those of their moves by the rules."""
    table(name)
    rng = random.Random(name)
    for _ in range(count):
        game = random_position(rng, name)
        score = game.score()
        if score is None:
            assert value_of(game) == max((value_after(game, move, value_of) for move in game.moves()), key=rank), (
                game.position()
            )
        elif not game.is_stuck():
            assert value_of(game) == 0, game.position()
        else:
            assert value_of(game) == abs(score), game.position()


@pytest.mark.parametrize("name", ["KQK", "KRK", "KPK"])
def test_each_position_of_three_pieces_is_worth_its_best_move(name):
    check_against_the_rules(name, 100)


@pytest.mark.parametrize("name", ["KQKR", "KBNK", "KRKP", "KPKP"])
def test_each_position_of_four_pieces_is_worth_its_best_move(name):
    check_against_the_rules(name, 1000)


def test_a_pawn_that_may_be_captured_en_passant_is():
    table("KPKP")
    game = load("8/8/8/8/3Pp3/8/8/K1k5 b - d3 0 1")
    assert value_of(game) == max((value_after(game, move, value_of) for move in game.moves()), key=rank) != 0
    assert game.text(solver_of(game).best(game, ALL)) == "exd3"


def check_perfect_play(name, moves, count):
    """Win random positions against a random defender within `moves` moves."""
    rng = random.Random(1)
    while count:
        game = random_position(rng, name)
        if game.score() is not None or game.turn:
            continue
        solver = solver_of(game)
        score, plies = solver.exact(game, ALL)
        if score < 1:
            continue
        made = 0
        while game.score() is None:
            game.make(solver.best(game, ALL) if game.turn == 0 else rng.choice(game.moves()))
            made += 1
        assert (game.score(), made <= plies <= 2 * moves - 1) == (1, True)
        count -= 1


def test_perfect_play_mates_with_a_rook_in_sixteen_moves():
    check_perfect_play("KRK", 16, 5)


def test_perfect_play_mates_with_bishop_and_knight_in_33_moves():
    check_perfect_play("KBNK", 33, 30)


def test_colours_do_not_matter():
    table("KRK")
    assert value_of(load("8/8/8/3K4/8/8/8/kr6 b - - 0 1")) == value_of(load("8/8/8/3k4/8/8/8/KR6 w - - 0 1"))


@pytest.mark.parametrize("fen", [KNIGHT.replace("KBN5", "KBNN4"), "4k3/8/8/8/8/8/8/4K2R w K - 0 1"])
def test_five_pieces_and_castling_have_no_table(fen):
    assert solver_of(load(fen)) is None
    assert solver_of(games.load("chess")) is solver_of(games.load("chess:variant=gardner")) is None


def test_a_question_costs_the_same_whether_its_tables_are_ready_or_not():
    game, costs = load(MATE), []
    for _ in range(2):
        solver = solver_of(game)
        assert solver.exact(game, 5) is None
        assert solver.nodes == 5
        while solver.exact(game, 1000) is None:
            pass
        costs.append(solver.nodes)
    needed = sum(each.work for each in (*table("KRK").needs, table("KRK")))
    assert costs[0] == costs[1] == -(-needed // WORDS)
    assert find_settled_score(game, costs[0] - 1) is None
    assert find_settled_score(game, costs[0]).score == 1
    assert "50 moves" in find_settled_score(game, costs[0]).how


@pytest.mark.parametrize("spec", ["level:9", "level:10", "optimal"])
def test_strong_players_look_into_the_table(spec):
    game, player = load(MATE), players.load(spec, 1)
    player.begin(games.load("chess") if spec != "optimal" else game, 0)
    thought = player.think(game, inf)
    assert (thought.proven, thought.value, thought.distance) == (True, 1, solver_of(game).exact(game, ALL)[1])
    assert "50 moves" in thought.how


@pytest.mark.parametrize("spec", ["level:9", "level:10"])
def test_strong_levels_mate_with_bishop_and_knight(spec):
    start = load(KNIGHT)
    player, solver = players.load(spec, 1), solver_of(start)
    _, plies = solver.exact(start, ALL)
    player.begin(start, 0)
    game, made = start.copy(), 0
    while game.score() is None and made <= plies:
        move = player.choose(game, inf) if game.turn == 0 else solver.best(game, ALL)
        player.heard(game.text(move), game.turn)
        game.make(move)
        made += 1
    assert (game.score(), made) == (1, plies)  # the defence is the longest


def test_a_review_knows_endings_exactly():
    game = load(MATE)
    for start, path in ((game, ()), (games.load("chess"), ("e4",))):
        found = Evaluator(start, Effort(nodes=1000)).evaluate(game, path)
        assert (found.score, found.distance, found.exact) == (1, solver_of(game).exact(game, ALL)[1], True)
        assert "50 moves" in found.how
