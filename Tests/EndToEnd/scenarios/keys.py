"""Configured keys, key sequences, the mouse, and pastes (S9)."""

import ast
import os
import pathlib
import re

from harness.keymap import WORDS, as_bytes, for_tmux, keymap
from harness.raw import Raw
from harness.runner import scenario
from harness.wallet import Wallet, command

KEYS = """
keys:
  card.lock: [Z, space l]
  card.unlock: [space u]
  move.last: [g e]
  move.first: [g g]
  quit: [Q]
  card.cancel: none
"""
# Turned on and off: clicks and the wheel, as SGR reports.
MOUSE_ON, MOUSE_OFF = b"\x1b[?1000h\x1b[?1006h", b"\x1b[?1006l\x1b[?1000l"


def configure(world, text):
    path = os.path.join(world.folder, "keys.yaml")
    with open(path, "w") as file:
        file.write(text)
    return path


@scenario(core=True)
def configured(world):
    """Configured keys work and are shown everywhere, and replaced keys do nothing"""
    wallet = Wallet(world, "--config", configure(world, KEYS)).ready()
    wallet.see("Z lock", "Q quit", "Space u Unlock card", r"Z Lock card")
    # Literal: those that are built in, and those that are configured.
    wallet.keys("q", "l", "X")
    wallet.run("move.down")
    now = wallet.see("2 of 6")
    assert now.find(r"Everyday +(··4821 +)?● Active"), "a key that was replaced did something"
    wallet.run("help")
    wallet.see("Keys", "Z Space l")
    wallet.escape("type to search")
    wallet.keys("g", "e")
    wallet.see("6 of 6")
    wallet.keys("g", "g")
    wallet.see("1 of 6")
    wallet.keys("Z")
    wallet.see("Everyday locked")
    wallet.run("card.unlock")
    wallet.see("Everyday unlocked")
    wallet.keys("Q")
    assert wallet.wait_end() == 0


@scenario
def which_key(world):
    """After a first key the possible next keys are shown; Esc leaves, the next key runs"""
    wallet = Wallet(world, "--config", configure(world, KEYS)).ready()
    # Literal: one key of several, and the same one alone.
    wallet.keys("Space")
    wallet.see("Space …", "l  Lock card", "u  Unlock card", "Esc leave")
    wallet.escape("u  Unlock card")
    wallet.keys("l")
    wallet.keys("Space")
    now = wallet.see("u  Unlock card")
    assert now.find(r"Everyday +(··4821 +)?● Active"), "l alone locked the card"
    wallet.keys("l")
    now = wallet.see("Everyday locked")
    assert not now.find("u  Unlock card")


@scenario(core=True)
def unknown_keys_and_kept_filters(world):
    """A key without a command says so, and a kept filter says how to leave it"""
    wallet = Wallet(world).ready()
    # Literal: no command has it.
    wallet.keys("8")
    wallet.see("8 does nothing here", "shows the keys")
    wallet.run("messages")
    now = wallet.see("▸ Messages", "Lidl Sofia was declined")
    assert not now.find("does nothing"), "it is no news"
    wallet.escape("Messages")
    wallet.run("list.filter")
    wallet.type("visa")
    wallet.keys("Enter")
    wallet.see("Esc show all", "n N match")
    wallet.escape("Esc show all")
    wallet.see("1 of 6|2 of 6")


@scenario
def conflicts(world):
    """Conflicts are reported on screen and by the command, which also confirms a file without any"""
    good = configure(world, KEYS)
    assert "6 commands have keys of your own" in command(world, "keys", "--check", good)
    bad = configure(world, "keys:\n  open: r\n  card.lok: x\n")
    told = command(world, "keys", "--check", bad, status=14)
    assert ':2:9: "r" for card.reveal (built in) isn\'t used: open (' in told, told
    assert 'no command "card.lok" (did you mean "card.lock"?)' in told, told
    wallet = Wallet(world, "--config", bad).ready()
    wallet.run("messages")
    wallet.see("Messages", r'"r" for card.reveal', "card.lok")
    wallet.escape("Messages")
    wallet.run("quit")
    assert wallet.wait_end() == 0


ROOT = pathlib.Path(__file__).resolve().parents[1]
TIMING = ROOT.parent / "Timing"


@scenario(core=True)
def named(world):
    """Scenarios run commands by their ids: the key of an impossible command gives the reason"""
    pressed = {spell(keys[0]) for known in keymap(world.binary).values() for keys in known
               for spell in (for_tmux, as_bytes) if len(keys) == 1 and keys[0] not in WORDS}
    with_reason, without = [], []
    for path in [*ROOT.glob("*/*.py"), *TIMING.glob("scenarios/*.py"), ROOT / "leak"]:
        text = path.read_text()
        for function in ast.walk(ast.parse(text)):
            if not isinstance(function, ast.FunctionDef):
                continue
            lines = text.split("\n")[function.lineno:function.end_lineno]
            is_literal = any("# Literal: " in line for line in lines)
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and getattr(call.func, "attr", "") in ("keys", "send"):
                    (with_reason if is_literal else without).extend(
                        f"{path.name}:{call.lineno}: {word.value!r}" for word in call.args
                        if isinstance(word, ast.Constant) and word.value in pressed)
    assert with_reason, "the control: those with a reason are not found either"
    assert not without, "\n".join(["`run` presses keys of commands:", *without])


@scenario(core=True)
def mouse(world):
    """Off, the terminal is not asked for the mouse; on, rows, tabs, hints and menus are clicked"""
    wallet = Raw(world, size=(120, 40)).ready()
    wallet.click("Travel")
    wallet.run("move.down")
    wallet.see("2 of 6")
    assert MOUSE_ON not in wallet.raw
    wallet.run("mouse")
    wallet.see("Mouse on")
    wallet.wait(lambda: MOUSE_ON in wallet.raw, "the mouse to be asked for")
    wallet.click("Travel")
    wallet.see("3 of 6")
    wallet.click("2 Virtual")
    wallet.see("▸ Virtual")
    wallet.click("1 Cards")
    wallet.see("▸ Cards")
    wallet.click("? help")
    wallet.see("type to search")
    wallet.click("Esc back")
    wallet.see_not("type to search")
    wallet.wheel_down("Everyday")
    wallet.see("6 of 6")
    wallet.run("mouse")
    wallet.wait(lambda: wallet.raw.count(MOUSE_OFF) == 1, "the mouse to be given back")
    wallet.click("q quit")
    wallet.run("quit")
    assert wallet.ended() == 0
    wallet.check_restored()


@scenario
def mouse_from_the_start(world):
    """--mouse asks for the mouse at once, --no-mouse overrides the configuration"""
    file = configure(world, "mouse: yes\n")
    for options, wanted in [(["--mouse"], True), (["--config", file], True),
                            (["--config", file, "--no-mouse"], False)]:
        wallet = Raw(world, *options).ready()
        wallet.run("quit")
        assert wallet.ended() == 0
        assert (MOUSE_ON in wallet.raw) == wanted, options
        wallet.check_restored()
        wallet.close()


START, END = b"\x1b[200~", b"\x1b[201~"


def check_unharmed(wallet):
    """The program runs, no card was changed, and the next keys work."""
    wallet.run("move.last")
    wallet.see("6 of 6")
    wallet.run("move.first")
    wallet.see("1 of 6")
    assert wallet.status is None
    assert re.search(r"Everyday +● Active", wallet.text), wallet.text
    assert "Everyday locked" not in wallet.text, wallet.text


@scenario(core=True)
def paste_in_the_palette(world):
    """A paste into the palette searches; its line end runs nothing"""
    wallet = Raw(world, size=(120, 40)).ready()
    wallet.run("palette")
    wallet.see("type to search")
    wallet.send(START + b"lock card\n" + END)
    # The text is in the field, not in the list. So the burst is over, and Esc is a separate key.
    wallet.see(": lock card")
    wallet.send("\x1b")
    wallet.see_not("▸ Commands")
    check_unharmed(wallet)


