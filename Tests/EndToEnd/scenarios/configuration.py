"""The configuration file: settings, mistakes and profiles on screen."""

import os

from harness.runner import scenario
from harness.server import RemoteWallet, Server
from harness.wallet import Wallet


def configure(world, text):
    """Writes walletui's configuration file."""
    folder = os.path.join(world.folder, ".config/walletui")
    os.makedirs(folder)
    with open(os.path.join(folder, "config.yaml"), "w") as file:
        file.write(text)


@scenario
def mistakes_are_messages(world):
    """A mistake is a message, the other settings apply, and an option overrides them"""
    configure(world, "ascii: yes\ntheem: dark\nreveal-seconds: 3\n")
    wallet = Wallet(world).ready()
    # Where lines end depends on how long the folder's name is.
    wallet.see(r"config\.yaml:2:1:", r"setting +\"theem\"", r"\+- Cards")
    wallet.run("messages")
    wallet.see("Messages", r"config.yaml:2:1")
    wallet.escape("Messages")
    wallet.run("quit")
    other = Wallet(world, "--no-ascii").ready()
    other.see("╭─ Cards")
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
