"""How soon a listener knows of a payment with a virtual card."""

import base64
import http.client
import json
import statistics
import threading
import time

from report import percentile
from server import BASE, Walletd

PAYMENTS = 1_000
VIRTUAL = BASE + "/simulator/virtual"
AUDIENCE = "sudoplatform.virtual-cards.virtual-card"
# A test card as the source, and any key that is valid: nobody opens what is sealed to it.
SOURCE = {"cardNum": "4242424242424242", "cardExpiry": {"month": 9, "year": 2035}, "cvv": "123"}
KEY = {"keyId": "k", "algorithm": "X25519-SealedBox-1",
       "publicKey": base64.b64encode(b"\t" * 32).decode()}


class Listener:
    """When each news of a virtual card came over the stream of events."""

    def __init__(self, server):
        self.times, self.arrived = [], threading.Condition()
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port)
        self.connection.request(
            "GET", BASE + "/events", headers={"Authorization": f"Bearer {server.token}"})
        self.stream = self.connection.getresponse()
        assert self.stream.status == 200
        # The id comes first: from then on nothing is missed.
        assert self.stream.readline()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.stream:
            if line.strip() == b"event: virtualCards":
                now = time.perf_counter()
                with self.arrived:
                    self.times.append(now)
                    self.arrived.notify()

    def wait(self, count):
        """When the news with this number came."""
        with self.arrived:
            if not self.arrived.wait_for(lambda: len(self.times) >= count, 5):
                raise TimeoutError("the news never came")
            return self.times[count - 1]


class Person:
    """Requests over one connection."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port)
        self.headers = {"Authorization": f"Bearer {server.token}",
                        "Content-Type": "application/json"}

    def ask(self, target, body=None, method=None, headers=None):
        self.connection.request(method or ("GET" if body is None else "POST"), target,
                                None if body is None else json.dumps(body),
                                {**self.headers, **(headers or {})})
        answer = self.connection.getresponse()
        text = answer.read()
        assert answer.status in (200, 201), f"{answer.status} {text}"
        return json.loads(text)

    def virtual_card(self):
        """Makes a virtual card and all that it needs; its id."""
        persona = self.ask(VIRTUAL + "/personas", {"name": "Shopping"})["id"]
        begun = self.ask(VIRTUAL + "/provisionalfundingsources",
                         {"currencyCode": "USD", "card": SOURCE})
        data = {name: begun["provisioningData"][name]
                for name in ("provider", "version", "linkToken")}
        source = self.ask(
            f"{VIRTUAL}/provisionalfundingsources/{begun['id']}/completion", data)["id"]
        proof = self.ask(f"{VIRTUAL}/personas/{persona}/proofs", {"audience": AUDIENCE})["proof"]
        order = self.ask(VIRTUAL + "/provisionalcards", {
            "ownershipProofs": [proof], "fundingSourceId": source, "cardHolder": "Ana",
            "currencyCode": "USD", "publicKey": KEY})["id"]
        while True:
            card = self.ask(f"{VIRTUAL}/provisionalcards/{order}").get("card")
            if card:
                return card["id"]
            time.sleep(0.2)


def follow(options, report):
    print(f"— {PAYMENTS:,} payments with a virtual card, seen by a listener")
    for name, on_disk in (("in memory", False), ("in a file", True)):
        with Walletd(options, 6, on_disk=on_disk, simulator=on_disk) as server:
            person = Person(server)
            payment = {"cardId": person.virtual_card(), "merchantId": "brooklyn-books",
                       "amount": 100}
            listener = Listener(server)
            delays, wholes = [], []
            for count in range(1, PAYMENTS + 1):
                asked = time.perf_counter()
                receipt = person.ask(BASE + "/simulator/authorizations", payment)
                answered = time.perf_counter()
                assert receipt["approved"], receipt
                came = listener.wait(count)
                # The news may be there before the answer.
                delays.append(max(0.0, came - answered))
                wholes.append(came - asked)
            time.sleep(0.5)
            # Each payment has one, so none was taken for another's.
            assert len(listener.times) == PAYMENTS, f"{len(listener.times)} news"
        report.line(f"answer to news, {name}, median", None, statistics.median(delays), "ms",
                    scale=1000)
        report.line(f"answer to news, {name}, p99", None, percentile(delays, 0.99), "ms",
                    absolute=200, scale=1000)
        report.line(f"answer to news, {name}, worst", None, max(delays), "ms", scale=1000)
        report.line(f"request to news, {name}, median", None, statistics.median(wholes), "ms",
                    scale=1000)
        report.line(f"request to news, {name}, p99", None, percentile(wholes, 0.99), "ms",
                    scale=1000)
