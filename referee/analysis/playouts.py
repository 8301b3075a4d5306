"""What each move is worth by Monte Carlo tree search: one tree that grows on."""

import random
from collections.abc import Iterator
from dataclasses import replace

from games.capabilities import counts_points
from games.game import CHANCE, Game
from players.mcts import MctsPlayer, measures
from players.player import Unplayable
from players.search.montecarlo.mcts import Uct
from players.search.montecarlo.nodes import room
from players.search.montecarlo.result import Branch, branches, choose_branch, expected_line
from players.search.rng import Rng
from referee.analysis.budget import PLAYOUTS, Budget, TurnStopwatch
from referee.analysis.method_result import MethodResult, MoveValue
from referee.drawing.number_format import format_count
from referee.statistics.scoring import playout_interval

TURN = 0.1  # seconds of a turn, about
LONGEST = 32  # moves of a line
OPTIONS = MctsPlayer.options


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
    explore, rave = measures(game)
    most = room(OPTIONS["memory"].default, later=rave > 0)
    return Uct(game, watch.clock, rng, source, explore, most, rave=rave)


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
    low, high = playout_interval(branch.value, branch.visits, preferred=not place and game.turn != CHANCE)
    if counts_points(game):
        # What is won counts, not how often.
        estimate, *ends = (game.stakes * (2 * each - 1) for each in (branch.value, low, high))
        return replace(bare, estimate=estimate, interval=(ends[0], ends[1]))
    return replace(bare, chance=branch.value, interval=(low, high))
