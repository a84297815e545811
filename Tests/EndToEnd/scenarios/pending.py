"""Changes whose answers are lost: no change is lost, and every message is true (R9)."""

import json
import os
import shutil
import subprocess

from harness.processes import DEADLINE, await_that
from harness.proxy import Proxy
from harness.runner import scenario, scenarios
from harness.server import Server
from harness.wallet import command


# Exit statuses.
UNANSWERED = 47


class Book:
    """The files of changes that are not settled."""

    def __init__(self, world):
        self.path = os.path.join(world.folder, ".local/state/walletui/changes")

    def names(self):
        return sorted(os.listdir(self.path)) if os.path.isdir(self.path) else []

    def wait(self, count):
        def noted():
            names = [name for name in self.names() if not name.startswith(".")]
            return (names,) if len(names) == count else None
        return await_that(noted, lambda: f"{count} changes in the book, not {self.names()}")[0]


def start(world, *words):
    process = subprocess.Popen(
        [world.binary, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
        env=world.environment())
    world.closers.append(lambda: (process.poll() is None and process.kill(), process.communicate()))
    return process


def run(world, *words, status=0):
    """Standard output and standard error."""
    process = start(world, *words)
    out, err = process.communicate(timeout=DEADLINE)
    assert process.returncode == status, f"{words} ended with {process.returncode}:\n{out}{err}"
    return out, err


def first(world, options):
    return json.loads(command(world, "cards", "--json", *options))["data"]["cards"][0]


def settled(world, options, card, words, status, version):
    """The next command reports the result of the change, the report is true, and the book is empty."""
    out, err = run(world, "card", "show", card["cardId"], "--json", *options)
    now = json.loads(out)["data"]
    assert words in err if words else not err, f"said: {err!r}"
    assert (now["status"], now["version"]) == (status, version), now
    Book(world).wait(0)


@scenarios(
    ("written down, not sent", "cut", "wasn't done", 0),
    ("sent, not arrived", "hold request", "wasn't done", 0),
    ("carried out, not answered", "hold answer", "was done", 1),
    ("answered, still written down", "pass", "was done", 1),
    ("forgotten", "pass", "", 1))
def killed(world, state, fault, words, effects):
    """kill -9 during a change: the next command settles it, with one effect"""
    server = Server(world)
    proxy = Proxy(world, server.url)
    options = server.through(proxy)
    card = first(world, options)
    book = Book(world)
    # The state on the disk after the answer and before the file was removed.
    keeps = "still" in state
    proxy.fault("hold request" if keeps else fault)
    process = start(world, "card", "lock", card["cardId"], *options)
    if fault != "pass" or keeps:
        [name] = book.wait(1)
        if fault != "cut":
            assert proxy.met.wait(DEADLINE)
    if keeps:
        copy = os.path.join(world.folder, name)
        shutil.copy2(os.path.join(book.path, name), copy)
        proxy.fault("pass")
        # The held request is lost. The next attempt with the same key succeeds.
        proxy.down()
        proxy.up()
    if fault == "pass":
        assert process.wait(DEADLINE) == 0, process.communicate()
        book.wait(0)
    if keeps:
        shutil.move(copy, os.path.join(book.path, name))
    if fault != "pass":
        assert process.poll() is None, "it has ended by itself: " + process.communicate()[1]
        process.kill()
        process.wait()
    proxy.fault("pass")
    if fault == "cut":
        proxy.up()
    status = "LOCKED" if effects else card["status"]
    settled(world, options, card, words, status, card["version"] + effects)


@scenario
def a_lost_answer_on_the_command_line(world):
    """A command whose answer is lost reports it with its own status; the next one settles it"""
    server = Server(world)
    proxy = Proxy(world, server.url)
    options = server.through(proxy)
    card = first(world, options)
    proxy.fault("hold answer")
    process = start(world, "card", "lock", card["cardId"], *options)
    assert proxy.met.wait(DEADLINE)
    proxy.down()
    _, err = process.communicate(timeout=DEADLINE * 2)
    assert process.returncode == UNANSWERED, f"{process.returncode}: {err}"
    assert "Lock pending" in err and "WUI-PENDING" in err, err
    Book(world).wait(1)
    proxy.fault("pass")
    proxy.up()
    settled(world, options, card, "was done", "LOCKED", card["version"] + 1)
