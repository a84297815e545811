"""The files of the project, each read once."""

import functools
import os
import pathlib
import re
import subprocess

STRING = r'"(?:\\.|[^"\\\n])*"'


def swift_string(depth):
    """A string with `depth` levels of parentheses and strings in its \\( … )."""
    if depth == 0:
        return STRING
    inner = rf'(?:[^()"\n]|{swift_string(depth - 1)})*'
    for _ in range(depth):
        inner = rf'(?:[^()"\n]|{swift_string(depth - 1)}|\({inner}\))*'
    return rf'"(?:\\\({inner}\)|\\.|[^"\\\n])*"'


# The first match at a position counts: a string in a comment belongs to the comment, and the other way
# round. A regular expression is a string.
TOKENS = {
    "swift": re.compile(
        r'//[^\n]*|/\*.*?\*/|(?P<raw>#+)(?:""".*?"""|"[^\n]*?")(?P=raw)|"""(?:\\.|.)*?"""|'
        r"(?<=[\s(,=:\[])/(?![\s/*])(?:\\.|[^/\\\n])+/(?=[\s),.\]])|#/[^\n]*?/#|" + swift_string(2),
        re.DOTALL),
    "c": re.compile(r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\\n])+'|" + STRING, re.DOTALL),
    "py": re.compile(r"\"\"\"(?:\\.|.)*?\"\"\"|'''(?:\\.|.)*?'''|'(?:\\.|[^'\\\n])*'|#[^\n]*|" + STRING,
                     re.DOTALL),
    "sh": re.compile(r"(?:^|(?<=\s))#[^\n]*|'[^']*'|" + STRING, re.MULTILINE),
}
TOKENS["h"] = TOKENS["c"]
# The folders of the documents.
DOCUMENTS = {"", "docs", "docs/commands", "docs/decisions"}
# Folders that git does not contain.
BUILT = {".build", ".git", "__pycache__", ".hypothesis"}


def is_comment(token, kind):
    """Python's texts with three quotes count as comments."""
    if kind in ("py", "sh"):
        return token.startswith(("#", '"""', "'''"))
    return token.startswith(("//", "/*"))


def spaces(text):
    return re.sub(r"[^\n]", " ", text)


def listed(root):
    """The files of git and the new ones in its main folders; without git all that were not built."""
    if (root / ".git").exists():
        git = ["git", "-C", str(root), "ls-files", "-z"]
        runs = [subprocess.run([*git, *words], capture_output=True, check=False) for words in (
            ["--cached"], ["--others", "--exclude-standard", "--", "Sources", "Tests", "docs"])]
        if not any(run.returncode for run in runs):
            names = set(b"".join(run.stdout for run in runs).decode().split("\0")) - {""}
            return sorted(name for name in names if (root / name).is_file())
    found = []
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in BUILT]
        found += [(pathlib.Path(folder) / name).relative_to(root).as_posix() for name in files]
    return sorted(found)


class Tree:
    """Every file has the name that it has in git, with slashes."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.names = listed(self.root)
        self.text = functools.cache(self._text)
        self.kind = functools.cache(self._kind)
        self.code = functools.cache(self._code)
        self.uncommented = functools.cache(self._uncommented)

    def files(self, *folders, ends=""):
        """The names of the files in these folders whose names end so."""
        prefixes = tuple(folder + "/" for folder in folders)
        return [name for name in self.names if name.startswith(prefixes) and name.endswith(ends)]

    def documents(self):
        """The names of the Markdown files that people read as documents."""
        return [name for name in self.names
                if name.endswith(".md") and name.rpartition("/")[0] in DOCUMENTS]

    def bytes(self, name):
        return (self.root / name).read_bytes()

    def lines(self, name):
        return self.text(name).count("\n")

    def _text(self, name):
        return self.bytes(name).decode(errors="replace")

    def _kind(self, name):
        """The language: a key of TOKENS, or None."""
        path = pathlib.PurePosixPath(name)
        if path.suffix:
            return path.suffix[1:] if path.suffix[1:] in TOKENS else None
        first = self.text(name)[:80].split("\n")[0]
        return None if not first.startswith("#!") else "py" if "python" in first else "sh"

    def _uncommented(self, name):
        """The text with spaces in place of the comments. Places and lines stay."""
        kind = self.kind(name)
        return TOKENS[kind].sub(
            lambda found: spaces(found[0]) if is_comment(found[0], kind) else found[0], self.text(name))

    def _code(self, name):
        """The text with spaces in place of the comments and the contents of strings."""
        return TOKENS[self.kind(name)].sub(lambda found: spaces(found[0]), self.text(name))


def line_of(text, place):
    return text.count("\n", 0, place) + 1
