"""Compares walletd on PostgreSQL with pgbench on the same server."""

import json
import os
import re
import subprocess
import sys
import tempfile

from server import CARDS, CLIENTS, against

# That of the tests of several servers.
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Cluster"))
from fixture import Cluster, Person  # noqa: E402

SECONDS = 3
PEOPLE = 64
# One row with a card's size is changed, and one is added, in a transaction of their own. Each client
# has a row for itself, as each person has cards.
CHANGE = """
BEGIN;
UPDATE floor_card SET ver = ver + 1, box = decode(repeat('07', 296), 'hex') WHERE id = :client_id;
INSERT INTO floor_entry(card, body) VALUES (:client_id, decode(repeat('07', 232), 'hex'));
COMMIT;
"""
TABLES = """
CREATE TABLE floor_card(id int PRIMARY KEY, ver int NOT NULL, box bytea NOT NULL);
CREATE TABLE floor_entry(id bigserial PRIMARY KEY, card int NOT NULL, body bytea NOT NULL);
INSERT INTO floor_card SELECT id, 1, decode(repeat('07', 296), 'hex') FROM generate_series(0, 99) id;
"""
COUNT = 5000
# Pages that fit into what walletd keeps.
KEPT = 1000
# The rows of a page, which walletd reads for each answer that it has not kept.
PAGE = """
\\set first random(0, 979)
SELECT number, ver, box, look FROM record WHERE customer = 1 AND kind = 3 AND number >= :first
ORDER BY number LIMIT 20;
"""


# `WALLETUI_CUSTOMERS=1000000` takes about ten minutes more.
MANY = int(os.environ.get("WALLETUI_CUSTOMERS", 20_000))


class Books:
    """Many cards of one person, and one card of each of many, in one database."""

    def __init__(self, options):
        self.options = options
        self.folder = tempfile.TemporaryDirectory(dir=os.path.dirname(options.build))
        vault = os.path.join(self.folder.name, "vault")
        subprocess.run([options.vaultworker, "fill", vault, "x", str(COUNT)], check=True)
        self.cluster = Cluster(options.walletd, vault=vault, passphrase="x", others=PEOPLE)
        self.owner = Person(self.cluster.servers[0])
        self.people = []
        for number in range(PEOPLE):
            person = Person(self.cluster.servers[0], f"p{number}")
            person.card(self.cluster.servers[0])
            self.people.append(person)
        self.cluster.postgres[0].sql(TABLES)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.cluster.__exit__()
        self.folder.cleanup()

    def floor(self, script, clients):
        """Transactions in a second of pgbench."""
        with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
            file.write(script)
            file.flush()
            postgres = self.cluster.postgres[0].folder
            done = subprocess.run(
                ["pgbench", "-n", "-M", "prepared", "-c", str(clients), "-j", "2", "-T",
                 str(SECONDS), "-f", file.name, "-h", postgres, "-U", "walletd", "postgres"],
                capture_output=True, text=True, check=True)
        return float(re.search(r"tps = ([\d.]+)", done.stdout)[1])

    def load(self, lines, clients):
        port = self.cluster.servers[0].url.rsplit(":", 1)[1]
        done = subprocess.run(
            [self.options.serverfloor, "load", port, str(clients), str(SECONDS), "0"],
            input="\n".join(["-"] + lines) + "\n", capture_output=True, text=True, check=True)
        result = json.loads(done.stdout)
        assert result["errors"] == 0, f"the server answered {result['status']}"
        return result["rate"]

    def operations(self, customers):
        """Microseconds of a list and of a change of one of so many customers, without HTTP."""
        # What is added need not be on the disk at once.
        address = self.cluster.store()[1] + "&options=-c%20synchronous_commit%3Doff"
        done = subprocess.run([self.options.vaultworker, "customers", address, "x", str(customers)],
                              capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def changes(self, clients, servers):
        lines = []
        for number, person in enumerate(self.people[:clients]):
            server = self.cluster.servers[number % servers]
            card = person.cards(server)[0]
            lines += [f"AS {person.tokens['access_token']} {server.url.rsplit(':', 1)[1]}",
                      f"PATCH {CARDS}/{card['cardId']} {card['version']} {card['status']}"]
        return self.load(lines, clients)

    def pages(self, clients, count):
        server = self.cluster.servers[0]
        lines = [f"AS {self.owner.tokens['access_token']} {server.url.rsplit(':', 1)[1]}"]
        lines += [f"GET {CARDS}?limit=20&offset={offset}" for offset in range(count)]
        return self.load(lines, clients)


def cluster(options, report):
    print("— walletd on PostgreSQL, compared with pgbench")
    with Books(options) as books:
        for clients, least in zip(CLIENTS, (0.4, 0.5)):
            plural = "s" * (clients > 1)
            floor, ours = against(lambda: books.floor(CHANGE, clients),
                                  lambda: books.changes(clients, 1), 3)
            report.line(f"changes, {clients} client{plural}", floor, ours, "/s", least=least)
        one, three = against(lambda: books.changes(PEOPLE, 1), lambda: books.changes(PEOPLE, 3), 3)
        report.line("three servers beside one", one, three, "/s", least=1.0)
        for clients in CLIENTS:
            plural = "s" * (clients > 1)
            floor, ours = against(lambda: books.floor(PAGE, clients),
                                  lambda: books.pages(clients, KEPT), 3)
            report.line(f"a page of 20, {clients} client{plural}", floor, ours, "/s", least=0.4)
            ours = books.pages(clients, COUNT - 20)
            report.line(f"the same, not kept, {clients} client{plural}", floor, ours, "/s")
        few, many = books.operations(1000), books.operations(MANY)
        for name in few:
            report.line(f"a {name} with {MANY:,} customers beside 1,000", 1e6 / few[name],
                        1e6 / many[name], "/s", least=0.8)
