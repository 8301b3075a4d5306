"""The record of a match, one JSON object: what is needed to play it again, and how it ended.

Its notes have the times of the moves and what the players said of them if time or a program from outside plays a part,
or if a file or the archive has noted them. Otherwise the same seed gives the same bytes.
"""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import import_module
from math import inf
from typing import TYPE_CHECKING, Any, cast

import games
from games.base.json_depth import depth
from games.base.notation import printable
from games.base.rule_values import score_of
from games.capabilities import can_drop_dead
from games.dataclass import dataclass
from games.game import IllegalMove
from games.names.catalogue import SpecError
from games.names.spec import clip
from referee.match.clocks import UNLIMITED
from referee.match.events import DRAW, Ended, Event, How, Moved, Seated, Started, TakenBack
from referee.match.match import Match
from referee.match.notes import DEEPEST, JSON_LEVELS, Note, read_notes
from referee.match.numbering import numbered, numeral

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from games.game import Game


# The version of the JSON objects that batches, tournaments, `games-of` and `standings` print, and of records in files.
# It grows when a program that reads them would go wrong, and not when they only get more fields.
SCHEMA = 1
OPEN = (None, How.LEFT.value)  # the ends of a match that can be continued
# The fields that a line may leave out, and what they are then.
ADDED: dict[str, object] = {"dead": "", "notes": [], "illegal": [0, 0], "late": [0, 0]}
LEVELS = 10 + JSON_LEVELS * DEEPEST  # nested lists and objects in a line
SHOWN = 40  # characters of a text that is not a move
FieldRule = tuple["Callable[[object], bool]", str]  # whether a value is allowed, and what is allowed in words
ENDINGS = [how.value for how in How]
NOTHING: FieldRule = (lambda value: value is None, "null")
WHOLE: FieldRule = (lambda value: value is not None, "a whole number")
FORFEIT: FieldRule = (lambda value: value in (1, -1), "1 or -1")
SCORES: dict[str | None, FieldRule] = {
    None: NOTHING,
    "left": NOTHING,
    "agreed": WHOLE,  # a draw, or in go what the board counts without dead stones
    "played-out": WHOLE,
    "adjudicated": WHOLE,
    "file": WHOLE,
}


@dataclass(frozen=True)
class Record:
    """One match.

    game     the spec of the game as typed, with the sides of its board by name.
    players  the specs by seat;  names  the names of the players.
    seed     of the whole batch;  number  of this game in it, from 0.
    moves    the texts of all moves, dice and deals too, separated by blanks.
    score    what seat 0 won, null if somebody left;  winner  a name, "draw" or null.
    how      a word of events.How, null if the match is not over;  why  the reason for people.
    dead     a point of each chain that both agreed is dead, separated by blanks; JSON leaves it out if it is "".
    notes    comments, variations, times and what players said, by the number of the move; JSON leaves
             them out if there are none.
    illegal  the number of illegal answers of each seat that may try again after one; JSON leaves it out if it is 0, 0.
    late     the most seconds by which a move of each seat exceeded its time; JSON leaves it out if it is 0, 0.
    """

    game: str
    players: tuple[str, str]
    names: tuple[str, str]
    seed: int
    number: int
    moves: str
    score: int | None
    winner: str | None
    how: str | None
    why: str
    dead: str = ""
    notes: tuple[Note, ...] = ()
    illegal: tuple[int, int] = (0, 0)
    late: tuple[float, float] = (0, 0)

    def as_dict(self) -> dict[str, object]:
        """Return the record as JSON's types."""
        found = {name: value for name, value in vars(self).items() if name not in ADDED or any(value)}
        return found | ({"notes": [note.as_dict() for note in self.notes]} if self.notes else {})

    @property
    def over(self) -> bool:
        """Whether the match ended: nobody left it, and nothing stopped it."""
        return self.how not in OPEN

    def positions(self) -> list[Game]:
        """Return the positions of the match, from the first to the last. Raises SpecError if its game is gone."""
        return [games.load(self.game), *(moved.game for moved in replay_record(self))]

    def _repr_html_(self) -> str:
        """Return the last board and the result, as notebooks show it."""
        return str(import_module("referee.scripting.boards").record_html(self))  # that room stands above this one

    @classmethod
    def read(cls, text: str) -> Record:
        """Return the record in a line of JSON after replaying it. Raises SpecError if it is not a record of a match."""
        record = build_record(parse_line(text))
        replay_record(record)
        return record


@dataclass(frozen=True)
class Heading:
    """The part of a record that is known before the match."""

    game: str
    players: tuple[str, str]
    names: tuple[str, str]
    seed: int
    number: int = 0


def make_record(
    heading: Heading, texts: Iterable[str], how: str | None, why: str, score: int | None, dead: str = "", **more: Any
) -> Record:
    """Return the record of a match after those moves; `more` are other fields of a record."""
    won = winner_name(heading.names, score)
    return Record(**vars(heading), moves=" ".join(texts), score=score, winner=won, how=how, why=why, dead=dead, **more)


def winner_name(names: tuple[str, str], score: int | None) -> str | None:
    """Return the winner as a record has it: a name, "draw" or None."""
    if score is None:
        return None
    return names[0] if score > 0 else names[1] if score else DRAW


def sign(score: int) -> int:
    """Return the sign of a score: 1, 0 or -1."""
    return (score > 0) - (score < 0)


def replay_record(record: Record) -> list[Moved]:
    """Return the moves of a record, made from the start. Raises SpecError if the rules do not allow the record."""
    moved = replay_texts(record.game, record.moves.split(), record.names)
    game = moved[-1].game if moved else games.load(record.game)
    counted_game(game, record.dead)
    score = score_of(game)
    if record.how == How.PLAYED_OUT.value and record.score != score:
        says = "the game goes on" if score is None else f"the game says {score}"
        raise SpecError(f"not a record of a match: 'score' is {record.score}, but after its moves {says}")
    if record.how == How.ADJUDICATED.value and (score is not None or abs(record.score or 0) > game.stakes):
        says = f"more is won than the {game.stakes} at stake" if score is None else "the game is over by its rules"
        raise SpecError(f"not a record of a match: 'how' is adjudicated, but after its moves {says}")
    return moved


def counted_game(game: Game, dead: str) -> Game:
    """Return the last position of a match as it is counted: without the `dead` chains. Raises SpecError."""
    if not dead:
        return game
    if not can_drop_dead(game):
        raise SpecError("not a record of a match: 'dead' names stones, but none can be dead in this game")
    try:
        return cast("Any", game).without(dead.split())  # type: ignore[no-any-return]
    except ValueError as error:
        raise SpecError(f"not a record of a match: 'dead' is {dead!r:.{SHOWN}}, but {error}") from error


def replay_texts(spec: str, texts: Sequence[str], names: tuple[str, str] = ("First", "Second")) -> list[Moved]:
    """Return the moves with these texts, made from the start of the game. Raises SpecError."""
    match = Match(games.load(spec), (), names, 0, UNLIMITED)
    moved: list[Moved] = []
    for count, text in enumerate(texts, 1):
        try:
            moved += match.replayed([text])
        except IllegalMove as error:
            why = str(error) if len(text) <= SHOWN else f"{text[:SHOWN] + ' ...'!r} is not a legal move here"
            raise SpecError(f"move {count} {why}") from error
    return moved


# What a line of a file must have to be a record.


def parse_line(text: str) -> dict[str, Any]:
    """Return the JSON object in a line. Raises SpecError."""
    if text.lstrip()[:1] not in ("{", ""):  # fast even for a million brackets
        raise SpecError("not a record of a match: not a JSON object")
    if depth(text) > LEVELS:
        raise SpecError("not a record of a match: not JSON")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise SpecError("not a record of a match: not JSON") from None
    return check_schema(dict(found))


def check_schema(found: dict[str, Any]) -> dict[str, Any]:
    """Return a JSON object without its version. Raises SpecError if a newer program wrote it."""
    schema = found.pop("schema", SCHEMA)
    if type(schema) is not int or schema > SCHEMA:
        shown = clip(json.dumps(schema), SHOWN)
        raise SpecError(f"its schema is {shown}, which only a newer version reads; this one knows up to {SCHEMA}")
    return found


def write_line(found: Mapping[str, object]) -> str:
    """Return a JSON object with the version of its fields, in one line."""
    return json.dumps({"schema": SCHEMA, **found}, allow_nan=False)


def build_record(found: dict[str, Any]) -> Record:
    """Return the record in a JSON object without checking its moves. Raises SpecError."""
    found = {**ADDED, **found}
    for name, (fits, allowed) in FIELDS.items():
        if name not in found:
            raise SpecError(f"not a record of a match: {name!r} is missing")
        if not fits(found[name]):
            raise SpecError(f"not a record of a match: {name!r} must be {allowed}")
    values = {name: sanitize(found[name]) for name in FIELDS}
    values["notes"] = read_notes(found["notes"], len(found["moves"].split()))
    return check_outcome(Record(**values | {"game": games.spell_sides(values["game"], both=False)}))


def check_outcome(record: Record) -> Record:
    """Return the record, unchanged. Raises SpecError if its ending, score and winner contradict each other."""
    fits, must = SCORES.get(record.how, FORFEIT)
    if not fits(record.score):
        raise SpecError(f"not a record of a match: 'score' must be {must} where 'how' is {json.dumps(record.how)}")
    if record.winner != (won := winner_name(record.names, record.score)):
        raise SpecError(f"not a record of a match: 'winner' must be {json.dumps(won)} by its score")
    return record


def sanitize(value: Any) -> Any:
    """Return a value of a file, safe to show: pairs as tuples, and texts without control characters."""
    if isinstance(value, list):
        return tuple(map(sanitize, value))
    return printable(value) if isinstance(value, str) else value


def is_text(value: object) -> bool:
    """Return whether the value is a text."""
    return isinstance(value, str)


def is_pair(value: object) -> bool:
    """Return whether the value is a list of two texts."""
    return isinstance(value, list) and len(value) == 2 and all(map(is_text, value))


def is_count(value: object) -> bool:
    """Return whether the value is a whole number from 0."""
    return type(value) is int and value >= 0


def are_two_counts(value: object) -> bool:
    """Return whether the value is a list of two whole numbers from 0."""
    return isinstance(value, list) and len(value) == 2 and all(map(is_count, value))


def are_two_spans(value: object) -> bool:
    """Return whether the value is a list of two finite numbers from 0."""
    return isinstance(value, list) and len(value) == 2 and all(type(e) in (int, float) and 0 <= e < inf for e in value)


FIELDS: dict[str, FieldRule] = {
    "game": (is_text, "a text"),
    "players": (is_pair, "a list of two texts"),
    "names": (is_pair, "a list of two texts"),
    "seed": (is_count, "a whole number from 0"),
    "number": (is_count, "a whole number from 0"),
    "moves": (is_text, "a text"),
    "score": (lambda value: value is None or type(value) is int, "a whole number or null"),
    "winner": (lambda value: value is None or is_text(value), "a text or null"),
    "how": (lambda value: value is None or value in ENDINGS, f"{', '.join(ENDINGS)} or null"),
    "why": (is_text, "a text"),
    "dead": (is_text, "a text"),
    "notes": (lambda value: isinstance(value, list), "a list"),
    "illegal": (are_two_counts, "a list of two whole numbers from 0"),
    "late": (are_two_spans, "a list of two numbers from 0"),
}


class Recorder:
    """The heading, the moves and the end of a match, taken from its events."""

    def __init__(self, heading: Heading):
        self.heading = heading
        self.moves: list[Moved] = []
        self.end: Ended | None = None

    def note(self, event: Event) -> None:
        """Record an event."""
        match event:
            case Started():
                self.moves = list(event.before)
                if event.names != self.heading.names:
                    self.heading = replace(self.heading, names=event.names)
            case Moved():
                self.moves.append(event)
            case TakenBack():
                del self.moves[len(self.moves) - event.count :]
            case Seated():
                one, two = self.heading.players
                pair = (two, one) if event.spec is None else (one, event.spec) if event.seat else (event.spec, two)
                self.heading = replace(self.heading, players=pair, names=event.names)
            case Ended():
                self.end = event

    @property
    def texts(self) -> list[str]:
        """The texts of all moves."""
        return [moved.text for moved in self.moves]

    @property
    def over(self) -> bool:
        """Whether the match has ended, and was not just left."""
        return self.end is not None and self.end.how is not How.LEFT

    def record(self) -> Record:
        """Return the record of the match so far."""
        if self.end is None or not self.over:
            return make_record(self.heading, self.texts, None, "", None)
        end = self.end
        texts = [made.text for made in end.moves]  # an unwatched match yields no Moved
        notes = tuple([made.note for made in end.moves if made.note])
        late = round(end.late[0], 6), round(end.late[1], 6)
        return make_record(
            self.heading, texts, end.how.value, end.why, end.score, " ".join(end.dead),
            notes=notes, illegal=end.illegal, late=late,
        )  # fmt: skip

    def listing(self, viewer: int | None) -> str:
        """Return the numbered moves so far in one line, as the seat `viewer` saw them; None sees all."""
        texts = [moved.text if viewer is None else moved.heard[viewer] for moved in self.moves]
        before = [games.load(self.heading.game), *(moved.game for moved in self.moves)]
        numerals = [numeral(game, place) for place, game in enumerate(before, 1)]
        return "  ".join(numbered(zip(numerals, texts, strict=False)))


def record_match(heading: Heading, events: Iterable[Event]) -> tuple[Record, Ended]:
    """Consume the events of a match. Return its record and its last event."""
    recorder = Recorder(heading)
    for event in events:
        recorder.note(event)
    if recorder.end is None:
        raise RuntimeError("a match went on without an end")
    return recorder.record(), recorder.end
