"""Find out why a move is good or bad, as plain data; referee/reports/review/comment.py has the words.

This covers every game without chance and hidden information. Only what was played out or proven by a search is claimed;
what the budget does not reach is left out. What a move costs is shown by the line that is expected after it. Games have
no pass, so a threat is defined by what follows the legal moves: see `Threat`.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

from games.base.positions import position_after
from games.capabilities import hides_information, theory_of
from games.dataclass import dataclass
from players.optimal import shows_chance
from players.search.clock import Stop
from referee.reviews.material import corner, exchange, position_by, settle, shows
from referee.reviews.tryout import Tryout, won

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from games.game import Game
    from referee.reviews.material import Exchange
    from referee.solving.value import Value

PLAYED = 60_000  # moves tried for immediate wins: at most some 50 ms of a compiled game
CAPTURED = 3_000  # captures tried to find out what a line costs: at most some 0.3 s
SEARCHED = 10_000  # positions of the searches for each later reason
NEAR = 3  # plies, from a move of the other seat on, in which it must win
REFUTED = 5  # plies in which the answer to a bad move must win


@dataclass(frozen=True)
class Threat:
    """A move by which the other seat wins after more than half of the legal moves of the seat to move.

    move   its text;  plies  in which it wins by force, itself included: 1 if it wins at once.
    stops  the texts of the moves after which it does not win.
    """

    move: str
    plies: int
    stops: tuple[str, ...]


@dataclass(frozen=True)
class OnlyMove:
    """The one move after which the other seat does not win within `plies`."""

    move: str
    plies: int


@dataclass(frozen=True)
class Refutation:
    """How the other seat wins after a move.

    answer  the text of its next move;  plies  to the end from that on, at most.
    then    as in Reasons, after the answer.
    line    the moves expected from the answer on; only the answer if no search was needed.
    mates   whether the line, played out, ends in checkmate.
    """

    answer: str
    plies: int
    then: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    mates: bool = False


@dataclass(frozen=True)
class TheoryReason:
    """What theory says decides the position before and after the move.

    wins, keeps  whether the seat to move wins, before the move and after it.
    """

    before: str
    after: str
    wins: bool
    keeps: bool


@dataclass(frozen=True)
class Reasons:
    """What speaks for or against a move.

    seat, move  who makes it, and its text.
    wins        whether it wins at once; then nothing else is looked for.
    then        the texts of moves that win at once after the other's answer: one that wins after any answer, or two of
                which each answer leaves one, and some answer both. Empty if there are none.
    refutation  None if the move does not lose, or not provably so soon.
    threats     of the other seat before the move: all that win at once, or one that wins later.
    only        the only move of the position, if there is one.
    theory      None if the game does not say what decides it.
    exchange    what either seat loses by the expected line; None if nothing is lost, or no line is known.
    keeps       the words of the pieces that this move saves and the other one does not, or "corner".
    corner      the move itself if it takes a corner, or the answer if that does, and could not after the other move.
    mate        the number of moves in which it is proven to mate; 0 if that is not known.
    """

    seat: int
    move: str
    wins: bool = False
    then: tuple[str, ...] = ()
    refutation: Refutation | None = None
    threats: tuple[Threat, ...] = ()
    only: OnlyMove | None = None
    theory: TheoryReason | None = None
    exchange: Exchange | None = None
    keeps: tuple[str, ...] = ()
    corner: str = ""
    mate: int = 0


def reasons(
    game: Game,
    move: int,
    after: Value | None = None,
    deadline: float = inf,
    line: tuple[str, ...] = (),
    other: tuple[str, ...] = (),
) -> Reasons:
    """Return what speaks for or against the legal `move` of the seat to move.

    after     what the position after it is worth to seat 0, if known: a proven value spares a search.
    deadline  of time.monotonic(). Without it the result is always the same.
    line      the texts of the expected moves, this one first; otherwise the line of `after`, if known.
    other     the expected moves from another one on, with which this move is compared.

    Of a game with chance or hidden information nothing is said.
    """
    found = Reasons(game.turn, game.text(move))
    if hides_information(game) or shows_chance(game):
        return found
    then = position_after(game, move)
    if won(then, game.turn):
        return replace(found, wins=True)
    threats, only = dangers(game, deadline)
    answered = refutation(then, after, deadline) if then.score() is None and then.turn != game.turn else None
    later = () if answered else follow_up(game, move, Tryout(PLAYED, deadline))
    found = replace(found, then=later, refutation=answered, threats=threats, only=only, theory=by_theory(game, then))
    if after is not None and after.line:
        line = (found.move, *after.line)
    return found if answered or later or not line else with_costs(found, game, line, other, Tryout(CAPTURED, deadline))


def with_costs(found: Reasons, game: Game, line: tuple[str, ...], other: tuple[str, ...], tryout: Tryout) -> Reasons:
    """Return the reasons with what the line of the move costs, if the line of the other move costs that seat less."""
    spared = corner(game, other, line) not in ("", *other[:1], *line[:1])
    found = replace(found, corner=corner(game, line, other), keeps=("corner",) * spared)
    try:
        mine, beside = settle(game, line, tryout), settle(game, other, tryout)
        if mine is None:
            return found
        spent = beside.net if beside else 0
        more = mine.net - spent
        if more * mine.net > 0:  # this move loses or wins more
            claim = exchange(game, mine, spent, tryout)
            return replace(found, exchange=claim) if claim and shows(game, claim, tryout) else found
        saved = exchange(game, beside, mine.net, tryout) if beside and more < 0 else None
        if saved is None or saved.seat != game.turn or not shows(game, saved, tryout):
            return found
    except Stop:
        return found
    lost = mine.accounts[-1].taken_by(1 - game.turn)
    return found if saved.piece in lost else replace(found, keeps=saved.most_valuable)


def dangers(game: Game, deadline: float = inf) -> tuple[tuple[Threat, ...], OnlyMove | None]:
    """Return what the other seat threatens, and the only move that does not lose soon, if there is one."""
    moves = game.moves()
    if len(moves) < 2:  # a forced move needs no reason
        return (), None
    texts = {game.text(move): position_after(game, move) for move in moves}
    tryout = Tryout(PLAYED, deadline)
    try:
        wins = {text: tryout.wins(then) if other_moves_in(game, then) else () for text, then in texts.items()}
    except Stop:
        return (), None
    threats = spread(wins, 1)
    lost = [text for text in texts if wins[text]]
    if len(lost) == len(moves) - 1:
        return threats, OnlyMove(next(text for text in texts if not wins[text]), 1)
    if threats or len(lost) == len(moves) or game.stakes > 1:
        return threats, None
    return later_dangers(game, texts, deadline)


def other_moves_in(game: Game, then: Game) -> bool:
    """Return whether the game goes on in `then`, with a move of the other seat."""
    return then.score() is None and then.turn == 1 - game.turn


def spread(wins: Mapping[str, tuple[str, ...]], plies: int) -> tuple[Threat, ...]:
    """Return the threats, by the moves that win after each legal move."""
    every = dict.fromkeys(each for found in wins.values() for each in found)
    stops = {each: tuple(text for text, found in wins.items() if each not in found) for each in every}
    return tuple(Threat(each, plies, stops[each]) for each in every if 2 * len(stops[each]) < len(wins))


def later_dangers(game: Game, texts: dict[str, Game], deadline: float) -> tuple[tuple[Threat, ...], OnlyMove | None]:
    """Return the threat to win within NEAR plies and the only move that prevents it, if any."""
    tryout = Tryout(SEARCHED, deadline)
    goes_on = {text: then for text, then in texts.items() if other_moves_in(game, then)}
    try:
        wins = {text: tryout.win(then, NEAR) for text, then in goes_on.items()}
    except Stop:
        return (), None
    safe = [text for text in texts if not wins.get(text)]
    only = OnlyMove(safe[0], NEAR) if len(safe) == 1 else None
    firsts = dict.fromkeys(found[1][0] for found in wins.values() if found)
    return later_threat(texts, goes_on, firsts, deadline), only


def later_threat(
    texts: Iterable[str], goes_on: dict[str, Game], firsts: Iterable[str], deadline: float
) -> tuple[Threat, ...]:
    """Return the first of `firsts` that wins within NEAR plies after more than half of the moves, if any."""
    tryout = Tryout(SEARCHED, deadline)
    try:
        for move in firsts:
            wins = {text: (move,) * (text in goes_on and wins_by(tryout, goes_on[text], move)) for text in texts}
            if threats := spread(wins, NEAR):
                return threats
    except Stop:
        pass
    return ()


def wins_by(tryout: Tryout, game: Game, text: str) -> bool:
    """Return whether the move `text` is legal in `game` and wins within NEAR plies. Raises Stop."""
    for move in game.moves():
        if game.text(move) == text:
            then = tryout.after(game, move)
            return won(then, game.turn) or (other_moves_in(game, then) and tryout.loses(then, NEAR - 1))
    return False


def follow_up(game: Game, move: int, tryout: Tryout) -> tuple[str, ...]:
    """Return what wins at once after `move` and any answer, as in Reasons.then."""
    then = position_after(game, move)
    if not other_moves_in(game, then):
        return ()
    left: list[tuple[str, ...]] = []  # for each answer
    try:
        for answer in then.moves():
            position = tryout.after(then, answer)
            if won(position, game.turn):
                continue
            if position.score() is not None or position.turn != game.turn or not (wins := tryout.wins(position)):
                return ()
            left.append(wins)
    except Stop:
        return ()
    return cover(left)


def cover(left: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Return a move that is in all of `left`, or two moves, one of them in each and both in some; otherwise ()."""
    firsts = left[0] if left else ()
    for each in firsts:
        if all(each in wins for wins in left):
            return (each,)
    for each in firsts:
        rest = [wins for wins in left if each not in wins]
        for other in rest[0]:
            if all(other in wins for wins in rest) and any(each in wins and other in wins for wins in left):
                return each, other
    return ()


def refutation(then: Game, after: Value | None, deadline: float) -> Refutation | None:
    """Return how the seat to move in `then` wins; `after` is what that position is worth."""
    if after is not None and after.score is not None and (after.score if then.turn == 0 else -after.score) <= 0:
        return None
    tryout = Tryout(PLAYED, deadline)
    try:
        if wins := tryout.wins(then):
            return Refutation(wins[0], 1, (), wins[:1], mates(then, wins[:1]))
        found = Tryout(SEARCHED, deadline).win(then, REFUTED) or known_win(then, after)
        if found is None:
            return None
        plies, line = found
        threats = follow_up(then, then.parse(line[0]), tryout) if plies == NEAR else ()
        return Refutation(line[0], plies, threats, line, mates(then, line))
    except Stop:
        found = known_win(then, after)
        return Refutation(found[1][0], found[0], (), found[1], mates(then, found[1])) if found else None


def mates(game: Game, line: tuple[str, ...]) -> bool:
    """Return whether the line, played out, ends in checkmate."""
    try:
        for text in line:
            game = position_by(game, text)
    except ValueError:
        return False
    return game.score() is not None and "checkmate" in game.reason()


def known_win(then: Game, after: Value | None) -> tuple[int, tuple[str, ...]] | None:
    """Return the plies and the line in which the seat to move wins by the value `after`, if it tells both."""
    if after is None or not after.score or not after.distance or not after.line:
        return None
    return (after.distance, after.line) if (after.score > 0) == (then.turn == 0) else None


def by_theory(game: Game, then: Game) -> TheoryReason | None:
    """Return what theory says before and after a move; None if the game does not say what decides."""
    before, after = theory_of(game), theory_of(then)
    if before is None or after is None or not before.state or not after.state:
        return None
    side = 1 if game.turn == 0 else -1
    return TheoryReason(before.state, after.state, side * before.score > 0, side * after.score > 0)
