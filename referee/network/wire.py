"""What a host and its guests write to each other: a JSON object a message.

A guest first says who it is, and from then on answers questions and says what it wishes:

    {"token": T, "log": L, "since": N, "name": "Ann", "greeting": "Good luck"}   L, N: the log that it has, and how far
                                    and "program": a text by which a class knows the program of a student
    {"ask": A, "move": "e4"}        the answer to the question named A; moves are texts
    {"ask": A, "yes": true}         the answer to a question for its consent
    {"wish": W, "at": [M, P]}       a wish in match M after P plies, one of WISHES; "points" go with `dead`;
                                    `leave` needs no place
    {"fault": "crashed: ...", "how": a word of How}   its program cannot go on, and loses the match

A host writes lines of a log, which are numbered and stay, and says how things stand, which the next such message
replaces. A guest that comes back gets the lines that it has not seen, and how things stand now:

    {"n": 0, "is": "start", "log": L, "match": M, "game": spec, "names": [a, b], "seat": 0 | 1 | null, "clock": "5m+3s",
     "secret": whether the game hides something from this guest, "left": [..]}
    {"n": 1, "is": "moved", "seat": 0 | 1 | -1, "text": as this guest heard it, "words": as Game.say writes it for this
     guest, "seconds": s, "left": [..], "position": what a guest of a secret game may know after it, otherwise null}
    {"n": 2, "is": "back", "count": c, "left": [..]}     the last c moves were taken back
    {"n": 3, "is": "end", "score": s, "how": word, "why": clause, "left": [..], "moves": the texts of all moves}

    {"is": "here", "seats": [true, false], "greetings": [g, h], "onlookers": k, "grace": s}   until a claim
    {"is": "ask", "ask": A, "kind": "move" | "consent", "words": the question, "seconds": s | null, "left": [..],
     "position": as above}                               a question to this guest; it stands until the next message
    {"is": "turn", "seat": 0 | 1, "left": [..]}          the other seat is asked
    {"is": "note", "words": sentence}                    for example why a wish is not granted; "wish": "rematch" is in
                                                         it if the other would like one
    {"is": "refused", "words": sentence}                 and the line is closed

A question is named [match, ply, try], so the answer to a host that was started anew still fits, and none counts twice.
"""

from __future__ import annotations

import json
from typing import Any

LONGEST = 2048  # bytes of a message of a guest
DEEPEST = 4  # levels of brackets in it
TEXT = 100  # characters of a move or a name in it
WISHES = ("draw", "resign", "undo", "dead", "claim", "adjourn", "rematch", "leave")


class WireError(ValueError):
    """A message is not what a guest may write; its text says why."""


def read_message(data: str | bytes) -> dict[str, Any]:
    """Return the message of a guest. Raises WireError if it is too long or deep, or no JSON object."""
    if isinstance(data, bytes):
        raise WireError("a message must be text")
    if len(data.encode(errors="replace")) > LONGEST:
        raise WireError(f"a message may have {LONGEST} bytes")
    depth = most = 0
    for sign in data:  # brackets in texts count too: nothing that a guest has to say holds many
        depth += (sign in "[{") - (sign in "]}")
        most = max(most, depth)
    if most > DEEPEST:
        raise WireError("a message is nested too deeply")
    try:
        said = json.loads(data)
    except ValueError:
        raise WireError("a message must be JSON") from None
    if not isinstance(said, dict):
        raise WireError("a message must be an object")
    return said


def text_in(said: dict[str, Any], key: str, most: int = TEXT) -> str:
    """Return a text of a message, at most `most` characters; "" if there is none."""
    found = said.get(key)
    return found[:most] if isinstance(found, str) else ""


def write_message(words: dict[str, Any]) -> str:
    """Return a message as it goes over the line."""
    return json.dumps(words, ensure_ascii=False, separators=(",", ":"))
