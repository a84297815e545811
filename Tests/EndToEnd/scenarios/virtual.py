"""The screen of virtual cards."""

import re

from harness.runner import scenario, scenarios
from harness.wallet import PAN, Wallet

ZALANDO = r"Zalando +● Ready"
# Literal: these commands have the keys of commands of other screens.
PAUSE, REVEAL, CLOSE, NEXT = "s", "r", "X", "J"


def opened(world, **keywords):
    """The demo's virtual cards, with what this device can read of them."""
    wallet = Wallet(world, **keywords).ready()
    wallet.run("screen.virtual")
    wallet.see("Camping stove", "Name not readable here", r"1 of 6 · by persona")
    return wallet


@scenario(core=True)
def virtual_cards_by_persona(world):
    """Each card says its state and rules, and one without its key why it cannot be read"""
    wallet = opened(world)
    wallet.see(ZALANDO, r"Zalando only", r"Trains +■ Paused", r"Needs its key", r"✕ Closed",
               "It was made on another device")
    wallet.run("move.down", "open")
    wallet.see(r"Virtual › Zalando", "What it may do", r"Shop +Zalando only", r"Pays from +Visa")
    wallet.keys(NEXT)
    wallet.see(r"Virtual › Music", "3 of 6")
    wallet.run("back")
    wallet.see(r"3 of 6 · by persona")


@scenario(core=True)
def pausing_and_taking_it_back(world):
    """One key pauses a virtual card and resumes it, and the change can be taken back"""
    wallet = opened(world)
    wallet.run("move.down")
    wallet.keys(PAUSE)
    wallet.see(r"Zalando +■ Paused", "Zalando is paused")
    wallet.keys(REVEAL)
    wallet.see("It is paused")
    wallet.run("card.undo")
    wallet.see(ZALANDO)
    wallet.keys(PAUSE)
    wallet.see(r"Zalando +■ Paused")
    wallet.keys(PAUSE)
    wallet.see(ZALANDO)


@scenario(core=True)
def the_number_of_a_virtual_card(world):
    """The number is opened on this device, and hidden when one leaves the card"""
    wallet = opened(world)
    wallet.run("move.down")
    wallet.keys(REVEAL)
    wallet.see(PAN, r"CVV \d{3}", "hides in")
    wallet.run("move.down")
    wallet.see_not(PAN, r"CVV \d{3}")
    wallet.run("quit")


@scenario
def finding_virtual_cards(world):
    """A text, and the language of filters with the place of a mistake"""
    wallet = opened(world)
    wallet.run("list.filter")
    wallet.type("work")
    wallet.see(r"1 of 3 · by persona", "Trains")
    wallet.escape("/ work")
    wallet.run("list.filter")
    wallet.type("state = closed an")
    wallet.see(r"At \d+: ")
    wallet.escape(r"At \d+: ")
    wallet.run("list.filter")
    wallet.type("state = closed")
    wallet.see(r"1 of 1 · by persona", "Hotel Vienna")


@scenario(core=True)
def closing_a_virtual_card(world):
    """Closing asks for the last four digits, and is final"""
    wallet = opened(world)
    wallet.run("move.down")
    last_four = re.search(r"• +(\d{4})", wallet.see(r"Zalando +VIRTUAL", r"• +\d{4}").text)[1]
    wallet.keys(CLOSE)
    wallet.see("Close Zalando\\?")
    wallet.type(last_four)
    wallet.keys("Enter")
    wallet.see("Zalando is closed", r"Zalando +✕ Closed")


@scenarios((200, 60), (100, 30), (80, 24), (60, 20), (40, 15))
def virtual_cards_at(world, columns, lines):
    """The list and the page fit"""
    wallet = Wallet(world, size=(columns, lines)).ready()
    wallet.run("screen.virtual")
    wallet.see("Zalando", "Ready")
    wallet.run("move.down", "open")
    wallet.see(r"Zalando", r"CVV •••")
    wallet.run("back")
    wallet.see("Camping")
