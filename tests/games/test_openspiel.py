"""OpenSpiel's games by name: the laws, lockstep with OpenSpiel itself, our own games of the same rules, what is refused."""

import json
import pickle
import random
import sys
from collections import Counter, OrderedDict
from dataclasses import replace

import pytest

import games
from games.openspiel import catalogue
from games.capabilities import has_chance, hides_information
from games.names.catalogue import SpecError
from games.game import IllegalMove
from games.laws import faults
from games.openspiel.game import class_of, find_move, in_one_line, picture_of, weights_of, word_of
from games.openspiel.worlds import NoWorldFound, follow, look, start_trail, worlds_of
from games.option import Number, Option, Whole, YesNo
from games.names.spec import short_name
from players.search.equilibrium.cfr import PredictiveCfr
from players.search.clock import Clock
from players.search.equilibrium.extensive_form import GameTree
from players.search.alphabeta.tree import AlphaBeta
import referee
from referee import cli

pyspiel = pytest.importorskip("pyspiel")

NAMES = catalogue.playable()
OPEN = ["amazons", "breakthrough", "clobber", "connect_four", "mancala", "pentago", "tic_tac_toe", "othello", "nim"]
DICE = ["pig", "einstein_wurfelt_nicht", "banqi", "maedn"]
HIDDEN = [
    "blotto", "coordinated_mp", "dark_hex", "dark_hex_ir", "goofspiel", "kuhn_poker", "latent_ttt", "leduc_poker",
    "liars_dice", "liars_dice_ir", "matrix_brps", "matrix_mp", "matrix_rps", "matrix_rpsw", "oshi_zumo", "phantom_ttt",
    "phantom_ttt_ir", "repeated_leduc_poker", "universal_poker",
]  # fmt: skip
CHANGED = [
    "go:board_size=4", "misere:game=tic_tac_toe()", "nim:is_misere=no", "dots_and_boxes:utility_margin=yes",
    "liars_dice:numdice=2", "phantom_ttt:obstype=reveal-numturns", "dark_hex:gameversion=adh",
    "turn_based_simultaneous_game:game=goofspiel(num_cards=3)",
    "turn_based_simultaneous_game:game=matrix_rps()",
    "goofspiel:num_cards=3,imp_info=true",
]  # fmt: skip
LONG = {"amazons", "go:board_size=4", "maedn", "banqi", "pentago"}
MANY_MOVES = {"chinese_checkers", "crazyhouse", "go", "hive", "yacht"}


def test_all_playable_games_with_hidden_information_are_tested():
    assert {name for name in NAMES if hides_information(games.load(f"openspiel:{name}"))} == set(HIDDEN)


@pytest.mark.parametrize("name", [*OPEN, *DICE, *HIDDEN, *CHANGED])
def test_a_game_of_openspiel_obeys_the_laws(name):
    count = 1 if name in LONG else 4
    assert [str(fault) for fault in faults(games.load(f"openspiel:{name}"), games=count, seed=1)] == []


@pytest.mark.parametrize("name", NAMES)
def test_random_games_agree_with_openspiel_at_every_move_to_the_end(name):
    theirs = pyspiel.load_game(name)
    if theirs.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        theirs = pyspiel.convert_to_turn_based(theirs)
    rng = random.Random(name)
    for _ in range(1 if name in MANY_MOVES else 3):
        game, state = games.load(f"openspiel:{name}"), theirs.new_initial_state()
        while not state.is_terminal():
            assert (game.score(), game.turn) == (None, state.current_player())
            assert sorted(game.moves()) == sorted(state.legal_actions())
            if state.is_chance_node():
                odds, whole = dict(game.chances()), sum(weight for _, weight in game.chances())
                for move, share in state.chance_outcomes():
                    assert odds[move] / whole == pytest.approx(share)
            texts = [game.text(move) for move in game.moves()]
            assert len(set(texts)) == len(texts)
            assert not any(text.split() != [text] for text in texts)
            move = rng.choice(state.legal_actions())
            text = state.action_to_string(state.current_player(), move)
            assert "".join(text.split()).replace("_", "") == game.text(move).replace("_", "")
            assert game.parse(game.text(move)) == move
            game.make(move)
            state.apply_action(move)
        assert game.moves() == []
        assert (game.score(), -game.score()) == tuple(state.returns())


@pytest.mark.parametrize("name", NAMES)
def test_a_position_goes_to_another_process_and_comes_back_the_same(name):
    game, rng = games.load(f"openspiel:{name}"), random.Random(name)
    for _ in range(15):
        if game.score() is None:
            game.make(rng.choice(game.moves()))
    back = pickle.loads(pickle.dumps(game))
    assert (str(back.state), back.turn, back.moves(), back.key()) == (
        str(game.state), game.turn, game.moves(), game.key(),
    )  # fmt: skip
    assert (back.stakes, back.seats) == (game.stakes, game.seats)


# What is hidden.


def histories(state, past=(), weight=1.0):
    """Yield all lines of a game with their weights, one for each state: the definition of a world."""
    yield state, past, weight
    if state.is_terminal():
        return
    moves = dict(state.chance_outcomes()) if state.is_chance_node() else {}
    legal = state.legal_actions()
    for move in legal:
        yield from histories(state.child(move), (*past, (state, move)), weight * moves.get(move, 1 / len(legal)))


def seen_by(seat, state, past):
    """Return what a seat has seen along a line of a game, move by move."""
    own = [(look(before, seat), move if before.current_player() == seat else None) for before, move in past]
    return (*own, look(state, seat))


@pytest.mark.parametrize(
    "given", [("kuhn_poker",), ("coordinated_mp",), ("liars_dice", {"dice_sides": 2}), ("dark_hex", {"board_size": 2})]
)
def test_worlds_are_all_lines_with_the_trail_and_their_weights(given):
    start = pyspiel.load_game(*given).new_initial_state()
    lines = [line for line in histories(start) if not line[0].is_terminal()]
    for seat in (0, 1):
        sets = {}
        for state, past, weight in lines:
            sets.setdefault(seen_by(seat, state, past), Counter())[str(state.history())] += weight
        for state, past, _ in random.Random(1).sample(lines, min(len(lines), 60)):
            trail, own = start_trail(start, seat), start.clone()
            for before, move in past:
                own.apply_action(move)
                trail = follow(trail, look(own, seat), move if before.current_player() == seat else -1)
            worlds = worlds_of(trail, start, seat)
            shares = [high - low for low, high in zip((0.0, *worlds.sums), worlds.sums, strict=False)]
            found = Counter()
            for world, share in zip(worlds.states, shares, strict=True):
                found[str(world.history())] += share / worlds.sums[-1]
            wanted = sets[seen_by(seat, state, past)]
            assert worlds.whole
            assert found == pytest.approx({key: value / wanted.total() for key, value in wanted.items()})


def test_a_sample_of_too_many_worlds_depends_only_on_the_trail(monkeypatch):
    monkeypatch.setattr("games.openspiel.worlds.MOST", 20)
    monkeypatch.setattr("games.openspiel.worlds.SAMPLES", (30, 500))
    monkeypatch.setattr("games.openspiel.worlds.REMEMBERED", OrderedDict())
    monkeypatch.setattr("games.openspiel.worlds.remember", lambda *_: None)
    start = pyspiel.load_game("phantom_ttt").new_initial_state()
    trail, state = start_trail(start, 1), start.clone()
    for move in (0, 8, 1, 7):
        state.apply_action(move)
        trail = follow(trail, look(state, 1), move if move > 6 else -1)
    found = worlds_of(trail, start, 1)
    assert not found.whole
    assert 0 < len(found.states) <= 30
    assert {str(each.history()) for each in found.states} == {
        str(each.history()) for each in worlds_of(trail, start, 1).states
    }
    assert {look(each, 1) for each in found.states} == {trail.look}


def test_finding_no_world_is_an_error():
    start = pyspiel.load_game("phantom_ttt").new_initial_state()
    with pytest.raises(NoWorldFound, match="no position that fits what seat 0 has seen was found"):
        worlds_of(follow(start_trail(start, 0), "what nobody sees", -1), start, 0)


def test_each_instance_says_whether_it_hides_something_and_whether_it_has_chance():
    told = {name: (hides_information(game), has_chance(game)) for name in ("go", "pig", "kuhn_poker", "dark_hex")
            for game in [games.load(f"openspiel:{name}")]}  # fmt: skip
    assert told == {"go": (False, False), "pig": (False, True), "kuhn_poker": (True, True), "dark_hex": (True, False)}


def test_only_its_owner_hears_a_card_and_both_hear_a_bid():
    game = games.load("openspiel:leduc_poker")
    assert [game.heard(2, seat) for seat in (0, 1)] == ["Chance_outcome:2", "something hidden"]
    game.make(2)
    assert [game.heard(5, seat) for seat in (0, 1)] == ["something hidden", "Chance_outcome:5"]
    game.make(5)
    assert [game.heard(2, seat) for seat in (0, 1)] == ["Raise", "Raise"]
    game.make(2)
    game.make(1)
    assert [game.heard(4, seat) for seat in (0, 1)] == ["Chance_outcome:4", "Chance_outcome:4"]


def test_only_its_owner_hears_a_stone_in_dark_hex():
    game = games.load("openspiel:dark_hex")
    assert [game.heard(4, seat) for seat in (0, 1)] == ["b2", "a hidden move"]
    game.make(4)
    assert "x" in game.show(0)
    assert "x" not in game.show(1)
    assert game.heard(4, 0).startswith("a hidden move")


def test_the_information_sets_of_kuhn_poker_equal_openspiels():
    game = games.load("openspiel:kuhn_poker")
    for move in (2, 0, 0, 1):
        game.make(move)
    assert game.known(0) == game.state.information_state_string(0) == "2pb"


# The same games as ours.


def solved(spec, capsys):
    """Return the value by `referee solve`, in how many plies, and by how many moves."""
    assert cli.run(["solve", spec, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    return found["value"], found["distance"], Counter(move["value"] for move in found["moves"])


@pytest.mark.parametrize(("ours", "theirs", "worth"), [
    ("tic-tac-toe", "tic_tac_toe", 0),
    ("connect-four:columns=4,rows=4", "connect_four:columns=4,rows=4", 0),
    ("breakthrough:columns=3,rows=5,home=1", "breakthrough:columns=3,rows=5", 1),
    ("dots-and-boxes:rows=2,columns=2", "dots_and_boxes:utility_margin=yes", 2),
    ("hex:size=3", "hex:board_size=3", 1),
])  # fmt: skip
def test_a_game_is_worth_what_our_own_is(ours, theirs, worth, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("REFEREE_CACHE", str(tmp_path))
    one, other = solved(ours, capsys), solved(f"openspiel:{theirs}", capsys)
    assert one == other
    assert other[0] == worth


@pytest.mark.parametrize(("ours", "theirs", "worth"), [
    ("kuhn-poker", "kuhn_poker", -1 / 18), ("leduc-poker", "leduc_poker", -0.0856),
    ("liars-dice:sides=4", "liars_dice:dice_sides=4", None),
])  # fmt: skip
def test_an_equilibrium_is_worth_what_it_is_in_our_own_game(ours, theirs, worth):
    found = []
    for spec in (ours, f"openspiel:{theirs}"):
        solver = PredictiveCfr(GameTree(games.load(spec)))
        solver.run(400, Clock())
        found.append(solver.value())
    assert found[0] == pytest.approx(found[1], abs=3e-3)
    assert worth is None or found[1] == pytest.approx(worth, abs=3e-3)


@pytest.mark.parametrize("depth", [3, 5])
def test_minimax_finds_the_same_win_in_connect_four_as_in_our_own(depth):
    ours, theirs = games.load("connect-four"), games.load("openspiel:connect_four")
    for column in (3, 0, 2, 0):
        ours.make(ours.parse(str(column + 1)))
        theirs.make(column)
    found = []
    for game in (ours, theirs):
        search = AlphaBeta(game, Clock())
        search.run(depth)
        found.append((search.score, game.text(search.best_move)[-1]))
    assert found[0][0] == found[1][0]
    assert (found[0][1], found[1][1]) == ("5", "4")


def test_mcts_beats_random_at_their_breakthrough(capsys):
    assert (
        cli.run(["-g", "6", "openspiel:breakthrough:rows=5,columns=4", "mcts:playouts=60", "random", "--seed", "1"])
        == 0
    )
    assert "mcts won 6, random won 0" in capsys.readouterr().out


@pytest.mark.parametrize("game", ["breakthrough:rows=4,columns=3", "phantom_ttt", "leduc_poker", "pig:winscore=20"])
def test_a_batch_is_the_same_with_two_workers(game, capsys):
    line = ["-g", "4", f"openspiel:{game}", "mcts:playouts=20", "random", "--seed", "3"]
    told = []
    for more in ([], ["--workers", "2"]):
        assert cli.run([*line, *more]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]


@pytest.mark.parametrize(
    "player", ["minimax:depth=2", "mcts:playouts=10", "montecarlo:playouts=20", "level:3", "random"]
)
@pytest.mark.parametrize("game", ["clobber", "kuhn_poker", "dark_hex", "einstein_wurfelt_nicht", "universal_poker"])
def test_every_search_plays_every_kind_of_game(game, player):
    assert cli.run(["-g", "2", f"openspiel:{game}", player, "random", "--seed", "1", "--strict"]) == 0


# Names, options, texts.


def test_openspiel_names_ignore_case_and_hyphens():
    assert games.CATALOGUE.find("OpenSpiel:Tic-Tac-Toe") == "openspiel:tic_tac_toe"
    assert games.CATALOGUE.find("openspiel:leducpoker:suit_isomorphism=yes") == "openspiel:leduc_poker"
    assert games.CATALOGUE.extend("openspiel:go", "board_size=5") == "openspiel:go:board_size=5"
    assert games.CATALOGUE.extend("openspiel:go:komi=1.5", "board_size=5") == "openspiel:go:komi=1.5,board_size=5"
    assert short_name("openspiel:go:board_size=5") == "openspiel-go"


def test_options_are_those_of_openspiel_with_its_defaults():
    assert games.CATALOGUE.options("openspiel:go") == {
        "board_size": Whole(19), "handicap": Whole(0), "komi": Number(7.5), "max_game_length": Whole(0),
    }  # fmt: skip
    assert games.CATALOGUE.options("openspiel:nim") == {"is_misere": YesNo(True), "pile_sizes": Option("1;3;5;7")}
    assert len(games.load("openspiel:go:board_size=5").moves()) == 26
    assert len(games.load("openspiel:go:5").moves()) == 26


@pytest.mark.parametrize(("spec", "told"), [
    ("openspiel", "openspiel needs the name of a game, as in openspiel:amazons (games: amazons, antichess, "),
    ("openspiel:", "openspiel needs the name of a game, as in openspiel:amazons (games: amazons, antichess, "),
    ("openspiel:amazon", "OpenSpiel has no game 'amazon'; did you mean amazons? (games: amazons, antichess, "),
    ("openspiel:hanabi", "both seats win or lose together (identical payoffs)"),
    ("openspiel:bargaining", "what one seat wins the other need not lose (general sum)"),
    ("openspiel:blackjack", "what one seat wins the other need not lose"),
    ("openspiel:kuhn_poker:players=3", "it is for 3 players, not 2"),
    ("openspiel:mfg_garnet", "its players are a whole population (a mean-field game)"),
    ("openspiel:gin_rummy", "nobody has written how to deal what its seats cannot see"),
    ("openspiel:go:board_size=99", "OpenSpiel refuses it: The current Go implementation supports board size up to 19"),
    ("openspiel:go:size=9", "openspiel:go has no option 'size'; did you mean board_size? (options: board_size, handicap, komi, max_game_length)"),
    ("openspiel:go:board_size=big", "board_size=big must be a whole number"),
    ("openspiel:misere", "OpenSpiel refuses it: "),
])  # fmt: skip
def test_unplayable_games_are_refused_in_one_line(spec, told, capfd):
    with pytest.raises(SpecError) as caught:
        games.load(spec)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
    assert capfd.readouterr() == ("", "")


@pytest.fixture
def forgetful():
    """Clear what is cached of OpenSpiel, before the test and after it."""
    kept = catalogue.openspiel, catalogue.types, catalogue.verdicts, catalogue.playable, class_of
    for each in kept:
        each.cache_clear()
    yield
    for each in kept:
        each.cache_clear()


@pytest.mark.usefixtures("forgetful")
def test_without_openspiel_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(SpecError, match=r"^to play OpenSpiel's games install it: pip install 'referee\[openspiel\]'$"):
        games.load("openspiel:amazons")
    assert games.CATALOGUE.find("openspiel:amazons") == "openspiel:amazons"
    assert list(games.CATALOGUE.begin("openspiel:a")) == []


def test_specs_are_completed_up_to_the_name_of_the_game():
    assert list(games.CATALOGUE.begin("open")) == ["openspiel:"]
    assert list(games.CATALOGUE.begin("openspiel:g")) == ["openspiel:go", "openspiel:gomoku", "openspiel:goofspiel"]
    assert list(games.CATALOGUE.begin("openspiel:go:")) == []
    assert list(games.CATALOGUE.begin("othello")) == []


def test_a_position_is_the_moves_that_led_there():
    game = games.load("openspiel:connect_four:position=x3 o3 x2")
    assert (game.position(), game.turn) == ("x3 o3 x2", 1)
    assert games.load("openspiel:connect_four").position() == "start"
    with pytest.raises(SpecError, match="it must be 'start', or the moves that lead there: 'x3' is not a legal move"):
        games.load("openspiel:connect_four:position=x3 x3")
    with pytest.raises(SpecError, match="reads no positions"):
        games.load("openspiel:leduc_poker:position=start")


def test_scores_that_are_fractions_are_counted_in_parts():
    parts = [catalogue.parts_of(value) for value in (1.0, -13.0, 0.5, 2 / 3, 0.1 + 0.2, 0.0001)]
    assert parts == [1, 1, 2, 3, 10, catalogue.FINEST + 1]


def test_a_score_that_is_no_whole_number_is_an_error(monkeypatch):
    game = games.load("openspiel:kuhn_poker")
    for move in (0, 1, 0, 0):
        game.make(move)
    monkeypatch.setattr(game, "rules", replace(game.rules, parts=0.5))
    with pytest.raises(ValueError, match=r"OpenSpiel's kuhn_poker ended with -0\.5, which is not a whole number"):
        game.score()


@pytest.mark.parametrize(("shares", "weights"), [
    ((0.25,) * 4, (1, 1, 1, 1)), ((1 / 18, 1 / 36, 11 / 12), (2, 1, 33)), ((0.5, 0.25, 0.25), (2, 1, 1)), ((1.0,), (1,)),
])  # fmt: skip
def test_weights_are_whole_numbers_in_proportion(shares, weights):
    assert weights_of(shares) == weights


def test_weights_of_odd_probabilities_are_as_near_as_can_be():
    root = 0.5**0.5
    weights = weights_of((root, 1 - root))
    assert weights[0] / sum(weights) == pytest.approx(root, abs=1e-9)


def test_texts_hold_no_blanks_and_pictures_no_colours():
    assert word_of("X From (7, 1)") == "X_From_(7,1)"
    assert word_of("player=-1 move=Deal 3d") == "player=-1_move=Deal_3d"
    assert picture_of("\n\x1b[91m x \x1b[0m.  \n\n o\n\n") == " x .\n\n o"
    assert in_one_line(" a  b\n\nc") == "a b / c"


def test_an_exact_move_text_wins_over_a_loose_match():
    texts = {"bxc3": 1, "Bxc3": 2, "1-1": 3, "11": 4, "X_From_(7,1)": 5}
    assert [find_move(entry, texts) for entry in ("bxc3", "Bxc3", "1-1", "11", "x from (7,1)")] == [1, 2, 3, 4, 5]
    assert [find_move(entry, texts) for entry in ("BXC3", "1 1", "z")] == [None, 3, None]


def test_an_illegal_entry_is_refused():
    with pytest.raises(IllegalMove, match=r"'x9' is not a legal move here; legal: x0 to x6"):
        games.load("openspiel:connect_four").parse("x9")


def test_a_game_of_maximal_length_gives_that_as_the_reason():
    game = games.load("openspiel:pig:horizon=4")
    while game.score() is None:
        game.make(0)
    assert (game.score(), game.reason()) == (0, "after 4 moves, the most that there may be")


def test_the_rules_name_the_game_and_where_it_is_described(capsys):
    assert cli.run(["rules", "openspiel:quoridor"]) == 0
    out, err = capsys.readouterr()
    assert "Quoridor, a game of OpenSpiel's." in out
    assert "openspiel.readthedocs.io" in " ".join(out.split())
    assert "board_size=9" in out
    assert err == ""


def test_the_list_of_games_ends_with_those_of_openspiel(capsys):
    assert cli.run(["games"]) == 0
    listed = capsys.readouterr().out.partition("openspiel:GAME\n")[2]
    assert listed.replace("\n", " ").split() == ", ".join(NAMES).split()


def test_players_who_move_at_the_same_time_choose_in_secret_one_after_the_other():
    game = games.load("openspiel:goofspiel:num_cards=3,points_order=descending")
    before = game.known(1)
    told = set()
    for move in game.moves():
        after = game.copy()
        after.make(move)
        told.add((game.heard(move, 1), after.known(1)))
    assert len(told) == 1 and game.turn == 0 and told.pop()[1] != before
    game.make(game.moves()[0])
    assert game.turn == 1
    seen = {game.imagine(1, random.Random(number)).past() for number in range(20)}
    assert len(seen) == 3
    assert abs(referee.solve("openspiel:goofspiel:num_cards=3,points_order=descending").value) < 1e-6
