"""A frame as cells with the colours that a terminal shows."""

import functools

import pyte
import pyte.graphics

XTERM = [(0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205),
         (0, 205, 205), (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
         (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255)]
LINUX = [(0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0), (0, 0, 170), (170, 0, 170),
         (0, 170, 170), (170, 170, 170), (85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85),
         (85, 85, 255), (255, 85, 255), (85, 255, 255), (255, 255, 255)]
# The names of the first sixteen colours. Older versions of pyte name bright ones like the others.
NAMES = ["black", "red", "green", "brown", "blue", "magenta", "cyan", "white"]
for first, table in ((90, pyte.graphics.FG_AIXTERM), (100, pyte.graphics.BG_AIXTERM)):
    table.update({first + number: "bright" + name for number, name in enumerate(NAMES)})
NUMBERS = {**{name: number for number, name in enumerate(NAMES)},
           **{"bright" + name: number + 8 for number, name in enumerate(NAMES)},
           "brightyellow": 11}


class Depth:
    """A kind of terminal, and the options that make walletui draw for it."""

    def __init__(self, name, term, options, palette, bold_is_bright=False):
        self.name = name
        self.term = term
        self.options = options
        self.palette = palette
        self.bold_is_bright = bold_is_bright
        self.has_colours = palette is not None

    def colour(self, name, default, bold=False):
        """The red, green and blue of a colour as pyte names it."""
        if name == "default":
            return default
        if name in NUMBERS:
            number = NUMBERS[name]
            return (self.palette or XTERM)[number + (8 if bold and number < 8 else 0)]
        return tuple(int(name[part:part + 2], 16) for part in (0, 2, 4))


DEPTHS = [
    Depth("24-bit", "xterm-256color", ["--colours", "truecolor"], XTERM),
    Depth("256", "xterm-256color", ["--colours", "256"], XTERM),
    Depth("16", "xterm-256color", ["--colours", "16"], XTERM),
    Depth("8", "linux", [], LINUX, bold_is_bright=True),
    Depth("mono", "vt100", ["--colours", "mono"], None),
]


class Frame:
    """What a terminal shows: characters, and the colours of each cell's text and ground."""

    def __init__(self, screen, depth, light=False):
        self.depth = depth
        self.columns, self.lines = screen.columns, screen.lines
        self.default = ((0, 0, 0), (255, 255, 255)) if light else ((229, 229, 229), (0, 0, 0))
        self.text, self.ink, self.ground, self.bold = [], [], [], []
        for y in range(self.lines):
            row = screen.buffer[y]
            cells = [row[x] for x in range(self.columns)]
            self.text.append([cell.data or " " for cell in cells])
            colours = [self._colours(cell) for cell in cells]
            self.ink.append([ink for ink, _ in colours])
            self.ground.append([ground for _, ground in colours])
            self.bold.append([cell.bold for cell in cells])

    def _colours(self, cell):
        bright = cell.bold and self.depth.bold_is_bright
        ink = self.depth.colour(cell.fg, self.default[0], bright)
        ground = self.depth.colour(cell.bg, self.default[1])
        return (ground, ink) if cell.reverse else (ink, ground)

    def row(self, y):
        return "".join(self.text[y])

    def plain(self):
        """The colour of most cells."""
        counts = {}
        for row in self.ground:
            for colour in row:
                counts[colour] = counts.get(colour, 0) + 1
        return max(counts, key=counts.get)


def nearest256(colour):
    """The colour of the cube and the greys that is nearest, weighted for human eyes."""
    levels = [0, 95, 135, 175, 215, 255]
    cube = [(r, g, b) for r in levels for g in levels for b in levels]
    greys = [(8 + step * 10,) * 3 for step in range(24)]

    def distance(other):
        mean = (colour[0] + other[0]) // 2
        r, g, b = (one - two for one, two in zip(colour, other))
        return (512 + mean) * r * r // 256 + 4 * g * g + (767 - mean) * b * b // 256
    return min(cube + greys, key=distance)


def indexed(number):
    """The colour of the cube or the greys with this number."""
    if number >= 232:
        return (8 + (number - 232) * 10,) * 3
    levels = [0, 95, 135, 175, 215, 255]
    number -= 16
    return levels[number // 36], levels[number // 6 % 6], levels[number % 6]


@functools.lru_cache(maxsize=4096)
def luminance(colour):
    def linear(value):
        value /= 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
    red, green, blue = map(linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a, b):
    """The ratio of WCAG 2."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)
