"""Words of 64 bits that hold boards. Compiled games inline these functions from bits.pxd, at almost no cost."""

WORD = (1 << 64) - 1

Bits = int


def lowest(bits: Bits) -> int:
    """Return the number of the lowest set bit, 0 to 63; there must be one."""
    return (bits & -bits).bit_length() - 1


def count(bits: Bits) -> int:
    """Return how many bits are set."""
    return bits.bit_count()


def upside_down(bits: Bits) -> Bits:
    """Return the bytes in reverse order: a board of eight rows of eight bits, turned upside down."""
    return int.from_bytes(bits.to_bytes(8, "little"), "big")


def backwards(bits: Bits) -> Bits:
    """Return the bits in reverse order."""
    return int(f"{bits:064b}"[::-1], 2)


def stir(bits: Bits) -> Bits:
    """Return the bits well mixed; different words stay different.

    This is the output function of splitmix64: G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom
    number generators", OOPSLA 2014.
    """
    bits = bits + 0x9E3779B97F4A7C15 & WORD
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & WORD
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & WORD
    return bits ^ bits >> 31
