"""What a review, the coach and a hint say about a move: its reasons, and what it gave away."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from games.capabilities import counts_points
from referee.match.wording import Viewpoint, count_words, join_words, plural, with_article
from referee.reviews.judging import Verdict, certain, differ
from referee.reviews.reasons import OnlyMove, Reasons, Refutation, TheoryReason, Threat, mates, reasons
from referee.reviews.tactics import WORTHS, Tactic
from referee.solving.outcome_text import chance_text, full_stop, line_text, outcome, plies, result, within

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.game import Game
    from referee.reviews.material import Exchange
    from referee.reviews.review import Played
    from referee.solving.value import Value


LINE = 7  # moves of a line that are shown
BETTER = 12  # moves of the line of a better move


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
    found = reasons(game, verdict.move, verdict.after, other=verdict.line)
    view = onlooker(game)
    return joined(situation_text(game, found, view), against(found, view))


def better_found(game: Game, verdict: Verdict) -> Reasons:
    """Return what speaks for the better move of a verdict, beside the move that was made."""
    made = (verdict.text, *verdict.after.line) if verdict.after and verdict.after.line else ()
    found = reasons(game, game.parse(verdict.better or ""), line=verdict.line, other=made)
    proven = verdict.rival is not None and certain(verdict.rival, verdict.seat) == 1
    plies = verdict.better_distance
    mating = proven and plies == len(verdict.line) and mates(game, verdict.line)
    return replace(found, mate=(len(verdict.line) + 1) // 2) if mating else found


def better_line(verdict: Verdict) -> str:
    """Return the better move and the line after it; "" if there is none."""
    distance = verdict.better_distance
    if len(verdict.line) < 2:
        return f"{verdict.better}." if verdict.better else ""
    return full_stop(f"{verdict.better}, then {line_text(verdict.line[1:], BETTER - 1, distance and distance - 1)}")


def situation_text(game: Game, found: Reasons, view: Viewpoint) -> str:
    """Say what the position asks for: by theory, otherwise by the threats; maybe ""."""
    late = found.refutation is not None and found.only is not None and found.only.move == found.move
    return theory_sentence(found, view) or danger_text(game, found.threats, None if late else found.only, view)


def con_text(game: Game, found: Reasons, view: Viewpoint | None = None) -> str:
    """Say what speaks against the move, without what is better: how it is refuted, and theory."""
    view = view or onlooker(game)
    return joined(against(found, view), theory_sentence(found, view))


def against(found: Reasons, view: Viewpoint) -> str:
    """Say how the move is refuted, otherwise what it costs; maybe ""."""
    return refutation_sentence(found, view) or cost_sentence(found, view)


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
    """Return `5 wins at once.`, `After 5 both 2 and 6 win: O cannot stop both.` or what the move wins; maybe ""."""
    if found.wins and not found.mate:
        return f"{found.move} wins at once."
    if found.mate or not found.then:
        return gain_sentence(found)
    other = view.who(1 - found.seat)
    if len(found.then) == 1:
        return f"After {found.move} comes {found.then[0]} and wins: {other} cannot stop it."
    return f"After {found.move} both {' and '.join(found.then)} win: {other} cannot stop both."


def refutation_sentence(found: Reasons, view: Viewpoint) -> str:
    """Return `5 loses: O answers 3, then both 2 and 4 win.`; "" if the move is not known to lose."""
    if found.refutation is None:
        return ""
    if found.refutation.mates:
        line = line_text(found.refutation.line, LINE)
        return full_stop(f"{found.move} allows mate in {(found.refutation.plies + 1) // 2}: {line}")
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


def cost_sentence(found: Reasons, view: Viewpoint) -> str:
    """Return `Bg5 hangs the bishop: Nxg5.` or what else the move costs; maybe ""."""
    cost = found.exchange
    if found.corner not in ("", found.move):
        return f"{found.move} gives up a corner: {found.corner}."
    if cost is None or cost.seat != found.seat:
        return ""
    line = line_text(cost.line[1:])
    if cost.crowned:
        return f"{found.move} lets {view.who(1 - found.seat)} get {with_article(cost.crowned)}: {line}."
    if cost.enclosed and len(cost.line) == 2:
        taken = "it" if len(cost.lost) == 1 else "them"
        return f"{found.move} leaves {counted(cost.lost, with_article)} in atari: {line} takes {taken}."
    if deed := tactic_words(cost.tactic):
        line = f"{cost.line[1]} {deed}, then {line_text(cost.line[2:])}"
    return f"{found.move} {'hangs' if cost.at_once else 'loses'} {trade(cost)}: {line}."


def gain_sentence(found: Reasons) -> str:
    """Return `Nxe5 takes the knight.`, `Nxe5 wins the knight: dxe5 Qxd8.` or `Nc3 keeps the knight.`; maybe ""."""
    deed, line = gain_words(found)
    return f"{found.move} {deed}{f': {line}' if line else ''}." if deed else ""


def gain_words(found: Reasons) -> tuple[str, str]:
    """Return what the move gains, and the line that shows it: `wins the knight`, `dxe5 Qxd8`; each may be empty."""
    gain = found.exchange
    if found.mate:
        return f"mates in {found.mate}", ""
    if found.corner == found.move:
        return "takes a corner", ""
    if gain is None or gain.seat == found.seat:
        kept = Counter(found.keeps)
        pieces = join_words([f"the {word if count == 1 else plural(word)}" for word, count in kept.items()])
        return f"keeps {pieces}" if pieces else "", ""
    if len(gain.line) == 1:
        return f"gets {with_article(gain.crowned)}" if gain.crowned else f"takes {trade(gain)}", ""
    deed = f"{words} and " if (words := tactic_words(gain.tactic)) else ""
    return f"{deed}wins {trade(gain) or with_article(gain.crowned)}", line_text(gain.line[1:])


def tactic_words(found: Tactic) -> str:
    """Return `forks the king and the rook` or `pins the knight`; maybe ""."""
    if found.forked:
        return f"forks {join_words([f'the {word}' for word in found.forked])}"
    return f"pins the {found.pinned}" if found.pinned else ""


def trade(found: Exchange) -> str:
    """Return what is lost, and for what: `the queen`, `2 pawns`, `the rook and a pawn for a bishop`."""
    if found.won:
        return f"{counted(found.lost, the)} for {counted(found.won, with_article)}"
    return counted(found.most_valuable, the)


def counted(words: Sequence[str], one: Callable[[str], str]) -> str:
    """Return pieces in a row, `one` giving the words for a single one: `the rook and 2 pawns`."""
    return join_words([one(word) if count == 1 else count_words(count, word) for word, count in Counter(words).items()])


def the(word: str) -> str:
    """Return `the queen` for a piece that is worth a name, and `a pawn` or `a man` for one of many."""
    return f"the {word}" if WORTHS.get(word, 1) > 1 else with_article(word)


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
        return f"{settles(game, seat, after)}; with another move its chance was about {chance}"
    if was is not None and now is None:
        chance = chance_text(after.chance_of(seat))
        return f"had {forced(was)}{within(rival.distance)}; now about {chance}"
    return f"its {fall(game, seat, rival, after)}" if now is None else ""  # the margin of the win is not known


def hastens(game: Game, seat: int, better: str, rival: Value, after: Value) -> str:
    """Say that a move loses sooner than another: `lets O force a win in 2 plies; after 5 O does not win so soon`."""
    mine, other = game.seats[seat], game.seats[1 - seat]
    said = f"lets {other_forces(game, seat, after)}; after {better} {other} does not win so soon"
    return f"{said}, and {mine}'s chance is about {chance_text(rival.chance_of(seat))}"


def settles(game: Game, seat: int, after: Value) -> str:
    """Say that a move settled the result: `now O has a forced win in 5 plies`."""
    if certain(after, seat) == 0:
        return "now it is a forced draw"
    return f"now {the_other_wins(game, seat, after)}".replace(" wins", " has a forced win", 1)


def warning(game: Game, verdict: Verdict) -> str:
    """Return the warning for the seat before it moves; "" if there is nothing to say."""
    if verdict.rival is None or verdict.after is None:
        return ""
    if verdict.sooner is not None:
        let, chance = (
            other_forces(game, verdict.seat, verdict.after),
            chance_text(verdict.rival.chance_of(verdict.seat)),
        )
        return f"That lets {let}; another move does not so soon, and with it your chance is about {chance}."
    return would_give_away(game, verdict.seat, verdict.rival, verdict.after)


def would_give_away(game: Game, seat: int, rival: Value, after: Value) -> str:
    """Say what a move worth `after` would give away, if a better one is worth `rival`."""
    was, now = certain(rival, seat), certain(after, seat)
    if was is not None and now is not None and was > now:
        return f"That throws away {lost(game, seat, was, after, 'it becomes a draw')}."
    if not counts_points(game):
        chance = chance_text((after if now is None else rival).chance_of(seat))
        if now is not None and now <= 0:
            done = "makes it a forced draw" if now == 0 else f"lets {other_forces(game, seat, after)}"
            return f"That {done}; with another move your chance is about {chance}."
        if was is not None and now is None:
            return f"You have {forced(was)}{within(rival.distance)}; after that only about {chance}."
    return f"With that your {fall(game, seat, rival, after)}."


def lost(game: Game, seat: int, was: int, after: Value, drawn: str) -> str:
    """Return the win or draw that is lost, and how the game ends then: `a win: O wins in 4 plies`."""
    ending = drawn if after.score == 0 else the_other_wins(game, seat, after)
    return f"{result(was)}: {ending}"


def the_other_wins(game: Game, seat: int, after: Value) -> str:
    """Return how the other seat wins: `O wins by 4 in 8 plies`."""
    won = f"{game.seats[1 - seat]} wins" if after.score is None else outcome(game, after.score)
    return f"{won}{within(after.distance)}"


def other_forces(game: Game, seat: int, after: Value) -> str:
    """Return what the other seat can do: `O force a win by 4 in 8 plies`."""
    return the_other_wins(game, seat, after).replace(" wins", " force a win", 1)


def forced(was: int) -> str:
    """Return what the seat was sure of: `a forced win`."""
    return result(was).replace("a ", "a forced ", 1)


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
    def better_found(self) -> Reasons | None:
        verdict = self.verdict
        return better_found(self.game, verdict) if verdict and verdict.better else None

    @property
    def better_reasons(self) -> str:
        """What the better move does, if known."""
        return pro_sentence(self.better_found, onlooker(self.game)) if self.better_found else ""

    @property
    def better(self) -> str:
        """What was better, what it does, and its line: `Better was Nc3, which keeps the knight: Nf6 d4.`."""
        verdict, found = self.verdict, self.better_found
        if not verdict or not found:
            return ""
        deed, line = gain_words(found)
        if not deed:
            return joined(f"Better: {better_line(verdict)}", self.better_reasons)
        line = line or line_text(verdict.line[1:], BETTER - 1)
        return full_stop(f"Better was {found.move}, which {deed}{line and f': {line}'}")
