"""No byte that a peer is sent depends on anything that it may not know.

Two matches are alike in all that a peer may know, and differ in what the others were dealt. The peer must be sent the
same bytes in both, until everything becomes public. SECRET_PAIRS=50 compares 50 pairs for each peer.
"""

import json
import os
import random
import re

import pytest

from referee.batches.plan import Plan
from referee.match.events import Ended
from tests.network.guests import hosted

PAIRS = int(os.environ.get("SECRET_PAIRS", "1"))
FIRST = (1 << 62) + 5  # the first seed: one of which no other number is part
ONLOOKER = 2
CHANCE = re.compile(r'("log":)"\w+"|("(?:seconds|grace)":)[\d.e-]+')  # what differs between any two matches


class Caller:
    """Plays moves drawn from a seed, which depend on nothing that is hidden."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def choose(self, game, deadline):
        return self.random.choice(game.moves())


def played(game, seed, policy):
    """Return (seat, text, what both heard) of each move of a match with these dice and moves, at one table."""
    plan = Plan(game, ("human", "human"), seed, called=("Ann", "Bob"))
    seats = [Caller(f"{policy} {seat}") for seat in (0, 1)]
    end = next(event for event in plan.task(0).match(seats) if isinstance(event, Ended))
    return [(made.seat, made.text, made.heard) for made in end.moves]


def known(moves, peer):
    """Return what a peer may know of these moves."""
    if peer == ONLOOKER:
        return [(seat, text if heard == (text, text) else "hidden") for seat, text, heard in moves]
    return [(seat, heard[peer]) for seat, text, heard in moves]


def pairs_of(game, peer):
    """Return pairs of seeds, each with a policy, of matches that look alike to the peer and are not."""
    found = []
    for policy in range(100):
        alike = {}
        for seed in range(FIRST, FIRST + 60):
            moves = played(game, seed, policy)
            alike.setdefault(json.dumps(known(moves, peer)), []).append((seed, moves))
        for same in alike.values():
            (one, mine), *others = same
            found += [(one, seed, policy) for seed, moves in others if moves != mine][:1]
        if len(found) >= PAIRS:
            return found[:PAIRS]
    raise AssertionError(found)


def pair_with_equal_rolls(game, count):
    """Return two seeds whose first rolls are equal up to `count`, and the number of moves until they differ."""
    seen = {}
    for seed in range(FIRST, FIRST + 10_000):
        moves = played(game, seed, 0)
        rolls = tuple(text for seat, text, _ in moves if seat < 0)[:count]
        if rolls in seen:
            other, others = seen[rolls]
            return other, seed, next(ply for ply, (a, b) in enumerate(zip(moves, others, strict=False)) if a != b)
        seen[rolls] = seed, moves
    raise AssertionError(rolls)


class Script:
    """Plays a match over lines, with a mistake and wishes in between, and keeps what each window was sent.

    windows  of the seats 0 and 1, of an onlooker, and once more, opened after the end.
    """

    def __init__(self, game, seed, policy, most=10**9):
        moves = played(game, seed, policy)
        own = [(ply, seat, text) for ply, (seat, text, _) in enumerate(moves) if seat >= 0 and ply < most]
        with hosted(game, seed=seed) as host:
            windows = dict(zip((ONLOOKER, 0, 1), self.come(host), strict=True))
            self.windows = [windows[peer] for peer in (0, 1, ONLOOKER)]
            for count, (ply, seat, text) in enumerate(own):
                if count == 1:
                    self.try_other_things(ply, seat, own[0])
                self.windows[seat].say(ask=self.hear_question(seat), move=text)
            if most >= len(moves):
                for window in self.windows:
                    window.hear("end")
                late = dict(zip((ONLOOKER, 0, 1), self.come(host), strict=True))
                self.windows += [late[peer] for peer in (0, 1, ONLOOKER)]
                for window in late.values():
                    window.hear("end")

    def come(self, host):
        """Yield a new window of the onlooker, and of both seats, each after the one before has heard who is here."""
        for peer in (ONLOOKER, 0, 1):
            guest = host.guest(peer)
            guest.hear("here")
            yield guest

    def try_other_things(self, ply, seat, last):
        """Make a mistake, offer a draw and, if the other has made the last move, let it take that back and repeat it."""
        one, other, asked = self.windows[seat], self.windows[1 - seat], self.hear_question(seat)
        one.say(ask=asked, move="nonsense")
        self.hear_question(seat)
        one.say(wish="draw", at=[0, ply])
        self.decide(other, 1 - seat, False)
        self.hear_question(seat)
        if last[:2] == (ply - 1, 1 - seat):
            other.say(wish="undo", at=[0, ply])
            self.decide(one, seat, True)
            other.say(ask=self.hear_question(1 - seat), move=last[2])
        else:
            one.say(ask=[0, ply, 1], move="nonsense")

    def decide(self, other, seat, yes):
        """Let the other answer an offer, once everybody knows of it."""
        self.hear_turn(seat)
        other.agree(yes)

    def hear_question(self, seat):
        """Return the name of the question for a move, once everybody knows of it."""
        self.hear_turn(seat)
        return self.windows[seat].hear("ask", kind="move")["ask"]

    def hear_turn(self, seat):
        for peer, window in enumerate(self.windows):
            if peer != seat:
                window.hear("turn", seat=seat)

    def sent(self, peer):
        """Return what the windows of a peer were sent until the match was over, so that everything became public.

        What differs between any two matches is left out: times, the name of the log, and when who was here.
        """
        found = []
        for window in self.windows[peer::3]:
            said = [CHANCE.sub(r"\1\2", text) for text in window.raw]
            said = [text for text in said if '"is":"end"' not in text and '"is":"here"' not in text]
            last = [text for text in said if '"is":"moved"' in text][-1]  # over: it may show all cards
            found.append([text.partition(',"position":')[0] if text is last else text for text in said])
        return found

    @property
    def all(self):
        return " ".join(text for window in self.windows for text in window.raw)


@pytest.mark.parametrize("peer", [0, 1, ONLOOKER])
@pytest.mark.parametrize("game", ["kuhn", "leduc", "liars-dice", "liars-dice:dice=2"])
def test_what_a_peer_is_sent_does_not_depend_on_what_is_hidden_from_it(game, peer):
    for one, other, policy in pairs_of(game, peer):
        first, second = Script(game, one, policy), Script(game, other, policy)
        assert first.sent(peer) == second.sent(peer)
        assert any(first.sent(seat) != second.sent(seat) for seat in {0, 1} - {peer})
        for seed, script in ((one, first), (other, second)):
            assert str(seed) not in script.all


@pytest.mark.parametrize("game", ["backgammon", "pig"])
def test_what_a_peer_is_sent_does_not_depend_on_later_rolls(game):
    for count in range(2, 2 + PAIRS):
        one, other, most = pair_with_equal_rolls(game, min(count, 3))
        first, second = Script(game, one, 0, most), Script(game, other, 0, most)
        for peer in (0, 1, ONLOOKER):
            assert first.sent(peer) == second.sent(peer)
        assert str(one) not in first.all + second.all
