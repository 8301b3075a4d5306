"""What must come of each program of the folder `animals`, as a file that is played with and without a guard.

The words: "tame": it forfeits nothing, and plays like any other that makes the first legal move. A word of How: it forfeits
for that. "refused": the command says in a line that the file cannot be run, and plays nothing. "cheats": it may have its
opponent forfeit, or change what that plays, as nothing keeps programs of one process apart. "killed": the command itself
is ended by a signal. Several: the kernel or the moment decides, or there are several good answers.
"""

from dataclasses import dataclass

HUNG = {"hung"}
TIMED = {"hung", "out-of-time"}


@dataclass(frozen=True)
class Fate:
    """What may come of its games without a guard and under one, and the exit status with which `check` may end."""

    free: frozenset[str]
    held: frozenset[str]
    check: frozenset[int]

    @property
    def timed(self):
        """Whether it is played with so little time that what never answers is found out soon."""
        return bool(TIMED & (self.free | self.held))


def fate(free, held=None, check=None):
    """The fate in words; under a guard it is the same unless said, and check finds out who may forfeit."""
    free, held = free.split(), (free if held is None else held).split()
    harmless = {"tame"} <= set(held), set(held) - {"tame"}
    found = [status for status, meant in zip((0, 1), harmless, strict=True) if meant]
    return Fate(frozenset(free), frozenset(held), frozenset(check or found))


FATES = {
    # As the file is run.
    "leaves_as_it_is_run": fate("refused died"),
    "exits_as_it_is_run": fate("refused died"),
    "sleeps_as_it_is_run": fate("refused hung"),
    "crashes_as_it_is_run": fate("refused died"),
    "raises_as_it_is_run": fate("refused crashed"),
    "misspelt": fate("refused"),
    "prints_as_it_is_run": fate("tame"),
    "keeps_a_thread": fate("tame"),
    "hangs_at_exit": fate("tame"),
    "moves_as_it_is_run": fate("tame"),
    "deaf_as_it_is_run": fate("tame"),
    "lowers_limits_as_it_is_run": fate("tame", check={0, 1}),
    # As it is made.
    "cannot_be_made": fate("crashed"),
    "leaves_as_it_is_made": fate("died"),
    # What a process has one of.
    "goes_elsewhere": fate("tame"),
    "deletes_its_folder": fate("tame", check=(0, 1)),
    "ruins_its_file": fate("tame crashed"),
    "keeps_a_diary": fate("tame"),
    "hides_its_files": fate("tame"),
    "lowers_limits": fate("tame"),
    "lowers_limits_for_good": fate("tame crashed died"),
    "blocks_signals": fate("tame"),
    "deaf": fate("hung"),
    "sets_an_alarm": fate("tame crashed died"),
    "forgets_its_environment": fate("tame", check=(0, 1)),
    "tunes_python": fate("tame"),
    "recurses_little": fate("tame crashed"),
    "traces": fate("tame crashed died"),
    # Descriptors and streams.
    "closes_everything": fate("died"),
    "closes_its_streams": fate("tame"),
    "has_no_streams": fate("tame"),
    "leaks_descriptors": fate("tame crashed"),
    "mixes_descriptors": fate("died"),
    "writes_everywhere": fate("no-move died", "no-move"),
    "floods_stdout": fate("tame", "flooded"),
    "floods_stderr": fate("tame", "flooded"),
    "paints": fate("tame"),
    "asks": fate("crashed"),
    # What belongs to all programs of a process.
    "patches_random": fate("tame cheats", "tame"),
    "patches_time": fate("tame"),
    "patches_builtins": fate("tame crashed died no-move"),
    "patches_json": fate("tame", "no-move"),
    "patches_timers": fate("hung"),
    "stops_the_timer": fate("hung"),
    "patches_the_game": fate("tame crashed cheats", "tame crashed"),
    "patches_the_referee": fate("cheats", "tame"),
    "breaks_the_referee": fate("tame"),
    "walks_the_stack": fate("cheats", "tame"),
    "replaces_the_other": fate("cheats", "tame"),
    "throws_into_others": fate("tame cheats crashed died", "tame crashed died hung"),
    "interrupts_later": fate("tame"),
    # Answers.
    "tame": fate("tame"),
    "returns_nothing": fate("no-move"),
    "returns_a_list": fate("no-move"),
    "returns_words": fate("illegal-move"),
    "returns_a_coroutine": fate("no-move"),
    "moves_as_before": fate("illegal-move"),
    "moves_on_its_own": fate("tame"),
    "nests": fate("no-move hung"),
    "index_hangs": fate("hung"),
    "index_raises": fate("no-move"),
    "index_exits": fate("no-move died"),
    "index_interrupts": fate("no-move crashed"),
    "index_leaves": fate("died"),
    "index_changes": fate("tame"),
    "equals_everything": fate("illegal-move"),
    "number_raises": fate("tame no-move crashed"),
    "number_exits": fate("tame no-move died"),
    "text_lies": fate("tame no-move crashed illegal-move"),
    "repr_is_long": fate("no-move"),
    "repr_exits": fate("no-move died"),
    "repr_hangs": fate("hung"),
    "class_raises": fate("no-move crashed"),
    "dies_hard": fate("tame hung"),
    "lingers": fate("tame hung"),
    # Errors.
    "raises": fate("crashed"),
    "raises_a_class": fate("crashed"),
    "raises_stop_iteration": fate("crashed"),
    "raises_generator_exit": fate("crashed"),
    "raises_keyboard_interrupt": fate("crashed"),
    "raises_a_group": fate("crashed"),
    "raises_at_length": fate("crashed"),
    "raises_the_unspeakable": fate("crashed"),
    "raises_hanging": fate("hung"),
    "raises_a_ring": fate("crashed"),
    "raises_as_the_referee": fate("crashed"),
    "recurses": fate("crashed"),
    "recurses_in_c": fate("crashed died out-of-memory"),
    "lacks_memory": fate("out-of-memory"),
    # Ends and hangs.
    "leaves": fate("died"),
    "exits": fate("died"),
    "quits": fate("died"),
    "crashes": fate("died"),
    "aborts": fate("died"),
    "hangs": fate("hung"),
    "hangs_in_c": fate("hung"),
    "sleeps_in_c": fate("hung"),
    "sleeps_in_a_handler": fate("hung"),
    "swallows": fate("hung"),
    "late": fate("out-of-time"),
    "kills_itself": fate("died"),
    "stops_itself": fate("hung died"),
    "kills_its_parent": fate("tame crashed died killed", "tame crashed died"),
    "terminates_its_parent": fate("tame crashed died killed", "tame crashed died"),
    "stops_its_parent": fate("tame crashed died hung"),
    "kills_its_group": fate("died killed", "died"),
    "escapes": fate("hung crashed died killed", "crashed died"),
    # Threads, processes, memory.
    "hundred_threads": fate("tame"),
    "endless_thread": fate("tame"),
    "comes_back_twice": fate("tame"),
    "raises_in_a_child": fate("tame"),
    "hides": fate("tame"),
    "breeds": fate("tame"),
    "starts_a_program": fate("tame"),
    "runs_processes": fate("tame"),
    "spawns_processes": fate("tame"),
    "awaits": fate("tame"),
    "eats": fate("tame", "out-of-memory"),
    "eats_in_children": fate("tame", "out-of-memory", (0, 1)),
    "leaves_shared_memory": fate("tame"),
}  # fmt: skip
