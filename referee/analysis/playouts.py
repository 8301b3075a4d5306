"""What each move is worth by Monte Carlo tree search: one tree that grows on."""

import random
from collections.abc import Iterator
from dataclasses import replace
from math import hypot, sqrt

from games.capabilities import has_chance, hides_information
from games.game import CHANCE, Game
from players.mcts import MctsPlayer
from players.player import Unplayable
from players.search.mcts import Uct
from players.search.nodes import room
from players.search.rng import Rng
from players.search.tree_result import Branch, branches, choose_branch, expected_line
from referee.analysis.budget import PLAYOUTS, Budget, TurnStopwatch
from referee.analysis.method_result import MethodResult, MoveValue
from referee.drawing.number_format import format_count

TURN = 0.1  # seconds of a turn, about
LONGEST = 32  # moves of a line
OPTIONS = MctsPlayer.options
WIDEST = 0.5  # the error of a share of which nothing is known
# Playouts of one tree are not games of their own: it comes back to a move after it did well, and a move that it left
# early keeps the value of that time. Of ten positions, at 1,000 and 5,000 playouts with 40 seeds each, two errors of a
# branch held the mean over the seeds in 96 % of cases with this, in 80 % without, and of ten others in 97 % with it.
# Two of the best move held the mean of the best moves in 95 % and 87 %: least in sharp positions, where one tree finds
# the line that decides and another does not, which no factor mends.
APART = 2.0  # errors of any branch but the best for one of as many games that have nothing to do with each other


def mcts(game: Game, budget: Budget, spec: str) -> Iterator[MethodResult]:
    """What a tree says of the position, the more playouts it has grown by, as that of the player `mcts` would grow."""
    watch = TurnStopwatch(budget.seconds)
    count = budget.playouts or (PLAYOUTS if budget.seconds is None else None)
    try:
        tree = planted(game, watch, budget.seed)
    except MemoryError as error:
        raise Unplayable(str(error)) from error
    part, played, done = 1, 0, False
    while not done:
        asked = part if count is None else min(part, count - played)
        before = watch.spent
        with watch.running():
            now = tree.run(asked)
        played += now
        part = 2 * part if watch.spent - before < TURN / 2 else part
        done = now < asked or played == count or watch.over
        yield replace(tree_result(game, tree, watch), final=done)


def planted(game: Game, watch: TurnStopwatch, seed: int) -> Uct:
    """A tree that has not grown. Raises MemoryError."""
    source = random.Random(seed)
    rng = Rng(source.getrandbits(63))
    return Uct(game, watch.clock, rng, source, OPTIONS["c"].default, room(OPTIONS["memory"].default, later=False))


def tree_result(game: Game, tree: Uct, watch: TurnStopwatch) -> MethodResult:
    """What the tree says by now: the move that it would make first, then those that it has visited most."""
    found = branches(tree)
    tried = [each for each in found if each.visits or each.proven]
    if game.turn == CHANCE:
        places = {move: place for place, move in enumerate(game.moves())}
        tried.sort(key=lambda each: places[each.move])
    else:
        first = choose_branch(tried) if tried else None
        tried.sort(key=lambda each: (each is not first, each.high == -1, -each.visits))
    rows = tuple(move_value(game, tree, each, place) for place, each in enumerate(tried))
    expected = rows[0].line if rows and game.turn != CHANCE else ()
    how = format_count(tree.playouts, "playout")
    return MethodResult(
        "mcts", how, rows, watch.clock.nodes, watch.spent, line=expected, depth=tree.deepest, playouts=tree.playouts
    )


def move_value(game: Game, tree: Uct, branch: Branch, place: int) -> MoveValue:
    """A move of the root as the seat sees it that makes it; the best one with the line expected."""
    text = game.text(branch.move)
    expected = (text,) if place or game.turn == CHANCE else expected_line(tree, branch, LONGEST)
    bare = MoveValue(move=branch.move, text=text, visits=branch.visits, line=expected)
    if branch.proven:
        return replace(bare, score=branch.low, chance=branch.value, or_more=game.stakes > 1 and branch.low != 0)
    spread = error(branch, APART if place and game.turn != CHANCE else 1.0)
    if game.stakes > 1 and (has_chance(game) or hides_information(game)):
        # What is won counts, not how often.
        return replace(bare, estimate=game.stakes * (2 * branch.value - 1), error=2 * game.stakes * spread)
    return replace(bare, chance=branch.value, error=spread)


def error(branch: Branch, apart: float) -> float:
    """The standard error of the value, `apart` times that of games apart, as if two more had been won and two lost.

    Else a move that was visited twice and lost would seem to be known for sure (A. Agresti, B. A. Coull, "Approximate
    is better than exact for interval estimation of binomial proportions", The American Statistician 52, 1998). As the
    value itself is told and not that one, how far they are apart counts as well.
    """
    visits = branch.visits + 4
    mean = (branch.visits * branch.value + 2) / visits
    return min(hypot(apart * sqrt(mean * (1 - mean) / visits), branch.value - mean), WIDEST)
