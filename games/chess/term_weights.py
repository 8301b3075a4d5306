"""The weights of the terms of chess's evaluation, in hundredths of a pawn.

Each term has a list of weights for the middle game and one for the endgame. This is what a place in the list means;
ranks are counted from 0 and from the side of the pawn's owner, and kinds are numbered as in games/chess/board.py:

    knight, bishop, rook, queen   mobility: how many squares the piece attacks, except those with its own king or pawns
               and those that enemy pawns attack
    threat     an attack on an enemy piece or pawn: 8 * kind of the attacker + kind of the attacked; 64 more if a pawn
               defends the attacked
    pressure   attacks on squares next to the enemy king: 2 for each knight or bishop that attacks any, 3 for a rook, 5
               for a queen, and 1 for each square that such a piece attacks
    shield, storm   the nearest own pawn, and the nearest enemy pawn, on the king's file and each file beside it: how
               many ranks it is ahead of the king; 0 if it is on the king's rank, or if there is none
    passed     a passed pawn: its rank
    blocked    a passed pawn with a piece in front of it: its rank
    protected  a passed pawn that a pawn defends: its rank
    enemy_king, own_king   a passed pawn from the fourth rank on: the steps that the enemy king, and its own, needs to
               the square in front of it
    connected  a pawn with another beside it, or defended by one: its rank
    outpost    a knight or bishop that a pawn defends, where no enemy pawn can ever attack it: its kind

These terms have one weight:

    isolated   a pawn without others on the files beside it
    doubled    a pawn with another in front of it
    backward   a pawn that is not isolated, is behind all pawns beside it, and cannot step ahead safely
    pair       two bishops
    half_open  a rook on a file without pawns of its own side
    open       a rook on a file without pawns
    tempo      the right to move

tools/chess_weights.py fits the weights to games of the search against itself, and writes them here. Only `pair`
and `doubled` are set by hand: the fit gave a pair nothing in the middle game, and reviews blamed usual moves.
"""

# fmt: off
WEIGHTS = {
    "knight": (
        [-9, -7, -6, 1, 0, 4, 8, 5, 10],
        [-1, 2, 11, 28, 33, 37, 37, 34, 21],
    ),
    "bishop": (
        [-13, -3, -1, 2, 3, 3, -4, -2, -2, 3, 1, -7, -10, -9],
        [-14, -2, 16, 24, 26, 38, 40, 39, 33, 31, 25, 35, 30, 28],
    ),
    "rook": (
        [-22, -3, -5, -5, -7, -4, 5, 1, 3, -1, -2, 6, 14, 12, 13],
        [5, 9, 35, 45, 49, 57, 45, 54, 60, 72, 74, 83, 80, 79, 76],
    ),
    "queen": (
        [3, 4, -2, 7, 5, 5, 0, 3, 2, 4, 5, 7, 15, 20, 13, 13, 14, 23, 24, 29, 23, 17, 8, -1, -3, -4, -3, -4],
        [-4, -4, -4, -3, 0, 0, -1, 6, 17, 24, 27, 25, 28, 35, 40, 45, 43, 40, 25, 11, -16, -39, -61, -89, -79, -71, -63,
         -61],
    ),
    "threat": (
        [0, 0, 0, 0, 0, 0, 0, 0, 0, -37, 68, 38, 0, 23, 0, 3, 0, -5, -4, 17, 0, 32, 0, 60, 0, 2, 3, -5, 0, 44, 0, 55, 0,
         0, 0, 0, 0, 0, 0, 0, 0, -27, 21, 31, 0, 9, 0, 78, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, -1, 1, 0, 1, 0, 15, 0, 0, 0, 0,
         0, 0, 0, 0, 0, -37, 70, 69, 0, 42, 0, 14, 0, -9, 4, 51, 0, 30, 0, 23, 0, -4, 12, 5, 0, 29, 0, 32, 0, 0, 0, 0,
         0, 0, 0, 0, 0, -12, 14, 3, 0, -9, 0, 27, 0, 0, 0, 0, 0, 0, 0, 0, 0, -9, 0, 4, 0, 47, 0, -15],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, -18, 23, 6, 0, 28, 0, 6, 0, 32, 0, 13, 0, 22, 0, 17, 0, 18, 35, -32, 0, 26, 0, 16,
         0, 0, 0, 0, 0, 0, 0, 0, 0, 37, 29, 11, 0, 37, 0, 26, 0, 0, 0, 0, 0, 0, 0, 0, 0, 51, 89, 52, 0, 41, 0, 12, 0, 0,
         0, 0, 0, 0, 0, 0, 0, -20, 33, 17, 0, 25, 0, 7, 0, -5, 0, 4, 0, 7, 0, -13, 0, -40, 16, 32, 0, 31, 0, 15, 0, 0,
         0, 0, 0, 0, 0, 0, 0, 9, -12, -17, 0, -37, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 24, 39, 54, 0, -8, 0, -12],
    ),
    "pressure": (
        [-7, -7, -7, -8, -14, -27, -17, -18, -13, -2, -5, -5, 7, 14, 13, 16, 16, 13, 12, 10, 7, 5, 4, 3, 2, 2, 1, 1, 1,
         1, 0, 0],
        [13, 12, 11, 11, -3, -7, 0, -6, -9, -10, -5, -7, -10, -4, -4, 0, 3, 3, 3, 3, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0,
         0],
    ),
    "shield": (
        [-11, 18, 9, 4, -1, 6, 6, 5],
        [-19, -21, -27, -24, -11, -7, -3, -3],
    ),
    "storm": (
        [-6, -4, -2, 12, 5, 10, 11, 10],
        [-18, 14, -8, -12, -16, -17, -30, -27],
    ),
    "passed": (
        [-21, -23, -23, -22, -1, 10, 10, 9],
        [27, 30, 35, 35, 64, 71, 43, 39],
    ),
    "blocked": (
        [2, 2, -4, -1, -2, -6, -2, -2],
        [-5, -5, -11, -22, -31, -32, -43, -39],
    ),
    "protected": (
        [7, 8, 9, 6, 5, 14, 15, 14],
        [-9, -10, -12, -7, -7, -11, -17, -15],
    ),
    "enemy_king": (
        [7, 0, 0, 11, 8, -8, -4, -1],
        [-33, -30, 10, 40, 71, 68, 61, 65],
    ),
    "own_king": (
        [0, 0, -4, -3, 2, -1, 12, 8],
        [97, 103, 65, 21, 2, -8, -10, -17],
    ),
    "connected": (
        [-1, -1, -2, 5, 10, 20, 22, 20],
        [2, 2, 6, 7, 25, 39, 28, 25],
    ),
    "outpost": (
        [0, 0, 1, 3],
        [0, 0, 50, 27],
    ),
    "isolated": (
        [3],
        [-2],
    ),
    "doubled": (
        [-12],
        [-10],
    ),
    "backward": (
        [6],
        [-7],
    ),
    "pair": (
        [30],
        [30],
    ),
    "half_open": (
        [20],
        [3],
    ),
    "open": (
        [18],
        [-12],
    ),
    "tempo": (
        [16],
        [-1],
    ),
}
# fmt: on

START: dict[str, int] = {}  # the index in PACKED at which the weights of a term begin
PACKED: list[int] = []  # all weights; each has the middle game's in the lower 16 bits and the endgame's above them
for name, (middle, end) in WEIGHTS.items():
    START[name] = len(PACKED)
    PACKED += [one + (other << 16) for one, other in zip(middle, end, strict=True)]
