"""Files of a commit: their size, paths of this machine, the links of documents, the index of decisions."""

import re

from tree import line_of

MOST = 1 << 20
# A folder of the machine on which somebody works.
MACHINE = re.compile(r"(?<![\w.}~])/(?:work|root)/")
# These contain such a path, with the reason.
OWN_MACHINE = {".ci/bare": "the home folder of root in the chroot that it makes"}
LINK = re.compile(r"\]\(<?([^)<>\s]+)>?(?:\s+\"[^\"]*\")?\)|\b(?:src|srcset|href)=\"([^\"]+)\"")
INDEX = "docs/decisions/README.md"
BLOCK = re.compile(r"^( *)```.*?^\1```", re.MULTILINE | re.DOTALL)


def size(tree):
    for name in tree.names:
        length = (tree.root / name).stat().st_size
        if length > MOST:
            yield name, 1, f"it has {length} bytes, more than {MOST}: make it while the tests run"


def machine(tree):
    for name in tree.names:
        if name not in OWN_MACHINE and b"\0" not in tree.bytes(name)[:4096]:
            for found in MACHINE.finditer(tree.text(name)):
                yield name, line_of(tree.text(name), found.start()), (
                    f"{found[0]} is a folder of one machine: use a path in the project")


def anchors(text):
    """The names by which GitHub reaches the headings of a document."""
    heads = re.findall(r"^#+ +(.*?) *#*$", BLOCK.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def links(tree):
    for name in tree.documents():
        folder = name.rpartition("/")[0]
        text = BLOCK.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), tree.text(name))
        for found in LINK.finditer(text):
            path, _, anchor = (found[1] or found[2]).partition("#")
            if re.match(r"[a-z]+:", path):
                continue
            there = (tree.root / folder / path).resolve() if path else tree.root / name
            if not there.exists():
                what = f"there is no {path}"
            elif anchor and there.suffix == ".md" and anchor not in anchors(there.read_text()):
                what = f"{path or name} has no heading {anchor}"
            else:
                continue
            yield name, line_of(text, found.start()), f"{what}: correct the link"


def decisions(tree):
    """Each decision is in the index, with its title."""
    for name in tree.files("docs/decisions", ends=".md"):
        title = tree.text(name).split("\n")[0].removeprefix("# ")
        line = f"- [{title}]({name.rpartition('/')[2]})"
        if name != INDEX and line not in tree.text(INDEX).split("\n"):
            yield name, 1, f"{INDEX} has no line \"{line}\": write it at its subject"


SIZE_CONTROLS = [
    ("a small file", {"a": "x" * MOST}, []),
    ("a large file", {"a": "x" * (MOST + 1)}, ["a:1: it has 1048577 bytes"]),
]
MACHINE_CONTROLS = [
    ("paths", {"a": "/usr/bin\n$root/root/x\na/work/x\n~/work/x", ".ci/bare": f"/{'root'}/x",
               "b": f"\0/{'root'}/x"}, []),
    ("paths of a machine", {"a": f"\ncd /{'root'}/x", "docs/b.md": f"/{'work'}/x"},
     ["a:2: ", "docs/b.md:1: "]),
]
LINK_CONTROLS = [
    ("links", {"docs/a.md": "[a](b.md#it-is-so) [a](../c) <img src=\"../c\"> [a](#a)\n# A\n```\n[a](x)\n```",
               "docs/b.md": "## It is *so*.", "docs/decisions/d.md": "[a](../b.md#it-is-so)", "c": "[a](x)",
               "README.md": "[a](docs/a.md) [a](https://a/x)"}, []),
    ("a file that is not there", {"docs/a.md": "\n[a](b.md)", "docs/decisions/a.md": "[a](a.md) [a](b.md)",
                                   "README.md": "<img src=\"x.svg\">"},
     ["README.md:1: there is no x.svg", "docs/a.md:2: there is no b.md", "decisions/a.md:1: there is no b.md"]),
    ("a heading that is not there", {"docs/a.md": "[a](b.md#c) [a](#c)", "docs/b.md": "# A\n```\n# C\n```"},
     ["a.md:1: b.md has no heading c", "a.md:1: docs/a.md has no heading c"]),
]
DECISION_CONTROLS = [
    ("decisions", {INDEX: "# D\n- [So.](a.md)", "docs/decisions/a.md": "# So.\n"}, []),
    ("a decision with another title, and one that is not listed",
     {INDEX: "- [So](a.md)", "docs/decisions/a.md": "# So.", "docs/decisions/b.md": "# B"},
     ["a.md:1: docs/decisions/README.md has no line \"- [So.](a.md)\"", "b.md:1: "]),
]
