"""Payments with a handle, the bank's questions and saved cards, on the command line."""

import json
import os
import re
import signal

from harness.proxy import Proxy
from harness.runner import scenario, scenarios
from harness.server import Server
from harness.terminal import Terminal
from harness.wallet import Wallet, command, new_vault

# Test numbers of Visa: docs/payments.md.
FRICTIONLESS, CODE, ELSEWHERE, ONE, SEVERAL = (
    "4000000000001000", "4000000000001109", "4000000000001117", "4000000000001125",
    "4000000000001133")
BANKS_CODE = "123456"


class Payer:
    """A vault, and terminals on it."""

    def __init__(self, world):
        self.world = world
        vault, passphrase = new_vault(world)
        self.options = ["--vault", vault, "--passphrase-file", passphrase]

    def run(self, *words, **keywords):
        return command(self.world, *words, *self.options, **keywords)

    def data(self, *words):
        return json.loads(self.run(*words, "--json"))["data"]

    def terminal(self, *words):
        return Terminal(self.world, [self.world.binary, *words, *self.options], stays=True)

    def pay(self, *more, amount="24.90"):
        return self.terminal("pay", "create", amount, "--at", "zalando", *more)

    def card(self, name):
        return next(card["cardId"] for card in self.data("cards")["cards"]
                    if card.get("alias") == name)

    def statuses(self):
        return [handle["status"] for handle in self.data("pay", "list")["paymentHandles"]]


def enter(terminal, question, text):
    """Answers a question when it is asked."""
    terminal.see(question + r"[ •]*$")
    terminal.type(text)
    terminal.keys("Enter")


def enter_card(terminal, number, name="Ana Petrova"):
    enter(terminal, "Card number:", number)
    if name:
        enter(terminal, "Name on the card:", name)
    enter(terminal, r"Expiry \(MM/YY\):", "0939")
    enter(terminal, "CVV:", "123")


def check_hidden(terminal, number):
    """Number, CVV and code were never on the screen."""
    text = re.sub(r"\s", "", terminal.screen().text)
    assert number not in text and BANKS_CODE not in text, "a secret is on the screen"


@scenario(core=True)
def typed_and_asked(world):
    """A card is typed with mistakes, the bank asks for a code, and the handle pays once"""
    payer = Payer(world)
    terminal = payer.pay()
    enter(terminal, "Card number:", "4000000000001100")
    terminal.see("One digit isn't right")
    enter(terminal, "Card number:", "6011000000000004")
    terminal.see("This card is not supported")
    enter(terminal, "Card number:", "4000 0000 0000 1109")
    enter(terminal, "Name on the card:", "X")
    enter(terminal, "Name on the card:", "Ana Petrova")
    enter(terminal, r"Expiry \(MM/YY\):", "1")
    terminal.see("Give month and year")
    enter(terminal, r"Expiry \(MM/YY\):", "09/39")
    enter(terminal, "CVV:", "12")
    terminal.see("Must have 3 digits")
    enter(terminal, "CVV:", "123")
    terminal.see(r"The bank asks: €24\.90 at Zalando with card ··1109", "run `walletui phone")
    enter(terminal, "Code of the bank:", "111111")
    terminal.see("2 tries left")
    enter(terminal, "Code of the bank:", BANKS_CODE)
    terminal.see("Payment +ready to pay", r"Time left +[45]:\d\d")
    check_hidden(terminal, CODE)
    assert terminal.wait_end() == 0
    handle = payer.data("pay", "list")["paymentHandles"][0]["id"]
    assert payer.data("pay", "use", handle)["status"] == "COMPLETED"
    payer.run("pay", "use", handle, status=5)


@scenarios((ONE, "One number:", "1", "2"), (SEVERAL, "Numbers with commas", "1, 2", "1,4"))
def choices(world, number, question, wrong, right):
    """The bank lets one choose, and says how many tries are left"""
    terminal = Payer(world).pay()
    enter_card(terminal, number)
    terminal.see("  1  Bakery", "  4  Railway")
    enter(terminal, question + "[^:]*:?", "9")
    enter(terminal, question + "[^:]*:?", wrong)
    terminal.see("2 tries left")
    enter(terminal, question + "[^:]*:?", right)
    terminal.see("Payment +ready to pay")
    assert terminal.wait_end() == 0


@scenario
def two_terminals(world):
    """One terminal pays with a card of the wallet, and a second one consents with a code"""
    payer = Payer(world)
    card = payer.card("Everyday")
    first = payer.pay("--card", card)
    first.see(r"The bank asks: €24\.90 at Zalando with card ··4821", "Waiting…")
    said = re.search(r"`(walletui pay confirm [^`]*)`", re.sub(r"\n", "", first.screen().text))[1]
    second = payer.terminal(*said.split()[1:], "--method", "sms")
    second.see(r"The bank asks: €24\.90 at Zalando", "Code ")
    second.type(payer.data("phone")[0]["code"])
    second.keys("Enter")
    second.see("COMPLETED")
    assert second.wait_end() == 0
    first.see("Payment +ready to pay")
    assert first.wait_end() == 0
    handle = payer.data("pay", "list")["paymentHandles"][0]
    assert payer.data("pay", "use", handle["id"])["status"] == "COMPLETED"
    assert "24.90" in payer.run("transactions", card, "--limit", "1")


@scenario
def consent_here(world):
    """The same terminal consents after Enter, and the payment is confirmed"""
    payer = Payer(world)
    terminal = payer.pay("--card", payer.card("Everyday"), "--method", "sms")
    terminal.see("Waiting…")
    terminal.keys("Enter")
    terminal.see(r"Code \(r sends a new one\):")
    terminal.type(payer.data("phone")[0]["code"])
    terminal.keys("Enter")
    terminal.see("Payment +ready to pay")
    assert terminal.wait_end() == 0


@scenarios((CODE, "Code of the bank:"), (ELSEWHERE, "Waiting…"), (ONE, "One number:"))
def left_question(world, number, question):
    """Ctrl-C in the bank's question ends the payment at the bank"""
    payer = Payer(world)
    terminal = payer.pay()
    enter_card(terminal, number)
    terminal.see(question)
    # Literal: the terminal itself makes a signal of this key.
    terminal.keys("C-c")
    terminal.see("You left the bank's question", r"Code: 9200 \(exit 11\)")
    assert terminal.wait_end() == 11
    assert payer.statuses() == ["FAILED"] and payer.data("pay", "questions") == []


@scenario
def left_form(world):
    """Ctrl-C while a card is typed leaves nothing"""
    payer = Payer(world)
    for words in (("pay", "create", "5", "--at", "zalando"), ("saved", "add")):
        terminal = payer.terminal(*words)
        enter(terminal, "Card number:", CODE)
        terminal.see("Name on the card:" if words[0] == "pay" else "Expiry")
        # Literal: the terminal itself makes a signal of this key.
        terminal.keys("C-c")
        assert terminal.wait_end() == 11
    assert payer.statuses() == [] and payer.data("saved", "list") == []


@scenario
def left_registration(world):
    """Ctrl-C in the bank's question rolls a registration back, and the card can be saved later"""
    payer = Payer(world)
    for is_left in (True, False):
        terminal = payer.terminal("saved", "add")
        enter_card(terminal, CODE, name=None)
        terminal.see("Code of the bank:")
        if is_left:
            # Literal: the terminal itself makes a signal of this key.
            terminal.keys("C-c")
            assert terminal.wait_end() == 11
            assert payer.data("saved", "list") == [] and payer.data("pay", "questions") == []
        else:
            enter(terminal, "Code of the bank:", BANKS_CODE)
            terminal.see(r"400000\*\*\*\*\*\*1109 +Visa +09/39")
            assert terminal.wait_end() == 0
    assert len(payer.data("saved", "list")) == 1


@scenario
def killed_between_the_steps(world):
    """After kill -9 between the steps no card is saved, and it can be saved afterwards"""
    payer = Payer(world)
    terminal = Terminal(world, [world.binary, "saved", "add", *payer.options])
    enter_card(terminal, CODE, name=None)
    terminal.see("Code of the bank:")
    terminal.signal(signal.SIGKILL)
    assert terminal.wait_end() == -signal.SIGKILL
    assert payer.data("saved", "list") == []
    # The bank was answered, but the card was not processed.
    waiting = payer.data("pay", "questions")
    assert len(waiting) == 1
    answer = os.path.join(world.folder, "answer")
    with open(os.open(answer, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
        file.write(BANKS_CODE + "\n")
    payer.run("pay", "confirm", "--answer-file", answer)
    assert payer.data("saved", "list") == []
    terminal = payer.terminal("saved", "add")
    enter_card(terminal, CODE, name=None)
    enter(terminal, "Code of the bank:", BANKS_CODE)
    terminal.see(r"400000\*\*\*\*\*\*1109")
    assert terminal.wait_end() == 0
    # The one that was left can be finished: it is the same card.
    payer.run("saved", "resume", waiting[0]["id"])
    assert len(payer.data("saved", "list")) == 1


def to_step(wallet, number, kind, step):
    """The screen, up to a step: the form, the bank's question, the end."""
    screen, command, name = {
        "pay": ("screen.payments", "payment.new", ["Tab", *"ANA"]),
        "save": ("screen.saved", "saved.add", [])}[kind]
    wallet.run(screen, command)
    wallet.see("Valid until")
    wallet.keys(*number, "Tab", *"0939", "Tab", *"123", *name)
    wallet.see(number[-4:], "•••")
    if step == "form":
        return
    # Literal: forms have keys of their own.
    wallet.keys("C-s")
    wallet.see("Enter the code")
    if step == "question":
        return
    wallet.type(BANKS_CODE)
    wallet.keys("Enter")
    wallet.see_not("Enter the code")
    wallet.see("● Ready" if kind == "pay" else r"400000\*{6}1109")
    if step == "charged":
        wallet.run("payment.charge")
        wallet.see("Enter pay")
        wallet.keys("Enter")
        wallet.see("✓ Used")


@scenarios(
    ("pay", "form", [], 0, 0), ("pay", "question", ["INITIATED"], 1, 0),
    ("pay", "ready", ["PAYABLE"], 0, 0), ("pay", "charged", ["COMPLETED"], 0, 0),
    ("save", "form", [], 0, 0), ("save", "question", [], 1, 0), ("save", "saved", [], 0, 1))
def hung_up(world, kind, step, handles, questions, saved):
    """A terminal that is closed in a step leaves that step, which can be gone on with"""
    payer = Payer(world)
    vault, passphrase = payer.options[1], payer.options[3]
    wallet = Wallet(world, "--passphrase-file", passphrase, vault=vault).ready()
    to_step(wallet, CODE, kind, step)
    wallet.signal(signal.SIGHUP)
    assert wallet.wait_end() == -signal.SIGHUP

    def counts():
        return (payer.statuses(), len(payer.data("pay", "questions")),
                len(payer.data("saved", "list")))
    assert counts() == (handles, questions, saved), counts()
    if questions:
        answer = os.path.join(world.folder, "answer")
        with open(os.open(answer, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(BANKS_CODE + "\n")
        waiting = payer.data("pay", "questions")[0]["id"]
        payer.run("pay", "confirm", "--answer-file", answer)
        if kind == "save":
            assert counts() == (handles, 0, 0), counts()
            payer.run("saved", "resume", waiting)
    elif step == "form":
        # Control: the same steps once more, to their end.
        wallet = Wallet(world, "--passphrase-file", passphrase, vault=vault).ready()
        to_step(wallet, CODE, kind, "ready")
        wallet.run("quit")
        wallet.wait_end()
    if step != "charged":
        assert counts() == ((["PAYABLE"], 0, 0) if kind == "pay" else ([], 0, 1)), counts()
    if kind == "pay" and step != "charged":
        handle = payer.data("pay", "list")["paymentHandles"][0]["id"]
        assert payer.data("pay", "use", handle)["status"] == "COMPLETED"
        payer.run("pay", "use", handle, status=5)


@scenarios(("pay", ["PAYABLE", "FAILED"], 0), ("save", [], 1))
def question_closed(world, kind, handles, saved):
    """Whoever closes the bank's question is in the form again, with what was typed, and sends it"""
    payer = Payer(world)
    vault, passphrase = payer.options[1], payer.options[3]
    wallet = Wallet(world, "--passphrase-file", passphrase, vault=vault).ready()
    to_step(wallet, CODE, kind, "question")
    wallet.keys("Escape")
    wallet.see("Valid until", CODE[-4:], "09 / 39", "•••")
    # Literal: forms have keys of their own.
    wallet.keys("C-s")
    wallet.see("Enter the code")
    wallet.type(BANKS_CODE)
    wallet.keys("Enter")
    wallet.see_not("Enter the code")
    wallet.see("● Ready" if kind == "pay" else r"400000\*{6}1109")
    assert payer.statuses() == handles and payer.data("pay", "questions") == []
    assert len(payer.data("saved", "list")) == saved


@scenario
def a_token_in_sight(world):
    """The token is on the terminal until a key is pressed"""
    payer = Payer(world)
    terminal = payer.pay()
    enter_card(terminal, FRICTIONLESS)
    terminal.see("Payment +ready to pay")
    handle = payer.data("pay", "list")["paymentHandles"][0]["id"]
    token = payer.data("pay", "token", handle)["paymentHandleToken"]
    shown = payer.terminal("pay", "token", handle)
    shown.see(re.escape(token), "Hides in")
    shown.keys("x")
    shown.see("Hidden.")
    assert not shown.screen().find(re.escape(token[-20:])), "the token is still there"
    assert shown.wait_end() == 0


@scenario
def on_a_server(world):
    """On a server the bank has a page, and a consent in one terminal is seen in the other"""
    server = Server(world)
    options = server.signed_in
    first = Terminal(world, [world.binary, "pay", "create", "24.90", "--at", "zalando", "--render",
                             "html", *options], stays=True)
    enter_card(first, CODE)
    first.see(re.escape(f"Open {server.url}/threedsecure/v2/challenges/"), "Waiting…")
    first.keys("Enter")
    enter(first, "Code of the bank:", BANKS_CODE)
    first.see("Payment +ready to pay")
    assert first.wait_end() == 0
    cards = json.loads(command(world, "cards", "--json", *options))["data"]["cards"]
    card = next(card["cardId"] for card in cards if card.get("alias") == "Everyday")
    first = Terminal(world, [world.binary, "pay", "create", "5", "--at", "zalando", "--card", card,
                             *options], stays=True)
    first.see("Waiting…")
    second = Terminal(world, [world.binary, "pay", "confirm", "--method", "sms", *options],
                      stays=True)
    second.see(r"Code \(r sends a new one\):")
    phone = json.loads(command(world, "phone", "--json", *options))["data"]
    second.type(phone[0]["code"])
    second.keys("Enter")
    second.see("COMPLETED")
    first.see("Payment +ready to pay")
    assert first.wait_end() == 0
    terminal = Terminal(world, [world.binary, "saved", "add", *options], stays=True)
    enter_card(terminal, CODE, name=None)
    enter(terminal, "Code of the bank:", BANKS_CODE)
    terminal.see(r"400000\*\*\*\*\*\*1109 +Visa")
    assert terminal.wait_end() == 0


@scenario
def no_answer_from_the_service(world):
    """A card that gets no handle in time has the payment service's code for it"""
    server = Server(world)
    proxy = Proxy(world, server.url)
    proxy.fault("hold request", rb"^POST \S*/simulator/paymenthandles")
    terminal = Terminal(world, [world.binary, "pay", "create", "5", "--at", "zalando",
                                *server.through(proxy)], stays=True)
    enter_card(terminal, FRICTIONLESS)
    terminal.see("9204: Timeout error")
    assert terminal.wait_end() != 0
    check_hidden(terminal, FRICTIONLESS)


@scenario
def in_the_demo(world):
    """The demo shows the bank's code where it is asked"""
    terminal = Terminal(world, [world.binary, "--demo", "pay", "create", "5", "--at", "zalando"],
                        stays=True)
    enter_card(terminal, CODE)
    terminal.see("SIMULATED phone: .* Code 123456 to pay 5.00 EUR at Zalando with card ··1109")
    enter(terminal, "Code of the bank:", BANKS_CODE)
    terminal.see("Payment +ready to pay")
    assert terminal.wait_end() == 0


@scenario
def scanned(world):
    """A text of a card fills in number and expiry; what is said to be wrong is asked by hand"""
    payer = Payer(world)
    path = os.path.join(world.folder, "card.txt")
    with open(path, "w") as file:
        file.write(f"VISA\n{FRICTIONLESS[:4]} {FRICTIONLESS[4:8]} {FRICTIONLESS[8:12]} "
                   f"{FRICTIONLESS[12:]}\nVALID THRU 09/39\n")
    terminal = payer.terminal("saved", "add", "--scan", path)
    enter(terminal, r"Read ··1000, 09/39\. Right\? \(y/n\):", "n")
    enter_card(terminal, FRICTIONLESS, name=None)
    terminal.see(r"\*{6}1000")
    check_hidden(terminal, FRICTIONLESS)
    terminal = payer.terminal("saved", "add", "--scan", path)
    enter(terminal, r"Read ··1000, 09/39\. Right\? \(y/n\):", "y")
    enter(terminal, "CVV:", "123")
    terminal.see(r"\*{6}1000")
    # Control: there is no terminal.
    payer.run("saved", "add", "--scan", path, status=2)


def card_text(world, number):
    path = os.path.join(world.folder, "card.txt")
    with open(path, "w") as file:
        file.write(f"VISA\n{number}\nVALID THRU 09/39\n")
    return path


@scenario(core=True)
def scanned_on_screen(world):
    """The form reads a card from a file after a key, and the card is saved with the typed CVV"""
    path = card_text(world, FRICTIONLESS)
    wallet = Wallet(world).ready()
    wallet.run("screen.saved", "saved.add")
    wallet.see("Save a card", "Card number")
    # Literal: a key of the form, which is no command.
    wallet.keys("C-p")
    wallet.see("From a picture or a text")
    wallet.type(path + ".missing")
    wallet.keys("Enter")
    wallet.see("This file can't be scanned")
    wallet.keys("C-u")
    wallet.type(path)
    wallet.keys("Enter")
    wallet.see("From the file: compare it", r"09 / 39", "Card number")
    wallet.type("123")
    # Literal: a key of the form, which is no command.
    wallet.keys("C-s")
    wallet.see("Visa ··1000")
    wallet.see_not("Save a card ━")


@scenario(core=True)
def picked_expiry(world):
    """A month is picked from the list, and the payment is ready"""
    wallet = Wallet(world).ready()
    wallet.run("screen.payments", "payment.new")
    wallet.see("New payment", "Café Lumière|Zalando|Billa")
    wallet.type(FRICTIONLESS)
    wallet.keys("Tab")
    wallet.see(r"\^Y list")
    # Literal: a key of the form, which is no command.
    wallet.keys("C-y")
    wallet.see("▸ Valid until", r"\d of \d{3}")
    wallet.type("sep")
    wallet.see("September 20")
    wallet.type("tember 2039")
    wallet.see(r"1 of 1\b", "September 2039")
    wallet.keys("Enter")
    wallet.see("09 / 39")
    wallet.type("123")
    wallet.keys("Tab")
    wallet.type("Ana Petrova")
    # Literal: a key of the form, which is no command.
    wallet.keys("C-s")
    wallet.see("● Ready|is ready for the shop")
