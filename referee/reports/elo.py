"""What `referee elo` prints: what counts of results say, for counts that were typed."""

import json
from collections.abc import Iterator

from referee.statistics.counts import Counts, Pairs
from referee.statistics.sprt import Sprt
from referee.statistics.summary import Summary, summarize

ONE, TWO = "A", "B"  # what the players are called, whose names nobody typed


def report_lines(results: Counts | Pairs, test: Sprt | None, as_json: bool) -> Iterator[str]:
    """The lines to print: what the results say of the player that they are counted for, and how the test stands."""
    summary = summarize(results) if isinstance(results, Counts) else summarize(None, results)
    if as_json:
        yield json.dumps(summary.as_dict() | {"sprt": test and test.as_dict(results)}, allow_nan=False)
        return
    yield counts_line(results)
    yield from summary_lines(summary)
    if test:
        yield test.sentence(results, ONE, TWO)


def summary_lines(summary: Summary) -> Iterator[str]:
    """The summary, and the figures as other programs print them."""
    yield from summary.lines(ONE, TWO)
    if line := summary.variance_line():
        yield line


def counts_line(results: Counts | Pairs) -> str:
    """The counts by their names, so that who typed them in another order sees it."""
    if isinstance(results, Counts):
        return f"{ONE} against {TWO}: won {results.wins}, lost {results.losses}, drew {results.draws}"
    pairs = f"lost both {results.ll}, lost and drew {results.ld}, even {results.middle}"
    return f"{ONE} against {TWO}, in pairs of games: {pairs}, won and drew {results.wd}, won both {results.ww}"
