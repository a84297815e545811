"""Checks of one frame. Each returns findings as texts; none if all is well."""

import re

from frame import contrast

VERTICAL = set("│┃├┤┆┊")
# At most this share of the cells may be blank: spaces on plain ground.
BLANK = {(120, 40): 0.55, (200, 60): 0.60}
# Free cells that make an ellipsis beside them needless.
FREE = 4
# What is under way ends with an ellipsis, and so does a line to type into.
UNDERWAY = re.compile(r"^(\W*\w+ing\b.*|One moment|Type to search|:|/)…$")


def blank_share(frame):
    plain = frame.plain()
    blank = sum(text == " " and ground == plain
                for texts, grounds in zip(frame.text, frame.ground)
                for text, ground in zip(texts, grounds))
    return blank / (frame.columns * frame.lines)


def blank(frame):
    """Too many blank cells."""
    limit = BLANK.get((frame.columns, frame.lines))
    share = blank_share(frame)
    if limit is None or share <= limit:
        return []
    return [f"{share:.0%} of the cells are blank, at most {limit:.0%} may be"]


def truncation(frame):
    """A text that is cut although there are free cells beside it."""
    found = []
    for y in range(frame.lines):
        row = frame.row(y)
        for match in re.finditer("…", row):
            x = match.start()
            text = re.split(r"  +|[│┃▌]", row[:x + 1])[-1].strip()
            if re.match(" {%d}" % FREE, row[x + 1:]) and not UNDERWAY.match(text):
                found.append(f"line {y}: “{text}” is cut beside free cells")
    return found


def boxes(frame):
    """The frames that are completely in sight: (left, top, right, bottom)."""
    found = []
    for y in range(frame.lines):
        for match in re.finditer("╭", frame.row(y)):
            left = match.start()
            right = frame.row(y).find("╮", left)
            # A corner can be covered: then nothing is known of this one.
            bottom = next((b for b in range(y + 1, frame.lines)
                           if frame.text[b][left] == "╰" or frame.text[b][right] == "╯"), None)
            if right > 0 and bottom and (frame.text[bottom][left],
                                         frame.text[bottom][right]) == ("╰", "╯"):
                found.append((left, y, right, bottom))
    return found


def over_frame(frame):
    """Text over the side of a frame."""
    found = []
    all_boxes = boxes(frame)
    for box in all_boxes:
        left, top, right, bottom = box
        for y in range(top + 1, bottom):
            for x in (left, right):
                # A box that lies over another one covers its sides.
                covered = any(other != box and other[0] <= x <= other[2]
                              and other[1] <= y <= other[3] for other in all_boxes)
                if frame.text[y][x] not in VERTICAL and not covered:
                    found.append(f"line {y}, column {x}: “{frame.text[y][x]}” is over a frame")
    return found


def faint_text(frame, quiet=(), grounds=None):
    """Text with too little contrast: 4.5 is required, and 3 of words in one of the `quiet` colours.

    `grounds`: only text on these is checked, because the rest of the screen is dimmed.
    """
    if not frame.depth.has_colours:
        return []
    worst = {}
    for y in range(frame.lines):
        for x in range(frame.columns):
            text, ink, ground = frame.text[y][x], frame.ink[y][x], frame.ground[y][x]
            if not text.isalnum() or (grounds is not None and ground not in grounds):
                continue
            least = 3.0 if ink in quiet else 4.5
            ratio = contrast(ink, ground)
            if ratio < least - 0.005 and (ink, ground) not in worst:
                row = frame.row(y)
                word = re.search(r"\S*$", row[:x])[0] + re.match(r"\S*", row[x:])[0]
                worst[ink, ground] = (f"line {y}: “{word}” has {ratio:.1f}:1, "
                                      f"{least:g}:1 is required (#%02x%02x%02x on #%02x%02x%02x)"
                                      % (ink + ground))
    return list(worst.values())
