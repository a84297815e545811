#!/usr/bin/env python3
"""A wallet server other than walletd: the published paths, fields and headers only.

    stub.py [--tls CERT KEY] [--tls12] [--stale] [--no-refresh] [--garbled] [--broken-card]

Prints `listening on URL`, then serves until its standard input ends. `GET /log` lists what was
asked for, one `METHOD path` a line. With --stale the first token is refused, with --garbled nobody
can read what asks for a confirmation, with --broken-card one of the cards cannot be read. The password is `sesame`, the code 123456.
"""

import argparse
import http.server
import json
import ssl
import sys
import threading
import urllib.parse

from wallet import Problem, Wallet

BASE = "/digitalwallets/v1"
log, keys, tokens = [], {}, set()
news = threading.Condition()
published, issued = [], [0]


def problem(code, message):
    return {"error": {"code": code, "message": message, "details": [], "fieldErrors": []}}


def changed(card):
    with news:
        published.append(json.dumps({"cardIds": [card["cardId"]]}))
        news.notify_all()


wallet = Wallet(changed)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, value=None, **headers):
        body = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, text in headers.items():
            self.send_header(name.replace("_", "-"), text)
        self.end_headers()
        self.wfile.write(body)

    def handle_any(self):
        size = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(size)
        if self.path == "/log":
            text = "\n".join(log).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)
            return
        log.append(f"{self.command} {self.path}")
        if self.path.endswith("/token"):
            return self.token(urllib.parse.parse_qs(body.decode()))
        name = self.headers.get("Authorization", "").removeprefix("Bearer ")
        if name not in tokens:
            return self.answer(401, problem("5279", "Unauthorized"))
        if self.path == BASE + "/events":
            return self.events()
        key = self.headers.get("Idempotency-Key")
        if key in keys:
            return self.answer(*keys[key])
        try:
            status, value = wallet.answer(
                self.command, self.path.removeprefix(BASE), self.headers,
                json.loads(body) if body else {})
        except Problem as found:
            return self.answer(found.status, found.body, **found.headers)
        if key:
            keys[key] = status, value
        self.answer(status, value)

    do_GET = do_POST = do_PATCH = handle_any

    def token(self, form):
        grant = form.get("grant_type", [""])[0]
        good = (grant == "password" and form.get("password") == ["sesame"]
                or grant == "refresh_token" and form.get("refresh_token") == [f"r{issued[0]}"])
        if not self.headers.get("Authorization", "").startswith("Basic ") or not good:
            return self.answer(400, {"error": "invalid_grant"})
        issued[0] += 1
        name = f"t{issued[0]}"
        if not options.stale or issued[0] > 1:
            tokens.add(name)
        answer = {"access_token": name, "expires_in": 900, "token_type": "Bearer",
                  "scope": "whitelabelWallet pci-dss-1"}
        if not options.no_refresh:
            answer["refresh_token"] = f"r{issued[0]}"
        self.answer(200, answer)

    def events(self):
        seen = int(self.headers.get("Last-Event-ID") or len(published))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(b"retry: 10\n: hello\n\n")
        while True:
            with news:
                news.wait_for(lambda: len(published) > seen)
                seen += 1
                text = f"id: {seen}\nevent: cards\ndata: {published[seen - 1]}\n\n"
            self.wfile.write(text.encode())


def main():
    global options
    parser = argparse.ArgumentParser()
    parser.add_argument("--tls", nargs=2)
    parser.add_argument("--tls12", action="store_true")
    parser.add_argument("--stale", action="store_true")
    parser.add_argument("--no-refresh", action="store_true")
    parser.add_argument("--garbled", action="store_true")
    parser.add_argument("--broken-card", action="store_true")
    options = parser.parse_args()
    wallet.garbles_confirmations = options.garbled
    wallet.has_broken_card = options.broken_card
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.handle_error = lambda *_: None
    scheme = "http"
    if options.tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*options.tls)
        if options.tls12:
            context.maximum_version = ssl.TLSVersion.TLSv1_2
        server.socket = context.wrap_socket(
            server.socket, server_side=True, do_handshake_on_connect=False)
        scheme = "https"
    print(f"listening on {scheme}://127.0.0.1:{server.server_port}", flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()


main()
