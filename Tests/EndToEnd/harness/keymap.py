"""The keys of commands from the program's own list. Scenarios name commands, not keys."""

import functools
import json
import os
import subprocess

from .processes import DEADLINE, Failure

# Named keys: the program's name, tmux' name, and the bytes that every terminal sends.
WORDS = {
    "space": ("Space", " "), "enter": ("Enter", "\r"), "tab": ("Tab", "\t"),
    "shift-tab": ("BTab", None), "esc": ("Escape", "\x1b"), "backspace": ("BSpace", "\x7f"),
    "del": ("DC", None), "ins": ("IC", None), "up": ("Up", None), "down": ("Down", None),
    "left": ("Left", None), "right": ("Right", None), "home": ("Home", None), "end": ("End", None),
    "pgup": ("PgUp", None), "pgdn": ("PgDn", None),
    # A semicolon at the end of a word ends a command of tmux.
    ";": ("\\;", ";"),
    **{f"f{number}": (f"F{number}", None) for number in range(1, 13)},
}
MODIFIERS = {"ctrl-": "C-", "alt-": "M-", "shift-": "S-"}


def for_tmux(key):
    """tmux' name of a key; None if it has none."""
    if key in WORDS:
        return WORDS[key][0]
    for modifier, prefix in MODIFIERS.items():
        rest = key.removeprefix(modifier)
        if rest not in ("", key):
            name = for_tmux(rest)
            return name and prefix + name
    return key if len(key) == 1 else None


def as_bytes(key):
    """The bytes that every terminal sends for a key; None if they depend on the terminal."""
    if key in WORDS:
        return WORDS[key][1]
    letter = key.removeprefix("ctrl-")
    if letter != key and len(letter) == 1:
        return chr(ord(letter) & 31)
    return key if len(key) == 1 else None


@functools.cache
def keymap(binary, configuration=None):
    """The keys of each command. Each entry is a list of keys that are pressed one after the other."""
    options = ["--config", configuration] if configuration else []
    result = subprocess.run([binary, "keys", "--json", *options], capture_output=True, check=True,
                            env={"HOME": os.devnull, "LANG": "C.UTF-8"}, timeout=DEADLINE)
    return {row["command"]: [keys["key"].split(" ") for keys in row["keys"]]
            for row in json.loads(result.stdout)["data"]}


class Commands:
    """Commands by their ids, for a terminal with a `world` and a `command`."""

    def configuration(self):
        """The configuration file of the program on this terminal; None if there is none."""
        if "--config" in self.command:
            return self.command[self.command.index("--config") + 1]
        usual = os.path.join(self.world.folder, ".config/walletui/config.yaml")
        return usual if os.path.exists(usual) else None

    def key(self, command):
        """The name of the first key of a command."""
        return " ".join(self.spelled(command, str))

    def spelled(self, command, spell):
        """The first keys of a command that can all be pressed, as spelled by `spell`."""
        known = keymap(self.world.binary, self.configuration())
        if command not in known:
            raise Failure(f"there is no command {command!r}, only {', '.join(known)}")
        for keys in known[command]:
            spelled = [spell(key) for key in keys]
            if None not in spelled:
                return spelled
        raise Failure(f"{command} has no key that can be pressed; commands with keys are "
                      + ", ".join(other for other, keys in known.items() if keys))
