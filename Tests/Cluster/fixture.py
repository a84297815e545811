"""Servers, their database, and their clients, for tests."""

import base64
import contextlib
import http.client
import json
import os
import pathlib
import queue
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.parse
import urllib.request

from front import Front

HERE = pathlib.Path(__file__).resolve().parent
BASE = "/digitalwallets/v1"
CARDS = BASE + "/profile/prepaid/cards"
CLIENT = base64.b64encode(b"walletui:a secret of the client").decode()
IS_LONG = os.environ.get("WALLETUI_TORTURE") == "1"
NEW_CARD = {"programName": "SKRILL-VIRTUAL-MC-EEA", "currency": "EUR", "eDisclosureAccepted": True}
# Ends what hangs. No test depends on it.
LIMIT = 300


def wait(condition):
    end = time.monotonic() + LIMIT
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def is_running(process):
    """Whether the process of an id runs. One that ended, and that nobody has asked, does not."""
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(") ")[2][0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


class Postgres:
    """A PostgreSQL server of its own, in a folder that is removed with it."""

    def __init__(self, folder=None):
        self.scripts = []
        self.folder, self.disk = folder, None
        self.start()

    def start(self):
        """Also again, with what it had."""
        place = ["--in", self.folder] if self.folder else []
        script = subprocess.Popen([HERE / "postgres", *place], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, text=True)
        self.scripts.append(script)
        self.folder = script.stdout.readline().strip()
        assert self.folder, "PostgreSQL did not start"

    @property
    def main(self):
        """The id of the main process."""
        with open(self.folder + "/data/postmaster.pid") as file:
            return int(file.readline())

    @property
    def processes(self):
        """Their ids: the main one first."""
        main = self.main
        children = subprocess.run(["pgrep", "-P", str(main)], stdout=subprocess.PIPE, text=True)
        return [main, *map(int, children.stdout.split())]

    def signal(self, number):
        for process in self.processes:
            try:
                os.kill(process, number)
            except ProcessLookupError:
                # A session has ended meanwhile.
                pass

    def kill(self):
        """Ends all its processes at once, so that it has to recover when it starts."""
        processes = self.processes
        self.signal(signal.SIGKILL)
        wait(lambda: not any(map(is_running, processes)))

    def stop(self):
        main = self.main
        os.kill(main, signal.SIGINT)
        wait(lambda: not is_running(main))

    @property
    def psql(self):
        return ["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-d",
                f"postgresql:///postgres?host={self.folder}&user=walletd"]

    def sql(self, text, **more):
        return subprocess.run([*self.psql, "-c", text], text=True, check=True,
                              stdout=subprocess.PIPE, **more).stdout.strip()

    @contextlib.contextmanager
    def transaction(self, text):
        """Holds the locks of a command meanwhile."""
        with subprocess.Popen(self.psql, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              text=True) as session:
            try:
                session.stdin.write(f"BEGIN; {text}; SELECT 'ready';\n")
                session.stdin.flush()
                while (line := session.stdout.readline()) != "ready\n":
                    assert line, "psql has ended"
                yield
            finally:
                session.stdin.close()

    def locked(self, table):
        """Nobody else can change the rows of a table."""
        return self.transaction(f"SELECT FROM {table} FOR UPDATE")

    def standby(self):
        """A second server, which has every change before its client gets an answer."""
        folder = tempfile.mkdtemp(prefix="walletpg.", dir="/tmp")
        shutil.copymode(self.folder, folder)
        user = []
        if os.getuid() == 0:
            shutil.chown(folder, "postgres")
            user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
        subprocess.run([*user, sorted(pathlib.Path("/usr/lib/postgresql").glob("*"))[-1]
                        / "bin/pg_basebackup", "-D", folder + "/data", "-X", "stream", "-R",
                        "-c", "fast", "-d", f"host={self.folder} user=walletd "
                        "application_name=standby"], check=True)
        other = Postgres(folder)
        self.sql("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
        self.sql("SELECT pg_reload_conf()")
        wait(lambda: self.sql("SELECT sync_state FROM pg_stat_replication") == "sync")
        return other

    def close(self):
        # The first one removes the folder.
        for script in reversed(self.scripts):
            if self.disk and script == self.scripts[0]:
                self.disk.close()
            script.stdin.close()
            script.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Cluster:
    """Servers on a database. The first customer is Ana, others are p0, p1 …"""

    def __init__(self, walletd, servers=3, has_standby=False, vault=None,
                 passphrase="correct horse battery staple", others=0, prepare=None):
        """`prepare` gets the database before it is used."""
        self.walletd = walletd
        self.folder = tempfile.TemporaryDirectory(prefix="walletcluster.")
        self.servers = []
        self.postgres = [Postgres()]
        if prepare:
            prepare(self.postgres[0])
        if has_standby:
            self.postgres.append(self.postgres[0].standby())
        self.write("passphrase", passphrase)
        self.write("client", "a secret of the client")
        self.messages = self.path("messages")
        self.write("deliver", f"#!/bin/sh\nexec cat >>{self.messages}\n", 0o700)
        if vault:
            self.command("db", "import", vault, *self.store())
        else:
            self.command("db", "init", *self.store(), *self.details("Ana"))
        users = [self.add_user("ana", "--owner")]
        users += [self.add_user(f"p{number}", *self.details(letters(number)))
                  for number in range(others)]
        self.write("users", "\n".join(users))
        self.servers = [self.launch() for _ in range(servers)]
        for server in self.servers:
            self.wait_for(server)

    @staticmethod
    def details(name):
        return ["--name", name + " Petrova", "--mobile", "+359 888123456",
                "--email", name + "@example.com"]

    def add_user(self, name, *details):
        return self.command("--add-user", name, *details, *self.store(), password="open sesame 1")

    def store(self, *hosts):
        """Options. `hosts`: folders of the database's sockets, if others lead to it."""
        hosts = ",".join(hosts or [postgres.folder for postgres in self.postgres])
        return ["--store", f"postgresql:///postgres?host={hosts}&user=walletd",
                "--passphrase-file", self.path("passphrase")]

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text, mode=0o600):
        with open(self.path(name), "w") as file:
            file.write(text + "\n")
        os.chmod(self.path(name), mode)

    def command(self, *arguments, password=""):
        return subprocess.run([self.walletd, *arguments], input=password + "\n", text=True,
                              check=True, stdout=subprocess.PIPE).stdout.strip()

    def start(self, *hosts, **more):
        """A server, with what `launch` takes."""
        server = self.launch(*hosts, **more)
        self.wait_for(server)
        return server

    def launch(self, *hosts, rate=100_000, drain=0, **environment):
        """`hosts` are those of `store`, `rate` and `drain` are walletd's options."""
        log = open(self.path("log"), "a")
        return subprocess.Popen(
            [self.walletd, *self.store(*hosts), "--users", self.path("users"),
             "--client-secret-file", self.path("client"), "--deliver", self.path("deliver"),
             "--insecure-loopback", "--listen", "127.0.0.1:0", "--rate", str(rate),
             "--drain", str(drain), "--connections-per-address", "1024"],
            stdout=subprocess.PIPE, stderr=log, text=True, env=dict(os.environ, **environment))

    def wait_for(self, server):
        """Until it listens. Then it has a `url`."""
        line = server.stdout.readline()
        assert line.startswith("listening on "), open(self.path("log")).read()
        server.url = line.split()[-1]

    def front(self, servers=None):
        """HAProxy before these servers, or all of the cluster."""
        return Front(self.folder.name,
                     [(f"walletd{number}", server.url)
                      for number, server in enumerate(servers or self.servers, 1)])

    def kill(self, place):
        self.servers[place].kill()
        self.servers[place].wait()

    def texts(self, person):
        """What was delivered to a person's e-mail address."""
        text = open(self.messages).read() if os.path.exists(self.messages) else ""
        decoder, messages = json.JSONDecoder(), []
        while text := text.strip():
            try:
                message, end = decoder.raw_decode(text)
            except ValueError:
                # It is being written.
                break
            messages.append(message)
            text = text[end:]
        return [message["text"] for message in messages
                if message["target"] == person.name + "@example.com"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in self.servers:
            server.kill()
            server.wait()
        for postgres in self.postgres:
            postgres.close()
        self.folder.cleanup()


def letters(number):
    """A name, which has no digits."""
    return "P" + "".join(chr(ord("a") + int(digit)) for digit in str(number))


class Answer:
    def __init__(self, status, body, headers):
        self.status, self.body, self.headers = status, body, headers

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def code(self):
        """That of an error; None if it is not walletd's."""
        try:
            return self.json["error"]["code"]
        except (ValueError, KeyError, TypeError):
            return None


def call(server, path, body=None, headers=None, method=None, timeout=LIMIT, kept=None):
    """Raises OSError if there is no answer. `kept` has a client's open connections, by address."""
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    address = server.url.removeprefix("http://")
    connection = kept.pop(address, None) if kept is not None else None
    connection = connection or http.client.HTTPConnection(address, timeout=timeout)
    is_kept = False
    try:
        connection.request(method or ("GET" if data is None else "POST"), path, data, {
            **(headers or {}), **({"Connection": "close"} if kept is None else {})})
        answer = connection.getresponse()
        result = Answer(answer.status, answer.read(), answer.headers)
        if kept is not None and not answer.will_close:
            kept[address], is_kept = connection, True
        return result
    except http.client.HTTPException as error:
        raise OSError("no answer") from error
    finally:
        if not is_kept:
            connection.close()


def form(server, path, **fields):
    return call(server, f"{BASE}/auth/brands/demo/{path}",
                urllib.parse.urlencode(fields).encode(), {
                    "Authorization": "Basic " + CLIENT,
                    "Content-Type": "application/x-www-form-urlencoded"})


def metrics(server):
    lines = call(server, "/metrics").body.decode().splitlines()
    return {name: float(value) for name, value in
            (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))}


class Person:
    """Somebody who has signed in, Ana if nobody else. Any server takes the token."""

    def __init__(self, server, name="ana"):
        answer = form(server, "token", grant_type="password", username=name,
                      password="open sesame 1", scope="whitelabelWallet pci-dss-1")
        assert answer.status == 200, answer.body
        self.tokens = answer.json
        # As in `Cluster.details`.
        self.name = "Ana" if name == "ana" else letters(name[1:])

    def ask(self, server, path, body=None, method=None, timeout=LIMIT, kept=None, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        return call(server, path, body, {
            "Authorization": "Bearer " + self.tokens["access_token"],
            "Content-Type": "application/json", **headers}, method, timeout, kept)

    def card(self, server, key=None):
        answer = self.ask(server, CARDS, NEW_CARD, **({"Idempotency_Key": key} if key else {}))
        assert answer.status == 201, answer.body
        return answer.json["cardId"]

    def any_cards(self, server, count):
        """Cards that are active. Only a few can be made."""
        while len(cards := self.cards(server)) < count:
            self.card(server)
        for card in cards[:count]:
            if card["status"] != "ACTIVE":
                answer = self.set_status(server, card["cardId"], "ACTIVE")
                assert answer.status == 200, answer.body
        return [card["cardId"] for card in cards[:count]]

    def any_card(self, server):
        return self.any_cards(server, 1)[0]

    def cards(self, server):
        answer = self.ask(server, CARDS + "?limit=100")
        assert answer.status == 200, answer.body
        return answer.json["cards"]

    def set_status(self, server, card, status, **more):
        return self.ask(server, f"{CARDS}/{card}", {"status": status, "statusReason": "Test"},
                        "PATCH", If_Match="*", **more)


class Confirmation:
    """An event that a request has asked for, to be confirmed with a code."""

    def __init__(self, person, refused):
        assert refused.status == 401, (refused.status, refused.body)
        self.person = person
        self.details = json.loads(base64.b64decode(
            refused.headers["WWW-Authenticate"].split('auth-param1="')[1].split('"')[0])
        )["scaDetails"]
        self.ids = {name: self.details[name] for name in ("eventId", "walletOperationId")}

    def ask(self, server, path, **verification):
        return self.person.ask(
            server, f"{BASE}/auth/sca/events/{self.details['eventId']}/{path}", {
                "walletOperationId": self.details["walletOperationId"],
                "verification": {"method": "OTP", **verification}})

    def send(self, server):
        return self.ask(server, "challenges", channel="EMAIL")

    def submit(self, server, code):
        return self.ask(server, "attempts", value=code)

    @staticmethod
    def code(text):
        """The code in a message."""
        return next(word for word in text.replace(".", " ").split()
                    if len(word) == 6 and word.isdigit())

    @property
    def header(self):
        """Of the request that was confirmed."""
        return base64.b64encode(json.dumps({"scaDetails": self.ids}).encode()).decode()


class Listener:
    """Reads an event stream until it ends. `arrived` has (time, event, data) of each event."""

    def __init__(self, person, server, last=None):
        self.last, self.arrived = last, queue.Queue()
        headers = {"Authorization": "Bearer " + person.tokens["access_token"]}
        if last:
            headers["Last-Event-ID"] = last
        self.answer = urllib.request.urlopen(
            urllib.request.Request(server.url + BASE + "/events", headers=headers), timeout=LIMIT)
        self.is_ready = threading.Event()
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()
        assert self.is_ready.wait(LIMIT), "no beginning of the stream"

    def read(self):
        event = {}
        try:
            for line in self.answer:
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name:
                    event[name] = value
                    continue
                if "id" in event:
                    self.last = event["id"]
                if "event" in event:
                    self.arrived.put((time.monotonic(), event["event"], event.get("data", "")))
                event = {}
                self.is_ready.set()
        except (OSError, ValueError, AttributeError):
            pass

    def wait_for(self, text):
        """The time at which an event with this text arrived."""
        end = time.monotonic() + LIMIT
        while True:
            at, event, data = self.arrived.get(timeout=max(0.1, end - time.monotonic()))
            if text in event + data:
                return at

    def wait_for_cards(self, cards):
        """Until events have named these cards. They name no others, and do not say that anything
        may have happened. What happens while a stream begins may be told twice."""
        left = set(cards)
        while left:
            _, event, data = self.arrived.get(timeout=LIMIT)
            found = set(json.loads(data).get("cardIds", ["any"]))
            assert event == "cards" and found <= set(cards), (event, data)
            left -= found

    def close(self):
        # `close` would wait for the thread that reads.
        self.answer.fp.raw._sock.shutdown(socket.SHUT_RDWR)


def together(body, count, threads=30):
    """Calls `body` with 0 to count - 1, from threads."""
    numbers = iter(range(count))
    lock = threading.Lock()

    def work():
        while True:
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            body(number)

    running = [threading.Thread(target=work) for _ in range(min(threads, count))]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
