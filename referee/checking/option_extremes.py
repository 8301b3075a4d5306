"""Tries the options of a game at their least and greatest values, within limits of time and size."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from games.base.origins import comes_with_program
from games.base.spec_error import Misfit
from games.laws import positions as position_laws
from games.laws.scene import Scene, is_over
from games.option import Choice, Number, Option, Whole, YesNo, options_of
from referee.checking import laws
from referee.checking.game_fields import field_texts
from referee.checking.instrumented_game import InstrumentedGame, Violation, pick_move
from referee.errors.ownership import user_classes
from referee.errors.timeout import Stopwatch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.checking.laws import Line

GREAT = 40  # a greater value is replaced by it, or by the default if that is greater: huge boards take too long
WORDS = 6  # of a choice that are tried
SECONDS = 0.2  # of a random game with a value
PATIENCE = 2.0  # seconds for it in any case; then the value is left out
LONGEST = 300  # moves of this game
LAWS = (
    laws.the_rules_answer_in_kind, position_laws.a_turn_is_a_seats_or_chances, position_laws.moves_end_with_the_game,
    position_laws.scores_are_within_stakes, position_laws.texts_are_distinct_words, position_laws.parse_inverts_text,
    position_laws.pictures_can_be_drawn, position_laws.cells_lie_on_the_board,
)  # fmt: skip


def check_options(subject: InstrumentedGame, seed: int) -> None:
    """Note values of options that the rules cannot play, and options that change nothing."""
    try:
        options = options_of(subject.kind)
    except Misfit:
        return
    given = dict(getattr(subject.make, "keywords", {}))
    for name, option in options.items():
        values = [value for value in extreme_values(option) if value != given.get(name, option.default)]
        stated = isinstance(option, Choice | YesNo) or getattr(option, "least", None) is not None
        played = [try_value(subject, given, name, value, seed, noted=stated) for value in values]
        if values and not any(played):
            told = f"{name}={option.write(values[-1])}"
            subject.note(
                laws.UNUSED, f"the option {name} changes nothing: with {told} a game begins in the same way", ()
            )


def extreme_values(option: Option) -> list[Any]:
    """Return the least and the greatest value of an option, or its words; one more than the default without limits."""
    if isinstance(option, Choice):
        return [*option.words[:WORDS]]
    if isinstance(option, YesNo):
        return [False, True]
    if not isinstance(option, Whole | Number) or option.required or option.default is None:
        return []
    if option.least is None and option.most is None:
        return [option.default + 1]
    most = None if option.most is None else min(option.most, max(option.default, GREAT))
    return [value for value in dict.fromkeys((option.least, most)) if value is not None]


def try_value(subject: InstrumentedGame, given: dict[str, Any], name: str, value: Any, seed: int, noted: bool) -> bool:
    """Play a game with the value; return whether it begins otherwise than one without it, or cannot be played.

    noted  whether a fault is noted: not if the class does not say which values it takes.
    """
    variant = InstrumentedGame(partial(subject.kind, **(given | {name: value})), subject.seconds)
    with variant.watched((), PATIENCE) as watch:
        try:
            variant.first  # noqa: B018  # a game is made
        except ValueError:  # the value does not fit the other options
            return True
        if begins_alike(variant, subject):
            return False
        for line, sentence in play_with(variant, Random(f"options {seed}")):
            watch.line = line
            if sentence:
                variant.note(laws.OPTIONS, sentence, line)
                break
    faults = [each for law, each in variant.found.items() if law in (laws.OPTIONS, laws.ERRORS)]
    for each in faults[:1] if noted else []:
        sentence = f"with {name}={value} {each.sentence}"
        subject.found.setdefault(laws.OPTIONS, Violation(laws.OPTIONS, sentence, each.line, each.error, variant))
    return True


def begins_alike(variant: InstrumentedGame, subject: InstrumentedGame) -> bool:
    """Return whether both begin with the same fields; False if some fields cannot be read."""
    readable = not any("__slots__" in vars(kind) or comes_with_program(kind) for kind in user_classes(subject.kind))
    return readable and field_texts(variant.first) == field_texts(subject.first)


def play_with(variant: InstrumentedGame, rng: Random) -> Iterator[tuple[Line, str]]:
    """Yield the moves of a random game, and what is wrong after them or ""; not all positions are looked at."""
    game, line, watch = variant.make(), tuple[int, ...](), Stopwatch()
    while len(line) <= LONGEST and not watch.passes(SECONDS):
        yield line, ""
        scene = Scene(game, rng, partial(variant.reach, line))
        yield line, next((sentence for law in LAWS for sentence in law(scene)), "")
        if is_over(game):
            break
        line = (*line, pick_move(game, rng))
        yield line, ""
        game.make(line[-1])
