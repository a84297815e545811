"""Contact sheets: for each scene an SVG picture with all sizes and depths."""

import html

WIDTH, HEIGHT, GAP, SCALE = 6, 12, 40, 0.5


def compact(frame):
    """A frame as runs of equal style: for each row, a list of (x, text, text's colour, ground)."""
    rows = []
    for y in range(frame.lines):
        runs = []
        for x in range(frame.columns):
            style = (frame.ink[y][x], frame.ground[y][x], frame.bold[y][x])
            if runs and runs[-1][2] == style:
                runs[-1][1].append(frame.text[y][x])
            else:
                runs.append((x, [frame.text[y][x]], style))
        rows.append([(x, "".join(text), *style) for x, text, style in runs])
    return rows


def colour(value):
    return "#%02x%02x%02x" % value


def picture(rows, left, top):
    words = []
    for y, runs in enumerate(rows):
        for x, text, ink, ground, bold in runs:
            px, py = left + x * WIDTH, top + y * HEIGHT
            words.append(f'<rect x="{px}" y="{py}" width="{len(text) * WIDTH}" height="{HEIGHT}" '
                         f'fill="{colour(ground)}"/>')
            if text.strip():
                weight = ' font-weight="bold"' if bold else ""
                words.append(
                    f'<text x="{px}" y="{py + 9}" textLength="{len(text) * WIDTH}"{weight} '
                    f'fill="{colour(ink)}">{html.escape(text)}</text>')
    return words


def write(frames, folder):
    """Writes FOLDER/SCENE.svg: the sizes from top to bottom, the depths from left to right."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in dict.fromkeys(frame[0] for frame in frames):
        words, top, widest = [], GAP, 0
        mine = [frame for frame in frames if frame[0] == name]
        for size in dict.fromkeys(frame[1] for frame in mine):
            left = GAP
            for _, _, depth, options, rows in (frame for frame in mine if frame[1] == size):
                title = f"{size[0]}x{size[1]} {depth} {' '.join(options)}"
                words.append(f'<text x="{left}" y="{top - 6}" fill="#888">{title}</text>')
                words += picture(rows, left, top)
                left += size[0] * WIDTH + GAP
            widest = max(widest, left)
            top += size[1] * HEIGHT + GAP
        (folder / f"{name}.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" '
            f'width="{widest * SCALE:g}" height="{top * SCALE:g}" viewBox="0 0 {widest} {top}" '
            f'font-family="monospace" font-size="10">\n'
            f'<rect width="100%" height="100%" fill="#333"/>\n' + "\n".join(words) + "\n</svg>\n")
