"""A person's own record: read from the saved matches, and shown as a table, in sentences or as JSON."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import games
import players
from games.base.notation import printable
from games.names.catalogue import SpecError
from games.names.user_files import is_file_spec, split_file_spec
from players.ratings import elo_table, level_ratings
from referee.drawing.glyphs import Line, Span
from referee.drawing.number_format import format_count
from referee.drawing.text_table import Column, TextTable
from referee.drawing.text_width import line_width, wrap
from referee.match.record import sign
from referee.statistics.personal_record import FinishedMatch, LevelScale
from referee.storage.saved_match import is_persons, is_variant

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.statistics.personal_record import GameRecord, MatchTally, PersonalRecord
    from referee.statistics.scoring import Estimate
    from referee.storage.archive_tables import MatchResult

INDENT = "  "
Row = tuple[str, "MatchTally"]


def finished_matches(results: Sequence[MatchResult], wanted: str = "") -> list[FinishedMatch]:
    """Return the finished matches of a person against a program, in the order in which they ended.

    Matches from a set-up position are left out: they may have been won from the start.

    results  the results in the archive, the last first.
    wanted   the only game to count, "" for all. If it has options, the matches have it as their game, otherwise the
             name.
    """
    called = wanted if ":" in wanted else ""

    @cache  # few games and players stand in many matches
    def describe(game: str, specs: tuple[str, str], won: int) -> FinishedMatch | None:
        left_out = games.split_position(game)[1] or (wanted and not is_variant(games.CATALOGUE, game, wanted))
        if left_out or sum(map(is_persons, specs)) != 1:
            return None
        seat = 0 if is_persons(specs[0]) else 1
        name, (opponent, level, elo) = called or plain_name(game), describe_opponent(specs[1 - seat])
        scale = scale_of(name)
        rating = elo if level is None else scale.ratings[level - 1]
        if scale.elo and not scale_of(game).elo:  # on Gardner's board nobody has measured the levels
            rating = None
        return FinishedMatch(name, opponent, level, -won if seat else won, rating)

    found = (describe(game, specs, sign(score)) for game, specs, _, score in reversed(results))
    return [match for match in found if match]


def plain_name(spec: str) -> str:
    """Return the name of the game without options, or the path of its file."""
    if is_file_spec(spec):
        return split_file_spec(spec)[0]
    return games.CATALOGUE.find(spec) or spec.partition(":")[0]


@cache
def scale_of(game: str) -> LevelScale:
    """Return the ratings of the levels in a game, given by its name; no code of others runs."""
    try:
        start = None if is_file_spec(game) else games.load(game)
    except SpecError:  # its options have changed
        start = None
    table = start and elo_table(start)
    return LevelScale(level_ratings(start), (table.least, table.most) if table else None)


def describe_opponent(spec: str) -> tuple[str, int | None, int | None]:
    """Return the spec as you would type it, without the seed of a level, and its level or its Elo, or None."""
    if is_file_spec(spec):
        return spec, None, None
    name, behind = players.CATALOGUE.split(spec)
    if name != "level":
        return (f"{name}:{behind}" if name and behind else name or spec), None, None
    try:
        player = players.CATALOGUE.load(spec)
    except SpecError:  # its options have changed
        return spec, None, None
    return (
        (f"level:{player.level}", player.level, None)
        if player.elo is None
        else (f"level:elo={player.elo}", None, player.elo)
    )


def record_lines(record: PersonalRecord, width: int | None = None, plain: bool = False) -> Iterator[Line]:
    """Yield the record as a table, with the streaks and what to try next below each game.

    Yields sentences with `plain`, and if the table is too wide.
    """
    blocks = [(game_rows(game), [*streak_lines(game.tally), advice(game)]) for game in record.games]
    if len(blocks) > 1:
        blocks.append(([("all games", record.tally)], streak_lines(record.tally)))
    head, *lines = table_lines([row for rows, _ in blocks for row in rows])
    if plain or (width is not None and max(map(line_width, [head, *lines])) > width):
        head, lines = [], [[Span(row_sentence(*row))] for rows, _ in blocks for row in rows]
    yield from [head] * bool(head)
    for place, (rows, said) in enumerate(blocks):
        yield from [[]] * bool(place)
        for line in (*lines[: len(rows)], *([Span(INDENT + each)] for each in said)):
            yield from fold(line, width)
        del lines[: len(rows)]


def game_rows(game: GameRecord) -> list[Row]:
    """Return the rows of a game: in all, then by opponent."""
    return [(printable(game.game), game.tally), *((INDENT + printable(o.opponent), o.tally) for o in game.opponents)]


def table_lines(rows: list[Row]) -> list[Line]:
    """Return the titles and the rows; the rows of whole games stand out."""
    names, tallies = [name for name, _ in rows], [tally for _, tally in rows]
    columns = [
        Column("", names, left=True),
        Column("played", [f"{each.counts.total:,}" for each in tallies]),
        Column("won", [f"{each.counts.wins:,}" for each in tallies]),
        Column("drawn", [f"{each.counts.draws:,}" for each in tallies]),
        Column("lost", [f"{each.counts.losses:,}" for each in tallies]),
        Column("score", [share_text(each.score.value) for each in tallies]),
        Column("95 % interval", [interval_text(each.score) for each in tallies]),
    ]
    return TextTable(columns).lines([at for at, name in enumerate(names) if not name.startswith(INDENT)])


def row_sentence(name: str, tally: MatchTally) -> str:
    """Return a row in words."""
    counts, interval = tally.counts, interval_text(tally.score)
    said = f"{name}: {format_count(counts.total, 'match', 'matches')}, {counts.wins} won, {counts.draws} drawn"
    return f"{said}, {counts.losses} lost, score {share_text(tally.score.value)}{f' ({interval})' if interval else ''}"


def share_text(share: float | None) -> str:
    """Return a score in percent."""
    return "" if share is None else f"{100 * share:.0f} %"


def interval_text(score: Estimate) -> str:
    """Return the interval of a score in percent; "" without one."""
    return "" if score.low is None or score.high is None else f"{100 * score.low:.0f} to {100 * score.high:.0f} %"


def streak_lines(tally: MatchTally) -> list[str]:
    """Return the current and the longest streak; nothing if there was none."""
    return [f"streak: {tally.streak:,} (best {tally.longest:,})"] * bool(tally.longest)


def advice(game: GameRecord) -> str:
    """Return what to type to play the next level."""
    said = f"try next: referee {printable(game.game)} level:{game.next_level}"
    if game.elo is None or game.elo.low is None or game.elo.high is None:
        return said
    other = "" if game.next_elo is None else f" or level:elo={game.next_elo}"
    return f"{said}{other}, as your Elo is {game.elo.low:.0f} to {game.elo.high:.0f}"


def fold(line: Line, width: int | None) -> list[Line]:
    """Return the line, wrapped if it is too wide."""
    if width is None or line_width(line) <= width:
        return [line]
    text = "".join(span.text for span in line)
    indent = INDENT * (1 + text.startswith(INDENT))
    return [[Span(part)] for part in wrap(text.strip(), width, indent, INDENT * text.startswith(INDENT))]
