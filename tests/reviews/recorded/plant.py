"""The games in this folder: all moves keep the value of the position, except for one planted blunder.

`python -m tests.reviews.recorded.plant` writes them anew. The values come from the solver of `referee solve`, or for
pig from value iteration, and not from the review. Each line is a record with two more fields: `planted`, the number of
the blunder from 1, and `right`, the moves that would have kept the value.
"""

import json
import random
import sys
from pathlib import Path

import games
from games.game import CHANCE
from players.search.clock import Clock
from players.search.values.value_iteration import ValueIteration
from referee.match.events import How
from referee.match.record import Heading, make_record
from referee.solving.exhaustive import Exhaustion
from referee.solving.value import sign

FOLDER = Path(__file__).parent
ENTRIES = 1 << 18
GAMES = {
    "tic-tac-toe": ("tic-tac-toe", 5), "connect-four": ("connect-four:columns=5,rows=4", 5),
    "hexapawn": ("hexapawn:columns=4,rows=4", 4), "othello": ("othello:size=4", 4),
    "kalah": ("kalah:pits=3,seeds=2", 4), "pig": ("pig:target=20", 4),
    "coins": ("tests/reviews/recorded/coins.py", 4),
}  # fmt: skip
LEAST = 0.2  # of the chance that a planted move gives away in a game of chance


def losses(game, sweep):
    """Return what each move gives away of the chance of its seat."""
    side = 1 if game.turn == 0 else -1
    if sweep is not None:
        worth = {move: side * value for move, _, value in sweep.moves(game)}
    else:
        solver = Exhaustion(game, ENTRIES, Clock())
        solver.run()
        worth = {move: side * sign(found.score) for move, found in solver.moves.items()}
    return {move: (max(worth.values()) - value) / 2 for move, value in worth.items()}


def played(spec, rng, place):
    """Return the texts of a game with a blunder after `place` moves, its number, the right moves, and the score.

    Returns None if there was no opportunity for it.
    """
    game = games.load(spec)
    sweep = None
    if game.turn == CHANCE or spec.startswith("pig"):
        sweep = ValueIteration(game)
        sweep.run(Clock())
    texts, planted, right = [], None, []
    while game.score() is None:
        if game.turn == CHANCE:
            move = rng.choice(game.moves())
        else:
            found = losses(game, sweep)
            kept = [move for move, loss in found.items() if loss < 1e-9]
            bad = [move for move, loss in found.items() if loss >= LEAST]
            move = rng.choice(kept)
            if bad and planted is None and len(texts) >= place:
                move, planted, right = rng.choice(bad), len(texts) + 1, [game.text(each) for each in kept]
        texts.append(game.text(move))
        game.make(move)
    return None if planted is None else (texts, planted, right, game.score())


def lines(name):
    spec, count = GAMES[name]
    rng = random.Random(f"planted in {name}")
    found = []
    while len(found) < count:
        result = played(spec, rng, rng.randrange(6))
        if result is None:
            continue
        texts, planted, right, score = result
        heading = Heading(spec, ("optimal", "optimal"), ("optimal (1)", "optimal (2)"), 0, len(found))
        record = make_record(heading, texts, How.PLAYED_OUT.value, "", score).as_dict()
        line = json.dumps(record | {"planted": planted, "right": right})
        if line not in found:
            found.append(line)
    return found


if __name__ == "__main__":
    for chosen in sys.argv[1:] or GAMES:
        (FOLDER / f"{chosen}.jsonl").write_text("\n".join(lines(chosen)) + "\n", encoding="utf-8")
