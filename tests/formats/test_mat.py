"""Match files of backgammon: what other programs write is read, what is written is read again, and what is wrong is
told."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games.names.catalogue import SpecError
from referee.formats.file_game import Claim, FileGame, Transcript
from referee.formats.formats import detect, find_format, read_text
from referee.match.events import How
from referee.match.record import Record, replay_record
from referee.match.series import Series
from referee.support.build import life
from tests.formats.backgammon_samples import random_match
from tests.formats.samples import SampleFile
from tests.helpers.cases import every_case

complaint = SampleFile("a.mat").complaint

HEAD = " 5 point match\n\n Game 1\n Ann : 0                        Bob : 0\n"
MONEY = HEAD.replace("5 point", "0 point")
EXTREME = """\ufeff; [Site "eXtreme Gammon"]
; [Match ID "238991235"]
; [Player 1 "Ann of Green Gables"]
; [Player 2 "Bob"]
; [Player 1 Elo "1600.00/0"]
; [EventDate "2009.10.03"]
; [Event "Spring Cup"]
; [Variation "Backgammon"]
; [Crawford "On"]
; [CubeLimit "1024"]

7 point match

 Game 1
 Ann of Green Gables : 0              Bob : 0
  1)                                  16: 13/7 8/7
  2) 41: 13/9 24/23                   11: 8/7 8/7 6/5(2)
  3)  Doubles => 2                     Takes
  4) 63: 24/15                        55: 13/3(2)
  5) 66: ????
                                      Wins 4 points

 Game 2
 Ann of Green Gables : 0              Bob : 4
  1) 31: 8/5, 6/5                      Doubles => 2
  2)  Drops                           Wins 1 point
"""


def only(text, name="a.mat"):
    """The one record in that text."""
    (game,) = read_text(text, name)
    return game.record


# Reading.


def test_a_file_of_extreme_gammon_is_read_with_its_names_date_and_event():
    first, second = read_text(EXTREME, "a.mat")
    assert first.record.names == ("Ann of Green Gables", "Bob")
    assert (first.date, first.event, first.line, second.line) == ("2009-10-03", "Spring Cup", 14, 23)
    assert first.record.moves == (
        "1-6 13/7 8/7 roll 4-1 13/9 24/23 roll 1-1 8/7 8/7 6/5 6/5 double take 6-3 24/21 21/15 roll 5-5 13/8 8/3 13/8 8/3 "
        "6-6"
    )
    assert (first.record.score, first.record.how, first.record.why) == (
        -1, "resigned", "Ann of Green Gables resigned: 4 points",
    )  # fmt: skip
    assert (second.record.game, second.record.score) == ("backgammon:away=7/3,cube=yes", -1)
    assert second.record.why == "White dropped the double to 2"


def test_each_game_of_a_match_has_the_spec_that_a_series_gives_it():
    points = [(0, 0), (4, 0), (4, 1), (4, 2)]
    text = " 5 point match\n" + "".join(
        f"\n Game {number}\n Ann : {one}     Bob : {two}\n" for number, (one, two) in enumerate(points, 1)
    )
    assert [each.record.game for each in read_text(text, "a.mat")] == [
        "backgammon:away=5/5,cube=yes",
        "backgammon:away=1/5,cube=no",
        "backgammon:away=1/4,cube=yes",
        "backgammon:away=1/3,cube=yes",
    ]
    series = Series.begin("backgammon", None, 5).after(4)  # whose sides change seats after a game
    assert series.spec == "backgammon:away=5/1,cube=no"


def test_a_file_that_begins_after_the_crawford_game_has_the_cube():
    later = " 5 point match\n Game 4\n Ann : 4   Bob : 2\n  1) 31: 8/5 6/5        Doubles => 2\n"
    assert only(later).game == "backgammon:away=1/3,cube=yes"
    assert only(later.replace("        Doubles => 2", "")).game == "backgammon:away=1/3,cube=no"
    assert only('; [Crawford "Off"]\n' + later[:60]).game == "backgammon:away=1/3,cube=yes"
    assert "Bob cannot double there" in complaint(
        " 5 point match\n Game 1\n Ann : 0  Bob : 0\n Game 2\n Ann : 4   Bob : 0\n  1) 31: 8/5 6/5        Doubles => 2\n"
    )


def test_a_match_to_no_points_is_a_session_in_which_the_score_is_only_added_up():
    text = MONEY + " Game 2\n Ann : 12    Bob : 3\n"
    assert [each.record.game for each in read_text(text, "a.mat")] == ["backgammon:cube=yes"] * 2
    (game,) = read_text(MONEY, "a.mat", "bg:cube=no")
    assert game.record.game == "bg:cube=no"


@every_case(("row", "moves"), [
    ("  1) 13: 8/5 6/5", "3-1 8/5 6/5"), (" 1) 31:8/5 6/5", "3-1 8/5 6/5"), ("  1)\t31: 8/5 6/5", "3-1 8/5 6/5"),
    ("  1)                             31: 8/5 6/5", "1-3 8/5 6/5"), ("  1) 64: 24/14", "6-4 24/18 18/14"),
    ("  1) 64: 24/20/14", "6-4 24/20 20/14"),
    ("  1) 62: 24/18 13/11              44: 24/20(2) 13/9(2)", "6-2 24/18 13/11 roll 4-4 24/20 24/20 13/9 13/9"),
    ("  1) 62: 24/18, 13/11             61: 13/7* 8/7", "6-2 24/18 13/11 roll 6-1 13/7* 8/7"),
    ("  1) 62: 24/18 13/11              61: 8/7 13/7*", "6-2 24/18 13/11 roll 6-1 8/7* 13/7"),
    ("  1) 62: 24/18 13/11              61: 13/7 8/7", "6-2 24/18 13/11 roll 6-1 13/7* 8/7"),
])  # fmt: skip
def test_rows_are_read_with_any_spaces_and_turns_in_any_order(row, moves):
    assert only(MONEY + row + "\n").moves == moves


def test_a_way_told_at_one_go_does_not_hit_in_between_unless_it_says_so():
    rows = "  1) 62: 24/18 13/11   54: 13/4*\n"  # no such hit: it is refused, not passed over
    assert "Bob cannot play '13/4*' with 54; legal:" in complaint(MONEY + rows)
    start = "  1) 51: 13/8 6/5                 42: 24/20* 13/11\n"
    assert only(MONEY + start).moves == "5-1 13/8 6/5 roll 4-2 24/20* 13/11"
    assert only(MONEY + start.replace("24/20* 13/11", "24/18")).moves.endswith("4-2 24/22 22/18")
    assert only(MONEY + start.replace("24/20* 13/11", "24/20*/18")).moves.endswith("4-2 24/20* 20/18")


def test_a_side_without_a_move_passes():
    rows = EXTREME[: EXTREME.index(" Game 1")] + " Game 1\n Ann : 0   Bob : 0\n"
    bar = "  1) 51: 13/8 6/5      42: 24/20* 13/11\n"
    assert "Ann cannot play '24/18' with 66; legal: pass" in complaint(rows + bar + "  2) 66: 24/18\n")
    (game,) = read_text(rows + bar + "  2) 66: Cannot Move       31: 8/5 6/5\n", "a.mat")
    assert "roll 6-6 pass roll 3-1" in game.record.moves


@pytest.mark.parametrize(("told", "shown"), [("Cannot Move", "'Cannot Move'"), ("????", "'????'"), ("", "no move")])
@pytest.mark.parametrize("follows", ["41: 24/23 13/9", " Doubles => 2"])
def test_a_missing_move_is_reported_with_its_line_and_the_moves(told, shown, follows):
    left = complaint(f"{HEAD}  1) 31: {told:<30} 62: 24/18 13/11\n  2) {follows}\n")
    assert (
        left == f"a.mat, line 5: Ann can move with 31, but has {shown}; legal: 6/3, 8/5, 13/10, 24/21, 6/5 and 2 more"
    )
    right = complaint(f"{HEAD}  1) 31: 8/5 6/5                 62: {told}\n  2) {follows}\n")
    assert (
        right == f"a.mat, line 5: Bob can move with 62, but has {shown}; legal: 8/2, 13/7, 24/18, 6/4, 8/6 and 2 more"
    )


@pytest.mark.parametrize("end", ["", "     Wins 1 point\n"])
def test_only_the_last_roll_may_lack_moves_without_a_pass(end):
    assert only(f"{HEAD}  1) 31:\n{end}").moves == "3-1"
    assert "line 5: Ann can move with 31, but has 'Cannot Move'" in complaint(f"{HEAD}  1) 31: Cannot Move\n{end}")


def test_a_win_that_the_rules_do_not_know_of_is_a_resignation():
    one = only(HEAD + "  1) 31: 8/5 6/5\n      Wins 2 points\n")
    assert (one.score, one.how, one.why, one.winner) == (1, "resigned", "Bob resigned: 2 points", "Ann")
    two = only(HEAD + "  1) 31: 8/5 6/5                 62:\n                                  Wins 1 point\n")
    assert (two.score, two.why, two.moves) == (-1, "Ann resigned: 1 point", "3-1 8/5 6/5 roll 6-2")
    three = only(HEAD + "  1)\n   Wins 5 points and the match\n")
    assert (three.score, three.why) == (1, "Bob resigned: 5 points")


def test_the_text_after_the_last_game_may_be_missing():
    open_game = only(HEAD + "  1) 31: 8/5 6/5                 62: 24/18 13/11\n  2) 41:\n")
    assert (open_game.how, open_game.score) == (None, None)
    assert open_game.moves.endswith("roll 4-1")


def test_a_rating_behind_a_name_is_no_part_of_it():
    game = HEAD.replace("Ann : 0 ", "Ann, 1634.5 : 0 ").replace("Bob : 0", "Bob, 1500 : 0")
    assert only(game).names == ("Ann", "Bob")


# Complaints.


@every_case(
    ("text", "says"),
    [
        ("", "a.mat holds no game (match files of backgammon)"),
        ("hello\n", "a.mat, line 1: 'hello' stands before a line such as '5 point match'"),
        (" 5 point match\n  1) 31: 8/5 6/5", "a.mat, line 2: '1) 31: 8/5 6/5' stands before a line such as 'Game 1'"),
        (" 5 point match\n Game 1\n", "a.mat, line 2: no line with names and points, such as 'Ann : 0  Bob : 0', follows"),
        (" 5 point match\n Game 1\n Ann\n", "a.mat, line 3: 'Ann' is not a line with names and points: 'Ann : 0  Bob : 0'"),
        (HEAD.replace("Ann : 0", "Ann : 5"), "a.mat, line 4: a match to 5 does not go on at 5-0"),
        (HEAD.replace("5 point", "5000 point"), "a.mat, line 1: a match to '5000' points must be to 1 to 1000 points, or to 0 for a session"),
        ('; [Variation "NackGammon"]\n' + HEAD, "a.mat, line 2: the variation 'NackGammon' is not one that is known here (known: Backgammon)"),
        ('; [Variant "NackGammon"]\n' + HEAD, "a.mat, line 2: the variation 'NackGammon' is not one that is known here (known: Backgammon)"),
        (HEAD + "  1) 31: 8/5 6/4", "a.mat, line 5: Ann cannot play '8/5 6/4' with 31; legal: 6/3, 8/5, 13/10, 24/21, 6/5 and 2 more"),
        (HEAD + "  1) 31: 8/5", "a.mat, line 5: Ann cannot play '8/5' with 31; one more must be played: 5/4, 6/5, 8/7, 24/23"),
        (HEAD + "  1) 31: 8-5", "a.mat, line 5: '8-5' is not a checker's move such as 13/8, bar/20* or 6/off(2)"),
        (HEAD + "  1) 33: 8/5(2) 6/3(2)", "a.mat, line 5: Ann cannot roll 33 there; legal: "),
        (HEAD + "  1)  Takes", "a.mat, line 5: Ann cannot take there; legal: "),
        (HEAD + "  1) 31: Illegal play (XGID)", "a.mat, line 5: an illegal play is noted here, after which no game goes on by the rules"),
        (HEAD + "  1) resting", "a.mat, line 5: 'resting' is not a roll such as '31: 8/5 6/5', nor Doubles, Takes, Drops or Wins"),
        (HEAD + "x" * 1001, "a.mat, line 5: a line of 1001 characters is too long for a .mat file (up to 1000)"),
    ],
)  # fmt: skip
def test_an_error_is_reported_with_its_line(text, says):
    assert complaint(text).startswith(says)


@every_case(("rows", "says", "score"), [
    ("  1) 31: 8/5 6/5\n  2) 31: 8/5 6/5", "it is cut at line 6: Ann cannot roll 31 there; legal: roll, double", None),
    ("  1) 31: 8/5 6/5    Doubles => 2\n  2)  Beavers => 4\n      Wins 8 points",
     "it is cut at line 6: 'Beavers => 4': there are no beavers here", 8),
    ("  1) 31: 8/5 6/5\n      Wins 1 point\n  1) 31: 8/5 6/5", "it is cut at line 7: '31: 8/5 6/5' follows, but", 1),
    ("  1) 31: 8/5 6/5    Doubles => 2\n  2)  Drops\n      Wins 1 point",
     "the result is 'Wins 1 point', which holds; by our rules Bob has won (-1 for Ann)", 1),
    ("  1) 31: 8/5 6/5    Doubles => 2\n  2)  Drops             Wins 2 points",
     "'Wins 2 points' holds; by our rules it is 1 point", -2),
    ("  1) 31: 8/5 6/5    42: 8/4 6/4\n  2) 11: Illegal play (XGID)\n                                  Wins 2 points",
     "it is cut at line 6: an illegal play is noted here", -2),
])  # fmt: skip
def test_what_cannot_be_read_or_differs_is_remarked_and_the_result_holds(rows, says, score):
    (found,) = read_text(HEAD + rows, "a.mat")
    assert found.remarks[0].startswith(says)
    assert found.record.score == score
    assert found.record.how == (None if score is None else "file")


def test_a_game_of_something_else_is_not_wanted_from_such_a_file():
    with pytest.raises(SpecError, match=r"line 1: mat holds games of backgammon, not of chips"):
        read_text(HEAD, "a.mat", "chips")


# Writing.


@pytest.mark.parametrize("target", [None, 1, 3, 7])
def test_a_random_match_is_written_and_read_again(target):
    match = random_match(random.Random(target), target)
    written = find_format("mat").write(match)
    again = read_text(written, "a.mat")
    assert [each.record.winner for each in again] == [each.record.winner for each in match]
    assert [(each.date, each.event) for each in again] == [(each.date, each.event) for each in match]
    for mine, theirs in zip(match, again, strict=True):
        seats = mine.record.names == theirs.record.names  # else they are mirrored: the left player is on seat 0
        assert mine.record.score == theirs.record.score * (1 if seats else -1)
        if seats:
            said = mine.record.moves.removesuffix(" roll")  # no file tells that before a roll
            assert (theirs.record.moves, theirs.record.how) == (said, mine.record.how)
            given, got = (games.CATALOGUE.check(each.record.game) for each in (mine, theirs))
            assert given == got
    assert find_format("mat").write(again) == written


def test_the_winner_has_its_own_row_unless_it_comes_next():
    rows = "  1) 31: 8/5 6/5                 Doubles => 2\n  2)  Drops                       Wins 1 point\n"
    (game,) = read_text(HEAD + rows, "a.mat")
    assert find_format("mat").write([game]).splitlines()[-2:] == [
        "  1) 31: 8/5 6/5                  Doubles => 2",
        "  2)  Drops                       Wins 1 point",
    ]


def test_a_win_of_the_left_player_stands_on_the_left_after_its_own_move():
    rows = ["  1) 31: 8/5 6/5", "      Wins 2 points"]
    (game,) = read_text(HEAD + "\n".join(rows), "a.mat")
    assert find_format("mat").write([game]).splitlines()[-2:] == rows


def test_names_with_signs_of_the_format_come_back_whole():
    transcript = Transcript("backgammon:cube=yes", ("mcts:playouts=9,seed=1", 'a "b" [c]'))
    text = find_format("mat").write([FileGame(transcript.record())])
    assert " mcts-playouts=9 seed=1 : 0" in text
    assert only(text).names == ("mcts:playouts=9,seed=1", "a 'b' [c]")


def test_games_that_are_not_of_one_match_are_not_written():
    write = find_format("mat").write
    ann = FileGame(Transcript("backgammon:away=5/5,cube=yes", ("Ann", "Bob")).record())
    other = FileGame(Transcript("backgammon:away=5/5,cube=yes", ("Ann", "Cid")).record())
    later = FileGame(Transcript("backgammon:away=4/5,cube=yes", ("Ann", "Bob")).record())
    start = FileGame(Transcript(f"backgammon:position={games.load('backgammon').position()}", ("Ann", "Bob")).record())
    with pytest.raises(SpecError, match="mat holds one match: game 2 is of Ann and Cid, not of Ann and Bob"):
        write([ann, other])
    with pytest.raises(SpecError, match="mat holds one match: game 2 begins at 1-0, but it stands 0-0"):
        write([ann, later])
    with pytest.raises(SpecError, match="mat holds games from their start"):
        write([start])
    with pytest.raises(SpecError, match=r"mat cannot hold chips \(formats that can: .*moves"):
        write([FileGame(Transcript("chips").record())])


def test_a_match_written_from_its_middle_is_as_long_as_the_trailer_needs():
    transcript = Transcript("backgammon:away=1/3,cube=yes", ("Ann", "Bob"))
    text = find_format("mat").write([FileGame(transcript.record())])
    assert " 3 point match" in text
    assert only(text).game == "backgammon:away=1/3,cube=yes"  # after the Crawford game, as its tag tells


def test_a_game_with_the_sides_exchanged_is_written_with_each_score_below_its_name():
    first = Transcript("backgammon:away=3/3,cube=no", ("Ann", "Bob"))
    won = FileGame(first.record(Claim(1, How.RESIGNED)))
    second = FileGame(Transcript("backgammon:away=3/2,cube=no", ("Bob", "Ann")).record())
    _, again = read_text(find_format("mat").write([won, second]), "a.mat")
    assert (again.record.names, again.record.game) == (("Ann", "Bob"), "backgammon:away=2/3")


# Torn files.


@settings(max_examples=60 if life() == "compiled" else 15, deadline=None)
@given(st.data())
def test_a_torn_file_is_read_or_refused_in_one_line(data):
    text = find_format("mat").write(random_match(random.Random(3), 3)[:2])
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    put = data.draw(st.text(max_size=12) | st.sampled_from(["99:", "24/18*/1", "(4)", "Drops", "Wins 9", ":", "\x00"]))
    torn = text[:start] + put + text[end:] if data.draw(st.booleans()) else text[start:end] + put
    try:
        held = read_text(torn, "a.mat")
    except SpecError as error:
        assert "\n" not in str(error)
    else:
        for each in held:
            replay_record(Record(**vars(each.record)))
