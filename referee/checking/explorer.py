"""Checks the laws in all positions near the start and along random games, and shortens the lines to faults."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import inf
from random import Random
from typing import TYPE_CHECKING, TypeVar

from games.base.rule_values import describe_kind
from games.laws import LONGEST
from games.laws.hidden import plain_move
from games.laws.scene import Scene, is_over, observe
from referee.checking import laws
from referee.checking.instrumented_game import PLAYING, InstrumentedGame, pick_move
from referee.errors.timeout import CodeTimeout, Stopwatch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.game import Game
    from games.laws.scene import Law
    from referee.checking.instrumented_game import Violation
    from referee.checking.laws import Line

Move = TypeVar("Move", int, str)
SAMPLED = 30  # positions of a random game that are examined
SHARE = 3  # one third of the positions is near the start
LEAST = 150  # positions examined even after the time is over, up to
LONGER = 3  # times the time
TRIES = 200  # shorter lines that are tried, within
SHORTENING = 10.0  # seconds
FINE = 6  # below this size of gaps, each size is tried
PAIRED = 12  # moves of a line up to which any two moves are left out
HISTORY = {  # laws that compare with earlier positions
    "one_key_means_one_future", "equal_positions_have_one_key", laws.LEARNS, laws.SHUFFLED,
}  # fmt: skip
UNLAWFUL = (laws.ERRORS, laws.SILENT, laws.DICE, laws.RETURNS)  # these show while other laws are checked


def shorten_line(line: tuple[Move, ...]) -> Iterator[tuple[Move, ...]]:
    """Yield the line without some consecutive moves, then without any two."""
    size = len(line) // 2
    while size > 0:
        yield from (line[:place] + line[place + size :] for place in range(len(line) - size, -1, -1))
        size = size - 1 if size < FINE else size // 2
    if len(line) <= PAIRED:
        for one, other in combinations(range(len(line)), 2):
            yield line[:one] + line[one + 1 : other] + line[other + 1 :]


class Explorer:
    """Looks at about `positions` positions of a game.

    laws    those still unbroken, causes first;  near  the lines to positions near the start, shortest first.
    seen    the number of positions;  lines  random games played;  seconds  that they took.
    time    seconds after which only LEAST positions are completed, within LONGER times that limit. Positions near the
            start take a third of it at most. Waiting for a processor does not count.
    cut     whether the time ended the search.
    """

    def __init__(self, subject: InstrumentedGame, seed: int, positions: int, time: float = inf):
        self.subject, self.positions, self.time = subject, positions, time
        self.watch, self.cut = Stopwatch(), False
        self.rng = Random(seed)
        self.laws: list[Law] = list(laws.POSITION_LAWS)
        self.line_laws = list(laws.LINE_LAWS)
        self.near: list[Line] = []
        self.seen = 0
        self.depth = 0  # moves up to which all positions were examined
        self.lines: list[Line] = []  # of the random games
        self.unended: Line | None = None
        self.seconds = 0.0
        self.later: tuple[Line, BaseException] | None = None  # the error of a move that a law made in a copy
        self.settled = False  # whether that error was found in no other way
        self.scene = Scene(subject.first, Random(seed), subject.make)

    @property
    def stopped(self) -> bool:
        """Whether the rules are too broken to go on."""
        return any(law in self.subject.found for law in (laws.STUCK, laws.ERRORS, laws.RETURNS, laws.DICE))

    def explore(self) -> None:
        self.look_near()
        if not self.stopped:
            self.play_far()
            self.cut = self.seen < self.positions and self.late()
        self.settle()
        for law in list(self.subject.found):
            self.shorten(law)

    def look_near(self) -> None:
        """Look at positions near the start, breadth first."""
        lines: deque[Line] = deque([()])
        while lines and self.seen < self.positions // SHARE and not self.late(SHARE):
            line = lines.popleft()
            self.depth = len(line)
            if not self.stopped or not self.depth:
                self.near.append(line)
                lines.extend(self.beyond(line))

    def late(self, share: int = 1) -> bool:
        """Return whether `time / share` is over and enough positions were seen, or far more time than that."""
        time = self.time / share
        return self.watch.passes(time if self.seen >= LEAST // share else LONGER * time)

    def beyond(self, line: Line) -> list[Line]:
        """Examine the position after `line`; return the lines that are one move longer."""
        with self.subject.watched(line) as watch:
            game = self.examine(line, self.subject.reach(line))
            self.examine_line(line)
            if is_over(game):
                return []
            moves = [plain_move(move) for move in game.moves()]
            for move in moves:
                watch.line = (*line, move)
                self.make(self.subject.reach(line), move, watch.line)
            return [(*line, move) for move in moves]
        return []

    def make(self, game: Game, move: int, line: Line) -> None:
        answer: object = game.make(move)  # type: ignore[func-returns-value]  # a user's make may return something
        if answer is not None:
            kind = describe_kind(answer)
            self.subject.note(laws.RETURNS, f"make({move}) returns {kind}, but must return nothing", line)

    def examine(self, line: Line, game: Game) -> Game:
        """Check the laws of positions; return the position unspoiled."""
        self.seen += 1
        fresh, way = partial(self.subject.onward, line), partial(self.subject.texts, line)
        scene = replace(self.scene, game=game, fresh=fresh, way=way)
        for law in list(self.laws):
            if law not in self.laws:
                continue
            try:
                sentence = next(law(scene), "")
            except (Exception, SystemExit, CodeTimeout) as error:
                self.subject.hasty |= isinstance(error, CodeTimeout)
                if not self.quiet(line):
                    raise
                self.later = self.later or (line, error)  # the search may still make these moves itself
                return self.subject.reach(line)
            if sentence:
                self.fail(law.__name__, sentence, line)
                scene = replace(scene, game=self.subject.reach(line))
        return scene.game

    def quiet(self, line: Line) -> bool:
        """Return whether the position after `line` can be observed, so that an error must lie beyond it."""
        try:
            observe(self.subject.reach(line))
        except (Exception, SystemExit):  # noqa: BLE001  # whatever their rules raise
            return False
        return True

    def settle(self) -> None:
        """Note an error from moves that a law made, unless it was found on its own since."""
        if self.later and not self.stopped:
            line, error = self.later
            self.subject.blame(error, line, self.subject.seconds)
            self.settled = True

    def examine_line(self, line: Line) -> None:
        for law in list(self.line_laws):
            if sentence := next(law(self.subject.reach, line), ""):
                self.fail(law.__name__, sentence, line)

    def fail(self, law: str, sentence: str, line: Line) -> None:
        """Note a broken law, and drop it and the laws that may follow from it."""
        self.subject.note(law, sentence, line)
        found = list(self.subject.found)
        self.laws = [each for each in self.laws if each.__name__ != law and not laws.find_cause(each.__name__, found)]
        self.line_laws = [each for each in self.line_laws if each.__name__ not in found]

    def play_far(self) -> None:
        while self.seen < self.positions and not self.stopped and not self.late():
            before = self.seen
            line = self.played()
            self.lines.append(line)
            for length in sorted({*self.rng.sample(range(len(line) + 1), min(SAMPLED, len(line) + 1)), len(line)}):
                if self.late():
                    return
                with self.subject.watched(line[:length]):
                    self.examine(line[:length], self.subject.reach(line[:length]))
            if self.unended is None:
                with self.subject.watched(line):
                    self.examine_line(line)
            if self.unended is not None or self.seen == before:
                return

    def play_on(self, count: int, most: int) -> None:
        """Play random games until there are `count`, or `most` moves in them."""
        while len(self.lines) < count and sum(map(len, self.lines)) < most:
            if self.stopped or self.unended is not None or self.late():
                return
            self.lines.append(self.played())

    def played(self) -> Line:
        """Return the moves of a random game. A game that does not end is noted in `unended`."""
        line: list[int] = []
        clock = Stopwatch()
        with self.subject.watched((), PLAYING) as watch:
            game = self.subject.reach(())
            while not is_over(game) and len(line) < LONGEST and not clock.passes(PLAYING / 2):
                line.append(pick_move(game, self.rng))
                watch.line = tuple(line)
                self.make(game, line[-1], watch.line)
            if not is_over(game):
                self.unended = tuple(line)
        self.seconds += clock.seconds
        return tuple(line)

    # The same fault, nearer to the start.

    def shorten(self, law: str) -> None:
        """Replace the line of a fault by a shorter one that shows it, unless it is the shortest already."""
        broken = self.subject.found[law]
        if len(broken.line) <= self.depth or law in (laws.STUCK, laws.SHARING):
            return
        tries, clock = TRIES, Stopwatch()
        candidates = shorten_line(broken.line)
        while tries and not clock.passes(SHORTENING) and (line := next(candidates, None)) is not None:
            tries -= 1
            if self.legal(line) and (shown := self.shown(law, line)):
                broken = self.subject.found[law] = shown
                candidates = shorten_line(broken.line)

    def legal(self, line: Line) -> bool:
        """Return whether the moves of `line` are legal; the last one may fail when made."""
        try:
            game = self.subject.make()
            for move in line[:-1]:
                if move not in game.moves():
                    return False
                game.make(move)
            return not line or line[-1] in game.moves()
        except Exception:  # noqa: BLE001  # rules that are broken
            return False

    def shown(self, law: str, line: Line) -> Violation | None:
        """Return the violation of `law` after `line` or sooner; None if the law holds."""
        subject = InstrumentedGame(self.subject.make, self.subject.seconds)
        subject.first = self.subject.first
        trial = Explorer(subject, 0, 0)
        trial.laws = [each for each in laws.POSITION_LAWS if each.__name__ == law or law in UNLAWFUL]
        trial.line_laws = [each for each in laws.LINE_LAWS if each.__name__ == law]
        for length in range(len(line) + 1) if law in HISTORY or law in UNLAWFUL else [len(line)]:
            with trial.subject.watched(line[:length]):
                trial.examine_line(line[:length])
                trial.examine(line[:length], trial.subject.reach(line[:length]))
        if self.settled:
            trial.settle()
        return trial.subject.found.get(law)
