"""Positions of backgammon as texts: XGID, and the IDs of GNU Backgammon.

    XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10

has ten fields: the checkers on Black's bar, on White's points 1 to 24 and on White's bar, `A` for one of White, `b` for
two of Black; the power of two that the cube shows; its owner (1 White, -1 Black, 0 both); whose turn it is; the dice;
White's and Black's points in the match; whether it is the Crawford game, where nobody doubles; the length of the match,
0 for none; and the highest power that the cube may reach, 0 without a cube. eXtreme Gammon writes this notation, and
GNU Backgammon 1.07 reads it. The dice are `00` before a roll, `D` while a double is offered, and otherwise two digits.
These are extensions: turn 0 before the first roll; dice `2x5` if two fives of a double are left, `1x5` for one die of
two; `??` if the dice are about to roll although the side could have doubled; and `P` for a double that was dropped.
Without a match the Crawford field stands for the Jacoby rule and is ignored. The cube and the match of a text replace
the ones in the game's options.

GNU Backgammon's position ID is 14 characters, `4HPwATDgc/ABMA`: 80 bits in base 64, the lowest of each byte first. Each
point from 1 to 24 and the bar has a one for each checker, and then a zero: first for the player who waits, then for the
one on roll. A colon and a match ID of 12 characters may follow; otherwise White is to roll (GNU Backgammon Manual, "A
technical description of the Position ID" and "of the Match ID").
"""

import re
from base64 import b64decode
from collections.abc import Sequence
from typing import Any

from games.dataclass import dataclass

CHECKERS = 15
BAR = 25  # as both sides count
HIGHEST = 6  # the power of two of the largest cube
NOBODY = -1

SIGNS = {NOBODY: 0, 0: 1, 1: -1}  # in an XGID, by seat
SEATS = {sign: seat for seat, sign in SIGNS.items()}
NAMES = "White", "Black"
NUMBERS = "cube", "owner", "turn", "points of White", "points of Black", "Crawford", "length", "highest cube"
DEFAULTS = ["0", "0", "0", "0", "10"]
EXAMPLE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10"
# White has rolled 6-5 and has the four turns of Russell and Norvig, "Artificial Intelligence: A Modern Approach", 3rd
# edition, figure 5.10, where White's points are counted the other way round. The other checkers are not the figure's.
NAMED = {"russell-norvig": "XGID=----DDE-----e----cbeB-----:0:0:1:65:0:0:0:0:0"}
XGID = re.compile(r"(?:XGID=)?([-a-oA-O]{26})((?::[^:\s]*){4,9})", re.ASCII)
GNU = re.compile(r"([A-Za-z0-9+/]{14})(?::([A-Za-z0-9+/]{12}))?", re.ASCII)
MATCH = 4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15  # bits of the fields of a match ID
LEFT = re.compile(r"([1-3])x([1-6])", re.ASCII)
ROLL = re.compile(r"[1-6]{2}", re.ASCII)


@dataclass(frozen=True)
class BoardState:
    """A position of backgammon.

    counts  the number of White's and Black's checkers off, on points 1 to 24 as each counts them, and on the bar.
    side    the seat that rolled or rolls next, None before the first roll.
    dice    the dice left to play, in the bits of game.py.
    cube    its value, 0 without one;  owner  the only seat that may double, NOBODY for both.
    action  `roll` (or double, if the side may), `rolling`, `play`, `offered` (the other side takes or drops),
            `dropped`, `over`.
    needs   the points that both sides need to win the match, or None.
    """

    counts: tuple[tuple[int, ...], tuple[int, ...]]
    side: int | None
    dice: int
    cube: int
    owner: int
    action: str
    needs: tuple[int, int] | None

    @property
    def planes(self) -> list[int]:
        """The words of game.py: for each side four, a binary digit each of how many stand on its points."""
        return [
            sum(1 << point for point in range(26) if counts[point] >> digit & 1)
            for counts in self.counts
            for digit in range(4)
        ]

    def find_turn(self, may: bool) -> int:
        """Return whose turn it is, -1 for chance. Raise ValueError if the side doubled although it `may` not."""
        side = self.side or 0
        if self.action in ("offered", "dropped", "rolling") and not may:
            raise ValueError(f"{NAMES[side]} may not double there")
        if self.action in ("offered", "dropped", "over"):
            return 1 - side
        return side if self.action == "play" or (may and self.action == "roll") else -1


def position(game: Any, seat: int | None = None) -> str:
    """Return the position as an XGID."""
    counts = [[game.count(side, point) for point in range(BAR + 1)] for side in (0, 1)]
    rolling = game.can_double() and not game.asked and game.score() is None
    action = "play" if game.dice else "rolling" if rolling else "roll"
    action = "dropped" if game.dropped else "offered" if game.offered else action
    needs, side = tuple(game.needs) if game.match else None, None if game.opening else game.side
    return write_xgid(counts, side, game.dice, action, (game.cube, game.owner), needs)


def write_xgid(
    counts: Sequence[Sequence[int]],
    side: int | None,
    dice: int,
    action: str,
    cube: tuple[int, int],
    needs: tuple[int, int] | None,
) -> str:
    """Return the XGID of the fields of a BoardState; `cube` is its value and its owner."""
    value, owner = cube
    length = max(needs) if needs else 0
    fields = (
        max(value, 1).bit_length() - 1, SIGNS[owner], SIGNS[NOBODY if side is None else side], write_dice(dice, action),
        *([length - need for need in needs] if needs else (0, 0)),
        int(length > 0 and not value), length, HIGHEST if value else 0,
    )  # fmt: skip
    return f"XGID={write_points(*counts)}:{':'.join(map(str, fields))}"


def write_points(white: Sequence[int], black: Sequence[int]) -> str:
    """Return the board of an XGID, 26 signs, from both sides' checkers on their points and bars."""
    points = [(white[point] if point else 0) - black[BAR - point] for point in range(BAR)] + [white[BAR]]
    return "".join("-" if not count else chr((64 if count > 0 else 96) + abs(count)) for count in points)


def write_dice(dice: int, action: str) -> str:
    """Return the dice of an XGID."""
    left = unpack_dice(dice)
    if not left:
        return {"offered": "D", "dropped": "P", "rolling": "??"}.get(action, "00")
    if len(left) == 4 or len(set(left)) == 2:
        return f"{left[0]}{left[1]}"
    return f"{len(left)}x{left[0]}"


def unpack_dice(dice: int) -> tuple[int, ...]:
    """Return the dice left to play, from the bits of game.py."""
    return tuple(die for shift in (0, 3, 6, 9) if (die := dice >> shift & 7))


def read_position(text: str) -> BoardState:
    """Return the position of an XGID, of GNU Backgammon's IDs or of a name. Raise ValueError, naming what is wrong."""
    found = NAMED.get(text.strip().casefold(), text.strip())
    if match := XGID.fullmatch(found):
        fields = match[2][1:].split(":")
        return read_xgid(match[1], [*fields, *DEFAULTS[len(fields) - 4 :]])
    if match := GNU.fullmatch(found):
        return read_gnu(match[1], match[2])
    raise ValueError(f"it must be an XGID such as {EXAMPLE}, a GNU position ID, or {', '.join(NAMED)}")


def read_xgid(board: str, fields: list[str]) -> BoardState:
    """Return the position of the 26 signs of a board and the nine fields after it. Raise ValueError."""
    signed = [0 if sign == "-" else ord(sign) - 64 if sign.isupper() else 96 - ord(sign) for sign in board]
    white = [max(0, count) for count in signed]
    black = [max(0, -count) for count in signed[::-1]]
    for one, other, counts in ((1, 0, white), (0, 1, black)):
        if counts[0]:
            raise ValueError(f"the bar of {NAMES[one]} holds a checker of {NAMES[other]}")
    numbers = [read_field(name, field) for name, field in zip(NUMBERS, fields[:3] + fields[4:], strict=True)]
    cube, owner, turn, mine, yours, crawford, length, highest = numbers
    if owner not in SEATS or turn not in SEATS:
        raise ValueError(f"the owner {owner} and the turn {turn} of an XGID must be 1, -1 or 0")
    side = None if turn == 0 else SEATS[turn]
    plays = highest > 0 and not (length and crawford)
    return check_state((white, black), side, fields[3], (cube, SEATS[owner], plays), (length, mine, yours))


def read_field(name: str, field: str) -> int:
    """Return the whole number in a field of an XGID. Raise ValueError for other texts."""
    if not re.fullmatch(r"-?\d{1,4}", field, re.ASCII):
        raise ValueError(f"the field {name} of the XGID, {field!r}, must be a whole number")
    return int(field)


def read_gnu(position: str, match: str | None) -> BoardState:
    """Return the position of GNU Backgammon's IDs. Raise ValueError if it is impossible."""
    bits = int.from_bytes(b64decode(position + "=="), "little")
    waits, rolls = [0], [0]
    for counts in (waits, rolls):
        for _ in range(25):
            ones = ((bits + 1) & ~bits).bit_length() - 1
            counts.append(ones)
            bits >>= ones + 1
    if match is None:
        return check_state((rolls, waits), 0, "00", (0, NOBODY, False), (0, 0, 0))
    word = int.from_bytes(b64decode(match), "little")
    found = [word >> sum(MATCH[:place]) & (1 << width) - 1 for place, width in enumerate(MATCH)]
    cube, owner, roller, crawford, _, _, doubled, _, one, two, length, black, white = found
    side = 1 - roller  # its player 1 sits at the bottom, as White does here
    dice = "D" if doubled else f"{max(one, two)}{min(one, two)}"
    both = (waits, rolls) if side else (rolls, waits)
    holder = NOBODY if owner == 3 else 1 - owner & 1
    return check_state(both, side, dice, (cube, holder, not crawford), (length, white, black))


def check_state(
    sides: tuple[list[int], list[int]],
    side: int | None,
    dice: str,
    cube: tuple[int, int, bool],
    match: tuple[int, int, int],
) -> BoardState:
    """Return the position after checking it. Raise ValueError if it is impossible.

    sides  White's and Black's checkers on points 1 to 24 and the bar; missing checkers are off.
    cube   its power of two, its owner, and whether there is one;  match  its length, White's points and Black's.
    """
    white, black = sides
    check_counts(white, black)
    length, mine, yours = match
    needs = (length - mine, length - yours) if length else None
    if needs and not 1 <= min(needs) <= max(needs) <= length:
        raise ValueError(f"a match to {length} does not go on at {mine}-{yours}")
    power, owner, plays = cube
    if not 0 <= power <= HIGHEST or (power == 0) != (owner == NOBODY):
        raise ValueError("the cube must be at 1 and nobody's, or at 2 to 64 and one side's")
    left, action = read_dice(dice)
    if side is None and (left or action != "roll"):
        raise ValueError(f"dice {dice} without a turn: before the first roll they are 00")
    if CHECKERS in (white[0], black[0]) and action != "dropped":
        side, left, action = int(black[0] == CHECKERS), 0, "over"
    value = 1 << power if plays else 0
    return BoardState((tuple(white), tuple(black)), side, left, value, owner if plays else NOBODY, action, needs)


def check_counts(white: list[int], black: list[int]) -> None:
    """Set the number of checkers off. Raise ValueError if the checkers cannot stand like this."""
    for name, counts in zip(NAMES, (white, black), strict=True):
        if sum(counts[1:]) > CHECKERS:
            raise ValueError(f"{name} has {sum(counts[1:])} checkers, {CHECKERS} are all")
        counts[0] = CHECKERS - sum(counts[1:])
    if both := [point for point in range(1, 25) if white[point] and black[25 - point]]:
        raise ValueError(f"both sides stand on White's point {both[0]}")
    if white[0] == black[0] == CHECKERS:
        raise ValueError("both sides have borne off all checkers")


def read_dice(dice: str) -> tuple[int, str]:
    """Return the dice left to play, in the bits of game.py, and the next action. Raise ValueError for others."""
    if action := {"00": "roll", "??": "rolling", "D": "offered", "P": "dropped"}.get(dice.upper()):
        return 0, action
    if match := LEFT.fullmatch(dice):
        return sum(int(match[2]) << 3 * place for place in range(int(match[1]))), "play"
    if ROLL.fullmatch(dice):
        high, low = sorted(map(int, dice), reverse=True)
        return high * 0o1111 if high == low else high | low << 3, "play"
    raise ValueError(f"the dice {dice!r} must be two digits from 1 to 6, 00 before a roll, or D for a double offered")
