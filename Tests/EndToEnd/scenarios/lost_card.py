"""A lost card: found by its ordinary word, reported and replaced."""

from harness.runner import scenario
from harness.wallet import Wallet


@scenario(core=True)
def a_stolen_card_is_replaced(world):
    """The palette finds it by its ordinary word; the old card ends, and the new one is issued"""
    wallet = Wallet(world).ready()
    wallet.run("palette")
    wallet.type("stolen")
    wallet.see("Report and replace")
    # Literal: a list and a form have keys of their own.
    wallet.keys("Enter")
    wallet.see("Replace Everyday", "Name, limits and PIN go to the new")
    wallet.keys("Right")
    wallet.see(r"It is +.*stolen")
    wallet.keys("C-s")
    wallet.see(r"Everyday is replaced by ··\d{4}", "7 of 7", "Issued")
    wallet.run("move.first")
    wallet.see("1 of 7", r"Replaced by ··\d{4}", "Cancelled")
    wallet.run("card.replace")
    wallet.see_not("Replace Everyday")
    wallet.run("quit")
