"""Matches that were played elsewhere, in the archive."""

from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from games.names.catalogue import SpecError
from referee.match.record import Heading, make_record
from referee.reports.history import begun_text
from referee.storage.archive import Archive, add_record

OPEN = make_record(Heading("ttt", ("human", "human"), ("Ann", "Bob"), 0), ["5", "1"], None, "", None)
OVER = replace(OPEN, how="resigned", why="Bob resigned", score=1, winner="Ann")


@pytest.fixture
def archive(tmp_path):
    with closing(Archive(tmp_path, complain=pytest.fail)) as found:
        yield found


def test_a_match_is_kept_as_it_was(archive):
    assert add_record(archive, OVER, "2024-05-01") == (1, True)
    kept = archive.load(1)
    assert kept.record() == OVER
    assert kept.started.astimezone().date().isoformat() == "2024-05-01"
    assert begun_text(kept.started.astimezone()) == "2024-05-01"


def test_the_same_match_is_kept_once(archive):
    assert add_record(archive, OVER) == (1, True)
    assert add_record(archive, OVER) == (1, False)
    for other in (OPEN, replace(OVER, moves="5 2"), replace(OVER, names=("Ann", "Carl"))):
        assert add_record(archive, other)[1]
    assert archive.last() == 4


def test_a_match_whose_day_is_not_known_has_that_of_today(archive):
    add_record(archive, OVER)
    assert (datetime.now(UTC) - archive.load(1).started).total_seconds() < 3600


def test_a_match_that_is_not_over_is_the_one_to_go_on_with(archive):
    add_record(archive, OVER)
    add_record(archive, OPEN)
    assert archive.unfinished() == 2
    assert not archive.load(2).record().over


def test_a_match_that_cannot_be_is_not_kept(archive):
    with pytest.raises(SpecError, match="move 2 '5' is not a legal move here"):
        add_record(archive, replace(OPEN, moves="5 5"))
    assert archive.last() == 0


def test_an_archive_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").touch()
    with (
        closing(Archive(tmp_path / "file", complain=lambda line: None)) as found,
        pytest.raises(SpecError, match="file: "),
    ):
        add_record(found, OVER)


def test_midnight_alone_is_shown_as_a_day():
    assert begun_text(datetime(2024, 5, 1, tzinfo=UTC)) == "2024-05-01"
    assert begun_text(datetime(2024, 5, 1, 0, 0, 0, 1, tzinfo=UTC)) == "2024-05-01 00:00"
