"""A screen as an SVG picture, in the style of those that `walletui demo svg` draws."""

import html
from collections import Counter, defaultdict

WIDTH, HEIGHT, MARGIN, BAR = 9, 19, 16, 30
FONTS = "'DejaVu Sans Mono','Cascadia Mono',Menlo,Consolas,ui-monospace,monospace"
# The terminal's own colours.
FOREGROUND, BACKGROUND = (0xd4, 0xd4, 0xd4), (0x14, 0x15, 0x19)
# From here on, a character may come from another font, so it is an element of its own.
RARE = "\u2190"


def colours(style):
    """Front and back, with 24-bit colours only."""
    front, back = style.fg or FOREGROUND, style.bg or BACKGROUND
    if "reverse" in style.attributes:
        front, back = back, front
    if "dim" in style.attributes:
        front = tuple((3 * one + 2 * other) // 5 for one, other in zip(front, back))
    return front, back


def code(colour):
    return "#%02x%02x%02x" % colour


def box(x, y, width, height):
    return f"M{x} {y}h{width}v{height}h-{width}z"


def line(character, x, y):
    """The path of a line; None: it is none."""
    centre, middle = f"{x + WIDTH // 2}.5", f"{y + HEIGHT // 2}.5"
    return {
        "─": f"M{x} {middle}h{WIDTH}", "│": f"M{centre} {y}v{HEIGHT}",
        "╭": f"M{centre} {y + HEIGHT}V{y + 14}q0-4.5 4.5-4.5H{x + WIDTH}",
        "╮": f"M{centre} {y + HEIGHT}V{y + 14}q0-4.5-4.5-4.5H{x}",
        "╰": f"M{centre} {y}V{y + 5}q0 4.5 4.5 4.5H{x + WIDTH}",
        "╯": f"M{centre} {y}V{y + 5}q0 4.5-4.5 4.5H{x}",
        "├": f"M{centre} {y}v{HEIGHT}M{centre} {middle}H{x + WIDTH}",
        "┤": f"M{centre} {y}v{HEIGHT}M{centre} {middle}H{x}",
    }.get(character)


def block(character, x, y):
    """The path of a block; None: it is none."""
    if character == "━":
        return box(x, y + HEIGHT // 2 - 1, WIDTH, 2)
    if character == "┃":
        return box(x + WIDTH // 2 - 1, y, 2, HEIGHT)
    if character == "▀":
        return box(x, y, WIDTH, HEIGHT // 2)
    if "▁" <= character <= "█":
        part = ((ord(character) - 0x2580) * HEIGHT + 4) // 8
        return box(x, y + HEIGHT - part, WIDTH, part)
    if "▉" <= character <= "▏":
        return box(x, y, max(1, ((0x2590 - ord(character)) * WIDTH + 4) // 8), HEIGHT)
    return None


class Picture:
    def __init__(self, screen):
        self.columns, self.lines = len(screen.rows[0]), len(screen.rows)
        self.own = Counter(colours(cell.style)[1] for row in screen.rows for cell in row
                           ).most_common(1)[0][0]
        # By colour: paths of grounds, of blocks and of lines; by colour and weight: texts.
        self.grounds, self.blocks, self.strokes = (defaultdict(str) for _ in range(3))
        self.texts = defaultdict(list)
        for y, row in enumerate(screen.rows):
            self.row(y, row)

    def row(self, y, row):
        run, first, style = "", 0, None
        for x, cell in enumerate(row):
            front, back = colours(cell.style)
            left, top = x * WIDTH, y * HEIGHT
            if back != self.own:
                self.grounds[back] += box(left, top, WIDTH, HEIGHT)
            text = cell.text
            if path := line(text, left, top):
                self.strokes[front] += path
            elif path := text and block(text, left, top):
                self.blocks[front] += path
            is_shape = bool(path)
            mine = (front, "bold" in cell.style.attributes)
            alone = text >= RARE and not is_shape
            # A run ends at a shape, at another style and at two spaces.
            if run and (is_shape or alone or text and text != " " and mine != style
                        or run.endswith("  ")):
                self.add(run, first, y, style)
                run = ""
            if is_shape or not text or not run and text == " ":
                continue
            if not run:
                first, style = x, mine
            run += text
            if alone:
                self.add(run, first, y, style)
                run = ""
        if run:
            self.add(run, first, y, style)

    def add(self, run, x, y, style):
        text = run.rstrip()
        if len(text) == 1:
            place = f'x="{(2 * x + 1) * WIDTH / 2:g}" text-anchor="middle"'
        else:
            place = f'x="{x * WIDTH}" textLength="{len(text) * WIDTH}"'
        self.texts[style].append(
            f'<text {place} y="{y * HEIGHT + 14}">{html.escape(text, quote=False)}</text>')

    def svg(self, title):
        width = self.columns * WIDTH + 2 * MARGIN
        height = self.lines * HEIGHT + BAR + MARGIN
        front = code(FOREGROUND)
        dots = "".join(f'<circle cx="{x}" cy="16" r="5"/>' for x in (20, 37, 54))
        words = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
            f'font-family="{FONTS}" font-size="15">',
            f"<title>{html.escape(title, quote=False)}</title>",
            f'<rect width="{width}" height="{height}" rx="10" fill="{code(self.own)}"/>',
            f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="9.5" fill="none" '
            f'stroke="{front}" stroke-opacity=".25"/>',
            f'<g fill="{front}" fill-opacity=".3">{dots}</g>',
            f'<g transform="translate({MARGIN} {BAR})">', '<g shape-rendering="crispEdges">']
        for paths in (self.grounds, self.blocks):
            words += [f'<path fill="{code(colour)}" d="{path}"/>' for colour, path in paths.items()]
        words.append('</g>\n<g fill="none" stroke-width="1.2">')
        words += [f'<path stroke="{code(colour)}" d="{path}"/>'
                  for colour, path in self.strokes.items()]
        words.append("</g>")
        for (colour, is_bold), texts in self.texts.items():
            weight = ' font-weight="700"' if is_bold else ""
            words += [f'<g fill="{code(colour)}"{weight}>', *texts, "</g>"]
        return "\n".join([*words, "</g>", "</svg>", ""])
