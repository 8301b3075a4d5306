"""Random numbers for playouts: the same from the same seed, compiled or not."""

# mypy: ignore-errors
import cython

WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


class Rng:
    """A xorshift generator of 64 bits; each seed from 0 to 2**63 - 1 gives another stream.

    G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8.14, 2003.
    """

    def __init__(self, seed: int):
        # An odd number times an odd one is never 0, where the generator would stay; small seeds spread over all bits.
        self.state = (2 * seed + 1) * 0x9E3779B97F4A7C15 & WORD
        for _ in range(8):
            self.below(1)

    if not cython.compiled:  # compiled, rng.pxd inlines it

        def below(self, count):
            """A number from 0 to count - 1, count at most 2**32."""
            self.state ^= self.state << 13 & WORD
            self.state ^= self.state >> 7
            self.state ^= self.state << 17 & WORD
            return (self.state >> 32) * count >> 32

        def next(self):
            """A number of 64 bits."""
            self.below(1)
            return self.state
