"""What a move gave away, or would, in words: exactly where both positions are proven, as a chance where not."""

from games.capabilities import counts_points
from games.game import Game
from referee.reviews.judging import Verdict, certain, differ
from referee.solving.outcome_text import chance_text, outcome, result, within
from referee.solving.value import Value


def sentence(game: Game, verdict: Verdict) -> str:
    """What the move did, without the name of its seat and without a full stop; empty if nothing is to be said."""
    if verdict.after is None:
        return ""
    if verdict.settled:
        return f"{settles(game, verdict.seat, verdict.after)}; whether another move was better is not known"
    if verdict.rival is None:
        return ""
    if verdict.sooner is not None:
        return hastens(game, verdict.seat, verdict.better or "", verdict.rival, verdict.after)
    return given_away(game, verdict.seat, verdict.rival, verdict.after)


def given_away(game: Game, seat: int, rival: Value, after: Value) -> str:
    """What a move of that seat did that is worth `after`, where another is worth `rival`; may be empty."""
    was, now = certain(rival, seat), certain(after, seat)
    if was is not None and now is not None and was > now:
        return f"threw away {lost(game, seat, was, after, 'now it is a draw')}"
    if rival.score is not None and after.score is not None:
        return otherwise(seat, rival, after)
    if counts_points(game):
        return f"its {fall(game, seat, rival, after)}"
    if now is not None and now <= 0:
        chance = chance_text(rival.chance_of(seat))
        return f"{settles(game, seat, after)}; with another move its chance seemed to be {chance}"
    if was is not None and now is None:
        chance = chance_text(after.chance_of(seat))
        return f"had {result(was)}{within(rival.distance)} for sure; now its chance seems to be {chance}"
    return f"its {fall(game, seat, rival, after)}" if now is None else ""  # by how much it is won is not known


def hastens(game: Game, seat: int, better: str, rival: Value, after: Value) -> str:
    """That a move loses sooner than another: `lets O win in 2 plies for sure; after 5 O does not win so soon, ...`"""
    mine, other = game.seats[seat], game.seats[1 - seat]
    said = f"lets {the_other_win(game, seat, after)} for sure; after {better} {other} does not win so soon"
    return f"{said}, and {mine}'s chance seems to be {chance_text(rival.chance_of(seat))}"


def settles(game: Game, seat: int, after: Value) -> str:
    """That a move has settled what was not known before: `O now wins for sure in 5 plies; before it I was not sure`."""
    if certain(after, seat) == 0:
        return "now it is a draw for sure; before it I was not sure"
    won = the_other_wins(game, seat, after).replace(" wins", " now wins for sure", 1)
    return f"{won}; before it I was not sure"


def warning(game: Game, verdict: Verdict) -> str:
    """The sentence to the seat before it makes the move; empty if nothing is to be said."""
    if verdict.rival is None or verdict.after is None:
        return ""
    if verdict.sooner is not None:
        let, chance = (
            the_other_win(game, verdict.seat, verdict.after),
            chance_text(verdict.rival.chance_of(verdict.seat)),
        )
        return f"That lets {let} for sure; another move does not so soon, and with it your chance seems to be {chance}."
    return would_give_away(game, verdict.seat, verdict.rival, verdict.after)


def would_give_away(game: Game, seat: int, rival: Value, after: Value) -> str:
    """What a move of that seat would give away: with a better one it has `rival`, with this one `after`."""
    was, now = certain(rival, seat), certain(after, seat)
    if was is not None and now is not None and was > now:
        return f"That throws away {lost(game, seat, was, after, 'it becomes a draw')}."
    if not counts_points(game):
        chance = chance_text((after if now is None else rival).chance_of(seat))
        if now is not None and now <= 0:
            let = "it become a draw" if now == 0 else the_other_win(game, seat, after)
            return f"That lets {let} for sure; with another move your chance seems to be {chance}."
        if was is not None and now is None:
            return (
                f"You have {result(was)}{within(rival.distance)} for sure; with that your chance seems to be {chance}."
            )
    return f"With that your {fall(game, seat, rival, after)}."


def lost(game: Game, seat: int, was: int, after: Value, drawn: str) -> str:
    """The win or draw that is lost, and how it ends then: `a win: O wins in 4 plies`."""
    ending = drawn if after.score == 0 else the_other_wins(game, seat, after)
    return f"{result(was)}: {ending}"


def the_other_wins(game: Game, seat: int, after: Value) -> str:
    """How the other seat wins: `O wins by 4 in 8 plies`."""
    won = f"{game.seats[1 - seat]} wins" if after.score is None else outcome(game, after.score)
    return f"{won}{within(after.distance)}"


def the_other_win(game: Game, seat: int, after: Value) -> str:
    """What the other seat is let do: `O win by 4 in 8 plies`."""
    return the_other_wins(game, seat, after).replace(" wins", " win", 1)


def otherwise(seat: int, before: Value, after: Value) -> str:
    """That the outcome comes sooner or later, or by another margin; empty if it is the same."""
    was, mine = before.seen_by(seat).points, after.seen_by(seat).points
    verb = "wins" if mine > 0 else "loses"
    if mine != was:
        return f"{verb} by {abs(mine)} instead of {abs(was)}"
    if not differ(before, after):
        return ""
    return f"{verb}{within((after.distance or 0) + 1)} instead of {before.distance}"


def fall(game: Game, seat: int, before: Value, after: Value) -> str:
    """From which chance to which the seat falls, or from how many points to how many."""
    was, now = before.chance_of(seat), after.chance_of(seat)
    if counts_points(game):
        return f"points on average fall from {points(game, was)} to {points(game, now)}"
    falls = "falls" if before.exact and after.exact else "seems to fall"
    return f"chance {falls} from {chance_text(was)} to {chance_text(now)}"


def points(game: Game, chance: float) -> str:
    """What is won of the stakes on average."""
    return f"{game.stakes * (2 * chance - 1):+.2f}"
