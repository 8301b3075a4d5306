"""What a move costs, in words: each sentence is played out here and counted from the pictures, by code of this file."""

import random
import re
from collections import Counter
from math import inf

import pytest

import games
from players.search.alphabeta.pvs import Pvs
from players.search.clock import Clock
from referee.reports.review.comment import Comment
from referee.reviews.judging import Grade, Verdict
from referee.reviews.material import Exchange, shows
from referee.reviews.review import Played
from referee.reviews.tryout import Tryout
from referee.solving.value import Value
from referee.support.build import life

pytestmark = pytest.mark.skipif(life() != "compiled", reason="interpreted searches are fifty times slower")

WORTHS = {"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9, "king": 0}
# Games with how deep a line is searched, and how many positions are drawn of each.
DRAWN = (("chess", 4, 130), ("checkers", 5, 60), ("breakthrough", 3, 60), ("othello:6", 3, 80), ("go:7", 2, 80))


def played(game, *texts):
    for text in texts:
        game = game.copy()
        game.make(game.parse(text))
    return game


def expected(game, depth):
    """Return the line that a search expects; it follows captures beyond its depth."""
    if game.score() is not None:
        return ()
    search = Pvs(game, None, Clock(inf, 50_000))
    search.run(depth)
    return tuple(search.line())


def comment(game, text, depth=3, after=None, better=None):
    """Return the comment on the move `text` as on a mistake, with lines that a search expects, or these."""
    after = expected(played(game, text), depth - 1) if after is None else after
    line = expected(game, depth) if better is None else better
    believed = Value(chance=0.5, interval=(0.4, 0.6), line=after)
    verdict = Verdict(
        game.parse(text), text, game.turn, Grade.MISTAKE, None, believed, 0.2, 0.0, line[0], line,
        Value(chance=0.7, interval=(0.6, 0.8)),
    )  # fmt: skip
    return Comment(Played(1, game.turn, text, verdict, believed), [game])


def reached(spec, moves="", position=""):
    game = games.load(spec)
    if position:
        game.set_position(position)
    for text in moves.split():
        game.make(game.parse(text))
    return game


@pytest.mark.parametrize(("game", "text", "reasons", "better"), [
    (reached("chess", "e4 e5 Qh5 Nc6"), "Qxe5+", "Qxe5+ loses the queen: Nxe5.", "keeps the queen"),
    (reached("chess", "d4 e5"), "Bf4", "Bf4 hangs the bishop: exf4.", "which takes a pawn: "),
    (reached("chess", "f3 e5"), "g4", "g4 allows mate in 1: Qh4#.", ""),
    (
        reached("chess", "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5"), "h6",
        "h6 loses the rook: Nxf7 forks the queen and the rook, then ", "keeps the rook",
    ),
    (
        reached("chess", position="4k3/3q4/8/8/8/5P2/8/R4K2 b - - 0 1"), "Qe7",
        "Qe7 loses the queen for a rook: Re1 pins the queen, then ", "which keeps the queen: ",
    ),
    (
        reached("chess", position="8/P7/1r4k1/8/8/8/5P2/6K1 b - - 0 1"), "Rb2",
        "Rb2 lets White get a queen: a8=Q.", "",
    ),
    (reached("chess", position="8/P7/1r4k1/8/8/8/5P2/6K1 w - - 0 1"), "f3", "", "which gets a queen: "),
])  # fmt: skip
def test_the_reason_of_a_mistake_is_said_in_words(game, text, reasons, better):
    said = comment(game, text, 4)
    assert said.reasons.startswith(reasons)
    assert better in said.better


def test_what_was_better_is_said_with_its_line():
    said = comment(reached("chess", "e4 e5 Qh5 Nc6"), "Qxe5+", after=("Nxe5",), better=("Nc3", "Nf6", "Qf3"))
    assert said.better == "Better was Nc3, which keeps the queen: Nf6 Qf3."


def test_a_piece_that_both_moves_lose_is_no_reason():
    game = reached("chess", "e4 e5 Qh5 Nc6 Nf3 g6")
    assert comment(game, "a3", after=("gxh5",), better=("a4", "gxh5")).reasons == ""


def test_a_line_that_stops_in_the_middle_of_an_exchange_is_played_on():
    game = reached("chess", "e4 d5")
    assert comment(game, "Nc3", after=("dxe4",), better=("exd5", "Qxd5")).reasons == ""
    assert comment(game, "h3", after=("dxe4",), better=("exd5", "Qxd5")).reasons == "h3 hangs a pawn: dxe4."


def test_a_claim_that_its_line_does_not_show_is_refused():
    game, line = reached("chess", "e4 e5 Qh5 Nc6"), ("Qxe5+", "Nxe5")
    said = Exchange(0, line, ("queen",))
    assert shows(game, said, Tryout(1000))
    for other in (
        Exchange(0, line, ("rook",)), Exchange(1, line, ("queen",)), Exchange(0, line[:1], ("queen",)),
        Exchange(0, line, ("queen",), at_once=True), Exchange(0, ("Qxe5+", "Nxd4"), ("queen",)),
    ):  # fmt: skip
        assert not shows(game, other, Tryout(1000))


def count(game):
    """Return how many pieces of each kind each seat has."""
    grid = game.show()
    names = dict(grid.pieces)
    cells = [cell for row in grid.rows for cell in row]
    return [Counter(names[cell.mark] for cell in cells if cell.seat == seat) for seat in (0, 1)]


def taken(game, then):
    """Return what the other seat loses by a move."""
    return count(game)[1 - game.turn] - count(then)[1 - game.turn]


def value(game, words):
    return sum((WORTHS[word] if game.show().figures else 1) * number for word, number in words.items())


def prize(game, left=6):
    """Return what the seat to move can win by captures."""
    if game.score() is not None or not left:
        return 0
    best = 0
    for move in game.moves():
        then = game.copy()
        then.make(move)
        gain = value(game, taken(game, then))
        if gain and game.show().figures:  # a pawn may become more by it
            gain += value(game, count(then)[game.turn]) - value(game, count(game)[game.turn])
        if gain > best:
            best = max(best, gain - prize(then, left - 1))
    return best


def follow(game, line):
    """Play the line; return its positions and what each seat lost."""
    losses, positions = [Counter(), Counter()], [game]
    for text in line:
        then = played(positions[-1], text)
        losses[1 - positions[-1].turn] += taken(positions[-1], then)
        positions.append(then)
    return positions, losses


def named(words):
    """Return the pieces that words name: `the rook and 2 pawns`."""
    found = Counter()
    for each in re.split(r", | and ", words or ""):
        if each:
            number, word = each.split(" ", 1)
            found[{"men": "man"}.get(word, word.removesuffix("s"))] += int(number) if number.isdigit() else 1
    return found


def check_trade(game, line, seat, lost, won):
    positions, losses = follow(game, line)
    assert named(lost) <= losses[seat]
    assert named(won) <= losses[1 - seat]
    assert value(game, losses[seat]) > value(game, losses[1 - seat])
    end = positions[-1]
    assert end.turn != seat or not prize(end), "it can be won back"
    return positions, losses


def check_loss(game, move, verb, lost, won, answer, _deed, forked, line):
    moves = (move, *([answer] if answer else []), *line.split())
    positions, losses = check_trade(game, moves, game.turn, lost, won)
    if verb == "hangs":
        assert len(moves) == 2 and not losses[1 - game.turn]
    if answer:
        assert taken(positions[3], positions[4]) <= losses[game.turn]
        assert named(forked) & taken(positions[3], positions[4])


def check_gain(game, move, _deed, forked, won, lost, line):
    positions, _ = check_trade(game, (move, *line.split()), 1 - game.turn, won, lost)
    if forked:
        assert named(forked) & taken(positions[2], positions[3])


def check_atari(game, move, stones, answer):
    then = played(game, move)
    assert taken(then, played(then, answer)) == named(stones)


def corners(game, seat):
    rows = game.show().rows
    return sum(rows[row][column].seat == seat for row in (0, -1) for column in (0, -1))


def check_corner(game, move):
    assert corners(played(game, move), game.turn) == corners(game, game.turn) + 1


def check_mate(game, move, moves, line):
    positions, _ = follow(game, (move, *line.split()))
    assert "checkmate" in positions[-1].reason()
    assert (len(positions) - 1) // 2 == int(moves)


def check_crowning(game, move, piece, line):
    seat, moves = 1 - game.turn, (move, *line.split())
    assert count(follow(game, moves)[0][-1])[seat][piece] == count(game)[seat][piece] + 1


def check_own_crowning(game, move, piece, line=""):
    end = follow(game, (move, *line.split()))[0][-1]
    assert count(end)[game.turn][piece] == count(game)[game.turn][piece] + 1


PATTERNS = (
    (r"(\S+) (hangs|loses) (.+?)(?: for (.+?))?: (?:(\S+) (forks|pins) (.+?), then )?([^:,]+)\.", check_loss),
    (r"(\S+) wins a (queen): (.+)\.", check_own_crowning),
    (r"(\S+) gets a (queen)\.", check_own_crowning),
    (r"(\S+) lets \S+ get a (queen): (.+)\.", check_crowning),
    (r"(\S+) (?:(forks|pins) (.+?) and )?wins (.+?)(?: for (.+?))?: ([^:]+)\.", check_gain),
    (r"(\S+) takes a corner\.", check_corner),
    (
        r"(\S+) takes (.+?)(?: for (.+))?\.",
        lambda game, move, *words: check_trade(game, (move,), 1 - game.turn, *words),
    ),
    (r"(\S+) leaves (.+) in atari: (\S+) takes (?:it|them)\.", check_atari),
    (r"(\S+) gives up a corner: (\S+)\.", lambda game, move, answer: check_corner(played(game, move), answer)),
    (r"(\S+) allows mate in (\d+): (.+)\.", check_mate),
)
ELSEWHERE = re.compile(
    r".*\b(threatens|answers|win|wins at once|is the only move)\b.*|After .* wins: .*"
)  # test_reasons


def drawn(spec, depth, number, seed=0):
    """Yield comments on moves of games by chance and by a search of one ply."""
    rng = random.Random(f"{spec} {seed}")
    while number:
        game = games.load(spec)
        while game.score() is None and number:
            careful = rng.random() < 0.5
            text = expected(game, 1)[0] if careful else game.text(rng.choice(game.moves()))
            if not careful and rng.random() < 0.3 and len(game.moves()) > 1:
                number -= 1
                yield comment(game, text, depth)
            game = played(game, text)


def check_kept(said, word):
    """Check that the better line keeps what the line of the move loses; for a corner, that nobody takes one."""
    game, verdict = said.game, said.verdict
    better = follow(game, verdict.line)
    if word == "corner":
        assert corners(better[0][2], 1 - game.turn) == corners(game, 1 - game.turn)
        return
    assert not named(f"a {word}") & better[1][game.turn]


def check(said):
    """Check each sentence by playing its line out; return the kinds of those that are checked."""
    kinds = []
    for sentence in re.findall(r"\S.*?\.(?= |$)", f"{said.reasons} {said.better_reasons}"):
        if kept := re.fullmatch(r".* keeps the (.*)\.", sentence):
            check_kept(said, kept[1])
            kinds.append("keeps")
        elif not ELSEWHERE.fullmatch(sentence):
            found = ((pattern, test, re.fullmatch(pattern, sentence)) for pattern, test in PATTERNS)
            pattern, test, match = next((each for each in found if each[2]), (sentence, None, None))
            assert test, sentence
            test(said.game, *match.groups(default=""))
            kinds.append(pattern)
    return kinds


def test_no_sentence_drawn_from_games_is_false():
    kinds = Counter(
        kind for spec, depth, number in DRAWN for said in drawn(spec, depth, number) for kind in check(said)
    )
    assert kinds.total() >= 200
    seldom = {pattern for pattern, _ in PATTERNS if "(queen)" in pattern}
    assert {"keeps", *(pattern for pattern, _ in PATTERNS)} - set(kinds) <= seldom
