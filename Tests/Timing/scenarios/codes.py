"""Codes of an authenticator app, which depend on the date."""

import base64
import hmac
import os
import re
import shutil
import struct
import subprocess

from waiting import seconds_since_1970

from harness.runner import Skip, scenario
from harness.wallet import PIN, Wallet, boxes_filled
from scenarios.accessible import Lines


@scenario
def enrol_authenticator(world):
    """An authenticator app is enrolled by the QR code, and its codes are accepted once"""
    if not shutil.which("zbarimg"):
        raise Skip("zbarimg is not installed")
    wallet = Wallet(world).ready()
    wallet.confirm("sca.enrol")
    uri = scan(world, wallet.see("▀▀▀▀▀"))
    assert uri.startswith("otpauth://totp/"), uri
    text = re.search("secret=([A-Z2-7]+)", uri)[1]
    key = base64.b32decode(text + "=" * (-len(text) % 8))
    first = totp(key)
    wallet.type(first)
    wallet.keys("Enter")
    wallet.see_not("▀▀▀▀▀")
    wallet.run("card.pin")
    # Not the message about the enrolment, which also names the app.
    choice = r"(\d)  Authenticator app"
    way = re.search(choice, wallet.see(choice).text)[1]
    wallet.run(*["move.down"] * (int(way) - 1))
    wallet.keys("Enter")
    wallet.see("authenticator app and type")
    wallet.type_code(first)
    wallet.see("isn.t right")
    wallet.wait(lambda now: boxes_filled(now) == 0, "empty boxes")
    # One step of drift is accepted, so the next code is already valid.
    wallet.type_code(totp(key, 1))
    wallet.see(PIN)


@scenario
def enrol(world):
    """Line by line: an authenticator app is set up by its key, and its code is accepted"""
    wallet = Lines(world).ready()
    wallet.confirm("sca.enrol", "Set up authenticator", "Set up authenticator app", r"\*{4} \*{4}")
    text = wallet.show("(?:[A-Z2-7]{4} ?)+")
    text = text.split("show", 1)[-1]
    key = "".join(re.findall(r"\b[A-Z2-7]{4}\b", text))
    wallet.say(totp(base64.b32decode(key)), "Authenticator app set up")


def totp(key, later=0):
    counter = int(seconds_since_1970()) // 30 + later
    mac = hmac.digest(key, struct.pack(">Q", counter), "sha1")
    at = mac[-1] & 15
    return f"{(struct.unpack('>I', mac[at:at + 4])[0] & 0x7fffffff) % 1_000_000:06}"


def scan(world, now):
    """The text of the QR code on the screen: each half block is two modules."""
    scale, rows = 4, []
    for row in now.rows:
        upper, lower = [], []
        for cell in row:
            light = [is_light(cell.style.fg), is_light(cell.style.bg)]
            half = cell.text == "▀"
            upper += [255 if not half or light[0] else 0] * scale
            lower += [255 if not half or light[1] else 0] * scale
        rows += [bytes(upper)] * scale + [bytes(lower)] * scale
    file = os.path.join(world.folder, "screen.pgm")
    with open(file, "wb") as picture:
        picture.write(b"P5 %d %d 255\n" % (len(rows[0]), len(rows)) + b"".join(rows))
    result = subprocess.run(["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqr.enable", file],
                            capture_output=True, encoding="utf-8")
    assert result.returncode == 0, "no QR code can be read from the screen"
    return result.stdout.strip()


def is_light(color):
    if isinstance(color, int):
        return color in (7, 15, 231) or color >= 244
    return color is not None and sum(color) > 384
