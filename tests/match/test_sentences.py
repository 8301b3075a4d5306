"""What is said of a match: whole turns in sentences, who plays, and how it ended."""

import re

import pytest

import games
from games.game import Game
from games.picture import Hand, Hands
from referee.match import play
from referee.match.events import Ended, How, Started
from referee.match.sentences import last_turns, outcome_sentence, seating_sentence, turn_sentence
from referee.match.wording import Viewpoint, base_form, spoken_name
from referee.table.scrolling_front import ScrollingFront
from tests.helpers.cases import every_case


def told(spec, texts, you=None, names=("human", "level 3")):
    """Return the turns after these moves in sentences."""
    game = spec if isinstance(spec, Game) else games.load(spec)
    started = next(play(game, ["random", "random"], names, opening=texts.split()))
    steps = list(zip([game, *(moved.game for moved in started.before)], started.before, strict=False))
    view = Viewpoint(names, tuple(game.seats), you)
    return [turn_sentence(turn, view) for turn in last_turns(steps, view, len(steps))]


@every_case(
    ("spec", "texts", "you", "said"),
    [
        ("tic-tac-toe", "5 1", 0, ["You play 5.", "Level 3 plays 1."]),
        ("tic-tac-toe", "5 1", None, ["Human plays 5.", "Level 3 plays 1."]),
        ("kalah", "3 6 1", 0, ["You play 3 and 6, and gain 2 seeds.", "Level 3 plays 1."]),
        ("othello", "d3 c3", 0, ["You play d3 and flip a disc.", "Level 3 plays c3 and flips your disc."]),
        ("othello", "d3 c3", None, ["Human plays d3 and flips a disc.", "Level 3 plays c3 and flips a disc."]),
        ("hexapawn", "b1-b2 a3xb2 a1xb2", 0,
         ["You play b1-b2.", "Level 3 plays a3xb2 and takes your pawn.", "You play a1xb2 and take a pawn."]),
        ("hex:size=3,swap=yes", "b2 swap", 0, ["You play b2.", "Level 3 swaps: the first stone is blue now, on b2."]),
        ("dots-and-boxes:rows=1,columns=1", "a1-a2 b1-b2 a1-b1 a2-b2", 1,
         ["Human draws a1-a2.", "You draw b1-b2.", "Human draws a1-b1.", "You draw a2-b2 and close a box."]),
        ("nim:heaps=3/4", "b2", 0, ["You take 2 from b."]),
        ("chips", "3", 1, ["Human takes 3."]),
        ("yucky-chocolate", "R1 C2", 1, ["Human breaks off 1 row.", "You break off 2 columns."]),
        ("pig", "roll 5 roll 4 hold roll 1", 0,
         ["You roll 5 and 4, and hold.", "Level 3 rolls 1: the turn is over."]),
        ("kuhn-poker", "Q K bet call", 0,
         ["You are dealt the queen.", "Level 3 is dealt a card.", "You bet.", "Level 3 calls."]),
        ("leduc-poker", "Qs Kh check check Js", None,
         ["Human is dealt the queen of spades.", "Level 3 is dealt the king of hearts.", "Human checks.",
          "Level 3 checks.", "The public card is the jack of spades."]),
        ("liars-dice:dice=2", "3 5 1 1 2x3 liar", 0,
         ["You roll 3 and 5.", "Level 3 rolls 2 dice.", "You bid 2x3.", "Level 3 calls you a liar."]),
        ("liars-dice:dice=1", "3 1 2x3 liar", 1,
         ["Human rolls a die.", "You roll 1.", "Human bids 2x3.", "You call Human a liar."]),
    ],
)  # fmt: skip
def test_turns_are_told_in_sentences(spec, texts, you, said):
    assert told(spec, texts, you) == said


HIT = "3-1 24/23 24/21 4-3 8/4* 24/21 4-1"


def test_dice_moves_and_hits_are_one_sentence():
    assert told("backgammon", HIT, 0) == [
        "You roll 3-1 and play 24/23 24/21.",
        "Level 3 rolls 4-3 and plays 8/4* 24/21: you are hit.",
        "You roll 4-1: enter from the bar first.",
    ]
    assert told("backgammon", HIT, 1)[1:] == [
        "You roll 4-3 and play 8/4* 24/21: Human is hit.", "Human rolls 4-1.",
    ]  # fmt: skip
    assert told("backgammon", f"{HIT} bar/21*", 0)[-1] == "You roll 4-1 and play bar/21*: Level 3 is hit."


def test_players_with_equal_names_are_called_by_their_seats():
    assert told("hexapawn", "b1-b2", names=("human (1)", "human (2)")) == ["White plays b1-b2."]
    assert told("hexapawn", "b1-b2", names=("level 3", "level 3 (2)")) == ["White plays b1-b2."]
    assert seating_sentence(Viewpoint(("human (1)", "human (2)"), ("X", "O"))) == "Human (1) is X, Human (2) is O."


class OwnDeal(Game):
    """A game of somebody's own with a card, but without a phrase for anything."""

    def __init__(self):
        self.turn, self.held = -1, ["", ""]

    def moves(self):
        return [1, 2]

    def chances(self):
        return [(1, 1), (2, 1)]

    def make(self, move):
        if self.turn < 0:
            self.held["" in self.held[:1] and 1 or 0] = str(move)
        self.turn = 0

    def score(self):
        return None

    def show(self, seat=None):
        hands = zip(self.seats, self.held, strict=True)
        return Hands(tuple(Hand(name, tuple(card), seat=at) for at, (name, card) in enumerate(hands)))


def test_a_game_without_phrases_is_told_by_its_pictures():
    assert told(OwnDeal(), "2 1", names=("Ann", "Bob")) == ["Bob is dealt 2.", "Ann plays 1."]


@pytest.mark.parametrize("spec", list(games.CATALOGUE))
def test_every_phrase_of_a_built_in_game_is_plain_text(spec):
    from random import Random

    for seed in range(3):
        game, rng = games.load(spec), Random(seed)
        for _ in range(60):
            for move in game.moves():
                for seat in (None, 0, 1):
                    phrase = game.say(move, seat)
                    assert phrase
                    assert phrase.isascii()
                    assert re.search(r"[a-z0-9})*]$", phrase)
                    assert not re.search(r"[{}]", re.sub(r"\{[01]\}", "", phrase))
            if not game.moves():
                break
            game.make(rng.choice(game.moves()))


@every_case(
    ("score", "why", "you", "said"),
    [
        (1, "four in a row, columns 2 to 5", 0, "You win: four in a row, columns 2 to 5."),
        (1, "four in a row, columns 2 to 5", 1, "Human wins: four in a row, columns 2 to 5."),
        (-1, "human ran out of time", 0, "Level 3 wins: you ran out of time."),
        (-1, "human resigned", None, "Level 3 wins: Human resigned."),
        (-1, "White has no move", 0, "Level 3 wins: you have no move."),
        (1, "White bore off all checkers, a gammon", 0, "You win: you bore off all checkers, a gammon."),
        (1, "White bore off all checkers", None, "Human wins: White bore off all checkers."),
        (1, "Black's pits are empty, White keeps the last 5", 1,
         "Human wins: your pits are empty, White keeps the last 5."),
        (0, "both agreed", 0, "A draw: both agreed."),
        (None, "human left the table", 0, "No result: you left the table."),
        (0, "", None, "A draw."),
    ],
)  # fmt: skip
def test_the_end_is_told_from_the_readers_view(score, why, you, said):
    view = Viewpoint(("human", "level 3"), ("White", "Black"), you)
    assert outcome_sentence(Ended(games.load("hexapawn"), score, How.PLAYED_OUT, why), view) == said


def test_a_longer_name_is_not_taken_for_a_shorter_one():
    view = Viewpoint(("human", "human (2)"), ("X", "O"))
    assert outcome_sentence(Ended(games.load("ttt"), 1, How.RESIGNED, "human (2) resigned"), view) == (
        "X wins: O resigned."
    )


@pytest.mark.parametrize(
    ("name", "spoken"),
    [("level 3", "Level 3"), ("minimax", "Minimax"), ("mcts", "MCTS"), ("ann", "Ann"), ("my_bot", "my_bot"),
     ("McX", "McX"), ("", "")],
)  # fmt: skip
def test_names_are_spoken(name, spoken):
    assert spoken_name(name) == spoken


@every_case(
    ("verb", "base"),
    [("raises", "raise"), ("passes", "pass"), ("has", "have"), ("is", "are"), ("catches", "catch"), ("tries", "try"),
     ("ties", "tie"), ("took", "took"), ("pass", "pass"), ("mixes", "mix")],
)  # fmt: skip
def test_a_verb_behind_you(verb, base):
    assert base_form(verb) == base


def test_in_lines_a_turn_that_dice_began_is_one_sentence_and_one_board(capsys):
    front = ScrollingFront((False, False))
    start = games.load("backgammon")
    front.show(Started(start, ("minimax", "level 3")))
    events = next(play(start, ["random", "random"], opening=HIT.split())).before
    capsys.readouterr()
    for event in events[:3]:
        assert capsys.readouterr().out == ""
        front.show(event)
    out = capsys.readouterr().out
    assert out.startswith("Minimax rolls 3-1 and plays 24/23 24/21.\n")
    assert out.count("off 0") == 2  # one board
