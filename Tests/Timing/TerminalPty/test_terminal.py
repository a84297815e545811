"""The runtime on a pty: what the terminal shows, its state afterwards, and the memory.

usage: test_terminal.py PROBE [unittest arguments]
"""

import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import termios
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import waiting  # noqa: E402
from terminal import Terminal, memory_holds  # noqa: E402

PROBE = sys.argv[1] if len(sys.argv) > 1 and __name__ == "__main__" else "terminalprobe"
# Computed as in the probe, so that it is in no file.
SECRET = "".join(str((i * 7 + 4) % 10) for i in range(16))
GROUPS = [SECRET[i:i + 4] for i in range(0, 16, 4)]


class Case(unittest.TestCase):
    def start(self, *arguments, **options):
        terminal = Terminal([PROBE, *arguments], **options)
        self.addCleanup(terminal.close)
        return terminal

    def started(self, *arguments, **options):
        terminal = self.start(*arguments, **options)
        terminal.wait_text("frame 1")
        return terminal

    def revealed(self, **options):
        terminal = self.started(**options)
        terminal.send("r")
        terminal.wait_text(GROUPS[0])
        return terminal

    def assertHidden(self, terminal):
        shown = "\n".join(terminal.screen.display)
        for group in GROUPS:
            self.assertNotIn(group, shown)


class Endings(Case):
    def check(self, terminal, expected):
        status = terminal.wait_exit()
        how = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        self.assertEqual(how, expected)
        self.assertEqual(terminal.settings(), terminal.before)
        self.assertHidden(terminal)
        # The output before and after the lines are erased.
        before, found, behind = terminal.raw.rpartition(b"\x1b[K\x1b[300;1H\x1b[K")
        self.assertTrue(found)
        if terminal.is_xterm:
            for mode in (b"\x1b[?2004l", b"\x1b[?1004l"):
                self.assertIn(mode, before[-6000:])
            for mode in (b"\x1b[?1049l", b"\x1b[?1l", b"\x1b[?25h"):
                self.assertIn(mode, behind)
        # Erased before the alternate screen is left. Nothing is printed from memory.
        self.assertIn(terminal.erase, behind)
        self.assertNotIn(SECRET.encode(), terminal.raw)

    def endings(self, term):
        for send, expected in [
            ("q", 7), ("c", -signal.SIGILL), ("o", -signal.SIGSEGV),
            ("C", -signal.SIGILL), ("O", -signal.SIGSEGV),
            (signal.SIGTERM, -15), (signal.SIGHUP, -1), (signal.SIGINT, -2), (signal.SIGQUIT, -3),
            (signal.SIGSEGV, -11), (signal.SIGABRT, -6), (signal.SIGBUS, -7), (signal.SIGFPE, -8),
        ]:
            with self.subTest(term=term, ending=str(send)):
                terminal = self.revealed(term=term)
                terminal.is_xterm = term.startswith("xterm")
                terminal.erase = b"\x1b[J" if term in ("vt100", "linux") else b"\x1b[2J"
                if isinstance(send, str):
                    terminal.send(send)
                    if send in "cC" and os.uname().machine != "x86_64":
                        expected = -signal.SIGTRAP
                else:
                    terminal.kill(send)
                self.check(terminal, expected)

    def test_xterm(self):
        self.endings("xterm-256color")

    # The first two cannot be handled. The others stop or continue a process, or have another meaning.
    LEFT_OUT = {signal.SIGKILL, signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU,
                signal.SIGCONT, signal.SIGWINCH}
    HARMLESS = {signal.SIGCHLD, signal.SIGURG, signal.SIGPIPE, signal.SIGXFSZ}

    def test_every_signal(self):
        for number in sorted(signal.valid_signals() - self.LEFT_OUT):
            with self.subTest(signal=number):
                terminal = self.revealed(term="xterm-256color")
                terminal.is_xterm, terminal.erase = True, b"\x1b[2J"
                terminal.kill(number)
                if number in self.HARMLESS:
                    terminal.send("q")
                    self.check(terminal, 7)
                else:
                    self.check(terminal, -number)

    def test_vt100(self):
        self.endings("vt100")

    def test_linux(self):
        self.endings("linux")

    def test_without_memory(self):
        """R4: a program that gets no more memory ends, and the terminal is restored."""
        for size in ((1000, 300), (700, 250)):
            with self.subTest(size=size):
                terminal = self.revealed(term="xterm-256color")
                terminal.is_xterm, terminal.erase = True, b"\x1b[2J"
                with open(f"/proc/{terminal.pid}/statm") as statm:
                    used = int(statm.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
                resource.prlimit(terminal.pid, resource.RLIMIT_AS, (used, used))
                terminal.resize(*size)
                status = terminal.wait_exit()
                how = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
                self.assertNotEqual(how, 0)
                terminal.status = status
                self.check(terminal, how)

    def test_with_memory(self):
        """The control: without the limit the program draws a screen of that size."""
        terminal = self.revealed(term="xterm-256color")
        terminal.is_xterm, terminal.erase = True, b"\x1b[2J"
        terminal.resize(1000, 300)
        terminal.wait(lambda: "1000x300" in terminal.screen.display[0], "the large frame")
        terminal.send("q")
        self.check(terminal, 7)

    def test_terminal_closed(self):
        terminal = self.started()
        os.close(terminal.master)
        os.close(terminal.slave)
        _, status = os.waitpid(terminal.pid, 0)
        terminal.status = status
        terminal.master = terminal.slave = None
        self.assertTrue(os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGHUP
                        or os.WEXITSTATUS(status) == 129)


class Refusals(Case):
    def refuse(self, **options):
        terminal = self.start(**options)
        status = terminal.wait_exit()
        self.assertEqual(os.WEXITSTATUS(status), 2)
        self.assertNotIn(b"\x1b", terminal.raw)
        self.assertEqual(len(terminal.raw.strip().splitlines()), 1)
        self.assertEqual(terminal.settings(), terminal.before)

    def test_types(self):
        for term in ("dumb", "unknown", "no-such-terminal", "", None):
            with self.subTest(term=term):
                self.refuse(env={"TERM": term})

    def test_no_terminal(self):
        done = subprocess.run([PROBE], stdin=subprocess.DEVNULL, capture_output=True)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stdout, b"")
        self.assertNotIn(b"\x1b", done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1)


class Frames(Case):
    def compare(self, terminal, path):
        def same():
            with open(path) as file:
                expected = file.read().splitlines()
            shown = [self.cells(line) for line in self.rows(terminal)]
            return [self.cells(line) for line in expected] == shown
        try:
            terminal.wait(same, "the expected screen")
        except AssertionError:
            with open(path) as file:
                expected = [self.cells(line) for line in file.read().splitlines()]
            shown = [self.cells(line) for line in self.rows(terminal)]
            self.assertEqual(expected, shown)
            raise

    def compare_masked(self, terminal, path):
        """As compare, with the digits shown where the frame has masks."""
        def same():
            with open(path) as file:
                expected = [self.cells(line) for line in file.read().splitlines()]
            shown = [self.cells(line) for line in self.rows(terminal)]
            for index, group in enumerate(GROUPS):
                x = 3 + 5 * index
                if shown[2][x:x + 4] != group:
                    return False
                shown[2] = shown[2][:x] + "****" + shown[2][x + 4:]
            return shown == expected
        terminal.wait(same, "the expected screen under the digits")

    @staticmethod
    def rows(terminal):
        screen = terminal.screen
        return ["".join(screen.buffer[y][x].data for x in range(screen.columns))
                for y in range(screen.lines)]

    @staticmethod
    def cells(line):
        # pyte composes characters with their marks; so does this.
        import unicodedata
        return unicodedata.normalize("NFC", line).rstrip()

    def frames(self, reveal, **options):
        with tempfile.TemporaryDirectory() as folder:
            path = folder + "/expected"
            terminal = self.started(env={"PROBE_EXPECT": path}, **options)
            for count in range(1, 41):
                if reveal and count % 4 == 2:
                    terminal.send("r")
                    terminal.wait_text(GROUPS[1])
                    terminal.send("xn")
                    self.compare_masked(terminal, path)
                    terminal.wait_text(GROUPS[1])
                    terminal.send("h")
                terminal.send("n")
                if count % 10 == 5:
                    terminal.resize(70 + count, 20 + count % 7)
                self.compare(terminal, path)
                self.assertHidden(terminal)

    def test_256(self):
        self.frames(False)

    def test_16(self):
        self.frames(False, term="xterm-color")

    def test_mono(self):
        self.frames(False, term="vt100")

    def test_with_secrets(self):
        self.frames(True)

    def test_resize_storm(self):
        with tempfile.TemporaryDirectory() as folder:
            path = folder + "/expected"
            terminal = self.started(env={"PROBE_EXPECT": path})
            terminal.send("n")
            for count in range(300):
                terminal.resize(1 + count * 7 % 120, 1 + count * 5 % 50)
            terminal.resize(1, 1)
            terminal.read(0.05)
            terminal.resize(500, 200)
            terminal.read(0.05)
            terminal.resize(90, 30)
            terminal.wait_text("90x30")
            self.compare(terminal, path)


class Input(Case):
    def test_paste_is_no_command(self):
        terminal = self.started()
        terminal.send(b"\x1b[200~" + b"q" * (1 << 20) + b"\x1b[201~")
        terminal.wait_text("paste 4096")
        terminal.send("x")
        terminal.wait_text("key 120")

    def test_end_marker_inside(self):
        terminal = self.started()
        terminal.send(b"\x1b[200~one\x1b[201~qqqq\x1b[201~")
        terminal.wait_text("paste 3")
        self.assertIsNone(terminal.status)
        terminal.send(b"\x1b[200~never ended")
        terminal.wait_text("paste 11")

    def test_lone_escape_and_keys(self):
        terminal = self.started()
        terminal.send(b"\x1b")
        terminal.wait_text("key escape")
        terminal.send(b"\x1b[1;5A")
        terminal.wait_text("key up")
        terminal.send(b"\x1bOP")
        terminal.wait_text("key function(1)")
        terminal.send(b"\x1b[I")
        terminal.wait_text("focus true")

    def test_mouse(self):
        terminal = self.started()
        self.assertNotIn(b"\x1b[?1000h", terminal.raw)
        terminal.send("m")
        terminal.wait(lambda: b"\x1b[?1000h" in terminal.raw, "mouse mode")
        terminal.send(b"\x1b[<0;12;5M")
        terminal.wait_text("mouse press 11,4")
        terminal.send("m")
        terminal.wait(lambda: b"\x1b[?1000l" in terminal.raw, "mouse mode off")

    QUESTION, KIND = b"\x1b]11;?\x1b\\\x1b[c", b"\x1b[?62;22c"

    def test_background(self):
        terminal = self.start("--ask")
        terminal.wait(lambda: self.QUESTION in terminal.raw, "the question")
        terminal.send(b"\x1b]11;rgb:ffff/8080/0000\x1b\\" + self.KIND)
        terminal.wait_text("background 255 128 0")
        self.assertEqual(terminal.raw.count(self.QUESTION), 1)

    def test_not_asked(self):
        for arguments, term in ([], "xterm"), (["--ask"], "linux"), (["--ask"], "vt100"):
            terminal = self.start(*arguments, term=term)
            terminal.wait_text("frame 1")
            self.assertNotIn(b"\x1b]11", terminal.raw)

    def test_answer_after_the_end(self):
        """An answer to a program that has ended must not be typed into the shell."""
        terminal = self.start("--ask")
        terminal.wait(lambda: self.QUESTION in terminal.raw, "the question")
        terminal.send("q")
        terminal.wait(lambda: b"\x1b[?1049l" in terminal.raw, "leaving")
        terminal.send(b"\x1b]11;rgb:0000/0000/0000\x1b\\" + self.KIND)
        terminal.wait_exit()
        os.set_blocking(terminal.slave, False)
        settings = termios.tcgetattr(terminal.slave)
        settings[3] &= ~termios.ICANON
        termios.tcsetattr(terminal.slave, termios.TCSANOW, settings)
        with self.assertRaises(BlockingIOError):
            os.read(terminal.slave, 1)

    def test_wake_and_timer(self):
        terminal = self.started()
        terminal.send("w")
        terminal.wait_text("woken")
        terminal.send("t")
        terminal.wait_text("timer")


class Suspension(Case):
    def test_in_a_shell(self):
        terminal = Terminal(["bash", "--norc", "--noprofile", "-i"], env={"PS1": "prompt> "})
        self.addCleanup(terminal.close)
        terminal.wait_text("prompt>")
        for stop in ("z", "signal"):
            terminal.send(f"{PROBE}\n")
            terminal.wait_text("frame 1")
            terminal.send("r")
            terminal.wait_text(GROUPS[0])
            if stop == "z":
                terminal.send("z")
            else:
                child = subprocess.run(["pgrep", "-P", str(terminal.pid)], capture_output=True)
                os.kill(int(child.stdout), signal.SIGTSTP)
            terminal.wait(lambda: b"Stopped" in terminal.raw, "Stopped")
            self.assertIn(b"\x1b[?1049l", terminal.raw)
            self.assertHidden(terminal)
            terminal.send("stty -a | grep -c -- ' -icanon'\n")
            terminal.wait(lambda: re.search(rb"[\r\n]0\r\n", terminal.raw), "stty")
            terminal.raw = b""
            terminal.send("fg\n")
            terminal.wait_text("last: resumed")
            self.assertHidden(terminal)
            terminal.send("q")
            terminal.wait(lambda: b"\x1b[?1049l" in terminal.raw, "the end")
            terminal.send("echo status $?\n")
            terminal.wait(lambda: b"status 7" in terminal.raw, "status 7")
            terminal.send("reset; clear\n")
            terminal.raw = b""
            terminal.wait_text("prompt>")


@unittest.skipIf(os.geteuid() != 0, "reading a hardened process's memory takes root")
class Memory(Case):
    # Of the canvas, and of ncurses.
    CELLS = (16, 28)

    def cells(self, text, size):
        """The text with a cell of so many bytes for each character."""
        between = b".{%d}" % (size - 4)
        return re.compile(b".{0}" + between.join(
            re.escape(ord(c).to_bytes(4, "little")) for c in text), re.DOTALL)

    def hits(self, terminal):
        forms = [SECRET.encode(), SECRET[4:12].encode(), " ".join(GROUPS).encode(),
                 SECRET.encode("utf-16-le"), SECRET.encode("utf-32-le"),
                 *(b"m" + group.encode() for group in GROUPS)]
        found = memory_holds(terminal.pid, forms)
        for line in pathlib.Path(f"/proc/{terminal.pid}/maps").read_text().splitlines():
            if "rw" not in line:
                continue
            start, end = (int(part, 16) for part in line.split()[0].split("-"))
            with open(f"/proc/{terminal.pid}/mem", "rb", 0) as memory:
                memory.seek(start)
                try:
                    data = memory.read(end - start)
                except OSError:
                    continue
            found |= {f"cells {g}" for g in GROUPS for size in self.CELLS
                      if self.cells(g, size).search(data)}
            if self.cells("probe", self.CELLS[0]).search(data):
                found.add("control")
        return found

    def test_nothing_is_left(self):
        terminal = self.started()
        self.assertEqual(self.hits(terminal), {"control"})
        for _ in range(5):
            terminal.send("r")
            terminal.wait_text(GROUPS[3])
            self.assertEqual(self.hits(terminal), {
                "control", SECRET.encode(), SECRET[4:12].encode()})
            terminal.send("n")
            terminal.wait_text(GROUPS[3])
            terminal.send("h")
            terminal.wait(lambda: GROUPS[3] not in "".join(terminal.screen.display), "hidden")
            self.assertEqual(self.hits(terminal), {"control"})

    # Opening the memory of a process needs the same permission as attaching a debugger to it.
    OPEN = "import sys; open(f'/proc/{sys.argv[1]}/mem', 'rb').close()"

    @staticmethod
    def as_user(*command):
        """The command as an ordinary user: root could read the memory of every process."""
        if os.geteuid() != 0:
            return list(command)
        return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *command]

    def can_read(self, pid):
        command = self.as_user("/usr/bin/python3", "-c", self.OPEN, str(pid))
        return subprocess.run(command, capture_output=True).returncode == 0

    def test_same_user_cannot_read(self):
        """S3. The control is another program of the same user, whose memory can be read."""
        control = subprocess.Popen(self.as_user("sleep", "600"))
        self.addCleanup(control.wait)
        self.addCleanup(control.kill)
        waiting.await_that(
            lambda: pathlib.Path(f"/proc/{control.pid}/comm").read_text() == "sleep\n",
            "the control to start")
        if not self.can_read(control.pid):
            self.skipTest("the system forbids users to read the memory of their own processes")
        terminal = Terminal(self.as_user(PROBE))
        self.addCleanup(terminal.close)
        terminal.wait_text("frame 1")
        owner = os.stat(f"/proc/{control.pid}").st_uid
        with open(f"/proc/{terminal.pid}/status") as status:
            self.assertRegex(status.read(), rf"\nUid:\t{owner}\t{owner}\t")
        self.assertFalse(self.can_read(terminal.pid))
        terminal.send("q")
        self.assertEqual(os.WEXITSTATUS(terminal.wait_exit()), 7)

    def test_no_core_files(self):
        terminal = self.started()
        with open(f"/proc/{terminal.pid}/limits") as limits:
            self.assertRegex(limits.read(), r"Max core file size\s+0\s+0")


class SlowTerminal(Case):
    def test_hidden_while_nothing_is_read(self):
        """The reader stops until the reveal has ended. Nothing of it stays visible."""
        terminal = self.started()
        terminal.send("R")
        # More unread output than the kernel's queue holds.
        for _ in range(300):
            try:
                os.write(terminal.master, b"n")
            except BlockingIOError:
                break

        # Not Terminal.wait: that would read.
        for wanted in (True, False) if os.geteuid() == 0 else ():
            end = time.monotonic() + Terminal.PATIENCE
            while bool(memory_holds(terminal.pid, [SECRET.encode()])) != wanted:
                self.assertLess(time.monotonic(), end)
        terminal.send("x")
        terminal.wait_text("key 120")
        self.assertHidden(terminal)
        terminal.send("q")
        self.assertEqual(os.WEXITSTATUS(terminal.wait_exit()), 7)

    def test_ends_while_nothing_is_read(self):
        terminal = self.started()
        for _ in range(2000):
            try:
                os.write(terminal.master, b"n")
            except BlockingIOError:
                break
        terminal.kill(signal.SIGTERM)
        _, status = os.waitpid(terminal.pid, 0)
        terminal.status = status
        self.assertEqual(os.WTERMSIG(status), signal.SIGTERM)
        self.assertEqual(terminal.settings(), terminal.before)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
