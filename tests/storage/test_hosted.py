"""The hosted tables in the file of an archive."""

import os
from contextlib import closing
from dataclasses import replace

import pytest

import games
from referee.match.events import Ended, How
from referee.match.record import Heading
from referee.storage.archive import Archive
from referee.storage.hosted_tables import HostedTable, HostedTables

NIM = Heading("nim", ("human", "human"), ("Ann", "Bob"), 1, 0)
TABLE = HostedTable(1, 0, "::1", 28700, "/a/b.pem", ("a", "b", "c"), 120.0)


OTHER = replace(TABLE, match=9, digests=("d", "e", "f"))


def test_a_hosted_table_is_found_by_its_last_match_as_it_was_kept_last(tmp_path):
    with closing(Archive(tmp_path)) as archive:
        tables = HostedTables(archive)
        tables.add(TABLE)
        tables.add(OTHER)
        tables.add(replace(TABLE, port=5))
        assert tables.find(1) == replace(TABLE, port=5)
        tables.add(replace(TABLE, match=2, round=1))
    with closing(Archive(tmp_path)) as archive:
        tables = HostedTables(archive)
        assert tables.find(2).round == 1
        assert tables.find(9) == OTHER
        assert tables.find(1) is None
        tables.remove(TABLE)
        assert tables.find(2) is None
        assert tables.find(9) == OTHER


def test_the_last_match_is_one_that_nobody_plays_now(tmp_path):
    with closing(Archive(tmp_path)) as playing, closing(Archive(tmp_path)) as other:
        kept = playing.begin(NIM)
        HostedTables(playing).add(replace(TABLE, match=kept.row))
        other.begin(NIM).close()  # not hosted
        assert HostedTables(other).last() is None
        kept.close()
        assert HostedTables(other).last() == kept.row


def test_a_match_that_is_not_over_comes_before_a_later_one_that_is(tmp_path):
    with closing(Archive(tmp_path)) as archive:
        tables, rows = HostedTables(archive), []
        for digest, ends in (("a", True), ("b", False), ("c", True)):
            kept = archive.begin(NIM)
            rows.append(kept.row)
            tables.add(replace(TABLE, match=kept.row, digests=(digest, "x", "y")))
            if ends:
                kept.note(Ended(games.load("nim"), 1, How.RESIGNED, ""))
            kept.close()
        assert tables.last() == rows[1]
        tables.remove(replace(TABLE, digests=("b", "x", "y")))
        assert tables.last() == rows[2]


def test_a_damaged_table_counts_as_none(tmp_path):
    with closing(Archive(tmp_path)) as archive:
        tables = HostedTables(archive)
        tables.add(TABLE)
        for column, value in (("digests", "[1]"), ("digests", None), ("port", "x"), ("grace", None)):
            tables.add(TABLE)
            archive.database.write(lambda db, c=column, v=value: db.execute(f"UPDATE hosted SET {c} = ?", (v,)))
            assert tables.find(1) is None


@pytest.mark.skipif(os.name == "nt", reason="permissions are a thing of POSIX systems")
def test_the_folder_of_an_archive_is_made_for_this_person_alone(tmp_path):
    with closing(Archive(tmp_path / "new")) as archive:
        archive.begin(NIM)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
