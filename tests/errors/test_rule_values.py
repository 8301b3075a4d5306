"""What rules of people's own return and may not, and what they do not take: one line names the rule, whoever plays."""

import numpy
import pytest

import referee
from games.game import CHANCE, Game
from games.base.rule_values import RuleError, chances_of, readable_text, turn_of
from games.theory import Theory
from referee.cli import run
from referee.errors.attribution import UserCodeError, format_traceback
from tests.helpers.cases import every_case


class Toss(Game):
    """Seat 0 calls heads or tails, and a coin is tossed."""

    def __init__(self):
        self.turn, self.called, self.fallen = 0, None, None

    def moves(self):
        return [0, 1] if self.fallen is None else []

    def chances(self):
        return [(0, 1), (1, 1)]

    def make(self, move):
        if self.turn == CHANCE:
            self.fallen = move
        else:
            self.called, self.turn = move, CHANCE

    def score(self):
        return None if self.fallen is None else 1 if self.called == self.fallen else -1


class Heap(Game):
    """Five sticks, of which one or two are taken; who takes the last has won."""

    def __init__(self):
        self.turn, self.left = 0, 5

    def moves(self):
        return [1, 2][: self.left]

    def make(self, move):
        self.left, self.turn = self.left - move, 1 - self.turn

    def score(self):
        return None if self.left else 2 * self.turn - 1


def turning(self, move):
    self.left, self.turn = self.left - move, self.turn + 1


STAKES = "be a whole number from 0 to 1,000,000,000, the largest score"
WORDS = "return a text without a blank, a different one for each legal move"
PAIRS = "return a list of pairs, each a move and its weight, whole numbers from 1 (in all below 2**31)"
HEARD = "take a move and a seat, as in def heard(self, move, seat): ...: TypeError: "
ANY = ("random", "minimax", "mcts:playouts=9", "montecarlo:playouts=3", "level")


def odd(rule, value):
    """Return a game in which only this rule is odd."""
    return type("Odd", (Toss if rule == "chances" else Heap,), {rule: value})


@pytest.mark.parametrize("spec", ANY)
@pytest.mark.parametrize(
    ("rule", "value", "said"),
    [
        ("text", lambda self, move: move, f"{WORDS}: it returned "),
        ("text", lambda self, move: None, f"{WORDS}: it returned None"),
        ("text", lambda self, move: f"take {move}", f"{WORDS}: the text 'take "),
        ("text", lambda self, move: "", f"{WORDS}: the text '' of a move is empty or holds a blank"),
        ("text", lambda self, move: "score", f"{WORDS}: two moves have the same text 'score'"),
        ("parse", lambda self, entry: 7, "return the move of each text: parse('"),
        ("heard", lambda self, move: "", HEARD),
        ("heard", lambda self, move, seat: None, "return a text: it returned None"),
        ("stakes", "1", f"{STAKES}: it is '1'"),
        ("stakes", -1, f"{STAKES}: it is -1"),
        ("stakes", 10**12, f"{STAKES}: it is 1000000000000"),
        ("seats", ("A",), "be two different texts, what the seats are called: it is ('A',)"),
        ("seats", ("A", "A"), "be two different texts, what the seats are called: it is ('A', 'A')"),
        ("seats", None, "be two different texts, what the seats are called: it is None"),
        ("reason", lambda self: 3, "return a text: it returned 3"),
        ("make", turning, "be 0, 1 or CHANCE: turn is 2"),
        ("chances", lambda self: [(0, 1.9), (1, 1.0)], f"{PAIRS}: it returned [(0, 1.9), (1, 1.0)]"),
        ("chances", lambda self: [(0, -1), (1, 2)], f"{PAIRS}: it returned [(0, -1), (1, 2)]"),
        ("chances", lambda self: [(0, 0), (1, 1)], f"{PAIRS}: it returned [(0, 0), (1, 1)]"),
        ("chances", lambda self: [], f"{PAIRS}: it returned []"),
        ("chances", lambda self: [(0, 10**12), (1, 1)], f"{PAIRS}: it returned [(0, 1000000000000), (1, 1)]"),
        ("chances", lambda self: [3], f"{PAIRS}: it returned [3]"),
        ("chances", lambda self: None, f"{PAIRS}: it returned None"),
    ],
)
def test_a_match_names_the_wrong_rule_in_one_line(rule, value, said, spec):
    kind = odd(rule, value)
    with pytest.raises(UserCodeError) as caught:
        referee.play(kind, spec, "random", seed=1)
    name = "turn" if rule == "make" else rule
    place = (
        "" if name in ("turn", "stakes", "seats") else f", line {value.__code__.co_firstlineno} of test_rule_values.py,"
    )
    assert format_traceback(caught.value).startswith(f"Odd.{name}{place} must {said}")


def test_the_command_of_a_match_names_the_wrong_rule_in_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))
    (tmp_path / "odd.py").write_text(
        "from games.nim import Nim\nclass Odd(Nim):\n    seats = ('A',)\n    def score(self):\n        return super().score()\n"
    )
    assert run([str(tmp_path / "odd.py"), "random", "random", "--plain", "--seed", "1"]) == 1
    said = "Odd.seats must be two different texts, what the seats are called: it is ('A',)"
    assert capsys.readouterr().err.startswith(f"{said}\nin {tmp_path / 'odd.py'} random random --seed 1, game 0\n")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("seats = ('Alone',)", "seats must be two different texts, what the seats are called: it is ('Alone',)"),
        ("seats = 1", "seats must be two different texts, what the seats are called: it is 1"),
        ("stakes = '1'", f"stakes must {STAKES}: it is '1'"),
    ],
)
@pytest.mark.parametrize(
    "words",
    [
        "{}:3 random random --plain", "-g 2 {} random minimax", "tournament {} random minimax --openings 0", "solve {}",
        "tree {}", "tree {} --method mcts", "analyse {}", "review {} --moves 1", "facts {}", "bench {}", "perft {} 2",
        "puzzle {} --make 1",
    ],
)  # fmt: skip
def test_every_command_names_a_wrong_class_attribute_in_one_line(tmp_path, command, words, wrong, said):
    (tmp_path / "odd.py").write_text(
        f"from games.nim import Nim\nclass Odd(Nim):\n    {wrong}\n    def text(self, move):\n        return str(move)\n"
    )
    status, _, err = command(f"{words.format(tmp_path / 'odd.py')}")
    assert status == 1
    assert f"Odd.{said}" in err.splitlines()
    assert "Traceback" not in err


@pytest.mark.parametrize("spec", ["mcts:playouts=9", "cfr", "optimal"])
def test_a_rule_with_wrong_parameters_costs_nobody_the_game(spec):
    with pytest.raises(UserCodeError) as caught:
        referee.play(odd("text", lambda self: "x"), spec, "random", seed=1)
    assert " must take a move, as in def text(self, move): ..." in format_traceback(caught.value)


def test_a_player_that_calls_a_rule_wrongly_is_at_fault():
    assert referee.play(Heap, lambda game: game.heard(1), "random", seed=1).how == "crashed"


@every_case(
    ("rule", "value", "said"),
    [
        ("chances", lambda self: [(0, 0.5), (1, 0.5)], f" must {PAIRS}: it returned [(0, 0.5), (1, 0.5)]"),
        ("text", lambda self, move: None, f" must {WORDS}: it returned None"),
        ("make", turning, "Odd.turn must be 0, 1 or CHANCE: turn is 2"),
        ("seats", ("Alone",), "Odd.seats must be two different texts, what the seats are called: it is ('Alone',)"),
        ("stakes", "1", f"Odd.stakes must {STAKES}: it is '1'"),
    ],
)
@every_case("study", [referee.solve, referee.tree, referee.analyse])
def test_a_study_names_the_wrong_rule_in_one_line(study, rule, value, said):
    with pytest.raises(UserCodeError) as caught:
        study(odd(rule, value))
    assert str(caught.value).startswith("Odd.")
    assert str(caught.value).endswith(said)


THEORY = "return None or a Theory: a text, and a whole number within the stakes"


@pytest.mark.parametrize(
    ("rule", "given", "said"),
    [
        ("theory", 1, f"{THEORY}: it returned 1"),
        ("theory", (1, "x"), f"{THEORY}: it returned (1, 'x')"),
        ("theory", Theory(1, 1), f"{THEORY}: it returned Theory(name=1, score=1, left=0, whole=True, state='')"),
        ("theory", Theory("sum", 3), f"{THEORY}: its score is 3, and the stakes are 1"),
        ("theory", Theory("sum", 0.5), f"{THEORY}: its score is 0.5, and the stakes are 1"),
        ("solver", 5, "return None or a search with a method `outcome`: it returned 5"),
    ],
)
@pytest.mark.parametrize(
    "ask",
    [
        referee.solve, lambda game: referee.solve(game, seconds=0.1), referee.analyse,
        lambda game: referee.play(game, "optimal", "random", seed=1), lambda game: referee.review(game, "1 2 2"),
        lambda game: referee.play(game, "level:10", "random", seed=1),
    ],
)  # fmt: skip
def test_wrong_theories_and_solvers_are_named_by_their_users(ask, rule, given, said):
    with pytest.raises(UserCodeError) as caught:
        ask(odd(rule, lambda self: given))
    assert str(caught.value).endswith(f" must {said}")


def test_numbers_and_texts_of_classes_of_their_own_are_made_plain():
    kind = odd("text", lambda self, move: numpy.str_(move))
    for spec in (*ANY, "optimal"):
        assert referee.play(kind, spec, "random", seed=1).how == "played-out"
    assert referee.solve(kind).best == ["2"]
    assert type(readable_text(kind(), 1)) is str
    coin = odd("chances", lambda self: [(0, numpy.int64(2)), (numpy.int8(1), True)])()
    assert [*map(type, sum(chances_of(coin), ()))] == [int] * 4
    coin.turn = numpy.int64(-1)
    assert type(turn_of(coin)) is int


def test_a_text_is_that_of_its_move_though_another_is_typed_alike():
    game = odd("text", lambda self, move: {1: "1-12", 2: "11-2"}[move])()
    assert [game.parse(entry) for entry in ("1-12", "11-2", " 11-2 ")] == [1, 2, 2]
    assert readable_text(game, 2) == "11-2"


def test_a_turn_is_nobodys_once_the_game_is_over():
    def make(self, move):
        turning(self, move)
        self.turn = self.turn % 2 if self.left else 7

    kind = type("Late", (Heap,), {"make": make, "score": lambda self: None if self.left else 0})
    assert referee.play(kind, "random", "montecarlo:playouts=3", seed=1).how == "played-out"


CHAIN = '''
from games.game import Game


class Chain(Game):
    """Many sticks, and each move is kept in a tuple with the one before it."""

    def __init__(self):
        self.turn, self.left, self.past = 0, 2000, ()

    def moves(self):
        return [1, 2][: self.left]

    def make(self, move):
        self.left, self.turn, self.past = self.left - move, 1 - self.turn, (move, self.past)

    def score(self):
        return None if self.left else 2 * self.turn - 1
'''


@pytest.mark.parametrize("spec", ["random", "minimax:1", "montecarlo:playouts=1"])
def test_fields_that_lie_too_deep_are_nobodys_fault_but_the_rules(spec, tmp_path):
    (tmp_path / "chain.py").write_text(CHAIN)
    with pytest.raises(UserCodeError, match="^Chain cannot be played: objects lie within objects, too deep"):
        referee.play(tmp_path / "chain.py", spec, "random", seed=1)


def test_deep_fields_are_nobodys_fault_beside_a_player_from_a_file(tmp_path, command):
    (tmp_path / "chain.py").write_text(CHAIN)
    (tmp_path / "bot.py").write_text("def bot(game):\n    return game.moves()[0]\n")
    status, _, err = command(f"-g 1 {tmp_path / 'chain.py'} {tmp_path / 'bot.py'} random --seed 1")
    assert status == 1
    assert err.startswith("Chain cannot be played: objects lie within objects, too deep")
