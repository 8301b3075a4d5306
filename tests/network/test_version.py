"""The version of a program that a guest tells a class."""

import pytest

from referee.network.version import version_of


@pytest.mark.parametrize(
    ("spec", "file"),
    [
        ("./bot.py", "bot.py"),
        ("./bot.py:Bot:depth=3", "bot.py"),
        ("./bot.py", "ideas.py"),
        ("program:python3 bot.py", "ideas.py"),
        ("program:python3 -m bot", "bot.py"),
        ("program:./MyBot", "MyBot"),
        ("program:java -cp bots MyBot", "bots/MyBot.class"),
        ("minimax:depth=2,eval=./weights.json", "weights.json"),
    ],
)
def test_a_file_that_changes_makes_another_version(spec, file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots").mkdir()
    for name in ("bot.py", "ideas.py", "MyBot", "bots/MyBot.class", "weights.json", "other.py"):
        (tmp_path / name).write_text("import os, ideas\n")
    before = version_of(spec)
    (tmp_path / "other.py").write_text("changed")
    (tmp_path / "bots" / "log.txt").write_text("changed")
    assert version_of(spec) == before
    (tmp_path / file).write_text("changed")
    assert version_of(spec) != before


def test_another_option_makes_another_version():
    assert version_of("minimax:depth=2") != version_of("minimax:depth=3")
    assert version_of("minimax:depth=2") == version_of("minimax:depth=2")
