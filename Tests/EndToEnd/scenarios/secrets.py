"""Revealing with a code, and hiding."""

import json
import os
import re
import signal
import subprocess

from waiting import DEADLINE

from harness.raw import Raw
from harness.runner import scenario, scenarios
from harness.terminal import ANY_KEY, Terminal, digits
from harness.virtual import Device
from harness.wallet import (PAN, PIN, Shell, Wallet, boxes_filled, concealed, first_card, luhn,
                            new_vault, newest_code)

# The focus reports that a terminal sends after the program has asked for them.
FOCUS_IN, FOCUS_OUT = "\x1b[I", "\x1b[O"


@scenario(core=True)
def reveal(world):
    """Details are shown after a code: the right number, for thirty seconds at most"""
    wallet = Wallet(world).ready()
    pan, cvv = wallet.reveal()
    assert len(pan) == 16 and luhn(pan) and pan.endswith("4821"), "not the card's number"
    assert len(cvv) == 3
    seconds = int(re.search(r"hides in (\d+) s", wallet.see("hides in").text)[1])
    assert 0 < seconds <= 30
    wallet.escape("hides in", "CVV \\d")
    wallet.see("•••• +•••• +•••• +4821", "CVV •••")
    wallet.run("card.reveal")
    wallet.see("Enter send code")


@scenario(core=True)
def show_pin(world):
    """A PIN is shown after a code, never together with a number"""
    wallet = Wallet(world).ready()
    wallet.show_pin()
    now = wallet.screen()
    assert now.find("CVV •••") and not now.find(PAN)
    seconds = int(re.search(r"hides in (\d+) s", now.text)[1])
    assert 0 < seconds <= 10


@scenarios(
    ("move.down", "2 of 6"), ("card.lock", "Locked"), ("help", "▸ Keys"),
    ("palette", "▸ Commands"), ("messages", "▸ Messages"), ("back", "4821"),
    ("card.pin", "send code"), core=2)
def conceal(world, command, seen):
    """Details hide at once by"""
    wallet = Wallet(world).ready()
    wallet.reveal()
    wallet.run(command)
    wallet.see(seen)
    wallet.wait(concealed, "the secrets to be gone")


@scenario
def conceal_on_lock(world):
    """Details hide when the wallet is locked"""
    wallet = Wallet(world).ready()
    wallet.reveal()
    wallet.run("wallet.lock")
    wallet.see_not("hides in")
    wallet.wait(concealed, "the secrets to be gone")


@scenario(core=True)
def conceal_on_resize(world):
    """Details hide below the smallest size and stay hidden"""
    wallet = Wallet(world).ready()
    wallet.reveal()
    wallet.resize(39, 11)
    wallet.see("needs 40×12")
    wallet.resize(120, 40)
    wallet.see("1 of 6", "CVV •••")
    assert concealed(wallet.screen())


@scenario
def conceal_on_lost_focus(world):
    """Details are hidden when the window loses the focus, and stay hidden afterwards"""
    wallet = Raw(world, size=(120, 40)).ready()
    assert wallet.modes()[1004], "the terminal was not asked to tell of its focus"
    groups = wallet.reveal()
    wallet.send(FOCUS_IN)
    wallet.settled()
    assert all(group in wallet.text for group in groups), "what stays in focus was hidden"
    wallet.send(FOCUS_OUT)
    wallet.see_not(r"CVV \d{3}")
    wallet.see("•••• +•••• +•••• +4821")
    since = len(wallet.raw)
    wallet.send(FOCUS_IN)
    wallet.settled()
    assert not any(group in wallet.text for group in groups), "digits are left"
    assert not any(group.encode() in wallet.raw[since:] for group in groups), "digits came again"
    wallet.run("quit")
    assert wallet.ended() == 0
    wallet.check_restored(groups, since)


@scenario(core=True)
def wrong_codes(world):
    """Five wrong codes block codes for every card"""
    wallet = Wallet(world).ready()
    wallet.ask_code("card.reveal")
    wrong = wallet.wrong_code()
    for left in (4, 3, 2, 1):
        wallet.type_code(wrong)
        wallet.see(f"{left} tr(y|ies) left", "isn.t right")
        wallet.wait(lambda now: boxes_filled(now) == 0, "empty boxes")
    wallet.type_code(wrong)
    wallet.see("WUI-SCA-BLOCKED")
    wallet.escape("WUI-SCA-BLOCKED")
    wallet.select("Groceries")
    wallet.run("card.pin")
    wallet.see("Too many wrong codes")


@scenario
def right_after_wrong(world):
    """A right code after a wrong one is accepted, and only once"""
    wallet = Wallet(world).ready()
    wallet.ask_code("card.reveal")
    code = wallet.code()
    wallet.type_code(wallet.wrong_code())
    wallet.see("4 tries left")
    wallet.wait(lambda now: boxes_filled(now) == 0, "empty boxes")
    wallet.type_code(code)
    wallet.see(PAN)
    wallet.escape("hides in")
    wallet.run("card.reveal")
    wallet.see("Enter send code")
    wallet.keys("Enter")
    wallet.wait(lambda now: now.find("Expires in") and wallet.code() != code, "another code")
    wallet.type_code(code)
    wallet.see("isn.t right")


@scenario
def typed_for_me(world):
    """The simulated phone types its code"""
    wallet = Wallet(world).ready()
    wallet.ask_code("card.pin")
    wallet.see("type it for me")
    # Literal: the key of a dialog.
    wallet.keys("c")
    wallet.wait(lambda now: boxes_filled(now) == 6, "six digits in their boxes")
    wallet.keys("Enter")
    wallet.see(PIN)


@scenario(core=True)
def pasted(world):
    """A code can be pasted"""
    wallet = Wallet(world).ready()
    wallet.ask_code("card.pin")
    wallet.paste(wallet.code())
    wallet.wait(lambda now: boxes_filled(now) == 6 or now.find(PIN), "six digits")
    if not wallet.screen().find(PIN):
        wallet.keys("Enter")
    wallet.see(PIN)


@scenario(core=True)
def paste_is_not_keys(world):
    """A paste is never taken as keys"""
    wallet = Wallet(world).ready()
    wallet.paste("llllqX")
    wallet.run("move.down")
    wallet.see("2 of 6")
    now = wallet.screen()
    assert now.find(r"Everyday +(··4821 +)?● Active") and not now.find("Cancel Everyday"), "the paste did something"


@scenario(core=True)
def change_pin(world):
    """A new PIN is set after a code, and shown afterwards"""
    wallet = Wallet(world).ready()
    wallet.run("card.pin.change")
    wallet.see("Change PIN of Everyday")
    wallet.type("7381")
    wallet.see("●●●●")
    wallet.keys("Tab")
    wallet.type("7382")
    wallet.keys("Enter")
    wallet.see("Doesn.t match")
    wallet.keys("BSpace")
    wallet.type("1")
    wallet.keys("Enter")
    wallet.see("Enter send code")
    wallet.keys("Enter")
    wallet.see("Expires in", r"Code \d{3} \d{3}")
    wallet.type_code(wallet.code())
    wallet.see("PIN changed")
    assert wallet.show_pin() == "7381"


@scenario
def same_number_everywhere(world):
    """Screen and command line show the same number, each after a code"""
    vault, file = new_vault(world)
    source = ["--vault", vault, "--passphrase-file", file]
    wallet = Wallet(world, "--passphrase-file", file, vault=vault).ready()
    wallet.run("card.reveal")
    wallet.see("Enter send code")
    wallet.keys("Enter")
    wallet.see("Expires in")
    code = newest_code(world, source)
    wallet.type_code(code)
    shown = digits(re.search(PAN, wallet.see(PAN, r"CVV \d{3}").text)[0])
    wallet.run("quit")
    assert wallet.wait_end() == 0
    pipe = os.path.join(world.folder, "code")
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [world.binary, "card", "reveal", first_card(world), *source, "--method", "sms",
         "--code-file", pipe, "--json"],
        stdout=subprocess.PIPE, env=world.environment())
    world.closers.append(process.kill)
    code = newest_code(world, source, before=code)
    with open(pipe, "w") as stream:
        stream.write(code + "\n")
    answer = json.loads(process.communicate(timeout=DEADLINE)[0])["data"]
    assert process.returncode == 0 and answer["pan"] == shown and luhn(shown)


# The description of the first says so. The second does not follow its description.
NO_ALTERNATE = {"vt100": {"term": "vt100"},
                "tmux told to have none": {"term": "screen-256color", "alternate": False}}


@scenarios(*[(terminal, how, steps) for terminal in NO_ALTERNATE for how, steps in [
    ("quit", ["quit"]), ("suspend", ["suspend"]), ("another size, quit", ["resize", "quit"]),
    ("a crash", ["crash"]), ("SIGCONT, quit", ["continue", "quit"])]])
def no_alternate_screen(world, terminal, _, steps):
    """No secret is in the scrollback of a terminal without a second screen, after"""
    shell = Shell(world, **NO_ALTERNATE[terminal])
    pan, cvv = shell.reveal()
    assert pan in digits(shell.history()), "the control: it is there while shown"
    for step in steps:
        if step == "crash":
            os.kill(shell.child(), signal.SIGSEGV)
        elif step == "continue":
            os.kill(shell.child(), signal.SIGCONT)
            shell.wait(concealed, "the secrets to be gone")
        elif step == "resize":
            # A larger size: only the terminal could remove what a smaller one pushes off its top.
            shell.resize(130, 42)
            shell.see("4821")
        else:
            shell.run(step)
    assert shell.see("ready> *$").cursor_shown
    left = shell.history()
    assert pan not in digits(left) and pan[:12] not in digits(left), "the number was left"
    assert not re.search(rf"CVV +{cvv}", left), "the CVV was left"


def by_command(world, vault, file, size, *words):
    """Runs a command on a terminal and types the code."""
    source = ["--vault", vault, "--passphrase-file", file]
    console = Terminal(
        world, [world.binary, *words, *source, "--method", "sms"], size, stays=True)
    console.see("SMS")
    console.type(newest_code(world, source))
    console.keys("Enter")
    return console


@scenarios(("a key", None), ("another size", (70, 24)), ("a narrow terminal", (40, 12)),
           ("a crash", None))
def revealed_by_command(world, ending, size):
    """`card reveal` leaves nothing in the scrollback after"""
    vault, file = new_vault(world)
    narrow = bool(size) and size[0] == 40
    console = by_command(world, vault, file, size if narrow else (80, 24), "card", "reveal",
                         first_card(world), "--lang", "de")
    number = digits(re.search(r"\d{4} \d{4} \d{4} \d{4}", console.see(r"Verschwindet in \d+ s").text)[0])
    # The countdown is written every second, and never uses more than its line.
    console.see(r"Verschwindet in (2[0-7]|1?\d) s")
    assert number in digits(console.history()), "the control: it is there while shown"
    crashes = ending == "a crash"
    if crashes:
        os.kill(console.child(), signal.SIGSEGV)
    elif size and not narrow:
        console.resize(*size)
    else:
        console.keys(ANY_KEY)
    assert console.wait_end() == (128 + signal.SIGSEGV if crashes else 0)
    left = console.history()
    assert ("Verdeckt." in left) != crashes
    assert number not in digits(left) and "CVV" not in left, left
    assert not console.screen().alternate and number not in digits(console.screen().text)


@scenario
def virtual_revealed_by_command(world):
    """`virtual reveal` asks for a code, and leaves nothing in the scrollback after a key"""
    vault, file = new_vault(world)
    device = Device(world, ["--vault", vault, "--passphrase-file", file])
    card = device.make("Shoes")
    assert "pan" not in device.run("show", card)["success"]
    number = device.reveal(card)["pan"]
    console = by_command(world, vault, file, (80, 24), "virtual", "reveal", card)
    console.see(r"\d{4} \d{4} \d{4} \d{4}", "CVV", "Shoes")
    assert number in digits(console.history()), "the control: it is there while shown"
    console.keys(ANY_KEY)
    assert console.wait_end() == 0
    assert number not in digits(console.history()) and luhn(number)


@scenarios(("dash", r"\d{4}-\d{4}-\d{4}-\d{4}"), ("slash", r"\d{4}/\d{4}/\d{4}/\d{4}"),
           ("none", r"\b\d{16}\b"))
def grouped_by_command(world, word, shown):
    """`card reveal` groups the number by --pan-separator"""
    vault, file = new_vault(world)
    console = by_command(world, vault, file, (80, 24), "card", "reveal", first_card(world),
                         "--pan-separator", word)
    assert luhn(digits(re.search(shown, console.see(shown, "CVV").text)[0]))
    console.keys(ANY_KEY)
    assert console.wait_end() == 0


@scenarios(("as most are", (80, 24), None), ("wide", (80, 45), None), ("narrow", (40, 24), None),
           ("made narrow", (80, 45), (40, 45)), core=1)
def enrolled_by_command(world, _, size, later):
    """`sca enrol` leaves nothing of the key, on a terminal that is"""
    vault, file = new_vault(world)
    console = by_command(world, vault, file, size, "sca", "enrol")
    shown = console.see("press any key").text
    key = re.search(r"Key: ((?:[A-Z2-7]{4} ?){4})", shown)[1].strip()
    assert key in console.history(), "the control: it is there while shown"
    assert ("▀" in shown) == ("Scan it" in shown) == (size[0] == 80)
    assert bool(re.search(r"window\s+of\s+\d+×\d+", shown)) == (size[0] == 40), shown
    if later:
        console.resize(*later)
    else:
        console.keys(ANY_KEY)
    console.see("Code from the app")
    left = console.history()
    assert "Key:" not in left and key not in left and key[-4:] not in left, left
    assert "▀" not in left and "█" not in left, left
