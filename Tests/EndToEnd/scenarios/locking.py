"""Locking all cards at once, unlocking one for a time, and cards that lock themselves."""

import json

from harness.runner import scenario
from harness.virtual import ALIAS, Device
from harness.wallet import Wallet, command, new_vault, statuses
from scenarios.accessible import Lines


@scenario
def locking_all(world):
    """One key locks all cards and pauses the virtual ones, and undo takes back exactly that"""
    wallet = Wallet(world).ready()
    wallet.run("cards.lock")
    wallet.see("Lock 3 cards and all virtual cards", "can.t be locked", "New plastic")
    wallet.escape("Lock 3 cards")
    wallet.see(r"Everyday +(··4821 +)?● Active")
    wallet.run("cards.lock")
    wallet.see("Lock 3 cards and all virtual cards")
    wallet.keys("Enter")
    wallet.see(r"3 cards locked, \d virtual cards paused", "New plastic", "z undo",
               r"Everyday +(··4821 +)?■ Locked", r"Shopping +(··\d+ +)?■ Locked")
    wallet.run("screen.virtual")
    wallet.see(r"Zalando +■ Paused", r"Music +■ Paused", r"Trains +■ Paused")
    wallet.run("card.undo")
    wallet.see(r"3 cards unlocked, \d virtual cards resumed", r"Zalando +● Ready",
               r"Trains +■ Paused")
    wallet.run("screen.cards")
    wallet.see(r"Everyday +(··4821 +)?● Active", r"Travel +(··\d+ +)?■ Locked",
               r"Shopping +(··\d+ +)?◌ Digital")


@scenario
def locking_all_among_virtual_cards(world):
    """The same key works where the virtual cards are"""
    wallet = Wallet(world).ready()
    wallet.run("screen.virtual")
    wallet.see(r"Zalando +● Ready")
    wallet.run("cards.lock")
    wallet.see("Lock 3 cards and all virtual cards")
    wallet.keys("Enter")
    wallet.see(r"\d virtual cards paused", r"Zalando +■ Paused", r"Music +■ Paused")


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
    assert answer["unread"] == [] and answer["untried"] == 0, answer
    locked = statuses(world, vault, passphrase)
    assert {locked[name] for name in ("Everyday", "Groceries", "Shopping")} == {"LOCKED"}, locked
    card = device.run("show", first)["success"]
    assert card["paused"] is True and card["alias"] == ALIAS, card
    text = command(world, "cards", "unlock", "--all", *options)
    assert "3 cards unlocked, 1 virtual card resumed." in text, text
    assert statuses(world, vault, passphrase) == before
    assert device.run("show", first)["success"]["paused"] is False
    assert device.run("show", own)["success"]["paused"] is True, "it was paused alone"


@scenario
def locking_all_line_by_line(world):
    """Line by line: locking all asks first, and says what was not locked"""
    wallet = Lines(world).ready()
    wallet.run("cards.lock", "Lock 3 cards and all virtual cards", "New plastic")
    wallet.say("Enter", r"3 cards locked, \d virtual cards paused", r"1\. Everyday, MC, 4821, Locked")
    wallet.run("card.undo", r"3 cards unlocked, \d virtual cards resumed",
               r"1\. Everyday, MC, 4821, Active")


@scenario
def unlocking_temporarily(world):
    """A locked card is unlocked for some minutes, says until when, and is locked at once by undo"""
    wallet = Wallet(world).ready()
    wallet.run("card.unlock.temporary")
    wallet.see("[Nn]ot locked")
    wallet.select("Travel")
    wallet.run("card.unlock.temporary")
    wallet.see("Temporarily unlock Travel", "Minutes +▌?30")
    # Literal: an editor's own key.
    wallet.keys("C-u")
    wallet.type("10081")
    wallet.keys("Enter")
    wallet.see("must be 1 to 10,080")
    # Literal: an editor's own key.
    wallet.keys("C-u")
    wallet.type("45")
    wallet.keys("Enter")
    wallet.see(r"Travel is unlocked until (\d+ \w+ )?\d\d:\d\d", r"Travel +(··\d+ +)?● Active",
               r"Unlocked +until \d\d:\d\d")
    wallet.run("card.undo")
    wallet.see(r"Travel +(··\d+ +)?■ Locked")


@scenario
def locking_when_unused(world):
    """A card is locked after days without use; the card says when, and undo takes it back"""
    wallet = Wallet(world).ready()
    wallet.run("card.autoLock")
    wallet.see("Lock Everyday when unused")
    wallet.type("366")
    wallet.keys("Enter")
    wallet.see("must be 1 to 365")
    # Literal: an editor's own key.
    wallet.keys("C-u")
    wallet.type("14")
    wallet.keys("Enter")
    wallet.see("Everyday is locked after 14 days without use", r"Auto-lock +\d+ \w+ \d{4}")
    wallet.run("card.undo")
    wallet.see("Everyday stays unlocked when unused")
    wallet.see_not(r"Auto-lock +\d+ \w+ \d{4}")


@scenario
def an_expired_card_has_no_controls(world):
    """A card that has expired can be neither locked when unused nor limited, and each place says why"""
    wallet = Wallet(world).ready()
    wallet.select("Old")
    for name in ["card.autoLock", "card.limits"]:
        wallet.run(name)
        wallet.see("Expired")
        wallet.see_not("Lock Old when unused|Limits of Old")
    wallet.run("palette")
    wallet.type("unused")
    wallet.see(r"Lock when unused.*expired")
    wallet.escape("▸ Commands")
    wallet.run("quit")
    lines = Lines(world).ready()
    lines.say("6", r"6\. Old.*selected")
    lines.run("card.autoLock", "[Ee]xpired")
    vault, passphrase = new_vault(world)
    options = ["--json", "--vault", vault, "--passphrase-file", passphrase]
    cards = json.loads(command(world, "cards", *options))["data"]["cards"]
    old = [card["cardId"] for card in cards if card["alias"] == "Old"][0]
    command(world, "card", "auto-lock", old, "30", *options, status=5)


@scenario
def times_line_by_line(world):
    """Line by line: unlocking for some minutes and locking when unused are forms with one line"""
    wallet = Lines(world).ready()
    wallet.say("3", r"3\. Travel.*selected")
    wallet.run("card.unlock.temporary", "Temporarily unlock Travel", "Minutes")
    wallet.say("20", r"Travel is unlocked until (\d+ \w+ )?\d\d:\d\d", r"3\. Travel, .*Active")
    wallet.run("card.autoLock", "Lock Travel when unused", "Days")
    wallet.say("7", "Travel is locked after 7 days without use")
