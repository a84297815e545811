"""walletui in a pty, with access to its bytes, the terminal's settings and its end, not only to what a
terminal displays."""

import itertools
import os
import pathlib
import re
import sys

from waiting import PATIENCE

from .keymap import Commands, as_bytes
from .processes import DEADLINE, await_that
from .wallet import PAN

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Timing/TerminalPty"))

import terminal  # noqa: E402
from terminal import memory_holds  # noqa: E402, F401

# Modes by their number, and their required state after the terminal was restored.
MODES = {1: False, 1000: False, 1002: False, 1003: False, 1004: False, 1006: False, 1049: False,
         2004: False, 25: True}
# For the background, and what kind of terminal this is.
QUESTION = b"\x1b]11;?\x1b\\\x1b[c"
ANSWER = b"\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[?62;22c"
CODE = r"Code (\d{3}) (\d{3})"
# What a debug build sends when its frame is complete (TestMarker.swift): the state, the number of
# bytes that it has read, and the size.
MARKER = re.compile(rb"\x1b\]7;walletui:(\w+):\d+:\d+:(\d+):(\d+x\d+)\x1b\\")
# Seconds without output after which a frame is taken for complete where there are no markers.
QUIET = 0.2 * PATIENCE
# Texts that change by themselves.
TIMES = re.compile(r"\d+ \w+ ago|just now")


def visible(cell):
    """A blank has no text whose colour and weight could be seen."""
    if cell.data.strip() or cell.reverse or cell.underscore or cell.strikethrough:
        return cell
    return cell._replace(fg="default", bold=False, italics=False)


class Raw(Commands, terminal.Terminal):
    """The command's first process, or walletui with the demo wallet."""

    PATIENCE = DEADLINE

    def __init__(self, world, *options, command=None, env=None, **keywords):
        self.world = world
        self.command = command or [world.binary, "--demo", *options]
        # The bytes that were sent, and the end of those that were searched for markers.
        self.sent, self.searched, self.marker = 0, 0, None
        super().__init__(self.command, env={"HOME": world.folder, **world.seams, **(env or {})},
                         **keywords)
        world.closers.append(self.close)

    def run(self, *commands):
        """Presses the keys of commands in one burst. The commands are named by their ids."""
        self.send("".join(key for command in commands for key in self.spelled(command, as_bytes)))

    def read(self, patience=0.0):
        """Answers like nearly all terminals. A program that ends early waits for that."""
        got = super().read(patience)
        if QUESTION in got:
            self.send(ANSWER)
        return got

    def send(self, data):
        data = data.encode() if isinstance(data, str) else data
        self.sent += len(data)
        super().send(data)

    def is_settled(self):
        """Whether everything that was sent is handled and its results are shown; None: the program
        does not say."""
        for match in MARKER.finditer(self.raw, self.searched):
            self.marker, self.searched = match, match.end()
        if self.marker is None or self.marker[1] == b"left":
            return None
        size = b"%dx%d" % (self.screen.columns, self.screen.lines)
        return (self.marker[1] == b"settled" and int(self.marker[2]) >= self.sent
                and self.marker[3] == size)

    def click(self, text):
        """Presses and releases on the text, as the terminal reports it."""
        place = self.place(text)
        self.send(f"\x1b[<0;{place}M\x1b[<0;{place}m")

    def wheel_down(self, text):
        """Turns the wheel by a notch over the text."""
        self.send(f"\x1b[<65;{self.place(text)}M")

    def place(self, text):
        """The column and row of the text, from 1, in the notation of the mouse."""
        self.see(re.escape(text))
        row, line = next((y, line) for y, line in enumerate(self.screen.display) if text in line)
        return f"{line.index(text) + 1};{row + 1}"

    @property
    def text(self):
        return "\n".join(self.screen.display)

    def see(self, pattern):
        return self.wait(lambda: re.search(pattern, self.text), repr(pattern))

    def see_not(self, pattern):
        self.wait(lambda: not re.search(pattern, self.text), "no " + repr(pattern))

    def ready(self):
        self.see(r"1 of 6\b")
        return self

    def reveal(self):
        """Details of the first card; returns the groups of its number that are secret."""
        self.ask_code()
        self.send("".join(self.see(CODE).groups()))
        self.wait(lambda: self.text.count("│ ● │") == 6, "six digits in their boxes")
        self.send("\r")
        self.see(r"CVV \d{3}")
        groups = re.findall(r"\d{4}", self.see(PAN)[0])
        self.number = "".join(groups).encode()
        return groups[:3]

    def ask_code(self):
        self.run("card.reveal")
        self.see("Enter send code")
        self.send("\r")
        self.see("Expires in")
        # The code before this one stays in sight until the frame is complete.
        self.settled()
        self.see(CODE)

    def modes(self, since=0):
        """The last state of each mode that was set or reset."""
        found = {}
        for match in re.finditer(rb"\x1b\[\?([\d;]+)([hl])", self.raw[since:]):
            for number in match[1].split(b";"):
                found[int(number)] = match[2] == b"h"
        return found

    def pushed(self):
        """The number of titles that were saved and not restored."""
        return sum(1 if match[1] == b"22" else -1
                   for match in re.finditer(rb"\x1b\[(22|23);[\d;]+t", self.raw))

    def titles(self, since=0):
        found = re.findall(rb"\x1b\][012];(.*?)(?:\x07|\x1b\\)", self.raw[since:])
        return [title.decode() for title in found]

    def check_restored(self, groups=(), since=0):
        """Checks that modes are off, settings restored, the wallet is not visible, and no digit
        was sent since."""
        assert self.settings() == self.before, "the terminal's settings are others"
        modes = self.modes()
        wrong = {number: modes[number] for number, wanted in MODES.items()
                 if modes.get(number, wanted) != wanted}
        assert not wrong, f"modes are left: {wrong}"
        assert self.pushed() == 0, "the title is not the one before"
        for group in groups:
            assert group not in self.text, f"digits are left:\n{self.text}"
            assert group.encode() not in self.raw[since:], "digits came behind the end"
        assert "Everyday" not in self.text, f"the wallet is left:\n{self.text}"

    def ended(self):
        """The exit status, or minus the signal."""
        status = self.wait_exit()
        return -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)

    def hang_up(self):
        """Closes the terminal. Returns the exit status like `ended`, and the seconds of CPU
        time that the program has used in its life."""
        for end in (self.master, self.slave):
            os.close(end)
        self.master = self.slave = None
        _, self.status, used = os.wait4(self.pid, 0)
        status = self.status
        how = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        return how, used.ru_utime + used.ru_stime

    def frame(self):
        """What is seen of every cell: text, colours and attributes. Rows with times are texts
        without them."""
        rows = []
        for y, line in enumerate(self.screen.display):
            row = self.screen.buffer[y]
            rows.append(re.sub(r"\s+", " ", TIMES.sub("", line)) if TIMES.search(line)
                        else [visible(row[x]) for x in range(self.screen.columns)])
        return rows

    def wait_like(self, fresh, what, look=frame):
        """Waits until the frame equals that of another program, which may still be starting."""
        def same():
            fresh.read()
            return look(self) == look(fresh)
        try:
            self.wait(same, what)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.differences(fresh)}") from None

    def differences(self, other):
        """The first cells that differ from another program's, with both styles."""
        pairs = ((x, y, self.screen.buffer[y][x], other.screen.buffer[y][x])
                 for y in range(self.screen.lines) for x in range(self.screen.columns))
        found = (f"{x},{y}: {ours} | {theirs}" for x, y, ours, theirs in pairs if ours != theirs)
        return "\n".join(itertools.islice(found, 20))

    def settle(self):
        """Waits until everything that was sent is handled, its results are shown, and the output has
        ended."""
        self.read()
        if self.is_settled() is None:
            while self.read(QUIET):
                pass
            return

        def is_over():
            self.read(0.02)
            return self.is_settled() is not False
        await_that(is_over, lambda: f"a complete frame:\n{self.text}")

    def settled(self):
        """The frame after everything was handled and the output has ended."""
        self.settle()
        return self.frame()
