"""walletui on a walletd on loopback."""

import json
import statistics
import subprocess
import threading
import time

import pyte

from report import percentile
from server import BASE, CARDS, Walletd
from terminal import FULL, Program

MANY = 10_000
# The screen asks for 200 and then for 1,000 at a time.
PAGES = 1 + (MANY - 200 + 999) // 1000
# The server lets a person sign in ten times at once.
STARTS = 8
# A text that only lines of the list contain.
ROW = "··".encode()


def command(options, server):
    return [options.walletui, "--server", server.url, "--insecure-loopback",
            "--login", server.user, "--client-secret-file", server.path("secret"),
            "--password-file", server.path("password")]


class Answers:
    """When walletd had answered a request for cards, as its access log tells."""

    def __init__(self, process):
        self.times = []
        thread = threading.Thread(target=self.read, args=(process.stderr,), daemon=True)
        thread.start()

    def read(self, lines):
        for line in lines:
            if line.startswith("{") and json.loads(line)["route"] == CARDS.removeprefix(BASE):
                self.times.append(time.perf_counter())


def lists(options, report):
    print(f"— {MANY:,} cards on a server")
    with Walletd(options, MANY) as server:
        seconds = []
        for _ in range(STARTS):
            with open(server.path("list"), "wb") as file:
                start = time.perf_counter()
                subprocess.run(
                    command(options, server) + ["cards", "--json", "--limit", str(MANY)],
                    stdout=file, check=True)
                seconds.append(time.perf_counter() - start)
        with open(server.path("list"), "rb") as file:
            assert len(json.load(file)["data"]["cards"]) == MANY
        report.line("cards --json, all", None, statistics.median(seconds), "ms", absolute=300,
                    scale=1000)


    with Walletd(options, MANY, logs=True) as server:
        answers = Answers(server.process)
        firsts, wholes, keys = [], [], []
        for _ in range(STARTS):
            first, whole = opened(command(options, server), answers, keys)
            firsts.append(first)
            wholes.append(whole)
        report.line("answer to first page, median", None, statistics.median(firsts), "ms",
                    absolute=50, scale=1000)
        report.line("answer to first page, worst", None, max(firsts), "ms", scale=1000)
        report.line("first answer to last row", None, statistics.median(wholes), "ms",
                    absolute=300, scale=1000)
        report.line("key to paint meanwhile, median", None, statistics.median(keys), "ms",
                    scale=1000)
        report.line(f"key to paint meanwhile, p99 of {len(keys)}", None, percentile(keys, 0.99),
                    "ms", absolute=50, scale=1000)


def virtual(options, report):
    print(f"— {MANY:,} virtual cards beside as many prepaid ones, in one process")
    done = subprocess.run([options.vaultworker, "virtual", str(MANY)], capture_output=True,
                          text=True, check=True)
    times = json.loads(done.stdout)
    assert times["cards"] == MANY
    report.line("list, without opening", times["prepaid"], times["virtual"], "ms", limit=1.5,
                scale=1000)
    report.line("open one card", None, times["opening"] / MANY, "ms", scale=1000)


def opened(command, answers, keys):
    """Seconds from the answer with the first page to its paint and to the last row's; keys that are
    pressed in between add their times."""
    before = len(answers.times)
    program = Program(command)
    try:
        painted = program.until(ROW)
        while len(answers.times) < before + PAGES:
            start = time.perf_counter()
            program.send(b"j")
            if program.read(1.0):
                keys.append(time.perf_counter() - start)
            program.settle(0.005)
        screen = pyte.Screen(*FULL)
        stream = pyte.ByteStream(screen)
        seen = 0
        while not any(f"{MANY:,} of {MANY:,}" in line for line in screen.display):
            program.send(b"G")
            program.settle(0.005)
            stream.feed(bytes(program.output[seen:]))
            seen = len(program.output)
        whole = time.perf_counter()
        first = answers.times[before]
        return painted - first, whole - first
    finally:
        program.stop()


def news(options, report):
    print("— a lock in one terminal, seen in another")
    with Walletd(options, 6) as server:
        one, other = (Program(command(options, server)) for _ in range(2))
        try:
            for program in (one, other):
                program.until(ROW)
                program.settle(1.0)
            delays = []
            for key in (b"l", b"u") * 10:
                other.settle(0.5)
                one.send(key)
                start = time.perf_counter()
                if not other.read(2.0):
                    raise TimeoutError("the change never came")
                delays.append(time.perf_counter() - start)
                one.settle(0.2)
        finally:
            one.stop()
            other.stop()
    report.line("median of 20", None, statistics.median(delays), "ms", scale=1000)
    report.line("worst of 20", None, max(delays), "ms", absolute=200, scale=1000)
