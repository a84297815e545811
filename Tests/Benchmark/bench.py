#!/usr/bin/env python3
"""walletui beside the floor: a minimal list program in C and ncurses, in the same run.

usage: bench.py [--floor PATH] [--walletui PATH] [--runs N] [--keys N] [--check]

Figures are ratios to the floor wherever the machine matters. `--check` fails when a target is
missed; without it this is a report.
"""

import argparse
import fcntl
import os
import re
import select
import signal
import statistics
import struct
import sys
import termios
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COUNTS = (6, 10_000, 100_000)
FULL = (120, 40)
# Here walletui shows what the floor shows at any size: a list alone.
LIST_ALONE = (40, 15)
# Output that pauses this long is complete. Both programs write a frame at once.
QUIET = 0.02


class Program:
    """A program in a pty of its own."""

    def __init__(self, command, size=FULL):
        self.output = bytearray()
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        environment = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"),
                       "LANG": "C.UTF-8", "TERM": "xterm-256color"}
        self.started = time.perf_counter()
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            for fd in (0, 1, 2):
                os.dup2(slave, fd)
            os.closerange(3, 64)
            os.execve(command[0], command, environment)
        os.close(slave)
        os.set_blocking(self.master, False)

    def read(self, patience):
        """What comes within `patience` seconds, empty when nothing does."""
        if not select.select([self.master], [], [], patience)[0]:
            return b""
        try:
            got = os.read(self.master, 1 << 16)
        except OSError:
            got = b""
        if not got:
            raise EOFError(bytes(self.output[-400:]))
        self.output += got
        return got

    def until(self, *markers, patience=60.0):
        """When one of the markers had arrived, as perf_counter tells it."""
        end = time.perf_counter() + patience
        while not any(marker in self.output for marker in markers):
            self.read(0.5)
            if time.perf_counter() > end:
                raise TimeoutError(f"{markers} never came: {bytes(self.output[-400:])}")
        return time.perf_counter()

    def settle(self, quiet=QUIET):
        """Reads until nothing has come for `quiet` seconds; when the last byte came."""
        last = time.perf_counter()
        while self.read(quiet):
            last = time.perf_counter()
        return last

    def send(self, data):
        while data:
            try:
                data = data[os.write(self.master, data):]
            except BlockingIOError:
                self.read(0.01)

    def status(self, field):
        with open(f"/proc/{self.pid}/status") as file:
            return int(re.search(rf"^{field}:\s+(\d+)", file.read(), re.M).group(1))

    def switches(self):
        """Voluntary context switches of each thread: one for each time that it went to sleep."""
        counts = {}
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            with open(f"/proc/{self.pid}/task/{thread}/status") as file:
                found = re.search(r"^voluntary_ctxt_switches:\s+(\d+)", file.read(), re.M)
                counts[thread] = int(found.group(1))
        return counts

    def stop(self):
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)
        os.close(self.master)


def ready(command, size=FULL):
    program = Program(command, size)
    # The last of the first frame: the footer. A narrow one of ours has no room for all of it.
    markers = (b"quit",) if size == FULL else (b"quit", b"help")
    first = program.until(*markers) - program.started
    program.settle(0.2)
    return program, first


def first_frame(command):
    program, seconds = ready(command)
    program.stop()
    return seconds


def keys(command, count, size=FULL):
    """For each key: seconds to the first byte, seconds to the last, bytes."""
    program, _ = ready(command, size)
    firsts, lasts, sizes = [], [], []
    try:
        for index in range(count):
            # Down and, in a short list, up again.
            down = index % 10 < 5 if command[-1] == "6" else True
            before = len(program.output)
            start = time.perf_counter()
            program.send(b"j" if down else b"k")
            if not program.read(1.0):
                continue
            firsts.append(time.perf_counter() - start)
            lasts.append(program.settle() - start)
            sizes.append(len(program.output) - before)
    finally:
        program.stop()
    return firsts, lasts, sizes


def burst(command, count=2000):
    """Seconds from writing all keys at once until the screen is final."""
    program, _ = ready(command)
    try:
        start = time.perf_counter()
        program.send(b"j" * count)
        return program.settle(0.3) - start
    finally:
        program.stop()


def idle(command, seconds):
    program, _ = ready(command)
    try:
        program.settle(1.0)
        before = program.switches()
        time.sleep(seconds)
        # Threads that end meanwhile, such as a pool's idle ones, are not there to be counted.
        return sum(count - before.get(thread, 0) for thread, count in program.switches().items())
    finally:
        program.stop()


def peak_memory(command):
    """MiB, after moving about."""
    program, _ = ready(command)
    try:
        program.send(b"jjjjjGgG")
        program.settle(0.3)
        return program.status("VmHWM") / 1024
    finally:
        program.stop()


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


class Report:
    def __init__(self):
        self.missed = []
        print(f"{'':34} {'floor':>10} {'walletui':>10} {'ratio':>7}  target")

    def line(self, name, floor, ours, unit, limit=None, absolute=None, scale=1.0):
        ratio = ours / floor if floor else None
        target, good = "", True
        if limit is not None and ratio is not None:
            target, good = f"≤ {limit:g}×", ratio <= limit
        if absolute is not None:
            target, good = f"≤ {absolute:g} {unit}".replace("≤ 0 ", "0 "), ours <= absolute
        if not good:
            self.missed.append(name)
        shown = f"{ratio:6.2f}×" if ratio is not None else "      –"
        mark = "" if good else "  missed"
        print(f"{name:34} {self.number(floor, scale, unit):>10} "
              f"{self.number(ours, scale, unit):>10} {shown}  {target}{mark}")

    @staticmethod
    def number(value, scale, unit):
        return "–" if value is None else f"{value * scale:.4g} {unit}"


def both(floor, ours, count, size):
    """Keys to both, interleaved, so that what else the machine does meets both."""
    results = ([], [], []), ([], [], [])
    for _ in range(4):
        for kept, command in zip(results, (floor, ours)):
            for part, more in zip(kept, keys(command, count // 4, size)):
                part.extend(more)
    return results


def measure(options):
    report = Report()
    by_count = {}
    for count in COUNTS:
        floor = [options.floor, str(count)]
        ours = [options.walletui, "--demo", "--demo-cards", str(count)]
        print(f"— {count:,} cards")
        frames = [(first_frame(floor), first_frame(ours)) for _ in range(options.runs)]
        report.line("first frame", statistics.median(f for f, _ in frames),
                    statistics.median(o for _, o in frames), "ms",
                    limit=3 if count == 6 else None, scale=1000)

        (f1, fn, fb), (o1, on, ob) = both(floor, ours, options.keys, FULL)
        report.line("key to first byte, median", statistics.median(f1), statistics.median(o1),
                    "ms", scale=1000)
        report.line("key to paint, median", statistics.median(fn), statistics.median(on), "ms",
                    limit=1.5, scale=1000)
        for share in (0.95, 0.99):
            report.line(f"key to paint, p{share * 100:.0f}", percentile(fn, share),
                        percentile(on, share), "ms", scale=1000)
        report.line("bytes a key, mean", statistics.mean(fb), statistics.mean(ob), "B",
                    limit=1.2)
        by_count[count] = statistics.median(on)

        bursts = [(burst(floor), burst(ours)) for _ in range(3)]
        report.line("2,000 keys at once", statistics.median(f for f, _ in bursts),
                    statistics.median(o for _, o in bursts), "ms",
                    limit=0.1 if count > 6 else None, scale=1000)
        report.line("peak memory", peak_memory(floor), peak_memory(ours), "MiB",
                    absolute=25 if count == 6 else 80 if count == 100_000 else None)
        if count == 6:
            report.line(f"wake-ups in {options.idle} s", idle(floor, options.idle),
                        idle(ours, options.idle), "", absolute=0)
    print("— 10,000 cards, the list alone (40×15)")
    floor = [options.floor, "10000"]
    ours = [options.walletui, "--demo", "--demo-cards", "10000"]
    (_, fn, fb), (_, on, ob) = both(floor, ours, options.keys, LIST_ALONE)
    report.line("key to paint, median", statistics.median(fn), statistics.median(on), "ms",
                limit=1.5, scale=1000)
    report.line("bytes a key, mean", statistics.mean(fb), statistics.mean(ob), "B", limit=1.2)
    print("— all")
    report.line("key to paint, 100,000 beside 6", by_count[6], by_count[100_000], "ms", limit=1.5,
                scale=1000)
    return report.missed


def main():
    build = os.path.join(ROOT, ".build/release")
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--floor", default=os.path.join(build, "listfloor"))
    parser.add_argument("--walletui", default=os.path.join(build, "walletui"))
    parser.add_argument("--runs", type=int, default=11, help="starts of each program")
    parser.add_argument("--keys", type=int, default=200, help="keys for each figure")
    parser.add_argument("--idle", type=int, default=5, help="seconds of doing nothing")
    parser.add_argument("--check", action="store_true", help="fail when a target is missed")
    options = parser.parse_args()
    for path in (options.floor, options.walletui):
        if not os.access(path, os.X_OK):
            sys.exit(f"bench.py: {path} is not there; build with: swift build -c release")
    missed = measure(options)
    if missed:
        print(f"missed: {', '.join(missed)}")
    return 1 if missed and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
