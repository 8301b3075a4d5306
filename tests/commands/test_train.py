"""`referee train`: what is asked, told and kept."""

import json
import sys

import pytest

from tests.commands.test_puzzle import run  # noqa: F401  # a fixture

pytest.importorskip("fsrs")
LINES = "# chess\ne4 e5 Nf3 Nc6 Bc4 Bc5\ne4 c5 Nf3\n"
TRAIN = ("train", "chess", "--lines", "l.moves", "--side", "white", "--plain")


@pytest.fixture(autouse=True)
def lines(tmp_path):
    (tmp_path / "l.moves").write_text(LINES)


def kept(tmp_path):
    return [json.loads(line) for line in (tmp_path / "data" / "training.jsonl").read_text().splitlines()]


def test_wrong_moves_are_told_with_the_line_and_asked_again(run, tmp_path):  # noqa: F811
    told = run(*TRAIN, typed="e4\nNc3\n\nhint\nBc4\nNf3\nNf3\n")
    assert "4 positions to ask, 4 of them new; 4 in the file." in told
    assert "After 1. e4 e5: White to move. What does your line play?" in told
    assert "Wrong: Nc3 is not in your lines." in told and "Your line plays Nf3." in told
    assert "The line: 2. Nf3 Nc6 3. Bc4 Bc5" in told
    assert "The move begins with 'B'." in told
    assert told.index("Once more") > told.index("4 of 4")
    assert "3 of 4 right the first time." in told and "Next: " in told
    assert [each["verdict"] for each in kept(tmp_path)] == ["right", "wrong", "right", "right", "right"]
    assert "0 positions to ask, 0 of them new; 4 in the file." in run(*TRAIN)


def test_leaving_keeps_what_was_answered(run, tmp_path):  # noqa: F811
    run(*TRAIN, typed="e4\nquit\n")
    assert [each["typed"] for each in kept(tmp_path)] == ["e4"]
    assert "3 positions to ask, 3 of them new" in run(*TRAIN)


def test_an_interrupt_keeps_what_was_answered(run, tmp_path, monkeypatch):  # noqa: F811
    from referee.table import training

    asked = []

    def ask(self, card, title):
        if asked:
            raise KeyboardInterrupt
        asked.append(card)
        self.log.add(card.key, self.schedule.answer(card.key, "right", False, training.datetime.now(training.UTC)))
        return "right"

    monkeypatch.setattr(training.TrainingSession, "ask", ask)
    run(*TRAIN, status=130)
    assert len(kept(tmp_path)) == 1


def test_new_positions_are_limited(run):  # noqa: F811
    assert "2 positions to ask, 2 of them new" in run(*TRAIN, "--new", "2")


@pytest.mark.parametrize(("words", "complaint"), [
    ("train chess --lines none.moves", "none.moves cannot be read"), ("train chess --lines l.moves --side red", "--side red must be"),
    ("train pig --lines l.moves", "has dice"), ("train chess", "--lines"),
])  # fmt: skip
def test_wrong_words_get_one_line(run, words, complaint):  # noqa: F811
    told = run(*words.split(), status=2)
    assert complaint in told and told.count("\n") == 1


def test_without_fsrs_one_line_says_how_to_get_it(run, monkeypatch):  # noqa: F811
    monkeypatch.setitem(sys.modules, "fsrs", None)
    assert run(*TRAIN, status=2) == "referee: to train lines install fsrs: pip install 'referee[train]'\n"
