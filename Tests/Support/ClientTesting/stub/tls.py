#!/usr/bin/env python3
"""A TLS server that counts the bytes that it receives.

    tls.py CERT KEY [MODE]

MODE: `1.3` (as it should be), `1.2`, `1.1`, `plain` (no TLS), `reset` and `close` (no handshake).
Prints `listening on URL`, then `HANDSHAKES BYTES PLAIN` for each line of its input: how many
handshakes were completed, how many bytes were sent to it behind one, and how many outside of TLS.
Every request is answered with 400. Works until its input ends.
"""

import socket
import ssl
import struct
import sys
import threading

certificate, key, mode = (sys.argv + ["1.3"])[1:4]
counts = {"handshakes": 0, "bytes": 0, "plain": 0}
ANSWER = b'HTTP/1.1 400 X\r\nContent-Length: 25\r\nConnection: close\r\n\r\n{"error":"invalid_grant"}'
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
# A weak key has to be sent before it can be refused.
context.set_ciphers("ALL:@SECLEVEL=0")
context.load_cert_chain(certificate, key)
if mode.startswith("1."):
    version = {"1.1": "TLSv1_1", "1.2": "TLSv1_2", "1.3": "TLSv1_3"}[mode]
    context.minimum_version = context.maximum_version = ssl.TLSVersion[version]


def serve(client):
    try:
        if mode in ("reset", "close"):
            client.recv(1)
            if mode == "reset":
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            return client.close()
        first = client.recv(4096, socket.MSG_PEEK)
        if first[:1] != b"\x16":
            counts["plain"] += len(first)
        if mode == "plain":
            return client.sendall(ANSWER)
        with context.wrap_socket(client, server_side=True) as tls:
            counts["handshakes"] += 1
            data = tls.recv(65536)
            counts["bytes"] += len(data)
            if data:
                tls.sendall(ANSWER)
            # Closing before all was read would be a reset.
            while data:
                data = tls.recv(65536)
                counts["bytes"] += len(data)
    except (OSError, ssl.SSLError):
        return None
    finally:
        client.close()


def accept(listener):
    while True:
        client, _ = listener.accept()
        threading.Thread(target=serve, args=(client,), daemon=True).start()


listener = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=accept, args=(listener,), daemon=True).start()
print(f"listening on https://127.0.0.1:{listener.getsockname()[1]}", flush=True)
for _ in sys.stdin:
    print(*counts.values(), flush=True)
