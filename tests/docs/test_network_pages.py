"""What the pages about other machines tell people to type is there: each command, each option, each script."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from referee import cli
from referee.network.holding import gradescope_results
from referee.network.roster import read_students
from tests.docs.test_pages import blocks
from tests.helpers.standings_samples import around, row

KNOWN = {"class", "standings", "games-of", "replay"}


def typed(page):
    """Return the lines of a page that begin with the command."""
    return [
        line for _, language, _, text in blocks(page) if language == "sh" for line in text.splitlines()
        if line.startswith("referee ")
    ]  # fmt: skip


def files(page):
    """Return the files that a page shows, by name."""
    return {file: text for _, _, file, text in blocks(page) if file}


@pytest.mark.parametrize("page", ["class-server", "friends"])
def test_every_command_of_the_page_takes_the_options_that_are_shown(page):
    assert typed(page)
    for line in typed(page):
        _, name, *words = shlex.split(line)
        command = cli.referee.get_command(click.Context(cli.referee), name)
        assert command, line
        flags = {flag for param in command.params for flag in (*param.opts, *param.secondary_opts)}
        assert {word for word in words if word.startswith("--")} <= flags, line


def test_options_that_the_text_of_the_class_page_names_are_those_of_the_commands():
    prose = Path("docs/class-server.md").read_text(encoding="utf-8")
    known = {
        flag
        for name in KNOWN
        for param in cli.referee.get_command(click.Context(cli.referee), name).params
        for flag in param.opts
    }
    assert set(re.findall(r"`(--[a-z]+)", prose)) <= known


def test_the_students_of_the_page_get_tokens_and_keep_their_other_columns(tmp_path):
    path = tmp_path / "students.csv"
    path.write_text(files("class-server")["students.csv"], encoding="utf-8")
    assert list(read_students(path)) == ["Ann", "Bob"]
    assert "Ann,ann@school.example," in path.read_text(encoding="utf-8")


def test_the_autograder_of_the_page_writes_each_students_results(tmp_path):
    script = files("class-server")["run_autograder"].replace("/autograder", str(tmp_path))
    for folder in ("source", "results"):
        (tmp_path / folder).mkdir()
    ann = row(1, 0, "Ann", [[(3, 1, 0)]], spec="join:", rating=around(120.4, 50))
    found = gradescope_results([ann], ["Ann", "Bob"])
    (tmp_path / "source" / "leaderboard.json").write_text(json.dumps(found))
    for name, score in (("Ann", 1), ("Bob", 0), ("Eve", 0)):
        (tmp_path / "submission_metadata.json").write_text(json.dumps({"users": [{"name": name}]}))
        subprocess.run([sys.executable, "-c", script], check=True)
        results = json.loads((tmp_path / "results" / "results.json").read_text())
        assert results["score"] == score
        assert bool(results["leaderboard"]) == (name == "Ann")
    assert found["Ann"]["leaderboard"][:2] == [
        {"name": "Rating", "value": 120, "order": "desc"},
        {"name": "Points per game", "value": 0.875, "order": "desc"},
    ]
