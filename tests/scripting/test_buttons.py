"""A match in a notebook by buttons: the same match as at the table, whatever is clicked."""

import sys

import pytest

import games
import referee
from games.base.spec_error import SpecError
from referee.scripting.buttons import board_html
from tests.scripting.test_rules import Sticks

pytest.importorskip("ipywidgets")


def labels(match):
    return [button.description for button in match.buttons.children]


def click(match, text):
    (button,) = [button for button in match.buttons.children if button.description == text]
    button.click()


def test_each_click_makes_a_move_and_lets_the_program_answer():
    match = referee.sit_down("tic-tac-toe", seed=1)
    assert labels(match) == list("123456789")
    assert (match.said.value, match.record.moves, match.back.disabled) == ("Your move.", "", True)
    click(match, "5")
    mine, other = match.record.moves.split()
    assert mine == "5"
    assert labels(match) == [each for each in "123456789" if each not in (mine, other)]
    assert match.said.value == f"You play 5.<br>Level 3 plays {other}.<br>Your move."
    assert match.board.value == board_html(games.load("tic-tac-toe", ["5", other]), int(other) - 1)
    assert repr(match) == "<tic-tac-toe: Your move.>"


@pytest.mark.parametrize("spec", ["tic-tac-toe", "pig:20", "kuhn-poker", "kalah:pits=2", "hex:3"])
@pytest.mark.parametrize("pair", [("human", "random"), ("random", "human")])
def test_a_match_comes_to_its_end_and_has_a_record(spec, pair):
    match = referee.sit_down(spec, *pair, seed=1)
    clicks = 0
    while match.buttons.children and clicks < 300:
        match.buttons.children[-1].click()
        clicks += 1
    assert match.record.how == "played-out"
    assert match.record.players == pair
    assert match.said.value.split("<br>")[-1].startswith(("You win", "You lose", "Random wins", "A draw"))
    assert referee.review(match.record).table() is not None
    assert 0 < clicks <= len(match.record.moves.split())


@pytest.mark.parametrize(
    ("spec", "first"), [("connect-four", "1 2 3 4 5 6 7"), ("gomoku:12", "a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 b1")]
)
def test_moves_stand_in_the_order_that_people_look_for(spec, first):
    assert " ".join(labels(referee.sit_down(spec))).startswith(first)


def test_moves_are_taken_back_to_the_opening_and_no_further():
    match = referee.sit_down("connect-four", "level:3", "human", seed=1, moves="4 4")
    before = match.record.moves
    assert before.startswith("4 4 ")
    assert match.back.disabled
    click(match, labels(match)[0])
    assert len(match.record.moves.split()) == 5
    click(match, labels(match)[0])
    match.back.click()
    match.back.click()
    assert match.record.moves == before
    assert match.back.disabled


def test_a_match_that_is_over_is_taken_back_too():
    match = referee.sit_down("nim:2", seed=1)
    click(match, "1")
    assert not labels(match)
    match.back.click()
    assert labels(match) == ["1", "2"]
    assert match.record.how is None


def test_dice_fall_the_same_after_a_move_was_taken_back():
    match = referee.sit_down("backgammon", seed=3)
    told = match.said.value
    first = labels(match)[0]
    click(match, first)
    match.back.click()
    assert match.said.value == told


def test_nothing_that_is_hidden_is_shown():
    for seed in range(8):
        match = referee.sit_down("leduc-poker", seed=seed)
        assert match.record is None
        assert "You are dealt" in match.said.value
        while labels(match):
            held = [text for text in match.recorder.texts if text[0] in "JQK"]  # mine, the other's, and the open card
            seen = games.load("leduc-poker", match.recorder.texts)
            assert match.board.value == board_html(seen, seat=0)
            assert board_html(seen, seat=1) != match.board.value
            assert held[1] not in match.said.value
            match.buttons.children[0].click()
        assert match.record.how == "played-out"


def test_two_people_may_share_a_notebook():
    match = referee.sit_down("tic-tac-toe", "human", "human", moves="5")
    assert match.said.value == "X plays 5.<br>O to move."
    click(match, "1")
    assert match.said.value == "X plays 5.<br>O plays 1.<br>X to move."
    with pytest.raises(SpecError, match="two people who share a notebook would see what this game hides"):
        referee.sit_down("kuhn-poker", "human", "human")


def test_a_game_and_a_player_of_the_notebook_play_and_their_errors_are_shown():
    def broken(game):
        return game.sticks // 0

    match = referee.sit_down(Sticks, "human", lambda game: game.moves()[0], seed=1)
    click(match, "2")
    assert labels(match) == ["1"]
    match = referee.sit_down(Sticks, "human", broken, seed=1)
    click(match, "2")
    assert "You win: Broken crashed: ZeroDivisionError" in match.said.value
    assert "return game.sticks // 0" in match.said.value


class Bad(Sticks):
    """Its score is wrong once sticks were taken."""

    def score(self):
        return None if self.sticks == 4 else "won"


def test_an_error_in_the_rules_is_shown_and_the_move_can_be_made_again():
    match = referee.sit_down(Bad, seed=1)
    click(match, "2")
    assert match.said.value.startswith("<pre>Bad.score")
    assert labels(match) == ["1", "2"]


def test_what_cannot_be_played_is_told_in_one_line(monkeypatch):
    with pytest.raises(SpecError, match=r'one of the players must be "human": call referee\.play'):
        referee.sit_down("nim", "random", "random")
    with pytest.raises(SpecError, match="there is no game 'nimm'"):
        referee.sit_down("nimm")
    with pytest.raises(SpecError, match=r"in a notebook call referee\.sit_down"):
        referee.batch("nim", "human", "random")
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    with pytest.raises(SpecError, match=r"needs ipywidgets: pip install 'referee\[notebook\]'"):
        referee.sit_down("nim")
