"""Writes a match to files, the format of each by how its name ends."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import games
from games.names.catalogue import SpecError
from games.names.spec import file_name
from referee.drawing.number_format import format_count
from referee.drawing.themes import THEMES
from referee.drawing.vector.pixels import PillowMissing, require_pillow
from referee.reports.history import find_match, last_match
from referee.reports.share.animated_svg import animated_svg
from referee.reports.share.asciicast import asciicast
from referee.reports.share.frames import MatchFrame, durations, frame_images, match_frames
from referee.reports.share.gif import gif
from referee.spoken.pictures import picture_sentences
from referee.storage.record_file import check_writable, write_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from referee.drawing.themes import Theme
    from referee.storage.archive import Archive

FORMATS = ".svg", ".cast", ".gif"


def is_output(word: str) -> bool:
    """Whether a file of that name can be written, by how it ends."""
    return word.lower().endswith(FORMATS)


def share(archive: Archive, words: Sequence[str], number: int | None, theme: str, tell: Callable[[str], None]) -> None:
    """Write the match that the first word names, else the one that ended last, to the files that the other words name.

    Without any these are files of all formats in the current folder, a GIF only where Pillow is there.

    number  which record of a file.

    What was written, and what is missing, is told. Raises SpecError, and PillowMissing if a GIF is named.
    """
    named = list(words[:1]) if words and not is_output(words[0]) else []
    files = list(words[len(named) :])
    if wrong := [file for file in files if not is_output(file)]:
        raise SpecError(f"{wrong[0]!r} does not end in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}")
    what = named[0] if named else str(last_match(archive).number)
    record, events = find_match(archive, what, number)
    frames = match_frames(record, events)
    name = f"{file_name(str(games.CATALOGUE.find(record.game)))}-{Path(what).stem if not what[0].isdecimal() else what}"
    for path in files_to_write([Path(file) for file in files], Path(Path(name).name), tell):
        write_bytes(path, content(path, frames, THEMES[theme], record.game))
        tell(f"{path}: {format_count(len(frames), 'position')}, {sum(durations(len(frames))):g} seconds")


def files_to_write(files: Sequence[Path], name: Path, tell: Callable[[str], None]) -> list[Path]:
    """Those files, if they can be written, or one of that name in each format. Raises SpecError, PillowMissing."""
    found = list(files) or [name.with_name(name.name + ending) for ending in FORMATS]
    for path in found:
        check_writable(path)
    if any(path.suffix.lower() == FORMATS[-1] for path in found):
        try:
            require_pillow()
        except PillowMissing as error:
            if files:
                raise
            tell(f"no GIF is written: it {error}")
            return found[:-1]
    return found


def content(path: Path, frames: Sequence[MatchFrame], theme: Theme, game: str) -> bytes:
    """What is written to that file."""
    title = f"{game}: {frames[-1].names}"
    match path.suffix.lower():
        case ".cast":
            return asciicast(frames, theme, title).encode()
        case ".gif":
            return gif(frame_images(frames, theme))
    seats = games.load(game).seats
    told = [title, *frames[-1].texts[1:], *picture_sentences(frames[-1].picture, seats)]
    return animated_svg(frame_images(frames, theme), title, ". ".join(text.rstrip(".") for text in told) + ".").encode()
