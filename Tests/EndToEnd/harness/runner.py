"""Collects scenarios, runs several at a time and reports failures."""

import os
import re
import shutil
import sys
import tempfile
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

SCENARIOS = []


# Where a message's lines end depends on how long the paths in it are, and a path for temporary files
# has a process number in it: every scenario's folder has a path of this many characters.
FOLDER_LENGTH = 32


class Skip(Exception):
    """The scenario cannot run here; the reason is printed."""


def scenario(function):
    """Marks a function of one argument (a `World`) as a scenario; its first doc line is its name."""
    SCENARIOS.append((function, (function.__doc__ or function.__name__).strip().split("\n")[0], ()))
    return function


def scenarios(*cases):
    """The same for several cases: each a tuple of further arguments."""
    def mark(function):
        for case in cases:
            name = (function.__doc__ or function.__name__).strip().split("\n")[0]
            words = " ".join(str(part) for part in case if isinstance(part, (str, int)))
            SCENARIOS.append((function, f"{name}: {words}", case))
        return function
    return mark


class World:
    """The environment of a scenario: the program, a folder, and objects to close afterwards."""

    def __init__(self, binary):
        self.binary = binary
        self.folder = own_folder()
        self.closers = []

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


def run(binary, pattern="", jobs=3, verbose=True):
    """Runs the scenarios whose name matches; returns how many failed."""
    chosen = [one for one in SCENARIOS if re.search(pattern, one[1], re.IGNORECASE)]
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    lock = threading.Lock()

    def one(entry):
        function, name, case = entry
        world = World(binary)
        start = time.monotonic()
        detail = ""
        try:
            function(world, *case)
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
        with lock:
            counts[result] += 1
            if verbose or result == "failed":
                mark = {"passed": "ok  ", "failed": "FAIL", "skipped": "skip"}[result]
                print(f"{mark} {name} ({time.monotonic() - start:.1f} s){detail}", flush=True)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, chosen))
    skipped = f", {counts['skipped']} skipped" if counts["skipped"] else ""
    print(f"{counts['passed']} passed, {counts['failed']} failed{skipped}")
    if not chosen:
        print("no scenario has that name", file=sys.stderr)
        return 1
    return counts["failed"]
