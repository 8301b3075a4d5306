"""Weights in few bytes are the same weights again, and what is not such bytes is refused."""

import zlib
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.learning.weights_file import LEVEL, pack, unpack

WEIGHTS = st.lists(st.one_of(st.just(0), st.integers(-(2**15), 2**15 - 1)), max_size=400)


@given(WEIGHTS)
def test_what_is_packed_comes_back(numbers):
    whole = array("h", numbers)
    assert unpack(pack(whole), len(whole)) == whole


def test_far_apart_ones_come_back_and_zeros_take_no_room():
    whole = array("h", bytes(2 * 300_000))
    whole[0], whole[299_999] = -1, 32767
    assert unpack(packed := pack(whole), 300_000) == whole
    assert len(packed) < 40


@given(st.binary(max_size=60), st.integers(0, 50))
def test_other_bytes_are_refused_or_are_so_many_numbers(content, size):
    for data in (content, zlib.compress(content, LEVEL)):
        try:
            assert len(unpack(data, size)) == size
        except ValueError as error:
            assert str(error)


def test_a_small_file_that_holds_far_more_is_not_read_to_its_end():
    with pytest.raises(ValueError, match="cut off or changed"):
        unpack(zlib.compress(bytes(10**8), 9), 1000)
