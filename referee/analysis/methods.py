"""The methods by which a position is judged, and how they take turns."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from games.game import Game
from games.names.catalogue import SpecError
from games.option import nearest
from referee.analysis.budget import Budget
from referee.analysis.exact import exact
from referee.analysis.lookahead import minimax
from referee.analysis.method_result import MethodResult
from referee.analysis.playouts import mcts

Method = Callable[[Game, Budget, str], Iterator[MethodResult]]

# What each says is worth more than what those after it say.
METHODS: Mapping[str, Method] = {"exact": exact, "minimax": minimax, "mcts": mcts}


def chosen(words: Iterable[str]) -> tuple[str, ...]:
    """The methods of these names, in the order of METHODS. Raises SpecError."""
    wanted = [word.strip().casefold() for word in words]
    for word in wanted:
        if word not in METHODS:
            near = nearest(word, list(METHODS))
            raise SpecError(f"there is no method {word!r}{near} (methods: {', '.join(METHODS)})")
    return tuple(name for name in METHODS if name in wanted)


def method_results(game: Game, names: tuple[str, ...], budget: Budget, spec: str) -> Iterator[MethodResult]:
    """What these methods say of the position of a game of that spec, each better than what it has said before.

    The turn is that of the method that has taken least time, so that all of them get better at once.
    """
    asked = {name: METHODS[name](game, budget, spec) for name in names}
    spent = dict.fromkeys(names, -1.0)  # less than those that have had a turn
    while spent:
        name = min(spent, key=lambda each: spent[each])
        found = next(asked[name], None)
        if found is None:
            del spent[name]
            continue
        spent[name] = found.seconds
        if found.final:
            del spent[name]
        yield found
