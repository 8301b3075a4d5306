"""Reasons in words, the same for hint, why, the coach and a review; referee/reviews/reasons.py finds them."""

from games.game import Game
from referee.match.viewpoint import Viewpoint
from referee.reviews.judging import Verdict
from referee.reviews.reasons import OnlyMove, Reasons, Refutation, TheoryReason, Threat, reasons
from referee.solving.outcome_text import full_stop, line_text, plies

LINE = 7  # moves of a line that are told


def onlooker(game: Game) -> Viewpoint:
    """The viewpoint of nobody, from which the players are called by their seats."""
    first, second = game.seats
    return Viewpoint((first, second), (first, second))


def reason_text(game: Game, found: Reasons, view: Viewpoint | None = None) -> str:
    """All that speaks for or against the move, in sentences; maybe none. `game` is the position before it."""
    view = view or onlooker(game)
    return joined(situation_text(game, found, view), pro_sentence(found, view), refutation_sentence(found, view))


def verdict_reasons(game: Game, verdict: Verdict) -> str:
    """Why a move that gave something away was bad, in sentences; empty of other moves, and where nothing is known.

    `game` is the position before it.
    """
    if verdict.better is None or verdict.grade is None or not verdict.grade.bad:
        return ""
    found = reasons(game, verdict.move, verdict.after)
    view = onlooker(game)
    return joined(situation_text(game, found, view), refutation_sentence(found, view))


def better_reasons(game: Game, verdict: Verdict) -> str:
    """What the better move does, in sentences; maybe none. `game` is the position before it."""
    if verdict.better is None:
        return ""
    return pro_sentence(reasons(game, game.parse(verdict.better)), onlooker(game))


def situation_text(game: Game, found: Reasons, view: Viewpoint) -> str:
    """What the position asks for: by theory, or if that says nothing, by the threats; maybe empty."""
    late = found.refutation is not None and found.only is not None and found.only.move == found.move
    return theory_sentence(found, view) or danger_text(game, found.threats, None if late else found.only, view)


def con_text(game: Game, found: Reasons, view: Viewpoint | None = None) -> str:
    """What speaks against the move, without a word of what is better: how it is refuted, and theory."""
    view = view or onlooker(game)
    return joined(refutation_sentence(found, view), theory_sentence(found, view))


def joined(*sentences: str) -> str:
    """The sentences side by side, without those that are empty."""
    return " ".join(filter(None, sentences))


def danger_text(game: Game, threats: tuple[Threat, ...], only: OnlyMove | None, view: Viewpoint | None = None) -> str:
    """What the other seat threatens, and the only move: `O threatens 1; only 1 stops it.`"""
    view, other = view or onlooker(game), 1 - game.turn
    if only is not None and len(threats) == 1 and threats[0].stops == (only.move,):
        return f"{threat_words(view, other, threats)}; only {only.move} stops it."
    said = f"{threat_words(view, other, threats)}." if threats else ""
    return joined(said, only_sentence(view, other, only) if only else "")


def threat_words(view: Viewpoint, other: int, threats: tuple[Threat, ...]) -> str:
    """`O threatens 1 and 4`, or where it wins later `O threatens 4, which wins within 3 plies`."""
    later = f", which wins within {plies(threats[0].plies)}" if threats[0].plies > 1 else ""
    return upper(view.does(other, f"threatens {listed([each.move for each in threats])}{later}"))


def upper(text: str) -> str:
    """The text with a capital letter at its start."""
    return text[:1].upper() + text[1:]


def listed(words: list[str]) -> str:
    """`1`, `1 and 4`, `1, 4 and 7`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def only_sentence(view: Viewpoint, other: int, only: OnlyMove) -> str:
    """`4 is the only move: after any other O wins at once.`"""
    soon = "at once" if only.plies == 1 else f"within {plies(only.plies)}"
    return f"{only.move} is the only move: after any other {view.does(other, 'wins')} {soon}."


def pro_sentence(found: Reasons, view: Viewpoint) -> str:
    """`5 wins at once.` or `After 5 both 2 and 6 win: O cannot stop both.`; maybe empty."""
    if found.wins:
        return f"{found.move} wins at once."
    if not found.then:
        return ""
    other = view.who(1 - found.seat)
    if len(found.then) == 1:
        return f"After {found.move} comes {found.then[0]} and wins: {other} cannot stop it."
    return f"After {found.move} both {' and '.join(found.then)} win: {other} cannot stop both."


def refutation_sentence(found: Reasons, view: Viewpoint) -> str:
    """`5 loses: O answers 3, then both 2 and 4 win.`; empty if the move is not known to lose."""
    if found.refutation is None:
        return ""
    return full_stop(f"{found.move} loses: {view.does(1 - found.seat, f'answers {ending(found.refutation)}')}")


def ending(refuted: Refutation) -> str:
    """The answer and how it wins: `3 and wins`, `3, then both 2 and 4 win`, `3 and wins in 5 plies, as by 3 6`."""
    if refuted.plies == 1:
        return f"{refuted.answer} and wins"
    if len(refuted.then) == 2:  # a double threat
        return f"{refuted.answer}, then both {' and '.join(refuted.then)} win"
    if refuted.then:
        return f"{refuted.answer}, and nothing stops {refuted.then[0]}, which wins"
    line = f", as by {line_text(refuted.line, LINE, refuted.plies)}" if len(refuted.line) > 1 else ""
    return f"{refuted.answer} and wins in {plies(refuted.plies)}{line}"


def theory_sentence(found: Reasons, view: Viewpoint) -> str:
    """`Nim-sum 3; b2 leaves nim-sum 0, and O loses.`; empty if theory says nothing, or the move ends the game."""
    if found.theory is None:
        return ""
    known: TheoryReason = found.theory
    if not known.wins:
        plays = "you play" if found.seat == view.you else "it plays"
        return f"{upper(known.before)}: {view.does(found.seat, 'loses')}, whatever {plays}."
    other = view.does(1 - found.seat, "loses" if known.keeps else "wins")
    return f"{upper(known.before)}; {found.move} leaves {known.after}, and {other}."
