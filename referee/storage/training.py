"""The answers of a person who trains lines, each on a line of a file in the data folder, so that none is ever lost."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from games.base.data_folder import data_folder
from referee.support.complaints import describe_reason

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

NAME = "training.jsonl"


class TrainingLog:
    """The log of answers: for each position of a line its last schedule counts. Lines that are damaged are skipped."""

    def __init__(self, path: Path | None = None):
        self.path = path or data_folder() / NAME

    def schedules(self) -> dict[str, dict[str, Any]]:
        """Return the schedule after the last answer in each position, by the key of the position."""
        found: dict[str, dict[str, Any]] = {}
        with suppress(OSError), self.path.open(encoding="utf-8", errors="replace") as file:
            for line in file:
                with suppress(ValueError, RecursionError):
                    entry = json.loads(line)
                    if isinstance(entry, dict) and isinstance(entry.get("schedule"), dict):
                        found[str(entry.get("key"))] = entry["schedule"]
        return found

    def add(self, key: str, schedule: Mapping[str, Any], **more: object) -> str:
        """Keep an answer at once. Return why it could not be kept, "" if it could.

        more  what else to keep for people who read the file: what was typed, and how it was judged.
        """
        entry = {"key": key, "schedule": dict(schedule), **more}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab+") as file:
                torn = file.tell() and (file.seek(-1, os.SEEK_END), file.read(1))[1] != b"\n"
                file.write(b"\n" * bool(torn) + json.dumps(entry, ensure_ascii=False).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            return describe_reason(error)
        return ""
