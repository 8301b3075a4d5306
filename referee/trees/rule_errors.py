"""What is said where people's own rules fail as a tree is grown of them."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from games.base.spec_error import SpecError
from referee.errors.attribution import UserCodeError, attribute_errors, is_user_error
from referee.errors.ownership import class_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from games.game import Game


def tree_place(spec: str, opening: Sequence[str]) -> str:
    """What was being done when something failed, for a message."""
    return f"as the tree of {spec} was grown, after the moves: {' '.join(opening) or 'none'}"


@contextmanager
def report_rule_errors(game: Game, place: Callable[[], str]) -> Iterator[None]:
    """Like `attribute_errors`, but report also values that people's own rules returned and no tree can be made of.

    Raises UserCodeError for such a value.
    """
    try:
        with attribute_errors(game, place):
            yield
    except (RuntimeError, TypeError, ValueError) as error:
        if isinstance(error, SpecError) or is_user_error(error) or not any(map(class_files, type(game).__mro__)):
            raise
        raise UserCodeError("\n".join((f"{type(error).__name__}: {error}", *error.__notes__))) from error
