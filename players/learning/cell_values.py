"""What each cell of a board is worth by an n-tuple network, so that people can see what it has learnt."""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.players.learning.networks import NTuple
else:
    from players.learning.networks import NTuple


def cell_values(network: NTuple, content: int) -> list[float]:
    """By cell, by how much more a position is worth to seat 0 where it holds that content than where nothing stands.

    That is the difference of the mean weights of the entries of each tuple over the cell, as far as they were learnt,
    summed over the tuples.
    """
    layout = network.layout
    found: list = [0.0] * len(layout.cells)
    vacant = bytearray([kind in layout.vacant for kind in range(layout.kinds)])
    offset: cython.int = 0
    for cells in network.tuples:
        images = {tuple([symmetry[cell] for cell in cells]) for symmetry in layout.symmetries}
        for power in range(len(cells)):
            base = layout.kinds**power
            worth: cython.double = difference(
                network, offset, layout.kinds ** len(cells), base, layout.kinds, content, vacant
            )
            for image in images:
                found[image[power]] += worth
        offset += layout.kinds ** len(cells)
    return found


@cython.cfunc
def difference(
    network: NTuple,
    offset: cython.int,
    size: cython.int,
    base: cython.int,
    kinds: cython.int,
    content: cython.int,
    vacant: cython.uchar[::1],
) -> cython.double:
    """The mean weight of a table's entries with that content in the place of that base, less that with none there.

    vacant  by content, whether it stands for none.
    """
    sums: cython.double[2] = [0.0, 0.0]
    counts: cython.int[2] = [0, 0]
    entry: cython.int
    for entry in range(size):
        digit: cython.int = entry // base % kinds
        held: cython.int = 1 if digit == content else 0 if vacant[digit] else 2
        if held < 2 and network.weights[offset + entry] != 0:
            sums[held] += network.weights[offset + entry]
            counts[held] += 1
    return sums[1] / counts[1] - sums[0] / counts[0] if counts[0] and counts[1] else 0.0
