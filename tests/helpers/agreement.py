"""Positions whose exact worth is known, and what is wrong with what a search or a player says of them."""

import random
from dataclasses import dataclass
from functools import cache
from itertools import takewhile

import games
from games.game import Game
from players.search.clock import Clock, Stop
from players.search.alphabeta.tree import DEEPEST, Minimax
from players.search.alphabeta.table import HALF, SPAN, to_game_score
from referee.support.build import life

COUNT, NODES = (250, 3000) if life() == "compiled" else (30, 120)  # positions of each game; of each, for plain minimax

# A variant of each game without chance and hidden cards whose last moves plain minimax can exhaust.
SMALL = {
    "tic-tac-toe": ("tic-tac-toe",),
    "chips": ("chips:chips=13", "chips:chips=12,rule=last"),
    "nim": ("nim:sticks=12", "nim:heaps=2/3/4", "nim:heaps=2/2/3,misere=yes"),
    "connect-four": ("connect-four:columns=4,rows=4", "connect-four:columns=5,rows=4,line=3"),
    "hexapawn": ("hexapawn", "hexapawn:columns=4,rows=4"),
    "yucky-chocolate": ("yucky-chocolate:rows=3,columns=4",),
    "othello": ("othello:size=4",),
    "breakthrough": ("breakthrough:columns=4,rows=4", "breakthrough:columns=3,rows=5", "breakthrough:columns=2,rows=7"),
    "gomoku": ("gomoku:columns=3,rows=3,line=3", "gomoku:columns=4,rows=4,line=3,exact=yes"),
    "kalah": ("kalah:pits=3,seeds=2", "kalah:pits=2,seeds=3,capture=any"),
    "hex": ("hex:size=3", "hex:size=3,swap=yes"),
    "dots-and-boxes": ("dots-and-boxes:rows=2,columns=2",),
    "checkers": ("checkers",),
    "chess": ("chess:variant=gardner",),
    "go": ("go:size=2,komi=0",),
    "tree-game": ("tree-game", "tree-game:width=3,depth=4", "tree-game:width=2,depth=6"),
}
# Slow to find, or to search: one position of so many.
FEWER = {"chess:variant=gardner": 5 if life() == "compiled" else 15, "go:size=2,komi=0": 4}
VARIANTS = {spec: COUNT // len(specs) // FEWER.get(spec, 1) for specs in SMALL.values() for spec in specs}


@dataclass(frozen=True)
class Exact:
    """A position, by move the score of a search to the end of every line, for the seat to move, and how long it was."""

    game: Game
    scores: dict[int, int]
    nodes: int

    @property
    def score(self):
        """That of the position."""
        return max(self.scores.values())

    @property
    def best(self):
        """The moves of that score."""
        return {move for move, score in self.scores.items() if score == self.score}


def exact(game, nodes=None):
    """What plain minimax finds within so many nodes, all moves looked at to the end; None where they do not suffice."""
    clock = Clock(budget=nodes)
    search = Minimax(game, clock)
    search.prepare()
    try:
        search.look(DEEPEST)
    except Stop:
        return None
    return Exact(game, {move: score for move, (score, _) in search.found.items()}, clock.nodes)


def played(start, rng):
    """The positions of a random game, in which there is a move to make."""
    game, passed = start.copy(), []
    while game.moves():
        passed.append(game.copy())
        game.make(rng.choice(game.moves()))
    return passed


@cache
def endings(spec, count=None, each=3, nodes=NODES):
    """Positions with a choice near the end of random games, at most `each` of one game, small enough for minimax."""
    count = VARIANTS[spec] if count is None else count
    start, rng, found = games.load(spec), random.Random(spec), []
    while len(found) < count:
        late = [game for game in played(start, rng) if len(game.moves()) > 1][: -rng.randrange(2, 12) : -1]
        known = takewhile(bool, (exact(game, nodes) for game in late))
        found += list(known)[-each:]
    return found[:count]


def small_endings(spec, count, nodes):
    """So many of these positions that minimax looks through within so many nodes, and one at least."""
    found = [known for known in endings(spec) if known.nodes <= nodes][:count]
    assert found, f"no position of {spec} takes {nodes} nodes at most"
    return found


def moved(game, move):
    """The position after the move."""
    twin = game.copy()
    twin.make(move)
    return twin


def unlike(known, search):
    """What is wrong with a search that ran without a limit; "" where nothing is."""
    if (search.score, search.final) != (known.score, True):
        return f"score {search.score}, final {search.final}, not {known.score}"
    if search.best_move not in known.best:
        return f"{known.game.text(search.best_move)} is not best"
    for move, (score, at_most) in search.found.items():
        # Where the game is won by all there is the search may stop, and of the other moves it has but estimates.
        if search.exhausted or (known.game.stakes == 1 and abs(score) > HALF):
            true = known.scores[move]
            if true > score or not (at_most or true == score):
                return f"{known.game.text(move)} is worth {true}, not {score}{', at most' if at_most else ''}"
    return strayed(known, search.line())


def strayed(known, line):
    """What is wrong with the moves expected, none of which may change the score; "" where nothing is."""
    game, score = known.game.copy(), known.score
    for text in line:
        seat = game.turn
        game.make(game.parse(text))
        score = score if (game.turn == 0) == (seat == 0) else -score
    end = game.score()
    if end is None:
        worth = exact(game).score
    else:
        worth = SPAN * (end if game.turn == 0 else -end)
    worth -= len(line) * ((worth > HALF) - (worth < -HALF))
    return "" if worth == score else f"after {' '.join(line)} it is worth {worth}, not {score}"


def misjudged(known, thought):
    """What a player claims to be sure of and is not so, of its move and of each candidate; "" where there is nothing."""
    value, distance = to_game_score(known.score)
    if thought.proven and (thought.value, thought.distance) != (value, distance):
        return f"proven {thought.value} in {thought.distance}, not {value} in {distance}"
    if thought.proven and thought.move not in known.best:
        return f"{known.game.text(thought.move)} is not best"
    for each in thought.candidates:
        true, _ = to_game_score(known.scores[each.move])
        if each.proven and (each.at_most or each.value != true):
            return f"{each.text} is proven to be worth {each.value}, not {true}"
        # Where the search has stopped at a win by all there is, the other moves have but estimates.
        if each.at_most and thought.proven and value < known.game.stakes and true > each.value:
            return f"{each.text} is worth {true}, more than {each.value}"
    own = [each for each in thought.candidates if each.move == thought.move]
    if [(each.value, each.proven, each.at_most) for each in own] != [(thought.value, thought.proven, False)]:
        return f"the candidate of its own move is {own}"
    return "" if thought.line[0] == known.game.text(thought.move) else f"the line begins with {thought.line[0]}"
