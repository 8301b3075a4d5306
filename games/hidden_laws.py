"""What a game that hides something from a seat obeys in each of its positions."""

from collections.abc import Iterator
from random import Random
from typing import Any

from games.game import Game

Found = Iterator[str]


def whole(game: Game) -> tuple[Any, ...]:
    """All that a program can find out about a position in its hands."""
    texts = tuple(game.text(move) for move in game.moves())
    shown = (game.show(), game.show(0), game.show(1), game.known(0), game.known(1))
    return game.turn, game.score(), texts, game.estimate(), game.key(), shown


def imagined_as_known(game: Game, seat: int, rng: Random, alike: dict[tuple[int, str], Game]) -> Found:
    """The copy is the seat's to move in alike, and goes by nothing but what the seat knows.

    `alike` holds positions met before by what the seat knew in them.
    """
    seed = rng.random()
    view = game.imagine(seat, Random(seed))
    others = alike.setdefault((seat, game.known(seat)), game.copy()), game.imagine(seat, Random(rng.random()))
    if view.known(seat) != game.known(seat):
        yield f"imagine({seat}) changes what seat {seat} knows"
    if game.turn == seat and view.moves() != game.moves():
        yield f"imagine({seat}) changes the moves of seat {seat}, whose turn it is"
    if any(whole(other.imagine(seat, Random(seed))) != whole(view) for other in others):
        yield f"imagine({seat}) goes by what seat {seat} cannot know: a position that looks alike is copied otherwise"


def told_apart(game: Game, seat: int, looks: dict[str, Any], names: dict[Any, str]) -> Found:
    """What a seat knows and what it sees tell the same positions apart; `looks` and `names` hold those met before."""
    known, look = game.known(seat), str(game.show(seat))
    if looks.setdefault(f"{seat}{known}", look) != look:
        yield f"seat {seat} knows {known!r} in two positions that look different to it"
    if names.setdefault((seat, look), known) != known:
        yield f"two positions that look alike to seat {seat} are known as {known!r} and as {names[seat, look]!r}"


def shown_at_the_end(game: Game) -> Found:
    """When the game is over, all cards are on the table."""
    if game.score() is not None and not game.show(0) == game.show(1) == game.show():
        yield "the game is over, but some seat does not see all"


def heard_by_who_moves(game: Game) -> Found:
    """Who makes a move knows what it is."""
    for move in game.moves()[:3]:
        if game.turn in (0, 1) and game.heard(move, game.turn) != game.text(move):
            yield f"heard tells seat {game.turn} of its own move {game.text(move)!r} as {game.heard(move, game.turn)!r}"
