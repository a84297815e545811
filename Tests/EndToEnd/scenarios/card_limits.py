"""What a card may pay for: limits on the screen, declines that name them, and line by line."""

from harness.runner import scenario
from harness.wallet import Wallet
from scenarios.accessible import Lines


def pay(wallet, amount):
    """Pays this amount at the first merchant."""
    wallet.run("shop.pay")
    wallet.see("▸ Pay with Everyday", r"Amount +\d")
    # Literal: fields of forms have keys of their own.
    wallet.keys("Down", "C-u")
    wallet.type(amount)
    wallet.see(rf"Enter pay €{amount}")
    wallet.keys("C-s")
    wallet.see_not("▸ Pay with Everyday")


def opened(world):
    """The demo, when it has read the card whose limits are changed."""
    wallet = Wallet(world).ready()
    wallet.see(r"─ Everyday ─", r"Payments ─+ 1–\d")
    return wallet


def set_payment_limit(wallet, amount):
    """Types another limit for a payment into the form and sends it; empty: no limit."""
    wallet.run("card.limits")
    wallet.see("▸ Limits of Everyday")
    # Literal: an editor's own key.
    wallet.keys("C-u")
    if amount:
        wallet.type(amount)
    wallet.keys("C-s")


@scenario(core=True)
def a_limit_declines(world):
    """A payment over a limit is declined with its name, and more is allowed only after a code"""
    wallet = opened(world)
    wallet.run("card.limits")
    wallet.see("▸ Limits of Everyday", "Empty: no limit")
    wallet.type("50")
    wallet.keys("C-s")
    wallet.see("Limits of Everyday are set")
    pay(wallet, "64.90")
    wallet.see("▲ Declined: over €50 a payment · L changes the limits",
               r"Café Lumière .*✕ over €50")
    pay(wallet, "50.00")
    wallet.see("✓ €50.00 reserved", r"Café Lumière .*◔ pending")
    # Less needs no code, and more needs one.
    set_payment_limit(wallet, "20")
    wallet.see("Limits of Everyday are set")
    pay(wallet, "20.01")
    wallet.see("▲ Declined: over €20 a payment")
    set_payment_limit(wallet, "80")
    wallet.see("Enter send code")
    # Literal: Esc leaves a dialog.
    wallet.keys("Escape")
    wallet.see_not("Enter send code")
    wallet.see("▸ Limits of Everyday")
    # What was typed is given up only when it is said again.
    wallet.keys("Escape")
    wallet.see("Enter discard")
    wallet.keys("Enter")
    wallet.see_not("▸ Limits of Everyday")
    set_payment_limit(wallet, "80")
    wallet.send_code()
    wallet.type_code(wallet.code())
    wallet.see("Limits of Everyday are set")
    pay(wallet, "64.90")
    wallet.see("✓ €64.90 reserved")
    wallet.run("open", "move.last")
    wallet.see("Limits", r"A payment +up to €80")
    wallet.run("back", "quit")


@scenario
def a_month_is_full(world):
    """The limit of a month counts what was paid in it, in the list with a bar"""
    wallet = opened(world)
    wallet.run("card.limits")
    wallet.see("▸ Limits of Everyday")
    # Literal: fields of forms have keys of their own.
    wallet.keys("Tab", "Tab")
    wallet.type("1")
    wallet.keys("C-s")
    wallet.see("Limits of Everyday are set", r"€[\d.,]+ of €1\b", r"\d % used")
    pay(wallet, "1.01")
    wallet.see(r"▲ Declined: over €1 in \w+")
    wallet.run("quit")


@scenario
def a_kind_of_shop_is_blocked(world):
    """A kind of shop that is blocked declines"""
    wallet = opened(world)
    wallet.run("card.limits")
    wallet.see("▸ Limits of Everyday", "Kinds of shop")
    # Literal: fields of forms have keys of their own.
    wallet.keys("Tab", "Tab", "Tab", "Right", "Right", "Tab")
    wallet.see("groceries, eating out, transport")
    wallet.type("shoes")
    wallet.keys("C-s")
    wallet.see("shoes is none of these", "▸ Limits of Everyday")
    wallet.keys("C-u")
    wallet.type("eating out")
    wallet.keys("C-s")
    wallet.see("Limits of Everyday are set")
    pay(wallet, "4.20")
    wallet.see("▲ Declined: not for eating out")
    wallet.run("quit")


@scenario
def limits_line_by_line(world):
    """Line by line: each field is a line, a decline names its limit, and more needs a code"""
    wallet = Lines(world).ready()
    wallet.run("card.limits", "Limits of Everyday", "A payment.*:$")
    wallet.say("50", "A day.*:$")
    wallet.say("", "A month.*:$")
    wallet.say("", "Kinds of shop")
    for field in ("Countries", "Online", "Abroad", "Cash", "By phone"):
        wallet.say("", field)
    wallet.say("", "Limits of Everyday are set")
    wallet.say("Open", "^A payment: up to €50")
    wallet.say(".", r"1\. Everyday.*selected")
    wallet.run("shop.pay", "Pay with Everyday", "Merchant")
    wallet.say("", "Amount.*:$")
    wallet.say("64.90", "Declined: over €50 a payment")
