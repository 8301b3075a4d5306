"""Compares the worlds that a game imagines with the possible ones: each must occur, with its true probability.

A world is possible if some moves lead to it that look the same to the seat. For a small game, all of them are
enumerated. For any other game, imagined worlds must at least obey the laws of the game and look like real positions:
if no real position holds a card twice, no imagined one does.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import partial
from itertools import combinations, islice
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from games.capabilities import hides_information
from games.game import CHANCE, Game
from games.laws import positions as position_laws
from games.laws.hidden import draw_move
from games.laws.scene import Scene, compare_by_play, is_over, lasting_fields, show_lasting
from referee.checking import laws
from referee.checking.instrumented_game import describe_error
from referee.checking.laws import Line
from referee.drawing.glyphs import ASCII
from referee.drawing.picture import draw

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.checking.explorer import Explorer
    from referee.checking.instrumented_game import InstrumentedGame

PATIENCE = 4  # times the usual time limit
MOST = 4000  # positions that are enumerated
SPARE = 1  # last plies whose positions may be reached in further ways
SETS = 300  # information sets that are tried
DRAWN = 16  # worlds imagined for each
WEIGHED = 12  # information sets whose weights are compared
OFTEN = 1000  # worlds imagined for that
COMMON = 0.1  # probability, with random seats, from which on a world must turn up
EXPECTED = 20  # least expected count for a comparison
ALIKE = 4  # random games from two positions that are the same but for an order
ERRORS = 7  # standard errors that exclude chance
FAR = 40  # random games from which positions are taken
FIRST = 4  # a position is taken after each of the first moves
NEAR = 0.2  # and with this probability after later ones
LONG = 300  # moves of these games at most
ONWARD = 30  # moves that a world is played on
SURE = 20  # imagined positions with a double that no real one has
WIDTH = 74  # columns of a drawing
LONGEST = 120  # characters of a position in a sentence
CONTAINERS = (list, tuple, set, dict)
LAWS = (
    position_laws.a_turn_is_a_seats_or_chances, position_laws.moves_end_with_the_game,
    position_laws.scores_are_within_stakes, position_laws.texts_are_distinct_words, position_laws.chances_have_weights,
)  # fmt: skip

World = tuple[Any, ...]
Known = tuple[int, str, int]  # a seat, what it knows, and how many moves it has heard of
Found = tuple[str, Line]  # what is wrong, and the moves that show it


def check_worlds(explorer: Explorer, seed: int) -> None:
    """Note impossible or wrongly weighted imagined worlds."""
    subject = explorer.subject
    if laws.find_cause(laws.WORLDS, list(subject.found)) or not hides_information(subject.first):
        return
    rng = Random(f"worlds {seed}")
    with subject.watched((), PATIENCE * subject.seconds):
        tree = WorldTree(subject)
        tree.grow()
        for look in (
            tree.impossible, partial(find_lawless, subject), tree.misweighed, tree.missing,
            partial(find_doubles, subject),
        ):  # fmt: skip
            if found := next(look(rng), None):
                subject.note(laws.WORLDS, *found)
                return


def describe_world(game: Game) -> World:
    """Return all that an omniscient observer sees of a position."""
    texts = tuple(game.text(move) for move in game.moves())
    return game.turn, game.score(), texts, str(show_lasting(game, None)), game.known(0), game.known(1)


class WorldTree:
    """The positions near the start, enumerated ply by ply up to MOST.

    lines     the fewest moves to each information set.
    unordered  a position for each different contents of the fields, where order was in question.
    nearest   the fewest moves to each world.
    possible  the worlds of each information set, with their weights by the moves that seats chose.
    """

    def __init__(self, subject: InstrumentedGame):
        self.subject = subject
        self.lines: dict[Known, Line] = {}
        self.nearest: dict[World, Line] = {}
        self.unordered: dict[Known, dict[str, Game]] = {}
        self.possible: dict[Known, dict[World, dict[Line, WorldWeights]]] = defaultdict(lambda: defaultdict(dict))

    def grow(self) -> None:
        """Enumerate plies while there is room. Sets of the last plies are left out: their worlds are incomplete."""
        level = [WorldNode(self.subject.make(), (), (), WorldWeights(1.0, 1.0))]
        count = 0
        while level and (count := count + len(level)) <= MOST:
            for node in level:
                self.add(node)
            level = list(islice((each for node in level for each in next_nodes(node)), MOST))
            depth = len(level[0].line) if level else 1 << 30
        self.lines = {known: line for known, line in self.lines.items() if not level or len(line) < depth - SPARE}

    def add(self, node: WorldNode) -> None:
        for seat in (0, 1) if not is_over(node.game) else ():
            known = seat, node.game.known(seat), len(node.line)
            self.lines.setdefault(known, node.line)
            world = describe_world(node.game)
            self.nearest.setdefault(world, node.line)
            ways = self.possible[known][world]
            before = ways.get(node.chosen, WorldWeights(0.0, 0.0))
            ways[node.chosen] = WorldWeights(*map(sum, zip(before, node.weights, strict=True)))

    def impossible(self, rng: Random) -> Iterator[Found]:
        """Yield an imagined world to which no moves lead that look the same to the seat."""
        for known, line in islice(self.lines.items(), SETS):
            seat, game = known[0], self.subject.reach(line)
            for _ in range(DRAWN):
                view = game.imagine(seat, Random(rng.random()))
                if describe_world(view) not in self.possible[known] and not self.is_reordered(view, known):
                    yield (
                        f"imagine({seat}) deals a world that cannot be, as seat {seat} knows{describe_position(view)}",
                        line,
                    )
                    return

    def is_reordered(self, view: Game, known: Known) -> bool:
        """Return whether the imagined position differs from a possible one only in an order that never matters."""
        if known not in self.unordered:
            games = map(self.subject.reach, (self.nearest[each] for each in self.possible[known]))
            self.unordered[known] = {fields_without_order(game): game for game in games}
        other = self.unordered[known].get(fields_without_order(view))
        return other is not None and play_alike(other, view)

    def misweighed(self, rng: Random) -> Iterator[Found]:
        """Yield a world that is imagined more or less often than chance deals it.

        The other seat's choices may reveal its cards. Nobody knows how it chooses, so every share is right between two
        limits: its choices are ignored, or taken for random. Worlds that differ only in an order that never matters
        are counted together.
        """
        sets = [known for known in self.lines if (ways := self.possible[known]) and len(ways) > 1 and is_dealt(ways)]
        for known in rng.sample(sets, min(WEIGHED, len(sets))):
            seat, game = known[0], self.subject.reach(self.lines[known])
            views = [game.imagine(seat, Random(rng.random())) for _ in range(OFTEN)]
            worlds = list(map(describe_world, views))
            found = compare_shares(worlds, self.possible[known], {})
            if found and (found := compare_shares(worlds, self.possible[known], self.merge(known, views, worlds))):
                each, often = found
                yield f"imagine({seat}) deals a world {often}{self.describe(each)}", self.lines[known]
                return

    def merge(self, known: Known, views: list[Game], worlds: list[World]) -> dict[World, World]:
        """Return, for each world of an information set, the first one that differs from it only in an order."""
        held = {each: self.subject.reach(self.nearest[each]) for each in self.possible[known]}
        for view, world in zip(views, worlds, strict=True):
            held.setdefault(world, view)
        firsts, alike = dict[World, World](), dict[str, World]()
        for world, game in held.items():
            first = alike.setdefault(fields_without_order(game), world)
            firsts[world] = first if play_alike(held[first], game) else world
        return firsts

    def missing(self, rng: Random) -> Iterator[Found]:
        """Yield a possible world that is never imagined, where the other seat's choices are hidden."""
        sets = [known for known in self.lines if len(ways := self.possible[known]) > 1 and not is_dealt(ways)]
        for known in rng.sample(sets, min(WEIGHED, len(sets))):
            seat, game, ways = known[0], self.subject.reach(self.lines[known]), self.possible[known]
            played = {each: sum(weights.played for weights in way.values()) for each, way in ways.items()}
            total = sum(played.values())
            seen = {describe_world(game.imagine(seat, Random(rng.random()))) for _ in range(OFTEN)}
            for each, weight in played.items():
                if each not in seen and weight / total >= COMMON:
                    yield f"imagine({seat}) never deals a world that can be{self.describe(each)}", self.lines[known]
                    return

    def describe(self, world: World) -> str:
        """Return the world, and moves that lead to it, as the end of a sentence."""
        line = self.nearest[world]
        return (
            f"{describe_position(self.subject.reach(line))}, as after {' '.join(self.subject.texts(line)) or 'no move'}"
        )


class WorldWeights(NamedTuple):
    """The probability of moves by chance alone, and with seats that choose at random."""

    dealt: float
    played: float


class WorldNode(NamedTuple):
    """A position, the moves to it, the ones among them that seats chose, and their weights."""

    game: Game
    line: Line
    chosen: Line
    weights: WorldWeights


def next_nodes(node: WorldNode) -> Iterator[WorldNode]:
    """Yield the positions one move later."""
    game, line, chosen, (dealt_so, played_so) = node
    if is_over(game):
        return
    chances = dict(game.chances()) if game.turn == CHANCE else {}
    total = sum(chances.values())
    for move in (moves := game.moves()):
        twin = game.copy()
        twin.make(move)
        if chances:
            share = chances[move] / total
            yield WorldNode(twin, (*line, move), chosen, WorldWeights(dealt_so * share, played_so * share))
        else:
            yield WorldNode(twin, (*line, move), (*chosen, move), WorldWeights(dealt_so, played_so / len(moves)))


def compare_shares(
    worlds: list[World], ways: dict[World, dict[Line, WorldWeights]], firsts: dict[World, World]
) -> tuple[World, str] | None:
    """Return a world that occurs in `worlds` too often or too seldom, and how often; None if there is none.

    firsts  the world as which each one counts; one that is not there counts as itself.
    """
    weights: dict[World, list[WorldWeights]] = defaultdict(list)
    for each, way in ways.items():
        weights[firsts.get(each, each)] += way.values()
    totals = [sum(column) for column in zip(*(each for held in weights.values() for each in held), strict=True)]
    seen = Counter(firsts.get(each, each) for each in worlds)
    for each, held in weights.items():
        columns = (sum(column) for column in zip(*held, strict=True))
        low, high = sorted(weight / total for weight, total in zip(columns, totals, strict=True))
        share = min(max(seen[each] / OFTEN, low), high)
        error = (seen[each] - OFTEN * share) / sqrt(OFTEN * share * (1 - share)) if 0 < share < 1 else 0.0
        if OFTEN * share >= EXPECTED and abs(error) > ERRORS:
            return each, f"{seen[each]} times in {OFTEN:,}, where chance brings it {OFTEN * share:.0f} times"
    return None


def fields_without_order(game: Game) -> str:
    """Return the fields of a position, with what each list holds in a fixed order."""
    return repr((game.turn, sort_atoms(lasting_fields(game))))


def play_alike(one: Game, other: Game) -> bool:
    """Return whether the same random moves lead to the same from both positions."""
    return not any(compare_by_play(one, other, Random(number)) for number in range(ALIKE))


def sort_atoms(value: Any) -> Any:
    """Return the value with each list of numbers and texts sorted, also within other lists."""
    if isinstance(value, dict):
        return {name: sort_atoms(each) for name, each in value.items()}
    if not isinstance(value, (list, tuple)):
        return value
    items = [sort_atoms(each) for each in value]
    return items if any(isinstance(each, CONTAINERS) for each in items) else sorted(items, key=repr)


def is_dealt(ways: dict[World, dict[Line, WorldWeights]]) -> bool:
    """Return whether only chance tells these worlds apart: the seats chose the same moves in all of them."""
    first, *others = (each.keys() for each in ways.values())
    return all(each == first for each in others)


def describe_position(game: Game) -> str:
    """Return the full position as the end of a sentence; "" if it takes a large drawing."""
    return f": {drawn}" if (drawn := draw_in_line(game)) else ""


def draw_in_line(game: Game) -> str:
    """Return the full position in one line, its rows parted by slashes; "" if it takes a large drawing."""
    lines = ("".join(span.text for span in line) for line in draw(game.show(), ASCII, WIDTH))
    drawn = " / ".join(filter(None, (" ".join(line.split()) for line in lines)))
    return drawn if len(drawn) <= LONGEST else ""


def random_positions(subject: InstrumentedGame, rng: Random) -> Iterator[tuple[Game, Line]]:
    """Yield positions of random games that are not over, with the moves to them."""
    for _ in range(FAR):
        game, line = subject.make(), Line()
        while not is_over(game) and len(line) < LONG:
            if rng.random() < NEAR or len(line) < FIRST:
                yield game.copy(), line
            line = (*line, draw_move(game, rng))
            game.make(line[-1])


def find_lawless(subject: InstrumentedGame, rng: Random) -> Iterator[Found]:
    """Yield an imagined world that breaks the laws of the game, now or as it is played on."""
    for game, line in random_positions(subject, rng):
        for seat in (0, 1):
            view = game.imagine(seat, Random(rng.random()))
            if sentence := find_fault(view, rng):
                yield f"imagine({seat}) deals a world in which {sentence}{describe_position(view)}", line


def find_fault(view: Game, rng: Random) -> str:
    """Return what is wrong with a world, now or a few moves later; "" if nothing is."""
    view = view.copy()
    try:
        for _ in range(ONWARD):
            scene = Scene(view, rng, view.copy)
            if sentence := next((sentence for law in LAWS for sentence in law(scene)), ""):
                return sentence
            if is_over(view):
                break
            view.make(draw_move(view, rng))
    except Exception as error:  # noqa: BLE001  # whatever their rules raise
        return describe_error(error)
    return ""


def find_doubles(subject: InstrumentedGame, rng: Random) -> Iterator[Found]:
    """Yield what many imagined worlds hold and no real position does: a card in two places."""
    real: set[str] = set()
    lines: dict[str, list[Line]] = defaultdict(list)
    for game, line in random_positions(subject, rng):
        real.update(list_doubles(game))
        for seat in (0, 1):
            for double in list_doubles(game.imagine(seat, Random(rng.random()))):
                lines[f"imagine({seat}) deals {double}"].append(line)
    for sentence, shown in lines.items():
        if len(shown) >= SURE and sentence.partition(" deals ")[2] not in real:
            yield f"{sentence}, which {len(shown)} worlds show and no real position does", min(shown, key=len)


def list_doubles(game: Game) -> Iterator[str]:
    """Yield sentences about values that fields hold twice; they name the fields, not the values."""
    held = {
        name: list(list_atoms(value)) for name, value in lasting_fields(game).items() if isinstance(value, CONTAINERS)
    }
    for name, items in held.items():
        if len(set(items)) < len(items):
            yield f"the same twice in {name}"
    for one, other in combinations(held, 2):
        if not set(held[one]).isdisjoint(held[other]):
            yield f"the same in {one} and in {other}"


def list_atoms(value: Any) -> Iterator[Any]:
    """Yield the numbers and texts in nested lists, sets, tuples and dicts."""
    if isinstance(value, CONTAINERS):
        for each in value.values() if isinstance(value, dict) else value:
            yield from list_atoms(each)
    elif isinstance(value, (int, str, float)):
        yield value
