"""Records written by hand, and small reviews of them."""

import random

import games
from games.base.rule_values import legal_moves
from referee.match.events import Moved
from referee.match.record import Heading, make_record
from referee.reports.history import events_of
from referee.reviews.searches import Effort
from referee.reviews.review import Reviewer

SMALL = Effort(nodes=60_000, playouts=300)


def reviewed(record, effort=SMALL):
    moved = [event for event in events_of(record) if isinstance(event, Moved)]
    reviewer = Reviewer(record, moved, effort)
    reviewer.run()
    return reviewer


def recorded(spec, texts, how=None, score=None, why=""):
    return make_record(Heading(spec, ("human", "random"), ("Ann", "random"), 0), texts.split(), how, why, score)


def random_texts(spec, most, seed):
    """Return the texts of the first `most` moves of a random game."""
    game, rng, texts = games.load(spec), random.Random(seed), []
    while game.score() is None and len(texts) < most:
        move = rng.choice(legal_moves(game))
        texts.append(game.text(move))
        game.make(move)
    return texts
