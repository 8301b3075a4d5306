"""Compile the modules that must be fast; where there is no C compiler that works they run as they are."""

import os
import re
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import copyfile
from subprocess import run
from tempfile import TemporaryDirectory

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import OptionError

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))  # an isolated build does not look here

from referee.support.build import (  # noqa: E402
    SHARED,
    SHARED_SIGNATURE,
    carries,
    compiled,
    module_of,
    shared_module,
    signature,
    sources_to_compile,
)  # fmt: skip

SOURCES = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in sources_to_compile(ROOT)}
DIRECTIVES = {
    "language_level": 3, "boundscheck": False, "wraparound": False,
    "initializedcheck": False, "cdivision": True,
}  # fmt: skip
# -O2 compiles a fifth faster, but searches are 2 % slower by it, some of them 10 %. Notes for debuggers would be most
# of a wheel, tables for unwinding a twentieth, and there is nobody whom the compiler could warn: Cython wrote the C.
ARGUMENTS = [] if os.name == "nt" else ["-O3", "-g0", "-w", "-fno-asynchronous-unwind-tables"]
LINKING = ["-Wl,-s"] if sys.platform == "linux" else []
# Most of the C is what Python needs to reach it: gcc takes half the time if only what searches call, with all that is
# inlined there, is compiled to be fast.
FAST = re.compile(r"^static (?=CYTHON_INLINE |[\w *]*\b__pyx_f_\w+\()", re.MULTILINE)
HEADER = '#include "Python.h"\n'
LEVELS = """#if defined(__GNUC__) && !defined(__clang__)
#define REFEREE_FAST __attribute__((optimize("O3", "wrapv")))
#pragma GCC optimize ("O1", "wrapv")
#else
#define REFEREE_FAST
#endif
"""
ENVIRONMENT = ("CC", "CFLAGS", "LDFLAGS")  # which say how C is compiled
TRIAL = """#include "Python.h"
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "trial", NULL, -1, NULL};
PyMODINIT_FUNC PyInit_trial(void) { return PyModule_Create(&definition); }
"""


def can_compile():
    """Whether a C file that includes Python.h can be compiled and linked here, as all modules are."""
    with TemporaryDirectory() as folder:
        source = Path(folder, "trial.c")
        source.write_text(TRIAL, encoding="utf-8")
        trial = Extension("trial", [str(source)], extra_compile_args=ARGUMENTS, extra_link_args=LINKING)
        build = build_ext(Distribution({"name": "trial", "ext_modules": [trial]}))
        build.build_temp = build.build_lib = folder
        try:
            build.ensure_finalized()
            build.run()
        except Exception as error:  # no compiler, or one that fails: each raises something else
            print(f"no C compiler that works here, referee stays interpreted: {error}")
            return False
    return True


class BuildChanged(build_ext):
    """Compile the modules whose builds do not carry the digest of their source as it is now.

    Compiled modules call each other through C, so that either all are compiled or none is.
    """

    user_options = [*build_ext.user_options, ("module=", None, "the one module to build, as in games.nim")]

    def initialize_options(self):
        super().initialize_options()
        self.module = None

    def finalize_options(self):
        super().finalize_options()
        self.force = self.parallel = True  # digests say what there is to do, not the times of files
        if self.module not in (None, *SOURCES):
            raise OptionError(f"{self.module} is not a module that imports cython, as games.nim is")

    def run(self):
        every, inplace = self.extensions, self.inplace
        if inplace:
            for built in {*compiled(ROOT)} - {module_of(source) for source in SOURCES.values()} - {shared_module(ROOT)}:
                built.unlink()  # its source is gone, or plain Python now
        if not can_compile():
            for built in [*self.get_outputs(), *compiled(ROOT)]:  # of this build, and of older ones beside the sources
                Path(built).unlink(missing_ok=True)
            self.extensions, self.inplace = [], inplace
            return
        self.extensions = [each for each in every if self.module in (None, each.name) and self.is_due(each)]
        self.extensions = [each for each in self.extensions if not self.take_built(each)]
        print("to compile:", *(each.name for each in self.extensions) if self.extensions else ["nothing"])
        translate(self.extensions)
        try:
            super().run()
        except Exception as error:  # a failure after a trial that worked is a fault, not a missing compiler
            print(f"a module is not compiled though a trial was; to install without compiling, set CC=none: {error}")
            raise
        self.extensions = every

    def take_built(self, extension):
        """Take the build that lies beside its source, where there is one as it would be made now; whether there was."""
        beside, wanted = built_beside(extension.name), Path(self.get_ext_fullpath(extension.name))
        if beside.resolve() == wanted.resolve() or not carries(beside, full_signature(extension.name)):
            return False
        wanted.parent.mkdir(parents=True, exist_ok=True)
        copyfile(beside, wanted)
        return True

    def is_due(self, extension):
        """Whether it is not built as it would be now."""
        return not carries(Path(self.get_ext_fullpath(extension.name)), full_signature(extension.name))


def translate(extensions):
    """Make the C file of each, where it is not made yet. It carries the signature, so that the build does, too."""
    from Cython.Build import cythonize

    due = [each for each in extensions if not carries(c_file(each.name), full_signature(each.name))]
    if len(due) > 1:
        print(f"translating {len(due)} modules to C, and compiling them: about two minutes", flush=True)
    if any(each.name == SHARED for each in due):
        c_file(SHARED).parent.mkdir(parents=True, exist_ok=True)
        run([sys.executable, "-m", "cython", f"--generate-shared={c_file(SHARED)}"], check=True)  # noqa: S603
    for package in ("games.", "players."):
        own = [each for each in due if each.name.startswith(package) and each.name != SHARED]
        cythonize(
            own, compiler_directives=directives(package), build_dir="build/c", force=True,
            nthreads=os.cpu_count() or 1 if len(own) > 1 else 0, shared_utility_qualified_name=SHARED,
        )  # fmt: skip
    for each in due:
        sign(each.name)
    for each in extensions:
        each.sources = [str(c_file(each.name))]
    # The largest first, lest one core has to wait for another at the end.
    extensions.sort(key=lambda each: c_file(each.name).stat().st_size, reverse=True)


def sign(name):
    """Put the signature into the C of that module, and mark what shall be fast."""
    text = FAST.sub("static REFEREE_FAST ", c_file(name).read_text(encoding="utf-8"))
    text = text.replace(HEADER, HEADER + LEVELS, 1)
    signed = f'{text}\nconst char referee_build[] = "{full_signature(name)}";\n'
    c_file(name).write_text(signed, encoding="utf-8")


def directives(name):
    """Return how Cython reads that module: nothing pickles a search, and games check the indexes of lists and texts.

    Anyone may call a game's methods with any number. Arrays in C are never checked.
    """
    return DIRECTIVES | ({"auto_pickle": False} if name.startswith("players.") else {"boundscheck": True})


def built_beside(name):
    """Where the compiled module of that name lies, if it was built in place."""
    return shared_module(ROOT) if name == SHARED else module_of(SOURCES[name])


def c_file(name):
    """Where Cython writes the C of that module."""
    return Path("build/c", name.replace(".", "/") + ".c")


@cache
def full_signature(name):
    """What a build of that module carries if it is made now: of what, and how."""
    from Cython import __version__

    c = (directives(name), FAST.pattern, LEVELS, __version__)
    how = (c, ARGUMENTS, LINKING, [os.environ.get(key) for key in ENVIRONMENT])
    of = SHARED_SIGNATURE if name == SHARED else signature(SOURCES[name], ROOT)
    return f"{of}, {sha256(repr(how).encode()).hexdigest()}"


if __name__ == "__main__":  # the processes that translate import this file, too, where they are not forked
    setup(
        cmdclass={"build_ext": BuildChanged},
        ext_modules=[
            Extension(name, [source], extra_compile_args=ARGUMENTS, extra_link_args=LINKING)
            for name, source in [*((name, str(path.relative_to(ROOT))) for name, path in SOURCES.items()), (SHARED, "")]
        ],
    )
