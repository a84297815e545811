"""The screen's processor time and memory, and a terminal that reads nothing."""

import fcntl
import os
import re
import signal
import struct
import termios

from waiting import PATIENCE

from harness.processes import await_that, stat
from harness.raw import Raw, memory_holds
from harness.runner import Skip, scenario, scenarios
from scenarios.robust import PLACES, TIMES, at


@scenarios(*[(place,) for place in PLACES])
def hung_up(world, place):
    """It ends when the terminal goes away, without using the processor"""
    for _ in range(TIMES):
        for command in [None, "trap '' HUP; exec "]:
            if command and place != "list":
                continue
            if command:
                wallet = Raw(world, command=["sh", "-c", command + world.binary + " --demo"])
                wallet.ready()
            else:
                wallet, _ = at(world, place)
            status, used = wallet.hang_up()
            assert status in (-signal.SIGHUP, 128 + signal.SIGHUP), status
            assert used < 2, f"{used:.1f} s of CPU time"


@scenario
def slow(world):
    """Details are hidden on time on a terminal that reads nothing, and are never written later"""
    if os.geteuid() != 0:
        raise Skip("seeing that they are hidden takes root")
    wallet = Raw(world, "--reveal-seconds", "10", size=(300, 100)).ready()
    groups = wallet.reveal()
    # Control: a new size brings them again.
    wallet.read()
    since = len(wallet.raw)
    wallet.resize(301, 100)
    wallet.wait(lambda: groups[2].encode() in wallet.raw[since:], "the digits again")
    # From here on nothing is read. The seconds that pass do not bring them again: nobody can take
    # back the first 4 KiB that wait in a terminal.
    rounds = switches(wallet.pid)
    await_that(lambda: switches(wallet.pid) > rounds + 1, "two seconds")
    # Each resize draws more than the kernel's queue holds.
    for step in range(20):
        rounds = switches(wallet.pid)
        wallet.resize(300 - step % 2, 100)
        await_that(lambda: switches(wallet.pid) > rounds or step > 5, "another round")
    assert memory_holds(wallet.pid, [wallet.number]), "hidden before it was tried"
    await_that(lambda: not memory_holds(wallet.pid, [wallet.number]), "the digits to be wiped")
    used = cpu(wallet.pid)
    since = len(wallet.raw)
    wallet.see("CVV •••")
    wallet.settled()
    for group in groups:
        assert group.encode() not in wallet.raw[since:], "they came out late"
    assert cpu(wallet.pid) - used < 1, "it spins while it waits"
    wallet.run("quit")
    assert wallet.ended() == 0
    wallet.check_restored(groups, since)


@scenarios((5000, 5000), (65535, 65535))
def vast(world, columns, rows):
    """A terminal of any size needs little memory, which is freed again"""
    wallet = Raw(world, size=(120, 40)).ready()
    wallet.settled()
    before = resident(wallet.pid)
    since = len(wallet.raw)
    fcntl.ioctl(wallet.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    # What is drawn is too much for pyte: it is only read.
    wallet.stream.feed = lambda _: None
    await_that(lambda: wallet.read(0.1) is not None and len(wallet.raw) > since + 1000,
               lambda: "a frame of the new size")
    while wallet.read(PATIENCE):
        pass
    assert resident(wallet.pid) < before + 100_000, resident(wallet.pid)
    since = len(wallet.raw)
    fcntl.ioctl(wallet.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    await_that(lambda: wallet.read(0.1) is not None and len(wallet.raw) > since + 1000,
               lambda: "a frame of the old size")
    while wallet.read(PATIENCE):
        pass
    after = resident(wallet.pid)
    assert after < before + 10_000, f"{after} kB, before {before} kB"


def switches(pid):
    """How often the main thread has slept."""
    with open(f"/proc/{pid}/status") as file:
        return int(re.search(r"\nvoluntary_ctxt_switches:\s+(\d+)", file.read())[1])


def cpu(pid):
    """Seconds of CPU time."""
    words = stat(pid)
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid):
    """Kilobytes of a process's memory."""
    with open(f"/proc/{pid}/status") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])
