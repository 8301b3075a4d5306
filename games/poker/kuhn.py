"""Kuhn poker: three cards, one bet.

H. W. Kuhn, "A Simplified Two-Person Poker", in: Contributions to the Theory of Games I, Annals of Mathematics Studies
24, 1950, pages 97-103.

Each seat antes 1 and is dealt one of three cards, J, Q and K. First checks or bets 1; after a check Second may bet. Who
faces a bet calls or folds; the higher card wins. All that can be said, and what the winner wins:

    check  check                the higher card 1
    check  bet    fold          Second 1
    check  bet    call          the higher card 2
    bet    fold                 First 1
    bet    call                 the higher card 2

With best play First loses 1/18 a game.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.poker.game import Poker
else:
    from games.poker.game import Poker

QUEEN = cython.declare(cython.int, 2)  # rank


@cython.cclass
class KuhnPoker(Poker):
    """Three cards, and one may bet: the higher card wins unless the other folds."""

    largest = 2
    options = Poker.options
    point = 1
    deck = {2: "J", 4: "Q", 6: "K"}

    def __init__(self, stacks=None):
        self.settle(bet=1, most=1, streets=1, step=2, stacks=stacks)

    @cython.ccall
    def estimate(self) -> cython.int:
        # Against a random card a king always wins, a jack never, and a queen as often as not.
        if self.over:
            return self.value()
        if self.cards[1]:
            return self.lead() * self.matched_chips()
        return (self.cards[0] >> 1) - QUEEN if self.cards[0] else 0
