"""An entry in full notation that is not legal is never read as another move that is."""

import re
from random import Random

import pytest

import games
from games.game import Game, IllegalMove
from games.laws.hidden import draw_move
from games.base.rule_values import find_move
from referee.support.build import life
from tests.helpers.cases import every_case

SPECS = [
    *games.CATALOGUE, "chess:gardner", "chess:chess960,start=7", "nim:heaps=3/5/7", "hex:size=4,swap=yes", "go:5",
    "othello:4", "liars-dice:dice=2", "gomoku:columns=19,rows=8", "hexapawn:columns=8,rows=8", "yucky-chocolate:rows=6,columns=7",
]  # fmt: skip
POSITIONS = 12 if life() == "compiled" else 4
ENTRIES = 20  # tried in each position
FILES = "abcdefgh"


def walk(spec: str, rng: Random) -> list[Game]:
    found: list[Game] = []
    game = games.load(spec)
    while len(found) < POSITIONS:
        if game.score() is not None:
            game = games.load(spec)
        for _ in range(rng.randrange(1, 6)):
            if game.score() is None:
                game.make(draw_move(game, rng))
        found.append(game.copy())
    return found


def parse(game: Game, entry: str) -> int | None:
    try:
        return game.parse(entry)
    except IllegalMove:
        return None


def means(entry: str, text: str) -> bool:
    """Return whether the two texts differ only in signs for what a move does."""
    return re.sub("[-x*+#]", "", entry) == re.sub("[-x*+#]", "", text)


def means_in_chess(entry: str, move: int) -> bool:
    """Return whether the text names the move's piece and goal, and nothing false about where it comes from."""
    from games.chess.fen import LETTERS, name_of

    letter = LETTERS[move >> 12 & 7].replace("P", "")
    start, end = name_of(move >> 6 & 63), name_of(move & 63)
    told = re.fullmatch(r"([KQRBN]?)([a-h]?)([1-8]?)([a-h][1-8])(=[QRBN])?", re.sub("[x+#]", "", entry))
    if told is None:
        return entry.startswith("O-O")
    return (told[1], told[4]) == (letter, end) and told[2] in start and told[3] in start


@pytest.mark.parametrize("spec", SPECS)
def test_a_move_legal_elsewhere_is_not_read_as_another_move(spec: str) -> None:
    rng = Random(spec)
    met = walk(spec, rng)
    texts = sorted({game.text(move) for game in met for move in game.moves()})
    for game in met:
        legal = set(map(game.text, game.moves()))
        for entry in rng.sample(texts, min(ENTRIES, len(texts))):
            if entry in legal or (move := parse(game, entry)) is None:
                continue
            chess = spec.startswith("chess")
            first = game.singles(entry)[0]  # of a whole turn, the first move is read
            assert means_in_chess(entry, move) if chess else means(first, game.text(move)), (game, entry)


@pytest.mark.parametrize("spec", ["chess", "chess:gardner", "breakthrough", "hexapawn:columns=8,rows=8", "checkers"])
def test_two_cells_are_read_as_a_move_between_them_or_refused(spec: str) -> None:
    rng = Random(spec)
    cells = [f"{file}{rank}" for file in FILES for rank in range(1, 9)]
    cells = list(map(str, range(1, 33))) if spec == "checkers" else cells
    for game in walk(spec, rng):
        mine = {text_of_cell(game, game.cells(move)[0]) for move in game.moves()}
        for _ in range(ENTRIES):
            one, other = rng.choice(sorted(mine) or cells), rng.choice(cells)
            entry = rng.choice(("{}-{}", "{}{}", "{}x{}", "{} {}")).format(one, other)
            for typed in (entry, entry.upper()):
                if spec == "checkers" and typed.isdigit() and len(typed) < 4:
                    continue  # 123 may be 1-23 or 12-3
                if (move := parse(game, typed)) is not None and not game.text(move).startswith("O-O"):
                    ends = [text_of_cell(game, cell) for cell in (game.cells(move)[0], game.cells(move)[-1])]
                    assert ends == [one, other], (game, typed)


def text_of_cell(game: Game, cell: tuple[int, int]) -> str:
    row, column = cell
    picture = game.show()
    if picture.column_labels:
        return picture.column_labels[column] + picture.row_labels[row]
    return str(4 * row + column // 2 + 1)


@every_case(
    ("entry", "text"),
    [
        ("b1a6", None), ("B1A6", None), ("b1-a6", None), ("Ba6", "Ba6"), ("ba6", "Ba6"), ("b4", None), ("bf1d3", "Bd3"),
        ("bc4", "Bc4"), ("Bc4", "Bc4"), ("bd3", "Bd3"), ("bxa6", None), ("bxc4", None), ("BC4", "Bc4"), ("B1C4", None),
    ],
)  # fmt: skip
def test_a_small_b_is_a_bishop_only_where_it_cannot_be_a_column(entry: str, text: str | None) -> None:
    game = games.load("chess", position="4k3/8/8/8/8/8/P6P/3NKB2 w - - 0 1")
    move = parse(game, entry)
    assert (move is not None and game.text(move)) == (text or False)


class Pairs(Game):
    """A game whose moves are named by two numbers, or by a number with a sign."""

    texts = ("11-1", "2-3", "-5", "(1,-2)", "a", "A")

    def moves(self) -> list[int]:
        return list(range(len(self.texts)))

    def text(self, move: int) -> str:
        return self.texts[move]


@every_case(
    ("entry", "move"),
    [
        ("11-1", 0), (" 11 1 ", 0), ("11_1", 0), ("1-11", None), ("111", None), ("2 - 3", 1), ("23", None), ("-5", 2),
        ("5", None), ("( 1, -2 )", 3), ("(1,2)", None), ("a ", 4), (" A", 5),
    ],
)  # fmt: skip
def test_numbers_are_not_run_together_and_keep_their_signs(entry: str, move: int | None) -> None:
    assert find_move(Pairs(), entry) == move
