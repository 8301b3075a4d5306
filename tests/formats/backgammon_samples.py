"""Random matches of backgammon, as a series of ours plays them."""

from dataclasses import replace

import games
from games.capabilities import is_about_stakes
from referee.formats.file_game import Claim, FileGame, Transcript
from referee.match.events import Ended, How
from referee.match.series import Series, count_score

NAMES = "Ann", "Bob"


def random_match(rng, target, most=4):
    """The games of a match to so many points between random players, None: of a session; at most so many.

    A double comes now and then, and at times somebody resigns.
    """
    series = Series.begin("backgammon:cube=yes" if target is None else "backgammon", None if target else most, target)
    found = []
    while not series.over and len(found) < most:
        names = series.by_seat(NAMES)
        transcript = Transcript(series.spec, names)
        given_up = play(transcript, rng)
        game = transcript.game
        claim = Claim(rng.choice((1, -1)), How.RESIGNED) if given_up else Claim()
        record = transcript.record(claim, number=len(found))
        found.append(FileGame(record, "2024-05-01", "Spring Cup"))
        series = series.after(count_score(Ended(game, record.score, How(record.how), "")))
    return found


def play(transcript, rng):
    """Play the game at random; whether somebody resigns before its end."""
    game = transcript.game
    while game.score() is None:
        moves = game.moves()
        if is_about_stakes(game):
            texts = {game.text(move): move for move in moves}
            word = rng.choice(("double", *("roll",) * 9)) if "roll" in texts else rng.choice(("take", "take", "drop"))
            transcript.make(texts[word])
            # Not while a double is on offer: GNU Backgammon writes such a win with the double counted.
            if word != "double" and rng.random() < 0.01:
                return True
        else:
            transcript.make(rng.choice(moves))
    return False
