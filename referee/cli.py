"""The command `referee`: all of its commands, and how errors and interrupts end it."""

import errno
import os
import signal
import sys

import click

import players
from games import user_paths
from games.catalogue import BrokenFile, BrokenFiles, SpecError
from games.notation import printable
from referee.commands.analyse import analyse_position
from referee.commands.bench import measure_speed
from referee.commands.check import check_file
from referee.commands.command_group import CommandGroup, OutputClosed, print_version
from referee.commands.compile import compile_file
from referee.commands.completion import print_completion
from referee.commands.elo import compare_players
from referee.commands.engine import serve_player
from referee.commands.export import export_matches
from referee.commands.facts import show_facts
from referee.commands.games import list_games
from referee.commands.games_of import list_games_of
from referee.commands.history import list_matches
from referee.commands.import_ import import_matches
from referee.commands.learn import learn_game
from referee.commands.man import print_man_page
from referee.commands.me import show_record
from referee.commands.new import write_new
from referee.commands.perft import count_moves
from referee.commands.play import play
from referee.commands.players import list_players
from referee.commands.puzzle import pose_puzzle
from referee.commands.replay import replay_match
from referee.commands.resume import resume_match
from referee.commands.review import review_match
from referee.commands.rules import tell_rules
from referee.commands.screenshot import take_screenshot
from referee.commands.settings import show_settings
from referee.commands.share import share_match
from referee.commands.solve import solve_game
from referee.commands.standings import show_standings
from referee.commands.tournament import hold_tournament
from referee.commands.tree import show_tree
from referee.drawing import terminal
from referee.errors.attribution import format_traceback, is_user_error
from referee.running.describe_first import describe_files_first
from referee.running.workers import NoWorkers
from referee.support.engine_names import read_engine_names
from referee.support.process_exit import refuse_exit
from referee.support.signals import INTERRUPTED

CLOSED_PIPE = 141


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


# The commands that help, completion and the manual page list, by group.
COMMANDS = {
    "Play": (pose_puzzle, tell_rules, list_games, list_players, resume_match),
    "Look back": (list_matches, show_record, replay_match, review_match, share_match, import_matches, export_matches),
    "Experiment": (hold_tournament, show_standings, list_games_of, compare_players, measure_speed),
    "Understand": (analyse_position, solve_game, show_tree, show_facts, count_moves, take_screenshot),
    "Make your own": (write_new, check_file, compile_file, learn_game, serve_player),
    "Set up": (show_settings, print_completion, print_man_page),
}
# The options of a match, by group, the common ones first.
OPTIONS = {
    "Common options": (
        "--coach", "--best-of", "--to", "--time", "--clock", "--swap", "--position", "--moves", "--seed",
        "--save", "--name", "--theme",
    ),
    "Options of a batch": (
        "--games", "--openings", "--stats", "--sprt", "--model", "--resign", "--draw", "--solved",
        "--workers", "--cluster", "--isolate", "--memory", "--strict", "--require", "--json",
    ),
    "Options of the screen": ("--symbols", "--background", "--mouse", "--pace", "--plain"),
    "Other options": ("--restart", "--debug", "--version", "--help"),
}  # fmt: skip
referee.add_command(play)
referee.arrange(COMMANDS, OPTIONS)


def run(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit status.

    0 done, 1 failed, 2 something typed was wrong, 3 a game was forfeited under --strict, else 4 where a --require is
    not met, 129 ended by SIGHUP, 130 interrupted, 141 nobody reads the output any more, 143 ended by SIGTERM. `main`
    makes those of the signals from the status for an interrupt that this function returns.
    """
    terminal.occupy_streams()
    terminal.forgive_encodings()
    try:
        with describe_files_first(), refuse_exit(), user_paths.keep_start_folder():
            players.CATALOGUE.offer_words(read_engine_names)
            return int(referee.main(arguments, prog_name="referee", standalone_mode=False) or 0)
    except click.Abort:  # what click makes of Ctrl-C
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not disturb the cleanup
        return INTERRUPTED
    except OutputClosed as error:
        # Python flushes standard output once more at its end; that must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE if error.errno == errno.EPIPE else print_error(f"{error}", 1)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # errors of this program are raised again
        return report_error(error)


def report_error(error: BaseException) -> int:
    """Tell the user what went wrong, and return the exit status. Raises the error if it is one of this program."""
    match error:
        case click.ClickException():
            return print_error(error.format_message(), error.exit_code)
        case BrokenFiles():
            return max(print_error(str(each), click.UsageError.exit_code) for each in error.errors)
        case SpecError():
            cause = error.__cause__ if isinstance(error, BrokenFile) else None
            if cause and is_user_error(cause):
                click.echo(format_traceback(cause), err=True, nl=False)
            return print_error(str(error), click.UsageError.exit_code)
        case NoWorkers():
            return print_error(str(error), 1)
        case SystemExit(code=int(status)) if not is_user_error(error):  # as a signal ends a page, and completion itself
            return status
        case _ if is_user_error(error) or isinstance(error, SystemExit):
            click.echo(format_traceback(error), err=True, nl=False)
            return 1
    raise error


def print_error(message: str, status: int) -> int:
    """Print in one line what is wrong, and return the exit status."""
    click.echo(f"referee: {printable(message)}", err=True)
    return status
