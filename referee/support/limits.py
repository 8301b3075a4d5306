"""The ranges of numbers on the command line and in Python, who may judge, and seeds that are drawn or derived.

A note is the option's help on the command line. A default is the one of Python's functions, which document None.
"""

from typing import Any

from games.option import Number, Option, Whole

SPARE: list[Any] = []  # objects of random.Random that wait for their next seed
DEEPEST = 2000  # plies of an analysis
NODES, PLAYOUTS = 300_000, 10_000  # of a review, for each move


class JudgeOption(Option):
    """A program from outside as a judge, by its spec; "" if there is none."""

    @property
    def allowed(self) -> str:
        return "none, or a program from outside that says what positions are worth: uci:stockfish,nodes=200000"

    def read(self, text: str) -> str:
        return "" if text.casefold() == "none" else text

    def write(self, value: Any) -> str:
        return value or "none"

    def fits(self, value: Any) -> bool:
        from players import CATALOGUE  # --help does not need it

        return isinstance(value, str) and (not value or CATALOGUE.is_outside(value))


JUDGE = JudgeOption("", "Let this program judge what is not proven: uci:stockfish,nodes=200000.")
PLAY = {
    "games": Whole(None, "Play N games between programs.", least=1),
    "seed": Whole(
        None, "Where all random numbers come from: the same seed repeats a run. Drawn, and shown, by default.", least=0
    ),
    "seconds": Number(None, "The time for a move. Exceed it and you lose.", least=0.001),
    "margin": Number(
        None,
        "Let a program from outside exceed its time by SECONDS, which its clock still loses. 0 by default.",
        least=0,
        most=60,
    ),
    "workers": Whole(1, "Play N games at once; one for each core by default.", least=1, most=1000),
}
ANALYSE = {
    "depth": Whole(least=1, most=DEEPEST),
    "seconds": Number(None, "The time for each method.", least=0.001),
    "playouts": Whole(None, "Playouts of mcts; 10,000 unless limited by time.", least=1, most=10**9),
    "seed": Whole(0, "The seed of what is drawn at random.", least=0),
}
SOLVE = {
    "iterations": Whole(None, "Iterations of SAPCFR+; 1000 unless limited by time.", least=1),
    "seconds": Number(None, "Stop solving after this many seconds.", least=0.001),
    "memory": Whole(1024, "Megabytes for the table of an exhaustive search; 1024 by default.", least=1, most=60_000),
}
REVIEW = {
    "nodes": Whole(
        None, f"Positions that a search may visit for each move; {NODES:,} by default.", least=1, most=10**12
    ),
    "playouts": Whole(
        None, f"Random games for each move, where they judge; {PLAYOUTS:,} by default.", least=1, most=10**9
    ),
    "seconds": Number(None, "Take no longer for all of it.", least=0.001),
    "workers": Whole(1, "Search in N processes at once; 1 by default.", least=1, most=1000),
    "seed": Whole(0, "The seed of random games; 0 by default.", least=0),
}
TREE = {
    "depth": Whole(
        None,
        "Plies to which the tree is grown, by default as many as fit; of mcts and bestfirst, moves to which it is"
        " drawn.",
        least=1,
        most=100,
    ),
    "playouts": Whole(100, "Playouts of mcts; 100 by default.", least=1, most=5000),
    "seed": Whole(0, "Seed of mcts and --quiz: the same seed repeats a run.", least=0),
    "width": Whole(1200, least=1, most=1_000_000),
}


def derive_seed(*parts: object) -> int:
    """Return a seed of 63 bits for one purpose, the same on every machine."""
    try:
        rng = SPARE.pop()  # no other thread has it now
    except IndexError:
        from random import Random  # --help does not need it

        rng = Random()
    rng.seed(" ".join(map(str, parts)))  # a new object would be seeded twice
    found: int = rng.getrandbits(63)
    SPARE.append(rng)
    return found


def draw_seed(below: int = 10**9) -> int:
    """Return an unpredictable seed, from 0 to `below` - 1: few enough digits to be typed again."""
    from random import SystemRandom  # `secrets` uses it too, but loads OpenSSL

    return SystemRandom().randrange(below)
