"""How fast rules and searches run here: playouts and nodes a second, and what outside programs cost.

The peer is OpenSpiel's random playouts, which loop in C++, if it is installed (pip install open_spiel) and has the
game. Rounds alternate between the two and the best of each counts, so that a noisy machine harms both alike. All times
are processor times of this process. Other processes still slow it down through shared caches and clock rates, so the
load of the machine is given beside the figures.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from math import inf
from statistics import median
from time import monotonic, process_time
from typing import Any

import games
import players
from games.capabilities import has_chance
from games.dataclass import dataclass
from games.game import CHANCE
from games.names.catalogue import SpecError
from players.player import Unplayable
from referee.drawing import text_table
from referee.errors.attribution import attribute_errors
from referee.match.events import Forfeit
from referee.match.players import RemotePlayer
from referee.support.build import life

ASKED = 9  # moves asked of a program
GAMES = {"gtp": "go", "gnubg": "backgammon", "program": "tic-tac-toe"}  # chess for all others
ROUNDS = 5
NODES = 200_000 if life() == "compiled" else 4_000  # of a search, at most
ENTRIES = 1 << 18  # of its table
WIDTHS = 26, 10, 11, 10, 6, 5  # of the columns; lines are printed one by one, before the next is known
FIGURES = range(1, 6)  # the columns that hold numbers
Work = Callable[[int], int]  # takes an amount of work, and returns how much was done


@dataclass(frozen=True)
class Overhead:
    """What was measured of an outside program, in seconds.

    ready     from its start to the first move that it can be asked for.
    transfer  of the words for a move there and back, as a median; not charged in a match.
    """

    spec: str
    game: str
    ready: float
    transfer: float

    def as_dict(self) -> dict[str, Any]:
        """Return the fields, rounded to their precision."""
        return {
            "player": self.spec,
            "game": self.game,
            "ready": round(self.ready, 4),
            "transfer": round(self.transfer, 6),
        }


def measure_overhead(spec: str, game: str | None) -> Overhead:
    """Return the overhead of an outside program at `game`, or at one that it can play. Raises SpecError."""
    game = game or GAMES.get(players.CATALOGUE.split(spec)[0] or "", "chess")
    start, player = games.load(game), players.load(spec)
    assert isinstance(player, RemotePlayer)  # noqa: S101  # callers check that
    player.game_spec = game
    began, spent = monotonic(), list[float]()
    try:
        player.begin(start.copy(), 0)
        ready = monotonic() - began
        while start.turn == CHANCE:
            roll, _ = start.chances()[0]
            player.heard(start.heard(roll, 0), CHANCE)
            start.make(roll)
        for _ in range(ASKED):
            player.choose(start.copy(), inf)
            spent.append(player.transfer)
    except (Forfeit, Unplayable) as error:
        raise SpecError(f"{spec!r}: {error}") from error
    finally:
        player.close()
    return Overhead(spec, game, ready, median(spent))


# Our specs, and the same games of the same size in OpenSpiel.
PEERS = {
    "tic-tac-toe": "tic_tac_toe", "nim:heaps=1/3/5/7": "nim(pile_sizes=1;3;5;7,is_misere=false)",
    "connect-four": "connect_four", "othello": "othello", "breakthrough": "breakthrough", "checkers": "checkers",
    "chess": "chess", "kalah": "mancala", "hex": "hex", "dots-and-boxes": "dots_and_boxes(num_rows=3,num_cols=3)",
    "gomoku": "gomoku", "go": "go(board_size=9,komi=7.0)", "kuhn-poker": "kuhn_poker", "backgammon": "backgammon",
    "leduc-poker": "leduc_poker", "liars-dice": "liars_dice", "pig": "pig(horizon=1000000)",
}  # fmt: skip


@dataclass(frozen=True)
class Speed:
    """What was measured of one game; None if it could not be.

    playouts  random games a second;  nodes  positions a second of alpha-beta with a table, from the start.
    peer      OpenSpiel's playouts a second;  ratio  of ours to those.
    load      processes that wanted to run, on average of the last minute.
    """

    game: str
    playouts: float
    nodes: float | None
    peer: float | None
    ratio: float | None
    load: float | None

    def as_dict(self) -> dict[str, Any]:
        """Return the fields, rounded to their precision."""
        return {
            "game": self.game,
            "playouts": round(self.playouts),
            "nodes": None if self.nodes is None else round(self.nodes),
            "peer": None if self.peer is None else round(self.peer),
            "ratio": None if self.ratio is None else round(self.ratio, 1),
            "load": None if self.load is None else round(self.load, 2),
        }


def measure_speeds(specs: Iterable[str], seconds: float) -> Iterator[Speed]:
    """Return each game's speed, with `seconds` for each measurement. Raises SpecError before measuring."""
    loaded = [(spec, games.load(spec)) for spec in specs]
    return (measure_speed(spec, seconds) for spec, _ in loaded)


def default_specs() -> list[str]:
    """Return all games, in the size of their peer if they have one."""
    covered = {games.CATALOGUE.find(spec) for spec in PEERS}
    return [*PEERS, *(name for name in games.CATALOGUE if name not in covered)]


def measure_speed(spec: str, seconds: float) -> Speed:
    """Return the speed of one game."""
    name, behind = games.CATALOGUE.split(spec)
    proper = f"{name}:{behind}".rstrip(":")
    works = [playout_work(spec), search_work(spec), openspiel_playouts(PEERS.get(proper))]
    best: list[float | None] = [None, None, None]
    with attribute_errors(games.load(spec), lambda: f"as {spec} was measured, in games and searches from its start"):
        for _ in range(ROUNDS):
            rates = [work and measure_rate(work, seconds / ROUNDS) for work in works]
            best = [max(filter(None, pair), default=None) for pair in zip(best, rates, strict=True)]
    ours, searched, peer = best
    return Speed(spec, ours or 0.0, searched, peer, (ours or 0.0) / peer if peer else None, machine_load())


def machine_load() -> float | None:
    """Return the load of the machine in the last minute; None if the system, such as Windows, does not say."""
    try:
        return os.getloadavg()[0]
    except (AttributeError, OSError):
        return None


def measure_rate(work: Work, seconds: float) -> float:
    """Return the work done a second: the amount is doubled until it takes long enough."""
    count = 1
    while True:
        start = process_time()
        done = work(count)
        spent = process_time() - start
        if spent >= seconds:
            return done / spent
        count *= 2


def playout_work(spec: str) -> Work:
    """Return random playouts as work."""
    from players.search.clock import Clock
    from players.search.random_play import Playouts, Rng

    def work(count: int) -> int:
        Playouts(games.load(spec), Rng(1), Clock()).run(count)
        return count

    return work


def search_work(spec: str) -> Work | None:
    """Return alpha-beta searches as work, counted in nodes; None for a game of chance."""
    from players.search.alphabeta.pvs import Pvs
    from players.search.alphabeta.table import Table
    from players.search.clock import Clock

    def work(count: int) -> int:
        done = 0
        for _ in range(count):
            clock = Clock(budget=NODES)
            Pvs(games.load(spec), Table(ENTRIES), clock).run()
            done += clock.nodes
        return done

    return None if has_chance(games.load(spec)) else work


def openspiel_playouts(name: str | None) -> Work | None:
    """Return random playouts of OpenSpiel's game `name` as work."""
    if name is None:
        return None
    try:
        pyspiel = import_module("pyspiel")
    except ImportError:
        return None
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():  # its tree search must start with a player's move
        state.apply_action(state.legal_actions()[0])

    def work(count: int) -> int:
        # One simulation of its tree search evaluates the root alone, here by `count` random playouts.
        evaluator = pyspiel.RandomRolloutEvaluator(count, 1)
        pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, 1, False).step(state)
        return count

    return work


def table_lines(measured: Iterator[Speed]) -> Iterator[str]:
    """Yield the titles and a line for each game."""
    yield text_table.row(("game", "playouts/s", "nodes/s", "OpenSpiel", "ratio", "load"), WIDTHS, FIGURES)
    for each in measured:
        ratio = f"x {each.ratio:.1f}" if each.ratio else "-"
        load = "-" if each.load is None else f"{each.load:.1f}"
        texts = each.game, *map(format_rate, (each.playouts, each.nodes, each.peer)), ratio, load
        yield text_table.row(texts, WIDTHS, FIGURES)


def overhead_line(measured: Overhead) -> str:
    """Say what an outside program costs besides its thinking."""
    return (
        f"{measured.spec}, {measured.game}: ready after {measured.ready:.2f} s, "
        f"words for a move {1000 * measured.transfer:.2f} ms"
    )


def format_rate(value: float | None) -> str:
    """Return a rate as a whole number."""
    return "-" if value is None else f"{value:,.0f}"
