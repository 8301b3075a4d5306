"""Files of weights: what is written is read again, and what does not fit is refused with the reason."""

import json
import math
import os
import random
import re
import zlib
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
import players
from players.evaluation import evaluator_for
from players.learning import library
from players.learning.features import make_network, require_layout
from players.learning.library import has_rules_of
from players.learning.weights_file import LEVEL, UnfitWeights, encode_weights, load_weights, pack, read_header, unpack
from players.player import Unplayable
from tests.helpers.cases import every_case
from tests.helpers.positions import opened
from tests.players.test_learning import STICKS


@pytest.fixture
def weights(tmp_path):
    """Return a file of random weights of connect four, and the network."""
    game = games.load("connect-four")
    network = make_network(game, require_layout(game), "estimate+lines4", 1)
    rng = random.Random(1)
    network.store.values = [rng.uniform(-1, 1) for _ in range(network.size)]
    path = tmp_path / "four.weights"
    path.write_bytes(encode_weights("connect-four", game, network, {"games": 5, "seed": 1}))
    return path, network


def test_an_evaluation_read_back_gives_the_same_values(weights):
    path, network = weights
    read = load_weights(path, games.load("connect-four"))
    game = games.load("connect-four", "4 4 3 2 5 1".split())
    assert read.estimate(game) == pytest.approx(network.estimate(game), abs=2)
    assert read_header(path).made == {"games": 5, "seed": 1}
    assert path.read_bytes().startswith(b"referee weights 2\n")


def test_a_file_may_say_how_its_values_are_read_as_chances(weights):
    path, network = weights
    path.write_bytes(path.read_bytes().replace(b'"step":', b'"scale": 250, "step":', 1))
    assert load_weights(path, games.load("connect-four")).scale == 250 != network.scale


def with_second_line(data, line):
    first, _, rest = data.split(b"\n", 2)
    return b"\n".join([first, line, rest])


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda data: b"something else", "is not a file of weights"),
        (lambda data: data.replace(b"weights 2", b"weights 9", 1), "is of version '9'"),
        (lambda data: data.replace(b'"count"', b'"cound"', 1), "second line"),
        (lambda data: data[: len(data) // 2], "its weights cannot be read"),
        (lambda data: b"\n".join(data.split(b"\n")[:2]) + b"\n" + zlib.compress(b"\0" * 10), "cut off or changed"),
        (lambda data: data + b"more", "cut off or changed"),
        (lambda data: re.sub(rb'"count": \d+', b'"count": 5', data, count=1), "it holds 5 weights"),
        (lambda data: data.replace(b'"kind": "n-tuple"', b'"kind": "n-turtle"', 1), "does not know"),
        (lambda data: with_second_line(data, b"[" * 200_000), "second line"),
        (lambda data: with_second_line(data, b'{"a":' * 200_000), "second line"),
        (lambda data: re.sub(rb'"count": \d+', b'"count": Infinity', data, count=1), "second line"),
        (lambda data: re.sub(rb'"step": [^,]+', b'"step": NaN', data, count=1), "second line"),
        (lambda data: re.sub(rb'"step": [^,]+', b'"step": 1e300', data, count=1), "second line"),
        (lambda data: data.replace(b'"step":', b'"scale": 1e-300, "step":', 1), "second line"),
        (lambda data: b"\n".join(data.split(b"\n")[:2]) + b"\n" + zlib.compress(bytes(10**7)), "cut off or changed"),
        (
            lambda data: b"\n".join(data.split(b"\n")[:2]) + b"\n" + zlib.compress(b"\xff" * 6),
            "there are more of them than",
        ),
    ],
)
def test_a_damaged_file_is_refused_with_the_reason(weights, damage, why):
    path, _ = weights
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(UnfitWeights, match=why):
        load_weights(path, games.load("connect-four"))


def reshaped(path, **changes):
    """Change the shape in the file's header."""
    first, second, rest = path.read_bytes().split(b"\n", 2)
    header = json.loads(second)
    header["shape"] |= changes
    path.write_bytes(b"\n".join([first, json.dumps(header).encode(), rest]))


@pytest.mark.parametrize(
    "changes",
    [
        {"tuples": [[0, 1, 2, 400]]}, {"tuples": [[0, 0, 1, 2]]}, {"tuples": [[-1, 0, 1, 2]]}, {"tuples": []},
        {"tuples": [list(range(30))]}, {"tuples": [["a"]]}, {"tuples": 5}, {"tuples": [[]]}, {"cells": []},
        {"cells": [[0, 0]]}, {"kinds": 1_000_000}, {"seated": "perhaps"}, {"based": None, "tuples": [[7]]},
    ],
)  # fmt: skip
def test_a_file_of_a_senseless_shape_is_refused(weights, changes):
    path, _ = weights
    reshaped(path, **changes)
    with pytest.raises(UnfitWeights, match=r"four\.weights"):
        load_weights(path, games.load("connect-four"))


@pytest.mark.parametrize(("spec", "features", "changes"), [
    ("connect-four", "cells+hidden4", {"hidden": 10**30}), ("connect-four", "cells+hidden4", {"hidden": math.inf}),
    ("connect-four", "cells+hidden4", {"count": 3}), ("tic-tac-toe", "all", {"based": True}),
])  # fmt: skip
def test_a_file_whose_shape_the_game_cannot_have_is_refused(tmp_path, monkeypatch, spec, features, changes):
    game, path = games.load(spec), tmp_path / "odd.weights"
    network = make_network(game, require_layout(game), features, 1)
    path.write_bytes(encode_weights(spec, game, network, {}))
    reshaped(path, **changes)
    with pytest.raises(UnfitWeights, match=r"odd\.weights is damaged"):
        load_weights(path, game)
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    monkeypatch.setattr(library, "SHIPPED", tmp_path)
    monkeypatch.setattr(library, "LEARNED", ".")
    assert library.find_learned(game) is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders")
@pytest.mark.parametrize("make", ["mkfifo", "mkdir"])
def test_a_path_of_no_file_is_refused(tmp_path, make):
    getattr(os, make)(tmp_path / "four.weights")
    with pytest.raises(UnfitWeights, match="is not a file"):
        read_header(tmp_path / "four.weights")


def test_a_game_of_ones_own_keeps_its_weights_in_another_folder_and_under_another_name(tmp_path):
    path, specs = tmp_path / "sticks.weights", []
    for name in ("here/sticks.py", "there/renamed.py"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(STICKS)
        specs.append(str(tmp_path / name))
    game = games.load(specs[0])
    network = make_network(game, require_layout(game), "own", 1)
    path.write_bytes(encode_weights("./sticks.py", game, network, {}))
    assert read_header(path).kind_of_game == "Sticks"
    assert load_weights(path, games.load(specs[1])).size == network.size


@pytest.mark.parametrize(
    ("spec", "why"),
    [("breakthrough", "was learnt for connect-four, not for Breakthrough"), ("connect-four:columns=8", "another one")],
)
def test_a_file_for_another_game_or_board_is_refused_with_the_reason(weights, spec, why):
    path, _ = weights
    with pytest.raises(UnfitWeights, match=why):
        load_weights(path, games.load(spec))
    with pytest.raises(Unplayable, match=why):
        evaluator_for(games.load(spec), str(path))


def test_weights_are_found_by_the_game_and_its_board(weights, tmp_path, monkeypatch):
    path, _ = weights
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(library, "SHIPPED", tmp_path / "none")
    assert library.find_learned(games.load("connect-four")) is None
    with pytest.raises(Unplayable, match="referee learn"):
        evaluator_for(games.load("connect-four"), "learned")
    folder = library.own_folder()
    folder.mkdir(parents=True)
    (folder / "damaged.weights").write_bytes(b"nothing")
    path.replace(folder / "four.weights")
    assert library.find_learned(games.load("connect-four")) is not None
    assert library.find_learned(games.load("connect-four:columns=8")) is None
    assert library.find_learned(games.load("tic-tac-toe")) is None
    assert evaluator_for(games.load("connect-four"), "game") is None


def keep(spec, name, age=0):
    """Write weights of the game into the person's folder, `age` seconds old."""
    game = games.load(spec)
    network = make_network(game, require_layout(game), "lines3", 1)
    path = library.own_folder() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encode_weights(spec, game, network, {}))
    os.utime(path, (1_000_000 - age, 1_000_000 - age))
    return path


def test_the_newest_weights_for_the_same_rules_are_found(monkeypatch, tmp_path):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))
    old = keep("c4", "a.weights", age=50)
    keep("connect-four:line=3", "b.weights", age=10)
    new = keep("connect-four", "z.weights", age=20)
    game = games.load("connect-four")
    assert library.find_learned(game) is library.load(new, game)
    new.unlink()
    assert library.find_learned(game) is library.load(old, game)


@every_case(("learnt", "played", "fits"), [
    ("connect-four:line=3", "connect-four", False), ("connect-four", "connect-four:columns=7", True),
    ("gomoku:5,rows=5,line=4", "gomoku:5,rows=5,line=4,misere=yes", False), ("hex:5", "hex:5,swap=yes", False),
    ("kalah:capture=any", "kalah", False), ("kalah:seeds=3", "kalah", True), ("nim:take=2", "nim", False),
    ("nim:sticks=15", "nim:sticks=21", True), ("breakthrough:home=1", "breakthrough", True),
    ("breakthrough", "breakthrough:home=1", True), ("no-such-game", "nim", False), ("chips", "nim", False),
])  # fmt: skip
def test_rules_are_known_by_how_games_go_wherever_they_stand(learnt, played, fits):
    game, rng = games.load(played), random.Random(3)
    for _ in range(5):
        assert has_rules_of(game, learnt) is fits
        game.make(rng.choice(game.moves()))


def test_no_file_is_run_for_what_a_file_of_weights_says(tmp_path):
    (tmp_path / "own.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\nfrom games.nim import Nim\n")
    assert not has_rules_of(games.load("nim"), f"{tmp_path / 'own.py'}:Nim")
    assert not (tmp_path / "ran").exists()


def test_a_file_learnt_by_other_rules_is_refused_with_the_reason(monkeypatch, tmp_path):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    path = keep("connect-four:line=3", "x.weights")
    assert evaluator_for(games.load("connect-four:line=3"), str(path)) is not None
    with pytest.raises(Unplayable, match="learnt for connect-four:line=3, whose rules are others than this game's"):
        evaluator_for(games.load("connect-four"), str(path))


SHIPPED = {path.stem: path for path in library.SHIPPED.glob("*.weights")}


def test_shipped_weights_are_for_our_games():
    assert {"breakthrough", "checkers", "connect_four", "othello"} <= set(SHIPPED)


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_shipped_weights_are_small_accepted_and_used(name, monkeypatch, tmp_path):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    path, header = SHIPPED[name], read_header(SHIPPED[name])
    assert path.stat().st_size < 2 << 20
    assert header.made["acceptance"]["accepted"] is True
    assert header.made["acceptance"]["low"] > 0.5
    game = games.load(header.game)
    assert library.find_shipped(game) is library.find_learned(game)
    for spec, used in [("minimax:nodes=50", True), ("minimax:nodes=50,eval=game", False), ("mcts:playouts=5", False)]:
        player = players.load(spec)
        player.begin(game.copy(), 0)
        position = game.copy()
        opened(position)
        player.choose(position, math.inf)
        assert (player.judge.learnt is not None) is used


def test_another_board_of_a_shipped_game_is_judged_by_its_own_estimate():
    assert library.find_shipped(games.load("othello:size=6")) is None
    assert library.find_shipped(games.load("connect-four:columns=8")) is None


WEIGHTS = st.lists(st.one_of(st.just(0), st.integers(-(2**15), 2**15 - 1)), max_size=400)


@given(WEIGHTS)
def test_packed_weights_unpack_to_the_same(numbers):
    whole = array("h", numbers)
    assert unpack(pack(whole), len(whole)) == whole


def test_far_apart_ones_come_back_and_zeros_take_no_room():
    whole = array("h", bytes(2 * 300_000))
    whole[0], whole[299_999] = -1, 32767
    assert unpack(packed := pack(whole), 300_000) == whole
    assert len(packed) < 40


@given(st.binary(max_size=60), st.integers(0, 50))
def test_other_bytes_are_refused_or_have_the_right_count(content, size):
    for data in (content, zlib.compress(content, LEVEL)):
        try:
            assert len(unpack(data, size)) == size
        except ValueError as error:
            assert str(error)


def test_a_small_file_that_holds_far_more_is_not_read_to_its_end():
    with pytest.raises(ValueError, match="cut off or changed"):
        unpack(zlib.compress(bytes(10**8), 9), 1000)
