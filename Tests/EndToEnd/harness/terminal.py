"""A terminal for one program: it can be started, typed into, read, resized and ended."""

import array
import fcntl
import itertools
import os
import re
import shlex
import signal
import subprocess
import termios

from waiting import PATIENCE, STAYS, now, pause, rest

from . import screen
from .keymap import Commands, for_tmux
from .processes import DEADLINE, Failure, await_that, children, stat

# A key directly after Esc is an Alt-key for any terminal program, and keys in the same burst as a
# paste belong to it. The program waits 25 ms after Esc for more bytes, so the next key
# waits longer.
BREATH = 0.1 * PATIENCE

# What a debug build says about its frame (TestMarker.swift): the state, the number of keys that it
# has handled, and the size.
MARKER = re.compile(r"walletui:(\w+):\d+:(\d+):\d+:(\d+x\d+)")

# The key for places where any key has the same effect. It runs no command.
ANY_KEY = "x"

# Numbers for the terminals, each of which has its own tmux.
NUMBERS = itertools.count()

CURSOR = "#{cursor_x} #{cursor_y} #{cursor_flag} #{alternate_on} #{pane_dead} #{pane_path}"

SETTINGS = """
set -g default-terminal {term}
set -g remain-on-exit on
set -g status off
set -g escape-time 0
set -g focus-events on
set -g history-limit 2000
set -g exit-empty off
set -g alternate-screen {alternate}
"""


class Terminal(Commands):
    """`command` is a list of words; it becomes the terminal's first process, so `pid` is its.
    Without `alternate` the terminal has no second screen, whatever its description says. With
    `stays` it outlives the program, so that its last words are not lost, and ends as it did.
    It is closed with its world."""

    # Whether all keys that are typed here are the program's.
    counts_keys = True

    def __init__(self, world, command, size=(120, 40), term="xterm-256color", env=None,
                 alternate=True, stays=False):
        self.world = world
        self.command = command
        self.size = size
        self.keys_sent = 0
        # A socket's path may have about a hundred bytes.
        self.socket = os.path.join(world.folder, f"tmux{next(NUMBERS)}")
        with open(self.socket + ".conf", "w") as file:
            file.write(SETTINGS.format(term=term, alternate="on" if alternate else "off"))
        words = ["env", "-i", "PATH=" + os.environ["PATH"], "HOME=" + world.folder, "LANG=C.UTF-8",
                 "TERM=" + term, "TMPDIR=" + world.folder, "SHELL=/bin/sh"]
        words += [f"{name}={value}" for name, value in {**world.seams, **(env or {})}.items()]
        words += (STAYS if stays else []) + command
        room = ["-x", str(size[0]), "-y", str(size[1])]
        started = self.tmux(
            "new-session", "-d", *room, "exec " + shlex.join(words), ";", "resize-window", *room,
            ";", "display-message", "-p", "#{pane_pid} #{pane_tty}")
        world.closers.append(self.close)
        pid, self.tty = started.split()
        self.pid = int(pid)

    def tmux(self, *words, check=True):
        result = subprocess.run(
            ["tmux", "-S", self.socket, "-f", self.socket + ".conf", *words],
            capture_output=True, encoding="utf-8", errors="replace",
            env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color"})
        if check and result.returncode != 0:
            raise Failure(f"tmux {' '.join(words)}: {result.stderr.strip()}")
        return result.stdout

    def ask(self, *names):
        answer = self.tmux("display-message", "-p", "\t".join("#{%s}" % name for name in names))
        answer = answer.rstrip("\n")
        return answer if len(names) == 1 else answer.split("\t")

    # Input.

    def keys(self, *keys):
        """Keys by tmux' names: Enter, Escape, Tab, BSpace, C-s. `run` presses those of commands."""
        self.send("--", *keys)
        self.keys_sent += len(keys)
        if keys[-1] == "Escape":
            self.breathe()

    def run(self, *commands):
        """Presses the keys of commands in one burst. The commands are named by their ids."""
        self.keys(*(key for command in commands for key in self.spelled(command, for_tmux)))

    def type(self, text):
        self.send("-l", "--", text)
        self.keys_sent += len(text)

    def send(self, *words):
        self.tmux("send-keys", *words)

    def taken(self):
        """Waits until the program has read what was typed, or its terminal is gone."""
        try:
            terminal = os.open(self.tty, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError:
            return
        waiting = array.array("i", [1])

        def is_read():
            try:
                fcntl.ioctl(terminal, termios.FIONREAD, waiting)
            except OSError:
                return True
            return not waiting[0]
        try:
            await_that(is_read, "the keys to be read")
        finally:
            os.close(terminal)

    def paste(self, text):
        """Pastes like a terminal, with markers if the program has asked for them."""
        self.tmux("set-buffer", "--", text)
        self.tmux("paste-buffer", "-p", "-r", "-d")
        self.breathe()

    def breathe(self):
        """The next key arrives separately from the previous ones."""
        self.taken()
        # This waits until all keys are handled, if the program says so.
        self.screen()
        rest(BREATH)

    def resize(self, columns, rows):
        self.size = (columns, rows)
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def signal(self, number):
        os.kill(self.pid, number)

    # Looking.

    def look(self):
        """What is on the screen now. The frame may be incomplete."""
        looked = self.tmux("capture-pane", "-p", "-e", "-N", ";", "display-message", "-p", CURSOR)
        captured, _, words = looked.removesuffix("\n").rpartition("\n")
        x, y, shown, alternate, dead, said = words.split(" ", 5)
        rows = screen.parse(captured, self.size[0])
        return screen.Screen(rows, (int(x), int(y)), shown == "1", alternate == "1",
                             None if dead == "1" else self.is_complete(said))

    def is_complete(self, said):
        """Whether a marker says that all keys are handled and shown; None: nothing says so."""
        marker = MARKER.fullmatch(said)
        if not marker or marker[1] == "left":
            return None
        return (marker[1] in ("settled", "waiting") and marker[3] == "%dx%d" % self.size
                and (int(marker[2]) >= self.keys_sent or not self.counts_keys))

    def screen(self):
        """The screen with a complete frame, if the program says so."""
        return await_that(lambda: (seen := self.look()).is_complete is not False and seen,
                          "a complete frame")

    def history(self):
        """The contents of the normal screen with its scrollback."""
        return self.tmux("capture-pane", "-p", "-S", "-")

    def wait(self, condition, what, deadline=DEADLINE):
        """Polls the screen until `condition(screen)` gives something true, and returns that.

        Only complete frames are looked at. If the program does not say which are, it must be true
        twice in a row: a half-drawn frame has words of the previous one.
        """
        start = now()
        seen = []
        was_true = False
        while True:
            screen_now = self.look()
            result = screen_now.is_complete is not False and condition(screen_now)
            if result and (was_true or screen_now.is_complete):
                return result
            was_true = bool(result)
            if was_true:
                pause()
                continue
            passed = now() - start
            if not seen or seen[-1][1].text != screen_now.text:
                seen.append((passed, screen_now))
            if passed > deadline:
                incomplete = "the frame is not complete\n" if screen_now.is_complete is False else ""
                raise Failure(f"not within {deadline:g} s: {what}\n{picture(screen_now)}\n"
                              + incomplete + changes(seen[-6:]))
            pause(passed)

    def see(self, *patterns, deadline=DEADLINE):
        """Waits until all patterns (regular expressions) are on the screen; returns the screen."""
        return self.wait(
            lambda now: now if all(now.find(p) for p in patterns) else None,
            "to see " + ", ".join(map(repr, patterns)), deadline)

    def see_not(self, *patterns, deadline=DEADLINE):
        """Waits until none of the patterns is on the screen any more; returns the screen."""
        return self.wait(
            lambda now: None if any(now.find(p) for p in patterns) else now,
            "to see no more " + ", ".join(map(repr, patterns)), deadline)

    # Ending.

    def is_alive(self):
        return self.ask("pane_dead") == "0"

    def wait_end(self, deadline=DEADLINE):
        """The exit status, or minus the signal that ended it."""
        def ended(_):
            dead, status, number = self.ask("pane_dead", "pane_dead_status", "pane_dead_signal")
            if dead != "1":
                return None
            if number or status:
                return (-int(number) if number else int(status),)
            # tmux knows that the terminal was closed, but not yet how the process ended. Sometimes
            # it never does. The kernel knows the status, in the last field.
            words = self.process()
            if not words or words[0] != "Z":
                return None
            ended = int(words[-1])
            return (-(ended & 127) if ended & 127 else ended >> 8,)
        return self.wait(ended, "the program to end", deadline)[0]

    def process(self):
        return stat(self.pid)

    def child(self):
        """The process that a shell in it runs."""
        return children(self.pid)[0]

    def close(self):
        self.tmux("kill-server", check=False)
        # A program that survives its terminal is found by a scenario, and must not stay.
        try:
            with open(f"/proc/{self.pid}/environ") as file:
                if self.world.folder in file.read():
                    os.kill(self.pid, signal.SIGKILL)
        except OSError:
            pass


def picture(now):
    """The screen in a frame, for messages."""
    bar = "+" + "-" * len(now.rows[0]) + "+"
    lines = ["|" + "".join(cell.text for cell in row) + "|" for row in now.rows]
    return "\n".join([bar, *lines, bar])


def changes(seen):
    """Texts of earlier screens that are gone: a toast, a dialog."""
    lines = []
    for passed, earlier in seen[:-1]:
        last = seen[-1][1]
        lines += [f"after {passed:.2f} s, line {y}: {earlier.row(y)}"
                  for y in range(min(len(earlier.rows), len(last.rows)))
                  if earlier.row(y) != last.row(y)]
    return "\n".join(lines)


def digits(text):
    return re.sub(r"\D", "", text)
