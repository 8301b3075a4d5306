"""Test suites as texts: a position on each line, and operations that name right and wrong moves.

Chess has EPD (S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, 16.2): four fields,
then `bm Qxf7#; am Qxe5; dm 3; id "name"; c0 "a comment";`. All other games are written in the same manner, in the
notations of positions and moves that their players use: `W:W21,22:B1,K9; bm 21-17; id "name"`. A line may begin with
the game, `connect-four:position=4453; bm 4`, and a line `# checkers` names the game of the lines below it.

A line of an .obf file of othello has scores instead: `... X; G8:+18; H1:+12;`. The moves with the best score are right.
In such files `%` begins a comment.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import games
from games.capabilities import has_chance, hides_information
from games.game import CHANCE, IllegalMove
from games.names.catalogue import SpecError
from games.names.spec import clip, take_position
from referee.errors.attribution import load_after
from referee.formats.file_game import LineError, SkippedGame, refuse
from referee.formats.plain_moves import named_game
from referee.puzzles.problem import Problem, ProblemMove

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from games.game import Game

GAMES = {".epd": "chess", ".obf": "othello:empties=winner"}  # by the ends of the files' names
MORE = ".txt"  # another end of the name of a suite
# Words that EPD gives a meaning; the first may follow the position without a semicolon.
WORDS = "acd|acn|acs|am|bm|c[0-9]|ce|dm|eco|fmvn|hmvc|id|nic|noop|pm|pv|rc|sm|v[0-9]"
BEGINS = re.compile(rf"\s*;|\s+(?=(?:{WORDS})\s)")
OPERATION = re.compile(r"""\s*([A-Za-z]\w*)((?:"[^"]*"|[^;"])*)(?:;|$)""")
SCORE = re.compile(r"\s*:\s*([+-]?\d{1,5})\s*", re.ASCII)
FIELDS = 4  # of EPD, without the counters
FARTHEST = 100  # moves of a win


def read_suite(lines: Iterable[str], game: str, name: str) -> Iterator[Problem | SkippedGame]:
    """Yield the positions of a suite, and the lines that cannot be read.

    game  the spec of the game of lines that name none; "": the end of `name`, the file's name, may tell.
    """
    spec = game or next((told for end, told in GAMES.items() if name.casefold().endswith(end)), "")
    for number, line in enumerate(lines, 1):
        text = " ".join(line.split())
        if text.startswith("#"):
            spec = named_game(text) or spec
        elif text and not text.startswith("%"):
            try:
                yield read_line(text, spec, number)
            except LineError as error:
                yield SkippedGame(error.line, error.why)
            except (SpecError, IllegalMove) as error:
                yield SkippedGame(number, str(error))


def read_line(text: str, spec: str, line: int) -> Problem:
    """Return the position on a line; `spec` is its game if the line names none. Raises SpecError and IllegalMove."""
    found = BEGINS.search(text)
    head, rest = (text[: found.start()], text[found.end() :]) if found else (text, "")
    operations = dict(read_operations(rest))
    game = load_position(head, spec, operations, line)
    if game.score() is not None:
        raise refuse(line, f"the game is over in {clip(head)!r}")
    if game.turn == CHANCE:
        raise refuse(line, f"dice or cards come next in {clip(head)!r}, and no side is to move")
    best = [own_text(game, word) for word in words_of(operations, "bm")] or best_scored(game, operations)
    avoid = tuple(own_text(game, word) for word in words_of(operations, "am"))
    mate = read_mate(game, operations.get("dm", ""), line)
    if not (best or avoid or mate):
        raise refuse(line, f"{clip(text)!r} has none of the operations bm, am and dm")
    written = games.with_position(games.split_position(spec_of(head, spec)[0])[0], game.position())
    branches = tuple(ProblemMove(move, right=True, solved=True) for move in dict.fromkeys(best))
    comment = next((unquoted(operations[word]) for word in operations if word == "c0"), "")
    return Problem(written, line, unquoted(operations.get("id", "")), comment, branches, avoid, mate)


def read_operations(text: str) -> Iterator[tuple[str, str]]:
    """Yield the operations in a text, each with what follows its word."""
    for found in OPERATION.finditer(text):
        yield found[1], found[2].partition("%")[0].strip() if '"' not in found[2] else found[2].strip()


def spec_of(head: str, spec: str) -> tuple[str, str]:
    """Return the spec with which a line begins, otherwise `spec`, and the rest of its beginning."""
    word = head.partition(" ")[0]
    try:
        named = games.CATALOGUE.find(head) or games.CATALOGUE.find(word)
    except SpecError:
        named = None
    if not named:
        return spec, head
    return (head, "") if ":" in word or word == head else (word, head[len(word) :].strip())


def load_position(head: str, spec: str, operations: Mapping[str, str], line: int) -> Game:
    """Return the game in the position with which a line begins. Raises SpecError."""
    spec, text = spec_of(head, spec)
    if not spec:
        raise refuse(line, "no game is named: add its name, or a line such as # checkers")
    position, _, moves = text.partition(" moves ")
    position = take_position(position)
    if len(position.split()) == FIELDS and {"hmvc", "fmvn"} & {*operations}:
        position += f" {operations.get('hmvc', '0')} {operations.get('fmvn', '1')}"
    return load_after(games.with_position(spec, position) if position else spec, moves.split())


def words_of(operations: Mapping[str, str], name: str) -> list[str]:
    """Return the moves of an operation, which may have commas between them."""
    return operations.get(name, "").replace(",", " ").split()


def own_text(game: Game, word: str) -> str:
    """Return our text of a move, or of the first move of a turn. Raises IllegalMove."""
    return game.text(game.parse(game.singles(word)[0]))


def best_scored(game: Game, operations: Mapping[str, str]) -> list[str]:
    """Return the moves with the best score of a line of an .obf file; none if it has no scores. Raises IllegalMove."""
    scores = {word: int(found[1]) for word, rest in operations.items() if (found := SCORE.fullmatch(rest))}
    return [own_text(game, word) for word, score in scores.items() if score == max(scores.values())]


def read_mate(game: Game, text: str, line: int) -> int:
    """Return the number in the operation dm; 0 for none. Raises SpecError."""
    if not text:
        return 0
    if not (text.isdecimal() and 0 < int(text) <= FARTHEST):
        raise refuse(line, f"dm {clip(text, 20)} is not a number of moves from 1 to {FARTHEST}")
    if has_chance(game) or hides_information(game):
        raise refuse(line, "dm is for games without chance and hidden cards")
    return int(text)


def unquoted(text: str) -> str:
    """Return the text of an operation without its quotes."""
    return text.strip().strip('"').strip()
