"""A frozen class made by games/dataclass.py and the same class made by the library do the same."""

import copy
import inspect
import pickle
from dataclasses import FrozenInstanceError, asdict, astuple, field, fields, replace
from dataclasses import dataclass as library_dataclass
from functools import cached_property
from types import SimpleNamespace

import pytest

from games.dataclass import dataclass
from tests.helpers.cases import every_case


def made_by(decorate):
    """A class with fields of each kind, one that extends it, and one without fields."""

    @decorate(frozen=True)
    class Point:
        """A place."""

        x: int
        y: float = 0.5
        seen: list[int] = field(default_factory=list, compare=False)
        label: str = field(default="", repr=False, metadata={"width": 3})

        def __post_init__(self):
            if self.x < 0:
                raise ValueError("left of the board")

        @cached_property
        def double(self):
            return 2 * self.x

    @decorate(frozen=True)
    class Place(Point):
        name: str = "here"

        def __str__(self):
            return self.name

    @decorate(frozen=True)
    class Nothing:
        pass

    @decorate(frozen=True, eq=False)
    class Itself:
        x: int = 1

    @decorate(frozen=True, kw_only=True)
    class Named(Itself):
        """An extension by name, with a field of a name that a method might use."""

        own: int = 0
        y: int
        z: int = 3

    return SimpleNamespace(Point=Point, Place=Place, Nothing=Nothing, Itself=Itself, Named=Named)


OURS, THEIRS = made_by(dataclass), made_by(library_dataclass)
CALLS = [
    lambda of: of.Point(1, seen=[3]),
    lambda of: (
        of.Point(2) == of.Point(2, seen=[1]),
        of.Point(2) == of.Point(3),
        of.Point(2) != of.Place(2),
    ),
    lambda of: (of.Point(1) == of.Place(1), of.Place(1, name="a") == of.Place(1), of.Point(1) == 1),
    lambda of: hash(of.Point(1, label="b")) == hash((1, 0.5, "b")),
    lambda of: len({of.Point(1), of.Point(1), of.Point(2), of.Place(1), of.Nothing(), of.Nothing()}),
    lambda of: (of.Itself() == of.Itself(), len({of.Itself(), of.Itself()})),
    lambda of: replace(of.Place(1, 2.0), name="there", x=4),
    lambda of: (asdict(of.Place(1)), astuple(of.Point(1)), of.Nothing()),
    lambda of: [(each.name, each.default, dict(each.metadata)) for each in fields(of.Place)],
    lambda of: of.Point(3).double,
    lambda of: str(of.Place(1)),
    lambda of: (
        of.Place(1).seen is not of.Place(1).seen,
        copy.deepcopy(of.Place(1, seen=[2])),
    ),
    lambda of: [inspect.signature(each).parameters.keys() for each in (of.Point, of.Place)],
    lambda of: inspect.get_annotations(of.Place.__init__),
    lambda of: (of.Point.__match_args__, of.Place.__match_args__, of.Point.__doc__),
    lambda of: (of.Named(y=2), of.Named(4, z=5, y=6), of.Named(y=1) == of.Named(y=1)),
    lambda of: of.Named(1, 2),
    lambda of: of.Named(),
    lambda of: of.Point(),
    lambda of: of.Point(1, 2, 3, 4, 5),
    lambda of: of.Point(1, colour=3),
    lambda of: of.Point(-1),
    lambda of: setattr(of.Point(1), "x", 2),
    lambda of: setattr(of.Place(1), "name", 2),
    lambda of: delattr(of.Point(1), "x"),
]


def outcome(call, kinds):
    """What the call gives, or the error, as text."""
    try:
        return repr(call(kinds))
    except (TypeError, ValueError, FrozenInstanceError) as error:
        return f"{type(error).__name__}: {error}"


@every_case("call", CALLS)
def test_it_does_what_the_library_does(call):
    ours, theirs = (outcome(call, kinds).replace("made_by.<locals>.", "") for kinds in (OURS, THEIRS))
    assert ours == theirs


@dataclass(frozen=True)
class Kept:
    """A pair."""

    one: int
    other: str = "x"


def test_objects_are_pickled_and_match_patterns():
    assert pickle.loads(pickle.dumps(Kept(1))) == Kept(1)
    match Kept(3, "y"):
        case Kept(number, word):
            assert (number, word) == (3, "y")


def test_a_frozen_class_of_the_library_s_extends_one_of_ours_and_an_open_one_does_not():
    @library_dataclass(frozen=True)
    class More(Kept):
        third: int = 3

    assert More(1) == More(1, "x", 3) != Kept(1)
    with pytest.raises(FrozenInstanceError):
        More(1).one = 2  # type: ignore[misc]
    for decorate in (dataclass, library_dataclass):
        with pytest.raises(TypeError, match="cannot inherit non-frozen dataclass from a frozen one"):
            decorate(type("Open", (Kept,), {"__annotations__": {"more": int}}))


def test_a_frozen_class_does_not_extend_an_open_one_which_stays_open():
    @dataclass
    class Open:
        x: int = 1

    for decorate in (dataclass, library_dataclass):
        with pytest.raises(TypeError, match="cannot inherit frozen dataclass from a non-frozen one"):
            decorate(frozen=True)(type("Closed", (Open,), {"__annotations__": {"more": int}}))
    there = Open()
    there.x = 2
    assert there == Open(2)
