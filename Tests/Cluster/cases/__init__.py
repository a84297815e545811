"""The tests of several servers."""

import importlib

# Those that use one cluster, one after the other.
SHARED = []
# Those that start their own.
ALONE = []


class Skipped(Exception):
    """The system forbids what a test needs."""


def shared(function):
    """A test of a cluster of three servers, in which others have run."""
    SHARED.append(function)
    return function


def alone(function):
    """A test that gets the path of walletd."""
    ALONE.append(function)
    return function


for module in ("sharing", "outages", "front", "histories", "clocks"):
    importlib.import_module("cases." + module)
