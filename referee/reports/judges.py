"""Several programs that judge side by side, each by a name of its own."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from referee.engines.judge import EngineJudge
from referee.match.distinct_names import unique_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.game import Game


@contextmanager
def open_judges(specs: Sequence[str], start: Game, nodes: int) -> Iterator[list[EngineJudge]]:
    """Return the judges of these specs for a `with` block, with the arguments of EngineJudge.

    Two settings of one program get names that tell them apart. Raises as EngineJudge.
    """
    names = unique_names(tuple(specs)) if len(specs) > 1 else ("",) * len(specs)
    with ExitStack() as stack:
        pairs = zip(specs, names, strict=True)
        yield [stack.enter_context(EngineJudge(spec, start, nodes, name)) for spec, name in pairs]
