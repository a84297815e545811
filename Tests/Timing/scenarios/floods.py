"""Thousands of changes by others: the screen stays small and shows the right state."""

import json
import re
import subprocess
import threading

from harness.processes import DEADLINE
from harness.runner import scenario
from harness.server import CARDS, Client, Server, SignedIn, program
from harness.wallet import PASSPHRASE, Wallet, command, new_vault

CLIENTS = 16
CHANGES = 5000
ROUNDS = 3
# Odd: the first card is locked at last.
FILE_CHANGES = 1001
# Memory beyond that of a screen with 20,000 cards was left behind by the flood.
MEGABYTES = 60


def memory(pid, name="VmRSS"):
    """Megabytes."""
    with open(f"/proc/{pid}/status") as file:
        return int(re.search(rf"{name}:\s+(\d+) kB", file.read())[1]) / 1024


def change_all(server, cards):
    """Locks and unlocks each of the cards in turn over 16 connections. Finally all are locked."""
    token = Client(server).token
    failures = []

    def work(part):
        client = Client(server, token)
        for turn in range(ROUNDS):
            wanted = {"status": "ACTIVE" if turn % 2 else "LOCKED", "statusReason": "Test"}
            for card in part:
                status, _, told = client.ask("PATCH", f"{CARDS}/{card}", wanted, If_Match="*")
                if status != 200:
                    failures.append((status, told))
    workers = [threading.Thread(target=work, args=(cards[at::CLIENTS],))
               for at in range(CLIENTS)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not failures, failures[:3]


def active_cards(server, count):
    """The first cards that can be locked."""
    client, found, offset = Client(server), [], 0
    while len(found) < count:
        _, _, page = client.ask("GET", f"{CARDS}?limit=1000&offset={offset}")
        found += [card["cardId"] for card in page["cards"] if card["status"] == "ACTIVE"]
        offset += 1000
    return found[:count]


@scenario
def many_changes_on_a_server(world):
    """Thousands of cards change on the server: the screen runs, stays small and shows all changes"""
    server = Server(world, "--demo-cards", "20000", "--rate", "1000000")
    wallet = SignedIn(world, server)
    wallet.see(r"1 of 20,?000\b", r"Everyday +(··4821 +)?● Active")
    before = memory(wallet.pid)
    cards = active_cards(server, CHANGES)
    change_all(server, cards)
    wallet.see(r"Everyday +(··4821 +)?■ Locked")
    # The last visible ones, too.
    wallet.see_not("● Active")
    grown = memory(wallet.pid) - before
    assert grown < MEGABYTES, f"{grown:.0f} MB more than before"
    # It gets the next event, too.
    status, _, _ = Client(server).ask(
        "PATCH", f"{CARDS}/{cards[0]}", {"status": "ACTIVE", "statusReason": "Test"}, If_Match="*")
    assert status == 200
    wallet.see(r"Everyday +(··4821 +)?● Active")
    wallet.run("quit")
    assert wallet.wait_end() == 0


@scenario
def many_changes_of_a_file(world):
    """Another process changes a vault in a loop: the screen runs, stays small and shows the last state"""
    vault, passphrase = new_vault(world)
    wallet = Wallet(world, vault=vault)
    wallet.see("[Pp]assphrase")
    wallet.type(PASSPHRASE)
    wallet.keys("Enter")
    wallet.ready()
    before = memory(wallet.pid)
    subprocess.run([program(world, "vaultworker"), "toggle", vault, PASSPHRASE, str(FILE_CHANGES)],
                   check=True, capture_output=True, timeout=10 * DEADLINE)
    # The first card was locked before. Another card shows that everything was read.
    file = ["--vault", vault, "--passphrase-file", passphrase]
    cards = json.loads(command(world, "cards", "--json", *file))["data"]["cards"]
    other = next(card["cardId"] for card in cards if card.get("alias") == "Groceries")
    command(world, "card", "lock", other, *file)
    wallet.see(r"Groceries .*■ Locked", r"Everyday +(··4821 +)?■ Locked")
    grown = memory(wallet.pid) - before
    assert grown < MEGABYTES, f"{grown:.0f} MB more than before"
    # It gets the next event, too.
    wallet.run("card.unlock")
    wallet.see(r"Everyday +(··4821 +)?● Active", "Everyday unlocked")
    wallet.run("quit")
    assert wallet.wait_end() == 0
