"""Files of matches on disk, and the formats that are known."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games.names.catalogue import SpecError
from referee.formats.file_game import FileGame, Transcript
from referee.formats.formats import (
    FORMATS,
    find_format,
    is_match_file,
    read_file,
    read_start,
    read_text,
    readable,
    sniff,
)
from referee.support.build import life
from tests.formats.backgammon_samples import random_match
from tests.formats.samples import contents, differing, other_specs, random_games
from tests.formats.test_fibs_moves import MATCH as FIBS
from tests.formats.test_ggf import GAME as GGF
from tests.formats.test_little_golem import LIST
from tests.formats.test_pdn import COLLECTION
from tests.formats.test_pgn import COLLECTION as GAMES_OF_CHESS
from tests.formats.test_psq import FIVE, HEAD
from tests.formats.test_sgf import EDAX

PSQ = f"{HEAD}{FIVE}Ann\nBob\n-1\n1,Freestyle\n"
FILES = {
    "f.ggf": f"{GGF}\n",
    "f.fibs": FIBS,
    "f.lg": LIST,
    "f.psq": PSQ,
    "f.sgf": EDAX,
    "f.pdn": COLLECTION,
    "f.pgn": GAMES_OF_CHESS,
    "f.moves": "# othello\nf5 f6 e6 f4\n",
}


BOTH_WAYS = [each for each in readable() if each.writes]


@pytest.mark.parametrize("spec", ["othello", "checkers", "chess", "leduc-poker", "backgammon", "nim"])
@pytest.mark.parametrize("name", [each.name for each in BOTH_WAYS])
def test_each_format_reads_what_it_writes(name, spec):
    kind = find_format(name)
    written = random_games(spec, 3)
    if not kind.holds(spec):
        with pytest.raises(SpecError, match=f"{name} cannot hold {spec}"):
            kind.write(written)
        return
    if spec == "backgammon" and name in ("mat", "sgf"):  # which hold whole turns: see test_mat, test_sgf_backgammon
        written = [FileGame(each.record) for each in random_match(random.Random(2), 5)[:1]]
    back = read_text(kind.write(written), f"f.{name}")
    assert [each.record.moves for each in back] == [each.record.moves for each in written]
    assert [each.record.game for each in back] == [each.record.game for each in written]


# Options that need one another.
TOGETHER = (
    "chess:chess960,start=7", "hex:size=4,swap=yes,misere=yes", "gomoku:columns=4,rows=3,line=3,misere=yes",
    "go:size=7,komi=7.5,handicap=2", "othello:size=6,empties=winner", "backgammon:away=2/3,cube=yes",
)  # fmt: skip


@pytest.mark.parametrize("name", [*games.CATALOGUE])
def test_each_format_keeps_each_option_of_a_game(name):
    for spec in [*other_specs(name), *(each for each in TOGETHER if each.startswith(f"{name}:"))]:
        transcript = Transcript(spec)
        # The last move of chance is a roll without a pair, so these are a whole turn of backgammon.
        while len(transcript.texts) < 3 and transcript.game.score() is None:
            transcript.make(transcript.game.moves()[-1])
        for kind in BOTH_WAYS:
            if kind.holds(spec) and not (kind.name == "psq" and ("line=" in spec or "misere" in spec)):
                (back,) = read_text(kind.write([FileGame(transcript.record())]), f"f.{kind.name}")
                assert differing(back.record.game) == differing(spec), kind.name
                assert back.record.moves.split() == transcript.texts, kind.name


def test_a_format_that_cannot_hold_a_game_names_those_that_can():
    with pytest.raises(SpecError) as caught:
        find_format("pdn").write(random_games("hex:size=3", 2))
    assert str(caught.value) == "pdn cannot hold hex (formats that can: sgf, moves, jsonl, csv)"


def test_records_come_back_whole():
    written = random_games("checkers", 3)
    assert [each[0] for each in contents(read_text(find_format("jsonl").write(written), "f.jsonl"))] == [
        each.record for each in written
    ]


def test_a_table_has_a_row_for_each_move():
    text = find_format("csv").write(random_games("kuhn-poker", 2))
    head, *rows = text.splitlines()
    assert head == "game,spec,ply,seat,player,move,spent,left,value,depth,reach,nodes,line"
    assert rows[0].startswith("0,kuhn-poker,1,,,")
    assert sum(row.startswith("0,") for row in rows) == len(random_games("kuhn-poker", 2)[0].record.moves.split())


def test_a_table_holds_no_name_that_a_spreadsheet_would_run():
    game = FileGame(Transcript("tic-tac-toe", ("=1+1", "-Bob")).record())
    text = find_format("csv").write([replace(game, record=replace(game.record, moves="5 1"))])
    assert [row.split(",")[4] for row in text.splitlines()[1:]] == ["'=1+1", "'-Bob"]


@pytest.mark.parametrize("name", ["fibs", "wtb", "lg"])
def test_some_formats_are_only_read(name):
    with pytest.raises(SpecError, match=f"{name} can only be read"):
        find_format(name).write([])


def test_a_table_is_only_written():
    with pytest.raises(SpecError) as caught:
        read_text("game,spec\n", "f.csv")
    assert (
        str(caught.value)
        == "f.csv holds a table of moves, which can only be written (formats: sgf, lg, pgn, pdn, mat, fibs, ggf, wtb, psq, moves, jsonl, epd)"
    )


def test_an_unknown_format_names_those_that_are_known():
    with pytest.raises(SpecError) as caught:
        find_format("doc")
    assert str(caught.value) == f"there is no format 'doc' (formats: {', '.join(each.name for each in FORMATS)})"


@pytest.mark.parametrize(("content", "name"), [
    ("(;GM[2]PB[Zoë])".encode(), "Zoë"),
    (b"\xef\xbb\xbf" + "(;GM[2]PB[Zoë])".encode(), "Zoë"), ("(;GM[2]PB[Zoë])".encode("utf-16"), "Zoë"),
    ("(;GM[2]PB[Zoë])".encode("cp1252"), "Zoë"),
    ("(;GM[2]CA[Shift_JIS]PB[棋])".encode("shift_jis"), "棋"),
    ("(;GM[2]CA[nonsense]PB[Zoë])".encode("latin-1"), "Zoë"), (b"(;GM[2]\rPB[a\r\nb])", "a b"),
])  # fmt: skip
def test_names_are_read_in_the_encoding_of_the_file(content, name, tmp_path):
    file = tmp_path / "f.sgf"
    file.write_bytes(content)
    (game,) = read_file(file)
    assert game.record.names == (name, "White")


@pytest.mark.parametrize(("text", "date"), [
    ("2024.05.01", "2024-05-01"), ("2024-5-1,02", "2024-05-01"), ("about 2024-05-01", "2024-05-01"),
    ("2024-05-123", ""), ("2024.??.??", ""), ("2024-02-30", ""),
])  # fmt: skip
def test_a_date_is_read_if_it_is_a_whole_day(text, date, tmp_path):
    file = tmp_path / "f.sgf"
    file.write_text(f"(;GM[2]DT[{text}])")
    (game,) = read_file(file)
    assert game.date == date


def test_a_start_is_the_last_position_before_the_end(tmp_path):
    file = tmp_path / "f.moves"
    file.write_text("# tic-tac-toe\n5 1 9\n5 1 9 3 2 8 4 6 7\n")
    assert read_start(file, number=0) == ("tic-tac-toe", ("5", "1", "9"))
    assert read_start(file) == ("tic-tac-toe", tuple("51932846"))
    assert read_start(file, plies=9) == ("tic-tac-toe", tuple("519328467"))
    with pytest.raises(SpecError, match="has 9 moves, not 10"):
        read_start(file, plies=10)


@pytest.mark.parametrize("ends", ["\r\n", "\r"])
def test_lines_are_counted_with_any_line_ends(ends, tmp_path):
    (tmp_path / "f.sgf").write_bytes(ends.join(["(;GM[2]", "", ";B[a1])"]).encode())
    with pytest.raises(SpecError, match="line 3: move 1 'a1'"):
        read_file(tmp_path / "f.sgf")


@pytest.mark.parametrize("content", [b"\0\1\2\3" * 50, b"\x89PNG\r\n\x1a\n\0\0", bytes(range(256))])
def test_a_file_that_is_no_text_is_refused(content, tmp_path):
    file = tmp_path / "f.pdn"
    file.write_bytes(content)
    with pytest.raises(SpecError) as caught:
        read_file(file)
    assert str(caught.value) == f"{file} is not a text"


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(SpecError, match="cannot be read: No such file"):
        read_file(tmp_path / "f.sgf")


def test_a_word_is_a_file_of_matches_by_the_end_of_its_name(tmp_path):
    for name in ("a.sgf", "b.py", "c.csv"):
        (tmp_path / name).touch()
    assert is_match_file(f"{tmp_path}/a.sgf")
    assert not any(
        map(is_match_file, (f"{tmp_path}/b.py", f"{tmp_path}/c.csv", f"{tmp_path}/d.sgf", "othello", "a\0.sgf"))
    )


def test_a_file_is_told_by_its_beginning(tmp_path):
    for content, name in ((EDAX, "sgf"), (COLLECTION, "pdn"), ('{"game": 1}', "jsonl")):
        (tmp_path / "noname").write_text(content)
        assert sniff(tmp_path / "noname").name == name
    (tmp_path / "noname").write_text("5 1 9")
    assert sniff(tmp_path / "noname") is None
    assert sniff(tmp_path / "absent") is None


def refused_or_read(text, name):
    """Read the text, which may be refused, but with a line in one line of text."""
    try:
        read_text(text, name)
    except SpecError as error:
        assert str(error).startswith(f"{name}, line ") or " holds no game " in str(error)
        assert "\n" not in str(error)


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_cut_anywhere_is_read_or_refused_with_its_line(name):
    for end in range(len(FILES[name])):
        refused_or_read(FILES[name][:end], name)


@pytest.mark.parametrize("name", FILES)
@settings(max_examples=150 if life() == "compiled" else 40, deadline=None)
@given(
    data=st.lists(
        st.tuples(
            st.integers(0, 600), st.integers(0, 12), st.text('()[]{};"\\/1-x0.*:% \nBWaf\u2028\x1bé', max_size=8)
        ),
        max_size=6,
    )
)
def test_a_file_that_is_mutated_is_read_or_refused_with_its_line(name, data):
    text = FILES[name]
    for place, length, more in data:
        text = text[: place % len(text)] + more + text[place % len(text) + length :] if text else more
    refused_or_read(text, name)


@pytest.mark.parametrize("name", FILES)
def test_noise_is_read_or_refused_with_its_line(name):
    rng = random.Random(5)
    for _ in range(60):
        refused_or_read("".join(rng.choices('()[]{};"\\AGMBW12-x \n', k=rng.randrange(300))), name)
