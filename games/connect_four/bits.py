"""Boards of connect four as words, on 7 columns and 6 rows. The compiled solver uses bits.pxd instead.

Places are bits as in game.py, and keys those of ConnectFour.key.
"""

from games.connect_four.lines import gaps_of_four

HEIGHT = 7  # bits of a column; the topmost is always clear
BOTTOMS = sum(1 << HEIGHT * column for column in range(7))
BOARD = BOTTOMS * 0b111111
TWOFOLD = 18  # with more empty places, mirror images share a key


def threats(stones: int, filled: int) -> int:
    """Return the empty places where one more of these stones makes four in line."""
    found = stones << 1 & stones << 2 & stones << 3  # a column grows from below
    found |= gaps_of_four(stones, HEIGHT - 1) | gaps_of_four(stones, HEIGHT) | gaps_of_four(stones, HEIGHT + 1)
    return found & (BOARD ^ filled)


def safe_places(filled: int, against: int) -> int:
    """Return where the seat to move can play without losing at once; the other one wins at the places `against`."""
    places = filled + BOTTOMS & BOARD
    stops = places & against
    if stops:
        places = 0 if stops & (stops - 1) else stops
    return places & ~(against >> 1)


def key_of(mine: int, filled: int, left: int) -> int:
    """Return the key of the position with `left` empty places."""
    key = filled + BOTTOMS | mine
    if left <= TWOFOLD:
        return key
    other = 0
    for column in range(7):
        other = other << HEIGHT | (key >> HEIGHT * column & 127)
    return min(key, other)


def stones_of(key: int) -> int:
    """Return the stones of both seats: in each column, all places below the highest bit."""
    filled = key >> 1 & BOARD
    for _ in range(5):
        filled |= filled >> 1 & BOARD
    return filled
