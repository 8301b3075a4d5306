"""Compares a game with known facts, stated in its class or in a file that a teacher hands out."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isclose
from pathlib import Path
from typing import TYPE_CHECKING, Any

import games
from games.capabilities import hides_information
from games.dataclass import dataclass
from games.game import CHANCE, IllegalMove
from games.names.catalogue import SpecError
from games.perft import split
from players.optimal import shows_chance
from players.player import Unplayable
from players.search.alphabeta.tree import Chance
from referee.checking import laws
from referee.checking.game import draw_position
from referee.checking.instrumented_game import describe_error
from referee.checking.report import Finding, Report
from referee.checking.solved import NotFoundInTime, solve_position
from referee.drawing import text_table
from referee.drawing.glyphs import ASCII, Signs
from referee.errors.attribution import format_traceback, is_user_error
from referee.errors.ownership import find_raising_line
from referee.errors.timeout import CodeTimeout, capture_output, limit_time
from referee.solving.exhaustive import by_sweep

if TYPE_CHECKING:
    from games.game import Game


NONE = "none"  # the score of a game that is not over
CLOSE = 1e-6  # of values that are averages over chance
NAMES = "perft N, value, plies, moves, score, turn; each may follow texts of moves and a colon: '1 5: perft 2'"
KINDS: dict[str, tuple[type, ...]] = {
    "value": (int, float), "plies": (int, str, type(None)), "moves": (int, list), "score": (int, str, type(None)),
    "turn": (int, str),
}  # fmt: skip
FORMS = {
    "value": "a number", "plies": "a whole number, or 'none' for a draw", "moves": "a whole number, or a list of texts",
    "score": "a whole number, or 'none' while the game goes on", "turn": "0, 1 or 'chance'",
}  # fmt: skip
SECONDS = 10.0  # for one fact
GRACE = 1.0  # further seconds in which a search may end by itself
MOST = 40  # lines shown of a measurement
STATED = "what is expected can be read"
LOOK = "compare the counts of the first moves with right ones: one that is off leads to the rule that is wrong"


@dataclass(frozen=True)
class Truth:
    """A known fact about a game after some moves.

    name    as it was written;  options  of the game;  line  texts of moves;  what  is measured.
    depth   of a perft;  wanted  the value.
    """

    name: str
    options: str
    line: tuple[str, ...]
    what: str
    depth: int
    wanted: object


@dataclass(frozen=True)
class Measurement:
    """A measured value, and details: the count of each first move, or the texts of the moves."""

    found: object
    shown: tuple[str, ...] = ()


def parse_truths(stated: Mapping[str, object], options: str = "") -> list[Truth]:
    """Return the facts by their names; a table of facts belongs to the game with these options.

    Raises ValueError for what is not a fact.
    """
    found: list[Truth] = []
    for name, wanted in stated.items():
        found += (
            parse_truths(wanted, name)
            if isinstance(wanted, Mapping) and not options
            else [parse_truth(name, options, wanted)]
        )
    return found


def parse_truth(name: str, options: str, wanted: object) -> Truth:
    """Return the fact of that name. Raises ValueError."""
    line, _, words = name.rpartition(":")
    what, _, number = words.strip().partition(" ")
    if what not in MEASURES or (what == "perft") != number.strip().isdecimal() or (number and int(number) < 1):
        raise ValueError(f"{name!r} is not a truth that can be checked ({NAMES})")
    kinds = KINDS.get(what, (int,))
    if not isinstance(wanted, kinds) or isinstance(wanted, bool):
        raise ValueError(  # noqa: TRY004  # what people write, and not what a program hands over
            f"{name} = {wanted!r} must be {FORMS.get(what, 'a whole number')}"
        )
    return Truth(name, options, tuple(line.split()), what, int(number or 0), NONE if wanted is None else wanted)


def measure(start: Game, truth: Truth, seconds: float) -> Measurement:
    """Return the measured value of a fact. Changes `start`.

    Raises NotFoundInTime, ValueError if it cannot be measured, and what the rules raise.
    """
    for text in truth.line:
        if start.score() is not None:
            raise ValueError(f"the game is over before {text!r} can be played")
        try:
            start.make(start.parse(text))
        except IllegalMove as error:
            raise ValueError(f"{text!r} cannot be played: {error}") from error
    return MEASURES[truth.what](start, truth, seconds)


def values_agree(one: object, other: object) -> bool:
    """Return whether two values are equal; averages may differ by CLOSE."""
    if isinstance(one, float) and isinstance(other, (int, float)):
        return isclose(one, other, abs_tol=CLOSE)
    return sorted(one) == sorted(other) if isinstance(one, list) and isinstance(other, list) else one == other


# What can be measured.


def measure_perft(game: Game, truth: Truth, seconds: float) -> Measurement:
    """Count the sequences of moves, in all and by their first moves."""
    counts = split(game, truth.depth) if game.score() is None else []
    return Measurement(
        sum(count for _, count in counts), tuple(text_table.rows([(text, f"{count:,}") for text, count in counts]))
    )


def measure_value(game: Game, truth: Truth, seconds: float) -> Measurement:
    """Return the score with best play, or its average if there is chance."""
    if (score := game.score()) is not None:
        return Measurement(score)
    if hides_information(game):
        raise ValueError("what a game with hidden cards is worth is not solved here; see referee solve")
    try:
        if not shows_chance(game):
            return Measurement(solve_position(game, seconds).score)
    except Chance:
        pass
    found = by_sweep(game, seconds)
    if not found["solved"]:
        raise NotFoundInTime
    return Measurement(float(found["value"]))


def measure_plies(game: Game, truth: Truth, seconds: float) -> Measurement:
    """Return the number of moves to the end, if the winner hurries and the loser delays; NONE for a draw."""
    if game.score() is not None:
        return Measurement(0)
    if hides_information(game) or shows_chance(game):
        raise ValueError("plies are known only of games without chance and hidden cards")
    distance = solve_position(game, seconds).distance
    return Measurement(NONE if distance is None else distance)


def measure_moves(game: Game, truth: Truth, seconds: float) -> Measurement:
    """Return the texts of the legal moves, or their number if a number is wanted."""
    texts = [game.text(move) for move in game.moves()]
    if isinstance(truth.wanted, int):
        return Measurement(len(texts), (" ".join(texts),))
    wanted = set(truth.wanted if isinstance(truth.wanted, list) else ())
    gone, new = wanted - set(texts), set(texts) - wanted
    parts = (("missing", gone), ("not wanted", new))
    return Measurement(texts, tuple(f"{name}: {' '.join(sorted(some))}" for name, some in parts if some))


MEASURES: dict[str, Callable[[Game, Truth, float], Measurement]] = {
    "perft": measure_perft, "value": measure_value, "plies": measure_plies, "moves": measure_moves,
    "score": lambda game, *_: Measurement(NONE if (score := game.score()) is None else score),
    "turn": lambda game, *_: Measurement("chance" if game.turn == CHANCE else game.turn),
}  # fmt: skip


def read_expectations(path: str) -> dict[str, Any]:
    """Return the contents of a TOML file of facts. Raises SpecError."""
    try:
        stated = tomllib.loads(Path(path).read_text(encoding="utf-8-sig"))
        for behind, table in stated.items():
            parse_truths(table if isinstance(table, Mapping) else {behind: table}, "-")
    except OSError as error:
        raise SpecError(f"--expect {path} cannot be read: {error.strerror}") from error
    except ValueError as error:  # of TOML and of Unicode too
        raise SpecError(f"--expect {path}: {error}") from error
    return stated


def add_expectations(
    report: Report, spec: str, stated: Mapping[str, Any], signs: Signs = ASCII, seconds: float = SECONDS
) -> Report:
    """Return the report with all facts stated in the class, and those in a file for the game."""
    name = games.CATALOGUE.find(spec) or spec
    own = getattr(games.CATALOGUE.load_class(name), "expect", None)
    try:
        wanted = [(name, each) for each in parse_truths(own if isinstance(own, Mapping) else {})]
    except ValueError as error:
        report = add_group(report, f"expected: {STATED}", Finding(STATED, str(error), None))
        wanted = []
    for table, tables in stated.items():
        if not isinstance(tables, Mapping):
            wanted += [(spec, each) for each in parse_truths({table: tables})]
        elif (options := match_table(name, table)) is not None:
            wanted += [(name, each) for each in parse_truths({options: tables} if options else tables)]
    for of, each in {(of, each.options, each.name): (of, each) for of, each in wanted}.values():
        report = add_truth(report, of, each, signs, seconds)
    return report


def match_table(name: str, table: str) -> str | None:
    """Return the options of the game that a table is about; None if it is about another game.

    name  as the catalogue finds it;  table  `Domineering`, `Domineering:size=4` or `size=4`.
    """
    own = name.rpartition(":")[2]
    word, _, options = table.partition(":")
    return options if word == own else table if "=" in word else None


def add_truth(report: Report, spec: str, each: Truth, signs: Signs, seconds: float) -> Report:
    """Return the report with one more fact: true, false, or not measured."""
    named = f"{each.options}, {each.name}" if each.options else each.name
    group = f"expected: {named}"
    if any(finding.law in (laws.STUCK, laws.BEGINNING) for finding in report.findings):
        return replace(add_group(report, group, law=named), unseen=report.unseen | {named})
    try:
        with capture_output(), limit_time(seconds + GRACE):
            start = games.load(f"{spec}:{each.options}" if each.options else spec)
            found = measure(start, each, seconds)
            shown = found.shown or tuple(draw_position(start, signs).splitlines())
    except (NotFoundInTime, CodeTimeout):
        late = replace(report, notes=(*report.notes, f"{named} was not worked out within {seconds:g} seconds"))
        return replace(add_group(late, group, law=named), unseen=report.unseen | {named})
    except Exception as error:
        if not isinstance(error, (ValueError, Unplayable)) and not is_user_error(error):
            raise
        return add_group(report, group, make_finding(named, each, error))
    if values_agree(found.found, each.wanted):
        return add_group(report, group, law=named)
    drawing = "\n".join([*shown[:MOST], *([f"... {len(shown) - MOST} more"] if len(shown) > MOST else [])])
    sentence = f"{named} is {format_value(found.found)}, not {format_value(each.wanted)}"
    return add_group(
        report, group, Finding(named, sentence, each.line, drawing=drawing, look=LOOK * (each.what == "perft"))
    )


def make_finding(named: str, each: Truth, error: Exception) -> Finding:
    """Return the finding about a fact that cannot be measured."""
    if find_raising_line(error)[0]:
        return Finding(named, f"{named}: {describe_error(error)}", each.line, trace=format_traceback(error).rstrip())
    return Finding(named, f"{named}: {error}", None)


def format_value(thing: object) -> str:
    """Return a number with thousands separators, a list in one line, or a word."""
    if isinstance(thing, list):
        return " ".join(map(str, thing)) or "no move"
    return f"{thing:,}" if isinstance(thing, int) else f"{thing:g}" if isinstance(thing, float) else str(thing)


def add_group(report: Report, group: str, finding: Finding | None = None, law: str = "") -> Report:
    """Return the report with one more group."""
    groups = {**report.groups, group: (finding.law if finding else law,)}
    return replace(report, groups=groups, findings=(*report.findings, *([finding] if finding else [])))


def report_missing(path: str, names: Sequence[str], stated: Mapping[str, Any]) -> Iterator[Report]:
    """Yield reports on games for which facts are stated but which the file does not hold: no fact holds."""
    found = [games.CATALOGUE.find(name) or name for name in names]
    for table, truths in stated.items():
        if isinstance(truths, Mapping) and all(match_table(name, table) is None for name in found):
            named = [each.name for each in parse_truths(truths)]
            groups = {f"expected: {name}": (name,) for name in named}
            sentence = f"{path} holds no game {table.partition(':')[0]}"
            findings = tuple(Finding(name, sentence, None) for name in named)
            yield Report("game", f"{path}:{table}", "nothing", groups, findings)
