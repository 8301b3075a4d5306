"""What each cell of a board is worth by an n-tuple network, so that people can see what it has learnt."""

from players.learning.networks import NTuple


def cell_values(network: NTuple, content: int) -> list[float]:
    """By cell, by how much more a position is worth to seat 0 where it holds that content than where nothing stands.

    That is the difference of the mean weights of the entries of each tuple over the cell, as far as they were learnt,
    summed over the tuples.
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
