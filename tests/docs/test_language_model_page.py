"""The program of the page on language models plays with a model on this machine, and as the page shows.

`python -m tests.docs.test_language_model_page` writes what the commands print into the page anew.
"""

import json
import os
import re
import tempfile
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.docs.test_pages import DOCS, blocks, played, shell, steady

PAGE = "language-model"

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")


class Model(BaseHTTPRequestHandler):
    """A model that plays tic-tac-toe by the last position alone, and takes an occupied cell in every third one."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append((self.headers["Authorization"], asked))
        text = self.server.say(asked["messages"])
        body = json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        """Print nothing."""


def say(messages):
    """Return the answer of the model."""
    last = messages[-1]["content"]
    board = re.findall(r"^position (\S+)", last, re.MULTILINE)[-1]
    cells = "".join("." * int(sign) if sign.isdigit() else sign for sign in board.replace("/", ""))
    free = [place for place, sign in enumerate(cells, 1) if sign == "."]
    taken = [place for place, sign in enumerate(cells, 1) if sign != "."]
    if taken and "illegal" not in last and sum(free) % 3 == 0:
        return f"I like cell {taken[0]}.\n**{taken[0]}**"
    return f"Cell {free[len(free) // 2]} is free.\n\nMy move: {free[len(free) // 2]}."


@contextmanager
def serving(answer=say):
    """Serve a model until the block ends; its address is in the environment, and `asked` has what it was asked."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    server.say, server.asked, before = answer, [], dict(os.environ)
    os.environ |= {"CHAT_URL": f"http://127.0.0.1:{server.server_port}/v1", "CHAT_KEY": "secret", "NO_PROXY": "*"}
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        os.environ.clear()
        os.environ.update(before)


def told(folder):
    """Yield each block of commands of the page, and the same with what they print now."""
    files = {file: body for _, _, file, body in blocks(PAGE) if file}
    _, printed = shell(folder, files)
    for _, language, _, body in blocks(PAGE):
        if not language and body.startswith("$ "):
            yield body, played(body, printed)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Return each block of the page with what its commands print now, and what the model was asked meanwhile."""
    with serving() as server:
        found = list(told(tmp_path_factory.mktemp("page")))
    return found, server.asked


def test_the_page_shows_what_its_program_does(run):
    found, asked = run
    assert found
    for shown, now in found:
        assert steady(now) == steady(shown)
    assert {(key, each["model"]) for key, each in asked} == {("Bearer secret", "some-model")}


def test_the_model_hears_the_rules_the_moves_and_refusals_but_not_the_legal_moves(run):
    asked = [each["messages"] for _, each in run[1]]
    assert asked[0][0]["role"] == "system" and "Get three of your marks in a row" in asked[0][0]["content"]
    heard = "\n".join(each["content"] for messages in asked for each in messages)
    assert re.search(r"^illegal \d: not a legal move: .* stands on \d$", heard, re.MULTILINE)
    assert re.search(r"^heard 1 \d$", heard, re.MULTILINE) and not re.search(r"^moves ", heard, re.MULTILINE)


def test_a_service_that_refuses_is_quoted(tmp_path):
    def fail(messages):
        raise ValueError("overloaded")

    with serving(fail):
        files = {file: body for _, _, file, body in blocks(PAGE) if file}
        _, printed = shell(tmp_path, files)
        said = printed("referee", "-g", "1", "tic-tac-toe", "program:python3 chat.py m", "random", "--seed", "1")
    assert "chat ended its process with exit status 1" in said and "RemoteDisconnected" in said


def test_the_program_is_short():
    (program,) = (body for _, _, file, body in blocks(PAGE) if file)
    assert program.count("\n") <= 36


if __name__ == "__main__":
    path, text = DOCS / f"{PAGE}.md", (DOCS / f"{PAGE}.md").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, serving():
        for shown, now in told(Path(folder)):
            text = text.replace(f"```\n{shown}```", f"```\n{now}```")
    path.write_text(text, encoding="utf-8")
