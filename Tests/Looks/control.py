"""Frames with faults: each check has to find its own, and nothing in a frame without one."""

import pyte

import checks
from frame import DEPTHS, Frame

WORDS = {
    "plain": ["╭─ Cards ──────╮", "│ Everyday     │", "│ Everyday and…│", "╰──────────────╯"],
    "truncation": ["╭─ Cards ──────╮", "│ Every…       │", "╰──────────────╯"],
    "frame": ["╭─ Cards ──────╮", "│ Everyday     toast", "╰──────────────╯"],
}


def frame(lines, depth="24-bit", size=(20, 5), style=""):
    screen = pyte.Screen(*size)
    stream = pyte.Stream(screen)
    for y, line in enumerate(lines):
        stream.feed(f"\x1b[{y + 1};1H{style}{line}\x1b[m")
    return Frame(screen, next(one for one in DEPTHS if one.name == depth))


def cases():
    """(what, whether a fault has to be found, the findings)."""
    for name, check in (("truncation", checks.truncation), ("frame", checks.over_frame)):
        yield name, True, check(frame(WORDS[name]))
        yield name, False, check(frame(WORDS["plain"]))
    full = ["x" * 120] * 20
    yield "blank", False, checks.blank(frame(full, size=(120, 40)))
    yield "blank", True, checks.blank(frame(full[:17], size=(120, 40)))
    dark = "\x1b[38;2;{0};{0};{0};48;2;17;19;24m"
    yield "contrast", False, checks.faint_text(frame(["word"], style=dark.format(140)))
    yield "contrast", True, checks.faint_text(frame(["word"], style=dark.format(110)))
    quiet = {(110, 110, 110)}
    yield "contrast", False, checks.faint_text(frame(["word"], style=dark.format(110)), quiet)
    yield "contrast", False, checks.faint_text(
        frame(["word"], style=dark.format(110)), grounds={(1, 2, 3)})
    # The console's blue is darker than xterm's, and bold makes it brighter.
    yield "contrast", True, checks.faint_text(frame(["word"], "8", style="\x1b[34;40m"))
    yield "contrast", False, checks.faint_text(frame(["word"], "8", style="\x1b[1;36;40m"))


def run():
    wrong = 0
    for what, wanted, found in cases():
        if bool(found) != wanted:
            wrong += 1
            print(f"{what}: " + (f"found {found}" if found else "found nothing"))
    print("every fault is found" if not wrong else f"{wrong} of the checks are wrong")
    return 1 if wrong else 0
