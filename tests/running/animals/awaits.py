"""Runs a loop of asyncio and threads for its move."""

import asyncio


async def _first(moves):
    return await asyncio.to_thread(lambda: moves[0])


def bot(game):
    return asyncio.run(_first(game.moves()))
