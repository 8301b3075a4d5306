"""Games by which formats are tested: random ones of each kind, to their ends, broken off, and from positions."""

import random

import games
from referee.formats.file_game import FileGame, Transcript


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
