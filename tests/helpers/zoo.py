"""A player that fails, for tests of what becomes of its games."""


class Stumbling:
    """Crashes at its first move."""

    def choose(self, game, deadline):
        raise LookupError("nothing found")
