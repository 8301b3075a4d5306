"""Who is ahead at connect four where four in line win, and by how much.

    lines     that one side can still fill; one that holds exactly two of its stones counts three times;
    threats   right above a place where a stone can land: the other seat had better not play beneath them;
    a win     at hand, or two of the other side at once, is more than all of these;
    zugzwang  who has to play beneath a place where the other one wins, once all else is filled (V. Allis, "A
              Knowledge-based Approach of Connect-Four", 1988, chapter 3): with an even number of places the first seat
              gets those of odd rows in this way and the second one those of even rows. It counts the more, the more
              stones there are.

What each of them is worth is from a logistic regression on who wins 12,000 positions of quick games, as the solver
says, together with a term for whose turn it is. Lines and threats alone explain these by a loss of 0.65 for each, in
natural logarithms, and to know nothing is 0.69. This estimate comes to 0.52, and with the turn it would be 0.47. But
tree search compares positions in which either side is to move, and that term leads it astray. A column takes rows + 1
bits of a word, from its bottom up, as games.connect_four numbers them.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.base.bits import count
    from cython.cimports.games.connect_four.lines import fills_of_four, weigh_fours
else:
    from games.base.bits import count
    from games.connect_four.lines import fills_of_four, weigh_fours

LINE = cython.declare(cython.int, 4)
THREAT = cython.declare(cython.int, 12)
SURE = cython.declare(cython.int, 1000)  # more than all others
ZUGZWANG = cython.declare(cython.int, 3)  # with each stone


@cython.cfunc
@cython.exceptval(check=False)
def judge_fours(
    mine: cython.ulonglong,
    theirs: cython.ulonglong,
    board: cython.ulonglong,
    bottoms: cython.ulonglong,
    rows: cython.int,
) -> cython.int:
    """How far the seat to move is ahead by its own stones and those of the other one."""
    filled: cython.ulonglong = mine | theirs
    empty: cython.ulonglong = board ^ filled
    own: cython.ulonglong = fills_of_four(mine, rows) & empty
    against: cython.ulonglong = fills_of_four(theirs, rows) & empty
    landings: cython.ulonglong = filled + bottoms & board
    stops: cython.ulonglong = against & landings
    if own & landings:
        return SURE
    if stops & (stops - 1):
        return -SURE
    ahead: cython.int = LINE * (weigh_fours(mine, board ^ theirs, rows) - weigh_fours(theirs, board ^ mine, rows))
    ahead += THREAT * (count(own & landings << 1) - count(against & landings << 1))
    return ahead + ZUGZWANG * count(filled) * find_winner(own, against, landings, board)


@cython.cfunc
@cython.exceptval(check=False)
def find_winner(
    mine: cython.ulonglong, theirs: cython.ulonglong, landings: cython.ulonglong, board: cython.ulonglong
) -> cython.int:
    """Who wins if no new threats come up: 1 the seat to move, -1 the other one, 0 nobody.

    mine, theirs  the empty places where the seat to move and the other one make a line.
    landings      where a stone can land.

    Both fill each column up to the place beneath the lowest threat. Whoever is to move then gives up its own threats:
    it plays beneath them, and the other one stops them. Who has none left loses. In truth only some of them may have to
    be given up: so the answer is a guess, right more often the fewer places are empty.
    """
    beneath: cython.ulonglong = 0  # of each column where there is one, the place beneath its next threat
    moves: cython.int = 0
    while True:
        while landings:
            place: cython.ulonglong = landings & ~(landings - 1)
            landings ^= place
            under: cython.ulonglong = place_beneath(mine | theirs, place, board)
            moves += count(upward(place, board) & under - 1)  # all of them where there is no threat
            beneath |= under
        if beneath == 0:
            return 0
        winner: cython.int = -1 if moves & 1 else 1  # if the seat wins whose turn it is
        given: cython.ulonglong = beneath & ~((mine if moves & 1 else theirs) >> 1)
        if given == 0:
            return -winner
        if (theirs if moves & 1 else mine) & given << 2:
            return winner
        beneath ^= given
        landings = given << 2 & board


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def upward(place: cython.ulonglong, board: cython.ulonglong) -> cython.ulonglong:
    """The places of the column from that one up."""
    return board & ~(board + place)  # the sum carries up to the bit above the board


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def place_beneath(threats: cython.ulonglong, place: cython.ulonglong, board: cython.ulonglong) -> cython.ulonglong:
    """The place beneath the lowest threat above that place, in its column; 0 where there is none."""
    above: cython.ulonglong = threats & upward(place, board) & ~place
    return (above & ~(above - 1)) >> 1
