"""Running what the command line asked for: one match before people's eyes, or a batch."""

import json
import sys
import traceback

import games
from games.catalogue import SpecError
from games.kinds import hides
from players.human import HumanPlayer
from referee.batch import Plan, Tally
from referee.events import Ended, How
from referee.progress import Output, output
from referee.record import Record
from referee.screen import Screen
from referee.wishes import person

FORFEITS = {How.OUT_OF_TIME, How.ILLEGAL_MOVE, How.CRASHED}


def run_match(plan: Plan, plain: bool) -> None:
    """Play one match on the screen."""
    seated = [plan.player(which, 0) for which in plan.seats(0)]
    people = person(seated[0]), person(seated[1])
    if all(people) and hides(games.load(plan.game)):
        raise SpecError(f"{plan.game!r} hides something from each player: two people cannot play it on one screen")
    screen = Screen(plain, people)
    for player in seated:
        if isinstance(player, HumanPlayer):
            player.ask, player.tell = screen.ask, screen.tell
    screen.tell(f"{plan.game}, seed {plan.seed}")
    for event in plan.match(0, seated):
        screen.show(event)
        if isinstance(event, Ended) and event.error:
            print(*traceback.format_exception(event.error), sep="", end="", file=sys.stderr)


def run_batch(plan: Plan, count: int, as_json: bool, plain: bool, say_seed: bool) -> None:
    """Play a batch: a line for each game on standard output, then the tally. All else goes to standard error."""
    tally = Tally(plan.names)
    if say_seed and not as_json:
        print(f"seed {plan.seed}", file=sys.stderr)
    number = 0
    try:
        with output(count, plain) as out:
            for number in range(count):
                record, end = plan.result(number)
                tally.add(record)
                out.line(json.dumps(record.as_dict()) if as_json else f"game {number}: winner = {record.winner}")
                if end.how in FORFEITS:
                    report(record, end, out)
    except KeyboardInterrupt:
        print(f"\nstopped after {number} of {count} games: {tally}", end="", file=sys.stderr)  # click ends the line
        raise
    print(json.dumps({"summary": {"games": count, **tally.as_dict(), "seed": plan.seed}}) if as_json else tally)


def report(record: Record, end: Ended, out: Output) -> None:
    """Tell people of a forfeit, with the traceback of a crash."""
    trace = "".join(traceback.format_exception(end.error)).rstrip() + "\n" if end.error else ""
    out.note(f"{trace}game {record.number}: {end.why}")
