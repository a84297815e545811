"""A proxy that can cut the connection to a server, for tests of lost messages."""

import re
import socket
import threading

CHANGE = re.compile(rb"^(PATCH|POST) \S*/profile/prepaid/")
SIGN_IN = re.compile(rb"^POST \S*/auth/brands/")


def answer(status, body):
    return (f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nConnection: close\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}").encode()


UNAUTHORIZED = answer("401 Unauthorized", '{"error":{"code":"5279","message":"x","details":[]}}')
BUSY = answer("503 Service Unavailable", "")
INVALID_GRANT = answer("400 Bad Request", '{"error":"invalid_grant"}')


class Proxy:
    """Passes bytes to a server and back. `fault` sets what happens to changes, or to other
    requests whose beginning matches a regular expression:

        pass           nothing
        hold request   they are held here and not passed on
        hold answer    they are passed on, their answers are held
        busy           they are answered with 503
        cut            the connection is cut (see `down`) after the next sign-in
        refuse         tokens are refused, and only a password is accepted

    `met` is set when a request has met a fault; with `hold answer`, when its answer is here.
    """

    def __init__(self, world, address):
        host, port = address.removeprefix("http://").split(":")
        self.target = (host, int(port))
        self.lock = threading.Lock()
        self.pairs = []
        self.mode, self.what = "pass", CHANGE
        self.met = threading.Event()
        self.listener = None
        self.up()
        self.port = self.listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        world.closers.append(self.down)

    def up(self):
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", getattr(self, "port", 0)))
        listener.listen(64)
        self.listener = listener
        threading.Thread(target=self.accept, args=(listener,), daemon=True).start()

    def down(self):
        """Stops listening and ends every connection."""
        with self.lock:
            sockets = [end for pair in self.pairs for end in pair]
            self.pairs = []
            if self.listener:
                sockets.append(self.listener)
            self.listener = None
        for end in sockets:
            close(end)

    def fault(self, mode, what=CHANGE):
        self.met.clear()
        self.mode, self.what = mode, re.compile(what)

    def accept(self, listener):
        while True:
            try:
                client, _ = listener.accept()
                server = socket.create_connection(self.target)
            except OSError:
                return
            with self.lock:
                if listener is not self.listener:
                    close(client)
                    close(server)
                    return
                self.pairs.append((client, server))
            way = Way(client, server)
            threading.Thread(target=self.forth, args=(way,), daemon=True).start()
            threading.Thread(target=self.back, args=(way,), daemon=True).start()

    def forth(self, way):
        for request in requests(way.client):
            way.signs_in = bool(SIGN_IN.match(request)) or way.signs_in
            if self.mode == "refuse" and b"grant_type=password" not in request:
                self.met.set()
                send(way.client, INVALID_GRANT if SIGN_IN.match(request) else UNAUTHORIZED)
                break
            if self.what.match(request):
                if self.mode == "hold request":
                    self.met.set()
                    continue
                if self.mode == "busy":
                    self.met.set()
                    send(way.client, BUSY)
                    break
                way.is_deaf = self.mode == "hold answer"
            send(way.server, request)
        close(way.server)
        close(way.client)

    def back(self, way):
        for piece in pieces(way.server):
            if way.is_deaf:
                self.met.set()
                continue
            if way.signs_in and self.mode == "cut":
                with self.lock:
                    self.pairs.remove((way.client, way.server))
                self.down()
                send(way.client, piece)
                self.met.set()
                break
            send(way.client, piece)
        close(way.client)
        close(way.server)


class Way:
    """One connection."""

    def __init__(self, client, server):
        self.client = client
        self.server = server
        self.signs_in = False
        # The answers are held.
        self.is_deaf = False


def pieces(end):
    while True:
        try:
            piece = end.recv(65536)
        except OSError:
            return
        if not piece:
            return
        yield piece


def requests(end):
    """The requests, one at a time. A body may arrive after its head."""
    whole = b""
    for piece in pieces(end):
        whole += piece
        head, found, body = whole.partition(b"\r\n\r\n")
        length = re.search(rb"\r\nContent-Length: *(\d+)", head, re.IGNORECASE)
        if found and len(body) >= (int(length[1]) if length else 0):
            yield whole
            whole = b""


def send(end, piece):
    try:
        end.sendall(piece)
    except OSError:
        pass


def close(end):
    try:
        end.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    end.close()
