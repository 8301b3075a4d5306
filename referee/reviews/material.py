"""Find out which pieces a line of moves costs, by playing it and comparing its pictures."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from games.adapters.undo import has_forcing_moves
from games.base.rule_values import text_of
from games.dataclass import dataclass
from games.picture import Form, Grid, Picture
from referee.drawing.changes import find_change
from referee.reviews.tactics import NO_TACTIC, WORTHS, Tactic, find_tactic

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.game import Game
    from referee.reviews.tryout import Tryout

LONGEST = 7  # plies after a move in which a piece must be lost for good
CAPTURES = 6  # plies of captures that are tried in a row
TRIFLE = 4  # a piece worth this many times as much as all that is won for it is lost for nothing


@dataclass(frozen=True)
class Exchange:
    """What one seat loses by a line, beyond what it wins.

    seat  who loses it;  line  the texts of the moves up to the last capture that counts.
    lost, won  the words of its pieces that are lost, and of those it wins for them, the most valuable first. Pieces of
               the same worth that were given for each other are left out.
    crowned    the word of what a piece of the other seat became, if that is all; otherwise "".
    at_once    whether a single capture does it: nothing is taken before, and nothing can be won back.
    enclosed   whether the pieces are taken from around them, as stones are, and not by a piece that enters their place.
    tactic     what the first move of the seat that wins does in chess, if the piece is taken by its next move.
    """

    seat: int
    line: tuple[str, ...]
    lost: tuple[str, ...]
    won: tuple[str, ...] = ()
    crowned: str = ""
    at_once: bool = False
    enclosed: bool = False
    tactic: Tactic = NO_TACTIC

    @property
    def piece(self) -> str:
        """The word of the most valuable piece that is lost; "" if there is none."""
        return self.lost[0] if self.lost else ""

    @property
    def most_valuable(self) -> tuple[str, ...]:
        """The words of the lost pieces that are worth as much as that."""
        return tuple(word for word in self.lost if WORTHS.get(word, 1) == WORTHS.get(self.piece, 1))


@dataclass(frozen=True)
class Capture:
    """What a move takes, as words of pieces, and what pieces of its own seat become by it.

    mover  its seat;  worth  of all that;  enclosed  as in Exchange.
    """

    mover: int
    taken: tuple[str, ...]
    crowned: tuple[str, ...]
    worth: int
    enclosed: bool


@dataclass(frozen=True)
class Account:
    """The position after the moves of a line, and all captures until then."""

    game: Game
    captures: tuple[Capture, ...]

    def net(self, seat: int) -> int:
        """Return how much more `seat` has lost than won."""
        return sum(-each.worth if each.mover == seat else each.worth for each in self.captures)

    def taken_by(self, seat: int) -> list[str]:
        return [word for each in self.captures if each.mover == seat for word in each.taken]


def pieces(grid: Grid) -> tuple[Counter[str], Counter[str]]:
    """Return the words of the pieces of each seat, counted."""
    names, found = dict(grid.pieces), (Counter[str](), Counter[str]())
    for row in grid.rows:
        for cell in row:
            if cell.seat is not None:
                found[cell.seat][names.get(cell.mark, "piece")] += 1
    return found


def worth(grid: Grid, words: Counter[str] | tuple[str, ...]) -> int:
    """Return what pieces are worth: pieces of chess by WORTHS, others 1 each."""
    return sum((WORTHS.get(word, 0) if grid.figures else 1) * count for word, count in Counter(words).items())


def capture(before: Picture, after: Picture, mover: int) -> Capture | None:
    """Return what a move of the seat `mover` takes, by the pictures; None if nothing is taken off such a board."""
    if not isinstance(before, Grid) or not isinstance(after, Grid) or mover not in (0, 1):
        return None
    had, has = pieces(before), pieces(after)
    taken, came, went = had[1 - mover] - has[1 - mover], has[mover] - had[mover], had[mover] - has[mover]
    if taken and find_change(before, after, mover).flipped:
        return None  # pieces that change hands come back
    crowned = came if went and came.total() == went.total() else Counter[str]()
    value = worth(before, taken)
    risen = worth(before, crowned) - worth(before, went) if crowned else 0
    enclosed = bool(taken) and not went and came.total() == 1
    return Capture(mover, tuple(taken.elements()), tuple(crowned.elements()), value + risen, enclosed)


def replay(game: Game, line: tuple[str, ...]) -> Iterator[Account]:
    """Yield the account after each move of the line.

    Raises ValueError if one is not legal, or if the game takes nothing.
    """
    account = Account(game, ())
    for text in line:
        then = position_by(account.game, text)
        found = capture(account.game.show(), then.show(), account.game.turn)
        if found is None:
            raise ValueError(f"{text} takes nothing that can be counted")
        account = Account(then, (*account.captures, *(found,) * bool(found.taken or found.crowned)))
        yield account


def best_captures(game: Game, tryout: Tryout, left: int = CAPTURES) -> tuple[int, tuple[str, ...]]:
    """Return the most that the seat to move can win by captures alone, at least 0, and the moves.

    A pawn that becomes more without a capture does not count: no such threat excuses a piece that could be taken back.
    Raises Stop.
    """
    best: int = 0
    line: tuple[str, ...] = ()
    if game.score() is not None or not left:
        return best, line
    shown = game.show()
    for move in game.forcing() if has_forcing_moves(game) else game.moves():
        then = tryout.after(game, move)
        found = capture(shown, then.show(), game.turn)
        if found is None or not found.taken or found.worth <= best:
            continue
        more, rest = best_captures(then, tryout, left - 1)
        value = found.worth + (more if then.turn == game.turn else -more)
        if value > best:
            best, line = value, (text_of(game, move), *rest)
    return best, line


@dataclass(frozen=True)
class Settled:
    """A line played until no capture wins anything.

    accounts  after each of its moves;  net  what the seat that began loses by it all, negative if it wins.
    """

    line: tuple[str, ...]
    accounts: tuple[Account, ...]
    net: int


def settle(game: Game, line: tuple[str, ...], tryout: Tryout) -> Settled | None:
    """Play the line, and then the best captures; None if nothing can be counted. Raises Stop."""
    line = line[: 1 + LONGEST]
    try:
        accounts = list(replay(game, line))
        line += best_captures(accounts[-1].game, tryout)[1] if accounts else ()
        accounts = list(replay(game, line))
    except ValueError:
        return None
    return Settled(line, tuple(accounts), accounts[-1].net(game.turn)) if accounts else None


def exchange(game: Game, settled: Settled, beside: int, tryout: Tryout) -> Exchange | None:
    """Return what one seat loses by a settled line from `game`, as soon as that is most of it and none is won back.

    beside  what the seat to move in `game` loses by another line: as much is not worth telling.

    Returns None if neither seat loses more. Raises Stop.
    """
    loser = game.turn if settled.net > 0 else 1 - game.turn
    least = max(1, 1 + (beside if loser == game.turn else -beside))
    nets = [each.net(loser) for each in settled.accounts]
    for place, account in enumerate(settled.accounts[: 1 + LONGEST]):
        then, rest = account.game, nets[place:]
        later = [net for each, net in zip(settled.accounts[place:-1], rest, strict=False) if each.game.turn == loser]
        last = then.score() is not None or len(rest) == 1
        lasts = least <= rest[0] <= min([*later, rest[-1]]) and 2 * rest[0] >= nets[-1]
        if not lasts or not (last or then.turn == loser):
            continue
        if last or not best_captures(then, tryout)[0]:
            return entry(game, settled.line[: place + 1], settled.accounts[: place + 1], loser)
    return None


def entry(game: Game, line: tuple[str, ...], accounts: Sequence[Account], loser: int) -> Exchange | None:
    """Return the exchange that the accounts of a line come to; None if words cannot tell it."""
    grid, captures = game.show(), accounts[-1].captures
    if not isinstance(grid, Grid) or not captures:
        return None
    lost, won = balance(grid, accounts[-1].taken_by(1 - loser), accounts[-1].taken_by(loser))
    crowned = [(each.mover, word) for each in captures for word in each.crowned if grid.figures]
    if crowned:
        alone = not lost and not won and len(crowned) == 1 and crowned[0][0] != loser
        return Exchange(loser, line, (), crowned=crowned[0][1]) if alone else None
    single, found = len(captures) == 1 and len(line) <= 2, tactic(game, accounts, loser)
    named = found if {*found.forked, found.pinned} & {*lost} else NO_TACTIC
    return Exchange(loser, line, lost, won, "", single, captures[-1].enclosed, named)


def tactic(game: Game, accounts: Sequence[Account], loser: int) -> Tactic:
    """Return the fork or the pin by which a piece of the loser is taken, if any."""
    start = loser == game.turn
    shown = [each.show() for each in (game, *(account.game for account in accounts))][start : start + 4]
    grids = [each for each in shown if isinstance(each, Grid) and each.figures]
    return find_tactic(*grids) if len(grids) == 4 else NO_TACTIC


def balance(grid: Grid, lost: list[str], won: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what is lost and won, without what was given for the same or for something of the same worth."""
    for key in (str, lambda word: worth(grid, (word,))):
        for word in list(lost):
            same = next((each for each in won if key(each) == key(word)), None)
            if same is not None:
                lost.remove(word)
                won.remove(same)
    first, second = (tuple(sorted(each, key=lambda word: -worth(grid, (word,)))) for each in (lost, won))
    return first, second if TRIFLE * worth(grid, second) >= worth(grid, first) else ()


def shows(game: Game, claim: Exchange, tryout: Tryout) -> bool:
    """Return whether the claim's line from `game`, played out, shows what it says. Raises Stop."""
    try:
        accounts = list(replay(game, claim.line))
    except ValueError:
        return False
    account = accounts[-1]
    if account.net(claim.seat) <= 0 or (account.game.turn == claim.seat and best_captures(account.game, tryout)[0]):
        return False
    return entry(game, claim.line, accounts, claim.seat) == claim


def corner(game: Game, line: tuple[str, ...], other: tuple[str, ...]) -> str:
    """Return the first move of `line` if it takes a corner, or the answer if that does; otherwise "".

    The answer counts only if the other seat cannot make it after the first move of `other`, and takes no corner there.
    """
    try:
        if not line or takes_corner(game, line[0]):
            return "".join(line[:1])
        then = position_by(game, line[0])
        if len(line) < 2 or not other or then.turn == game.turn or not takes_corner(then, line[1]):
            return ""
        beside = position_by(game, other[0])
        if beside.turn != then.turn or line[1] in map(beside.text, beside.moves()):
            return ""
        return "" if len(other) > 1 and takes_corner(beside, other[1]) else line[1]
    except ValueError:
        return ""


def takes_corner(game: Game, text: str) -> bool:
    """Return whether a move takes a corner of a board on which pieces are turned over: nothing turns that again."""
    before, left = game.show(), position_by(game, text).show()
    if not isinstance(before, Grid) or not isinstance(left, Grid) or before.form is not Form.SQUARES:
        return False
    corners = [(before.rows[row][column], left.rows[row][column]) for row in (0, -1) for column in (0, -1)]
    came = any(old.seat is None and new.seat == game.turn for old, new in corners)
    return came and find_change(before, left, game.turn).flipped > 0


def position_by(game: Game, text: str) -> Game:
    """Return the position after the move `text`. Raises ValueError if it is not legal."""
    twin = game.copy()
    twin.make(twin.parse(text))
    return twin
