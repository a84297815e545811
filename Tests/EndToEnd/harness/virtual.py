"""Virtual cards that a scenario makes, and the keys of a device."""

import ctypes
import ctypes.util
import json
import os
import secrets
import string
import subprocess

from .processes import DEADLINE
from .wallet import newest_code, phone_code

# The source of the money: one of the test cards.
SOURCE = {"number": "4242424242424242", "cvv": "123"}
# What only the cards have that `Device.make` makes.
ALIAS, CITY = "Umbrella", "Kardzhali"
# Of a file with keys: what is before the nonce, the nonce, the tag.
HEAD, NONCE, TAG = 48, 24, 16


class Device:
    """A home folder from which a wallet is used: `options` say which one."""

    def __init__(self, world, options, home=None):
        self.world, self.options = world, options
        self.home = home or world.folder
        self.persona = self.source = None

    def file(self, name, text):
        """A file that only its owner can read."""
        path = os.path.join(self.home, name)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as stream:
            stream.write(text + "\n")
        return path

    def run(self, *words):
        """The answer of a command for virtual cards."""
        done = subprocess.run(
            [self.world.binary, "virtual", *words, *self.options, "--json"], capture_output=True,
            encoding="utf-8", timeout=DEADLINE, env=self.world.environment(HOME=self.home))
        assert done.returncode == 0, f"virtual {' '.join(words)}: {done.stdout}{done.stderr}"
        return json.loads(done.stdout)["data"]

    def reveal(self, card):
        """The answer of `virtual reveal`, with the code that it asks for."""
        before = phone_code(self.world, self.options)
        process = subprocess.Popen(
            [self.world.binary, "virtual", "reveal", card, *self.options, "--json",
             "--method", "sms", "--code-file", "-"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
            env=self.world.environment(HOME=self.home))
        self.world.closers.append(process.kill)
        code = newest_code(self.world, self.options, before)
        answer, errors = process.communicate(code + "\n", timeout=DEADLINE)
        assert process.returncode == 0, f"virtual reveal: {answer}{errors}"
        return json.loads(answer)["data"]

    def make(self, alias=ALIAS):
        """Makes a virtual card, with all that it needs before the first; its id."""
        if not self.persona:
            self.prepare()
        return self.run("create", "--persona", self.persona, "--source", self.source,
                        "--alias", alias, "--holder", "Ana Petrova",
                        "--address-line", "9 Perperikon Road", "--city", CITY,
                        "--postcode", "6600", "--country", "BG")["success"]["id"]

    def prepare(self):
        """A persona who owns virtual cards, and a source of their money."""
        self.persona = self.run("personas", "create", "Rainy days")["id"]
        self.source = self.run(
            "sources", "add", "--expiry", "09/39",
            "--number-file", self.file("number", SOURCE["number"]),
            "--cvv-file", self.file("cvv", SOURCE["cvv"]))["id"]

    def export(self, name="exported.keys"):
        """Exports the keys of the device; (file, file with its passphrase, the secret halves)."""
        passphrase = "".join(secrets.choice(string.ascii_lowercase) for _ in range(24))
        words = self.file(name + ".words", passphrase)
        path = os.path.join(self.home, name)
        self.run("keys", "export", path, "--keys-passphrase-file", words)
        with open(path, "rb") as file:
            return path, words, secret_halves(file.read(), passphrase.encode())


def secret_halves(archive, passphrase):
    """The keys in a file that was exported, 32 bytes each."""
    sodium = ctypes.CDLL(ctypes.util.find_library("sodium"))
    head, nonce, box = archive[:HEAD], archive[HEAD:HEAD + NONCE], archive[HEAD + NONCE:]
    passes = int.from_bytes(head[20:24], "little")
    memory = int.from_bytes(head[24:32], "little")
    key, content = ctypes.create_string_buffer(32), ctypes.create_string_buffer(len(box) - TAG)
    long = ctypes.c_ulonglong
    assert sodium.crypto_pwhash(key, long(32), passphrase, long(len(passphrase)), head[32:48],
                                long(passes), ctypes.c_size_t(memory), 2) == 0
    assert sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
        content, None, None, box, long(len(box)), head, long(len(head)), nonce, key) == 0
    return [content.raw[at:at + 32] for at in range(0, len(content.raw), 32)]
