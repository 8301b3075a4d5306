"""Train lines: the positions of a file's lines in which one side is to move, asked again before they are forgotten.

The library fsrs schedules them by FSRS, the algorithm of Anki. It is asked for whole days: a position that was answered
right comes back after days, and a wrong one again at the end of the same session.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import games
from games.base.positions import position_after
from games.capabilities import has_chance, hides_information
from games.dataclass import dataclass
from games.game import IllegalMove
from games.names.catalogue import SpecError
from referee.errors.attribution import attribute_errors
from referee.formats.file_game import SkippedGame
from referee.formats.formats import stream_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from games.game import Game
    from referee.formats.file_game import FileGame

NEEDED = "to train lines install fsrs: pip install 'referee[train]'"
# What of a position counts moves, by game: transpositions differ in it.
COUNTERS = {"chess": re.compile(r" \d+ \d+$"), "checkers": re.compile(r":H\d+"), "go": re.compile(r" moves=\d+")}
FIRST, SECOND = ("first", "1"), ("second", "2")


@dataclass(frozen=True)
class TrainingCard:
    """A position that is asked.

    key      of the position, the same after other orders of moves.
    spec     of the game at its start;  path  the moves to the position.
    onward   how lines go on there, one for each move that they have, the first line first.
    """

    key: str
    spec: str
    path: tuple[str, ...]
    onward: tuple[tuple[str, ...], ...]

    @property
    def answers(self) -> tuple[str, ...]:
        """The moves of the lines there."""
        return tuple(each[0] for each in self.onward)

    def start(self) -> Game:
        """Return the game in the position."""
        return games.load(self.spec, self.path)


@dataclass(frozen=True)
class TrainedLines:
    """The lines of a file: the positions that are asked, in the order of the lines, and the keys of all positions."""

    cards: tuple[TrainingCard, ...]
    positions: frozenset[str]
    skipped: tuple[str, ...] = ()

    def judge(self, card: TrainingCard, game: Game, move: int) -> str:
        """Return "right", "transposes" for a move into a position of the lines, or "wrong"."""
        if game.text(move) in card.answers:
            return "right"
        return "transposes" if position_key(card.spec, position_after(game, move)) in self.positions else "wrong"


def read_lines(path: Path, game: str, seats: Sequence[int], strict: bool = False) -> TrainedLines:
    """Return the lines of a file for the sides on `seats`. Raises SpecError.

    game    the spec of the game;  strict  whether a game that cannot be read is refused.
    """
    check_lines(game)
    skipped: list[str] = []

    def readable() -> Iterator[FileGame]:
        for each in stream_file(path, game):
            if not isinstance(each, SkippedGame):
                yield each
            elif strict:
                raise SpecError(f"{path}, {each.error}")
            else:
                skipped.append(f"{path}, line {each.line} is skipped: {each.why}")

    cards, positions = collect_cards(readable(), seats)
    if not cards:
        raise SpecError(f"{path} holds no line of {game} in which that side moves")
    return TrainedLines(cards, positions, tuple(skipped))


def check_lines(game: str) -> None:
    """Raise SpecError unless lines of the game can be trained."""
    start = games.load(game)
    if has_chance(start) or hides_information(start):
        raise SpecError(f"{game!r} has dice or hides something, so that it has no lines to train")
    try:
        with attribute_errors(start, lambda: f"as a position of {game} was written"):
            start.position()
    except ValueError as error:
        raise SpecError(f"lines of {game!r} cannot be trained, as its positions cannot be written: {error}") from error


def collect_cards(found: Iterable[FileGame], seats: Sequence[int]) -> tuple[tuple[TrainingCard, ...], frozenset[str]]:
    """Return the positions in which one of `seats` moves in a line, and the keys of all positions of the lines."""
    cards: dict[str, TrainingCard] = {}
    positions: set[str] = set()
    for each in found:
        for told in lines_of(each):
            spec = each.record.game
            line, game = legal_part(spec, told), games.load(spec)
            for ply, text in enumerate(line):
                key = position_key(spec, game)
                positions.add(key)
                if game.turn in seats:
                    card = cards.get(key) or TrainingCard(key, spec, line[:ply], ())
                    if text not in card.answers:
                        card = replace(card, onward=(*card.onward, line[ply:]))
                    cards[key] = card
                game.make(game.parse(text))
            positions.add(position_key(spec, game))
    return tuple(cards.values()), frozenset(positions)


def legal_part(spec: str, line: Iterable[str]) -> tuple[str, ...]:
    """Return the moves of a line in our words, up to one that is not legal, as a variation may have."""
    game, found = games.load(spec), []
    with suppress(IllegalMove):
        for text in line:
            move = game.parse(text)
            found.append(game.text(move))
            game.make(move)
    return tuple(found)


def lines_of(found: FileGame) -> Iterator[tuple[str, ...]]:
    """Yield the lines of a game of a file, each from the start of the game: its moves, then its variations."""
    notes = {note.ply: note for note in found.record.notes}
    return spread((), [(text, notes.get(ply)) for ply, text in enumerate(found.record.moves.split(), 1)])


def spread(before: tuple[str, ...], line: Sequence[tuple[str, Any]]) -> Iterator[tuple[str, ...]]:
    """Yield a line after the moves `before`, and the variations in its notes; a step is a move and a note or None."""
    texts = tuple(text for text, _ in line)
    yield (*before, *texts)
    for place, (_, note) in enumerate(line):
        for variation in note.lines if note else ():
            yield from spread((*before, *texts[:place]), variation)


def position_key(spec: str, game: Game) -> str:
    """Return the game's name and the position without what counts moves."""
    base = games.split_position(spec)[0]
    counter = COUNTERS.get(games.CATALOGUE.find(base) or "")
    position = game.position()
    return f"{base} {counter.sub('', position) if counter else position}"


def find_seats(game: str, side: str) -> tuple[int, ...]:
    """Return the seats that a word names: first, second, or the name of a seat; both for "". Raises SpecError."""
    names = games.load(game).seats
    if not side:
        return 0, 1
    for seat, words in enumerate((FIRST, SECOND)):
        if side.casefold() in (*words, names[seat].casefold()):
            return (seat,)
    raise SpecError(f"--side {side} must be {names[0]}, {names[1]}, first or second")


class TrainingSchedule:
    """When positions are asked again.

    kept  the schedule of each position after its last answer, as TrainingLog keeps it.

    Raises SpecError if fsrs is not installed.
    """

    def __init__(self, kept: Mapping[str, Mapping[str, Any]]):
        try:
            import fsrs
        except ImportError as error:
            raise SpecError(NEEDED) from error
        self.fsrs = fsrs
        self.scheduler = fsrs.Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
        self.cards: dict[str, fsrs.Card] = {}
        for key, found in kept.items():
            with suppress(KeyError, TypeError, ValueError, AttributeError):
                self.cards[key] = fsrs.Card.from_dict(found)  # type: ignore[arg-type]  # checked there

    def due(self, cards: Sequence[TrainingCard], now: datetime, new: int) -> list[TrainingCard]:
        """Return the positions to ask today: those that are due, the longest due first, then `new` new ones at most."""
        known = [each for each in cards if each.key in self.cards]
        ready = [each for each in known if self.cards[each.key].due.date() <= now.date()]
        fresh = [each for each in cards if each.key not in self.cards]
        return [*sorted(ready, key=lambda each: self.cards[each.key].due), *fresh[:new]]

    def answer(self, key: str, verdict: str, helped: bool, now: datetime) -> dict[str, Any]:
        """Note how a position was answered, and return its schedule as JSON types."""
        rating = self.fsrs.Rating
        given = rating.Again if verdict == "wrong" else rating.Hard if helped else rating.Good
        before = self.cards.get(key) or self.fsrs.Card(card_id=0, due=now)
        self.cards[key], _ = self.scheduler.review_card(before, given, now)
        return dict(self.cards[key].to_dict())

    def next_due(self, cards: Iterable[TrainingCard], now: datetime) -> tuple[str, int] | None:
        """Return the next day on which positions are due, and how many; None if there is none."""
        days = [self.cards[each.key].due.date() for each in cards if each.key in self.cards]
        later = [day for day in days if day > now.date()]
        return (min(later).isoformat(), later.count(min(later))) if later else None
