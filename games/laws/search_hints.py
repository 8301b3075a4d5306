"""Hints that let a search skip moves or lines: wrong ones would make it find wrong values."""

from collections.abc import Iterator
from random import Random

from games.adapters.undo import ranks_moves
from games.base.positions import position_after
from games.capabilities import hides_information
from games.game import CHANCE, Game, writes
from games.laws.scene import FAR, Scene, is_over

FIRST = 150  # positions that each law checks; then ever fewer
SEARCHED = 400  # positions of a search to the end of the game, at most


def bounds_hold_to_the_end(scene: Scene) -> Iterator[str]:
    """Yield a fault if random moves lead to a score outside the earlier `at_least` and `at_most`."""
    game = scene.game
    if not (writes(game, "at_least") or writes(game, "at_most")) or scene.spares("bounds", FIRST):
        return
    least, most, twin = game.at_least(), game.at_most(), game.copy()
    texts: list[str] = []
    rng = Random(scene.counted["bounds"])
    while not is_over(twin) and len(texts) < FAR:
        move = rng.choice(twin.moves())
        texts.append(twin.text(move))
        twin.make(move)
    score = twin.score()
    if score is not None and not least <= score <= most:
        after = f" after {' '.join(texts)}" if texts else ""
        yield f"at_least() is {least} and at_most() is {most}, but the score is {score}{after}"


def no_win_is_left_out(scene: Scene) -> Iterator[str]:
    """Yield a fault if `ranked` leaves out a move that wins the stakes at once, and lists no other that does."""
    game = scene.game
    if not ranks_moves(game) or game.turn == CHANCE or is_over(game) or scene.spares("ranked", FIRST):
        return
    ranked = {move for move, _ in game.ranked()}
    missed = next((move for move in game.moves() if move not in ranked and wins_at_once(game, move)), None)
    if missed is not None and not any(wins_at_once(game, move) for move in ranked):
        yield f"ranked() leaves out {game.text(missed)}, which wins at once, as no move does that it lists"


def no_best_move_is_left_out(scene: Scene) -> Iterator[str]:
    """Yield a fault if `ranked` leaves out a move and lists none that does as well, in score and in how soon.

    Only positions that are quickly searched to the end are checked.
    """
    game = scene.game
    if not ranks_moves(game) or game.turn == CHANCE or is_over(game) or hides_information(game):
        return
    ranked = {move for move, _ in game.ranked()}
    left = [move for move in game.moves() if move not in ranked]
    if not left or not ranked or scene.spares("left out", FIRST):
        return
    room, found = [SEARCHED], {}
    for move in (*ranked, *left):
        if (end := search_to_the_end(position_after(game, move), room)) is None:
            return
        found[move] = end

    def worth(move: int) -> tuple[int, int]:
        return as_mover(found[move], game.turn)

    best, listed = max(left, key=worth), max(ranked, key=worth)
    if worth(best) > worth(listed):
        ends = [
            f"{game.text(move)}, which leads to the score {score} after {plies + 1} move{'s' * (plies > 0)}"
            for move, (score, plies) in ((best, found[best]), (listed, found[listed]))
        ]
        yield f"ranked() leaves out {ends[0]}; the best that it lists is {ends[1]}"


End = tuple[int, int]  # the score with best play, and the number of moves to it


def search_to_the_end(game: Game, room: list[int]) -> End | None:
    """Return the end with best play; None with chance, or if that takes more positions than `room` has left."""
    room[0] -= 1
    score = game.score()
    if score is not None:
        return score, 0
    if room[0] < 0 or game.turn == CHANCE:
        return None
    ends = []
    for move in game.moves():
        if (end := search_to_the_end(position_after(game, move), room)) is None:
            return None
        ends.append((end[0], end[1] + 1))
    return max(ends, key=lambda end: as_mover(end, game.turn)) if ends else None


def as_mover(end: End, turn: int) -> tuple[int, int]:
    """Return a sort key for the seat to move, larger for a better end: soon wins, then late losses."""
    score, moves = end[0] if turn == 0 else -end[0], end[1]
    return score, -moves if score > 0 else moves if score < 0 else 0


def wins_at_once(game: Game, move: int) -> bool:
    """Return whether `move` ends the game and wins the stakes."""
    return position_after(game, move).score() == (game.stakes if game.turn == 0 else -game.stakes)
