"""What reading the texts of moves obeys in each position."""

from collections.abc import Iterable, Iterator

from games.game import Game, IllegalMove

RUBBISH = "?!no-move"


def texts_are_read_back(game: Game, moves: Iterable[int]) -> Iterator[str]:
    """Yield the text of a legal move is read as that move, whatever its case and the blanks around it.

    Where case alone tells two texts apart, as it does a pawn from a bishop of chess, capitals may be read as either.
    """
    capitals = [game.text(move).upper() for move in game.moves()]
    for move in moves:
        text = game.text(move)
        for entry in (text, f" {text.upper()} ") if capitals.count(text.upper()) == 1 else (text,):
            try:
                meant: object = game.parse(entry)
            except IllegalMove:
                meant = "nothing"
            if meant != move:
                yield f"parse({entry!r}) is {meant}, not the move {move} of that text"


def phrases_are_sentence_parts(game: Game, moves: Iterable[int]) -> Iterator[str]:
    """Yield what is said of a move is one line without a full stop."""
    for move in moves:
        for seat in (None, 0, 1):
            phrase = game.say(move, seat)
            if type(phrase) is not str or not phrase.strip() or not phrase.isprintable() or phrase.endswith("."):
                yield f"say({move}, {seat}) is {phrase!r}, not a part of a sentence in one line, without a full stop"


def phrases_tell_what_is_heard(game: Game, moves: Iterable[int], seat: int) -> Iterator[str]:
    """Yield what is said of moves that sound alike to a seat is alike."""
    told: dict[str, str] = {}
    for move in moves:
        heard, phrase = game.heard(move, seat), game.say(move, seat)
        if told.setdefault(heard, phrase) != phrase:
            yield f"seat {seat} hears {heard!r} of two moves, but say() tells it {told[heard]!r} and {phrase!r}"


def rubbish_is_refused(game: Game) -> Iterator[str]:
    """Yield a text that is not a move's is refused, in a message that quotes it."""
    try:
        yield f"parse({RUBBISH!r}) is {game.parse(RUBBISH)}"
    except IllegalMove as error:
        if RUBBISH not in str(error):
            yield f"the refusal {str(error)!r} does not quote the entry {RUBBISH!r}"


def refusals_say_why(game: Game, entries: Iterable[str]) -> Iterator[str]:
    """Yield what `why_not` says of entries that are not legal is a clause in one line, or nothing."""
    for entry in entries:
        try:
            game.parse(entry)
        except IllegalMove:
            why: object = game.why_not(entry)
            if type(why) is not str or not why.isprintable() or why.strip() != why or why.endswith("."):
                yield f"why_not({entry!r}) is {why!r:.80}, not a clause in one line, without a full stop"


def old_texts_are_read_safely(game: Game, moves: Iterable[int]) -> Iterator[str]:
    """Yield the text of a move that was legal a move before is read as a legal move, or refused."""
    for move in moves:
        text, twin = game.text(move), game.copy()
        twin.make(move)
        try:
            meant = twin.parse(text)
        except IllegalMove:
            continue
        if meant not in twin.moves():
            yield f"parse({text!r}) is {meant} once {text} was made, which is not a legal move then"
