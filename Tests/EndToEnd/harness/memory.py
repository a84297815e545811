"""Searches the memory of another process for digits in every possible form."""

import base64
import pathlib
import re

# The distance between digits: ASCII, UTF-16, UTF-32, arrays of wider numbers, and cells of a
# screen (ncurses' and the canvas' have 28 bytes).
STRIDES = (1, 2, 4, 8, 12, 16, 20, 24, 28, 32)
# Cells between groups of digits.
GAPS = (0, 1, 2, 3)
CHUNK = 1 << 16


class Memory:
    """The memory that a process has written, as (name of the mapping, address, bytes).

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
                self.pieces += ((name, start + at, part) for at, part in written(data))

    @property
    def size(self):
        return sum(len(data) for _, _, data in self.pieces)

    def find(self, needles):
        """(form, mapping, address) of each hit."""
        return [(form, name, hex(start + match.start())) for name, start, data in self.pieces
                for form, needle in needles.items() for match in needle.finditer(data)]


class Nothing(Memory):
    """The memory of a process that has ended."""

    def __init__(self):
        self.pieces = []


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
    """A few digits occur by chance, so they are searched together with the neighbouring words."""
    return {f"{text!r} every {stride}": spaced([text], stride, 0, ascii_digit)
            for stride in STRIDES}


def pin_needles(pin):
    """Forms of a PIN. Four digits also occur by chance, so hits from before the PIN
    was requested have to be subtracted."""
    needles = labelled("PIN   " + "   ".join(pin))
    for stride in STRIDES:
        zeros = b"\0" * (min(stride, 4) - 1)
        rest = rb"[\s\S]{%d}" % (stride - 1 - len(zeros))
        for gap in (0, 3):
            between = rb"[\s\S]{%d}" % (stride * gap) if gap else b""
            cells = [digit.encode() + zeros + (rest if stride > 4 else b"") for digit in pin]
            needles[f"digits every {stride}, gap {gap}"] = re.compile(between.join(cells))
    return needles


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


def passphrase_needles(text):
    """Forms of the middle of a long text of letters, such as a passphrase."""
    return labelled(text[4:16]) | base64_needles(text.encode())


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


def new_hits(needles, scanned, before):
    """The hits that were not there before, because a few digits also occur by chance."""
    hits = scanned.find(needles)
    forms = {form for form, *_ in hits}
    chance = set(before.find({form: needles[form] for form in forms}))
    return [hit for hit in hits if hit not in chance]


def in_arena(scanned, pid, cvv):
    """Hits of a CVV where secrets are. Three digits alone occur by chance in other memory."""
    hits = scanned.find({"CVV in the arena": re.compile(cvv.encode())})
    elsewhere = outside(hits, locked_ranges(pid))
    return [hit for hit in hits if hit not in elsewhere]


def in_files(folder, needles):
    """The hits in the files of a folder: vault, log, notes of changes, cores."""
    hits = []
    for path in pathlib.Path(folder).rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            hits += [(form, path.name, "") for form, needle in needles.items()
                     if needle.search(data)]
    return hits


def card_needles(pan, cvv):
    """Forms of a card's number and CVV: as it is shown, as it is sealed, as it is printed, as
    an issuer tells it."""
    needles = pan_needles(pan)
    for text in ("CVV " + cvv, f'csc":"{cvv}', f'cvv":"{cvv}', f'cvv": "{cvv}',
                 f'cvc": "{cvv}'):
        needles |= labelled(text)
    return needles


class Traces:
    """The hits of one run: while the secret was shown, after it was hidden, and on the server."""

    def __init__(self, shown, hidden, size, server=None, control=True):
        self.shown, self.hidden, self.size = shown, hidden, size
        self.server, self.control = server or [], control
        # Four digits that can be there by chance.
        self.chance = []


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
    }
    for name, data in forms.items():
        found = [form for form, needle in pan_needles(pan).items() if needle.search(b"x" + data)]
        assert found, f"the scanner does not find {name}"
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
    for text in ("1056", "PIN   1   0   5   6"):
        cells = b"".join(cell.encode("utf-32-le") + bytes(24) for cell in text)
        for data in (text.encode(), cells):
            assert any(needle.search(data) for needle in pin_needles("1056").values()), text
