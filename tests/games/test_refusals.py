"""An illegal move is refused with the rule that forbids it."""

from random import Random

import pytest

import games
from games.game import Game, IllegalMove
from games.laws.hidden import draw_move
from games.base.rule_values import RuleError
from tests.helpers.cases import every_case

LATE = "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 9"  # d5 was not the last move
PIN = "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1"
CHECK = "4r1k1/8/8/8/8/8/P7/R3K2R w KQ - 0 1"
CASTLE = "r3k2r/8/8/8/8/8/8/RN2KB1R w KQkq - 0 1"

# Game and position (empty: its start), what is typed, and what the reason names.
REASONS = (
    ("tic-tac-toe", "xo1/3/3 x", "2", "a nought of O stands on 2"),
    ("tic-tac-toe", "", "10", "the cells are 1 to 9"),
    ("connect-four:columns=4,rows=4,line=3", "4444", "4", "column 4 is full"),
    ("gomoku", "", "z9", "z9 is not on the board, which ends at o15"),
    ("gomoku:columns=3,rows=3,line=3", "3/1b1/3 w", "b2", "a stone of Black stands on b2"),
    ("connect-four", "", "8", "the columns are 1 to 7"),
    ("hex:3", "r2/3/3 b", "a1", "a stone of Red stands on a1"),
    ("othello", "", "e4", "a disc of Black stands on e4"),
    ("othello", "", "a1", "a disc on a1 turns none over"),
    ("othello", "", "pass", "Black has a move, and may pass only without one"),
    ("othello", "", "j1", "j1 is not on the board, which ends at h8"),
    ("go:5", "5/5/2b2/5/5 w", "C3", "a stone of Black stands on c3"),
    ("go:5", "5/1b3/b1b2/1b3/5 w", "B3", "a stone on B3 would have no liberty (suicide)"),
    ("go:5", "5/1bw2/b1bw1/1bw2/5 b ko=B3", "B3", "a stone on B3 would bring an earlier board back (ko)"),
    ("go:5", "", "F1", "f1 is not on the board, which ends at e5"),
    ("kalah", "0,4,4,4,4,4/4 4,4,4,4,4,4/0 South", "1", "pit 1 is empty"),
    ("kalah", "", "7", "the pits are 1 to 6"),
    ("nim", "", "4", "at most 3 may be taken"),
    ("nim", "", "0", "at least 1 must be taken"),
    ("nim:heaps=3/5/7", "", "a4", "at most 3 may be taken from a"),
    ("nim:heaps=3/5/7", "0/5/7 First", "a1", "heap a is empty"),
    ("nim:heaps=3/5/7", "", "d1", "there is no heap d"),
    ("nim:heaps=3/5/7", "", "2", "an entry names the heap, as in a"),
    ("chips", "15 held 2/4 take 8 First", "9", "at most 8 may be taken"),
    ("yucky-chocolate", "3x5 First", "r3", "at most 2 rows can be broken off there"),
    ("yucky-chocolate", "1x5 First", "r1", "no rows can be broken off there"),
    ("dots-and-boxes:rows=1,columns=1", "-/|.|/. A", "a2-b2", "the line a2-b2 is drawn already"),
    ("dots-and-boxes:rows=1,columns=1", "", "a1-b2", "a line joins two dots next to each other"),
    ("dots-and-boxes:rows=1,columns=1", "", "a1-c1", "c1 is not on the board, which ends at b2"),
    ("hexapawn", "b1b/1b1/1ww w", "b1-b2", "a pawn of Black stands on b2, and pawns capture only diagonally"),
    ("hexapawn", "", "a1xb2", "a pawn goes diagonally only to capture, and nothing stands on b2"),
    ("hexapawn", "", "a1-a3", "a pawn goes one row forward, straight or diagonally"),
    ("hexapawn", "", "a3-a2", "no pawn of White stands on a3"),
    ("breakthrough", "", "a1-a2", "a pawn of White stands on a2"),
    ("breakthrough", "", "a2-c3", "a pawn goes one row forward, straight or diagonally"),
    ("breakthrough:columns=2,rows=4,home=1", "2/bb/ww/2 w", "a2a3", "pawns capture only diagonally"),
    ("checkers", "B:W18:B14,9", "9-13", "Black can capture, and must"),
    ("checkers", "B:W18,26:B14", "14x23", "the capture goes on, to 30"),
    ("checkers", "B:W32:B14", "14-9", "a man does not move backwards"),
    ("checkers", "B:W32:B14,18", "14-18", "a piece of Black stands on 18"),
    ("checkers", "", "21-17", "no piece of Black stands on 21"),
    ("checkers", "", "9-18", "a jump leads over a piece of the other side to an empty square"),
    ("checkers", "", "9-16", "a piece goes one square diagonally, or jumps"),
    ("checkers", "", "9-33", "the squares are 1 to 32"),
    ("backgammon", "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10", "13/9", "no die shows 4; to be played: 2 and 5"),
    ("backgammon", "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10", "24/19", "Black blocks point 19"),
    ("backgammon", "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10", "12/10", "White has no checker on point 12"),
    ("backgammon", "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10", "8/13", "from higher to lower points"),
    ("backgammon", "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10", "6/off", "no checker is borne off while one is outside"),
    ("backgammon", "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10", "pass", "White can move, and must"),
    ("backgammon", "XGID=-b----E-C---eE---c-e----AA:0:0:1:52:0:0:0:0:10", "13/8", "a checker on the bar must enter first"),
    ("backgammon", "XGID=-A---BB------------b------:0:0:1:31:0:0:0:0:10", "5/off", "no die shows 5 or more; to be played: 1 and 3"),
    ("backgammon", "XGID=-A--B-B------------b------:0:0:1:51:0:0:0:0:10", "4/off", "a die above 4 moves the checker on point 6 first"),
    ("backgammon", "XGID=---A--------------------b-:0:0:1:61:0:0:0:0:10", "3/off", "both dice must be played where that is possible"),
    ("backgammon", "XGID=--b----------A------------:0:0:1:65:0:0:0:0:10", "13/8", "it must be the higher one"),
    ("backgammon:cube=yes", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "8/5", "first White rolls or doubles"),
    ("chess", "", "Bc4", "the pawn on e2 is in between"),
    ("chess", "", "e2e5", "a pawn does not go from e2 to e5"),
    ("chess", "", "exd3", "a pawn captures diagonally, and nothing can be captured on d3"),
    ("chess", "", "Nd2", "the pawn on d2 is White's own"),
    ("chess", "", "Nc4", "no knight of White can go to c4"),
    ("chess", "", "e4e5", "nothing stands on e4"),
    ("chess", "", "e7e5", "the pawn on e7 is not White's"),
    ("chess", "", "e4=Q", "a pawn becomes another piece only on the last row"),
    ("chess", "", "O-O", "White cannot castle: the bishop on f1 is in between"),
    ("chess", PIN, "Bd3", "the bishop on e2 is pinned: without it the rook on e8 gives check"),
    ("chess", PIN, "e2d3", "the bishop on e2 is pinned: without it the rook on e8 gives check"),
    ("chess", PIN, "Kh1", "a king does not go from e1 to h1"),
    ("chess", PIN, "Qd1", "White has no queen"),
    ("chess", PIN, "O-O", "White cannot castle: no rook of White stands on h1"),
    ("chess", CHECK, "a3", "the king is in check, and the move does not end the check from the rook on e8"),
    ("chess", CHECK, "Ke2", "the king would be in check from the rook on e8"),
    ("chess", CHECK, "O-O", "the king is in check from the rook on e8"),
    ("chess", "5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "the king would pass f1, which the rook on f8 attacks"),
    ("chess", "k5r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "the king would come to g1, which the rook on g8 attacks"),
    ("chess", CASTLE, "O-O-O", "the knight on b1 is in between"),
    ("chess", CASTLE, "0-0", "the bishop on f1 is in between"),
    ("chess", "6k1/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O", "the king or the rook has moved"),
    ("chess", "6k1/8/8/8/8/8/4K3/R6R w - - 0 1", "O-O", "the king has moved"),
    ("chess", "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e4", "pawns do not capture straight ahead, and the pawn on e4 is in the way"),
    ("chess", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e5", "only a pawn that has not moved goes two squares"),
    ("chess", "4k3/8/8/8/8/2p5/8/B3K3 w - - 0 1", "bxc3", "a small b is a pawn; for the bishop type Bxc3"),
    ("chess", LATE, "exd6", "the pawn on d5 can be captured in passing only right after its double step"),
    ("chess", LATE, "e5d6", "the pawn on d5 can be captured in passing only right after its double step"),
    ("chess", LATE, "exf6", "a pawn captures diagonally, and nothing can be captured on f6"),
    ("chess", "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 2", "exd6", "the pawn on e5 is pinned: without it the rook on h5 gives check"),
    ("chess:gardner", "", "O-O", "kings do not castle on this board"),
    ("chess:gardner", "", "a2-a6", "a6 is not on the board"),
    ("kuhn-poker", "K/? bet", "check", "there is a bet to answer"),
    ("kuhn-poker", "K/? bet", "raise", "the raises of this round, or the chips, are used up"),
    ("kuhn-poker", "K/?", "call", "there is no bet to call"),
    ("kuhn-poker", "K/?", "fold", "there is no bet to fold to"),
    ("liars-dice", "2/? 1x5", "1x4", "a bid must be higher than 1x5: more dice, or as many of a higher face"),
    ("liars-dice", "2/? 1x5", "3x4", "there are only 2 dice"),
    ("liars-dice", "2/?", "liar", "nobody has bid yet"),
    ("liars-dice:sides=3", "2/?", "1x6", "no die shows 6"),
    ("pig", "90/0 12 First", "roll", "the points of this turn win, so they are held"),
)  # fmt: skip


@every_case(("spec", "position", "entry", "reason"), REASONS)
def test_the_reason_names_the_rule(spec: str, position: str, entry: str, reason: str) -> None:
    game = games.load(spec, **({"position": position} if position else {}))
    with pytest.raises(IllegalMove) as refused:
        game.parse(entry)
    assert str(refused.value).startswith(f"{entry!r} is not a legal move here: ")
    assert reason in str(refused.value)


@every_case("spec", list(games.CATALOGUE))
def test_no_text_makes_a_refusal_fail(spec: str) -> None:
    rng, game = Random(spec), games.load(spec)
    others = [
        "", " ", "0", "-1", "9" * 5000, "a", "a0", "zz99", "a1a1", "a1x", "1-1", "e1g1", "O-O", "bar/off", "0x0", "pass",
        "\u00b2",
    ]  # fmt: skip
    while game.score() is None and rng.random() < 0.97:
        for entry in rng.sample(others, 3):
            try:
                game.parse(entry)
            except IllegalMove as error:
                assert "\n" not in str(error)
        others += [game.text(move) for move in game.moves()[:2]]
        game.make(draw_move(game, rng))


class Lever(Game):
    """Pull the lever that is up."""

    def moves(self) -> list[int]:
        return [self.turn]

    def why_not(self, entry: str) -> str:
        return "that lever is down" if entry == str(1 - self.turn) else ""


def test_a_user_s_game_gives_its_reasons() -> None:
    for entry, said in (
        ("1", "'1' is not a legal move here: that lever is down; legal: 0"),
        ("7", "'7' is not a legal move here; legal: 0"),
    ):
        with pytest.raises(IllegalMove) as refused:
            Lever().parse(entry)
        assert str(refused.value) == said


def test_a_reason_that_is_no_text_is_a_rule_error() -> None:
    class Silent(Lever):
        def why_not(self, entry: str) -> str:
            return None  # type: ignore[return-value]

    with pytest.raises(RuleError, match=r"Silent\.why_not must return a text: it returned None"):
        Silent().parse("1")
