"""Themes: chosen in the configuration and on the screen, and users' own themes with mistakes."""

import os

from harness.runner import scenario
from harness.wallet import Wallet
from scenarios.configuration import configure


def ground(now):
    return now.cell(0, 0).style.bg


@scenario(core=True)
def preview(world):
    """Each theme is shown while moving, Esc goes back, Enter writes it into the configuration"""
    wallet = Wallet(world, "--theme", "nord").ready()
    before = ground(wallet.see("4821"))
    wallet.run("theme")
    wallet.see(r"\d+ of 13", "nord", "Enter keep")
    wallet.keys("End")
    after = wallet.wait(lambda now: ground(now) != before and now, "another ground")
    wallet.escape("Enter keep")
    wallet.wait(lambda now: ground(now) == before, "the ground before")
    wallet.run("palette")
    wallet.type("theme")
    wallet.keys("Enter")
    wallet.see("Enter keep")
    wallet.keys("End", "Enter")
    now = wallet.see(r"Written: theme: \S+", "z undo")
    assert ground(now) == ground(after), "it stays"
    wallet.run("quit")


@scenario
def own_theme(world):
    """A user's theme is used; its mistakes are messages with their places"""
    configure(world, "theme: {dark: mine}\n")
    folder = os.path.join(world.folder, ".config/walletui/themes")
    os.makedirs(folder)
    with open(os.path.join(folder, "mine.yaml"), "w") as file:
        file.write("inherits: dark\nroles:\n  surface: {fg: '#ffffff', bg: 52}\n  acent: red\n")
    wallet = Wallet(world).ready()
    # Where lines end depends on how long the folder's name is.
    now = wallet.see(":4:3:", r"\"acent\"")
    assert ground(now) == 52, ground(now)
    wallet.run("messages")
    wallet.see("Messages", r"\"acent\"")
    wallet.escape("Messages")
    wallet.run("quit")


@scenario
def no_such_theme(world):
    """A missing theme is reported, and the default one is used"""
    wallet = Wallet(world, "--theme", "nrod").ready()
    wallet.see("no theme .nrod.", "did you mean .nord.")
    wallet.run("quit")
