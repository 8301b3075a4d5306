"""Go in SGF: komi, handicap, passes, results, and what programs of others make of it."""

import pytest
from tests.formats.samples import SampleFile, random_games
from sgfmill import sgf, sgf_moves

import games
from games.names.catalogue import SpecError
from players.player import AgreeDead
from referee.formats.file_game import FileGame
from referee.formats.formats import find_format, read_text
from referee.match.match import play
from referee.match.record import Heading, record_match
from tests.helpers.cases import every_case

read = SampleFile("f.sgf").read

SPECS = ["go:size=3", "go:size=5,komi=0.5", "go:size=7,komi=-3,handicap=3", "go"]


def komi_of(spec):
    """Return the komi that the spec of a game of go names, or the usual one."""
    return games.CATALOGUE.read(spec)[1].get("komi", 7)


@pytest.mark.parametrize("spec", SPECS)
def test_written_games_are_read_back(spec):
    written = random_games(spec, 3)[:-1]
    found = read_text(find_format("sgf").write(written), "f.sgf")
    assert [(each.record, each.date, each.event) for each in found] == [
        (each.record, each.date, each.event) for each in written
    ]


@pytest.mark.parametrize("spec", SPECS)
def test_a_library_for_go_finds_the_same_board_in_it(spec):
    written = random_games(spec, 3)[1]
    tree = sgf.Sgf_game.from_string(find_format("sgf").write([written]))
    board, plays = sgf_moves.get_setup_and_moves(tree)
    for colour, point in plays:
        if point:
            board.play(*point, colour)
    game = games.load(written.record.game, written.record.moves.split())
    size = tree.get_size()
    shown = {(size - 1 - row, column): "bw"[cell.seat] for row, line in enumerate(game.show().rows)
             for column, cell in enumerate(line) if cell.seat is not None}  # fmt: skip
    assert {(row, column): colour for colour, (row, column) in board.list_occupied_points()} == shown
    assert tree.get_komi() == {"go:size=5,komi=0.5": 0.5, "go:size=7,komi=-3,handicap=3": -3.0}.get(spec, 7.0)


def test_a_file_without_gm_is_one_of_go():
    record = read("(;FF[4]SZ[9]KM[6.5]PB[Ann]PW[Bob]RE[W+6.5];B[ee];W[cc];B[];W[tt])").record
    assert (record.game, record.moves) == ("go:komi=6.5", "E5 C7 pass pass")
    assert read("(;B[pd];W[dp])").record.game == "go:size=19,komi=0"


def test_stones_of_a_handicap_are_one_where_they_stand_as_ours():
    record = read("(;GM[1]SZ[19]HA[2]KM[0.5]AB[dp][pd];W[qp])").record
    assert (record.game, record.moves) == ("go:size=19,komi=0.5,handicap=2", "R4")
    assert read("(;GM[1]SZ[9]HA[2]KM[7]AB[ee][cc];W[gg])").record.game == "go:position=9/9/2b6/9/4b4/9/9/9/9 w"


@pytest.mark.parametrize(("result", "how"), [("B+18", "played-out"), ("B+R", "resigned"), ("Void", None)])
def test_a_result_in_points_stands_for_the_passes_that_are_left_out(result, how):
    record = read(f"(;GM[1]SZ[5]KM[7]RE[{result}];B[cc])").record
    assert record.how == how
    assert record.moves == ("C3 pass pass" if how == "played-out" else "C3")


def test_a_result_that_halves_a_point_is_written_so():
    text = "(;GM[1]SZ[5]KM[6.5];B[cc];W[];B[])"
    assert "RE[B+18.5]" in find_format("sgf").write([read(text)])


@every_case(("properties", "komi"), [
    ("KM[375]HA[0]RU[Chinese]AP[GNU Go:3.8]AP[foxwq]", 7.5), ("KM[750]AP[foxwq]", 7.5),
    ("KM[650]HA[0]RU[Japanese]AP[foxwq]", 6.5), ("KM[325]AP[foxwq]", 6.5), ("KM[350]AP[foxwq]", 7),
    ("KM[550]AP[foxwq]", 5.5), ("KM[50]HA[2]AP[foxwq]", 0.5), ("KM[275]AP[SGFC:2.0]", 5.5), ("KM[375]", 7.5),
    ("KM[]", 7), ("KM[3.75]", 7.5), ("KM[555]", 5.5), ("KM[6.3]", 6.5),
])  # fmt: skip
def test_a_guessed_komi_is_remarked(properties, komi):
    found = read(f"(;GM[1]SZ[19]{properties};B[pd])")
    assert komi_of(found.record.game) == komi
    (remark,) = found.remarks
    assert remark.startswith(f"{properties[: properties.index(']') + 1]} is read as a komi of {komi}: ")


@pytest.mark.parametrize(
    ("properties", "komi"), [("KM[6.5]AP[foxwq]", 6.5), ("KM[0]AP[foxwq]", 0), ("KM[50]", 50), ("KM[-7]", -7), ("", 0)]
)
def test_a_plain_komi_is_read_without_a_remark(properties, komi):
    found = read(f"(;GM[1]SZ[19]{properties};B[pd])")
    assert (komi_of(found.record.game), found.remarks) == (komi, ())


@pytest.mark.parametrize("komi", [50, 199, 200, 361, -361])
def test_a_large_komi_of_ours_comes_back(komi):
    (written, *_) = random_games(f"go:size=5,komi={komi}", 2)
    found = read(find_format("sgf").write([written]))
    assert (found.record.game, found.remarks) == (written.record.game, ())


def test_another_margin_in_the_file_is_remarked():
    text = "(;GM[1]SZ[5]KM[6.5]RE[{}];B[cc];W[];B[])"
    assert read(text.format("B+18.5")).remarks == read(text.format("B+R")).remarks == ()
    (remark,) = read(text.format("B+9.5")).remarks
    assert "B+9.5" in remark
    assert "B+18.5" in remark


CAGED = "go:5,komi={},position=1bbb1/b3b/b1w1b/b3b/1bbb1 b"  # the white stone in the middle cannot live


class Agrees:
    """A person who passes as Black, says as White that C3 is dead, and agrees to everything."""

    person = True

    def choose(self, game, deadline):
        if game.turn:
            raise AgreeDead("c3")
        return 0

    def accepts(self, game, deadline, offer):
        return True


@pytest.mark.parametrize("komi", [0, 6.5])
def test_stones_that_were_agreed_to_be_dead_come_back(komi):
    spec = CAGED.format(komi)
    heading = Heading(spec, ("human", "human"), ("Ann", "Bob"), 1)
    record, _ = record_match(heading, play(games.load(spec), [Agrees(), Agrees()]))
    written = find_format("sgf").write([FileGame(record)])
    found = read(written)
    assert "TB[" in written
    assert found.remarks == ()
    assert (found.record.dead, found.record.moves) == ("C3", "pass")
    assert (found.record.score, found.record.how, found.record.why) == (record.score, "agreed", record.why)


def test_dead_stones_are_read_from_the_territory_of_the_last_node():
    text = "(;GM[1]SZ[5]KM[0]RE[B+25]AB[bb][cb][db][bc][dc][bd][cd][dd]AW[aa]PL[B];B[];W[]TB[aa][cc])"
    record = read(text).record
    assert (record.dead, record.score, record.how, record.moves) == ("A5", 25, "agreed", "pass pass")
    assert read(text.replace("RE[B+25]", "")).record.score == 25


@pytest.mark.parametrize("result", ["B+3", "W+2", "0"])
def test_the_result_in_the_file_holds_whatever_we_count(result):
    found = read(f"(;GM[1]SZ[5]KM[0]RE[{result}];B[cc];W[];B[])")
    assert found.record.score == {"B+3": 3, "W+2": -2, "0": 0}[result]
    assert read(find_format("sgf").write([found])).record == found.record
    (remark,) = found.remarks
    assert result in remark
    assert "B+25" in remark


@pytest.mark.parametrize(("text", "said"), [
    ("(;GM[1]SZ[9]KM[high];B[aa])", "KM[high] is not a komi such as 6.5"),
    ("(;GM[1]SZ[9:7];B[aa])", "the board is 9x7, but one of go is square"),
    ("(;GM[1]SZ[9];B[jj])", "the point 'jj' is not on the board of 9x9"),
])  # fmt: skip
def test_an_impossible_position_is_refused(text, said):
    with pytest.raises(SpecError) as caught:
        read(text)
    assert said in str(caught.value)
