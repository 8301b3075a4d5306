"""Several rolls in a row, turns of several moves, passes that are forced, and margins."""

from games.game import CHANCE, Game

PASS = 9


class TwoRolls(Game):
    """Two dice of three sides are rolled one after the other, each is spent on one of two runners; doubles roll again."""

    stakes = 8

    def __init__(self, goal=4):
        self.turn = CHANCE
        self.seat = 1
        self.goal = goal
        self.dice = []
        self.spent = []
        self.at = [[0, 0], [0, 0]]

    def chances(self):
        return [(1, 3), (2, 2), (3, 1)]

    def moves(self):
        if self.score() is not None:
            return []
        if self.turn == CHANCE:
            return [1, 2, 3]
        die = self.dice[len(self.spent)]
        return [runner for runner in (0, 1) if self.at[self.seat][runner] + die <= self.goal] or [PASS]

    def make(self, move):
        if self.turn == CHANCE:
            self.dice.append(move)
            self.turn = self.seat if len(self.dice) == 2 else CHANCE
            return
        if move != PASS:
            self.at[self.seat][move] += self.dice[len(self.spent)]
        self.spent.append(move)
        if len(self.spent) == 2:
            if self.dice[0] != self.dice[1]:
                self.seat = 1 - self.seat
            self.dice, self.spent, self.turn = [], [], CHANCE

    def score(self):
        if any(sum(runners) == 2 * self.goal for runners in self.at):
            return sum(self.at[0]) - sum(self.at[1])
        return None

    def estimate(self):
        return sum(self.at[0]) - sum(self.at[1])

    def text(self, move):
        return f"rolls{move}" if self.turn == CHANCE else {PASS: "pass"}.get(move, "ab"[move % 2])
