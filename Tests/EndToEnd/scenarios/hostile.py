"""A server with escape sequences in its answers. None of them reaches a terminal or a file."""

import json
import os
import pathlib
import pty
import re
import runpy
import select
import subprocess
import sys
import unicodedata

from harness.processes import DEADLINE
from harness.raw import Raw
from harness.runner import scenario, scenarios
from harness.server import Server

ROOT = pathlib.Path(__file__).resolve().parents[3]
MARK = "HOSTILE"
ANSWERS = ROOT / "Tests/Answers/answers.py"
PAYLOADS = runpy.run_path(str(ANSWERS))["PAYLOADS"]

CARD = "c-1"
READING = [
    ["cards"], ["cards", "--type", "virtual"], ["card", "show", CARD], ["programs"],
    ["transactions", "all"], ["transactions", CARD], ["tokens", "list", CARD],
    ["tokens", "status", CARD, "ref"], ["sca", "status"], ["phone"], ["shop", "merchants"],
    ["shop", "rates"], ["virtual", "personas", "list"], ["virtual", "sources", "list"],
    ["virtual", "sources", "list", "--provisional"], ["virtual", "list"],
    ["virtual", "show", CARD], ["virtual", "transactions", CARD], ["virtual", "config"],
]
CHANGING = [
    ["card", "lock", CARD], ["card", "unlock", CARD],
    ["card", "cancel", CARD, "--confirm", "4821"],
    ["card", "create", "--program", "P", "--currency", "EUR"],
    ["card", "reveal", CARD, "--method", "sms", "--code-file", "secret"],
    ["card", "reveal", CARD, "--pin", "--method", "sms", "--code-file", "secret"],
    ["card", "set-pin", CARD, "--pin-file", "secret", "--code-file", "secret"],
    ["card", "activate", CARD, "--last-four", "4821", "--cvv-file", "secret"],
    ["tokens", "add", CARD], ["shop", "authorize", "cafe", "4.20", "--card", CARD],
    ["shop", "expire", "p-1"], ["shop", "debit", "p-1", "1.00"], ["shop", "refund", "p-1", "1.00"],
    ["sca", "enrol", "--method", "sms", "--code-file", "secret"],
    ["sca", "confirm", "--code-file", "secret"],
]
# The sequences of text mode (TerminalSequence).
OURS = re.compile("\r|\t|\x08 \x08|\x1b\\[(2?K|[ABH]|\\?1049[hl]|30;107m|0m)")


class Hostile:
    """The server of Tests/Answers, and the options to sign in there."""

    def __init__(self, world, *options):
        self.process = subprocess.Popen(
            [sys.executable, str(ANSWERS), "--serve", *options], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, encoding="utf-8")
        world.closers.append(self.close)
        secret = Server.write(world, "secret", "1234")
        url = self.process.stdout.readline().split()[-1]
        self.options = ["--server", url, "--insecure-loopback", "--login", "x", "--client", "c",
                        "--client-secret-file", secret, "--password-file", secret]

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def environment(world):
    return world.environment(TERM="xterm")


def hazards(text):
    """Characters that a terminal or a reader would not treat as text."""
    return sorted({f"U+{ord(c):04X}" for c in text
                   if c != "\n" and (unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp", "Cs")
                                     or c == "\u034f" or "\u3164" == c or "\ufffe" <= c <= "\uffff")})


def check(words, written):
    text = written.decode("utf-8")
    found = hazards(text)
    assert not found, f"{' '.join(words)} wrote {' '.join(found)}:\n{text!r}"
    return text


def run(world, words, server):
    """Runs a command and checks both outputs. JSON is parsed."""
    result = subprocess.run(
        [world.binary, *words, *server.options], capture_output=True, stdin=subprocess.DEVNULL,
        cwd=world.folder, env=environment(world), start_new_session=True,
        timeout=DEADLINE)
    text = check(words, result.stdout), check(words, result.stderr)
    if "--json" in words:
        for part in text:
            for line in [part] if part.startswith("{") else []:
                json.loads(line)
    return "".join(text)


def on_terminal(world, words, server):
    """The bytes that a command sends to a terminal. Questions are cancelled."""
    pid, master = pty.fork()
    if pid == 0:
        os.chdir(world.folder)
        os.execve(world.binary, [world.binary, *words, *server.options], environment(world))
    written = b""
    while select.select([master], [], [], DEADLINE)[0]:
        try:
            piece = os.read(master, 65536)
        except OSError:
            break
        written += piece
        if b": " in piece[-4:] or b" s" in piece[-6:]:
            os.write(master, b"\x03")
    os.waitpid(pid, 0)
    os.close(master)
    return check(words, OURS.sub("", written.decode("utf-8").replace("\r\n", "\n")).encode())


@scenarios(("as text", ()), ("as JSON", ("--json",)), core=1)
def answers(world, _, how):
    """No command prints control characters from a hostile server's answers"""
    server = Hostile(world)
    told = [run(world, [*words, *how], server) for words in READING + CHANGING]
    shown = sum(MARK in text for text in told)
    assert shown >= 10, f"the control: only {shown} commands showed anything of it"


@scenarios(*[(status, json_) for status in (400, 401, 403, 404, 409, 412, 422, 429, 500, 503)
             for json_ in ("", "--json")], core=1)
def errors(world, status, json_):
    """No control character of a hostile server's error is printed, with status"""
    how = [json_] if json_ else []
    server = Hostile(world, "--error", str(status))
    for words in (["cards"], ["card", "lock", CARD], ["phone"], ["shop", "merchants"]):
        told = run(world, [*words, *how], server)
        # A refused token ends the sign-in, and a server without a simulator answers 404. For both the
        # program uses its own words.
        if status == 401:
            assert "5279" in told, told
        elif status == 404 and words[0] in ("phone", "shop"):
            assert "5269" in told, told
        else:
            assert MARK in told, f"{words} told nothing of it"


@scenarios(*[(status, json_) for status in (400, 401, 403, 429, 500) for json_ in ("", "--json")],
           core=1)
def sign_in(world, status, json_):
    """No control character of a hostile server's refusal to sign in is printed, with status"""
    server = Hostile(world, "--error-sign-in", str(status))
    assert MARK in run(world, ["cards", *([json_] if json_ else [])], server)


@scenarios(*[(payload,) for payload in ("osc52", "csi", "dcs", "c1", "controls", "lines", "bidi",
                                        "zero", "separators", "tags")])
def screens(world, payload):
    """The screen shows no sequence and no hidden character of a hostile server's answers"""
    sent = PAYLOADS[payload].encode()
    server = Hostile(world, "--payload", payload)
    screen = Raw(world, command=[world.binary, *server.options], size=(120, 40))
    screen.see(MARK)
    for command in ("open", "messages", "back", "screen.activity", "screen.cards", "card.create",
                    "back", "card.reveal", "back", "card.lock", "wallet.lock"):
        screen.run(command)
        screen.settled()
    raw = screen.raw
    assert MARK.encode() in raw.replace(b"\x1b[1m", b""), "the control: it was not shown at all"
    assert sent not in raw, f"{sent!r} came through"
    left = [c for c in hazards(raw.decode()) if c not in ("U+001B", "U+000D", "U+0008", "U+000F",
                                                         "U+000E", "U+0007", "U+0009")]
    assert not left, left
    assert b"\x1b]52" not in raw and b"\x1bP" not in raw, "a sequence that is not ours"


@scenario
def terminals(world):
    """A terminal receives only text and our own sequences with a hostile server's answers"""
    for options in ([], ["--error", "422"], ["--error-sign-in", "401"]):
        server = Hostile(world, *options)
        told = [on_terminal(world, words, server)
                for words in (READING if not options else READING[:3]) + CHANGING[:3]]
        assert any(MARK in text for text in told), "the control: nothing was shown of it"
