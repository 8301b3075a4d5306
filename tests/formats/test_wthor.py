"""The database WTHOR, from bytes that are written here."""

import struct

import pytest

from games.names.catalogue import SpecError
from referee.formats.file_game import SkippedGame
from referee.formats.formats import read_file, read_text, stream_file
from tests.formats.samples import random_games


def head(count, side=8, kind=0):
    return struct.pack("<4BihH4B", 20, 24, 5, 1, count, 0, 2003, side, kind, 24, 0)


def entry(moves, discs, numbers=(0, 1, 2)):
    places = [10 * int(move[1]) + ord(move[0]) - ord("a") + 1 for move in moves.split() if move != "pass"]
    return struct.pack("<3HBB60B", *numbers, discs, 32, *places, *[0] * (60 - len(places)))


def names(length, *each):
    return head(len(each)) + b"".join(name.encode("latin-1").ljust(length, b"\0") for name in each)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "WTHOR.TRN").write_bytes(names(26, "Paris Open"))
    (tmp_path / "WTHOR.JOU").write_bytes(names(20, "???", "Zoë A.", "Bob B."))
    return tmp_path


def write(folder, *entries, count=None, **options):
    path = folder / "WTH_2003.wtb"
    path.write_bytes(head(len(entries) if count is None else count, **options) + b"".join(entries))
    return path


def test_names_the_tournament_and_the_year_are_found_beside_the_file(folder):
    (found,) = read_file(write(folder, entry("f5 d6 c3", 40)))
    assert (found.record.names, found.event) == (("Zoë A.", "Bob B."), "Paris Open 2003")
    assert (found.record.moves, found.record.game) == ("f5 d6 c3", "othello:empties=winner")
    assert (found.record.winner, found.record.score) == ("Zoë A.", 16)


def test_whole_games_come_back_with_their_passes_and_scores(folder):
    written = [each.record for each in random_games("othello:empties=winner", 9)[1:-1]]
    found = read_file(write(folder, *(entry(each.moves, 32 + each.score // 2) for each in written)))
    assert [(each.record.moves, each.record.score) for each in found] == [(each.moves, each.score) for each in written]
    assert any("pass" in each.moves for each in written)


def test_a_wrong_game_costs_only_itself_and_is_named_by_its_number(folder):
    first, second = stream_file(write(folder, entry("f5 a1", 40), entry("f5", 40)))
    assert type(first) is SkippedGame and (first.line, first.title) == (1, "Zoë A. - Bob B.")
    assert second.record.moves == "f5"


def test_a_file_that_ends_early_has_the_games_before(folder):
    first, torn = stream_file(write(folder, entry("f5", 40), count=2))
    assert first.record.moves == "f5"
    assert "ends before game 2" in torn.why


def test_names_are_left_out_without_their_files(tmp_path):
    (found,) = read_file(write(tmp_path, entry("f5", 40)))
    assert (found.record.names, found.event) == (("Black", "White"), "2003")


@pytest.mark.parametrize(("options", "why"), [({"side": 10}, "10x10"), ({"kind": 1}, "single positions")])
def test_other_boards_and_positions_are_refused(options, why, folder):
    with pytest.raises(SpecError, match=why):
        read_file(write(folder, entry("f5", 40), **options))


def test_a_short_file_and_a_text_are_refused(folder):
    path = folder / "x.wtb"
    path.write_bytes(b"123")
    with pytest.raises(SpecError, match="shorter than its header"):
        read_file(path)
    with pytest.raises(SpecError, match="not text"):
        read_text("x", "x.wtb")
    with pytest.raises(SpecError, match="cannot be read: No such file"):
        read_file(folder / "none.wtb")
