"""No clock, sleep, limit or luck in the tests of `make test`."""

import re

from tree import line_of

# Their tests measure, or run with WALLETUI_PATIENCE.
FREE = ("Tests/Timing/", "Tests/Benchmark/")
# The only places that wait by polling.
WAITING = {"Tests/Timing/Waiting/Waiting.swift", "Tests/Timing/waiting.py"}
SWIFT, C, PYTHON = {"swift"}, {"swift", "c", "h"}, {"py"}
ALL = C | PYTHON | {"sh"}
WAIT = "wait with wait(for:until:), or move the test below Tests/Timing"
CONTROL = "use a clock that the test controls, or move the test below Tests/Timing"
SEED = "use a generator with a seed, or move the test below Tests/Timing"
LIMIT = "give it 60 s or more, or move the test below Tests/Timing"
# What reads the clock of Tests/Timing/waiting.py, and the files that may, with the reason.
IMPORT = re.compile(r"\bimport waiting\b|\bfrom waiting import\s*(?:\([^)]*?|[^\n(]*?)"
                    r"\b(?:now|pause|rest|seconds_since_1970)\b")
OWN_TIME = {
    "Tests/EndToEnd/harness/terminal.py": "waits for what a terminal shows, and keeps what it has shown",
    "Tests/EndToEnd/harness/runner.py": "prints how long a scenario took",
}
# Languages, whether strings count, the pattern, the figure from which it is allowed, and the message.
# Without a figure it is never allowed, and 0 waits for nothing.
PATTERNS = [(kinds, strings, re.compile(pattern), most, what) for kinds, strings, pattern, most, what in [
    (C, False, r"\b(?:ContinuousClock|SuspendingClock|DispatchTime|clock_gettime|gettimeofday|getrusage)\b"
     r"|\bDate(?:\(\)|\.now\b)|\btime\((?:nil|NULL)\)", None, f"a real clock: {CONTROL}"),
    (C, False, r"\b(?:u|nano)?sleep\s*\(|\bclock_nanosleep\b", None, f"a sleep: {WAIT}"),
    (C, False, r"\bsched_yield\b|\bTask\.yield\b", None, f"a loop that yields: {WAIT}"),
    (C, False, r"\bpoll\s*\([^;{}]*?,\s*([\d_]+)\s*\)", 60_000, f"a short limit: {LIMIT}"),
    (C, False, r"\bSO_(?:RCV|SND)TIMEO\b", None, f"a limit of a socket: {WAIT}"),
    (SWIFT, False, r"\b(?:wait\(for|eventually\()[^{};]*?\bseconds:\s*(\d[\d._]*)", 60,
     f"a short limit: {LIMIT}"),
    (SWIFT, False, r"\.wait\((?:wallT|t)imeout:(?:\s*\.now\(\)\s*\+\s*(\d[\d._]*))?", 60,
     f"a short limit, or one in another form than .now() + SECONDS: {LIMIT}"),
    (SWIFT, False, r"\.timeLimit\(\s*\.minutes\((\d+)\)", 10, "a short limit: give it 10 minutes"),
    (SWIFT, False, r"\.timeLimit\((?!\s*\.minutes\(\d)", None, "a short limit: give it .minutes(10)"),
    (SWIFT, False, r"#(?:expect|require)\([^\n]*<=?\s*\.(?:seconds|(?:milli|micro|nano)seconds)\b", None,
     f"an upper bound on time: {CONTROL}"),
    (ALL, True, r"/proc/self/stat[m]\b|\bVm[R]SS\b", None,
     "a measurement of memory: move the test below Tests/Timing"),
    (PYTHON, False, r"\b(?:time|asyncio)\.sleep\b", None, f"a sleep: {WAIT}"),
    (PYTHON, False, r"\btime\.(?:monotonic|time)\b|\bperf_counter\b|\bfrom time import\b|\bgetrusage\b", None,
     f"a real clock: {CONTROL}"),
    (PYTHON, False, IMPORT.pattern, None, f"a real clock: {CONTROL}"),
    (PYTHON, False, r"\b(?:timeout|deadline)\s*=\s*([\d.]+)", 60, f"a short limit: {LIMIT}"),
    (PYTHON, False, r"\bselect\((?:[^()]|\([^()]*\))*,\s*(\d[\d.]*)\s*\)", 60,
     f"a short limit: {LIMIT}"),
    (PYTHON, False, r"\b(?:process|thread|event|met)\.(?:wait|join)\(\s*(\d[\d.]*)", 60,
     f"a short limit: {LIMIT}"),
    (SWIFT, False, r"\bSystemRandomNumberGenerator\b|\b(?:randomElement|shuffled?|Bool\.random)\(\)"
     r"|\b(?:Int|UInt8)\.random\((?!(?:[^()]|\([^()]*\))*using:)", None, f"luck: {SEED}"),
    (PYTHON, False, r"\brandom\.(?!Random\([^)])\w", None, f"luck: {SEED}"),
    # A program that sleeps for longer is one that a test ends.
    (ALL, True, r"\bsleep +([\d.]+)", 60, f"a sleep: {WAIT}"),
]]
MARK = re.compile(r"(?://|#) tidy: own clock: \S.*")
# A loop that waits for a condition: a sleep or a yield directly in it.
LOOPS = {
    "swift": re.compile(r"\b(?:while\b[^\n{]*|for\b[^\n{]*\bwhere\b[^\n{]*)\{[^{}]*?"
                        r"(?:\bu?sleep\s*\(|\bsched_yield\b|\bTask\.(?:sleep|yield)\b)"),
    "py": re.compile(r"^( *)while [^\n]*:\n(?:\1 [^\n]*\n|\n){0,8}?\1 +time\.sleep\b", re.MULTILINE),
}


def own_clocks(tree, name):
    """The lines with a comment that says why they may read a clock: no test judges by it."""
    text, rest = tree.text(name), tree.uncommented(name)
    return {line_of(text, found.start()) for found in MARK.finditer(text)
            if rest[found.start():found.end()].isspace()}


def clocks(tree):
    for name in tree.files("Tests"):
        if name.startswith(FREE) or not tree.kind(name):
            continue
        own = own_clocks(tree, name)
        needed = set()
        for kinds, strings, pattern, allowed, what in PATTERNS:
            if tree.kind(name) not in kinds or pattern == IMPORT and name in OWN_TIME:
                continue
            text = tree.uncommented(name) if strings else tree.code(name)
            for found in pattern.finditer(text):
                if allowed and found[1] and not 0 < float(found[1].replace("_", "")) < allowed:
                    continue
                line = line_of(text, found.start())
                needed.add(line)
                if line not in own:
                    yield name, line, what
        if name in OWN_TIME and not IMPORT.search(tree.code(name)):
            yield name, 1, "it reads no clock: remove it from OWN_TIME"
        for line in own - needed:
            yield name, line, "nothing here needs this mark: remove it"


def loops(tree):
    for name in tree.files("Tests/Timing"):
        if name not in WAITING and tree.kind(name) in LOOPS:
            for found in LOOPS[tree.kind(name)].finditer(tree.code(name)):
                yield name, line_of(tree.code(name), found.start()), (
                    "a loop that waits: use wait(for:until:) of Waiting or waiting.py")


def _each(name, lines):
    """A control for each line, which must be found."""
    return [(line, {name: f"\n{line}\n"}, [f"{name}:2: "]) for line in lines]


def _none(name, lines):
    return [(line, {name: f"\n{line}\n"}, []) for line in lines]


CLOCK_CONTROLS = [
    *_each("Tests/A/a.swift", [
        "let a = ContinuousClock.now", "let a = SuspendingClock()", "let a = Date()", "let a = Date.now",
        "clock_gettime(CLOCK_MONOTONIC, &a)", "let a = time(nil)", "gettimeofday(&a, nil)", "sleep(1)",
        "usleep(1)", "nanosleep(&a, nil)", "try await Task.sleep(for: .zero)", "Thread.sleep(1)",
        "#expect(poll(&a, 1, 59_999) == 1)", "@Test(.timeLimit(.minutes(9))) func a() {}",
        "@Test(.timeLimit(limit)) func a() {}", "sched_yield()", "while a { await Task.yield() }",
        "setsockopt(a, SOL_SOCKET, SO_RCVTIMEO, &b, 1)", "#expect(took < .seconds(1))",
        "#expect(took <= .milliseconds(1))", "getrusage(RUSAGE_SELF, &a)", f'read("/proc/self/{"statm"}")',
        'try wait(for: "a", seconds: 5) { b }', 'try await eventually("a \\(b)", seconds: 59.5) {',
        "a.wait(timeout: .now() + 59)", "a.wait(timeout: .now() + .seconds(60))", "a.wait(wallTimeout: b)",
        f'if line.hasPrefix("Vm{"RSS"}") {{}}', f'run("sleep {20}")', "a()  // tidy: own clock: nothing",
        "var a = SystemRandomNumberGenerator()", "a.shuffled()", "Int.random(in: 0..<a.count)"]),
    *_each("Tests/A/a.py", [
        "random.choice(a)", "a = random.Random()",
        "time.sleep(a)", "end = time.monotonic() + 1", "a = time.time()", "a = time.perf_counter()",
        "from time import sleep", "run(a, timeout=59)", "from waiting import DEADLINE, now",
        "from waiting import (\n    rest)", "import waiting", "select.select([a], [], [b(c)], 0.2)",
        "process.wait(5)", "thread.join(59)", "a.see(b, deadline=5)", f"run('sleep {1}')"]),
    *_each("Tests/A/a.sh", [f"while a; do sleep {1}; done"]),
    *_each("Tests/A/a.c", ["usleep(1);"]),
    *_none("Tests/A/a.swift", [
        "#expect(isUpToDate())", 'let a = "Date()" // usleep(1)', "poll(&a, 1, 0)", "poll(&a, 1, 60_000)",
        "@Test(.timeLimit(.minutes(10))) func a() {}", 'try wait(for: "a", seconds: 60) { b(seconds: 5) }',
        "clock.advance(seconds: 5)", "a.wait(timeout: .now() + 60 * patience)", 'run("sleep 600")',
        "wait(for: a) { b }",
        "let a = ContinuousClock.now  // tidy: own clock: an arbitrary start", "#expect(took > .seconds(1))",
        "Int.random(in: 0..<a.count, using: &b)", "UInt64.random(in: 0...UInt64.max)"]),
    *_none("Tests/A/a.py", ["a = random.Random(5)", "a.random(b)",
                            "run(a, timeout=60)", "a = 'time.sleep(1)'  # time.time()", "wait_for(a)",
                             "from waiting import DEADLINE, await_that", "select.select([a], [], [], 0)",
                             "select.select([a], [], [], DEADLINE)", "process.wait()", "book.wait(1)"]),
    *_none("Tests/EndToEnd/harness/runner.py", ["from waiting import now"]),
    ("no clock", {"Tests/EndToEnd/harness/runner.py": "from waiting import DEADLINE"}, ["it reads no clock"]),
    *_none("Tests/Timing/A/a.swift", ["usleep(1)"]), *_none("Tests/Benchmark/a.py", ["time.sleep(1)"]),
    *_none("Sources/A/a.swift", ["usleep(1)"]),
]
LOOP_CONTROLS = [
    *_each("Tests/Timing/A/a.swift", ["while a { usleep(1) }", "while a { await Task.yield() }",
                                      "for _ in a where b {\n c()\n sched_yield() }"]),
    *_each("Tests/Timing/a.py", ["while a:\n    b()\n    time.sleep(1)"]),
    *_none("Tests/Timing/A/a.swift", ["usleep(1)", "while a { b { usleep(1) } }",
                                      "while a { b() }\nusleep(1)",
                                      "for _ in 0..<random { sched_yield() }"]),
    *_none("Tests/Timing/a.py", ["while a:\n    b()\ntime.sleep(1)"]),
    *_none("Tests/Timing/Waiting/Waiting.swift", ["while a { usleep(1) }"]),
    *_none("Tests/Timing/waiting.py", ["while a:\n    time.sleep(1)"]),
]
