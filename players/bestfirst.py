"""A player that grows a tree of the best lines, by the game's own estimate."""

import math
from time import monotonic
from typing import ClassVar, NamedTuple

from games.capabilities import has_chance, hides_information
from games.game import Game
from games.option import Number, Option, Whole, check
from players.evaluation import JUDGED_BY, EvaluationOption, Judge
from players.player import Candidate, Glimpse, ThinkingPlayer, Thought, Unplayable, full_text, make_glimpse
from players.search.alphabeta.table import HALF, to_game_score
from players.search.bestfirst import BestFirst, room
from players.search.clock import Clock

NODES = 1_000_000  # per move, if nothing else limits the search: the same answer on every machine
PACE = 0.2  # seconds between two glimpses of the line, sometimes twice as long
LINE = 64  # moves of the expected line at most, unless its end is proven


class Child(NamedTuple):
    """A child of a node, as BestFirst.children returns it; `value` is for the seat to move, encoded as in table.py."""

    node: int
    move: int
    visits: int
    value: int
    resolved: bool


class BestFirstPlayer(ThinkingPlayer):
    """Unbounded best-first minimax: it looks at good lines ever deeper, proves what it can, and sets no depth.

    It plays games without chance and with open cards, and plays blindly if a game has no estimate.
    """

    options: ClassVar[dict[str, Option]] = {
        "time": Number(None, least=0, note="seconds a move"),
        "nodes": Whole(None, least=1, most=10**15, note=f"positions a move; {NODES:,} where no time is given"),
        "memory": Whole(256, least=1, most=60_000, note="megabytes that the tree may take"),
        "eval": EvaluationOption(None, note=JUDGED_BY),
    }

    def __init__(
        self,
        time: float | None = None,
        nodes: int | None = None,
        memory: int = 256,
        eval: str | None = None,  # noqa: A002  # as it is typed
    ):
        check(self.options, time=time, nodes=nodes, memory=memory, eval=eval)
        self.time, self.nodes, self.memory = time, nodes, memory
        self.judge = Judge(eval)

    def begin(self, game: Game, seat: int) -> None:
        """Begin a match. Raises Unplayable for a game of chance or hidden cards."""
        refuse_luck(game)
        self.judge.begin()

    def think(self, game: Game, deadline: float = math.inf) -> Thought:
        """Return the safe decision, and the value of each move. Raises Unplayable for a game of chance or hidden cards.

        A distance belongs to the end that was found: a sooner win, or a sooner loss, may exist.
        """
        refuse_luck(game)
        start = monotonic()
        if self.time is not None:
            deadline = min(deadline, start + self.time)
        if not (moves := game.moves()):
            raise ValueError(f"{type(game).__name__} has no moves to choose from")
        clock = Clock(deadline, self.nodes or (NODES if deadline == math.inf else None))
        tree = self.grow(game, clock)
        found = branches(tree)
        best = choose_branch(found or [Child(0, moves[0], 0, 0, resolved=False)])
        value, distance = to_game_score(best.value)
        proven = tree.resolved()
        line, depth = expected_line(tree, game, best)
        thought = Thought(
            move=best.move,
            value=value,
            proven=proven,
            distance=distance if proven else None,
            line=line,
            candidates=tuple(make_candidate(game, each) for each in found),
            nodes=clock.nodes,
            depth=depth,
            seconds=monotonic() - start,
            reach=tree.deepest,
            how=full_text(tree.count, self.memory) if tree.refused else "",
            estimated=distance is None and not best.resolved,
        )
        self.view = lambda: make_glimpse(thought)
        return thought

    def grow(self, game: Game, clock: Clock) -> BestFirst:
        """Return a tree grown until its root is resolved, it is full or the clock stops it; update the glimpse."""
        try:
            tree = BestFirst(self.judge.look_at(game), clock, room(self.memory))
        except MemoryError as error:
            raise Unplayable(str(error)) from error
        if self.judge.learnt is not None:
            tree.use(self.judge.learnt)
        seen = read_glimpse(tree, game)
        self.view = lambda: Glimpse(seen[0], clock.nodes, 0, seen[1], seen[2], tree.deepest)
        part, start = 1, monotonic()
        while tree.run(part) == part:
            part = 2 * part if monotonic() - start < PACE / 2 else part
            seen, start = read_glimpse(tree, game), monotonic()
        return tree


def refuse_luck(game: Game) -> None:
    """Raise Unplayable for a game of chance or hidden cards."""
    luck = "hidden cards" if hides_information(game) else "chance" if has_chance(game) else ""
    if luck:
        raise Unplayable(f"bestfirst plays games without {luck}, and {type(game).__name__} has {luck}")


def branches(tree: BestFirst, node: int = 0) -> list[Child]:
    """Return the children of a node; [] for a leaf."""
    return [Child(*each) for each in tree.children(node)]


def choose_branch(found: list[Child]) -> Child:
    """Return the safe decision: the best proven win, otherwise the most visited child that is not a proven loss.

    Equal visits are decided by the value. A resolved child replaces it if its value is at least as good.
    """
    best = max(found, key=lambda each: each.value)
    if abs(best.value) > HALF:  # a win, or nothing but losses: then the one that is put off longest
        return best
    there = [each for each in found if each.value >= -HALF]
    most = max(there, key=lambda each: (each.visits, each.value))
    return max((each for each in there if each.resolved or each is most), key=lambda each: (each.value, each.resolved))


def make_candidate(game: Game, child: Child) -> Candidate:
    """Return the Candidate for `child`."""
    value, distance = to_game_score(child.value)
    return Candidate(child.move, game.text(child.move), value, proven=child.resolved, distance=distance)


def expected_line(tree: BestFirst, game: Game, first: Child) -> tuple[tuple[str, ...], int]:
    """Return the texts of the expected moves, `first` first, and how many plies from the root its value comes from."""
    game, texts, plies, taken = game.copy(), [game.text(first.move)], 1, first
    while found := branches(tree, taken.node) if taken.node else []:
        if plies < LINE or first.resolved:
            game.make(taken.move)
        taken = max(found, key=lambda each: (each.value, each.resolved, each.visits))
        if plies < LINE or first.resolved:
            texts.append(game.text(taken.move))
        plies += 1
    return tuple(texts), plies


def read_glimpse(tree: BestFirst, game: Game) -> tuple[int, tuple[str, ...], float | None]:
    """Return (plies of the line, the line, its value) as the tree has them now; (0, (), None) before it has grown."""
    found = branches(tree)
    if not found:
        return 0, (), None
    best = choose_branch(found)
    line, plies = expected_line(tree, game, best)
    return plies, line, to_game_score(best.value)[0]
