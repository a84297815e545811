"""walletui in a terminal, with the steps that many scenarios share."""

import functools
import json
import os
import re
import subprocess
import threading

from .processes import DEADLINE, await_that
from .runner import World
from .terminal import Terminal, digits

DEMO = ["Everyday", "Groceries", "Travel", "Shopping", "New plastic", "Old"]
CODE = re.compile(r"Code \d{3} \d{3}")
PAN = r"\b\d{4}(   ?|[-/]?)\d{4}\1\d{4}\1\d{4}\b"
PIN = r"PIN +(\d +\d +\d +\d)\b"
PASSPHRASE = "correct horse battery staple"


class Wallet(Terminal):
    """The screen: of the demo wallet, or of a vault."""

    def __init__(self, world, *options, size=(120, 40), vault=None, **keywords):
        source = ["--vault", vault] if vault else ["--demo"]
        super().__init__(world, [world.binary, *source, *options], size, **keywords)

    def ready(self, count=6):
        """Waits for the list; in the narrow layout it is the pane that one starts in."""
        self.see(rf"1 of {count}\b", r"\? help")
        return self

    def select(self, title):
        """Goes to one of the demo's cards."""
        index = DEMO.index(title)
        self.run("move.first", *["move.down"] * index)
        self.see(rf"{index + 1} of \d+")

    def escape(self, *gone):
        """Presses Esc and waits until `gone` is gone."""
        self.keys("Escape")
        return self.see_not(*gone)

    def news(self, *patterns):
        """Reads the messages, which have what a toast has no room for."""
        self.run("messages")
        self.see("▸ Messages", *patterns)
        self.escape("▸ Messages")

    # Codes.

    def ask_code(self, command):
        """Runs `command`, which asks for a code, and has one sent."""
        self.run(command)
        self.send_code()

    def send_code(self):
        """Takes the first way and waits for the simulated phone's message."""
        before = CODE.search(self.see("Enter send code").text)
        self.keys("Enter")
        self.see("Expires in", "SIMULATED phone", CODE.pattern)
        # The code before this one may be in sight until the frame is complete.
        self.wait(lambda now: before is None or CODE.search(now.text)[0] != before[0], "a new code")

    def code(self):
        """The newest code on the simulated phone."""
        return digits(re.search(r"Code (\d{3} \d{3})", self.flat())[1])

    def flat(self):
        """The phone's text in one line."""
        now = self.see("SIMULATED phone")
        x, y = now.find("SIMULATED phone")
        lines = ["".join(cell.text for cell in row[x - 1:]) for row in now.rows[y + 1:]]
        return re.sub(r"\s+", " ", re.sub(r"[│╭╮╰╯|─]", " ", " ".join(lines)))

    def type_code(self, code):
        self.type(code)
        self.wait(lambda now: boxes_filled(now) == 6, "six digits in their boxes")
        self.keys("Enter")

    def confirm(self, command):
        """Runs `command` and types the code that it asks for."""
        self.ask_code(command)
        self.enter_code()

    def enter_code(self):
        """Types the code on the phone, which is right."""
        self.type_code(self.code())
        self.see_not("Expires in", "Checking the code", "One moment")

    def wrong_code(self):
        """Six digits that are not the code on the phone."""
        return f"{(int(self.code()) + 1) % 1_000_000:06}"

    # Visible secrets.

    def reveal(self):
        """Details of the focused card: (PAN, CVV) as shown."""
        self.confirm("card.reveal")
        now = self.see(PAN, r"CVV \d{3}")
        return digits(re.search(PAN, now.text)[0]), re.search(r"CVV (\d{3})", now.text)[1]

    def show_pin(self):
        self.confirm("card.pin")
        return digits(re.search(PIN, self.see(PIN).text)[1])


class Shell(Wallet):
    """A shell with job control, in which walletui is started by hand."""

    # The shell takes a part of them.
    counts_keys = False

    def __init__(self, world, *options, wallet=("--demo",), env=None, **keywords):
        Terminal.__init__(self, world, ["bash", "--norc", "--noprofile", "-i"], (120, 40),
                          env={"PS1": "ready> ", **(env or {})}, **keywords)
        self.see("ready> ")
        self.command = [world.binary, *wallet, *options]
        self.type(f"cd {world.folder}; stty -g > before; {' '.join(self.command)}")
        self.keys("Enter")
        self.ready()

    def check_shell(self):
        """Checks that the shell's prompt is back with its settings and echo."""
        now = self.see("ready> *$")
        assert not now.alternate and now.cursor_shown, "the terminal is not as it was"
        self.type("stty -g | diff - before && echo same-$((40+2))")
        self.keys("Enter")
        self.see("same-42")


def boxes_filled(now):
    """The number of boxes with a digit."""
    return now.text.count("│ ● │")


def concealed(now):
    """Whether no PAN, CVV or PIN is visible."""
    return not (now.find(PAN) or now.find(r"CVV \d{3}") or now.find(PIN))


def luhn(pan):
    total = 0
    for index, digit in enumerate(reversed(pan)):
        value = int(digit) * (1 + index % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def command(world, *words, status=0, text=None):
    """Runs walletui without a screen; returns its output."""
    result = subprocess.run(
        [world.binary, *words], capture_output=True, encoding="utf-8", input=text or "",
        env=world.environment(), timeout=DEADLINE)
    assert result.returncode == status, (
        f"walletui {' '.join(words)} ended with {result.returncode}:\n"
        f"{result.stdout}{result.stderr}")
    return result.stdout


# One scenario makes the vault that all copy. The others wait for it.
MAKING = threading.Lock()


def new_vault(world):
    """A vault with the sample cards, and the file that its passphrase is in."""
    vault = os.path.join(world.folder, "my.vault")
    passphrase = os.path.join(world.folder, "passphrase")
    with MAKING:
        content, _ = sample_vault(world.binary)
    for path, data in ((vault, content), (passphrase, (PASSPHRASE + "\n").encode())):
        with open(path, "wb") as file:
            file.write(data)
        os.chmod(path, 0o600)
    return vault, passphrase


def first_card(world):
    """The id of the first card of a new vault."""
    return sample_vault(world.binary)[1]


@functools.cache
def sample_vault(binary):
    """The content of a vault with the sample cards, and its first card's id. It is made once in a
    run: each use of a passphrase takes a second of a processor."""
    world = World(binary)
    try:
        vault = os.path.join(world.folder, "my.vault")
        options = ["--vault", vault, "--passphrase-file", "-"]
        command(world, "vault", "init", "--sample", *options, text=PASSPHRASE + "\n")
        listed = json.loads(command(world, "cards", "--json", *options, text=PASSPHRASE + "\n"))
        with open(vault, "rb") as file:
            return file.read(), listed["data"]["cards"][0]["cardId"]
    finally:
        world.close()


def phone_code(world, options):
    """The code on the simulated phone of the wallet that `options` say; None: it has no new one."""
    messages = json.loads(command(world, "phone", "--json", *options))["data"]
    return messages[0]["code"] if messages else None


def newest_code(world, options, before=None):
    """That code, as soon as it differs from `before`."""
    def new_code():
        code = phone_code(world, options)
        return code if code and len(code) == 6 and code != before else None
    return await_that(new_code, "a code")


def statuses(world, vault, passphrase):
    """Alias → status of every card, as the command line tells."""
    listed = json.loads(command(
        world, "cards", "--json", "--vault", vault, "--passphrase-file", passphrase))["data"]
    return {card.get("alias") or card["lastFourDigits"]: card["status"] for card in listed["cards"]}
