"""Every ending in every place restores the terminal (R11 to R14)."""

import ctypes
import fcntl
import json
import os
import re
import select
import signal
import subprocess

from waiting import DEADLINE

from harness.processes import await_that, stat
from harness.raw import TIMES as TIMED, Raw
from harness.runner import Skip, scenario, scenarios
from harness.server import program

TORTURE = bool(os.environ.get("WALLETUI_TORTURE"))
TIMES = 20 if TORTURE else 1
PLACES = ["list", "details", "form", "code", "gate"]
TGKILL = {"x86_64": 234, "aarch64": 131}.get(os.uname().machine)


def at(world, place, **keywords):
    """A place in walletui, and the text that is visible only there."""
    if place == "gate":
        words = ["--server", "https://127.0.0.1:9", "--login", "ana"]
        wallet = Raw(world, command=[world.binary, *words], **keywords)
        wallet.see("[Pp]assword")
        wallet.send("secret")
        wallet.see("[●•*]{6}")
        return wallet, []
    wallet = Raw(world, **keywords).ready()
    if place == "details":
        return wallet, wallet.reveal()
    if place == "form":
        wallet.run("card.create")
        wallet.see("New card")
    if place == "code":
        wallet.ask_code()
        wallet.send("491")
        wallet.wait(lambda: wallet.text.count("│ ● │") == 3, "three digits")
    return wallet, []


# Other signals that end a process. The real-time signals are tested with the probe (Tests/Timing/TerminalPty).
OTHERS = ["USR1", "USR2", "ALRM", "VTALRM", "PROF", "IO", "PWR", "XCPU", "STKFLT", "RTMIN", "RTMAX"]


@scenarios(*[(name, place) for name in ("TERM", "HUP", "INT", "QUIT") for place in PLACES],
           *[(name, "details") for name in OTHERS], core=2)
def signalled(world, name, place):
    """A signal ends it with the terminal restored"""
    for _ in range(TIMES):
        wallet, groups = at(world, place)
        number = getattr(signal, "SIG" + name)
        wallet.read()
        since = len(wallet.raw)
        wallet.kill(number)
        assert wallet.ended() == -number
        wallet.check_restored(groups, since)
        wallet.close()


@scenario
def left(world):
    """The control: the traces of kill -9 are found"""
    wallet, groups = at(world, "details")
    wallet.kill(signal.SIGKILL)
    assert wallet.ended() == -signal.SIGKILL
    assert groups[1] in wallet.text and wallet.modes()[1049] and wallet.settings() != wallet.before
    assert wallet.pushed() == 1
    try:
        wallet.check_restored(groups)
    except AssertionError:
        return
    raise AssertionError("nothing was seen")


@scenarios(*[(place,) for place in PLACES])
def harmless(world, place):
    """PIPE and XFSZ do nothing; TSTP without a shell that could continue it conceals, and it continues"""
    wallet, groups = at(world, place)
    wallet.kill(signal.SIGPIPE)
    wallet.kill(signal.SIGXFSZ)
    if groups:
        wallet.see(" ".join(groups).replace(" ", " +"))
    wallet.read()
    since = len(wallet.raw)
    wallet.kill(signal.SIGTSTP)
    # Left and entered again.
    wallet.wait(lambda: b"\x1b[?1049l" in wallet.raw[since:], "leaving")
    wallet.wait(lambda: wallet.modes(since).get(1049), "coming back")
    wallet.see({"gate": "[Pp]assword", "form": "New card"}.get(place, "Everyday"))
    for group in groups:
        wallet.see_not(group)
        assert group.encode() not in wallet.raw[since:], "digits came again"
    wallet.kill(signal.SIGTERM)
    assert wallet.ended() == -signal.SIGTERM
    wallet.check_restored(groups, since)


@scenarios(*[(name, place) for name in ("SEGV", "ABRT", "ILL", "TRAP")
             for place in ("details", "gate")])
def crashed(world, name, place):
    """A crash of any thread restores the terminal"""
    assert TGKILL, "tgkill's number is not known here"
    number = getattr(signal, "SIG" + name)
    wallet, _ = at(world, place)
    threads = len(os.listdir(f"/proc/{wallet.pid}/task"))
    wallet.close()
    for which in range(threads):
        wallet, groups = at(world, place)
        tasks = sorted(map(int, os.listdir(f"/proc/{wallet.pid}/task")))
        wallet.read()
        since = len(wallet.raw)
        assert ctypes.CDLL(None).syscall(TGKILL, wallet.pid, tasks[which], int(number)) == 0
        assert wallet.ended() == -number
        wallet.check_restored(groups, since)
        wallet.close()


@scenarios(("bash", "--norc", "--noprofile", "-i"), ("dash", "-i"))
def job_control(world, *shell):
    """Suspended twice under a shell, with a resize meanwhile"""
    wallet = Raw(world, command=list(shell), size=(120, 40), env={"PS1": "ready> ", "ENV": None})
    wallet.see("ready> ")
    wallet.send(f"cd {world.folder}; stty -g > before; {world.binary} --demo\n")
    wallet.ready()
    sizes = [(80, 24), (100, 30)]
    for count, size in enumerate(sizes):
        groups = wallet.reveal()
        wallet.read()
        since = len(wallet.raw)
        wallet.run("suspend")
        wallet.wait(lambda: re.search(rb"Stopped|Suspended", wallet.raw[since:]), "the shell")
        assert wallet.modes()[1049] is False and wallet.modes()[25] is True
        for group in groups:
            assert group not in wallet.text
        wallet.resize(*size)
        wallet.send(f"stty -g | diff - before && echo same-{count}$((40+2))\n")
        wallet.see(f"same-{count}42")
        back = len(wallet.raw)
        wallet.send("fg\n")
        wallet.wait(lambda: wallet.modes(back).get(1049), "coming back")
        wallet.ready()
        fresh = Raw(world, size=size).ready()
        fresh.settled()
        wallet.wait_like(fresh, "a fresh start, concealed")
        fresh.close()
        for group in groups:
            assert group.encode() not in wallet.raw[since:], "digits came again"
    wallet.run("quit")
    wallet.wait(lambda: wallet.modes()[1049] is False, "the end")
    wallet.send("stty -g | diff - before && echo last-$((40+2)) $?\n")
    wallet.see("last-42 0")


@scenario
def storm(world):
    """After many resizes the frame is the same as if started at that size"""
    wallet = Raw(world, size=(80, 24)).ready()
    count = 2000 if TORTURE else 300
    for step in range(count):
        wallet.resize(1 + step * 7 % 180, 1 + step * 5 % 60)
        wallet.read(1 / 200 if TORTURE else 0)
    for size in [(1, 1), (500, 200), (2, 100), (300, 1), (100, 30)]:
        wallet.resize(*size)
        if size[0] < 40 or size[1] < 12:
            continue
        fresh = Raw(world, size=size).ready()
        fresh.settled()
        wallet.wait_like(fresh, f"{size} as a fresh start")
        fresh.close()
    wallet.run("quit")
    assert wallet.ended() == 0
    wallet.check_restored()


# Terminals without a description are refused. The last five are described by ncurses-term or by
# packages of their own.
TYPES = ["xterm", "xterm-16color", "xterm-mono", "vt100", "vt220", "linux", "ansi", "rxvt",
         "rxvt-unicode-256color", "screen", "screen-256color", "tmux-256color", "konsole-256color",
         "alacritty", "st-256color", "kitty", "foot", "xterm-kitty"]


@scenario
def types(world):
    """Every supported terminal shows the same text as xterm; the others are refused"""
    xterm = Raw(world, size=(100, 30)).ready()
    xterm.settled()
    known = 0
    for term in TYPES:
        described = subprocess.run(["infocmp", term], capture_output=True).returncode == 0
        wallet = Raw(world, term=term, size=(100, 30))
        if described:
            known += 1
            wallet.wait_like(xterm, f"{term} to show\n{text_of(xterm)}", look=text_of)
            wallet.run("move.down")
            wallet.see(r"2 of 6\b")
            wallet.kill(signal.SIGTERM)
            assert wallet.ended() == -signal.SIGTERM
            wallet.check_restored()
        else:
            refused(wallet)
        wallet.close()
    assert known >= 10, f"only {known} are known here"


@scenario(core=True)
def refusals(world):
    """A terminal without the needed functions is refused in one line"""
    for term in ["dumb", "unknown", "no-such-terminal", "", None]:
        refused(Raw(world, env={"TERM": term}))
    # A terminal that cannot move its cursor.
    refused(Raw(world, term="glasstty"))


@scenarios(("xterm-256color",), ("tmux-256color",), ("kitty",), ("alacritty",))
def title(world, term):
    """The terminal's title contains the number of cards, and is restored"""
    if subprocess.run(["infocmp", term], capture_output=True).returncode != 0:
        raise Skip("there is no description of it")
    wallet = Raw(world, term=term, size=(120, 40)).ready()
    wanted = "walletui — 6 cards"
    wallet.wait(lambda: wanted in wallet.titles(), "the title")
    wallet.reveal()
    wallet.run("move.down", "list.filter")
    wallet.send("visa\r")
    wallet.see("1 of 3")
    wallet.read()
    since = len(wallet.raw)
    wallet.kill(signal.SIGTSTP)
    wallet.wait(lambda: wanted in wallet.titles(since), "the title again")
    assert set(wallet.titles()) <= {wanted, "walletui"}, wallet.titles()
    assert wallet.pushed() == 1
    wallet.run("quit")
    assert wallet.ended() == 0
    wallet.check_restored()


@scenario
def no_title(world):
    """No title is set if it cannot be restored, and none with --no-title"""
    for options, term in [((), "linux"), ((), "vt100"), ((), "screen"), (["--no-title"], "xterm")]:
        wallet = Raw(world, *options, term=term).ready()
        wallet.settled()
        assert wallet.titles() == [], (term, wallet.titles())
        wallet.close()


def refused(wallet):
    status = wallet.ended()
    assert status == 2, f"{status}: {wallet.raw}"
    assert b"\x1b" not in wallet.raw, wallet.raw
    assert len(wallet.raw.strip().splitlines()) == 1, wallet.raw
    assert wallet.settings() == wallet.before


@scenario
def no_terminal(world):
    """Without a terminal as input and output it is refused in one line"""
    for closed in ("stdin", "stdout", "both"):
        master, slave = os.openpty()
        nothing = subprocess.DEVNULL
        done = subprocess.run(
            [world.binary, "--demo"], stdin=slave if closed == "stdout" else nothing,
            stdout=slave if closed == "stdin" else subprocess.PIPE, stderr=subprocess.PIPE,
            env={"PATH": os.environ["PATH"], "TERM": "xterm", "HOME": world.folder})
        assert done.returncode == 2, done
        assert not done.stdout and b"\x1b" not in done.stderr, done
        assert len(done.stderr.strip().splitlines()) == 1, done
        os.close(slave)
        os.set_blocking(master, False)
        try:
            assert os.read(master, 100) == b"", "something was written to the terminal"
        except OSError:
            pass
        os.close(master)


@scenario
def a_pipe_that_is_full(world):
    """A non-blocking pipe that is full for a while gets the whole answer"""
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    os.set_blocking(writer, False)
    process = subprocess.Popen(
        [world.binary, "transactions", "all", "--demo", "--json"], stdout=writer,
        stderr=subprocess.PIPE, env={"HOME": world.folder, "LANG": "C.UTF-8"})
    world.closers.append(process.kill)
    await_that(lambda: not select.select([], [writer], [], 0)[1], "the pipe to be full")
    await_that(lambda: stat(process.pid)[0] == "S", "the writer to wait")
    os.close(writer)
    with open(reader, "rb") as answer:
        whole = answer.read()
    assert process.wait() == 0, process.stderr.read()
    assert len(json.loads(whole)["data"]) > 20 and len(whole) > 4096


def text_of(wallet):
    """The words. The card's face has half blocks where there are many colours, and without colours a
    frame."""
    words = re.sub(r"[╭╮╰╯─│┬┴▄]", " ", TIMED.sub("", wallet.text))
    return re.sub(r"[^\S\n]+", " ", words)


# A user without other processes, which would count.
NOBODY = "54321"


def limited(world, path, processes, *words):
    """A program of a user with a limit of processes and threads: its status and output."""
    if os.geteuid():
        raise Skip("a limit of processes is tried as another user, which needs root")
    os.chmod(world.folder, 0o777)
    # The program may be in a folder that other users cannot enter, such as root's home. So it is
    # run by its descriptor.
    with open(path, "rb") as program_file:
        result = subprocess.run(
            ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups",
             "prlimit", f"--nproc={processes}", f"/proc/self/fd/{program_file.fileno()}", *words],
            env=world.environment(), cwd="/",
            pass_fds=[program_file.fileno()], stdin=subprocess.DEVNULL, capture_output=True,
            encoding="utf-8", timeout=DEADLINE)
    return result.returncode, result.stdout + result.stderr


@scenario
def few_processes(world):
    """A limit of processes is reported, without a hang or a crash"""
    outcomes = set()
    for processes in (1, 2, 3, 4, 5, 6, 8, 64):
        status, said = limited(world, world.binary, processes, "cards", "--demo")
        assert (status == 0) == ("Everyday" in said), (processes, status, said)
        assert status == 0 or status in (40, 69) and "no threads left" in said, (
            processes, status, said)
        outcomes.add(status)
    assert 0 in outcomes and 40 in outcomes, outcomes
    for processes in (1, 2, 4, 8, 16, 18, 20):
        status, said = limited(world, program(world, "walletd"), processes, "--demo", "--insecure-loopback",
                               "--listen", "127.0.0.1:0")
        assert status == 69 and "no threads left" in said, (processes, status, said)
