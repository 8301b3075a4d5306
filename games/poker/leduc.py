"""Leduc poker, or Leduc hold'em: six cards, two rounds of betting.

F. Southey, M. Bowling, B. Larson, C. Piccione, N. Burch, D. Billings and C. Rayner, "Bayes' Bluff: Opponent Modelling
in Poker", UAI 2005.

The cards are J, Q and K of spades and hearts. Each seat antes 1 and is dealt one; after a first round of betting a
public card is dealt, and a second round follows. A bet is 2 in the first round and 4 in the second, and in each there
may be one bet and one raise. First acts first in both. All that can be said in a round, but for a fold to a bet or
raise, which ends the game:

    check  check
    bet    call                 check  bet    call
    bet    raise  call          check  bet    raise  call

Whoever has a pair with the public card wins, else the higher rank; with equal ranks it is a draw. Suits do not matter.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.poker.game import Poker
else:
    from games.poker.game import Poker

QUEEN = cython.declare(cython.int, 2)  # rank
ALONE = cython.declare(cython.int, 4)  # of 10: a king is higher than four of the other five cards, and beats these so
EARLY = cython.declare(cython.int, 5)  # of 10: the higher rank wins three times of four
SURE = cython.declare(cython.int, 10)


@cython.cclass
class LeducPoker(Poker):
    """Six cards, two rounds of betting with a public card between: a pair with it wins, else the higher card."""

    largest = 13
    options = Poker.options
    point = 10
    deck = {2: "Js", 3: "Jh", 4: "Qs", 5: "Qh", 6: "Ks", 7: "Kh"}

    def __init__(self, stacks=None):
        self.settle(bet=2, most=2, streets=2, step=1, stacks=stacks)

    @cython.ccall
    def estimate(self) -> cython.int:
        if self.over:
            return SURE * self.value()
        if self.cards[1]:
            return (SURE if self.cards[2] else EARLY) * self.lead() * self.matched_chips()
        return ALONE * ((self.cards[0] >> 1) - QUEEN) if self.cards[0] else 0
