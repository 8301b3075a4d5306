"""Which discs of othello are flipped, and where one may be placed, on words of 64 bits; othello.py shows the squares.

Compiled, othello.pxd inlines these.
"""

WORD = 0xFFFFFFFFFFFFFFFF


def shift(bits: int, step: int) -> int:
    """The bits so many squares on; steps below 0 go down."""
    return bits << step & WORD if step > 0 else bits >> -step


def runs(start: int, others: int, step: int) -> int:
    """The unbroken runs of those others that begin next to the start; none is longer than six."""
    found = others & shift(start, step)
    for _ in range(5):
        found |= others & shift(found, step)
    return found


def ends(own: int, others: int, step: int) -> int:
    """The squares one past such runs, up and down."""
    return shift(runs(own, others, step), step) | shift(runs(own, others, -step), -step)


def flips(disc: int, own: int, others: int, step: int) -> int:
    """The runs of others, up and down from that disc, that an own one ends."""
    both = [(runs(disc, others, way), way) for way in (step, -step)]
    return sum(run for run, way in both if shift(run, way) & own)
