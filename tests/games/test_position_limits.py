"""Each reader of positions takes what stands at a limit, and refuses what stands beyond it."""

import pytest

import games
from games.names.catalogue import SpecError
from tests.helpers.cases import every_case


def xgid(cells, *, cube=0, owner=0, turn=1, dice="00", match="0:0:0:0:0"):
    """Return an XGID of White's (capital) and Black's checkers by point: {6: "E"}; 25 and 0 are the bars."""
    board = "".join(cells.get(point, "-") for point in range(26))
    return f"XGID={board}:{cube}:{owner}:{turn}:{dice}:{match}"


KINGS = "4k3/{}/8/8/8/8/{}/4K3 w - - {} 1"
LIMITS = [  # spec, a position at the limit, one beyond it, and words of the refusal
    ("checkers", "W:W5:B1", "W:W4:B1", "a man of White on square 4 would be a king: K4"),
    ("checkers", "W:WK4:B1", "W:W1:B5", "a man of White on square 1 would be a king: K1"),
    ("checkers", "B:W32:B28", "B:W32:B29", "a man of Black on square 29 would be a king: K29"),
    ("checkers", "B:W5:BK29", "B:W5:B32", "a man of Black on square 32 would be a king: K32"),
    ("checkers", "W:W32:B1", "W:W33:B1", "there is no square 33"),
    ("checkers", "W:WK1:B2", "W:WK0:B2", "there is no square 0"),
    ("checkers", "W:W21-32:B1", "W:W20-32:B1", "White has more than 12 pieces"),
    ("checkers", "W:W32:B1-12", "W:W32:B1-13", "Black has more than 12 pieces"),
    ("breakthrough:columns=4,rows=5", "4/bbbb/bbbb/4/w3 w", "4/bbbb/bbbb/b3/w3 w", "Black has 9 pawns, 8 is the most"),
    ("breakthrough:columns=4,rows=5", "b3/wwww/wwww/4/4 w", "b3/wwww/wwww/w3/4 w", "White has 9 pawns, 8 is the most"),
    ("breakthrough:columns=4,rows=5", "w3/b3/4/4/4 b", "w3/b3/4/4/4 w", "a pawn of White has reached a5"),
    ("breakthrough:columns=4,rows=5", "4/w3/4/4/b3 w", "4/w3/4/4/b3 b", "a pawn of Black has reached a1"),
    ("breakthrough:columns=4,rows=5", "4/4/4/4/w3 b", "4/4/4/4/w3 w", "Black has no pawn, but has moved last"),
    ("hexapawn", "bb1/b2/www w", "bbb/b2/www w", "Black has 4 pawns, 3 is the most"),
    ("hexapawn", "w2/b2/3 b", "w2/b2/3 w", "a pawn of White has reached a3"),
    ("hexapawn", "3/w2/2b w", "3/w2/2b b", "a pawn of Black has reached c1"),
    ("connect-four", "7/7/7/7/7/r6 y", "7/7/7/7/r6/7 y", "floats above"),
    ("connect-four", "7/7/7/7/7/ry5 r", "7/7/7/7/7/rr5 y", "Red moves first"),
    ("connect-four", "7/7/7/7/yyy4/rrrr3 y", "7/7/7/7/yyyy3/rrrr3 r", "has a line"),
    ("gomoku:columns=5,rows=5", "5/5/5/5/bw3 b", "5/5/5/5/bb3 b", "Black moves first"),
    ("hex:size=3", "3/3/rb1 r", "3/3/bb1 r", "Red moves first"),
    ("go:5", "5/5/5/5/5 b passes=1", "5/5/5/5/5 b passes=3", "passes=3 must be a whole number from 0 to 2"),
    ("go:5", "5/5/5/5/5 b ko=E5", "5/5/5/5/5 b ko=F5", "'f5' is not a point of the board"),
    ("go:5", "5/5/5/5/5 b ko=A1", "5/5/5/5/5 b ko=A0", "'a0' is not a point of the board"),
    ("go:5", "5/5/5/b4/1b3 w", "5/5/5/b4/wb3 w", "has no liberty"),
    ("kalah:pits=2,seeds=2", "1,0/0 0,0/0 South", "0,0/0 0,0/0 South", "it has 0 seeds"),
    ("othello:4", "-----OX--XO----- X", "-----O---XO----- X", "is empty, but holds a disc from the start on"),
    ("nim", "32767 First", "32768 First", "must be a whole number from 0 to 32767"),
    ("pig:target=20", "19/19 0 First", "20/20 0 First", "20"),
    ("liars-dice", "1/?", "11/?", "has 2 dice"),
    ("liars-dice", "6/?", "7/?", "'7' is not a die"),
    ("liars-dice", "1/?", "0/?", "'0' is not a die"),
    ("liars-dice", "1/", "/1", "the first seat rolls all of its dice first"),
    ("kuhn-poker", "J/-", "-/J", "the first seat is dealt its card first"),
    ("kuhn-poker", "J/Q", "J/J", "stands twice"),
    ("dots-and-boxes:rows=1,columns=2", "-./|A|../-. A", "-./|A|./-. A", "must have 5 signs"),
    ("dots-and-boxes:rows=1,columns=2", "-./|A|../-. A", "../|A|../-. A", "has an owner, but not all four lines"),
    ("backgammon", xgid({24: "O", 1: "a"}), xgid({24: "O", 23: "A", 1: "a"}), "White has 16 checkers, 15 are all"),
    ("backgammon", xgid({24: "A", 1: "o"}), xgid({24: "A", 1: "o", 2: "a"}), "Black has 16 checkers, 15 are all"),
    ("backgammon", xgid({25: "A", 1: "a"}), xgid({25: "a", 1: "A"}), "the bar of White holds a checker of Black"),
    ("backgammon", xgid({0: "a", 6: "A"}), xgid({0: "A", 6: "a"}), "the bar of Black holds a checker of White"),
    ("backgammon", xgid({6: "A"}), xgid({}), "both sides have borne off all checkers"),
    ("backgammon", xgid({6: "A", 1: "a"}, dice="61"), xgid({6: "A", 1: "a"}, dice="71"), "must be two digits"),
    ("backgammon", xgid({6: "A", 1: "a"}, dice="11"), xgid({6: "A", 1: "a"}, dice="10"), "must be two digits"),
    ("chess", KINGS.format("pppppppp", "8", 0), "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "Black has 9 pawns, 8 is the"),
    ("chess", KINGS.format("8", "P7", 0), "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn cannot stand on a8"),
    ("chess", KINGS.format("p7", "8", 0), "4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "a pawn cannot stand on a1"),
    ("chess", KINGS.format("8", "8", 0), "4k3/8/8/8/8/8/4K3/4K3 w - - 0 1", "White has 2 kings"),
    ("chess", KINGS.format("8", "8", 100), KINGS.format("8", "8", 101), "after 100 the game is drawn"),
]  # fmt: skip


@every_case(("spec", "text"), [(spec, text) for spec, text, _, _ in LIMITS])
def test_what_stands_at_a_limit_is_read(spec, text):
    game = games.load(spec, position=text)
    again = games.load(spec, position=game.position())
    assert again.position() == game.position()


@every_case(("spec", "text", "words"), [(spec, text, words) for spec, _, text, words in LIMITS])
def test_what_stands_beyond_it_is_refused(spec, text, words):
    with pytest.raises(SpecError) as refused:
        games.load(spec, position=text)
    assert words in str(refused.value)
