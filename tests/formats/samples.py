"""Games by which formats are tested: random ones of each kind, to their ends, broken off, and from positions."""

import random

import games
from games.names.catalogue import SpecError
from games.option import Choice, Whole, YesNo, options_of
from referee.formats.file_game import FileGame, Transcript
from referee.formats.formats import read_text


CUT = "it is cut at "


class SampleFile:
    """Texts read as the contents of a file `name`."""

    def __init__(self, name):
        self.name = name

    def read(self, text, game=""):
        """Return the only game in the text."""
        (found,) = read_text(text, self.name, game)
        return found

    def complaint(self, text, game=""):
        """Return what cannot be read in the text, in one line: why it is refused, or the remark on it."""
        try:
            (remark,) = [remark for found in read_text(text, self.name, game) for remark in found.remarks]
        except SpecError as error:
            said = str(error)
        else:
            said = f"{self.name}, {remark.removeprefix(CUT)}"
        assert "\n" not in said
        return said


def random_games(spec, count, seed=1, names=("Ann [x]\\", 'Bob "B"')):
    """So many random games, the first broken off after 3 moves, the last from the position after 3 moves of another."""
    rng = random.Random(seed)
    found = []
    for number in range(count):
        start = games.with_position(spec, games.load(spec, found[0].texts).position()) if number == count - 1 else spec
        transcript = Transcript(start, names)
        while transcript.game.score() is None and (number or len(transcript.texts) < 3):
            transcript.make(rng.choice(transcript.game.moves()))
        found.append(transcript)
    return [FileGame(each.record(number=number), "2024-05-01", "An event") for number, each in enumerate(found)]


def contents(held):
    """What must come back of games, wherever they stand in the file."""
    return [(each.record, each.date, each.event) for each in held]


def other_specs(name):
    """Return specs of the game of that name, each with one option that is not as usual, where its options allow that."""
    found = []
    for key, option in options_of(games.CATALOGUE.read(name)[0]).items():
        values = VALUES.get(key, ())
        if isinstance(option, Choice):
            values = option.words
        elif isinstance(option, YesNo):
            values = ("yes", "no")
        elif isinstance(option, Whole) and option.default is not None:
            values = (option.default + 1, option.default - 1)
        found += [f"{name}:{key}={value}" for value in values if option.read(str(value)) != option.default]
    return [spec for spec in found if is_allowed(spec)]


VALUES = {
    "komi": (0.5,),
    "heaps": ("3/4",),
    "yucky": ("2/1",),
    "stacks": ("5/9",),
    "away": ("1/3",),
    "leaves": ("1-2/3-4",),
}


def is_allowed(spec):
    """Return whether the spec names a game: some options need others."""
    try:
        games.load(spec)
    except SpecError:
        return False
    return True


def differing(spec):
    """Return the name of the game of the spec, and its options that are not as usual."""
    kind, given = games.CATALOGUE.read(games.split_position(spec)[0])
    usual = options_of(kind)
    return games.CATALOGUE.find(spec), {key: value for key, value in given.items() if value != usual[key].default}
