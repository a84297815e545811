"""Runs the real program in a real terminal (tmux) and checks what it shows."""

import faulthandler
import pathlib
import signal
import sys

# `.ci/test` sends this when a phase takes too long: it prints what each thread is doing, and ends.
faulthandler.register(signal.SIGTERM, chain=True)
# The module `waiting`, and the scenarios that need real time.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Timing"))
