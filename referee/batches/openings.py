"""Openings that leave both sides a game: random ones, and those of a file.

Random lines are walked, long enough that hardly any two meet. Each position is judged twice: by a short alpha-beta
search and by random games. Its imbalance is the sum of its places in two orders: by how near to even the search's value
is, and by how near to it the random games come out. So the two need no common measure, and where a game writes no
estimate, so that its search tells nothing, the random games decide. All are judged in a hurry, the best at length.
Where theory knows some of them, as at connect four, those that it knows as drawn are taken first.

A line of a file is texts of moves from the start of the game, or a position in the notation of the game's players,
after which moves may follow behind the word `moves`. Of EPD and .obf files, where operations follow the position behind
a semicolon, the position is taken. Empty lines are passed over, and those that begin with #.

A file whose name ends like those of a format of matches, such as .sgf and .pdn, is one of these. Each of its games is
an opening: its position and its moves, of a game whose options are those of the game that is played.
"""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import games
from games.adapters.undo import adapt, can_unmake
from games.base.rule_values import text_of
from games.capabilities import has_chance, hides_information, theory_of
from games.dataclass import dataclass
from games.game import IllegalMove
from games.names.catalogue import SpecError
from games.names.spec import take_position
from games.option import options_of
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.table import Table, to_game_score
from players.search.clock import Clock, Stop
from players.search.random_play import Playouts, Rng
from referee.batches.plan import POSITION, start_of
from referee.errors.attribution import attribute_errors, load_after, note_errors
from referee.formats.formats import decode, is_match_file, read_bytes, read_file
from referee.support.limits import derive_seed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from games.game import Game
    from referee.formats.file_game import FileGame


LINES = 8  # walked at random for each opening wanted
FINALISTS = 2  # of these, those that are judged at length
LONGER = 3  # plies by which lines may be longer where too few of those leave both sides a game
SPREAD = 0.9  # of the lines of one length, the part that has to lead to positions of their own
SAMPLE = 20  # random games that tell how long the game is
LONGEST = 1000  # moves of a random game, on average: there are games that hardly ever end by themselves
SOON = 5  # plies: whoever looks ahead at all sees a forced win that is nearer
PART = 4  # of these efforts, one in so many where each move needs a copy of the position: plain games are slow


@dataclass(frozen=True)
class JudgingEffort:
    """What judging a position may cost: positions searched, and random games."""

    nodes: int
    playouts: int


GLANCE = JudgingEffort(nodes=240, playouts=20)
STUDY = JudgingEffort(nodes=4000, playouts=200)


@dataclass(frozen=True)
class Opening:
    """A line and its position, and what is thought of that.

    value     what the search found, 0 is even: the size of the estimate, or of the score of a forced end.
    lean      by how many of the random games one seat won more than the other;  plain  whether that is more than half.
    distance  plies to the end where the search proved a win, else None.
    known     what the first seat wins by theory; None if theory tells nothing.
    drawn     whether theory or the search proved a draw.
    """

    line: tuple[str, ...]
    game: Game
    value: int = 0
    lean: int = 0
    plain: bool = False
    distance: int | None = None
    known: int | None = None
    drawn: bool = False

    @property
    def won(self) -> bool:
        """Whether one side is known to win."""
        return bool(self.known) or self.distance is not None

    @property
    def obvious(self) -> bool:
        """Whether it wins soon, or even by moves at random."""
        return self.distance is not None and (self.distance < SOON or self.plain)


def draw_openings(game: str, count: int, seed: int, base: Sequence[str] = ()) -> tuple[tuple[str, ...], ...]:
    """At most `count` different openings of the game, as texts of moves, those of `base` first; in random order.

    They are the same for the same seed on every machine. There are fewer where the game has not so many that are
    balanced: by which nobody is known to win, or, where no draw is known either, as at nim, neither soon nor plainly.
    There are none where there is chance or something is hidden: there the deals are the openings, and games are paired
    by them. Raises SpecError. An error in the rules is raised with notes on where they failed.
    """
    start = load_after(game, base)
    with attribute_errors(
        start,
        lambda: f"as openings of {game} were drawn with seed {seed}" + (f", {describe_line(base)}" if base else ""),
    ):
        if count < 1 or starts_by_chance(game) or start.score() is not None:
            return ()
        rng = random.Random(derive_seed(seed, "openings"))
        chosen = [(*base, *each.line) for each in find_openings(start, count, rng)]
        rng.shuffle(chosen)
        return tuple(chosen)


def tell_missing(game: str, found: Sequence[object], wanted: object) -> str:
    """A line where fewer openings were drawn than the number that was wanted, though games begin alike; else empty."""
    if not isinstance(wanted, int) or len(found) >= wanted or starts_by_chance(game):
        return ""
    return f"openings of {game} that are balanced: only {len(found)}"


def find_openings(start: Game, count: int, rng: random.Random) -> list[Opening]:
    """At most so many openings from there that leave both sides a game, the best first."""
    hopeful: list[Opening] = []
    for group in random_lines(start, LINES * count, rng):
        hopeful += select_balanced(group, count)
        if len(filter_fair(hopeful)) >= count:
            break
    return order_by_fairness(hopeful)[:count]


def describe_line(line: Sequence[str]) -> str:
    """Where the rules failed, in words: after those moves."""
    return f"after the moves: {' '.join(line) or 'none'}"


def starts_by_chance(game: str) -> bool:
    """Whether games start differently by themselves: by dice, or by the cards that are dealt. Raises SpecError."""
    start = games.load(game)
    return has_chance(start) or hides_information(start)


def random_lines(start: Game, count: int, rng: random.Random) -> Iterator[list[Opening]]:
    """Random lines to positions that differ and are not over: first those of one length, `count` at most.

    That is the length at which hardly any two meet. Where it is half the length of the game, all come at once. Shorter
    ones follow, then those a little longer.
    """
    met: set[object] = {position_key(Opening((), start))}
    shorter: list[Opening] = []
    most = max(1, average_length(start, rng) // 2)
    first = most
    for plies in range(1, most + 1):
        group = fresh_lines(start, plies, count, met, rng)
        if len(group) >= SPREAD * count:
            yield group
            first = plies
            break
        shorter += group
    yield shorter
    for plies in range(first + 1, min(first + LONGER, most) + 1):
        yield fresh_lines(start, plies, count, met, rng)


def fresh_lines(start: Game, plies: int, count: int, met: set[object], rng: random.Random) -> list[Opening]:
    """At most so many random lines of so many plies to positions that were not met before; they are from now on."""
    walked = [line for _ in range(count) if (line := random_line(start, plies, rng))]
    fresh = {position_key(line): line for line in walked}
    group = [line for key, line in fresh.items() if key not in met]
    met |= fresh.keys()
    return group


def average_length(start: Game, rng: random.Random) -> int:
    """How many moves a random game takes from there, on average."""
    clock = Clock(budget=SAMPLE * LONGEST)
    with suppress(Stop):
        Playouts(start, Rng(rng.getrandbits(63)), clock).run(SAMPLE)
    return int(clock.nodes) // SAMPLE - 1  # the start is counted too


def random_line(start: Game, plies: int, rng: random.Random) -> Opening | None:
    """Return a random line of so many plies; None if the game is over before or after the last."""
    game = start.copy()
    line: list[str] = []
    with note_errors(lambda: describe_line(line)):
        for _ in range(plies):
            if game.score() is not None:
                return None
            move = rng.choice(game.moves())
            line.append(text_of(game, move))
            game.make(move)
        return Opening(tuple(line), game) if game.score() is None else None


def position_key(opening: Opening) -> object:
    """Return what two openings share whose positions are the same: its key, or its line where the game knows none."""
    return adapt(opening.game).board_key() or opening.line


def select_balanced(group: list[Opening], count: int) -> list[Opening]:
    """The openings of the group that were judged at length, by their imbalance: until `count` of them are open."""
    found: list[Opening] = []
    hopeful = rank_openings(judge_opening(each, GLANCE) for each in group)
    for first in range(0, len(hopeful), FINALISTS * count):
        found = rank_openings(
            [*found, *(judge_opening(each, STUDY) for each in hopeful[first : first + FINALISTS * count])]
        )
        if len(filter_undecided(found)) >= count:
            break
    return found


def judge_opening(opening: Opening, effort: JudgingEffort) -> Opening:
    """Return the opening with what is found at that effort."""
    game = opening.game
    if not can_unmake(game):
        effort = JudgingEffort(effort.nodes // PART, effort.playouts // PART)
    search = Pvs(game, Table(effort.nodes), Clock(budget=effort.nodes))
    with note_errors(lambda: f"in games and searches on, {describe_line(opening.line)}"):
        search.run()
        lean = playout_lead(game, effort.playouts)
        theory = theory_of(game)
    value, distance = to_game_score(search.score)
    # A theory of the whole game, as nim's, leaves no opening undecided: there it tells nothing that counts here.
    known = None if theory is None or theory.whole else theory.score
    return Opening(
        line=opening.line,
        game=game,
        value=abs(value),
        lean=lean,
        plain=2 * lean > effort.playouts,
        distance=distance,
        known=known,
        drawn=known == 0 or (search.final and distance is None),
    )


def playout_lead(game: Game, count: int) -> int:
    """By how many of so many random games one seat wins more than the other: the same games for the same position."""
    playouts = Playouts(game, Rng(count), Clock(budget=count * LONGEST))
    first = second = 0
    with suppress(Stop):
        for _ in range(count):
            won, _, lost = playouts.run(1)
            first, second = first + won, second + lost
    return abs(first - second)


def rank_openings(given: Iterable[Opening]) -> list[Opening]:
    """Return the openings that are not obviously won, by their imbalance, those that theory knows as drawn first.

    Last come those that are won, the farthest first.
    """
    left = [each for each in given if not each.obvious]
    even = filter_undecided(left)
    values, leans = sorted(each.value for each in even), sorted(each.lean for each in even)
    even.sort(key=lambda each: (each.known is None, double_rank(values, each.value) + double_rank(leans, each.lean)))
    return even + sorted((each for each in left if each.won), key=lambda each: (-(each.distance or 0), each.lean))


def double_rank(ordered: list[int], value: int) -> int:
    """Twice the place of the value among those, ties in the middle of theirs."""
    return bisect_left(ordered, value) + bisect_right(ordered, value)


def filter_undecided(given: list[Opening]) -> list[Opening]:
    """Return the openings that nobody is known to win, in the same order."""
    return [each for each in given if not each.won]


def filter_fair(given: list[Opening]) -> list[Opening]:
    """Those that theory knows as drawn, or where it knows nothing those that nobody is known to win."""
    even = filter_undecided(given)
    return [each for each in even if each.known == 0] if any(each.known is not None for each in given) else even


def order_by_fairness(given: list[Opening]) -> list[Opening]:
    """Return the openings in the same order, but those that theory knows as drawn first.

    Those that are won come last, and are left out where the game has draws.
    """
    even = sorted(filter_undecided(given), key=lambda each: each.known is None)
    return even if any(each.drawn for each in even) else even + [each for each in given if each.won]


def read_openings(path: Path, game: str) -> tuple[tuple[str, ...], ...]:
    """Return the openings in that file, each once and in its order. Raises SpecError, which names the line."""
    games.load(game)
    if is_match_file(str(path)):
        wanted = games.split_position(game)[0]
        return tuple(dict.fromkeys(game_opening(each, path, wanted) for each in read_file(path, wanted)))
    found: dict[tuple[str, ...], None] = {}
    for number, line in enumerate(decode(read_bytes(path), str(path)).splitlines(), 1):
        text = " ".join(line.split())
        if not text or text.startswith("#"):
            continue
        try:
            found[read_opening(text, game)] = None
        except SpecError as error:
            raise SpecError(f"{path}, line {number}: {error}") from error
    if not found:
        raise SpecError(f"{path} holds no opening")
    return tuple(found)


def game_opening(read: FileGame, path: Path, game: str) -> tuple[str, ...]:
    """Return the opening that a game of a file is, for that spec without a position.

    Raises SpecError, with the line, where the game is over or is another one.
    """
    record = read.record
    spec, position = games.split_position(record.game)
    if describe_rules(spec) != describe_rules(game):
        raise SpecError(f"{path}, line {read.line}: this is a game of {spec}, not of {game}")
    moves = tuple(record.moves.split())
    if load_after(record.game, moves).score() is not None:
        raise SpecError(
            f"{path}, line {read.line}: the game is over after its {len(moves)} moves, so it is not an opening"
        )
    return (POSITION + position, *moves) if position else moves


def describe_rules(spec: str) -> tuple[str | None, dict[str, Any]]:
    """Return the name of the game and its options that are not as usual. Raises SpecError."""
    kind, given = games.CATALOGUE.read(spec)
    usual = options_of(kind)
    return games.CATALOGUE.find(spec), {key: value for key, value in given.items() if value != usual[key].default}


def read_opening(text: str, game: str) -> tuple[str, ...]:
    """Return the opening in a line: moves if the first word is one, else a position. Raises SpecError."""
    start = games.load(game)
    words = text.split(" ")
    if begins_with_move(start, words[0]):
        opening = tuple(words)
    else:
        # Operations of EPD may hold comments, in which the word is none of ours.
        position, _, moves = (text, "", "") if ";" in text else text.partition(" moves ")
        opening = (POSITION + take_position(position), *moves.split())
    if load_after(*start_of(game, opening)).score() is not None:
        raise SpecError(f"the game is over after {text!r}")
    return opening


def begins_with_move(start: Game, word: str) -> bool:
    """Whether the word is a legal move at the start of the game."""
    try:
        return bool(start.parse(start.singles(word)[0]) in start.moves())
    except (IllegalMove, IndexError):
        return False
