"""What a device keeps of virtual cards on a server."""

import os
import pathlib
import stat

from harness.runner import scenario
from harness.server import Server
from harness.virtual import ALIAS, CITY, Device


def found(folder, needles):
    """Names of the needles in any file, and the files that were searched."""
    files = [path for path in pathlib.Path(folder).rglob("*") if path.is_file()]
    data = b"\0".join(path.read_bytes() for path in files)
    return {name for name, needle in needles.items() if needle in data}, files


@scenario(core=True)
def files_of_a_device_on_a_server(world):
    """The files of keys and of the cache have no number, CVV, alias or address of a card"""
    server = Server(world)
    home = os.path.join(world.folder, "home")
    os.mkdir(home)
    # The files with what is typed into commands are elsewhere.
    device = Device(world, server.signed_in, world.folder)
    device.home, typed = home, device.file
    device.file = lambda name, text: str(pathlib.Path(typed(name, text)).rename(
        os.path.join(world.folder, name)))
    card = device.make()
    listed = device.run("list")
    device.run("transactions", card)
    shown, revealed = device.run("show", card)["success"], device.reveal(card)
    assert shown["alias"] == ALIAS and shown["billingAddress"]["city"] == CITY
    pan, address = revealed["pan"], shown["billingAddress"]
    texts = [pan[4:12], " ".join(pan[at:at + 4] for at in range(0, 16, 4)),
             f'"{revealed["cvv"]}"', ALIAS, CITY, address["addressLine1"], "Ana Petrova"]
    needles = {text: text.encode() for text in texts} | {"BCD": bytes.fromhex(pan)}
    there, files = found(home, needles)
    assert not there, f"{there} in {files}"
    kept = [path for path in files if path.parent.name == "keys"]
    assert len(kept) >= 2, f"keys and cache: {files}"
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in kept), kept
    # The file is what the answer comes from when the server has gone.
    server.close()
    again = device.run("list", "--cache", "only")
    assert ALIAS in str(listed) and ALIAS in str(again), again
    assert not found(home, needles)[0], "after it was read"
    # Control: the same search finds all of them where they are written openly.
    pathlib.Path(home, "control").write_bytes(b"".join(needles.values()))
    assert found(home, needles)[0] == set(needles), "the control"
