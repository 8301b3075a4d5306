"""What a person who listens hears of a match: a sentence for each event, and answers to questions.

Lines are only appended, without colours and drawings, so that screen readers read each of them once.
"""

import re
from collections.abc import Collection, Sequence
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from games.base.notation import listing, nearest_first
from games.capabilities import hides_information
from games.dataclass import dataclass
from games.game import CHANCE, Game, IllegalMove
from games.picture import Grid, Picture
from players.entry import HELP, Command, Entry, legal_moves
from referee.drawing.glyphs import Place
from referee.match.events import Asked, Declined, Ended, Event, Moved, Redone, Seated, Started, TakenBack
from referee.match.sentences import is_told_by_chance, outcome_sentence, seating_sentence, undo_sentence
from referee.match.wording import Viewpoint, count_words, join_words, make_sentence, plural
from referee.spoken.phrases import clock_words, duration_words, move_sentence, move_words, seat_does
from referee.spoken.pictures import all_things, belongings, cell_names, kind_names, named_parts, picture_sentences
from referee.table.front import LineFront
from referee.table.standing import NEARLY
from referee.table.vocabulary import action_line, parse

if TYPE_CHECKING:
    from referee.analysis.analysis import Analysis
    from referee.table.typed_lines import TypedLines


NAMED = ("row", "column", "pit", "heap", "hand", "point")
FILLERS = {"is", "are", "the", "of", "from", "on", "in", "at"}
MINE, THEIRS, ANYTHING = ("mine", "my"), ("theirs", "their"), ("piece", "pieces")

Choice = tuple[int, Collection[int | str | None]]  # an index into a Thing, and the values allowed there
LINE = 200  # characters of a line that lists the legal moves, at most


@dataclass(frozen=True)
class Situation:
    """What a question is answered from: nothing of it is hidden from the person who asks.

    game    the position, described as the viewer sees it.
    viewer  the seat that sees it and to which `mine` belongs, None for an onlooker who sees all.
    you     the seat that is called `you`, if any.
    made    the moves so far, CHANCE's included, each with the position before it.
    """

    game: Game
    viewer: int | None = None
    you: int | None = None
    made: Sequence[tuple[Moved, Game]] = ()

    @property
    def seats(self) -> tuple[str, str]:
        first, second = self.game.seats
        return first, second


def answer(query: str, situation: Situation) -> str | None:
    """Return the answer to a question, in one or more lines; None if it is no question, but a legal move, say.

    A question about what is not there is answered with what there is.
    """
    words = query.casefold().strip().rstrip(" ?.!").split()
    if not words or any(query.strip().casefold() == text.casefold() for text in move_texts(situation.game)):
        return None
    word, rest = words[0], significant_words(" ".join(words[1:]))
    found = answer_by_word(word, rest, situation)
    return found if found is None else found + hint_at_move(query, found, situation.game)


def answer_by_word(word: str, rest: list[str], situation: Situation) -> str | None:
    """Return the answer to a question that begins with `word`; `rest` are the significant words after it."""
    match word:
        case "where":
            return say_where(rest, situation)
        case "moves" if rest:  # alone it asks at every prompt for the moves made so far
            return moves_from(" ".join(rest), situation)
        case _ if word in NAMED:
            return describe_part(word, " ".join(rest), situation)
        case "last" if not rest:
            return last_turn(situation)
        case "board" if not rest:
            picture = situation.game.show(situation.viewer)
            return "\n".join(picture_sentences(picture, situation.seats)) or "There is nothing to see."
    return None


def hint_at_move(query: str, found: str, game: Game) -> str:
    """Return a hint for people who meant a move: a question may also be a move spelled at length."""
    try:
        move = game.parse(query)
    except IllegalMove:
        return ""
    return f"{'' if found.endswith('.') else '.'} To make this move, type {game.text(move)}."


def move_texts(game: Game) -> list[str]:
    """Return the texts of the legal moves."""
    return [game.text(move) for move in game.moves()]


def questions(situation: Situation) -> str:
    """Return what may be asked here, in a sentence."""
    picture = situation.game.show(situation.viewer)
    found = named_parts(picture, situation.seats)
    named = [f"{kind} {next(iter(names))}" for kind, names in found.items() if names]
    placed = [f"where {choices(situation)[0]}"] if all_things(picture) else []
    begin = [f"moves from {start}" for start in list(moves_by_start(situation.game, situation.viewer))[:1]]
    return f"You may ask: {join_words(['last', 'board', *named, *placed, *begin])}."


def last_turn(situation: Situation) -> str:
    """Return the last turn: the moves that one seat made in a row, and what chance did after them."""
    made = situation.made
    start = len(made)
    while start and made[start - 1][0].seat == CHANCE:
        start -= 1
    seat = made[start - 1][0].seat if start else CHANCE
    while start and made[start - 1][0].seat == seat:
        start -= 1
    told = [move_sentence(event, before, situation.viewer, situation.you) for event, before in spoken(made[start:])]
    return " ".join(told) or "No move has been made yet."


def spoken(made: Sequence[tuple[Moved, Game]]) -> list[tuple[Moved, Game]]:
    """Return the moves that have a sentence of their own: a roll is spoken with its dice."""
    return [
        (event, before)
        for event, before in made
        if not is_told_by_chance((before, event), Viewpoint(("", ""), ("", "")))
    ]


def describe_part(word: str, name: str, situation: Situation) -> str:
    """Return the sentence for a part of the picture: `row 3`."""
    found = named_parts(situation.game.show(situation.viewer), situation.seats)
    if word not in found:
        there = [f"{plural(kind)} {listing(list(names))}" for kind, names in found.items()]
        return f"There are no {plural(word)} here; there are {'; '.join(there) or 'no parts with names'}"
    for label, line in found[word].items():
        if significant_words(label) == name.split():
            return line
    labels = f"{plural(word)}: {listing(list(found[word]))}"
    return f"There is no {word} {name!r}; {labels}" if name else f"Which {word}? {labels}"


def significant_words(text: str) -> list[str]:
    """Return the significant words in a text."""
    return [word for word in text.casefold().split() if word not in FILLERS]


# Where something is.


def say_where(words: list[str], situation: Situation) -> str:
    """Return where the things are that belong to a seat, are of a kind, or both; all of them without words."""
    picture = situation.game.show(situation.viewer)
    found, known = all_things(picture), nouns_of(picture) | owners_of(situation)
    wanted = words
    while wanted:
        length = next((size for size in range(len(wanted), 0, -1) if " ".join(wanted[:size]) in known), 0)
        if not length:
            return f"There is nothing called {wanted[0]!r} here; where: {', '.join(choices(situation))}"
        side, values = known[" ".join(wanted[:length])]
        found = [thing for thing in found if thing[side] in values]
        wanted = wanted[length:]
    lines = belongings(found, situation.seats)
    return (
        " ".join(map(make_sentence, lines))
        if lines
        else f"{make_sentence(' '.join(words) or 'pieces').removesuffix('.')}: none."
    )


def owners_of(situation: Situation) -> dict[str, Choice]:
    """Return the words for seats."""
    found: dict[str, Choice] = {name.casefold(): (0, {seat}) for seat, name in enumerate(situation.seats)}
    if situation.viewer is not None:
        found |= dict.fromkeys(MINE, (0, {situation.viewer})) | dict.fromkeys(THEIRS, (0, {1 - situation.viewer}))
    return found


def nouns_of(picture: Picture) -> dict[str, Choice]:
    """Return the words for kinds of things, in the singular and the plural, and for all of them."""
    named = list(kind_names(picture).values()) if isinstance(picture, Grid) else []
    whats = dict.fromkeys([*named, *(what for _, what, _ in all_things(picture))])
    found: dict[str, Choice] = dict.fromkeys(ANYTHING, (1, set(whats)))
    for what in whats:
        # Marks that differ in case alone sound alike.
        alike = 1, {other for other in whats if other.casefold() == what.casefold()}
        found |= {what.casefold(): alike, plural(what).casefold(): alike}
    return found


def choices(situation: Situation) -> list[str]:
    """Return what may follow `where`."""
    picture = situation.game.show(situation.viewer)
    nouns = {plural(what): None for _, what, _ in all_things(picture) if what not in situation.seats}
    return [*situation.seats, *(["mine", "theirs"] if situation.viewer is not None else []), *nouns]


# Where moves begin.


def moves_from(cell: str, situation: Situation) -> str:
    """Return the legal moves that begin on a cell, or all of them for ""."""
    if not cell:
        return f"{legal_moves(situation.game).rstrip('.')}."
    found = moves_by_start(situation.game, situation.viewer)
    for start, told in found.items():
        if start.casefold() == cell:
            return f"From {start}: {'; '.join(told)}."
    return f"No move begins at {cell!r}; moves begin at: {nearest_first(list(found), cell) or 'none, the game is over'}"


def moves_by_start(game: Game, viewer: int | None) -> dict[str, list[str]]:
    """Return the legal moves in words by the cell that each begins on."""
    picture = game.show(viewer)
    names = cell_names(picture) if isinstance(picture, Grid) else {}
    found: dict[str, list[str]] = {}
    for move in game.moves():
        found.setdefault(start_of(game, move, names), []).append(move_words(game.text(move), game))
    return found


def start_of(game: Game, move: int, names: dict[Place, str]) -> str:
    """Return the name of the cell that a move begins on.

    It is where its piece comes from, in games that `walks`; otherwise the cell that its text begins with, if it does.
    """
    text, cells = game.text(move), game.cells(move)
    first = re.split("[-x/]", text)[0] if move_words(text, game) != text else text
    if len(cells) > 1 and (game.walks or first not in names.values()):
        return names.get(cells[0], first)
    return first


class SpokenFront(LineFront):
    """Announces the events of one match in sentences and asks its people for their moves."""

    by_seat = True

    def __init__(self, people: tuple[bool, bool] = (False, False), lines: "TypedLines | None" = None):
        super().__init__(people, lines)
        self.made: list[tuple[Moved, Game]] = []  # the moves so far, each with the position before it
        self.game = Game()  # the position after the last announcement
        self.asked: Asked | None = None  # whose turn it is, until that person hears so

    def ask(self, game: Game, deadline: float = inf) -> Entry:
        """Return what the person to move types, once it is not a question that can be answered here.

        Raises EOFError, KeyboardInterrupt, OutOfTime and CalledOff.
        """
        if self.asked:
            self.tell(self.turn(self.asked))
            if line := action_line(game, LINE):
                self.tell(f"{line}.")
            self.asked = None
        while True:
            question, self.question = self.question, False
            line = self.read("Answer: " if question else "Move: ", deadline)
            situation = self.situation(game)
            told = None if question else answer(line, situation)
            if told is None:
                entry = parse(game, line, self.words)
                if isinstance(entry, Command) and entry.word is HELP:
                    self.tell(questions(situation))
                return entry
            self.tell(told)

    def situation(self, game: Game) -> Situation:
        """Return what questions are answered from: the position as the person to move was handed it."""
        return Situation(game, game.turn if self.viewer is None else self.viewer, self.viewer, self.made)

    def compare(self, analysis: "Analysis") -> None:
        from referee.reports.analysis.text import sentences

        for sentence in sentences(analysis):
            self.tell(sentence)

    def flip(self) -> str:
        """Return that there is nothing to turn."""
        return "Nothing is drawn here; board tells the position."

    def show(self, event: Event) -> None:
        self.question = False
        match event:
            case Started():
                self.started(event)
            case Asked():
                self.asked = event if self.people[event.seat] else None
            case Moved():
                self.made.append((event, self.game))
                for moved, before in spoken(self.made[-1:]):
                    self.tell(move_sentence(moved, before, self.viewer, self.viewer))
            case TakenBack():
                del self.made[len(self.made) - event.count :]
                self.tell(undo_sentence(event))
            case Redone():
                self.tell(undo_sentence(event))
            case Seated():
                self.seated(event)
            case Declined():
                self.tell(event.why)
            case Ended():
                self.tell(outcome_sentence(event, self.viewpoint(event.game), by_seat=True))
        self.game = event.game

    def started(self, event: Started) -> None:
        """Say who plays, what was played before, and what a person may do."""
        self.names = event.names
        self.tell(seating_sentence(self.viewpoint(event.game)))
        if event.before:
            self.recall(event.before)
        if any(self.people):
            self.tell("Type a move, a question such as board, or help.")

    def recall(self, before: tuple[Moved, ...]) -> None:
        """Note the moves that were made before the match began or went on, and announce the last one.

        If the game hides something, the person hears the position too: the cards were dealt before.
        """
        games = [before[0].game, *(move.game for move in before)]
        self.made = list(zip(before, games, strict=False))
        told = move_sentence(*self.made[-1], self.viewer, self.viewer)
        self.tell(f"{count_words(len(before), 'move')} made before; the last: {told}")
        if self.viewer is not None and hides_information(games[-1]):
            self.tell(answer("board", self.situation(games[-1])) or "")

    def turn(self, event: Asked) -> str:
        """Return whose turn it is, and how much time there is."""
        mine = event.seat == self.viewer
        turn = "Your turn." if mine else f"{event.game.seats[event.seat]}'s turn."
        clock, rest = event.left[event.seat], event.deadline - monotonic()
        byo_yomi = event.control.of(event.seat).byo_yomi
        if clock is None and rest == inf:
            return turn
        if clock is None or rest < clock.total(byo_yomi) - NEARLY:
            time = duration_words(rest)  # the limit of the move ends first
        else:
            time = clock_words(clock, byo_yomi)
        return f"{turn} {seat_does(event.game, event.seat, self.viewer, 'have')} {time}."
