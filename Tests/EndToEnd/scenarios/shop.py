"""Paying in the simulated shop, on screen."""

import datetime
import json
import os
import re
import shlex

from harness.runner import scenario
from harness.terminal import Terminal, digits
from harness.wallet import PASSPHRASE, Wallet, command, first_card, new_vault


BALANCE = r"Balance +€[\d,.]+"


def pay_again(wallet):
    """Pays what `B` proposes, which asks first."""
    wallet.run("shop.again")
    wallet.see("▸ Pay with", "Café Lumière · EUR")
    wallet.keys("C-s")


@scenario(core=True)
def locked_declined_unlocked_paid(world):
    """Seven keys: lock, a declined payment, unlock, a payment, all payments"""
    wallet = Wallet(world).ready()
    before = re.search(BALANCE, wallet.see(BALANCE).text)[0]
    wallet.run("card.lock")
    wallet.see("■ LOCKED", "Everyday locked")
    pay_again(wallet)
    wallet.see("▲ Declined: card locked · Café Lumière",
               r"Café Lumière .*✕ card locked +−€4\.20")
    assert before in wallet.screen().text, "a declined payment has changed the balance"
    wallet.run("card.unlock")
    wallet.see(r"Everyday +(··4821 +)?● Active")
    pay_again(wallet)
    now = wallet.see("✓ €4.20 reserved · Café Lumière", r"Café Lumière .*◔ pending +−€4\.20")
    assert now.find(r"Café Lumière .*◔ pending")[1] < now.find("✕ card locked")[1], (
        "the newest payment is not the first")
    wallet.see_not(re.escape(before))
    wallet.run("screen.activity")
    wallet.see("By category", r"Café Lumière .*Everyday +−€4\.20 +◔ pending", "✕ card locked")


@scenario(core=True)
def payments_as_a_table(world):
    """A search with its sum, another order, another month, a payment and its card"""
    wallet = Wallet(world).ready()
    wallet.run("screen.activity")
    wallet.see("By category", r"1 of \d+ · newest first")
    wallet.run("list.filter")
    wallet.type("lidl >10")
    wallet.see(r"[1-9]\d* found · €[\d.,]+ out")
    wallet.keys("Enter")
    wallet.run("back")
    wallet.see_not(r"\d found")
    wallet.run("activity.sort", "activity.month.before")
    wallet.see(r"1 of \d+ · oldest first")
    wallet.run("open")
    wallet.see("Activity › ", "The shop can")
    wallet.run("back")
    wallet.see(r"1 of \d+ · oldest first")
    wallet.run("activity.card")
    wallet.see_not("oldest first")
    wallet.run("quit")


@scenario(core=True)
def steps_of_a_payment(world):
    """Enter opens a payment: its shop debits it and refunds a part, each after a question, and what is
    not possible says why. One key leads to its card, and Esc back the same way"""
    wallet = Wallet(world).ready()
    pay_again(wallet)
    wallet.see("✓ €4.20 reserved")
    wallet.run("screen.activity")
    wallet.see(r"Café Lumière +Everyday +−€4\.20 +◔")
    wallet.run("move.first", "open")
    wallet.see("Activity › Café Lumière", "The shop can", "R Refund · not debited yet")
    wallet.run("shop.debit")
    wallet.see("▸ Debit · Café Lumière", "Reserved now: €4.20", "Enter debit €4.20")
    wallet.keys("Enter")
    wallet.see("✓ €4.20 debited", "d Debit · debited already")
    wallet.run("shop.refund")
    wallet.type("1.50")
    wallet.see("Enter refund €1.50")
    wallet.keys("Enter")
    wallet.see("✓ €1.50 refunded", "So far", r"‹ refund +\+€1\.50")
    wallet.run("shop.refund")
    wallet.see("Can be refunded: €2.70")
    wallet.keys("Escape")
    wallet.see_not("Can be refunded")
    wallet.run("activity.card")
    wallet.see(r"Everyday +(··4821 +)?● Active", "▸ Cards")
    wallet.keys("Escape")
    wallet.see("Activity › Café Lumière")
    wallet.keys("Escape")
    wallet.see("By category")
    wallet.run("quit")


@scenario(core=True)
def local_times(world):
    """Each payment has the local time of its own day, also one from before the clocks changed"""
    listed = json.loads(command(
        world, "--demo", "transactions", "all", "--limit", "1000", "--json"))["data"]
    times = [datetime.datetime.fromisoformat(payment["transactedAt"].replace("Z", "+00:00"))
             for payment in listed]
    # Summer time of an hour lasted for half a year and ended two weeks ago. TZ counts days from 0.
    begin, end = ((times[0] - datetime.timedelta(days=days)).timetuple().tm_yday - 1
                  for days in (196, 14))
    wallet = Wallet(world, env={"TZ": f"AAA0BBB,{begin}/0,{end}/0"}).ready()
    wallet.run("screen.activity")
    # 18 days ago, and four.
    for merchant, amount, hours in (("Naschmarkt", "23.36", 1), ("Ramen Tōkyō", "12.90", 0)):
        newest = [payment["description"] for payment in listed].index(merchant)
        time = times[newest]
        wallet.run("list.filter")
        wallet.type("=" + amount)
        wallet.see(f"{(time.hour + hours) % 24:02}:{time.minute:02} +{merchant}")
        wallet.keys("Escape")


@scenario
def the_payment_is_kept(world):
    """A payment on screen is in the vault: its details show it after it was opened again"""
    vault, _ = new_vault(world)
    for is_first in (True, False):
        wallet = Wallet(world, vault=vault)
        wallet.see("passphrase")
        wallet.type(PASSPHRASE)
        wallet.keys("Enter")
        wallet.ready()
        if is_first:
            pay_again(wallet)
            wallet.see("✓ €4.20 reserved")
        wallet.see(r"Café Lumière .*◔ pending +−€4\.20")
        wallet.run("quit")


@scenario
def a_wallet_of_ones_own(world):
    """A new wallet without samples: its first card pays at once, and what the code's dialog says to
    run shows the code, as it stands there"""
    folder = os.path.join(world.folder, "my cards")
    os.mkdir(folder, 0o700)
    for vault, told in ((None, "walletui phone"),
                        (os.path.join(folder, "own.vault"), "walletui phone --vault ")):
        options = ["--vault", vault] if vault else []
        file = os.path.join(world.folder, "passphrase")
        with open(file, "w") as lines:
            lines.write(PASSPHRASE + "\n")
        os.chmod(file, 0o600)
        command(world, "vault", "init", *options, "--passphrase-file", file, "--name",
                "Ana Petrova", "--mobile", "+359 888123456", "--email", "ana@example.com")
        wallet = Terminal(world, [world.binary, *options, "--passphrase-file", file])
        wallet.see("No cards yet")
        wallet.run("card.create")
        wallet.see("Programme", "create")
        wallet.keys("C-s")
        wallet.see("created · its money is simulated", r"Balance +€500\.00")
        pay_again(wallet)
        wallet.see("✓ €4.20 reserved", r"Balance +€495\.80")
        wallet.run("card.reveal")
        wallet.see("Enter send code")
        wallet.keys("Enter")
        now = wallet.see("Expires in", "Sent to the simulated phone: run")
        x, y = now.find("Sent to the simulated phone")
        lines = ["".join(cell.text for cell in row[x:]).partition("│")[0] for row in now.rows[y:y + 4]]
        said = re.search("`(walletui phone.*?)`", re.sub(r"\s+", " ", " ".join(lines)))[1]
        assert said.startswith(told), said
        words = shlex.split(said)
        assert words[0] == "walletui"
        shown = command(world, *words[1:], "--passphrase-file", file)
        wallet.type(digits(re.search(r"\b(\d{3} ?\d{3})\b", shown)[1]))
        wallet.keys("Enter")
        wallet.see(r"CVV \d{3}")
        wallet.run("quit")


@scenario(core=True)
def topped_up(world):
    """An account without money is topped up, and then pays"""
    wallet = Wallet(world).ready()
    before = float(re.search(BALANCE, wallet.see(BALANCE).text)[0].split("€")[1].replace(",", ""))
    wallet.run("account.topUp")
    wallet.see("Top up the account", "Enter add €50.00")
    wallet.type("25.50x")
    wallet.see("Enter add €25.50")
    wallet.keys("Enter")
    wallet.see("€25.50 added", rf"Balance +€{before + 25.5:,.2f}")


@scenario
def where_the_code_is(world):
    """The prompt for a code on the command line also names the command that shows it"""
    vault, file = new_vault(world)
    wallet = ["--vault", vault, "--passphrase-file", file]
    prompt = Terminal(
        world, [world.binary, "card", "reveal", first_card(world), "--method", "sms", *wallet])
    prompt.see(r"We've sent you a code by SMS",
               f"Sent to the simulated phone: run `walletui phone --vault {re.escape(vault)}` in another terminal")
