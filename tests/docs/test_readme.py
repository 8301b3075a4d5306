"""What the README and the pages behind it show is so.

`python -m tests.docs.test_readme` makes the pictures anew after a change that is meant; look at them before they are kept.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

import games
import players
from referee.__main__ import main
from referee.cli import referee
from referee.support.settings import SETTINGS
from tests.docs.test_pages import DOCS, ROOT, rows
from tests.house.test_house import ROOMS

PAGES = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *sorted(DOCS.glob("*.md")))}
README = PAGES["README.md"]
SCREENSHOT = re.compile(r"^referee (screenshot .* -o (docs/\S+\.svg))$", re.MULTILINE)
PICTURES = {file: shlex.split(words) for page in PAGES.values() for words, file in SCREENSHOT.findall(page)}


def flags(command):
    options = (param for param in command.params if isinstance(param, click.Option) and not param.hidden)
    return {flag for option in options for flag in option.opts if flag.startswith("--")} - {"--help", "--version"}


def test_the_readme_is_short():
    assert len(README.splitlines()) <= 130


def test_the_game_and_the_player_of_the_first_page_play(tmp_path, monkeypatch, capfd):
    (program,) = re.findall(r'```python title="sticks\.py"\n(.*?)```', PAGES["index.md"], re.DOTALL)
    (tmp_path / "sticks.py").write_text(program, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^referee (.*?\./sticks\.py.*?)(?: {2,}.*)?$", PAGES["index.md"], re.MULTILINE)
    assert len(commands) == 4
    for line in commands:
        words = line.split() if line.startswith(("-g", "solve")) else [*line.split(), "random", "--seed", "1"]
        with pytest.raises(SystemExit) as ended:
            main(words)
        out, _ = capfd.readouterr()
        assert ended.value.code == 0
        assert " won" in out or " wins" in out


def test_the_first_command_is_a_game_that_can_be_won_as_it_is_shown(tmp_path):
    (shown,) = re.findall(r"ended like this:\n\n```\n(.*?)```", README, re.DOTALL)
    (command,) = re.findall(r"\.venv/bin/referee (\w+)\n", README)
    words = [sys.executable, "-m", "referee", command, "--seed", "1"]
    environment = {**os.environ, "REFEREE_DATA": str(tmp_path), "REFEREE_SETTINGS": str(tmp_path / "none.toml")}
    done = subprocess.run(
        words, input="1\n3\n2\n", capture_output=True, text=True, cwd=ROOT, env=environment | {"PYTHONUTF8": "1"}
    )
    assert "\n".join(line.removeprefix("  ") for line in done.stdout.splitlines()[-9:]) + "\n" == shown


@pytest.mark.parametrize(
    ("head", "catalogue"),
    [("| game | |", games.CATALOGUE), ("| player | |", players.CATALOGUE)],
    ids=["game", "player"],
)
def test_every_game_and_player_has_a_row_in_the_catalogue_page(head, catalogue):
    shown = [cell.strip("`") for cell, _ in rows("catalogue", head)]
    for name in catalogue:
        remedy = f"make game NAME={name}" if catalogue is games.CATALOGUE else f"a line | `{name}` | ... |"
        assert name in shown, f"{name} has no row in the table of {head.split()[1]}s; add it: {remedy}"
    assert shown == list(catalogue)


def test_every_option_of_a_match_stands_in_its_table_and_no_other():
    told = {flag for cell, *_ in rows("commands", "| option | |") for flag in re.findall(r"--[a-z]+(?:-[a-z]+)*", cell)}
    assert told == flags(referee.commands["play"])


def test_every_command_stands_in_its_table_with_flags_that_it_has():
    shown = {name for name, command in referee.commands.items() if not command.hidden}
    told = {re.match(r"`referee ([\w-]+)", cell)[1]: text for cell, text in rows("commands", "| command | |")}
    assert set(told) == shown
    for name, text in told.items():
        assert set(re.findall(r"--[a-z]+(?:-[a-z]+)*", text)) <= flags(referee.commands[name]), name


def test_specs_that_the_pages_name_can_be_loaded():
    spec = re.compile(r"`([a-z-]+:[a-z0-9=/,]+)`")
    named = {found for page in PAGES.values() for found in spec.findall(page)}
    assert {"othello:6", "minimax:4", "level:7", "level:10"} <= named
    for each in named:
        catalogue = games.CATALOGUE if games.CATALOGUE.find(each) else players.CATALOGUE
        catalogue.load(each)


@pytest.mark.parametrize(
    ("page", "head"), [("README.md", "What it does"), ("commands.md", "Examples")], ids=["README", "commands"]
)
def test_commands_that_are_listed_can_be_played(page, head):
    """Each line of the list below that heading, up to the words that say what the command does."""
    block = PAGES[page].partition(f"\n## {head}\n\n```\n")[2].partition("```")[0]
    lines = [shlex.split(re.split(r" {3,}", line)[0])[1:] for line in block.splitlines()]
    assert len(lines) >= 10
    for words in lines:
        command = referee.commands.get(words[0], referee.commands["play"]) if words else referee.commands["play"]
        typed = words[1:] if words and words[0] in referee.commands else words
        context = command.make_context("referee", typed)
        for word in context.params.get("words") or ():
            catalogue = games.CATALOGUE if games.CATALOGUE.find(word) else players.CATALOGUE
            catalogue.load(word)


def test_environment_variables_that_the_pages_name_are_read():
    known = {f"REFEREE_{name.upper()}" for name in SETTINGS}
    sources = "".join(
        path.read_text(encoding="utf-8") for room in ("games", "referee") for path in (ROOT / room).rglob("*.py")
    )
    for name in {name for page in PAGES.values() for name in re.findall(r"_?REFEREE_[A-Z]+", page)}:
        assert name in known or f'"{name}"' in sources


@pytest.mark.parametrize("file", PICTURES)
def test_a_picture_of_the_pages_is_what_its_command_draws(file, capsysbinary):
    with pytest.raises(SystemExit) as ended:
        main([*PICTURES[file][:-2], "-o", "-"])
    assert ended.value.code == 0
    assert capsysbinary.readouterr().out == (ROOT / file).read_bytes()


def test_every_picture_is_shown_and_every_one_shown_is_made():
    shown = {Path(file).name for page in PAGES.values() for file in re.findall(r'<img src="([^"]+)"', page)}
    assert shown == {Path(file).name for file in PICTURES} == {path.name for path in DOCS.glob("*.svg")}


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_to_files(name):
    folder = ROOT if name == "README.md" else DOCS
    prose = re.sub(r"^```.*?^```", "", PAGES[name], flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r'\]\(([^)#:]+)\)|<img src="([^"]+)"', prose):
        assert (folder / "".join(target)).is_file(), target


def rooms():
    """The folders that the page of the design lists, as paths from the root, and the files that it names in each."""
    found, folders = {}, []
    for line in PAGES["design.md"].partition("```\n")[2].partition("```")[0].splitlines():
        if folder := re.match(r"( *)(\w+)/", line):
            folders = [*folders[: len(folder[1]) // 2], folder[2]]
        found.setdefault("/".join(folders), []).extend(re.findall(r"\w+\.py\b", line))
    return found


def test_folders_and_files_in_the_list_of_rooms_exist():
    for folder, files in rooms().items():
        assert (ROOT / folder).is_dir(), folder
        for file in files:
            assert (ROOT / folder / file).is_file(), f"{folder}: {file}"
    assert sum(map(len, rooms().values())) > 5


def test_the_rooms_of_referee_are_listed_from_the_ground_up():
    listed = [folder.removeprefix("referee/") for folder in rooms() if folder.count("/") == 1 and "referee/" in folder]
    assert listed == [room for room in ROOMS if (ROOT / "referee" / room).is_dir()]


if __name__ == "__main__":
    for words in PICTURES.values():
        subprocess.run([sys.executable, "-m", "referee", *words], check=True, cwd=ROOT)
