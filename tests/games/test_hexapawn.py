"""Hexapawn: its rules, its notation and its picture; values and counts against a search that shares nothing with it."""

import pytest
from reference import leaves, positions

import games
import players
from games.game import IllegalMove
from games.hexapawn import Hexapawn
from games.laws import faults
from games.perft import perft
from players.minimax import MinimaxPlayer
from referee.drawing.glyphs import ASCII
from referee.drawing.highlights import move_marks
from referee.drawing.picture import draw

SIZES = [(2, 3), (2, 6), (3, 3), (3, 4), (3, 5), (4, 3), (4, 4), (5, 3)]


def played(line, **options):
    """The game after these moves."""
    game = Hexapawn(**options)
    for text in line.split():
        game.make(game.parse(text))
    return game


def targets(board, rows, mover):
    """Plain rules: the (from, to)s of a mover on {(column, row): pawn}; none where a pawn has arrived."""
    if any(row == (rows - 1 if pawn == "W" else 0) for (_, row), pawn in board.items()):
        return []
    ahead = 1 if mover == "W" else -1
    found = []
    for (column, row), pawn in board.items():
        for side in (-1, 0, 1) if pawn == mover else ():
            there = board.get((column + side, row + ahead))
            onto = column + side, row + ahead
            if there == ("B" if mover == "W" else "W") if side else there is None:
                found.append(((column, row), onto))
    return found


def plain(board, rows, mover, seen):
    """Whether the mover wins; `seen` gathers all positions that can come about."""
    key = frozenset(board.items()), mover
    if key not in seen:
        seen[key] = False
        for start, end in targets(board, rows, mover):
            after = {place: pawn for place, pawn in board.items() if place != start} | {end: mover}
            seen[key] |= not plain(after, rows, "B" if mover == "W" else "W", seen)
    return seen[key]


def opening(columns, rows):
    """The plain board at the start."""
    return {(column, row): pawn for column in range(columns) for row, pawn in ((0, "W"), (rows - 1, "B"))}


def plain_perft(board, rows, mover, depth):
    """The same by the plain rules."""
    if depth == 0:
        return 1
    count = 0
    for start, end in targets(board, rows, mover):
        after = {place: pawn for place, pawn in board.items() if place != start} | {end: mover}
        count += plain_perft(after, rows, "B" if mover == "W" else "W", depth - 1)
    return count


@pytest.mark.parametrize(
    "spec", ["", ":columns=2", ":columns=8,rows=3", ":columns=2,rows=8", ":columns=5,rows=4", ":columns=8,rows=8"]
)
def test_it_obeys_the_laws(spec):
    rounds = 2 if spec.endswith("rows=8") else 10
    assert [str(fault) for fault in faults(games.load("hexapawn" + spec), games=rounds, seed=3)] == []


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_values_and_positions_are_those_of_a_plain_search(columns, rows):
    seen = {}
    thought = MinimaxPlayer().think(Hexapawn(columns, rows))
    assert thought.proven
    assert thought.value == (1 if plain(opening(columns, rows), rows, "W", seen) else -1)
    assert len(positions(Hexapawn(columns, rows))) == len(seen)


def test_black_wins_on_three_by_three_and_white_on_four_by_four():
    # Gardner, Scientific American, March 1962; of four by four ("octopawn") Wikipedia, "Hexapawn", since corrected.
    assert MinimaxPlayer().think(Hexapawn()).value == -1
    assert MinimaxPlayer().think(Hexapawn(4, 4)).value == 1


@pytest.mark.parametrize(("columns", "rows", "depth"), [(3, 3, 7), (4, 4, 6), (3, 8, 5), (8, 3, 4), (8, 8, 3)])
def test_lines_are_as_many_as_by_plain_rules(columns, rows, depth):
    for plies in range(1, depth + 1):
        assert perft(Hexapawn(columns, rows), plies) == plain_perft(opening(columns, rows), rows, "W", plies)


def test_three_by_three_has_134_games_and_135_positions():
    # Of our own counting, by two programs.
    assert leaves(Hexapawn()) == 134
    assert len(positions(Hexapawn())) == 135


def test_the_shortest_way_to_lose_against_perfect_play_has_six_moves():
    # 1. b2 axb2 2. cxb2 c2 3. a2 c1, Wikipedia, "Hexapawn": White's longest resistance.
    assert played("b2 axb2 cxb2 c2 a2 c1").score() == -1
    assert MinimaxPlayer().think(Hexapawn()).distance == 6


@pytest.mark.parametrize(
    ("line", "score", "reason"),
    [
        ("a1-a2 b3xa2 b1xa2 c3-c2", -1, "White has no move"),
        ("b1-b2 a3xb2 a1xb2 c3xb2 c1xb2", 1, "Black has no move"),
        ("b1-b2 a3xb2 c1xb2 c3-c2 a1-a2 c2-c1", -1, "Black reached the far side"),
        ("a1-a2 c3-c2 a2xb3", 1, "White reached the far side"),
    ],
)
def test_an_end_has_its_score_and_reason(line, score, reason):
    game = played(line)
    assert (game.score(), game.reason(), game.moves()) == (score, reason, [])


@pytest.mark.parametrize(
    ("line", "score", "reason"),
    [
        ("b1-b2 a5-a4 b2-b3 a4xb3 a1-a2 b3xa2", -1, "Black took all pawns"),
        ("b1-b2 a5-a4 a1-a2 a4-a3 b2xa3 b5-b4 a3xb4", 1, "White took all pawns"),
    ],
)
def test_who_has_lost_all_pawns_has_lost(line, score, reason):
    game = played(line, columns=2, rows=5)
    assert (game.score(), game.reason(), game.moves()) == (score, reason, [])


@pytest.mark.parametrize("entry", ["b3xa2", "B3 x A2", "b3:a2", "b3-a2", "b3a2", "bxa2", "ba2", "bxa2+"])
def test_a_capture_is_understood(entry):
    game = played("a1-a2")
    assert game.text(game.parse(entry)) == "b3xa2"


@pytest.mark.parametrize("entry", ["a1-a2", "a1a2", "A1 - A2", "a2"])
def test_a_step_is_understood(entry):
    assert Hexapawn().text(Hexapawn().parse(entry)) == "a1-a2"


@pytest.mark.parametrize("entry", ["a1-a3", "a3-a2", "a1xb2", "a", "3", "a1", "d1-d2", "a5-a2", ""])
def test_what_is_no_move_is_refused_with_those_that_are(entry):
    with pytest.raises(IllegalMove, match="legal: a1-a2, b1-b2, c1-c2"):
        Hexapawn().parse(entry)


def test_captures_come_first_and_are_forcing():
    game = played("b1-b2")
    assert [game.text(move) for move in game.moves()] == ["c3xb2", "a3xb2", "a3-a2", "c3-c2"]
    assert [game.text(move) for move in game.forcing()] == ["c3xb2", "a3xb2"]


def test_a_step_onto_the_last_row_is_forcing():
    game = played("b1-b2 a3xb2 c1xb2 c3-c2 a1-a2")
    assert [game.text(move) for move in game.forcing()] == ["b3xa2", "c2-c1"]


@pytest.mark.parametrize(
    ("line", "estimate"),
    [
        ("", 0),
        ("b1-b2 a3xb2", -1),  # 2 pawns to 3, a clear way each: a1 and b2
        ("b1-b2 a3xb2 c1xb2", 0),  # 2 pawns to 2; a1 and c3 have clear ways
        ("a1-a2 b3xa2 b1xa2 c3-c2", -10),
        ("a1-a2 c3-c2 a2xb3", 10),
    ],
)
def test_an_estimate_counts_pawns_and_clear_ways(line, estimate):
    assert played(line).estimate() == estimate


def test_the_last_move_ends_in_brackets_and_comes_from_parentheses():
    game = played("b1-b2")
    move = game.parse("axb2")
    game.make(move)
    drawn = [
        "".join(span.text for span in line).rstrip() for line in draw(game.show(), ASCII, 80, move_marks(game, move))
    ]
    assert drawn == [
        "   +---+---+---+",
        " 3 |( )| B | B |",
        "   +---+---+---+",
        " 2 |   |[B]|   |",
        "   +---+---+---+",
        " 1 | W |   | W |",
        "   +---+---+---+",
        "     a   b   c",
    ]


@pytest.mark.parametrize("options", [{"columns": 0}, {"columns": 9}, {"rows": 2}, {"rows": 9}, {"rows": "3"}])
def test_a_wrong_option_is_named_with_what_is_allowed(options):
    (name,) = options
    with pytest.raises(
        ValueError, match=f"^{name}=.* must be a whole number from {1 if name == 'columns' else 3} to 8$"
    ):
        Hexapawn(**options)


def test_a_search_of_few_plies_beats_random_play():
    game, wins = Hexapawn(6, 6), 0
    for seed in range(10):
        twin, seats = game.copy(), (players.load("minimax:depth=4", seed=seed), players.load("random", seed=seed))
        while twin.score() is None:
            twin.make(seats[twin.turn].choose(twin, float("inf")))
        wins += twin.score() == 1
    assert wins == 10
