"""Stands between a walletd and its PostgreSQL, and drops answers to COMMIT."""

import os
import shutil
import socket
import struct
import tempfile
import threading

NAME = ".s.PGSQL.5432"


class Proxy:
    """`folder` is where walletd finds the database."""

    def __init__(self, postgres):
        self.postgres = postgres
        # The path of a socket has to be short.
        self.folder = tempfile.mkdtemp(prefix="walletproxy.", dir="/tmp")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(os.path.join(self.folder, NAME))
        self.listener.listen(64)
        self.lock, self.wanted, self.dropped = threading.Lock(), 0, 0
        threading.Thread(target=self.accept, daemon=True).start()

    def drop_next(self):
        """The next transaction that writes is committed, and its connection ends instead of an
        answer."""
        with self.lock:
            self.wanted += 1

    def accept(self):
        while True:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(os.path.join(self.postgres.folder, NAME))
            for one in (self.questions, self.answers):
                threading.Thread(target=one, args=(client, server), daemon=True).start()

    @staticmethod
    def end(*sockets):
        for one in sockets:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                # The other side was first.
                pass

    def questions(self, client, server):
        try:
            while data := client.recv(1 << 16):
                server.sendall(data)
        except OSError:
            pass
        self.end(client, server)

    def answers(self, client, server):
        """Passes the server's messages on: a type, the length, and the contents."""
        is_writing = False
        try:
            with server.makefile("rb") as stream:
                while head := stream.read(5):
                    body = stream.read(struct.unpack("!I", head[1:])[0] - 4)
                    if head[:1] == b"C":
                        # What was done: `INSERT 0 1`.
                        is_writing = is_writing or body.startswith(b"INSERT")
                        if body == b"COMMIT\0" and is_writing and self.is_dropped():
                            break
                    if head[:1] == b"Z" and body == b"I":
                        is_writing = False
                    client.sendall(head + body)
        except (OSError, struct.error):
            pass
        self.end(client, server)

    def is_dropped(self):
        with self.lock:
            if not self.wanted:
                return False
            self.wanted -= 1
            self.dropped += 1
            return True

    def close(self):
        self.end(self.listener)
        self.listener.close()
        shutil.rmtree(self.folder)
