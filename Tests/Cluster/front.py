"""HAProxy before several walletd."""

import os
import shutil
import socket
import subprocess
import time
import urllib.request

# The same as in docs/cluster.md, except the log and the addresses.
HAPROXY = """
global
    log stdout format raw local0
    maxconn 2000

defaults
    mode http
    log global
    # Without paths: they have ids of cards.
    log-format "%ci %HM %ST %Ta ms %s retries=%rc %ts"
    # A server that does not accept a connection has done nothing, so another one is asked. What may
    # have been done is repeated by the client, with its idempotency key.
    retries 3
    retry-on conn-failure
    option redispatch 1
    timeout connect 2s
    timeout queue 5s
    # A slow or silent client.
    timeout http-request 10s
    timeout http-keep-alive 10s
    # walletd has 30 s for a request, and an event stream has a heartbeat every 15 s.
    timeout client 60s
    timeout server 60s
    # Events are passed on at once.
    option http-no-delay

frontend wallet
    bind {bind}
    # walletd does not read these, and nobody else shall believe them.
    http-request del-header X-Forwarded-For
    http-request del-header Forwarded
    # For the operator only, at each server's own address.
    http-request deny deny_status 404 if {{ path /readyz /metrics }}
    # All clients have the same address for walletd, so failed sign-ins are limited here.
    acl signs_in path_beg /digitalwallets/v1/auth/
    http-request track-sc0 src table addresses if signs_in
    http-request return status 429 hdr Retry-After 12 if signs_in {{ sc0_http_err_rate gt 50 }}
    default_backend walletd

backend addresses
    stick-table type ipv6 size 100k expire 10m store http_err_rate(1m)

backend walletd
    # Any server can answer any request. So nothing ties a client to one.
    balance roundrobin
    option httpchk
    http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host wallet
    http-check expect status 200
    default-server check inter 1s fall 2 rise 2
{servers}
"""


class Front:
    """HAProxy on a port of its own. `url` is its address."""

    def __init__(self, folder, servers):
        """`servers`: names and addresses (`http://…`). Raises RuntimeError if it does not start."""
        # It is in a folder for administrators.
        path = os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin"
        program = shutil.which("haproxy", path=path)
        if not program:
            raise RuntimeError("haproxy isn't installed (Debian: `apt install haproxy`)")
        config, self.log = (os.path.join(folder, "haproxy." + end) for end in ("cfg", "log"))
        # HAProxy gets the open socket, so nobody else can take the port.
        with socket.create_server(("127.0.0.1", 0)) as front, open(self.log, "w") as log:
            self.url = "http://127.0.0.1:%d" % front.getsockname()[1]
            with open(config, "w") as file:
                lines = "\n".join(f"    server {name} {address.removeprefix('http://')}"
                                  for name, address in servers)
                file.write(HAPROXY.format(bind=f"fd@{front.fileno()}", servers=lines))
            # The terminal's signals do not reach it, so that `start` has the order.
            self.process = subprocess.Popen(
                [program, "-db", "-f", config], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                pass_fds=[front.fileno()], start_new_session=True)
        while not self.is_ready():
            if self.process.poll() is not None:
                raise RuntimeError("haproxy has ended:\n" + self.text())
            time.sleep(0.05)

    def is_ready(self):
        try:
            urllib.request.urlopen(self.url + "/healthz", timeout=60).close()
            return True
        except OSError:
            return False

    def text(self):
        """What it has written: a line for each request, and for each server that comes or goes."""
        with open(self.log) as file:
            return file.read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
