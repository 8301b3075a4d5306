"""Near wins, proven again by a search without alpha-beta, and won pieces."""

from itertools import islice

import pytest

import games
from games.base.positions import position_after
from referee.puzzles.finding import PuzzleSearch, find_candidate, is_right, prover_of, puzzles_in, refute
from referee.puzzles.near import wins_only_near
from referee.puzzles.puzzle import PuzzleTheme, after, from_dict, as_dict, read_set, set_text
from referee.match.record import Heading, make_record
from referee.solving.value import Value
from referee.reports.puzzle_words import explanation, question, refutation_sentence
from tests.helpers.cases import every_case

SCHOLAR = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
MORPHY = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"  # Paul Morphy, New York Clipper, 1856
HANGING = "r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2b1/PqP3PP/7K w - - 0 25"  # lichess.org/training/00008
KNOWN = {  # position -> the line of the solution, or the lines if the mated side can choose between equal defences
    SCHOLAR: "Qxf7#",
    "5rk1/p1p3p1/bp2p2p/5p2/R1qPB3/2P5/2Q2PPP/5RK1 b - - 1 24": "Qxf1#",  # lichess.org/training/00g5t
    MORPHY: "Ra6 bxa6 b7#",
    # Légal's mate, after 1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1
    "rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - 0 6": "Bxf7+ Ke7 Nd5#",
    "4r3/1k6/pp3P2/1b5p/3R1p2/P1R2P2/1P4PP/6K1 b - - 0 35": "Re1+ Kf2 Rf1#",  # lichess.org/training/000Zo
    "3r2k1/6pp/8/5Q2/2pP4/2q5/5RKP/8 w - - 0 36": "Qf7+ Kh8 Qf8+ Rxf8 Rxf8#",  # lichess.org/training/00gH0
    # R. Réti - S. Tartakower, Vienna 1910
    "rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq - 0 9": "Qd8+ Kxd8 Bg5+ Ke8 Rd8#, Qd8+ Kxd8 Bg5+ Kc7 Bd8#",
}


def found(position, before=None, spec="chess"):
    game = games.load(spec, position=position)
    return find_candidate(spec, game, prover_of(game), before)


def wins(game, plies):
    """Return the moves after which the seat to move wins by force within `plies`, by trying all lines."""
    return [move for move in game.moves() if holds(game, move, plies, game.turn)]


def holds(game, move, plies, seat):
    twin = game.copy()
    twin.make(move)
    score = twin.score()
    if score is not None or plies < 2:
        return score is not None and score * (1, -1)[seat] > 0
    if twin.turn == seat:
        return bool(wins(twin, plies - 1))
    return all(leads(twin, reply, plies - 1, seat) for reply in twin.moves())


def leads(game, move, plies, seat):
    twin = game.copy()
    twin.make(move)
    if twin.score() is not None:
        return twin.score() * (1, -1)[seat] > 0
    return plies > 1 and any(holds(twin, each, plies - 1, seat) for each in twin.moves())


@every_case("position, lines", KNOWN.items())
def test_known_mates_are_found_with_their_lines(position, lines):
    puzzle = found(position).puzzle()
    assert " ".join(puzzle.line) in lines.split(", ")
    assert puzzle.plies == len(puzzle.line)
    assert (puzzle.theme, puzzle.value, puzzle.second) == (PuzzleTheme.SOON, 1, 0)


@every_case("position", [
    "6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1",  # either rook mates
    "7k/8/8/8/8/8/1R6/R5K1 w - - 0 1",  # several moves mate in two
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "8/8/8/4k3/8/8/4K3/8 w - - 0 1",
])  # fmt: skip
def test_a_position_makes_no_puzzle_without_one_winning_move(position):
    assert found(position) is None


@pytest.mark.parametrize("spec", ["chess", "checkers"])
def test_trying_all_lines_finds_the_same_only_win(spec):
    for each in islice((each for each in PuzzleSearch(spec, 3) if 0 < each.gain.plies <= 3), 1):
        assert wins(each.start, each.gain.plies) == [each.move]
        assert each.gain.plies == 1 or not wins(each.start, each.gain.plies - 2)
        puzzle = each.puzzle()
        assert puzzle.distance() == puzzle.plies


def test_a_piece_is_won_by_the_only_move_that_leads_clearly():
    puzzle = found(HANGING).puzzle()
    assert (puzzle.answer, puzzle.theme, puzzle.believed, puzzle.plies) == ("Rxe7", PuzzleTheme.PIECES, True, 0)
    assert puzzle.second < 200 <= puzzle.value - puzzle.second
    assert "wins material: ~+" in explanation(puzzle, puzzle.start())


def test_taking_back_wins_nothing():
    before = games.load("chess", position="4r1k1/5pp1/7p/8/8/7P/5PP1/3RR1K1 b - - 0 30")
    taken = "6k1/5pp1/7p/8/8/7P/5PP1/3Rr1K1 w - - 0 31"
    assert found(taken).puzzle().answer == "Rxe1"
    assert found(taken, before) is None


def test_a_move_that_wins_as_much_is_right_and_a_slower_win_is_not():
    piece, mate = found(HANGING).puzzle(), found(MORPHY).puzzle()
    game = piece.start()
    assert is_right(piece, game, game.parse("Rxe7")) and not is_right(piece, game, game.parse("hxg3"))
    game = mate.start()
    wrong = game.parse("bxa7")
    assert is_right(mate, game, game.parse("Ra6")) and not is_right(mate, game, wrong)
    told = refutation_sentence(game, mate, refute(mate, game, wrong))
    assert told.startswith("bxa7 does not win in 2 moves: ")
    assert question(mate, game) == "White to move and win in 2 moves. Which move is the best?"


class Judge:
    """A judge that says the chances of the seat to move in HANGING after its moves: 0.5 after a move not named."""

    def __init__(self, **chances):
        self.start = games.load("chess", position=HANGING)
        self.chances = chances

    def believed(self, game, path):
        after_moves = {position_after(self.start, self.start.parse(text)).key(): text for text in self.chances}
        best = max(self.chances, key=self.chances.get)
        chance = self.chances.get(after_moves.get(game.key(), ""), 0.5)
        line = (best,) if game.key() == self.start.key() else (game.text(game.moves()[0]),)
        return Value(chance=chance, interval=(chance, chance), line=line, how="a judge")


@every_case("chances, agreed", [
    ({"Rxe7": 0.9}, True), ({"Rxe7": 0.9, "hxg3": 0.4}, True),
    ({"Rxe7": 0.6}, False),  # too little
    ({"Rxe7": 0.7, "hxg3": 0.8}, False),
    ({"Rxe7": 0.9, "hxg3": 0.8}, False),
])  # fmt: skip
def test_a_judge_must_agree_that_only_the_answer_wins_pieces(chances, agreed):
    start = games.load("chess", position=HANGING)
    gain = prover_of(start, judge=Judge(**chances)).gain(start)
    assert (gain is not None) is agreed
    assert gain is None or gain.move == start.parse("Rxe7")


def test_a_judge_says_which_answers_are_right_and_what_follows():
    puzzle, game, judge = found(HANGING).puzzle(), games.load("chess", position=HANGING), Judge(Rxe7=0.9, hxg3=0.88)
    assert is_right(puzzle, game, game.parse("hxg3"), judge) and not is_right(puzzle, game, game.parse("Kg1"), judge)
    then = position_after(game, game.parse("Rxe7"))
    assert prover_of(game, judge=judge).line(then) == judge.believed(then, ()).line


def test_no_judge_is_asked_about_a_proven_mate():
    start = games.load("chess", position=MORPHY)
    assert prover_of(start, judge=object()).gain(start).move == start.parse("Ra6")


def test_near_puzzles_are_read_back_from_a_set(tmp_path):
    puzzles = [found(each).puzzle() for each in (SCHOLAR, HANGING)]
    file = tmp_path / "set.jsonl"
    file.write_text(set_text(puzzles))
    assert read_set(file) == puzzles
    assert "plies" not in as_dict(puzzles[1]) and from_dict(as_dict(puzzles[1])).believed


def test_a_file_of_matches_has_the_puzzles_of_all_its_positions():
    moves = "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#"
    heading = Heading("chess", ("human", "human"), ("White", "Black"), 0)
    answers = [each.puzzle().answer for each in puzzles_in([make_record(heading, moves.split(), "played", "", 1)])]
    assert "Qxf7#" in answers


@every_case("spec, near", [
    ("chess", True), ("checkers", True), ("gomoku", True), ("chess:variant=gardner", True),
    ("gomoku:columns=7,rows=7,line=4", False), ("connect-four", False), ("breakthrough", False), ("othello", False),
])  # fmt: skip
def test_only_games_too_long_for_a_search_to_the_end_have_near_puzzles(spec, near):
    assert wins_only_near(games.load(spec)) is near


def test_the_same_seed_finds_the_same_puzzle_of_chess():
    one, again, other = (next(iter(PuzzleSearch("chess", seed))).spec for seed in (5, 5, 6))
    assert one == again != other
