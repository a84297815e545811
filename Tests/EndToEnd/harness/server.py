"""walletd with the demo's cards, and walletui on it."""

import base64
import http.client
import json
import os
import pathlib
import re
import ssl
import subprocess
import urllib.parse
import urllib.request

from .terminal import Terminal
from .wallet import Shell, Wallet, phone_code

BASE = "/digitalwallets/v1"
CARDS = "/profile/prepaid/cards"


def program(world, name):
    """One of our other programs: the one next to the binary, otherwise the debug build."""
    path = os.path.join(os.path.dirname(world.binary), name)
    if os.access(path, os.X_OK):
        return path
    return str(pathlib.Path(__file__).resolve().parents[3] / ".build/debug" / name)


class Server:
    """walletd on its own port."""

    def __init__(self, world, *options, listen="127.0.0.1:0", tls=False):
        way, trust = ["--insecure-loopback"], ["--insecure-loopback"]
        if tls:
            way, trust = certificate(world.folder)
        self.process = subprocess.Popen(
            [program(world, "walletd"), "--demo", "--listen", listen, "--quiet", *way, *options],
            stdout=subprocess.PIPE, encoding="utf-8", env={**os.environ, **world.seams})
        world.closers.append(self.close)
        words = {}
        while "user" not in words:
            name, *rest = self.process.stdout.readline().split()
            words[name] = rest
        self.user, self.password = words["user"]
        password = self.write(world, "password", self.password)
        self.client = words["client"]
        secret = self.write(world, "client-secret", self.client[1])
        self.url = words["listening"][1]
        self.brand = words["brand"][0]
        self.rest = [*trust, "--login", self.user,
                     "--client", self.client[0], "--client-secret-file", secret]
        self.password_file = ["--password-file", password]
        self.options = ["--server", self.url, *self.rest]
        self.signed_in = [*self.options, *self.password_file]

    def through(self, proxy):
        """The options for a sign-in through a proxy."""
        return ["--server", proxy.url, *self.rest, *self.password_file]

    def count(self, route, status):
        """The number of requests of a route with this status."""
        with urllib.request.urlopen(self.url + "/metrics") as answer:
            text = answer.read().decode()
        found = re.search(
            rf'walletd_request_seconds_count{{[^}}]*route="{route}",status="{status}"}} (\d+)', text)
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


class Client:
    """A separate sign-in on a separate connection, without walletui."""

    def __init__(self, server, token=None):
        scheme, address = server.url.split("://")
        self.connection = http.client.HTTPConnection(address)
        if scheme == "https":
            context = ssl.create_default_context(cafile=server.rest[1])
            self.connection = http.client.HTTPSConnection(address, context=context)
        self.token = token or self.sign_in(server)

    def sign_in(self, server):
        form = urllib.parse.urlencode({
            "grant_type": "password", "username": server.user, "password": server.password})
        basic = base64.b64encode(":".join(server.client).encode()).decode()
        headers = {"Authorization": f"Basic {basic}",
                   "Content-Type": "application/x-www-form-urlencoded"}
        self.connection.request("POST", f"{BASE}/auth/brands/{server.brand}/token", form, headers)
        return json.load(self.connection.getresponse())["access_token"]

    def ask(self, method, target, body=None, **headers):
        """(status, headers, parsed body) of a request below the base path."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        headers["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body)
        self.connection.request(method, BASE + target, body, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        return answer.status, answer.headers, json.loads(text) if text else None

    def begin(self, method, target, body, **headers):
        """Sends a request except the last byte of its body, with `Connection: close`."""
        self.connection.putrequest(method, BASE + target)
        headers |= {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json",
                    "Content-Length": str(len(body)), "Connection": "close"}
        for name, value in headers.items():
            self.connection.putheader(name.replace("_", "-"), value)
        self.connection.endheaders(body[:-1].encode())
        self.rest = body[-1:].encode()

    def finish(self):
        """Sends that byte; the answer's status, once the connection is closed."""
        self.connection.send(self.rest)
        answer = self.connection.getresponse()
        answer.read()
        self.connection.close()
        return answer.status


def certificate(folder):
    """A certificate for loopback: the options of walletd, and those of walletui."""
    key, pem = os.path.join(folder, "key.pem"), os.path.join(folder, "certificate.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-keyout", key, "-out", pem, "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1"],
        check=True, capture_output=True)
    return ["--tls-cert", pem, "--tls-key", key], ["--ca", pem]


class RemoteWallet(Wallet):
    """The screen, on a server. Codes are read on its own simulated phone."""

    def __init__(self, world, *options, **keywords):
        Terminal.__init__(self, world, [world.binary, *options], (120, 40), **keywords)


class RemotePhone:
    """Codes arrive on a phone in another terminal, of the wallet that `phone` says."""

    phone = ()

    def send_code(self):
        self.see("Enter send code")
        self.keys("Enter")
        self.see("Expires in")

    def code(self):
        return phone_code(self.world, self.phone)


class SignedIn(RemotePhone, RemoteWallet):
    def __init__(self, world, server, *options):
        self.server = server
        self.phone = server.signed_in
        super().__init__(world, *server.signed_in, *options)


class SignedInShell(RemotePhone, Shell):
    def __init__(self, world, server, *options):
        self.phone = server.signed_in
        super().__init__(world, *server.signed_in, *options, wallet=[])
