"""What the long forms of the tests run: the table of `.ci/affected`, and suites chosen by their names."""

import re
import runpy

from swift import declarations
from tree import line_of

AFFECTED = ".ci/affected"
# Folders with a folder for each target.
GROUPS = ("Sources/System/", "Tests/Support/", "Tests/Timing/")
SERVER, KILL = "Tests/Timing/Server/", "Tests/Timing/Server/Kill/"


def affected(tree):
    """Each folder of Sources and Tests is in the table, and each name of the table is there."""
    rows = runpy.run_path(str(tree.root / AFFECTED))["ROWS"]
    folders = {"/".join(name.split("/")[:3 if name.startswith(GROUPS) else 2])
               for name in tree.files("Sources", "Tests")}
    for name in sorted(folders - set(rows)):
        yield AFFECTED, 1, f"{name} has no row: add it to the checks that it needs"
    for name in rows:
        if not (tree.root / name).exists():
            yield AFFECTED, 1, f"there is no {name}: remove it"


def kills(tree):
    """`.ci/test` chooses the suites of check-kill and of check-net by the word Kill in their names."""
    for name in tree.files(SERVER[:-1], ends=".swift"):
        code = tree.code(name)
        outer = [found for found in declarations(code) if found.depth == 0]
        for test in re.finditer(r"@Test\b", code):
            line = line_of(code, test.start())
            suite = next((one.name for one in outer if one.line <= line < one.line + one.lines), "")
            if ("Kill" in suite) != name.startswith(KILL):
                yield name, line, (f"{suite or 'no suite'}: the suites of {KILL}, and no others of "
                                   f"{SERVER}, have Kill in their names: rename or move it")


def _table(names):
    return {AFFECTED: f"ROWS = dict.fromkeys({names.split()}, 'net')\n"}


def _suite(folder, name):
    return {f"{folder}a.swift": f"@Suite struct {name} {{\n  @Test func a() {{}}\n}}\n"}


AFFECTED_CONTROLS = [
    ("a table", {"Sources/A/B/a.swift": "", "Sources/System/C/a.c": "", "Tests/Timing/D/a.py": "",
                 **_table("Sources/A Sources/System/C Tests/Timing/D Sources/A/B")}, []),
    ("a folder without a row", {"Sources/A/a.swift": "", "Tests/Support/B/a.swift": "", **_table("Sources/A")},
     ["affected:1: Tests/Support/B has no row"]),
    ("a group as a row", {"Sources/System/A/a.c": "", **_table("Sources/System")},
     ["affected:1: Sources/System/A has no row"]),
    ("a row of nothing", _table("Sources/A"), ["affected:1: there is no Sources/A"]),
]
KILL_CONTROLS = [
    ("names", {**_suite(KILL, "StopKillTests"), **_suite(SERVER, "SlowTests")}, []),
    ("a suite of kills", _suite(KILL, "StopTests"), ["Kill/a.swift:2: StopTests: "]),
    ("another suite", _suite(SERVER, "KillTests"), ["Server/a.swift:2: KillTests: "]),
    ("a test without a suite", {f"{KILL}a.swift": "let a = 1\n@Test\nfunc b() {}\n"},
     ["Kill/a.swift:2: no suite: "]),
]
