"""The part that all issuers share: HTTP, keys, idempotency keys, rate limits, and faults."""

import http.server
import json
import random
import threading
import time
import urllib.parse

from fakeissuer import pins


#: Cards of walletui's sample that any issuer can have, and whether they are locked.
SAMPLE = (("Everyday", False), ("Groceries", False), ("Travel", True))


class Refusal(Exception):
    """An answer that is no success."""

    def __init__(self, status, body, headers=None):
        super().__init__(status)
        self.status, self.body, self.headers = status, body, headers or {}


class Request:
    """A request, as the rules of an issuer see it."""

    def __init__(self, method, path, query, headers, body):
        self.method, self.path, self.query = method, path, query
        self.headers, self.body = headers, body

    def one(self, name, default=None):
        """The value of a query parameter."""
        return self.query.get(name, [default])[0]


class Issuer:
    """What an issuer adds: `authorized`, `handle`, `refuse`, and the names below."""

    #: Answers to POST are kept by their keys; to PATCH as well if the second is true.
    keys_for_post = True
    keys_for_patch = False
    #: Paths that need no key.
    public_paths = ()
    #: Whether the key stands in the answer to a request that used it before.
    replay_header = None
    #: Requests in a second; further ones get 429.
    rate = 1_000_000

    def __init__(self, key):
        self.key = key
        self.lock = threading.RLock()
        self.kept = {}
        self.revoked = False
        self.clock = 1_793_527_200
        self.made = 0
        self.recent = []

    def reset(self):
        """As new, so that the next test need not start another process."""
        self.__init__(self.key)
        self.clock = int(time.time())

    def now(self):
        """Seconds since 1970: each call is a second later, so that records have an order."""
        self.clock += 1
        return self.clock

    def serial(self):
        self.made += 1
        return self.made

    def answer(self, request):
        """Status, headers and body of the answer."""
        with self.lock:
            try:
                is_public = request.path in self.public_paths
                if not is_public and (self.revoked or not self.authorized(request.headers)):
                    raise self.refuse(401, "Please provide a valid API key")
                self.limit()
                return self.once(request)
            except Refusal as refusal:
                return refusal.status, refusal.headers, refusal.body

    def limit(self):
        now = time.monotonic()
        self.recent = [then for then in self.recent if now - then < 1]
        if len(self.recent) >= self.rate:
            raise self.refuse(429, "Too many requests", {"Retry-After": "1"})
        self.recent.append(now)

    def once(self, request):
        """Keeps the answer to a change with a key. A request that was refused leaves no trace."""
        key = request.headers.get("Idempotency-Key")
        keeps = (request.method == "POST" and self.keys_for_post
                 or request.method == "PATCH" and self.keys_for_patch)
        if key is None or not keeps:
            return self.handle(request)
        self.check_key(key)
        asked = (request.method, request.path, json.dumps(request.body, sort_keys=True))
        if key in self.kept:
            before, answer = self.kept[key]
            if before != asked:
                raise self.reused()
            status, headers, body = answer
            if self.replay_header:
                headers = dict(headers, **{self.replay_header: "true"})
            return status, headers, body
        answer = self.handle(request)
        self.kept[key] = (asked, answer)
        return answer

    def check_key(self, key):
        """Refuses a key that does not have the issuer's form."""


class Faults:
    """What goes wrong with the next requests, as a test has switched it on."""

    def __init__(self):
        self.lock = threading.Lock()
        self.rules = []
        self.chance = random.Random(1)

    def add(self, rule):
        with self.lock:
            self.rules.append(dict(rule))

    def clear(self):
        with self.lock:
            self.rules = []

    def take(self, method, path):
        """The fault of this request; None: it has none."""
        with self.lock:
            for rule in self.rules:
                if rule.get("method") not in (None, method):
                    continue
                if not path.startswith(rule.get("path", "/")):
                    continue
                if rule.get("skip", 0) > 0:
                    rule["skip"] -= 1
                    continue
                if self.chance.random() >= rule.get("chance", 1):
                    continue
                if rule.get("times") is not None:
                    if rule["times"] <= 0:
                        continue
                    rule["times"] -= 1
                return rule
        return None


def make_handler(issuer, faults, seen, bodies):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def read(self):
            parts = urllib.parse.urlsplit(self.path)
            size = int(self.headers.get("Content-Length") or 0)
            raw = self.raw = self.rfile.read(size)
            query = urllib.parse.parse_qs(parts.query, keep_blank_values=True)
            kind = self.headers.get("Content-Type") or ""
            body = {}
            if raw and kind.startswith("application/json"):
                body = json.loads(raw)
            elif raw:
                body = dict(urllib.parse.parse_qsl(raw.decode(), keep_blank_values=True))
            path = urllib.parse.unquote(parts.path)
            return Request(self.command, path, query, self.headers, body)

        def serve(self):
            request = self.read()
            if request.path.startswith("/_test/"):
                return self.control(request)
            seen.append([request.method, request.path])
            bodies.append(self.raw.decode())
            fault = faults.take(request.method, request.path) or {}
            kind = fault.get("kind")
            if kind == "refuse":
                return self.write(*faulty(issuer, fault))
            if kind == "cut before":
                return self.cut()
            if kind == "slow":
                time.sleep(fault.get("seconds", 1))
            status, headers, body = issuer.answer(request)
            # The request was carried out, and its answer is lost.
            if kind == "lose":
                return self.cut()
            if kind == "add fields":
                body = dict(body, **fault["fields"])
            if kind == "drop field":
                body = without(body, fault["field"])
            if kind == "half":
                return self.half(status, body)
            return self.write(status, headers, body)

        def control(self, request):
            """`/_test/…`: for tests only."""
            if request.path == "/_test/faults" and self.command == "POST":
                faults.add(request.body)
            elif request.path == "/_test/faults":
                faults.clear()
            elif request.path == "/_test/forget-keys":
                # For controls: what happens if an issuer does not know keys.
                issuer.keys_for_post = issuer.keys_for_patch = False
            elif request.path == "/_test/revoke":
                issuer.revoked = True
            elif request.path == "/_test/state":
                return self.write(200, {}, dict(
                    issuer.state(), requests=list(seen), bodies=list(bodies)))
            elif request.path == "/_test/sample":
                issuer.reset()
                faults.clear()
                seen.clear()
                bodies.clear()
                for name, is_locked in SAMPLE:
                    issuer.named(name, is_locked)
                return self.write(200, {}, issuer.state())
            elif request.path == "/_test/pin-key":
                return self.write(200, {}, {"pem": pins.public_pem()})
            elif request.path == "/_test/cardholder":
                issuer.new_cardholder("Boris Ivanov")
            elif request.path == "/_test/clock":
                issuer.clock = int(request.one("at"))
            elif request.path == "/_test/change":
                # As the issuer's own page does.
                token = list(issuer.cards)[int(request.one("card"))]
                with issuer.lock:
                    issuer.change(token, request.body)
            elif request.path == "/_test/fill":
                issuer.fill(int(request.one("count")))
            return self.write(200, {}, {})

        def write(self, status, headers, body):
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def half(self, status, body):
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data[: len(data) // 2])
            self.cut()

        def cut(self):
            self.close_connection = True
            self.connection.close()

        do_GET = do_POST = do_PATCH = do_DELETE = serve

    return Handler


def faulty(issuer, fault):
    """A refusal with the status and the text of a fault."""
    refusal = issuer.refuse(
        fault["status"], fault.get("text", "It went wrong"), fault.get("headers"))
    return refusal.status, refusal.headers, refusal.body


def without(body, field):
    """The body without a field, wherever it stands."""
    if isinstance(body, dict):
        return {name: without(value, field) for name, value in body.items() if name != field}
    if isinstance(body, list):
        return [without(value, field) for value in body]
    return body


def scattered(serial, digits):
    """Digits that look like chance and are others for each serial number, so that a search finds
    nothing else."""
    # The factor has no divisor in common with 10.
    return f"{serial * 387_420_489 % 10 ** digits:0{digits}}"


def number(serial):
    """A card number of a published test range, with a right check digit."""
    digits = "400000" + scattered(serial, 9)
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 == 0 else 1)
        total += value - 9 if value > 9 else value
    return digits + str(-total % 10)


def run(issuer):
    """Serves until it is ended. Prints the port first."""
    faults, seen, bodies = Faults(), [], []
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), make_handler(issuer, faults, seen, bodies))
    server.daemon_threads = True
    print(server.server_address[1], flush=True)
    server.serve_forever()
