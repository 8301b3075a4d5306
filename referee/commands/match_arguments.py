"""The game and the players of a match: read from the command line, or asked for."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TYPE_CHECKING

import click

import games
import players
from games.names.catalogue import SpecError
from games.names.user_files import complete_name, is_file_spec
from games.option import nearest
from players.entry import QUIT
from referee.drawing import terminal
from referee.drawing.text_width import wrap
from referee.support.settings import SETTINGS, UNNAMED, Settings

if TYPE_CHECKING:
    from referee.storage.saved_match import Selection

Pair = tuple[str, str]
Chosen = tuple[str, Pair, Pair | None]  # the game, the players, and the names of two people if they were asked for them


def resolve_match(
    words: tuple[str, ...], commands: Collection[str], people: bool, wanted: Settings, guest: str
) -> Chosen:
    """Return the spec of the game, the specs of the two players, and what two people are called if they were asked.

    commands  the words that are commands, and so neither games nor players.
    people    whether people may play; then a missing player is asked for, and one alone plays against a person.
    guest     the name of a second person, "" for none.

    Raises SpecError for an unknown word, UsageError for too many or too few players.
    """
    game, specs = split_words(words, commands)
    if people:
        return ask_for_players(game, specs, wanted, guest)
    persons = [spec for spec in specs if players.CATALOGUE.find(spec) == "human"]
    if persons or len(specs) < 2:
        raise click.UsageError("a batch and --json need two programs as players, as in: referee -g 10 minimax random")
    return game or wanted.game, (specs[0], specs[1]), None


def split_words(words: tuple[str, ...], commands: Collection[str]) -> tuple[str, tuple[str, ...]]:
    """Return the spec of the game, "" if none is named, and the specs of the players.

    Raises SpecError for an unknown word, UsageError for too many players.
    """
    is_game = bool(words) and games.CATALOGUE.find(words[0]) is not None
    game, specs = (words[0], words[1:]) if is_game else ("", words)
    for spec in specs:
        if players.CATALOGUE.find(spec) is None:
            raise SpecError(unknown_word(spec, game, commands))
    if len(specs) > 2:
        raise click.UsageError(f"a match has two players, not {len(specs)}: {' '.join(specs)}")
    return game, specs


def resolve_selection(words: tuple[str, ...], commands: Collection[str]) -> "Selection":
    """Return the selection of saved matches that a game and players name.

    Raises SpecError for an unknown word and for wrong options, UsageError for too many players.
    """
    from referee.storage.saved_match import Selection

    game, specs = split_words(words, commands)
    if game:
        games.CATALOGUE.check(game)
    for spec in specs:
        players.CATALOGUE.check(spec)
    return Selection(game, specs)


def unknown_word(word: str, game: str, commands: Collection[str]) -> str:
    """Explain in one line why a word names no player."""
    from referee.formats.formats import is_match_file

    if games.CATALOGUE.find(word):
        return f"{word!r} is a game: name one game, before the players"
    if game:
        return players.CATALOGUE.explain_unknown(word)
    if word in commands:
        return f"{word!r} is a command of its own: referee {word}"
    if is_file_spec(word):
        return f"{players.CATALOGUE.explain_unknown(word)}; a game must stand before the players"
    if is_match_file(word):
        return f"{word} is a file of matches; to look at one: referee replay {word}"
    name = word.partition(":")[0]
    known = games.CATALOGUE.known | players.CATALOGUE.known | {each: each for each in commands} | complete_name(name)
    return (
        f"there is no game or player {name!r}{nearest(name, known)} "
        f"(games: {', '.join(games.CATALOGUE)}; players: {', '.join(players.CATALOGUE.words)})"
    )


def ask_for_players(game: str, specs: tuple[str, ...], wanted: Settings, guest: str = "") -> Chosen:
    """Return the game and two players as in `resolve_match`, with a person in place of a missing one.

    Without players the person at the terminal chooses; if that person leaves instead, the command ends. Two names
    belong to two people, so the opponent offered is then a person.

    Raises UsageError if a second name is given to a program.
    """
    if specs:
        one, two = specs if len(specs) == 2 else ("human", *specs)
        if guest and not players.CATALOGUE.find(one) == players.CATALOGUE.find(two) == "human":
            raise click.UsageError("--name is given twice, but two people do not play here: referee human human")
        return game or wanted.game, (one, two), None
    wanted = replace(wanted, opponent="human") if guest else wanted
    choose = choose_by_prompt if wanted.plain or not terminal.fancy() else choose_in_menu
    answer = choose(game, wanted, guest)
    if answer is None:
        raise click.exceptions.Exit(0)
    return answer


def choose_in_menu(game: str, wanted: Settings, guest: str) -> Chosen | None:
    """Return the game and the players chosen in the full-screen menu; None if the person leaves.

    If the person resumes a match instead, it is played here, and None comes back.
    """
    from referee.storage.saved_match import SavedMatch
    from referee.table.next_match import NextMatch
    from referee.table.session import choose_match, play_matches

    choice = choose_match(game or wanted.game, wanted, pick=not game, guest=guest)
    if isinstance(choice, SavedMatch):
        play_matches(NextMatch(replace(choice.plan(), person=wanted.name), choice, choice.series), wanted)
        return None
    return (choice.game, choice.players, choice.names) if choice else None


def choose_by_prompt(game: str, wanted: Settings, guest: str) -> Chosen | None:
    """Return the game and the players chosen line by line, None if the person leaves.

    The person moves first, against the chosen opponent.
    """
    try:
        game = game or ask_for_spec("Game", games.load, list(games.CATALOGUE), wanted.game)
        other = ask_for_spec("Opponent", players.load, players.CATALOGUE.words, wanted.opponent)
        people = players.CATALOGUE.find(other) == "human"
        offered = guest or UNNAMED
        names = (ask_for_name("Your name", wanted.name), ask_for_name("Other name", offered)) if people else None
    except EOFError:
        return None
    return game, ("human", other), names


def ask_for_name(question: str, default: str) -> str:
    """Ask until the answer is a name, and return it. Raises EOFError if the person leaves."""
    from referee.table.front import ask_plainly

    kind = SETTINGS["name"]
    while True:
        name = ask_plainly(f"{question} [{default}]: ").strip() or default
        if kind.fits(name):
            return name
        click.echo(f"{name!r} must be {kind.allowed}")


def ask_for_spec(question: str, load: Callable[[str], object], names: list[str], default: str) -> str:
    """Ask until the answer is a spec that can be loaded, and return it. Raises EOFError if the person leaves."""
    from referee.table.front import ask_plainly

    print_wrapped(f"{question}s: {', '.join(names)}")
    while True:
        spec = ask_plainly(f"{question} [{default}]: ").strip() or default
        if spec.casefold() in QUIT.names:
            raise EOFError
        try:
            load(spec)
        except SpecError as error:
            print_wrapped(str(error))
        else:
            return spec


def print_wrapped(text: str) -> None:
    """Print text, wrapped to the width of the terminal."""
    click.echo("\n".join(wrap(text, terminal.width())))
