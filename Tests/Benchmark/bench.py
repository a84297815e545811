#!/usr/bin/python3
"""Compares speed and memory of walletui and walletd with minimal C programs in one run.

usage: bench.py [SECTION…] [--check] [--build FOLDER] [--runs N] [--keys N] [--idle N]

Figures that depend on the machine are ratios to that baseline. `--check` fails if a target is not
reached; without it this is a report.
"""

import argparse
import os
import sys

sys.dont_write_bytecode = True

import client  # noqa: E402
import cluster  # noqa: E402
import follow  # noqa: E402
import screen  # noqa: E402
import server  # noqa: E402
from report import Report  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SECTIONS = {
    "screen": screen.measure,
    "form": screen.form,
    "reads": server.reads,
    "writes": server.writes,
    "handles": server.handles,
    "memory": server.memory,
    "cluster": cluster.cluster,
    "client": client.lists,
    "virtual": client.virtual,
    "news": client.news,
    "follow": follow.follow,
}
PROGRAMS = ("walletui", "walletd", "listfloor", "serverfloor", "vaultworker",
            "simulatorserver")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--build", default=os.path.join(ROOT, ".build/release"),
                        help="where the programs are")
    parser.add_argument("--runs", type=int, default=11, help="starts of each program")
    parser.add_argument("--keys", type=int, default=200, help="keys for each figure")
    parser.add_argument("--idle", type=int, default=5, help="seconds of doing nothing")
    parser.add_argument("--check", action="store_true", help="fail when a target is not reached")
    options = parser.parse_args()
    for name in PROGRAMS:
        path = os.path.join(options.build, name)
        if not os.access(path, os.X_OK):
            sys.exit(f"bench.py: {path} is not there; run make bench")
        setattr(options, name, path)
    for name in options.sections:
        if name not in SECTIONS:
            parser.error(f"there is no section {name}; there are: {', '.join(SECTIONS)}")
    report = Report()
    for name in options.sections or SECTIONS:
        SECTIONS[name](options, report)
    if report.missed:
        print(f"not reached: {', '.join(report.missed)}")
    return 1 if report.missed and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
