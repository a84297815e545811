"""Sizes, colours and glyphs."""

import re

from harness.processes import await_that
from harness.runner import scenario, scenarios
from harness.terminal import picture
from harness.wallet import Wallet

SIZES = [(120, 40), (100, 30), (80, 24), (60, 20), (40, 15), (40, 12), (200, 60)]


def settled(wallet):
    """The text after two equal checks."""
    seen = [wallet.screen()]

    def is_equal():
        seen.append(wallet.screen())
        return seen[-1].text == seen[-2].text
    await_that(is_equal, "a screen that stays")
    return seen[-1]


@scenarios(*SIZES, core=2)
def size(world, columns, rows):
    """The screen fits"""
    wallet = Wallet(world, size=(columns, rows)).ready()
    wallet.see("Everyday", "● Active")
    now = settled(wallet)
    for y, row in enumerate(now.rows):
        text = "".join(cell.text for cell in row)
        if text.startswith(("╭", "│", "╰")):
            ends = text.rstrip()
            assert ends[-1] in "╮│┃╯" and len(row) == columns, f"line {y}\n{picture(now)}"
    assert now.find(r"\? help"), "the hint for help is the last to go"
    wallet.run("help")
    wallet.see("▸ Keys", "Lock card")
    wallet.escape("▸ Keys")
    wallet.run("card.pin")
    wallet.see("Show PIN", "send code")


@scenario
def resizing(world):
    """After any resize the screen is the same as if started at that size"""
    wallet = Wallet(world).ready()
    wallet.select("Travel")
    for columns, rows in [*SIZES, (80, 24), (120, 40)]:
        wallet.resize(columns, rows)
        fresh = Wallet(world, size=(columns, rows)).ready()
        fresh.select("Travel")
        wallet.wait(lambda now: timeless(now) == timeless(fresh.screen()),
                    f"{columns}×{rows} to look like a fresh start")
        fresh.close()


def timeless(now):
    return re.sub(r"\d+ \w+ ago +|just now +", "", now.text)


@scenarios((39, 12), (40, 11), (20, 5), (10, 3), core=1)
def guard(world, columns, rows):
    """The guard screen ignores every key but quit"""
    wallet = Wallet(world, size=(columns, rows))
    wallet.see("walletui" if columns < 20 else "needs 40×12")
    wallet.run("card.lock", "card.create", "card.cancel", "card.pin")
    # A new size is handled before keys.
    wallet.taken()
    wallet.resize(80, 24)
    wallet.see("1 of 6", r"··4821 +● Active")
    assert not wallet.screen().find("New card|Cancel Everyday|Show PIN")
    wallet.resize(columns, rows)
    wallet.see("walletui" if columns < 20 else "needs 40×12")
    wallet.run("quit")
    assert wallet.wait_end() == 0


def colours(now):
    found = set()
    for style in now.styles():
        found.update({style.fg, style.bg})
    return found - {None}


@scenario
def many_colours(world):
    """With 256 colours only those are used, and the card's face is a gradient"""
    wallet = Wallet(world, term="xterm-256color").ready()
    found = colours(wallet.see("4821"))
    assert found and all(isinstance(color, int) and color > 15 for color in found), found
    now = wallet.screen()
    x, y = now.find("Skrill Mastercard")
    assert len({now.cell(x + step, y).style.bg for step in range(-2, 38)}) > 1, "no gradient"
    assert now.style("Everyday +●").bg != now.style("Groceries").bg


@scenarios(("xterm-256color", 16, "--colours", "16"), ("xterm", 8), ("linux", 8), core=1)
def few_colours(world, term, count, *options):
    """With few colours only those are used, and the selection is visible"""
    wallet = Wallet(world, *options, term=term).ready()
    now = wallet.see("4821")
    found = colours(now)
    assert found and all(isinstance(color, int) and color < count for color in found), found
    assert now.style("Everyday +●").bg != now.style("Groceries").bg
    for y, row in enumerate(now.rows):
        for cell in row:
            same = cell.style.fg is not None and cell.style.fg == cell.style.bg
            assert not (same and cell.text.strip()), f"line {y} is unseen"


@scenarios(("xterm-256color", "truecolor"), ("tmux-256color", "24bit"), ("xterm", "truecolor"))
def true_colour(world, term, colorterm):
    """With 24-bit colours the face is a smooth gradient"""
    wallet = Wallet(world, term=term, env={"COLORTERM": colorterm}).ready()
    now = wallet.see("4821")
    # The face begins a row above its programme and three columns before it.
    x, y = now.find("Skrill Mastercard")
    # These rows of it have no text.
    plain = [half for row in (0, 2, 5, 7, 10) for half in halves(now, x - 3, y - 1 + row, 40)]
    colours = {colour for half in plain for colour in half}
    assert all(isinstance(colour, tuple) for colour in colours), colours
    assert len(colours) > 10, f"only {len(colours)} shades"
    steps = [(one, two) for half in plain for one, two in zip(half, half[1:])]
    steps += [pair for upper, lower in zip(plain[::2], plain[1::2]) for pair in zip(upper, lower)]
    largest = max(steps, key=lambda pair: difference(*pair))
    assert difference(*largest) <= 12, f"a step from {largest[0]} to {largest[1]}"


def halves(now, x, y, width):
    """The colours of the upper and of the lower halves of cells without text."""
    upper, lower = [], []
    for column in range(x, x + width):
        cell = now.cell(column, y)
        ink, ground = cell.style.fg, cell.style.bg
        text = cell.text if cell.text.strip() else " "
        assert text in " ▀▄█", f"text on the face at {column}, {y}: {text}"
        upper.append(ink if text in "▀█" else ground)
        lower.append(ink if text in "▄█" else ground)
    return upper, lower


def difference(one, two):
    """The largest difference of two colours' parts, of 255."""
    return max(abs(a - b) for a, b in zip(one, two))


@scenarios(("vt100", None), ("xterm-256color", "1"))
def mono(world, term, no_color):
    """Without colours the selection is reversed"""
    env = {"NO_COLOR": no_color} if no_color else {}
    wallet = Wallet(world, term=term, env=env).ready()
    now = wallet.see("4821")
    assert not colours(now), colours(now)
    assert "reverse" in now.style("Everyday +●").attributes
    assert "reverse" not in now.style("Groceries").attributes
    assert "bold" in now.style("walletui").attributes


@scenarios(("always", "1", True), ("never", "", False), ("auto", "1", False), ("auto", "", True))
def color(world, when, no_color, coloured):
    """--color always overrides NO_COLOR, never leaves bold and reversed"""
    wallet = Wallet(world, "--color", when, env={"NO_COLOR": no_color}).ready()
    now = wallet.see("4821")
    assert bool(colours(now)) == coloured, colours(now)
    assert "bold" in now.style("walletui").attributes
    assert ("reverse" in now.style("Everyday +●").attributes) != coloured


@scenarios(("dark",), ("light",), ("terminal",))
def themes(world, name):
    """Each theme paints"""
    wallet = Wallet(world, "--theme", name).ready()
    now = wallet.see("4821")
    ground = now.cell(0, 0).style.bg
    assert (ground is None) == (name == "terminal"), ground


@scenario
def ascii_only(world):
    """--ascii draws with ASCII only"""
    wallet = Wallet(world, "--ascii").ready()
    for command, seen in [("card.lock", "Everyday locked"), ("card.pin", "send code")]:
        wallet.run(command)
        wallet.see(seen)
    text = "".join(wallet.screen().text.split())
    # Amounts keep their currency sign, and texts of the wallet their accents.
    odd = {character for character in text if ord(character) > 126} - set("€·•−…×éè")
    assert not odd, odd
