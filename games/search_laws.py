"""What a game tells searches that leave moves or lines out: were it wrong, they would find wrong values."""

from collections.abc import Iterator
from random import Random

from games.game import CHANCE, Game, writes
from games.scene import FAR, Scene, is_over, make_in_copy
from games.undo import ranks_moves

FIRST = 150  # positions that each of these is tried in; then ever fewer


def bounds_hold_to_the_end(scene: Scene) -> Iterator[str]:
    """Random moves lead to no score beyond what `at_least` and `at_most` say before them."""
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
    """Where `ranked` leaves out a move that wins the stakes at once, it lists another one that does."""
    game = scene.game
    if not ranks_moves(game) or game.turn == CHANCE or is_over(game) or scene.spares("ranked", FIRST):
        return
    ranked = {move for move, _ in game.ranked()}
    missed = next((move for move in game.moves() if move not in ranked and wins_at_once(game, move)), None)
    if missed is not None and not any(wins_at_once(game, move) for move in ranked):
        yield f"ranked() leaves out {game.text(missed)}, which wins at once, as no move does that it lists"


def wins_at_once(game: Game, move: int) -> bool:
    """Whether that move ends the game, and its seat has won the stakes."""
    return make_in_copy(game, move).score() == (game.stakes if game.turn == 0 else -game.stakes)
