"""The file of a class: names and tokens, which the command adds, for the teacher alone."""

import csv
import os

import pytest

from games.names.catalogue import SpecError
from referee.network.roster import read_students, row_name, student_of


@pytest.fixture
def file(tmp_path):
    def written(text):
        path = tmp_path / "students.csv"
        path.write_text(text, encoding="utf-8")
        path.chmod(0o644)
        return path

    return written


@pytest.mark.parametrize(
    "text", ["name\nAnn\nBob\n", "Ann\nBob\n", "name,token\nAnn,\nBob\n", "\ufeffName\r\nAnn\r\nBob"]
)
def test_students_without_a_token_get_one_which_stays(file, text):
    path = file(text)
    found = read_students(path)
    assert list(found) == ["Ann", "Bob"]
    assert len(set(found.values())) == 2
    assert all(len(token) == 16 for token in found.values())
    assert read_students(path) == found
    assert os.name == "nt" or path.stat().st_mode & 0o777 == 0o600


def test_a_file_with_all_tokens_is_not_written(file):
    path = file("token,name\nabcdefgh,Ann\n")
    before = path.stat()
    assert read_students(path) == {"Ann": "abcdefgh"}
    assert (path.stat().st_mtime_ns, path.stat().st_mode) == (before.st_mtime_ns, before.st_mode)


def test_other_columns_stay_and_late_students_get_a_token_too(file):
    path = file('name,Mail,token\n"Lee, Ann",ann@school,abcdefgh\nBob\n')
    found = read_students(path)
    assert found["Lee, Ann"] == "abcdefgh"
    rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    assert rows == [["name", "Mail", "token"], ["Lee, Ann", "ann@school", "abcdefgh"], ["Bob", "", found["Bob"]]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "names no student"),
        ("name,token\n", "names no student"),
        ("who,token\nAnn,abcdefgh\n", "'name' among them"),
        ("name,token\nAnn,abcdefgh\nAnn,abcdefgi\n", "line 3: Ann is there twice"),
        ("name,token\nAnn,abcdefgh\nBob,abcdefgh\n", "line 3: Bob has the same token"),
        ("name,token\nAnn,short\n", "'short' is none"),
        ("name,token\n,abcdefgh\n", "line 2: the name is missing"),
        ("name,token\nAnn (2),abcdefgh\n", "line 2: nobody can be called 'Ann (2)'"),
        ("name\ndraw\n", "nobody can be called 'draw'"),
        ("name\nA\x1b[2Jnn\n", "printable"),
        ("name\n" + "n" * 41 + "\n", "at most 40"),
        ("name,token\nAnn,abcdefgh,more\n", "line 2: 3 cells"),
        ('name\n"Ann\n', "is not CSV"),
    ],
)
def test_a_file_that_cannot_be_right_is_refused_with_its_line(file, text, said):
    with pytest.raises(SpecError, match="students.csv") as refused:
        read_students(file(text))
    assert said in str(refused.value)


def test_a_file_that_cannot_be_read_is_refused(tmp_path):
    with pytest.raises(SpecError, match="cannot be read"):
        read_students(tmp_path / "none.csv")


def test_rows_are_named_after_their_student():
    assert [row_name("Ann", count) for count in (1, 2, 10)] == ["Ann", "Ann (2)", "Ann (10)"]
    assert [student_of(name) for name in ("Ann", "Ann (2)", "Ann (10)", "Ann (x)")] == ["Ann", "Ann", "Ann", "Ann (x)"]
