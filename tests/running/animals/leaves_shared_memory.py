"""Leaves shared memory: a file of its own, and what multiprocessing makes."""

import os
from multiprocessing import resource_tracker, shared_memory


def bot(game):
    with open(f"/dev/shm/zoo-{os.environ['ZOO_MARK']}-{os.getpid()}", "w") as file:
        file.write("shared")
    memory = shared_memory.SharedMemory(create=True, size=1000)
    resource_tracker.unregister(memory._name, "shared_memory")
    with open(os.environ["ZOO_NOTES"], "a") as notes:
        print(f"/dev/shm/{memory.name}", file=notes)
    return game.moves()[0]
