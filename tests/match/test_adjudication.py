"""Adjudication: games end as lost, drawn or solved by rules agreed on before, and by nothing that a liar could gain."""

import json
import math
import random
from dataclasses import replace

import pytest

import games
import players
import referee
from games.game import CHANCE, Game
from games.names.catalogue import SpecError
from players.minimax import MinimaxPlayer
from players.player import Candidate, Thought
from referee.batches.plan import Plan
from referee.match import play
from referee.match.adjudication import (
    FIRST_LOOK,
    REPEATED,
    TIMES,
    UNENDED,
    Adjudication,
    Ruling,
    can_have_ended_so,
    count_repetitions,
    expected_share,
    last_report,
)
from referee.match.clocks import UNLIMITED
from referee.match.events import FORFEITS, Ended, How, Moved, PlayedMove
from referee.match.exact import find_settled_score
from referee.match.options import DrawRule, ResignRule
from referee.match.record import Heading, Record, record_match
from referee.tournaments.results import replay_result
from tests.helpers.cases import every_case

NAMES = ("Ann", "Bob")
GAME = "connect-four"
RESIGN = Adjudication(resign=ResignRule(3, 0.05))
DRAW = Adjudication(draw=DrawRule(2, 0.05, movenumber=4))


def thought(move=0, value=0.5, **more):
    """Return a Thought that reports a share of games won, changed by the keywords."""
    return Thought(move, value, False, (), (), 0, 0, 0.0, **({"even": 0.5} | more))


class Teller:
    """Plays the first legal move, and reports the shares of its script, one a move.

    None in the script is a move without a report; the last entry counts for all later moves.
    """

    def __init__(self, *script):
        self.script = list(script)

    def choose(self, game, deadline):
        move = game.moves()[0]
        share = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        self.thought = None if share is None else thought(move, share)
        return move


class Silent:
    choose = Teller(None).choose


def ended(one, two, rules, game=GAME, **more):
    *events, end = play(games.load(game), (one, two), NAMES, rules=rules, **more)
    seats = [event.seat for event in events if isinstance(event, Moved)]
    return end, (seats.count(0), seats.count(1))


# Resigning.


def test_a_program_loses_after_reporting_a_loss_at_enough_moves_in_a_row():
    end, moves = ended(Teller(0.5), Teller(0.5, 0.05, 0.01, 0.0), RESIGN)
    assert (end.how, end.score, moves) == (How.ADJUDICATED, 1, (4, 4))
    assert end.why == "adjudicated, as Bob expected 5 % of the points or less at 3 of its moves in a row (0 % to 5 %)"
    end, moves = ended(Teller(0.0), Teller(0.5), RESIGN)
    assert (end.score, moves) == (-1, (3, 2))


def test_a_better_value_or_none_between_begins_the_count_anew():
    for between in (0.06, None, math.nan):
        end, moves = ended(Teller(0.5), Teller(0.01, 0.01, between, 0.01), RESIGN)
        assert (end.how, moves[1]) == (How.ADJUDICATED, 6)


@pytest.mark.parametrize("rules", [RESIGN, DRAW, Adjudication(ResignRule(1, 0.4, twosided=True), DrawRule(1, 0.4))])
def test_players_that_report_nothing_are_never_adjudicated(rules):
    plain = [type(event) for event in play(games.load(GAME), (Silent(), Silent()), NAMES)]
    for silent in (Silent(), Teller(None), Teller(math.nan), Teller(math.inf)):
        events = [*play(games.load(GAME), (silent, Silent()), NAMES, rules=rules)]
        assert [type(event) for event in events] == plain
        assert events[-1].how is How.PLAYED_OUT


@pytest.mark.parametrize("lie", [1.0, 1e9, 0.99])
def test_a_lying_program_cannot_make_its_opponent_lose(lie):
    for other in (Silent(), Teller(0.5), Teller(0.06)):
        for rules in (RESIGN, Adjudication(ResignRule(3, 0.05, twosided=True))):
            for pair in ((Teller(lie), other), (other, Teller(lie))):
                assert ended(*pair, rules)[0].how is How.PLAYED_OUT


def test_a_twosided_rule_needs_both_programs_to_agree():
    rules = Adjudication(ResignRule(3, 0.05, twosided=True))
    assert ended(Teller(0.94), Teller(0.01), rules)[0].how is How.PLAYED_OUT
    assert ended(Silent(), Teller(0.01), rules)[0].how is How.PLAYED_OUT
    end, moves = ended(Teller(0.5, 0.5, 0.96, 0.97, 0.95), Teller(0.01), rules)
    assert (end.score, moves) == (1, (5, 4))  # it is the winner's move that settles it
    assert end.why.endswith("in a row (1 %), and Ann 95 % or more (95 % to 97 %)")


def test_a_report_about_an_earlier_move_does_not_count():
    class Forgetful(Teller):
        def choose(self, game, deadline):
            move = super().choose(game, deadline)
            self.thought = thought(move + 1, 0.0)
            return move

    assert ended(Silent(), Forgetful(0.0), RESIGN)[0].how is How.PLAYED_OUT


@pytest.mark.parametrize("error", [ValueError, SystemExit, RecursionError])
def test_a_report_that_cannot_be_read_costs_nobody_the_game(error):
    class Broken(Silent):
        @property
        def thought(self):
            raise error

    class Odd(Silent):
        thought = "I am lost"

    for player in (Broken(), Odd()):
        assert ended(player, Silent(), RESIGN)[0].how is How.PLAYED_OUT


def test_a_game_that_is_over_by_its_rules_is_not_adjudicated():
    end, _ = ended(Teller(0.0), Silent(), Adjudication(ResignRule(1, 0.1)), "nim:1")
    assert (end.how, end.score) == (How.PLAYED_OUT, 1)
    end, _ = ended(Silent(), Silent(), Adjudication(solved=10), "nim:1")
    assert end.how is How.PLAYED_OUT


# Draws.


def test_a_game_is_drawn_if_both_report_it_even_after_enough_moves():
    end, moves = ended(Teller(0.48), Teller(0.55), DRAW)
    assert (end.how, end.score, end.draw, moves) == (How.ADJUDICATED, 0, True, (4, 4))
    assert end.why == (
        "adjudicated, as both expected 45 % to 55 % of the points at 2 of their moves in a row (Ann 48 %, Bob 55 %)"
    )
    late = Teller(0.9, 0.9, 0.9, 0.9, 0.9, 0.5)
    assert ended(late, Teller(0.5), DRAW)[1] == (7, 6)


def test_one_alone_cannot_draw_a_game():
    for other in (Silent(), Teller(0.56), Teller(0.0)):
        assert ended(Teller(0.5), other, DRAW)[0].how is How.PLAYED_OUT


def test_moves_of_an_opening_count_for_when_a_draw_may_be_but_nobody_reported_at_them():
    opening = ("1", "1", "1", "1", "2", "2")
    end, moves = ended(Teller(0.5), Teller(0.5), DRAW, opening=opening)
    assert (end.how, moves) == (How.ADJUDICATED, (2, 2))


def test_each_seat_counts_its_own_moves_of_an_opening():
    rules = Adjudication(draw=DrawRule(1, 0.05, movenumber=4))
    moves = ended(Teller(0.5), Teller(0.5), rules, opening=("1", "1", "1", "1", "2"))[1]
    assert moves == (1, 2)  # 4 moves of each, as the first seat made 3 of the opening and the second 2


def test_a_game_is_drawn_once_each_player_has_made_the_most_moves():
    end, moves = ended(Silent(), Silent(), Adjudication(maxmoves=3))
    assert (end.how, end.score, moves) == (How.ADJUDICATED, 0, (3, 3))
    assert end.why == "adjudicated as a draw, as it was not over after 3 moves of each player"
    assert ended(Silent(), Silent(), Adjudication(maxmoves=3), opening=("1", "1", "2"))[1] == (1, 2)
    assert ended(Silent(), Silent(), Adjudication(maxmoves=100))[0].how is How.PLAYED_OUT


# The measure.


@every_case(
    ("game", "given", "slope", "share"),
    [
        (GAME, thought(value=0.3), None, 0.3),
        (GAME, thought(value=1.2), None, 1.0),
        (GAME, thought(value=math.nan), None, None),
        (GAME, thought(value=2.0, even=0.0, estimated=True), 0.5, 1 / (1 + math.exp(-1))),
        (GAME, thought(value=2.0, even=0.0, estimated=True), None, None),
        (GAME, thought(value=-1, even=0.0), 0.5, None),  # an evaluation of its own, in a measure of its own
        ("othello", replace(thought(value=-12, even=0.0), proven=True), 0.5, 0.0),
        ("othello", replace(thought(value=0, even=0.0), proven=True), 0.5, 0.5),
        (GAME, replace(thought(7, 1, even=0.0), candidates=(Candidate(7, "8", 1, distance=5),)), None, 1.0),
        (GAME, replace(thought(7, 1, even=0.0), candidates=(Candidate(6, "7", 1, distance=5),)), None, None),
        ("pig", thought(value=-0.5, even=0.0), None, 0.25),
        ("leduc-poker", thought(value=6.5, even=0.0), None, 0.75),
    ],
)
def test_each_kind_of_value_is_read_in_its_own_measure(game, given, slope, share):
    assert expected_share(given, games.load(game), slope) == pytest.approx(share)


@pytest.mark.parametrize(("spec", "game", "moves", "share"), [
    ("minimax:4", GAME, "1 2 1 2 1 3", 1.0), ("mcts:2000", GAME, "1 2 1 2 1 3", 1.0),
    ("montecarlo:200", GAME, "1 2 1 2 1 3", 1.0), ("optimal", "nim:4", "", 0.0), ("optimal", "nim:5", "", 1.0),
    ("minimax", "tic-tac-toe", "", 0.5), ("level:10", "nim:5", "", 1.0),
])  # fmt: skip
def test_players_of_all_kinds_report_what_they_expect(spec, game, moves, share):
    position = games.load(game, moves.split())
    player = players.load(spec, 1)
    if hasattr(player, "begin"):
        player.begin(games.load(game), position.turn)
    move = player.choose(position, math.inf)
    report = last_report(player, position, 0.1)
    assert report.move == move
    assert report.share == pytest.approx(share, abs=0.05)


@pytest.mark.parametrize("spec", ["random", "human"])
def test_a_player_without_a_thought_reports_nothing(spec):
    player = players.load(spec, 1) if spec == "random" else Silent()
    if spec == "random":
        player.choose(games.load(GAME), math.inf)
    assert last_report(player, games.load(GAME), 0.1) is None


def test_minimax_with_an_evaluation_of_its_own_reports_forced_ends_alone(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def mine(game):\n    return 1000\n")
    player = MinimaxPlayer(depth=3, eval=f"{file}:mine")
    player.choose(games.load(GAME), math.inf)
    assert last_report(player, games.load(GAME), 0.1) is None
    player.choose(games.load(GAME, "1 2 1 2 1 3".split()), math.inf)
    assert last_report(player, games.load(GAME), 0.1).share == 1.0


# Solved positions.


def test_a_game_ends_when_theory_knows_its_result():
    for stones in (4, 5, 6, 7, 8):
        end, moves = ended(Silent(), Silent(), Adjudication(solved=0), f"nim:{stones}")
        left = stones - 1
        assert (end.how, moves) == (How.ADJUDICATED, (1, 0))
        assert end.score == (1 if left % 4 == 0 else -1)  # the second seat is to move
        assert end.why.startswith("adjudicated as best play by both ends it (remainder by 4")


@pytest.mark.parametrize("spec", ["tic-tac-toe", "hexapawn", "kalah:pits=2,seeds=2", "othello:size=4"])
def test_a_search_says_the_same_as_the_textbooks(spec):
    game, known = games.load(spec), 0
    turn = 0
    while game.score() is None:
        found = find_settled_score(game, 3_000)
        if found is not None:
            known += 1
            assert found.score == slow_value(game)
        moves = game.moves()
        game.make(moves[turn % len(moves)])
        turn += 1
    assert known


def slow_value(game):
    """Return what seat 0 wins with best play by both, by trying everything."""
    if (score := game.score()) is not None:
        return score
    values = []
    for move in game.moves():
        twin = game.copy()
        twin.make(move)
        values.append(slow_value(twin))
    return max(values) if game.turn == 0 else min(values)


def test_few_positions_solve_little_and_none_solve_nothing_without_theory():
    start = games.load("tic-tac-toe")
    assert find_settled_score(start, 0) is None
    assert find_settled_score(start, 50) is None
    assert find_settled_score(start, 100_000).score == 0


def test_connect_four_is_searched_by_its_own_solver_or_known_by_its_table():
    solved = 0
    for seed in range(12):
        chance, late = random.Random(seed), games.load(GAME)
        for _ in range(32):
            if late.score() is None:
                late.make(chance.choice(late.moves()))
        if late.score() is None:
            found = find_settled_score(late, 200_000)
            assert (found.score, found.how) == (slow_value(late), "search for who wins")
            solved += 1
    assert solved > 1
    assert find_settled_score(games.load(GAME, ("4",)), 0).how == "opening table"


@pytest.mark.parametrize("spec", ["pig", "backgammon", "kuhn-poker", "leduc-poker"])
def test_games_with_luck_or_hidden_cards_are_never_solved(spec):
    game = games.load(spec)
    while game.turn == CHANCE:
        game.make(game.moves()[0])
    assert find_settled_score(game, 10_000) is None


class Coin(Game):
    """A game of chance that does not say so until it is played: take the coin or toss it."""

    def __init__(self):
        self.turn, self.done = 0, None

    def moves(self):
        return [0, 1]

    def chances(self):
        return [(0, 1), (1, 1)]

    def has_chance(self):
        return False

    def make(self, move):
        if self.turn == CHANCE or move == 0:
            self.done = 1 if move else -1
        self.turn = CHANCE if self.turn != CHANCE else 0

    def score(self):
        return self.done


def test_a_game_that_turns_out_to_be_one_of_chance_is_not_solved():
    assert find_settled_score(Coin(), 1000) is None


def test_a_margin_that_is_solved_is_the_score():
    end, _ = ended(Silent(), Silent(), Adjudication(solved=50_000), "othello:size=4")
    assert end.how is How.ADJUDICATED
    assert end.score
    assert abs(end.score) > 1 or end.score in (-1, 1)


def test_a_solved_value_counts_before_reports():
    rules = Adjudication(ResignRule(1, 0.1), solved=0)
    end, _ = ended(Teller(0.0), Silent(), rules, "nim:5")  # after its move the second seat is lost
    assert (end.score, end.why) == (1, "adjudicated as best play by both ends it (remainder by 4)")


# Records.


def adjudicated(one, two, rules, game=GAME):
    heading = Heading(game, ("./a.py:a", "./b.py:b"), NAMES, 0)
    return record_match(heading, play(games.load(game), (one, two), NAMES, rules=rules))[0]


def test_a_record_is_read_again_and_says_how_and_why():
    record = adjudicated(Teller(0.5), Teller(0.0), RESIGN)
    assert (record.how, record.winner) == ("adjudicated", "Ann")
    assert Record.read(json.dumps(record.as_dict())) == record
    drawn = adjudicated(Teller(0.5), Teller(0.5), DRAW)
    assert (drawn.how, drawn.winner) == ("adjudicated", "draw")
    assert Record.read(json.dumps(drawn.as_dict())) == drawn
    assert How.ADJUDICATED not in FORFEITS


@pytest.mark.parametrize(("changed", "why"), [
    ({"score": None, "winner": None}, "'score' must be a whole number"),
    ({"score": 5}, "more is won than the 1 at stake"), ({"moves": "1 2 1 2 1 2 1"}, "the game is over by its rules"),
    ({"winner": "Bob"}, "'winner' must be \"Ann\""),
])  # fmt: skip
def test_a_record_that_cannot_be_adjudicated_is_refused(changed, why):
    record = adjudicated(Teller(0.5), Teller(0.0), RESIGN)
    with pytest.raises(SpecError, match=why):
        Record.read(json.dumps(record.as_dict() | changed))


def check(record, rules, opening=0, **changed):
    """Return whether the rules allow the record after some changes."""
    record = replace(record, **changed)
    game, seats = games.load(record.game), []
    for text in record.moves.split():
        seats.append(game.turn)
        game.make(game.parse(text))
    ruling = Ruling(record.score, record.why)
    return can_have_ended_so(rules, ruling, record.names, seats[opening:], seats[:opening], game)


def test_rules_allow_the_records_that_they_ended_and_no_others():
    record = adjudicated(Teller(0.5), Teller(0.02), RESIGN)
    assert check(record, RESIGN)
    assert not check(record, DRAW)
    assert not check(record, Adjudication(ResignRule(3, 0.01)))
    assert not check(record, Adjudication(ResignRule(4, 0.05)))
    assert not check(record, RESIGN, score=-1)
    assert not check(record, RESIGN, score=0)
    assert not check(record, RESIGN, why=record.why.replace("(2 %)", "(7 %)"))
    assert not check(record, RESIGN, why=record.why.replace("Bob", "Ann"))
    assert not check(record, RESIGN, why="adjudicated")
    assert not check(record, RESIGN, moves=" ".join(record.moves.split()[:-1]))  # the last move was the winner's
    assert not check(record, RESIGN, moves=" ".join(record.moves.split()[:4]))
    assert not check(record, RESIGN, moves="")
    assert not check(record, RESIGN, opening=2)  # moves of an opening were reported by nobody


def test_a_draw_and_a_twosided_loss_are_checked_by_both_sides():
    drawn = adjudicated(Teller(0.5), Teller(0.52), DRAW)
    assert check(drawn, DRAW)
    assert not check(drawn, Adjudication(draw=DrawRule(2, 0.01, 4)))
    assert not check(drawn, Adjudication(draw=DrawRule(2, 0.05, 5)))
    assert not check(drawn, DRAW, score=1)
    rules = Adjudication(ResignRule(3, 0.05, twosided=True))
    lost = adjudicated(Teller(0.98), Teller(0.01), rules)
    assert check(lost, rules)
    assert not check(lost, RESIGN)
    assert not check(lost, rules, why=lost.why.replace("98 %", "90 %"))


def test_a_solved_end_is_solved_again():
    rules = Adjudication(solved=0)
    record = adjudicated(Silent(), Silent(), rules, "nim:6")
    assert check(record, rules)
    assert not check(record, rules, score=-record.score)
    assert not check(record, rules, why=record.why.replace("remainder", "guess"))
    assert not check(record, RESIGN)


def test_a_draw_by_length_is_checked_by_its_number_of_moves():
    rules = Adjudication(maxmoves=4)
    record = adjudicated(Silent(), Silent(), rules)
    moves = record.moves.split()
    assert check(record, rules)
    assert not check(record, rules, score=1)
    assert not check(record, Adjudication(maxmoves=3))
    assert not check(record, RESIGN)
    assert not check(record, rules, moves=" ".join(moves[:-1]))
    assert not check(record, rules, moves=" ".join([*moves, "7"]))
    assert check(record, rules, moves=" ".join([*moves, "7"]), opening=8)  # the opening was long enough by itself


def test_rules_are_written_as_they_are_typed():
    rules = Adjudication(ResignRule(4, 0.02, True), DrawRule(8, 0.03, 30), 100)
    assert str(rules) == (
        "--resign movecount=4,score=2%,twosided=yes --draw movecount=8,score=3%,movenumber=30 --solved 100"
    )
    assert str(Adjudication(ResignRule(1, 0.29), maxmoves=80)) == "--resign movecount=1,score=29% --maxmoves 80"


@pytest.mark.parametrize("rules", [
    Adjudication(ResignRule(0, 0.1)), Adjudication(ResignRule(1.5, 0.1)), Adjudication(ResignRule(1, 0.5)),
    Adjudication(ResignRule(1, "x")), Adjudication(draw=DrawRule(1, 0.1, -1)), Adjudication(solved=-1),
    Adjudication(solved=True), Adjudication(slope=math.nan), Adjudication(ResignRule(1001, 0.1)),
    Adjudication(maxmoves=0), Adjudication(maxmoves=2.5), Adjudication(tb=""),
])  # fmt: skip
def test_rules_that_cannot_be_are_refused(rules):
    with pytest.raises(ValueError, match=r"."):
        rules.checked()


def test_the_last_event_is_the_verdict_and_nothing_follows():
    events = [*play(games.load(GAME), (Teller(0.0), Silent()), NAMES, rules=RESIGN)]
    assert [type(event) for event in events[-2:]] == [Moved, Ended]
    assert sum(isinstance(event, Ended) for event in events) == 1


# Matches that go on and on: when the referee ends them as draws, and when it must not.


class Shuttle(Game):
    """A token moves to and fro between two cells, and only the move 1 ends the game."""

    def __init__(self):
        self.turn = self.cell = 0
        self.done = None

    def moves(self):
        return [0, 1]

    def make(self, move):
        if move:
            self.done = 1
        self.cell = 1 - self.cell
        self.turn = 1 - self.turn

    def score(self):
        return self.done


class Counted(Shuttle):
    """The same, but it counts the moves and ends after some."""

    LAST = 3000

    def __init__(self):
        super().__init__()
        self.count = 0

    def make(self, move):
        super().make(move)
        self.count += 1
        if self.count == self.LAST:
            self.done = -1


class Remembered(Shuttle):
    looks_back = True


class Tossed(Shuttle):
    """A coin is tossed before each move, and eleven heads in a row win: its start comes up often before that."""

    def __init__(self):
        super().__init__()
        self.heads = 0
        self.turn = CHANCE

    def chances(self):
        return [(0, 1), (1, 1)]

    def has_chance(self):
        return True

    def moves(self):
        return [2]

    def make(self, move):
        if self.turn == CHANCE:
            self.heads = self.heads + 1 if move else 0
            self.done = 1 if self.heads == 11 else None
            self.turn = 0
        else:
            self.turn = CHANCE


class Keyless(Shuttle):
    def key(self):
        raise RuntimeError("no key")


def stay(game):
    return game.moves()[0]


@pytest.mark.parametrize("players", [(stay, stay), ("random", stay)], ids=["both", "one"])
def test_a_match_that_comes_back_to_a_position_again_and_again_is_a_draw(players):
    class Held(Shuttle):
        def make(self, move):
            super().make(0)

    record = referee.play(Held, *players, seed=1)
    assert (record.score, record.how, record.why) == (0, "adjudicated", REPEATED.why)
    assert len(record.moves.split()) == FIRST_LOOK


def test_a_position_that_came_up_less_often_ends_nothing():
    class Ringed(Shuttle):
        """A ring of so many cells that a look after 512 moves finds each of them 85 times."""

        def make(self, move):
            self.cell = (self.cell + 1) % 6
            self.turn = 1 - self.turn

    assert 512 // 6 < TIMES
    assert len(referee.play(Ringed, stay, stay, seed=1).moves.split()) == 1024


def test_a_game_without_repeated_positions_is_played_to_its_end():
    record = referee.play(Counted, stay, stay, seed=1)
    assert (record.score, record.how, len(record.moves.split())) == (-1, "played-out", Counted.LAST)


def test_a_game_that_looks_back_is_left_to_its_own_rules():
    held = [PlayedMove(0, 0, "0", ("0", "0"), UNLIMITED.start, None)] * 1024
    assert count_repetitions(Remembered(), held, Remembered()) == 0
    assert count_repetitions(Shuttle(), held, Shuttle()) == 512


def test_chance_may_bring_a_game_to_its_end_however_often_a_position_came_up():
    record = referee.play(Tossed, stay, stay, seed=1)
    tosses = record.moves.split()[::2]
    assert tosses.count("0") > TIMES
    assert (record.score, record.how) == (1, "played-out")
    assert len(record.moves.split()) > 2 * FIRST_LOOK


def test_positions_that_cannot_be_compared_end_with_the_longest_match():
    record = referee.play(Keyless, stay, stay, seed=1)
    assert (record.score, record.how, record.why) == (0, "adjudicated", UNENDED.why)
    assert len(record.moves.split()) == 100_000


HOLDER = """def holder(game, rng):
    return game.moves()[-1]
"""


def test_such_a_draw_is_told_and_believed_and_no_other(command, tmp_path):
    (path := tmp_path / "holder.py").write_text(HOLDER)
    status, written, said = command(f"-g 1 pig {path} {path} --seed 1 --stats")
    assert (status, written.splitlines()[0]) == (0, "game 0: winner = draw")
    assert "adjudicated: 1 of 1 game" in written
    assert f"game 0: {REPEATED.why}" in said
    task = Plan("pig", (str(path), str(path)), seed=1).task(0)
    result = task.result()
    replay_result(task, result)
    assert result.moves == (FIRST_LOOK // 2, FIRST_LOOK // 2)
    texts = result.record.moves.split()
    for claimed in (
        replace(result, record=replace(result.record, moves=" ".join(texts[:-2])), moves=(127, 127)),
        replace(result, record=replace(result.record, why=UNENDED.why)),
    ):
        with pytest.raises(ValueError, match="it was not adjudicated by the rules of its tournament"):
            replay_result(task, claimed)
