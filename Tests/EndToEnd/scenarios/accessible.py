"""The wallet in line mode (--accessible): all functions of the screen, as lines."""

import json
import os
import re

from harness.processes import Failure, await_that
from harness.runner import scenario, scenarios
from harness.server import Server
from harness.terminal import Terminal
from harness.wallet import DEMO, PASSPHRASE, command, new_vault
from scenarios.copying import XCLIP


class Lines(Terminal):
    """walletui --accessible on a terminal that supports only lines."""

    def __init__(self, world, *options, wallet=("--demo",), env=None):
        self.mark = 0
        super().__init__(world, [world.binary, "--accessible", *wallet, *options], (160, 50),
                         env={"TERM": "dumb", **(env or {})})

    def ready(self):
        self.hear("walletui, line by line", r"1\. Everyday, MC, 4821, Active.*, selected",
                  "^You spent", ">$")
        return self

    def transcript(self):
        return self.tmux("capture-pane", "-p", "-J", "-S", "-").rstrip()

    def hear(self, *patterns):
        """Waits until all patterns were printed since the last input. Returns the output."""
        def text():
            return re.sub(r" +$", "", self.transcript()[self.mark:], flags=re.MULTILINE)

        def heard():
            told = text()
            return told if all(re.search(one, told, re.MULTILINE) for one in patterns) else None
        return await_that(heard, lambda: f"to hear {', '.join(patterns)}\n{text()}", error=Failure)

    def say(self, line, *patterns):
        """Types a line and waits for the output."""
        self.mark = len(self.transcript())
        if line:
            self.type(line)
        self.keys("Enter")
        return self.hear(*patterns)

    def run(self, command, *patterns):
        """Types the key of a command as a line and waits for the output."""
        return self.say(self.key(command), *patterns)

    # Codes.

    def ask_code(self, command, title):
        self.run(command, title, r"1\. SMS to", "selected")
        self.say("1", "Sent by SMS", r"Code \*{3} \*{3}", "Expires in", "Code:$")

    def confirm(self, command, title, *patterns):
        """Enters a code, which the simulated phone types."""
        self.ask_code(command, title)
        self.say("c")
        return self.say("", *patterns)

    def show(self, *patterns):
        """Prints the visible secrets."""
        self.hear("stays in the terminal's scrollback", "Type show")
        return self.say("show", *patterns)


@scenario(core=True)
def the_list(world):
    """Line by line: the list is read out with numbers, and the focused card is named"""
    wallet = Lines(world).ready()
    text = wallet.hear("6")
    for index, title in enumerate(DEMO, 1):
        assert re.search(rf"^{index}\. {title}, ", text, re.MULTILINE), title
    text = wallet.run("move.down", r"2\. Groceries, VISA,? 1177, Active.*, selected", ">$")
    assert "Everyday" not in text, "what did not change is read out again"
    wallet.say("5", r"5\. New plastic, MC, 3306, Issued.*, selected")
    wallet.run("move.first", r"1\. Everyday.*selected")
    wallet.say("", r"1\. Everyday.*selected", r"6\. Old")
    wallet.say("Open", "Everyday, Mastercard, physical", "^Status: Active", "^Balance: €",
               "^Payments", "^l Lock card", "^a Activate card, already activated")
    wallet.say(".", r"1\. Everyday.*selected")


@scenario
def filtering(world):
    """Line by line: the filter takes a line, and a dot clears it"""
    wallet = Lines(world).ready()
    wallet.run("list.filter", "^Filter:$")
    text = wallet.say("visa", r"1\. Groceries", r"3\. Shopping", ">$")
    assert "Everyday" not in text
    wallet.run("list.filter", "^Filter:$")
    wallet.say(".", r"6\. Old")


@scenario(core=True)
def lock_unlock_undo(world):
    """Line by line: lock, undo, unlock, and a reason for what is not possible"""
    wallet = Lines(world).ready()
    text = wallet.run("card.lock", "Everyday locked, z undo",
                      r"1\. Everyday, MC, 4821, Locked", ">$")
    assert text.count("Everyday locked") == 1, "one event was told more than once"
    wallet.run("card.undo", "Everyday unlocked", r"1\. Everyday, MC, 4821, Active")
    wallet.say("unlock", "Not locked")
    wallet.say("lock", "fits several commands, Lock card, Lock when unused, Lock all cards, "
               "Lock wallet")
    wallet.say("lock card", "Everyday locked")
    wallet.run("card.unlock", "Everyday unlocked")
    wallet.say("fly", "Nothing here is called “fly”")


@scenario
def rename(world):
    """Line by line: a card gets another name, and undo reverts that"""
    wallet = Lines(world).ready()
    wallet.run("card.rename", "Rename Everyday", "^Name.*:$")
    wallet.say("Bread", "Renamed: Bread, z undo", r"1\. Bread, MC, 4821, Active")
    wallet.run("card.undo", r"1\. Everyday, MC, 4821, Active")


@scenario
def show_pin(world):
    """Line by line: a PIN is printed only after a confirmation"""
    wallet = Lines(world).ready()
    wallet.ask_code("card.pin", "Show PIN")
    wallet.say("000–000", r"\d tries left")
    wallet.say("c")
    wallet.say("", r"PIN: \*{4}")
    wallet.show(r"PIN \d{4}$")
    text = wallet.say(".", "digits are hidden again")


@scenario
def change_pin(world):
    """Line by line: a PIN is changed, and the typed digits are not visible"""
    wallet = Lines(world).ready()
    wallet.run("card.pin.change", "Change PIN of Everyday", "New PIN:$")
    wallet.say("4813", "Repeat PIN:$")
    wallet.say("4814", "Doesn't match", "Repeat PIN:$")
    wallet.say("4813", r"1\. SMS to")
    wallet.say("1", "Code:$")
    wallet.say("c")
    wallet.say("", "Everyday: PIN changed")
    assert "4813" not in wallet.transcript(), "a PIN was shown as it was typed"


@scenario
def create(world):
    """Line by line: a card is created, field by field"""
    wallet = Lines(world).ready()
    text = wallet.run("card.create", "New card", r"Programme: 1\. .*\*.*:$")
    number = re.search(r"(\d+)\. [^,]*Virtual", text)[1]
    wallet.say(number, "^Name.*:$")
    wallet.say("Holiday", "^Name: Holiday", "^Currency:")
    wallet.say("", "^Mobile.*:$")
    wallet.say("", "^PIN.*:$")
    wallet.say("", "Holiday created", r"7\. Holiday.*Active.*, selected")


@scenario
def activate(world):
    """Line by line: a card is activated with the data of its letter"""
    wallet = Lines(world).ready()
    wallet.say("5", r"5\. New plastic.*selected")
    wallet.run("phone.toggle", "SIMULATED phone")
    text = wallet.show(r"3306 is here\. On its back: \d{3}")
    cvv = re.search(r"On its back: (\d{3})", text)[1]
    wallet.run("phone.toggle", "digits are hidden again")
    wallet.run("card.activate", "Activate New plastic", "^Last four.*:$")
    wallet.say("3306", "^CVV.*:$")
    wallet.say(cvv, "New plastic is active", r"5\. New plastic, MC, 3306, Active")


@scenario
def cancel(world):
    """Line by line: a card is cancelled after its last four digits, and a dot keeps it"""
    wallet = Lines(world).ready()
    wallet.say("2", r"2\. Groceries.*selected")
    wallet.run("card.cancel", r"Cancel Groceries\?", "You can't undo it", "^Last four.*:$")
    wallet.say(".", r"2\. Groceries, VISA,? 1177, Active.*, selected")
    wallet.run("card.cancel", "^Last four.*:$")
    wallet.say("4821", "Those aren.t the card.s last four")
    wallet.say("1177", "Groceries cancelled", "Groceries, VISA,? 1177, Cancelled")


@scenario
def menus_and_messages(world):
    """Line by line: help and commands by number, with reasons; messages"""
    wallet = Lines(world).ready()
    wallet.run("help", r"1\. l, Lock card", "Unlock card, not locked",
               "Search, or number:$")
    wallet.say("1", "Everyday locked")
    wallet.run("palette", "Search, or number:$")
    wallet.say("undo", r"1\. z, Undo", "Search, or number:$")
    wallet.say("1", "Everyday unlocked")
    wallet.run("messages", "Everyday locked", "Everyday unlocked")
    wallet.say(".", r"1\. Everyday")


@scenarios(("a command's key",), ("a command's name",), ("the end of input",))
def leaving(world, how):
    """Line by line: it is ended by"""
    wallet = Lines(world).ready()
    if how == "the end of input":
        # Literal: the terminal itself knows this key, whatever the program's keys are.
        wallet.keys("C-d")
    elif how == "a command's key":
        wallet.run("quit")
    else:
        wallet.say("quit")
    assert wallet.wait_end() == 0


@scenario(core=True)
def a_vault(world):
    """Line by line: a vault is opened, locked and opened again; its passphrase is not visible"""
    vault, _ = new_vault(world)
    wallet = Lines(world, wallet=("--vault", vault))
    wallet.hear("Enter the passphrase", "Passphrase:$")
    wallet.say("wrong", "Passphrase:$", r"(?i)Wrong passphrase|does not open")
    wallet.say(PASSPHRASE, r"1\. Everyday.*selected", ">$")
    wallet.say("lock wallet", "Locked", "Passphrase:$")
    wallet.say(PASSPHRASE, r"1\. Everyday.*selected", ">$")
    assert PASSPHRASE not in wallet.transcript()


@scenario
def a_server(world):
    """Line by line: a user signs in on a server, and a code's request says what it is for"""
    server = Server(world)
    wallet = Lines(world, wallet=server.options)
    wallet.hear("Enter your password to sign in", "^Password:$")
    wallet.say("wrong", "Wrong name or password", "^Password:$")
    wallet.say(server.password, r"1\. Everyday.*selected", ">$")
    assert server.password not in wallet.transcript()
    wallet.run("card.lock", r"1\. Everyday, MC, 4821, Locked", ">$")
    wallet.run("card.unlock", r"1\. Everyday, MC, 4821, Active", ">$")
    wallet.run("card.reveal", "Show card details", r"1\. SMS to", "selected")
    wallet.say("1", "Sent by SMS", "Code:$")
    phone = json.loads(command(world, "phone", "--json", *server.signed_in))["data"]
    wallet.say(phone[0]["code"], r"Number: \*{4} \*{4}", r"CVV: \*{3}")
    wallet.show(r"Number \d{4} \d{4} \d{4} 4821", r"CVV \d{3}")


@scenario
def first_start(world):
    """Line by line: at the first start the choices have numbers, and a vault is created"""
    wallet = Lines(world, wallet=())
    wallet.hear(r"1\. Look around, ready at once, selected", r"2\. Make my own wallet")
    wallet.say("2", "^Passphrase.*:$")
    wallet.say(PASSPHRASE, "strong", "^Repeat it:$")
    wallet.say(PASSPHRASE, r"^Sample cards: 1\. yes \*; 2\. no:$")
    wallet.say("1", "^File:$")
    wallet.say(os.path.join(world.folder, "mine.vault"), r"1\. Everyday.*selected")
    assert PASSPHRASE not in wallet.transcript()


@scenario
def discarding(world):
    """Line by line: a form that was filled asks before it is left"""
    wallet = Lines(world).ready()
    wallet.say(wallet.key("card.create"), "^Programme: ")
    wallet.say("1", "^Name.*:$")
    wallet.say("Trip", "^Currency: ")
    wallet.say(".", "Discard what you typed", "y discard")
    wallet.say("y", r"1\. Everyday")


@scenario
def copying(world):
    """Line by line: a part is copied without being printed"""
    path = os.path.join(world.folder, "xclip")
    with open(path, "w") as file:
        file.write(XCLIP.format(folder=world.folder))
    os.chmod(path, 0o700)
    wallet = Lines(world, "--copy", "pan,cvv", env={
        "DISPLAY": ":0", "PATH": world.folder + ":" + os.environ["PATH"]}).ready()
    wallet.confirm("card.reveal", "Show card details", "^Number: .*selected")
    wallet.say("Tab", "^CVV: .*selected")
    wallet.run("reveal.copy", "CVV sent to xclip")
    with open(os.path.join(world.folder, "held")) as file:
        assert re.fullmatch(r"\d{3}", file.read())
    wallet.run("quit")
    assert wallet.wait_end() == 0


@scenario
def plain(world):
    """Line by line: only text is sent to the terminal, and its settings are restored"""
    wallet = Terminal(world, ["bash", "--norc", "--noprofile", "-i"], (160, 50),
                      env={"PS1": "ready> ", "TERM": "dumb"})
    wallet.see("ready> ")
    wallet.type(f"stty -g > {world.folder}/before; script -qfc '{world.binary} --demo --accessible'"
                f" {world.folder}/raw")
    wallet.keys("Enter")
    wallet.see(r"Everyday.*selected")
    key = wallet.key
    for line, pattern in [
            (key("card.lock"), "Everyday locked"), (key("card.undo"), "Everyday unlocked"),
            (key("card.reveal"), "1. SMS"), ("1", "Code:"), (".", "SMS"), (".", "selected"),
            (key("card.pin.change"), "New PIN:"), (".", ">"), (key("quit"), "ready> *$")]:
        wallet.type(line)
        wallet.keys("Enter")
        wallet.see(pattern)
    with open(f"{world.folder}/raw", "rb") as file:
        raw = file.read()
    found = re.findall(rb"[\x00-\x09\x0b\x0c\x0e-\x1f\x7f]", raw)
    assert not found, f"control characters: {set(found)}"
    wallet.type(f"stty -g | diff - {world.folder}/before && echo same-$((40+2))")
    wallet.keys("Enter")
    wallet.see("same-42")
