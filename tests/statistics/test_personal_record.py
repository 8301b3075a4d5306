"""A person's record: counts, streaks, scores with their intervals, and the level to try next."""

import pytest

from referee.statistics.counts import Counts
from referee.statistics.personal_record import ENOUGH, RECENT, FinishedMatch, next_level, summarize_matches
from referee.statistics.scoring import interval
from tests.helpers.cases import every_case

WON = {"w": 1, "d": 0, "l": -1}


def played(*lines, game="hex"):
    """Matches against levels, in order, from lines such as `3 wwl`: the level, and what came of each."""
    split = (line.split() for line in lines)
    return [FinishedMatch(game, f"level:{level}", int(level), WON[sign]) for level, signs in split for sign in signs]


def test_results_are_counted_by_game_and_by_opponent():
    other = [FinishedMatch("hex", "mcts", None, -1), FinishedMatch("nim", "random", None, 1)]
    record = summarize_matches([*other, *played("4 wdl", "3 w")], 10)
    assert record.tally.counts == Counts(3, 1, 2)
    assert [(game.game, game.tally.counts) for game in record.games] == [
        ("hex", Counts(2, 1, 2)),
        ("nim", Counts(1, 0, 0)),
    ]
    assert [(each.opponent, each.tally.counts) for each in record.games[0].opponents] == [
        ("level:3", Counts(1, 0, 0)),
        ("level:4", Counts(1, 1, 1)),
        ("mcts", Counts(0, 0, 1)),
    ]


@pytest.mark.parametrize(
    ("signs", "streak", "longest"),
    [("", 0, 0), ("w", 1, 1), ("wwlw", 1, 2), ("wwd", 0, 2), ("lwww", 3, 3), ("l", 0, 0), ("wdwwwlww", 2, 3)],
)
def test_a_streak_is_of_wins_alone_and_ends_with_a_draw(signs, streak, longest):
    tally = summarize_matches(played(f"3 {signs}") if signs else [], 10).tally
    assert (tally.streak, tally.longest) == (streak, longest)


def test_a_score_has_an_interval_from_a_few_matches_on():
    few, enough = (summarize_matches(played(f"3 {'w' * count}"), 10).tally for count in (ENOUGH - 1, ENOUGH))
    assert (few.score.value, few.score.bounded) == (1.0, False)
    assert enough.score == interval(Counts(ENOUGH, 0, 0))
    assert enough.score.bounded
    assert summarize_matches([], 10).tally.score.value is None


@every_case(
    ("lines", "level"),
    [
        ([], 3),  # to begin with
        (["1 w"], 2),
        (["4 wl"], 5),
        (["4 d"], 5),
        (["4 wll"], 3),  # one below
        (["4 l", "6 l"], 3),
        (["3 w", "5 wl", "7 l"], 6),
        (["3 l", "5 w"], 6),
        (["1 l"], 1),
        (["10 w"], 10),
        ([f"4 {'l' * 20}{'w' * (RECENT // 2)}"], 5),  # by the last ones alone
        ([f"4 {'l' * 20}{'w' * (RECENT // 2 - 1)}"], 3),
        ([f"4 {'w' * 20}{'l' * (RECENT // 2 + 1)}"], 3),
    ],
)
def test_the_level_to_try_next_is_one_above_the_highest_that_was_held_of_late(lines, level):
    assert next_level([FinishedMatch("hex", "mcts", None, 1), *played(*lines)], 10) == level
