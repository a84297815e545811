#!/usr/bin/env python3
"""A proxy that breaks what goes through it.

    faults.py http://HOST:PORT

Prints `listening on URL`, then works until its standard input ends. Each line of the input is a
fault for the connections that begin after it; `ok` is printed when it is in force:

    none                 everything goes through
    delay SECONDS        before the answer
    drip SECONDS         between each byte of the answer
    cut BYTES            the answer ends after so many bytes
    reset                instead of an answer, after the request went through
    lose N               as reset, for the first N requests only
    refuse               the connection is closed before the request is read
    blackhole            no answer, and the request goes nowhere
    redirect STATUS URL  instead of an answer
    status N CODE WAIT   the first N requests get this status and Retry-After
    garbage              no HTTP
    notjson              a page instead of JSON
    huge                 an answer without an end

Sign-in always goes through. `GET /count` answers how many requests the fault has met.
"""

import re
import socket
import struct
import sys
import threading
import time
import urllib.parse

target = urllib.parse.urlsplit(sys.argv[1])
fault, met = ["none"], [0]
lock = threading.Lock()


def read_message(stream):
    """A head and its body, as bytes; empty at the end."""
    data = b""
    while b"\r\n\r\n" not in data:
        more = stream.recv(65536)
        if not more:
            return b""
        data += more
    head, _, body = data.partition(b"\r\n\r\n")
    size = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    while len(body) < int(size[1] if size else 0):
        more = stream.recv(65536)
        if not more:
            break
        body += more
    return head + b"\r\n\r\n" + body


def ask(message):
    head, _, body = message.partition(b"\r\n\r\n")
    message = head + b"\r\nConnection: close\r\n\r\n" + body
    with socket.create_connection((target.hostname, target.port)) as server:
        server.sendall(message)
        return read_message(server)


def reset(client):
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


def plain(status, body, *headers):
    lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}", "Connection: close", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


def break_it(client, message, kind, arguments):
    with lock:
        met[0] += 1
        count = met[0]
    if kind == "blackhole":
        return time.sleep(60)
    if kind == "redirect":
        return client.sendall(plain(int(arguments[0]), b"", f"Location: {arguments[1]}"))
    if kind == "status" and count <= int(arguments[0]):
        wait = [f"Retry-After: {arguments[2]}"] if len(arguments) > 2 else []
        return client.sendall(plain(int(arguments[1]), b"", *wait))
    if kind == "garbage":
        return client.sendall(b"\x00\x01\x02 what is this\r\n\r\n" * 20)
    if kind == "notjson":
        return client.sendall(plain(200, b"<html>Welcome to the hotel</html>"))
    if kind == "huge":
        client.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n[")
        while True:
            client.sendall(b" " * 65536)
    answer = ask(message)
    if kind == "reset" or kind == "lose" and count <= int(arguments[0]):
        return reset(client)
    if kind == "delay":
        time.sleep(float(arguments[0]))
    if kind == "cut":
        answer = answer[:int(arguments[0])]
    if kind == "drip":
        for byte in answer:
            client.sendall(bytes([byte]))
            time.sleep(float(arguments[0]))
        return None
    return client.sendall(answer)


def serve(client):
    kind, *arguments = fault[0].split()
    try:
        if kind == "refuse":
            with lock:
                met[0] += 1
            return reset(client)
        message = read_message(client)
        if not message:
            return None
        if message.startswith(b"GET /count "):
            return client.sendall(plain(200, str(met[0]).encode()))
        if kind == "none" or b"/token HTTP" in message.split(b"\r\n")[0]:
            return client.sendall(ask(message))
        return break_it(client, message, kind, arguments)
    except OSError:
        return None
    finally:
        client.close()


def accept(listener):
    while True:
        client, _ = listener.accept()
        threading.Thread(target=serve, args=(client,), daemon=True).start()


def main():
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    threading.Thread(target=accept, args=(listener,), daemon=True).start()
    print(f"listening on http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    for line in sys.stdin:
        fault[0] = line.strip()
        met[0] = 0
        print("ok", flush=True)


main()
