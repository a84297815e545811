"""The screen of virtual cards."""

import json
import re

from harness.runner import scenario, scenarios
from harness.virtual import ALIAS, Device
from harness.wallet import PAN, Wallet, command, concealed, new_vault, statuses

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


@scenario
def locking_all(world):
    """One key locks all cards and pauses the virtual ones, and undo takes back exactly that"""
    wallet = opened(world)
    wallet.run("cards.lock")
    wallet.see("Lock 3 cards and all virtual cards", "can.t be locked", "New plastic")
    wallet.keys("Enter")
    wallet.see(r"3 cards locked, 4 virtual cards paused", "z undo",
               r"Zalando +■ Paused", r"Music +■ Paused", r"Trains +■ Paused")
    wallet.run("card.undo")
    wallet.see(r"3 cards unlocked, 4 virtual cards resumed", ZALANDO, r"Trains +■ Paused")
    wallet.run("screen.cards")
    wallet.see(r"Everyday +(··4821 +)?● Active", r"Travel +(··\d+ +)?■ Locked")


@scenario
def locking_all_by_command(world):
    """cards lock --all locks and pauses, and cards unlock --all takes back exactly that"""
    vault, passphrase = new_vault(world)
    options = ["--vault", vault, "--passphrase-file", passphrase]
    device = Device(world, options)
    first, own = device.make(), device.make("Alone")
    device.run("pause", own)
    before = statuses(world, vault, passphrase)
    answer = json.loads(command(world, "cards", "lock", "--all", "--json", *options))["data"]
    assert len(answer["cards"]) == 3 and answer["virtualCards"] == [first], answer
    locked = statuses(world, vault, passphrase)
    assert {locked[name] for name in ("Everyday", "Groceries", "Shopping")} == {"LOCKED"}, locked
    card = device.run("show", first)["success"]
    assert card["paused"] is True and card["alias"] == ALIAS, card
    text = command(world, "cards", "unlock", "--all", *options)
    assert "3 cards unlocked, 1 virtual card resumed." in text, text
    assert statuses(world, vault, passphrase) == before
    assert device.run("show", first)["success"]["paused"] is False
    assert device.run("show", own)["success"]["paused"] is True, "it was paused alone"


@scenario(core=True)
def the_number_of_a_virtual_card(world):
    """The number is opened after a code, on this device, and hidden when one leaves the card"""
    wallet = opened(world)
    wallet.run("move.down")
    wallet.keys(REVEAL)
    wallet.send_code()
    assert concealed(wallet.screen()), "it was shown without a code"
    wallet.enter_code()
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
