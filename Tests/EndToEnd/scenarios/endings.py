"""Ending, suspending and continuing the program, and the locked wallet."""

import os
import shutil
import signal
import subprocess

from harness.processes import await_that
from harness.runner import Skip, scenario, scenarios
from harness.wallet import PASSPHRASE, Shell, Wallet, command, concealed, new_vault, statuses


@scenario(core=True)
def quit(world):
    """q quits with 0 and leaves nothing on the screen"""
    shell = Shell(world)
    shell.run("quit")
    shell.check_shell()
    assert "Everyday" not in shell.history()


@scenario
def escape_never_quits(world):
    """Esc never quits"""
    wallet = Wallet(world).ready()
    for _ in range(5):
        wallet.keys("Escape")
    wallet.run("move.down")
    wallet.see("2 of 6")
    assert wallet.is_alive()


@scenario(core=True)
def suspend(world):
    """Ctrl-Z suspends properly, and fg restores everything concealed"""
    shell = Shell(world)
    shell.reveal()
    shell.run("suspend")
    shell.check_shell()
    assert "Everyday" not in shell.screen().text
    shell.type("fg")
    shell.keys("Enter")
    now = shell.see("1 of 6", "CVV •••", r"\? help")
    assert concealed(now) and now.alternate
    shell.run("move.down")
    shell.see("2 of 6")
    shell.run("quit")
    shell.check_shell()


@scenarios(("TERM", True), ("HUP", True), ("INT", True), ("QUIT", True), ("SEGV", False),
           ("ABRT", False), ("ILL", False), ("BUS", False), core=1)
def signals(world, name, clean):
    """The terminal is restored after a signal while details are visible"""
    shell = Shell(world)
    pan, _ = shell.reveal()
    os.kill(shell.child(), getattr(signal, "SIG" + name))
    shell.check_shell()
    history = shell.history()
    assert pan[4:12] not in "".join(history.split()), "the number is left on the terminal"
    assert clean or "fault" in history or name.title() in history or "llegal" in history \
        or "us error" in history or "Aborted" in history, "the shell was not told of the crash"


@scenario
def killed(world):
    """Acknowledged changes are kept after kill -9, and the vault opens again"""
    vault, passphrase = new_vault(world)
    for title, change, status in [
            ("Everyday", "card.lock", "LOCKED"), ("Groceries", "card.lock", "LOCKED"),
            ("Travel", "card.unlock", "ACTIVE")]:
        wallet = Wallet(world, "--passphrase-file", passphrase, vault=vault).ready()
        wallet.select(title)
        wallet.run(change)
        wallet.see(f"{title} (un)?locked")
        wallet.signal(signal.SIGKILL)
        assert wallet.wait_end() == -signal.SIGKILL
        assert statuses(world, vault, passphrase)[title] == status
    command(world, "vault", "check", "--vault", vault, "--passphrase-file", passphrase)


@scenario
def one_file(world):
    """Changes on screen are in the file itself after the wallet is locked, and after it is quit"""
    vault, passphrase = new_vault(world)
    wallet = Wallet(world, "--passphrase-file", passphrase, vault=vault).ready()
    for title, ending in [("Everyday", "wallet.lock"), ("Groceries", "quit")]:
        wallet.select(title)
        wallet.run("card.lock")
        wallet.see(f"{title} locked")
        wallet.run(ending)
        if ending == "quit":
            assert wallet.wait_end() == 0
        await_that(lambda: not os.path.exists(vault + "-wal"), "the log is gone")
        copy = f"{vault}.{title}"
        shutil.copy(vault, copy)
        assert statuses(world, copy, passphrase)[title] == "LOCKED"
        command(world, "vault", "check", "--vault", copy, "--passphrase-file", passphrase)
        if ending != "quit":
            wallet.see("[Pp]assphrase")
            wallet.type(PASSPHRASE)
            wallet.keys("Enter")
            wallet.ready()


@scenario
def full_disk(world):
    """On a full disk the screen opens read-only with a message, and refuses a change with the reason"""
    folder = os.path.join(world.folder, "full")
    os.mkdir(folder, 0o700)
    mount = ["mount", "-t", "tmpfs", "-o", "size=640k,mode=700", "tmpfs", folder]
    if os.geteuid() != 0 or subprocess.run(mount, stderr=subprocess.DEVNULL).returncode:
        raise Skip("only root mounts a disk to fill")
    world.closers.append(lambda: subprocess.run(["umount", "-l", folder]))
    made, passphrase = new_vault(world)
    vault = os.path.join(folder, "my.vault")
    shutil.copy(made, vault)
    with open(os.path.join(folder, "filler"), "wb", buffering=0) as filler:
        try:
            while filler.write(bytes(4096)):
                pass
        except OSError:
            pass
    wallet = Wallet(world, "--passphrase-file", passphrase, vault=vault).ready()
    wallet.see("disk is full")
    wallet.select("Everyday")
    wallet.run("card.lock")
    wallet.news("lock the wallet and open it again")


@scenario(core=True)
def passphrase(world):
    """A vault asks for its passphrase; a wrong one is refused, the right one opens it"""
    vault, _ = new_vault(world)
    wallet = Wallet(world, vault=vault)
    wallet.see("[Pp]assphrase")
    wallet.type("wrong")
    wallet.keys("Enter")
    wallet.see("Wrong passphrase")
    wallet.type(PASSPHRASE)
    wallet.keys("Enter")
    wallet.ready()


@scenario(core=True)
def lock_wallet(world):
    """Ctrl-L locks the wallet, and only the passphrase opens it"""
    vault, file = new_vault(world)
    wallet = Wallet(world, "--passphrase-file", file, vault=vault).ready()
    wallet.run("wallet.lock")
    wallet.see("[Pp]assphrase")
    assert not wallet.screen().find("4821")
    # What are keys elsewhere are characters here.
    wallet.type("jl")
    wallet.keys("BSpace", "BSpace")
    wallet.type(PASSPHRASE)
    wallet.keys("Enter")
    now = wallet.ready().screen()
    assert now.find(r"Everyday +(··4821 +)?● Active")
