"""Go: its rules against a plain second implementation, its texts and picture, published counts, and playouts."""

import random

import pytest

import games
from games.adapters.undo import has_priors, plays_out
from games.go import Go
from games.go.patterns import codes, expand, turned
from games.move_list import MoveList
from games.picture import Cell
from players.search.alphabeta.solver import Solver
from players.search.alphabeta.table import Table, to_game_score
from players.search.alphabeta.tree import DEEPEST
from players.search.clock import Clock
from referee.support.build import life
from tests.helpers.cases import every_case
from tests.helpers.random_games import check_playouts, items


class PlainGo:
    """A game without suicide and with positional superko; points are (column, row) from 0, a pass is None."""

    def __init__(self, size, komi=0.0):
        self.size, self.komi = size, komi
        self.stones = {}  # whose, 0 or 1, by point
        self.turn = self.passes = self.made = 0
        self.boards = {frozenset()}

    def around(self, point):
        column, row = point
        near = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
        return [each for each in near if 0 <= each[0] < self.size and 0 <= each[1] < self.size]

    def reach(self, stones, point):
        """The points joined to that one that hold the same, and what lies around them."""
        inside, border, left = {point}, set(), [point]
        while left:
            for near in self.around(left.pop()):
                if stones.get(near) != stones.get(point):
                    border.add(stones.get(near))
                elif near not in inside:
                    inside.add(near)
                    left.append(near)
        return inside, border

    def after(self, point):
        """The stones after a move there; None where it is not allowed."""
        if point in self.stones:
            return None
        stones = self.stones | {point: self.turn}
        for near in self.around(point):
            if stones.get(near) == 1 - self.turn:
                chain, border = self.reach(stones, near)
                if None not in border:
                    stones = {each: seat for each, seat in stones.items() if each not in chain}
        if None not in self.reach(stones, point)[1] or frozenset(stones.items()) in self.boards:
            return None
        return stones

    def moves(self):
        if self.score() is not None:
            return []
        points = [(column, row) for column in range(self.size) for row in range(self.size)]
        return [None, *(point for point in points if self.after(point) is not None)]

    def make(self, point):
        if point is not None:
            self.stones = self.after(point)
            self.boards.add(frozenset(self.stones.items()))
        self.passes = 0 if point else self.passes + 1
        self.made += 1
        self.turn = 1 - self.turn

    def score(self):
        """By how much Black wins, komi counted; None while the game goes on."""
        if self.passes < 2 and self.made < max(100, 3 * self.size**2):
            return None
        total, seen = -self.komi, set()
        for point in [(column, row) for column in range(self.size) for row in range(self.size)]:
            if point in self.stones:
                total += 1 - 2 * self.stones[point]
            elif point not in seen:
                region, border = self.reach(self.stones, point)
                seen |= region
                total += {frozenset({0}): 1, frozenset({1}): -1}.get(frozenset(border), 0) * len(region)
        return total


COMPILED = life() == "compiled"
LETTERS = "ABCDEFGHJKLMNOPQRST"


def played(texts, spec="go:5,komi=0"):
    return games.load(spec, texts.split())


def placed(text, spec="go:5,komi=0"):
    return games.load(spec, position=text)


def texts_of(game):
    return {game.text(move) for move in game.moves()}


# Beside a second implementation.


def name(point):
    return "pass" if point is None else f"{LETTERS[point[0]]}{point[1] + 1}"


def same_games(size, komi, count, seed):
    """Play random games in both implementations, and compare them at each step and at the end."""
    rng = random.Random(seed)
    for _ in range(count):
        ours, theirs, texts = Go(size, komi), PlainGo(size, komi), []
        while theirs.score() is None:
            moves = {name(point): point for point in theirs.moves()}
            assert (texts_of(ours), ours.turn, ours.score()) == (set(moves), theirs.turn, None), texts
            # Passes are rare, so that games are long and boards come near to their own past.
            text = rng.choice(sorted(moves) if rng.random() < 0.05 else sorted(set(moves) - {"pass"}) or ["pass"])
            texts.append(text)
            ours.make(ours.parse(text))
            theirs.make(moves[text])
        score = theirs.score()
        assert ours.moves() == []
        assert ours.score() == (int(score) if score == int(score) else int(score + (0.5 if score > 0 else -0.5))), texts


@pytest.mark.parametrize(
    ("size", "komi", "count"),
    [(2, 0, 12), (2, 0.5, 12), (3, 1, 8), (3, -2.5, 8), (4, 7, 6), (5, 7.5, 4), (6, 0, 4), (7, 3, 3), (9, 7, 2)],
)
def test_random_games_equal_a_second_implementation(size, komi, count):
    if not COMPILED and size > 7:
        pytest.skip("the sources are the same in both lives")
    same_games(size, komi, count if COMPILED else 1, size)


def test_taking_back_moves_restores_the_position():
    rng = random.Random(4)
    for size in (2, 3, 5, 9):
        game, line = Go(size, 0), []
        seen = []
        while game.score() is None:
            seen.append((game.position(), game.key(), game.board_key(), game.estimate(), game.ranked()))
            line.append(rng.choice(game.moves()))
            game.make(line[-1])
        while line:
            game.unmake(line.pop())
            found = game.position(), game.key(), game.board_key(), game.estimate(), game.ranked()
            assert found == seen.pop()


def test_a_chain_without_a_liberty_is_captured():
    game = played("A1 A2 B1 B2 pass C1")
    assert game.position() == "5/5/5/ww3/2w2 b moves=6"
    game.make(game.parse("D1"))
    game.make(game.parse("E1"))
    assert game.position() == "5/5/5/ww3/2wbw b moves=8"


def test_one_move_captures_several_chains():
    game = placed("5/5/1b3/bw3/w1wb1 b".replace("/bw3/", "/bwb2/"))
    assert game.position() == "5/5/1b3/bwb2/w1wb1 b"
    game.make(game.parse("B1"))
    assert game.position() == "5/5/1b3/b1b2/1b1b1 w moves=1"


def test_suicide_is_forbidden_unless_it_captures():
    assert "A1" not in texts_of(placed("5/5/5/w4/1w3 b"))
    assert "A1" not in texts_of(placed("5/5/w4/bw3/1w3 b"))
    assert "A1" in texts_of(placed("5/5/b4/wb3/1wb2 b"))
    assert "A1" in texts_of(placed("5/5/5/b4/1w3 b"))


def test_a_stone_cannot_be_taken_back_at_once_in_a_ko():
    game = played("B3 C3 A2 D2 B1 C1 C2 B2")
    assert game.position() == "5/5/1bw2/bw1w1/1bw2 b ko=C2 moves=8"
    assert "C2" not in texts_of(game)
    game.make(game.parse("E5"))
    game.make(game.parse("E4"))
    assert "C2" in texts_of(game)


def test_superko_compares_boards_no_matter_who_is_to_move():
    # After a pass the board that would come back was seen with the same side to move, by J. Tromp's rule it is banned.
    game = played("B3 C3 A2 D2 B1 C1 C2 B2 pass pass")
    assert game.score() is not None
    game = played("B3 C3 A2 D2 B1 C1 C2 B2 pass E5")
    assert "C2" in texts_of(game)


def test_sending_two_and_returning_one_is_no_way_around_superko():
    # White adds a stone to one that can be taken, Black takes both, and White takes the stone that took them: the board
    # is as it was, though the other side is to move: https://senseis.xmp.net/?SendingTwoReturningOne
    game = placed("5/5/bbw2/bbw2/1w1w1 w")
    for text in ("A1", "C1"):
        game.make(game.parse(text))
    assert game.position() == "5/5/bbw2/bbw2/2bw1 w ko=B1 moves=2"
    for text in ("pass", "E5"):
        game.make(game.parse(text))
    assert "B1" in texts_of(game)


def test_in_a_triple_ko_somebody_has_to_play_elsewhere():
    game = placed("bw1w5/1bw6/9/9/9/9/9/1bw3bw1/bw1w1b1bw b", "go:9")
    for text in ("C1", "G1", "C9", "B1", "H1"):
        game.make(game.parse(text))
    assert "B9" not in texts_of(game)  # all three as they were
    for text in ("E5", "E4"):
        game.make(game.parse(text))
    assert "B9" in texts_of(game)


def test_two_passes_end_the_game():
    game = played("C3 pass pass")
    assert (game.score(), game.moves()) == (25, [])
    assert game.reason() == "both passed, and Black has 25 more (Black: 1 stone + 24 points = 25; White: 0 + 0 = 0)"
    assert (
        played("pass pass").reason()
        == "both passed, and both have as much (Black: 0 stones + 0 points = 0; White: 0 + 0 = 0)"
    )
    assert played("pass pass", "go:5,komi=6.5").reason() == (
        "both passed, and White has 6.5 more (Black: 0 stones + 0 points = 0; White: 0 + 0 + komi 6.5 = 6.5)"
    )


def test_each_area_has_its_stones_and_the_points_that_only_they_reach_as_the_tally_counts_them():
    game = placed("2b1w/bbbww/5/wwwww/5 b", "go:5,komi=6.5")
    black, white = game.areas()
    assert set(black) == {(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)}
    assert set(white) == {(0, 4), (1, 3), (1, 4), *((row, column) for row in (3, 4) for column in range(5))}
    assert game.tally() == "Black: 4 stones + 2 points = 6; White: 8 + 5 + komi 6.5 = 19.5"


def test_points_that_touch_both_sides_and_stones_in_seki_count_as_they_stand():
    # Whoever plays on one of the two empty points is captured by a stone on the other: they are nobody's.
    game = placed("bbbww/bb1ww/bbwww/bb1ww/bbbww b passes=1")
    game.make(game.parse("pass"))
    assert (game.score(), game.reason()) == (12 - 11, f"both passed, and Black has 1 more ({game.tally()})")


@pytest.mark.parametrize(
    ("komi", "score"), [(0, 25), (24, 1), (24.5, 1), (25, 0), (25.5, -1), (26.5, -2), (-0.5, 26), (361, -336)]
)
def test_komi_counts_and_half_a_point_is_rounded_up_for_the_winner(komi, score):
    assert played("C3 pass pass", f"go:5,komi={komi}").score() == score


@pytest.mark.parametrize(
    ("size", "count", "points"),
    [
        (19, 2, "D4 Q16"), (19, 3, "D16 D4 Q16"), (19, 5, "D16 D4 K10 Q16 Q4"), (13, 4, "D10 D4 K10 K4"),
        (9, 9, "C3 C5 C7 E3 E5 E7 G3 G5 G7"), (7, 4, "C3 C5 E3 E5"), (19, 7, "D10 D16 D4 K10 Q10 Q16 Q4"),
    ],
)  # fmt: skip
def test_stones_of_a_handicap_stand_where_the_go_text_protocol_puts_them(size, count, points):
    game = Go(size, 0.5, count)
    rows = game.show().rows
    found = [
        f"{LETTERS[column]}{size - row}" for row in range(size) for column in range(size) if rows[row][column].seat == 0
    ]
    assert sorted(found) == points.split()
    assert game.turn == 1


def test_points_are_named_as_in_the_go_text_protocol():
    game = Go(19)
    texts = texts_of(game)
    assert len(texts) == 362
    assert {"A1", "H8", "J8", "T19", "pass"} <= texts
    assert not any(text.startswith("I") for text in texts)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5/5/5/5 b", "4 rows; the board has 5"),
        ("5/5/5/5/5", "does not say who is to move"),
        ("5/5/5/w4/bw3 b", "the stone of Black on A1 has no liberty"),
        ("5/5/5/5/5 b ko=C3,J1", "'j1' is not a point of the board"),
        ("5/5/5/b4/1b3 w ko=A1", "ko=A1: no stone can be placed there anyway"),
        ("5/5/5/5/5 b passes=3", "passes=3 must be a whole number from 0 to 2"),
        ("5/5/5/5/5 b moves=101", "moves=101 must be a whole number from 0 to 100"),
        ("5/5/5/5/5 b moves=1 moves=2", "each once at most"),
        ("5/5/5/5/5 b prisoners=2", "is not one of ko=D4, passes=1 and moves=12"),
    ],
)
def test_impossible_positions_are_refused(text, said):
    with pytest.raises(ValueError, match=said):
        Go(5).set_position(text)


def test_a_position_keeps_what_superko_bans_and_that_somebody_has_passed():
    game = placed("5/5/1bw2/bw1w1/1bw2 b ko=C2 passes=1 moves=8")
    assert "C2" not in texts_of(game)
    game.make(game.parse("pass"))
    assert game.score() is not None


def test_a_game_is_over_after_three_moves_for_each_point():
    game = placed("9/9/9/9/4b4/9/9/9/9 w moves=242", "go:komi=0")
    game.make(game.parse("A1"))
    assert (game.score(), game.moves()) == (0, [])
    assert game.reason() == f"243 moves are the most, and both have as much ({game.tally()})"


def test_the_picture_shows_the_stones_and_both_areas():
    game = played("D4 E5 pass", "go")
    picture = game.show()
    assert (picture.rows[5][3], picture.rows[4][4], picture.rows[0][0]) == (Cell("B", 0), Cell("W", 1), Cell())
    assert picture.column_labels == tuple("ABCDEFGHJ")
    assert picture.note == "Black 1, White 8 with komi 7; a pass now ends the game"


def test_a_playout_fills_no_eye_of_its_own_and_passes_only_if_there_is_nothing_else():
    game = placed("1b1b1/bbbbb/5/5/5 b")
    rng = random.Random(1)
    drawn = {game.text(game.playout_move(rng.getrandbits(64))) for _ in range(2000)}
    assert drawn == texts_of(game) - {"A5", "C5", "E5", "pass"}
    game = placed("1b1bb/bbbbb/bbbbb/bbbbb/bbbbb b")
    assert game.text(game.playout_move(7)) == "pass"
    assert placed("5/5/5/5/5 b passes=2").playout_move(7) == -1


def test_a_playout_draws_all_its_moves_alike():
    game = placed("1b1b1/bbbbb/1w1w1/wwwww/w1w1w b")
    rng = random.Random(2)
    drawn = [game.text(game.playout_move(rng.getrandbits(64))) for _ in range(6000)]
    wanted = set(drawn)
    assert all(abs(drawn.count(text) - 6000 / len(wanted)) < 250 for text in wanted)


@pytest.mark.parametrize(("size", "legal"), [(2, 57), (3, 12675)])
def test_there_are_as_many_legal_positions_as_published(size, legal):
    # J. Tromp and G. Farneback, "Combinatorics of Go", 2016: https://tromp.github.io/go/legal.html
    assert len(boards(size)) == legal


def boards(size):
    """Return all boards that can be set up, on which each chain has a liberty."""
    game, found = Go(size, 0), set()
    for number in range(3 ** (size * size)):
        signs = "".join(".bw"[number // 3**place % 3] for place in range(size * size))
        text = "/".join(signs[place : place + size] for place in range(0, size * size, size)) + " b"
        try:
            game.set_position(text)
        except ValueError:
            continue
        found.add(signs)
    return found


@pytest.mark.skipif(not COMPILED, reason="a search of many positions")
def test_black_wins_by_one_on_the_board_of_two_lines():
    # B. Taylor proved it for area scoring with superko: https://senseis.xmp.net/?2x2Board
    search = Solver(Go(2, 0), Table(1 << 18), Clock(), DEEPEST)
    search.run(None)
    assert to_game_score(search.score) == (1, 11)


def quarters(game):
    """Return Black's lead in quarters of a point, cell by cell: four a stone, one for each stone beside."""
    rows = [[{None: 0, 0: 1, 1: -1}[cell.seat] for cell in line] for line in game.show().rows]
    total = 0
    for row, line in enumerate(rows):
        for column, owner in enumerate(line):
            near = [rows[y][x] for y, x in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
                    if 0 <= y < len(rows) and 0 <= x < len(line)]  # fmt: skip
            owners = {each for each in near if each}
            total += 4 * owner or (4 * owners.pop() if len(owners) == 1 else sum(near))
    return total


@pytest.mark.parametrize("size", [2, 5, 9])
def test_the_estimate_is_a_plain_count_of_stones_and_of_points_beside_them(size):
    rng, game = random.Random(size), games.load(f"go:size={size}")
    level = game.estimate()  # without a stone it is White's komi
    for _ in range(40):
        if not (moves := game.moves()):
            break
        game.make(rng.choice(moves))
        assert game.estimate() - level == quarters(game)


def drawn(texts, spec="go:5,komi=0", count=100):
    """Return the texts of the moves that playouts draw after these moves."""
    game, rng = games.load(spec, texts.split()), random.Random(1)
    return {game.text(game.playout_move(rng.getrandbits(64))) for _ in range(count)}


def prior(game, text):
    return game.prior(game.parse(text))


def priors(game):
    return [(move, game.prior(move)) for move in game.moves()]


def test_a_playout_captures_what_the_last_move_left_in_atari():
    assert drawn("A2 E5 D4 A1") == {"B1"}


def test_a_playout_saves_a_chain_from_atari():
    assert drawn("C3 B3 E5 D3 E1 C4") == {"C2"}


def test_playouts_may_draw_all_moves_alike():
    game = games.load("go:5,komi=0", "C3 B3 E5 D3 E1 C4".split())
    game.answers = False
    rng = random.Random(1)
    assert len({game.playout_move(rng.getrandbits(64)) for _ in range(500)}) > 10
    assert not game.copy().answers


@pytest.mark.parametrize("spec", ["go:2", "go:5", "go:9", "go:9,handicap=4", "go:19"])
def test_a_whole_playout_makes_legal_moves_until_the_end(spec):
    check_playouts(spec, 40, 20 if COMPILED else 2)


def test_a_playout_is_the_same_in_both_lives():
    game = games.load("go:9")
    game.playout(12345, moves := MoveList(), MoveList())
    told = sum(place * move for place, move in enumerate(items(moves)))
    assert (moves.count, game.score(), told) == (92, -28, 401131)


def test_a_game_of_other_rules_has_no_playouts_and_no_priors():
    class Other(type(games.load("go"))):
        def score(self):
            return None

    assert plays_out(games.load("go")) is COMPILED
    assert has_priors(games.load("go"))
    assert not plays_out(Other())
    assert not has_priors(Other())


def test_a_capture_is_known_to_be_good_and_an_eye_filled_to_be_bad():
    game = games.load("go:5,komi=0", "A2 A1 D4 E5".split())
    assert prior(game, "B1") > prior(game, "D3") > prior(game, "pass")
    eye = games.load("go:5,komi=0", position="1b1b1/bbbbb/5/5/5 b")
    assert prior(eye, "A5") < prior(eye, "pass") < 0


def test_a_stone_on_an_open_third_line_is_known_to_be_good_and_one_on_the_first_line_to_be_bad():
    game = games.load("go:9", ["G7"])
    assert prior(game, "C4") > prior(game, "D7") > prior(game, "C2") > prior(game, "C1")
    below = games.load("go:9", position="9/9/9/9/9/9/9/2b2w3/9 b")
    assert prior(below, "F1") > prior(below, "C1")  # where it meets a foe it is not


# Black D5, E4 and F4 hold White's E5, whose liberties are E6 and F5. Black plays E6; then White runs along the diagonal:
# F5 G5, F6 F7, G6 H6, G7 G8, H7 J7, H8 H9, J8 J9. A white stone on H8 lets it escape. Black's F5 leaves E6 open.
LADDER = "9/9/9/9/3bw4/4bb3/9/9/9 b"
BROKEN = "9/7w1/9/9/3bw4/4bb3/9/9/9 b"


def test_an_atari_that_catches_in_a_ladder_is_known_to_be_good():
    caught, broken = (games.load("go", position=text) for text in (LADDER, BROKEN))
    assert (prior(caught, "E6"), prior(broken, "E6")) == (13, 0)
    assert prior(caught, "F5") == prior(broken, "F5") == 0


def test_running_from_a_ladder_that_catches_is_known_to_be_bad():
    caught, broken = (
        games.load("go", position=text.replace("9/3bw4", "4b4/3bw4")[:-1] + "w") for text in (LADDER, BROKEN)
    )
    before = caught.position(), caught.key(), caught.moves()
    assert (prior(caught, "F5"), prior(broken, "F5")) == (-30, 13)
    assert (caught.position(), caught.key(), caught.moves()) == before


def test_a_chain_that_captures_a_stone_of_the_ladder_is_not_caught():
    # Black's E6 has one liberty, E7: White takes it instead of running.
    game = games.load("go", position="9/9/9/3wbw3/3bw4/4bb3/9/9/9 w")
    assert prior(game, "F5") > 0
    assert prior(game, "E7") >= 20


@every_case(("text", "value"), [
    # An empty corner, on the third and fourth line; the sides; the middle; the lines below.
    ("C3", 100), ("D4", 100), ("Q3", 100), ("C17", 100), ("R16", 100), ("E4", 30), ("K3", 30), ("K4", 30), ("C10", 30), ("K10", 0), ("E5", 0),
    ("K2", -300), ("B2", -300), ("A10", -310), ("T19", -310),
])  # fmt: skip
def test_in_an_opening_corners_come_first_and_nothing_stands_alone_on_the_lines_below(text, value):
    assert prior(games.load("go:19", ["pass"]), text) == value
    assert abs(prior(games.load("go:9", ["pass"]), "E3")) == 10  # a small board has no such opening


def test_a_taken_corner_is_not_open_and_a_stone_beside_another_is_not_alone():
    game = games.load("go:19", ["D4", "K10", "K3", "pass"])
    assert prior(game, "C3") < 30
    assert prior(game, "Q16") == 100
    assert prior(game, "K2") > -300
    assert prior(game, "L2") > -300
    assert prior(game, "M2") == -300


@every_case(("stones", "value"), [(20, -310), (22, -20)])
def test_an_opening_lasts_until_there_are_two_stones_a_line(stones, value):
    rows = ["b1b1b1b1b1b", "1w1w1w1w1w1", "b1b1b1b1b1b", "1w1w1w1w1w1" if stones == 22 else "1w1w1w5"]
    game = games.load("go:11", position="/".join([*rows, *["11"] * 7]) + " b")
    assert prior(game, "F1") == value


def test_playouts_put_no_stone_in_atari_if_they_find_another_move():
    # Black's A2 would have the liberty A1 alone; White has two stones there.
    game, rng = games.load("go:5,komi=0", position="5/5/w4/1w3/5 b"), random.Random(1)
    drawn = {game.text(game.playout_move(rng.getrandbits(64))) for _ in range(500)}
    assert {"A1", "B1", "E5"} <= drawn
    assert "A2" not in drawn


@pytest.mark.parametrize("size", [5, 9])
def test_priors_are_the_same_however_a_position_came_about(size):
    rng, game, line = random.Random(size), Go(size), []
    while len(line) < 60 and len(game.moves()) > 1:
        twin = games.load(f"go:{size}", position=game.position())
        before = priors(game)
        line.append(rng.choice(game.moves()[:-1]))
        game.make(line[-1])
        game.unmake(line[-1])
        assert priors(game) == before
        game.make(line[-1])
        twin.make(line[-1])
        assert priors(game) == priors(twin), line


def test_shapes_are_the_same_turned_and_with_colours_exchanged():
    found = codes()
    assert set(expand("XOX......")) <= found
    assert set(expand("OXO......")) <= found
    assert all(set(expand(way)) <= found for way in turned("XOX......"))
    assert 0 not in found
