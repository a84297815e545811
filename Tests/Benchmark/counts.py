#!/usr/bin/python3
"""Counts the instructions of walletui and walletd and compares them with those that are recorded.

usage: counts.py [--build FOLDER] [--record]

Counts repeat on a busy machine, so this is a test: it fails if a figure is more than ROOM above the
one in counts.txt, or so far below that the improvement has to be recorded. `--record` writes that
table. Each figure of a step comes from N steps and from 2N, which have to differ by N: this shows
that work is seen. Needs root, because the programs let nobody else look into their processes.
"""

import argparse
import os
import pathlib
import statistics
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent

from callgrind import PATIENCE, Callgrind  # noqa: E402
from follow import Person  # noqa: E402
from screen import digit  # noqa: E402
from server import CARDS, Walletd  # noqa: E402
from terminal import Program  # noqa: E402

TABLE = HERE / "counts.txt"
HEAD = """\
# Instructions in user space, as `make bench-counts` counts them. `Tests/Benchmark/counts.py --record`
# writes this file. Record a figure that has become better, and say in the commit why one is worse.
"""
# A figure fails above and below these multiples of the recorded one.
MOST, LEAST = 1.10, 0.80
# What 2N steps may take, as a multiple of N steps.
TWICE = (1.8, 2.2)
# The server also does something every few seconds, however many requests come meanwhile.
ROUNDS = 5


def judge(figure, recorded):
    """What is wrong with a figure, or nothing."""
    if recorded is None:
        return "it is not recorded: counts.py --record"
    if figure > MOST * recorded:
        return f"more than {MOST:g} times the recorded one: find out what costs more"
    if figure < LEAST * recorded:
        return f"less than {LEAST:g} times the recorded one: record it with counts.py --record"
    return ""


def control():
    """The verdict finds what it must find and nothing else."""
    for share, is_right in ((0.5, False), (0.81, True), (1, True), (1.09, True), (1.11, False)):
        assert (judge(share * 1e6, 1_000_000) == "") == is_right, f"the verdict on {share} is wrong"
    assert judge(1, None)


class Counts:
    """What was counted."""

    def __init__(self, recorded):
        self.recorded, self.figures, self.failures = recorded, {}, []
        print(f"{'instructions':>15} {'recorded':>15}  ratio")

    def add(self, name, figure):
        recorded = self.recorded.get(name)
        self.figures[name] = figure
        wrong = judge(figure, recorded)
        self.check(name, not wrong, wrong)
        shown = ("–", "–") if recorded is None else (f"{recorded:,}", f"{figure / recorded:.3f}")
        print(f"{figure:15,} {shown[0]:>15}  {shown[1]:>5}  {name}", flush=True)

    def check(self, name, is_right, wrong):
        if not is_right:
            self.failures.append((name, wrong))

    def steps(self, name, count, take, rounds=1):
        """The mean of `count` steps and then of twice as many. `take(first, last)` makes those with
        these numbers and returns their instructions. Some go before: they make what is made once.
        A median of several rounds leaves out what the program does from time to time."""
        first = count
        take(0, first)
        results = []
        for many in (count, 2 * count):
            taken = []
            for _ in range(rounds):
                taken.append(take(first, first + many))
                first += many
            results.append(statistics.median(taken))
        once, twice = results
        self.add(name, int(once + twice) // (3 * count))
        self.check(name, TWICE[0] < twice / once < TWICE[1],
                   f"{count} steps take {once:,} and {2 * count} steps {twice:,}")


class Screen:
    """walletui with sample cards in a terminal."""

    def __init__(self, options, cards, *flags):
        self.callgrind = Callgrind(*flags)
        # A spinner would move as often as the time allows.
        self.program = Program(self.callgrind.command + [
            options.walletui, "--demo", "--demo-cards", str(cards), "--motion", "reduced"])
        self.callgrind.pid = self.program.pid

    def __enter__(self):
        try:
            self.program.until(b"quit", patience=PATIENCE)
            self.settle()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.program.stop()
        self.callgrind.__exit__()

    def settle(self):
        """Waits until all was painted."""
        self.callgrind.settle(lambda: self.program.read(0.001))

    def press(self, key):
        self.program.send(key)
        if not self.program.read(PATIENCE):
            raise TimeoutError(f"nothing was painted after {key}")
        self.settle()

    def pressing(self, keys):
        """A function that takes the steps with these numbers: `keys(number)` is one step."""
        def take(first, last):
            self.callgrind.control("zero")
            for number in range(first, last):
                for key in keys(number):
                    self.press(key)
            return self.callgrind.taken()
        return take


def starts(options, counts):
    # TerminalScreen.paint sends a frame, and each thread has its own report: what others have done by
    # then depends on how fast each of them is.
    paint = "$s15TerminalRuntime0A6ScreenC5paint*"
    with Screen(options, 6, f"--dump-after={paint}", "--separate-threads=yes") as screen:
        frames = screen.callgrind.reports()
        if not frames:
            sys.exit(f"counts.py: {paint} makes no frames any more: name what does")
        counts.add("start until the first frame, 6 cards", frames[0])
        counts.add("start until all is read, 6 cards", sum(frames) + screen.callgrind.taken())
    with Screen(options, 10_000) as screen:
        counts.add("start until all is read, 10,000 cards", screen.callgrind.taken())


def keys(options, counts):
    with Screen(options, 6, "--instr-atstart=no") as screen:
        screen.callgrind.control("instrumentation", "on")
        # Each card was shown before.
        counts.steps("key in the list, 6 cards", 10,
                     screen.pressing(lambda number: (b"j" if number % 10 < 5 else b"k",)))
        # Literal: the screen of activity. A payment opens and closes.
        screen.press(b"5")
        counts.steps("page of a payment, opened and closed", 5,
                     screen.pressing(lambda _: (b"\r", b"\x1b")))
        # Literal: the screen of payments, and the form, which begins at the number.
        screen.press(b"4")
        screen.press(b"w")
        assert b"Card number" in screen.program.output, "the form is not open"
        counts.steps("digit in the form of a card", 32,
                     screen.pressing(lambda number: (digit(number),)))
    with Screen(options, 100_000, "--instr-atstart=no") as screen:
        screen.callgrind.control("instrumentation", "on")
        # Each card is new, and is read.
        counts.steps("key down the list, 100,000 cards", 10,
                     screen.pressing(lambda _: (b"j",)))


def requests(options, counts):
    callgrind = Callgrind("--instr-atstart=no")
    with callgrind, Walletd(options, 200, on_disk=True, under=callgrind.command) as server:
        callgrind.pid = server.process.pid
        person = Person(server)

        def counted(ask, *arguments):
            callgrind.settle()
            callgrind.control("zero")
            ask(*arguments)
            callgrind.settle()
            return callgrind.taken()

        def asking(ask):
            def all_of(numbers):
                for number in numbers:
                    ask(number)
            return lambda first, last: counted(all_of, range(first, last))

        # Each of these cards is changed once.
        locks = iter(server.locks(96))

        def change():
            _, path, version, status = next(locks).split()
            person.ask(path, {"status": "ACTIVE" if status == "LOCKED" else "LOCKED",
                              "statusReason": "Benchmark"}, "PATCH",
                       {"If-Match": f'"{version}"', "Idempotency-Key": f"counts{path[-36:]}"})

        def page(offset):
            person.ask(f"{CARDS}?limit=20&offset={offset}")

        def after_change(first, last):
            total = 0
            for _ in range(first, last):
                change()
                total += counted(page, 0)
            return total

        callgrind.control("instrumentation", "on")
        counts.steps("page of 20 cards that is new", 10, asking(page), ROUNDS)
        counts.steps("page of 20 cards that repeats", 10, asking(lambda _: page(0)), ROUNDS)
        counts.steps("page of 20 cards after a change", 3, after_change, ROUNDS)
        counts.steps("durable change", 3, asking(lambda _: change()), ROUNDS)


def read_table():
    rows = (line.split(maxsplit=1) for line in TABLE.read_text().splitlines() if line[:1] != "#")
    return {name: int(figure.replace(",", "")) for figure, name in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=str(HERE.parent.parent / ".build/release"),
                        help="where the programs are")
    parser.add_argument("--record", action="store_true", help="write the table")
    options = parser.parse_args()
    if os.geteuid() != 0:
        print("skipped: counts: only root may look into another process")
        return 0
    for name in ("walletui", "walletd", "vaultworker"):
        setattr(options, name, os.path.join(options.build, name))
        if not os.access(getattr(options, name), os.X_OK):
            sys.exit(f"counts.py: {getattr(options, name)} is not there; run make bench-counts")
    control()
    counts = Counts(read_table())
    with tempfile.TemporaryDirectory(prefix="counts-") as home:
        # A configuration would change what the programs do.
        os.environ["HOME"] = home
        for part in (starts, keys, requests):
            part(options, counts)
    if options.record:
        TABLE.write_text(HEAD + "".join(
            f"{figure:15,}  {name}\n" for name, figure in counts.figures.items()))
        return 0
    for name in sorted(counts.recorded.keys() - counts.figures.keys()):
        counts.check(name, False, "it is recorded, and nothing counts it: counts.py --record")
    for name, wrong in counts.failures:
        print(f"FAIL {name} (Tests/Benchmark/counts.txt)\n  make bench-counts\n  {wrong}")
    failed = len({name for name, _ in counts.failures})
    print(f"{len(counts.figures) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
