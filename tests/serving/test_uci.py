"""UCI: each command, wrong ones, and what is said while a player thinks."""

import re
from time import monotonic, process_time, sleep

import pytest

import games
from games.names.catalogue import SpecError
from players.search.clock import hurry
from players.ratings import CHESS
from referee.dialects import uci
from referee.serving import server
from referee.serving.uci import read_counts
from tests.serving.dialogue import Dialogue, wait_until


@pytest.fixture
def chess():
    """A quick player of chess."""
    with Dialogue("chess", "minimax:depth=2", "uci") as dialogue:
        yield dialogue


def test_the_handshake_names_the_program_and_its_options(chess):
    lines = chess.say("uci")
    assert lines[0].startswith("id name referee ")
    assert lines[0].endswith(" minimax:depth=2")
    assert lines[1].startswith("id author ")
    assert lines[-1] == "uciok"
    options = lines[2:-1]
    assert "option name depth type spin default 2 min 0 max 10000" in options
    assert "option name Hash type spin default 64 min 0 max 60000" in options
    assert "option name method type combo default best var minimax var alphabeta var best" in options
    assert "option name time type string default <empty>" in options
    assert "option name UCI_Chess960 type check default false" in options
    assert "option name UCI_Variant type combo default chess var chess" in options
    assert all(
        re.fullmatch(r"option name [\w ]+ type (spin|check|combo|string|button)( .*)?", line) for line in options
    )


def test_chess_offers_to_limit_its_strength_to_an_elo_that_was_measured(chess):
    lines = chess.say("uci")
    assert "option name UCI_LimitStrength type check default false" in lines
    ends = f"min {CHESS.least} max {CHESS.most}"
    assert f"option name UCI_Elo type spin default {CHESS.most} {ends}" in lines
    with Dialogue("breakthrough", "random", "uci") as other:
        assert not [line for line in other.say("uci") if "UCI_Elo" in line]


def test_a_limited_strength_is_that_of_the_level_of_this_elo_until_it_is_lifted(chess):
    full = chess.server.contestant
    chess.say(f"setoption name UCI_Elo value {CHESS.least}")
    assert chess.server.contestant is full
    chess.say("setoption name UCI_LimitStrength value true", "position startpos moves e2e4")
    assert chess.server.contestant.spec == f"level:elo={CHESS.least}"
    game = games.load("chess")
    game.make(game.parse("e4"))
    assert chess.best("go movetime 1000") in {uci.write_move(game, move) for move in game.moves()}
    chess.say(f"setoption name uci_elo value {CHESS.most}")
    assert chess.server.contestant.spec == f"level:elo={CHESS.most}"
    chess.say("setoption name depth value 1", "setoption name UCI_LimitStrength value false")
    assert chess.server.contestant is full
    assert full.given["depth"] == 1


@pytest.mark.parametrize("value", ["5", "9000", "strong", ""])
def test_an_elo_beyond_the_measured_ones_changes_nothing(chess, value):
    allowed = f"a whole number from {CHESS.least} to {CHESS.most}"
    assert chess.say(f"setoption name UCI_Elo value {value}") == [f"info string UCI_Elo={value} must be {allowed}"]
    assert chess.server.elo == CHESS.most


@pytest.mark.parametrize(("game", "named", "free"), [
    ("chess:variant=chess960,start=5", "chess", "true"), ("chess:gardner", "gardner", None),
    ("breakthrough", "breakthrough", None), ("connect-four", "connect-four", None),
])  # fmt: skip
def test_the_handshake_names_the_variant(game, named, free):
    with Dialogue(game, "random", "uci") as dialogue:
        lines = dialogue.say("uci")
        assert f"option name UCI_Variant type combo default {named} var {named}" in lines
        told = [line for line in lines if "UCI_Chess960" in line]
        assert told == ([f"option name UCI_Chess960 type check default {free}"] if free else [])


def test_isready_is_answered_before_and_during_and_after_a_search(chess):
    assert chess.say("isready") == ["readyok"]
    chess.say("setoption name depth", "position startpos", "go infinite")
    assert "readyok" in chess.say("isready")
    chess.ask("stop", "bestmove")
    assert chess.say("isready") == ["readyok"]


def test_a_move_is_one_of_the_position_that_was_told(chess):
    chess.say("position startpos moves f2f3 e7e5 g2g4")
    assert chess.best() == "d8h4"
    chess.say("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    assert chess.best() == "d1d8"
    chess.say("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1 moves a1a2 h7h6 d1d8 g8h7")
    assert chess.best() != "d1d8"


def test_moves_may_follow_those_that_stand_or_others(chess):
    for moves in ("", "e2e4", "e2e4 e7e5", "e2e4 e7e5 g1f3 b8c6", "e2e4 e7e5", "d2d4", "e2e4 c7c5"):
        chess.say(f"position startpos moves {moves}" if moves else "position startpos")
        game = games.load("chess")
        for word in moves.split():
            game.make(uci.read_move(game, word))
        assert chess.server.stand.game.position() == game.position()


def test_the_start_is_that_of_the_spec():
    with Dialogue("chess:position=6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "minimax:depth=2", "uci") as dialogue:
        dialogue.say("position startpos")
        assert dialogue.best() == "d1d8"


@pytest.mark.parametrize(("line", "quoted"), [
    ("position startpos moves e2e5", "'e2e5'"),
    ("position startpos moves e2e4 e7e5 e4e5", "illegal move 3: 'e4e5'"),
    ("position fen 8/8/8 w - - 0 1", "illegal position"), ("position fen nonsense", "illegal position"),
    ("position fen", "illegal position"), ("position", "startpos or fen"), ("position moves e2e4", "startpos or fen"),
    ("position startpos moves 0000", "'0000'"),
])  # fmt: skip
def test_after_a_refused_position_moves_wait_for_a_legal_one(chess, line, quoted):
    chess.say("position startpos moves e2e4")
    (told,) = chess.say(line)
    assert told.startswith("info string ")
    assert quoted in told
    assert chess.best() == "0000"
    chess.say("position startpos moves e2e4")
    assert chess.best() != "0000"


def test_a_game_that_is_over_has_no_move(chess):
    chess.say("position startpos moves f2f3 e7e5 g2g4 d8h4")
    assert chess.best() == "(none)"
    chess.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert chess.best() == "(none)"


def test_claimable_draws_end_neither_a_search_nor_a_line(chess):
    shuffle = "g1f3 g8f6 f3g1 f6g8 " * 2
    chess.say(f"position startpos moves {shuffle}")
    assert chess.best() not in ("(none)", "0000")
    chess.say(f"position startpos moves {shuffle} e2e4 e7e5")
    assert chess.best() not in ("(none)", "0000")
    chess.say("position fen 4k3/8/8/8/8/8/3R4/4K3 w - - 99 80 moves d2d3 e8e7")
    assert chess.best() not in ("(none)", "0000")


def test_a_time_is_kept():
    with Dialogue("chess", "minimax", "uci") as dialogue:
        dialogue.say("position startpos")
        for line, least, most in (
            ("go movetime 300", 0.25, 1.5),
            ("go wtime 5000 btime 100 winc 0 binc 0", 0.15, 1.4),
            ("go wtime 1000 btime 1000 movestogo 2", 0.25, 1.7),
            ("go wtime -50 btime 1000", 0.0, 1.3),
        ):
            began, worked = monotonic(), process_time()
            dialogue.best(line)
            assert monotonic() - began > least, line
            assert process_time() - worked < most, line  # which a busy machine does not make longer


def test_each_side_has_its_own_clock():
    with Dialogue("chess", "minimax", "uci") as dialogue:
        dialogue.say("position startpos moves e2e4")
        worked = process_time()
        dialogue.best("go wtime 100000 btime 2500")
        assert process_time() - worked < 2  # White would think for four seconds


def test_depth_and_nodes_limit_one_search_alone():
    with Dialogue("chess", "minimax:depth=2", "uci") as dialogue:
        dialogue.say("position startpos")
        for line, depth in (("go depth 4", 4), ("go", 2), ("go depth 3", 3)):
            assert dialogue.ask(line, "bestmove")[-2].startswith(f"info depth {depth} ")
        assert dialogue.server.contestant.seated[0].depth == 2
    with Dialogue("othello", "mcts", "uci") as dialogue:
        dialogue.say("position startpos")
        assert " nodes 321 " in dialogue.ask("go nodes 321", "bestmove")[-2]


def test_a_limit_that_means_nothing_to_the_player_is_told():
    with Dialogue("othello", "mcts:playouts=50", "uci") as dialogue:
        dialogue.say("position startpos")
        lines = dialogue.ask("go depth 3", "bestmove")
        assert lines[0] == "info string mcts:playouts=50 has no option by which to limit its depth"


def test_words_behind_go_that_are_not_supported_are_told():
    with Dialogue("othello", "random", "uci") as dialogue:
        dialogue.say("position startpos")
        told = "info string searchmoves is not supported by random: all moves are searched"
        assert dialogue.ask("go nodes 30 searchmoves d3", "bestmove")[-2] == told
        assert dialogue.ask("go mate 3", "bestmove")[0] == "info string mate is not supported: the other limits hold"


@pytest.mark.parametrize(("game", "player", "moves"), [
    ("chess", "minimax:depth=2", "a2a3 h2h4"), ("chess", "minimax:depth=2,method=alphabeta", "a2a3 h2h4"),
    ("chess", "mcts:playouts=60", "a2a3 h2h4"), ("othello", "montecarlo:playouts=2", "c4 f5"),
    ("connect-four", "mcts:playouts=60", "1 7"), ("hex:5", "mcts:playouts=60", "a1 e5"),
    ("chess", "minimax:depth=3,threads=2", "a2a3 h2h4"),
])  # fmt: skip
def test_searchmoves_names_the_moves_to_choose_from(game, player, moves):
    with Dialogue(game, player, "uci") as dialogue:
        dialogue.say("position startpos")
        assert dialogue.best(f"go searchmoves {moves}") in moves.split()
        dialogue.say(f"go infinite searchmoves {moves}")
        assert dialogue.ask("stop", "bestmove")[-1].split()[1] in moves.split()
        for move in moves.split():
            assert dialogue.best(f"go searchmoves {move} nodes 50") == move
        dialogue.say("setoption name MultiPV value 99")
        assert len(read_lines(dialogue.ask("go depth 1 nodes 500", "bestmove"))) > len(moves.split())


def test_searchmoves_without_a_legal_move_searches_all_and_quotes_each(chess):
    chess.say("position startpos")
    lines = chess.ask("go searchmoves e2e5 x depth 1", "bestmove")
    assert [line.split("'")[1] for line in lines if "'" in line] == ["e2e5", "x"]
    assert "info string searchmoves names no legal move: all moves are searched" in lines


def read_lines(lines):
    """Return {rank: (score, first move)} of the last reports with a rank."""
    pattern = re.compile(r"info depth (\d+) .*multipv (\d+) score (\w+ \S+) .* pv (\S+)")
    found = [pattern.match(line) for line in lines if line.startswith("info depth")]
    return {int(each[2]): (each[3], each[4]) for each in found}


@pytest.mark.parametrize("player", ["minimax:depth=3", "minimax:depth=3,method=alphabeta"])
def test_several_lines_are_the_best_moves_each_with_the_score_that_it_has_alone(player):
    with Dialogue("chess", player, "uci") as dialogue:
        dialogue.say("position fen r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
        dialogue.say("setoption name MultiPV value 3")
        lines = dialogue.ask("go", "bestmove")
        ranked = read_lines(lines)
        assert list(ranked) == [1, 2, 3]
        assert ranked[1] == ("mate 1", "h5f7")
        assert lines[-1].startswith("bestmove h5f7")
        assert len({move for _, move in ranked.values()}) == 3
        dialogue.say("setoption name MultiPV value 1", "ucinewgame")
        for score, move in ranked.values():
            (last,) = [line for line in dialogue.ask(f"go searchmoves {move}", "bestmove") if " nodes " in line][-1:]
            assert f" score {score} " in last
            assert "multipv" not in last


@pytest.mark.parametrize(("player", "count"), [("mcts:playouts=200", 4), ("montecarlo:playouts=5", 4), ("optimal", 1)])
def test_several_lines_come_from_what_any_search_knows_of_its_moves(player, count):
    with Dialogue("tic-tac-toe", player, "uci") as dialogue:
        dialogue.say("setoption name MultiPV value 4", "position startpos moves 5")
        lines = dialogue.ask("go", "bestmove")
        ranked = read_lines(lines)
        assert list(ranked) == list(range(1, count + 1))
        assert ranked[1][1] == lines[-1].split()[1]


@pytest.mark.parametrize("value", ["0", "257", "two", "", "-1"])
def test_a_wrong_number_of_lines_is_quoted(chess, value):
    (told,) = chess.say(f"setoption name MultiPV value {value}".strip())
    assert told == f"info string MultiPV={value} must be a whole number from 1 to 256"


def test_an_endless_search_waits_for_stop_though_the_player_is_done(chess):
    chess.say("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "go infinite")
    sleep(0.3)
    assert chess.place("bestmove", 0) is None
    assert chess.ask("stop", "bestmove")[-1].startswith("bestmove d1d8")


def test_an_endless_search_goes_on_beyond_the_usual_budget():
    with Dialogue("othello", "mcts", "uci") as dialogue:  # 10,000 playouts unless time limits them
        dialogue.say("position startpos", "go infinite")
        dialogue.until("info")
        while "nodes" not in dialogue.lines[-1] or int(re.search(r"nodes (\d+)", dialogue.lines[-1])[1]) <= 10_000:
            sleep(0.05)
        dialogue.ask("stop", "bestmove")


def test_stop_without_a_search_is_nothing(chess):
    assert chess.say("stop", "ponderhit", "stop") == []
    chess.say("position startpos")
    chess.best()
    assert chess.say("stop") == []


def test_a_pondering_search_is_answered_at_ponderhit_or_stop(chess):
    chess.say("position startpos moves e2e4 e7e5", "go ponder wtime 1000 btime 1000")
    sleep(0.3)
    assert chess.place("bestmove", 0) is None
    assert chess.ask("ponderhit", "bestmove")
    chess.say("go ponder movetime 10")
    assert chess.ask("stop", "bestmove")


def test_a_search_ends_at_once_if_the_expected_move_was_not_made(chess, monkeypatch):
    hurries = []
    monkeypatch.setattr(server, "hurry", lambda at_once: (hurries.append(at_once), hurry(at_once)))
    for go in ("go ponder infinite", "go infinite"):
        chess.say("setoption name depth", "position startpos", go)
        chess.ask("stop", "bestmove")
    chess.say("go ponder infinite", "ponderhit")
    chess.ask("stop", "bestmove")
    assert hurries == [True, False, False]


def test_the_move_expected_is_told_for_pondering(chess):
    chess.say("position startpos")
    words = chess.ask("go depth 4", "bestmove")[-1].split()
    assert words[2] == "ponder"
    game = games.load("chess")
    for word in (words[1], words[3]):
        game.make(uci.read_move(game, word))


def test_a_second_go_lets_the_first_answer_before(chess):
    chess.say("position startpos", "go infinite", "go depth 1")
    chess.until("bestmove", chess.place("bestmove", 0) + 1)
    assert sum(line.startswith("bestmove") for line in chess.lines) == 2


def test_reports_have_the_words_of_the_protocol(chess):
    chess.say("setoption name depth", "position startpos", "go infinite")
    wait_until(lambda: len(chess.lines) > 2)
    chess.ask("stop", "bestmove")
    reports = chess.lines[:-1]
    for line in reports:
        assert re.fullmatch(
            r"info depth \d+( seldepth \d+)?( score (cp|mate) -?\d+)? nodes \d+ nps \d+ time \d+ pv( \w{4,5})+", line
        )
        game = games.load("chess")
        for word in line.partition(" pv ")[2].split():
            game.make(uci.read_move(game, word))
    depths = [int(line.split()[2]) for line in reports]
    assert depths == sorted(depths)


@pytest.mark.parametrize(("fen", "told"), [
    ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "score mate 1 "),
    ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", "score mate 2 "),
    ("k7/8/1K6/8/8/8/8/7R b - - 0 1", "score mate -1 "),
])  # fmt: skip
def test_a_forced_mate_is_told_in_moves(fen, told):
    with Dialogue("chess", "minimax:depth=5", "uci") as dialogue:
        dialogue.say(f"position fen {fen}")
        assert told in dialogue.ask("go", "bestmove")[-2]


def test_a_mate_that_is_found_beyond_the_depth_is_told_in_moves_too():
    with Dialogue("chess", "minimax:depth=2", "uci") as dialogue:
        dialogue.say("position fen r3k1nr/p1p4p/1p1pbppb/P1nPp3/qP5P/6BQ/2PNPPPR/R3KBN1 b Qkq - 7 14")
        report = dialogue.ask("go", "bestmove")[-2]
        assert report.startswith("info depth 2 seldepth 5 score mate 2 ")
        assert report.endswith(" pv a4a1 d2b1 a1b1")


def test_ucinewgame_seats_new_players(chess):
    chess.say("position startpos")
    chess.best()
    before = chess.server.contestant.seated[0]
    chess.best()
    assert chess.server.contestant.seated[0] is before
    chess.say("ucinewgame")
    chess.best()
    assert chess.server.contestant.seated[0] is not before


def test_options_are_set_by_their_names_in_any_case(chess):
    assert chess.say("setoption name DEPTH value 3", "setoption name hash value 8") == []
    assert chess.server.contestant.given == {"depth": 3, "table": 8}
    assert chess.say("setoption name table value 9", "setoption name method value alphabeta") == []
    assert chess.say("setoption name time value 0.5", "setoption name depth value 0") == []
    assert chess.server.contestant.given == {"table": 9, "method": "alphabeta", "time": 0.5}
    assert chess.say("setoption name time value <empty>") == []
    assert "time" not in chess.server.contestant.given


@pytest.mark.parametrize(("line", "quoted"), [
    ("setoption name depth value 99999", "depth=99999 must be a whole number from 1 to 10000"),
    ("setoption name depth value deep", "depth=deep must be"),
    ("setoption name method value magic", "method=magic must be minimax or alphabeta or best"),
    ("setoption name Move Overhead value -1", "Move Overhead=-1 must be a whole number from 0 to 5000"),
    ("setoption name UCI_Variant value atomic", "UCI_Variant=atomic must be chess"),
    ("setoption name eval value ./none.py:no", "./none.py"),
])  # fmt: skip
def test_a_wrong_value_is_quoted_and_nothing_changes(chess, line, quoted):
    before = dict(chess.server.contestant.given)
    (told,) = chess.say(line)
    assert told.startswith("info string ")
    assert quoted in told
    assert chess.server.contestant.given == before


def test_unknown_words_options_and_lines_are_passed_over(chess):
    for line in (
        "",
        "   ",
        "joho",
        "setoption name Skill Level value 3",
        "setoption",
        "debug on",
        "register later",
        "\t",
    ):
        assert chess.say(line) == []
    assert chess.say("joho isready") == ["readyok"]
    assert chess.server.handle("joho quit") is False


def test_chess960_is_an_option():
    with Dialogue("chess", "minimax:depth=1", "uci") as dialogue:
        fen = "position fen 1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1h1"
        dialogue.say("setoption name UCI_Chess960 value true")
        assert dialogue.say(fen) == []
        assert dialogue.server.stand.game.position().startswith("1r2k3/8/8/8/8/8/8/R4RK1")
        dialogue.say("position fen 4k3/8/8/8/8/8/8/RK6 w Q - 0 1")
        assert dialogue.server.wrong == ""
        dialogue.say("setoption name UCI_Chess960 value false")
        assert "illegal position" in dialogue.say("position fen 4k3/8/8/8/8/8/8/RK6 w Q - 0 1")[0]


def test_the_start_of_chess960_is_kept_when_it_is_turned_off_and_on_again():
    with Dialogue("chess:variant=chess960,start=5", "random", "uci") as dialogue:
        start = dialogue.server.stand.start.position()
        dialogue.say("setoption name UCI_Chess960 value true", "position startpos")
        assert dialogue.server.stand.game.position() == start


@pytest.mark.parametrize(
    "game", ["breakthrough", "chess:gardner", "connect-four", "checkers", "othello:6", "hex:4,swap=yes", "kalah", "nim"]
)
def test_whole_games_of_other_kinds_are_played(game):
    with Dialogue(game, "minimax:nodes=300", "uci") as dialogue:
        words, ours = [], games.load(game)
        while ours.moves():
            dialogue.say(f"position startpos moves {' '.join(words)}" if words else "position startpos")
            words.append(dialogue.best())
            ours.make(uci.read_move(ours, words[-1]))
        dialogue.say(f"position startpos moves {' '.join(words)}")
        claimed = game == "chess:gardner" and ours.score() == 0
        assert (dialogue.best() == "(none)") != claimed
        assert not any(line.startswith("info string") for line in dialogue.lines)


def test_a_position_of_another_game_may_hold_blanks():
    with Dialogue("connect-four", "minimax:depth=2", "uci") as dialogue:
        game = games.load("connect-four")
        for text in ("4", "4", "3", "3"):
            game.make(game.parse(text))
        dialogue.say(f"position fen {game.position()} moves 2 1")
        assert dialogue.best() == "5"


@pytest.mark.parametrize(("game", "why"), [("pig", "dice or cards"), ("kuhn-poker", "cards are hidden")])
def test_games_with_dice_or_hidden_cards_are_refused(game, why):
    with pytest.raises(SpecError, match=why):
        Dialogue(game, "random", "uci")


def test_people_are_refused():
    with pytest.raises(SpecError, match="human is a person; a program is wanted"):
        Dialogue("chess", "human", "uci")


def test_the_universal_game_interface_asks_about_the_position():
    with Dialogue("tic-tac-toe", "minimax", "uci") as dialogue:
        assert dialogue.say("ugi")[-1] == "ugiok"
        answers = []
        for moves in ("1", "1 2", "1 4 2 5 3", "1 4 2 5 9 6", "1 2 3 5 4 6 8 7 9"):
            dialogue.say(f"position startpos moves {moves}")
            answers.append([dialogue.say(f"query {word}")[0] for word in ("gameover", "p1turn", "result")])
        assert [" ".join(each).replace("response ", "") for each in answers] == [
            "false false none", "false true none", "true false p1win", "true true p2win", "true false draw",
        ]  # fmt: skip
        assert dialogue.say("query", "query weather") == []
        dialogue.say("uginewgame")
        assert dialogue.say("query gameover") == ["response false"]


def test_ugi_clocks_belong_to_the_two_players():
    with Dialogue("othello", "mcts", "uci") as dialogue:
        for moves, seconds in (("d3", 0.086), ("d3 c3", 9.986)):
            dialogue.say(f"position startpos moves {moves}")
            counts = read_counts("p1time 250000 p2time 2500 p1inc 0 p2inc 0".split())
            allowance = dialogue.server.read_allowance(counts, [], dialogue.server.stand.game.turn)
            assert allowance.seconds == pytest.approx(seconds)


def test_numbers_behind_go_are_read_and_others_passed_over():
    assert read_counts("wtime 5 btime x depth searchmoves e2e4 nodes 7 mate 3".split()) == {"wtime": 5, "nodes": 7}


@pytest.mark.parametrize(
    ("line", "seconds"),
    [
        ("", float("inf")),
        ("depth 3", float("inf")),
        ("movetime 2000", 1.99),
        ("movetime -5", 0.001),
        ("wtime 50000 btime 1", 1.986),
        ("wtime 50000 winc 1000", 2.786),
        ("wtime 50000 movestogo 9", 4.98),  # a part is kept for what comes between
        ("wtime 50000 movestogo 100", 1.986),
        ("wtime 10000 movestogo 1", 4.94),
        ("wtime 50000 movetime 500", 0.49),
        ("wtime 3", 0.001),
        ("wtime -40", 0.001),
        ("movetime 1000 infinite", 1e9),
    ],
)
def test_limits_become_seconds_less_the_overhead(chess, line, seconds):
    words = line.split()
    assert chess.server.read_allowance(read_counts(words), words, 0).seconds == pytest.approx(seconds)


@pytest.mark.parametrize(("words", "seconds"), [("btime 50000", 1.986), ("wtime 9 btime 50000 binc 1000", 2.786)])
def test_black_has_its_own_time_even_if_only_it_is_given(chess, words, seconds):
    found = chess.server.read_allowance(read_counts(words.split()), words.split(), 1)
    assert found.seconds == pytest.approx(seconds)
