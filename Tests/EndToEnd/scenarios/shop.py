"""Paying in the simulated shop, on screen."""

import re

from harness.runner import scenario
from harness.wallet import PASSPHRASE, Wallet, new_vault


BALANCE = r"Balance +€[\d,.]+"


@scenario
def locked_declined_unlocked_paid(world):
    """Five keys: lock, pay and see it declined, unlock, pay again, all payments"""
    wallet = Wallet(world).ready()
    before = re.search(BALANCE, wallet.see(BALANCE).text)[0]
    wallet.keys("l")
    wallet.see("■ LOCKED", "Everyday locked")
    wallet.keys("B")
    wallet.see("▲ Declined: card locked · Café Lumière",
               r"Café Lumière +−€4\.20 +✕ declined · card locked")
    assert before in wallet.screen().text, "a declined payment has changed the balance"
    wallet.keys("u")
    wallet.see(r"Everyday +MC +··4821 +● Active")
    wallet.keys("B")
    now = wallet.see("✓ €4.20 reserved · Café Lumière", r"Café Lumière +−€4\.20 +◷ pending")
    assert now.find(r"Café Lumière +−€4\.20 +◷ pending")[1] < now.find("declined · card locked")[1], (
        "the newest payment is not the first")
    wallet.see_not(re.escape(before))
    wallet.keys("5")
    wallet.see("All cards", r"Café Lumière +−€4\.20 +◷ pending", "declined · card locked", "▲ €")


@scenario
def the_payment_is_kept(world):
    """What was paid on screen is in the vault: its details say it after it was opened again"""
    vault, _ = new_vault(world)
    for is_first in (True, False):
        wallet = Wallet(world, vault=vault)
        wallet.see("passphrase")
        wallet.type(PASSPHRASE)
        wallet.keys("Enter")
        wallet.ready()
        if is_first:
            wallet.keys("B")
            wallet.see("✓ €4.20 reserved")
        wallet.see(r"Café Lumière +−€4\.20 +◷ pending")
        wallet.keys("q")
