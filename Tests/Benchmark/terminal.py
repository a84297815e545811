"""Programs in their own terminals."""

import fcntl
import os
import re
import select
import signal
import struct
import termios
import time

FULL = (120, 40)
# Output that pauses this long is complete. A frame is written at once.
QUIET = 0.02


class Program:
    """A program in a pty of its own."""

    def __init__(self, command, size=FULL):
        self.output = bytearray()
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        environment = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"),
                       "LANG": "C.UTF-8", "TERM": "xterm-256color"}
        self.started = time.perf_counter()
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            for fd in (0, 1, 2):
                os.dup2(slave, fd)
            os.closerange(3, 64)
            os.execve(command[0], command, environment)
        os.close(slave)
        os.set_blocking(self.master, False)

    def read(self, patience):
        """What comes within `patience` seconds, empty when nothing does."""
        if not select.select([self.master], [], [], patience)[0]:
            return b""
        try:
            got = os.read(self.master, 1 << 16)
        except OSError:
            got = b""
        if not got:
            raise EOFError(bytes(self.output[-400:]))
        self.output += got
        return got

    def until(self, *markers, patience=60.0):
        """When one of the markers had arrived, as perf_counter tells it."""
        end = time.perf_counter() + patience
        while not any(marker in self.output for marker in markers):
            self.read(0.5)
            if time.perf_counter() > end:
                raise TimeoutError(f"{markers} never came: {bytes(self.output[-400:])}")
        return time.perf_counter()

    def settle(self, quiet=QUIET):
        """Reads until nothing has come for `quiet` seconds; when the last byte came."""
        last = time.perf_counter()
        while self.read(quiet):
            last = time.perf_counter()
        return last

    def send(self, data):
        while data:
            try:
                data = data[os.write(self.master, data):]
            except BlockingIOError:
                self.read(0.01)

    def status(self, field):
        with open(f"/proc/{self.pid}/status") as file:
            return int(re.search(rf"^{field}:\s+(\d+)", file.read(), re.M).group(1))

    def switches(self):
        """Voluntary context switches of each thread: one for each time that it went to sleep."""
        counts = {}
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            with open(f"/proc/{self.pid}/task/{thread}/status") as file:
                found = re.search(r"^voluntary_ctxt_switches:\s+(\d+)", file.read(), re.M)
                counts[thread] = int(found.group(1))
        return counts

    def stop(self):
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)
        os.close(self.master)
