"""A game of hidden cards, and a player that pickles its own class for each move."""

import pickle
from random import Random

from games.game import CHANCE, Game


class Thought:
    def __init__(self, move):
        self.move = move


class Caller:
    def choose(self, game, deadline):
        return pickle.loads(pickle.dumps(Thought(game.moves()[-1]))).move


class HighCards(Game):
    """Each seat is dealt a card from 1 to 4; the first passes, or shows: then the higher card wins."""

    def __init__(self):
        self.turn = CHANCE
        self.cards = []
        self.shown = None

    def moves(self):
        return [card for card, _ in self.chances()] if self.turn == CHANCE else [10, 11]

    def chances(self):
        return [(card, 1) for card in range(1, 5) if card not in self.cards]

    def make(self, move):
        if self.turn == CHANCE:
            self.cards.append(move)
            self.turn = CHANCE if len(self.cards) < 2 else 0
        else:
            self.shown = move == 11

    def score(self):
        if self.shown is None:
            return None
        return 0 if not self.shown else 1 if self.cards[0] > self.cards[1] else -1

    def known(self, seat):
        return (self.cards[seat : seat + 1], len(self.cards))

    def heard(self, move, seat):
        mine = self.turn != CHANCE or len(self.cards) == seat
        return self.text(move) if mine else "a card"

    def imagine(self, seat, rng: Random):
        twin = self.copy()
        if len(self.cards) == 2:
            others = [card for card in range(1, 5) if card != self.cards[seat]]
            twin.cards[1 - seat] = rng.choice(others)
        return twin
