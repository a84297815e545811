"""Runs the real program in a real terminal (tmux) and checks what it shows."""

import pathlib
import sys

# The module `waiting`, and the scenarios that need real time.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Timing"))
