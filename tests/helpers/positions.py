"""Positions that tests start from."""

from games.game import CHANCE


def after(game, *moves):
    """Return a copy of the game after `moves`, each a number or a text."""
    twin = game.copy()
    for move in moves:
        twin.make(twin.parse(move) if isinstance(move, str) else move)
    return twin


def opened(game, place=0):
    """Return the game past its first moves of chance, always the one at `place` in the list."""
    while game.turn == CHANCE:
        game.make(game.moves()[place])
    return game
