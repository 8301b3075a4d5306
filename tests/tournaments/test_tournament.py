"""Tournaments held: every game once, whatever stops them; the commands, what they print, and what they refuse."""

import csv
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from contextlib import closing, nullcontext
from dataclasses import replace
from itertools import islice
from pathlib import Path

import kills
import pytest

import players
from games.names.catalogue import BrokenFiles, SpecError
from games.names.entry import Entry
from referee import cli
from referee.drawing.glyphs import ASCII, UNICODE
from referee.drawing.number_format import format_count
from referee.match.record import Record
from referee.reports.tournament.output import OutputOptions, forfeit_lines, play_and_print, required_values
from referee.running import runner
from referee.storage.database import StorageError
from referee.storage.record_file import read_records
from referee.support.build import life
from referee.tournaments.entrants import LONGEST, check_tournament, tournament_openings
from referee.tournaments.journal import Journal, play_missing
from referee.tournaments.options import FORMAT
from referee.tournaments.plan import Tournament
from referee.tournaments.results import forfeited_results, plan_as_json
from referee.tournaments.schedule import FORMATS, make_schedule
from referee.tournaments.standings import StandingsRow
from tests.helpers.cases import every_case

WAIT = 300  # seconds for what should happen at once
posix = pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
SPECS, NAMES = ("random", "minimax:depth=1", "random"), ("random (1)", "minimax", "random (2)")
PLAN = Tournament("tic-tac-toe", SPECS, NAMES, "round-robin", rounds=2, seed=4)


@pytest.fixture
def stumbling(monkeypatch):
    """The catalogue of players with one that crashes at its first move."""
    monkeypatch.setitem(players.CATALOGUE.entries, "stumbling", Entry("zoo", "Stumbling"))
    monkeypatch.setitem(players.CATALOGUE.names, "stumbling", "stumbling")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def journal(folder):
    with closing(Journal(folder, pytest.fail)) as journal:
        yield journal


@pytest.fixture
def command(folder, capsys):
    """What the command prints on both streams: (standard output, standard error)."""

    def ask(line, status=0):
        assert cli.run(line.split() if isinstance(line, str) else line) == status, capsys.readouterr()
        return capsys.readouterr()

    return ask


def play(fixtures):
    for fixture in fixtures:
        yield fixture.result()


def interrupted(after):
    """Return a way to play with Ctrl-C after `after` games."""

    def play_some(fixtures):
        yield from islice(play(fixtures), after)
        raise KeyboardInterrupt

    return play_some


def held(journal, tournament, play=play):
    number = journal.begin(tournament)
    list(play_missing(journal, play))
    return records(journal, number)


def records(journal, number):
    return {key: result.record for key, result in journal.results(number).items()}


# Holding.


@pytest.mark.parametrize("form", FORMATS)
def test_a_tournament_is_held_until_no_game_is_missing(journal, form):
    plan = replace(PLAN, format=form)
    journal.begin(plan)
    states = [(len(state.results), state.due, state.over) for state in play_missing(journal, play)]
    found = journal.results(1)
    scores = {key: (won > 0) - (won < 0) for key, result in found.items() for won in [result.record.score]}
    pairings = make_schedule(form, 3, plan.rounds, scores).pairings
    assert (states[-1][0], states[-1][2]) == (len(pairings), True)
    assert [state[0] for state in states] == sorted(state[0] for state in states)
    assert not any(over for _, _, over in states[:-1])
    assert records(journal, 1) == {each.number: plan.task(each).result().record for each in pairings}
    assert journal.entries()[0].over


@pytest.mark.parametrize("form", FORMATS)
def test_stopping_and_resuming_changes_no_game(journal, form):
    plan = replace(PLAN, format=form)
    whole = held(journal, plan)
    rng = random.Random(form)
    number = journal.begin(plan)
    stops, played = 0, []

    def stopping(fixtures):
        nonlocal stops
        left = rng.randrange(1, 4)
        for fixture in rng.sample(fixtures, len(fixtures)):  # they finish in any order
            if not left:
                stops += 1
                raise KeyboardInterrupt
            left -= 1
            played.append(fixture.heading.number)
            yield fixture.result()

    while True:
        try:
            list(play_missing(journal, stopping))
            break
        except KeyboardInterrupt:
            journal.close()
            journal.resume(number)
    assert stops
    assert sorted(played) == sorted(whole)
    assert records(journal, number) == whole


def test_the_plan_is_written_as_json_once_and_not_for_each_game(journal, monkeypatch):
    written = []
    monkeypatch.setattr(
        "referee.tournaments.journal.plan_as_json", lambda plan: written.append(plan) or plan_as_json(plan)
    )
    held(journal, PLAN)
    assert written == [PLAN]


def test_ctrl_c_while_a_game_is_written_down_does_not_lose_it(journal, monkeypatch):
    number = journal.begin(PLAN)
    note, pressed = Journal.note, []

    def pressing(self, result):
        if result.number == 3 and not pressed:
            pressed.append(True)
            raise KeyboardInterrupt
        note(self, result)

    monkeypatch.setattr(Journal, "note", pressing)
    with pytest.raises(KeyboardInterrupt):
        list(play_missing(journal, play))
    assert list(journal.results(number)) == [0, 1, 2, 3]


@pytest.mark.parametrize("after", [2, 11])
def test_a_tournament_tells_its_new_number_after_its_journal_is_removed(journal, capsys, after):
    def taken_away(fixtures):
        for fixture in fixtures:
            yield fixture.result()
            if fixture.heading.number == after:
                journal.database.path.unlink()

    journal.begin(PLAN)
    assert journal.begin(PLAN) == 2
    standings = play_and_print(journal, taken_away, OutputOptions(plain=True))
    assert (standings.number, journal.number, standings.played, standings.over) == (1, 1, 12, True)
    assert capsys.readouterr().out.startswith("tournament 1: ")
    assert len(journal.results(1)) == 12


def test_ctrl_c_before_anything_is_played_tells_what_was_played_before(journal, monkeypatch, capsys):
    number = journal.begin(PLAN)
    with pytest.raises(KeyboardInterrupt):
        list(play_missing(journal, interrupted(5)))
    journal.close()
    journal.resume(number)

    def press(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("referee.reports.tournament.output.Scoreboard.add", press)
    with pytest.raises(KeyboardInterrupt):
        play_and_print(journal, play, OutputOptions(plain=True))
    assert capsys.readouterr().err == "\nstopped after 5 games; go on with: referee tournament --resume 1"


def test_the_games_under_way_are_called_off_when_it_stops(journal, monkeypatch):
    closed = []

    def watched(fixtures):
        try:
            yield from play(fixtures)
        finally:
            closed.append(True)

    journal.begin(PLAN)
    states = play_missing(journal, watched)
    assert [len(state.results) for state in islice(states, 3)] == [0, 1, 2]
    states.close()
    assert closed


def test_games_that_others_should_have_played_are_played_again(journal):
    whole = held(journal, PLAN)
    results = journal.results(1)
    swapped = {0: 2, 2: 0}  # two games of other players, whose rows have changed places
    number = journal.begin(PLAN)
    for key, result in results.items():
        journal.note(replace(result, record=replace(result.record, number=swapped.get(key, key))))
    journal.close()
    complaints = []
    journal.complain = complaints.append
    journal.resume(number)
    list(play_missing(journal, play))
    assert records(journal, number) == whole
    assert complaints == [f"2 games of tournament {number} were kept damaged and will be played again"]


def test_a_game_that_is_never_played_is_no_reason_to_wait_for_it_for_ever(journal):
    journal.begin(PLAN)
    with pytest.raises(RuntimeError, match="game 0 was to be played, and was not"):
        list(play_missing(journal, lambda fixtures: play(fixtures[1:])))


def test_a_bye_is_no_part_of_the_score_that_a_player_is_held_to():
    row = StandingsRow(1, 0, "a", "a", 2.5, 2, 0, 1, 1, {}, 0.0, None, None, byes=1)
    assert required_values(row)["score"] == 0.25


# Who takes part.


def test_open_games_start_from_an_opening_for_each_deal():
    game = "connect-four" if life() == "compiled" else "tic-tac-toe"
    lines = tournament_openings(game, "round-robin", 3, 4, 1, None, print)
    deals = {pairing.deal for pairing in make_schedule("round-robin", 3, 4, {}).pairings}
    assert len(lines) == len(set(lines)) == len(deals)
    assert 4 < len(tournament_openings(game, "round-robin", 3, 1000, 1, None, print)) <= LONGEST
    assert tournament_openings(game, "round-robin", 3, 4, 1, None, print) == lines
    assert len(tournament_openings(game, "round-robin", 3, 4, 1, 7, print)) == 7
    assert tournament_openings(game, "round-robin", 3, 4, 1, 0, print) == ()


def test_games_from_positions_are_read_back_as_they_were_played(command, tmp_path):
    (tmp_path / "book.epd").write_text(
        'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nf3; id "open";\n'
        "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 2;\n"
    )
    _, said = command(f"tournament --openings {tmp_path / 'book.epd'} --rounds 2 --seed 1 chess random minimax:1")
    number = re.search(r"tournament (\d+)", said)[1]
    out, said = command(["export", f"{number}.2", "--format", "jsonl"])
    assert json.loads(out)["game"] == "chess:position=rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"
    assert "damaged" not in said + "".join(command(["standings", number]))
    out, said = command(["export", f"{number}.all", "--format", "pgn"])
    assert (out.count("[Result "), out.count("[FEN "), said) == (4, 4, "")


@pytest.mark.parametrize("game", ["kuhn-poker", "pig"])
def test_dice_and_cards_take_no_openings(game):
    assert tournament_openings(game, "round-robin", 3, 4, 1, None, print) == ()
    assert tournament_openings(game, "round-robin", 3, 4, 1, 0, print) == ()
    assert tournament_openings(game, "round-robin", 3, 4, 1, 5, print) == ()


def test_every_format_can_be_typed():
    assert FORMAT.words == tuple(FORMATS)


@pytest.mark.parametrize(("changed", "complaint"), [
    ({"players": ("random", "human", "random")}, "a tournament is played by programs, and 'human' is a person"),
    ({"players": ("random", "minmax", "random")}, "there is no player 'minmax'; did you mean minimax?"),
    ({"game": "shogi"}, "there is no game 'shogi'"), ({"openings": (("5", "5"),)}, "'5' is not a legal move here"),
])  # fmt: skip
def test_a_tournament_that_cannot_be_played_any_more_is_refused(changed, complaint):
    check_tournament(PLAN)
    with pytest.raises(SpecError, match=complaint):
        check_tournament(replace(PLAN, **changed))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")
def test_all_programs_that_do_not_start_are_named_at_once():
    broken = ("program:./missing", "random", "program:false")
    with pytest.raises(BrokenFiles) as raised:
        check_tournament(replace(PLAN, players=broken))
    missing, ended = map(str, raised.value.errors)
    assert "there is no file './missing'" in missing
    assert "'program:false' ended its process with exit status 1" in ended


# What is printed.

LINE = "tournament chips:15 random minimax:depth=1 random --rounds 2 --seed 5"


def test_the_standings_are_printed_and_the_number_is_told(command):
    out, said = command(LINE)
    first, note = said.splitlines()
    assert first == "tournament 1, seed 5" and note.startswith("note: minimax:depth=1 is blind in chips:15")
    assert all(name in out for name in ("random (1)", "minimax", "random (2)"))
    assert command("tournament --resume 1") == command("standings") == command("standings 1") == (out, "")


def test_json_is_the_record_of_each_game_by_number_and_then_the_standings(command, tmp_path):
    out, _ = command(f"{LINE} --json")
    *games, last = out.splitlines()
    read = [Record.read(line) for line in games]
    assert [record.number for record in read] == list(range(len(games)))
    assert len(games) >= 12
    assert json.loads(last)["standings"]["played"] == len(games)
    assert json.loads(command("standings --json")[0]) == json.loads(last)
    (tmp_path / "games").write_text(out)
    assert read_records(tmp_path / "games") == read


def test_the_same_seed_prints_the_same_bytes(command):
    lines = [command(f"{LINE} --json")[0].splitlines() for _ in range(2)]
    assert lines[0][:-1] == lines[1][:-1]
    table = [command(f"{LINE} --csv")[0] for _ in range(2)]
    rows = [list(csv.DictReader(io.StringIO(each))) for each in table]
    assert len(rows[0]) == len(rows[1]) == 3
    assert [row["name"] for row in rows[0]] == [row["name"] for row in rows[1]]


def test_a_resumed_tournament_prints_all_games(command, journal):
    whole = command(f"{LINE} --json")[0].splitlines()
    plan = journal.load(1)
    number = journal.begin(plan)
    with pytest.raises(KeyboardInterrupt):
        list(play_missing(journal, interrupted(5)))
    journal.close()
    out, said = command(f"tournament --resume {number} --json")
    assert out.splitlines()[:-1] == whole[:-1]
    assert said == ""


def test_standings_are_markdown_or_a_page_too(command, tmp_path):
    out, _ = command(f"{LINE} --markdown --html {tmp_path / 'page.html'}")
    assert re.search(r"^\|.*\|$", out, re.MULTILINE)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.lower().startswith("<!doctype html>")
    assert command(f"standings --html {tmp_path / 'other.html'} --markdown")[0] == out
    assert (tmp_path / "other.html").read_text(encoding="utf-8") == page


@posix
def test_a_page_that_cannot_be_written_is_refused_before_anything_is_played(command, tmp_path, journal):
    os.mkfifo(pipe := tmp_path / "pipe")
    for path in (tmp_path, pipe, tmp_path / "not" / "there.html"):
        out, said = command(f"{LINE} --html {path}", 2)
        assert (out, len(said.splitlines())) == ("", 1)
        assert "cannot be written" in said
    assert journal.last() == 0
    assert not pipe.is_file()


def test_repeated_games_warn_during_the_tournament_and_in_standings(command):
    words = ["tournament", "connect-four", "minimax:depth=2", "minimax:depth=3", "random", "--seed", "1"]
    _, said = command([*words, "--openings", "0"])
    assert said.splitlines()[1:] == [
        "WARNING: 4 games, but only 2 different ones: minimax:depth=2 and minimax:depth=3 repeat themselves, and every"
        " figure above counts copies. A tournament with --openings lets them start from different positions."
    ]
    assert command("standings --json")[1] == said.partition("\n")[2]
    assert " with more --openings " in command([*words, "--openings", "1"])[1]
    assert command(words)[1] == "tournament 3, seed 1\n"


def test_games_that_a_player_forfeits_are_no_repetitions(command, stumbling):
    assert "WARNING" not in command("tournament connect-four stumbling stumbling --openings 0")[1]


def test_the_games_are_listed_all_or_some(command):
    command(LINE)
    lines = command("games-of")[0].splitlines()
    assert [line.split()[0] for line in lines] == [str(number) for number in range(len(lines))]
    mine = command(["games-of", "1", "--player", "minimax"])[0].splitlines()
    assert [line.split() for line in mine] == [line.split() for line in lines if "minimax" in line]
    assert 0 < len(mine) < len(lines)
    assert command("games-of --forfeits") == ("", "")
    found = [json.loads(line) for line in command("games-of 1 --json")[0].splitlines()]
    assert found == [json.loads(line) for line in command(f"{LINE} --json")[0].splitlines()[:-1]]
    for line, record in zip(lines, found, strict=True):
        assert f" {' - '.join(record['names'])} " in line
        assert {1: " 1-0 ", -1: " 0-1 "}[record["score"]] in line
        assert line.endswith(f" {len(record['moves'].split())} moves")


def test_a_game_is_looked_at_by_its_number_in_its_tournament(command, tmp_path):
    command(LINE)
    out, said = command("replay 1.3 --plain")
    record = json.loads(command("games-of --json")[0].splitlines()[3])
    assert said == ""
    assert re.findall(r" takes (\d+)\b", out) == record["moves"].split()
    (tmp_path / "games").write_text(command("games-of --json")[0])
    assert command(f"replay {tmp_path / 'games'} --game 3 --plain")[0] == out


def test_a_damaged_game_is_not_looked_at(command, journal):
    command(LINE)
    journal.database.write(
        lambda db: db.execute("""UPDATE games SET record = replace(record, '"moves": "', '"moves": "9 ')""")
    )
    _, said = command("replay 1.3", 2)
    assert said == "referee: game 3 of tournament 1 is damaged; referee tournament --resume 1 plays it again\n"


def test_all_tournaments_are_listed(command, journal):
    assert command("standings --all")[0] == "No tournament has been held here yet.\n"
    assert command("standings --all --json")[0] == ""
    command(LINE)
    number = journal.begin(PLAN)
    with pytest.raises(KeyboardInterrupt):
        list(play_missing(journal, interrupted(2)))
    newest, first = command("standings --all")[0].splitlines()
    assert newest.startswith(f"{number}  ") and re.search("  2 games +being played$", newest)
    journal.close()
    newest, first = command("standings --all")[0].splitlines()
    assert re.search("  2 games +unfinished$", newest) and first.endswith("  over")
    listed = [json.loads(line) for line in command("standings --all --json")[0].splitlines()]
    assert [(each["tournament"], each["over"]) for each in listed] == [(2, False), (1, True)]
    assert (listed[0]["played"], listed[0]["names"]) == (2, list(PLAN.names))


# Forfeits.


def test_each_kind_of_forfeit_is_told_once_and_counted(journal, stumbling, capsys):
    plan = replace(PLAN, players=("random", "stumbling", "random"), names=("a", "stumbling", "b"))
    journal.begin(plan)
    play_and_print(journal, play, OutputOptions())
    results = journal.recorded
    lost = forfeited_results(results)
    assert len(lost) == sum("stumbling" in result.record.names for result in results.values())
    said = capsys.readouterr().err
    assert said.count("Traceback (most recent call last):") == 1
    first = lost[0].number
    assert said.endswith(
        f"game {first}: stumbling crashed: LookupError: nothing found (the first of {len(lost)} games that stumbling lost so)\n"
    )
    assert list(forfeit_lines({first: lost[0]}))[-1] == f"game {first}: stumbling crashed: LookupError: nothing found"
    assert list(forfeit_lines({})) == []


def test_a_forfeit_fails_a_strict_tournament_and_no_other(command, stumbling, monkeypatch):
    monkeypatch.setattr(runner, "play_tasks", lambda fixtures, workers, total, halt: play(fixtures))
    line = "tournament gomoku stumbling random --rounds 1 --openings 0 --seed 1"
    assert "game 0: stumbling crashed: " in command(line)[1]
    command(f"{line} --strict", 3)
    command("tournament --resume 2 --strict", 3)
    command("tournament --resume 2")
    command(f"{LINE} --strict")


def test_forfeits_are_listed_with_their_tracebacks(journal, stumbling, command):
    held(journal, replace(PLAN, rounds=1, players=("random", "stumbling", "random"), names=("a", "s", "b")))
    out, _ = command("games-of --forfeits")
    count = len(forfeited_results(journal.results(1)))
    assert (
        out.count("  s crashed: LookupError: nothing found  0 moves\n") + out.count("nothing found  1 move\n") == count
    )
    assert out.count("Traceback (most recent call last):") == count > 0
    assert len(command("games-of --forfeits --json")[0].splitlines()) == count


# What is refused.

REFUSED = [
    ("tournament", "a tournament needs at least two players, as in: referee tournament connect-four level:3 level:5 mcts"),
    ("tournament random", "a tournament needs at least two players"),
    ("tournament chips", "a tournament needs at least two players"),
    ("tournament chips random human", "a tournament is played by programs, and 'human' is a person"),
    ("tournament mine random", "a tournament is played by programs, and 'mine' is a person"),
    ("tournament chips random minmax", "there is no player 'minmax'; did you mean minimax?"),
    ("tournament chps random random", "no game or player 'chps'; did you mean chips?"),
    ("tournament random random chips", "'chips' is a game: name one game, before the players"),
    ("tournament chips:chips=4 random random", "chips=4 must be odd under rule=even"),
    ("tournament random minimax:depth=0", "depth=0 must be a whole number from 1 to 10000"),
    ("tournament random random --format league", "--format league must be round-robin or gauntlet or knockout or swiss"),
    ("tournament random random --rounds 0", "--rounds 0 must be a whole number from 1"),
    ("tournament random random --rounds 100000 --format swiss", "a swiss has at most 200 rounds, and 100,000 is more"),
    ("tournament random random random random --rounds 100000",
     "a round-robin of 4 players and 100,000 rounds is 1,200,000 games, at most 1,000,000 can be held"),
    ("tournament random random --openings -1", "--openings -1 must be a whole number from 0"),
    ("tournament random random --time 0", "--time 0 must be a number from 0.001"),
    ("tournament random random --json --csv", "--json and --csv exclude each other"),
    ("tournament --resume 1", "there is no tournament 1 (none is kept yet)"),
    ("tournament --resume x", "--resume x must be a whole number from 1"),
    ("tournament --resume 1 chips random random", "--resume goes on with a tournament as it was begun, and takes no chips random random"),
    *((f"tournament --resume 1 {flag}", f"and takes no {flag.split()[0]}")
      for flag in ("--seed 1", "--rounds 2", "--time 1", "--clock 1m", "--openings 0", "--format round-robin")),
    ("standings", "no tournament has been held here yet; to hold one: referee tournament GAME PLAYER PLAYER..."),
    ("standings 1", "there is no tournament 1 (none is kept yet)"),
    ("standings 0", "must be a whole number from 1"),
    ("standings x", "must be a whole number from 1"),
    ("standings --all 3", "--all lists all tournaments, and takes no 3"),
    ("standings --all --csv", "--all is printed in lines or with --json, not with --csv"),
    ("standings --all --html page.html", "--all is printed in lines or with --json, not with --html"),
    ("games-of", "no tournament has been held here yet"),
    ("games-of 99999999999999999999", "there is no tournament 99999999999999999999"),
    ("replay 1.0", "there is no tournament 1 (none is kept yet)"),
    ("replay 1.x", "1.x cannot be read: No such file or directory"),
]  # fmt: skip


@every_case(("line", "complaint"), REFUSED)
def test_a_typing_error_gets_one_line(command, line, complaint):
    out, said = command(line, 2)
    assert (out, len(said.splitlines())) == ("", 1)
    assert said.startswith("referee: ") and complaint in said


def test_a_missing_game_is_answered_with_the_known_ones(command):
    command(LINE)
    assert "tournament 1 has no game 99 (games finished: " in command("replay 1.99", 2)[1]
    assert "1.3 is one game of a tournament" in command("replay 1.3 --game 2", 2)[1]
    said = command("games-of --player minmax", 2)[1]
    assert "there is no player 'minmax'; did you mean minimax? (players: random (1), minimax, random (2))" in said


# Stopping, and going on.


def test_ctrl_c_says_how_to_go_on(journal, capsys):
    number = journal.begin(PLAN)
    with pytest.raises(KeyboardInterrupt):
        play_and_print(journal, interrupted(3), OutputOptions())
    out, said = capsys.readouterr()
    due = len(make_schedule("round-robin", 3, 2, {}).pairings)
    assert out == ""
    assert said == f"\nstopped after 3 of {due} games; go on with: referee tournament --resume {number}"
    assert len(journal.results(number)) == 3


def test_a_full_disk_stops_the_tournament_which_names_what_is_kept(journal, monkeypatch):
    number = journal.begin(PLAN)
    write = Journal.write

    def filling(self, db, *results):
        if len(self.recorded) == 3:
            raise OSError(28, "No space left on device")
        return write(self, db, *results)

    monkeypatch.setattr(Journal, "write", filling)
    with pytest.raises(StorageError) as stopped:
        play_and_print(journal, play, OutputOptions())
    assert re.fullmatch(
        r"no journal of tournaments in .*: the disk is full; stopped after 3 of \d+ games,"
        rf" all of them kept; go on with: referee tournament --resume {number}",
        str(stopped.value),
    )
    monkeypatch.undo()
    whole = held(journal, PLAN)
    journal.resume(number)
    assert len(journal.recorded) == 3
    list(play_missing(journal, play))
    assert records(journal, number) == whole


def test_a_folder_that_cannot_be_made_is_said_in_one_line_and_fails(command, folder):
    folder.write_text("in the way")
    out, said = command(LINE, 1)
    assert (out, len(said.splitlines())) == ("", 1)
    assert said.startswith("referee: no journal of tournaments in ")


LIMITED = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"


def run_limited(line, out=subprocess.PIPE):
    """Return a finished process of the command that may write 100 KB into a file."""
    code = f"{LIMITED}from referee.__main__ import main; main({line.split()!r})"
    return subprocess.run(
        [sys.executable, "-c", code], stdout=out, stderr=subprocess.PIPE, text=True, timeout=WAIT, check=False
    )


LONG = "tournament nim:sticks=9 random random --rounds 200 --seed 3"


@posix
def test_a_full_disk_stops_a_tournament_that_then_goes_on(folder, command):
    done = run_limited(LONG)
    assert (done.returncode, done.stdout) == (1, "")
    number, kept, due = re.search(
        r"^tournament (1), seed 3\nreferee: no journal of tournaments in .*; stopped after (\d+) of (\d+) games,"
        r" all of them kept; go on with: referee tournament --resume 1\n$",
        done.stderr,
    ).groups()
    assert 0 < int(kept) < int(due)
    assert len(command(f"games-of {number} --json")[0].splitlines()) == int(kept)
    command("tournament --resume 1")
    there = command("games-of 1 --json")[0]
    assert len(there.splitlines()) == int(due)
    command(LONG)
    assert command("games-of 2 --json")[0] == there


@posix
def test_output_that_fills_its_disk_stops_a_tournament_that_then_goes_on(folder, command, tmp_path):
    (tmp_path / "out").write_bytes(bytes(100_000))
    with (tmp_path / "out").open("a") as out:
        done = run_limited(f"{LONG} --json", out)
    assert done.returncode == 1
    (kept,) = re.search(
        r"^tournament 1, seed 3\nreferee: standard output: the disk is full; stopped after (\d+) of 400 games,"
        r" all of them kept; go on with: referee tournament --resume 1\n$",
        done.stderr,
    ).groups()
    assert len(command("games-of 1 --json")[0].splitlines()) == int(kept)
    command("tournament --resume 1")
    assert len(command("games-of 1 --json")[0].splitlines()) == 400


def under_way(folder, words):
    """Return the process of a tournament that has finished a game."""
    running = kills.started(folder, words)
    end = time.monotonic() + WAIT
    while not kills.count(folder) and running.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    return running


# It takes 20 minutes or more, so it goes on while a busy machine runs other commands.
ENDLESS = ["chess", "random", "random", "--rounds", "100000", "--openings", "0", "--seed", "3"]


@posix
def test_while_one_process_plays_another_shows_the_standings_and_does_not_play(folder, command):
    with under_way(folder, ENDLESS) as running:
        try:
            assert 0 < json.loads(command("standings --json")[0])["standings"]["played"]
            _, said = command("tournament --resume 1", 2)
            assert said == "referee: tournament 1 is being played right now\n"
            assert command("standings --all")[0].endswith("  being played\n")
            running.send_signal(signal.SIGINT)
            out, said = running.communicate(timeout=WAIT)
        finally:
            running.kill()
    assert (running.returncode, out) == (130, "")
    kept = kills.count(folder)
    assert kept < 200_000
    assert said.endswith(f"\nstopped after {kept:,} of 200,000 games; go on with: referee tournament --resume 1\n")
    assert command("standings --all")[0].endswith(f"  {format_count(kept, 'game')}  unfinished\n")


@posix
def test_a_tournament_that_the_system_ends_says_how_to_go_on(folder, command):
    with under_way(folder, ENDLESS) as running:
        try:
            running.send_signal(signal.SIGTERM)
            out, said = running.communicate(timeout=WAIT)
        finally:
            running.kill()
    assert (running.returncode, out) == (143, "")
    assert said.endswith(" games; go on with: referee tournament --resume 1\n")
    assert command("standings --all")[0].endswith(f"  {format_count(kills.count(folder), 'game')}  unfinished\n")


@posix
def test_killed_at_random_moments_and_resumed_it_holds_each_game_once_as_in_peace(tmp_path, journal):
    kills.finished(tmp_path / "peace", kills.begin(60))
    for seed in range(10):  # on a machine that is busy all may be over before the first kill
        hits = kills.struck(tmp_path / f"war {seed}", 60, 8, random.Random(seed))
        kept = kills.records(tmp_path / f"war {seed}")
        assert [number for _, number, _ in kept] == list(range(60))
        assert kept == kills.records(tmp_path / "peace")
        if hits:
            return
    pytest.fail("none of 80 kills hit")


def test_live_standings_use_the_wanted_symbols(command, monkeypatch):
    def live(*, signs, **_):
        seen.append(signs)
        return nullcontext(lambda *_: None)

    seen = []
    monkeypatch.setattr("referee.reports.tournament.output.live_standings", live)
    for symbols in ("ascii", "unicode"):
        command(f"tournament tic-tac-toe random random --rounds 1 --seed 1 --symbols {symbols}")
    assert seen == [ASCII, UNICODE]


def test_no_openings_are_sought_for_a_tournament_that_cannot_be_held(command, monkeypatch):
    monkeypatch.setattr("referee.tournaments.entrants.draw_openings", lambda *_: pytest.fail("openings were sought"))
    _, said = command("tournament random random --rounds 201 --format swiss", 2)
    assert said == "referee: a swiss has at most 200 rounds, and 201 is more\n"


def test_a_command_that_nobody_is_told_of_is_no_command_in_the_place_of_a_player(command):
    assert "no game or player 'play'" in command("tournament play random", 2).err
    assert "'history' is a command of its own" in command("tournament history random", 2).err
