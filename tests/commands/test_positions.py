"""Every command of a game takes a position: by --position, or in the game's spec."""

import io
import json
from typing import Any

import pytest

from referee.cli import run

POSITION = "xo1/3/3 x"  # X wins by 4, 5 and 7


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command prints; it must not fail."""
    assert run(list(words)) == 0
    return capsys.readouterr().out


def told(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """The JSON object that the command prints first."""
    return json.loads(printed(capsys, *words, "--json").splitlines()[0])


def test_a_position_is_analysed_and_solved(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "solve", "ttt", "--position", POSITION)["value"] == 1
    assert (
        told(capsys, "analyse", "ttt", "--position", POSITION, "--method", "exact")["game"]
        == f"ttt:position={POSITION}"
    )
    after = told(capsys, "solve", "ttt", "--position", POSITION, "--moves", "3")
    assert (after["value"], after["after"]) == (0, ["3"])


def test_sequences_trees_and_facts_start_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert "7 sequences of 1 move" in printed(capsys, "perft", "ttt", "1", "--position", POSITION)
    assert "X O" in printed(capsys, "tree", "ttt", "--position", POSITION, "--depth", "1")
    facts = told(capsys, "facts", "ttt", "--position", POSITION, "--games", "2")
    assert 654 in facts["census"].values()
    assert facts["published"] == []
    assert "<svg" in printed(capsys, "screenshot", "ttt", "--position", POSITION)
    assert "position=xo1/3/3 x" in printed(capsys, "bench", "ttt", "--position", POSITION, "--time", "0.01")


def test_matches_and_batches_start_there(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["ttt", "--position", POSITION], [f"ttt:position={POSITION}"]):
        game = told(capsys, *words, "random", "minimax", "-g", "1", "--seed", "1")
        assert game["game"] == f"ttt:position={POSITION}"
        assert not set(game["moves"].split()) & {"1", "2"}


def test_moves_from_a_position_are_reviewed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["review", "ttt", "--position", "xo1/3/3", "--moves", "5 9 3 7 6 4"]
    assert "Better: 8. 8 wins at once." in printed(capsys, *words)
    assert told(capsys, *words)["moves"]
    for wrong in (["review", "ttt", "--position", "xo1/3/3"], ["review", "--moves", "5"]):
        assert run(wrong) == 2
        assert "referee review GAME --moves TEXTS" in capsys.readouterr().err


def test_the_prompt_prints_the_words_that_lead_back(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for game, typed, said in (
        ("ttt", "5\nposition\nquit\n", "referee ttt --position '"),
        ("ttt:position=xo1/3/3 x", "position\nquit\n", "referee ttt --position 'xo1/3/3 x'"),
        ("kuhn", "position\nquit\n", "/?'"),
    ):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        run([game, "human", "random", "--seed", "1"])
        assert said in capsys.readouterr().out


def test_the_text_of_the_start_stands_below_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "rules", "hexapawn").endswith("This position: --position 'bbb/3/www w'\n")


@pytest.mark.parametrize(("words", "says"), [
    (["solve", "ttt", "--position", "xx1/3/3"], "the position 'xx1/3/3' of ttt: X has 2 stones, O 0"),
    (["ttt", "random", "random", "-g", "1", "--position", "?"], "the position '?' of ttt: '?' has 1 row"),
    (["bench", "ttt", "nim", "--position", "x"], "--position x is one of a single game: name that"),
    (["perft", "ttt:position=xo1/3/3,size=3", "1"], "the position 'xo1/3/3,size=3' of ttt: ',' in row 3"),
])  # fmt: skip
def test_a_position_that_cannot_be_is_refused_in_one_line(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == 2
    told = capsys.readouterr().err
    assert says in told
    assert told.count("\n") == 1
