"""The ranges of numbers on the command line and in Python, and seeds that are drawn or derived.

The defaults are Python's functions' own; if one is None, its function documents what it does.
"""

from random import Random

from games.option import Number, Whole

SECONDS = Number(least=0.001)
FIXED_SEED = Whole(0, least=0)
DEEPEST = 2000  # plies of an analysis

PLAY = {"games": Whole(least=1), "seed": Whole(least=0), "seconds": SECONDS, "workers": Whole(1, least=1, most=1000)}
ANALYSE = {
    "depth": Whole(least=1, most=DEEPEST),
    "seconds": SECONDS,
    "playouts": Whole(least=1, most=10**9),
    "seed": FIXED_SEED,
}
SOLVE = {"iterations": Whole(least=1), "seconds": SECONDS, "memory": Whole(1024, least=1, most=60_000)}
REVIEW = {
    "nodes": Whole(least=1, most=10**12),
    "playouts": Whole(least=1, most=10**9),
    "seconds": SECONDS,
    "seed": FIXED_SEED,
}
TREE = {
    "depth": Whole(least=1, most=100),
    "playouts": Whole(100, least=1, most=5000),
    "seed": FIXED_SEED,
    "width": Whole(1200, least=1, most=1_000_000),
}


def derive_seed(*parts: object) -> int:
    """Return a seed of 63 bits for one purpose, the same on every machine."""
    return Random(" ".join(map(str, parts))).getrandbits(63)


def draw_seed(below: int = 10**9) -> int:
    """Return an unpredictable seed, from 0 to `below` - 1: few enough digits to be typed again."""
    import secrets  # it imports much that nothing else needs at the start

    return secrets.randbelow(below)
