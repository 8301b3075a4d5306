"""Games over lines that are cut at random moments are those of one table, move for move.

CUT_GAMES=200 plays 200 games instead of a few.
"""

import os
import threading

import pytest

from referee.batches.plan import Plan
from referee.match.clock_text import read_clock
from referee.match.clocks import UNLIMITED
from referee.match.events import Ended, How
from referee.network import line
from referee.network.guest import ProgramTask
from referee.network.guest_session import take_up, visit_host, wait_for_start
from referee.network.invitation import Invitation
from referee.running.game_task import make_player
from referee.support.limits import derive_seed
from tests.helpers.processes import PATIENCE
from tests.network.cutting_proxy import CuttingProxy
from tests.network.guests import hosted

COUNT = int(os.environ.get("CUT_GAMES", "6"))
GAMES = (
    ("connect-four", "mcts:playouts=20", "minimax:depth=2"),
    ("nim", "mcts:playouts=20", "random"),
    ("kuhn", "random", "random"),
    ("leduc", "random", "random"),
    ("pig", "random", "minimax:depth=1"),
    ("tic-tac-toe", "minimax:depth=1", "random"),
)
LONG = ("backgammon", "random", "random")  # every twentieth game
LAST = 20_000  # bytes of a line, at most, in these: the last message alone has 4,000


class Program(threading.Thread):
    """A program that sits down at a host, and plays one match. `chosen` counts how often it was asked for a move."""

    def __init__(self, port, token, spec, seed):
        super().__init__(daemon=True)
        self.where, self.spec, self.seed = Invitation("127.0.0.1", port, token, ""), spec, seed
        self.chosen, self.ended, self.error = 0, None, None
        self.start()

    def run(self):
        try:
            visit = visit_host_at_last(self.where)
            told = take_up(visit, wait_for_start(visit, print), "")
            task = ProgramTask(visit, told, self.spec, self.seed, print)
            choose = task.me.choose

            def count(*given):
                self.chosen += 1
                return choose(*given)

            task.me.choose = count
            for event in task.match():
                if isinstance(event, Ended):
                    self.ended, self.made = event, [made.text for made in told.made]
                    visit.line.close()
                    task.left = True
        except Exception as error:  # noqa: BLE001  # for the test to look at
            self.error = error


def visit_host_at_last(where):
    """Return the stay at a host, however often the first line is cut before it stands."""
    for _ in range(100):
        try:
            return visit_host(where)
        except Exception as error:  # noqa: BLE001, PERF203
            last = error
    raise last


def at_one_table(plan):
    """Return the end of the game between programs that sit at one table."""
    return [event for event in plan.task(0).match() if isinstance(event, Ended)][-1]


def over_lines(plan, cut):
    """Play the game between programs that sit elsewhere; return the end at the host, the guests and the cuts."""
    task = plan.task(0)
    seats = [(task.heading.players[seat], derive_seed(*task.seeds[seat])) for seat in (0, 1)]
    hosts_plan = Plan(plan.game, ("human", "human"), plan.seed, plan.control, called=("Ann", "Bob"))
    with hosted("", plan=hosts_plan) as host, CuttingProxy(host.port, plan.seed, **cut) as proxy:
        guests = [Program(proxy.port, host.tokens[seat], *seats[seat]) for seat in (0, 1)]
        for guest in guests:
            guest.join(PATIENCE)
            assert guest.error is None
            assert guest.ended, (guest.spec, host.complaints)
        return host.table.ended, guests, proxy.cuts


def play_both(plan, **cut):
    """Check that the game is the same at one table and over lines; return the host's end and the cuts."""
    near = at_one_table(plan)
    far, guests, cuts = over_lines(plan, cut)
    texts = [made.text for made in near.moves]
    assert [made.text for made in far.moves] == texts
    assert (far.score, far.how) == (near.score, near.how)
    for seat, guest in enumerate(guests):
        assert guest.chosen == sum(made.seat == seat for made in near.moves)
        assert len(guest.made) == len(texts)
        assert [made.text for made in guest.ended.moves] == texts
    return far, cuts


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(line, "SOONEST", 0.002)
    monkeypatch.setattr(line, "LATEST", 0.02)


def test_games_over_lines_that_are_cut_at_random_are_those_of_one_table():
    cuts = 0
    for number in range(COUNT):
        game, *specs = found = LONG if number % 20 == 19 else GAMES[number % len(GAMES)]
        cut = {"most": LAST} if found is LONG else {}
        cuts += play_both(Plan(game, tuple(specs), number), **cut)[1]
    print(f"{COUNT} games, {cuts} lines cut")
    assert cuts > COUNT


@pytest.mark.parametrize("clock", ["", "20m"])
@pytest.mark.parametrize("game", ["backgammon", "pig"])
def test_games_of_many_short_turns_reach_their_ends(game, clock):
    plan = Plan(game, ("random", "random"), 5, read_clock(clock) if clock else UNLIMITED)
    end, _ = play_both(plan, least=10**9, most=10**9)
    assert end.how is How.PLAYED_OUT
    for seat in (0, 1):
        seconds = sum(made.seconds for made in end.moves if made.seat == seat)
        assert not clock or end.left[seat].seconds == pytest.approx(1200 - seconds)
