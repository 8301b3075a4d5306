"""Compile the modules that must be fast; where there is no C compiler that works they run as they are."""

import os
import re
import sys
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import copyfile
from subprocess import run

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))  # an isolated build does not look here

from referee.support import build  # noqa: E402

SOURCES = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in build.sources_to_compile(ROOT)}
# Games check the indexes of lists and texts: anyone may call their methods with any number. Arrays in C are never
# checked. Nothing pickles a search.
FASTER = dict.fromkeys(("wraparound", "initializedcheck"), False) | {"cdivision": True}
DIRECTIVES = {"games": FASTER, "players": FASTER | {"boundscheck": False, "auto_pickle": False}}
# -O2 compiles a fifth faster, but searches are 2 % slower by it, some of them 10 %. Notes for debuggers would be most
# of a wheel, tables for unwinding a twentieth, and there is nobody whom the compiler could warn: Cython wrote the C.
ARGUMENTS = [] if os.name == "nt" else ["-O3", "-g0", "-w", "-fno-asynchronous-unwind-tables"]
LINKING = ["-Wl,-s"] if sys.platform == "linux" else []
# Most of the C is what Python needs to reach it: gcc takes less than half the time if only what searches call, with all
# that is inlined there, is compiled to be fast.
FAST = re.compile(r"^static (?=CYTHON_INLINE |[\w *]*\b__pyx_f_\w+\()", re.MULTILINE)
LEVELS = """#include "Python.h"
#if defined(__GNUC__) && !defined(__clang__)
#define REFEREE_FAST __attribute__((optimize("O3", "wrapv")))
#pragma GCC optimize ("Og", "wrapv")
#else
#define REFEREE_FAST
#endif
"""
ENVIRONMENT = ("CC", "CFLAGS", "LDFLAGS")  # which say how C is compiled
MANY = 10  # modules, from which on a person is told how far the work is


class BuildChanged(build_ext):
    """Compile the modules whose builds do not carry the digest of their source as it is now.

    Compiled modules call each other through C, so that either all are compiled or none is.
    """

    def finalize_options(self):
        super().finalize_options()
        self.force = self.parallel = True  # digests say what there is to do, not the times of files
        self.done = self.due = 0

    def run(self):
        every, inplace = self.extensions, self.inplace
        if self.inplace:
            for path in {*build.compiled(ROOT)} - {built_beside(each.name) for each in every}:
                path.unlink()  # its source is gone, or plain Python now
        due = [each for each in every if not self.is_built(each.name)]
        print("to compile:", *(each.name for each in due) if due else ["nothing"])
        self.due = len(due)
        try:
            self.compile([each for each in due if each.name == build.SHARED])
        except Exception as error:  # no compiler, or one that fails: each raises something else
            print(f"no C compiler that works here, referee stays interpreted: {error}")
            for path in [*self.get_outputs(), *build.compiled(ROOT)]:  # of today, and older ones beside the sources
                Path(path).unlink(missing_ok=True)
            every, due, self.inplace = [], [], inplace
        self.compile([each for each in due if each.name != build.SHARED])
        self.extensions = every

    def is_built(self, name):
        """Whether the module `name` is built as it would be now, or such a build could be copied from its source."""
        beside, wanted = built_beside(name), Path(self.get_ext_fullpath(name))
        if not build.carries(wanted, full_signature(name)) and build.carries(beside, full_signature(name)):
            wanted.parent.mkdir(parents=True, exist_ok=True)
            copyfile(beside, wanted)
        return build.carries(wanted, full_signature(name))

    def compile(self, extensions):
        """Translate these modules to C, and compile them: the largest first, so that no core waits at the end."""
        translate([each.name for each in extensions if not build.carries(c_file(each.name), full_signature(each.name))])
        for each in extensions:
            each.sources = [str(c_file(each.name))]
        self.extensions = sorted(extensions, key=lambda each: c_file(each.name).stat().st_size, reverse=True)
        compiler = self.compiler
        super().run()
        self.compiler = compiler  # the name of its kind again; a run makes an object of it

    def build_extension(self, extension):
        super().build_extension(extension)
        self.done += 1
        if self.due >= MANY and self.done * 4 % self.due < 4:
            tell(f"{self.done} of {self.due} modules are compiled")


def tell(text):
    """Write `text` to the terminal of the person who installs: pip does not show what a build prints."""
    with suppress(OSError), Path("/dev/tty").open("w", encoding="utf-8") as terminal:
        print(f"\n{text}", end="", file=terminal)


def translate(names):
    """Write the C of these modules. It carries the signature, and so does what is built of it."""
    from Cython.Build import cythonize

    if len(names) >= MANY:
        tell("compiling the rules and the searches, which takes a minute or two")
    if build.SHARED in names:
        c_file(build.SHARED).parent.mkdir(parents=True, exist_ok=True)
        run([sys.executable, "-m", "cython", f"--generate-shared={c_file(build.SHARED)}"], check=True)  # noqa: S603
    for package in build.PACKAGES:
        own = [str(SOURCES[name].relative_to(ROOT)) for name in names if re.match(package, name) and name in SOURCES]
        cythonize(
            own, compiler_directives=DIRECTIVES[package], build_dir="build/c", force=True, quiet=True,
            nthreads=os.cpu_count() or 1 if len(own) > 1 else 0, shared_utility_qualified_name=build.SHARED,
        )  # fmt: skip
    for name in names:
        text = FAST.sub("static REFEREE_FAST ", c_file(name).read_text(encoding="utf-8"))
        text = text.replace('#include "Python.h"\n', LEVELS, 1)
        c_file(name).write_text(f'{text}\nconst char referee_build[] = "{full_signature(name)}";\n', encoding="utf-8")


def built_beside(name):
    """Where the compiled module of that name lies, if it was built in place."""
    return build.module_of(Path(ROOT, *name.split(".")))


def c_file(name):
    """Where Cython writes the C of that module."""
    return Path("build/c", name.replace(".", "/") + ".c")


@cache
def full_signature(name):
    """Return what a build of that module carries if it is made now: of what, and how."""
    from Cython import __version__

    how = (DIRECTIVES, FAST.pattern, LEVELS, ARGUMENTS, LINKING, __version__, *map(os.environ.get, ENVIRONMENT))
    of = build.SHARED_SIGNATURE if name == build.SHARED else build.signature(SOURCES[name], ROOT)
    return f"{of}, {sha256(repr(how).encode()).hexdigest()}"


if __name__ == "__main__":  # the processes that translate import this file, too, where they are not forked
    how = {"extra_compile_args": ARGUMENTS, "extra_link_args": LINKING}
    modules = [Extension(name, [], **how) for name in [*SOURCES, build.SHARED]]
    setup(cmdclass={"build_ext": BuildChanged}, ext_modules=modules)
