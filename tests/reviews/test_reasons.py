"""Reasons in words, each played out by a search of this file's own, which tries all moves and knows no search of ours."""

import random
import re
from dataclasses import replace

import pytest
from plain import PlainTicTacToe

import games
from games.base.positions import position_after
from referee.reports.review.comment import reason_text
from referee.reviews.reasons import OnlyMove, Reasons, Threat, reasons, spread
from referee.support.build import life

# Searches and rules are tested in both lives elsewhere; here it is told what they found.
pytestmark = pytest.mark.skipif(life() != "compiled", reason="interpreted searches are fifty times slower")

SPECS = (
    "tic-tac-toe", "connect-four:columns=4,rows=4,line=3", "connect-four", "gomoku:columns=4,rows=4,line=3", "gomoku:6",
    "hexapawn", "breakthrough:columns=3,rows=5", "kalah:pits=2,seeds=2", "dots-and-boxes:rows=1,columns=2",
    "othello:4", "nim:heaps=1/2/3", "nim:sticks=9", "nim:heaps=1/2/2,misere=yes", "chips:chips=9",
    "chips:chips=9,rule=last", "yucky-chocolate:rows=3,columns=4", "hex:3", "checkers",
)  # fmt: skip
SEARCHABLE = 40_000  # positions of the search by hand, about: claims of larger trees are left to smaller boards


def played(game, *texts):
    twin = game.copy()
    for text in texts:
        (move,) = (each for each in twin.moves() if twin.text(each) == text)
        twin.make(move)
    return twin


def texts(game):
    return [game.text(move) for move in game.moves()]


def won(game, seat):
    score = game.score()
    return score is not None and (score > 0) == (seat == 0) and score != 0


def wins(game, seat, plies):
    if game.score() is not None or not plies:
        return won(game, seat)
    found = (wins(position_after(game, move), seat, plies - 1) for move in game.moves())
    return any(found) if game.turn == seat else all(found)


def winners(game):
    return {game.text(move) for move in game.moves() if won(position_after(game, move), game.turn)}


def winners_after(game):
    """Return, for each move, the moves that win at once for the other seat afterwards."""
    then = {text: played(game, text) for text in texts(game)}
    return {
        text: winners(each) if each.score() is None and each.turn != game.turn else set() for text, each in then.items()
    }


def check_wins(game, move):
    assert won(played(game, move), game.turn)


def check_threat(game, other, moves, plies=1, stop=None):
    """Check that the threat wins after more than half of all moves, and that only `stop` stops it."""
    for move in moves:
        stops = []
        for text in texts(game):
            then = played(game, text)
            if then.score() is not None or then.turn != other or move not in texts(then):
                stops.append(text)
            elif not wins(played(then, move), other, plies - 1):
                stops.append(text)
        assert 2 * len(stops) < len(texts(game)), (move, stops)
        assert stop is None or stops == [stop]


def check_only(game, other, move, plies):
    for text in texts(game):
        then = played(game, text)
        lost = then.score() is None and then.turn == other and wins(then, other, plies)
        assert lost == (text != move), text


def check_follow_up(game, move, wanted):
    """Check that one of `wanted` wins at once after every answer, all of them after some, and none is needless."""
    then = played(game, move)
    assert then.turn == 1 - game.turn
    left = []
    for answer in texts(then):
        position = played(then, answer)
        if not won(position, game.turn):
            left.append(winners(position) & set(wanted))
    assert all(left)
    assert left
    assert set(wanted) in left
    assert len(wanted) == 1 or not set.intersection(*left)


def check_refutation(game, move, answer, plies, line=()):
    """Check that the answer and the line win within `plies`, and that nothing wins sooner."""
    then = played(game, move)
    assert then.turn == 1 - game.turn
    assert won(played(then, *line or (answer,)), then.turn)
    assert len(line or (answer,)) == plies
    if len(then.moves()) ** (plies - 1) < SEARCHABLE:
        assert wins(played(then, answer), then.turn, plies - 1)
        assert not wins(then, then.turn, plies - 1)


PATTERNS = (
    (r"(\S+) wins at once\.", lambda game, other, move: check_wins(game, move)),
    (
        r"(\S+) threatens (.+?)(?:, which wins within (\d+) plies)?(?:; only (\S+) stops it)?\.",
        lambda game, other, _, moves, plies, stop: check_threat(
            game, other, re.split(", | and ", moves), int(plies or 1), stop
        ),
    ),
    (
        r"(\S+) is the only move: after any other \S+ wins (?:at once|within (\d+) plies)\.",
        lambda game, other, move, plies: check_only(game, other, move, int(plies or 1)),
    ),
    (
        r"After (\S+) both (\S+) and (\S+) win: \S+ cannot stop both\.",
        lambda game, other, move, one, two: check_follow_up(game, move, [one, two]),
    ),
    (
        r"After (\S+) comes (\S+) and wins: \S+ cannot stop it\.",
        lambda game, other, move, then: check_follow_up(game, move, [then]),
    ),
    (r"(\S+) loses: \S+ answers (\S+) and wins\.", lambda game, other, *moves: check_refutation(game, *moves, 1)),
    (
        r"(\S+) loses: \S+ answers (\S+), then both (\S+) and (\S+) win\.",
        lambda game, other, move, answer, *two: check_follow_up(played(game, move), answer, list(two)),
    ),
    (
        r"(\S+) loses: \S+ answers (\S+), and nothing stops (\S+), which wins\.",
        lambda game, other, move, answer, then: check_follow_up(played(game, move), answer, [then]),
    ),
    (
        r"(\S+) loses: \S+ answers (\S+) and wins in (\d+) plies(?:, as by (.+))?\.",
        lambda game, other, move, answer, plies, line: check_refutation(
            game, move, answer, int(plies), line.split() if line else ()
        ),
    ),
    (r"(.+): (\S+) loses, whatever it plays\.", lambda game, other, state, _: check_theory(game, state, other)),
    (
        r"(.+); (\S+) leaves (.+), and (\S+) (loses|wins)\.",
        lambda game, other, *found: check_theory_after(game, other, *found),
    ),
)


def check_state(game, state):
    assert state.casefold().removesuffix(ONES) == state_of(game).casefold()
    assert not state.endswith(ONES) or all(heap.count <= 1 for heap in game.show().heaps)


def check_theory(game, state, winner):
    check_state(game, state)
    assert wins(game, winner, 99)


def check_theory_after(game, other, state, move, then, _, verb):
    check_theory(game, state, game.turn)
    check_state(played(game, move), then)
    assert wins(played(game, move), other if verb == "wins" else game.turn, 99)


def state_of(game):
    """Return what decides the position, counted from its picture."""
    name, picture = type(game).__name__, game.show()
    if name == "YuckyChocolate":
        left = [[cell.mark != ":" for cell in row] for row in picture.rows]
        return f"nim-sum {sum(map(any, left)) - 1 ^ sum(left[0]) - 1}"
    sizes = [heap.count for heap in picture.heaps]
    if name == "Chips":
        part = rest = sizes[0]
        while rest:
            part = max(each for each in FIBONACCI if each <= rest)
            rest -= part
        return f"smallest Fibonacci part {part} with a limit of {len(game.moves())}"
    if len(sizes) == 1:
        return f"a remainder of {sizes[0] % 4} when divided by 4"
    nim_sum = 0
    for size in sizes:
        nim_sum ^= size
    return f"nim-sum {nim_sum}"


FIBONACCI = (1, 2, 3, 5, 8, 13, 21)
ONES = " with no heap of more than 1"  # as misère nim adds


def check(game, said):
    """Check that all sentences are true; return their kinds."""
    kinds = []
    for sentence in re.findall(r"\S.*?\.(?= |$)", said):
        (found,) = ((place, re.fullmatch(pattern, sentence), test) for place, (pattern, test) in enumerate(PATTERNS)
                    if re.fullmatch(pattern, sentence))  # fmt: skip
        place, match, test = found
        test(game, 1 - game.turn, *match.groups())
        kinds.append(place)
    return kinds


def positions(spec, count):
    """Return positions of random games, with a random move of each."""
    rng, found = random.Random(spec), []
    while len(found) < count:
        game = games.load(spec)
        while game.score() is None:
            move = rng.choice(game.moves())
            found.append((game.copy(), move))
            game.make(move)
    return rng.sample(found, count)


@pytest.mark.parametrize("spec", SPECS)
def test_whatever_is_said_of_a_move_is_true(spec):
    kinds = [kind for game, move in positions(spec, 60) for kind in check(game, reason_text(game, reasons(game, move)))]
    assert kinds


def test_each_kind_of_sentence_is_said():
    said = {kind for spec in SPECS for game, move in positions(spec, 60) for kind in
            check(game, reason_text(game, reasons(game, move)))}  # fmt: skip
    assert said == set(range(len(PATTERNS)))


@pytest.mark.parametrize("spec", SPECS)
def test_what_wins_or_loses_at_once_is_never_passed_over(spec):
    for game, move in positions(spec, 60):
        found, text, then = reasons(game, move), game.text(move), winners_after(game)
        assert found.wins == (text in winners(game))
        if found.wins:
            continue
        assert (found.refutation is not None and found.refutation.plies == 1) == bool(then[text])
        often = {each for wins in then.values() for each in wins}
        often = {each for each in often if 2 * sum(each in wins for wins in then.values()) > len(then) > 1}
        assert {each.move for each in found.threats if each.plies == 1} == often
        safe = [each for each, wins in then.items() if not wins]
        only = found.only if found.only and found.only.plies == 1 else None
        assert only == (OnlyMove(safe[0], 1) if len(safe) == 1 < len(then) else None)


@pytest.mark.parametrize("spec", ["pig", "backgammon", "kuhn-poker", "leduc-poker", "liars-dice"])
def test_nothing_is_said_where_there_is_chance_or_something_hidden(spec):
    for game, move in positions(spec, 40):
        if game.turn >= 0:
            assert reasons(game, move) == Reasons(game.turn, game.text(move))


def test_a_game_in_plain_python_is_told_of_as_the_same_game_compiled():
    """Only the choice among several answers may differ."""
    rng = random.Random(1)
    for _ in range(8):
        game, plain = games.load("tic-tac-toe"), PlainTicTacToe()
        while game.score() is None:
            text = rng.choice(texts(game))
            said, same = (reasons(each, each.parse(text)) for each in (plain, game))
            assert replace(said, refutation=None) == replace(same, refutation=None)
            assert (said.refutation and said.refutation.plies) == (same.refutation and same.refutation.plies)
            check(plain, reason_text(plain, said))
            game, plain = played(game, text), played(plain, text)


def test_a_threat_wins_after_more_than_half_of_the_moves():
    assert spread({"a": ("x",), "b": (), "c": ("x",), "d": ()}, 1) == ()
    assert spread({"a": ("x",), "b": (), "c": ("x",)}, 1) == (Threat("x", 1, ("b",)),)
