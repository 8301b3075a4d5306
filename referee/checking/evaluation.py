"""Checks an evaluation function on positions of one game, or of every game that it can judge."""

from __future__ import annotations

import inspect
from functools import partial
from pathlib import PurePath
from random import Random
from typing import TYPE_CHECKING

import games
from games.game import CHANCE
from games.laws.scene import key_of, observe
from players.evaluation import load_evaluation, require_int
from referee.checking.evaluation_sign import HALF, MOVER, find_wrong_sign
from referee.checking.game import draw_line_end, user_traceback
from referee.checking.instrumented_game import InstrumentedGame, Violation
from referee.checking.laws import DICE, ERRORS, SILENT, STUCK
from referee.checking.positions import play_random_game
from referee.checking.report import Finding, Report
from referee.drawing.glyphs import ASCII, Signs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from players.evaluation import Evaluation
    from referee.checking.laws import Line


WHOLE = "it_returns_whole_numbers"
STEADY = "the_same_position_is_worth_the_same"
KEEPS = "it_leaves_the_game_as_it_is"
SIZE = "it_stays_where_searches_tell_apart"
SIGN = "it_counts_for_seat_0"
TURNED = "it_goes_with_the_score"
VARIES = "it_tells_positions_apart"

GROUPS: dict[str, tuple[str, ...]] = {
    "whole numbers": (WHOLE, SIZE),
    "no errors": (ERRORS, STUCK),
    "a quiet function": (SILENT, DICE),
    "the game is left as it is": (KEEPS,),
    "the same position, the same number": (STEADY,),
    "for seat 0": (SIGN, TURNED, VARIES),
}
ORDER = (ERRORS, STUCK, WHOLE, KEEPS, DICE, STEADY, SIGN, TURNED, SIZE, VARIES, SILENT)
HINTS = (TURNED, SIZE, VARIES, SILENT)
COMPARED = "a comparison is True or False: return a number, 1 if it is so, else 0"
LOOKS: dict[str, str] = {
    ERRORS: "the traceback: its last line names the error, the line above it the place",
    STUCK: "the traceback, which shows where it was: in an endless loop, or at much work",
    SILENT: "the print: a search calls the function thousands of times for a move",
    DICE: "the same position must be worth the same: no random numbers",
    WHOLE: "round(100 * value) makes a whole number that searches compare exactly",
    STEADY: "it may use only the game that it is given: no clock, no counter, nothing global",
    KEEPS: "work on twin = game.copy(): the search goes on with the game that it has handed out",
    SIGN: "return the number for seat 0, whoever is to move: if game.turn == 1, its negative",
    TURNED: "more is better for seat 0; if that is what you meant, all is well",
    SIZE: "use a smaller scale: beyond 524,287 either way all count alike, as a win or a loss that is not proven",
    VARIES: "what it looks at: a search plays blindly if all positions are worth the same",
}


RANDOM = 20  # random games from which positions are taken
MOST = 30  # positions of each
SIGNED = 3  # games used to find the seat that it counts for


class EvaluationExaminer:
    """Collects what is wrong with an evaluation.

    found    by law: the spec of the game, the game, and the violation.
    refused  games that it cannot judge, by spec;  values  its results, by the specs of the other games.
    """

    def __init__(self, function: Evaluation, seed: int):
        self.function, self.seed = function, seed
        self.found: dict[str, tuple[str, InstrumentedGame, Violation]] = {}
        self.refused: dict[str, tuple[InstrumentedGame, Violation]] = {}
        self.values: dict[str, list[int]] = {}

    def judge(self, spec: str) -> None:
        """Evaluate positions of the game `spec`. An evaluation that fails at the first one is made for other games."""
        kind, given = games.CATALOGUE.read(spec)
        subject = InstrumentedGame(partial(kind, **given))
        lines = self.lines(subject)
        self.value(subject, lines[0])
        if broken := subject.found.get(ERRORS):
            self.refused[spec] = subject, broken
            return
        values = [self.value(subject, line) for line in lines]
        self.values[spec] = [value for value in values if value is not None]
        if not subject.found and len(set(values)) > 1 and len(self.values) <= SIGNED:
            whose, shown = find_wrong_sign(subject, self.function, self.seed)
            if whose:
                subject.note(SIGN if whose == MOVER else TURNED, shown, ())
        again = [self.value(subject, line) for line in reversed(lines)]
        for line, one, other in zip(lines, values, reversed(again), strict=True):
            if None not in (one, other) and one != other:
                subject.note(STEADY, f"it says {one}, and {other} when it is asked again", line)
        for law, broken in subject.found.items():
            self.found.setdefault(law, (spec, subject, broken))

    def lines(self, subject: InstrumentedGame) -> list[Line]:
        """Return the moves to positions for it to judge; a seat is to move in each."""
        rng = Random(f"evaluation {self.seed}")
        found: dict[Line, None] = {}
        for _ in range(RANDOM):
            line, seats, _ = play_random_game(subject.first, rng)
            places = [place for place, seat in enumerate(seats) if seat != CHANCE]
            found |= dict.fromkeys(line[:place] for place in rng.sample(places, min(MOST, len(places))))
        return sorted(found, key=len)

    def value(self, subject: InstrumentedGame, line: Line) -> int | None:
        """Return its value of the position after `line`; None unless it is a whole number. Notes faults."""
        found: int | None = None
        with subject.watched(line):
            game = subject.reach(line)
            before = observe(game), key_of(game)
            answer: object = self.function(game)
            if (observe(game), key_of(game)) != before:
                subject.note(KEEPS, "it changes the game that it is given", line)
            try:
                found = require_int(answer, self.function)
            except (TypeError, ValueError) as error:
                subject.note(WHOLE, str(error), line)
            if isinstance(answer, bool):
                subject.note(WHOLE, f"it returns {answer}, but must return a whole number", line)
            elif found is not None and abs(found) > HALF:
                subject.note(SIZE, f"it returns {found:,}, which is beyond {HALF:,}", line)
        return found


def check_evaluation(spec: str, specs: Iterable[str], seed: int = 0, signs: Signs = ASCII) -> Report:
    """Return the report of the evaluation `spec` on those games of `specs` that it can judge.

    Raises SpecError if `spec` names no function of a game.
    """
    judge = EvaluationExaminer(load_evaluation(spec), seed)
    for each in specs:
        judge.judge(each)
    if not judge.values:  # it can judge no game: its own fault
        game, (subject, broken) = next(iter(judge.refused.items()))
        judge.found[ERRORS] = game, subject, broken
    elif all(len(set(values)) == 1 for values in judge.values.values()) and not judge.found:
        game, values = next(iter(judge.values.items()))
        nothing = Violation(VARIES, f"it says {values[0]} of every position", ())
        judge.found[VARIES] = game, InstrumentedGame(partial(games.load, game)), nothing
    return make_report(judge, spec, signs)


def make_report(judge: EvaluationExaminer, spec: str, signs: Signs) -> Report:
    """Return the report of the findings of `judge`."""
    findings = [make_finding(judge, law, signs) for law in ORDER if law in judge.found]
    findings.sort(key=lambda finding: finding.hint)
    count = sum(map(len, judge.values.values()))
    left = [f"it cannot judge {', '.join(judge.refused)}"] if judge.refused and judge.values else []
    seen = f"{count:,} position{'s' * (count != 1)} of {', '.join(judge.values) or 'no game'}"
    return Report("evaluation", spec, seen, GROUPS, tuple(findings), tuple(left))


def make_finding(judge: EvaluationExaminer, law: str, signs: Signs) -> Finding:
    """Return the finding about a broken law."""
    game, subject, broken = judge.found[law]
    code = inspect.unwrap(judge.function).__code__
    played_to = law not in (SIGN, TURNED, VARIES)
    sentence = broken.sentence.replace("the rules print", "it prints")
    if law == DICE:
        sentence = "it draws from the module random, or seeds it"
    looked = COMPARED if sentence.startswith(("it returns True", "it returns False")) else LOOKS[law]
    return Finding(
        law=law,
        sentence=sentence,
        moves=subject.texts(broken.line) if played_to else None,
        game=game,
        drawing=draw_line_end(subject, broken.line, signs) if played_to else "",
        look=f"{code.co_name}, line {code.co_firstlineno} of {PurePath(code.co_filename).name}: {looked}",
        trace=user_traceback(broken.error),
        follows=DICE if law == STEADY and DICE in judge.found else "",
        hint=law in HINTS,
    )
