"""python benchmarks/hosting.py [TABLES]... [--rounds N] [--seconds S] [--pause P]: what it costs to host tables.

One process hosts TABLES matches of nim, which are all kept in one archive, and two guests at each answer after P
seconds, more or less; sooner at a few tables, so that there is enough to measure. Each round measures each number of
tables for S seconds, so that all see the same machine:

    moves/s    of all tables;  p50, p99  milliseconds from an answer of one seat until the other seat has heard it
    CPU        milliseconds of the host for a move, and its share of a core;  guests  the share of all guests together
    memory     of the host, resident

The guests live in this process, on the same machine: if `load` is more than its cores, p99 tells of the machine.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from websockets.asyncio.client import connect

GAME = "nim:sticks=30000"
CLOCK = "9000s+1s"
APART = 0.01  # seconds between two guests who come
BUSY = 0.02  # seconds of thought for each table, at most
SETTLED = 2.0  # seconds after the last has come


def serve(tables, folder):
    """Host `tables` tables in this process, print the port and the tokens, and wait for the end of standard input."""
    from referee.batches.plan import Plan
    from referee.match.clock_text import read_clock
    from referee.network.chair import digest_of, draw_token
    from referee.network.server import GuestLimits, Server
    from referee.network.table import ONLOOKERS, GuestTable, Place
    from referee.storage.archive import Archive

    found, pairs = {}, []
    with closing(Archive(Path(folder))) as archive:
        for number in range(tables):
            tokens, places = [draw_token() for _ in range(2)], [Place(), Place()]
            found |= {digest_of(token): place for token, place in zip(tokens, places, strict=True)}
            plan = Plan(GAME, ("human", "human"), number, read_clock(CLOCK), called=("Ann", "Bob"))
            table = GuestTable(plan, tuple(places), Place(ONLOOKERS, speaks=False), archive)
            pairs.append((table, tokens))
            table.start()
        server = Server(found.get, limits=GuestLimits(knocks=1e6, burst=1e6))
        print(json.dumps([server.start(), [tokens for _, tokens in pairs]]), flush=True)
        sys.stdin.read()
        for table, _ in pairs:
            table.stop()
        for table, _ in pairs:
            table.join()
        server.stop()


class Guests:
    """All guests of a host. `delays` has the seconds from an answer until the other seat heard of it."""

    def __init__(self, pause):
        self.pause, self.sent, self.delays = pause, {}, []

    async def sit(self, port, token, table, seat):
        """Play at a seat until the task is cancelled."""
        async with connect(f"ws://127.0.0.1:{port}", compression=None, ping_interval=None, proxy=None) as line:
            await line.send(json.dumps({"token": token, "since": 0, "log": ""}))
            async for data in line:
                said, now = json.loads(data), time.perf_counter()
                if said["is"] == "moved" and said["seat"] != seat and (table, 1 - seat) in self.sent:
                    self.delays.append(now - self.sent.pop((table, 1 - seat)))
                if said["is"] == "ask":
                    await asyncio.sleep(self.pause * random.uniform(0.5, 1.5))
                    self.sent[table, seat] = time.perf_counter()
                    await line.send(json.dumps({"ask": said["ask"], "move": "1"}))


def processor_time(process):
    """Return the seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def resident(process):
    """Return the megabytes of memory of a process."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


async def measure(host, port, tokens, seconds, pause):
    """Return the row for tables whose guests have these pairs of tokens."""
    guests, tasks = Guests(min(pause, BUSY * len(tokens))), []
    for table, pair in enumerate(tokens):
        tasks += [asyncio.create_task(guests.sit(port, token, table, seat)) for seat, token in enumerate(pair)]
        await asyncio.sleep(APART)
    await asyncio.sleep(SETTLED)
    guests.delays.clear()
    before, own, began = processor_time(host), time.process_time(), time.perf_counter()
    await asyncio.sleep(seconds)
    took, spent, mine = time.perf_counter() - began, processor_time(host) - before, time.process_time() - own
    found, memory = sorted(guests.delays), resident(host)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    count = len(found) or 1
    half, most = (1e3 * found[count * part // 100] if found else 0.0 for part in (50, 99))
    return (
        f"{len(tokens):>6}{len(found) / took:>10.0f}{half:>9.1f}{most:>9.1f}{1e3 * spent / count:>9.2f}"
        f"{spent / took:>8.0%}{mine / took:>8.0%}{memory:>10.0f}{os.getloadavg()[0]:>8.1f}"
    )


def run(tables, seconds, pause):
    """Host `tables` tables in a process of its own, and return their row."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--serve", folder, str(tables)]
        host = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            port, tokens = json.loads(host.stdout.readline())
            return asyncio.run(measure(host.pid, port, tokens, seconds, pause))
        finally:
            host.communicate("")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", type=int, metavar="TABLES", help="at once (1 100 300)")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="(3)")
    parser.add_argument("--seconds", type=float, default=10.0, metavar="S", help="of each measurement (10)")
    parser.add_argument("--pause", type=float, default=2.0, metavar="P", help="seconds of thought, on average (2)")
    parser.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    counts = options.tables or [1, 100, 300]
    if options.serve:
        serve(counts[0], options.serve)
        return
    print("tables   moves/s   p50 ms   p99 ms   CPU ms    core  guests memory MB    load")
    for _ in range(options.rounds):
        for count in counts:
            print(run(count, options.seconds, options.pause), flush=True)


if __name__ == "__main__":
    main()
