"""Cards at a card issuer of our own: setting up, the header, what it cannot do, codes, faults."""

import json
import pathlib
import re
import subprocess
import time

from harness.authenticator import enrolled_vault, reveal, totp
from harness.issuer import AtIssuer, Gateway, Issuer, account
from harness.runner import scenario, scenarios
from harness.server import RemoteWallet, Server
from harness.terminal import DEADLINE
from harness.wallet import PAN, PASSPHRASE, Wallet, command
from scenarios.accessible import Lines
from scenarios.sizes import colours


class Start(Wallet):
    """The screen without a vault."""

    def __init__(self, world, *options, size=(120, 40), word="Look around", **keywords):
        super(Wallet, self).__init__(world, [world.binary, *options], size, **keywords)
        self.see(word)


def connect(wallet, issuer):
    """Fills in the form for an account at Stripe, whose key says that it is of the sandbox."""
    # Literal: keys of a form.
    wallet.keys("Right", "Right", "Tab")
    wallet.see("Stripe Issuing")
    wallet.paste(issuer.secret)
    wallet.keys("Tab")
    wallet.type("work")
    wallet.keys("Tab", "Tab")
    wallet.type(PASSPHRASE)
    wallet.keys("Tab")
    wallet.type(PASSPHRASE)
    wallet.keys("Tab", "Tab")
    wallet.type(issuer.url)
    wallet.keys("Enter")


def unseen(issuer, wallet):
    """Neither the key nor the passphrase was shown."""
    shown = wallet.history() + wallet.screen().text
    assert issuer.secret not in shown and PASSPHRASE not in shown


@scenarios(((120, 40),), ((40, 15),))
def connecting(world, size):
    """A card issuer is connected from the start screen: key tested, vault made, cards shown"""
    issuer = Issuer(world, "stripe", cards=2)
    wallet = Start(world, size=size)
    # Literal: the start screen has its own keys.
    wallet.keys("4")
    wallet.see("Connect a card issuer")
    connect(wallet, issuer)
    wallet.see("Stripe", "1 of 2", deadline=5 * DEADLINE)
    unseen(issuer, wallet)
    wallet.run("card.pin")
    wallet.see("Stripe never shows a PIN")
    wallet.run("card.lock")
    wallet.see("virtual locked")
    wallet.run("card.unlock")
    wallet.see("unlocked")


@scenarios(((80, 24),), ((40, 15),))
def connecting_in_german(world, size):
    """A card issuer is connected in German, and what it cannot do is said in German"""
    issuer = Issuer(world, "stripe", sample=True)
    wallet = Start(world, "--lang", "de", size=size, word="Umsehen")
    # Literal: the start screen has its own keys.
    wallet.keys("4")
    wallet.see("Kartenherausgeber")
    connect(wallet, issuer)
    wallet.see("Stripe", "1 von 3", deadline=5 * DEADLINE)
    unseen(issuer, wallet)
    wallet.run("card.pin")
    wallet.see("Stripe zeigt nie eine PIN")
    changes_travel(issuer, wallet, "entsperrt", "gesperrt")


def changes_travel(issuer, wallet, unlocked, locked):
    """Unlocks and locks the newest card, which is the first at Stripe and is locked."""
    wallet.run("card.unlock")
    wallet.see(f"Travel {unlocked}")
    assert issuer.cards[-1]["status"] == "active"
    wallet.run("card.lock")
    wallet.see(f"Travel {locked}", f"■ {locked.title()}")
    assert issuer.cards[-1]["status"] == "inactive"


@scenario
def connecting_line_by_line(world):
    """Line by line: a card issuer is connected, and a card there is locked and unlocked"""
    issuer = Issuer(world, "lithic", sample=True)
    wallet = Lines(world, wallet=())
    wallet.hear(r"4\. Connect a card issuer")
    wallet.say("4", "Connect a card issuer", r"^Issuer: 1\. Lithic \*; 2\. Privacy")
    wallet.say("1", "^Key.*:$")
    wallet.say(issuer.secret, "^Name.*:$")
    wallet.say("work", r"^Sandbox: 1\. yes")
    wallet.say("1", r"^Read-only: 1\. yes; 2\. no")
    wallet.say("2", "^Passphrase.*:$")
    wallet.say(PASSPHRASE, "^Repeat it:$")
    wallet.say(PASSPHRASE, "^File:$")
    wallet.say("", "^Server.*:$")
    wallet.say(issuer.url, "Lithic accepts the sandbox key", r"1\. Everyday.*Active.*, selected")
    assert issuer.secret not in wallet.transcript() and PASSPHRASE not in wallet.transcript()
    locks_and_unlocks(issuer, wallet)


def details(issuer):
    """Number and CVV of the first card at Lithic."""
    return issuer.cards[0]["pan"], issuer.cards[0]["cvv"]


def locks_and_unlocks(issuer, wallet):
    wallet.run("card.lock", "Everyday locked, z undo", r"1\. Everyday.*Locked", ">$")
    assert issuer.cards[0]["state"] == "PAUSED"
    wallet.run("card.unlock", "Everyday unlocked", r"1\. Everyday.*Active", ">$")
    assert issuer.cards[0]["state"] == "OPEN"
    wallet.run("card.pin", "Lithic never shows a PIN")
    wallet.say("Open", "^l Lock card", "^p Show PIN, Lithic never shows a PIN")


@scenario
def an_account_line_by_line(world):
    """Line by line: the cards of an account are listed, locked, unlocked, and revealed by a code"""
    vault, passphrase, app = enrolled_vault(world)
    issuer = Issuer(world, "lithic", sample=True)
    issuer.add(world, "work", vault, passphrase)
    wallet = Lines(world, wallet=("--issuer", "work", "--vault", vault,
                                  "--passphrase-file", passphrase))
    wallet.hear("Lithic", r"1\. Everyday.*, selected", r"3\. Travel.*Locked", ">$")
    locks_and_unlocks(issuer, wallet)
    wallet.say(".", r"1\. Everyday")
    wallet.run("card.reveal", "Show card details", r"\d\. Authenticator app")
    way = re.search(r"(\d)\. Authenticator app", wallet.transcript()[wallet.mark:])[1]
    wallet.say(way, "Code:$")
    wallet.say(totp(app, 1), r"Number: \*{4} \*{4}", r"CVV: \*{3}")
    shown = wallet.show(r"Number \d{4} \d{4} \d{4} \d{4}", r"CVV \d{3}")
    number, cvv = re.search(r"Number ([\d ]+)", shown)[1], re.search(r"CVV (\d{3})", shown)[1]
    assert (number.replace(" ", ""), cvv) == details(issuer)


@scenario
def faults_line_by_line(world):
    """Line by line: a pause that the issuer wants is made, and a revoked key is read out"""
    issuer, vault, passphrase = account(world, "lithic")
    wallet = Lines(world, wallet=("--issuer", "work", "--vault", vault,
                                  "--passphrase-file", passphrase))
    wallet.hear(r"1\. Everyday.*, selected", ">$")
    issuer.fault("refuse", status=429, headers={"Retry-After": "2"}, method="PATCH", times=1)
    wallet.run("card.lock", "Everyday locked, z undo", ">$")
    assert issuer.cards[0]["state"] == "PAUSED"
    issuer.revoke()
    wallet.run("card.unlock", "Lithic doesn.t accept the key", ">$")
    assert issuer.cards[0]["state"] == "PAUSED" and issuer.secret not in wallet.transcript()


@scenario
def monochrome(world):
    """Without colours a card of an issuer is locked and unlocked, and refusals have their reason"""
    issuer, vault, passphrase = account(world, "stripe")
    wallet = AtIssuer(world, vault, passphrase, "--colours", "mono", term="vt100").ready(3)
    assert not colours(wallet.see("Stripe Issuing")), "there are colours"
    changes_travel(issuer, wallet, "unlocked", "locked")
    wallet.run("palette")
    wallet.type("Show PIN")
    wallet.see("Stripe never shows a PIN")
    assert not colours(wallet.screen()), "there are colours"


@scenario
def codes_of_an_issuer(world):
    """Number and CVV of a card at an issuer are shown after a code of the authenticator app"""
    vault, passphrase, app = enrolled_vault(world)
    issuer = Issuer(world, "lithic", 1)
    issuer.add(world, "work", vault, passphrase)
    wallet = AtIssuer(world, vault, passphrase).ready(1)
    wallet.see("Lithic sandbox")
    assert reveal(wallet, app) == details(issuer)
    wallet.run("back")
    wallet.see_not(PAN)


@scenarios(((120, 40),), ((40, 15),))
def the_passphrase_confirms(world, size):
    """At an issuer the passphrase confirms until there is an authenticator app"""
    issuer, vault, passphrase = account(world, "lithic")
    wallet = AtIssuer(world, vault, passphrase, size=size).ready(3)
    wallet.run("card.reveal")
    wallet.see("Passphrase")
    wallet.type("wrong horse")
    wallet.keys("Enter")
    wallet.see("4 tries left", deadline=5 * DEADLINE)
    wallet.type(PASSPHRASE)
    wallet.keys("Enter")
    wallet.see(PAN, deadline=5 * DEADLINE)
    assert PASSPHRASE not in wallet.history()
    wallet.run("back")
    wallet.see_not(PAN)


@scenario
def the_passphrase_confirms_commands(world):
    """`card reveal` at an issuer takes the passphrase; a wrong one shows nothing"""
    issuer, vault, passphrase = account(world, "lithic")
    card = issuer.cards[0]
    wrong = Server.write(world, "wrong", "wrong horse")
    options = ("--issuer", "work", "--vault", vault, "--passphrase-file", passphrase, "--json")
    shown = command(
        world, "card", "reveal", card["token"], *options, "--code-file", passphrase,
        deadline=5 * DEADLINE)
    assert json.loads(shown)["data"]["pan"] == card["pan"], list(json.loads(shown)["data"])
    refused = command(
        world, "card", "reveal", card["token"], *options, "--code-file", wrong, status=7,
        deadline=5 * DEADLINE)
    assert card["pan"] not in refused


@scenario
def too_many_requests(world):
    """An issuer that wants a pause while it lists: the list waits as long, and then it is complete"""
    issuer, vault, passphrase = account(world, "lithic")
    before = issuer.requests("GET", "/v1/cards")
    issuer.fault("refuse", status=429, headers={"Retry-After": "3"}, path="/v1/cards", times=1)
    begun = time.monotonic()
    wallet = AtIssuer(world, vault, passphrase).ready(3)
    assert time.monotonic() - begun >= 3, "it did not wait"
    assert issuer.requests("GET", "/v1/cards") >= before + 2, "there was no refusal"
    wallet.run("card.lock")
    wallet.see("Everyday locked")


@scenario
def too_many_requests_for_long(world):
    """An issuer that refuses each request with 429 is named on the screen until it answers again"""
    issuer, vault, passphrase = account(world, "lithic")
    wallet = AtIssuer(world, vault, passphrase).ready(3)
    issuer.fault("refuse", status=429, headers={"Retry-After": "2"})
    wallet.run("card.lock")
    wallet.see("[Tt]oo many requests", deadline=3 * DEADLINE)
    assert issuer.cards[0]["state"] == "OPEN"
    issuer.mend()
    wallet.run("card.lock")
    wallet.see("Everyday locked", deadline=3 * DEADLINE)


@scenario
def a_revoked_key(world):
    """A key that was revoked while the screen is open is told plainly, and is not shown"""
    issuer, vault, passphrase = account(world, "lithic")
    wallet = AtIssuer(world, vault, passphrase).ready(3)
    issuer.revoke()
    wallet.run("card.lock")
    wallet.see("Lithic doesn.t accept the key")
    wallet.run("messages")
    wallet.see("▸ Messages", "Lithic doesn.t accept the key", "Make a new key at")
    unseen(issuer, wallet)
    wallet.escape("▸ Messages")
    wallet.see("● Active")
    assert issuer.cards[0]["state"] == "OPEN"


@scenario
def a_revoked_key_is_noticed(world):
    """A key that was revoked is told without a key of the keyboard, by the next look for news"""
    issuer, vault, passphrase = account(world, "lithic")
    wallet = AtIssuer(world, vault, passphrase).ready(3)
    # Everything that the screen shows was read.
    wallet.see("No payments yet", "Currency")
    issuer.revoke()
    wallet.see("doesn.t accept the key", deadline=2 * DEADLINE)
    # Nobody signs in at an issuer.
    wallet.see_not("signs in")
    unseen(issuer, wallet)


# Gateways.


def gateway(world, kind):
    """A gateway in front of an issuer with three cards, and the key of the vault's authenticator."""
    vault, passphrase, app = enrolled_vault(world)
    issuer = Issuer(world, kind, sample=True)
    issuer.add(world, "work", vault, passphrase)
    return Gateway(world, issuer, vault, passphrase), app


@scenario
def a_gateway(world):
    """A gateway serves an issuer's cards: listed, locked, unlocked, and revealed by a code"""
    server, app = gateway(world, "lithic")
    issuer = server.issuer
    wallet = RemoteWallet(world, *server.options)
    wallet.see("Enter your password to sign in", "ana at http")
    wallet.type(server.password)
    wallet.keys("Enter")
    wallet.ready(3)
    wallet.run("card.lock")
    wallet.see("Everyday locked", "■ LOCKED")
    assert issuer.cards[0]["state"] == "PAUSED"
    wallet.run("card.unlock")
    wallet.see("Everyday unlocked")
    assert issuer.cards[0]["state"] == "OPEN"
    assert reveal(wallet, app) == details(issuer)
    wallet.escape(PAN)
    unseen(issuer, wallet)
    wallet.run("quit")


@scenario
def a_gateway_without_its_key(world):
    """A gateway whose key was revoked says whom to ask, and its client stays signed in"""
    server, _ = gateway(world, "lithic")
    wallet = RemoteWallet(world, *server.signed_in).ready(3)
    server.issuer.revoke()
    wallet.run("card.lock")
    wallet.see("Lithic doesn.t accept the key")
    wallet.run("messages")
    wallet.see("▸ Messages", "Ask who runs the server")
    wallet.escape("▸ Messages")
    wallet.see_not("signed out")
    unseen(server.issuer, wallet)
    wallet.run("quit")


@scenarios(("lithic", "state", "PAUSED"), ("stripe", "status", "inactive"))
def webhooks_of_a_gateway(world, kind, field, locked):
    """A card that changes at the issuer changes on the screen; a wrong signature is refused"""
    server, _ = gateway(world, kind)
    issuer = server.issuer
    # The poller learns nothing of events; its first look, at everything, is over.
    issuer.fault("refuse", status=403, path="/v1/events")
    looks = issuer.requests("GET", "/v1/events")
    wallet = RemoteWallet(world, *server.signed_in).ready(3)
    wallet.wait(lambda _: issuer.requests("GET", "/v1/events") > looks, "the second look for news")
    wallet.see(r"Groceries +● Active")
    issuer.change(1, **{field: locked})
    card = issuer.cards[1]
    path = "/v1/cards/" + card["token"] if kind == "lithic" else "/v1/issuing/cards/" + card["id"]
    before = issuer.requests("GET", path)
    assert server.webhook(card, secret=server.new_webhook_secret()) == 401
    assert issuer.requests("GET", path) == before, "a wrong signature has an effect"
    wallet.see(r"Groceries +● Active")
    assert server.webhook(card) == 204
    wallet.see(r"Groceries +■ Locked")
    assert issuer.requests("GET", path) > before
    wallet.run("quit")


# Pictures.

ROOT = pathlib.Path(__file__).resolve().parents[3]
MONTH = re.compile("January|February|March|April|June|July|August|September|October|November|December")


def words(picture):
    """What a picture says, without what the day decides: numbers, and the names of months."""
    texts = re.findall(r"<(?:text|title)[^>]*>([^<]*)<", picture.read_text())
    return {word for word in re.findall(r"[^\W\d_]{4,}", " ".join(texts)) if not MONTH.match(word)}


@scenario
def pictures(world):
    """The pictures of docs/issuers.md are those of the program, and show no number of a card"""
    made = pathlib.Path(world.folder)
    subprocess.run([ROOT / ".ci/make-issuer-pictures", world.binary, made], check=True)
    committed = sorted((ROOT / "docs/pictures/issuers").glob("*.svg"))
    assert [file.name for file in committed] == sorted(file.name for file in made.glob("*.svg"))
    page = (ROOT / "docs/issuers.md").read_text()
    for file in committed:
        assert f"pictures/issuers/{file.name})" in page, f"{file.name} is not in the page"
        ours, theirs = words(made / file.name), words(file)
        assert ours and ours == theirs, (
            f"{file.name} is another one now, {ours ^ theirs}: `make pictures`, and look at it")
        text = " ".join(re.findall(r">([^<]*)</text>", file.read_text()))
        assert not re.search(PAN, text) and not re.search(r"CVV \d", text), file.name
