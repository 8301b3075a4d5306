"""Advice where a law does not hold: which method, which line of the file and which field to look at, where known."""

from __future__ import annotations

import re
from contextlib import suppress
from cProfile import Profile
from itertools import permutations
from pathlib import PurePath
from random import Random
from typing import TYPE_CHECKING, Any

from games.laws.scene import is_over, observe
from referee.checking import game_fields, laws
from referee.checking.method_advice import CALLED, SECRETS, WHAT
from referee.checking.other_hashes import LOOKED_FIRST
from referee.checking.player_laws import HASHES
from referee.errors.attribution import DEEP
from referee.errors.timeout import CodeTimeout, limit_time
from referee.errors.user_code import find_member, find_raising_line, is_system_file, locate_method

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games.game import Game
    from referee.checking.instrumented_game import InstrumentedGame, Violation
    from referee.checking.laws import Line

SOME = 6  # moves of a position that are tried


def advise(subject: InstrumentedGame, broken: Violation) -> str:
    """What to look at, in a sentence or two."""
    names, what = WHAT.get(broken.law, ((), ""))
    if special := SPECIAL.get(broken.law):
        try:
            found = special(subject, broken)
        except Exception:  # noqa: BLE001  # rules that are broken
            found = ""  # what is said of all games will do
        if found:
            return found
    where = locate_method(subject.kind, *names) if names else ""
    return f"{where}: {what}" if where else what


def advise_on_start(subject: InstrumentedGame, broken: Violation) -> str:
    """Advice where a new game is over already or has no moves."""
    if broken.error:
        return WHAT[laws.ERRORS][1]
    if hidden := re.match(r"the field (\w+) hides", broken.sentence):
        where = locate_method(subject.kind, "__init__", field=hidden[1])
        return f"{where}: give the field another name, as in self.{hidden[1]}_"
    if "over already" in broken.sentence:
        return f"{locate_method(subject.kind, 'score')}: score() returns None as long as the game goes on"
    return f"{locate_method(subject.kind, 'moves')}: moves() lists what whoever has the turn may do"


def advise_on_call(subject: InstrumentedGame, broken: Violation) -> str:
    """Advice where a field cannot be copied, or a method was called with other arguments than it has; else empty."""
    if broken.error is None:
        return ""
    if not find_raising_line(broken.error)[1] and (field := game_fields.find_uncopyable(subject.reach(broken.line))):
        why = DEEP if isinstance(broken.error, RecursionError) else "keep it outside of the game, or write copy()"
        return f"the field {field}, which cannot be copied: {why}"
    if find_raising_line(broken.error)[2] == "parse":
        where = locate_method(subject.kind, "parse")
        return f"{where}: refuse what is not a legal move by raise IllegalMove(repr(entry))"
    named = next((name for name in CALLED if re.search(rf"\b{name}\(\) ", str(broken.error))), "")
    if find_raising_line(broken.error)[1] or not named:
        return ""
    return f"{locate_method(subject.kind, named)}: define it as def {named}({CALLED[named]})"


def advise_on_kind(subject: InstrumentedGame, broken: Violation) -> str:
    """Advice on a method that returns a value of the wrong type."""
    name = broken.sentence.partition("(")[0]
    return f"{locate_method(subject.kind, name)}: {WHAT[broken.law][1]}" if name in CALLED else ""


def advise_on_key(subject: InstrumentedGame, broken: Violation) -> str:
    """Advice on a key that is not a whole number; empty for an estimate."""
    if broken.sentence.startswith("the estimate"):
        return ""
    return f"{locate_method(subject.kind, 'key')}: hash(...) % 2**64 is such a number"


def advise_on_speed(subject: InstrumentedGame, broken: Violation) -> str:
    """The function of theirs that most of the time of some moves is spent in."""
    profile = Profile(builtins=False)
    with limit_time(subject.seconds), suppress(CodeTimeout):
        profile.enable()
        try:
            game = subject.reach(())
            while not is_over(game):
                game.make(game.moves()[0])
        finally:
            profile.disable()
    own = [
        each
        for each in profile.getstats()
        if not isinstance(each.code, str) and not is_system_file(each.code.co_filename)
    ]
    code: Any = max(own, key=lambda each: each.inlinetime).code
    where = f"{code.co_name}, line {code.co_firstlineno} of {PurePath(code.co_filename).name}"
    return f"{where}, where most of that time goes: {WHAT[broken.law][1]}"


def advise_on_looking(subject: InstrumentedGame, broken: Violation) -> str:
    """Advice on a method that changes the game though it should only look, and the field that it changes."""
    found = re.match(r"(\w+)\(.*?\) changes the (?:field (\w+))?", broken.sentence)
    if not found:
        return ""
    name, moved = found[1], found[2] or ""
    where = locate_method(subject.kind, name, field=moved)
    advice = f"it must not change the game; work on a copy of {moved or 'the field'}"
    return f"{where}: {advice}" if where else ""


def advise_on_copy(subject: InstrumentedGame, broken: Violation) -> str:
    """Advice on a field that a copy shares or lacks."""
    game = subject.reach(broken.line)
    twin = game.copy()
    where = locate_method(type(game), "copy", "__deepcopy__", "become")
    moved = game_fields.changed_fields(game_fields.field_texts(game), game_fields.field_texts(twin))
    if not where:
        return "" if moved or observe(game) == observe(twin) else HASHES
    if field := game_fields.find_shared(game, twin):
        name = field.partition("[")[0]
        whole = f"{'dict' if is_dict(game, name) else 'list'}(self.{name})"
        inner = f"[row[:] for row in self.{name}]" if "[" in field else whole
        where = locate_method(type(game), "copy", field=name) or where
        return f"{where}: the game and its copy share {field}; write twin.{name} = {inner}"
    if moved:
        return f"{where}: {' and '.join(moved[:3])} of the copy {'is' if len(moved) == 1 else 'are'} not as in the game"
    return ""


def is_dict(game: Game, name: str) -> bool:
    """Whether that field is a dict."""
    return isinstance(getattr(game, name, None), dict)


def advise_on_unmake(subject: InstrumentedGame, broken: Violation) -> str:
    """Advice on a field that unmake does not restore."""
    for length in range(len(broken.line), -1, -1):
        game = subject.reach(broken.line[:length])
        for move in [] if is_over(game) else game.moves():
            before = game_fields.field_texts(game)
            game.make(move)
            game.unmake(move)
            if moved := game_fields.changed_fields(before, game_fields.field_texts(game)):
                text = subject.reach(broken.line[:length]).text(move)
                where = locate_method(type(game), "unmake")
                return f"{where}: {' and '.join(moved[:3])} is not as before once {text} is made and unmade"
    return ""


def advise_on_change(subject: InstrumentedGame, broken: Violation) -> str:
    """Advice on fields that differ after the same moves."""
    if broken.sentence.startswith("key") and (where := locate_method(subject.kind, "key")):
        return f"{where}: use what equal positions share: not id() or the time"
    if broken.sentence.startswith("in another interpreter"):
        return HASHES
    method = "make" if broken.line else "__init__"
    moved: list[str] = []
    for _ in range(10):
        moved = moved or game_fields.changed_fields(
            *(game_fields.field_texts(subject.reach(broken.line)) for _ in range(2))
        )
    if not moved:
        return ""
    where = locate_method(subject.kind, method, field=moved[0]) or method
    return f"{where}: {moved[0]} comes out differently; {WHAT[broken.law][1]}"


def advise_on_secrets(subject: InstrumentedGame, broken: Violation) -> str:
    """The method that tells too much; of imagine the fields that it leaves as they are."""
    name = broken.sentence.partition("(")[0]
    if name != "imagine":
        return f"{locate_method(subject.kind, name, 'show')}: {SECRETS[name]}" if name in SECRETS else ""
    game = subject.reach(broken.line)
    seat = 1 if "(1)" in broken.sentence else 0
    views = [game_fields.field_texts(game.imagine(seat, Random(number))) for number in range(20)]
    kept = [
        name for name, value in game_fields.field_texts(game).items() if all(view.get(name) == value for view in views)
    ]
    where = locate_method(type(game), "imagine")
    fields = ", ".join(name for name in kept if name != "turn")
    return f"{where}: {WHAT[broken.law][1]}; it does not change {fields}" if where and fields else ""


def advise_on_imagine(subject: InstrumentedGame, broken: Violation) -> str:
    """Advice on the weights by which imagine deals."""
    where = locate_method(subject.kind, "imagine")
    weighed = any(words in broken.sentence for words in (" times in ", " never deals "))
    return f"{where}: {WHAT[laws.TRUTH][1]}" if weighed else ""


def advise_on_equal_keys(subject: InstrumentedGame, broken: Violation) -> str:
    """In which fields two positions differ that look alike and have different keys."""
    game = subject.reach(broken.line)
    if find_member(type(game), "key"):
        return ""
    for one, other in transposed_positions(subject, broken.line):
        if observe(one) == observe(other) and (
            moved := game_fields.changed_fields(game_fields.field_texts(one), game_fields.field_texts(other))
        ):
            where = locate_method(type(game), "show", "make", field=moved[0])
            differ = f"{where}: the positions differ in {' and '.join(moved[:3])}"
            return f"{differ}; if that decides how the game goes on, show it, else write a key() without it"
    return ""


def transposed_positions(subject: InstrumentedGame, line: Line) -> Iterator[tuple[Game, Game]]:
    """Positions that the same moves lead to in another order, at the end of that line or two moves beyond it."""
    if line[2:]:
        yield subject.reach(line), subject.reach((*line[:-3], line[-1], line[-2], line[-3]))
    moves = subject.reach(line).moves()[:SOME]
    for first, last in permutations(moves, 2):
        for between in subject.reach((*line, first)).moves()[:SOME]:
            if len({first, between, last}) == 3:
                yield subject.reach((*line, first, between, last)), subject.reach((*line, last, between, first))


def advise_on_random(subject: InstrumentedGame, broken: Violation) -> str:
    """The line in which a method of theirs draws from the module random."""
    for name in dir(subject.kind):
        if found := locate_method(subject.kind, name, line=r"\brandom\.(?!Random\b|SystemRandom\b)\w+\("):
            handed = "draw from the rng that it is given: rng.choice(...)"
            return f"{found}: {handed if name == 'imagine' else WHAT[broken.law][1]}"
    return ""


def advise_on_sharing(subject: InstrumentedGame, broken: Violation) -> str:
    """Where what two games share is made."""
    if LOOKED_FIRST in broken.sentence:
        return "keep what was worked out in the game itself, or look it up by all that decides it"
    where = locate_method(subject.kind, "__init__")
    return f"{where}: make each list, dict and set anew there, as in self.board = [None] * 9"


SPECIAL: dict[str, Callable[[InstrumentedGame, Violation], str]] = {
    laws.BEGINNING: advise_on_start,
    laws.ERRORS: advise_on_call,
    laws.SLOW: advise_on_speed,
    "the_rules_answer_in_kind": advise_on_kind,
    "estimates_and_keys_are_whole_numbers": advise_on_key,
    "looking_changes_nothing": advise_on_looking,
    "a_copy_is_equal_and_shares_nothing": advise_on_copy,
    "unmake_restores_everything": advise_on_unmake,
    "unmake_goes_back_to_the_start": advise_on_unmake,
    "the_same_moves_lead_to_the_same_position": advise_on_change,
    "a_seat_learns_what_it_may_know_and_no_more": advise_on_secrets,
    laws.TOLD: advise_on_secrets,
    "equal_positions_have_one_key": advise_on_equal_keys,
    laws.SHARING: advise_on_sharing,
    laws.DICE: advise_on_random,
    laws.WORLDS: advise_on_imagine,
}
