"""What `referee review` prints: a match found, reviewed, and commented."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import games
from games.base.rule_values import reason_of, score_of
from games.capabilities import hides_information
from games.dataclass import dataclass
from games.game import CHANCE
from games.names.catalogue import SpecError
from referee.drawing import terminal
from referee.drawing.progress import meter
from referee.errors.attribution import attribute_errors
from referee.formats.file_game import FileGame
from referee.formats.formats import find_format
from referee.match.events import Event, How, Moved
from referee.match.record import Heading, make_record, replay_texts
from referee.reports.history import collect, find_match
from referee.reports.judges import open_judges
from referee.reports.review.comment import Comment
from referee.reports.review.opinions import opinion_lines
from referee.reports.review.text import Look, review_lines
from referee.reviews.opinions import by_move, differences, make_reviewers, run_all
from referee.reviews.review import reviewable
from referee.reviews.searches import Effort
from referee.storage import record_file
from referee.storage.archive import open_archive
from referee.support.settings import load_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.game import Game
    from referee.match.record import Record
    from referee.reviews.review import Played, PlayerSummary, Review
    from referee.solving.value import Value
    from referee.storage.archive import Archive


OF_JUDGES = ("whole", "start", "turning_point", "summary", "moves")
OF_VALUES = ("score", "distance", "chance", "interval", "line", "how")


def as_json(review: Review, positions: list[Game], others: Sequence[Review] = ()) -> dict[str, Any]:
    """Return the review as JSON types, the fields of the record first; `positions` as in Comment.

    If there are `others` by other judges, `judges` has what each of all says, and each move in what they differ.
    """
    found, reviews = review_as_json(review, positions), (review, *others)
    if others:
        for each, row in zip(found["moves"], by_move(reviews), strict=True):
            each["differ"] = list(differences(row))
        found["judges"] = [
            {name: told[name] for name in OF_JUDGES} | {"name": told["judge"]}
            for told in (review_as_json(each, positions) for each in reviews)
        ]
    return found


def review_as_json(review: Review, positions: list[Game]) -> dict[str, Any]:
    """Return one review as JSON types."""
    record = review.record.as_dict()
    del record["moves"]
    record.pop("notes", None)
    notes = {note.ply: note.as_dict() for note in review.record.notes}
    told = [move(each, Comment(each, positions)) for each in review.moves]
    return record | {
        "effort": asdict(review.effort), "judge": review.judge or None, "whole": review.whole,
        "start": value(review.start), "turning_point": review.turning,
        "summary": [summary(each) for each in review.players],
        "moves": [each | ({"note": notes[each["number"]]} if each["number"] in notes else {}) for each in told],
    }  # fmt: skip


def move(played: Played, comment: Comment) -> dict[str, Any]:
    """Return a move, its verdict and its comment as JSON types."""
    verdict, grade = played.verdict, played.grade
    return {
        "number": played.number, "seat": None if played.seat == CHANCE else played.seat, "move": played.text,
        "grade": grade.value if grade else None, "proven": verdict.proven if verdict and grade else None,
        "before": value(verdict.before if verdict else None), "after": value(played.after),
        "loss": verdict.loss if verdict and grade else None, "better": verdict.better if verdict else None,
        "line": list(verdict.line) if verdict else [], "words": comment.words,
        "reasons": comment.reasons, "better_reasons": comment.better_reasons,
    }  # fmt: skip


def summary(player: PlayerSummary) -> dict[str, Any]:
    """Return a player's summary as JSON types."""
    counts = {grade.value: count for grade, count in player.counts.items()}
    judged = {"accuracy": player.accuracy, "judged": player.graded, "proven": player.proven}
    return {"name": player.name} | judged | counts


def value(found: Value | None) -> dict[str, Any] | None:
    """Return a value as JSON types."""
    return None if found is None else {name: getattr(found, name) for name in OF_VALUES}


@dataclass(frozen=True)
class ReviewRequest:
    """Which match to review, with what effort, and how to show it.

    what     its number or file, None for the match that ended last;  number  of the game in a file.
    line     texts of moves to review instead of a match of the game `what`.
    judges   the specs of the programs that judge; files and the chart show the first one's values. If empty, our own
             searches judge.
    seconds  for all of it, None: no limit;  whole  whether good moves are commented too.
    workers  processes that search.
    theme, symbols, plain  as they were typed, None if they were not.
    html, svg  files for the page and the chart, or None.
    pgn, pdn, sgf  files for the match with the review in its notes, or None.
    """

    what: str | None
    number: int | None
    line: tuple[str, ...]
    judges: tuple[str, ...]
    nodes: int
    playouts: int
    seconds: float | None
    seed: int
    workers: int
    whole: bool
    as_json: bool
    theme: str | None
    symbols: str | None
    plain: bool | None
    html: Path | None = None
    svg: Path | None = None
    pgn: Path | None = None
    pdn: Path | None = None
    sgf: Path | None = None

    @property
    def annotated(self) -> dict[str, Path]:
        """The files for the match with the review in its notes, by the name of their format."""
        found = {"pgn": self.pgn, "pdn": self.pdn, "sgf": self.sgf}
        return {name: path for name, path in found.items() if path is not None}


def review(request: ReviewRequest) -> None:
    """Review the match and print it.

    Raises SpecError if it cannot be reviewed or the judge fails, and KeyboardInterrupt after Ctrl-C; what is known is
    printed before.
    """
    placeable(request)
    if request.line:
        record, events = record_line(request.what or "", request.line)
        game = FileGame(record)
    else:
        with closing(open_archive()) as archive:
            record, events = find_match(archive, request.what, request.number)
            game = file_game(archive, request.what, record) if request.annotated else FileGame(record)
    for name in request.annotated:
        find_format(name).require(record.game)
    start = games.load(record.game)
    reviewable(record, hides_information(start))
    moved = [event for event in events if isinstance(event, Moved)]
    effort = Effort(request.nodes, request.playouts, request.seed)
    stopped: SpecError | KeyboardInterrupt | None = None
    with open_judges(request.judges, start, request.nodes) as judges, meter() as tell:
        reviewers = make_reviewers(record, moved, effort, request.seconds, judges, request.workers)
        try:
            run_all(reviewers, tell)
        except (SpecError, KeyboardInterrupt) as error:
            if isinstance(error, SpecError) and not reviewers[0].verdicts:
                raise
            stopped = error
    show([each.review() for each in reviewers], reviewers[0].positions, request, game)
    if isinstance(stopped, KeyboardInterrupt):
        click.echo("stopped", err=True, nl=False)  # click ends the line
    if stopped:
        raise stopped


def file_game(archive: Archive, what: str | None, record: Record) -> FileGame:
    """Return the match of the record, which `what` has named, with its date and the times of its moves."""
    bare = replace(record, notes=())
    found = (each for each in collect(archive, what, lambda _: None) if replace(each.record, notes=()) == bare)
    return next(found, FileGame(record))


def record_line(spec: str, texts: Sequence[str]) -> tuple[Record, list[Event]]:
    """Return the record and the events of these moves, with players named after the seats.

    Raises SpecError, and UserCodeError for invalid values of rules.
    """
    start = games.load(spec)
    with attribute_errors(start, lambda: f"as {spec} was played, after the moves: {' '.join(texts)}"):
        singles = [single for text in texts for single in start.singles(text)]
        names = (start.seats[0], start.seats[1])
        moved = replay_texts(spec, singles, names)
        game = moved[-1].game
        score = score_of(game)
        how, why = (None, "") if score is None else (How.PLAYED_OUT.value, reason_of(game))
    heading = Heading(games.spell_sides(spec), ("human", "human"), names, 0)
    return make_record(heading, singles, how, why, score), list[Event](moved)


def placeable(request: ReviewRequest) -> None:
    """Raise SpecError if a wanted file cannot be written, or would replace the match or the other file."""
    paths = [path for path in (request.html, request.svg, *request.annotated.values()) if path is not None]
    for path in paths:
        record_file.check_writable(path)
    taken = {} if request.what is None else {Path(request.what).resolve(): "the match"}
    for path in paths:
        if other := taken.get(path.resolve()):
            raise SpecError(f"{path} cannot be written: {other} stands there")
        taken[path.resolve()] = "another file"


def show(reviews: Sequence[Review], positions: list[Game], request: ReviewRequest, game: FileGame) -> None:
    """Print what was found about `game`, and write the files. Raises SpecError."""
    write_files(reviews, positions, request)
    for name, path in request.annotated.items():
        from referee.reports.review.annotated import annotate

        noted = replace(game, record=annotate(game.record, reviews[0], positions, reviews[1:]))
        record_file.write_text(path, find_format(name).write([noted]))
    if request.as_json:
        click.echo(json.dumps(as_json(reviews[0], positions, reviews[1:])))
        return
    wanted = load_settings(theme=request.theme, symbols=request.symbols, plain=request.plain)
    look = Look(terminal.width(), terminal.board_signs(wanted.symbols, wanted.pieces), request.whole, wanted.plain)
    from referee.drawing.surface import Colourful, Plain

    surface = Plain() if wanted.plain or not terminal.movable(sys.stdout) else Colourful(terminal.theme(wanted.theme))
    for line in (*review_lines(reviews[0], positions, look), *opinion_lines(reviews, positions, look)):
        surface.line(line)


def write_files(reviews: Sequence[Review], positions: list[Game], request: ReviewRequest) -> None:
    """Write the page and the chart, if they are wanted. Raises SpecError."""
    if request.html is not None:
        from referee.reports.review.page import as_html

        record_file.write_text(request.html, as_html(reviews[0], positions, reviews[1:]))
    if request.svg is not None:
        from referee.reports.review.page import as_svg

        record_file.write_text(request.svg, as_svg(reviews[0], (positions[0].seats[0], positions[0].seats[1])))
