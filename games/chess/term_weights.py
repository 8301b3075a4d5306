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

tools/chess_weights.py fits the weights to games of the search against itself, and writes them here.
"""

# fmt: off
WEIGHTS = {
    "knight": (
        [-18, 0, 5, 9, 13, 17, 23, 23, 28],
        [35, 52, 82, 103, 109, 105, 109, 106, 86],
    ),
    "bishop": (
        [-17, -5, 4, 4, 8, 12, 10, 8, 13, 13, 17, 23, 17, 23],
        [36, 69, 85, 109, 115, 123, 136, 141, 143, 147, 142, 136, 130, 126],
    ),
    "rook": (
        [-60, -11, -3, -2, 2, 8, 9, 14, 18, 13, 19, 27, 23, 33, 42],
        [77, 112, 151, 171, 186, 191, 191, 199, 201, 212, 221, 221, 223, 228, 204],
    ),
    "queen": (
        [79, 87, 91, 99, 101, 101, 105, 109, 112, 114, 117, 117, 119, 119, 119, 124, 124, 130, 152, 175, 185, 179, 146,
         115, 91, 68, 51, 40],
        [11, 12, 13, 19, 33, 49, 64, 84, 105, 125, 147, 159, 154, 163, 185, 187, 188, 166, 147, 114, 61, 12, -46, -98,
         -97, -109, -123, -149],
    ),
    "threat": (
        [0, 0, 0, 0, 0, 0, 0, 0, 0, -15, 66, 63, 0, 64, 0, 57, 0, -3, -6, 50, 0, 62, 0, 56, 0, 7, 28, -9, 0, 54, 0, 63,
         0, 0, 0, 0, 0, 0, 0, 0, 0, -14, 30, 42, 0, 5, 0, 97, 0, 0, 0, 0, 0, 0, 0, 0, 0, -4, 6, 11, 0, 3, 0, 6, 0, 0, 0,
         0, 0, 0, 0, 0, 0, -4, 75, 88, 0, 75, 0, 71, 0, -15, 6, 61, 0, 70, 0, 63, 0, -5, 16, 9, 0, 59, 0, 86, 0, 0, 0,
         0, 0, 0, 0, 0, 0, -26, 4, -4, 0, -5, 0, 116, 0, 0, 0, 0, 0, 0, 0, 0, 0, -14, 2, -1, 0, -8, 0, -6],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 38, 60, 0, 21, 0, 24, 0, 37, 8, 39, 0, 41, 0, 31, 0, 19, 50, -17, 0, 30, 0, 96,
         0, 0, 0, 0, 0, 0, 0, 0, 0, 47, 43, 47, 0, 21, 0, 85, 0, 0, 0, 0, 0, 0, 0, 0, 0, 94, 66, 88, 0, 79, 0, -6, 0, 0,
         0, 0, 0, 0, 0, 0, 0, 9, 29, 76, 0, 26, 0, 8, 0, -7, -8, 48, 0, 28, 0, 8, 0, -24, 31, 17, 0, 54, 0, 82, 0, 0, 0,
         0, 0, 0, 0, 0, 0, 14, 11, -8, 0, -21, 0, 34, 0, 0, 0, 0, 0, 0, 0, 0, 0, 66, 2, 51, 0, 61, 0, 6],
    ),
    "pressure": (
        [-31, -30, -33, -38, -45, -58, -42, -36, -35, -18, -12, -3, 13, 25, 25, 36, 45, 41, 42, 34, 29, 23, 18, 14, 10,
         8, 6, 4, 3, 3, 2, 2],
        [-2, -2, -3, -3, -18, -16, -7, -15, -25, -30, -22, -10, -5, 3, -4, 11, 23, 23, 23, 19, 14, 11, 9, 7, 5, 4, 3, 2,
         1, 1, 1, 1],
    ),
    "shield": (
        [-6, 24, 17, 7, -4, -8, -19, -18],
        [1, -7, -8, -8, -2, -4, -4, -3],
    ),
    "storm": (
        [-14, 7, -13, 1, -6, 9, 4, 4],
        [-2, 36, -1, -7, -5, -16, -21, -19],
    ),
    "passed": (
        [-8, -9, -23, -23, -18, 4, 30, 27],
        [60, 66, 69, 48, 115, 134, 129, 118],
    ),
    "blocked": (
        [-20, -22, -12, -4, -10, -32, -34, -31],
        [-10, -11, 2, -23, -37, -78, -112, -102],
    ),
    "protected": (
        [13, 14, 16, 9, 14, 15, 11, 10],
        [-10, -11, -14, -8, -10, -2, -8, -8],
    ),
    "enemy_king": (
        [10, 21, 16, 13, 2, -11, -2, -29],
        [-28, -68, 0, 41, 83, 93, 106, 106],
    ),
    "own_king": (
        [-27, -22, -7, -4, 8, 21, 40, 10],
        [131, 124, 68, 38, 2, -14, -13, -2],
    ),
    "connected": (
        [3, 3, 7, 4, 7, 26, 28, 25],
        [4, 4, 12, 20, 29, 65, 69, 63],
    ),
    "outpost": (
        [0, 0, 17, 18],
        [0, 0, 17, 23],
    ),
    "isolated": (
        [-1],
        [-7],
    ),
    "doubled": (
        [-19],
        [13],
    ),
    "backward": (
        [0],
        [-20],
    ),
    "pair": (
        [29],
        [32],
    ),
    "half_open": (
        [16],
        [-9],
    ),
    "open": (
        [21],
        [-11],
    ),
    "tempo": (
        [22],
        [3],
    ),
}
# fmt: on

START: dict[str, int] = {}  # the index in PACKED at which the weights of a term begin
PACKED: list[int] = []  # all weights; each has the middle game's in the lower 16 bits and the endgame's above them
for name, (middle, end) in WEIGHTS.items():
    START[name] = len(PACKED)
    PACKED += [one + (other << 16) for one, other in zip(middle, end, strict=True)]
