"""Fit games/chess/term_weights.py to games that the search plays against itself.

    python tools/chess_weights.py play FILE [SEED [GAMES]]     add quiet positions of games to FILE
    python tools/chess_weights.py fit FILE...                  write the weights that explain them best

A position of a line is followed by the value of its search for White, and by the result. The target of a position
is the mean of the chances that the search saw from there to the end of the game: each position weighs a twentieth of
what is left, and the result the rest. That is TD(lambda) with lambda 0.95 (R. S. Sutton, "Learning to Predict by the
Methods of Temporal Differences", 1988). The weights are fitted by logistic regression, as in Texel's tuning method
(www.chessprogramming.org/Texel%27s_Tuning_Method). Small weights are preferred, and neighbours that are alike.

The evaluation itself counts its terms: interpreted, it adds up numbers of any size, and each weight is a digit.
"""

# mypy: ignore-errors
from __future__ import annotations

import random
import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from math import inf
from pathlib import Path
from textwrap import fill

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
NODES = 1000  # positions a move
OPENING = 6, 9  # random plies
FAIR, LOST, LONGEST = 250, 1200, 240  # the most that an opening gives; what decides a game; its plies
SLOPE = 0.004  # of the chance to win by the value of a search
KEEP = 0.95  # of the target of the next position
RIDGE, SMOOTH = 0.0003, 10  # the price of a weight squared, and how much more that of a difference of neighbours counts
DIGIT = 12  # bits
INDENT = {"initial_indent": " " * 8, "subsequent_indent": " " * 9}
UNRELATED = "threat", "outpost"  # the numbers of these terms are kinds


def game_lines(seed: int) -> list[str]:
    """Return the quiet positions of one game as lines; none if its opening is not fair."""
    import games
    from players.search.alphabeta.pvs import Pvs
    from players.search.alphabeta.table import Table
    from players.search.clock import Clock

    rng, game, table, rows, decided = random.Random(seed), games.load("chess"), Table(1 << 16), [], 0
    for _ in range(rng.randint(*OPENING)):
        if game.score() is not None:
            return []
        game.make(rng.choice(game.moves()))
    for ply in range(LONGEST):
        if game.score() is not None:
            break
        table.grow_old()
        search = Pvs(game.copy(), table, Clock(inf, NODES), selective=True)
        search.run(None)
        value = -search.score if game.turn else search.score
        if ply == 0 and abs(value) > FAIR:
            return []
        if not set(game.text(search.best_move)) & set("x=+#") and not game.urgent():
            rows.append(f"{game.position()}|{value}")
        decided = decided + (1 if value > 0 else -1) if abs(value) > LOST else 0
        if abs(decided) == 6:
            return [f"{row}|{(value > 0):d}" for row in rows]
        game.make(search.best_move)
    result = 0.5 + (game.score() or 0) / 2
    return [f"{row}|{result}" for row in rows]


def read_interpreted(folder: str) -> FileFinder:
    """Return a finder of Python sources alone in a folder of the game, so that compiled modules are passed over."""
    if not folder.startswith(str(ROOT / "games")):
        raise ImportError
    return FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))


def count_terms(text: str) -> tuple[list[int], float, float, float]:
    """Return how often each term counts for White in a position, its worth in both tables, and its phase."""
    from games.chess import fen, moves, piece_square_tables, term_weights, terms
    from games.chess.board import ChessBoard

    size = len(term_weights.PACKED)
    if terms.weights[0] != 1:
        terms.weights = [1 << DIGIT * place for place in range(size)]
    found, board = fen.read_fen(text, 8, False, 100), ChessBoard()
    for square, letter in enumerate(found.men):
        if letter:
            moves.flip(board, int(letter.islower()), fen.KINDS[letter.upper()], square, 1)
    board.turn = found.turn
    middle = 1 << DIGIT - 1
    number = terms.terms(board) + sum(middle << DIGIT * place for place in range(size))
    counts = [(number >> DIGIT * place & (1 << DIGIT) - 1) - middle for place in range(size)]
    return counts, board.middle, board.end, min(board.phase, piece_square_tables.FULL) / piece_square_tables.FULL


def chance(values):
    """Return the chance to win by each value."""
    return 1 / (1 + np.exp(-SLOPE * values))


def targets(rows):
    """Return the target of each row, (text, value, result); the rows of a game stand together."""
    found, after = np.zeros(len(rows)), 0.5
    for place in range(len(rows) - 1, -1, -1):
        text, value, result = rows[place]
        ends = place + 1 == len(rows) or moves_made(rows[place + 1][0]) < moves_made(text)
        after = (1 - KEEP) * chance(value) + KEEP * (result if ends else after)
        found[place] = after
    return found


def moves_made(text: str) -> int:
    """Return how many moves led to a position."""
    return 2 * int(text.split()[5]) + (text.split()[1] == "b")


def penalty(weights):
    """Return the matrix of the price of weights."""
    size = sum(len(middle) for middle, _ in weights.values())
    found, place = np.eye(size) * RIDGE, 0
    for name, (middle, _) in weights.items():
        for left in range(place, place + len(middle) - 1 if name not in UNRELATED else place):
            found[left : left + 2, left : left + 2] += RIDGE * SMOOTH * np.array([[1, -1], [-1, 1]])
        place += len(middle)
    return np.kron(np.eye(2), found)


def fit(counts, base, phase, target, price):
    """Return the weights of the middle game and then those of the endgame, by Newton's method."""
    weights = np.zeros(len(price))
    for _ in range(5):
        steep, down = price.copy(), -price @ weights
        for part in np.array_split(np.arange(len(base)), 1 + len(base) // 10_000):
            terms = np.concatenate([phase[part, None] * counts[part], (1 - phase[part, None]) * counts[part]], 1)
            found = chance(base[part] + terms @ weights)
            down += SLOPE * terms.T @ (target[part] - found)
            steep += (terms * (SLOPE**2 * found * (1 - found))[:, None]).T @ terms
        weights += np.linalg.solve(steep, down)
    return np.rint(weights).astype(int)


def write_weights(weights, found):
    """Write the weights into their module, in the order of `weights`."""
    from games.chess import term_weights

    head, tail = Path(term_weights.__file__).read_text(encoding="utf-8").split("WEIGHTS = {\n")
    rows, place, half = "", 0, len(found) // 2
    for name, (middle, _) in weights.items():
        parts = (found[start : start + len(middle)].tolist() for start in (place, half + place))
        rows += f'    "{name}": (\n' + "".join(fill(f"{part},", 120, **INDENT) + "\n" for part in parts) + "    ),\n"
        place += len(middle)
    text = head + "WEIGHTS = {\n" + rows + tail[tail.index("}\n") :]
    Path(term_weights.__file__).write_text(text, encoding="utf-8")


def main(word: str, *given: str) -> None:
    """Play games, or fit the weights to those that were played."""
    if word == "play":
        seed, count = (int(each) for each in (*given[1:], *(1, 1000)[len(given) - 1 :]))
        with Path(given[0]).open("a", encoding="utf-8") as out:
            for number in range(count):
                out.writelines(f"{line}\n" for line in game_lines(1_000_000 * seed + number))
        return
    sys.path_hooks.insert(0, read_interpreted)
    from games.chess.term_weights import WEIGHTS

    lines = [line.split("|") for file in given for line in Path(file).read_text(encoding="utf-8").splitlines()]
    rows = [(text, float(value), float(result)) for text, value, result in lines]
    counted = [count_terms(text) for text, _, _ in rows]
    counts = np.array([each[0] for each in counted], np.int16)
    middle, end, phase = np.array([each[1:] for each in counted]).T
    found = fit(counts, middle * phase + end * (1 - phase), phase, targets(rows), penalty(WEIGHTS))
    write_weights(WEIGHTS, found)


if __name__ == "__main__":
    main(*sys.argv[1:])
