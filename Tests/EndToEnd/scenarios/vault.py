"""The life of a vault: passphrases and key files, copies, another machine, damage."""

import json
import os
import sqlite3
import stat

from harness.runner import scenario
from harness.terminal import DEADLINE, Terminal
from harness.wallet import PASSPHRASE, Wallet, command, new_vault, statuses

# Exit statuses.
WRONG_PASSPHRASE, DAMAGED, BUSY = 20, 23, 28


class Commands:
    """Commands on a vault, with files for its passphrases."""

    def __init__(self, world):
        self.world = world
        self.vault, self.passphrase = new_vault(world)

    def file(self, name, text):
        path = os.path.join(self.world.folder, name)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as stream:
            stream.write(text + "\n")
        return path

    def path(self, name):
        return os.path.join(self.world.folder, name)

    def run(self, *words, passphrase=None, vault=None, status=0):
        # Each use of a passphrase takes a second of a processor.
        return command(self.world, *words, "--vault", vault or self.vault,
                       "--passphrase-file", passphrase or self.passphrase, status=status,
                       deadline=5 * DEADLINE)

    def terminal(self, *words):
        """The same on a terminal, which asks for what is missing."""
        return Terminal(self.world, [self.world.binary, *words, "--vault", self.vault], (100, 30))


@scenario
def passphrases_and_key_files(world):
    """A vault gets a second passphrase on the terminal and a key file, and loses the first one"""
    made = Commands(world)
    asked = made.terminal("vault", "passwd", "--add", "--label", "partner")
    for question, answer in (("Passphrase", PASSPHRASE), ("New passphrase", "second words"),
                             ("Repeat it", "second words")):
        asked.see(question)
        asked.type(answer)
        asked.keys("Enter")
    asked.see("Key slot 2 was added")
    assert "second words" not in asked.history(), "a passphrase is visible"
    second = made.file("second", "second words")
    key = made.path("key")
    made.run("vault", "passwd", "--add", "--new-key-file", key, passphrase=second)
    assert stat.S_IMODE(os.stat(key).st_mode) == 0o600
    made.run("vault", "passwd", "--remove", "1", passphrase=key)
    made.run("cards", status=WRONG_PASSPHRASE)
    slots = json.loads(made.run("vault", "passwd", "--list", "--json", passphrase=second))["data"]
    assert [slot["number"] for slot in slots] == [2, 3], slots
    wallet = Wallet(world, "--passphrase-file", key, vault=made.vault).ready()
    wallet.run("quit")
    assert wallet.wait_end() == 0


@scenario
def backup_of_an_open_wallet(world):
    """A backup is taken while the screen is open; restore waits until it is closed, and keeps both"""
    made = Commands(world)
    wallet = Wallet(world, "--passphrase-file", made.passphrase, vault=made.vault).ready()
    wallet.run("card.lock")
    wallet.see("Everyday locked")
    backup = made.path("backup")
    made.run("vault", "backup", backup)
    wallet.run("card.unlock")
    wallet.see("Everyday unlocked")
    # Somebody has it open.
    made.run("vault", "restore", backup, "--yes", status=BUSY)
    wallet.see(r"Everyday +(··4821 +)?● Active")
    wallet.run("quit")
    assert wallet.wait_end() == 0
    kept = json.loads(made.run("vault", "restore", backup, "--yes", "--json"))["data"]["kept"]
    assert statuses(world, made.vault, made.passphrase)["Everyday"] == "LOCKED"
    assert statuses(world, kept, made.passphrase)["Everyday"] == "ACTIVE"


@scenario
def to_another_machine(world):
    """An export opens with its own passphrase only, and an import with a new one only"""
    made = Commands(world)
    made.run("cards", "lock", "--all")
    words, mine = made.file("words", "for the export"), made.file("mine", "only mine")
    export, there = made.path("export"), made.path("there.vault")
    made.run("vault", "export", export, "--new-passphrase-file", words)
    made.run("cards", vault=export, status=WRONG_PASSPHRASE)
    made.run("vault", "import", export, "--export-passphrase-file", words, vault=there,
             passphrase=mine)
    made.run("cards", vault=there, passphrase=words, status=WRONG_PASSPHRASE)
    assert statuses(world, there, mine) == statuses(world, made.vault, made.passphrase)
    assert "3 cards unlocked" in made.run("cards", "unlock", "--all", vault=there, passphrase=mine)


@scenario
def damage_and_repair(world):
    """A damaged copy is reported by name, repaired, and opens on the screen; the original is kept"""
    made = Commands(world)
    copy = made.path("copy.vault")
    made.run("vault", "backup", copy)
    with sqlite3.connect(copy) as damaged:
        damaged.execute("UPDATE cards SET box = substr(box, 1, 60) || x'00ff' || substr(box, 63) "
                        "WHERE id = (SELECT min(id) FROM cards)")
    damaged.close()
    made.run("vault", "check")
    made.run("vault", "check", vault=copy, status=DAMAGED)
    text = made.run("vault", "check", "--repair", vault=copy)
    assert "4821" in text and "The damaged file is kept" in text, text
    made.run("vault", "check", vault=copy)
    wallet = Wallet(world, "--passphrase-file", made.passphrase, vault=copy)
    # The repair has named the lost card; the list has the others.
    wallet.see("of 5", "Groceries", r"Travel +(··\d+ +)?■ Locked")
    wallet.see_not("Everyday|Damaged record")
    wallet.run("quit")
    assert wallet.wait_end() == 0
    assert len(statuses(world, made.vault, made.passphrase)) == 6
