"""The wallet on a server: the walletd that stands beside the binary, else the debug one."""

import os
import pathlib
import re
import subprocess
import urllib.request

from harness.runner import scenario
from harness.terminal import Terminal, digits
from harness.wallet import PAN, Wallet, command


class Server:
    """walletd with the demo's cards, on a port of its own."""

    def __init__(self, world):
        program = os.path.join(os.path.dirname(world.binary), "walletd")
        if not os.access(program, os.X_OK):
            program = str(pathlib.Path(__file__).resolve().parents[3] / ".build/debug/walletd")
        self.process = subprocess.Popen(
            [program, "--demo", "--insecure-loopback", "--listen", "127.0.0.1:0", "--quiet"],
            stdout=subprocess.PIPE, encoding="utf-8")
        world.closers.append(self.close)
        words = {}
        while "user" not in words:
            name, *rest = self.process.stdout.readline().split()
            words[name] = rest
        self.user, self.password = words["user"]
        password = self.write(world, "password", self.password)
        secret = self.write(world, "client-secret", words["client"][1])
        self.url = words["listening"][1]
        self.rest = ["--insecure-loopback", "--login", self.user,
                     "--client", words["client"][0], "--client-secret-file", secret]
        self.password_file = ["--password-file", password]
        self.options = ["--server", self.url, *self.rest]
        self.signed_in = [*self.options, *self.password_file]

    def through(self, proxy):
        """The options of somebody who signs in on the other side of a proxy."""
        return ["--server", proxy.url, *self.rest, *self.password_file]

    def count(self, route, status):
        """How many requests of a route were answered like that."""
        with urllib.request.urlopen(self.url + "/metrics") as answer:
            text = answer.read().decode()
        found = re.search(
            rf'walletd_requests_total{{[^}}]*route="{route}",status="{status}"}} (\d+)', text)
        return int(found[1]) if found else 0

    @staticmethod
    def write(world, name, text):
        path = os.path.join(world.folder, name)
        with open(path, "w") as file:
            file.write(text + "\n")
        os.chmod(path, 0o600)
        return path

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class RemoteWallet(Wallet):
    def __init__(self, world, *options):
        Terminal.__init__(self, world.folder, [world.binary, *options], (120, 40))
        world.closers.append(self.close)


@scenario
def signs_in_on_screen(world):
    """A password opens the wallet on a server, a wrong one does not, and details come with a code"""
    server = Server(world)
    wallet = RemoteWallet(world, *server.options)
    wallet.see("Type the password to sign in", f"{server.user} at http")
    wallet.type("wrong")
    wallet.keys("Enter")
    wallet.see("The name or the password is wrong")
    wallet.type(server.password)
    wallet.keys("Enter")
    wallet.ready()
    wallet.keys("r")
    wallet.see("Enter send code")
    wallet.keys("Enter")
    wallet.see("Expires in")
    phone = command(world, "phone", *server.signed_in)
    wallet.type_code(digits(re.search(r"\b(\d{3} ?\d{3})\b", phone)[1]))
    wallet.see(PAN, r"CVV \d{3}")
    wallet.keys("q")


@scenario
def news_from_another_terminal(world):
    """A card that is locked in one terminal is locked in the other"""
    server = Server(world)
    wallet = RemoteWallet(world, *server.signed_in).ready()
    wallet.see(r"Everyday +MC +··4821 +● Active")
    other = RemoteWallet(world, *server.signed_in).ready()
    other.keys("l")
    other.see(r"Everyday +MC +··4821 +■ Locked", "Everyday locked")
    wallet.see(r"Everyday +MC +··4821 +■ Locked", "■ LOCKED")
    wallet.keys("q")
    other.keys("q")


@scenario
def sign_ins_end_with_the_program(world):
    """Every sign-in is ended on the server, and all come from one device"""
    server = Server(world)
    token, revocation = "/auth/brands/:brand/token", "/auth/brands/:brand/revocation"
    command(world, "cards", *server.signed_in)
    assert (server.count(token, 200), server.count(revocation, 204)) == (1, 1)
    path = os.path.join(world.folder, ".local/state/walletui/device-id")
    with open(path) as file:
        device = file.read()
    assert re.fullmatch(r"[0-9a-f]{32}\n", device), device
    assert os.stat(path).st_mode & 0o777 == 0o600
    command(world, "card", "show", "none", *server.signed_in, status=3)
    wallet = RemoteWallet(world, *server.signed_in).ready()
    wallet.keys("C-l")
    wallet.see("Locked", "Password")
    wallet.wait(lambda _: server.count(revocation, 204) == 3, "the locked wallet's sign-in to end")
    wallet.type(server.password)
    wallet.keys("Enter")
    wallet.ready()
    wallet.keys("q")
    wallet.wait_end()
    assert (server.count(token, 200), server.count(revocation, 204)) == (4, 4)
    with open(path) as file:
        assert file.read() == device
    assert [name for name in os.listdir(os.path.dirname(path)) if "device" in name] == ["device-id"]
