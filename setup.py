"""Compile the modules that must be fast; where there is no C compiler that works they run as they are."""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

COMPILED = [
    "games.move_list", "games.game", "games.fields", "games.faced", "games.unfolded", "games.undo", "games.perft",
    "games.tic_tac_toe", "games.chips", "games.nim",
    "games.connect_four", "games.hexapawn", "games.yucky_chocolate", "games.othello", "games.breakthrough",
    "games.lines", "games.gomoku", "games.sowing", "games.kalah", "games.hex_distance", "games.hex",
    "games.dots_and_boxes", "games.checkers", "games.poker", "games.kuhn_poker", "games.leduc_poker",
    "games.liars_dice", "games.pig", "games.backgammon_words", "games.backgammon",
    "players.search.clock", "players.search.rng", "players.search.table", "players.search.score",
    "players.search.tree", "players.search.negamax", "players.search.textbook", "players.search.ordering",
    "players.search.quiescence", "players.search.pvs", "players.search.solver", "players.search.expectimax",
    "players.search.cfr", "players.search.numbering", "players.search.sweep",
    "players.search.draw", "players.search.nodes", "players.search.move_set", "players.search.bandit",
    "players.search.mcts", "players.search.playout",
]  # fmt: skip
DIRECTIVES = {
    "language_level": 3, "boundscheck": False, "wraparound": False,
    "initializedcheck": False, "cdivision": True,
}  # fmt: skip


class AllOrNothing(build_ext):
    """Compiled modules call each other through C, so that either all are compiled or none is."""

    def build_extensions(self):
        self.parallel = self.parallel or True
        try:
            super().build_extensions()
        except Exception as error:  # no compiler, or one that fails: each raises something else
            print(f"no C compiler that works here, referee stays interpreted: {error}")
            left = [Path(built) for built in self.get_outputs()]  # of this build, and of older ones beside the sources
            for name in COMPILED:
                source = Path(name.replace(".", "/"))
                left += (path for suffix in EXTENSION_SUFFIXES for path in source.parent.glob(source.name + suffix))
            for built in left:
                built.unlink(missing_ok=True)
            self.extensions = []


def extensions():
    """The compiled modules as C sources; their .py files are what Cython reads."""
    from Cython.Build import cythonize

    modules = [Extension(name, [name.replace(".", "/") + ".py"], extra_compile_args=["-O3"]) for name in COMPILED]
    return cythonize(modules, compiler_directives=DIRECTIVES, build_dir="build/c")


setup(cmdclass={"build_ext": AllOrNothing}, ext_modules=extensions())
