"""Counts the instructions of a program that runs under Callgrind."""

import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Timing"))

from waiting import DEADLINE, await_that  # noqa: E402

# Under Callgrind everything takes fifty times as long. Nothing waits for so long if it works.
PATIENCE = 20 * DEADLINE


class Callgrind:
    """Counts what one program executes in user space, in all its threads.

    `command` goes before the program's own words. `pid` is set when it has started.
    """

    def __init__(self, *options):
        self.folder = tempfile.mkdtemp(prefix="counts-")
        # In the folder, because a program that is killed leaves its pipes behind.
        self.pipes = f"--vgdb-prefix={self.folder}/pipe"
        # Threads take turns, so that those that wait for each other do so in the same order each time.
        self.command = [
            "/usr/bin/valgrind", "--tool=callgrind", "--fair-sched=yes", self.pipes,
            f"--callgrind-out-file={self.folder}/out", f"--log-file={self.folder}/log", *options]
        self.pid = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def control(self, *words):
        """Tells Callgrind something, and returns when that is done."""
        done = subprocess.run(["/usr/bin/vgdb", self.pipes, f"--pid={self.pid}", *words],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=PATIENCE)
        if done.returncode != 0:
            raise RuntimeError(f"vgdb {' '.join(words)}: {done.stdout[-400:]}")

    def reports(self):
        """The instructions in each report that was written, the oldest first."""
        counts = []
        names = glob.glob("out.*", root_dir=self.folder)
        # Number, or number and thread.
        for name in sorted(names, key=lambda name: [int(part) for part in name[4:].split("-")]):
            name = os.path.join(self.folder, name)
            with open(name, encoding="utf-8", errors="replace") as file:
                # The line `summary` leaves out other threads.
                counts.append(int(re.search(r"^totals: (\d+)$", file.read(), re.M)[1]))
            os.unlink(name)
        return counts

    def functions(self, program):
        """The functions of a program that were used since the report before, sorted."""
        self.control("dump")
        found, names, files, file = set(), {}, {}, None
        for path in glob.glob(f"{self.folder}/out.*"):
            with open(path, encoding="utf-8", errors="replace") as report:
                for kind, number, name in re.findall(
                        r"^(c?ob|c?fn)=\((\d+)\)(?: (.*))?$", report.read(), re.M):
                    known = files if kind.endswith("ob") else names
                    # A name is written once, and then its number.
                    if name:
                        known[number] = name.split("'")[0]
                    if kind == "ob":
                        file = files[number]
                    elif kind == "fn" and file == os.path.realpath(program):
                        found.add(names[number])
            os.unlink(path)
        return sorted(found)

    def taken(self):
        """The instructions since the report before."""
        self.control("dump")
        return sum(self.reports())

    def threads(self):
        """The state of each thread, and how often it has stopped running."""
        found = {}
        for name in glob.glob(f"/proc/{self.pid}/task/*/status"):
            try:
                with open(name) as file:
                    text = file.read()
            except (FileNotFoundError, ProcessLookupError):
                # The thread has ended.
                continue
            found[name] = (re.search(r"^State:\s+(\S)", text, re.M)[1],
                           re.findall(r"ctxt_switches:\s+(\d+)", text))
        return found

    def is_quiet(self):
        """Whether all threads sleep and none has run meanwhile. No clock is needed for that."""
        threads = self.threads()
        return (bool(threads) and all(state == "S" for state, _ in threads.values())
                and threads == self.threads())

    def settle(self, has_more=lambda: False):
        """Waits until nothing is left to do. `has_more`: whether something was still coming."""
        await_that(lambda: not has_more() and self.is_quiet(), "the program never sleeps", PATIENCE)
