"""The commands of the prompt: answers to what people type that is neither a move nor a request to the match."""

import shlex
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

import games
from games.capabilities import areas_of, hides_information
from games.game import Game
from games.names.catalogue import SpecError
from games.names.spec import clip, short_name
from games.names.user_files import expand_home
from games.rules.texts import rules_of
from players.entry import ANSWERS, HELP, SWAP, Command, Entry, Moves, Request, Word, is_question
from players.player import OutOfTime, SetUp
from players.search.clock import relax
from referee.match.dead_chains import proposal
from referee.match.events import Asked, Event, Seated, TakenBack
from referee.match.record import Recorder
from referee.match.wording import spoken_name
from referee.storage.record_file import save_record
from referee.support.limits import NODES
from referee.table.front import Front
from referee.table.standing import Timekeeper, score_sentence
from referee.table.vocabulary import (
    ANALYSE,
    CLOCK,
    COACH,
    EDIT,
    FLIP,
    HINT,
    MOVES,
    POSITION,
    RESTART,
    RULES,
    SAVE,
    SCORE,
    WHY,
    help_text,
    told_position,
    why_not,
)

if TYPE_CHECKING:
    from pathlib import Path

    from referee.engines.judge import EngineJudge
    from referee.match.record import Record
    from referee.reviews.coach import Coach, Turn
    from referee.table.advice import Advice

Found = TypeVar("Found")
ANALYSED = 2.0  # seconds for an analysis, and half of what the person has left at most
ANEW = RESTART, EDIT  # what begins a new game
PLAY_ON = "You play on."
WAY_ON = "Type it again to play it; hint tells what is better."


class PromptCommands:
    """Stands between the match and a front: all questions to people go through it.

    minutes   the moves of the match;  coached  whether people are warned before they make a mistake.
    judge     the spec of the program that judges for hints and the coach; "": our own searches do.
    saved     the file that the match was saved in last, and the record in it; None if it never was.
    fixed     whether nobody changes seats, because the match is a game of a series.
    standing  how that series stands, in a sentence.
    seeded    whether the seed of the match is known here.
    """

    def __init__(self, front: Front, minutes: Recorder, coached: bool = False, fixed: bool = False, judge: str = ""):
        self.front = front
        self.minutes = minutes
        self.coached = coached
        self.saved: tuple[Path, Record] | None = None
        self.fixed = fixed
        self.judge = judge
        self.judging: EngineJudge | None = None  # once it was needed
        self.standing = ""
        self.seeded = True
        self.coach: Coach | None = None  # once it has had something to look at
        self.adviser: Advice | None = None  # once advice was asked for
        self.warned: set[Turn] = set()  # turns that it has warned of in this position
        self.question = ""  # the last message, if it asks for an answer other than a move
        self.asked: dict[int, Asked] = {}  # by seat who chose last, and in which position
        self.clocks = Timekeeper()
        self.restarted = False  # whether a person has asked for a new game in place of this one
        self.position = ""  # in which that is to begin; empty: where this one began

    def note(self, event: Event) -> None:
        self.minutes.note(event)
        if isinstance(event, (TakenBack, Seated)):  # the same turn may come again, or to another person
            self.warned.clear()
        if isinstance(event, Asked):
            self.asked[event.seat] = event
            self.clocks.note(event)
        if isinstance(event, (Seated, TakenBack)):
            self.asked.clear()
        self.front.show(event)

    def tell(self, text: str) -> None:
        """Say something to the people at the table; a question is not answered by a move."""
        self.question = text if is_question(text) else self.question
        self.front.tell(text)

    def ask(self, game: Game, deadline: float) -> Entry:
        """Return what the person types that is not answered here. Raises what `Front.ask` raises.

        What cannot be undone is asked about once: yes does it, no drops it, and anything else is taken instead.
        """
        doubted: Request | None = None
        while True:
            relax()  # before anything can be asked for: a hurry that comes at once is for what is asked then
            answers, self.question = self.question, ""
            entry = self.front.ask(game, deadline)
            answer: str | None = None
            agreed = ANSWERS.get(entry.text.casefold()) if doubted else None
            if doubted and agreed:
                return self.granted(doubted)
            if agreed is False:
                answer = PLAY_ON
            elif isinstance(entry, Moves) and not answers:
                answer = self.warning(game, entry.moves, deadline)
            elif isinstance(entry, Command):
                answer = self.try_answer(game, entry, deadline)
            elif isinstance(entry, Request) and not answers:
                answer = self.objection(game, entry)
            doubted = entry if isinstance(entry, Request) and answer and answer == entry.word.doubt else None
            if answer is None:  # an answer to a question is no request to the match
                return entry if answers else self.granted(entry)
            if answer:
                self.front.tell(answer)
            if answers:
                self.tell(answers)

    def objection(self, game: Game, entry: Request) -> str | None:
        """Return why the match does not do this, or what to ask first; None if it may be done at once."""
        word = entry.word
        if self.fixed and word.name == SWAP.name:
            return "You cannot change seats within a series: they alternate from game to game."
        if self.fixed and word in ANEW:
            return "You cannot restart a game of a series: resign gives it up, and quit leaves it for later."
        if isinstance(entry.request, SetUp) and (answer := self.answer_edit(game, entry.request.position)) is not None:
            return answer
        return word.doubt if word.doubt and (self.minutes.moves or word not in ANEW) else None

    def granted(self, entry: Entry) -> Entry:
        """Return the entry for the match; note whether a new game is wanted after this one."""
        self.restarted = isinstance(entry, Request) and entry.word in ANEW
        request = entry.request if isinstance(entry, Request) else None
        self.position = request.position if isinstance(request, SetUp) else ""
        return entry

    def answer_edit(self, game: Game, position: str) -> str | None:
        """Return why no game can begin in a position, or how to set one up; None if one can begin."""
        spec = self.minutes.heading.game
        if not position:
            return self.front.edit(spec, game)
        wrong = why_not(spec, position)
        return f"No game can begin at {clip(position)!r}: {wrong}." if wrong else None

    def try_answer(self, game: Game, command: Command, deadline: float) -> str | None:
        """Return the answer to a command, or a sentence about what went wrong."""
        try:
            return self.answer(game, command, deadline)
        except (EOFError, OutOfTime):
            raise
        except Exception as error:  # noqa: BLE001  # whatever it was, it shall not cost a person the game
            return f"{command.text!r} failed: {type(error).__name__}: {error}"

    def answer(self, game: Game, command: Command, deadline: float) -> str | None:
        """Return what to say to a command, maybe ""; None if the player answers it."""
        answers: dict[Word, Callable[[], str]] = {
            HELP: lambda: self.help(game),
            RULES: lambda: self.explain(game),
            HINT: lambda: self.hint(game, deadline),
            WHY: lambda: self.why(game),
            ANALYSE: lambda: self.analyse(game, deadline),
            MOVES: lambda: self.moves_from(game, command.rest) if command.rest else self.listing(game, game.turn),
            POSITION: lambda: self.describe_position(game),
            SCORE: lambda: self.score(game),
            CLOCK: lambda: self.clocks.sentence(game, deadline),
            FLIP: self.front.flip,
            SAVE: lambda: self.save(game, command.rest),
            COACH: lambda: self.switch_coach(command.rest),
        }
        found = answers.get(command.word)
        return found() if found else None

    def meanwhile(self, word: Word, game: Game, viewer: int) -> str:
        """Return the answer to a word of AT_ONCE for the person on the seat `viewer` while another player thinks."""
        answers: dict[Word, Callable[[], str]] = {
            HELP: lambda: self.help(game),
            RULES: lambda: self.explain(game),
            MOVES: lambda: self.listing(game, viewer),
            FLIP: self.front.flip,
        }
        return answers[word]()

    def help(self, game: Game) -> str:
        return f"{rules_text(game)}\n\n{help_text(self.front.keys, self.front.words)}"

    def score(self, game: Game) -> str:
        """Return what each seat has, and how the series stands if there is one; show on the board what is counted."""
        if any(areas_of(game)):
            self.front.count(game)
        return " ".join(filter(None, (score_sentence(game), proposal(game), self.standing)))

    def explain(self, game: Game) -> str:
        self.front.explain(self.minutes.heading.game, rules_text(game))
        return ""

    def moves_from(self, game: Game, cell: str) -> str:
        """Return the legal moves that begin on a cell."""
        from referee.table.spoken_front import Situation, moves_from, significant_words

        return moves_from(" ".join(significant_words(cell.rstrip(" ?.!"))), Situation(game, game.turn, game.turn))

    def listing(self, game: Game, viewer: int) -> str:
        """Return the moves so far as `viewer` saw them, and the seed unless it reveals something hidden."""
        told = self.minutes.listing(viewer) or "No move has been made yet."
        return f"{told}  (seed {self.minutes.heading.seed})" if self.seeded and not hides_information(game) else told

    def describe_position(self, game: Game) -> str:
        """Return the command that starts a match in this position, as far as the seat to move knows it."""
        try:
            text = told_position(game)
        except ValueError as error:
            return str(error)
        spec = games.split_position(self.minutes.heading.game)[0]
        return shlex.join(("referee", spec, "--position", text))

    def switch_coach(self, wanted: str) -> str:
        """Turn warnings before mistakes on or off; without a word switch them."""
        words = {"on": True, "off": False, "": not self.coached}
        if wanted.casefold() not in words:
            return f"'coach {clip(wanted)}' is not understood; type coach on or coach off"
        self.coached = words[wanted.casefold()]
        return f"The coach is {'on: you are warned before a mistake or a blunder' if self.coached else 'off'}."

    def warning(self, game: Game, moves: Sequence[int], deadline: float) -> str | None:
        """Return what the coach says before a person's moves, once; None if they may be made."""
        chosen = tuple(self.minutes.texts), tuple(moves)
        if not self.coached or chosen in self.warned:
            return None
        self.front.work("The coach looks at it")
        try:
            found = self.judged(lambda judge: self.call_coach(judge).verdict(game, chosen, deadline))
        except Exception as error:  # noqa: BLE001  # a game that somebody is still writing
            self.coached = False
            return f"The coach cannot judge this game and leaves: {type(error).__name__}: {error}"
        if found is None:
            return None
        self.warned.add(chosen)
        return f"{self.advice().warn(game, moves, found)} {WAY_ON}"

    def call_coach(self, judge: "EngineJudge | None") -> "Coach":
        """Return the coach, made when it is first needed: it loads searches."""
        if self.coach is None:
            from referee.reviews.coach import Coach

            self.coach = Coach(games.load(self.minutes.heading.game), judge=judge)
        return self.coach

    def judged(self, look: "Callable[[EngineJudge | None], Found]") -> "Found":
        """Return what `look` finds with the judge. If the judge fails, say why, and look without it."""
        try:
            if self.judge and self.judging is None:
                from referee.engines.judge import EngineJudge

                self.judging = EngineJudge(self.judge, games.load(self.minutes.heading.game), NODES)
            return look(self.judging)
        except SpecError as error:
            if not self.judge:
                raise
            self.close()
            self.judge, self.coach, said = "", None, f"{error}"
            self.front.tell(f"{said[0].upper()}{said[1:]}. Our own searches judge from now on.")
            return look(None)

    def close(self) -> None:
        """End the judge."""
        if self.judging is not None:
            self.judging.close()
            self.judging = None

    def advice(self) -> "Advice":
        """Return the Advice that answers `hint` and `why`, made when first needed, because it loads searches."""
        if self.adviser is None:
            from referee.table.advice import Advice

            self.adviser = Advice(self.minutes.heading.game, self.minutes.heading.seed)
        self.adviser.names = self.minutes.heading.names
        return self.adviser

    def hint(self, game: Game, deadline: float) -> str:
        return self.judged(lambda judge: self.advice().hint(game, deadline, judge, self.minutes.texts))

    def why(self, game: Game) -> str:
        """Return what the other seat's program thought about its last move, and the moves it weighed."""
        seat = 1 - game.turn
        if hides_information(game):
            return "Explaining its move would show its hand."
        name = game.seats[seat] if self.front.by_seat else self.minutes.heading.names[seat]
        if seat not in self.asked:
            return f"{spoken_name(name)} has not moved yet."
        made = next((moved.move for moved in reversed(self.minutes.moves) if moved.seat == seat), None)
        return self.advice().why(game, name, self.asked[seat], made)

    def analyse(self, game: Game, deadline: float) -> str:
        """Let the front show what each move is worth; return ""."""
        from referee.analysis.methods import analysed

        seconds = min(ANALYSED, max(0.0, deadline - monotonic()) / 2)
        self.front.compare(analysed(game.copy(), self.minutes.heading.game, seconds))
        return ""

    def save(self, game: Game, name: str) -> str:
        """Write a record of the match so far; return what to say about it."""
        path = expand_home(name or f"{short_name(self.minutes.heading.game)}.jsonl")
        record = self.minutes.record()
        try:
            save_record(record, path)
        except SpecError as error:
            return str(error)
        self.saved = path, record
        return f"Saved in {path}{', with what is hidden' if hides_information(game) else ''}."


def rules_text(game: Game) -> str:
    """Return the rules of the game, a paragraph a line."""
    return rules_of(type(game)) or "No rules are written for this game."
