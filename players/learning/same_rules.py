"""Whether a game is played by the rules of another one of its class, whatever position each is in.

Options of a class may change its rules and leave the board as it is: how many stones make a line, or who wins by it. An
object does not tell its options. So twins of both are set to one position, and are equal then, or play some random
games side by side. The same rules are never taken for others in that way, but a difference that shows in none of these
games is overlooked.
"""

import pickle
from functools import lru_cache

import games
from games.base.origins import comes_with_program
from games.game import Game
from games.names import user_files
from games.names.catalogue import SpecError
from players.solution_cache import play_probe

GAMES, LONGEST = 8, 200  # random games that are played side by side, and moves of each at most


def has_rules_of(game: Game, spec: str) -> bool:
    """Whether the game is played as that of the spec, which is of the same class and board, as far as can be told.

    True for a game of somebody's own: nothing says where its file is now.
    """
    if not comes_with_program(type(game)):
        return True
    if user_files.is_file_spec(spec):  # which must not be run: whoever wrote the spec may have meant no good
        return False
    try:
        other = load_game(spec)
        if same_state(game, other):
            return True
        twins = meet(game, other) if type(other) is type(game) else None
    except SpecError:
        return False
    except ValueError:  # its positions cannot be written
        return True
    return twins is not None and (same_state(*twins) or play_alike(*twins))


def meet(one: Game, two: Game) -> tuple[Game, Game] | None:
    """Twins of both, in the position of the second or else of the first; None if each is impossible in the other.

    Raises ValueError if positions cannot be written.
    """
    for text in (two.position(), one.position()):
        twins = one.copy(), two.copy()
        try:
            for twin in twins:
                twin.set_position(text)
        except ValueError:  # as with more pieces than these rules begin with
            continue
        return twins
    return None


@lru_cache(maxsize=16)
def load_game(spec: str) -> Game:
    """Return the game of that spec, at its start; it must not be changed. Raises SpecError."""
    return games.load(spec)


def same_state(one: Game, two: Game) -> bool:
    """Whether the two hold the same. Where they do not, they may only have come there in another way."""
    try:
        return pickle.dumps(one) == pickle.dumps(two)
    except (pickle.PicklingError, TypeError, AttributeError):
        return False


def play_alike(one: Game, two: Game) -> bool:
    """Whether some random games go on and end in both as they do in the other."""
    return all(play_probe(one, number, LONGEST) == play_probe(two, number, LONGEST) for number in range(GAMES))
