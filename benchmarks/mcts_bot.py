"""OpenSpiel's tree search as a player of ours: referee connect-four mcts ./benchmarks/mcts_bot.py --time 0.1.

It follows the game in OpenSpiel's own state, in lockstep with ours. If OpenSpiel ends a game as a draw and we do not,
as checkers after forty plies without a jump, it forfeits with the words of DRAWN.
"""

from time import monotonic

import peers

from referee.dialects.spoken_games import name_of

DRAWN = "OpenSpiel ends this game as a draw"
LAST = 0.02  # seconds for each further jump of a move


class MctsBot:
    """UCT with one random playout each; it keeps proven ends."""

    def __init__(self, seed: int = 0):
        self.bot = peers.Bot(seed)
        self.both = None
        self.parted = ""

    def begin(self, game, seat):
        self.both, self.parted = peers.Lockstep(name_of(game)), ""

    def heard(self, text, seat):
        self.parted = self.parted or self.both.parted()
        if self.parted:
            return
        self.both.make(self.both.ours.parse(text))

    def choose(self, game, deadline):
        self.parted = self.parted or self.both.parted()
        if self.parted:
            raise RuntimeError(DRAWN if self.parted == "their draw" else "OpenSpiel has other moves here")
        turns, actions, state = self.both.turns(), (), self.both.theirs.clone()
        while any(turn[: len(actions)] == actions != turn for turn in turns):
            left = max(0.001, deadline - monotonic()) if not actions else LAST
            action = self.bot.choose(state, left)[0]
            state.apply_action(action)
            actions += (action,)
        return turns[actions]
