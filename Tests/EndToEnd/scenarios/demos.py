"""Scripts that are played on a terminal, and their recordings."""

import json
import os
import re
import subprocess

from waiting import PATIENCE

from harness.runner import scenario, scenarios
from harness.terminal import Terminal, digits
from harness.wallet import PAN, PIN

REVEAL = """
wait "1 of 6"
caption "Details, then a PIN."
key r enter
wait "Expires in"
type code
key enter
wait "hides in"
pause 4s
key esc p enter
wait "Expires in"
type code
key enter
wait "hides in"
pause 4s
"""
# Escape sequences: what is left is text.
ESCAPES = re.compile(r"\x1b(?:\[[0-9;?<>=]*[ -/]*[@-~]|[()][0-9A-Z]|\][^\x07\x1b]*(?:\x07|\x1b\\)"
                     r"|[=>78]|P[^\x1b]*\x1b\\)")


class Play(Terminal):
    """`demo play` in a terminal."""

    def __init__(self, world, *words, **keywords):
        super().__init__(world, [world.binary, "demo", "play", *words], **keywords)


def written(world, text):
    path = os.path.join(world.folder, "x.walletscript")
    with open(path, "w") as file:
        file.write(text)
    return path


def only_text(raw):
    """The text that is drawn, without positions, colours and blanks."""
    return re.sub(r"\s+", "", ESCAPES.sub("", raw))


@scenarios(("small", "small-screen", (80, 24)), ("as large as the terminal", "tour", (150, 45)))
def played(world, _, name, size):
    """A script is played to its end, on a terminal that is"""
    play = Play(world, name, "--speed", "5", size=size, stays=True)
    play.see("1 of 6", r"\? help")
    assert play.wait_end() == 0
    assert not play.screen().alternate, "the terminal is as it was"


@scenario(core=True)
def handed_over(world):
    """Any key ends the script, and has no other effect"""
    play = Play(world, written(world, 'caption "Watch"\nwait "1 of 6"\npause 60s\nkey l'))
    play.see("1 of 6", "^ +Watch")
    play.run("card.lock")
    play.see("It's your turn")
    now = play.see_not("^ +Watch")
    assert now.find("Everyday +● Active"), "the key did nothing"
    assert now.find(r"q quit +$")[1] == len(now.rows) - 1, "the whole terminal is the wallet's"
    play.run("card.lock")
    play.see("Everyday +. Locked")
    play.run("quit")
    assert play.wait_end() == 0


@scenarios(("Esc", "Escape"), ("ctrl-c", "C-c"))
def ended(world, _, key):
    """A demo is ended by"""
    play = Play(world, "tour")
    play.see("1 of 6")
    # Literal: a script that is played has no commands.
    play.keys(key)
    assert play.wait_end() == 0


@scenarios(("what does not come", 'wait "never" 1s', 'waited for "never" (1 s)'),
           ("a wallet that ends before", 'key q j', "the wallet had already ended"))
def failing(world, _, text, said):
    """A failure is reported after the terminal is restored, with the screen:"""
    play = Play(world, written(world, 'wait "1 of 6"\nkey j\n' + text), stays=True)
    assert play.wait_end() == 15
    history = play.history()
    assert not play.screen().alternate
    assert f"x.walletscript:3: {said}; on screen was:" in history
    assert re.search(r"│▌ +VISA +Groceries", history)


@scenarios(("terminal", "tour", (60, 20), "needs 80 columns and 24 rows; this one has 60", 2),
           ("script", None, (120, 40), r'x.walletscript:1:1: no statement "kye"', 15), core=2)
def refused(world, _, name, size, said, status):
    """Nothing is drawn with a wrong"""
    play = Play(world, name or written(world, "kye j"), size=size, stays=True)
    assert play.wait_end() == status
    assert said.replace("\\", "") in re.sub(r"\s+", " ", play.history())
    assert "╭" not in play.history() and not play.screen().alternate, "nothing was drawn"


@scenario
def reset(world):
    """A reset starts a new wallet"""
    play = Play(world, written(world, 'wait "1 of 6"\nkey l\nwait /Everyday +■ Locked/\npause 3s\nreset\n'
                               'wait /Everyday +● Active/\npause 60s'))
    play.see("Everyday +. Locked")
    play.see("Everyday +. Active")
    play.keys("Escape")
    assert play.wait_end() == 0


@scenario
def nothing_secret_is_kept(world):
    """A terminal shows the digits, and its recording has them; our recordings and pictures do not"""
    script = written(world, REVEAL.replace("4s", f"{4 * PATIENCE:g}s"))
    raw = os.path.join(world.folder, "raw")
    play = Play(world, script)
    play.tmux("pipe-pane", "-o", f"cat > {raw}")
    now = play.see(PAN, "hides in")
    pan = digits(re.search(PAN, now.text)[0])
    cvv = re.search(r"CVV (\d{3})", now.text)[1]
    pin = digits(re.search(PIN, play.see(PIN).text)[1])
    assert play.wait_end() == 0
    secrets = [pan[:12], cvv, pin]
    with open(raw, errors="replace") as file:
        recorded = only_text(file.read())
    assert all(secret in recorded for secret in secrets), "the search finds what is there"
    kept = subprocess.run([world.binary, "demo", "record", script], capture_output=True, text=True,
                          check=True, env={"HOME": "/dev/null"}).stdout
    events = [json.loads(line) for line in kept.splitlines()[1:]]
    frames = only_text("".join(data for _, kind, data in events if kind == "o"))
    assert frames.count("hidesin") >= 2 and "••••" in frames, "both were in sight"
    for secret in secrets:
        assert secret not in frames, f"{secret} is in the recording"
    picture = subprocess.run([world.binary, "demo", "svg", script], capture_output=True, text=True,
                             check=True, env={"HOME": "/dev/null"}).stdout
    texts = "".join(re.findall(r">([^<]*)</text>", picture))
    assert "hidesin" in re.sub(r"\s+", "", texts)
    assert all(secret not in texts for secret in secrets[::2])
