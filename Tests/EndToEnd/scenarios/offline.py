"""The wallet on a server that is unreachable, does not answer, or requires a new sign-in."""

import os
import re
import signal

from harness.processes import DEADLINE
from harness.proxy import Proxy
from harness.runner import scenario
from harness.server import RemoteWallet, Server

from .pending import Book

LOCKED = r"Everyday +(··4821 +)?■ Locked"
ACTIVE = r"Everyday +(··4821 +)?● Active"
PENDING = r"Everyday +◔ Pending"
NEWS = rb"^GET \S*/events"


def begin(world, fault="pass", what=rb"^$", options=()):
    server = Server(world)
    proxy = Proxy(world, server.url)
    proxy.fault(fault, what)
    wallet = RemoteWallet(world, *server.through(proxy), *options).ready()
    wallet.see(ACTIVE)
    return server, proxy, wallet


def lock_elsewhere(world, server):
    """Another client locks the selected card."""
    other = RemoteWallet(world, *server.signed_in).ready()
    other.run("card.lock")
    other.see(LOCKED, "Everyday locked")
    other.run("quit")
    other.wait_end()


@scenario(core=True)
def offline_and_back(world):
    """Without its server the wallet shows its last state with the time, changes nothing, and reconnects"""
    server, proxy, wallet = begin(world)
    # Everything that is looked at without the server has been read.
    wallet.run("screen.activity")
    wallet.see("By category", r"Lidl Sofia .*card locked")
    wallet.run("screen.cards", "move.down")
    wallet.see("─ Groceries ─", r"Bread & Butter .*pending")
    wallet.run("move.first")
    wallet.see("─ Everyday ─", ACTIVE)
    proxy.down()
    wallet.see(r"offline since \d\d:\d\d", ACTIVE)
    # What was read before stays: the payments, and the card.
    wallet.run("screen.activity")
    wallet.see("By category", r"Lidl Sofia .*card locked", r"offline since \d\d:\d\d")
    wallet.run("screen.cards", "move.down")
    wallet.see("─ Groceries ─", r"Bread & Butter .*pending", "Lock card · offline")
    wallet.run("move.first", "card.lock")
    wallet.see(r"[Cc]an't reach the server \(since \d\d:\d\d\)")
    wallet.see(ACTIVE)
    wallet.run("move.down", "card.reveal")
    wallet.see(r"[Cc]an't (be reached|reach)")
    # After so many failures the circuit breaker is open. It closes when the server is back.
    wallet.run("wallet.reload", "wallet.reload", "wallet.reload")
    lock_elsewhere(world, server)
    proxy.up()
    wallet.see("Everyday is now locked", LOCKED)
    wallet.see_not("offline since")
    wallet.news("The server is back", "Everyday is now locked · changed elsewhere")
    wallet.run("move.first", "card.unlock")
    wallet.see(ACTIVE, "Everyday unlocked")
    wallet.run("quit")
    assert wallet.wait_end() == 0


@scenario
def news_late(world):
    """Without a stream of news the wallet says that they are late, and is not offline: Ctrl-R reads what is new"""
    server, _, wallet = begin(world, "busy", NEWS)
    wallet.see("news late", ACTIVE)
    lock_elsewhere(world, server)
    wallet.run("wallet.reload")
    wallet.see("news late", "Everyday is now locked", LOCKED)
    wallet.run("move.first", "card.unlock")
    wallet.see(ACTIVE, "Everyday unlocked")
    wallet.run("quit")
    assert wallet.wait_end() == 0


@scenario(core=True)
def a_lost_answer_is_pending(world):
    """A lock whose answer is lost is pending, never Locked; after kill and restart it is settled"""
    server, proxy, wallet = begin(world)
    proxy.fault("hold answer")
    wallet.run("card.lock")
    wallet.see("Locking", "Esc cancel")
    assert proxy.met.wait(DEADLINE)
    proxy.fault("hold request", rb"^\S+ \S*/(changes|events)")
    wallet.keys("Escape")
    wallet.see(PENDING, "Everyday: lock pending")
    now = wallet.screen()
    assert not now.find(LOCKED) and not now.find("LOCKED"), "it is not known to be locked"
    wallet.run("card.unlock")
    wallet.see("[Ll]ock pending since")
    assert len(Book(world).wait(1)) == 1
    os.kill(wallet.pid, signal.SIGKILL)
    wallet.wait_end()

    again = RemoteWallet(world, *server.through(proxy)).ready()
    now = again.see(PENDING)
    proxy.fault("pass")
    proxy.down()
    proxy.up()
    again.see(LOCKED, "lock was done")
    Book(world).wait(0)
    again.run("quit")


@scenario
def a_lock_that_never_arrived(world):
    """A lock that did not reach the server is reported as not done, and can be repeated"""
    _, proxy, wallet = begin(world)
    proxy.fault("hold request")
    wallet.run("card.lock")
    wallet.see("Locking", "Esc cancel")
    assert proxy.met.wait(DEADLINE)
    proxy.fault("pass")
    wallet.keys("Escape")
    wallet.see("lock wasn't done", ACTIVE)
    wallet.run("card.lock")
    wallet.see(LOCKED)
    wallet.run("quit")


@scenario
def a_payment_without_an_answer(world):
    """A cancelled payment that was sent may have been made: nothing can send it again"""
    _, proxy, wallet = begin(world)
    proxy.fault("hold answer", rb"^POST \S*/simulator/")
    wallet.run("shop.pay")
    wallet.see("Pay with Everyday", "Enter next")
    wallet.keys("Enter")
    wallet.type("7")
    wallet.keys("Enter")
    wallet.see("Esc cancel")
    assert proxy.met.wait(DEADLINE)
    proxy.fault("pass")
    wallet.keys("Escape")
    wallet.see("The payment may have gone through", r"Café Lumière .*◔ pending +−€7\.00")
    wallet.see_not("Pay with Everyday")
    wallet.news("The payment may have gone through", r"check Activity \(5\) before you", "pay again")
    wallet.run("open", "screen.activity")
    once = r"Café Lumière +Everyday +−€7\.00 +◔ pending"
    now = wallet.see("By category", once)
    assert len(re.findall(once, now.text)) == 1, "paid twice"
    wallet.run("quit")


@scenario
def escape_gives_up(world):
    """Esc cancels every wait, and everything works afterwards"""
    server = Server(world)
    proxy = Proxy(world, server.url)
    proxy.fault("hold request", rb"^POST \S*/auth/brands/")
    options = [word for word in server.through(proxy) if word not in server.password_file]
    wallet = RemoteWallet(world, *options)
    wallet.see("Enter your password to sign in")

    # Signing in.
    wallet.type(server.password)
    wallet.keys("Enter")
    wallet.see("Signing in", "Esc cancel")
    wallet.keys("Escape")
    wallet.see("Enter sign in")
    proxy.fault("hold request", rb"^GET \S*/profile/prepaid/cards\?")
    wallet.keys("Enter")
    # Reading the cards.
    wallet.see("Reading cards", "Esc cancel")
    wallet.keys("Escape")
    wallet.see("Reading stopped", "Not loaded yet")
    proxy.fault("pass")
    wallet.run("wallet.reload")
    wallet.see(ACTIVE)

    # A reveal, a code that is sent, and one that is checked.
    proxy.fault("hold request", rb"^GET \S*/details")
    wallet.run("card.reveal")
    wallet.see("Show card details", "Esc cancel")
    wallet.keys("Escape")
    wallet.see("Show card details stopped")
    proxy.fault("hold request", rb"^POST \S*/challenges")
    wallet.run("card.reveal")
    wallet.see("Enter send code")
    wallet.keys("Enter")
    wallet.see("Sending a code", "Esc cancel")
    wallet.keys("Escape")
    wallet.see("Enter send code")
    proxy.fault("pass")
    wallet.keys("Enter")
    wallet.see("Expires in")
    proxy.fault("hold request", rb"^POST \S*/attempts")
    wallet.type_code("000000")
    wallet.see("Checking the code", "Esc cancel")
    wallet.keys("Escape")
    wallet.see("Enter send code")
    wallet.keys("Escape")
    wallet.see_not("Enter send code")
    wallet.run("quit")
    assert wallet.wait_end() == 0


@scenario(core=True)
def the_password_again(world):
    """When the sign-in has ended, the password is asked for, and the request is then carried out"""
    server, proxy, wallet = begin(world, "pass", NEWS)
    proxy.fault("refuse")
    wallet.run("card.lock")
    wallet.see("Sign in again", "You've been signed out")
    wallet.keys("Escape")
    wallet.see("signed out · .R signs in", ACTIVE)
    wallet.run("card.lock")
    wallet.see("Enter sign in +Esc back")
    wallet.type("wrong")
    wallet.keys("Enter")
    wallet.see("Wrong name or password")
    wallet.type(server.password)
    proxy.fault("pass")
    wallet.keys("Enter")
    wallet.see(LOCKED, "Everyday locked")
    wallet.see_not("signed out", "Sign in again")
    wallet.run("quit")


@scenario
def both_versions(world):
    """A change of a card that has changed meanwhile is refused, with both versions in words"""
    # The event stream is not available during this time.
    server, _, wallet = begin(world, "hold answer", NEWS, ["--answer-seconds", "60"])
    lock_elsewhere(world, server)
    wallet.run("card.lock")
    wallet.see("Everyday was changed elsewhere", LOCKED)
    wallet.news(r"you saw Active \(version \d+\), now",
                r"it's Locked \(version \d+\); nothing was overwritten")
    wallet.run("quit")


@scenario(core=True)
def asks_for_the_name(world):
    """Without --login the screen asks for the name"""
    server = Server(world)
    words = [word for word in server.options if word not in ("--login", server.user)]
    wallet = RemoteWallet(world, *words)
    wallet.see("Enter your name and password", "Enter next")
    wallet.type(server.user)
    wallet.keys("Enter")
    wallet.type(server.password)
    wallet.keys("Enter")
    wallet.ready()
    wallet.see(f"{server.user} at http")
    wallet.run("quit")
