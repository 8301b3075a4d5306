"""A summary of results between two players, for programs and in words."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from games.dataclass import dataclass
from referee.drawing.number_format import format_count
from referee.statistics.scoring import (
    Estimate,
    difference,
    interval,
    normalized,
    normalized_plus_minus,
    plus_minus,
    superiority,
    variance_superiority,
    wilson,
)

if TYPE_CHECKING:
    from referee.statistics.counts import Counts, Pairs


@dataclass(frozen=True)
class Summary:
    """The results of the first player against the second. What they do not bound is None.

    counts       of all games, None if only pairs are known;  pairs  of games, if they were played in pairs.
    score        0 to 1, with the interval that is shown;  wilson  with the interval for games without draws.
    elo          the difference by `score`;  normalized  in normalized Elo.
    superiority  the probability that the first is better, 0 to 1.
    plus_minus, normalized_plus_minus, variance_superiority  the same in the variance form.
    """

    counts: Counts | None
    pairs: Pairs | None
    score: Estimate
    wilson: Estimate
    elo: Estimate
    normalized: Estimate
    superiority: float | None
    plus_minus: float | None
    normalized_plus_minus: float | None
    variance_superiority: float | None

    def as_dict(self) -> dict[str, Any]:
        """Return the summary as JSON's types: no infinity, no nan."""
        counts, pairs = self.counts, self.pairs
        return {
            "counts": counts and asdict(counts) | {"drawn": counts.drawn},
            "pairs": pairs and asdict(pairs) | {"drawn": pairs.drawn, "ratio": pairs.ratio},
            "score": self.score.as_dict(),
            "wilson": self.wilson.as_dict(),
            "elo": self.elo.as_dict(),
            "normalized_elo": self.normalized.as_dict(),
            "superiority": self.superiority,
            "variance_form": {
                "plus_minus": self.plus_minus,
                "normalized_plus_minus": self.normalized_plus_minus,
                "superiority": self.variance_superiority,
            },
        }

    def lines(self, one: str, two: str) -> list[str]:
        """Return the summary in sentences. Brackets hold 95 % intervals, as the first line says."""
        if self.score.value is None or self.superiority is None:
            return [f"nothing can be told yet about {one} and {two}"]
        low, high = ("?" if end is None else f"{100 * end:.1f}" for end in (self.score.low, self.score.high))
        lines = [f"{one} scored {100 * self.score.value:.1f} % (95 % interval: {low} to {high})"]
        lines.append(compared(self.elo, one, two))
        lines.append(f"{one} is the better one: {likely(self.superiority)}")
        if self.normalized.value is not None:
            lines.append(f"normalized Elo of {one}: {self.normalized.value:+.1f} ({bounds(self.normalized)})")
        if self.pairs and self.pairs.total:
            pairs, count = self.pairs, format_count(self.pairs.total, "pair")
            said = f"won {pairs.wd + pairs.ww}, lost {pairs.ll + pairs.ld}, shared {pairs.middle}"
            lines.append(f"of {count} of games {one} {said}")
        return lines

    def variance_line(self) -> str | None:
        """Return the figures as engine testers print them; None if they are undefined."""
        elo, normal, margin, likely = self.elo, self.normalized, self.normalized_plus_minus, self.variance_superiority
        if elo.value is None or normal.value is None or margin is None or likely is None:
            return None
        spread = "" if self.plus_minus is None else f" +- {self.plus_minus:.2f}"
        return (
            f"variance form: Elo {elo.value:.2f}{spread}, "
            f"nElo {normal.value:.2f} +- {margin:.2f}, LOS {100 * likely:.2f} %"
        )


def summarize(counts: Counts | None, pairs: Pairs | None = None) -> Summary:
    """Return the summary for the first player against the second. Raises ValueError if neither is given.

    If there are pairs, everything but `wilson` is computed from them; `wilson` is from all games. A game without its
    pair, such as the last of an odd number, counts only there.
    """
    if counts is None and pairs is None:
        raise ValueError("counts of games or of pairs of games are needed")
    results = pairs if pairs and pairs.total else counts if counts is not None else pairs
    games = counts if counts is not None else pairs
    assert results is not None and games is not None  # noqa: PT018, S101  # as asked for above
    score = interval(results)
    return Summary(
        counts=counts,
        pairs=pairs,
        score=score,
        wilson=Estimate(games.score if games.total else None, *wilson(games.score, games.games)),
        elo=difference(score),
        normalized=normalized(results),
        superiority=superiority(results),
        plus_minus=plus_minus(results),
        normalized_plus_minus=normalized_plus_minus(results),
        variance_superiority=variance_superiority(results),
    )


def compared(elo: Estimate, one: str, two: str) -> str:
    """Return which player is how far above the other; the figures are for the player named first."""
    value, low, high = elo.value, elo.low, elo.high
    behind = value < 0 if value is not None else low is None
    if behind:  # say the same about the other player
        one, two, value = two, one, None if value is None else -value
        low, high = None if high is None else -high, None if low is None else -low
    if value is None:
        if low is None or low <= 0:
            return f"how much Elo that is cannot be told yet: {one} has won too few games"
        return f"{one} is at least {low:+.0f} Elo above {two}"
    spread = bounds(Estimate(value, low, high))
    return f"{one} is {value:+.1f} Elo ({spread}) above {two}" if value else f"{one} and {two} are level ({spread} Elo)"


def bounds(estimate: Estimate) -> str:
    """Return the ends of an interval in Elo."""
    low, high = ("?" if end is None else f"{end:+.1f}" for end in (estimate.low, estimate.high))
    return f"{low} to {high}"


def likely(chance: float) -> str:
    """Return a probability in percent, never rounded to certainty."""
    if chance < 0.001:
        return "under 0.1 % likely"
    return "over 99.9 % likely" if chance > 0.999 else f"{100 * chance:.1f} % likely"
