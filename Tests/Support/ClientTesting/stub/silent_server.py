#!/usr/bin/env python3
"""An address that never accepts a connection, because its queue is full.

Prints `listening on URL`, then stays until its standard input ends.
"""

import socket
import sys

listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen(0)
waiting = []
for _ in range(4):
    waiting.append(socket.socket())
    waiting[-1].setblocking(False)
    waiting[-1].connect_ex(listener.getsockname())
print(f"listening on http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
sys.stdin.read()
