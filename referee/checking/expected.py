"""Compares a game with what is known of it: truths in its class, or in a file that a teacher hands out."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import games
from games.names.catalogue import SpecError
from players.player import Unplayable
from referee.checking import laws
from referee.checking.finding import Finding, Report
from referee.checking.game import draw_position
from referee.checking.instrumented_game import describe_error
from referee.checking.truth import NotFoundInTime, Truth, measure, parse_truths, values_agree
from referee.drawing.glyphs import ASCII, Signs
from referee.errors.attribution import format_traceback, is_user_error
from referee.errors.timeout import CodeTimeout, capture_output, limit_time
from referee.errors.user_code import find_raising_line

SECONDS = 10.0  # for one truth
GRACE = 1.0  # seconds after its time in which a search may end by itself
MOST = 40  # lines that are shown of what was found
STATED = "what is expected can be read"
LOOK = "compare the counts of the first moves with right ones: one that is off leads to the rule that is wrong"


def read_expectations(path: str) -> dict[str, Any]:
    """What a file of TOML states. Raises SpecError."""
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
    """The report with all truths of the class, and those stated in a file for that game."""
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
    """The options of the game of that name that a table is about; None if it is about another one.

    name  proper: `connect-four`, `./mine.py:Domineering`;  table  `Domineering`, `Domineering:size=4` or `size=4`.
    """
    own = name.rpartition(":")[2]
    word, _, options = table.partition(":")
    return options if word == own else table if "=" in word else None


def add_truth(report: Report, spec: str, each: Truth, signs: Signs, seconds: float) -> Report:
    """The report with one more truth: whether it holds, is broken or was not found out."""
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
    """The finding about a truth that cannot be measured."""
    if find_raising_line(error)[0]:
        return Finding(named, f"{named}: {describe_error(error)}", each.line, trace=format_traceback(error).rstrip())
    return Finding(named, f"{named}: {error}", None)


def format_value(thing: object) -> str:
    """A number with its thousands, a list of texts in one line, or a word."""
    if isinstance(thing, list):
        return " ".join(map(str, thing)) or "no move"
    return f"{thing:,}" if isinstance(thing, int) else f"{thing:g}" if isinstance(thing, float) else str(thing)


def add_group(report: Report, group: str, finding: Finding | None = None, law: str = "") -> Report:
    """The report with one group more, of that law, and what was found of it."""
    groups = {**report.groups, group: (finding.law if finding else law,)}
    return replace(report, groups=groups, findings=(*report.findings, *([finding] if finding else [])))


def report_missing(path: str, names: Sequence[str], stated: Mapping[str, Any]) -> list[Report]:
    """The reports of games that are stated something of, and that the file does not hold."""
    tables = [table for table, tables in stated.items() if isinstance(tables, Mapping)]
    return [
        report_absent(path, table, stated[table])
        for table in tables
        if not any(match_table(games.CATALOGUE.find(name) or name, table) is not None for name in names)
    ]


def report_absent(path: str, table: str, stated: Mapping[str, object]) -> Report:
    """The report of a game that is not there: nothing of it holds."""
    named = [each.name for each in parse_truths(stated)]
    groups = {f"expected: {name}": (name,) for name in named}
    sentence = f"{path} holds no game {table.partition(':')[0]}"
    return Report("game", f"{path}:{table}", "nothing", groups, tuple(Finding(name, sentence, None) for name in named))
