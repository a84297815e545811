"""The list, lock and unlock; creating, activating and cancelling cards."""

import re

from harness.runner import scenario, scenarios
from harness.wallet import DEMO, Wallet, new_vault, statuses


@scenario(core=True)
def the_list(world):
    """The list shows six cards with a symbol and a word, and the selection moves"""
    wallet = Wallet(world).ready()
    now = wallet.screen()
    for title, status in zip(DEMO, ["● Active", "● Active", "■ Locked", "◌ Digital", "◔ Issued",
                                    "✕ Expired"]):
        assert now.find(rf"{title} +{status}"), title
    row = now.find("▌ +MC +Everyday")
    assert now.cursor == row, f"the cursor stands at {now.cursor}, the focused row at {row}"
    for command, place, title in [
            ("move.down", 2, "Groceries"), ("move.down", 3, "Travel"), ("move.up", 2, "Groceries"),
            ("move.last", 6, "Old"), ("move.down", 6, "Old"), ("move.first", 1, "Everyday")]:
        wallet.run(command)
        now = wallet.see(rf"{place} of 6", rf"▌ +\w+ +{title}", rf"╭─ {title} ")
        assert now.cursor == now.find(rf"▌ +\w+ +{title}")
    wallet.keys("Down")
    wallet.see("2 of 6", r"▌ +\w+ +Groceries")


@scenario(core=True)
def filtering(world):
    """The filter matches name, programme, last four digits and status, and accepts q as text"""
    wallet = Wallet(world).ready()
    for text, shown in [("visa", "1 of 3"), ("TRAV", "1 of 1"), ("0093", "1 of 1"),
                        ("expired", "1 of 1"), ("virtual", "1 of 1")]:
        wallet.run("list.filter")
        wallet.see("Enter keep")
        wallet.type(text)
        wallet.see(rf"/ {text}", shown)
        wallet.escape(rf"/ {text}")
        wallet.see(r" of 6")
    wallet.run("list.filter")
    wallet.type("qqq")
    wallet.see("No card matches “qqq”")
    wallet.keys("BSpace", "BSpace", "BSpace")
    wallet.type("mc")
    wallet.see("1 of 3")
    wallet.keys("Enter")
    wallet.see_not("Enter keep")
    wallet.run("filter.next")
    wallet.see("2 of 3", r"▌ +\w+ +New plastic")
    wallet.run("filter.previous")
    wallet.see("1 of 3", r"▌ +\w+ +Everyday")
    wallet.escape("/ mc")
    wallet.see(r"▌ +\w+ +Everyday")


@scenario
def filter_knows_no_hidden_digits(world):
    """The filter never finds a card by hidden digits"""
    wallet = Wallet(world).ready()
    pan, _ = wallet.reveal()
    wallet.escape(pan[4:8])
    wallet.run("list.filter")
    wallet.type(pan[4:12])
    wallet.see(rf"No card matches “{pan[4:12]}”")


@scenario(core=True)
def rename_and_undo(world):
    """A card gets a name and loses it, and undo reverts that"""
    wallet = Wallet(world).ready()
    wallet.run("card.rename")
    wallet.see("Rename Everyday")
    wallet.type("Bread")
    wallet.keys("Enter")
    wallet.see(r"▌ +\w+ +Bread", "╭─ Bread", "Renamed: Bread", "z undo")
    wallet.run("card.undo")
    wallet.see(r"▌ +\w+ +Everyday", "Renamed: Everyday")
    wallet.run("card.rename")
    # Literal: an editor's own key.
    wallet.keys("C-u", "Enter")
    wallet.see("Renamed: Skrill ")
    wallet.run("card.undo")
    wallet.see(r"▌ +\w+ +Everyday")


@scenario(core=True)
def lock_unlock_undo(world):
    """Lock and unlock take one key, and undo reverts them"""
    wallet = Wallet(world).ready()
    wallet.run("card.lock")
    wallet.see(r"Everyday +(··4821 +)?■ Locked", "Everyday locked", "z undo", "■ LOCKED")
    wallet.run("card.unlock")
    wallet.see(r"Everyday +(··4821 +)?● Active", "Everyday unlocked")
    wallet.run("card.lock")
    wallet.see(r"Everyday +(··4821 +)?■ Locked", "Everyday locked")
    wallet.run("card.undo")
    wallet.see(r"Everyday +(··4821 +)?● Active")
    wallet.run("messages")
    now = wallet.see("Messages", "Everyday locked")
    assert len(re.findall("Everyday locked", now.text)) == 2, "the history lacks a message"


@scenario
def impossible_actions(world):
    """An action that is not possible gives the reason"""
    wallet = Wallet(world).ready()
    wallet.select("Travel")
    wallet.run("card.lock")
    wallet.see("Already locked")
    wallet.select("Old")
    wallet.run("card.unlock")
    wallet.see("[Ee]xpired")
    wallet.see(r"Old +(··9254 +)?✕ Expired")


@scenario
def burst(world):
    """Keys that arrive at once are all carried out"""
    wallet = Wallet(world).ready()
    wallet.run(*["move.down", "move.up"] * 200, "move.down", "move.down", "card.lock")
    wallet.see(r"▌ +\w+ +Travel", "3 of 6", "already locked")


@scenario(core=True)
def locked_for_good(world):
    """A card that is locked on screen is locked in the vault"""
    vault, passphrase = new_vault(world)
    wallet = Wallet(world, "--passphrase-file", passphrase, vault=vault).ready()
    wallet.run("card.lock")
    wallet.see("Everyday locked")
    wallet.run("quit")
    assert wallet.wait_end() == 0
    assert statuses(world, vault, passphrase)["Everyday"] == "LOCKED"


@scenario(core=True)
def create_virtual(world):
    """A virtual card is created and is the last of the list"""
    wallet = Wallet(world).ready()
    wallet.run("card.create")
    wallet.see("New card", r"Programme +▌‹ .*Virtual")
    wallet.keys("Tab")
    wallet.type("Holiday")
    wallet.see(r"Name +▌Holiday")
    wallet.keys("C-s")
    wallet.see("Holiday created", r"▌ +\w+ +Holiday +● Active", "7 of 7")


@scenario(core=True)
def create_physical(world):
    """A physical card needs an address; errors are shown next to their fields"""
    wallet = Wallet(world).ready()
    wallet.run("card.create")
    wallet.see("New card", r"Programme +▌‹ .*Virtual")
    wallet.keys("Right")
    wallet.see(r"Programme +▌‹ .*Physical", "Address", "Postcode")
    wallet.keys("C-s")
    wallet.see("▲")
    wallet.see(r"New card")
    for label, text in [("Address", "1 Main Street"), ("City", "Sofia"), ("Postcode", "1000"),
                        ("Country", "BG")]:
        focus(wallet, label)
        wallet.type(text)
        wallet.see(rf"{label} +▌?{text}")
    focus(wallet, "Name", "BTab")
    wallet.type("Plastic")
    wallet.keys("C-s")
    wallet.see("Plastic created", r"▌ +\w+ +Plastic +[◔◌] (Issued|Digital)", "7 of 7")


def focus(wallet, label, key="Tab"):
    """Moves to this field."""
    now = wallet.screen()
    while now.row(now.cursor[1]).find(label) < 0:
        here = now.cursor
        wallet.keys(key)
        now = wallet.wait(lambda now: now.cursor != here and now, "another field")


@scenario(core=True)
def activate(world):
    """A card is activated with the data that is printed on it"""
    wallet = Wallet(world).ready()
    wallet.select("New plastic")
    wallet.run("phone.toggle")
    wallet.see("SIMULATED phone", "On its")
    cvv = re.search(r"3306 is here\. On its back: (\d{3})", wallet.flat())[1]
    wallet.run("card.activate")
    wallet.see("Activate New plastic")
    wallet.type("3306")
    wallet.keys("Tab")
    wallet.type(cvv)
    wallet.see("●●●")
    wallet.keys("Enter")
    wallet.see("New plastic is active", r"New plastic +(··3306 +)?● Active")


@scenario
def activate_wrong(world):
    """Wrong data is refused, and finally suspends the card"""
    wallet = Wallet(world).ready()
    wallet.select("New plastic")
    wallet.run("phone.toggle")
    wallet.see("SIMULATED phone", "On its")
    cvv = int(re.search(r"3306 is here\. On its back: (\d{3})", wallet.flat())[1])
    wallet.run("phone.toggle")
    wallet.see_not("SIMULATED phone")
    wallet.run("card.activate")
    wallet.see("Activate New plastic")
    wallet.type("3306")
    wallet.keys("Tab")
    for attempt, answer in enumerate(("2 tries left", "1 try left", "▲ Suspended"), 1):
        wallet.type(f"{(cvv + attempt) % 1000:03}")
        wallet.see("●●●")
        wallet.keys("Enter")
        wallet.see(answer)
    wallet.see_not("Activate New plastic")


@scenario(core=True)
def cancel(world):
    """A card is cancelled only after its last four digits were typed, and Esc keeps it"""
    wallet = Wallet(world).ready()
    wallet.run("card.cancel")
    wallet.see("Cancel Everyday", "Esc keep", "··4821 to confirm")
    wallet.keys("Enter")
    wallet.see("Those aren.t the card.s last four")
    wallet.type("1177")
    wallet.see("Last four +▌1177")
    wallet.keys("Enter")
    wallet.see("Those aren.t the card.s last four")
    wallet.escape("Cancel Everyday")
    wallet.see(r"Everyday +(··4821 +)?● Active")
    wallet.run("card.cancel")
    wallet.see("Cancel Everyday")
    wallet.type("4821")
    wallet.see("Last four +▌4821")
    wallet.keys("Enter")
    wallet.see(r"Everyday +(··4821 +)?✕ Cancelled")
    wallet.see_not("Cancel Everyday")
    wallet.run("card.unlock")
    wallet.see("Already cancelled|cancelled")


@scenarios(("?", "Keys"), (":", "Commands"), ("C-p", "Commands"), ("F1", "Keys"), core=2)
def menus(world, key, title):
    """Help and palette find a command and run it"""
    wallet = Wallet(world).ready()
    # Literal: each of their keys is tried.
    wallet.keys(key)
    wallet.see(rf"▸ {title}", "Lock card")
    wallet.type("lock card")
    wallet.see("lock card", "Lock card")
    wallet.see_not("Show PIN +Shows")
    wallet.keys("Enter")
    wallet.see(r"Everyday +(··4821 +)?■ Locked", "Everyday locked")
