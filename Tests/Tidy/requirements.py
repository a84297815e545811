"""docs/requirements.md: every cited id has a row, and the rows agree with the project.

An id is a capital letter with one or two digits, such as A24 or S4. A finding with the number of
another row has the word "review" before it. An id is cited if it is

- anywhere in docs/*.md, docs/decisions/*.md, docs/commands/*.md and the Markdown files at the top of the project;
- in a comment of Swift, C, Python and shell files, and in a Python text with three quotes;
- in the name of a test: @Test("…"), @Suite("…"), ConformanceCase("…");
- at the beginning of another text in Tests, as in "F23: settled".

A range (A16–A19, A16 to A19) cites all its ids. Other texts and code cite nothing: there an id can be
a postcode or a name. Texts that only look like an id are in IGNORED with the reason.
"""

import re

from tree import TOKENS, is_comment, line_of

DOCUMENT = "docs/requirements.md"
HEADER = ["id", "requirement", "state", "where", "test"]
ID = re.compile(r"(?:\b[Rr]eview )?(?<![\w\\%#&])[A-Z]\d{1,2}(?!\w)")
RANGE = re.compile(r"(?<!\w)([A-Z])(\d\d?)(?: ?[–-] ?| to )\1(\d\d?)(?!\w)")
NOTHING = "–"
STATE = re.compile(r"(done|planned|(partly|not applicable): \S.*)")
# Texts that look like an id: where they may be, and what they mean. An entry that is not needed is a
# finding.
IGNORED = {
    "C0": (r".*", "the control characters below U+0020"),
    "C1": (r".*", "the control characters from U+0080 to U+009F"),
    "F1": (r"docs/(?:keys|kiosk)\.md", "a key"),
    "F2": (r"docs/kiosk\.md", "a key"),
    "X11": (r"Sources/Clipboard/Clipboard\.swift", "a window system"),
    "Z0": (r"Sources/WalletModel/Requests\+Validation\.swift", "a part of a published pattern"),
}

NAMED = re.compile(r"(?:ConformanceCase|@Test|@Suite)\(\s*\Z")
LABEL = re.compile(r'"(?:(?:[A-H]\d\d|[RS]\d\d?)(?= |:|"|,)(?: (?=[A-Z]\d))?)+')


def pieces(text, kind, in_tests):
    """(place, text) of what people read in a source."""
    for token in TOKENS[kind].finditer(text):
        found = token[0]
        if is_comment(found, kind):
            yield token.start(), found
        elif kind == "swift" and NAMED.search(text[max(0, token.start() - 40):token.start()]):
            yield token.start(), found
        elif in_tests and found.startswith('"'):
            label = LABEL.match(found)
            if label:
                yield token.start(), label[0]


def cited(text):
    """(place, id) of each id in a text, those inside of a range, too."""
    for match in ID.finditer(text):
        yield match.start(), match[0].replace("Review", "review")
    for match in RANGE.finditer(text):
        letter, first, last = match.groups()
        for number in range(int(first) + 1, int(last)):
            yield match.start(), f"{letter}{number:0{len(first)}}"


def citations(tree):
    """(file, line, id) of all that is cited in the project."""
    documents = set(tree.documents())
    for name in tree.names:
        is_document = name in documents
        is_source = name.startswith(("Sources/", "Tests/")) and "/Goldens/" not in name and tree.kind(name)
        if not (is_document or is_source) or not ID.search(tree.text(name)):
            continue
        text = tree.text(name)
        parts = [(0, text)] if is_document else pieces(text, tree.kind(name), name.startswith("Tests/"))
        for start, part in parts:
            for place, number in cited(part):
                yield name, line_of(text, start + place), number


def cells(line):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip()[1:-1])]


def rows(text, findings):
    """(line, cells) of each row of each table; of one with too few or too many its id alone."""
    expected = 0
    for line, content in enumerate(text.splitlines(), 1):
        if not content.startswith("|"):
            expected = 0
            continue
        row = cells(content)
        expected += 1
        if expected == 1:
            if row != HEADER:
                findings.append((DOCUMENT, line, "a table has the cells " + ", ".join(HEADER)))
        elif expected == 2 and all(re.fullmatch(r":?-+:?", cell) for cell in row):
            pass
        elif len(row) != len(HEADER) or not content.rstrip().endswith("|"):
            findings.append((DOCUMENT, line, f"it has {len(row)} cells and not {len(HEADER)}"))
            yield line, row[:1]
        else:
            yield line, row


def paths(cell):
    """What is named between backticks; None: something else stands there."""
    names = re.findall(r"`([^`]+)`", cell)
    rest = re.sub(r"`[^`]+`", "", cell).replace(",", "").strip()
    return None if rest not in ("", NOTHING) or bool(names) == (rest == NOTHING) else names


def check_paths(tree, line, column, cell, findings):
    """Those that are there."""
    names = paths(cell)
    if names is None:
        findings.append((DOCUMENT, line, f"{column}: paths between backticks, or {NOTHING}: write it so"))
        return []
    base = {"where": "Sources", "test": "Tests"}[column]
    there = [name for name in names if f"{base}/{name}" in tree.names or name in tree.names]
    for name in names:
        if name not in there:
            findings.append((DOCUMENT, line, f"{column}: there is no {name}: correct the path"))
    return there


def requirements(tree):
    findings = []
    known = {}
    planned = set()
    for line, row in rows(tree.text(DOCUMENT), findings):
        number = row[0]
        if not ID.fullmatch(number):
            findings.append((DOCUMENT, line, f"{number or 'nothing'} is no id: write a letter and a number"))
        elif number in known:
            findings.append(
                (DOCUMENT, line, f"{number} has a row already, in line {known[number]}: remove one"))
        known.setdefault(number, line)
        if len(row) < len(HEADER):
            continue
        _, requirement, state, where, test = row
        if not requirement:
            findings.append((DOCUMENT, line, f"{number} says nothing: write the requirement"))
        kind = state.split(":")[0]
        if kind in ("partly", "not applicable") and not STATE.fullmatch(state):
            findings.append((DOCUMENT, line, f"{number}: after \"{kind}:\" it says why"))
        elif not STATE.fullmatch(state):
            findings.append((DOCUMENT, line, f"{number}: there is no state {state or 'without a word'}"))
        places = check_paths(tree, line, "where", where, findings)
        tests = check_paths(tree, line, "test", test, findings)
        if kind == "planned":
            planned.add(number)
            if places or tests:
                findings.append((DOCUMENT, line, f"{number} is planned and names code: correct its state"))
        if kind == "done" and not places:
            findings.append((DOCUMENT, line, f"{number} is done and is nowhere: name the code"))
        if kind == "done" and not tests:
            findings.append((DOCUMENT, line, f"{number} is done and has no test: name it"))
    seen = set()
    for name, line, number in citations(tree):
        if number in planned and name.startswith(("Sources/", "Tests/")):
            findings.append((name, line, f"{number} is planned and cited by the code: correct its state"))
        if number in known:
            continue
        if number in IGNORED and re.fullmatch(IGNORED[number][0], name):
            seen.add(number)
        else:
            findings.append(
                (name, line, f"{number} is cited and has no row in {DOCUMENT}: add it, or cite another"))
    for number in sorted(set(IGNORED) - seen):
        why = "has a row" if number in known else "stands nowhere"
        findings.append(("Tests/Tidy/requirements.py", 1, f"{number} {why}: take it out of IGNORED"))
    return findings


GOOD = ["| A01 | It does it. | done | `a.swift` | `T/b.swift` |",
        "| A02 | So. | partly: a half | `a.swift` | – |", "| A03 | So. | planned | – | – |",
        "| A04 | So. | not applicable: nobody | – | – |", "| S1 | So. | planned | – | – |",
        "| review S1 | So. | done | `docs/x.md` | `docs/x.md`, `a.sh` |"]
# The controls: additional rows, additional files, and the expected findings in their order.
CASES = [
    ("all is well", [], {}, []),
    ("a comment of Swift", [], {"Sources/x.swift": 'let a = "x"\n/// B07.'}, ["x.swift:2: B07 is cited"]),
    ("a comment behind code", [], {"Sources/x.swift": 'f("//", "\\"") // B07'}, ["x.swift:1: B07"]),
    ("a comment behind a text in a text", [], {"Sources/x.swift": 'f("\\(g("a")) b") // B07'},
     ["x.swift:1: B07"]),
    ("a comment behind a raw text", [], {"Sources/x.swift": 'f(#"a"b"#) // B07'}, ["x.swift:1: B07"]),
    ("a block comment", [], {"Sources/x.swift": "/* a\n B7 */"}, ["x.swift:2: B7 is cited"]),
    ("every letter", [], {"Sources/x.swift": "// T1 Z99"}, ["x.swift:1: T1", "x.swift:1: Z99"]),
    ("a comment of C", [], {"Sources/x.c": "char a = '\"'; // R15"}, ["x.c:1: R15 is cited"]),
    ("a comment of a header", [], {"Sources/x.h": "/* R15 */"}, ["x.h:1: R15 is cited"]),
    ("Python's comments and documentation", [], {"Tests/x.py": '"""R1\nR2"""\n\'D1\' # R3'},
     ["x.py:1: R1", "x.py:2: R2", "x.py:3: R3"]),
    ("a program without an ending", [], {"Tests/x": "#!/usr/bin/python3\n# R1"}, ["Tests/x:2: R1"]),
    ("a comment of a shell", [], {"Tests/x.sh": "echo 'R2' # R1\n# R3"}, ["x.sh:1: R1", "x.sh:2: R3"]),
    ("documents", [], {"docs/y.md": "x\n(R1)", "docs/decisions/y.md": "R3", "README.md": "`R2`"},
     ["README.md:1: R2", "decisions/y.md:1: R3", "docs/y.md:2: R1"]),
    ("the document itself", ["| A05 | As B09. | planned | – | – |"], {}, [": B09 is cited"]),
    ("a finding of the review", [], {"docs/y.md": "Review S2, Review S1, S1"}, ["y.md:1: review S2"]),
    ("planned, and in the code", [], {"Sources/x.swift": "// A03", "docs/y.md": "A03"},
     ["Sources/x.swift:1: A03 is planned"]),
    ("planned, and in a test", [], {"Tests/x.swift": '@Test("A03 works")', "Tests/x.py": "# A01"},
     ["Tests/x.swift:1: A03 is planned"]),
    ("planned, and at the beginning of a text of a test", [], {"Tests/x.swift": 'expect("A03: works")'},
     ["Tests/x.swift:1: A03 is planned"]),
    ("planned, and within a cited range", [], {"Sources/x.swift": "// A02–A04"},
     ["Sources/x.swift:1: A03 is planned"]),
    ("planned, with a place", ["| B01 | So. | planned | `a.swift` | – |"], {}, ["B01 is planned and names"]),
    ("planned, with a test", ["| B01 | So. | planned | – | `T/b.swift` |"], {}, ["B01 is planned and names"]),
    ("a range", [], {"docs/y.md": "A01–A06"}, ["y.md:1: A06", "y.md:1: A05"]),
    ("a range in words", [], {"docs/y.md": "A04 to A06"}, ["y.md:1: A06", "y.md:1: A05"]),
    ("a test's name", [], {"Tests/x.swift": '@Test("as R1 says")\nConformanceCase(\n "a R2")'},
     ["x.swift:1: R1", "x.swift:3: R2"]),
    ("the beginning of a text of a test", [], {"Tests/x.swift": 'a("R1: x", "A01 A07 x R9", "G04")'},
     ["x.swift:1: R1", "x.swift:1: A07", "x.swift:1: G04"]),
    ("what is no citation", [],
     {"Sources/x.swift": '/// U+FE0F, 0xA7, P-256, SHA-1, é09, AB12, A123\nlet B7 = "B07 x" + """\nB7\n"""',
      "Sources/x.c": "X509 a = 0xB7; // noqa: E402", "Tests/x.py": "a = 'R1' + \"x R2\"",
      "Tests/x.swift": '["B1", "E1 6AN", "M45 19h", "P5 1"]', "Sources/x.json": "// R1"}, []),
    ("what is ignored elsewhere", [], {"Sources/x.swift": "// X11"}, ["x.swift:1: X11 is cited"]),
    ("done without a test", ["| B01 | So. | done | `a.swift` | – |"], {}, ["B01 is done and has no test"]),
    ("done with a test that is not there", ["| B01 | So. | done | `a.swift` | `no.swift` |"], {},
     ["test: there is no no.swift", "B01 is done and has no test"]),
    ("done and nowhere", ["| B01 | So. | done | – | `T/b.swift` |"], {}, ["B01 is done and is nowhere"]),
    ("a place that is not there", ["| B01 | So. | partly: x | `no.swift`, `a.swift` | – |"], {},
     ["where: there is no no.swift"]),
    ("a folder", ["| B01 | So. | partly: x | `a.swift` | `T` |"], {}, ["test: there is no T"]),
    ("words in place of a path", ["| B01 | So. | partly: x | the code | – |"], {}, ["where: paths between"]),
    ("an empty place", ["| B01 | So. | planned | | – |"], {}, ["where: paths between"]),
    ("an id twice", ["| A02 | So. | planned | – | – |"], {}, ["A02 has a row already, in line 6"]),
    ("a state that there is not", ["| B01 | So. | nearly | – | – |"], {}, ["B01: there is no state nearly"]),
    ("done with a reservation", ["| B01 | So. | done: x | `a.swift` | `T/b.swift` |"], {},
     ["B01: there is no state done: x"]),
    ("no state", ["| B01 | So. | | – | – |"], {}, ["B01: there is no state without a word"]),
    ("partly, alone", ["| B01 | So. | partly | – | – |"], {}, ["B01: after \"partly:\""]),
    ("partly, without a text", ["| B01 | So. | partly: | – | – |"], {}, ["B01: after \"partly:\""]),
    ("not applicable, without a reason", ["| B01 | So. | not applicable: | – | – |"], {},
     ["B01: after \"not applicable:\""]),
    ("a cell too few", ["| B01 | So. | planned | – |"], {}, ["it has 4 cells and not 5"]),
    ("a cell too many", ["| B01 | So | so. | planned | – | – |"], {}, ["it has 6 cells and not 5"]),
    ("a row without its end", ["| B01 | So. | planned | – | – | x"], {}, ["cells and not 5"]),
    ("a row without an id", ["| | So. | planned | – | – |"], {}, ["nothing is no id"]),
    ("an id that is none", ["| B001 | So. | planned | – | – |"], {}, ["B001 is no id"]),
    ("a row that says nothing", ["| B01 | | planned | – | – |"], {}, ["B01 says nothing"]),
    ("a table of another kind", ["", "| id | x |", "|---|---|"], {}, ["a table has the cells"]),
    ("what is ignored for nothing", [], {"Sources/Clipboard/Clipboard.swift": ""},
     ["X11 stands nowhere: take it out"]),
]


def _table(rows_):
    return "\n".join(["# T", "", "| " + " | ".join(HEADER) + " |", "|---|---|---|---|---|", *GOOD, *rows_])


CONTROLS = [
    (what, {"Sources/a.swift": "// A01, review S1", "Tests/T/b.swift": "", "docs/x.md": "A02", "a.sh": "",
            "docs/kiosk.md": "C0 C1 F1 F2", "Sources/Clipboard/Clipboard.swift": "// X11",
            "Sources/WalletModel/Requests+Validation.swift": "// Z0", DOCUMENT: _table(more), **files},
     expected)
    for what, more, files, expected in CASES]
