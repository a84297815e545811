"""What others do with the wallet is told on the screen."""

import os

from harness.runner import scenario
from harness.server import RemoteWallet, Server
from harness.wallet import PASSPHRASE, Wallet, new_vault
from scenarios.accessible import Lines


def opened(world, vault, *options, **keywords):
    wallet = Wallet(world, *options, vault=vault, **keywords)
    wallet.see("passphrase")
    wallet.type(PASSPHRASE)
    wallet.keys("Enter")
    return wallet.ready()


@scenario
def another_terminal_pays(world):
    """One terminal pays and locks; the other one tells of it, with a notification that names nothing"""
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
    second.run("shop.again")
    second.see("✓ €4.20 reserved")
    first.see("Everyday paid €4.20 at Café Lumière")
    second.run("card.lock")
    second.see("Everyday locked")
    first.see("Everyday was locked elsewhere")
    first.news("Everyday was locked elsewhere", "Everyday paid €4.20 at Café Lumière")
    second.run("messages")
    now = second.see("▸ Messages", "Everyday locked")
    assert not now.find("elsewhere") and not now.find("Everyday paid"), now.text
    first.run("quit")
    with open(shown) as file:
        said = file.read()
    assert "-- walletui A payment was made.\n" in said, said
    for word in ("4.20", "4821", "Café", "Everyday"):
        assert word not in said, said


@scenario
def another_client_of_the_server_pays(world):
    """On a server, a payment and a lock by another client are told in a toast, and own ones are not"""
    server = Server(world)
    first = RemoteWallet(world, *server.signed_in).ready()
    second = RemoteWallet(world, *server.signed_in).ready()
    second.run("shop.again")
    second.see("✓ €4.20 reserved")
    first.see("Everyday paid €4.20 at Café Lumière")
    second.run("card.lock")
    second.see("Everyday locked")
    first.see("Everyday was locked elsewhere", r"Everyday +(··4821 +)?■ Locked")
    second.run("shop.again")
    second.see("▲ Declined: card locked")
    first.see("declined")
    first.news("Everyday was locked elsewhere", "Everyday paid €4.20 at Café Lumière", "declined")
    second.run("messages")
    now = second.see("▸ Messages", "Everyday locked")
    assert not now.find("elsewhere") and not now.find("Everyday paid"), now.text
    first.run("quit")
    second.escape("▸ Messages")
    second.run("quit")


@scenario
def alerts_line_by_line(world):
    """Line by line: what another terminal does is a line"""
    vault, passphrase = new_vault(world)
    lines = Lines(world, "--passphrase-file", passphrase, wallet=("--vault", vault)).ready()
    other = opened(world, vault)
    other.run("shop.again")
    other.see("✓ €4.20 reserved")
    lines.hear("Everyday paid €4.20 at Café Lumière")
    other.run("card.lock")
    other.see("Everyday locked")
    lines.hear("Everyday was locked elsewhere")
    lines.say("", r"1\. Everyday, MC, 4821, Locked")
    other.run("quit")
