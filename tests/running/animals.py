"""Programs that misbehave, each in one way, and what must come of each.

ANIMALS are played by the real command, WORDS says what is said of some of them, and of those of CAGED, which are never
played without a process of their own.
"""

import re
from dataclasses import dataclass
from textwrap import dedent, indent

MODULES = (
    "_thread", "asyncio", "atexit", "builtins", "ctypes", "gc", "json", "multiprocessing", "os", "pickle", "random", "re",
    "resource", "shutil", "signal", "subprocess", "sys", "threading", "time", "warnings",
)  # fmt: skip
NOTE = """
def _note(word):
    with open(os.environ["ZOO_NOTES"], "a") as notes:
        print(word, file=notes)
"""


@dataclass(frozen=True)
class Animal:
    """A program, and what may come of it; several words: the kernel or the moment decides, or several answers are good.

    fate   what comes of its games. "tame": it plays like any other that makes the first legal move; a word of How: it
           forfeits; "refused": the command says in a line that the file cannot be run.
    body   of the function `bot(game)`, after which it makes the first legal move;  top  what stands before it.
    method  of a class which makes the first legal move otherwise, in the place of the function.
    whole  the file, if it holds neither.
    check  exit statuses of a check, if they do not follow from `fate`.
    """

    fate: str
    body: str = ""
    top: str = ""
    method: str = ""
    whole: str = ""
    check: tuple[int, ...] = ()

    @property
    def fates(self):
        """The words for its games."""
        return set(self.fate.split())

    @property
    def statuses(self):
        """The exit statuses with which a check may end: 0 if it may be harmless, 1 if it may forfeit."""
        return set(self.check) or {int(word != "tame") for word in self.fates}

    @property
    def timed(self):
        """Whether it gets so little time that what never answers is found soon."""
        return bool({"hung", "out-of-time"} & self.fates)

    @property
    def source(self):
        bot = f"def bot(game):\n    move = game.moves()[0]\n{indent(dedent(self.body), '    ')}\n    return move\n"
        if self.method:
            tame = "def choose(self, game, deadline):\n    return game.moves()[0]\n"
            bot = "class Bot:\n" + indent(dedent(self.method) + "\n" + tame, "    ")
        text = dedent(self.whole) or f"{dedent(self.top)}\n{bot}"
        text = NOTE * ("_note(" in text) + text
        return "".join(f"import {name}\n" for name in MODULES if re.search(rf"\b{name}\.", text)) + text


def answering(method, body):
    """The body and the top of a program that answers with an object of which this is one method."""
    return "return Move()", f"class Move:\n    def {method}(self):\n        {body}"


ANIMALS = {
    # As the file is run.
    "leaves_as_it_is_run": Animal("refused died", top="os._exit(0)"),
    "exits_as_it_is_run": Animal("refused died", top="sys.exit()"),
    "sleeps_as_it_is_run": Animal("refused hung", top="time.sleep(1000)"),
    "crashes_as_it_is_run": Animal("refused died", top="ctypes.string_at(0)"),
    "raises_as_it_is_run": Animal("refused crashed", top='raise LookupError("no opening book")'),
    "misspelt": Animal("refused", whole="""
        def bot(game):
            return game.moves()[0]
        return bot
    """),
    "prints_as_it_is_run": Animal("tame", top="""
        print('{"loading": "weights"}')
        print("loaded", file=sys.stderr)
    """),
    "keeps_a_thread": Animal("tame", top="threading.Thread(target=time.sleep, args=(1000,)).start()"),
    "hangs_at_exit": Animal("tame", top="atexit.register(time.sleep, 1000)"),
    "moves_as_it_is_run": Animal("tame", top="""
        os.chdir("/")
        os.umask(0o777)
    """),
    "deaf_as_it_is_run": Animal("tame", top="""
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD, signal.SIGALRM):
            signal.signal(number, signal.SIG_IGN)
    """),
    "lowers_limits_as_it_is_run": Animal("tame", top="""
        resource.setrlimit(resource.RLIMIT_NOFILE, (4, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    """, check=(0, 1)),
    # As it is made.
    "cannot_be_made": Animal("crashed", method='def __init__(self): raise LookupError("no opening book")'),
    "leaves_as_it_is_made": Animal("died", method="def __init__(self): os._exit(0)"),
    # What a process has one of.
    "goes_elsewhere": Animal("tame", 'os.chdir("/")'),
    "deletes_its_folder": Animal("tame", """
        if "ZOO_MARK" in os.environ:  # nowhere else
            shutil.rmtree(os.path.dirname(os.path.abspath(__file__)), ignore_errors=True)
    """, check=(0, 1)),
    "ruins_its_file": Animal("tame crashed", """
        if "ZOO_MARK" in os.environ:  # nowhere else
            with open(__file__, "w") as file:
                file.write("def (")
    """),
    "keeps_a_diary": Animal("tame", r"""
        if "ZOO_MARK" in os.environ:  # nowhere else
            with open(__file__, "a") as file:
                file.write("# another move\n")
    """),
    "hides_its_files": Animal("tame", "os.umask(0o777)"),
    "lowers_limits": Animal("tame", """
        for name in (resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE):
            resource.setrlimit(name, (4, resource.getrlimit(name)[1]))
    """),
    "lowers_limits_for_good": Animal("tame crashed died", "resource.setrlimit(resource.RLIMIT_NOFILE, (4, 4))"),
    "blocks_signals": Animal("tame", "signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())"),
    "deaf": Animal("hung", """
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        while True:
            pass
    """),
    "sets_an_alarm": Animal("tame crashed died", """
        signal.signal(signal.SIGALRM, _ring)
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    """, top="""
        def _ring(*_):
            raise LookupError("an alarm")
    """),
    "forgets_its_environment": Animal("tame", """
        os.environ.clear()
        sys.path.clear()
        sys.modules.clear()
    """, check=(0, 1)),
    "tunes_python": Animal("tame", """
        gc.disable()
        gc.set_threshold(1)
        sys.setrecursionlimit(10**6)
        sys.setswitchinterval(1000)
        warnings.simplefilter("error")
        sys.excepthook = sys.unraisablehook = None
    """),
    "recurses_little": Animal("tame crashed", """
        for limit in range(1, 200):
            try:
                sys.setrecursionlimit(limit)
            except RecursionError:
                continue
            break
    """),
    "traces": Animal("tame crashed died", """
        threading.settrace(_spoil)
        sys.setprofile(_spoil)
        sys.settrace(_spoil)
    """, top="""
        def _spoil(*_):
            raise LookupError("traced")
    """),
    # Descriptors and streams.
    "closes_everything": Animal("died", "os.closerange(0, 256)"),
    "closes_its_streams": Animal("tame", """
        for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
            stream.close()
    """),
    "has_no_streams": Animal("tame", "sys.stdin = sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = None"),
    "leaks_descriptors": Animal("tame crashed", """
        try:
            while True:
                os.open(os.devnull, os.O_RDONLY)
        except OSError:
            pass
    """),
    "mixes_descriptors": Animal("died", """
        for number in range(1, 100):
            os.dup2(0, number)
    """),
    "writes_everywhere": Animal("no-move", r"""
        for number in range(3, 100):
            try:
                os.set_blocking(number, False)
                os.write(number, b'{"move": 1}\n[' * 10)
            except OSError:
                pass
    """),
    "floods_stdout": Animal("flooded", """
        for _ in range(1000):
            print("b" * 10_000)
    """),
    "floods_stderr": Animal("flooded", r"""
        for _ in range(1000):
            os.write(2, b"b" * 9_999 + b"\n")
    """),
    "paints": Animal("tame", 'print("\\x1b[2J\\x1b]0;mine\\x07\\x1b[?1049h thinking", flush=True)'),
    "asks": Animal("crashed", 'return input("your move? ")'),
    # What belongs to all programs of a process.
    "patches_random": Animal("tame", """
        random.seed(0)
        random.random = lambda: 0.0
        random.choice = random.Random.choice = lambda *words: words[-1][-1]
        random.Random.shuffle = random.Random.choices = None
    """),
    "patches_time": Animal("tame", """
        time.monotonic = time.time = time.perf_counter = lambda: 0.0
        time.sleep = lambda seconds: None
    """),
    "patches_builtins": Animal("tame crashed died no-move", """
        builtins.print = builtins.open = builtins.len = builtins.isinstance = builtins.getattr = None
        builtins.__import__ = None
    """),
    "patches_json": Animal("no-move", """
        json.dumps = json.loads = pickle.dumps = lambda *_, **__: "{}"
        os.write = lambda *_: 0
    """),
    "patches_timers": Animal("hung", """
        signal.setitimer = signal.signal = signal.alarm = lambda *_: None
        while True:
            pass
    """),
    "stops_the_timer": Animal("hung", """
        signal.setitimer(signal.ITIMER_REAL, 0)
        while True:
            pass
    """),
    "patches_the_game": Animal("tame crashed", """
        for kind in (games.game.Game, games.tic_tac_toe.TicTacToe):
            for name in ("score", "value"):
                try:
                    setattr(kind, name, lambda self: 1)
                except TypeError:
                    pass
    """, top="""
        import games.game
        import games.tic_tac_toe
    """),
    "patches_the_referee": Animal("tame", "referee.match.match.plain_value = lambda answer: None if answer else 0", top="import referee.match.match"),
    "breaks_the_referee": Animal("tame", "referee.running.game_task.count_spent = None", top="import referee.running.game_task"),
    "walks_the_stack": Animal("tame", """
        frame = sys._getframe()
        while frame := frame.f_back:
            match = frame.f_locals.get("self")
            if hasattr(match, "lose"):
                match.lose(1 - game.turn, How.CRASHED, "crashed")
    """, top="from referee.match.events import How"),
    "replaces_the_other": Animal("tame", whole="""
        class Bot:
            def choose(self, game, deadline):
                for thing in gc.get_objects():
                    if type(thing) is list and len(thing) == 2 and any(each is self for each in thing):
                        thing[thing.index(self) - 1] = None
                return game.moves()[0]
    """),
    "throws_into_others": Animal("tame crashed died hung", "threading.Thread(target=_throw, args=(threading.get_ident(),)).start()", top="""
        def _throw(thread):
            time.sleep(0.002)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(LookupError))
    """),
    "interrupts_later": Animal("tame", "threading.Timer(0.002, _thread.interrupt_main).start()"),
    # Answers.
    "tame": Animal("tame", whole="""
        def tame(game):
            return game.moves()[0]
    """),
    "returns_nothing": Animal("no-move", "return None"),
    "returns_a_list": Animal("no-move", "return game.moves()"),
    "returns_words": Animal("illegal-move", 'return "resign \\x1b[2J\\n"'),
    "returns_a_coroutine": Animal("no-move", whole="""
        class Bot:
            async def choose(self, game, deadline):
                return game.moves()[0]
    """),
    "moves_as_before": Animal("illegal-move", whole="""
        class Bot:
            def begin(self, game, seat):
                self.move = None

            def choose(self, game, deadline):
                self.move = self.move or game.moves()[0]
                return self.move
    """),
    "moves_on_its_own": Animal("tame", """
        while game.score() is None:
            game.make(game.moves()[-1])
    """),
    "nests": Animal("no-move hung", """
        nest = []
        for _ in range(100_000):
            nest = [nest]
        return nest
    """),
    "index_hangs": Animal("hung", *answering("__index__", "while True: pass")),
    "index_raises": Animal("no-move", *answering("__index__", 'raise LookupError("no number")')),
    "index_exits": Animal("no-move died", *answering("__index__", "raise SystemExit(0)")),
    "index_interrupts": Animal("no-move crashed", *answering("__index__", "raise KeyboardInterrupt")),
    "index_leaves": Animal("died", *answering("__index__", "os._exit(0)")),
    "index_changes": Animal("tame", "return Move(move)", top="""
        class Move:
            def __init__(self, move):
                self.move = move

            def __index__(self):
                move, self.move = self.move, 12345
                return move
    """),
    "equals_everything": Animal("illegal-move", "return Move(12345)", top="""
        class Move(int):
            def __eq__(self, other):
                return True

            def __hash__(self):
                return 1
    """),
    "number_raises": Animal("tame no-move crashed", "return Move(move)", top="""
        class Move(int):
            def refuse(self, *_):
                raise LookupError("not a number to reckon with")

            __eq__ = __hash__ = __abs__ = __lt__ = __gt__ = __int__ = __index__ = __repr__ = __str__ = refuse
    """),
    "number_exits": Animal("tame no-move died", "return Move(move)", top="""
        class Move(int):
            def __eq__(self, other):
                sys.exit(0)

            __hash__ = __abs__ = __eq__
    """),
    "text_lies": Animal("tame no-move crashed illegal-move", "return Move(game.text(move))", top="""
        class Move(str):
            def __eq__(self, other):
                raise LookupError("not a text to compare")

            __hash__ = split = strip = lower = casefold = replace = __len__ = __eq__
    """),
    "repr_is_long": Animal("no-move", *answering("__repr__", 'return "m" * 1_000_000')),
    "repr_exits": Animal("no-move died", *answering("__repr__", "raise SystemExit(0)")),
    "repr_hangs": Animal("hung", *answering("__repr__", "while True: pass")),
    "class_raises": Animal("no-move crashed", "return Move()", top="""
        class Move:
            @property
            def __class__(self):
                raise LookupError("no class")
    """),
    "dies_hard": Animal("tame hung", "return Move(move)", top="""
        class Move(int):
            def __del__(self):
                time.sleep(1000)
    """),
    "lingers": Animal("tame hung", method="def __del__(self): time.sleep(1000)"),
    # Errors.
    "raises": Animal("crashed", 'raise LookupError("nothing found")'),
    "raises_a_class": Animal("crashed", "raise LookupError"),
    "raises_stop_iteration": Animal("crashed", "return next(iter([]))"),
    "raises_generator_exit": Animal("crashed", "raise GeneratorExit"),
    "raises_keyboard_interrupt": Animal("crashed", "raise KeyboardInterrupt"),
    "raises_a_group": Animal("crashed", 'raise BaseExceptionGroup("all at once", [LookupError("one"), KeyboardInterrupt("two")])'),
    "raises_at_length": Animal("crashed", 'raise LookupError("x" * 20_000_000)'),
    "raises_the_unspeakable": Animal("crashed", "raise Unspeakable", top="""
        class Unspeakable(BaseException):
            def __str__(self):
                raise Unspeakable

            __repr__ = __str__
            args = __notes__ = __traceback__ = property(__str__)
    """),
    "raises_hanging": Animal("hung", "raise Endless", top="""
        class Endless(Exception):
            def __str__(self):
                while True:
                    pass
    """),
    "raises_a_ring": Animal("crashed", """
        one, other = LookupError("one"), LookupError("other")
        one.__cause__, other.__cause__ = other, one
        raise one
    """),
    "raises_as_the_referee": Animal("crashed", 'raise UserCodeError("It was the rules.")', top="from referee.errors.attribution import UserCodeError"),
    "recurses": Animal("crashed", "return bot(game)"),
    "recurses_in_c": Animal("crashed died out-of-memory", """
        sys.setrecursionlimit(10**9)
        return _again(1)
    """, top="""
        def _again(_):
            return sorted([1], key=_again)
    """),
    "lacks_memory": Animal("out-of-memory", "return bytearray(1 << 62)"),
    # Ends and hangs.
    "leaves": Animal("died", "os._exit(0)"),
    "exits": Animal("died", "sys.exit()"),
    "quits": Animal("died", "quit()"),
    "crashes": Animal("died", "ctypes.string_at(0)"),
    "aborts": Animal("died", "os.abort()"),
    "hangs": Animal("hung", "while True: pass"),
    "hangs_in_c": Animal("hung", 're.match(r"(a+)+$", "a" * 60 + "b")'),
    "sleeps_in_c": Animal("hung", "ctypes.PyDLL(None).sleep(1000)"),
    "sleeps_in_a_handler": Animal("hung", """
        signal.signal(signal.SIGALRM, lambda *_: time.sleep(1000))
        signal.raise_signal(signal.SIGALRM)
    """),
    "swallows": Animal("hung", """
        while True:
            try:
                time.sleep(1000)
            except BaseException:
                pass
    """),
    "late": Animal("out-of-time", whole="""
        def late(game, deadline):
            if deadline - time.monotonic() < 100:
                time.sleep(max(deadline - time.monotonic(), 0) + 0.5)
            return game.moves()[0]
    """),
    "kills_itself": Animal("died", "os.kill(os.getpid(), signal.SIGKILL)"),
    "stops_itself": Animal("hung died", "os.kill(os.getpid(), signal.SIGSTOP)"),
    "kills_its_parent": Animal("tame crashed died", """
        if os.getppid() > 1:
            os.kill(os.getppid(), signal.SIGKILL)
    """),
    "terminates_its_parent": Animal("tame crashed died", """
        if os.getppid() > 1:
            os.kill(os.getppid(), signal.SIGTERM)
    """),
    "stops_its_parent": Animal("tame crashed died hung", """
        if os.getppid() > 1:
            os.kill(os.getppid(), signal.SIGSTOP)
    """),
    "kills_its_group": Animal("died", "os.killpg(0, signal.SIGKILL)"),
    "escapes": Animal("crashed died", """
        _note(os.getpid())
        ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)
        if os.getppid() > 1:
            os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(1000)
    """),
    # Threads, processes, memory.
    "hundred_threads": Animal("tame", method="""
        def begin(self, game, seat):
            for _ in range(100):
                threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
    """),
    "endless_thread": Animal("tame", "threading.Thread(target=time.sleep, args=(1000,)).start()"),
    "comes_back_twice": Animal("tame", """
        if os.fork() == 0:
            _note(os.getpid())
    """),
    "raises_in_a_child": Animal("tame", """
        if os.fork() == 0:
            raise LookupError("in the child")
    """),
    "hides": Animal("tame", """
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                _note(os.getpid())
                time.sleep(1000)
            os._exit(0)
        os.wait()
    """),
    "breeds": Animal("tame", method="""
        def begin(self, game, seat):
            for _ in range(5):
                if os.fork() == 0:
                    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
                    _note(os.getpid())
                    time.sleep(1000)
    """),
    "starts_a_program": Animal("tame", """
        engine = subprocess.Popen(["sleep", "1000"], env={}, close_fds=False, start_new_session=True)
        _note(engine.pid)
    """),
    "runs_processes": Animal("tame", """
        state = pickle.loads(pickle.dumps(State(game.moves())))
        with multiprocessing.get_context("fork").Pool(1) as pool:
            return pool.map(_first, [state])[0].moves[0]
    """, top="""
        class State:
            def __init__(self, moves):
                self.moves = moves
        def _first(state):
            return State(state.moves[:1])
    """),
    "spawns_processes": Animal("tame", whole="""
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context
        class State:
            def __init__(self, moves):
                self.moves = moves

        def _first(state):
            return State(state.moves[:1])

        class Bot:
            pool = None

            def choose(self, game, deadline):
                self.pool = self.pool or ProcessPoolExecutor(1, get_context("spawn"))
                return self.pool.submit(_first, State(game.moves())).result().moves[0]
    """),
    "awaits": Animal("tame", "return asyncio.run(_first(game.moves()))", top="""
        async def _first(moves):
            return await asyncio.to_thread(lambda: moves[0])
    """),
    "eats": Animal("out-of-memory", """
        while len(held) < int(os.environ["ZOO_APPETITE"]):
            held.append(b"x" * (1 << 20))
    """, top="held = []"),
    "eats_in_children": Animal("out-of-memory", """
        heard, told = os.pipe()
        for _ in range(6):
            if os.fork() == 0:
                _note(os.getpid())
                held = b"x" * (60 << 20)
                os.write(told, b"x")
                time.sleep(1000 + len(held))
        os.close(told)
        for _ in range(6):
            os.read(heard, 1)  # on a busy machine they take their time
        os.close(heard)
        time.sleep(0.2)
    """, check=(0, 1)),
    "leaves_shared_memory": Animal("tame", """
        with open(f"/dev/shm/zoo-{os.environ['ZOO_MARK']}-{os.getpid()}", "w") as file:
            file.write("shared")
        memory = shared_memory.SharedMemory(create=True, size=1000)
        resource_tracker.unregister(memory._name, "shared_memory")
        _note(f"/dev/shm/{memory.name}")
    """, top="from multiprocessing import resource_tracker, shared_memory"),
}  # fmt: skip

BREED = """
def _fork(work):
    if os.fork() == 0:
        _note(os.getpid())
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        work()
        os._exit(0)

def _spin():
    while True: pass

def _hide():
    os.setsid()
    if os.fork():
        os._exit(0)
    _note(os.getpid())
    time.sleep(1000)

def _breed():
    for work in (lambda: time.sleep(1000), _spin, _hide):
        _fork(work)
    while len(open(os.environ["ZOO_NOTES"]).readlines()) < 4:  # all of them sleep or spin by now
        time.sleep(0.01)
"""
KEEPER = """
def _field(pid, number):
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rpartition(")")[2].split()[number]

def _keeper():
    return int(_field(os.getppid(), 1))  # the parent of the process that has imported this file
"""
HANG = 're.match(r"(a+)+$", "a" * 60 + "b")'  # within one call, which holds the interpreter's lock
CAGED = {
    "illegal": Animal("illegal-move", "return 12345"),
    "hangs_at_the_start": Animal("hung", method="def begin(self, game, seat): time.sleep(1000)"),
    "hangs_at_the_end": Animal("hung", method="def end(self): time.sleep(1000)"),
    "stops_all": Animal("crashed", """
        os.kill(_keeper(), signal.SIGSTOP)
        while _field(_keeper(), 0) != "T":  # signals take a moment
            pass
        os.kill(os.getpid(), signal.SIGSTOP)
    """, top=KEEPER),
    "kills_its_keeper": Animal("crashed", """
        os.kill(_keeper(), signal.SIGKILL)
        time.sleep(1000)
    """, top=KEEPER),
    "eats_lists": Animal("out-of-memory", """
        eaten = []
        while True:
            eaten.append(["crumb"] * 1000)
    """),
    "eats_bytes": Animal("out-of-memory", "return len(bytearray(4 << 30))"),
    "eats_shared": Animal("out-of-memory", """
        eaten = mmap.mmap(-1, 1 << 30)
        while eaten.tell() < 1 << 30:
            eaten.write(b"x" * (1 << 16))
    """, top="import mmap"),
    "exits_at_the_start": Animal("died", method="def __init__(self): sys.exit(5)"),
    "leaves_with_a_status": Animal("died", "os._exit(7)"),
    "segfaults": Animal("died", """
        print("about to crash", flush=True)
        ctypes.string_at(0)
    """),
    "prints": Animal("tame", r"""
        print("thinking \x1b[2J about", game.moves())
        print("still", end="", file=sys.stderr)
        os.write(1, b"\xff\xfe raw")
    """),
    "floods": Animal("flooded", """
        while True:
            print("blah " * 1000)
    """),
    "returns_a_float": Animal("no-move", "return float(move)"),
    "returns_a_huge_number": Animal("illegal-move", "return 10**5000"),
    "returns_the_hostile": Animal("no-move", "return Hostile()", top="""
        class Hostile:
            def __index__(self):
                raise LookupError("no index")

            __repr__ = __index__
    """),
    "raises_a_command": Animal("crashed", r'raise LookupError("nothing \x1b[31m found")'),
    "blames_the_rules": Animal("crashed", """
        player_process.find_rules_error = lambda error, game, player: error
        raise LookupError("it was the rules")
    """, top="from referee.running.sandbox import player_process"),
    "resigns": Animal("resigned", "raise Resigned", top="from players.player import Resigned"),
    "wishes": Animal("illegal-move", "raise TakeBack", top="from players.player import TakeBack"),
    "refuses": Animal("crashed", whole="""
        from players.player import Unplayable

        class Bot:
            def begin(self, game, seat):
                raise Unplayable("not today")

            def choose(self, game, deadline):
                return game.moves()[0]
    """),
    "breeds_all": Animal("tame", "_breed()", top=BREED),
    "breeds_and_hangs": Animal("hung", f"_breed()\n{HANG}", top=BREED),
    "writes_without_end": Animal("no-move", """
        numbers = list(range(3, 256))
        while True:
            for number in numbers[:]:
                try:
                    os.write(number, b"[" * 10_000)
                except OSError:
                    numbers.remove(number)
    """),
    "meddles": Animal("tame", """
        os.chdir("/")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM, signal.SIGCHLD, signal.SIGPIPE):
            signal.signal(number, lambda *_: None)
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
        sys.stdout = sys.stderr = None
        os.environ.clear()
        sys.setrecursionlimit(100_000)
        threading.Thread(target=time.sleep, args=(1000,)).start()
        game.make(move)
    """),
}  # fmt: skip
REFUSED = r"crashed: PermissionError: \[Errno 1\] Operation not permitted"
SILENT = r"did not answer within 0\.3 seconds"
WORDS = {  # by the name: what stands after it in the reason, where it forfeits; "" where it does not
    "tame": "", "comes_back_twice": "", "prints": "", "breeds_all": "", "meddles": "",
    "illegal": "chose 12345, which is not a legal move", "late": r"took \d+\.\d\d of 0\.3 seconds, .* too long",
    "hangs": SILENT, "hangs_in_c": SILENT, "breeds_and_hangs": SILENT,
    "hangs_at_the_start": r"was not ready within 0\.3 seconds", "hangs_at_the_end": r"did not come to its end within 0\.3 seconds",
    "stops_all": REFUSED, "kills_its_keeper": REFUSED, "escapes": REFUSED,
    "eats_lists": "took more than 100 MB", "eats_bytes": "took more than 100 MB", "eats_shared": "took more than 100 MB",
    "eats_in_children": "took more than 100 MB",
    "exits": "tried to end the program: SystemExit.*", "exits_at_the_start": "tried to end the program: SystemExit: 5",
    "cannot_be_made": "crashed: LookupError: no opening book", "leaves": "ended its process with exit status 0",
    "leaves_with_a_status": "ended its process with exit status 7", "index_leaves": "ended its process with exit status 0",
    "kills_itself": r"died of SIGKILL \(Killed\)", "kills_its_group": r"died of SIGKILL \(Killed\)",
    "segfaults": r"died of SIGSEGV \(Segmentation fault\)", "floods": "printed more than 65,536 bytes",
    "floods_stdout": "printed more than 65,536 bytes", "returns_nothing": "chose None, which is not a move",
    "returns_words": r"chose 'resign \\x1b\[2J\\n', which is not a legal move", "returns_a_float": r"chose 0\.0, which is not a move",
    "returns_a_huge_number": "chose a int, which is not a legal move", "returns_the_hostile": "chose a Hostile, which is not a move",
    "raises_a_command": r"crashed: LookupError: nothing \\x1b\[31m found",
    "raises_as_the_referee": r"crashed: UserCodeError: It was the rules\.", "blames_the_rules": "crashed: LookupError: it was the rules",
    "raises_at_length": "crashed: LookupError: x{1000}", "raises_the_unspeakable": "crashed",
    "raises_keyboard_interrupt": r"crashed: KeyboardInterrupt in bot, line \d+ of .*\.py",
    "recurses": "crashed: RecursionError: maximum recursion depth exceeded.*", "resigns": "resigned",
    "refuses": "cannot play this game: not today", "wishes": "chose no move, but made a request, as only people may",
    "closes_everything": "(closed the line on which it was to answer|ended its process .*)",
    "writes_everywhere": "wrote something of its own instead of an answer", "writes_without_end": "answered without end",
}  # fmt: skip


def write(name, folder):
    """Write the program of that name into a file of the folder; return its path."""
    path = folder / f"{name}.py"
    path.write_text((ANIMALS | CAGED)[name].source)
    return str(path)
