"""Budgets on the screen and line by line."""

import json

from harness.runner import scenario
from harness.wallet import PASSPHRASE, Wallet, command, new_vault
from scenarios.accessible import Lines

LEFT = r"Groceries .*€[\d.,]+ (left|over)"


@scenario(core=True)
def a_budget_is_set_on_the_screen(world):
    """A budget of one terminal is in the vault, in another terminal and on the command line"""
    vault, passphrase = new_vault(world)
    wallets = []
    for _ in range(2):
        wallet = Wallet(world, vault=vault)
        wallet.see("passphrase")
        wallet.type(PASSPHRASE)
        wallet.keys("Enter")
        wallets.append(wallet.ready())
    first, second = wallets
    second.run("screen.activity")
    second.see("By category")
    first.run("budgets")
    first.see("Budgets", "Groceries", "Eating out")
    first.type("200")
    first.keys("C-s")
    first.see("✓ Budgets saved")
    first.run("screen.activity")
    first.see(LEFT)
    second.see(LEFT)
    shown = json.loads(command(
        world, "--vault", vault, "--passphrase-file", passphrase, "budgets", "--json"))["data"]
    assert [(one["category"], one["budget"]) for one in shown] == [("groceries", "200.00")], shown
    first.run("card.undo")
    first.see_not(LEFT)
    second.see_not(LEFT)
    for wallet in wallets:
        wallet.run("quit")


@scenario
def budgets_line_by_line(world):
    """Line by line: a budget is a line of the form and a sentence of Activity"""
    wallet = Lines(world).ready()
    wallet.run("budgets", "Budgets", "^Groceries", r"Groceries.*:$")
    wallet.say("200", r"Eating out.*:$")
    wallet.say("^S", "Budgets saved")
    wallet.say("Activity", r"^Spent in \w+", "newest first")
    wallet.say("Next pane", r"Budget Groceries: .* of €200\.00, .*(left|over)", ">$")
