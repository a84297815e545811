"""What must not grow: sizes of types, files and functions, and goldens. Types of one name are found, too.

`bounds.txt` contains a figure for each thing that is above its goal today.
"""

import re
from collections import Counter

from clocks import own_clocks as marks
from swift import TYPES, declarations

FILE = "Tests/Tidy/bounds.txt"
ROW = re.compile(r"(type|file|function|lines):\S+ +\d+ +# \S.*|(goldens|own-clocks) +\d+ +# \S.*")


def rows(tree):
    """The line and the figure of each name."""
    found = {}
    for number, line in enumerate(tree.text(FILE).splitlines(), 1):
        if ROW.fullmatch(line):
            name, figure = line.split()[:2]
            found[name] = number, int(figure)
    return found


def table(tree):
    seen = set()
    for number, line in enumerate(tree.text(FILE).splitlines(), 1):
        if line and not line.startswith("#"):
            if not ROW.fullmatch(line):
                yield FILE, number, "a row is NAME FIGURE # WHAT IT COUNTS: write it so"
            elif line.split()[0] in seen:
                yield FILE, number, f"{line.split()[0]} has two rows: remove one"
            seen.add(line.split()[0])


def exactly(tree, kind, figures, goal, unit, advice):
    """A figure above the goal has a bound that is equal to it.

    figures: a name, and (figure, file, line).
    """
    bounds = {name: row for name, row in rows(tree).items() if name.split(":")[0] == kind}
    for name, (figure, path, line) in sorted(figures.items()):
        number, bound = bounds.pop(name, (0, goal))
        if figure > bound:
            yield path, line, f"{name}: {figure} {unit}, more than {bound}: {advice}"
        elif number and figure <= goal:
            yield FILE, number, f"{name}: {figure} {unit}, and {goal} are allowed: remove the bound"
        elif number and figure < bound:
            yield FILE, number, f"{name}: {figure} {unit}: lower the bound to {figure}"
    for name, (number, _) in bounds.items():
        yield FILE, number, f"there is no {name}: remove the bound"


def outer_types(tree):
    """(file, declaration) of types and extensions outside of other declarations, in Sources."""
    for name in tree.files("Sources", ends=".swift"):
        for found in declarations(tree.code(name)):
            if found.kind in TYPES and found.depth == 0:
                yield name, found


def types(tree):
    lines, places = Counter(), {}
    for name, found in outer_types(tree):
        lines[found.name] += found.lines
        if found.kind != "extension" or found.name not in places:
            places[found.name] = name, found.line
    large = {f"type:{name}": (lines[name], *place) for name, place in places.items()}
    yield from exactly(tree, "type", large, 600, "lines", "divide the type with its extensions")


def names(tree):
    """A name has one outer type in Sources, a private one included. Nested types have the name of
    their outer type before theirs."""
    places = {}
    for name, found in outer_types(tree):
        if found.kind != "extension":
            path, line = places.setdefault(found.name, (name, found.line))
            if (path, line) != (name, found.line):
                yield name, found.line, f"{path}:{line} has a type {found.name}, too: rename one of them"


def files(tree):
    large = {f"file:{name}": (tree.lines(name), name, 1) for name in tree.files("Sources", ends=".swift")}
    yield from exactly(tree, "file", large, 400, "lines", "divide the file")


def goldens(tree):
    found = [name for name in tree.files("Tests") if "/Goldens/" in name]
    yield from exactly(tree, "goldens", {"goldens": (len(found), FILE, 1)}, 200, "files",
                       "merge goldens, or test with #expect")


def own_clocks(tree):
    places = [(name, line) for name in tree.files("Tests") if tree.kind(name) for line in marks(tree, name)]
    found = {"own-clocks": (len(places), *places[-1])} if places else {}
    yield from exactly(tree, "own-clocks", found, 0, "lines", "use a clock that the test controls")


def totals(tree):
    bounds = rows(tree)
    for folder in ("Sources", "Tests"):
        name = f"lines:{folder}"
        line, bound = bounds.get(name, (1, 0))
        sum_ = sum(tree.lines(file) for file in tree.files(folder, ends=".swift"))
        if sum_ > bound:
            yield FILE, line, f"{name}: {sum_} lines, more than {bound}: merge or remove code"


def functions(tree):
    bounds = rows(tree)
    for folder in ("Sources", "Tests"):
        _, bound = bounds.get(f"function:{folder}", (1, 0))
        for name in tree.files(folder, ends=".swift"):
            for found in declarations(tree.code(name)):
                if found.kind not in TYPES and found.lines > bound:
                    yield name, found.line, (f"{found.name} has {found.lines} lines, more than {bound}:"
                                             " divide the function")


def _lines(count):
    return "\n" * count


def _type(name, count, kind="struct"):
    return f"{kind} {name} {{\n{_lines(count - 2)}}}\n"


def _bound(text):
    return {FILE: f"# A comment.\n\n{text}  # lines\n"}


TABLE_CONTROLS = [
    ("rows", _bound("type:A 700"), []),
    ("a row without a comment", {FILE: "type:A 700\n"}, ["txt:1: a row is"]),
    ("a row without a figure", _bound("type:A"), ["txt:3: a row is"]),
    ("an unknown kind", _bound("colour:A 1"), ["txt:3: a row is"]),
    ("two rows", {FILE: "type:A 700 # x\ntype:A 800 # x\n"}, ["txt:2: type:A has two rows"]),
]
TYPE_CONTROLS = [
    ("a type of 600 lines", {"Sources/A/a.swift": _type("A", 600), **_bound("file:x 1")}, []),
    ("a type of 601 lines", {"Sources/A/a.swift": _type("A", 601), FILE: ""}, ["a.swift:1: type:A: 601"]),
    ("a type with extensions", {"Sources/A/a.swift": _type("A", 300) + _type("A.B", 500, "extension"),
                                "Sources/B/b.swift": _type("A", 301, "extension"), FILE: ""},
     ["A/a.swift:1: type:A: 601"]),
    ("braces in texts", {"Sources/A/a.swift": 'let a = "\\(b("//{"))" // {\n' + _type("A", 601), FILE: ""},
     ["a.swift:2: type:A: 601"]),
    ("a type at its bound", {"Sources/A/a.swift": _type("A", 700), **_bound("type:A 700")}, []),
    ("a type that grew", {"Sources/A/a.swift": _type("A", 701), **_bound("type:A 700")},
     ["a.swift:1: type:A: 701 lines, more than 700"]),
    ("a type that shrank", {"Sources/A/a.swift": _type("A", 699), **_bound("type:A 700")},
     ["txt:3: type:A: 699 lines: lower the bound to 699"]),
    ("a type below the goal", {"Sources/A/a.swift": _type("A", 5), **_bound("type:A 700")},
     ["txt:3: type:A: 5 lines, and 600 are allowed: remove"]),
    ("a bound of nothing", _bound("type:A 700"), ["txt:3: there is no type:A"]),
]
NAME_CONTROLS = [
    ("different names", {"Sources/A/a.swift": "struct A {\n  enum C {}\n}\nextension B {}",
                         "Sources/B/a.swift": "enum B {\n  class C {}\n}"}, []),
    ("a typealias", {"Sources/A/a.swift": "struct A {}", "Sources/B/a.swift": "typealias A = Int"}, []),
    ("a type of the tests", {"Sources/A/a.swift": "struct A {}", "Tests/A/a.swift": "struct A {}"}, []),
    ("one name in two targets", {"Sources/A/a.swift": "struct A {}", "Sources/B/a.swift": "\nenum A {}"},
     ["B/a.swift:2: Sources/A/a.swift:1 has a type A, too"]),
    ("one name in two files of a target", {"Sources/A/a.swift": "private actor A {}",
                                           "Sources/A/b.swift": "private protocol A {}"},
     ["A/b.swift:1: Sources/A/a.swift:1 has a type A, too"]),
]
FILE_CONTROLS = [
    ("400 lines", {"Sources/A/a.swift": _lines(400), FILE: ""}, []),
    ("401 lines", {"Sources/A/a.swift": _lines(401), FILE: ""}, ["a.swift:1: file:Sources/A"]),
]
GOLDEN_CONTROLS = [
    ("200 goldens", {FILE: "", **{f"Tests/A/Goldens/{i}.txt": "" for i in range(200)}}, []),
    ("201 goldens", {FILE: "", **{f"Tests/A/Goldens/{i}.txt": "" for i in range(201)}}, ["goldens: 201"]),
]
_MARKED = {"Tests/a.swift": "a()  // tidy: own clock: a start"}
OWN_CLOCK_CONTROLS = [
    ("a mark with a bound", {**_MARKED, **_bound("own-clocks 1")}, []),
    ("a mark without one", {**_MARKED, FILE: ""},
     ["a.swift:1: own-clocks: 1 lines, more than 0"]),
]
TOTAL_CONTROLS = [
    ("few lines", {"Sources/a.swift": "\n", FILE: "lines:Sources 1 # x\nlines:Tests 1 # x\n"}, []),
    ("too many lines", {"Sources/a.swift": "\n\n", "Tests/a.swift": "\n\n",
                        FILE: "lines:Sources 1 # x\nlines:Tests 1 # x\n"},
     ["txt:1: lines:Sources: 2", "txt:2: lines:Tests: 2"]),
]
FUNCTION_CONTROLS = [
    ("a short function", {"Sources/a.swift": "func a(b: () -> Void = {}) {\n}",
                          FILE: "function:Sources 2 # x"}, []),
    ("a long function", {"Sources/a.swift": "struct A {\nfunc a(b: () -> Void = {}) {\n\n}\n}",
                         "Tests/a.swift": "init() {\n\n\n}",
                         FILE: "function:Sources 2 # x\nfunction:Tests 3 # x"},
     ["Sources/a.swift:2: a has 3 lines", "Tests/a.swift:1: init has 4 lines"]),
]
