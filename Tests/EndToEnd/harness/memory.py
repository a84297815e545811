"""Searches the memory of another process for digits in every possible form."""

import base64
import os
import re

# The distance between digits: ASCII, UTF-16, UTF-32, arrays of wider numbers, and cells of a
# screen (ncurses' have 28 bytes, the canvas' 16).
STRIDES = (1, 2, 4, 8, 12, 16, 20, 24, 28, 32)
# Cells between groups of digits.
GAPS = (0, 1, 2, 3)
CHUNK = 1 << 16
# The forms of three or four digits, which also stand in random identifiers.
FEW = "few digits "
# The characters of an identifier or a token, and how many one has at least.
IDENTIFIER, SHORTEST = re.compile(rb"[0-9a-fA-F-]+"), 20


class Memory:
    """The memory that a process has written, as (name of the mapping, address, bytes, bytes of the
    mapped file there).

    Memory that was never written (pages of zeros) or cannot be (code and constants of files) is
    left out.
    """

    def __init__(self, pid):
        self.pieces = []
        with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
            for line in maps:
                words = line.split(maxsplit=5)
                name = words[5].strip() if len(words) > 5 else "anonymous"
                if not words[1].startswith("r") or name in ("[vvar]", "[vsyscall]", "[vdso]"):
                    continue
                if "w" not in words[1] and name.startswith("/"):
                    continue
                start, end = (int(word, 16) for word in words[0].split("-"))
                try:
                    memory.seek(start)
                    data = memory.read(end - start)
                except (OSError, ValueError, OverflowError):
                    continue
                file = mapped(name, int(words[2], 16), len(data))
                self.pieces += ((name, start + at, part, file[at:at + len(part)])
                                for at, part in written(data))

    @property
    def size(self):
        return sum(len(data) for _, _, data, _ in self.pieces)

    def find(self, needles):
        """(form, mapping, address) of each hit. Few digits within an identifier are none, nor is
        what the mapped file has there, too: the tables of a library have digits of many codes."""
        return [(form, name, hex(start + match.start())) for name, start, data, file in self.pieces
                for form, needle in needles.items() for match in needle.finditer(data)
                if not (form.startswith(FEW) and is_in_identifier(data, match.start()))
                and file[match.start():match.end()] != match[0]]

    def find_new(self, needles, before):
        """The hits that were not there before, in an earlier scan of the same process."""
        hits = self.find(needles)
        forms = {form for form, *_ in hits}
        known = set(before.find({form: needles[form] for form in forms}))
        return [hit for hit in hits if hit not in known]


class Nothing(Memory):
    """The memory of a process that has ended."""

    def __init__(self):
        self.pieces = []


def mapped(name, offset, count):
    """The bytes of a mapped file; none if it is no file."""
    if not (name.startswith("/") and os.path.isfile(name)):
        return b""
    with open(name, "rb") as file:
        file.seek(offset)
        return file.read(count)


def written(data):
    """(offset, bytes) of the parts that are not only zeros."""
    zeros = bytes(CHUNK)
    first = None
    for at in range(0, len(data) + CHUNK, CHUNK):
        part = data[at:at + CHUNK]
        if part and part != zeros[:len(part)]:
            first = at if first is None else first
        elif first is not None:
            yield first, data[first:at]
            first = None


def is_in_identifier(data, at):
    """Whether these bytes are a part of a random identifier: a long text of hexadecimal digits,
    with letters among them. No PIN and no CVV is written into one, but three digits of it are a
    given CVV in one of a hundred tokens."""
    first = max(0, at - 64)
    for match in IDENTIFIER.finditer(data, first, at + 64):
        if match.start() <= at < match.end():
            text = match[0]
            return len(text) >= SHORTEST and bool(re.search(rb"[a-fA-F]", text))
    return False


def spaced(groups, stride, gap, form):
    """Digits `stride` bytes apart, with `gap` cells of anything between the groups."""
    filler = rb"[\s\S]{%d}"
    parts = []
    for number, group in enumerate(groups):
        if number and gap:
            parts.append(filler % (gap * stride))
        for digit in group:
            parts.append(re.escape(form(digit)) + (filler % (stride - 1) if stride > 1 else b""))
    # The bytes after the last digit do not matter.
    parts[-1] = re.escape(form(groups[-1][-1]))
    return re.compile(b"".join(parts))


def ascii_digit(digit):
    return digit.encode()


def number(digit):
    return bytes([int(digit)])


def pan_needles(pan, middle=None):
    """Forms of a card number. The middle eight digits are enough; the rest is printed openly.
    A number of another length than 16 needs the groups of its `middle`."""
    middle = middle or [pan[4:8], pan[8:12]]
    needles = {}
    for stride in STRIDES:
        for gap in GAPS:
            needles[f"digits every {stride}, gap {gap}"] = spaced(middle, stride, gap, ascii_digit)
    # Zero bytes are everywhere, so the search begins at the first other digit.
    digits = pan[4:].lstrip("0")[:8]
    for stride in (1, 4, 8):
        needles[f"numbers every {stride}"] = spaced([digits], stride, 0, number)
    for separator in (b"-", b"/", b"."):
        text = separator.join(group.encode() for group in middle)
        needles[f"grouped by {separator.decode()}"] = re.compile(re.escape(text))
    padded = pan + "f" * (len(pan) % 2)
    whole = bytes.fromhex(padded)
    swapped = bytes.fromhex("".join(padded[at + 1] + padded[at] for at in range(0, len(padded), 2)))
    needles["BCD"] = re.compile(re.escape(whole))
    needles["BCD, nibbles swapped"] = re.compile(re.escape(swapped))
    for order in ("little", "big"):
        needles[f"integer, {order} end first"] = re.compile(
            re.escape(int(pan).to_bytes(8, order)))
    needles["hexadecimal"] = re.compile(re.escape(pan[4:12].encode().hex().encode()), re.I)
    needles.update(base64_needles(pan.encode()))
    return needles


def base64_needles(secret):
    """The part of the base64 form that does not depend on the neighbouring bytes."""
    needles = {}
    for shift in range(3):
        text = base64.b64encode(b"\0" * shift + secret)
        first = (shift * 8 + 5) // 6
        last = (shift + len(secret)) * 8 // 6
        needles[f"base64 at {shift}"] = re.compile(re.escape(text[first:last]))
    return needles


def labelled(text):
    """A few digits are searched together with the neighbouring words."""
    return {f"{text!r} every {stride}": spaced([text], stride, 0, ascii_digit)
            for stride in STRIDES}


def pin_needles(pin):
    """Forms of a PIN. Four digits may be anywhere, so hits from before the PIN was requested have
    to be subtracted (`find_new`)."""
    needles = labelled("PIN   " + "   ".join(pin))
    for stride in STRIDES:
        zeros = b"\0" * (min(stride, 4) - 1)
        rest = rb"[\s\S]{%d}" % (stride - 1 - len(zeros))
        for gap in (0, 3):
            between = rb"[\s\S]{%d}" % (stride * gap) if gap else b""
            cells = [digit.encode() + zeros + (rest if stride > 4 else b"") for digit in pin]
            needles[f"{FEW}every {stride}, gap {gap}"] = re.compile(between.join(cells))
    return needles


def cvv_needles(cvv):
    """Three digits alone. They are searched in the arena only."""
    return {FEW + "of the CVV": re.compile(cvv.encode())}


def word_needles(text, secret):
    """Parts of a text with a secret in it, as a hash function leaves them: words of 8 bytes, one by
    one and in any order. Each has two of the secret's characters at least."""
    at = text.index(secret)
    needles = {}
    for start in range(max(0, at - 6), min(len(text) - 8, at + len(secret) - 2) + 1):
        word = text[start:start + 8]
        needles[f"a word, {word!r}"] = re.compile(re.escape(word.encode()))
    return needles


def key_needles(key):
    """Forms of a key of 32 bytes: words of 8 bytes, as a hash or a cipher leaves them, and what a
    text of it has. The first and the last byte are left out: a curve's key is changed there."""
    needles = {f"key, bytes {at} to {at + 8}": re.compile(re.escape(key[at:at + 8]))
               for at in (1, 8, 16, 23)}
    needles["key, hexadecimal"] = re.compile(re.escape(key[8:20].hex().encode()), re.I)
    needles.update(base64_needles(key[8:20]))
    return needles


def locked_ranges(pid):
    """The addresses of the arena: memory that no dump has and no child gets."""
    ranges, bounds = [], None
    with open(f"/proc/{pid}/smaps") as file:
        for line in file:
            words = line.split()
            if not words[0].endswith(":"):
                bounds = tuple(int(word, 16) for word in words[0].split("-"))
            elif words[0] == "VmFlags:" and {"dd", "wf"} <= set(words):
                ranges.append(bounds)
    return ranges


def outside(hits, ranges):
    """The hits that are not in the arena."""
    return [hit for hit in hits
            if not any(start <= int(hit[2], 16) < end for start, end in ranges)]


def check():
    """Checks that the needles find each form. A scanner that finds nothing must not pass."""
    pan = "2223002937424821"
    groups = [pan[at:at + 4] for at in range(0, 16, 4)]
    forms = {
        "ASCII": pan.encode(), "grouped": "   ".join(groups).encode(),
        "UTF-16": pan.encode("utf-16-le"), "UTF-32": " ".join(groups).encode("utf-32-le"),
        "dashes": "-".join(groups).encode(), "BCD": bytes.fromhex(pan),
        "base64": base64.b64encode(b'{"pan":"' + pan.encode() + b'"}'),
        "integer": int(pan).to_bytes(8, "little"), "numbers": bytes(map(int, pan)),
        "words": b"".join(int(digit).to_bytes(8, "little") for digit in pan),
        "hexadecimal": pan.encode().hex().encode(),
        "cells": b"".join(b"\x07\0\0\0" + cell.encode("utf-32-le") + bytes(20)
                          for cell in "   ".join(groups)),
        "cells of 16 bytes": b"".join(cell.encode("utf-32-le") + bytes(12)
                                      for cell in "   ".join(groups)),
    }
    for name, data in forms.items():
        found = [form for form, needle in pan_needles(pan).items() if needle.search(b"x" + data)]
        assert found, f"the scanner does not find {name}"
    library = Nothing()
    for file, hits in ((pan.encode(), 0), (b"", 1), (bytes(16), 1)):
        library.pieces = [("/lib/x.so", 0, pan.encode(), file)]
        assert bool(library.find(labelled(pan))) == bool(hits), file
    short = "342223002937421"
    needles = pan_needles(short, [short[4:10], short[10:]])
    for data in (short, f"{short[:4]} {short[4:10]} {short[10:]}"):
        assert any(needle.search(data.encode()) for needle in needles.values()), data
    body = '{"pin":"1056"}'
    spilled = b"\0".join(body.encode()[at:at + 8] for at in (0, 6))
    assert any(needle.search(spilled) for needle in word_needles(body, "1056").values())
    key = bytes(range(100, 132))
    for data in (key, key[8:16], key.hex().encode(), base64.b64encode(b"x" + key)):
        assert any(needle.search(data) for needle in key_needles(key).values()), data
    for text in ('"1056"', "1056", "a1056b", "12-1056-34", "00000000001056000000000"):
        assert not is_in_identifier(b" " + text.encode() + b" ", 1 + text.index("1056")), text
    for text in ("c0ffee1056c0ffee1056c0ff", "8f3c1056-22aa-4b1c-9d3e-0a1b2c3d4e5f"):
        assert is_in_identifier(b"\0" + text.encode(), 1 + text.index("1056")), text
    for text in ("1056", "PIN   1   0   5   6"):
        cells = b"".join(cell.encode("utf-32-le") + bytes(24) for cell in text)
        for data in (text.encode(), cells):
            assert any(needle.search(data) for needle in pin_needles("1056").values()), text
