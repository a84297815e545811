"""What the kernel says of processes, and waiting for it."""

import time

# Long enough for a busy machine; nothing ever waits this long when it works.
DEADLINE = 20.0
# Seconds between two looks: at first, and at most.
POLL, LONGEST_POLL = 0.01, 0.1


class Failure(AssertionError):
    """What was expected did not happen; the message holds the screen, where there is one."""


def pause(waited):
    """Sleeps until the next look; the longer one has waited, the longer."""
    time.sleep(min(max(POLL, waited / 20), LONGEST_POLL))


def await_that(condition, what):
    """Polls until `condition()` is true. `what`: what is waited for, or a function that tells."""
    end = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < end, f"in vain: {what() if callable(what) else what}"
        time.sleep(POLL)


def stat(pid):
    """What /proc says of a process, from its state on: R, S, T (stopped), Z; or None."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()
    except OSError:
        return None


def children(pid):
    """Those that a process' first thread has started."""
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return [int(word) for word in file.read().split()]
