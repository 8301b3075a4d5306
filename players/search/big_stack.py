"""A thread with a large stack, for searches deeper than the ordinary stack holds."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from players.search.clock import Clock

FARTHEST = 30_000  # plies; a table keeps depths in C shorts, whose largest value is FINAL
STACK = 512 << 20  # bytes; a search uses less than a thousand per ply
PACE = 0.1  # seconds between two calls of `watch`

Found = TypeVar("Found")
starting = threading.Lock()


def call_on_big_stack(call: Callable[[], Found], clock: Clock, watch: Callable[[], None] | None = None) -> Found:
    """Run `call` on a thread with a stack for searches of FARTHEST plies; return or raise what it does.

    call   searches by `clock`.
    watch  is called on this thread meanwhile, ten times a second.

    An exception in the waiting thread, such as Ctrl-C or an error of `watch`, stops the clock for good and is raised
    once the search has ended. Raises MemoryError if there is no room for the stack.
    """
    future: Future[Found] = Future()
    ended = threading.Event()  # in some Pythons Ctrl-C during `join` marks a running thread as ended

    def work() -> None:
        try:
            future.set_result(call())
        except BaseException as error:  # noqa: BLE001  # raised again in the calling thread
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
    with starting:  # the size holds for every new thread of the process
        before = threading.stack_size(STACK)
        try:
            thread.start()
        except RuntimeError as error:
            raise MemoryError(f"no room for a stack of {STACK >> 20} MB") from error
        finally:
            threading.stack_size(before)
