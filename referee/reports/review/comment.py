"""What a review, the coach and a hint say about a move: its reasons, and what it gave away."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from games.capabilities import counts_points
from referee.match.wording import Viewpoint, join_words
from referee.reviews.judging import Verdict, certain, differ
from referee.reviews.reasons import OnlyMove, Reasons, Refutation, TheoryReason, Threat, reasons
from referee.solving.outcome_text import chance_text, full_stop, line_text, outcome, plies, result, within

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.game import Game
    from referee.reviews.review import Played
    from referee.solving.value import Value


LINE = 7  # moves of a line that are shown


def onlooker(game: Game) -> Viewpoint:
    """Return the viewpoint of an onlooker, who calls the players by their seats."""
    first, second = game.seats
    return Viewpoint((first, second), (first, second))


def reason_text(game: Game, found: Reasons, view: Viewpoint | None = None) -> str:
    """Return all that speaks for or against the move, in sentences; `game` is the position before it."""
    view = view or onlooker(game)
    return joined(situation_text(game, found, view), pro_sentence(found, view), refutation_sentence(found, view))


def verdict_reasons(game: Game, verdict: Verdict) -> str:
    """Say why a move that gave something away was bad; "" for other moves, and if nothing is known."""
    if verdict.better is None or verdict.grade is None or not verdict.grade.bad:
        return ""
    found = reasons(game, verdict.move, verdict.after)
    view = onlooker(game)
    return joined(situation_text(game, found, view), refutation_sentence(found, view))


def better_reasons(game: Game, verdict: Verdict) -> str:
    """Say what the better move does, if known."""
    if verdict.better is None:
        return ""
    return pro_sentence(reasons(game, game.parse(verdict.better)), onlooker(game))


def situation_text(game: Game, found: Reasons, view: Viewpoint) -> str:
    """Say what the position asks for: by theory, otherwise by the threats; maybe ""."""
    late = found.refutation is not None and found.only is not None and found.only.move == found.move
    return theory_sentence(found, view) or danger_text(game, found.threats, None if late else found.only, view)


def con_text(game: Game, found: Reasons, view: Viewpoint | None = None) -> str:
    """Say what speaks against the move, without what is better: how it is refuted, and theory."""
    view = view or onlooker(game)
    return joined(refutation_sentence(found, view), theory_sentence(found, view))


def joined(*sentences: str) -> str:
    """Return the sentences side by side, without empty ones."""
    return " ".join(filter(None, sentences))


def danger_text(game: Game, threats: tuple[Threat, ...], only: OnlyMove | None, view: Viewpoint | None = None) -> str:
    """Say what the other seat threatens, and the only move: `O threatens 1; only 1 stops it.`."""
    view, other = view or onlooker(game), 1 - game.turn
    if only is not None and len(threats) == 1 and threats[0].stops == (only.move,):
        return f"{threat_words(view, other, threats)}; only {only.move} stops it."
    said = f"{threat_words(view, other, threats)}." if threats else ""
    return joined(said, only_sentence(view, other, only) if only else "")


def threat_words(view: Viewpoint, other: int, threats: tuple[Threat, ...]) -> str:
    """Return `O threatens 1 and 4`, or for a later win `O threatens 4, which wins within 3 plies`."""
    later = f", which wins within {plies(threats[0].plies)}" if threats[0].plies > 1 else ""
    return upper(view.does(other, f"threatens {join_words([each.move for each in threats])}{later}"))


def upper(text: str) -> str:
    """Return the text with a capital letter at its start."""
    return text[:1].upper() + text[1:]


def only_sentence(view: Viewpoint, other: int, only: OnlyMove) -> str:
    """Return `4 is the only move: after any other O wins at once.`."""
    soon = "at once" if only.plies == 1 else f"within {plies(only.plies)}"
    return f"{only.move} is the only move: after any other {view.does(other, 'wins')} {soon}."


def pro_sentence(found: Reasons, view: Viewpoint) -> str:
    """Return `5 wins at once.` or `After 5 both 2 and 6 win: O cannot stop both.`; maybe ""."""
    if found.wins:
        return f"{found.move} wins at once."
    if not found.then:
        return ""
    other = view.who(1 - found.seat)
    if len(found.then) == 1:
        return f"After {found.move} comes {found.then[0]} and wins: {other} cannot stop it."
    return f"After {found.move} both {' and '.join(found.then)} win: {other} cannot stop both."


def refutation_sentence(found: Reasons, view: Viewpoint) -> str:
    """Return `5 loses: O answers 3, then both 2 and 4 win.`; "" if the move is not known to lose."""
    if found.refutation is None:
        return ""
    return full_stop(f"{found.move} loses: {view.does(1 - found.seat, f'answers {ending(found.refutation)}')}")


def ending(refuted: Refutation) -> str:
    """Return the answer and how it wins: `3 and wins`, `3, then both 2 and 4 win`, `3 and wins in 5 plies, as by 3`."""
    if refuted.plies == 1:
        return f"{refuted.answer} and wins"
    if len(refuted.then) == 2:  # a double threat
        return f"{refuted.answer}, then both {' and '.join(refuted.then)} win"
    if refuted.then:
        return f"{refuted.answer}, and nothing stops {refuted.then[0]}, which wins"
    line = f", as by {line_text(refuted.line, LINE, refuted.plies)}" if len(refuted.line) > 1 else ""
    return f"{refuted.answer} and wins in {plies(refuted.plies)}{line}"


def theory_sentence(found: Reasons, view: Viewpoint) -> str:
    """Return `Nim-sum 3; b2 leaves nim-sum 0, and O loses.`; "" if theory says nothing."""
    if found.theory is None:
        return ""
    known: TheoryReason = found.theory
    if not known.wins:
        plays = "you play" if found.seat == view.you else "it plays"
        return f"{upper(known.before)}: {view.does(found.seat, 'loses')}, whatever {plays}."
    other = view.does(1 - found.seat, "loses" if known.keeps else "wins")
    return f"{upper(known.before)}; {found.move} leaves {known.after}, and {other}."


def sentence(game: Game, verdict: Verdict) -> str:
    """Say what the move did, without its seat and a full stop; "" if there is nothing to say."""
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
    """Say what a move worth `after` did, if another is worth `rival`; maybe ""."""
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
    return f"its {fall(game, seat, rival, after)}" if now is None else ""  # the margin of the win is not known


def hastens(game: Game, seat: int, better: str, rival: Value, after: Value) -> str:
    """Say that a move loses sooner than another: `lets O win in 2 plies for sure; after 5 O does not win so soon`."""
    mine, other = game.seats[seat], game.seats[1 - seat]
    said = f"lets {the_other_win(game, seat, after)} for sure; after {better} {other} does not win so soon"
    return f"{said}, and {mine}'s chance seems to be {chance_text(rival.chance_of(seat))}"


def settles(game: Game, seat: int, after: Value) -> str:
    """Say that a move settled the result: `O now wins for sure in 5 plies; before it I was not sure`."""
    if certain(after, seat) == 0:
        return "now it is a draw for sure; before it I was not sure"
    won = the_other_wins(game, seat, after).replace(" wins", " now wins for sure", 1)
    return f"{won}; before it I was not sure"


def warning(game: Game, verdict: Verdict) -> str:
    """Return the warning for the seat before it moves; "" if there is nothing to say."""
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
    """Say what a move worth `after` would give away, if a better one is worth `rival`."""
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
    """Return the win or draw that is lost, and how the game ends then: `a win: O wins in 4 plies`."""
    ending = drawn if after.score == 0 else the_other_wins(game, seat, after)
    return f"{result(was)}: {ending}"


def the_other_wins(game: Game, seat: int, after: Value) -> str:
    """Return how the other seat wins: `O wins by 4 in 8 plies`."""
    won = f"{game.seats[1 - seat]} wins" if after.score is None else outcome(game, after.score)
    return f"{won}{within(after.distance)}"


def the_other_win(game: Game, seat: int, after: Value) -> str:
    """Return the infinitive of that: `O win by 4 in 8 plies`."""
    return the_other_wins(game, seat, after).replace(" wins", " win", 1)


def otherwise(seat: int, before: Value, after: Value) -> str:
    """Say that the game ends sooner or later, or by another margin; "" if it is the same."""
    was, mine = before.seen_by(seat).points, after.seen_by(seat).points
    verb = "wins" if mine > 0 else "loses"
    if mine != was:
        return f"{verb} by {abs(mine)} instead of {abs(was)}"
    if not differ(before, after):
        return ""
    return f"{verb}{within((after.distance or 0) + 1)} instead of {before.distance}"


def fall(game: Game, seat: int, before: Value, after: Value) -> str:
    """Return the change of the seat's chance, or of its points."""
    was, now = before.chance_of(seat), after.chance_of(seat)
    if counts_points(game):
        return f"points on average fall from {points(game, was)} to {points(game, now)}"
    falls = "falls" if before.exact and after.exact else "seems to fall"
    return f"chance {falls} from {chance_text(was)} to {chance_text(now)}"


def points(game: Game, chance: float) -> str:
    """Return the mean of the points won."""
    return f"{game.stakes * (2 * chance - 1):+.2f}"


class Comment:
    """The words about a `played` move of a match; each may be empty.

    positions  before each move, and the last one.
    """

    def __init__(self, played: Played, positions: Sequence[Game]):
        self.game = positions[played.number - 1]  # words and reasons are about the position before the move
        self.verdict = played.verdict

    @cached_property
    def words(self) -> str:
        """What the move did, without its seat and a full stop."""
        return sentence(self.game, self.verdict) if self.verdict else ""

    @property
    def sentence(self) -> str:
        return f"{self.words[0].upper()}{self.words[1:]}." if self.words else ""

    @cached_property
    def reasons(self) -> str:
        """Why the move was bad."""
        return verdict_reasons(self.game, self.verdict) if self.verdict else ""

    @cached_property
    def better_reasons(self) -> str:
        return better_reasons(self.game, self.verdict) if self.verdict else ""
