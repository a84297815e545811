"""The configuration file: settings, mistakes and profiles on screen."""

import os

from harness.runner import scenario
from harness.server import RemoteWallet, Server
from harness.terminal import Terminal
from harness.wallet import PASSPHRASE, Wallet, new_vault


def configure(world, text):
    """Writes walletui's configuration file."""
    folder = os.path.join(world.folder, ".config/walletui")
    os.makedirs(folder)
    with open(os.path.join(folder, "config.yaml"), "w") as file:
        file.write(text)


@scenario(core=True)
def mistakes_are_messages(world):
    """A mistake is a message, the other settings apply, and an option overrides them"""
    configure(world, "ascii: yes\ntheem: dark\nreveal-seconds: 3\n")
    wallet = Wallet(world).ready()
    # Where lines end depends on how long the folder's name is.
    wallet.see(r"config\.yaml:2:1:", r"setting +\"theem\"", r"\+= > Cards")
    wallet.run("messages")
    wallet.see("Messages", r"config.yaml:2:1")
    wallet.escape("Messages")
    wallet.run("quit")
    other = Wallet(world, "--no-ascii").ready()
    other.see("▸ Cards")
    other.run("quit")


@scenario
def profiles_open_a_wallet(world):
    """The default profile is opened without an option; one with a mistake is not"""
    server = Server(world)
    options = dict(zip(server.rest[1::2], server.rest[2::2]))
    configure(world, f"""
default-profile: work
profiles:
  work:
    server: "{server.url}"
    insecure-loopback: yes
    login: {server.user}
    password-file: {server.password_file[1]}
    client-secret-file: {options["--client-secret-file"]}
  broken: {{server: "{server.url}", pni: x}}
""")
    wallet = RemoteWallet(world).ready()
    wallet.see(f"{server.user} at http")
    wallet.run("quit")
    broken = RemoteWallet(world, "--profile", "broken", stays=True)
    broken.see(r"config.yaml:10:\d+: no key \"pni\"", "exit 14")


def configuration(world):
    with open(os.path.join(world.folder, ".config/walletui/config.yaml")) as file:
        return file.read()


@scenario(core=True)
def settings_are_written(world):
    """A setting that is changed on screen is in the file at once, comments stay, and z takes it back"""
    text = "# mine\nmouse: no   # for tmux\n\nreveal-seconds: 20\n"
    configure(world, text)
    wallet = Wallet(world).ready()
    wallet.run("settings")
    wallet.see("Settings", "What it writes", "# for tmux")
    # Literal: finds a setting, and changes it.
    wallet.keys("/")
    wallet.type("mouse")
    wallet.keys("Enter", "Enter")
    wallet.see("Written: mouse: yes", "z undo", r"\+ mouse: yes", r"- mouse: no")
    assert configuration(world) == text.replace("mouse: no", "mouse: yes")
    # Literal: undo, which is a key of the settings, too.
    wallet.keys("z")
    wallet.see("Taken back")
    assert configuration(world) == text
    wallet.escape("What it writes")
    wallet.run("quit")


@scenario
def copying_is_switched_on(world):
    """Where copying is missed the settings switch it on, and it works at once"""
    wallet = Wallet(world).ready()
    wallet.reveal()
    wallet.run("reveal.copy")
    wallet.see("Copying numbers is off", ", opens Settings")
    wallet.run("settings")
    wallet.see("What it writes", "There is no file yet")
    # Literal: finds a setting, and changes it.
    wallet.keys("/")
    wallet.type("copy card")
    wallet.keys("Enter", "Enter")
    wallet.see(r"Written: copy: pan", r"\+ copy: \[pan\]")
    assert configuration(world).endswith("\ncopy: [pan]\n")
    wallet.escape("What it writes")
    wallet.run("quit")


@scenario(core=True)
def profiles_at_the_first_start(world):
    """The start screen offers the profiles; one of a file asks for its passphrase"""
    vault, _ = new_vault(world)
    configure(world, f"profiles:\n  mine: {{vault: {vault}}}\n  broken: {{vualt: x}}\n")
    start = Terminal(world, [world.binary], (120, 40))
    start.see("Open a wallet from my settings", "mine, broken")
    start.keys("Enter")
    start.see("Wallets in your settings", "On this computer", "broken +.*config.yaml:3")
    start.keys("Enter")
    start.see("Passphrase", vault)
    start.type(PASSPHRASE)
    start.keys("C-s")
    start.see("1 of 6")
