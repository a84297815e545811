"""Calls that must not be in the sources."""

import re

from tree import line_of

WORDS = re.compile(r"\btry!|\bas!|\bfatalError(?=\()|(?<![\w.])(?:debugPrint|print)(?=\()")
# C code that gets secrets leaves parts of them on the stack.
LEAVES_SECRETS = re.compile(
    r"\b(crypto_(?!\w*bytes\(|\w*(?:alg_|limit_)\w*\()\w+|oath_(?!init)\w+|"
    r"cpass_(?:make_key|public|sign|seal|open|certify))\(")
CLEANS = re.compile(r"\bcleaningStack\b")
HASHES = re.compile(r"\bcrypto_(?:generichash|auth|hash_sha512|shorthash)\w*\(")
# Functions that write to a descriptor. Text for people is written by one of them, which sanitises it.
# Another file that writes has to be in the list below, with the reason.
WRITES = re.compile(
    r"\bGlibc\.(?:p?writev?|send\w*)\b|\b(?:writev|pwritev?|dprintf|fputs|fputc|putc|fwrite|puts"
    r"|putchar|perror|psignal|v?f?printf|sendmsg|sendto|splice|sendfile)\s*\(|\bFileHandle\b"
    r"|\bFileManager\b|\bstd(?:out|err)\b|\bSTD(?:OUT|ERR)_FILENO\b|\b(?:dup[23]?|fdopen|fopen)\s*\(")
# The system's functions without a module name, in files that import it: `write` with three arguments,
# `send` with four, without labels.
BARE_WRITE = re.compile(r"(?<![\w.>])(?:write\s*\((?:A,){2}|send\s*\((?:A,){3})[^:]*$".replace(
    "A", r"(?:[^(),:]|\([^()]*\))+"))
SYSTEM = re.compile(r"^\s*(?:\w+\s+)?import (?:Glibc|FoundationEssentials)|^#include", re.MULTILINE)
ASKS = re.compile(r"\bisatty\(STD(?:OUT|ERR)_FILENO\)")
MAY_WRITE = {
    "TextOutput/TextOutput.swift": "text for people",
    "TerminalRuntime/OutputBuffer.swift": "frames of ncurses, whose cells went through Canvas.write",
    "Log/Log.swift": "the log file, which is sanitised there",
    "RemoteBackend/PrivateFolder.swift": "files of changes, keys, answers, devices and drafts",
    "VaultLedger/LastCommitFile.swift": "a sealed file beside the vault",
    "VaultLedger/OwnFile.swift": "key files, and damaged files as they are",
    "Configuration/ConfigurationDisk.swift": "the configuration file",
    "FrontEnd/Terminal/SecretFile.swift": "dup of standard input, which is read",
    "Programs/Programs.swift": "pipes to a program",
    "FileWatching/InotifyInstance.swift": "a pipe to ourselves",
    "FileWatching/FileWatch.swift": "a pipe to ourselves",
    "walletd/ServiceManager.swift": "the service manager's socket",
    "System/CHarden/process.c": "the sequence that restores the terminal, made by TerminalModes or Console",
    "System/CHarden/arena.c": "why a process without memory ends, as a fixed text",
    "System/CTerminal/signals.c": "a pipe to ourselves",
    "System/CTerminal/screen.c": "ncurses' file in memory",
    "System/CMicroHTTPD/early_close.c": "a client's socket",
}


def swift_code(tree):
    """(file, code) of Swift sources. C modules have none."""
    for name in tree.files("Sources", ends=".swift"):
        yield name, tree.code(name)


def words(tree):
    for name, code in swift_code(tree):
        # A file may have its own function of that name, or call one that throws.
        own_print = "func print(" in code or "try print(" in code
        for found in WORDS.finditer(code):
            if not (found[0] == "print" and own_print):
                yield name, line_of(code, found.start()), (
                    f"{found[0]} is not allowed: throw an error, or write with TextOutput")


def stack(tree):
    for name, code in swift_code(tree):
        lines = ["", "", *code.splitlines()]
        for number in range(2, len(lines)):
            before = " ".join(lines[number - 2:number + 1])
            if LEAVES_SECRETS.search(lines[number]) and not CLEANS.search(before):
                yield name, number - 1, "secrets stay on the stack here: use cleaningStack { … }"


def hashes(tree):
    for name, code in swift_code(tree):
        if not name.endswith("/Hashing.swift"):
            for found in HASHES.finditer(code):
                yield name, line_of(code, found.start()), "only Hash computes hashes: call it"


def writes(tree):
    """Functions that write outside the list, and files in the list that do not write."""
    for name in tree.files("Sources"):
        if tree.kind(name) not in ("swift", "c"):
            continue
        calls_system = SYSTEM.search(tree.text(name))
        found = []
        for number, line in enumerate(tree.code(name).splitlines(), 1):
            line = ASKS.sub("", line)
            if WRITES.search(line) or calls_system and BARE_WRITE.search(line):
                found.append(number)
        if name.removeprefix("Sources/") not in MAY_WRITE:
            for number in found:
                yield name, number, "only TextOutput may write text for people: use it"
        elif not found:
            yield name, 1, "it does not write: remove it from MAY_WRITE in Tests/Tidy/calls.py"
    for name in MAY_WRITE:
        if f"Sources/{name}" not in tree.names:
            yield "Tests/Tidy/calls.py", 1, f"there is no {name}: remove it from MAY_WRITE"


def _swift(text):
    return {"Sources/A/a.swift": text}


WORD_CONTROLS = [
    ("usual code", _swift('try a()\nlet b = c as? D // try!\nf("as! print(")\nout.print(x)'), []),
    ("words", _swift("try! a()\nb as! C\nfatalError(x)\nprint(x)\ndebugPrint(x)"),
     [f"a.swift:{line}: " for line in (1, 2, 3, 4, 5)]),
    ("an own print", _swift("func print(_ a: Int) {}\nprint(1)"), []),
]
STACK_CONTROLS = [
    ("cleaned", _swift("cleaningStack {\n\n  crypto_secretbox_easy(a) }\ncrypto_box_bytes()"), []),
    ("left", _swift("crypto_secretbox_easy(a)\ncpass_sign(b)"), ["a.swift:1: secrets", "a.swift:2: secrets"]),
]
HASH_CONTROLS = [
    ("in Hash", {"Sources/A/Hashing.swift": "crypto_generichash(a)"}, []),
    ("elsewhere", _swift("\ncrypto_generichash_init(a)"), ["a.swift:2: only Hash"]),
]
_ALL = {f"Sources/{name}": "puts(a)" for name in MAY_WRITE}
WRITE_CONTROLS = [
    ("in the list", {**_ALL, **_swift("import Glibc\nisatty(STDOUT_FILENO)\nwrite(a)\nb.write(a, b, c)")},
     []),
    ("not in the list", {**_ALL, **_swift("import Glibc\nwrite(1, a, 2)\nfputs(a, b)"),
                         "Sources/System/CA/a.c": "#include <a.h>\ndprintf(1, a);"},
     ["A/a.swift:2: only", "A/a.swift:3: only", "CA/a.c:2: only"]),
    ("in the list for nothing", {**_ALL, "Sources/Log/Log.swift": ""}, ["Log.swift:1: it does not write"]),
    ("in the list without a file", {name: text for name, text in _ALL.items() if "/Log/" not in name},
     ["calls.py:1: there is no Log/Log.swift"]),
]
