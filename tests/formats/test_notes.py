"""Comments, variations, signs, evaluations and times in files: read, written again, and kept in the archive."""

import io
import random
from dataclasses import replace

import chess.pgn
import pytest
from sgfmill import sgf

import games
from referee.formats.file_game import FileGame
from referee.formats.formats import find_format, read_text
from referee.match.notes import DEEPEST, LONGEST, Note, as_line, follow
from referee.storage.archive import Archive, add_record
from tests.formats.samples import random_games

PGN = """[White "Ann"]
[Black "Bob"]
[Result "1-0"]

{At the start} 1. e4 $1 {[%eval 0.34] [%clk 0:09:58.5] Best by test} 1... e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 d5
(2... Nf6 $5 3. e5) 3. exd5) 2... d6 $14) (1... e6) {after the variations} 2. Nf3 {[%emt 0:00:03] out} 2... Nc6
{[%eval #-3] oh} 3. Bb5 ({instead} 3. Bc4) 3... a6 $6 $10 {about %eval, [Event "x"] and many more words that make long
lines [Event "y"] which go on and on [Event "z"] and on} 1-0
"""
PDN = (
    '[Black "Ann"]\n[White "Bob"]\n\n1. 11-15 {first} 23-19 (23-18 $2 8-11 (9-14 18x9 {takes} 5x14) 27-23) 2. 8-11! *\n'
)
SGF = r"""(;FF[4]GM[1]SZ[9]PB[Ann]PW[Bob]C[two
lines \] and a\:b];B[dd]N[opening]C[good]TE[1]BL[595.5]OB[3];W[ff]WL[600]V[-1.5]GW[1]
(;B[cc]BM[2];W[gg])(;B[gc]C[var];W[cg](;B[ee]DO[])(;B[ef]IT[])))"""
OTHELLO = "(;GM[2]PB[Ann]PW[Bob];B[f5]C[first];W[f6](;B[e6]TE[2];W[f4])(;B[d3];W[c5]C[also]))"
SAMPLES = {"f.pgn": PGN, "f.pdn": PDN, "f.sgf": SGF, "g.sgf": OTHELLO}


def pgn_tree(node):
    """What python-chess finds below a node."""
    return [
        (each.uci(), each.nags, words(each.comment), words(each.starting_comment), each.eval(), each.clock(), each.emt(),
         pgn_tree(each))
        for each in node.variations
    ]  # fmt: skip


def words(text):
    """The words of a comment without its commands, which may stand anywhere in it."""
    return [word for word in text.split() if not word.startswith("[%") and not word.endswith("]")]


def sgf_tree(node):
    """What sgfmill finds in a node and below it."""
    held = {name: node.get(name) for name in node.properties() if name not in ("AP", "CA", "RE", "KM", "FF", "DT")}
    return held, [sgf_tree(each) for each in node]


@pytest.mark.parametrize("name", SAMPLES)
def test_notes_are_kept_in_the_archive_and_written_again(name, tmp_path):
    (game,) = read_text(SAMPLES[name], name)
    archive = Archive(tmp_path)
    kept = archive.load(add_record(archive, game.record)[0]).replay()
    archive.close()
    assert kept.notes == game.record.notes != ()
    kind = find_format(name[2:])
    (again,) = read_text(kind.write([FileGame(kept)]), name)
    assert again.record == game.record
    (line,) = read_text(find_format("jsonl").write([game]), "f.jsonl")
    assert line.record == game.record


def test_another_program_finds_the_same_tree_in_our_pgn():
    (game,) = read_text(PGN, "f.pgn")
    theirs, ours = (chess.pgn.read_game(io.StringIO(text)) for text in (PGN, find_format("pgn").write([game])))
    assert not ours.errors
    assert ours.comment == "At the start"
    assert pgn_tree(ours) == pgn_tree(theirs)


@pytest.mark.parametrize("text", [SGF, "(;FF[4]GM[1]SZ[9]PB[Ann]PW[Bob];B[aa](;W[bb]C[x])(;W[cc]UC[1];B[dd]))"])
def test_another_program_finds_the_same_tree_in_our_sgf(text):
    (game,) = read_text(text, "f.sgf")
    theirs, ours = (sgf.Sgf_game.from_string(each).get_root() for each in (text, find_format("sgf").write([game])))
    assert sgf_tree(ours) == sgf_tree(theirs)


def random_line(rng, game, ply, depth):
    """Return a line of moves from a position, with notes of all kinds."""
    game, line = game.copy(), []
    for place in range(rng.randint(1, 4)):
        if game.score() is not None:
            break
        count = rng.randint(0, 2) if depth and place else 0
        lines = tuple(random_line(rng, game, ply + place, depth - 1) for _ in range(count))
        note = Note(
            ply + place, after=rng.choice(["", "a comment", "50 % [x] : \\ ;"]),
            glyphs=rng.choice([(), (1,), (4, 10)]), value=rng.choice(["", "0.5", "-12.25"]),
            left=rng.choice([None, 61.5]), lines=lines,
        )  # fmt: skip
        move = rng.choice(game.moves())
        line.append((game.text(move), None if note.empty else note))
        game.make(move)
    return tuple(line)


@pytest.mark.parametrize(("spec", "ends"), [
    ("chess", "pgn"), ("chess:gardner", "pgn"), ("checkers", "pdn"), ("go:size=7,komi=0", "sgf"), ("othello", "sgf"),
    ("hex:size=5,swap=yes", "sgf"), ("gomoku", "sgf"),
])  # fmt: skip
def test_random_trees_come_back(spec, ends):
    rng = random.Random(1)
    for written in random_games(spec, 3, names=("Ann", "Bob"))[1:2]:
        record, notes = written.record, []
        start = games.load(record.game)
        for ply, (game, *_) in enumerate(follow(start, as_line(record.moves.split(), ())), 1):
            lines = (random_line(rng, game, ply, 2),) if rng.random() < 0.05 and ply > 1 else ()
            note = Note(ply, after=rng.choice(["", "good"]), spent=2.5 if ends != "sgf" else None, lines=lines)
            notes += [] if note.empty else [note]
        record = replace(record, notes=tuple(notes))
        (back,) = read_text(find_format(ends).write([replace(written, record=record)]), f"f.{ends}")
        assert replace(back.record, number=record.number) == record


def test_a_game_without_notes_has_none_and_its_record_says_nothing_of_them():
    for name, text in (("f.pgn", "1. e4 e5 *"), ("f.sgf", "(;GM[2];B[f5])"), ("f.pdn", "1. 11-15 23-19 *")):
        (game,) = read_text(text, name)
        assert (game.record.notes, game.remarks) == ((), ())
        assert "notes" not in game.record.as_dict()


def test_a_variation_with_a_wrong_move_is_cut_there_with_a_remark():
    for name, text, kept in (
        ("f.pgn", "1. e4 e5 (1... c5 2. Ke3 d6) 2. Nf3 *", "c5"), ("f.sgf", "(;GM[2];B[f5](;W[f6])(;W[d6];B[a1]))", "d6"),
    ):  # fmt: skip
        (game,) = read_text(text, name)
        (note,) = game.record.notes
        assert note.lines == (((kept, None),),)
        (remark,) = game.remarks
        assert remark.startswith("a variation is cut on line 1: move 3 ")


def test_a_variation_a_thousand_deep_is_kept_as_far_as_that_is_sensible():
    pgn = "1. e4 e5" + " (1... c5" * 1000 + ")" * 1000 + " 2. Nf3 *"
    points = [f"{column}{row}" for column in "abcdefghijklmnopqr" for row in "abcdefghijklmnopqr"]
    nested = "".join(f"(;{'WB'[place % 2]}[ss])(;{'WB'[place % 2]}[{points[place]}]" for place in range(300))
    for name, text in (("f.pgn", pgn), ("f.sgf", f"(;GM[1];B[sa]{nested}{')' * 301}")):
        (game,) = read_text(text, name)
        assert [remark for remark in game.remarks if f"more than {DEEPEST} deep are left out" in remark]
        for ends in (name[2:], "jsonl"):
            (back,) = read_text(find_format(ends).write([game]), f"f.{ends}")
            assert back.record == game.record


def test_a_comment_of_a_million_characters_is_cut_with_a_remark():
    long = "word " * 200_000
    for name, text in (("f.pgn", f"1. e4 {{{long}}} e5 *"), ("f.sgf", f"(;GM[2];B[f5]C[{long}])")):
        (game,) = read_text(text, name)
        assert LONGEST - 10 <= len(game.record.notes[0].after) <= LONGEST
        assert any(remark.startswith("a comment of ") for remark in game.remarks)


def test_comments_hold_no_control_characters():
    for name, text in (
        ("f.pgn", "1. e4 {red \x1b[31m \x9b bell \x07} *"),
        ("f.sgf", "(;GM[2];B[f5]C[red \x1b[31m \x07])"),
    ):
        (game,) = read_text(text, name)
        assert game.record.notes[0].after.isprintable()


def test_a_comment_on_the_last_variation_is_not_lost():
    (game,) = read_text("1. e4 e5 (1... c5) {the end} *", "f.pgn")
    assert game.record.notes[0].after == "the end"
