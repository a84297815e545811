"""The cells of a terminal, parsed from tmux' `capture-pane -e`."""

import functools
import re
import unicodedata
from dataclasses import dataclass, field

ATTRIBUTES = {1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "reverse", 9: "strike"}
ENDS = {22: ("bold", "dim"), 23: ("italic",), 24: ("underline",), 27: ("reverse",), 29: ("strike",)}
SEQUENCE = re.compile(r"\x1b\[([0-9;:]*)m|\x1b[()][A-Z0-9]|[\x0e\x0f]")


@dataclass(frozen=True)
class Style:
    """fg and bg: None (the default), a number (indexed) or (r, g, b)."""

    fg: object = None
    bg: object = None
    attributes: frozenset = frozenset()


@dataclass(frozen=True)
class Cell:
    """text is empty in the second half of a wide character."""

    text: str
    style: Style


@dataclass
class Screen:
    rows: list
    cursor: tuple = (0, 0)
    cursor_shown: bool = True
    alternate: bool = False
    # Whether the frame is complete; None: the program does not say.
    is_complete: object = None
    lines: list = field(init=False)
    text: str = field(init=False)

    def __post_init__(self):
        self.lines = ["".join([cell.text for cell in cells]) for cells in self.rows]
        self.text = "\n".join(line.rstrip() for line in self.lines)

    def row(self, y):
        return self.lines[y].rstrip()

    def find(self, pattern):
        """(x, y) in cells of the first match; None if there is none."""
        for y, line in enumerate(self.lines):
            match = re.search(pattern, line)
            if match:
                rest = match.start()
                for x, cell in enumerate(self.rows[y]):
                    if rest <= 0 and cell.text:
                        return x, y
                    rest -= len(cell.text)
        return None

    def cell(self, x, y):
        return self.rows[y][x]

    def style(self, pattern):
        """The style of the first character that matches."""
        place = self.find(pattern)
        assert place, f"{pattern!r} is not on the screen"
        return self.cell(*place).style

    def styles(self):
        return {cell.style for row in self.rows for cell in row}


@functools.cache
def width(character):
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


@functools.lru_cache(16)
def parse(captured, columns):
    """Rows of exactly `columns` cells. The objects stay the same while nothing changes."""
    rows = []
    style = Style()
    # Style → character → its cells: most of a screen's cells are alike.
    known = {}
    for line in captured.split("\n"):
        cells = []
        position = 0
        for match in [*SEQUENCE.finditer(line), None]:
            end = match.start() if match else len(line)
            alike = known.setdefault(style, {})
            for character in line[position:end]:
                if character not in alike:
                    alike[character] = cells_of(character, style)
                if cells and width(character) == 0:
                    cells[-1] = Cell(cells[-1].text + character, cells[-1].style)
                else:
                    cells += alike[character]
            if match:
                if match.group(1) is not None:
                    style = apply(style, match.group(1))
                position = match.end()
        cells.extend(Cell(" ", Style()) for _ in range(columns - len(cells)))
        rows.append(cells[:columns])
    return rows


def cells_of(character, style):
    return [Cell(character, style)] + [Cell("", style)] * (width(character) - 1)


@functools.cache
def apply(style, codes):
    numbers = [int(code or 0) for code in re.split("[;:]", codes)] if codes else [0]
    fg, bg, attributes = style.fg, style.bg, set(style.attributes)
    while numbers:
        code = numbers.pop(0)
        if code == 0:
            fg, bg, attributes = None, None, set()
        elif code in ATTRIBUTES:
            attributes.add(ATTRIBUTES[code])
        elif code in ENDS:
            attributes.difference_update(ENDS[code])
        elif code in (38, 48):
            mode = numbers.pop(0)
            color = numbers.pop(0) if mode == 5 else tuple(numbers.pop(0) for _ in range(3))
            fg, bg = (color, bg) if code == 38 else (fg, color)
        elif code == 39:
            fg = None
        elif code == 49:
            bg = None
        elif 30 <= code <= 37 or 90 <= code <= 97:
            fg = code - 30 if code < 90 else code - 82
        elif 40 <= code <= 47 or 100 <= code <= 107:
            bg = code - 40 if code < 100 else code - 92
    return Style(fg, bg, frozenset(attributes))
