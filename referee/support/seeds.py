"""Seeds: of runs for which none was given, and those that are derived from the seed of a run."""

from random import Random


def derive_seed(*parts: object) -> int:
    """A seed of 63 bits for one purpose, the same on every machine."""
    return Random(" ".join(map(str, parts))).getrandbits(63)


def draw_seed(below: int = 10**9) -> int:
    """A seed that nobody could have guessed, from 0 to `below` - 1: few enough digits to be typed again."""
    import secrets  # with all of cryptography behind it, which nothing else needs as the program starts

    return secrets.randbelow(below)
