"""What a fake program does to itself, to its memory and to its lines, as its mode says. Standard library only."""

import os
import signal
import sys
import time

MODE = sys.argv[1] if len(sys.argv) > 1 else "plays"


def say(text):
    """Print a line, and flush it."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def die():
    """Die as the mode says: `exits 3 while thinking`, `KILL in the handshake`."""
    if MODE.startswith("exits"):
        sys.stderr.write("what a pity\n")
        sys.stderr.flush()
        os._exit(int(MODE.split()[1]))
    os.kill(os.getpid(), getattr(signal, f"SIG{MODE.split()[0]}"))


def die_at(moment):
    """Die if the mode says so of this moment."""
    if MODE.endswith(moment) and (MODE.startswith("exits") or MODE.split()[0].isupper()):
        die()


def flood(number, data):
    """Write that to the file without an end."""
    while True:
        os.write(number, data)


def begin():
    """What is done as soon as the program starts."""
    die_at("at once")
    if "speaks first" in sys.argv:
        say("Fish 1.0 by somebody")
    if MODE == "leaves a child" and os.fork() == 0:
        os.setsid()
        time.sleep(600)
    if MODE in ("ignores quit", "ignores signals"):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
    if MODE == "greets slowly":
        time.sleep(0.3)


def suffer():
    """What is done in the place of a move. Whether that is all."""
    die_at("while thinking")
    if MODE == "once KILL" and not os.path.exists(sys.argv[2]):
        open(sys.argv[2], "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    if MODE == "stops itself":
        os.kill(os.getpid(), signal.SIGSTOP)
    if MODE == "is late":
        time.sleep(0.7)
    if MODE.startswith("spends"):
        time.sleep(float(MODE.split()[1]))
    if MODE == "closes its output":
        os.close(1)
    if MODE == "floods":
        flood(1, (b"# " + b"x" * 1000 + b"\n") * 100)
    if MODE in ("never ends a line", "says a huge line"):
        flood(1, b"x" * 100_000)
    if MODE == "floods its errors":
        flood(2, b"x" * 100_000)
    if MODE == "eats memory":
        held = []
        while True:
            held.append(b"x" * 10_000_000)
    return MODE in ("is silent", "closes its output")


def finish():
    """What is done when it is asked to end."""
    while MODE == "ignores quit":
        time.sleep(1)
