"""The kiosk: no key leaves it, it starts over, and it is restarted."""

import os
import random
import re
import shutil
import signal
import subprocess

from harness.kiosk import ATTRACT, Kiosk
from harness.processes import stat
from harness.runner import Skip, scenario, scenarios
from harness.terminal import ANY_KEY
from scenarios.robust import OTHERS

TORTURE = bool(os.environ.get("WALLETUI_TORTURE"))
CHORD = "\x0f\x0f"
PIN = "482916"


def pin_file(world, text=PIN + "\n"):
    path = os.path.join(world.folder, "pin")
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, 0o600)
    return path


@scenario(core=True)
def starts(world):
    """It starts with its banner, and a signal ends it"""
    kiosk = Kiosk(world).ready()
    kiosk.kill(signal.SIGTERM)
    assert kiosk.ended() == -signal.SIGTERM
    kiosk.check_restored()


@scenario
def begins(world):
    """A script plays, any key ends it, and a visitor has the wallet"""
    kiosk = Kiosk(world).ready()
    kiosk.visit()
    kiosk.see("Next: ")
    kiosk.run("move.down")
    kiosk.see("2 of 6")
    # Literal: what leads out is not there, and these are its keys elsewhere.
    for key in ("q", "\x03", "\x1a", "\x1c", "M"):
        kiosk.send(key)
    kiosk.run("help")
    kiosk.see("▸ Keys")
    assert not re.search(r"Quit|Suspend|Mouse", kiosk.text), kiosk.text
    kiosk.send("\x1b")
    kiosk.see_not("▸ Keys")
    kiosk.run("move.up")
    kiosk.see("1 of 6")
    assert kiosk.banner and kiosk.status is None


@scenario
def console(world):
    """It also works on a terminal like the kernel's console"""
    kiosk = Kiosk(world, term="linux").ready().visit()
    kiosk.send("\x1b[B")
    kiosk.see("2 of 6")
    kiosk.kill(signal.SIGTERM)
    assert kiosk.ended() == -signal.SIGTERM
    kiosk.check_restored()


@scenario
def idle(world):
    """It starts over when nobody presses a key, and locks nothing"""
    kiosk = Kiosk(world, "--idle", "10").ready().visit()
    kiosk.run("card.lock")
    kiosk.see("Everyday locked")
    kiosk.wait(lambda: re.search(r"starts over in \d+ s", kiosk.last), "a warning")
    kiosk.wait(lambda: ATTRACT in kiosk.last, "the attract loop")
    kiosk.send(ANY_KEY)
    kiosk.see(r"Everyday.*Active")


@scenario
def operator(world):
    """The operator's keys and PIN open a menu that can leave; wrong PINs are limited"""
    kiosk = Kiosk(world, "--operator-pin-file", pin_file(world)).ready().visit()
    kiosk.send(CHORD)
    kiosk.see("Operator")
    for attempt in range(3):
        kiosk.see_not("•")
        kiosk.send("1234")
        kiosk.see("••••")
        kiosk.send("\r")
        kiosk.see("Wrong PIN" if attempt < 2 else r"Try again in \d+ s")
    kiosk.send(PIN + "\r")
    kiosk.see(r"Try again in \d+ s")
    # The counters survive a restart.
    os.kill(kiosk.child(), signal.SIGKILL)
    kiosk.wait(lambda: ATTRACT in kiosk.last, "the attract loop")
    kiosk.send(CHORD)
    kiosk.see(r"Try again in \d+ s")
    kiosk.close()

    script = os.path.join(world.folder, "own.walletscript")
    with open(script, "w") as file:
        file.write('caption "Press j."\nkey j\npause 60s\n')
    kiosk = Kiosk(world, "--operator-pin-file", pin_file(world), "--script", script).ready().visit()
    kiosk.see("Press j.*Next: j")
    kiosk.send(CHORD)
    kiosk.see("Operator")
    kiosk.send(PIN + "\r")
    kiosk.see("Maintenance")
    kiosk.see(r"Visits +1\b")
    assert kiosk.banner
    before = kiosk.see(r"now: ([^)]+)\)")[1]
    # Literal: the numbers of a menu.
    kiosk.send("2")
    kiosk.wait(lambda: (found := re.search(r"now: ([^)]+)\)", kiosk.text)) and found[1] != before,
               "another script")
    kiosk.send("3")
    assert kiosk.ended() == 0
    kiosk.check_restored()


@scenario
def no_pin(world):
    """Without a PIN there is no operator menu"""
    kiosk = Kiosk(world).ready().visit()
    kiosk.send(CHORD)
    kiosk.run("move.down")
    kiosk.see("2 of 6")
    assert "Operator" not in kiosk.text


@scenarios(("TERM",), ("HUP",), *[(name,) for name in OTHERS])
def ends(world, name):
    """A signal ends both processes within a second, with the terminal restored"""
    kiosk = Kiosk(world).ready().visit()
    child = kiosk.child()
    kiosk.kill(getattr(signal, "SIG" + name))
    assert kiosk.ended() == -getattr(signal, "SIG" + name)
    assert not os.path.exists(f"/proc/{child}")
    kiosk.check_restored()


@scenarios(("INT",), ("QUIT",), ("TSTP",), ("PIPE",), ("XFSZ",))
def ends_not(world, name):
    """The signals of a keyboard and of a failed write end neither process"""
    kiosk = Kiosk(world).ready().visit()
    child = kiosk.child()
    kiosk.kill(getattr(signal, "SIG" + name))
    os.kill(child, getattr(signal, "SIG" + name))
    kiosk.run("move.down")
    kiosk.see("2 of 6")
    assert kiosk.status is None and kiosk.child() == child
    kiosk.kill(signal.SIGTERM)
    assert kiosk.ended() == -signal.SIGTERM
    kiosk.check_restored()


@scenario
def ends_when_stuck(world):
    """SIGTERM also ends it while its child hangs"""
    kiosk = Kiosk(world).ready()
    child = kiosk.child()
    os.kill(child, signal.SIGSTOP)
    kiosk.kill(signal.SIGTERM)
    assert kiosk.ended() == -signal.SIGTERM
    assert not os.path.exists(f"/proc/{child}")
    kiosk.check_restored()


@scenarios(("KILL",), ("STOP",), ("SEGV",), ("ABRT",), ("TERM",))
def restarts(world, name):
    """A child that crashes, hangs or is killed is replaced"""
    kiosk = Kiosk(world).ready().visit()
    child = kiosk.child()
    since = len(kiosk.raw)
    os.kill(child, getattr(signal, "SIG" + name))
    kiosk.wait(lambda: [one for one in kiosk.children if one != child], "another child")
    kiosk.wait(lambda: ATTRACT in kiosk.last and b"\x1b[?1049h" in kiosk.raw[since:],
               "the attract loop")
    # Meanwhile the terminal was restored.
    assert b"\x1b[?1049l" in kiosk.raw[since:]
    kiosk.visit()
    kiosk.kill(signal.SIGTERM)
    assert kiosk.ended() == -signal.SIGTERM
    kiosk.check_restored()


@scenario
def parent_killed(world):
    """A child ends with its watchdog and restores the terminal"""
    kiosk = Kiosk(world).ready()
    child = kiosk.child()
    kiosk.kill(signal.SIGKILL)
    assert kiosk.ended() == -signal.SIGKILL
    # No process is left, or only its status.
    kiosk.wait(lambda: (stat(child) or "Z")[0] == "Z", "the child's end")
    # Its last bytes may arrive after its end.
    kiosk.wait(lambda: b"\x1b[?1049l" in kiosk.raw, "the terminal to be given back")
    kiosk.check_restored()


PIECES = ([chr(code) for code in range(1, 127)] * 2
          + ["\x1b" + chr(code) for code in range(32, 127)]
          + [f"\x1b[{letter}" for letter in "ABCDFHPQRSZ"]
          + [f"\x1b[{number}~" for number in range(1, 35)]
          + ["\x1b[<0;5;5M", "\x1b[<64;9;9M", "\x1b[I", "\x1b[O", "\x1b[?62;22c",
             "\x1b]52;c;?\x07", "\x1b[200~" + "q" * 50 + "\x1b[201~",
             "\x1b[200~\x03\x1a\x1b[201~", "é", "字", "\xff"])


def fuzz(kiosk, total):
    """Sends this many keys, pastes and sequences. They are the same each time."""
    chance = random.Random(20261121)
    sent = 0
    while sent < total:
        count = chance.randrange(1, 40)
        kiosk.send("".join(chance.choices(PIECES, k=count)).encode("latin-1", "replace"))
        sent += count
        if chance.random() < 0.1:
            kiosk.wait(lambda: kiosk.banner, "the banner")
        assert kiosk.status is None
    kiosk.send("\x1b[201~")
    kiosk.wait(lambda: kiosk.banner, "the banner")


@scenario
def nowhere(world):
    """Thousands of keys, pastes and sequences do not leave it: it runs, and the banner is visible"""
    kiosk = Kiosk(world, "--operator-pin-file", pin_file(world)).ready()
    child = kiosk.child()
    fuzz(kiosk, 50_000 if TORTURE else 5_000)
    assert kiosk.child() == child, "it was started again"


WRITING = re.compile(
    r'(?<![a-z])(?:open(?:at2?)?\(.*?"([^"]*)".*(?:O_WRONLY|O_RDWR|O_CREAT)'
    r'|(?<![a-z])(?:creat|mkdir(?:at)?|rename(?:at2?)?|unlink(?:at)?|link(?:at)?|symlink(?:at)?|truncate'
    r'|mknod(?:at)?)\(.*?"([^"]*)")')


def written(log):
    """The files that a program under strace has created, changed or removed, without terminals."""
    with open(log, errors="replace") as file:
        found = {match[1] or match[2] for line in file for match in [WRITING.search(line)] if match}
    return {name for name in found if not re.match(r"/dev/(pts/|tty|ptmx|null)", name)}


@scenario
def writes_nothing(world):
    """No input writes a file"""
    if not shutil.which("strace"):
        raise Skip("no strace")
    log = os.path.join(world.folder, "log")
    strace = ["strace", "-f", "-qq", "-e", "trace=%file,memfd_create", "-o", log]
    kiosk = Kiosk(world, before=strace).ready()
    fuzz(kiosk, 1_000)
    kiosk.close()
    assert written(log) == set(), written(log)
    # Control: a written file is found.
    cast = os.path.join(world.folder, "out.cast")
    subprocess.run([*strace, world.binary, "demo", "record", "reveal-pin", "--out", cast], check=True,
                   env={"PATH": os.environ["PATH"], "HOME": world.folder})
    assert cast in written(log), written(log)


@scenarios(
    ("no script", ["--script", "nowhere"], 24, "no script"),
    ("no file", ["--script", "./nowhere.walletscript"], 24, "read"),
    ("a bad script", ["--script", "{bad}"], 15, r"bad\.walletscript:2"),
    ("no PIN file", ["--operator-pin-file", "/nowhere"], 2, "PIN"),
    ("a short PIN", ["--operator-pin-file", "{pin}"], 2, "4 to 12 digits"),
    ("a server", ["--server", "https://127.0.0.1:9"], 2, "don't go together"),
    ("a log", ["--log", "/dev/null"], 2, "don't go together"),
    ("little idle", ["--idle", "1"], 2, "idle"), core=1)
def refused(world, _, options, status, message):
    """A script that cannot be played is a message, and nothing is drawn"""
    with open(os.path.join(world.folder, "bad.walletscript"), "w") as file:
        file.write("# A mistake.\nkee j\n")
    bad = os.path.join(world.folder, "bad.walletscript")
    options = [word.format(bad=bad, pin=pin_file(world, "12a\n")) for word in options]
    kiosk = Kiosk(world, *options)
    assert kiosk.ended() == status, (kiosk.status, kiosk.text)
    assert re.search(message, kiosk.text), kiosk.text
    assert b"\x1b[?1049h" not in kiosk.raw and kiosk.settings() == kiosk.before


@scenario
def too_small(world):
    """A terminal that is too small is a message"""
    kiosk = Kiosk(world, size=(39, 12))
    assert kiosk.ended() == 2
    assert "too small" in kiosk.text.replace("\n", "")
    assert b"\x1b[?1049h" not in kiosk.raw


@scenario
def resized(world):
    """At each possible size of a terminal, the banner is in the last row"""
    kiosk = Kiosk(world).ready().visit()
    for size in [(40, 15), (20, 4), (5, 2), (200, 60), (39, 11), (120, 40)]:
        kiosk.resize(*size)
        os.kill(kiosk.child(), signal.SIGWINCH)
        banner = " KIOSK"[:size[0]]
        kiosk.wait(lambda: kiosk.last.startswith(banner), f"the banner at {size}")
    kiosk.run("move.down")
    kiosk.see("2 of 6")
