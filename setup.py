"""Compile the modules that must be fast; where there is no C compiler that works they run as they are."""

import os
import sys
from hashlib import sha256
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import OptionError

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))  # an isolated build does not look here

from referee.support.build import carries, compiled, module_of, signature, sources_to_compile  # noqa: E402

SOURCES = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in sources_to_compile(ROOT)}
DIRECTIVES = {
    "language_level": 3, "boundscheck": False, "wraparound": False,
    "initializedcheck": False, "cdivision": True,
}  # fmt: skip
ARGUMENTS = ["-O3"]
ENVIRONMENT = ("CC", "CFLAGS", "LDFLAGS")  # which say how C is compiled


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
            for built in {*compiled(ROOT)} - {module_of(source) for source in SOURCES.values()}:
                built.unlink()  # its source is gone, or plain Python now
        self.extensions = [each for each in every if self.module in (None, each.name) and self.is_due(each)]
        print("to compile:", *(each.name for each in self.extensions) if self.extensions else ["nothing"])
        translate(self.extensions)
        try:
            super().run()
            self.extensions = every
        except Exception as error:  # no compiler, or one that fails: each raises something else
            print(f"no C compiler that works here, referee stays interpreted: {error}")
            self.extensions = every
            for built in [*self.get_outputs(), *compiled(ROOT)]:  # of this build, and of older ones beside the sources
                Path(built).unlink(missing_ok=True)
            self.extensions, self.inplace = [], inplace

    def is_due(self, extension):
        """Whether it is not built as it would be now."""
        return not carries(Path(self.get_ext_fullpath(extension.name)), full_signature(extension.name))


def translate(extensions):
    """Make the C file of each, where it is not made yet. It carries the signature, so that the build does, too."""
    from Cython.Build import cythonize

    due = [each for each in extensions if not carries(c_file(each.name), full_signature(each.name))]
    cythonize(due, compiler_directives=DIRECTIVES, build_dir="build/c", force=True)
    for each in due:
        with c_file(each.name).open("a", encoding="utf-8") as file:
            file.write(f'\nconst char referee_build[] = "{full_signature(each.name)}";\n')
    for each in extensions:
        each.sources = [str(c_file(each.name))]


def c_file(name):
    """Where Cython writes the C of that module."""
    return Path("build/c", name.replace(".", "/") + ".c")


def full_signature(name):
    """What a build of that module carries if it is made now: of what, and how."""
    from Cython import __version__

    how = (DIRECTIVES, ARGUMENTS, __version__, [os.environ.get(key) for key in ENVIRONMENT])
    return f"{signature(SOURCES[name], ROOT)}, {sha256(repr(how).encode()).hexdigest()}"


setup(
    cmdclass={"build_ext": BuildChanged},
    ext_modules=[
        Extension(name, [str(path.relative_to(ROOT))], extra_compile_args=ARGUMENTS) for name, path in SOURCES.items()
    ],
)
