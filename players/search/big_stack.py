"""Searches that go deeper than the ordinary stack holds, on a thread with a stack of its own."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from players.search.clock import Clock

FARTHEST = 30_000  # plies; the depths that a table keeps are C shorts, and the largest of them has a meaning
STACK = 512 << 20  # bytes; a search uses less than a thousand for each ply
PACE = 0.1  # seconds between two looks at how far it is

Found = TypeVar("Found")
starting = threading.Lock()


def call_on_big_stack(call: Callable[[], Found], clock: Clock, watch: Callable[[], None] | None = None) -> Found:
    """Run `call` on a thread with a stack for searches of FARTHEST plies; returns or raises what it does.

    call   searches by that clock.
    watch  is called meanwhile on this thread, ten times a second.

    What ends the waiting, such as Ctrl-C or an error of `watch`, stops the clock for good and is raised once the search
    has ended. Raises MemoryError if there is no room for the stack.
    """
    future: Future[Found] = Future()
    ended = threading.Event()  # a thread that is joined forgets, in some Pythons, that it runs when Ctrl-C comes

    def work() -> None:
        try:
            future.set_result(call())
        except BaseException as error:  # noqa: BLE001  # it is raised again where it was called
            future.set_exception(error)
        ended.set()

    thread = threading.Thread(target=work, daemon=True)
    try:
        start_thread(thread)
        while not ended.wait(PACE):
            if watch is not None:
                watch()
    except BaseException:
        clock.deadline = 0.0
        if thread.is_alive():
            ended.wait()
        raise
    return future.result()


def start_thread(thread: threading.Thread) -> None:
    """Start the thread with a large stack. Raises MemoryError."""
    with starting:  # the size counts for all threads that are started
        before = threading.stack_size(STACK)
        try:
            thread.start()
        except RuntimeError as error:
            raise MemoryError(f"no room for a stack of {STACK >> 20} MB") from error
        finally:
            threading.stack_size(before)
