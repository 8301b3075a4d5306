"""Who has won how often since the program was started."""

from collections.abc import Sequence


class Sitting:
    """The results of the matches that were played here one after the other."""

    def __init__(self) -> None:
        self.results: list[tuple[Sequence[str], int]] = []

    def add(self, names: Sequence[str], score: int) -> None:
        """Count a match of the players of these names, by seat, and of that score: what seat 0 has won."""
        self.results.append((names, score))

    def take_back(self) -> None:
        """Count the last match no longer: it goes on."""
        del self.results[-1:]

    def score(self, names: Sequence[str]) -> str:
        """How often each of the two has won against the other, as in `you 2, level 3 1`; empty before the first result.

        You are named first.
        """
        winners = [
            "" if score == 0 else seated[0 if score > 0 else 1]
            for seated, score in self.results
            if set(seated) == set(names)
        ]
        if not winners:
            return ""
        ordered = sorted(names, key=lambda name: (name != "you", name))
        drawn = [f"{winners.count('')} drawn"] if "" in winners else []
        return ", ".join([*(f"{name} {winners.count(name)}" for name in ordered), *drawn])
