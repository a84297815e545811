"""Collects scenarios, runs several at a time and reports failures."""

import os
import pathlib
import re
import shlex
import shutil
import sys
import tempfile
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from waiting import now

ROOT = pathlib.Path(__file__).resolve().parents[3]

# Where a message's lines end depends on how long the paths in it are, and a path for temporary files
# has a process number in it: every scenario's folder has a path of this many characters.
FOLDER_LENGTH = 32

# What a debug build reads from its environment, for the scenarios of `make test`: messages and
# secrets stay 10 times as long, the screen says when it is complete, and passphrases and virtual
# cards cost little time. A release build knows none of it.
SEAMS = {"WALLETUI_TEST_CLOCK_RATE": "10", "WALLETUI_TEST_MARKERS": "1",
         "WALLETUI_TEST_KDF": "minimum", "WALLETUI_TEST_MAKING_SECONDS": "1"}


class Skip(Exception):
    """The scenario cannot run here; the reason is printed."""


@dataclass
class Scenario:
    function: object
    name: str
    # Further arguments of the function.
    case: tuple
    # Whether `make test` runs it. Its result must not depend on how fast anything is.
    is_core: bool

    @property
    def place(self):
        code = self.function.__code__
        return f"{os.path.relpath(code.co_filename, ROOT)}:{code.co_firstlineno}"


SCENARIOS = []


def first_line(function):
    return (function.__doc__ or function.__name__).strip().split("\n")[0]


def scenario(function=None, *, core=False):
    """Marks a function of one argument (a `World`) as a scenario; its first doc line is its name.
    `make test` runs it if it is `core`."""
    if function is None:
        return lambda marked: scenario(marked, core=core)
    SCENARIOS.append(Scenario(function, first_line(function), (), core))
    return function


def scenarios(*cases, core=0):
    """The same for several cases: each a tuple of further arguments. `make test` runs the first
    `core` of them."""
    def mark(function):
        for number, case in enumerate(cases):
            words = " ".join(str(part) for part in case if isinstance(part, (str, int)))
            SCENARIOS.append(Scenario(function, f"{first_line(function)}: {words}", case,
                                      number < core))
        return function
    return mark


class World:
    """The environment of a scenario: the program, a folder, and objects to close afterwards."""

    # `use_seams` sets them for the whole run.
    seams = {}

    def __init__(self, binary):
        self.binary = binary
        self.folder = own_folder()
        self.closers = []

    @staticmethod
    def use_seams(**others):
        World.seams = {**SEAMS, **others}

    def environment(self, **more):
        """The environment of a program of ours."""
        return {"PATH": os.environ["PATH"], "HOME": self.folder, "LANG": "C.UTF-8", **self.seams,
                **more}

    def close(self):
        try:
            for closer in reversed(self.closers):
                closer()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)


def own_folder():
    """Makes a folder whose path has FOLDER_LENGTH characters, or more if TMPDIR is long."""
    missing = FOLDER_LENGTH - len(os.path.join(tempfile.gettempdir(), "w-12345678"))
    return tempfile.mkdtemp(prefix="w-".ljust(2 + missing, "-"))


def matching(pattern):
    """The scenario with this name, or those whose name matches the regular expression."""
    named = [one for one in SCENARIOS if one.name == pattern]
    return named or [one for one in SCENARIOS if re.search(pattern, one.name, re.IGNORECASE)]


def again(binary, name, core):
    """The command that runs one scenario."""
    words = ["Tests/EndToEnd/run", os.path.relpath(binary, ROOT), *(["--core"] if core else [])]
    return shlex.join([*words, "-k", name])


def run(binary, pattern="", jobs=3, core=False, verbose=True):
    """Runs the scenarios whose name matches; returns how many failed."""
    chosen = [one for one in matching(pattern) if one.is_core or not core]
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    skipped = []
    lock = threading.Lock()
    if core:
        World.use_seams()

    def one(entry):
        world = World(binary)
        start = now()
        detail = ""
        try:
            entry.function(world, *entry.case)
            result = "passed"
        except Skip as reason:
            result, detail = "skipped", f" ({reason})"
        except AssertionError as failure:
            place = traceback.extract_tb(failure.__traceback__)
            lines = [f"{f.filename.rsplit('/', 1)[-1]}:{f.lineno}: {f.line}" for f in place]
            result, detail = "failed", "\n  " + "\n  ".join(lines[1:] + [str(failure)])
        except Exception:
            result, detail = "failed", "\n" + traceback.format_exc()
        finally:
            world.close()
        took = f"{now() - start:.1f} s"
        with lock:
            counts[result] += 1
            if result == "skipped":
                skipped.append(entry.name + detail)
            if result == "failed":
                print(f"FAIL {entry.name} ({entry.place})\n  {again(binary, entry.name, core)}\n"
                      f"  after {took}, load average {os.getloadavg()[0]:.1f}"
                      + detail.replace("\n", "\n  "), flush=True)
            elif verbose:
                print(f"{'ok  ' if result == 'passed' else 'skip'} {entry.name} ({took}){detail}",
                      flush=True)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, chosen))
    for line in skipped:
        print(f"skipped: {line}")
    if not chosen:
        print("no scenario has that name", file=sys.stderr)
    last = f", {counts['skipped']} skipped" if skipped else ""
    print(f"{counts['passed']} passed, {counts['failed']} failed{last}", flush=True)
    return counts["failed"] if chosen else 1
