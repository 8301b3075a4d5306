"""One whole game of each kind, as a person sees it: the transcripts in tests/games/transcripts.

Each begins with the command that it is the output of. `python -m tests.games.test_transcripts` writes them anew after a
change that is meant, or only those that it names; read the difference before it is kept.
"""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import games

FOLDER = Path(__file__).parent / "transcripts"
PATHS = sorted(FOLDER.glob("*.txt"))
PROMPT = "$ referee "


def command_of(path):
    first = path.read_text(encoding="utf-8").split("\n", 1)[0]
    assert first.startswith(PROMPT)
    return first.removeprefix(PROMPT)


def transcript(command):
    """Return the command and what it prints in a window of 80 columns and 24 lines."""
    environment = os.environ | {"COLUMNS": "80", "LINES": "24", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-m", "referee", *shlex.split(command)],
        capture_output=True, encoding="utf-8", timeout=600, env=environment, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    return f"{PROMPT}{command}\n{done.stdout}"


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_whole_game_looks_as_it_did(path):
    assert transcript(command_of(path)) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_transcript_is_of_its_game_to_the_end(path):
    assert games.CATALOGUE.find(command_of(path).split()[0]) == path.stem
    assert path.read_text(encoding="utf-8").splitlines()[-1].partition(":")[0].endswith((" wins", "A draw"))


def test_every_game_has_a_transcript():
    for name in {path.stem for path in PATHS} ^ set(games.CATALOGUE):
        missing = "transcript" if name in games.CATALOGUE else "row in the catalogue"
        pytest.fail(f"{name} has no {missing}; add it: make game NAME={name}")


if __name__ == "__main__":
    for each in PATHS:
        if each.stem in (sys.argv[1:] or [each.stem]):
            each.write_text(transcript(command_of(each)), encoding="utf-8")
