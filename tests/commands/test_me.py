"""`referee me`: which matches it counts, and how it shows them."""

import json
from contextlib import closing

import pytest

import games
from referee import cli
from referee.match.events import Ended, How, Moved
from referee.match.record import Heading
from referee.reports.personal_record import finished_matches, record_lines, scale_of
from referee.statistics.personal_record import summarize_matches
from referee.storage.archive import Archive
from referee.storage.archive_tables import MatchResult
from referee.storage.saved_match import SavedMatch

PAIRS = ("human", "mcts"), ("mcts", "human")


@pytest.fixture
def me(tmp_path, monkeypatch, capsys):
    """Runs the command over an archive of such matches: what it prints, as an object if it is JSON."""
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))

    def run(matches, *words, status=0):
        with closing(Archive(tmp_path / "data")) as archive:
            for game, first, second, score in matches:
                keep(archive, Heading(game, (first, second), ("One", "Two"), 1), score)
        assert cli.run(["me", *words]) == status
        out, err = capsys.readouterr()
        return err if status else json.loads(out) if "--json" in words else out

    return run


def keep(archive, heading, score):
    """Keep a match that ended by agreement or resignation, or, where the score is None, was left after a move."""
    match, start = archive.begin(heading), games.load(heading.game)
    if score is None:
        move = start.moves()[0]
        match.note(Moved(start, 0, move, start.text(move), ("", ""), 0.0))
    how = How.LEFT if score is None else How.RESIGNED if score else How.AGREED
    match.note(Ended(start, score, how, "", left=(None, None)))


def counts(tally):
    return tuple(tally["counts"].values())


SOME = [
    ("C4", "human", "level:3", 1),
    ("connect-four:columns=8", "level:level=3,seed=8", "mine", -1),
    ("connect-four", "person", "level", 0),
    ("connect-four", "human", "level:4", None),
    ("connect-four", "level:4", "random", 1),
    ("kalah", "human", "human", 1),
    ("kalah", "./mine.py:Best", "human", 1),
]


def test_finished_matches_of_a_person_against_a_program_are_counted_from_both_seats(me):
    found = me(SOME, "--json")
    assert counts(found["tally"]) == (2, 1, 1)
    four, kalah = found["games"]
    assert (four["game"], counts(four["tally"]), four["tally"]["longest"]) == ("connect-four", (2, 1, 0), 2)
    assert [(each["opponent"], each["level"], counts(each["tally"])) for each in four["opponents"]] == [
        ("level:3", 3, (2, 0, 0)),
        ("level:5", 5, (0, 1, 0)),
    ]
    assert (four["next_level"], four["elo"], four["next_elo"]) == (4, None, None)
    assert [(each["opponent"], each["level"]) for each in kalah["opponents"]] == [("./mine.py:Best", None)]
    assert (counts(kalah["tally"]), kalah["next_level"]) == ((0, 0, 1), 3)


def test_a_win_by_any_score_is_one_match_won():
    results = [MatchResult("kalah", pair, ("One", "Two"), 7) for pair in reversed(PAIRS)]
    assert [(match.opponent, match.result) for match in finished_matches(results)] == [("mcts", 1), ("mcts", -1)]


def test_no_match_is_replayed(me, monkeypatch):
    def refuse(*_):
        raise AssertionError

    monkeypatch.setattr(SavedMatch, "replay", refuse)
    assert counts(me(SOME, "--json")["tally"]) == (2, 1, 1)


def test_matches_of_one_game_or_of_one_of_its_variants_are_counted_alone(me):
    assert counts(me(SOME, "c4", "--json")["tally"]) == (2, 1, 0)
    (wide,) = me([], "c4:columns=8", "--json")["games"]
    assert (wide["game"], counts(wide["tally"])) == ("c4:columns=8", (1, 0, 0))


def test_a_match_that_was_gone_on_with_counts_when_it_ended(me, tmp_path):
    with closing(Archive(tmp_path / "data")) as archive:
        keep(archive, Heading("nim", ("human", "random"), ("One", "Two"), 1), None)
        keep(archive, Heading("nim", ("human", "random"), ("One", "Two"), 1), -1)
        match = archive.resume(1)
        match.note(Ended(games.load("nim"), 1, How.RESIGNED, "", left=(None, None)))
    assert me([], "--json")["tally"]["streak"] == 1


def test_the_table_has_a_row_for_each_game_and_opponent_and_says_what_to_try(me):
    lines = me(SOME).splitlines()
    assert lines == [
        "                  played  won  drawn  lost  score  95 % interval",
        "connect-four           3    2      1     0   83 %",
        "  level:3              2    2      0     0  100 %",
        "  level:5              1    0      1     0   50 %",
        "  streak: 0 (best 2)",
        "  try next: referee connect-four level:4",
        "",
        "kalah                  1    0      0     1    0 %",
        "  ./mine.py:Best       1    0      0     1    0 %",
        "  try next: referee kalah level:3",
        "",
        "all games              4    2      1     1   62 %",
        "  streak: 0 (best 2)",
    ]


def test_the_plain_record_is_in_sentences(me):
    lines = me([("hex", "human", "level:2", -1)] * 6, "--plain").splitlines()
    assert lines == [
        "hex: 6 matches, 0 won, 0 drawn, 6 lost, score 0 % (0 to 39 %)",
        "  level:2: 6 matches, 0 won, 0 drawn, 6 lost, score 0 % (0 to 39 %)",
        "  try next: referee hex level:1",
    ]


def test_a_record_without_finished_matches_says_so(me):
    assert me([("hex", "human", "random", None)]) == "You have finished no match here yet.\n"
    assert me([], "hex") == "You have finished no such match here yet.\n"
    assert me([], "--json")["games"] == []


def test_at_chess_it_tells_the_elo_to_try_by_matches_against_levels_and_elo(me):
    matches = [("chess", "human", f"level:elo={elo}", score) for elo, score in ((1000, 1), (1400, -1)) * 8]
    (chess,) = me(matches, "--json")["games"]
    assert [(each["opponent"], each["level"]) for each in chess["opponents"]] == [
        ("level:elo=1000", None),
        ("level:elo=1400", None),
    ]
    assert chess["elo"]["low"] < 1200 < chess["elo"]["high"]
    (line,) = [line for line in me([]).splitlines() if "try next" in line]
    assert f"level:{chess['next_level']} or level:elo={chess['next_elo']}, as your Elo is" in line


def test_matches_of_a_variant_whose_levels_have_no_elo_change_no_elo(me):
    (chess,) = me([("chess:variant=gardner", "human", "level:5", -1)] * 4, "--json")["games"]
    assert (counts(chess["tally"]), chess["next_level"], chess["elo"]) == ((0, 0, 4), 3, None)
    (chess,) = me([("chess:variant=chess960", "human", "level:5", -1)] * 4, "chess:variant=chess960", "--json")["games"]
    assert chess["elo"] is not None


def test_it_advises_no_elo_below_the_least_that_a_level_takes(me):
    (line,) = [line for line in me([("chess", "human", "level:elo=600", -1)] * 4).splitlines() if "try next" in line]
    assert line.startswith("  try next: referee chess level:2, as your Elo is ")


@pytest.mark.parametrize(("word", "said"), [
    ("minimax", "'minimax' is a player, and `referee me` takes a game; to play: referee human minimax"),
    ("hxe", "there is no game 'hxe'; did you mean hex?"),
    ("hex:sise=3", "hex has no option 'sise'; did you mean size?"),
])  # fmt: skip
def test_a_word_that_is_no_game_is_answered_in_one_line(me, word, said):
    answer = me([], word, status=2)
    assert said in answer and answer.count("\n") == 1


@pytest.mark.parametrize("width", [120, 80, 40])
def test_no_line_is_wider_than_the_window(width):
    pair = ("human", "mcts:playouts=20000")
    results = [MatchResult(game, pair, ("One", "Two"), 1) for game in ("hex", "nim") * 6]
    record = summarize_matches(finished_matches(results), scale_of)
    lines = ["".join(span.text for span in line) for line in record_lines(record, width)]
    assert max(map(len, lines)) <= width
    assert ("95 % interval" in lines[0]) == (width > 40)
    assert sum("mcts:playouts=20000" in line for line in lines) == 2
