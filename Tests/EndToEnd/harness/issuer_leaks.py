"""What stays in memory of a card at an issuer, and of the key of the account there."""

import os
import secrets
import time

from . import memory
from .authenticator import enrolled_vault, reveal
from .issuer import AtIssuer, Gateway, Issuer
from .runner import World
from .server import RemoteWallet
from .wallet import concealed


def opened(world, kind, *options):
    """An issuer with a card, the screen with the account there, and the app's key. The file with
    the account's key is removed."""
    vault, passphrase, app = enrolled_vault(world)
    issuer = Issuer(world, kind, 1)
    issuer.add(world, "work", vault, passphrase)
    os.remove(issuer.key)
    return issuer, AtIssuer(world, vault, passphrase, *options).ready(1), app


def at_rest(issuer, pid):
    """The memory while no request is under way: the poller's carry the key, and cards in answers of
    Lithic have their numbers, which are in the arena until they were read."""
    def requests():
        return len(issuer.control("GET", "/_test/state")["requests"])

    while True:
        before = requests()
        # A request that has arrived before is over then.
        time.sleep(0.5)
        scanned = memory.Memory(pid)
        if requests() == before:
            return scanned


def key_left(issuer, scanned, pid, is_locked):
    """The hits of the account's key: while the wallet is open, those outside of the arena."""
    hits = scanned.find(memory.passphrase_needles(issuer.letters))
    return hits if is_locked else memory.outside(hits, memory.locked_ranges(pid))


def revealed(binary, kind, act, options, wait, locks):
    """Number and CVV are shown after a code and hidden by `act`. Control: both while they are shown,
    and the account's key in the arena."""
    world = World(binary)
    try:
        issuer, wallet, app = opened(world, kind, *options)
        before = memory.Memory(wallet.pid)
        pan, cvv = reveal(wallet, app)
        needles = memory.card_needles(pan, cvv)
        shown = at_rest(issuer, wallet.pid)
        hits = (shown.find(memory.passphrase_needles(issuer.letters))
                and memory.in_arena(shown, wallet.pid, cvv)
                and memory.new_hits(needles, shown, before))
        left = key_left(issuer, shown, wallet.pid, is_locked=False)
        act(wallet)
        wait(wallet)
        hidden = at_rest(issuer, wallet.pid)
        left += key_left(issuer, hidden, wallet.pid, locks)
        left += hidden.find(needles)
        left += memory.in_files(
            world.folder, needles | memory.passphrase_needles(issuer.letters))
        return memory.Traces(hits, left, hidden.size)
    finally:
        world.close()


def at_gateway(binary, kind, control):
    """Number and CVV of a card at an issuer, revealed by a client of walletd, which has the account's
    key in the arena only."""
    world = World(binary)
    try:
        vault, passphrase, app = enrolled_vault(world)
        issuer = Issuer(world, kind, 1)
        issuer.add(world, "work", vault, passphrase)
        server = Gateway(world, issuer, vault, passphrase)
        os.remove(issuer.key)
        wallet = RemoteWallet(world, *server.signed_in).ready(1)
        before = memory.Memory(wallet.pid)
        pan, cvv = reveal(wallet, app)
        needles = memory.card_needles(pan, cvv)
        shown = memory.new_hits(needles, memory.Memory(wallet.pid), before)
        wallet.keys("Escape")
        wallet.wait(concealed, "the secrets to hide")
        hidden = memory.Memory(wallet.pid)
        key = memory.passphrase_needles(issuer.letters)
        traces = memory.Traces(shown, hidden.find(needles | key), hidden.size)
        there = server.process.pid
        scanned = at_rest(issuer, there)
        traces.control = bool(scanned.find(key)) and control(server)
        traces.server = scanned.find(needles) + key_left(issuer, scanned, there, is_locked=False)
        return traces
    finally:
        world.close()


def unasked(binary, kind):
    """Numbers in answers that were not asked for them: an error that names one, and a new card.
    Control: the words beside them, and the new card's number when it is shown."""
    world = World(binary)
    try:
        issuer, wallet, app = opened(world, kind)
        other = "400000" + "".join(secrets.choice("123456789") for _ in range(10))
        word = "".join(secrets.choice("bcdfghkmnprst") for _ in range(12))
        issuer.fault("refuse", status=400, text=f"{word} {other}", times=1,
                     method="PATCH" if kind == "lithic" else "POST")
        wallet.run("card.lock")
        # There is little room for it beside the keys.
        wallet.see("! more|can.t")
        wallet.run("messages")
        wallet.see("▸ Messages", word, "•{4}")
        wallet.escape("▸ Messages")
        needles = memory.card_needles(other, "–")
        if kind == "stripe":
            # It tells number and CVV only if they are asked for; this one does without.
            issuer.fault("add fields", fields={"number": other, "cvc": "737"}, method="POST")
            needles |= memory.labelled('cvc": "737')
        wallet.run("card.create")
        wallet.see("New card")
        # Literal: keys of a form.
        wallet.keys("Tab")
        alias = "".join(secrets.choice("bcdfghkmnprst") for _ in range(12))
        wallet.type(alias)
        wallet.keys("C-s")
        wallet.see(f"{alias} created", r"1 of 2|2 of 2")
        issuer.mend()
        made = issuer.cards[-1]
        pan, cvv = (made["pan"], made["cvv"]) if kind == "lithic" else (made["number"], made["cvc"])
        needles |= memory.card_needles(pan, cvv)
        scanned = at_rest(issuer, wallet.pid)
        left = scanned.find(needles)
        left += memory.in_files(world.folder, needles)
        left += [(name, "scrollback", "") for name, needle in needles.items()
                 if needle.search(wallet.history().encode())]
        beside = scanned.find(memory.labelled(alias)) and scanned.find(memory.labelled(word))
        while not wallet.screen().find(rf"▌ .*{alias}"):
            wallet.run("move.down")
            wallet.see(r"\d of 2")
        assert reveal(wallet, app) == (pan, cvv)
        shown = memory.Memory(wallet.pid).find(memory.card_needles(pan, cvv))
        wallet.run("back")
        wallet.wait(concealed, "the secrets to hide")
        return memory.Traces(beside and shown, left, scanned.size)
    finally:
        world.close()
