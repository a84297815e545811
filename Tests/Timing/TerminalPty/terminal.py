"""A terminal for tests: a pty with the program in it, and pyte to see what it shows."""

import errno
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

import pyte


class Screen(pyte.Screen):
    """pyte's screen with two functions that ncurses uses on xterm: repeating and scrolling."""

    last = ""

    def draw(self, data):
        super().draw(data)
        self.last = data[-1:]

    def repeat_last(self, count=1):
        super().draw(self.last * max(1, count))

    def scroll(self, count, move):
        x, y = self.cursor.x, self.cursor.y
        top, bottom = self.margins or (0, self.lines - 1)
        self.cursor.y = bottom if move == self.index else top
        for _ in range(max(1, count)):
            move()
        self.cursor.x, self.cursor.y = x, y

    def scroll_up(self, count=1):
        self.scroll(count, self.index)

    def scroll_down(self, count=1):
        self.scroll(count, self.reverse_index)


class Stream(pyte.ByteStream):
    csi = {**pyte.ByteStream.csi, "b": "repeat_last", "S": "scroll_up", "T": "scroll_down"}
    events = pyte.ByteStream.events | {"repeat_last", "scroll_up", "scroll_down"}


class Terminal:
    # The limit of each wait, in seconds.
    PATIENCE = 60 * float(os.environ.get("WALLETUI_PATIENCE", "1"))

    def __init__(self, command, term="xterm-256color", size=(80, 24), env=None, shell_job=False):
        self.screen = Screen(*size)
        self.stream = Stream(self.screen)
        self.raw = b""
        self.status = None
        self.master, self.slave = os.openpty()
        self.resize(*size, signal_it=False)
        self.before = termios.tcgetattr(self.slave)
        environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": term}
        environment.update(env or {})
        environment = {k: v for k, v in environment.items() if v is not None}
        self.pid = os.fork()
        if self.pid == 0:
            # Signals that the caller of the tests ignores, like nohup, would be ignored here, too.
            for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGPIPE):
                signal.signal(number, signal.SIG_DFL)
            os.setsid()
            fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
            for fd in (0, 1, 2):
                os.dup2(self.slave, fd)
            os.closerange(3, 100)
            os.execvpe(command[0], command, environment)
        os.set_blocking(self.master, False)

    def resize(self, columns, lines, signal_it=True):
        self.screen.resize(lines, columns)
        fcntl.ioctl(self.slave if self.slave else self.master, termios.TIOCSWINSZ,
                    struct.pack("HHHH", lines, columns, 0, 0))

    def send(self, data):
        data = data.encode() if isinstance(data, str) else data
        while data:
            try:
                data = data[os.write(self.master, data):]
            except BlockingIOError:
                self.read(0.05)

    def read(self, patience=0.0):
        """Reads everything that has arrived."""
        got = b""
        ready, _, _ = select.select([self.master], [], [], patience)
        while ready:
            try:
                piece = os.read(self.master, 65536)
            except OSError as error:
                if error.errno in (errno.EAGAIN, errno.EIO):
                    break
                raise
            if not piece:
                break
            got += piece
            ready, _, _ = select.select([self.master], [], [], 0)
        self.raw += got
        self.stream.feed(got)
        return got

    def wait(self, condition, what="condition"):
        end = time.monotonic() + self.PATIENCE
        while True:
            self.read(0.02)
            result = condition()
            if result:
                return result
            if time.monotonic() > end:
                raise AssertionError(f"{what} was not met\n" + "\n".join(self.screen.display))

    def wait_text(self, text):
        return self.wait(lambda: any(text in line for line in self.screen.display), f"“{text}”")

    def wait_exit(self):
        def ended():
            if self.status is None:
                pid, status = os.waitpid(self.pid, os.WNOHANG | os.WUNTRACED)
                if pid and not os.WIFSTOPPED(status):
                    self.status = status
            return self.status is not None
        self.wait(ended, "exit")
        self.read()
        return self.status

    def kill(self, number):
        os.kill(self.pid, number)

    def settings(self):
        return termios.tcgetattr(self.slave)

    def close(self):
        if self.status is None:
            try:
                os.kill(self.pid, signal.SIGKILL)
                os.kill(self.pid, signal.SIGCONT)
                _, self.status = os.waitpid(self.pid, 0)
            except (ProcessLookupError, ChildProcessError):
                pass
        for fd in (self.master, self.slave):
            if fd is not None:
                os.close(fd)
        self.master = self.slave = None


def memory_holds(pid, needles):
    """The needles that are in the writable memory of a process."""
    found = set()
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for line in maps:
            fields = line.split()
            if "w" not in fields[1] or fields[-1] in ("[vvar]", "[vsyscall]"):
                continue
            start, end = (int(part, 16) for part in fields[0].split("-"))
            try:
                memory.seek(start)
                data = memory.read(end - start)
            except OSError:
                continue
            found |= {needle for needle in needles if needle in data}
    return found
