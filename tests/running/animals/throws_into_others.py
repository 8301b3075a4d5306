"""Has an error raised in the thread that called it, a moment after it has moved."""

import ctypes
import threading
import time


def _throw(thread):
    time.sleep(0.002)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(LookupError))


def bot(game):
    threading.Thread(target=_throw, args=(threading.get_ident(),)).start()
    return game.moves()[0]
