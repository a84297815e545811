"""Secrets that hide by themselves, by the real clock."""

import re

from harness.runner import scenario
from harness.wallet import PAN, Wallet, luhn
from scenarios.accessible import Lines


@scenario
def auto_hide(world):
    """Details hide by themselves"""
    wallet = Wallet(world, "--reveal-seconds", "4").ready()
    wallet.reveal()
    wallet.see_not(PAN, r"CVV \d")
    wallet.see("CVV •••")


@scenario
def reveal(world):
    """Line by line: details are printed only after a warning, and hidden again"""
    wallet = Lines(world, "--reveal-seconds", "10").ready()
    text = wallet.confirm("card.reveal", "Show card details", r"Number: \*{4} \*{4}", r"CVV: \*{3}")
    assert not re.search(r"\d{4} \d{4} \d{4}", wallet.transcript()), "printed without being asked"
    text = wallet.show(r"Number \d{4} \d{4} \d{4} 4821", r"CVV \d{3}")
    pan = re.search(r"Number ([\d ]+)", text)[1].replace(" ", "")
    assert luhn(pan), "not the card's number"
    text = wallet.hear("digits are hidden again, but what was printed is still in the scrollback")
    counted = re.findall(r"hides in \d+ s", wallet.transcript())
    assert len(counted) == 1, "a countdown was read out while it ran"
