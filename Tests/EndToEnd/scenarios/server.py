"""The wallet on a server."""

import os
import re
import signal

from harness.processes import await_that
from harness.runner import scenario, scenarios
from harness.server import RemoteWallet, Server, program
from harness.terminal import Terminal, digits
from harness.wallet import PAN, Shell, command, new_vault


@scenario(core=True)
def signs_in_on_screen(world):
    """A password opens the wallet on a server, a wrong one does not, and details come with a code"""
    server = Server(world)
    wallet = RemoteWallet(world, *server.options)
    wallet.see("Enter your password to sign in", f"{server.user} at http")
    wallet.type("wrong")
    wallet.keys("Enter")
    wallet.see("Wrong name or password")
    wallet.type(server.password)
    wallet.keys("Enter")
    wallet.ready()
    wallet.run("card.reveal")
    wallet.see("Enter send code")
    wallet.keys("Enter")
    wallet.see("Expires in")
    phone = command(world, "phone", *server.signed_in)
    wallet.type_code(digits(re.search(r"\b(\d{3} ?\d{3})\b", phone)[1]))
    wallet.see(PAN, r"CVV \d{3}")
    wallet.run("quit")


@scenario
def notes_are_messages(world):
    """A client's secret that others can read is a message, and is not printed across the screen"""
    server = Server(world)
    secret = server.rest[server.rest.index("--client-secret-file") + 1]
    os.chmod(secret, 0o644)
    wallet = RemoteWallet(world, *server.options, stays=True)
    wallet.see("Enter your password to sign in")
    wallet.type(server.password)
    wallet.keys("Enter")
    wallet.ready()
    wallet.see_not("walletui: others")
    wallet.run("messages")
    wallet.see("Messages", "others can read")
    wallet.escape("Messages")
    wallet.run("quit")
    wallet.see("walletui: others can read")


@scenario(core=True)
def news_from_another_terminal(world):
    """A card that is locked in one terminal is locked in the other, which says so"""
    server = Server(world)
    wallet = RemoteWallet(world, *server.signed_in).ready()
    wallet.see(r"Everyday +(··4821 +)?● Active")
    other = RemoteWallet(world, *server.signed_in).ready()
    other.run("card.lock")
    other.see(r"Everyday +(··4821 +)?■ Locked", "Everyday locked")
    wallet.see(r"Everyday +(··4821 +)?■ Locked", "■ LOCKED", "Everyday is now locked", "Activity●")
    wallet.news("Everyday is now locked · changed elsewhere")
    wallet.see_not("Activity●")
    wallet.run("quit")
    other.run("quit")


@scenario
def tokens_of_a_card_that_another_terminal_locks(world):
    """The tokens of a card that is locked in one terminal are suspended in the other"""
    server = Server(world)
    wallet, other = [RemoteWallet(world, *server.signed_in).ready() for _ in range(2)]
    for terminal in [wallet, other]:
        terminal.select("Travel")
        terminal.see("Apple Pay ■")
    wallet.run("card.unlock")
    for terminal in [wallet, other]:
        terminal.see("Apple Pay ✓")
    wallet.run("card.tokens")
    wallet.see("Freeze")
    wallet.keys("Enter")
    for terminal in [wallet, other]:
        terminal.see("Apple Pay ■")
    wallet.run("card.undo")
    other.see("Apple Pay ✓")
    other.run("card.lock")
    wallet.see("Apple Pay ■")
    wallet.run("quit")
    other.run("quit")


def await_counts(server, number):
    """Waits until this many users have signed in and all have signed out. The server counts after its answer."""
    def counts():
        return (server.count("/auth/brands/:brand/token", 200),
                server.count("/auth/brands/:brand/revocation", 204))
    await_that(lambda: counts() == (number, number), lambda: f"{counts()}, wanted {number} of each")


@scenario
def sign_ins_end_with_the_program(world):
    """Every sign-in is ended on the server, and all come from one device"""
    server = Server(world)
    command(world, "cards", *server.signed_in)
    await_counts(server, 1)
    path = os.path.join(world.folder, ".local/state/walletui/device-id")
    with open(path) as file:
        device = file.read()
    assert re.fullmatch(r"[0-9a-f]{32}\n", device), device
    assert os.stat(path).st_mode & 0o777 == 0o600
    command(world, "card", "show", "none", *server.signed_in, status=3)
    wallet = RemoteWallet(world, *server.signed_in).ready()
    wallet.run("wallet.lock")
    wallet.see("Locked", "Password")
    await_counts(server, 3)
    wallet.type(server.password)
    wallet.keys("Enter")
    wallet.ready()
    wallet.run("quit")
    wallet.wait_end()
    await_counts(server, 4)
    for number in (signal.SIGTERM, signal.SIGHUP):
        wallet = RemoteWallet(world, *server.signed_in).ready()
        wallet.signal(number)
        wallet.wait_end()
    await_counts(server, 6)
    with open(path) as file:
        assert file.read() == device
    assert [name for name in os.listdir(os.path.dirname(path)) if "device" in name] == ["device-id"]


@scenarios(("typed", ["Enter"], 0), ("given up", ["C-c"], 64), core=1)
def a_password_for_walletd(world, _, keys, status):
    """walletd asks for a password on a terminal to hash it, and it is not visible when it is"""
    asked = Terminal(world, [program(world, "walletd"), "--hash-password"], stays=True)
    asked.see("Password: ")
    asked.type("hush-hush")
    # Literal: this is a question of walletd, which has no commands.
    asked.keys(*keys)
    assert asked.wait_end() == status
    said = asked.history()
    assert ("$argon2id$" in said) == (status == 0) and "hush" not in said, said


@scenario
def in_the_background(world):
    """A background process asks for nothing, and does not change the terminal"""
    vault, _ = new_vault(world)
    shell = Shell(world)
    shell.run("quit")
    shell.see("ready> *$")
    shell.type(f"{world.binary} cards --vault {vault} & wait; echo ended-$?")
    shell.keys("Enter")
    shell.see("[Tt]here's no terminal to ask", "ended-0")
    assert "Passphrase" not in shell.history()
    shell.check_shell()
