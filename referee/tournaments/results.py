"""The results of a tournament so far: which games are missing, and whether stored results are possible."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from hashlib import sha256
from itertools import count, takewhile
from typing import TYPE_CHECKING

import games
from games.base.rule_values import score_of
from games.game import CHANCE
from games.names.catalogue import SpecError
from referee.match.adjudication import Ruling, can_have_ended_so, is_time_to_look, rule_on_unended
from referee.match.clock_text import store_control
from referee.match.clocks import UNLIMITED
from referee.match.events import FORFEITS, How
from referee.match.match import Match
from referee.match.record import parse_line, sign
from referee.running.game_task import Result
from referee.statistics.sprt import Sprt, SprtCourse
from referee.support.limits import derive_seed
from referee.tournaments.options import CLASS
from referee.tournaments.schedule import make_schedule

if TYPE_CHECKING:
    from collections.abc import Collection

    from referee.running.game_task import GameTask
    from referee.tournaments.meetings import Schedule
    from referee.tournaments.plan import Pairing, Tournament


Results = Mapping[int, Result]  # of the finished games, by their numbers
ADDED = ("anchors", "rules", "sprt")  # fields of a Tournament that older plans lack
ADDED_RULES = "maxmoves", "tb"  # and fields that older rules of adjudication lack
GROWING = ("players", "names", "anchors")  # fields to which a class adds while it is played


def missing_games(tournament: Tournament, results: Results) -> list[Pairing]:
    """Return the games known so far that have no result yet."""
    known, fit = match_results(tournament, results)
    return [pairing for pairing in known.pairings if pairing.number not in fit]


def match_results(tournament: Tournament, results: Results) -> tuple[Schedule, Results]:
    """Return the schedule as far as it is known, and the results that belong to its games.

    A stored result may be between players who do not meet in that game, if results before it were damaged.
    """
    while True:
        known = schedule_of(tournament, results)
        fit = {
            pairing.number: found
            for pairing in known.pairings
            if (found := results.get(pairing.number))
            and found.record.names == tuple(tournament.names[seat] for seat in pairing.seats)
        }
        if len(fit) == len(results):
            return known, fit
        results = fit


def schedule_of(tournament: Tournament, results: Results) -> Schedule:
    """Return the games of a tournament that are known after these results."""
    scores, players = result_signs(results), len(tournament.players)
    end = find_end(tournament.sprt, scores) if tournament.sprt else None
    return make_schedule(tournament.format, players, tournament.rounds, scores, seats_of(tournament, results), end)


def find_end(test: Sprt, scores: Mapping[int, int]) -> int | None:
    """Return after how many games the test is decided, None if it is not; `scores` as in `make_schedule`."""
    return end_after(test, bytes(1 + scores[number] for number in takewhile(scores.__contains__, count())))


@lru_cache(maxsize=4)  # several steps ask in a row
def end_after(test: Sprt, scores: bytes) -> int | None:
    """Return the same after the first games without a gap: 2 if seat 0 won, 1 for a draw, 0 if seat 1 won."""
    course = SprtCourse(test)
    for number, score in enumerate(scores):
        course.add(number, first_score(number, score - 1))
    return course.end


def course_of(tournament: Tournament, results: Results) -> SprtCourse | None:
    """Return the course of the tournament's test after these results; None if it has no test."""
    course = SprtCourse(tournament.sprt) if tournament.sprt else None
    if course:
        for result in results.values():
            take_result(course, result)
    return course


def take_result(course: SprtCourse, result: Result) -> None:
    """Let a test of two players take the result of a game."""
    course.add(result.number, first_score(result.number, sign(result.record.score or 0)))


def first_score(number: int, score: int) -> int:
    """Return the score of game `number` of two players for the player named first, who begins the even games."""
    return -score if number % 2 else score


def seats_of(tournament: Tournament, results: Results) -> dict[int, tuple[int, int]]:
    """Return by game number the players of finished games of a class, by their places in its plan."""
    if tournament.format != CLASS:
        return {}
    places = {name: place for place, name in enumerate(tournament.names)}
    pairs = {number: tuple(map(places.get, result.record.names)) for number, result in results.items()}
    return {number: (one, other) for number, (one, other) in pairs.items() if one is not None and other is not None}


def result_signs(results: Results) -> dict[int, int]:
    """Return by game number 1 if seat 0 won, 0 for a draw, otherwise -1."""
    return {number: sign(result.record.score or 0) for number, result in results.items()}


def forfeited_results(results: Results) -> list[Result]:
    """Return the results of forfeited games, in the order of their numbers."""
    return [result for _, result in sorted(results.items()) if result.forfeit]


def digest(*parts: object) -> str:
    """Return the SHA-256 digest of the parts as JSON: 64 hexadecimal digits."""
    return sha256(json.dumps(parts, default=repr).encode()).hexdigest()


def plan_as_json(tournament: Tournament) -> str:
    """Return the plan of a tournament as JSON. Empty newer fields are left out, so older plans keep their bytes."""
    plan = asdict(tournament) | {"control": store_control(tournament.control)}
    if plan["rules"]:
        plan["rules"] = {name: value for name, value in plan["rules"].items() if value or name not in ADDED_RULES}
    return json.dumps({name: value for name, value in plan.items() if value or name not in ADDED})


def sealed_plan(plan: str) -> str:
    """Return the part of a plan in JSON that seals its games: all of it, but of a class only what never changes."""
    try:
        fields = parse_line(plan)
    except SpecError:  # it is damaged
        return plan
    if fields.get("format") != CLASS:
        return plan
    return json.dumps({name: value for name, value in fields.items() if name not in GROWING})


def find_impossible(tournament: Tournament, found: Mapping[int, Result], unsealed: Collection[int]) -> list[int]:
    """Return the numbers of games that cannot have been played like this; none if the game cannot be loaded.

    unsealed  the numbers of the games without a digest; only these are looked at.
    """
    try:
        games.load(tournament.game)
    except SpecError:
        return []
    wrong = []
    known, fit = match_results(tournament, found)
    for pairing in known.pairings:
        if pairing.number in unsealed and pairing.number in fit:
            try:
                replay_result(tournament.task(pairing), found[pairing.number])
            except Exception:  # noqa: BLE001  # rules may raise anything for unknown moves
                wrong.append(pairing.number)
    return wrong


def replay_result(task: GameTask, result: Result) -> None:
    """Replay the game. Raise ValueError, or what the rules raise, if it cannot have had this result.

    Its opening, dice and deals must come from the task, its moves must be legal, and its end must follow from the rules
    or from the task's rules of adjudication. A player that forfeited must have been to move, unless no move was made.
    """
    record = result.record
    match = Match(games.load(record.game), (), record.names, derive_seed(*task.chance), UNLIMITED)
    texts = record.moves.split()
    if texts or record.how == How.PLAYED_OUT.value:
        list(match.replayed(task.opening))
    opening = len(match.moves)
    for text in texts[opening:]:
        if match.game.turn == CHANCE:
            match.chance()
        else:
            list(match.replayed([text]))
    if match.texts != texts:
        raise ValueError("its opening, dice or deals were different")
    seats = [made.seat for made in match.moves[opening:]]
    if result.moves != (seats.count(0), seats.count(1)):
        raise ValueError("it had another number of moves")
    if record.how == How.ADJUDICATED.value:
        check_ruling(task, result, match, opening)
        return
    score, loser = score_of(match.game), 0 if record.score == -1 else 1
    forfeited = score is None and result.forfeit in FORFEITS and (not texts or match.game.turn == loser)
    if not (forfeited if result.forfeit else record.how == How.PLAYED_OUT.value and score == record.score):
        raise ValueError("it ended differently")


def check_ruling(task: GameTask, result: Result, match: Match, opening: int) -> None:
    """Raise ValueError if the replayed match cannot have been adjudicated so. `opening` counts its opening moves."""
    record, seats = result.record, [made.seat for made in match.moves]
    ruling = Ruling(record.score or 0, record.why)
    rules, before = task.rules, seats[:opening]
    unended = score_of(match.game) is None and is_time_to_look(len(seats))
    if unended and ruling == rule_on_unended(match.start, match.moves, match.game):
        return
    if rules is None or not can_have_ended_so(rules, ruling, record.names, seats[opening:], before, match.game):
        raise ValueError("it was not adjudicated by the rules of its tournament")
