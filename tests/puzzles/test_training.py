"""Lines that are trained: which positions are asked, how moves are judged, and when they come again."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from games.names.catalogue import SpecError
from referee.puzzles.training import TrainingSchedule, collect_cards, find_seats, position_key, read_lines
from referee.storage.training import TrainingLog
from tests.helpers.cases import every_case

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
LINES = "# chess\ne4 e5 Nf3 Nc6 Bc4\ne4 c5 Nf3\nNf3 e5 e4 Nc6\n"


@pytest.fixture
def lines(tmp_path):
    (tmp_path / "lines.moves").write_text(LINES)

    def read(seats=(0,), game="chess", text=None):
        if text is not None:
            (tmp_path / "lines.moves").write_text(text)
        return read_lines(tmp_path / "lines.moves", game, seats)

    return read


def test_each_position_of_a_side_is_asked_once_in_the_order_of_the_lines(lines):
    cards = lines().cards
    assert [(" ".join(each.path), each.answers) for each in cards] == [
        ("", ("e4", "Nf3")), ("e4 e5", ("Nf3",)), ("e4 e5 Nf3 Nc6", ("Bc4",)), ("e4 c5", ("Nf3",)), ("Nf3 e5", ("e4",)),
    ]  # fmt: skip
    assert {each.start().turn for each in lines((1,)).cards} == {1}
    assert len(lines((0, 1)).cards) > len(cards)


def test_a_transposition_is_the_same_position(lines):
    black = {each.path: each.answers for each in lines((1,)).cards}
    assert black[("e4", "e5", "Nf3")] == ("Nc6",)
    assert ("Nf3", "e5", "e4") not in black


@every_case(("move", "verdict"), [("Nf3", "right"), ("e4", "right"), ("e3", "wrong")])
def test_a_move_is_right_if_any_line_plays_it(move, verdict, tmp_path):
    (tmp_path / "lines.moves").write_text(LINES)
    lines = read_lines(tmp_path / "lines.moves", "chess", (0,))
    game = lines.cards[0].start()
    assert lines.judge(lines.cards[0], game, game.parse(move)) == verdict


def test_a_move_into_another_line_transposes(lines):
    found = lines(text="# chess\nd4 d5 c4\nc4 d5 Nf3\nc4 d5 d4\nd4 Nf6 Nf3\nNf3 Nf6 g3\n")
    card = next(each for each in found.cards if each.path == ("Nf3", "Nf6"))
    game = card.start()
    assert found.judge(card, game, game.parse("d4")) == "transposes"


def test_counters_do_not_tell_positions_apart(lines):
    one, other = (
        read.cards[-1].start()
        for read in (
            lines(text="# chess\ne4 e5 Nf3 Nc6 Bc4\n"),
            lines(text="# chess\nNf3 Nc6 Ng1 Nb8 e4 e5 Nf3 Nc6 Bc4\n"),
        )
    )
    assert one.position() != other.position()
    assert position_key("chess", one) == position_key("chess", other)


def test_variations_are_lines_up_to_a_move_that_is_not_legal():
    deep = SimpleNamespace(ply=2, lines=((("d6", None), ("d4", None)),))
    note = SimpleNamespace(ply=2, lines=((("c5", None), ("Nf3", None), ("e5", deep), ("Ke5", None)),))
    record = SimpleNamespace(game="chess", moves="e4 e5 Bc4", notes=(note,))
    cards, _ = collect_cards([SimpleNamespace(record=record)], (0,))
    found = {each.path: each.onward for each in cards}
    assert found[()] == (("e4", "e5", "Bc4"),)
    assert found[("e4", "c5")] == (("Nf3", "e5"),)
    assert found[("e4", "c5", "Nf3", "d6")] == (("d4",),)


def test_lines_of_other_games_are_trained_too(lines):
    found = lines((1,), "othello", "# othello\nf5 d6 c3\nf5 f6\n")
    assert found.cards[0].answers == ("d6", "f6")


@every_case(("side", "seats"), [("", (0, 1)), ("white", (0,)), ("Black", (1,)), ("first", (0,)), ("2", (1,))])
def test_a_side_has_several_names(side, seats):
    assert find_seats("chess", side) == seats


def test_what_cannot_be_trained_gets_a_reason(lines):
    with pytest.raises(SpecError, match="--side red must be White, Black"):
        find_seats("chess", "red")
    with pytest.raises(SpecError, match="dice"):
        lines(game="backgammon")
    with pytest.raises(SpecError, match="holds no line"):
        lines((1,), text="# chess\ne4\n")


def test_a_game_that_cannot_be_read_is_skipped(lines, tmp_path):
    found = lines(text="# chess\ne4 e5\ne4 e4\n")
    assert len(found.cards) == 1 and "line 3 is skipped" in found.skipped[0]
    with pytest.raises(SpecError, match="line 3"):
        read_lines(tmp_path / "lines.moves", "chess", (0,), strict=True)


def test_a_right_answer_comes_back_later_each_time_and_a_wrong_one_soon(lines):
    pytest.importorskip("fsrs")
    schedule, cards = TrainingSchedule({}), lines().cards
    assert schedule.due(cards, NOW, 2) == list(cards[:2])
    gaps, now = [], NOW
    for _ in range(3):
        kept = schedule.answer(cards[0].key, "right", False, now)
        due = datetime.fromisoformat(kept["due"])
        gaps.append(due - now)
        now = due
    assert timedelta(days=1) <= gaps[0] < gaps[1] < gaps[2]
    soon = datetime.fromisoformat(schedule.answer(cards[0].key, "wrong", False, now)["due"]) - now
    assert soon < gaps[1]
    assert schedule.due(cards, now, 0) == []
    assert schedule.due(cards, now + soon, 0) == [cards[0]]
    assert schedule.next_due(cards, now) == ((now + soon).date().isoformat(), 1)


def test_a_hint_shortens_the_time(lines):
    pytest.importorskip("fsrs")
    card = lines().cards[0]
    plain, helped = (TrainingSchedule({}).answer(card.key, "right", given, NOW)["due"] for given in (False, True))
    assert helped < plain


def test_answers_are_kept_and_a_torn_line_costs_only_itself(tmp_path, lines):
    pytest.importorskip("fsrs")
    log, schedule, card = TrainingLog(tmp_path / "data" / "t.jsonl"), TrainingSchedule({}), lines().cards[0]
    assert log.schedules() == {}
    for verdict in ("wrong", "right"):
        kept = schedule.answer(card.key, verdict, False, NOW)
        assert log.add(card.key, kept, typed="e4", verdict=verdict) == ""
    with log.path.open("a") as file:
        file.write('{"key": "x", "sch')
    assert log.add("y", kept) == ""
    assert log.schedules() == {card.key: kept, "y": kept}
    again = TrainingSchedule({**log.schedules(), "bad": {"due": 1}})
    assert again.due(lines().cards, NOW, 0) == []
    assert again.next_due(lines().cards, NOW) is not None


def test_what_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    assert TrainingLog(tmp_path / "file" / "t.jsonl").add("x", {})
