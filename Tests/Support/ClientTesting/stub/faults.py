#!/usr/bin/env python3
"""A proxy with faults, for tests of clients.

    faults.py http://HOST:PORT

Prints `listening on URL`; point the client there (`walletui --server URL --insecure-loopback`). It
works until its standard input ends. Each line of the input is the fault for all requests from then
on; `ok` is printed when it is in force. `GET /count` answers how many requests the fault has met,
`GET /authorized` how many requests that came at all had an Authorization.
From Python:

    proxy = subprocess.Popen(["faults.py", server], stdin=PIPE, stdout=PIPE, text=True)
    url = proxy.stdout.readline().split()[-1]
    proxy.stdin.write("delay 2 only=/cards\\n"); proxy.stdin.flush(); proxy.stdout.readline()

A fault is KIND [ARGUMENT…] [only=PART] [first=N] [through]: for requests whose first line contains
PART, for the first N of each such line. Signing in goes through unless `only` says otherwise.

    none               everything goes through
  The request does not reach the server, or not whole:
    refuse             reset before the request is read
    blackhole          no answer, ever
    cutrequest BYTES   the server gets so many bytes, then both connections end
    redirect STATUS URL, status CODE [RETRY-AFTER], garbage (no HTTP), notjson, badstatus,
    huge (a body without an end), hugehead (headers without an end), slowhead SECONDS (one after
    the other without an end), longhead (one header of 1 MiB)
  The request goes through, as those above do when `through` is given:
    silence            no answer, ever
    reset, close       in place of the answer
    cut BYTES          the answer ends after so many bytes; resetat BYTES: by a reset
    delay SECONDS      before the answer; drip SECONDS: between each of its bytes
    duplicate [DELAY]  the answer twice
    longer, shorter    Content-Length is wrong
    chunkjunk          the answer is chunked, its second chunk is not one
    flip               one byte in the middle of the body is another
  Streams of events:
    cut BYTES, mute BYTES (stays open, nothing more comes), twice (every piece),
    inject TEXT (after the head; %0A is a line end), last TEXT (then it ends), flood TEXT (TEXT
    without an end)
  Any of them:
    chaos SEED         for each request another one, chosen by chance
"""

import random
import re
import socket
import struct
import sys
import threading
import time
import urllib.parse

target = urllib.parse.urlsplit(sys.argv[1])
lock = threading.Lock()
# Mostly slow and without a fault, because a client that gets only failures stops sending.
CHAOS = ["none"] * 20 + ["delay 0.01", "delay 0.05"] * 20 + [
    "refuse", "blackhole", "cutrequest 40", "status 503 0", "status 429 0", "garbage", "notjson",
    "huge", "hugehead", "slowhead 0.01", "silence", "reset", "close", "cut 9", "cut 120",
    "resetat 150", "delay 0.05", "drip 0.001", "duplicate", "longer", "shorter", "chunkjunk"]


class Ended(Exception):
    """The other end is gone, or is to go."""


class Fault:
    def __init__(self, words):
        self.only, self.first, self.through = None, 1 << 30, False
        plain = []
        for word in words.split():
            name, _, value = word.partition("=")
            if name == "only":
                self.only = value
            elif name == "first":
                self.first = int(value)
            elif word == "through":
                self.through = True
            else:
                plain.append(word)
        self.kind, self.arguments = plain[0], plain[1:]
        self.met, self.lines = 0, {}
        self.chance = random.Random(words)

    def meets(self, line):
        """The fault for this request: itself, one chosen by chance, or none."""
        with lock:
            wanted = self.only in line if self.only else " /auth/" not in line
            if self.kind == "none" or not wanted:
                return NONE
            self.met += 1
            self.lines[line] = self.lines.get(line, 0) + 1
            if self.lines[line] > self.first:
                return NONE
            return Fault(self.chance.choice(CHAOS)) if self.kind == "chaos" else self


NONE = Fault("none")
fault, authorized = [NONE], [0]


class Reader:
    """Messages from a socket, byte for byte as they came."""

    def __init__(self, stream):
        self.stream, self.data = stream, b""

    def more(self):
        part = self.stream.recv(65536)
        if not part:
            raise Ended
        self.data += part

    def head(self):
        while b"\r\n\r\n" not in self.data:
            self.more()
        head, _, self.data = self.data.partition(b"\r\n\r\n")
        return head + b"\r\n\r\n"

    def body(self, head):
        size = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
        size = int(size[1]) if size else 0
        while len(self.data) < size:
            self.more()
        body, self.data = self.data[:size], self.data[size:]
        return body


def reset(client):
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    raise Ended


def wait_for_end(client):
    """Until the client goes."""
    while client.recv(65536):
        pass
    raise Ended


def delay(seconds):
    time.sleep(seconds)  # tidy: own clock: the fault that a test asks for


def without_end(client, piece, pause=0.0):
    while True:
        client.sendall(piece)
        delay(pause)


def plain(status, body, *headers):
    lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


class Connection:
    def __init__(self, client):
        self.client, self.requests, self.server = client, Reader(client), None

    def serve(self):
        while True:
            if fault[0].kind == "refuse" and not fault[0].only and fault[0].first > 1 << 20:
                fault[0].meets("")
                reset(self.client)
            head = self.requests.head()
            message = head + self.requests.body(head)
            line = head.split(b"\r\n")[0].decode("latin-1")
            if line.startswith(("GET /count ", "GET /authorized ")):
                count = fault[0].met if "count" in line else authorized[0]
                self.client.sendall(plain(200, str(count).encode()))
                continue
            if re.search(rb"(?i)\r\nauthorization:", head):
                with lock:
                    authorized[0] += 1
            self.serve_one(message, fault[0].meets(line))

    def serve_one(self, message, met):
        kind, words = met.kind, met.arguments
        before = getattr(self, "before_" + kind, None)
        if kind == "cutrequest" and int(words[0]) < len(message):
            self.ask(message[:int(words[0])])
            delay(0.005)
            raise Ended
        if before:
            if met.through:
                self.ask(message)
                self.answers.body(self.answers.head())
            return before(*words)
        self.ask(message)
        head = self.answers.head()
        if b"text/event-stream" in head and kind not in ("reset", "resetat", "close"):
            return self.stream(head, kind, words)
        after = getattr(self, "after_" + kind, self.after_none)
        return after(head, self.answers.body(head), *words)

    def ask(self, message):
        if self.server is None:
            self.server = socket.create_connection((target.hostname, target.port))
            self.server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.answers = Reader(self.server)
        self.server.sendall(message)

    def close(self):
        for end in (self.client, self.server):
            if end:
                end.close()

    # Instead of an answer.

    def before_refuse(self):
        reset(self.client)

    def before_blackhole(self):
        wait_for_end(self.client)

    def before_redirect(self, status, url):
        self.client.sendall(plain(int(status), b"", f"Location: {url}"))

    def before_status(self, code, *wait):
        self.client.sendall(plain(int(code), b"", *[f"Retry-After: {' '.join(wait)}"] * bool(wait)))

    def before_garbage(self):
        self.client.sendall(b"\x00\x01\x02 what is this\r\n\r\n" * 20)
        raise Ended

    def before_badstatus(self):
        self.client.sendall(b"HTTP/1.1 fine\r\nContent-Length: 2\r\n\r\n{}")
        raise Ended

    def before_notjson(self):
        self.client.sendall(plain(200, b"<html>Welcome to the hotel</html>"))

    def before_huge(self):
        self.client.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[")
        without_end(self.client, b" " * 65536)

    def before_hugehead(self):
        self.client.sendall(b"HTTP/1.1 200 OK\r\n")
        without_end(self.client, b"X-Padding: " + b"x" * 500 + b"\r\n")

    def before_longhead(self):
        self.client.sendall(b"HTTP/1.1 200 OK\r\nX-Padding: " + b"x" * (1 << 20) + b"\r\n\r\n")
        raise Ended

    def before_slowhead(self, pause):
        self.client.sendall(b"HTTP/1.1 200 OK\r\n")
        without_end(self.client, b"X: y\r\n", float(pause))

    # Instead of the answer that there is.

    def after_none(self, head, body, *_):
        self.client.sendall(head + body)

    def after_silence(self, *_):
        wait_for_end(self.client)

    def after_reset(self, *_):
        reset(self.client)

    def after_close(self, *_):
        raise Ended

    def after_cut(self, head, body, count):
        self.client.sendall((head + body)[:int(count)])
        raise Ended

    def after_resetat(self, head, body, count):
        self.client.sendall((head + body)[:int(count)])
        reset(self.client)

    def after_delay(self, head, body, pause):
        delay(float(pause))
        self.client.sendall(head + body)

    def after_drip(self, head, body, pause):
        self.client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in head + body:
            self.client.sendall(bytes([byte]))
            delay(float(pause))

    def after_duplicate(self, head, body, pause="0"):
        self.client.sendall(head + body)
        delay(float(pause))
        self.client.sendall(head + body)

    def after_longer(self, head, body):
        self.client.sendall(self.sized(head, len(body) + 10) + body)
        raise Ended

    def after_shorter(self, head, body):
        self.client.sendall(self.sized(head, max(1, len(body) - 1)) + body)

    def after_chunkjunk(self, head, body):
        head = re.sub(rb"(?i)content-length: *\d+", b"Transfer-Encoding: chunked", head)
        self.client.sendall(head + b"%x\r\n" % len(body) + body + b"\r\nno chunk\r\n")
        raise Ended

    def after_flip(self, head, body):
        half = len(body) // 2
        self.client.sendall(head + body[:half] + bytes([body[half] ^ 0x80]) + body[half + 1:])

    @staticmethod
    def sized(head, size):
        return re.sub(rb"(?i)content-length: *\d+", b"Content-Length: %d" % size, head)

    # Events.

    def stream(self, head, kind, words):
        self.client.sendall(head)
        if kind in ("inject", "last", "flood"):
            text = urllib.parse.unquote(words[0]).encode() * (1000 if kind == "flood" else 1)
            if b"chunked" in head:
                text = b"%x\r\n" % len(text) + text + b"\r\n"
            if kind == "flood":
                without_end(self.client, text)
            self.client.sendall(text)
            if kind == "last":
                raise Ended
        threading.Thread(target=self.until_client_goes, daemon=True).start()
        left = int(words[0]) if kind in ("cut", "mute") else 1 << 60
        part = self.answers.data
        while True:
            self.client.sendall(part[:max(0, left)] * (2 if kind == "twice" else 1))
            left -= len(part)
            # The answer to a poll has an end.
            if left <= 0 and kind == "cut" or part.endswith(b"0\r\n\r\n"):
                return self.end()
            part = self.server.recv(65536)
            if not part:
                return self.end()

    def until_client_goes(self):
        try:
            wait_for_end(self.client)
        except (OSError, Ended):
            self.shut()

    def end(self):
        """Closing a socket does not end the reads of another thread."""
        self.shut()
        raise Ended

    def shut(self):
        for end in (self.client, self.server):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def serve(client):
    connection = Connection(client)
    try:
        connection.serve()
    except (OSError, Ended):
        pass
    finally:
        connection.close()


def accept(listener):
    while True:
        client, _ = listener.accept()
        threading.Thread(target=serve, args=(client,), daemon=True).start()


def main():
    listener = socket.create_server(("127.0.0.1", 0), backlog=256)
    threading.Thread(target=accept, args=(listener,), daemon=True).start()
    print(f"listening on http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    for line in sys.stdin:
        fault[0] = Fault(line)
        print("ok", flush=True)


main()
