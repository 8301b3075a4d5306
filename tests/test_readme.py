"""What the README shows is so."""

import re
import subprocess
import sys
from pathlib import Path

README = (Path(__file__).parents[1] / "README.md").read_text()


def test_the_game_and_the_player_of_the_readme_play():
    (program,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "Ended" in done.stdout


def test_the_batch_of_the_readme_prints_what_it_says():
    arguments, printed = re.search(r"\$ referee (.*)\n((?:.*\n)*?)```", README).groups()
    done = subprocess.run(
        [sys.executable, "-m", "referee", *arguments.split()], capture_output=True, text=True, timeout=60
    )
    assert done.stdout == printed


def test_every_game_and_player_stands_in_the_readme():
    import games
    import players

    for name in (*games.CATALOGUE, *players.CATALOGUE):
        assert f"| `{name}` |" in README
