"""Compares walletd with a minimal libmicrohttpd server and plain SQLite commits."""

import base64
import json
import os
import shutil
import statistics
import subprocess
import tempfile
import time
import urllib.request

BASE = "/digitalwallets/v1"
CARDS = BASE + "/profile/prepaid/cards"
CLIENTS = (1, 64)


class Daemon:
    """A program that says where it listens, ended with the block."""

    def __init__(self, command, logs=False):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True,
                                        stderr=subprocess.PIPE if logs else None)
        line = self.process.stdout.readline()
        self.port = int(line.rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()

    def status(self, field):
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith(field + ":"))


class Walletd(Daemon):
    """The server with one person signed in, on the demo or on a file of so many cards, there also
    with the simulator that otherwise only the demo has. `under`: what runs the server."""

    def __init__(self, options, cards, on_disk=False, logs=False, simulator=False, under=()):
        self.folder = tempfile.mkdtemp(prefix="benchmark-", dir=os.path.dirname(options.build))
        command = [options.walletd, "--listen", "127.0.0.1:0", "--insecure-loopback",
                   "--rate", "1000000"] + ([] if logs else ["--quiet"])
        self.user, self.password = "ana", "ana-demo"
        secret = "demo-client"
        self.write("secret", secret + "\n")
        self.write("password", self.password + "\n")
        if on_disk:
            store, users = self.path("store"), self.path("users")
            subprocess.run([options.vaultworker, "fill", store, "x", str(cards)], check=True)
            digest = subprocess.run([options.walletd, "--hash-password"], input=self.password,
                                    capture_output=True, text=True, check=True).stdout
            self.write("users", f"{self.user} 1 {digest}")
            command += ["--store", store, "--users", users,
                        "--passphrase-file", self.write("passphrase", "x\n"),
                        "--client-secret-file", self.path("secret")]
            if simulator:
                command = [options.simulatorserver, store, self.path("passphrase"), users,
                           "walletui", self.path("secret")]
        else:
            command += ["--demo", "--demo-cards", str(cards)]
        super().__init__([*under, *command], logs)
        self.url = f"http://127.0.0.1:{self.port}"
        credentials = base64.b64encode(f"walletui:{secret}".encode()).decode()
        form = f"grant_type=password&username={self.user}&password={self.password}"
        request = urllib.request.Request(
            f"{self.url}{BASE}/auth/brands/demo/token", data=form.encode(),
            headers={"Authorization": f"Basic {credentials}",
                     "Content-Type": "application/x-www-form-urlencoded"})
        with urllib.request.urlopen(request) as answer:
            self.token = json.load(answer)["access_token"]

    def __exit__(self, *_):
        super().__exit__()
        shutil.rmtree(self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(os.open(self.path(name), os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(text)
        return self.path(name)

    def get(self, target):
        request = urllib.request.Request(
            self.url + target, headers={"Authorization": f"Bearer {self.token}"})
        with urllib.request.urlopen(request) as answer:
            return answer.read()

    def locks(self, count):
        """Changes of so many cards, the same each time, as the load takes them."""
        found = json.loads(self.get(f"{CARDS}?status=ACTIVE,LOCKED&limit={count}"))["cards"]
        assert len(found) == count, "too few cards that can be locked"
        return [f"PATCH {CARDS}/{card['cardId']} {card['version']} {card['status']}"
                for card in found]


def load(options, port, token, requests, clients, seconds, rate=0.0):
    done = subprocess.run(
        [options.serverfloor, "load", str(port), str(clients), str(seconds), str(rate)],
        input="\n".join([token] + requests) + "\n", capture_output=True, text=True, check=True)
    result = json.loads(done.stdout)
    assert result["errors"] == 0, f"the server answered {result['status']}"
    return result


def against(floor, ours, rounds):
    """The medians of both, measured in turn, so that other load affects both."""
    pairs = [(floor(), ours()) for _ in range(rounds)]
    return tuple(statistics.median(values) for values in zip(*pairs))


def reads(options, report):
    print("— a page of 20 of 10,000 cards")
    page = [f"GET {CARDS}?limit=20"]
    fresh = [f"GET {CARDS}?limit=20&offset={offset}" for offset in range(9980)]
    with Walletd(options, 10_000) as ours:
        size = len(ours.get(f"{CARDS}?limit=20"))
        with Daemon([options.serverfloor, "hello", str(size)]) as floor:
            for clients in CLIENTS:
                for name, requests, least in (("", page, 0.4), (" that is new", fresh, None)):
                    bare, rate = against(
                        lambda: load(options, floor.port, "-", page, clients, 1)["rate"],
                        lambda: load(options, ours.port, ours.token, requests, clients,
                                     1)["rate"], 5)
                    report.line(f"a page{name}, {clients} client{'s' * (clients > 1)}", bare,
                                rate, "/s", least=least)
            rate = load(options, ours.port, ours.token, page, 64, 2)["rate"] / 2
            # Compared with the baseline at the same rate, so that other load delays both.
            bare, delay = against(
                lambda: load(options, floor.port, "-", page, 64, 2, rate)["p99"],
                lambda: load(options, ours.port, ours.token, page, 64, 2, rate)["p99"], 3)
            report.line(f"p99 at {rate:.0f}/s", bare, delay, "ms", absolute=10)


def writes(options, report):
    print("— a durable lock or unlock")

    def bare(figure="rate"):
        with tempfile.TemporaryDirectory(dir=os.path.dirname(options.build)) as folder:
            done = subprocess.run(
                [options.serverfloor, "commits", os.path.join(folder, "rows"), "200", "2"],
                capture_output=True, text=True, check=True)
        return json.loads(done.stdout)[figure]

    def over_http():
        with tempfile.TemporaryDirectory(dir=os.path.dirname(options.build)) as folder:
            command = [options.serverfloor, "hello", "900", os.path.join(folder, "rows"), "200"]
            with Daemon(command) as server:
                return load(options, server.port, "-", ["PATCH /card 1 ACTIVE"], 1, 2)["rate"]

    # The limit of a server that only commits: shows the cost of a request besides the commit.
    report.line("the same over HTTP in C, 1 client", *against(bare, over_http, 3), "/s")

    for clients in CLIENTS:
        def changes():
            with Walletd(options, 200, on_disk=True) as server:
                return load(options, server.port, server.token, server.locks(clients), clients,
                            2)["rate"]

        floor, ours = against(bare, changes, 3)
        report.line(f"changes, {clients} client{'s' * (clients > 1)}", floor, ours, "/s",
                    least=0.5)
    with Walletd(options, 200, on_disk=True) as server:
        rate = ours / 2
        # Compared with the 99th of 100 plain commits, because a slow disk delays both.
        tail, delay = against(
            lambda: bare("p99"),
            lambda: load(options, server.port, server.token, server.locks(64), 64, 2, rate)["p99"],
            3)
    report.line(f"p99 at {rate:.0f}/s", tail, delay, "ms", absolute=10)


# In this time no server makes the 1,000 handles that a customer may have.
HANDLES_FOR = 0.2
# A card without a question of its bank becomes a handle.
HANDLE = json.dumps({
    "merchantRefNum": "order-1", "amount": 2490, "currencyCode": "EUR", "merchantId": "zalando",
    "card": {"cardNum": "4000000000001000", "cardExpiry": {"month": 9, "year": 2039},
             "cvv": "123", "holderName": "Ana Petrova"}}, separators=(",", ":"))


def handles(options, report):
    print("— a card becomes a payment handle, compared with a durable lock")
    post = [f"POST {BASE}/simulator/paymenthandles {HANDLE}"]
    for clients in CLIENTS:
        def rate(requests):
            with Walletd(options, 200, on_disk=True, simulator=True) as server:
                return load(options, server.port, server.token, requests(server), clients,
                            HANDLES_FOR)["rate"]

        locks, ours = against(lambda: rate(lambda server: server.locks(clients)),
                              lambda: rate(lambda _: post), 9)
        report.line(f"handles, {clients} client{'s' * (clients > 1)}", locks, ours, "/s",
                    least=0.5)


def memory(options, report):
    print("— 100,000 requests (pages, cards, locks) after as many")
    with Walletd(options, 200, on_disk=True) as server:
        pages = [f"GET {CARDS}?limit=20&offset={index}" for index in range(64)]
        pages += ["GET " + line.split()[1] for line in server.locks(64)]

        def ask(count):
            done = 0
            while done < count:
                requests = pages + server.locks(64)
                done += load(options, server.port, server.token, requests, 64, 1)["answers"]

        def files():
            # The server learns of closed connections when it looks; the one that asks is there.
            end = time.monotonic() + 60
            while b"\nwalletd_connections 1\n" not in server.get("/metrics"):
                assert time.monotonic() < end, "connections stay open"
            return len(os.listdir(f"/proc/{server.process.pid}/fd"))

        # SQLite's caches, kept pages and the allocator's own have their size by then.
        ask(100_000)
        before, open_before = server.status("VmRSS"), files()
        ask(100_000)
        after, open_after = server.status("VmRSS"), files()
    report.line("growth", None, 100 * (after - before) / before, "%", absolute=5)
    report.line("resident", None, after / 1024, "MiB")
    report.line("open files more", None, open_after - open_before, "", absolute=0)
