"""Find puzzles: in games of the lower levels, which slip as people do, in a person's own blunders, for each day.

A puzzle is a position in which exactly one move is proven to be the best. A blunder gives away a win or a draw, as in a
review (referee/reviews/judging.py); it is proven too.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime
from itertools import pairwise
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

import games
import players
from games.adapters.undo import can_unmake
from games.base.positions import position_after
from games.base.rule_values import text_of
from games.capabilities import has_chance, hides_information, theory_of
from games.dataclass import dataclass
from games.game import CHANCE
from games.names.catalogue import SpecError
from players.optimal import choose_by_theory
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.solver import Solver
from players.search.alphabeta.table import HALF, Table, to_game_score
from players.search.alphabeta.tree import DEEPEST, Chance
from players.search.clock import Clock
from referee.errors.attribution import attribute_errors
from referee.match.record import replay_texts
from referee.puzzles.near import DEPTH, Gain, NearSearch, wins_only_near
from referee.puzzles.puzzle import Puzzle, WrongMove, measure
from referee.reviews.judging import Grade, graded
from referee.reviews.proofs import near_end, told, who_wins
from referee.solving.exhaustive import LINE
from referee.solving.value import share, side
from referee.storage.saved_match import is_persons

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from datetime import date

    from games.game import Game
    from games.theory import Theory
    from referee.engines.judge import EngineJudge
    from referee.match.events import Moved
    from referee.match.record import Record
    from referee.storage.saved_match import SavedMatch

REFUTED = 3  # wrong moves that are refuted
SHORT = 12  # moves of a refutation, at most
NODES = 20_000  # positions that each of the two searches for a value may visit
WORK = 600_000  # positions after which no new puzzle is begun
NEARBY = 400_000  # the same for near gains in one game
ENTRIES = 1 << 17  # of the table shared by all searches
SLOW = 10  # rules in plain Python get a tenth of that
LEVELS = (2, 4)  # the lowest and the highest level that plays
SLIPS = 0.15  # the share of moves drawn at random
LONGEST = 300  # plies of a game
LATE = (0.6, 0.95)  # the part of a random game after which the levels play on
EARLY = 3  # whole games in a row without a new puzzle, after which most games are late: full boards are soon searched
WHOLE = 4  # then one game in four is a whole one
WIDE = 70  # for each 70 moves at the start a position counts once more, as it takes longer
PATIENCE = 2  # unproven positions in a row, after which earlier ones are skipped
DRY, PLENTY = 150, 8_000_000  # games in a row, and positions, without a new puzzle, after which the search ends
FEW, MUCH = 4, 400_000  # puzzles, and positions, after which the difficulty may be off by one more
MOST = 20  # puzzles tried for each that is wanted
MATCHES = 20  # the newest matches, which are searched for blunders
POSITIONS = 3_000_000  # the budget for all of them
FIRST = 2  # the difficulty of Monday's puzzle: each day of the week is one harder
SLOWLY_FOUND = {
    "breakthrough",
    "gomoku",
    "hex",
}  # puzzles take long to find, so these are puzzles of the day only if named


@dataclass(frozen=True)
class FoundPuzzle:
    """A position in which exactly one move is the best; the rest of a puzzle can be computed from it.

    spec  the game in that position;  start  the position;  gain  its best move.
    """

    spec: str
    start: Game
    gain: Gain
    prover: Prover | NearSearch

    @property
    def move(self) -> int:
        return self.gain.move

    @property
    def values(self) -> dict[int, int]:
        return self.gain.values

    @property
    def value(self) -> int:
        return self.values[self.move]

    @property
    def second(self) -> int:
        """What the best of the other moves is worth."""
        return max(worth for move, worth in self.values.items() if move != self.move)

    @property
    def trivial(self) -> bool:
        """Whether the answer wins at once, in a game that is searched to its end."""
        twin = self.start.copy()
        twin.make(self.move)
        return not self.gain.plies and twin.score() is not None and self.value > 0 >= self.second

    def puzzle(self, origin: str = "") -> Puzzle:
        """Return the puzzle, with its rating and its lines."""
        found = measure(self.start, self.move)
        return Puzzle(
            game=self.spec, seat=self.start.turn, answer=self.start.text(self.move), value=self.value,
            second=self.second,
            line=(self.start.text(self.move), *self.prover.line(position_after(self.start, self.move))),
            rating=found.rating, refutations=tuple(self.refutation(move) for move in found.tempting[:REFUTED]),
            origin=origin, plies=self.gain.plies, believed=self.gain.believed,
        )  # fmt: skip

    def refutation(self, move: int) -> WrongMove:
        line = self.prover.line(position_after(self.start, move))
        return WrongMove(self.start.text(move), self.values[move], line[:SHORT])


def find_candidate(
    spec: str, game: Game, prover: Prover | NearSearch, before: Game | None = None
) -> FoundPuzzle | None:
    """Return the puzzle that the position makes; None if several moves are best, or nothing is found.

    before  the position before the last move, if known.

    A lost position makes none unless points count. Raises players.search.alphabeta.tree.Chance, and ValueError if the
    game cannot write its position.
    """
    if game.score() is not None or game.turn == CHANCE or len(game.moves()) < 2:
        return None
    spec = games.with_position(games.split_position(spec)[0], game.position())
    start = games.load(spec)  # as it is set up, without its past
    gain = prover.gain(start, before)
    return None if gain is None else FoundPuzzle(spec, start, gain, prover)


def prover_of(game: Game, work: int = NEARBY, judge: EngineJudge | None = None) -> Prover | NearSearch:
    """Return what finds the puzzles of a game from its start; near gains are looked for in `work` positions.

    judge  the program that must agree about what is only believed; None: nobody is asked.
    """
    return NearSearch(game, work, judge) if wins_only_near(game) else Prover(game)


def values_of(game: Game, best: int, prover: Prover) -> dict[int, int] | None:
    """Return the worth of each move to the seat to move, if exactly one is worth `best`; otherwise None."""
    values: dict[int, int] = {}
    for move in game.moves():
        worth = prover.value(position_after(game, move))
        if worth is None:
            return None
        values[move] = side(game.turn) * worth
        if sum(each == best for each in values.values()) > 1 or prover.tired:
            return None
    return values if best in values.values() else None


class Prover:
    """Proves values, with a table for all positions of one game.

    nodes  positions that the search for one value may visit;  spent  the positions visited by all searches.
    """

    def __init__(self, game: Game):
        self.nodes = NODES if can_unmake(game) else NODES // SLOW
        self.table = Table(ENTRIES)
        self.spent = 0

    @property
    def tired(self) -> bool:
        """Whether no further puzzle should be looked for."""
        return self.spent > WORK * self.nodes // NODES

    def reaches(self, game: Game) -> bool:
        """Return whether the value of the position can be proven: otherwise those before it are hardly proven."""
        return self.value(game) is not None

    def gain(self, game: Game, before: Game | None = None) -> Gain | None:
        """Return the one best move; None if several are best or nothing is proven, and for lost positions."""
        worth = self.value(game)
        if worth is None or (game.stakes == 1 and side(game.turn) * worth < 0):
            return None
        values = values_of(game, side(game.turn) * worth, self)
        return None if values is None else Gain(max(values, key=lambda move: values[move]), values)

    def value(self, game: Game) -> int | None:
        """Return what seat 0 wins with best play; None if the budget does not suffice.

        Raises players.search.alphabeta.tree.Chance.
        """
        score, theory = game.score(), whole_theory(game)
        if score is not None or theory is not None:
            return score if theory is None else theory.score
        if game.stakes == 1:
            return self.winner(game)
        search, clock = self.solver(game)
        search.settle()
        self.spent += clock.nodes
        least, most = to_game_score(search.lower)[0], to_game_score(search.upper)[0]
        return side(game.turn) * least if least == most and not search.shallow else None

    def winner(self, game: Game) -> int | None:
        """Return the value if only winning counts: a near forced end is found first."""
        clock = Clock(inf, self.nodes)
        found = near_end(game, self.table, clock)
        self.spent += clock.nodes
        if found is not None:
            return found.score
        search, clock = self.solver(game)
        who_wins(search)
        self.spent += clock.nodes
        won = None if search.shallow else told(search)
        return None if won is None else side(game.turn) * won

    def solver(self, game: Game) -> tuple[Solver, Clock]:
        clock = Clock(inf, self.nodes)
        return Solver(game, self.table, clock, DEEPEST), clock

    def line(self, game: Game) -> tuple[str, ...]:
        """Return the moves expected from a position of known value, LINE at most; none if the game is over.

        Each move keeps the value. A winning seat seeks the end, and a losing one delays it.
        """
        texts: list[str] = []
        twin = game.copy()
        while twin.score() is None and len(texts) < LINE:
            move = self.best(twin)
            if move is None:
                break
            texts.append(text_of(twin, move))
            twin.make(move)
        return tuple(texts)

    def best(self, game: Game) -> int | None:
        """Return a move that keeps the value of the position; None if the value is not known."""
        worth = self.value(game)
        if worth is None:
            return None
        first = self.expected(game)
        for move in sorted(game.moves(), key=lambda each: each != first):
            twin = game.copy()
            twin.make(move)
            if self.value(twin) == worth:
                return move
        return None

    def expected(self, game: Game) -> int | None:
        """Return the move that hastens a win or delays a loss; None if nothing is known."""
        theory = whole_theory(game)
        if theory is not None:
            found = choose_by_theory(game, theory, inf, monotonic())
            return None if found is None else found.move
        clock = Clock(inf, self.nodes)
        if game.stakes > 1:
            search, clock = self.solver(game)
            search.run()
            self.spent += clock.nodes
            return int(search.best_move)
        near = Pvs(game, self.table, clock)
        depth = 0
        while not near.final and abs(near.score) <= HALF and near.depth == depth:
            depth += 1
            near.run(depth)
        self.spent += clock.nodes
        return int(near.best_move)


def whole_theory(game: Game) -> Theory | None:
    """Return what theory says of the position, if it covers all positions of the game."""
    theory = theory_of(game)
    return theory if theory is not None and theory.whole else None


def check_game(spec: str) -> Game:
    """Return the game at its start. Raises SpecError if it cannot have puzzles."""
    game = games.load(spec)
    what = "hides something" if hides_information(game) else "has chance in it" if has_chance(game) else ""
    if what:
        raise SpecError(
            f"{spec!r} {what}, and a puzzle needs a move that is surely the best; puzzles: {', '.join(puzzle_games())}"
        )
    try:
        with attribute_errors(game, lambda: f"as a position of {spec} was written"):
            game.position()
    except ValueError as error:
        raise SpecError(f"{spec!r} has no puzzles, as its positions cannot be written: {error}") from error
    return game


def puzzle_games() -> list[str]:
    """Return the built-in games that have puzzles on their usual boards."""
    known = ((name, games.load(name)) for name in games.CATALOGUE.entries)
    return [name for name, game in known if not (hides_information(game) or has_chance(game))]


def suggest_instead(spec: str) -> str:
    """Return what to try in place of a game in which no puzzle was found, for the end of a message."""
    name = games.CATALOGUE.find(spec.partition(":")[0])
    return f"other games with puzzles: {', '.join(other for other in puzzle_games() if other != name)}"


def play_game(spec: str, rng: random.Random, late: bool) -> list[Game]:
    """Return the positions of a game between two of LEVELS, before each move.

    late  whether the levels take over only near the end of a random game.
    """
    game = games.load(spec)
    positions: list[Game] = []
    pair = [players.load(f"level:{rng.randint(*LEVELS)}", rng.randrange(10**9)) for _ in (0, 1)]
    opening = int(random_length(game, rng) * rng.uniform(*LATE)) if late else rng.randint(1, 3)
    while game.score() is None and len(positions) < LONGEST:
        if game.turn not in (0, 1):
            raise Chance(type(game).__name__)
        positions.append(game.copy())
        drawn = len(positions) <= opening or rng.random() < SLIPS
        game.make(rng.choice(game.moves()) if drawn else pair[game.turn].choose(game.copy(), inf))
    return positions


def random_length(game: Game, rng: random.Random) -> int:
    """Return the number of moves of a random game, LONGEST at most."""
    twin = game.copy()
    length = 0
    while twin.score() is None and twin.turn in (0, 1) and length < LONGEST:
        twin.make(rng.choice(twin.moves()))
        length += 1
    return length


def candidates_in(spec: str, positions: list[Game], prover: Prover | NearSearch) -> list[FoundPuzzle]:
    """Return the positions that make a puzzle, from the end of the game as far back as values can be proven."""
    failed = 0
    found: list[FoundPuzzle] = []
    for before, game in reversed(list(pairwise([None, *positions]))):
        if failed == PATIENCE or prover.tired or game is None:
            break
        failed = 0 if prover.reaches(game) else failed + 1
        if not failed and (candidate := find_candidate(spec, game, prover, before)) is not None:
            found.append(candidate)
    return found


class PuzzleSearch:
    """Different puzzles of one game, one from each of many games, until there seem to be no more.

    trivial  whether an answer may win at once.
    games    games searched;  missed  whole games in a row without a new puzzle.
    spent    positions that the searches have visited, each of a wide board counted more than once.
    """

    def __init__(self, spec: str, seed: int, trivial: bool = False, judge: EngineJudge | None = None):
        self.spec, self.seed, self.trivial, self.judge = spec, seed, trivial, judge
        self.games = self.missed = self.spent = 0
        self.seen: set[str] = set()

    def __iter__(self) -> Iterator[FoundPuzzle]:
        """Yield the puzzles. Raises SpecError for a game with chance."""
        dry = since = 0
        while dry < DRY and self.spent - since < PLENTY:
            rng = random.Random(f"{self.spec} {self.seed} {self.games}")  # not for secrets
            late = self.missed >= EARLY and self.games % WHOLE > 0
            found = self.look(rng, late)
            if not late:
                self.missed = 0 if found else self.missed + 1
            dry = 0 if found else dry + 1
            if found:
                chosen, since = rng.choice(found), self.spent
                self.seen.add(chosen.spec)
                yield chosen

    def look(self, rng: random.Random, late: bool) -> list[FoundPuzzle]:
        """Return the new puzzles in the next game. Raises SpecError for a game with chance."""
        self.games += 1
        try:
            positions = play_game(self.spec, rng, late)
            if not positions:
                return []
            prover = prover_of(positions[0], judge=self.judge)
            if isinstance(prover, NearSearch):  # gains are found in all parts of a game
                del positions[rng.randint(1, len(positions)) :]
            found = candidates_in(self.spec, positions, prover)
        except Chance as error:
            raise SpecError(f"{self.spec!r} has chance in it, and a puzzle needs a surely best move") from error
        self.spent += prover.spent * max(1, len(positions[0].moves()) // WIDE)
        return [each for each in found if each.spec not in self.seen and (self.trivial or not each.trivial)]


def find_puzzle(
    spec: str, seed: int, hard: int, seen: Collection[str] = (), judge: EngineJudge | None = None
) -> Puzzle | None:
    """Return a puzzle of about difficulty `hard`, 1 to 10, whose spec is not in `seen`; None if there is none.

    The longer the search takes, the more the difficulty may differ.
    """
    nearest: Puzzle | None = None
    search = PuzzleSearch(spec, seed, trivial=hard == 1, judge=judge)
    tried = 0
    for candidate in search:
        if candidate.spec in seen:
            continue
        puzzle, tried = candidate.puzzle(), tried + 1
        if nearest is None or abs(puzzle.hard - hard) < abs(nearest.hard - hard):
            nearest = puzzle
        if abs(nearest.hard - hard) <= tried // FEW + search.spent // MUCH:
            break
    return nearest


def make_set(
    spec: str, seed: int, wanted: int, hard: int | None = None, judge: EngineJudge | None = None
) -> list[Puzzle]:
    """Return `wanted` different puzzles of a game as `choose_set` does."""
    return choose_set(PuzzleSearch(spec, seed, trivial=hard == 1, judge=judge), wanted, hard)


def choose_set(candidates: Iterable[FoundPuzzle], wanted: int, hard: int | None = None) -> list[Puzzle]:
    """Return `wanted` puzzles, or fewer if there are no more, the easiest first.

    hard  their difficulty, 1 to 10, give or take 1; None for any.
    """
    chosen: list[Puzzle] = []
    for tried, candidate in enumerate(candidates):
        puzzle = candidate.puzzle()
        if hard is None or abs(puzzle.hard - hard) <= 1:
            chosen.append(puzzle)
        if len(chosen) == wanted or tried == MOST * wanted:
            break
    return sorted(chosen, key=lambda each: each.rating)


def puzzles_in(records: Iterable[Record], judge: EngineJudge | None = None) -> Iterator[FoundPuzzle]:
    """Yield the different puzzles in all positions of these matches. Raises SpecError if one can have none."""
    seen: set[str] = set()
    for record in records:
        start = check_game(record.game)
        positions = [start, *(each.game for each in replay_texts(record.game, record.moves.split()))]
        for found in reversed(candidates_in(record.game, positions, prover_of(start, PLENTY, judge))):
            if found.spec not in seen and not found.trivial:
                seen.add(found.spec)
                yield found


def blunder_puzzles(
    saved: Iterable[SavedMatch], seen: Collection[str], judge: EngineJudge | None = None
) -> Iterator[Puzzle]:
    """Yield the puzzles in these matches whose specs are not in `seen`, each with its origin."""
    spent = 0
    for number, match in enumerate(saved):
        if number == MATCHES or spent > POSITIONS:
            return
        try:
            moved = list(replay_texts(match.heading.game, match.texts))
            prover = prover_of(games.load(match.heading.game), POSITIONS, judge)
            for place, candidate in blunders(match, moved, prover):
                if candidate.spec not in seen:
                    yield candidate.puzzle(f"your match {match.number}, move {place}")
        except (SpecError, Chance, ValueError):  # its rules have changed, or its positions cannot be written
            continue
        spent += prover.spent


def blunders(match: SavedMatch, moved: list[Moved], prover: Prover | NearSearch) -> Iterator[tuple[int, FoundPuzzle]]:
    """Yield the blunders of the people of a match that make puzzles with the numbers of the moves, the last ones first.

    Raises what find_candidate raises.
    """
    before: list[Game] = [games.load(match.heading.game), *(each.game for each in moved[:-1])]
    for place, (game, made) in reversed(list(enumerate(zip(before, moved, strict=True), 1))):
        if prover.tired or (made.seat in (0, 1) and not prover.reaches(game)):
            return
        if made.seat not in (0, 1) or not is_persons(match.heading.players[made.seat]):
            continue
        candidate = find_candidate(match.heading.game, game, prover, before[place - 2] if place > 1 else None)
        if candidate is not None and not candidate.trivial and is_blunder(candidate, made.text):
            yield place, candidate


def is_blunder(candidate: FoundPuzzle, text: str) -> bool:
    """Return whether the move `text` gave away the win or the draw, or missed what is won near by."""
    made = candidate.values[candidate.start.parse(text)]
    if candidate.gain.plies or candidate.gain.believed:
        return made < candidate.value
    return graded(share(candidate.value) - share(made), 0.0) is Grade.BLUNDER


def refute(puzzle: Puzzle, game: Game, move: int, judge: EngineJudge | None = None) -> WrongMove | None:
    """Return what a wrong move leads to, as written down or searched for; None if that is out of reach."""
    text = game.text(move)
    known = next((each for each in puzzle.refutations if each.move == text), None)
    if known:
        return known
    then = position_after(game, move)
    if puzzle.plies or puzzle.believed:
        near = NearSearch(game, judge=judge)
        return WrongMove(text, 0 if puzzle.plies else near.worth(game, move, DEPTH), near.line(then)[:SHORT])
    prover = Prover(game)
    value = prover.value(then)
    return None if value is None else WrongMove(text, side(puzzle.seat) * value, prover.line(then))


def is_right(puzzle: Puzzle, game: Game, move: int, judge: EngineJudge | None = None) -> bool:
    """Return whether a move is the answer, or wins as much if the answer is only believed."""
    answer = game.parse(puzzle.answer)
    return move == answer or (puzzle.believed and NearSearch(game, judge=judge).is_as_good(game, move, answer))


def today() -> date:
    """Return the date in UTC."""
    return datetime.now(UTC).date()


def game_of(day: date) -> str:
    """Return the game of `day`, if none is named."""
    return random.Random(day.isoformat()).choice(quick_games())


def quick_games() -> list[str]:
    """Return the built-in games whose puzzles are found quickly."""
    return [name for name in puzzle_games() if name not in SLOWLY_FOUND]


def puzzle_of(day: date, spec: str) -> Puzzle | None:
    """Return the puzzle of `day` in the game `spec`; None if there is none."""
    return find_puzzle(spec, int(day.strftime("%Y%m%d")), FIRST + day.weekday())
