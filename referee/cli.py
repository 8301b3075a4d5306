"""The command `referee`: all its commands, and how errors and interrupts end it."""

import errno
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import ExitStack

import click

from games.base.notation import printable
from games.base.spec_error import BrokenFile, BrokenFiles, SpecError
from referee.commands.command_group import CommandGroup, OutputClosed, print_version
from referee.drawing import terminal
from referee.support.process_exit import refuse_exit
from referee.support.signals import INTERRUPTED

CLOSED_PIPE = 141
TEXTS = "--position", "--moves"  # options whose texts may hold blanks
MENTIONED = ("'", "'"), ("(", " "), ("(", ")")  # what surrounds a refused word in a message
FLAGS = {"-h", "--help", "--version"}  # need no game or player
COMPLETING = "_REFEREE_COMPLETE"  # the variable in which a shell asks for completions
# The options of a match, by group, the common ones first.
OPTIONS = {
    "Common options": (
        "--coach", "--judge", "--best-of", "--to", "--time", "--clock", "--swap", "--position", "--moves", "--seed",
        "--save", "--pgn", "--event", "--site", "--name", "--theme",
    ),
    "Options of a batch": (
        "--games", "--openings", "--stats", "--sprt", "--model", "--resign", "--draw", "--solved", "--maxmoves", "--tb",
        "--workers", "--affinity", "--cluster", "--memory", "--strict", "--require", "--json",
    ),
    "Options of the screen": ("--symbols", "--pieces", "--background", "--mouse", "--pace", "--plain"),
    "Other options": ("--each", "--margin", "--debug", "--version", "--help"),
}  # fmt: skip


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=print_version,
    help="Say which version this is, and whether it is compiled.",
)  # fmt: skip
def referee() -> None:
    """Set up a match between two players on a game, or with -g a batch of games.

    GAME and PLAYER are names, with options behind a colon: chips:chips=31,rule=last or minimax:depth=4. Without a
    GAME it is tic-tac-toe, or what the settings say; with one PLAYER you play against it, moving first; without any a
    menu opens.
    """


# The commands that help and completion list, by group: the module of each in referee/commands, and the first sentence
# of its help. So only the module of the command that is run is imported.
COMMANDS = {
    "Play": {
        "puzzle": ("puzzle", "Find the best move of a position."),
        "train": (
            "train",
            "Train the lines of a file.",
        ),
        "rules": ("rules", "Explain the rules."),
        "games": ("games", "List the games with their options."),
        "players": ("players", "List the players with their options."),
        "resume": ("resume", "Go on with a match that is not over."),
        "host": ("host", "Open a table for two people on other machines."),
        "join": ("join", "Play at a table that was opened on another machine."),
        "watch": ("watch", "Look on at a table that was opened on another machine."),
    },
    "Look back": {
        "history": ("history", "List the matches played here, the newest first."),
        "me": ("me", "Show your own record, and the level to try next."),
        "replay": ("replay", "Replay a match."),
        "review": ("review", "Review a match: judge each move, and find what was better."),
        "share": ("share", "Write a match as an animated SVG, as an asciicast or as a GIF."),
        "import": ("import_", "Put the matches of a file into the history."),
        "export": ("export", "Write matches as a file that other programs read."),
    },
    "Experiment": {
        "tournament": ("tournament", "Hold a tournament between programs."),
        "class": ("class_", "Hold a tournament of programs on students' own machines."),
        "standings": ("standings", "Show how a tournament stands, also while it is played."),
        "games-of": ("games_of", "List the finished games of a tournament."),
        "test": ("test", "Count the positions of a test suite that PLAYER solves."),
        "elo": ("elo", "Estimate Elo from counts of results, and how sure it is."),
        "bench": ("bench", "Measure how fast the games and the searches run here."),
    },
    "Understand": {
        "analyse": ("analyse", "Analyse a position: what each move is worth."),
        "solve": ("solve", "Solve a game: what it is worth, and how to play it."),
        "tree": ("tree", "Draw the tree of a game, with the values of its positions."),
        "facts": ("facts", "Find out what is known about a game."),
        "perft": ("perft", "Count all sequences of DEPTH moves, by their first move."),
        "screenshot": ("screenshot", "Draw a board as an SVG picture."),
    },
    "Make your own": {
        "new": ("new", "Write a file to start from, and its test."),
        "check": ("check", "Check the games and players of a file, or an evaluation."),
        "compile": ("compile", "Compile a file of your own games in place."),
        "learn": ("learn", "Let an evaluation learn GAME, and watch how strong it gets."),
        "engine": ("engine", "Let PLAYER play GAME as an engine for another program."),
    },
    "Set up": {"settings": ("settings", "Show the settings, and where each comes from.")},
}
referee.arrange(COMMANDS, OPTIONS)


def run(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit status.

    0 done, 1 failed, 2 wrong input, 3 a game was forfeited under --strict, otherwise 4 if a --require is not met, 129
    ended by SIGHUP, 130 interrupted, 141 nobody reads the output any more, 143 ended by SIGTERM. For every signal this
    function returns the status of an interrupt, and `main` turns it into the signal's own.
    """
    if COMPLETING in os.environ:
        from referee.commands import shell_completion  # noqa: F401  # tells click of our shells
    terminal.occupy_streams()
    terminal.forgive_encodings()
    words = sys.argv[1:] if arguments is None else arguments
    try:
        with refuse_exit(), ExitStack() as stack:
            if not words or words[0] not in FLAGS:
                prepare_catalogues(stack)
            return int(referee.main(arguments, prog_name="referee", standalone_mode=False) or 0)
    except click.Abort:  # what click makes of Ctrl-C
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not disturb the cleanup
        return INTERRUPTED
    except OutputClosed as error:
        # Python flushes standard output once more at its end; that must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE if error.errno == errno.EPIPE else print_error(f"{error}", 1)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # errors of this program are raised again
        from referee.support.build import stale_notice

        if isinstance(error, ImportError) and (notice := stale_notice()):
            return print_error(notice, 1)
        return report_error(error, words)


def prepare_catalogues(stack: ExitStack) -> None:
    """Describe people's files in other processes first, and accept a person's names for engines."""
    import players
    from games.names import user_files
    from referee.running.foreign_code import describe_files_first
    from referee.support.settings import read_engine_names

    stack.enter_context(describe_files_first())
    stack.enter_context(user_files.keep_start_folder())
    players.CATALOGUE.offer_words(read_engine_names)


def report_error(error: BaseException, words: Sequence[str] = ()) -> int:
    """Print what went wrong, and return the exit status. Raises `error` again if this program is at fault.

    words  what was typed after the program's name.
    """
    from games.base.rule_values import RuleError
    from referee.errors.attribution import format_traceback, is_user_error
    from referee.running.runner import NoWorkers
    from referee.storage.database import StorageError

    match error:
        case click.ClickException():
            message = error.format_message()
            return print_error(f"{message}{missing_quotes(words, message)}", error.exit_code)
        case BrokenFiles():
            return max(print_error(str(each), click.UsageError.exit_code) for each in error.errors)
        case SpecError():
            cause = error.__cause__ if isinstance(error, BrokenFile) else None
            if cause and is_user_error(cause):
                click.echo(format_traceback(cause), err=True, nl=False)
            return print_error(f"{error}{missing_quotes(words, str(error))}", click.UsageError.exit_code)
        case SystemExit(code=int(status)) if not is_user_error(error):  # as a signal ends a page, and completion itself
            return status
        case _ if is_user_error(error) or isinstance(error, SystemExit):
            click.echo(format_traceback(error), err=True, nl=False)
            return 1
        case NoWorkers() | StorageError() | RuleError():  # the last of what a class states: no line of its file runs
            return print_error(str(error), 1)
    raise error


def print_error(message: str, status: int) -> int:
    """Print `message` in one line, and return `status`."""
    click.echo(f"referee: {printable(message)}", err=True)
    return status


def missing_quotes(words: Sequence[str], message: str) -> str:
    """Return a hint if the refused word follows a text that lacks quotes; otherwise "".

    words  what was typed after the program's name.
    """
    for option, text, word in zip(words, words[1:], words[2:], strict=False):
        if option in TEXTS and " " not in text and any(f"{sign}{word}{end}" in message for sign, end in MENTIONED):
            return f"; if {word!r} belongs to {option}, put its text in quotes: {option} '{text} {word} ...'"
    return ""
