"""Compile the modules that must be fast; without a working C compiler they run interpreted."""

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
# Games check the indexes of lists and texts, as anyone may call their methods with any number. Arrays in C are never
# checked. Nothing pickles a search.
FASTER = dict.fromkeys(("wraparound", "initializedcheck"), False) | {"cdivision": True}
DIRECTIVES = {"games": FASTER, "players": FASTER | {"boundscheck": False, "auto_pickle": False}}
# -O2 compiles a fifth faster, but makes searches 2 % slower, some of them 10 %. Debug symbols would be most of a wheel,
# tables for unwinding a twentieth, and warnings would help nobody: Cython wrote the C.
ARGUMENTS = [] if os.name == "nt" else ["-O3", "-g0", "-w", "-fno-asynchronous-unwind-tables"]
LINKING = ["-Wl,-s"] if sys.platform == "linux" else []
# Most of the C only connects it to Python: gcc takes less than half the time if it optimizes only what searches call,
# with all that is inlined there.
FAST = re.compile(r"^static (?=CYTHON_INLINE |[\w *]*\b__pyx_f_\w+\()", re.MULTILINE)
LEVELS = """#include "Python.h"
#if defined(__GNUC__) && !defined(__clang__)
#define REFEREE_FAST __attribute__((optimize("O3", "wrapv")))
#pragma GCC optimize ("Og", "wrapv")
#else
#define REFEREE_FAST
#endif
"""
ENVIRONMENT = ("CC", "CFLAGS", "LDFLAGS")  # variables that change how C is compiled
MANY = 10  # modules: with this many or more, progress is printed


class BuildChanged(build_ext):
    """Compile the modules whose builds do not carry the digest of their current source.

    Compiled modules call each other through C, so either all are compiled or none is.
    """

    def finalize_options(self):
        super().finalize_options()
        self.force = self.parallel = True  # digests decide what is due, not the times of files
        self.done = self.due = 0

    def run(self):
        every, inplace = self.extensions, self.inplace
        if self.inplace:
            for path in {*build.compiled(ROOT)} - {built_beside(each.name) for each in every}:
                path.unlink()  # its source is gone, or is plain Python now
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
        """Return whether the module has a current build, copied from beside its source if one lies there."""
        beside, wanted = built_beside(name), Path(self.get_ext_fullpath(name))
        if not build.carries(wanted, full_signature(name)) and build.carries(beside, full_signature(name)):
            wanted.parent.mkdir(parents=True, exist_ok=True)
            copyfile(beside, wanted)
        return build.carries(wanted, full_signature(name))

    def compile(self, extensions):
        """Translate these modules to C and compile them: the largest first, so that no core waits at the end."""
        translate([each.name for each in extensions if not build.carries(c_file(each.name), full_signature(each.name))])
        for each in extensions:
            each.sources = [str(c_file(each.name))]
        self.extensions = sorted(extensions, key=lambda each: c_file(each.name).stat().st_size, reverse=True)
        compiler = self.compiler
        super().run()
        self.compiler = compiler  # the name again: a run replaces it by an object

    def build_extension(self, extension):
        super().build_extension(extension)
        self.done += 1
        if self.due >= MANY and self.done * 4 % self.due < 4:
            tell(f"{self.done} of {self.due} modules are compiled")


def tell(text):
    """Write `text` to the installing person's terminal: pip does not show what a build prints."""
    with suppress(OSError), Path("/dev/tty").open("w", encoding="utf-8") as terminal:
        print(f"\n{text}", end="", file=terminal)


def translate(names):
    """Write the C of these modules. It carries the signature, and so does its build."""
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
    """Return where the module's build in place lies."""
    return build.module_of(Path(ROOT, *name.split(".")))


def c_file(name):
    """Return where Cython writes the module's C."""
    return Path("build/c", name.replace(".", "/") + ".c")


@cache
def full_signature(name):
    """Return the signature of a current build of the module: of its sources, and of how it is compiled."""
    from Cython import __version__

    how = (DIRECTIVES, FAST.pattern, LEVELS, ARGUMENTS, LINKING, __version__, *map(os.environ.get, ENVIRONMENT))
    of = build.SHARED_SIGNATURE if name == build.SHARED else build.signature(SOURCES[name], ROOT)
    return f"{of}, {sha256(repr(how).encode()).hexdigest()}"


if __name__ == "__main__":  # processes that translate import this file if they are not forked
    how = {"extra_compile_args": ARGUMENTS, "extra_link_args": LINKING}
    modules = [Extension(name, [], **how) for name in [*SOURCES, build.SHARED]]
    setup(cmdclass={"build_ext": BuildChanged}, ext_modules=modules)
