"""A function that says who is ahead, checked: on positions of one game, or of every game that it can judge."""

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
from referee.checking import evaluation_laws as laws
from referee.checking.evaluation_sign import HALF, MOVER, find_wrong_sign
from referee.checking.finding import Finding, Report
from referee.checking.game import draw_line_end, has_user_traceback, shorten_traceback
from referee.checking.instrumented_game import InstrumentedGame, Violation
from referee.checking.positions import play_random_game
from referee.drawing.glyphs import ASCII, Signs
from referee.errors.attribution import format_traceback

if TYPE_CHECKING:
    from collections.abc import Iterable

    from players.evaluation import Evaluation
    from referee.checking.laws import Line

RANDOM = 20  # games that positions are taken from
MOST = 30  # positions of each
SIGNED = 3  # games that show for which seat it counts


class EvaluationExaminer:
    """What is found out about an evaluation.

    found    what does not hold, by the name of the law, and in which game.
    refused  why it cannot judge a game, by its spec;  values  what it returned, by the specs of those that it judged.
    """

    def __init__(self, function: Evaluation, seed: int):
        self.function, self.seed = function, seed
        self.found: dict[str, tuple[str, InstrumentedGame, Violation]] = {}
        self.refused: dict[str, tuple[InstrumentedGame, Violation]] = {}
        self.values: dict[str, list[int]] = {}

    def judge(self, spec: str) -> None:
        """Let it judge positions of that game; one whose first position it cannot judge it is not made for."""
        kind, given = games.CATALOGUE.read(spec)
        subject = InstrumentedGame(partial(kind, **given))
        lines = self.lines(subject)
        self.value(subject, lines[0])
        if broken := subject.found.get(laws.ERRORS):
            self.refused[spec] = subject, broken
            return
        values = [self.value(subject, line) for line in lines]
        self.values[spec] = [value for value in values if value is not None]
        if not subject.found and len(set(values)) > 1 and len(self.values) <= SIGNED:
            whose, shown = find_wrong_sign(subject, self.function, self.seed)
            if whose:
                subject.note(laws.SIGN if whose == MOVER else laws.TURNED, shown, ())
        again = [self.value(subject, line) for line in reversed(lines)]
        for line, one, other in zip(lines, values, reversed(again), strict=True):
            if None not in (one, other) and one != other:
                subject.note(laws.STEADY, f"it says {one}, and {other} when it is asked again", line)
        for law, broken in subject.found.items():
            self.found.setdefault(law, (spec, subject, broken))

    def lines(self, subject: InstrumentedGame) -> list[Line]:
        """The moves to the positions that it is asked about: a seat is to move there."""
        rng = Random(f"evaluation {self.seed}")
        found: dict[Line, None] = {}
        for _ in range(RANDOM):
            line, seats = play_random_game(subject.first, rng)
            places = [place for place, seat in enumerate(seats) if seat != CHANCE]
            found |= dict.fromkeys(line[:place] for place in rng.sample(places, min(MOST, len(places))))
        return sorted(found, key=len)

    def value(self, subject: InstrumentedGame, line: Line) -> int | None:
        """What it says of the position after those moves; None if that is not a whole number. Faults are noted."""
        found: int | None = None
        with subject.watched(line):
            game = subject.reach(line)
            before = observe(game), key_of(game)
            answer: object = self.function(game)
            if (observe(game), key_of(game)) != before:
                subject.note(laws.KEEPS, "it changes the game that it is given", line)
            try:
                found = require_int(answer, self.function)
            except (TypeError, ValueError) as error:
                subject.note(laws.WHOLE, str(error), line)
            if isinstance(answer, bool):
                subject.note(laws.WHOLE, f"it returns {answer}, but must return a whole number", line)
            elif found is not None and abs(found) > HALF:
                subject.note(laws.SIZE, f"it returns {found:,}, which is beyond {HALF:,}", line)
        return found


def check_evaluation(spec: str, specs: Iterable[str], seed: int = 0, signs: Signs = ASCII) -> Report:
    """What is wrong with the evaluation of that spec, on those games: those are left out that it cannot judge.

    Raises SpecError for a spec that names no function of a game.
    """
    judge = EvaluationExaminer(load_evaluation(spec), seed)
    for each in specs:
        judge.judge(each)
    if not judge.values:  # then it is an error in it, and not the game
        game, (subject, broken) = next(iter(judge.refused.items()))
        judge.found[laws.ERRORS] = game, subject, broken
    elif all(len(set(values)) == 1 for values in judge.values.values()) and not judge.found:
        game, values = next(iter(judge.values.items()))
        nothing = Violation(laws.VARIES, f"it says {values[0]} of every position", ())
        judge.found[laws.VARIES] = game, InstrumentedGame(partial(games.load, game)), nothing
    return make_report(judge, spec, signs)


def make_report(judge: EvaluationExaminer, spec: str, signs: Signs) -> Report:
    """The report of what was found."""
    findings = [make_finding(judge, law, signs) for law in laws.ORDER if law in judge.found]
    findings.sort(key=lambda finding: finding.hint)
    count = sum(map(len, judge.values.values()))
    left = f"it cannot judge {', '.join(judge.refused)}" if judge.refused and judge.values else ""
    seen = f"{count:,} position{'s' * (count != 1)} of {', '.join(judge.values) or 'no game'}"
    return Report("evaluation", spec, seen, laws.GROUPS, tuple(findings), (left,) if left else ())


def make_finding(judge: EvaluationExaminer, law: str, signs: Signs) -> Finding:
    """The finding about a law that does not hold."""
    game, subject, broken = judge.found[law]
    played_to = law not in (laws.SIGN, laws.TURNED, laws.VARIES)
    sentence = broken.sentence.replace("the rules print", "it prints")
    if law == laws.DICE:
        sentence = "it draws from the module random, or seeds it"
    looked = laws.COMPARED if sentence.startswith(("it returns True", "it returns False")) else laws.LOOKS[law]
    return Finding(
        law=law,
        sentence=sentence,
        moves=subject.texts(broken.line) if played_to else None,
        game=game,
        drawing=draw_line_end(subject, broken.line, signs) if played_to else "",
        look=f"{locate_function(judge.function)}: {looked}",
        trace=shorten_traceback(format_traceback(broken.error))
        if broken.error and has_user_traceback(broken.error)
        else "",
        follows=laws.DICE if law == laws.STEADY and laws.DICE in judge.found else "",
        hint=law in laws.HINTS,
    )


def locate_function(function: Evaluation) -> str:
    """The function, its line and its file."""
    code = inspect.unwrap(function).__code__
    return f"{code.co_name}, line {code.co_firstlineno} of {PurePath(code.co_filename).name}"
