"""The plan of a tournament as it is kept, read back and checked."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from games.names.catalogue import SpecError
from referee.match.adjudication import Adjudication
from referee.match.clock_text import restore_control
from referee.match.options import DrawRule, ResignRule
from referee.match.record import is_count, is_text, parse_line, sanitize
from referee.running.sandbox.limits import Guard
from referee.tournaments.anchors import check_anchors
from referee.tournaments.options import MOST_ROUNDS
from referee.tournaments.plan import Tournament
from referee.tournaments.schedule import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def parse_plan(text: object) -> Tournament:
    """The tournament in a plan as JSON. Raises SpecError, ValueError or TypeError if it is not one."""
    if not isinstance(text, str):
        raise TypeError("its plan is not text")
    found = parse_line(text)
    for name, fits in FIELDS.items():
        if not fits(found.get(name)):
            raise SpecError(f"not a plan of a tournament: {name!r} is missing or wrong")
    if len(found["names"]) != len(found["players"]) or len(set(found["names"])) < max(2, len(found["names"])):
        raise SpecError("not a plan of a tournament: not each player has a name of its own")
    given: dict[str, Any] = {name: sanitize(found[name]) for name in FIELDS}
    given["control"] = restore_control(**found["control"])
    given["guard"] = None if found["guard"] is None else Guard(**found["guard"])
    if not are_anchors(anchors := found.get("anchors", [])):
        raise SpecError("not a plan of a tournament: 'anchors' is wrong")
    given["anchors"] = sanitize(anchors)
    if (rules := found.get("rules")) is not None:
        given["rules"] = read_rules(rules)
    check_anchors(given["anchors"], given["names"])
    return Tournament(**given)


def read_rules(found: object) -> Adjudication:
    """The rules of adjudication in a plan. Raises SpecError, ValueError or TypeError if they are none."""
    if not isinstance(found, dict):
        raise SpecError("not a plan of a tournament: 'rules' is wrong")
    given = dict(found)
    for name, kind in (("resign", ResignRule), ("draw", DrawRule)):
        given[name] = None if given.get(name) is None else kind(**given[name])
    return Adjudication(**given).checked()


def are_texts(value: object) -> bool:
    """Whether it is a list of texts."""
    return isinstance(value, list) and all(map(is_text, value))


def are_anchors(value: object) -> bool:
    """Whether it is a list of lists of a text and a finite number."""
    return isinstance(value, list) and all(
        isinstance(each, list) and len(each) == 2 and is_text(each[0]) and is_number(each[1]) for each in value
    )


def are_limits(value: object) -> bool:
    """Whether it is an object of numbers from 0, which may be missing."""
    return isinstance(value, dict) and all(each is None or is_limit(each) for each in value.values())


def is_control(value: dict[str, object]) -> bool:
    """Whether it is an object of a time control, as store_control makes it: numbers, and maybe the text of a clock."""
    numbers = {name: each for name, each in value.items() if name != "clock"}
    known = numbers.keys() <= {"move", "total", "increment"} and is_text(value.get("clock", ""))
    return known and are_limits(numbers) and numbers.get("increment") is not None


def is_guard(value: object) -> bool:
    """Whether it is an object of a Guard's limits, of which only the seconds may be less than whole numbers."""
    return are_limits(value) and not any(isinstance(value.get(name), float) for name in ("memory", "output"))  # type: ignore[attr-defined]


def is_limit(value: object) -> bool:
    """Whether it is a finite number from 0."""
    return is_number(value) and value >= 0  # type: ignore[operator]


def is_number(value: object) -> bool:
    """Whether it is a finite number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


FIELDS: Mapping[str, Callable[[object], bool]] = {
    "game": is_text,
    "players": are_texts,
    "names": are_texts,
    "format": lambda value: value in FORMATS,
    "rounds": lambda value: is_count(value) and 1 <= value <= MOST_ROUNDS,  # type: ignore[operator]
    "seed": is_count,
    "control": lambda value: isinstance(value, dict) and is_control(value),
    "openings": lambda value: isinstance(value, list) and all(map(are_texts, value)),
    "guard": lambda value: value is None or is_guard(value),
}
