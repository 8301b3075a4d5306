"""What is believed of a game that was read back: one whose digest is right, else one that the rules agree with."""

from __future__ import annotations

import json
from dataclasses import asdict
from hashlib import sha256
from typing import TYPE_CHECKING

import games
from games.catalogue import SpecError
from games.game import CHANCE
from referee.match.clocks import UNLIMITED
from referee.match.events import FORFEITS, How
from referee.match.match import Match
from referee.tournament.results import fitting

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from referee.running.game_task import GameTask, Result
    from referee.tournament.plan import Tournament


def digest(*parts: object) -> str:
    """A digest of these, which JSON takes: 64 hexadecimal digits, others for whatever is changed in them."""
    return sha256(json.dumps(parts, default=repr).encode()).hexdigest()


def written(tournament: Tournament) -> str:
    """The plan of a tournament as JSON."""
    return json.dumps(asdict(tournament))


def unbelieved(tournament: Tournament, found: Mapping[int, Result], unsealed: Collection[int]) -> list[int]:
    """Of the games without a digest those that cannot have been played so, by their numbers.

    All are believed where the game itself is not there to ask.
    """
    try:
        games.load(tournament.game)
    except SpecError:
        return []
    wrong = []
    known, fit = fitting(tournament, found)
    for pairing in known.pairings:
        if pairing.number in unsealed and pairing.number in fit:
            try:
                agree(tournament.task(pairing), found[pairing.number])
            except Exception:  # noqa: BLE001  # whatever rules raise in a game that they do not know
                wrong.append(pairing.number)
    return wrong


def agree(task: GameTask, result: Result) -> None:
    """Raise ValueError, or what the rules raise, where that game cannot have come to that result.

    Its opening, dice and deals are those of the task, its moves are legal, and it ended as the rules say; who
    forfeited it was to move, or nothing was played.
    """
    record = result.record
    match = Match(games.load(record.game), (), record.names, task.chance, UNLIMITED)
    texts = record.moves.split()
    if texts or record.how == How.PLAYED_OUT.value:
        list(match.replayed(task.opening))
    opening = len(match.moves)
    for text in texts[opening:]:
        list(match.chance() if match.game.turn == CHANCE else match.replayed([text]))
    if match.texts != texts:
        raise ValueError("its opening, dice or deals were others")
    seats = [made.seat for made in match.moves[opening:]]
    if result.moves != (seats.count(0), seats.count(1)):
        raise ValueError("it took another number of moves")
    score, loser = match.score(), 0 if record.score == -1 else 1
    forfeited = score is None and result.forfeit in FORFEITS and (not texts or match.game.turn == loser)
    if not (forfeited if result.forfeit else record.how == How.PLAYED_OUT.value and score == record.score):
        raise ValueError("it ended otherwise")
