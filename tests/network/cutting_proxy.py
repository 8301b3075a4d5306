"""A proxy that cuts the lines of guests in the middle of what is sent."""

import random
import select
import socket
import struct
import threading
from contextlib import closing, suppress

AT_ONCE = struct.pack("ii", 1, 0)  # SO_LINGER: closed without a farewell
LONGEST = 65536


class CuttingProxy:
    """A proxy to a port of this machine that cuts each line after some bytes.

    port   where it listens;  cuts  how many lines it has cut.
    least, most  bytes of a line, both ways together, before it is cut. The seed draws them.
    """

    def __init__(self, target, seed, least=300, most=4000):
        self.target, self.random, self.least, self.most = target, random.Random(seed), least, most
        self.cuts = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *what):
        with suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def run(self):
        with suppress(OSError):
            while True:
                guest, _ = self.listener.accept()
                budget, rude = self.random.randint(self.least, self.most), self.random.random() < 0.5
                threading.Thread(target=self.carry, args=(guest, budget, rude), daemon=True).start()

    def carry(self, guest, budget, rude):
        """Pass on so many bytes, and close both sides; `rude`: without a farewell."""
        with suppress(OSError), closing(guest), closing(socket.create_connection(("127.0.0.1", self.target))) as host:
            other = {guest: host, host: guest}
            while budget:
                for end in select.select([guest, host], [], [])[0]:
                    data = end.recv(min(budget, LONGEST))
                    if not data:
                        return
                    other[end].sendall(data)
                    budget -= len(data)
            self.cuts += 1
            if rude:
                for end in other:
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
