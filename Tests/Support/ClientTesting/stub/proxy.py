#!/usr/bin/env python3
"""A real proxy with its default settings in front of a server, for tests of clients.

    proxy.py /usr/sbin/nginx|/usr/sbin/haproxy http://HOST:PORT [DIRECTIVE]

Prints `listening on URL`; the system chooses the port. DIRECTIVE is one of nginx for this server. The
proxy works until the standard input of this program ends.
"""

import os
import socket
import subprocess
import sys
import tempfile
import urllib.parse

# What a proxy needs to run beside another one, without root; the rest is its default.
NGINX = """
daemon off;
pid {folder}/pid;
events {{}}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port};
    {directive}
    location / {{ proxy_pass http://{server}; }}
  }}
}}
"""
# The limits are those of Debian's own configuration.
HAPROXY = """
defaults
  mode http
  timeout connect 5s
  timeout client 50s
  timeout server 50s
frontend wallet
  bind fd@{descriptor}
  default_backend walletd
backend walletd
  server walletd {server}
"""


def main():
    program, server, *directive = sys.argv[1:]
    listener = socket.create_server(("127.0.0.1", 0))
    port, descriptor = listener.getsockname()[1], listener.fileno()
    with tempfile.TemporaryDirectory() as folder:
        # As root, nginx works as another user.
        os.chmod(folder, 0o711)
        path = os.path.join(folder, "configuration")
        is_nginx = os.path.basename(program) == "nginx"
        with open(path, "w", encoding="utf-8") as file:
            file.write((NGINX if is_nginx else HAPROXY).format(
                folder=folder, port=port, descriptor=descriptor, directive="".join(directive),
                server=urllib.parse.urlsplit(server).netloc))
        # The proxy gets the socket, so that nobody else can take the port. nginx reads its number from
        # the variable with which it replaces itself.
        words = ([program, "-e", "stderr", "-p", folder, "-c", path] if is_nginx
                 else [program, "-db", "-q", "-f", path])
        proxy = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=sys.stderr, pass_fds=[descriptor],
            env={**os.environ, "NGINX": f"{descriptor};"})
        listener.close()
        print(f"listening on http://127.0.0.1:{port}", flush=True)
        sys.stdin.read()
        proxy.terminate()
        proxy.wait()


if __name__ == "__main__":
    main()
