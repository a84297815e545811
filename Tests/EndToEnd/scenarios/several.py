"""Several wallets in one list: a vault and accounts at card issuers."""

from harness.issuer import several
from harness.runner import scenario
from harness.wallet import PASSPHRASE, Wallet

from .configuration import configure


class Everything(Wallet):
    """The screen with the profile that lists all wallets."""

    def __init__(self, world, *options, size=(120, 40), **keywords):
        super(Wallet, self).__init__(
            world, [world.binary, "--profile", "everything", *options], size, **keywords)


@scenario
def wallets_are_one_list(world):
    """The cards of all wallets are listed with their wallet, found by it, and locked where they are"""
    lithic, _ = several(world, configure)
    wallet = Everything(world).ready(10)
    wallet.see("3 wallets", "private · ", "work · ")
    wallet.run("list.filter")
    wallet.type("work")
    wallet.keys("Enter")
    wallet.see("1 of 2", r"Wallet +work")
    wallet.run("card.lock")
    wallet.see("■ Locked")
    assert lithic.control("GET", "/_test/state")["cards"][0]["state"] == "PAUSED"
    wallet.run("card.undo")
    wallet.see_not("■ Locked")
    wallet.run("quit")


@scenario
def wallets_are_one_list_in_little_room(world):
    """At 60 columns the wallet is a column; after the lock one passphrase opens all of them"""
    several(world, configure)
    wallet = Everything(world, size=(60, 20)).ready(10)
    wallet.see(r"Everyday +private +··4821", r"Groceries +private")
    wallet.run("wallet.lock")
    wallet.see("my.vault", "3 wallets")
    wallet.type(PASSPHRASE)
    wallet.keys("Enter")
    wallet.ready(10)
    wallet.run("quit")


@scenario
def a_lost_issuer_hides_no_other(world):
    """Cards of an issuer that is lost stay in the list; the others work; it comes back by itself"""
    lithic, _ = several(world, configure)
    wallet = Everything(world).ready(10)
    lithic.cut()
    wallet.run("list.filter")
    wallet.type("work")
    wallet.keys("Enter")
    wallet.see("1 of 2")
    wallet.wait(lambda now: now.find(r"work not reachable since \d\d:\d\d"), "the lost wallet",
                deadline=120)
    # Its cards cannot be changed, and say why.
    wallet.keys("l")  # Literal: the lock is refused, so that no command runs.
    wallet.see(r"[Cc]an't reach work \(since")
    wallet.escape("1 of 2")
    wallet.run("move.first", "card.lock")
    wallet.see(r"Everyday +■ Locked")
    lithic.mend()
    wallet.wait(lambda now: not now.find("not reachable"), "the wallet is back", deadline=120)
    wallet.run("quit")


@scenario
def a_refused_key_hides_no_other(world):
    """A wallet whose issuer refuses the key is named with the reason, and the others work"""
    lithic, _ = several(world, configure)
    wallet = Everything(world).ready(10)
    lithic.revoke()
    wallet.run(*["move.down"] * 6, "card.lock")
    # Reading or locking, whichever comes first, is told.
    wallet.see("work not reachable since")
    wallet.run("move.first", "card.lock")
    wallet.see(r"Everyday +■ Locked", "Status +■ Locked")
    wallet.run("messages")
    wallet.see("▸ Messages", "Lithic doesn.t accept the key")
    assert lithic.secret not in wallet.history() + wallet.screen().text
    assert lithic.cards[0]["state"] == "OPEN"
    wallet.escape("▸ Messages")
    wallet.run("quit")
