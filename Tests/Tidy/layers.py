"""The imports of each target, compared with the table of docs/architecture.md.

The rows of the table are `| layer | target | may import | … |`. A target imports the targets that its
row names, which are in the same layer or a lower one, and the modules of the toolchain below.
"""

import re

from tree import line_of

DOCUMENT = "docs/architecture.md"
TOOLCHAIN = {"Glibc", "Synchronization", "Dispatch"}
# Rules without I/O and an application without a terminal must not use the system.
PURE = {"WalletModel", "ThreeDSecure", "WalletAPI", "WalletService", "ScreenKit", "WalletUI"}
IMPURE = {"Glibc", "Dispatch"}
IMPORT = re.compile(r"^[ \t]*(?:@\w+\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?"
                    r"import\s+(?:(?:class|struct|enum|protocol|func|var|let|typealias)\s+)?(\w+)",
                    re.MULTILINE)


def rows(tree):
    """The layer of each target, the targets that it may import, and the line."""
    found = {}
    for number, line in enumerate(tree.text(DOCUMENT).splitlines(), 1):
        row = re.match(r"\|\s*(\d+)\s*\|([^|]*)\|([^|]*)\|", line)
        if row:
            for name in re.findall(r"`(\w+)`", row[2]):
                found[name] = int(row[1]), set(re.findall(r"\w+", row[3])), number
    return found


def table(tree):
    """Compares the table with itself and with the folders."""
    found = rows(tree)
    ours = {name.split("/")[1] for name in tree.files("Sources")} - {"System"}
    ours |= {name.split("/")[2] for name in tree.files("Sources/System")}
    for name in sorted(ours - set(found)):
        yield DOCUMENT, 1, f"{name} is not in the table: add it"
    for name, (layer, imports, line) in found.items():
        for other in sorted(imports):
            if other not in found:
                yield DOCUMENT, line, f"{name} may import {other}, which is not in the table: add it"
            elif found[other][0] > layer:
                yield DOCUMENT, line, f"{name} (layer {layer}) may import {other} of a higher layer: move one"


def imports(tree):
    found = rows(tree)
    for name in tree.files("Sources", ends=".swift"):
        target = name.split("/")[1]
        _, allowed, _ = found.get(target, (0, set(), 0))
        for import_ in IMPORT.finditer(tree.code(name)):
            module, line = import_[1], line_of(tree.code(name), import_.start(1))
            if module in TOOLCHAIN and target in PURE and module in IMPURE:
                yield name, line, f"{target} must not import {module}: move the code to a target that may"
            elif module not in TOOLCHAIN and module not in allowed:
                yield name, line, f"{target} may not import {module}: move the code, or change {DOCUMENT}"


def _tree(*rows_, **files):
    """Keywords are names of targets."""
    return {DOCUMENT: "".join(f"| {row} | it |\n" for row in rows_),
            **{f"Sources/{target}/a.swift": text for target, text in files.items()}}


TABLE_CONTROLS = [
    ("a table", _tree("0 | `A` `C` | – ", "1 | `B` | A, C", A="", B=""), []),
    ("a target that is not in it", _tree("0 | `A` | –", A="", B=""), ["md:1: B is not in the table"]),
    ("a higher layer", _tree("0 | `A` | B", "1 | `B` | –"), ["md:1: A (layer 0) may import B"]),
    ("nothing", _tree("0 | `A` | D"), ["md:1: A may import D, which"]),
    ("a C target", {**_tree("0 | `A` | –"), "Sources/System/CA/a.c": ""}, ["CA is not in the table"]),
]
IMPORT_CONTROLS = [
    ("what is allowed", _tree("0 | `A` | –", "1 | `B` | A", B="import A\nimport Glibc\n// import D"), []),
    ("what is not", _tree("0 | `A` | –", "1 | `B` | A", A="\n@testable import B",
                          B="package import struct A.C"), ["A/a.swift:2: A may not import B"]),
    ("the system", _tree("0 | `WalletUI` | –", WalletUI="import Glibc"),
     [":1: WalletUI must not import Glibc"]),
]
