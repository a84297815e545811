"""An authenticator app, and vaults that take its codes."""

import base64
import functools
import hmac
import json
import os
import re
import struct
import subprocess
import time

from .runner import World
from .terminal import digits
from .wallet import PAN, command, new_vault, newest_code


def key_of(text):
    """The key of an app, which is given as base32."""
    return base64.b32decode(text + "=" * (-len(text) % 8))


def totp(key, later=0):
    """RFC 6238: the code of this moment, or of so many steps of 30 s later."""
    counter = int(time.time()) // 30 + later
    mac = hmac.digest(key, struct.pack(">Q", counter), "sha1")
    at = mac[-1] & 15
    return f"{(struct.unpack('>I', mac[at:at + 4])[0] & 0x7fffffff) % 1_000_000:06}"


def reveal(wallet, key):
    """Details of the focused card by the app's code after this one: (PAN, CVV) as shown."""
    wallet.run("card.reveal")
    wallet.see("uthenticator app")
    wallet.keys("Enter")
    wallet.see("Expires in|type")
    wallet.type_code(totp(key, 1))
    now = wallet.see(PAN, r"CVV \d{3}")
    return digits(re.search(PAN, now.text)[0]), re.search(r"CVV (\d{3})", now.text)[1]


def enrolled_vault(world):
    """A vault with the sample cards and an authenticator app: its path, the file of its passphrase,
    and the app's key. The code of this moment is used; the next one is accepted already."""
    vault, passphrase = new_vault(world)
    content, key = sample(world.binary)
    with open(vault, "wb") as file:
        file.write(content)
    return vault, passphrase, key


@functools.cache
def sample(binary):
    """The content of such a vault, and the app's key. It is made once in a run."""
    world = World(binary)
    try:
        vault, passphrase = new_vault(world)
        options = ["--vault", vault, "--passphrase-file", passphrase]
        pipe = os.path.join(world.folder, "code")
        os.mkfifo(pipe, 0o600)
        with subprocess.Popen(
                [binary, "sca", "enrol", "--json", "--method", "sms", "--code-file", pipe, *options],
                stdout=subprocess.PIPE, text=True,
                env={"PATH": os.environ["PATH"], "HOME": world.folder, "LANG": "C.UTF-8"}) as running:
            # Opening the pipe waits until the code was sent.
            with open(pipe, "w") as stream:
                stream.write(newest_code(world, vault, passphrase) + "\n")
            key = key_of(json.loads(running.communicate()[0])["data"]["secret"])
        first = os.path.join(world.folder, "first")
        with open(os.open(first, os.O_WRONLY | os.O_CREAT, 0o600), "w") as stream:
            stream.write(totp(key) + "\n")
        command(world, "sca", "confirm", "--code-file", first, *options)
        with open(vault, "rb") as file:
            return file.read(), key
    finally:
        world.close()
