"""The lists of docs/openspiel.md say which of OpenSpiel's games can be played, and why the others are refused.

`python -m tests.docs.test_openspiel_page` writes them anew, from what OpenSpiel and the program say.
"""

import re
from pathlib import Path

import pytest

import games
from games.openspiel import catalogue
from games.capabilities import has_chance, hides_information
from games.names.catalogue import SpecError
from games.option import options_of

pytest.importorskip("pyspiel")

PAGE = Path(__file__).parents[2] / "docs" / "openspiel.md"
LIST = re.compile(r"<!-- (\w+) -->\n(.*?)(?=\n## |\Z)", re.DOTALL)


def playable():
    """The table of the games that can be played: each is loaded."""
    yield "| name | | hidden | chance | options |"
    yield "|---|---|---|---|---|"
    for name in catalogue.playable():
        game = games.load(f"openspiel:{name}")
        signs = ["yes" if told else "" for told in (hides_information(game), has_chance(game))]
        options = ", ".join(f"`{option}`" for option in options_of(type(game)))
        yield f"| {' | '.join([f'`{name}`', catalogue.type_of(name).long_name, *signs, options])} |"


def refused():
    """The table of the games that are refused: a row for each reason."""
    reasons = {}
    for name, reason in catalogue.verdicts().items():
        if reason:
            reasons.setdefault(reason, []).append(name)
    yield "| why | games |"
    yield "|---|---|"
    for reason, names in sorted(reasons.items(), key=lambda row: (-len(row[1]), row[0])):
        yield f"| {reason} | {', '.join(f'`{name}`' for name in names)} |"


def lists():
    return {name: "\n".join(lines) for name, lines in (("playable", playable()), ("refused", refused()))}


@pytest.mark.parametrize("name", ["playable", "refused"])
def test_the_lists_of_games_are_those_of_openspiel(name):
    shown = dict(LIST.findall(PAGE.read_text(encoding="utf-8")))
    assert shown[name].strip() == lists()[name], "python -m tests.docs.test_openspiel_page writes them anew"


def test_each_game_that_is_listed_as_refused_is_refused_for_that_reason():
    shown = dict(LIST.findall(PAGE.read_text(encoding="utf-8")))["refused"]
    rows = [row.strip("| ").split(" | ") for row in shown.strip().splitlines()[2:]]
    assert len(rows) > 5
    for reason, names in rows:
        for name in re.findall(r"`(\w+)`", names):
            with pytest.raises(SpecError) as caught:
                games.load(f"openspiel:{name}")
            assert reason in str(caught.value) or reason == catalogue.UNLOADABLE


if __name__ == "__main__":
    written = lists()
    PAGE.write_text(
        LIST.sub(lambda mark: f"<!-- {mark[1]} -->\n\n{written[mark[1]]}\n", PAGE.read_text(encoding="utf-8")),
        encoding="utf-8",
    )
