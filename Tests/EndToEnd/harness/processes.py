"""Information of the kernel about processes, and waiting for it."""

from waiting import DEADLINE, await_that  # noqa: F401


class Failure(AssertionError):
    """An expectation failed. The message contains the screen, if there is one."""


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
