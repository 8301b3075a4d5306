"""Faults that no single position shows: games that share something, moves that do not matter, sides that never win."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from operator import methodcaller
from random import Random
from typing import TYPE_CHECKING

from games.capabilities import hides_information
from games.game import CHANCE, writes
from games.hidden_laws import check_surprises, measure_surprise
from games.scene import is_over, observe
from referee.checking import game_fields, laws
from referee.checking.evaluation_sign import HALF, MOVER, sign
from referee.checking.instrumented_game import PLAYING, pick
from referee.checking.method_advice import CALLED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.game import Game
    from referee.checking.explorer import Explorer
    from referee.checking.instrumented_game import Ground
    from referee.checking.laws import Line

STARTS = 12  # new games that are to be alike
PAIRS = 12  # lines along which two games are held against each other
FAR = 40  # moves of such a line that is not near the start
WIDE = 20  # positions with a choice, in which the moves are held against each other
FEW = 5  # of them say nothing yet
DECIDED = 60  # games with a winner, before their sides say anything
PLAYED = 150  # games that are looked at for that, unless
MOST = 15_000  # moves are made in them before
LAST = 15  # of them that each seat must have ended
DEALS = 30  # random games in which the truth is held against what is imagined
CYCLES = 300  # positions near the start that are looked at for one that comes again
ESTIMATES = "estimates_and_keys_are_whole_numbers"
TARDY = 0.005  # seconds for a move of a random game


def begins(ground: Ground) -> bool:
    """Whether there is a game to look at: it can be made, is not over, and offers a move; what is wrong is noted."""
    with ground.watched(()):
        game = ground.first
        moves, score = game.moves(), game.score()
        ground.make()  # one more
        if score is not None:
            ground.note(laws.BEGINNING, f"a new game is over already, with the score {score!r}", ())
        elif not moves and type(moves) is list:
            ground.note(laws.BEGINNING, "a new game offers no move", ())
    if hidden := covered(ground):
        ground.found.clear()
        ground.note(laws.BEGINNING, f"the field {hidden} hides the method {hidden}()", ())
    if failed := ground.found.pop(laws.ERRORS, None):
        sentence = f"no game can be begun: {failed.sentence}"
        ground.note(laws.BEGINNING, sentence, (), failed.error)
    return not ground.found.keys() & {laws.BEGINNING, laws.STUCK}


def covered(ground: Ground) -> str:
    """The name of a method that a field of the game hides: self.moves = []; empty where there is none."""
    with suppress(Exception):  # where no game can be made, that is told
        return next((name for name, value in vars(ground.first).items() if name in CALLED and not callable(value)), "")
    return ""


def apart(ground: Ground, seed: int) -> None:
    """Note it where a move made in one game shows in another, or in games begun later."""
    known, kind = set(ground.found), ground.kind
    with ground.watched(()):
        before = game_fields.world(kind)
        first = observe(ground.make())
        if any(observe(ground.make()) != first for _ in range(STARTS)):
            if moved := game_fields.changed(before, game_fields.world(kind)):
                ground.note(laws.SHARING, f"a new game changes those begun later: {moved[0]} is changed", ())
            ground.note(laws.CHANCY, "two new games are not alike", ())
            return
        for line in paths(ground, seed):
            one, other = ground.make(), ground.make()
            for move in line:
                one.make(move)
            if observe(other) != first or observe(ground.make()) != first:
                what = shared_by(kind, one, other, before)
                ground.note(laws.SHARING, f"a move made in one game changes another game{what}", line)
                break
    for law in ground.found.keys() - known - {laws.SHARING}:  # these are found again, after the moves that show them
        ground.found.pop(law)


def outside(ground: Ground) -> dict[str, str]:
    """What stands outside the games and may be changed by them."""
    return game_fields.world(ground.kind)


def remembers(explorer: Explorer, before: dict[str, str]) -> None:
    """Note it where the rules have kept something outside the game, and go by it.

    Numbers that change are counted with; of lists and dicts, which may hold what was worked out once, it is believed
    only where the same moves do not always lead to the same position.
    """
    after = outside(explorer.ground)
    moved = game_fields.changed(before, after)
    numbers = [name for name in moved if after.get(name, "")[:1] not in "[{("]
    astray = laws.CHANCY in explorer.ground.found
    if kept := numbers or (moved if astray else []):
        line = explorer.near[1] if explorer.near[1:] else ()
        explorer.ground.note(laws.SHARING, f"the rules keep something outside the game: {kept[0]} is changed", line)


def paths(ground: Ground, seed: int) -> Iterator[Line]:
    """Some lines of moves, the shortest first."""
    rng = Random(seed)
    for length in (*range(1, PAIRS), FAR):
        game = ground.make()
        line: list[int] = []
        while not is_over(game) and len(line) < length:
            line.append(pick(game, rng))
            game.make(line[-1])
        yield tuple(line)


def shared_by(kind: type, one: Game, other: Game, before: dict[str, str]) -> str:
    """What the two games have in common, in words that go on a sentence; empty where that cannot be told."""
    moved = game_fields.changed(before, game_fields.world(kind))
    if field := game_fields.shared(one, other):
        return f": both have the same {field}" + (f", which is {moved[0]}" if moved else "")
    return f": {moved[0]} is changed" if moved else ""


def matters(explorer: Explorer) -> None:
    """Note it where it never matters which move is made."""
    ground = explorer.ground
    first: Line | None = None
    count = 0
    for line in islice(explorer.near, 10 * WIDE):
        with ground.watched(line):
            game = ground.reach(line)
            moves = [] if is_over(game) or game.turn == CHANCE else game.moves()
            if len(moves) > 1:
                first = line if first is None else first
                count += 1
                if different(ground, line, moves):
                    return
        if count >= WIDE:
            break
    if first is not None and count >= FEW:
        game = ground.reach(first)
        one, other = (game.text(move) for move in game.moves()[:2])
        ground.note(laws.DEAF, f"make({one}) and make({other}) lead to the same position, as all moves do", first)


def different(ground: Ground, line: Line, moves: list[int]) -> bool:
    """Whether two of the moves lead to different positions, or to such as have no key: those cannot be told apart."""
    found = []
    for move in moves[:8]:
        game = ground.reach((*line, move))
        found.append((observe(game), game.key()))
        if not game.key():
            return True
    return any(each != found[0] for each in found)


def ends(explorer: Explorer) -> None:
    """Note it where a random game does not end."""
    if explorer.unended is None:
        return
    sentence = f"a random game was not over after {len(explorer.unended):,} moves"
    if again := cycle(explorer):
        line, length = again
        sentence += f"; after {len(line)} moves the position is that after {length} again, and no rule ends such a game"
        explorer.ground.note(laws.END, sentence, line)
    else:
        explorer.ground.note(laws.END, sentence, ())


def cycle(explorer: Explorer) -> tuple[Line, int] | None:
    """The shortest line near the start that ends where it has been before, and after how many moves that was."""
    for line in explorer.near[:CYCLES]:
        with explorer.ground.watched(line):
            passed = [observe(explorer.ground.reach(line[:length])) for length in range(len(line) + 1)]
            if passed[-1] in passed[:-1]:
                return line, passed.index(passed[-1])
    return None


def sides(explorer: Explorer) -> None:
    """Note it where one seat never moves, or never wins though it ends games as the other does."""
    ground = explorer.ground
    explorer.play_on(PLAYED, MOST)
    movers: set[int] = set()
    long = 0
    won: list[tuple[int, int]] = []  # who moved last, and the score
    for line in explorer.lines[:PLAYED]:
        with ground.watched(line):
            seats, score = played(ground, line)
            movers |= set(seats)
            long = max(long, len(seats))
            if score and seats:
                won.append((seats[-1], score))
    if movers in ({0}, {1}):
        idle = 1 - movers.pop()
        if long > 3:
            ground.note(laws.TURNS, f"seat {idle} never has a turn: turn is {1 - idle} in each position", ())
        return
    last = [sum(seat == each for seat, _ in won) for each in (0, 1)]
    if len(won) >= DECIDED and min(last) >= LAST and len({score > 0 for _, score in won}) == 1:
        winner = 0 if won[0][1] > 0 else 1
        who = f"seat {winner} won all {len(won)} random games, also {last[1 - winner]} that the other ended"
        ground.note(laws.SIDES, f"{who}: score() is what seat 0 has won, whoever moved last", ())


def played(ground: Ground, line: Line) -> tuple[list[int], int | None]:
    """The seats that made these moves, those of chance aside, and the score after them."""
    game = ground.make()
    seats = []
    for move in line:
        seats.append(game.turn)
        game.make(move)
    return [seat for seat in seats if seat != CHANCE], game.score()


def deals(explorer: Explorer, seed: int) -> None:
    """Note it where what is hidden is imagined oftener than chance would have it, or less often."""
    with explorer.ground.watched(()):
        start = explorer.ground.make()
        if not hides_information(start):
            return
        rng = Random(seed)
        surprises = [measure_surprise(start, rng) for _ in range(DEALS)]
        for law, sentence in check_surprises(surprises):
            explorer.ground.note(law, sentence, ())


def estimates(explorer: Explorer, seed: int) -> None:
    """Note it where the estimate counts for the seat to move, or for seat 1, or is beyond what searches tell apart."""
    ground = explorer.ground
    if not writes(ground.first, "estimate") or ESTIMATES in ground.found:
        return
    whose, shown = sign(ground, methodcaller("estimate"), seed)
    if whose:
        ground.note(laws.SIGN if whose == MOVER else laws.TURNED, f"estimate(): {shown}", ())
    with ground.watched((), PLAYING):
        for line in explorer.lines[:DEALS]:
            game = ground.make()
            for place, move in enumerate(line):
                game.make(move)
                if abs(found := game.estimate()) > HALF and game.score() is None:
                    ground.note(laws.SIZE, f"the estimate is {found:,}, which is beyond {HALF:,}", line[: place + 1])


def slow(explorer: Explorer) -> None:
    """Note it where a move takes long."""
    moves = sum(map(len, explorer.lines))
    if moves and (each := explorer.seconds / moves) > TARDY:
        told = f"a move takes {1000 * each:.0f} ms; searches look at thousands of them"
        explorer.ground.note(laws.SLOW, told, ())
