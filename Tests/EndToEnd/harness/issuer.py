"""A card issuer of Tests/Issuers, accounts at it in a vault, and walletd in front of it."""

import base64
import hmac
import http.client
import json
import pathlib
import secrets
import string
import subprocess
import sys
import time
import urllib.parse
import urllib.request

from .server import Server, program
from .terminal import DEADLINE
from .wallet import Wallet, command, new_vault

PROGRAM = pathlib.Path(__file__).resolve().parents[2] / "Issuers/run"


class Issuer:
    """A process of its own, on a port of its own."""

    def __init__(self, world, kind, cards=0, sample=False):
        """Its cards: so many without names, or three of the sample's."""
        # A key in the form of a sandbox's, which no issuer has given out.
        self.letters = "".join(secrets.choice(string.ascii_lowercase) for _ in range(24))
        self.secret = "rk_test_" + self.letters
        self.key = Server.write(world, f"key-{kind}", self.secret)
        self.kind = kind
        self.process = subprocess.Popen(
            [sys.executable, PROGRAM, kind, self.key], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8")
        world.closers.append(self.close)
        self.url = f"http://127.0.0.1:{int(self.process.stdout.readline())}"
        if cards:
            self.control("POST", f"/_test/fill?count={cards}")
        if sample:
            self.control("POST", "/_test/sample")

    def add(self, world, name, vault, passphrase, is_live=False):
        """Adds an account at it to a vault."""
        command(world, "issuer", "add", self.kind, "--name", name,
                *([] if is_live else ["--sandbox"]), "--key-file", self.key, "--address", self.url, "--vault", vault,
                "--passphrase-file", passphrase, deadline=5 * DEADLINE)

    def control(self, method, path, body=None):
        request = urllib.request.Request(
            self.url + path, method=method, data=json.dumps(body or {}).encode(),
            headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    @property
    def cards(self):
        return self.control("GET", "/_test/state")["cards"]

    def requests(self, method, path):
        """The number of requests that have come."""
        return self.control("GET", "/_test/state")["requests"].count([method, path])

    def fault(self, kind, **rule):
        self.control("POST", "/_test/faults", {"kind": kind, **rule})

    def cut(self):
        """From now on it closes each connection without an answer."""
        self.fault("cut before")

    def mend(self):
        self.control("DELETE", "/_test/faults")

    def revoke(self):
        """From now on its key is refused."""
        self.control("POST", "/_test/revoke")

    def change(self, index, **fields):
        """Changes a card as its own page would, without a request of walletui."""
        self.control("POST", f"/_test/change?card={index}", fields)

    def pay(self, index, descriptor, cents):
        """Simulates a payment with a card at Lithic."""
        request = urllib.request.Request(
            self.url + "/v1/simulate/authorize", method="POST", data=json.dumps({
                "pan": self.cards[index]["pan"], "descriptor": descriptor, "amount": cents,
            }).encode(), headers={"Content-Type": "application/json", "Authorization": self.secret})
        urllib.request.urlopen(request).close()

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


class AtIssuer(Wallet):
    """The screen with the account `work` of a vault."""

    def __init__(self, world, vault, passphrase, *options, **keywords):
        super().__init__(world, "--issuer", "work", "--passphrase-file", passphrase, *options,
                         vault=vault, **keywords)


def account(world, kind):
    """An issuer with three cards, and the account `work` at it in a vault: the issuer, the vault,
    and the file of its passphrase."""
    vault, passphrase = new_vault(world)
    issuer = Issuer(world, kind, sample=True)
    issuer.add(world, "work", vault, passphrase)
    return issuer, vault, passphrase


class Gateway(Server):
    """walletd --issuer, in front of the account `work` of a vault."""

    PASSWORD = "a password of the tests"

    def __init__(self, world, issuer, vault, passphrase):
        self.issuer = issuer
        self.user, self.password = "ana", self.PASSWORD
        store = ["--store", vault, "--passphrase-file", passphrase]
        line = subprocess.run(
            [program(world, "walletd"), "--add-user", self.user, "--owner", *store],
            input=self.password + "\n", capture_output=True, check=True, encoding="utf-8",
            env={"HOME": world.folder}).stdout
        users = self.write(world, "users", line.strip())
        self.client = ("client", secrets.token_hex(16))
        secret = self.write(world, "client-secret", self.client[1])
        self.webhook_secret = self.new_webhook_secret()
        webhooks = self.write(world, "whsec", self.webhook_secret)
        self.process = subprocess.Popen(
            [program(world, "walletd"), *store, "--users", users, "--client", self.client[0],
             "--client-secret-file", secret, "--insecure-loopback", "--listen", "127.0.0.1:0",
             "--quiet", "--issuer", "work", "--issuer-webhook-secret-file", webhooks],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
            env={"HOME": world.folder})
        world.closers.append(self.close)
        self.url = self.process.stdout.readline().split()[-1]
        self.rest = ["--insecure-loopback", "--login", self.user,
                     "--client", self.client[0], "--client-secret-file", secret]
        self.password_file = ["--password-file", self.write(world, "password", self.password)]
        self.options = ["--server", self.url, *self.rest]
        self.signed_in = [*self.options, *self.password_file]

    @staticmethod
    def new_webhook_secret():
        return "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()

    def webhook(self, card, secret=None):
        """Sends a webhook about a card, as the issuer signs it; the status of the answer."""
        signing, at = secret or self.webhook_secret, int(time.time())
        name = "event_" + secrets.token_hex(8)
        if self.issuer.kind == "stripe":
            body = json.dumps({"id": name, "created": at, "type": "issuing_card.updated",
                               "data": {"object": {"id": card["id"]}}})
            # The whole secret is the key.
            mac = hmac.digest(signing.encode(), f"{at}.{body}".encode(), "sha256").hex()
            headers = {"Stripe-Signature": f"t={at},v1={mac}"}
        else:
            body = json.dumps({"event_type": "card.updated", "card_token": card["token"]})
            key = base64.b64decode(signing.removeprefix("whsec_"))
            mac = hmac.digest(key, f"{name}.{at}.{body}".encode(), "sha256")
            headers = {"webhook-id": name, "webhook-timestamp": str(at),
                       "webhook-signature": "v1," + base64.b64encode(mac).decode()}
        connection = http.client.HTTPConnection(urllib.parse.urlsplit(self.url).netloc)
        connection.request("POST", "/issuer/webhooks", body,
                           {"Content-Type": "application/json", **headers})
        status = connection.getresponse().status
        connection.close()
        return status

    def close(self):
        super().close()
        self.process.stderr.close()


def several(world, configure, cards=2):
    """A vault with accounts at two issuers, and the profile `everything` that lists all three."""
    return several_of(
        world, configure, [Issuer(world, kind, cards) for kind in ("lithic", "stripe")])


def several_of(world, configure, issuers):
    """The same with these issuers."""
    vault, passphrase = new_vault(world)
    for issuer, name in zip(issuers, ("work", "lab")):
        issuer.add(world, name, vault, passphrase)
    configure(world, f"""
profiles:
  private: {{vault: {vault}, passphrase-file: {passphrase}}}
  work: {{vault: {vault}, issuer: work}}
  lab: {{vault: {vault}, issuer: lab}}
  everything: {{wallets: [private, work, lab]}}
""")
    return issuers
