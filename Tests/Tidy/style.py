"""The format of Swift, checked by `swift format`.

Files that passed are not checked again: `.build/tidy-lint` contains a hash of each of them.
"""

import hashlib
import os
import re
import subprocess

SWIFT = os.environ.get("SWIFT", "swift").split()
PASSED = ".build/tidy-lint"
RULES = ".swift-format"
FOUND = re.compile(r"(.+?):(\d+):\d+: (?:error|warning): (.*)")


def swift_format(tree):
    names = [*tree.files("Sources", "Tests", ends=".swift"), *{"Package.swift"}.intersection(tree.names)]
    if not names:
        return
    version = subprocess.run([*SWIFT, "format", "--version"], capture_output=True, check=True).stdout
    rules = tree.bytes(RULES) if RULES in tree.names else b""

    def hash_(name):
        parts = [version, rules, name.encode(), tree.bytes(name)]
        return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()

    hashes = {name: hash_(name) for name in names}
    stamp = tree.root / PASSED
    passed = set(stamp.read_text().split()) if stamp.exists() else set()
    changed = [name for name in names if hashes[name] not in passed]
    if changed:
        run = subprocess.run([*SWIFT, "format", "lint", "--strict", "--parallel", *changed], cwd=tree.root,
                             capture_output=True, text=True, check=False)
        found = [match.groups() for match in map(FOUND.match, run.stderr.splitlines()) if match]
        for name, line, what in found:
            yield name, int(line), f"{what}: run swift format -i {name}"
        if run.returncode and not found:
            yield "Package.swift", 1, f"swift format ended with {run.returncode}: {run.stderr.strip()[-500:]}"
            return
        failed = {name for name, _, _ in found}
        hashes = {name: hash_ for name, hash_ in hashes.items() if name not in failed}
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text("\n".join(hashes.values()) + "\n")


CONTROLS = [
    ("good format", {"Sources/A/a.swift": "let a = 1\n", "Package.swift": "// a\n"}, []),
    ("bad format", {"Sources/A/a.swift": "let a=1;\n", "Tests/A/b.swift": "let a = 1\n"},
     ["a.swift:1: ", "a.swift:1: ", "a.swift:1: "]),
]
