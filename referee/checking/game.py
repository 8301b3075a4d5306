"""A game checked: all laws, in so many positions near the start and along random games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.checking import cross_position_checks, laws
from referee.checking.advice import advise
from referee.checking.explorer import Explorer
from referee.checking.finding import Finding, Report
from referee.checking.instrumented_game import SECONDS, InstrumentedGame
from referee.checking.other_hashes import check_hashes
from referee.checking.worlds import check_worlds
from referee.drawing.glyphs import ASCII, Signs
from referee.drawing.picture import draw
from referee.errors.attribution import format_traceback, is_user_error
from referee.errors.timeout import CodeTimeout, capture_output

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.game import Game
    from referee.checking.instrumented_game import Violation
    from referee.checking.laws import Line
    from referee.checking.other_hashes import SeeElsewhere

POSITIONS = 3000
TIME = 30.0  # seconds after which no further positions are looked at
WIDTH = 74  # columns of a drawing
LINES = 30  # of a traceback


def check_game(
    make: Callable[[], Game],
    name: str = "game",
    seed: int = 0,
    positions: int = POSITIONS,
    signs: Signs = ASCII,
    seconds: float = SECONDS,
    time: float = TIME,
    see_elsewhere: SeeElsewhere | None = None,
) -> Report:
    """What is wrong with the games that `make` makes, found in so many positions.

    It is the same for the same seed, where there is time enough.
    signs    what positions are drawn with;  seconds  for each call of the rules, until it is broken off.
    time     seconds after which no further positions are looked at.
    see_elsewhere  what is seen after lines of moves in other interpreters; None: nobody looks there.
    """
    subject = InstrumentedGame(make, seconds)
    seen = "no position"
    if cross_position_checks.check_start(subject):
        try:
            seen = explore_game(subject, seed, positions, time, see_elsewhere)
        except Exception as error:
            if not is_user_error(error):
                raise
            subject.blame(error, (), seconds)
    known = laws.rank_laws(list(subject.found))
    findings = [make_finding(subject, subject.found[law], known, signs) for law in known]
    findings.sort(key=lambda finding: (bool(finding.follows), finding.hint))
    unseen = {
        law for group in laws.GROUPS.values() for law in group if law not in known and laws.find_cause(law, known)
    }
    return Report("game", name, seen, laws.GROUPS, tuple(findings), unseen=frozenset(unseen))


def explore_game(
    subject: InstrumentedGame, seed: int, positions: int, time: float, see_elsewhere: SeeElsewhere | None
) -> str:
    """Look at everything, and say how much that was."""
    world = cross_position_checks.find_outside_state(subject)
    cross_position_checks.check_sharing(subject, seed)
    if subject.found.keys() & {laws.SHARING, laws.CHANCY}:
        return "new games"
    explorer = Explorer(subject, seed, positions, time)
    explorer.explore()
    cross_position_checks.check_outside_state(explorer, world)
    if not explorer.stopped:
        cross_position_checks.check_moves_matter(explorer)
        cross_position_checks.check_end(explorer)
        cross_position_checks.check_sides(explorer)
        cross_position_checks.check_estimates(explorer, seed)
        cross_position_checks.check_speed(explorer)
        check_worlds(explorer, seed)
        if see_elsewhere and not subject.found:
            check_hashes(explorer, see_elsewhere, world)
        if not laws.find_cause(laws.TRUTH, list(subject.found)):
            cross_position_checks.check_deals(explorer, seed)
    broken_off = f", ended after {time:g} seconds" if explorer.cut else ""
    many = "1 random game" if len(explorer.lines) == 1 else f"{len(explorer.lines):,} random games"
    return f"{explorer.seen:,} position{'s' * (explorer.seen != 1)}, {many}{broken_off}"


def make_finding(subject: InstrumentedGame, broken: Violation, known: list[str], signs: Signs) -> Finding:
    """The finding about a law that does not hold."""
    with capture_output():
        return Finding(
            law=broken.law,
            sentence=broken.sentence,
            moves=subject.texts(broken.line),
            drawing=draw_line_end(subject, broken.line, signs),
            look=advise(subject, broken),
            trace=shorten_traceback(format_traceback(broken.error))
            if broken.error and has_user_traceback(broken.error)
            else "",
            follows=laws.find_cause(broken.law, known),
            hint=broken.law in laws.HINTS,
        )


def has_user_traceback(error: BaseException) -> bool:
    """Whether its traceback leads into a file of the user."""
    return is_user_error(error) or isinstance(error, CodeTimeout)


def draw_line_end(subject: InstrumentedGame, line: Line, signs: Signs) -> str:
    """The position after those moves, in lines; the last one that can be drawn where that is not."""
    for length in range(len(line), max(len(line) - 3, -1), -1):
        try:
            with subject.watched(()):
                return draw_position(subject.reach(line[:length]), signs)
        except CodeTimeout:
            return ""
    return ""


def draw_position(game: Game, signs: Signs) -> str:
    """The position in lines of text, as everybody may see it."""
    lines = draw(game.show(), signs, WIDTH)
    return "\n".join("".join(span.text for span in each).rstrip() for each in lines)


def shorten_traceback(trace: str) -> str:
    """A traceback without the middle, where it is long, and without what broke the rules off."""
    lines = trace.replace(f"{CodeTimeout.__module__}.{CodeTimeout.__name__}", "broken off here").splitlines()
    if len(lines) > LINES:
        lines = [*lines[: LINES // 2], "  ...", *lines[-LINES // 2 :]]
    return "\n".join(lines)
