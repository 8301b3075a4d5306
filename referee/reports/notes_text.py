"""Notes on moves in words: signs, evaluations, times and comments, and a line for each variation."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from games.names.spec import clip
from referee.match.clocks import format_clock
from referee.match.notes import Note, follow
from referee.match.numbering import AGAIN, numeral
from referee.match.wording import count_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.game import Game
    from referee.match.notes import Line
    from referee.match.record import Record

MOST = 200  # words of a variation that are shown
LONGEST = 4000  # characters of a comment that are shown
MARKS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
# Signs of PGN, by S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, section 10.
WORDS = {
    1: "good move (!)", 2: "mistake (?)", 3: "very good move (!!)", 4: "blunder (??)", 5: "interesting move (!?)",
    6: "dubious move (?!)", 7: "the only move", 8: "the only move", 10: "even", 11: "even", 12: "even", 13: "unclear",
    14: "{white} is slightly better", 15: "{black} is slightly better",
    16: "{white} is better", 17: "{black} is better",
    18: "{white} is winning", 19: "{black} is winning", 22: "zugzwang", 23: "zugzwang",
    32: "{white} is ahead in development", 33: "{black} is ahead in development", 36: "{white} has the initiative",
    37: "{black} has the initiative", 40: "{white} attacks", 41: "{black} attacks", 44: "{white} has compensation",
    45: "{black} has compensation", 132: "{white} has counterplay", 133: "{black} has counterplay",
    138: "{white} is short of time", 139: "{black} is short of time", 146: "a new move",
}  # fmt: skip


def position_notes(record: Record, positions: Sequence[Game], teller: str = "") -> dict[int, tuple[str, ...]]:
    """Return what the notes of a record say, by the number of the position: the player, the comment, each variation.

    positions  of the match, from the first to the last;  teller  what begins the lines that no player has said.
    """
    found: dict[int, tuple[str, ...]] = {}
    for note in record.notes:
        game, said = positions[max(note.ply - 1, 0)], []
        if note.thought and game.turn in (0, 1):
            said = [f"{record.names[game.turn]}: {report_words(note)}"]
            note = replace(note, value="", left=None, spent=None)  # noqa: PLW2901  # the rest of it
        found[note.ply] = (*said, *(f"{teller}{line}" for line in note_lines(game, note)))
    return {ply: lines for ply, lines in found.items() if lines}


def report_words(note: Note) -> str:
    """Return what a player said of its move: `evaluation 0.34, depth 12, 39,466 positions, 0.153 s; expects e4 c5`."""
    facts = [f"evaluation {note.value}"] if note.value else []
    if note.depth is not None:
        facts.append(f"depth {note.depth}" + (f" to {note.reach}" if (note.reach or 0) > note.depth else ""))
    facts += [f"{note.nodes:,} positions"] if note.nodes is not None else []
    facts += [f"{note.spent:.3f} s"] if note.spent is not None else []
    facts += [f"{format_clock(note.left)} left"] if note.left is not None else []
    return ", ".join(facts) + (f"; expects {note.said}" if note.said else "")


def note_lines(game: Game, note: Note) -> Iterator[str]:
    """Yield what a note says, and a line for each of its variations; `game` is the position before the move."""
    if said := note_sentence(game, note):
        yield said
    for line in note.lines:
        words = [*islice(line_words(game, line, note.ply), MOST + 1)]
        yield f"Instead {' '.join(words[:MOST])}{' ...' if len(words) > MOST else ''}"


def note_sentence(game: Game, note: Note) -> str:
    """Return all of a note except for its variations: `Mistake (?), evaluation -0.5, 9:58 left: the comment`."""
    facts = glyph_words(game, note)
    facts += [f"evaluation {note.value}"] if note.value else []
    facts += [f"{format_clock(note.left)} left"] if note.left is not None else []
    facts += [f"{count_words(note.stones, 'move')} or periods to go"] if note.stones is not None else []
    facts += [f"{format_clock(note.spent)} for the move"] if note.spent is not None else []
    said = ", ".join(facts)
    comment = clip(" / ".join(" ".join(each.split()) for each in (note.before, note.after) if each), LONGEST)
    return f"{said[:1].upper()}{said[1:]}{': ' if said and comment else ''}{comment}"


def glyph_words(game: Game, note: Note) -> list[str]:
    """Return the signs of a note in words; the number of a sign that has no words here."""
    white, black = ("White", "Black") if "White" in game.seats else (game.seats[1], game.seats[0])
    return [WORDS.get(each, f"${each}").format(white=white, black=black) for each in note.glyphs]


def line_words(game: Game, line: Line, ply: int) -> Iterator[str]:
    """Yield the words of a variation: numbers, moves with signs, comments in quotes, variations in brackets.

    game  the position before the line;  ply  the number of its first move.
    """
    needed = True
    for place, (before, _, text, note) in enumerate(follow(game, line), ply):
        if note and note.before:
            yield f'"{note.before}"'
            needed = True
        number = numeral(before, place)
        if needed or not number.endswith(AGAIN):
            yield number
        yield f"{text}{''.join(MARKS.get(glyph, '') for glyph in note.glyphs) if note else ''}"
        needed = False
        for word in words_beside(before, note) if note else ():
            yield word
            needed = True


def words_beside(game: Game, note: Note) -> Iterator[str]:
    """Yield the words of a note that stand behind its move in a variation; `game` is the position before it."""
    bare = Note(note.ply, "", note.after, tuple(each for each in note.glyphs if each not in MARKS), note.value)
    if said := note_sentence(game, bare):
        yield f'"{said}"'
    for line in note.lines:
        last = ""
        for word in line_words(game, line, note.ply):
            if last:
                yield last
            last = word if last else f"({word}"
        if last:
            yield f"{last})"
