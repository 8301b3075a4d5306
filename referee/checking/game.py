"""Checks a game: all laws, in positions near the start and along random games, and what needs several positions."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import islice
from operator import methodcaller
from random import Random
from typing import TYPE_CHECKING, Any

from games.base.numeric import is_countable
from games.capabilities import hides_information
from games.game import CHANCE, writes
from games.laws.hidden import check_surprises, measure_surprise
from games.laws.scene import is_over, observe
from referee.checking import laws
from referee.checking.advice import CALLED, ONCE_EMPTIED, advise
from referee.checking.evaluation_sign import HALF, MOVER, find_wrong_sign
from referee.checking.explorer import Explorer
from referee.checking.game_fields import (
    cached_functions,
    changed_fields,
    find_aliases,
    find_shared,
    outside_values,
)
from referee.checking.instrumented_game import PLAYING, SECONDS, InstrumentedGame, pick_move
from referee.checking.option_extremes import check_options
from referee.checking.other_hashes import check_hashes
from referee.checking.report import Finding, Report
from referee.checking.solved import check_solutions
from referee.checking.worlds import check_worlds
from referee.drawing.glyphs import ASCII, Signs
from referee.drawing.picture import draw
from referee.errors.attribution import OutsideGameError, format_traceback, is_user_error
from referee.errors.timeout import CodeTimeout, capture_output

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games.game import Game
    from referee.checking.instrumented_game import Violation
    from referee.checking.laws import Line
    from referee.checking.other_hashes import SeeElsewhere


STARTS = 12  # new games that must be alike
PAIRS = 12  # lines along which two games are compared
LOOKED = 2  # moves of a line after which the numbers outside of the game are compared
FAR = 40  # moves of the longest of these lines
WIDE = 20  # positions with a choice whose moves are compared
FEW = 5  # fewer of them prove nothing
DECIDED = 60  # games with a winner that are needed to judge the sides
PLAYED = 150  # games for that, or
MOST = 15_000  # moves in them
LAST = 15  # games that each seat must have ended
DEALS = 30  # random games whose true positions are compared with imagined ones
CYCLES = 300  # lines near the start that are searched for a repetition
TARDY = 0.005  # seconds for a move of a random game
POSITIONS = 3000
TIME = 30.0  # seconds in all
WIDTH = 74  # columns of a drawing
LINES = 30  # of a traceback


def check_start(subject: InstrumentedGame) -> bool:
    """Return whether a game can be made, is not over, and has a move; otherwise note what is wrong."""
    with subject.watched(()):
        game = subject.first
        moves, score = game.moves(), game.score()
        subject.make()  # one more
        if score is not None:
            subject.note(laws.BEGINNING, f"a new game is over already, with the score {score!r}", ())
        elif type(moves) is list and not moves:
            subject.note(laws.BEGINNING, "a new game offers no move", ())
    fields: dict[str, Any] = {}
    with suppress(Exception):  # if no game can be made, that is the finding
        fields = vars(subject.first)
    if hidden := next((name for name, value in fields.items() if name in CALLED and not callable(value)), ""):
        subject.found.clear()
        subject.note(laws.BEGINNING, f"the field {hidden} hides the method {hidden}()", ())
    if failed := subject.found.pop(laws.ERRORS, None):
        sentence = f"no game can be begun: {failed.sentence}"
        subject.note(laws.BEGINNING, sentence, (), failed.error)
    return not subject.found.keys() & {laws.BEGINNING, laws.STUCK}


def check_sharing(subject: InstrumentedGame, seed: int) -> None:
    """Note whether a move in one game changes another game, or games made later."""
    known, kind = set(subject.found), subject.kind
    with subject.watched(()):
        before = outside_values(kind)
        first = observe(subject.make())
        if any(observe(subject.make()) != first for _ in range(STARTS)):
            if moved := changed_fields(before, outside_values(kind)):
                subject.note(laws.SHARING, f"a new game changes those begun later: {moved[0]} is changed", ())
            subject.note(laws.CHANCY, "two new games are not alike", ())
            return
        for line in random_lines(subject, seed):
            one, other = subject.make(), subject.make()
            kept = ""
            for number, move in enumerate(line):
                one.make(move)
                kept = kept or (find_outside_number(subject.kind, before) if number < LOOKED else "")
            if kept := kept or find_stale_cache(subject, line):
                subject.note(laws.SHARING, kept, line)
                break
            if observe(other) != first or observe(subject.make()) != first:
                what = describe_sharing(kind, one, other, before)
                subject.note(laws.SHARING, f"a move made in one game changes another game{what}", line)
                break
        check_rows(subject, line)
    for law in (
        subject.found.keys() - known - {laws.SHARING, laws.ALIASED}
    ):  # found again later, with the moves that show them
        subject.found.pop(law)


def find_stale_cache(subject: InstrumentedGame, line: Line) -> str:
    """Return a sentence if a position differs once the caches of functions (functools) are emptied; "" if not."""
    if not (caches := cached_functions(subject.kind)):
        return ""
    warm = observe(subject.reach(line))
    for each in caches.values():
        each.cache_clear()
    emptied = f"a position is another one {ONCE_EMPTIED}: {' or '.join(caches)}"
    return "" if observe(subject.reach(line)) == warm else emptied


def find_outside_number(kind: type, before: dict[str, str]) -> str:
    """Return a sentence if a number or text outside the game is not as `before`; "" if none is."""
    moved = changed_values(before, outside_values(kind))
    return f"the rules keep something outside the game: {moved[0]} is changed" if moved else ""


def changed_values(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """Return the names of changed numbers and texts; lists and dicts may be caches."""
    return [name for name in changed_fields(before, after) if after.get(name, "")[:1] not in "[{("]


def check_rows(subject: InstrumentedGame, line: Line) -> None:
    """Note a field that holds one list twice, if it is changed by the moves."""
    with subject.watched(()):
        game = subject.reach(line)
        for name, value in vars(subject.first).items() if hasattr(subject.first, "__dict__") else ():
            later = getattr(game, name, None)
            if find_aliases(value) and find_aliases(later) and repr(later) != repr(value):
                told = f"the field {name} holds the same list more than once"
                subject.note(laws.ALIASED, f"{told}: what is written into one row is in all of them", ())


def check_outside_state(explorer: Explorer, before: dict[str, str]) -> None:
    """Note what the rules keep outside the game.

    `before` is the state before the first call of the rules. Changed numbers count at once. Lists and dicts may be
    caches: they count only if the same moves do not always lead to the same position.
    """
    after = outside_values(explorer.subject.kind)
    moved = changed_fields(before, after)
    numbers = changed_values(before, after)
    astray = laws.CHANCY in explorer.subject.found
    if kept := numbers or (moved if astray else []):
        line = explorer.near[1] if explorer.near[1:] else ()
        explorer.subject.note(laws.SHARING, f"the rules keep something outside the game: {kept[0]} is changed", line)


def random_lines(subject: InstrumentedGame, seed: int) -> Iterator[Line]:
    """Yield some random lines of moves, the shortest first."""
    rng = Random(seed)
    for length in (*range(1, PAIRS), FAR):
        game = subject.make()
        line: list[int] = []
        while not is_over(game) and len(line) < length:
            line.append(pick_move(game, rng))
            game.make(line[-1])
        yield tuple(line)


def describe_sharing(kind: type, one: Game, other: Game, before: dict[str, str]) -> str:
    """Return what two games share, as the end of a sentence; "" if that is unknown."""
    moved = changed_fields(before, outside_values(kind))
    if field := find_shared(one, other):
        return f": both have the same {field}" + (f", which is {moved[0]}" if moved else "")
    return f": {moved[0]} is changed" if moved else ""


def check_moves_matter(explorer: Explorer) -> None:
    """Note if the choice of the move never matters."""
    subject = explorer.subject
    first: Line | None = None
    count = 0
    for line in islice(explorer.near, 10 * WIDE):
        with subject.watched(line):
            game = subject.reach(line)
            moves = [] if is_over(game) or game.turn == CHANCE else game.moves()
            if len(moves) > 1:
                first = line if first is None else first
                count += 1
                if lead_apart(subject, line, moves):
                    return
        if count >= WIDE:
            break
    if first is not None and count >= FEW:
        game = subject.reach(first)
        one, other = (game.text(move) for move in game.moves()[:2])
        subject.note(laws.DEAF, f"make({one}) and make({other}) lead to the same position, as all moves do", first)


def lead_apart(subject: InstrumentedGame, line: Line, moves: list[int]) -> bool:
    """Return whether two of the moves lead to different positions, or to positions without a key."""
    found = []
    for move in moves[:8]:
        game = subject.reach((*line, move))
        found.append((observe(game), game.key()))
        if not game.key():
            return True
    return any(each != found[0] for each in found)


def check_end(explorer: Explorer) -> None:
    """Note a random game that does not end."""
    if explorer.unended is None:
        return
    sentence = f"a random game was not over after {len(explorer.unended):,} moves"
    if again := find_cycle(explorer):
        line, length = again
        sentence += f"; after {len(line)} moves the position is that after {length} again, and no rule ends such a game"
        explorer.subject.note(laws.END, sentence, line)
    else:
        explorer.subject.note(laws.END, sentence, ())


def find_cycle(explorer: Explorer) -> tuple[Line, int] | None:
    """Return the shortest line that ends in a position of its own, and the number of moves before that position."""
    for line in explorer.near[:CYCLES]:
        with explorer.subject.watched(line):
            passed = [observe(explorer.subject.reach(line[:length])) for length in range(len(line) + 1)]
            if passed[-1] in passed[:-1]:
                return line, passed.index(passed[-1])
    return None


def check_sides(explorer: Explorer) -> None:
    """Note if one seat never moves, or never wins though it makes the last move as often as the other."""
    subject = explorer.subject
    explorer.play_on(PLAYED, MOST)
    movers: set[int] = set()
    long = 0
    ends: list[tuple[int, int, int]] = []  # who moved last, the score, and the number of moves
    for line in explorer.lines[:PLAYED]:
        with subject.watched(line):
            game, seats = subject.make(), list[int]()
            for move in line:
                seats += [game.turn] * (game.turn != CHANCE)
                game.make(move)
            score = game.score()
            movers |= set(seats)
            long = max(long, len(seats))
            if score is not None and is_countable(score) and seats:
                ends.append((seats[-1], score, len(line)))
    if movers in ({0}, {1}):
        idle = 1 - movers.pop()
        if long > 3:
            subject.note(laws.TURNS, f"seat {idle} never has a turn: turn is {1 - idle} in each position", ())
        return
    won = [(seat, score) for seat, score, _ in ends if score]
    last = [sum(seat == each for seat, _ in won) for each in (0, 1)]
    note_numbers_of_winners(subject, ends)
    if len(won) >= DECIDED and min(last) >= LAST and len({score > 0 for _, score in won}) == 1:
        winner = 0 if won[0][1] > 0 else 1
        who = f"seat {winner} won all {len(won)} random games, also {last[1 - winner]} that the other ended"
        subject.note(laws.SIDES, f"{who}: score() is what seat 0 has won, whoever moved last", ())


def note_numbers_of_winners(subject: InstrumentedGame, ends: list[tuple[int, int, int]]) -> None:
    """Note scores that seem to be the number of the winner: 0 where seat 0 moved last, also early, and 1 otherwise."""
    counts = Counter((seat, score) for seat, score, _ in ends)
    longest = max((length for _, _, length in ends), default=0)
    soon = sum(seat == 0 and length < longest for seat, _, length in ends)
    if (
        counts.keys() <= {(0, 0), (1, 0), (1, 1)}
        and min(soon, counts[1, 1]) >= LAST
        and counts[1, 1] > 3 * counts[1, 0]
    ):
        told = f"score() is never -1, 0 in all games that seat 0 ended ({soon} before the last move possible)"
        subject.note(
            laws.SIDES, f"{told}, and 1 in {counts[1, 1]} that seat 1 ended: is it the number of the winner?", ()
        )


def check_deals(explorer: Explorer, seed: int) -> None:
    """Note if the true position is imagined more or less often than chance deals it."""
    with explorer.subject.watched(()):
        start = explorer.subject.make()
        if not hides_information(start):
            return
        rng = Random(seed)
        surprises = [measure_surprise(start, rng) for _ in range(DEALS)]
        for law, sentence in check_surprises(surprises):
            explorer.subject.note(law, sentence, ())


def check_estimates(explorer: Explorer, seed: int) -> None:
    """Note an estimate for the wrong seat, or one beyond the range of searches."""
    subject = explorer.subject
    if not writes(subject.first, "estimate") or laws.find_cause(laws.SIGN, [*subject.found]):
        return
    whose, shown = find_wrong_sign(subject, methodcaller("estimate"), seed)
    if whose:
        subject.note(laws.SIGN if whose == MOVER else laws.TURNED, f"estimate(): {shown}", ())
    with subject.watched((), PLAYING):
        for line in explorer.lines[:DEALS]:
            game = subject.make()
            for place, move in enumerate(line):
                game.make(move)
                if abs(found := game.estimate()) > HALF and game.score() is None:
                    subject.note(laws.SIZE, f"the estimate is {found:,}, which is beyond {HALF:,}", line[: place + 1])


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
    """Return the report on the games that `make` makes, after looking at about `positions` positions.

    The same seed gives the same report, if there is time enough.
    signs    characters of drawn positions;  seconds  for each call of the rules;  time  seconds in all.
    see_elsewhere  what other interpreters see after lines of moves; None: nobody looks.
    """
    subject = InstrumentedGame(make, seconds)
    seen = "no position"
    if check_start(subject):
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
    """Check everything, and return how much that was."""
    world = outside_values(subject.kind)
    check_sharing(subject, seed)
    if subject.found.keys() & {laws.SHARING, laws.CHANCY}:
        return "new games"
    explorer = Explorer(subject, seed, positions, time)
    explorer.explore()
    check_outside_state(explorer, world)
    if not explorer.stopped:
        check_moves_matter(explorer)
        check_end(explorer)
        check_sides(explorer)
        check_estimates(explorer, seed)
        check_options(subject, seed)
        if all(law in laws.HINTS for law in subject.found):
            check_solutions(explorer)
        moves = sum(map(len, explorer.lines))
        if moves and (each := explorer.seconds / moves) > TARDY:
            subject.note(laws.SLOW, f"a move takes {1000 * each:.0f} ms; searches look at thousands of them", ())
        check_worlds(explorer, seed)
        if see_elsewhere and not subject.found:
            check_hashes(explorer, see_elsewhere, world)
        if not laws.find_cause(laws.TRUTH, list(subject.found)):
            check_deals(explorer, seed)
    broken_off = f", ended after {time:g} seconds" if explorer.cut else ""
    many = "1 random game" if len(explorer.lines) == 1 else f"{len(explorer.lines):,} random games"
    return f"{explorer.seen:,} position{'s' * (explorer.seen != 1)}, {many}{broken_off}"


def make_finding(subject: InstrumentedGame, broken: Violation, known: list[str], signs: Signs) -> Finding:
    """Return the finding about a broken law."""
    subject = broken.variant or subject
    with capture_output():
        return Finding(
            law=broken.law,
            sentence=broken.sentence,
            moves=subject.texts(broken.line),
            drawing=draw_line_end(subject, broken.line, signs),
            look=advise(subject, broken),
            trace=user_traceback(broken.error),
            follows=laws.find_cause(broken.law, known),
            hint=broken.law in laws.HINTS,
        )


def user_traceback(error: BaseException | None) -> str:
    """Return the traceback of an error that leads into a user's file, or what a program printed; otherwise ""."""
    if isinstance(error, OutsideGameError):
        return "\n".join(getattr(error, "__notes__", ()))
    if error is None or not (is_user_error(error) or isinstance(error, CodeTimeout)):
        return ""
    return shorten_traceback(format_traceback(error))


def draw_line_end(subject: InstrumentedGame, line: Line, signs: Signs) -> str:
    """Return the position after `line` as text, or else the last position before it that can be drawn."""
    for length in range(len(line), max(len(line) - 3, -1), -1):
        try:
            with subject.watched(()):
                return draw_position(subject.reach(line[:length]), signs)
        except CodeTimeout:
            return ""
    return ""


def draw_position(game: Game, signs: Signs) -> str:
    """Return the position as text, as it is open to all."""
    lines = draw(game.show(), signs, WIDTH)
    return "\n".join("".join(span.text for span in each).rstrip() for each in lines)


def shorten_traceback(trace: str) -> str:
    """Return the traceback without a long middle and without the exception of a time limit."""
    lines = trace.replace(f"{CodeTimeout.__module__}.{CodeTimeout.__name__}", "broken off here").splitlines()
    if len(lines) > LINES:
        lines = [*lines[: LINES // 2], "  ...", *lines[-LINES // 2 :]]
    return "\n".join(lines)
