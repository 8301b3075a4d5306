"""Games of backgammon in SGF: read as GNU Backgammon writes them, written, read again, and refused with a line."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games.names.catalogue import SpecError
from referee.formats.file_game import FileGame, Transcript
from referee.formats.formats import find_format, read_text
from referee.match.record import replay_record
from referee.support.build import life
from tests.formats.backgammon_samples import random_match
from tests.formats.samples import SampleFile
from tests.helpers.cases import every_case

FILE = SampleFile("a.sgf")
read, complaint = FILE.read, FILE.complaint

ROOT = "(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RU[Crawford]"
SETUP = "\n;PL[B]AE[a:y]AW[f][f][f]AB[s][y]CV[2]CP[w]\n;DI[21]\n;B[21ybst])"


# Reading.


def test_a_game_of_gnu_backgammon_is_read_and_its_analyses_are_passed_over():
    game = read(
        ROOT + "DT[2026-11-25]EV[Cup]RE[B+2R]GS[M:1 2]\n;W[21mkxw]A[0][mkxw E ver 3 0.49 0C 0 1 0.0 1]MR[]"
        "\n;B[52lqln]DA[E ver 3]\n;W[double]\n;B[take]\n;W[64xn]\n;PL[B]DI[31])"
    )
    assert game.record.game == "backgammon:away=5/5,cube=yes"
    assert game.record.moves == "2-1 13/11 24/23 roll 5-2 13/8 13/11 double take 6-4 24/18 18/14* roll 3-1"
    assert (game.record.names, game.date, game.event) == (("Ann", "Bob"), "2026-11-25", "Cup")
    assert (game.record.how, game.record.score, game.record.why) == ("resigned", -1, "Ann resigned: 2 points")


@pytest.mark.parametrize("result", ["B+2R", "W+1R"])
def test_a_resignation_is_written_as_one(result):
    assert f"RE[{result}]" in find_format("sgf").write([read(f"{ROOT}RE[{result}]\n;W[21mkxw])")])


@pytest.mark.parametrize(("root", "spec"), [
    ("MI[length:5][game:2][ws:4][bs:2]RU[Crawford:CrawfordGame]", "backgammon:away=1/3,cube=no"),
    ("MI[length:5][game:3][ws:4][bs:2]RU[Crawford]", "backgammon:away=1/3,cube=yes"),
    ("MI[length:1][game:0][ws:0][bs:0]RU[Crawford]", "backgammon:away=1/1,cube=no"),
    ("MI[length:0][game:3][ws:9][bs:2]RU[Jacoby]", "backgammon:cube=yes"), ("RU[NoCube]", "backgammon"),
])  # fmt: skip
def test_the_score_and_the_crawford_game_are_those_that_the_file_tells(root, spec):
    assert read(f"(;GM[6]{root};W[31hefe])").record.game == spec


def test_a_position_may_be_set_up_with_cube_and_dice_before_the_first_move():
    game = read(ROOT + SETUP)
    assert games.load(game.record.game).position() == "XGID=a-----C------------a------:1:1:-1:21:0:0:0:5:6"
    assert game.record.moves == "bar/23 6/5"
    assert read_again([game]) == [game.record]


def test_a_gammon_counts_two_points_also_where_one_wins_the_match():
    last = "MI[length:1][game:0][ws:0][bs:0]{};PL[W]AE[a:y]AW[a]" + "AB" + "[h]" * 15 + ";DI[21];W[21az])"
    record = read("(;GM[6]" + last.format("RE[W+2]")).record
    assert (record.score, record.how) == (1, "played-out")
    assert "by our rules it is 2 points" in complaint("(;GM[6]" + last.format("RE[W+3]"))


def test_a_roll_that_is_not_played_is_told_in_a_node_of_its_own():
    game = read(ROOT + "\n;W[31hefe]\n;PL[B]DI[21])")
    assert game.record.moves == "3-1 8/5 6/5 roll 2-1"
    assert read_again([game]) == [game.record]
    played = read(ROOT + "\n;W[31hefe]\n;PL[B]DI[21]\n;B[12lnab])")
    assert played.record.moves == "3-1 8/5 6/5 roll 2-1 13/11 24/23"


def read_again(held):
    """The records that come back of what is written of these games."""
    return [each.record for each in read_text(find_format("sgf").write(held), "b.sgf")]


# Complaints.


@every_case(
    ("text", "says"),
    [
        (ROOT + "\n;W[31hezz])", "a.sgf, line 2: Ann cannot play '8/5 0/0' with 31; legal: "),
        (ROOT + "\n;W[31]\n;B[21mkxw])", "a.sgf, line 2: Ann can move with 31, but has no move; legal: 6/3, 8/5, "),
        (ROOT + "\n;W[31]\n;B[double])", "a.sgf, line 2: Ann can move with 31, but has no move; legal: 6/3, 8/5, "),
        (ROOT + "\n;W[foo])", "a.sgf, line 2: W[foo] is not a roll with its moves, such as 31hefe, nor double, take or drop"),
        (ROOT + "\n;W[31hefe]B[21lnlm])", "a.sgf, line 2: several moves stand in one node"),
        (ROOT + "\n;AW[q1])", "a.sgf, line 2: AW[q1] is not a point from a to x, or y for the bar"),
        (ROOT + "CV[2]\n;W[31hefe])", "a.sgf, line 1: the position 'XGID=-b----E-C---eE---c-e----B-:1:0:1:00:0:0:0:5:6' of backgammon"),
        (ROOT.replace("RU[", "RU[Nackgammon:") + ")", "a.sgf, line 1: RU[nackgammon] is not a rule that is known here"),
        (ROOT.replace("ws:0", "ws:5") + ")", "a.sgf, line 1: a match to 5 does not go on at 5-0"),
    ],
)  # fmt: skip
def test_an_error_is_reported_with_its_line(text, says):
    assert complaint(text).startswith(says)


@every_case(("text", "says"), [
    (ROOT + "\n;W[31hefe]\n;W[21hgfd])", "it is cut at line 3: Ann cannot roll 21 there; legal: roll, double"),
    (ROOT + "\n;W[31hefe]\n;PL[B]DI[21]\n;B[31lnlo])", "it is cut at line 4: B plays 31 here, but 21 was rolled before"),
    (ROOT + "\n;W[31hefe]\n;AW[q])", "it is cut at line 3: a position is set up within the game, after its first move"),
    (ROOT + "RE[B+2]\n;W[31hefe]\n;B[double]\n;W[drop])", "'B+2' holds; by our rules it is 1 point"),
    (ROOT + "RE[W+1]\n;W[31hefe]\n;B[double]\n;W[drop])", "the result is 'W+1', which holds; by our rules Bob has won (-1 for Ann)"),
])  # fmt: skip
def test_what_cannot_be_read_or_differs_is_remarked(text, says):
    assert read(text).remarks[0].startswith(says)


# Writing.


@pytest.mark.parametrize("target", [None, 1, 5])
def test_a_match_is_written_with_the_same_sides_all_along_and_read_again(target):
    match = random_match(random.Random(target), target)
    text = find_format("sgf").write(match)
    assert text.count("PW[Ann]") == text.count("PB[Bob]") == len(match)
    again = read_text(text, "a.sgf")
    same = find_format("mat").write(match)
    assert find_format("mat").write(again).split("Game 1")[1] == same.split("Game 1")[1]
    assert find_format("sgf").write(again) == text


def test_games_of_several_matches_stand_in_one_file():
    pairs = [("Ann", "Bob"), ("Ann", "Cid"), ("Cid", "Ann")]
    held = [
        FileGame(Transcript("backgammon:away=3/3,cube=yes", pair).record(number=place))
        for place, pair in enumerate(pairs)
    ]
    text = find_format("sgf").write(held)
    assert [each.record.names for each in read_text(text, "a.sgf")] == [("Ann", "Bob"), ("Ann", "Cid"), ("Ann", "Cid")]
    assert [line[: line.index("]", 12)] for line in text.split("MI[length:3][")[1:]] == [
        "game:0][ws:0",
        "game:0][ws:0",
        "game:1][ws:0",
    ]


def test_a_position_of_a_game_with_the_sides_exchanged_keeps_the_owner_of_the_cube():
    begin = FileGame(Transcript("backgammon:away=5/5,cube=yes", ("Ann", "Bob")).record())
    position = "XGID=a-----C------------a------:1:1:-1:21:0:0:0:5:6"  # White owns the cube
    start = games.with_position("backgammon:away=5/5,cube=yes", position)
    held = [begin, FileGame(Transcript(start, ("Bob", "Ann")).record(number=1))]
    _, again = read_text(find_format("sgf").write(held), "a.sgf")
    assert again.record.names == ("Ann", "Bob")
    assert games.find_position(again.record.game) == "XGID=------A------------c-----A:1:-1:1:21:0:0:0:5:6"


@pytest.mark.parametrize("moves", ["3-1 8/5", "4-4 24/20"])
def test_a_position_within_a_turn_is_not_written(moves):
    start = games.with_position(
        "backgammon", games.load("backgammon", ["2-1", "13/11", "24/23", *moves.split()]).position()
    )
    with pytest.raises(SpecError, match="positions before a roll or a whole turn, not within one"):
        find_format("sgf").write([FileGame(Transcript(start).record())])


# Torn files.


@settings(max_examples=60 if life() == "compiled" else 15, deadline=None)
@given(st.data())
def test_a_torn_file_is_read_or_refused_in_one_line(data):
    text = ROOT + SETUP + find_format("sgf").write(random_match(random.Random(3), 3)[:1])
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    put = data.draw(
        st.text(max_size=6) | st.sampled_from(["CV[9999]", "AE[z:a]", "DI[66]", "PL[]", "W[11zz]", "CP[b]"])
    )
    try:
        held = read_text(text[:start] + put + text[end:], "a.sgf")
    except SpecError as error:
        assert "\n" not in str(error)
    else:
        for each in held:
            replay_record(each.record)
