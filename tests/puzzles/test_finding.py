"""Puzzles: unique by an independent search, the same each time, and read back as they were written."""

from datetime import date
from itertools import islice

import pytest

import games
from games.names.catalogue import SpecError
from referee.match.record import Heading, make_record
from referee.puzzles.finding import (
    EARLY,
    Prover,
    PuzzleSearch,
    blunder_puzzles,
    check_game,
    find_candidate,
    find_puzzle,
    make_set,
    puzzle_of,
    suggest_instead,
)
from referee.puzzles.puzzle import (
    PuzzleTheme,
    after,
    as_dict,
    from_dict,
    hardness,
    measure,
    rating_of,
    read_set,
    set_text,
)
from referee.storage.archive import Archive, add_record
from referee.storage.saved_match import SavedMatch, Selection
from referee.support.build import life

FEW = 1 if life() == "compiled" else 10  # one of so many puzzles is proven again
NODES = 20_000  # positions of a proof by hand: harder puzzles are left to benchmarks/puzzles.py
# How many puzzles of each game are proven again; benchmarks/puzzles.py proves more.
COUNTS = {
    "tic-tac-toe": 30, "hexapawn:columns=4,rows=4": 20, "nim:heaps=3/5/4": 50, "yucky-chocolate": 50,
    "chips:chips=15": 50, "kalah": 5, "othello": 2, "dots-and-boxes": 4, "connect-four:columns=5,rows=4": 2,
}  # fmt: skip


class TooMuch(Exception):
    """The position is too large for the independent search."""


def solve(game, known, low=-(10**9), high=10**9):
    """Return what seat 0 wins: alpha-beta with public methods of the game alone."""
    score = game.score()
    if score is not None:
        return score
    key = game.turn, game.position()
    least, most = known.get(key, (-(10**9), 10**9))
    if least >= high or most <= low or least == most:
        return least if least >= high or least == most else most
    if len(known) > NODES:
        raise TooMuch
    a, b = max(low, least), min(high, most)
    best = None
    for move in game.moves():
        twin = game.copy()
        twin.make(move)
        value = solve(twin, known, a, b)
        if best is None or (value > best if game.turn == 0 else value < best):
            best = value
        a, b = (max(a, best), b) if game.turn == 0 else (a, min(b, best))
        if a >= b:
            break
    known[key] = (best if best > max(low, least) else least, best if best < min(high, most) else most)
    return best


def values(puzzle):
    game, known, found = puzzle.start, {}, {}
    for move in game.moves():
        twin = game.copy()
        twin.make(move)
        found[move] = solve(twin, known) * (1 if game.turn == 0 else -1)
    return found


@pytest.mark.parametrize("spec", COUNTS)
def test_an_independent_search_finds_the_same_values_and_one_best_move(spec):
    checked = 0
    for found in islice(PuzzleSearch(spec, 8), max(2, COUNTS[spec] // FEW)):
        try:
            assert values(found) == found.values
        except TooMuch:
            continue
        assert list(found.values.values()).count(found.value) == 1
        checked += 1
    assert checked


@pytest.mark.parametrize("spec", ["tic-tac-toe", "kalah", "nim"])
def test_the_same_seed_makes_the_same_puzzles_and_another_seed_others(spec):
    one, two, other = (make_set(spec, seed, 3) for seed in (1, 1, 2))
    assert one == two != other
    assert len({each.game for each in one}) == 3
    assert [each.rating for each in one] == sorted(each.rating for each in one)


def test_the_line_and_the_refutations_end_as_they_are_said_to():
    for puzzle in make_set("othello", 3, 4):
        game, sign = puzzle.start(), 1 if puzzle.seat == 0 else -1
        assert after(game, puzzle.line).score() == sign * puzzle.value
        assert puzzle.distance() == len(puzzle.line)
        for wrong in puzzle.refutations:
            assert wrong.value <= puzzle.second < puzzle.value
            end = after(game, (wrong.move, *wrong.line)).score()
            assert end in (None, sign * wrong.value)


@pytest.mark.parametrize(
    ("position", "answer", "theme"),
    [("xx1/oo1/3 x", "3", PuzzleTheme.WINS), ("x2/1o1/2x o", None, None), ("xx1/1o1/3 o", "3", PuzzleTheme.SAVES)],
)
def test_a_position_makes_a_puzzle_only_if_one_move_is_the_best(position, answer, theme):
    game = games.load("tic-tac-toe", position=position)
    found = find_candidate("tic-tac-toe", game, Prover(game))
    assert (found and found.puzzle().answer, found and found.puzzle().theme) == (answer, theme)


def test_an_answer_that_wins_at_once_is_trivial_and_the_easiest():
    game = games.load("tic-tac-toe", position="xx1/oo1/3 x")
    found = find_candidate("tic-tac-toe", game, Prover(game))
    assert found.trivial
    assert found.puzzle().hard <= 4


def test_harder_puzzles_are_those_that_fewer_levels_find():
    near = games.load("nim:heaps=3/5/7", position="0/2/1 First")
    far = games.load("nim:heaps=3/5/7", position="3/5/7 First")
    assert measure(near, near.parse("b1")).rating < measure(far, far.parse("a1")).rating
    assert [hardness(rating_of(hard)) for hard in range(1, 11)] == list(range(1, 11))


def test_puzzles_come_as_hard_as_they_are_wanted_about():
    easy, hard = (find_puzzle("nim:heaps=3/5/7", 1, wanted) for wanted in (2, 8))
    assert easy.hard < hard.hard
    assert find_puzzle("nim:heaps=3/5/7", 1, 2, {easy.game}) != easy


@pytest.mark.parametrize(
    ("spec", "hint"),
    [
        ("gomoku:columns=7,rows=7,line=4", "other games with puzzles: tic-tac-toe"),
        ("ttt", "other games with puzzles: chips"),
    ],
)
def test_whoever_finds_none_is_told_what_has_some(spec, hint):
    assert suggest_instead(spec).startswith(hint)
    assert find_puzzle(hint.split()[-1], 1, 3)


@pytest.mark.skipif(life() != "compiled", reason="millions of positions")
def test_large_boards_are_searched_when_they_are_nearly_full():
    search = PuzzleSearch("hex:size=9", 1)
    found = next(iter(search))
    assert sum(cell.seat is not None for row in found.start.show().rows for cell in row) >= 54  # of 81
    assert search.games > EARLY


def test_the_puzzle_of_a_day_is_the_same_for_everybody_and_another_one_the_next_day():
    one, two = (puzzle_of(date(2024, 5, day), "tic-tac-toe") for day in (1, 2))
    assert one == puzzle_of(date(2024, 5, 1), "tic-tac-toe") != two


@pytest.mark.parametrize(("spec", "why"), [("pig", "has chance in it"), ("kuhn-poker", "hides something")])
def test_a_game_of_luck_is_refused_in_one_line_that_names_others(spec, why):
    with pytest.raises(SpecError, match=f"{spec}' {why}.*tic-tac-toe"):
        check_game(spec)


def test_a_set_is_read_back_and_a_wrong_line_is_named(tmp_path):
    puzzles = make_set("tic-tac-toe", 1, 3)
    file = tmp_path / "set.jsonl"
    file.write_text(set_text(puzzles))
    assert read_set(file) == puzzles
    assert from_dict(as_dict(puzzles[0])) == puzzles[0]
    for wrong in ("{}", "[]", "{", set_text(puzzles[:1]).replace('"answer": "', '"answer": "x')):
        file.write_text(f"{set_text(puzzles[:1])}{wrong}\n")
        with pytest.raises(SpecError, match="line 2 is not a puzzle"):
            read_set(file)
    file.write_text("\n")
    with pytest.raises(SpecError, match="holds no puzzle"):
        read_set(file)


def test_an_answer_that_another_move_equals_is_refused():
    (puzzle,) = make_set("nim:sticks=9", 1, 1)
    for second in (puzzle.value, puzzle.value + 1):
        with pytest.raises(ValueError, match="is not the best move"):
            from_dict(as_dict(puzzle) | {"second": second})


def test_a_blunder_of_a_person_becomes_a_puzzle_and_not_one_of_a_program():
    # X takes a corner, and O another one: only the middle would have saved the draw.
    moves = tuple((text, (None, None)) for text in "1 3 7 4 9".split())
    mine, theirs = (
        SavedMatch(Heading("tic-tac-toe", pair, ("a", "b"), 1), past=moves, how="resigned", score=1, number=12)
        for pair in (("random", "human"), ("human", "random"))
    )
    (found,) = blunder_puzzles([mine], ())
    assert (found.answer, found.seat, found.theme) == ("5", 1, PuzzleTheme.SAVES)
    assert found.origin == "your match 12, move 2"
    assert not list(blunder_puzzles([theirs], ()))
    assert not list(blunder_puzzles([mine], {found.game}))


OVER = """
from games.game import Game


class Over(Game):
    def __init__(self):
        self.turn = 0

    def moves(self):
        return []

    def make(self, move):
        pass

    def score(self):
        return 1
"""


def test_a_game_that_is_over_at_its_start_has_no_puzzles(tmp_path):
    (tmp_path / "over.py").write_text(OVER)
    assert list(PuzzleSearch(str(tmp_path / "over.py"), 1)) == []


def test_puzzles_from_blunders_read_only_the_newest_matches_of_an_archive(tmp_path, monkeypatch):
    archive = Archive(tmp_path)
    numbers = [add_record(archive, played_record(f"2 {moves} 2 {moves} 2"))[0] for moves in range(3, 8)]
    read = []
    find = archive.find
    monkeypatch.setattr(archive, "find", lambda number: read.append(number) or find(number))
    assert next(archive.each(Selection("connect-four", ("human",)))).number == numbers[-1] and read == numbers[-1:]
    assert len(archive.entries(2)) == 2 and read == [numbers[-1], *numbers[-1:-3:-1]]


def played_record(moves):
    heading = Heading("connect-four", ("human", "level:3"), ("you", "casual"), 0)
    return make_record(heading, moves.split(), "resigned", "", 1)
