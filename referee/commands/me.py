"""`referee me`: your own record."""

import json
from typing import Any

import click

from referee.commands.shared_options import complete, json_option, settings_options


@click.command("me")
@click.argument("game", required=False, shell_complete=complete("game"))
@json_option
@settings_options("theme", "plain")
def show_record(game: str | None, as_json: bool, **preferred: Any) -> None:
    """Show your own record, and the level to try next.

    It counts the matches of a person against a program that are over, by game and by opponent; with GAME it counts only
    matches of that game. A score has its 95 % interval after five matches. The level to try next is the one against
    which you should win about half of the points, by your results against levels so far; if you played no level in a
    game, it is level 3. At chess you also get the Elo to try, as level:elo=1200.

    It also shows your rating in puzzles, how many you solved, how many in a row, and on how many days in a row you
    answered the puzzle of the day.
    """
    from contextlib import closing
    from dataclasses import asdict
    from datetime import UTC, datetime

    from referee.drawing import terminal
    from referee.drawing.surface import Colourful, Plain, Surface
    from referee.reports.personal_record import finished_matches, record_lines, scale_of
    from referee.reports.puzzle_words import record_lines as puzzle_lines
    from referee.statistics.personal_record import summarize_answers, summarize_matches
    from referee.storage.archive import PuzzleLog, open_archive
    from referee.support.settings import load_settings

    wanted = load_settings(**preferred)
    check_game(game)
    with closing(open_archive()) as archive:
        results = archive.results()
        puzzles = summarize_answers(PuzzleLog(archive.database).answers(game or ""), datetime.now(UTC).date())
    record = summarize_matches(finished_matches(results, game or ""), scale_of)
    if as_json:
        click.echo(json.dumps(asdict(record) | {"puzzles": puzzles and asdict(puzzles)}))
        return
    if not (record.games or puzzles):
        click.echo(f"You have finished no {'such ' if game else ''}match here yet.")
        return
    surface: Surface = Colourful(terminal.theme(wanted.theme)) if terminal.fancy() and not wanted.plain else Plain()
    if record.games:
        for line in record_lines(record, terminal.width() if terminal.seen() else None, wanted.plain):
            surface.line(line)
    for sentence in [""] * bool(record.games and puzzles) + (puzzle_lines(puzzles) if puzzles else []):
        surface.sentence(sentence)


def check_game(game: str | None) -> None:
    """Raise SpecError unless `game` names a game or is empty."""
    import games
    import players
    from games.names.catalogue import SpecError

    if game and games.CATALOGUE.find(game) is None and players.CATALOGUE.find(game):
        raise SpecError(f"{game!r} is a player, and `referee me` takes a game; to play: referee human {game}")
    if game:
        games.CATALOGUE.check(game)
