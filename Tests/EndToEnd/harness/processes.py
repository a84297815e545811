"""Information of the kernel about processes, and waiting for it."""

import time

# Long enough for a busy machine. Nothing waits this long if it works.
DEADLINE = 20.0
# Seconds between two checks: at first, and at most.
POLL, LONGEST_POLL = 0.01, 0.1


class Failure(AssertionError):
    """An expectation failed. The message contains the screen, if there is one."""


def pause(waited):
    """Sleeps until the next check. The pause grows with the time waited."""
    time.sleep(min(max(POLL, waited / 20), LONGEST_POLL))


def await_that(condition, what):
    """Polls until `condition()` is true. `what`: a description for messages, or a function."""
    end = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < end, f"in vain: {what() if callable(what) else what}"
        time.sleep(POLL)


def stat(pid):
    """The fields of /proc/PID/stat from the state on: R, S, T (stopped), Z; or None."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()
    except OSError:
        return None


def children(pid):
    """The processes that the first thread has started."""
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return [int(word) for word in file.read().split()]
