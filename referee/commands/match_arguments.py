"""Who plays what: from the words of the command line, or by asking."""

from collections.abc import Callable, Collection
from textwrap import wrap

import click

import games
import players
from games.catalogue import SpecError
from games.option import nearest
from games.user_files import is_file_spec
from players.entry import QUIT
from referee.drawing import terminal
from referee.support.settings import Settings
from referee.table.prompt import ask_plainly

Pair = tuple[str, str]


def seat(words: tuple[str, ...], commands: Collection[str], people: bool, wanted: Settings) -> tuple[str, Pair]:
    """The spec of the game and those of the two players. Where people may play, one who is not named is asked for.

    `commands` are the words that are neither. Raises SpecError, UsageError.
    """
    is_game = bool(words) and games.CATALOGUE.find(words[0]) is not None
    game, specs = (words[0], words[1:]) if is_game else ("", words)
    for spec in specs:
        if players.CATALOGUE.find(spec) is None:
            raise SpecError(stranger(spec, game, commands))
    if len(specs) > 2:
        raise click.UsageError(f"a match has two players, not {len(specs)}: {' '.join(specs)}")
    if people:
        return invite(game, specs, wanted)
    persons = [spec for spec in specs if players.CATALOGUE.find(spec) == "human"]
    if persons or len(specs) < 2:
        raise click.UsageError("a batch and --json need two programs as players, as in: referee -g 10 minimax random")
    return game or wanted.game, (specs[0], specs[1])


def stranger(word: str, game: str, commands: Collection[str]) -> str:
    """One line on a word that names no player."""
    if games.CATALOGUE.find(word):
        return f"{word!r} is a game, and the game is named once, before the players"
    if game:
        return players.CATALOGUE.explain_unknown(word)
    if word in commands:
        return f"{word!r} is a command of its own: referee {word}"
    if is_file_spec(word):
        return f"{word} holds no player, and no game that could stand before players"
    name = word.partition(":")[0]
    known = [*games.CATALOGUE.names, *players.CATALOGUE.names, *commands]
    return (
        f"there is no game or player {name!r}{nearest(name, known)} "
        f"(games: {', '.join(games.CATALOGUE)}; players: {', '.join(players.CATALOGUE)})"
    )


def invite(game: str, specs: tuple[str, ...], wanted: Settings) -> tuple[str, Pair]:
    """The same for a match in which people may play; without players, who is at the terminal chooses."""
    if len(specs) == 2:
        return game or wanted.game, (specs[0], specs[1])
    if len(specs) == 1:
        return game or wanted.game, ("human", specs[0])
    answer = question(game, wanted) if wanted.plain or not terminal.fancy() else menu(game, wanted)
    if answer is None:
        raise click.exceptions.Exit(0)
    return answer


def menu(game: str, wanted: Settings) -> tuple[str, Pair] | None:
    """The game and the players that a person chooses on a whole screen, None where they leave."""
    from referee.table.fullscreen.menu import choose

    signs, theme = terminal.signs(wanted.symbols), terminal.theme(wanted.theme)
    choice = choose(game or wanted.game, wanted.opponent, signs, theme, pick=not game)
    return (choice.game, choice.players) if choice else None


def question(game: str, wanted: Settings) -> tuple[str, Pair] | None:
    """The same by lines; who is at the prompt plays the opponent asked for, and moves first."""
    try:
        game = game or chosen("Game", games.CATALOGUE.load, list(games.CATALOGUE), wanted.game)
        return game, ("human", chosen("Opponent", players.load, list(players.CATALOGUE), wanted.opponent))
    except EOFError:
        return None


def chosen(question: str, load: Callable[[str], object], names: list[str], default: str) -> str:
    """The spec that a person answers with, asked until it can be loaded. Raises EOFError."""
    say(f"{question}s: {', '.join(names)}")
    while True:
        spec = ask_plainly(f"{question} [{default}]: ").strip() or default
        if spec.casefold() in QUIT.names:
            raise EOFError
        try:
            load(spec)
        except SpecError as error:
            say(str(error))
        else:
            return spec


def say(text: str) -> None:
    """Write text for people, wrapped to the width of the terminal."""
    click.echo("\n".join(wrap(text, terminal.width())))
