"""A card in a wallet of a simulated phone, with w."""

import re

from harness.runner import scenario
from harness.terminal import digits
from harness.wallet import Wallet, boxes_filled
from scenarios.accessible import Lines


def devices(world, card="Groceries", **keywords):
    """The demo, with the list of wallets for a card."""
    wallet = Wallet(world, **keywords).ready()
    wallet.select(card)
    wallet.run("card.phone")
    wallet.see(rf"▸ Add {card} to a phone")
    return wallet


def choose(wallet, name):
    """Takes the row of that name in the list."""
    # Literal: letters filter a list, and Enter takes its first row.
    wallet.type(name)
    wallet.see(rf"▌ *{name}")
    wallet.keys("Enter")


def verify(wallet, before=""):
    """Types the code that is asked for, which is another one than `before`. Returns it."""
    code = send_code(wallet, before)
    wallet.type_code(code)
    return code


def send_code(wallet, before):
    """Has a code sent, which is another one than `before`. Returns it."""
    def new(now):
        found = re.search(r"Code (\d{3} \d{3})", now.text)
        return found and digits(found[1]) != before and digits(found[1])

    wallet.send_code()
    return wallet.wait(new, "a new code")


@scenario
def apple(world):
    """A card is put into Apple Pay step by step, beside the phone that takes it up"""
    wallet = devices(world)
    choose(wallet, "New iPhone")
    wallet.see("▸ Add Groceries to Apple Pay", r"step \d of 7", "Simulated iPhone", "m hides it",
               "What happens now", "The phone showed its certificates")
    verify(wallet)
    wallet.see("What the phone sent", "as the issuer got it", "leaf, then subordinate", "checked ✓",
               "You can lock or remove it on this phone at any time")
    wallet.see("✓ Ready to pay", "Groceries is in Apple Pay", "1 of 12 cards",
               r"\? help +Tab other phones +y copy what was sent +: commands +q quit")
    # Literal: keys of a dialog.
    wallet.keys("d")
    wallet.see("▸ What was sent", "walletType: APPLE_PAY", "leafCertificate: MI")
    wallet.escape("▸ What was sent")
    wallet.keys("m")
    wallet.see_not("m hides it")
    wallet.keys("Enter")
    wallet.run("card.phone")
    wallet.see("Apple Pay.*already on this iPhone")


REFERENCE = r"Reference +(DN\w{46}|DA\w{46})"


def reference(wallet, state):
    """The reference of the token that waits, with its state."""
    now = wallet.see(REFERENCE, rf"Status +{state}")
    return re.search(REFERENCE, now.text)[1]


@scenario
def google_interrupted(world):
    """A phone makes its Google wallet; the verification is left and finished later"""
    wallet = devices(world)
    choose(wallet, "New Android")
    wallet.see("The phone makes a wallet for Google Pay", r"step \d of 9")
    first = verify(wallet)
    wallet.see("Verify it is you, for Google Pay", "Enter send code")
    # Literal: Esc leaves a dialog.
    wallet.keys("Escape")
    wallet.see("can't pay until you verify it is you", "step 7 of 9")
    wallet.keys("Enter")
    wallet.run("card.phone")
    choose(wallet, "Google Pay: verify")
    wallet.see(r"step \d of 4")
    verify(wallet, first)
    wallet.see("✓ Ready to pay", "Groceries is in Google Pay")
    wallet.keys("Enter")
    wallet.run("card.phone")
    wallet.see("Google Pay.*already in it")


@scenario
def verified(world):
    """A token that waits is verified: a wrong code changes nothing, the right one keeps its reference"""
    wallet = devices(world)
    choose(wallet, "New Android")
    first = verify(wallet)
    wallet.see("Verify it is you, for Google Pay", "Enter send code")
    # Literal: keys of a list and of dialogs.
    wallet.keys("Escape")
    wallet.see("can't pay until you verify it is you")
    wallet.keys("Enter")
    wallet.run("card.phone")
    wallet.type("Google")
    wallet.see("▌ *Google Pay: verify it is you", "Enter verify")
    wallet.keys("Enter")
    wrong = send_code(wallet, first)
    wallet.type_code(wallet.wrong_code())
    wallet.see("4 tries left", "isn.t right")
    wallet.wait(lambda now: boxes_filled(now) == 0, "empty boxes")
    wallet.keys("Escape")
    wallet.see("Enter send code")
    wallet.keys("Escape")
    wallet.see("can't pay until you verify it is you", "step 2 of 4")
    before = reference(wallet, "◔ initiated")
    wallet.keys("Enter")
    pay_by(wallet, "Google Pay")
    wallet.see("▲ Declined: not ready on this phone")
    wallet.run("card.phone")
    choose(wallet, "Google Pay: verify")
    verify(wallet, wrong)
    wallet.see("✓ Ready to pay", "Groceries is in Google Pay")
    after = reference(wallet, "● active")
    assert before == after, f"the reference of the token has changed: {before}, {after}"
    wallet.keys("Enter")
    pay_by(wallet, "Google Pay")
    wallet.see("reserved · Café Lumière", "Café Lumière .*◔ pending")


def pay_by(wallet, name):
    """Pays in the shop with the card's first phone."""
    wallet.run("shop.pay")
    wallet.see("▸ Pay with Groceries", "the card")
    # Literal: fields of forms have keys of their own.
    wallet.keys("Down", "Down", "Right")
    wallet.see(rf"Pay with +▌.*{name}")
    wallet.keys("C-s")
    wallet.see_not("▸ Pay with Groceries")


@scenario
def token(world):
    """Enter on a token: frozen, its phone is declined; unfrozen, it pays; deleted, it is gone"""
    wallet = devices(world)
    choose(wallet, "New iPhone")
    verify(wallet)
    wallet.see("✓ Ready to pay")
    # Literal: keys of dialogs and lists.
    wallet.keys("Enter")

    def open_token(state):
        wallet.run("card.phone")
        wallet.type("Apple Pay")
        wallet.see(rf"▌ *Apple Pay.*{state} · iPhone", "Enter open token")
        wallet.keys("Enter")
        wallet.see("▸ Groceries · Apple Pay")

    open_token("● active")
    wallet.see("▌ *Freeze", "Enter freeze", "Unfreeze .*active")
    wallet.keys("Enter")
    wallet.see("Apple Pay · iPhone is frozen")
    pay_by(wallet, "Apple Pay")
    wallet.see("▲ Declined: frozen on this phone · Café Lumière",
               "Café Lumière .*✕ frozen on this p")
    open_token("■ frozen")
    wallet.see("▌ *Unfreeze", "Enter unfreeze")
    wallet.keys("Enter")
    wallet.see("Apple Pay · iPhone pays again")
    pay_by(wallet, "Apple Pay")
    wallet.see("reserved · Café Lumière")
    # A row that is not possible stays.
    open_token("● active")
    wallet.type("unfreeze")
    wallet.see("▌ *Unfreeze", "Active")
    wallet.see_not("Enter unfreeze")
    wallet.keys("Enter")
    wallet.see("▸ Groceries · Apple Pay", "▌ *Unfreeze")
    wallet.keys("C-u")
    wallet.type("delete")
    wallet.see("▌ *Delete", "Enter delete")
    wallet.keys("Enter")
    wallet.see("▸ Delete Apple Pay · iPhone", "Enter delete")
    wallet.keys("Enter")
    wallet.see("Apple Pay · iPhone was deleted")
    wallet.run("card.phone")
    wallet.see("New iPhone", "Enter add", "0 cards")
    wallet.see_not("already on this iPhone")


@scenario
def samsung_visa(world):
    """A Visa card in Samsung Pay sends the ids that Visa requires"""
    wallet = devices(world)
    choose(wallet, "New Samsung")
    wallet.see("Visa requires the ids of the device and of its account", r"step \d of 8")
    verify(wallet)
    wallet.see("✓ Ready to pay", r"Device +\w{20}DEVI", r"Account +\w{20}ACCT")


@scenario
def device_deleted(world):
    """A device is deleted as if it was lost, and its card can be put into another one"""
    wallet = devices(world)
    choose(wallet, "New iPhone")
    verify(wallet)
    wallet.see("✓ Ready to pay")
    # Literal: keys of a dialog.
    wallet.keys("Enter")
    wallet.run("card.phone")
    choose(wallet, "Delete iPhone")
    wallet.see("1 card. The device is gone", "keep")
    wallet.keys("Enter")
    wallet.see("iPhone was deleted")
    wallet.run("card.phone")
    wallet.see("New iPhone")
    wallet.see_not("already on this iPhone")


@scenario
def stopped(world):
    """Esc while the phone is asked adds nothing, and Tab goes to another phone"""
    wallet = devices(world, size=(80, 24))
    choose(wallet, "New iPhone")
    wallet.see("▸ Add Groceries to Apple Pay", "What happens now")
    # Literal: keys of a dialog.
    wallet.escape("What happens now")
    wallet.run("card.phone")
    choose(wallet, "Apple Pay")
    wallet.see("Enter send code")
    wallet.keys("Escape")
    wallet.see("Nothing was added")
    wallet.keys("Tab")
    wallet.see("▸ Add Groceries to a phone")


@scenario
def german_small(world):
    """German, 60 columns: the step that happens is in sight, without the phone beside it"""
    wallet = Wallet(world, size=(60, 20), env={"LANG": "de_DE.UTF-8"})
    wallet.see("Everyday")
    wallet.run("card.phone")
    choose(wallet, "Neu: iPhone")
    wallet.see("▸ Everyday in Apple Pay aufnehmen", "Schritt", "Das Handy zeigt die Zertifikate")
    now = wallet.see("Code senden|senden")
    assert not re.search("Simuliert: iPhone ─", now.text), "no room for the phone"


@scenario
def line_by_line(world):
    """Line by line: the steps are read out as sentences, and the code is typed"""
    wallet = Lines(world).ready()
    wallet.run("card.phone", "Add Everyday to a phone", "New iPhone")
    wallet.say("1", "Now: The phone showed its certificates")
    wallet.hear(r"1\. SMS to")
    wallet.say("1", "Sent by SMS", "Code:$")
    wallet.say("c")
    wallet.say("", "Done: You confirm it is you")
    wallet.hear("Done: Ready to pay|Everyday is in Apple Pay")


@scenario
def verified_line_by_line(world):
    """Line by line: the second code of a new wallet verifies its token"""
    wallet = Lines(world).ready()
    wallet.run("card.phone", "Add Everyday to a phone", "New Android")
    wallet.say("New Android", r"1\. New Android phone")
    wallet.say("1", "Now: The phone makes a wallet")
    wallet.hear(r"1\. SMS to")
    wallet.say("1", "Sent by SMS", "Code:$")
    wallet.say("c")
    wallet.say("", "Done: You confirm it is you")
    wallet.hear("Verify it is you, for Google Pay", r"1\. SMS to")
    wallet.say("1", "Sent by SMS", "Code:$")
    wallet.say("c")
    wallet.say("", "Done: You verify it is you")
    wallet.hear("Done: Ready to pay|Everyday is in Google Pay")


@scenario
def token_line_by_line(world):
    """Line by line: a phone pays, is frozen and declined, pays again, and its token is deleted"""
    wallet = Lines(world).ready()
    wallet.run("card.phone", "Add Everyday to a phone", "New iPhone")
    wallet.say("1", r"1\. SMS to")
    wallet.say("1", "Sent by SMS", "Code:$")
    wallet.say("c")
    wallet.say("", "Everyday is in Apple Pay", "Enter close")
    wallet.say("Enter", r"1\. Everyday.*selected")

    def token(row, action, *patterns):
        wallet.run("card.phone", "Add Everyday to a phone", r"Apple Pay.*iPhone")
        wallet.say("Apple Pay", r"1\. Apple Pay")
        wallet.say("1", "Everyday, Apple Pay, 1 of 3", rf"^{row}\. {action}")
        wallet.say(row, *patterns)

    def pay(*patterns):
        wallet.run("shop.pay", "Pay with Everyday", "Merchant")
        wallet.say("", "Amount.*:$")
        wallet.say("4.20", r"Pay with: 1\. the card .*2\. Apple Pay · iPhone")
        wallet.say("2", *patterns)

    pay("€4.20 reserved")
    token("1", "Freeze", "Apple Pay, iPhone is frozen")
    pay("Declined: frozen on this phone")
    token("1", "Unfreeze", "Apple Pay, iPhone pays again")
    token("2", "Delete", "Delete Apple Pay: iPhone")
    wallet.say("Enter", "Apple Pay, iPhone was deleted")
