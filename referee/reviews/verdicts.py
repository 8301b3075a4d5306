"""What a move gave away, or would, in words: exactly where both positions are proven, as a chance where not."""

from games.capabilities import has_chance, hides_information
from games.game import Game
from referee.solving.outcome_text import within
from referee.solving.value import Value, sign


def sentence(game: Game, seat: int, before: Value, after: Value) -> str:
    """What the move of that seat did, which was worth `before` with the best move and is `after`; maybe nothing."""
    was, mine = certain(before, seat), certain(after, seat)
    if was is not None and mine is not None and was > mine:
        return f"threw away a {'win' if was > 0 else 'draw'}: {handed(game, seat, after)}"
    if mine is not None and mine <= 0 and was is None and not counts_points(game):
        return f"{lets(game, seat, after)}; its chance was {share(before.chance_of(seat))}"
    if after.score is None or before.score is None:
        return falls(game, seat, before, after)
    side = 1 if seat == 0 else -1
    return otherwise(game, side * before.score, side * after.score, before.distance, after.distance)


def handed(game: Game, seat: int, after: Value) -> str:
    """How it ends after a move that did not win, for the other seat."""
    if after.score == 0:
        return "now it is a draw"
    by = f" by {abs(after.score)}" if game.stakes > 1 and after.score is not None else ""
    return f"{game.seats[1 - seat]} wins{by}{within(after.distance)}"


def lets(game: Game, seat: int, after: Value) -> str:
    """The same where nothing better was proven."""
    return (
        "let it become a draw" if after.score == 0 else f"lets {handed(game, seat, after).replace(' wins', ' win', 1)}"
    )


def otherwise(game: Game, was: int, mine: int, before: int | None, after: int | None) -> str:
    """The same outcome, but sooner, later, or by another margin; nothing where it is the same."""
    verb = "wins" if mine > 0 else "loses"
    if mine != was:
        return f"{verb} by {abs(mine)} instead of {abs(was)}"
    if not mine or before is None or after is None or before == after + 1:
        return ""
    return f"{verb}{within(after + 1)} instead of {before}"


def falls(game: Game, seat: int, before: Value, after: Value) -> str:
    """What the chance falls to, or the points on average where more than one may be won by luck."""
    if before.exact and before.chance_of(seat) == 1 and not counts_points(game):
        return f"let a win{within(before.distance)} slip: its chance is {share(after.chance_of(seat))}"
    return f"its {fall(game, seat, before, after)}"


def fall(game: Game, seat: int, before: Value, after: Value) -> str:
    """From which chance to which the seat falls, or from how many points to how many."""
    was, now = before.chance_of(seat), after.chance_of(seat)
    if counts_points(game):
        return f"points on average fall from {points(game, was)} to {points(game, now)}"
    return f"chance falls from {share(was)} to {share(now)}"


def counts_points(game: Game) -> bool:
    """Whether luck decides over more than one point, so that chances are points on average."""
    return game.stakes > 1 and (has_chance(game) or hides_information(game))


def share(chance: float) -> str:
    """A chance in words."""
    return f"{100 * chance:.0f} %"


def points(game: Game, chance: float) -> str:
    """What is won of the stakes on average."""
    return f"{game.stakes * (2 * chance - 1):+.2f}"


# Before the move is made.


def warning(game: Game, seat: int, before: Value, after: Value) -> str:
    """The sentence to that seat before a move that gives something away: with a better one it has `before`."""
    was, now = certain(before, seat), certain(after, seat)
    if was is not None and now is not None and was > now:
        return f"That throws away a {'win' if was > 0 else 'draw'}: {ending(game, seat, after)}."
    if now is not None and was is None:
        lost = "lets it become a draw" if now == 0 else f"lets {ending(game, seat, after).replace(' wins', ' win', 1)}"
        return f"That {lost}; your chance is {share(before.chance_of(seat))} now."
    if was == 1:
        return f"That lets a win{within(before.distance)} slip: your chance would be {share(after.chance_of(seat))}."
    return f"With that your {fall(game, seat, before, after)}."


def certain(found: Value, seat: int) -> int | None:
    """1 where it is proven that the seat wins, 0 of a draw, -1 where it loses; None where luck or doubt is left."""
    if found.score is not None:
        return sign(found.score if seat == 0 else -found.score)
    return {0.0: -1, 1.0: 1}.get(found.chance_of(seat)) if found.exact else None


def ending(game: Game, seat: int, after: Value) -> str:
    """How it would end then, for the other seat or in a draw."""
    return "it becomes a draw" if after.score == 0 else handed(game, seat, after)
