"""Copying a part of shown details, and taking the copy back."""

import base64
import os
import re

from harness.processes import await_that
from harness.runner import scenario, scenarios
from harness.wallet import Shell, Wallet

# Keeps the clipboard in a file.
XCLIP = """#!/bin/sh
cd {folder}
case "$*" in *-out) cat held;; *) cat > held.new; mv held.new held;; esac
"""


def with_xclip(world, *options, kind=Wallet, **keywords):
    """walletui with the environment of an X session."""
    path = os.path.join(world.folder, "xclip")
    with open(path, "w") as file:
        file.write(XCLIP.format(folder=world.folder))
    os.chmod(path, 0o700)
    env = {"DISPLAY": ":0", "PATH": world.folder + ":" + os.environ["PATH"]}
    return kind(world, *options, env=env, **keywords)


def held(world):
    with open(os.path.join(world.folder, "held")) as file:
        return file.read()


def wait_held(world, wanted):
    await_that(lambda: held(world) == wanted, lambda: f"{wanted!r}; it holds {held(world)!r}")


@scenarios(("quit",), ("wallet.lock",), core=1)
def taken_back(world, command):
    """A copy is complete, is reported as sent, and is cleared with"""
    wallet = with_xclip(world, "--copy", "pan,cvv", "--pan-separator", "dash").ready()
    pan, cvv = wallet.reveal()
    wallet.see(r"\d{4}-\d{4}-\d{4}-\d{4}")
    wallet.run("reveal.copy")
    wallet.see("Number sent to xclip", r"clears the clipboard in (30|2\d) s")
    wait_held(world, "-".join(pan[at:at + 4] for at in range(0, 16, 4)))
    wallet.keys("Tab")
    wallet.run("reveal.copy")
    wallet.see("CVV sent to xclip")
    wait_held(world, cvv)
    wallet.run(command)
    wait_held(world, "")


@scenario
def payment_id(world):
    """The ID of a payment needs no setting, and stays when the program ends"""
    wallet = with_xclip(world).ready()
    wallet.run("screen.activity")
    wallet.see("Merchant", "Happy Bar")
    wallet.run("reveal.copy")
    wallet.see("Payment ID sent to xclip")
    await_that(lambda: os.path.exists(os.path.join(world.folder, "held")), lambda: "nothing is held")
    copied = held(world)
    assert re.fullmatch(r"[0-9a-f-]{36}", copied), copied
    wallet.run("quit")
    assert wallet.wait_end() == 0
    assert held(world) == copied, held(world)


@scenario
def left_alone(world):
    """A newer copy of another program is not cleared"""
    wallet = with_xclip(world, "--copy", "pan").ready()
    wallet.reveal()
    wallet.run("reveal.copy")
    wallet.see("Number sent to xclip")
    with open(os.path.join(world.folder, "held"), "w") as file:
        file.write("somebody else's")
    wallet.run("quit")
    assert wallet.wait_end() == 0
    assert held(world) == "somebody else's"


@scenario
def off(world):
    """Nothing is copied unless it is switched on, and a PIN never"""
    wallet = with_xclip(world, "--copy", "cvv").ready()
    wallet.reveal()
    wallet.run("reveal.copy")
    wallet.see("Copying numbers is off", ", opens Settings")
    wallet.escape("hides in")
    wallet.show_pin()
    wallet.run("reveal.copy")
    wallet.see("A PIN is never copied")
    assert not os.path.exists(os.path.join(world.folder, "held"))


class Recorded(Wallet):
    """Records every byte that it sends to its terminal."""

    def record(self):
        self.tmux("pipe-pane", "-o", f"cat > {self.world.folder}/raw")
        return self

    def sequences(self):
        """Those that have arrived whole: tmux passes bytes on in pieces."""
        with open(f"{self.world.folder}/raw", "rb") as file:
            return re.findall(rb"\x1b\]52;([^\x07\x1b]*)(?:\x07|\x1b\\)", file.read())


@scenario
def asking_the_terminal(world):
    """The terminal is asked to copy once for each key, and at no other time (S8)"""
    wallet = Recorded(world, "--copy", "pan,cvv,expiry,holder").record().ready()
    pan, _ = wallet.reveal()
    wallet.keys("Tab", "BTab")
    wallet.escape("hides in")
    wallet.show_pin()
    wallet.run("reveal.copy")
    wallet.see("A PIN is never copied")
    assert wallet.sequences() == [], "something was copied unasked"
    wallet.escape("hides in")
    wallet.run("card.reveal")
    wallet.see("Enter send code")
    wallet.escape("send code")
    # Another card: codes of the first one have their pause.
    wallet.run("move.down")
    pan, _ = wallet.reveal()
    wallet.run("reveal.copy")
    wallet.see("asked the terminal")
    grouped = " ".join(pan[at:at + 4] for at in range(0, 16, 4))
    wallet.wait(lambda _: wallet.sequences(), "the sequence")
    assert wallet.sequences() == [b"c;" + base64.b64encode(grouped.encode())]
    wallet.run("quit")
    assert wallet.wait_end() == 0
    assert len(wallet.sequences()) == 1
    assert "Clipboard not cleared" in wallet.history()


@scenario
def suspended(world):
    """A copy is cleared when the program is suspended"""
    shell = with_xclip(world, "--copy", "pan", kind=Shell)
    shell.reveal()
    shell.run("reveal.copy")
    shell.see("Number sent to xclip")
    shell.run("suspend")
    shell.see("Stopped")
    wait_held(world, "")
    shell.type("fg")
    shell.keys("Enter")
    shell.see("Clipboard cleared")
