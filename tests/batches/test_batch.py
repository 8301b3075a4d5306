"""Many matches: who sits where, what a result depends on, the tally, and records that can be played again."""

import json
from time import sleep

import pytest

import games
import players
from games.game import CHANCE, Game
from games.names.catalogue import SpecError
from games.names.entry import Entry
from players.player import Quit, TakeBack
from referee.batches.plan import Plan, WinTally
from referee.match.clock_text import read_clock
from referee.match.events import Ended, How, Moved
from referee.match.record import Heading, Record, make_record, record_match
from referee.support.limits import derive_seed

GAMES = ["tic-tac-toe", "chips", "chips:chips=31,rule=last", "nim", "nim:heaps=3/5/7,misere=yes", "nim:take=5"]
PAIRS = [("random", "random"), ("minimax:depth=3", "random"), ("montecarlo:playouts=3", "minimax:nodes=300")]


class Rolls(Game):
    """Four rolls of a die, each kept or not by the seats in turn, in plain Python."""

    stakes = 12

    def __init__(self):
        self.turn = CHANCE
        self.rolled = []
        self.sum = 0

    def chances(self):
        return [(face, 1) for face in range(1, 7)]

    def moves(self):
        return [face for face, _ in self.chances()] if self.turn == CHANCE else [10, 11]

    def make(self, move):
        mover = len(self.rolled) % 2
        if self.turn == CHANCE:
            self.rolled.append(move)
            self.turn = mover
        else:
            self.sum += (1 - 2 * self.turn) * self.rolled[-1] * (move - 10)
            self.turn = CHANCE

    def score(self):
        return self.sum if len(self.rolled) == 4 and self.turn == CHANCE else None


class Slow:
    """Takes half a second for each move."""

    def choose(self, game, deadline):
        sleep(0.5)
        return game.moves()[0]


class Scripted:
    """A person who answers as the script says: with moves, or exceptions to raise."""

    person = True

    def __init__(self, *script):
        self.script = list(script)

    def choose(self, game, deadline):
        answer = self.script.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture
def shelf(monkeypatch):
    """The catalogues with a game of dice, a player that crashes and a slow one."""
    monkeypatch.setitem(games.CATALOGUE.entries, "rolls", Entry(__name__, "Rolls"))
    monkeypatch.setitem(games.CATALOGUE.names, "rolls", "rolls")
    monkeypatch.setitem(players.CATALOGUE.entries, "stumbling", Entry("zoo", "Stumbling"))
    monkeypatch.setitem(players.CATALOGUE.names, "stumbling", "stumbling")
    monkeypatch.setitem(players.CATALOGUE.entries, "slow", Entry(__name__, "Slow"))
    monkeypatch.setitem(players.CATALOGUE.names, "slow", "slow")


def score_of(record):
    """The score of the game that a record tells of, played again from its texts."""
    game = games.load(record.game)
    for text in record.moves.split():
        game.make(game.parse(text))
    return game.score()


# Names and seats.


@pytest.mark.parametrize(
    ("specs", "names"),
    [
        (("minimax", "random"), ("minimax", "random")),
        (("minimax:depth=2", "mc:playouts=3"), ("minimax", "montecarlo")),
        (("MONTE-CARLO", "Mini_Max"), ("montecarlo", "minimax")),
        (("random", "random"), ("random (1)", "random (2)")),
        (("minimax:depth=2", "MiniMax"), ("minimax (1)", "minimax (2)")),
    ],
)
def test_players_are_called_by_their_proper_names_and_two_of_one_name_are_numbered(specs, names):
    assert Plan("ttt", specs, 1).names == names


def test_without_swap_the_player_named_first_moves_first_in_every_match():
    plan = Plan("ttt", ("minimax:depth=1", "random"), 1)
    assert [plan.seats(number) for number in range(4)] == [(0, 1)] * 4


def test_with_swap_sides_alternate():
    plan = Plan("ttt", ("minimax:depth=1", "random"), 1, swap=True)
    assert [plan.seats(number) for number in range(4)] == [(0, 1), (1, 0), (0, 1), (1, 0)]
    assert [plan.task(number).result().record.names[0] for number in range(4)] == [
        "minimax",
        "random",
        "minimax",
        "random",
    ]


def test_a_win_is_credited_to_the_player_and_not_to_the_seat():
    """Of 20 chips under rule=last the seat that moves first wins, and both players know how."""
    plan = Plan("chips:chips=20,rule=last", ("minimax", "minimax"), 1, swap=True)
    assert [plan.task(number).result().record.winner for number in range(4)] == ["minimax (1)", "minimax (2)"] * 2


def test_odds_go_with_the_player_and_not_with_the_seat():
    plan = Plan("ttt", ("minimax:nodes=1", "random"), 1, read_clock("5m,40/1m"), swap=True)
    for number, shown in ((0, ("5:00", "40/1:00")), (1, ("40/1:00", "5:00")), (2, ("5:00", "40/1:00"))):
        task = plan.task(number)
        started = next(task.match())
        assert tuple(map(str, started.left)) == shown
        assert task.heading.names == (plan.names if shown[0] == "5:00" else plan.names[::-1])
    assert Plan("ttt", plan.players, 1, read_clock("5m"), swap=True).task(1).control == read_clock("5m")


def test_who_has_next_to_no_time_loses_from_both_seats(shelf):
    # The second player may think for a thousandth of a second, and takes half of one.
    plan = Plan("ttt", ("random", "slow"), 1, read_clock("5m,0.001s"), swap=True)
    for number in (0, 1):
        record = plan.task(number).result().record
        assert (record.how, record.winner) == ("out-of-time", "random")
        assert record.names[number] == "random"


def test_two_players_of_one_name_play_on_their_own_seeds():
    texts = [
        Plan("nim:heaps=9/9", ("random", "random"), seed).task(0).result().record.moves.split() for seed in range(20)
    ]
    assert any(first[1:] != second for first, second in (moves[:2] for moves in texts))


# What a result depends on.


@pytest.mark.parametrize("swap", [False, True])
def test_a_result_is_a_function_of_specs_seed_and_number_alone(swap):
    def plan():
        return Plan("nim:heaps=3/4/5", ("montecarlo:playouts=3", "random"), 5, swap=swap)

    forwards = [plan().task(number).result().record for number in range(6)]
    one = plan()
    backwards = [one.task(number).result().record for number in reversed(range(6))]
    assert backwards[::-1] == forwards
    assert [one.task(number).result().record for number in (3, 3)] == [forwards[3]] * 2


def test_matches_of_one_plan_differ():
    plan = Plan("nim:heaps=3/4/5", ("random", "random"), 5)
    assert len({plan.task(number).result().record.moves for number in range(10)}) > 8


def test_plans_with_different_seeds_differ():
    assert (
        len({Plan("nim:heaps=3/4/5", ("random", "random"), seed).task(0).result().record.moves for seed in range(10)})
        > 8
    )


def test_a_player_with_a_seed_of_its_own_keeps_it():
    plan = Plan("ttt", ("random:seed=3", "random"), 5)
    assert len({plan.task(number).result().record.moves.split()[0] for number in range(8)}) == 1


def test_derived_seeds_differ_by_purpose_and_are_the_same_everywhere():
    purposes = [(7, "player", 0, 0), (7, "player", 1, 0), (7, "player", 0, 1), (7, "chance", 0), (8, "chance", 0)]
    assert len({derive_seed(*parts) for parts in purposes}) == len(purposes)
    assert all(0 <= derive_seed(*parts) < 1 << 63 for parts in purposes)
    assert derive_seed(7, "chance", 0) == derive_seed(7, "chance", 0)


def test_derived_seeds_run_together_for_no_two_purposes():
    parts = [(seed, "player", which, number) for seed in range(12) for which in (0, 1) for number in range(12)]
    assert len({derive_seed(*each) for each in parts}) == len(parts)


@pytest.mark.parametrize(("swap", "same"), [(True, [(0, 1), (2, 3)]), (False, [])])
def test_two_matches_of_alternating_sides_have_the_same_dice(shelf, swap, same):
    plan = Plan("rolls", ("random", "random"), 5, swap=swap)
    rolled = [
        [event.move for event in plan.task(number).match() if isinstance(event, Moved) and event.seat == CHANCE]
        for number in range(4)
    ]
    assert [(a, b) for a in range(4) for b in range(a + 1, 4) if rolled[a] == rolled[b]] == same


# Records and the tally.


@pytest.mark.parametrize("game", [*GAMES, "rolls"])
@pytest.mark.parametrize("pair", PAIRS, ids=" ".join)
def test_the_moves_of_a_record_lead_to_its_score(shelf, game, pair):
    if game == "rolls":
        pair = ("random", "montecarlo:playouts=3")
    plan = Plan(game, pair, 11, swap=True)
    for number in range(3):
        record = plan.task(number).result().record
        assert record.how == How.PLAYED_OUT.value
        assert score_of(record) == record.score


def test_a_record_says_all_that_is_needed_to_play_it_again_and_how_it_ended():
    fixture = Plan("ttt", ("minimax:depth=2", "random:seed=1"), 9, swap=True).task(1)
    record, end = record_match(fixture.heading, fixture.match())
    assert isinstance(end, Ended)
    assert record == Record(
        game="ttt",
        players=("random:seed=1", "minimax:depth=2"),
        names=("random", "minimax"),
        seed=9,
        number=1,
        moves=record.moves,
        score=end.score,
        winner="minimax",
        how="played-out",
        why=end.why,
    )


def test_a_record_survives_json():
    record = Plan("nim", ("random", "random"), 9).task(0).result().record
    back = json.loads(json.dumps(record.as_dict()))
    assert list(back) == ["game", "players", "names", "seed", "number", "moves", "score", "winner", "how", "why"]
    assert Record(**{**back, "players": tuple(back["players"]), "names": tuple(back["names"])}) == record


def test_a_record_holds_the_opening_too():
    record = Plan("ttt", ("random", "random"), 9, opening=("5", "1")).task(0).result().record
    assert record.moves.startswith("5 1 ")
    assert score_of(record) == record.score


def test_a_record_leaves_out_what_was_taken_back():
    plan = Plan("nim:sticks=8", ("human", "human"), 9, opening=("1", "1"))
    seated = [Scripted(3, 1, 1, 3), Scripted(TakeBack(), 2, TakeBack())]
    record, _ = record_match(plan.heading(0), plan.task(0).match(seated))
    assert record.moves == "1 1 1 2 3"
    assert score_of(record) == record.score == 1


def test_a_match_that_somebody_left_is_not_over():
    plan = Plan("nim", ("human", "human"), 9)
    record, _ = record_match(plan.heading(0), plan.task(0).match([Scripted(3), Scripted(Quit())]))
    assert (record.moves, record.score, record.winner, record.how) == ("3", None, None, None)
    assert not record.over


def test_a_record_of_a_draw_names_no_player():
    record = Plan("ttt", ("minimax", "minimax"), 9).task(0).result().record
    assert (record.score, record.winner, record.how) == (0, "draw", "played-out")


def test_a_record_of_a_crash_tells_of_it_and_the_exception_comes_with_its_end(shelf):
    fixture = Plan("ttt", ("random", "stumbling"), 9).task(0)
    record, end = record_match(fixture.heading, fixture.match())
    assert (record.score, record.winner, record.how) == (1, "random", "crashed")
    assert record.why == "stumbling crashed: LookupError: nothing found"
    assert isinstance(end.error, LookupError)
    assert len(record.moves.split()) == 1


def scored(score, names=("minimax", "random")):
    """A record of which the score alone matters."""
    return make_record(Heading("ttt", names, names, 1), (), "played-out", "", score)


def test_the_tally_is_told_in_one_line():
    tally = WinTally(("minimax", "random"))
    tally.add(scored(1))
    tally.add(scored(0))
    assert str(tally) == "minimax won 1, random won 0, 1 draws"
    assert tally.as_dict() == {"won": {"minimax": 1, "random": 0}, "draws": 1}


def test_the_tally_of_nothing_is_all_zero():
    assert str(WinTally(("random (1)", "random (2)"))) == "random (1) won 0, random (2) won 0, 0 draws"


@pytest.mark.parametrize(("score", "said"), [(1, "draw won 1, random won 0, 0"), (0, "draw won 0, random won 0, 1")])
def test_a_player_that_is_called_draw_wins_its_games(score, said):
    tally = WinTally(("draw", "random"))
    tally.add(scored(score, tally.names))
    assert str(tally) == f"{said} draws"


def test_a_match_that_somebody_left_counts_for_nobody():
    tally = WinTally(("minimax", "random"))
    tally.add(scored(None))
    assert str(tally) == "minimax won 0, random won 0, 0 draws"


@pytest.mark.parametrize("swap", [False, True])
def test_the_tally_adds_up_to_the_matches(swap):
    plan = Plan("ttt", ("random", "random"), 3, swap=swap)
    tally = WinTally(plan.names)
    for number in range(30):
        tally.add(plan.task(number).result().record)
    assert sum(tally.won.values()) + tally.draws == 30
    assert min(tally.won.values()) > 0


# What can be played at all.


@pytest.mark.parametrize(
    ("plan", "complaint"),
    [
        (Plan("shogi", ("random", "random"), 1), "there is no game 'shogi'"),
        (Plan("chips:chips=4", ("random", "random"), 1), "chips=4 must be odd under rule=even and at least 3"),
        (Plan("ttt", ("random", "rnadom"), 1), "there is no player 'rnadom'; did you mean random?"),
        (Plan("ttt", ("minimax:depth=0", "random"), 1), "depth=0 must be a whole number from 1"),
        (Plan("ttt", ("random", "random"), 1, opening=("5", "5")), "move 2 to start with: '5' is not a legal move"),
        (Plan("nim:sticks=3", ("random", "random"), 1, opening=("3", "1")), "legal: none, the game is over"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused_in_one_line(plan, complaint):
    with pytest.raises(SpecError) as caught:
        plan.check()
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_plan_that_can_be_played_is_not_refused():
    Plan("nim:heaps=3/4", ("mc", "minimax:depth=2"), 1, opening=("a3", "B 4")).check()


def test_openings_may_be_written_as_loosely_as_moves_are_typed():
    loose = Plan("nim:heaps=3/4", ("random", "random"), 1, opening=("A2", "take-b4")).task(0).result().record
    strict = Plan("nim:heaps=3/4", ("random", "random"), 1, opening=("a2", "b4")).task(0).result().record
    assert loose == strict
