"""The only place where tests in Python read clocks and sleep.

Every limit is a multiple of PATIENCE: WALLETUI_PATIENCE, or 1. A limit ends a test that hangs and is
no part of a verdict, so it is generous: nothing waits that long if it works.
"""

import os
import time

PATIENCE = float(os.environ.get("WALLETUI_PATIENCE", "1"))
# Seconds for which anything is waited.
DEADLINE = 60 * PATIENCE
# Runs a command, and stays a moment longer, so that a terminal has read its last words.
STAYS = ["sh", "-c", '"$0" "$@"; status=$?; sleep 1; exit $status']
# Seconds between two checks: at first, and at most.
POLL, LONGEST_POLL = 0.01, 0.1


def now():
    """Seconds of a clock that never jumps."""
    return time.monotonic()


def seconds_since_1970():
    return time.time()


def rest(seconds):
    """Sleeps where a test wants time to pass. No verdict may need it to be long enough."""
    time.sleep(seconds)


def pause(waited=0.0):
    """Sleeps until the next check. The pause grows with the time waited."""
    time.sleep(min(max(POLL, waited / 20), LONGEST_POLL))


def await_that(condition, what, limit=DEADLINE, error=AssertionError):
    """Polls until `condition()` is something true, and returns that.

    `what`: a description for the message of a failure, or a function that makes one."""
    start = now()
    while not (result := condition()):
        waited = now() - start
        if waited > limit:
            raise error(f"in vain: {what() if callable(what) else what}")
        pause(waited)
    return result
