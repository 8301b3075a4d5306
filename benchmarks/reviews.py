"""python benchmarks/reviews.py [GAME]... [--seed N] [--games N] [--nodes N] [--deep N]: how often reviews are right.

Levels play each other: 1 to 3 in a third of the games, 3 to 6 in a third, and 8 and 9 against searches in the rest. An
exhaustive search tells of each move whether it throws a win or a draw away. Counted are the moves that a review calls a
mistake or a blunder, the unproven ones among them, its turning points, its proven values, and the warnings of the
coach. With few --nodes for each move most of a review is unproven.

With --deep some moves of each game are judged again, by N times the effort, and that judgement counts as the truth. So
games can be measured whose end no search reaches. `lost` then means 15 % of the chance; an accusation is right if the
move loses 5 %, and a blunder if it loses 10 %. The last numbers compare believed chances with the truth, by tenths of
the chance: how many there are, and the mean truth in percent.
"""

import argparse
import random
from dataclasses import dataclass, field
from math import inf
from time import process_time

import games
import players
from games.capabilities import solver_of
from players.search.alphabeta.solver import Solver
from players.search.alphabeta.table import Table
from players.search.big_stack import FARTHEST, call_on_big_stack
from players.search.clock import Clock
from referee.match.events import Moved
from referee.match.record import Heading, make_record
from referee.reports.history import events_of
from referee.reviews.coach import Coach
from referee.reviews.evaluator import Evaluator
from referee.reviews.judging import THRESHOLDS, Grade, judge
from referee.reviews.review import Reviewer
from referee.reviews.searches import Effort
from referee.solving.value import sign

# Each with the first move whose truth is found within seconds.
GAMES = {
    "connect-four": 8, "kalah:pits=4,seeds=3": 0, "tic-tac-toe": 0, "hexapawn:columns=4,rows=4": 0, "othello:6": 18,
    "dots-and-boxes:rows=3,columns=3": 4, "othello": 44, "hex:5": 4,
}  # fmt: skip
BANDS = (1, 3), (3, 6), (8, 9)
SAMPLE = 6  # moves of a game that are judged again
BINS = 10
STRONG = "minimax:nodes=20000", "mcts:playouts=3000", "minimax:depth=6"
PLAYOUTS = 10_000
ACCUSED = Grade.MISTAKE, Grade.BLUNDER


@dataclass
class Count:
    """The counts of the games of one kind.

    lost      moves that threw something away, and how many of these were  found,  and  warned  of.
    accused   moves that a review called mistakes or blunders;  right  how many of these lost something.
    false     warnings of moves that lost nothing.
    blunders  moves that it called blunders;  grave  how many of these were.
    bins      the truths of believed chances, by tenths of the chance.
    proven    proven values, and how many of these were  wrong;  turned  turning points that were right.
    believed  accused moves whose grade is not proven;  held  how many of these threw something away.
    review    seconds of processor time of each review, and  coach  of each move.
    """

    lost: int = 0
    found: int = 0
    accused: int = 0
    right: int = 0
    blunders: int = 0
    grave: int = 0
    bins: list = field(default_factory=lambda: [[] for _ in range(BINS)])
    warned: int = 0
    moves: int = 0
    false: int = 0
    proven: int = 0
    wrong: int = 0
    turned: int = 0
    believed: int = 0
    held: int = 0
    review: list = field(default_factory=list)
    coach: list = field(default_factory=list)

    def row(self, spec):
        return (
            f"{spec:<32}{len(self.review):>6}{self.found:>6}/{self.lost:<4}{self.right:>6}/{self.accused:<4}"
            f"{self.grave:>6}/{self.blunders:<4}{self.held:>6}/{self.believed:<4}{self.turned:>5}"
            f"{self.wrong:>6}/{self.proven:<5}{max(self.review):>6.1f}{self.warned:>6}/{self.lost:<4}"
            f"{self.false:>5}/{self.moves:<5}{max(self.coach, default=0):>6.2f}  {self.calibration()}"
        )

    def calibration(self):
        return " ".join(f"{len(each)}:{100 * sum(each) / len(each):.0f}" if each else "-" for each in self.bins)

    def add(self, played, loss, truth):
        """Count a move that loses `loss` of the chance; `truth` is the chance of seat 0 after it."""
        accused, blunder = played.grade in ACCUSED, played.grade is Grade.BLUNDER
        self.lost += loss >= THRESHOLDS[Grade.BLUNDER]
        self.found += accused and loss >= THRESHOLDS[Grade.BLUNDER]
        self.accused += accused
        self.right += accused and loss >= THRESHOLDS[Grade.INACCURACY]
        self.blunders += blunder
        self.grave += blunder and loss >= THRESHOLDS[Grade.MISTAKE]
        if accused and not played.verdict.proven:
            self.believed += 1
            self.held += loss >= THRESHOLDS[Grade.INACCURACY]
        if not played.after.exact:
            self.bins[min(BINS - 1, int(BINS * played.after.chance))].append(truth)


HEAD = (
    f"{'game':<32}{'games':>6}{'found':>8}{'':3}{'right':>8}{'':3}{'blunders':>8}{'':3}{'believed':>8}{'':3}{'turn':>5}{'wrong':>8}{'':4}{'s':>6}"
    f"{'warned':>8}{'':3}{'false':>7}{'':4}{'s':>6}  believed chances"
)


class Truth:
    """Who wins positions of a game, by exhaustive search."""

    def __init__(self, start):
        self.own, self.table = solver_of(start), Table(1 << 24)

    def outcome(self, game):
        """Return 1, 0 or -1 for seat 0."""
        if (score := game.score()) is not None:
            return sign(score)
        if self.own is not None:
            return self.own.outcome(game, 1 << 40)
        search, clock = Solver(game, self.table, Clock(), FARTHEST), Clock()
        call_on_big_stack(search.settle, clock)
        return sign(search.lower) * (1 if game.turn == 0 else -1)


def play(spec, name, band):
    """Return the players of a game, and the texts of its moves."""
    rng, game, texts = random.Random(name), games.load(spec), []
    specs = [f"level:{rng.randint(*band)}" for _ in range(2)]
    if band == BANDS[-1]:
        specs[rng.randrange(2)] = rng.choice(STRONG)
    seats = [players.load(each, rng.getrandbits(30)) for each in specs]
    for seat, player in enumerate(seats):
        if hasattr(player, "begin"):
            player.begin(game.copy(), seat)
    while game.score() is None:
        random_move = band == BANDS[-1] and len(texts) < 2
        move = rng.choice(game.moves()) if random_move else seats[game.turn].choose(game.copy(), inf)
        texts.append(game.text(move))
        game.make(move)
    return specs, texts, game.score()


def reviewed(spec, specs, texts, score, effort):
    """Return the finished Reviewer of the game, and the seconds it took."""
    record = make_record(Heading(spec, tuple(specs), ("human", "human"), 0), texts, "played-out", "", score)
    moved = [event for event in events_of(record) if isinstance(event, Moved)]
    start = process_time()
    reviewer = Reviewer(record, moved, effort)
    reviewer.run()
    return reviewer, process_time() - start


def count_review(count, reviewer, true, first):
    """Count what the review says of the moves from `first` on."""
    review = reviewer.review()
    for place in range(first, len(review.moves)):
        played = review.moves[place]
        count.add(played, abs(true[place] - true[place + 1]) / 2, (1 + true[place + 1]) / 2)
        if played.after.exact:
            count.proven += 1
            count.wrong += played.after.chance != (1 + true[place + 1]) / 2
    changed = [place for place in range(first + 1, len(true)) if true[place - 1] != true[-1]]
    count.turned += review.turning == changed[-1] if changed else (review.turning or 0) <= first  # or before the truths


def count_deep(count, reviewer, effort, rng):
    """Count what the review says of some moves, by a judge with that effort."""
    review = reviewer.review()
    open_moves = [each for each in review.moves if each.grade and not each.verdict.proven]
    for played in rng.sample(open_moves, min(SAMPLE, len(open_moves))):
        position = reviewer.positions[played.number - 1]
        verdict = judge(position, played.verdict.move, Evaluator(position, effort))
        best = verdict.rival or verdict.before
        loss = best.chance_of(played.seat) - verdict.after.chance_of(played.seat)
        count.add(played, 1 if verdict.sooner else loss, verdict.after.chance)


def count_coach(count, reviewer, true, first):
    """Count the coach's warnings of the moves from `first` on."""
    coach, texts = Coach(reviewer.positions[0].copy()), reviewer.texts
    for place in range(first, len(texts)):
        game = reviewer.positions[place]
        if len(game.moves()) == 1:
            continue
        start = process_time()
        warned = coach.verdict(game, (texts[:place], (game.parse(texts[place]),))) is not None
        count.coach.append(process_time() - start)
        drop = true[place] != true[place + 1]
        count.warned += warned and drop
        count.false += warned and not drop
        count.moves += not drop


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", dest="count", type=int, default=30)
    parser.add_argument("--nodes", type=int, default=300_000, help="of a review, for each move")
    parser.add_argument("--deep", type=int, default=0, help="the effort of the truth; 0: exhaustive search")
    given = parser.parse_args()
    print(HEAD)
    for spec in given.games:
        count, truth, first = Count(), None if given.deep else Truth(games.load(spec)), GAMES.get(spec, 0)
        for number in range(given.count):
            band = BANDS[number * len(BANDS) // given.count]
            specs, texts, score = play(spec, f"{given.seed} {number}", band)
            reviewer, seconds = reviewed(spec, specs, texts, score, Effort(given.nodes, PLAYOUTS))
            count.review.append(seconds)
            if truth is None:
                effort = Effort(given.deep * given.nodes, given.deep * PLAYOUTS)
                count_deep(count, reviewer, effort, random.Random(number))
                continue
            late = range(first, len(reviewer.positions))
            found = {place: truth.outcome(reviewer.positions[place]) for place in reversed(late)}
            true = [found.get(place) for place in range(len(reviewer.positions))]
            count_review(count, reviewer, true, first)
            count_coach(count, reviewer, true, first)
        print(count.row(spec), flush=True)


if __name__ == "__main__":
    main()
