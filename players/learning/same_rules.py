"""Whether two games of one class have the same rules, whatever position each is in.

Options of a class may change its rules and leave the board as it is: how many stones make a line, or who wins by it. An
object does not tell its options. So twins of both are set to one position, and are then equal, or play some random
games side by side. Equal rules are never taken for different ones, but a difference that shows in none of these games
is overlooked.
"""

import pickle
from functools import lru_cache

import games
from games.base.origins import comes_with_program
from games.game import Game
from games.names import user_files
from games.names.catalogue import SpecError
from players.solution_cache import play_probe

GAMES, LONGEST = 8, 200  # random games played side by side, and moves of each at most


def has_rules_of(game: Game, spec: str) -> bool:
    """Return whether the game has the rules of `spec`, a game of the same class and board, as far as can be told.

    True for a person's own game: nothing says where its file is now.
    """
    if not comes_with_program(type(game)):
        return True
    if user_files.is_file_spec(spec):  # never run it: the author of the spec may be malicious
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
    """Return twins of both, in the position of the second or else of the first; None if neither is possible in both.

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
    """Return the game of a spec at its start, for reading only. Raises SpecError."""
    return games.load(spec)


def same_state(one: Game, two: Game) -> bool:
    """Return whether the two hold the same. If not, they may still have reached the same position in other ways."""
    try:
        return pickle.dumps(one) == pickle.dumps(two)
    except (pickle.PicklingError, TypeError, AttributeError):
        return False


def play_alike(one: Game, two: Game) -> bool:
    """Return whether some random games go on and end alike from both positions."""
    return all(play_probe(one, number, LONGEST) == play_probe(two, number, LONGEST) for number in range(GAMES))
