"""The C that Cython makes of hot functions touches no Python object but where a list says why.

A variable without a C type is a Python object, and costs a search up to half of its speed without a word: one loop
variable once did in the ranking of connect four's moves. What raises an exception may do as it likes.
"""

import re
from pathlib import Path

import pytest

from referee.support.build import life, sources_to_compile

ROOT = Path(__file__).parents[2]
C = ROOT / "build/c"

FUNCTION = re.compile(r"^static ([^\n;]*?\b)(__pyx_f_\w+)\([^;{]*\) \{\n(.*?)^\}", re.M | re.S)
LINE = re.compile(r'/\* "[\w/]+\.(?:py|pxd)":(\d+)\n(.*?)\*/', re.S)
OBJECTS = re.compile(
    r"\b(?:__Pyx_PyObject_|PyObject_|PyNumber_|__Pyx_Py(?:Int|Long|Dict|List|Iter)_|Py(?:Long|Float|List|Dict|Tuple)_"
    r"|__Pyx_[GS]etItem|__Pyx_GetModuleGlobalName)\w*\("
)
# Modules that are there to deal with Python objects: plain games, copies of fields, the defaults of a game.
PLAIN = {"games/adapters/python_adapter", "games/base/fields", "games/game"}
# Functions that do so, and why.
KNOWN = {
    "games/checkers/endings.fill": "makes room for moves, a few times for each table",
    "games/checkers/endings.meet": "finds another table, once for each move",
    "games/checkers/endings.end_ply": "frees memory, once for each table",
    "games/chess/endings.settle_rests": "a list of counts, once for each ply",
    "games/chess/endings.promote": "the tables of the pieces that a pawn may become",
    "games/chess/endings.do_block": "makes room, once for each table",
    "games/chess/endings.end_ply": "frees memory, once for each table",
    "games/chess/moves.can_move": "a list of moves, where a position has hardly any",
    "players/search/clock.look": "asks for the time, once a millisecond",
    "games/backgammon/race.distribution": "a list for people",
    "games/backgammon/race.take_mean": "fills the database, once",
    "games/backgammon/race.look": "makes the database, once",
    "players/search/random_play.draw_weighted": "names the game in an error",
    "players/search/alphabeta/expectimax.sample": "a fair sample of more than 512 outcomes, by Python's own arithmetic",
    "games/go/board.is_shape": "enters the shapes once",
    "games/chips/game.become": "makes the list of what is to be taken back, once",
    "games/kalah/game.become": "makes the list of what is to be taken back, once",
    "games/pig/game.become": "makes the list of what is to be taken back, once",
    "players/search/values/value_iteration.widen": "doubles the room now and then",
    "players/learning/board_evaluation.table_of": "asks the rules for their error",
    "players/learning/board_evaluation.read": "reads the picture of a game that tells no layout, or the numbers that it tells",
    "players/search/montecarlo/mcts.label": "what a seat hears of a move is a text",
    "players/search/montecarlo/mcts.restrict": "the moves to choose from are a list, at the root alone",
    "players/search/montecarlo/mcts.world": "a world is imagined by Python, and a plain game copied",
    "players/search/equilibrium/cfr.find_row": "keys and texts of information sets are kept in a dict where they do not fit into a word",
    "players/search/equilibrium/cfr.find_set": "as find_row",
    "players/search/equilibrium/cfr.find_view": "as find_row",
    "players/search/equilibrium/cfr.hear": "what a seat hears of a move is a text",
    "players/search/equilibrium/cfr.learn": "makes its arrays longer",
    "players/search/alphabeta/pvs.root": "the root's moves are a list, its scores a dict",
    "players/search/alphabeta/pvs.find_keeping_move": "continues the line expected, once a search",
    "players/search/alphabeta/pvs.make_text": "continues the line expected, once a search",
    "players/search/alphabeta/expectimax.follow": "a turn is a tuple of up to four moves; a search lists some hundred turns a roll",
    "players/search/alphabeta/expectimax.list_turns": "as follow",
    "players/search/values/value_iteration.grow": "makes its arrays longer",
    "players/search/values/value_iteration.extend": "makes its arrays longer",
    "players/search/values/value_iteration.make_room": "makes its arrays longer",
}


def offending_lines(path):
    """(name of the function, source line, its text) of each line of C functions in which Python objects are handled."""
    for returned, name, body in FUNCTION.findall(path.read_text()):
        # What returns a Python object is for people, where it is a game's.
        if "__pyx_unpickle" in name or ("PyObject *" in returned and "/c/games/" in path.as_posix()):
            continue
        number, source = 0, ""
        for part in re.split(r'(?=/\* "[\w/]+\.(?:py|pxd)":\d+\n)', without_dispatch(body)):
            if found := LINE.match(part):
                number = int(found[1])
                source = (
                    next((line for line in found[2].splitlines() if "<<<<" in line), "").strip(" *").partition("#")[0]
                )
            if number and OBJECTS.search(part) and "raise " not in source:
                yield name, number, source.strip()


def without_dispatch(body):
    """The body of a cpdef function without the look at whether a subclass in Python overrides it."""
    start = body.find("/* Check if called by wrapper */")
    end = body.find("    #endif\n  }\n", start)
    return body[:start] + body[end:] if start >= 0 and end >= 0 else body


def current_files():
    """The C files of which the modules here were built: both carry the same digest of the source (setup.py)."""
    for source in sources_to_compile(ROOT):
        path = C / source.relative_to(ROOT).with_suffix(".c")
        digest = re.search(rb'referee_build\[\] = "([^"]+)"', path.read_bytes()) if path.exists() else None
        built = [*source.parent.glob(f"{source.stem}.*.so"), *source.parent.glob(f"{source.stem}.*.pyd")]
        if digest and any(digest[1] in each.read_bytes() for each in built):
            yield path


@pytest.mark.skipif(life() != "compiled" or not C.exists(), reason="no C was made here")
def test_hot_functions_touch_no_python_object_without_a_reason():
    found = {}
    for path in current_files():
        module = path.relative_to(C).with_suffix("").as_posix()
        if module not in PLAIN:
            for name, number, text in offending_lines(path):
                found.setdefault(f"{module}.{own_name(name)}", []).append((number, text))
    assert {name: lines for name, lines in found.items() if name not in KNOWN} == {}


def own_name(name):
    """The last part of a function's name in C: __pyx_f_5games_3hex_3Hex_make is make."""
    rest = name.removeprefix("__pyx_f_")
    while part := re.match(r"(\d+)", rest):
        rest = rest[len(part[1]) + int(part[1]) + 1 :]
    return rest


def test_a_python_object_in_a_function_is_found(tmp_path):
    path = tmp_path / "made.c"
    path.write_text(MADE)
    assert list(offending_lines(path)) == [("__pyx_f_4made_slow", 12, "total = total + LIMIT")]


MADE = """static int __pyx_f_4made_quick(int __pyx_v_n) {
  /* "games/made.py":8
 *     return n + 1             # <<<<<<<<<<<<<<
 */
  return __pyx_v_n + 1;
}
static int __pyx_f_4made_slow(int __pyx_v_n) {
  /* "games/made.py":12
 *     total = total + LIMIT             # <<<<<<<<<<<<<<
 */
  __pyx_t_1 = PyNumber_Add(__pyx_v_total, __pyx_t_2);
  /* "games/made.py":13
 *     raise ValueError(f"{n}")             # <<<<<<<<<<<<<<
 */
  __pyx_t_1 = __Pyx_PyObject_FastCall(__pyx_builtin_ValueError);
  return 0;
}
"""


@pytest.mark.skipif(life() != "compiled" or not (C / "games/nim/game.c").exists(), reason="no C was made here")
def test_only_what_searches_call_is_compiled_to_be_fast():
    functions = re.findall(
        r"^static (REFEREE_FAST )?[\w *]*\b(__pyx_\w+)\(", (C / "games/nim/game.c").read_text(), re.M
    )
    fast = {name: bool(mark) for mark, name in functions}
    named = {name.split("Nim_")[-1]: name for name in fast if "_f_5games_3nim_4game_3Nim_" in name}
    assert {"apply", "revert", "collect", "key"} <= {*named} and all(fast[name] for name in named.values())
    assert not any(marked for name, marked in fast.items() if name.startswith(("__pyx_pw_", "__pyx_pf_")))
