"""How the fields of plain games are copied and told apart."""

import copy
import functools
import random
import types
from array import array
from collections import Counter, OrderedDict, deque
from dataclasses import dataclass, field
from enum import Enum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.base import fields
from games.game import Game
from tests.helpers.cases import every_case


@dataclass
class Stone:
    cell: int
    near: list = field(default_factory=list)


@dataclass(frozen=True)
class Fixed:
    cell: int


class Slotted:
    __slots__ = ("cell",)

    def __init__(self, cell):
        self.cell = cell


class Own:
    """A class with its own __deepcopy__."""

    def __init__(self, cells):
        self.cells = cells

    def __deepcopy__(self, memo):
        return Own([*self.cells, "copied"])


class Made:
    """A class that needs an argument for __new__."""

    def __new__(cls, cell):
        made = super().__new__(cls)
        made.cell = cell
        return made

    def __getnewargs__(self):
        return (self.cell,)


class Counted(dict):
    pass


class Side(Enum):
    FIRST = [1]
    SECOND = 2


RING = []
RING.append(RING)


def twin(value):
    return fields.duplicate({"it": value})["it"]


def nested(depth):
    value = [1]
    for _ in range(depth):
        value = [value]
    return value


@every_case(
    "value",
    [
        Stone(1, [2]), Fixed(1), [Stone(1), Stone(2)], {"a": {"b": [1]}}, {(1, 2): [3]}, {1, 2}, frozenset({1}), ([1], 2),
        deque([1]), Counter("aab"), OrderedDict(a=[1]), array("b", [1, 2]), bytearray(b"ab"), Counted(a=[1]), nested(3),
    ],
)  # fmt: skip
def test_a_twin_is_what_python_copies(value):
    copied, wanted = twin(value), copy.deepcopy(value)
    assert copied == wanted == value
    assert type(copied) is type(wanted)
    assert (copied is value) == (wanted is value) or isinstance(value, Fixed)


def test_copies_respect_a_class_s_own_copy_methods():
    assert twin(Own([1])).cells == [1, "copied"]
    assert twin(Made(3)).cell == 3
    slotted = Slotted([1])
    assert twin(slotted).cell == [1]
    assert twin(slotted).cell is not slotted.cell
    assert twin([Side.FIRST])[0] is Side.FIRST


def test_shared_objects_stay_shared_in_copies():
    board = [1]
    one, other = Stone(1, board), Stone(2, board)
    copied = fields.duplicate({"stones": [one, other, one], "board": board})
    first, second, third = copied["stones"]
    assert first is third is not one
    assert first.near is second.near is copied["board"] is not board


def test_fields_that_hold_themselves_are_copied():
    loop = [1]
    loop.append(loop)
    copied = twin(loop)
    assert copied[1] is copied is not loop
    stone = Stone(1)
    stone.near.append(stone)
    assert twin(stone).near[0] is not stone


def test_deeply_nested_fields_are_copied_but_have_no_identity():
    deep = nested(80)
    assert twin(deep) == deep
    assert fields.identity({"it": deep}, 0) is None
    assert fields.identity({"it": nested(20)}, 0) is not None


@pytest.mark.parametrize(
    "value",
    [deque([1]), array("b", [1]), bytearray(b"a"), Slotted(1), Counted(a=1)],
    ids=lambda value: type(value).__name__,
)
def test_objects_that_may_have_hidden_data_have_no_identity(value):
    assert fields.identity({"it": value}, 0) is None


def test_equal_sets_and_dicts_have_one_identity_in_any_order():
    one, other = {8, 0, 16}, {16, 8, 0}
    assert fields.identity({"it": one}, 0) == fields.identity({"it": other}, 0)
    assert fields.identity({"it": {"a": 1, 2: None}}, 0) == fields.identity({"it": {2: None, "a": 1}}, 0)
    assert fields.identity({"it": {1}}, 0) != fields.identity({"it": [1]}, 0) != fields.identity({"it": {1: 1}}, 0)
    assert len({fields.identity({"it": value}, 0) for value in (1, True, 1.0, "1", b"1", None)}) == 6


class Pocketed(Game):
    """Keeps one field in a slot and one in a private slot; its child keeps one in __dict__."""

    __slots__ = ("__secret", "pile", "unset")

    def __init__(self):
        self.turn = 1
        self.pile = [1]
        self.__secret = {"pile": self.pile}

    def secret(self):
        return self.__secret


class PocketedAndMore(Pocketed):
    def __init__(self):
        super().__init__()
        self.more = self.pile


@pytest.mark.parametrize("kind", [Pocketed, PocketedAndMore])
def test_games_that_keep_fields_in_slots_are_copied_whole(kind):
    game = kind()
    twin = game.copy()
    assert (type(twin), twin.turn, twin.pile) == (kind, 1, [1])
    assert twin.secret()["pile"] is twin.pile is not game.pile
    assert not hasattr(twin, "unset")
    assert kind is Pocketed or twin.more is twin.pile


class Wordless:
    def __init__(self, **own):
        vars(self).update(own)


def test_objects_without_a_repr_are_described_by_their_fields():
    game, shared = Wordless(), Wordless(name="x")
    shared.own = shared
    game.held = [Wordless(a=1, b=None), (shared, shared), {"k": Slotted(3), 5: {2, Wordless()}}]
    game.own, game.rule, game.one, game.none = game, len, (Wordless(),), set()
    game.act, game.many, game.text = (lambda: 0), {3, 10, 2}, "it is at 0x12"
    told = "[Wordless(a=1, b=None), (Wordless(name='x', own=Wordless(...)), Wordless(...)), "
    told += "{'k': Slotted(cell=3), 5: {2, Wordless()}}], own Wordless(...), rule <built-in function len>, "
    told += f"one (Wordless(),), none set(), act <function {game.act.__qualname__}>, many {{2, 3, 10}}, "
    assert fields.describe_fields(game) == f"held {told}text it is at 0x12"


def key(value, turn=0):
    return fields.fingerprint({"it": value}, turn)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"a": 1, "b": [2]}, {"b": [2], "a": 1}),
        ({"it": {1: "x", 2: "y"}}, {"it": {2: "y", 1: "x"}}),
        ({"it": {"one", "two", "three"}}, {"it": {"three", "two", "one"}}),
        ({"it": set(range(0, 99, 8))}, {"it": set(range(96, -1, -8))}),
        ({"it": Stone("k", [3])}, {"it": Stone("k", [3])}),
        ({"it": [Side.FIRST, None]}, {"it": [Side.FIRST, None]}),
    ],
)
def test_equal_fields_have_one_fingerprint(one, other):
    assert fields.fingerprint(one, 1) == fields.fingerprint(other, 1) != 0


@every_case(("one", "other"), [
    (-1, -2), (1, "1"), (1, 2**64 + 1), ([1, [2]], [1, (2,)]), ([1, 2], (1, 2)), ([[], []], [[[]]]),
    ([[1], [2]], [[1, 2]]), (["a,b"], ["a", "b"]), (["a', 'b"], ["a", "b"]), ([["a"], "],["], [["a", "],["]]),
    ({1: "x"}, {"1": "x"}), ({1: "x"}, {(1, "x")}), ({1, 2}, [1, 2]), ({1: {2: 3}}, {1: {3: 2}}), (None, "None"),
    (Side.FIRST, Side.SECOND), (Side.FIRST, "Side.FIRST"), (Stone("k", [3]), Stone("k", [4])),
    (Stone("k"), {"cell": "k", "near": []}), (b"a", "a"), ("\ud800", "\ud801"),
])  # fmt: skip
def test_different_fields_have_different_fingerprints(one, other):
    assert len({key(one), key(other), 0}) == 3


def test_the_turn_and_the_names_of_fields_count():
    assert len({key(1, turn) for turn in (-1, 0, 1)}) == 3
    assert fields.fingerprint({"a": 1, "b": 2}, 0) != fields.fingerprint({"a": 2, "b": 1}, 0)
    assert fields.fingerprint({"a": 1}, 11) != fields.fingerprint({"1a": 1}, 1)


def test_a_turn_that_a_dataclass_keeps_as_a_field_counts():
    @dataclass
    class Turned(Game):
        turn: int = 0

    assert Turned(0).key() == Turned(0).key() != Turned(1).key()


@every_case("field", [
    random.Random(1), lambda: 0, functools.partial(max, 1), Stone("k").__repr__, (number for number in ()),
    array("i", [1]), Slotted(1), Stone, types, object(), RING, [Stone(random.Random(1))],
    {"deep": [lambda: 0]},
])  # fmt: skip
def test_fields_with_unreadable_data_have_no_fingerprint(field):
    assert key(field) == 0


DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.tuples(inner, inner) | st.dictionaries(st.text(max_size=2), inner, max_size=2)
    ),
    max_leaves=8,
)


@given(DATA, DATA)
@settings(max_examples=100, deadline=None)
def test_fingerprints_are_equal_exactly_for_equal_data(one, other):
    def canonical(value):
        if isinstance(value, dict):
            return sorted((repr(name), canonical(item)) for name, item in value.items()), "dict"
        return [type(value).__name__, *map(canonical, value)] if isinstance(value, (list, tuple)) else repr(value)

    assert (key(one) == key(other)) == (canonical(one) == canonical(other))
    assert key(one) == key(fields.duplicate({"it": one})["it"]) != 0


@pytest.mark.parametrize(
    "value",
    [[1, 2], [[1], [2]], {"a": [1]}, {1, 2}, (1, [2]), Stone([1]), [Stone("k")], [Side.FIRST]],
    ids=repr,
)
def test_a_duplicate_is_equal_and_shares_nothing_that_can_change(value):
    def changeable(item):
        if not isinstance(item, (list, dict, set, tuple, Stone)):
            return set()
        inner = vars(item).values() if isinstance(item, Stone) else item.values() if isinstance(item, dict) else item
        return set().union(*map(changeable, inner), () if isinstance(item, tuple) else {id(item)})

    twin = fields.duplicate({"it": value})["it"]
    assert key(twin) == key(value)
    assert changeable(value)
    assert not changeable(twin) & changeable(value)


@pytest.mark.parametrize("shared", [[1, 2], [[1], [2]], {"a": 1}, Stone("k")], ids=repr)
def test_fields_that_share_an_object_share_its_duplicate(shared):
    twin = fields.duplicate({"one": shared, "other": shared, "within": [shared]})
    assert twin["one"] is twin["other"] is twin["within"][0]
    assert twin["one"] is not shared


def test_equal_but_separate_fields_stay_separate():
    twin = fields.duplicate({"one": [1], "other": [1]})
    assert twin["one"] is not twin["other"]
