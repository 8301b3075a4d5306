"""What an n-tuple network has learned about each cell of a board, for people."""

from players.learning.networks import NTuple


def cell_values(network: NTuple, content: int) -> list[float]:
    """Return for each cell how much more a position is worth to seat 0 with `content` there than with nothing.

    That is the difference between the mean weights of a tuple's learned entries with and without it, summed over the
    tuples on the cell.
    """
    layout = network.layout
    found = [0.0] * len(layout.cells)
    vacant = bytearray([kind in layout.vacant for kind in range(layout.kinds)])
    offset = 0
    for cells in network.tuples:
        images = {tuple([symmetry[cell] for cell in cells]) for symmetry in layout.symmetries}
        for power in range(len(cells)):
            base = layout.kinds**power
            worth = network.difference(offset, layout.kinds ** len(cells), base, content, vacant)
            for image in images:
                found[image[power]] += worth
        offset += layout.kinds ** len(cells)
    return found
