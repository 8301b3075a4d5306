"""A second implementation to hold the searches against: plain minimax as in the book, without pruning or table."""


def best(game, depth=None):
    """(score for seat 0, plies to the end) with best play: wins sought soonest, losses put off longest."""
    score = game.score()
    if score is not None:
        return score, 0
    found = []
    for move in game.moves():
        twin = game.copy()
        twin.make(move)
        value, plies = best(twin)
        found.append((value, plies + 1))
    return max(found, key=lambda pair: worth(pair, game.turn))


def worth(pair, seat):
    """How a seat ranks an outcome: by its score, then a win by how soon it comes, a loss by how late."""
    score, plies = pair
    mine = score if seat == 0 else -score
    return mine, (-plies if mine > 0 else plies if mine < 0 else 0)


def leaves(game):
    if game.score() is not None:
        return 1
    count = 0
    for move in game.moves():
        game.make(move)
        count += leaves(game)
        game.unmake(move)
    return count


def positions(game, seen=None):
    """The keys of all positions that can be reached from here, this one included."""
    seen = set() if seen is None else seen
    if game.key() not in seen:
        seen.add(game.key())
        for move in game.moves():
            game.make(move)
            positions(game, seen)
            game.unmake(move)
    return seen


def tree(game):
    """The game in each position that it can come to from here, by whatever line; afterwards it is as it was."""
    yield game
    for move in game.moves():
        game.make(move)
        yield from tree(game)
        game.unmake(move)
