"""What others do with the wallet is told on the screen."""

import os

from harness.runner import scenario
from harness.server import RemoteWallet, Server
from harness.wallet import PASSPHRASE, Wallet, new_vault
from scenarios.accessible import Lines
from scenarios.shop import pay_again

PAID = r"€4\.20 paid at Café Lumière"
LOCKED = "Everyday is now locked"


def opened(world, vault, *options, **keywords):
    wallet = Wallet(world, *options, vault=vault, **keywords)
    wallet.see("passphrase")
    wallet.type(PASSPHRASE)
    wallet.keys("Enter")
    return wallet.ready()


def tells_of(first, second):
    """`second` pays and locks, and `first` tells of it. `second` has told what it did itself."""
    pay_again(second)
    second.see("✓ €4.20 reserved")
    first.see(PAID, "Activity●")
    second.run("card.lock")
    second.see("Everyday locked")
    first.see(LOCKED)
    first.news(LOCKED, PAID)
    first.see_not("Activity●")
    second.run("messages")
    now = second.see("▸ Messages", "Everyday locked")
    assert not now.find(LOCKED) and not now.find(PAID), now.text
    second.escape("▸ Messages")


@scenario(core=True)
def another_terminal_pays(world):
    """One terminal pays and locks; the other one tells of it, and opens the payment and the card"""
    vault, _ = new_vault(world)
    first = opened(world, vault)
    second = opened(world, vault)
    tells_of(first, second)
    first.run("messages")
    first.see("▸ Messages", PAID)
    first.run("move.down")
    first.keys("Enter")
    first.see("By category", r"Café Lumière .*Everyday +−€4\.20 +◔ pending")
    first.run("messages")
    first.see("▸ Messages", LOCKED)
    first.keys("Enter")
    first.see("■ LOCKED", r"1 of \d+")
    for wallet in (first, second):
        wallet.run("quit")


@scenario
def a_notification_names_nothing(world):
    """With --notify another terminal's payment is a notification, without names and amounts"""
    vault, _ = new_vault(world)
    folder = os.path.join(world.folder, "bin")
    shown = os.path.join(world.folder, "shown")
    os.mkdir(folder)
    program = os.path.join(folder, "notify-send")
    with open(program, "w") as file:
        file.write(f'#!/bin/sh\necho "$@" >>{shown}\n')
    os.chmod(program, 0o755)
    first = opened(world, vault, "--notify",
                   env={"PATH": f"{folder}:{os.environ['PATH']}", "DISPLAY": ":99"})
    second = opened(world, vault)
    pay_again(second)
    second.see("✓ €4.20 reserved")
    first.see(PAID)
    first.wait(lambda now: os.path.exists(shown) or None, "a notification")
    for wallet in (first, second):
        wallet.run("quit")
    with open(shown) as file:
        said = file.read()
    assert said == "--app-name=walletui -- walletui A payment was made.\n", said


@scenario
def another_client_of_the_server_pays(world):
    """On a server, a payment, a decline and a lock by another client are told, and own ones are not"""
    server = Server(world)
    first = RemoteWallet(world, *server.signed_in).ready()
    second = RemoteWallet(world, *server.signed_in).ready()
    tells_of(first, second)
    pay_again(second)
    second.see("▲ Declined: card locked")
    first.see("Café Lumière was declined")
    for wallet in (first, second):
        wallet.run("quit")


@scenario
def alerts_line_by_line(world):
    """Line by line: what another terminal does is a line, and its number opens it"""
    vault, passphrase = new_vault(world)
    lines = Lines(world, "--passphrase-file", passphrase, wallet=("--vault", vault)).ready()
    other = opened(world, vault)
    pay_again(other)
    other.see("✓ €4.20 reserved")
    lines.hear(PAID)
    lines.run("messages", r"1\. .*" + PAID)
    lines.say("1", "newest first", "Café Lumière.*Everyday")
    other.run("quit")
