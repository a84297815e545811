"""Drives the real binary in a real terminal (tmux) and looks at what it shows."""
