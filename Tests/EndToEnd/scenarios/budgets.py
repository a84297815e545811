"""Budgets, and one month beside the other."""

import os

from harness.runner import scenario
from harness.wallet import Wallet, command
from scenarios.accessible import Lines


@scenario
def a_budget_is_set_on_the_screen(world):
    """A budget that is set on the screen is in the file, in Activity and on the command line"""
    wallet = Wallet(world).ready()
    wallet.run("budgets")
    wallet.see("Budgets", "Groceries", "Eating out")
    wallet.type("200")
    wallet.keys("C-s")
    wallet.see("groceries=200")
    wallet.run("screen.activity")
    wallet.see("Budgets", r"Groceries .*€[\d.,]+ (left|over)")
    wallet.run("activity.compare")
    wallet.see("Compare months", r"Groceries .*(more|less|the same)", r"All .*(more|less|the same)")
    wallet.escape("Compare months")
    with open(os.path.join(world.folder, ".config/walletui/config.yaml")) as file:
        assert "budgets: {groceries: 200}\n" in file.read()
    shown = command(world, "--demo", "budgets")
    assert "€200.00" in shown and "Groceries" in shown, shown
    wallet.run("card.undo")
    wallet.see_not(r"Groceries .*€[\d.,]+ (left|over)")
    wallet.run("quit")


@scenario
def budgets_line_by_line(world):
    """Line by line: a budget is a line of the form, a sentence of Activity, and months are compared"""
    wallet = Lines(world).ready()
    wallet.run("budgets", "Budgets", "^Groceries", r"Groceries.*:$")
    wallet.say("200", r"Eating out.*:$")
    wallet.say("^S", "groceries=200")
    wallet.say("Activity", r"^Spent in \w+", "newest first")
    wallet.say("Next pane", r"Groceries.*€200.*(left|over)", ">$")
    wallet.run("activity.compare", "Compare months", r"^Groceries.*(more|less|the same)",
               r"^All.*(more|less|the same)")
