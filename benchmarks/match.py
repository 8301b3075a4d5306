"""Games of one of our players against OpenSpiel's tree search, equal time a move.

Sides change after each game; no two are alike, since the bot draws lots. It gets as long as our player took for its
last move, and never less than the time a move: what ours overdraws is given to the other. Nobody thinks on the other's
time.
"""

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from math import sqrt
from time import monotonic, perf_counter

import peers

import players

PLAYERS = {
    "connect-four": "mcts",
    "othello": "mcts",
    "breakthrough": "mcts",
    "kalah": "minimax",
    "checkers": "minimax",
    "gomoku": "minimax",
    "hex": "mcts",
}
GAMES = tuple(PLAYERS)
ABLE = ("mcts", "minimax", "montecarlo")  # players that say what they found, and play all of these games
LONGEST = 1000  # plies: then it is a draw
HEAD = (
    f"{'match':<14}{'player':<12}{'W':>4}{'D':>4}{'L':>4}{'score':>9}{'95 %':>15}"
    f"{'s/move':>9}{'theirs':>9}{'their draws':>13}{'apart':>7}"
)


@dataclass(frozen=True)
class Plan:
    """One game of a match: the number, from 0, says which side is ours and seeds all that is random."""

    game: str
    player: str
    time: float
    number: int


@dataclass
class Record:
    """How a game went.

    score    what ours won: 1, 0.5 or 0; None where the two implementations came apart.
    end      why it was cut short, "" if it was not: "their draw" where OpenSpiel calls a draw what our rules do not,
             "long", or "apart".
    seconds  that ours and theirs took, of the searches that had a choice and proved nothing, which may end early.
    """

    game: str
    player: str
    number: int
    seat: int
    plies: int = 0
    score: float | None = 0.5
    end: str = ""
    seconds: list = field(default_factory=lambda: [0.0, 0.0])
    searches: list = field(default_factory=lambda: [0, 0])

    def count(self, side, spent, full):
        """Count a search of ours (0) or theirs (1), if it could take its full time."""
        self.seconds[side] += spent * full
        self.searches[side] += full


def played(plan):
    """The record of that game."""
    record = Record(plan.game, plan.player, plan.number, plan.number % 2)
    both = peers.Lockstep(plan.game)
    player, bot = players.load(plan.player, seed=plan.number), peers.Bot(plan.number)
    spent = 0.0
    while both.ours.score() is None and not ended(both, record):
        if both.ours.turn == record.seat:
            spent = ours(both, player, plan.time, record)
        else:
            theirs(both, bot, max(plan.time, spent), record)
        record.plies += 1
    record.seconds = [round(total, 6) for total in record.seconds]
    if not record.end:
        won = both.ours.score() * (-1 if record.seat else 1)
        record.score = 0.5 + ((won > 0) - (won < 0)) / 2
    return record


def ended(both, record):
    """Whether the game is cut short; the record then says why."""
    record.end = both.parted() or ("long" if record.plies >= LONGEST else "")
    if record.end == "apart":
        record.score = None
    return bool(record.end)


def ours(both, player, time, record):
    """Make our player's move; the seconds it took."""
    game = both.ours.copy()
    start = perf_counter()
    thought = player.think(game, monotonic() + time)
    spent = perf_counter() - start
    record.count(0, spent, len(both.ours.moves()) > 1 and not thought.proven)
    both.make(thought.move)
    return spent


def theirs(both, bot, seconds, record):
    """Make the bot's move, which may be several actions, each with so many seconds."""
    turns, actions = both.turns(), ()
    while any(turn[: len(actions)] == actions != turn for turn in turns):
        choice = len(both.theirs.legal_actions()) > 1
        start = perf_counter()
        action, proven = bot.choose(both.theirs, seconds)
        record.count(1, perf_counter() - start, choice and not proven)
        both.theirs.apply_action(action)
        actions += (action,)
    if actions in turns:  # else they are apart, as will be seen
        both.ours.make(turns[actions])


def wilson(points, count):
    """The 95 % interval, two numbers from 0 to 1, of the share won, by the points won in so many games.

    E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", Journal of the American
    Statistical Association 22 (158), 1927. Where there are draws, half a point each, it is wider than need be.
    """
    if not count:
        return 0.0, 1.0
    z = 1.959964
    share, scale = points / count, 1 + z * z / count
    half = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return tuple(max(0.0, min(1.0, (share + z * z / (2 * count) + way * half) / scale)) for way in (-1, 1))


def summary(records):
    """What the games of one match say together, as plain data."""
    scores = Counter(record.score for record in records)
    count = len(records) - scores[None]
    points = scores[1] + scores[0.5] / 2
    ends = Counter(record.end for record in records)
    spent = [sum(record.seconds[side] for record in records) for side in (0, 1)]
    searches = [sum(record.searches[side] for record in records) for side in (0, 1)]
    means = [round(total / times, 5) if times else None for total, times in zip(spent, searches, strict=True)]
    return {
        "game": records[0].game, "player": records[0].player,
        "wins": scores[1], "draws": scores[0.5], "losses": scores[0],
        "score": round(points / count, 4) if count else None,
        "interval": [round(end, 4) for end in wilson(points, count)],
        "seconds": means[0], "their_seconds": means[1],
        "their_draws": ends["their draw"], "long": ends["long"], "apart": ends["apart"],
    }  # fmt: skip


def line(row):
    """A row of the table."""
    score = "-" if row["score"] is None else f"{row['score']:.1%}"
    low, high = row["interval"]
    spent = "".join(
        f"{'-' if row[key] is None else format(row[key], '.4f'):>9}" for key in ("seconds", "their_seconds")
    )
    return (
        f"{row['game']:<14}{row['player']:<12}{row['wins']:>4}{row['draws']:>4}{row['losses']:>4}{score:>9}"
        f"{f'{low:.1%} {high:.1%}':>15}{spent}{row['their_draws']:>13}{row['apart']:>7}"
    )


def rows(names, options):
    """(a row as plain data, its line or None) of each match, behind one without a line for each of its games."""
    for name in names:
        player = options.player or PLAYERS[name]
        if peers.installed("pyspiel") is None:
            yield {"game": name, "player": player}, f"{name:<14}{player:<12}  open_spiel is missing"
            continue
        records = []
        for record in all_played(
            [Plan(name, player, options.time, number) for number in range(options.games)], options
        ):
            records.append(record)
            print(f"{name} {len(records)} of {options.games}: {told(record)}", file=sys.stderr, flush=True)
            yield asdict(record), None
        row = summary(records)
        yield row, line(row)


def told(record):
    """How a game went, in a few words."""
    how = {1: "won", 0.5: "drawn", 0: "lost", None: "not counted"}[record.score]
    return (
        f"{how} as {'second' if record.seat else 'first'}, {record.plies} plies{f', {record.end}' * bool(record.end)}"
    )


def all_played(plans, options):
    """The records of those games, in their order, from as many processes as were asked for."""
    if options.jobs == 1:
        yield from map(played, plans)
        return
    with ProcessPoolExecutor(options.jobs) as pool:
        yield from pool.map(played, plans)
