"""Small games of poker: Kuhn's and Leduc hold'em.

Both have two seats, an ante of 1, a hidden card each and rounds of betting.

Cards are J, Q and K, in one suit or two. In each round the first seat acts first: it checks or bets, and after a check
the other does. A bet may be called, folded to, which ends the game, or raised, up to the limit of bets and raises per
round. All bets of a round have one size, and a raise calls and bets once more; bets of the second round are twice as
large. Before the second round, if there is one, a public card is dealt. After the last round the better card wins: a
pair with the public card, otherwise the higher rank; equal ranks draw. The score is the number of the other's chips
that a seat wins. With `stacks` each seat has a number of chips, and nobody bets or raises more than both can pay.

A move is a card that is dealt, or an action with its seat. The actions of a round form a word without their highest
bits, the last action lowest:

    bits   2 1    0           4      3 ... 0           11 ... 9   8 ... 6   5 ... 3   2 ... 0
          rank   suit        seat    action             first                           last

Kuhn poker has three cards, J, Q and K, and one bet. First checks or bets 1; after a check Second may bet. The other
calls or folds; the higher card wins. All sequences, and what the winner wins:

    check  check                the higher card 1
    check  bet    fold          Second 1
    check  bet    call          the higher card 2
    bet    fold                 First 1
    bet    call                 the higher card 2

With best play First loses 1/18 a game (H. W. Kuhn, "A Simplified Two-Person Poker", in: Contributions to the Theory of
Games I, Annals of Mathematics Studies 24, 1950, pages 97-103).

Leduc poker, or Leduc hold'em, has J, Q and K of spades and hearts, and two rounds. A bet is 2 in the first round and 4
in the second, and each round allows one bet and one raise. First acts first in both. All sequences of a round, apart
from a fold to a bet or raise, which ends the game:

    check  check
    bet    call                 check  bet    call
    bet    raise  call          check  bet    raise  call

Suits do not matter (F. Southey, M. Bowling, B. Larson, C. Piccione, N. Burch, D. Billings and C. Rayner, "Bayes' Bluff:
Opponent Modelling in Poker", UAI 2005).
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import Bits, stir
    from cython.cimports.games.game import CHANCE, ONGOING, Game, MoveList
    from cython.cimports.games.poker.game import CARD, SEAT
else:
    from games.base.bits import Bits, stir
    from games.game import CHANCE, ONGOING, Game, MoveList

    CARD = 7  # the highest card, and the mask of one
    SEAT = 4

from games.base import refusals
from games.base.numeric import seat_index
from games.option import BySeat, check
from games.poker import notation

LOWEST = cython.declare(cython.int, 2)  # card
CHECK = cython.declare(cython.int, 9)
BET = cython.declare(cython.int, 10)
CALL = cython.declare(cython.int, 11)
RAISE = cython.declare(cython.int, 12)
FOLD = cython.declare(cython.int, 13)
ACTION = cython.declare(cython.int, 15)
SHORT = cython.declare(cython.int, 7)  # the mask of an action in `said`
WIDTH = cython.declare(cython.int, 3)  # its number of bits
PAIR = cython.declare(cython.int, 4)  # makes a pair better than any rank

# For the estimates, in tenths for Leduc hold'em: a king is higher than four of the other five cards and beats them that
# often; the higher rank wins three times out of four.
QUEEN = cython.declare(cython.int, 2)  # rank
ALONE = cython.declare(cython.int, 4)
EARLY = cython.declare(cython.int, 5)
SURE = cython.declare(cython.int, 10)

ADDED = cython.declare(cython.int[6], [0, 0, 1, 1, 2, 0])  # the bets that an action adds to the pot


@cython.cclass
class Poker(Game):
    """A game of poker, once its constructor has called `settle`; `deck` names its cards in order."""

    why_not = refusals.betting
    text, tidy, meaning, say = notation.text, notation.tidy, notation.meaning, notation.say
    position, known, at_stake = notation.position, notation.known, notation.at_stake
    show, reason = notation.show, notation.reason
    deck = {}
    largest = 1  # the largest win without a limit by stacks
    options = {"stacks": BySeat(None, least=1, most=1000, note="chips of First and Second: a bet is one both can pay")}

    def settle(self, bet, most, streets, step, stacks):
        """Start with these rules: size of a bet, bets and raises per round, rounds, step between cards, stacks."""
        check(self.options, stacks=stacks)
        self.stacks = list(stacks or (0, 0))
        self.limit = min(stacks or (self.largest,))
        self.bet, self.most, self.streets, self.step = bet, most, streets, step
        self.begin()

    @cython.cfunc
    def begin(self):
        """Take back all cards and chips."""
        self.turn = CHANCE
        self.cards = [0, 0, 0]  # the first seat's, the second's, the public one; 0 is none
        self.chips = [1, 1]
        self.raises = [0, 0]  # bets and raises in each round
        self.said = [0, 0]
        self.street, self.over = 0, False

    @property
    def stakes(self):
        return min(self.largest, self.limit)

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        # Moves that win most with the better card come first.
        if self.over:
            return
        if self.turn == CHANCE:
            # No range: with a step unknown at compile time it would be a Python object.
            card: cython.int = LOWEST
            while card <= CARD:
                if not self.holds(card):
                    out.add(card)
                card += self.step
            return
        seat: cython.int = self.turn << SEAT
        room: cython.bint = max(self.chips[0], self.chips[1]) + (self.bet << self.street) <= self.limit
        if self.chips[0] == self.chips[1]:
            if room:
                out.add(seat | BET)
            out.add(seat | CHECK)
        else:
            if room and self.raises[self.street] < self.most:
                out.add(seat | RAISE)
            out.add(seat | CALL)
            out.add(seat | FOLD)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def holds(self, card: cython.int) -> cython.int:
        """Return whether the card was dealt."""
        return (self.cards[0] == card) | (self.cards[1] == card) | (self.cards[2] == card)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def count_dealt(self) -> cython.int:
        """Return how many cards were dealt."""
        return (self.cards[0] > 0) + (self.cards[1] > 0) + (self.cards[2] > 0)

    def apply(self, move: cython.int) -> cython.void:
        if move > CARD:
            self.act(move)
            return
        place: cython.int = self.count_dealt()
        self.cards[place] = move
        self.street = place == 2
        self.turn = 0 if place else CHANCE

    @cython.cfunc
    @cython.exceptval(check=False)
    def act(self, move: cython.int) -> cython.void:
        """Check, bet, call, raise or fold."""
        seat: cython.int = move >> SEAT
        action: cython.int = move & ACTION
        street: cython.int = self.street
        self.said[street] = self.said[street] << WIDTH | action & SHORT
        self.chips[seat] += ADDED[action & SHORT] * (self.bet << street)
        self.raises[street] += (action == BET) | (action == RAISE)
        closed: cython.bint = action == CALL or (action == CHECK and seat == 1)
        self.over = action == FOLD or (closed and street + 1 == self.streets)
        self.turn = CHANCE if closed and not self.over else 1 - seat

    def revert(self, move: cython.int) -> cython.void:
        if move <= CARD:
            self.cards[self.count_dealt() - 1] = 0
            self.street = 0
            self.turn = CHANCE
            return
        action: cython.int = move & ACTION
        self.over = False
        self.turn = move >> SEAT
        self.said[self.street] >>= WIDTH
        self.chips[self.turn] -= ADDED[action & SHORT] * (self.bet << self.street)
        self.raises[self.street] -= (action == BET) | (action == RAISE)

    @cython.ccall
    def weight(self, move: cython.int) -> cython.int:
        # Playouts call it at each deal; Game's default would first look at the Python class.
        return 1

    @cython.ccall
    def value(self) -> cython.int:
        if not self.over:
            return ONGOING
        # A seat that folded has fewer chips in the pot; without a fold both have the same number.
        if self.chips[0] == self.chips[1]:
            return self.lead() * self.chips[0]
        return self.chips[1] if self.chips[0] > self.chips[1] else -self.chips[0]

    @cython.cfunc
    @cython.exceptval(check=False)
    def lead(self) -> cython.int:
        """Return 1 if the first seat's card is better, -1 if the second's is, 0 if neither."""
        public: cython.int = self.cards[2] >> 1
        one: cython.int = self.cards[0] >> 1
        other: cython.int = self.cards[1] >> 1
        one += PAIR * (one == public)
        other += PAIR * (other == public)
        return (one > other) - (one < other)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def matched_chips(self) -> cython.int:
        """Return the chips that both seats have in the pot: what it costs to fold now, or at the next bet."""
        return min(self.chips[0], self.chips[1])

    @cython.ccall
    def key(self) -> cython.ulonglong:
        cards: cython.int = (self.cards[0] << 6) + (self.cards[1] << 3) + self.cards[2]
        position: Bits = self.said[0] << 12 | self.said[1]
        position = position << 9 | cards
        return stir(position) or 1

    def become(self, other: Game) -> cython.void:
        of: Poker = other
        self.turn = of.turn
        self.bet, self.most, self.streets, self.step, self.limit = of.bet, of.most, of.streets, of.step, of.limit
        self.stacks[:] = of.stacks
        self.cards[:] = of.cards
        self.chips[:] = of.chips
        self.raises[:] = of.raises
        self.said[:] = of.said
        self.street, self.over = of.street, of.over

    def heard(self, move, seat):
        # Compiled, because searches with hidden information call it at every node.
        if move <= CARD:
            return "a card" if self.count_dealt() == 1 - seat else self.deck[move]
        return notation.WORDS[move & SHORT]

    def imagine(self, seat, rng):
        twin: Poker = self.copy()
        own: cython.int = seat_index(seat)
        if self.cards[1 - own] and not self.over:
            # All unseen cards are equally likely: actions are no evidence.
            unseen = [card for card in self.deck if card not in (self.cards[own], self.cards[2])]
            twin.cards[1 - own] = rng.choice(unseen)
        return twin

    def set_position(self, text):
        self.undoable = None
        cards, said = notation.read_hands(text, {name: card for card, name in self.deck.items()})
        self.begin()
        for card in cards:
            self.apply(card)
        for word in said:
            self.apply(self.parse(word))


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
        # Against a random card a king always wins, a jack never, and a queen half of the time.
        if self.over:
            return self.value()
        if self.cards[1]:
            return self.lead() * self.matched_chips()
        return (self.cards[0] >> 1) - QUEEN if self.cards[0] else 0


@cython.cclass
class LeducPoker(Poker):
    """Six cards, two rounds of betting with a public card between: a pair with it wins, otherwise the higher card."""

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
