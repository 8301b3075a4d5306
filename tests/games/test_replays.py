"""Games that write only `hidden(seat)` or only `known(seat)`: what follows from it, and how often each world comes."""

import gc
import pickle
from collections import Counter
from math import comb
from random import Random

import pytest

import games
import referee
from games.base import worlds
from games.capabilities import hides_information
from games.game import CHANCE, Game
from games.laws import faults
from games.laws.hidden import draw_move
from games.simultaneous import Simultaneous
from players.search.clock import Clock
from players.search.equilibrium.cfr import PredictiveCfr
from players.search.equilibrium.extensive_form import GameTree
from referee.checking.file import CheckOptions, check_target

HIGH = """
from games.game import CHANCE, Game

class High(Game):
    \"\"\"Two cards each out of six, then First plays one, then Second; the higher one wins.\"\"\"
    def __init__(self):
        self.turn, self.hands, self.table = CHANCE, [[], []], []
    def moves(self):
        if self.turn == CHANCE:
            return [card for card in range(1, 7) if card not in self.hands[0] + self.hands[1]]
        return self.hands[self.turn] if self.score() is None else []
    def chances(self):
        return [(card, card) for card in self.moves()]
    def make(self, move):
        if self.turn == CHANCE:
            self.hands[self.to()].append(move)
            self.turn = 0 if len(self.hands[1]) == 2 else CHANCE
        else:
            self.hands[self.turn].remove(move)
            self.table.append(move)
            self.turn = 1 - self.turn
    def score(self):
        if len(self.table) < 4:
            return None
        won = (self.table[0] > self.table[1]) + (self.table[2] > self.table[3])
        return (won > 1) - (won < 1)
    def to(self):
        return (len(self.hands[0]) + len(self.hands[1])) % 2
    def hidden(self, seat):
        return self.turn == CHANCE and self.to() != seat
"""
PHANTOM = """
from games.game import Game

class Phantom(Game):
    \"\"\"Three in a row on 3x2 cells without seeing the other's stones: a taken cell is refused, and one tries again.\"\"\"
    def __init__(self):
        self.board, self.log = [None] * 6, []
    def moves(self):
        tried = [move for seat, move, _ in self.log if seat == self.turn]
        return [cell for cell in range(6) if cell not in tried] if self.score() is None else []
    def make(self, move):
        free = self.board[move] is None
        self.log.append((self.turn, move, free))
        if free:
            self.board[move] = self.turn
            self.turn = 1 - self.turn
    def score(self):
        for row in (self.board[:3], self.board[3:]):
            if None not in row and len(set(row)) == 1:
                return 1 if row[0] == 0 else -1
        return None if None in self.board else 0
    def known(self, seat):
        over = self.score() is not None
        words = [f"{move}-{free}" if over or mover == seat else "*" for mover, move, free in self.log]
        return " ".join([*words, f"to-{self.turn}"])
"""
DICE = """
from games.game import CHANCE, Game

class Dice(Game):
    \"\"\"Liar's dice with a die of three faces each: name a higher count of ones, or doubt.\"\"\"
    def __init__(self):
        self.turn, self.dice, self.bids = CHANCE, [], []
    def moves(self):
        if self.score() is not None:
            return []
        if self.turn == CHANCE:
            return [1, 2, 3]
        return list(range(max(self.bids, default=9) + 1, 13)) + [20] * bool(self.bids)
    def chances(self):
        return [(1, 3), (2, 2), (3, 1)]
    def make(self, move):
        if self.turn == CHANCE:
            self.dice.append(move)
            self.turn = 0 if len(self.dice) == 2 else CHANCE
        else:
            self.bids.append(move)
            self.turn = 1 - self.turn
    def score(self):
        if 20 not in self.bids:
            return None
        true = self.dice.count(1) >= self.bids[-2] - 10
        return 1 if true == (len(self.bids) % 2 == 0) else -1
    def text(self, move):
        return "doubt" if move == 20 else f"ones-{move - 10}" if move > 9 else str(move)
    def hidden(self, seat):
        return self.turn == CHANCE and len(self.dice) != seat
"""
KINDS = {"High": HIGH, "Phantom": PHANTOM, "Dice": DICE}


def kind_of(name):
    space = {"__name__": "student"}
    exec(KINDS[name], space)
    return space[name]


def walk(game, seed, plies):
    rng = Random(seed)
    for _ in range(plies):
        if game.score() is None:
            game.make(draw_move(game, rng))
    return game


def histories(start, seat, line):
    """Return the probability of each way to move that the seat cannot tell from `line`, by trying every move."""
    found = {}

    def go_on(game, truth, made, odds):
        if len(made) == len(line):
            found[made] = odds
            return
        for move, share in shares(game):
            twin, after = game.copy(), truth.copy()
            twin.make(move)
            after.make(line[len(made)])
            same = twin.known(seat) == after.known(seat) and twin.turn == after.turn and twin.score() is None
            if same and (game.turn != seat or move == line[len(made)]):
                go_on(twin, after, (*made, move), odds * share)

    go_on(start.copy(), start.copy(), (), 1.0)
    whole = sum(found.values())
    return {made: odds / whole for made, odds in found.items()}


def shares(game):
    if game.turn == CHANCE:
        whole = sum(weight for _, weight in game.chances())
        return [(move, weight / whole) for move, weight in game.chances()]
    return [(move, 1 / len(game.moves())) for move in game.moves()]


def line_of(game):
    return tuple(past.move for past in game._replay.line())


def distance(game, seat, count):
    """Return the total variation distance of imagined histories to the true ones, and how far chance alone may go."""
    true = histories(type(game)(), seat, line_of(game))
    seen = Counter(line_of(game.imagine(seat, Random(number))) for number in range(count))
    assert seen.keys() <= true.keys()
    expected = sum((odds * (1 - odds) / count) ** 0.5 for odds in true.values()) / 2
    return sum(abs(seen[made] / count - odds) for made, odds in true.items()) / 2, expected


@pytest.mark.parametrize("name", KINDS)
def test_a_game_with_one_method_for_what_is_hidden_obeys_the_laws(name):
    kind = kind_of(name)
    assert hides_information(kind())
    assert not list(faults(kind(), 6))


@pytest.mark.parametrize("name", KINDS)
def test_such_a_game_passes_the_check_and_every_kind_of_player_plays_it(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / f"{name.lower()}.py").write_text(KINDS[name])
    (tmp_path / "bot.py").write_text("def bot(game, deadline):\n    return game.moves()[0]\n")
    spec = f"./{name.lower()}.py"
    (report,) = check_target(spec, CheckOptions(positions=60))
    assert report.passed, report.findings
    for player in (
        "mcts:playouts=20",
        "minimax:nodes=200",
        "montecarlo:playouts=20",
        "cfr:iterations=3",
        "./bot.py:bot",
    ):
        batch = referee.batch(spec, player, "random", games=2, seed=1)
        assert all(record.how == "played-out" for record in batch.records), player


@pytest.mark.parametrize("name", KINDS)
def test_imagined_histories_come_as_often_as_enumeration_says(name):
    for seed in range(3):
        game = walk(kind_of(name)(), seed, 5)
        for seat in (0, 1) if game.score() is None else ():
            found, by_chance = distance(game, seat, 600)
            assert found < 3 * by_chance + 0.01


@pytest.mark.parametrize("name", KINDS)
def test_worlds_that_are_drawn_one_by_one_come_nearly_as_often(name, monkeypatch):
    monkeypatch.setattr(worlds, "MOST", 1)
    for seed in (1,):
        game = walk(kind_of(name)(), seed, 4)
        for seat in (0, 1):
            found, by_chance = distance(game, seat, 300)
            assert found < 3 * by_chance + 0.05


def test_a_world_depends_only_on_what_the_seat_knows_and_on_the_rng():
    for limit in (1, 1000):
        games_alike = []
        for card in (3, 4, 5):
            game = kind_of("High")()
            game.make(1)
            game.make(card)
            games_alike.append(game)
        assert len({line_of(game.imagine(0, Random(limit))) for game in games_alike}) == 1
        assert len({game.known(0) for game in games_alike}) == 1


def test_an_imagined_world_holds_nothing_that_leads_to_the_true_moves():
    game, rng = Hands(), Random(1)
    for _ in range(6):
        game.make(draw_move(game, rng))
    world = game.imagine(0, rng)
    assert world._replay.root is not game._replay.root
    assert game._replay.root not in gc.get_referents(world._replay.root, world._replay.root.start._replay)


def test_a_card_that_the_other_plays_was_dealt_to_it(monkeypatch):
    monkeypatch.setattr(worlds, "MOST", 1)
    game = kind_of("High")()
    for move in (1, 2, 3, 6, 1, 6):
        game.make(move)
    lines = {line_of(game.imagine(0, Random(number))) for number in range(40)}
    assert all(6 in (line[1], line[3]) for line in lines) and len(lines) > 4


class Hands(Game):
    """Five cards for First, five for Second, out of twenty; then nothing is left to do but to show one."""

    def __init__(self):
        self.turn, self.hands, self.shown = CHANCE, ([], []), 0

    def moves(self):
        if self.turn == CHANCE:
            return [card for card in range(20) if card not in self.hands[0] and card not in self.hands[1]]
        return self.hands[self.turn] if self.shown < 3 else []

    def chances(self):
        return [(card, 1) for card in self.moves()]

    def make(self, move):
        if self.turn == CHANCE:
            self.hands[len(self.hands[0]) > 4].append(move)
            self.turn = 1 if len(self.hands[1]) == 5 else CHANCE
        else:
            self.shown += 1
            self.turn = 1 - self.turn

    def score(self):
        return 0 if self.shown == 3 else None

    def hidden(self, seat):
        return self.turn == CHANCE and (len(self.hands[0]) > 4) != seat


def test_hands_of_five_out_of_twenty_are_uniform_and_hold_the_card_that_was_shown():
    game = Hands()
    for card in (0, 1, 2, 3, 4, 10, 11, 12, 13, 14, 12):
        game.make(card)
    hands = [frozenset(game.imagine(0, Random(number)).hands[1]) for number in range(200)]
    assert all(12 in hand and not hand & set(range(5)) for hand in hands)
    counts = Counter(card for hand in hands for card in hand if card != 12)
    drawn = len(set(hands))
    assert drawn > 100 < comb(14, 4)
    assert sum(abs(counts[card] / 800 - 1 / 14) for card in range(5, 20) if card != 12) / 2 < 0.1


def test_a_pickled_game_keeps_its_past_and_set_up_moves_make_one():
    game = games.load("kuhn-poker")
    assert game._replay is None
    game = walk(Hands(), 1, 7)
    twin = pickle.loads(pickle.dumps(game))
    again = Hands()
    again.set_position(game.position())
    for other in (twin, again, game.copy()):
        assert (line_of(other), other.known(0), other.known(1)) == (line_of(game), game.known(0), game.known(1))
        assert line_of(other.imagine(1, Random(5))) == line_of(game.imagine(1, Random(5)))


def test_a_seat_hears_a_card_dealt_to_the_other_only_as_a_card():
    game = kind_of("High")()
    assert [game.heard(3, seat) for seat in (0, 1)] == ["3", "a card"]
    game.make(1)
    assert [game.heard(3, seat) for seat in (0, 1)] == ["a card", "3"]


def test_where_no_world_is_found_the_error_says_to_write_imagine():
    class Forgetful(Hands):
        lucky = True

        def known(self, seat):
            return f"{self.hands[seat]} {self.shown} {id(self)}"

    game = Forgetful()
    game.make(1)
    game.make(2)
    with pytest.raises(ValueError, match=r"write imagine\(seat, rng\)"):
        game.imagine(0, Random(1))


def test_a_subclass_keeps_the_past_and_its_own_imagine_reveals_none():
    class Later(Hands):
        def make(self, move):
            super().make(move)

    class Own(Hands):
        def imagine(self, seat, rng):
            return self.copy()

    later = Later()
    later.set_position("1 2 3")
    later.make(4)
    assert (line_of(later), later.known(0)) == ((1, 2, 3, 4), "1 2 3 4 (chance)")
    own = walk(Own(), 1, 3)
    assert line_of(own) and own.imagine(0, Random(1))._replay is None


def test_classes_that_hide_nothing_are_left_as_they_are():
    class Plain(Game):
        def hidden(self):  # a method of its own
            return 3

    assert not hides_information(Plain())
    assert "copy" not in vars(Plain) and Plain().hidden() == 3


def test_the_check_says_what_to_write_where_only_the_picture_hides_something(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (
        HIGH[: HIGH.index("    def hidden")]
        + "    def show(self, seat=None):\n        return str(self.hands[seat or 0])\n"
    )
    (tmp_path / "shown.py").write_text(text)
    (report,) = check_target("./shown.py", CheckOptions(positions=20))
    assert report.passed
    assert any("write hidden(seat) or known(seat)" in finding.look for finding in report.findings)


class Pennies(Simultaneous):
    """First wins 3 or 1 if both choose alike, and loses 1 otherwise; its value is 1/3."""

    stakes, won = 3, None

    def choices(self, seat):
        return [0, 1]

    def resolve(self, first, second):
        self.won = [[3, -1], [-1, 1]][first][second]

    def score(self):
        return self.won

    def text(self, move):
        return "ht"[move]


def test_choices_at_the_same_time_are_solved_to_their_known_value():
    solver = PredictiveCfr(GameTree(Pennies()))
    solver.run(500, Clock())
    assert solver.value() == pytest.approx(1 / 3, abs=1e-3)


def test_second_does_not_see_what_first_chose_until_both_have_chosen():
    game = Pennies()
    assert [game.heard(1, seat) for seat in (0, 1)] == ["t", "a hidden move"]
    game.make(1)
    assert [game.known(seat) for seat in (0, 1)] == ["t/", "*/"]
    assert {game.imagine(1, Random(number)).secret for number in range(20)} == {(0, "h"), (1, "t")}
    game.make(0)
    assert game.known(0) == game.known(1) == "t/h" and game.score() == -1
    assert not list(faults(Pennies(), 5))


class Lapse(Game):
    """Each is dealt one of three cards, then each says something twice; known forgets the own card in between."""

    def __init__(self):
        self.turn, self.cards, self.said = CHANCE, [], []

    def moves(self):
        if len(self.cards) < 2:
            return [card for card in range(3) if card not in self.cards]
        return [3, 4] if self.score() is None else []

    def chances(self):
        return [(move, 1) for move in self.moves()]

    def make(self, move):
        (self.cards if self.turn == CHANCE else self.said).append(move)
        self.turn = len(self.said) % 2 if len(self.cards) == 2 else CHANCE

    def score(self):
        return None if len(self.said) < 4 else 1 if self.cards[0] > self.cards[1] else -1

    def known(self, seat):
        card = self.cards[seat : seat + 1] if len(self.said) < 2 else []
        return f"{card} {self.said} {self.turn}" if self.score() is None else f"{self.cards} {self.said}"


def test_where_known_forgets_the_fault_names_known_and_not_the_imagine_that_nobody_wrote():
    said = str(next(faults(Lapse())))
    assert "forgets what seat" in said and "known(" in said and "imagine(" not in said
