"""Compares the wallet on the screen with the baseline, a minimal list program in C and ncurses."""

import statistics
import time

from report import percentile
from terminal import FULL, Program

COUNTS = (6, 10_000, 100_000)
# At this size walletui shows the same as the baseline: only a list.
LIST_ALONE = (40, 15)


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


def digit(number):
    """A key in the form of a card: sixteen digits, then they are deleted, one by one."""
    turn = number % 32
    return b"4000000000001000"[turn:turn + 1] if turn < 16 else b"\x7f"


def form_keys(command, count):
    """Seconds from a key in the form of a card until its last byte."""
    program, _ = ready(command)
    lasts = []
    try:
        # Literal: the screen of payments, and the form, which begins at the number.
        for key in (b"4", b"w"):
            program.send(key)
            program.settle(0.1)
        assert b"Card number" in program.output, "the form is not open"
        for index in range(count):
            start = time.perf_counter()
            program.send(digit(index))
            if program.read(1.0):
                lasts.append(program.settle() - start)
    finally:
        program.stop()
    return lasts


def form(options, report):
    print("— a key in the form of a card, compared with one in the list of six cards")
    ours = [options.walletui, "--demo", "--demo-cards", "6"]
    listed, typed = [], []
    for _ in range(5):
        listed += keys(ours, options.keys // 5)[1]
        typed += form_keys(ours, options.keys // 5)
    report.line("key to paint, median", statistics.median(listed), statistics.median(typed), "ms",
                limit=1.2, scale=1000)


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


def both(floor, ours, count, size):
    """Sends keys to both in turn, so that other load affects both."""
    results = ([], [], []), ([], [], [])
    for _ in range(4):
        for kept, command in zip(results, (floor, ours)):
            for part, more in zip(kept, keys(command, count // 4, size)):
                part.extend(more)
    return results


def measure(options, report):
    by_count = {}
    for count in COUNTS:
        floor = [options.listfloor, str(count)]
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
    floor = [options.listfloor, "10000"]
    ours = [options.walletui, "--demo", "--demo-cards", "10000"]
    (_, fn, fb), (_, on, ob) = both(floor, ours, options.keys, LIST_ALONE)
    report.line("key to paint, median", statistics.median(fn), statistics.median(on), "ms",
                limit=1.5, scale=1000)
    report.line("bytes a key, mean", statistics.mean(fb), statistics.mean(ob), "B", limit=1.2)
    print("— all")
    report.line("key to paint, 100,000 beside 6", by_count[6], by_count[100_000], "ms", limit=1.5,
                scale=1000)
