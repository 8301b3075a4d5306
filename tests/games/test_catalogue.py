"""Specs become objects, options are read and checked, and moves are listed in one line."""

import math
import random
import re
from dataclasses import replace
from string import ascii_lowercase
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
import players
from games.names.catalogue import Catalogue, SpecError
from games.names.entry import Entry
from games.game import Game
from games.base.notation import fold, listing
from games.option import Choice, Number, Option, Sizes, Whole, YesNo, check, nearest, options_of
from tests.helpers.cases import every_case

EVERY = [(catalogue, name) for catalogue in (games.CATALOGUE, players.CATALOGUE) for name in catalogue]
quick = settings(max_examples=100, deadline=None)


class Bare(Game):
    """A plain game that states no options and has no constructor."""


class Plain:
    """A plain class with arguments only in its signature."""

    def __init__(self, size=5, pace=0.5, loud=False, title="none"):
        self.given = (size, pace, loud, title)


class Needy:
    """A class with a required argument."""

    def __init__(self, size):
        self.size = size


class Stated:
    """States other options than its signature."""

    options: ClassVar = {"size": Whole(3, least=1, most=9, note="of it")}

    def __init__(self, size=3, hidden=None):
        check(self.options, size=size)
        self.size = size


SHELF = Catalogue(
    "thing",
    {kind.__name__.lower(): Entry(__name__, kind.__name__) for kind in (Bare, Plain, Needy, Stated)},
    group="referee.things",  # to which no package adds
    shape=lambda thing: thing,
)


# From specs to objects.


@every_case(("spec", "name"), [
    ("tic-tac-toe", "tic-tac-toe"), ("Tic_Tac-Toe", "tic-tac-toe"), ("TICTACTOE", "tic-tac-toe"),
    (" tic tac toe ", "tic-tac-toe"), ("TTT", "tic-tac-toe"), ("Noughts and Crosses", "tic-tac-toe"),
    ("nim:heaps=1/2", "nim"), ("Chips:whatever", "chips"), ("shogi", None), ("", None), (":chips=3", None),
    ("connect-four", "connect-four"), ("Connect_Four", "connect-four"), ("connect4", "connect-four"),
    ("four in a row", "connect-four"), ("c4", "connect-four"), ("gomoku", "gomoku"), ("Five in a row", "gomoku"),
    ("mnk", "gomoku"), ("gobang", "gomoku"), ("kalah", "kalah"), ("Kalah", "kalah"), ("kalaha", "kalah"),
    ("mancala", "kalah"), ("kuhn-poker", "kuhn-poker"), ("Kuhn_Poker", "kuhn-poker"), ("kuhn", "kuhn-poker"),
    ("leduc-poker", "leduc-poker"), ("Leduc", "leduc-poker"), ("leduc_holdem", "leduc-poker"),
    ("liars-dice", "liars-dice"), ("Liars Dice", "liars-dice"), ("liar", "liars-dice"), ("dudo", "liars-dice"),
    ("chocolate", "yucky-chocolate"), ("yucky", "yucky-chocolate"), ("Yucky_Chocolate", "yucky-chocolate"),
])  # fmt: skip
def test_games_are_found_however_their_names_are_written(spec, name):
    assert games.CATALOGUE.find(spec) == name


@pytest.mark.parametrize(("spec", "kind"), [
    ("MONTE-CARLO", "MonteCarloPlayer"), ("mc", "MonteCarloPlayer"), ("Mini_Max", "MinimaxPlayer"),
    ("mine", "HumanPlayer"), ("Person", "HumanPlayer"), ("random:seed=4", "RandomPlayer"),
])  # fmt: skip
def test_players_are_found_by_their_other_names_too(spec, kind):
    assert type(players.load(spec)).__name__ == kind


def test_a_catalogue_lists_proper_names_only():
    assert {"tic-tac-toe", "chips", "nim"} <= set(games.CATALOGUE)
    assert {"human", "random", "minimax", "montecarlo"} <= set(players.CATALOGUE)
    assert not {"ttt", "tictactoe", "mc", "mine"} & {*games.CATALOGUE, *players.CATALOGUE}


def needed(kind):
    """Return the required options of the class: the command of an outside program."""
    return {key: "sh" for key, option in options_of(kind).items() if option.required}


@every_case(("catalogue", "name"), EVERY)
def test_each_load_makes_an_object_of_its_own(catalogue, name):
    spec = ",".join([f"{name}:", *(f"{key}={value}" for key, value in needed(catalogue.load_class(name)).items())])
    assert catalogue.load(spec.replace(":,", ":")) is not catalogue.load(spec.replace(":,", ":"))


def test_moves_in_one_loaded_game_do_not_show_in_the_next():
    games.load("nim").make(3)
    assert games.load("nim").listing() == "1 to 3"
    assert games.load("nim").show() == games.load("nim:sticks=21").show()


def test_options_are_set_in_any_order_and_with_blanks_and_capitals():
    one, other = games.load("chips:chips=31,rule=last"), games.load("Chips: RULE = LAST , Chips = 31")
    assert one.key() == other.key() != games.load("chips").key()


@pytest.mark.parametrize(("short", "whole"), [
    ("chips:31", "chips:chips=31"), ("chips: 31 ,rule=last", "chips:rule=last,chips=31"), ("nim:17", "nim:sticks=17"),
    ("othello:6", "othello:size=6"), ("connect-four:5,rows=4", "connect-four:columns=5,rows=4"),
])  # fmt: skip
def test_the_first_option_may_be_given_without_its_name(short, whole):
    name = games.CATALOGUE.find(whole)
    assert games.load(short).key() == games.load(whole).key() != games.load(name).key()


def test_a_required_option_may_be_given_without_its_name():
    assert SHELF.load("needy:5").size == SHELF.load("needy:size=5").size == "5"
    assert SHELF.load("plain:7,loud=yes").given == (7, 0.5, True, "none")
    assert games.load("chips:").key() == games.load("chips").key()
    with pytest.raises(SpecError, match="size"):
        SHELF.load("needy")


@pytest.mark.parametrize(("spec", "attribute", "value"), [
    ("minimax:depth=4", "depth", 4), ("minimax:time=0.5", "time", 0.5), ("minimax:nodes=10,depth=2", "nodes", 10),
    ("montecarlo:playouts=7", "playouts", 7), ("montecarlo:time=2", "time", 2.0), ("minimax:4", "depth", 4),
    ("minimax: 4 , nodes=10", "nodes", 10), ("mcts:300,c=1", "playouts", 300),
])  # fmt: skip
def test_options_of_players_arrive_as_numbers(spec, attribute, value):
    found = getattr(players.load(spec), attribute)
    assert (found, type(found)) == (value, type(value))


def test_a_player_takes_its_seed_from_the_match_unless_its_spec_gives_one():
    seeded = [players.load("random", 4), players.load("random:seed=4", 5), players.load("mc", 4)]
    assert [player.random.random() for player in seeded] == [random.Random(4).random()] * 3
    assert players.load("minimax:depth=2", 4).depth == 2  # which draws none


GAME_NAMES = f"(games: {', '.join(games.CATALOGUE)})"
PLAYER_NAMES = f"(players: {', '.join(players.CATALOGUE.words)})"


@every_case(
    ("spec", "message"),
    [
        ("chequers", f"there is no game 'chequers'; did you mean checkers? {GAME_NAMES}"),
        ("xyzzy", f"there is no game 'xyzzy' {GAME_NAMES}"),
        ("", f"there is no game '' {GAME_NAMES}"),
        ("chip:chips=3", f"there is no game 'chip'; did you mean chips? {GAME_NAMES}"),
        ("chips:chps", "'chips:chps': chips=chps must be a whole number from 2 to 32767"),
        ("chips:1", "'chips:1': chips=1 must be a whole number from 2 to 32767"),
        ("chips:,rule=last", "'chips:,rule=last': chips has no option '' (options: chips, rule)"),
        ("chips:31,33", "'chips:31,33': chips has no option '33' (options: chips, rule)"),
        ("chips:31,rule", "'chips:31,rule': rule is given no value; write rule=value once"),
        ("chips:31,chips=33", "'chips:31,chips=33': chips is given twice; write chips=value once"),
        ("chips:rule=last,31", "'chips:rule=last,31': chips has no option '31' (options: chips, rule)"),
        ("ttt:4", "'ttt:4': tic-tac-toe has no option '4' (it has none)"),
        ("chips:chps=3", "'chips:chps=3': chips has no option 'chps'; did you mean chips? (options: chips, rule)"),
        ("ttt:size=4", "'ttt:size=4': tic-tac-toe has no option 'size' (it has none)"),
        ("nim:take", "'nim:take': take is given no value; write take=value once"),
        ("nim:take=1,Take=2", "'nim:take=1,Take=2': take is given twice; write take=value once"),
        ("nim:take=x", "'nim:take=x': take=x must be a whole number from 1 to 32767"),
        ("nim:take=0", "'nim:take=0': take=0 must be a whole number from 1 to 32767"),
        ("nim:take=1.5", "'nim:take=1.5': take=1.5 must be a whole number from 1 to 32767"),
        ("nim:misere=perhaps", "'nim:misere=perhaps': misere=perhaps must be yes or no"),
        ("nim:heaps=3/x", "heaps=3/x must be 1 to 20 whole numbers from 1 to 32767 with / between, as in 3/5/7"),
        ("nim:heaps=3/0", "heaps=3/0 must be 1 to 20 whole numbers from 1 to 32767 with / between, as in 3/5/7"),
        ("nim:heaps=3/4,take=2", "sticks and take go with one heap: leave them out beside heaps"),
        ("chips:rule=odd", "'chips:rule=odd': rule=odd must be even or last"),
        ("chips:chips=4", "'chips:chips=4': chips=4 must be odd under rule=even and at least 3"),
        ("chips:rule=last,chips=1", "chips=1 must be a whole number from 2 to 32767"),
        ("chips:chips=32769", "chips=32769 must be a whole number from 2 to 32767"),
    ],
)
def test_a_spec_of_no_game_is_refused_with_what_is_allowed(spec, message):
    with pytest.raises(SpecError) as caught:
        games.load(spec)
    assert str(caught.value).endswith(message)


@every_case(
    ("spec", "message"),
    [
        ("minmax", f"there is no player 'minmax'; did you mean minimax? {PLAYER_NAMES}"),
        ("minimax:depth=0", "depth=0 must be a whole number from 1 to 10000"),
        ("minimax:0", "depth=0 must be a whole number from 1 to 10000"),
        ("minimax:deep", "depth=deep must be a whole number from 1 to 10000"),
        ("human:Ann", "human has no option 'Ann' (it has none)"),
        ("minimax:depth=10001", "depth=10001 must be a whole number from 1 to 10000"),
        ("minimax:time=nan", "time=nan must be a number from 0"),
        ("minimax:time=inf", "time=inf must be a number from 0"),
        ("minimax:time=-1", "time=-1 must be a number from 0"),
        ("montecarlo:playouts=0", "playouts=0 must be a whole number from 1 to 1000000000"),
        ("random:seed=-1", "seed=-1 must be a whole number from 0"),
        ("human:name=Ann", "human has no option 'name' (it has none)"),
        ("minimax:nodes=99999999999999999999", "must be a whole number from 1 to 1000000000000000"),
    ],
)
def test_a_spec_of_no_player_is_refused_with_what_is_allowed(spec, message):
    with pytest.raises(SpecError) as caught:
        players.load(spec)
    assert str(caught.value).endswith(message)


@pytest.mark.parametrize(
    ("word", "names", "hint"),
    [
        ("chps", ["chips", "nim"], "; did you mean chips?"),
        ("Chip_S", ["chips"], "; did you mean chips?"),
        ("conectfor", {"connectfour": "connect-four"}, "; did you mean connect-four?"),
        ("go", ["chips"], ""),
    ],
)
def test_a_similar_name_is_suggested(word, names, hint):
    assert nearest(word, names) == hint


def assert_loaded_or_refused(catalogue, spec):
    """Assert that the spec is loaded, or refused in one line."""
    try:
        catalogue.load(spec)
    except SpecError as error:
        assert len(str(error).splitlines()) == 1


values = st.text(max_size=12) | st.integers().map(str) | st.floats().map(str) | st.text("0123456789/\n\r =", max_size=6)


@pytest.mark.parametrize("catalogue", [games.CATALOGUE, players.CATALOGUE], ids=lambda catalogue: catalogue.kind)
@given(spec=st.text())
@quick
def test_any_text_is_loaded_or_refused_in_one_line(catalogue, spec):
    assert_loaded_or_refused(catalogue, spec)


@pytest.mark.parametrize(("catalogue", "name"), EVERY)
@given(texts=st.lists(values, max_size=3))
@quick
def test_any_text_behind_a_name_is_loaded_or_refused_in_one_line(catalogue, name, texts):
    assert_loaded_or_refused(catalogue, f"{name}:{','.join(texts)}")


@pytest.mark.parametrize(
    ("catalogue", "name", "key"),
    [(catalogue, name, key) for catalogue, name in EVERY for key in options_of(catalogue.load_class(name))],
)
@given(text=values)
@quick
def test_any_value_of_an_option_is_loaded_or_refused_in_one_line(catalogue, name, key, text):
    assert_loaded_or_refused(catalogue, f"{name}:{key}={text}")


# Options.


@every_case(("option", "text", "value"), [
    (Whole(), "7", 7), (Whole(least=-5), "-5", -5), (Number(), "0.25", 0.25), (Number(), "3", 3.0),
    (Number(least=0), "0", 0.0), (Whole(least=0, most=0), "0", 0), (Choice(words=("even", "last")), "last", "last"),
    (YesNo(), "yes", True), (YesNo(), "no", False), (Sizes(most=9, count=3), "3", (3,)),
    (Sizes(most=9, count=3), "3/5/7", (3, 5, 7)), (Option(), "Any Text", "Any Text"),
])  # fmt: skip
def test_an_option_reads_and_writes_its_values(option, text, value):
    assert option.read(text) == value
    assert option.fits(value)
    assert option.read(option.write(value)) == value


@pytest.mark.parametrize(("option", "text", "value"), [
    (Choice(words=("even", "last")), " LAST ", "last"), (YesNo(), "True", True), (YesNo(), " NO ", False),
    (YesNo(), "false", False), (Whole(), " 7 ", 7), (Sizes(most=9, count=3), "3 / 5", (3, 5)),
])  # fmt: skip
def test_options_are_read_loosely(option, text, value):
    assert option.read(text) == value


@every_case(("option", "value"), [
    (Whole(least=1), 0), (Whole(least=0), -1), (Whole(most=9), 10), (Whole(), True), (Whole(), 1.0), (Whole(), "1"),
    (Whole(), None), (Number(least=0), -0.1), (Number(least=1), 0.5), (Number(), math.nan), (Number(), math.inf),
    (Number(), True), (Number(), None), (Choice(words=("even", "last")), "odd"), (YesNo(), 1), (YesNo(), "yes"),
    (Sizes(most=9, count=3), ()), (Sizes(most=9, count=3), (1, 2, 3, 4)), (Sizes(most=9, count=3), (0,)),
    (Sizes(most=9, count=3), (10,)), (Sizes(most=9, count=3), (True,)), (Sizes(most=9, count=3), 3),
])  # fmt: skip
def test_values_of_the_wrong_type_or_out_of_range_do_not_fit(option, value):
    assert not option.fits(value)
    with pytest.raises(ValueError, match=re.escape(f"must be {option.allowed}")):
        check({"it": replace(option, default=1)}, it=value)


@pytest.mark.parametrize(
    ("option", "allowed"),
    [
        (Whole(least=2, most=9), "a whole number from 2 to 9"),
        (Whole(least=2), "a whole number from 2"),
        (Whole(least=0), "a whole number from 0"),
        (Whole(least=0, most=0), "a whole number from 0 to 0"),
        (Number(least=0.5), "a number from 0.5"),
        (Choice(words=("a", "b", "c")), "a or b or c"),
        (YesNo(), "yes or no"),
        (Sizes(most=9, count=3), "1 to 3 whole numbers from 1 to 9 with / between, as in 3/5/7"),
    ],
)
def test_an_option_says_what_is_allowed(option, allowed):
    assert option.allowed == allowed


@given(st.integers(), st.floats(min_value=0, allow_nan=False, allow_infinity=False))
@quick
def test_numbers_are_read_back_as_they_were_written(whole, number):
    assert Whole().read(Whole().write(whole)) == whole
    assert Number().read(Number().write(number)) == number


def test_none_fits_if_it_is_the_default():
    check({"depth": Whole(None, least=1)}, depth=None)
    with pytest.raises(ValueError, match="depth=None must be a whole number from 1"):
        check({"depth": Whole(3, least=1)}, depth=None)


def test_options_of_a_plain_class_are_read_from_its_signature():
    assert options_of(Plain) == {
        "size": Whole(5),
        "pace": Number(0.5),
        "loud": YesNo(False),
        "title": Option("none"),
    }
    assert SHELF.load("plain:size=7,pace=2,loud=yes,title=Big").given == (7, 2.0, True, "Big")
    for wrong in ("size=1.5", "pace=nan", "pace=inf", "loud=perhaps"):
        with pytest.raises(SpecError, match="must be"):
            SHELF.load(f"plain:{wrong}")


def test_options_that_a_class_states_win_over_its_signature():
    assert options_of(Stated) == {"size": Whole(3, least=1, most=9, note="of it")}
    with pytest.raises(SpecError, match="stated has no option 'hidden'"):
        SHELF.load("stated:hidden=1")


def test_a_class_without_a_constructor_has_no_options():
    assert options_of(Bare) == {}
    assert isinstance(SHELF.load("bare"), Bare)


@every_case(("catalogue", "name"), EVERY)
def test_the_defaults_that_a_class_states_are_those_of_its_constructor(catalogue, name):
    kind = catalogue.load_class(name)
    stated = {key: option.default for key, option in options_of(kind).items() if option.default is not None}
    plain = kind(**needed(kind))
    for said in (stated, *({key: value} for key, value in stated.items())):
        other = kind(**needed(kind), **said)
        if isinstance(plain, Game):
            assert (other.show(), other.key(), other.moves()) == (plain.show(), plain.key(), plain.moves())
        else:
            assert own_values(other) == own_values(plain)


def own_values(player):
    """Return the fields of a player without its random numbers; for this program's own objects their fields."""
    held = {key: value for key, value in vars(player).items() if key != "random"}
    return {key: vars(value) if type(value).__module__.startswith("referee.") else value for key, value in held.items()}


@every_case(("catalogue", "name"), EVERY)
def test_every_default_fits_its_option(catalogue, name):
    for option in options_of(catalogue.load_class(name)).values():
        assert option.default is None or option.fits(option.default)


# Names.


def test_no_two_names_of_games_players_and_commands_are_alike():
    from referee.cli import referee

    tables = [games.CATALOGUE, players.CATALOGUE]
    written = [fold(word) for each in tables for name, entry in each.entries.items() for word in (name, *entry.aliases)]
    written += [fold(command) for command in referee.commands]
    assert len(written) == len(set(written))


# Texts of moves.


@pytest.mark.parametrize(("text", "folded"), [
    ("Tic_Tac-Toe", "tictactoe"), (" B 4 ", "b4"), ("a\tb\nc", "abc"), ("STRASSE", "strasse"), ("straße", "strasse"),
    ("", ""), ("---", ""),
])  # fmt: skip
def test_folding_removes_case_blanks_and_hyphens(text, folded):
    assert fold(text) == folded


@given(st.text())
@quick
def test_folding_twice_changes_nothing_more(text):
    assert fold(fold(text)) == fold(text)


@every_case(("texts", "line"), [
    ([], ""), (["1"], "1"), (["1", "2"], "1, 2"), (["1", "2", "3"], "1 to 3"),
    (["1", "2", "3", "4", "6"], "1 to 4, 6"), (["2", "0", "1"], "0 to 2"), (["10", "9", "2", "8"], "2, 8 to 10"),
    (["b2", "a1", "b1", "a2", "b3"], "a1, a2, b1 to b3"), (["e4", "d4", "pass"], "pass, d4, e4"),
    (["01", "02", "03"], "01, 02, 03"), (["1", "two", "3"], "two, 1, 3"),
    ([f"x{number}" for number in range(1, 1001)], "x1 to x1000"),
    (list(ascii_lowercase[:24]), ", ".join(ascii_lowercase[:24])),
    (list(ascii_lowercase[:25]), ", ".join(ascii_lowercase[:24]) + " and 1 more"),
    (list(ascii_lowercase), ", ".join(ascii_lowercase[:24]) + " and 2 more"),
])  # fmt: skip
def test_moves_are_listed_in_one_line(texts, line):
    assert listing(texts) == line


@given(st.sets(st.integers(0, 40)))
@quick
def test_a_list_of_numbers_mentions_each_of_them_and_no_other(numbers):
    line = listing([str(number) for number in numbers])
    named = set()
    for piece in line.split(", ") if line else ():
        first, *last = piece.split(" to ")
        named |= set(range(int(first), int(last[0] if last else first) + 1))
    assert named == numbers


@given(st.permutations([f"{letter}{number}" for letter in "ab" for number in (1, 2, 3, 5, 9, 10)]))
@quick
def test_the_order_in_which_numbered_moves_come_does_not_matter(texts):
    assert listing(texts) == "a1 to a3, a5, a9, a10, b1 to b3, b5, b9, b10"
