"""Runs the real program in a real terminal (tmux) and checks what it shows."""
