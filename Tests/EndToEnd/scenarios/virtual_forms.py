"""Virtual cards on the screen: ordering one, and the keys of the device in a file."""

import os
import signal
import stat

from harness.runner import scenario, scenarios
from harness.wallet import PASSPHRASE, Shell, Wallet


def virtual(world, **keywords):
    """The screen of virtual cards of the demo."""
    wallet = Wallet(world, **keywords).ready()
    wallet.run("screen.virtual")
    wallet.see("▸ Virtual cards")
    return wallet


def order(wallet):
    """Opens the form for a new card: its key is that of another screen's command."""
    wallet.run("palette")
    wallet.type("virtual.new")
    wallet.see("Makes a card for one shop")
    wallet.keys("Enter")


@scenario
def ordered_until_ready(world):
    """A card is ordered, its making is watched, and it is ready to pay"""
    wallet = virtual(world)
    order(wallet)
    wallet.see("▸ New virtual card", "Visa ··4242", "a payment")
    wallet.type("Ozone.bg")
    wallet.keys("C-s")
    wallet.see("Ozone.bg is being made", "Being made", "What happens now",
               "You are the owner of this persona", "The issuer is making the card")
    wallet.see("Ozone.bg is ready to pay")
    wallet.see(r"▌.*Ozone.bg +● Ready")


@scenario
def refused_with_a_reason(world):
    """A card that the issuer does not make is told, with what to do"""
    wallet = virtual(world)
    order(wallet)
    wallet.see("▸ New virtual card", "a payment")
    wallet.type("Nothing")
    # Literal: fields of forms have keys of their own.
    wallet.keys("BTab", "BTab", "C-u")
    wallet.type("FAIL")
    wallet.keys("C-s")
    wallet.see("Nothing was not made")
    wallet.news("Nothing was not made", r"Check the\b", "holder's name")


@scenario(core=True)
def paid_in_the_shop(world):
    """A virtual card pays at its merchant, and another merchant is told why it does not"""
    wallet = virtual(world)
    wallet.see("Camping stove")
    wallet.run("move.down")
    wallet.see(r"▌.*Zalando +● Ready", r"\$96\.27 of \$250")

    def pay(*keys):
        wallet.run("shop.pay")
        wallet.see("▸ Pay with Zalando", "Zalando · EUR")
        # Literal: fields of forms have keys of their own.
        wallet.keys(*keys, "C-s")
        wallet.see_not("▸ Pay with")

    pay()
    wallet.see("reserved · Zalando", r"◔ pending")
    wallet.see_not(r"\$96\.27 of \$250")
    pay("Left")
    wallet.see("▲ Declined: only at Zalando", "✕ only at Zalando")
    wallet.run("move.down", "shop.again")
    wallet.see("▸ Pay with")
    wallet.keys("Enter")
    wallet.see("▲ Declined: only at Spotify")
    wallet.run("screen.activity")
    # The cursor is on the newest payment, whose whole reason stands beside the list.
    wallet.see(r"◔ pending", "✕ declined", "✕ only at Spotify")


@scenario(core=True)
def keys_in_a_file(world):
    """Keys are exported into a file of their owner's, not over another one, and imported again"""
    wallet = virtual(world)
    path = os.path.join(world.folder, "device.keys")

    def export():
        wallet.run("virtual.keys")
        wallet.see("▸ Keys of this device", "for new cards")
        wallet.keys("Down", "Enter")
        wallet.see("▸ Export keys")
        # Literal: fields of forms have keys of their own.
        wallet.keys("C-u")
        wallet.type(path)
        wallet.keys("Tab")
        wallet.type(PASSPHRASE)
        wallet.keys("Tab")
        wallet.type(PASSPHRASE)
        wallet.keys("Enter")

    export()
    wallet.see(r"\d keys? exported")
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    before = open(path, "rb").read()
    export()
    wallet.see("There is such a file already", "Replace it")
    assert open(path, "rb").read() == before, "the file was replaced without a question"
    wallet.keys("Escape")
    wallet.see("Discard")
    wallet.keys("Enter")
    wallet.see_not("▸ Export keys")
    wallet.run("virtual.import")
    wallet.see("▸ Import keys")
    # Literal: fields of forms have keys of their own.
    wallet.keys("C-u")
    wallet.type(path)
    wallet.keys("Tab")
    wallet.type("wrong")
    wallet.keys("Enter")
    wallet.see("can't be read from this file", "the passphrase is another")
    wallet.type(PASSPHRASE)
    wallet.keys("Enter")
    wallet.see("You have all keys of this file")


@scenario
def metadata_in_the_editor(world):
    """Metadata are written in the person's editor, which gets the terminal and a private file"""
    folder = os.path.join(world.folder, "editor")
    os.mkdir(folder)
    seen = os.path.join(folder, "seen")
    editor = os.path.join(folder, "editor")
    with open(editor, "w") as file:
        # What it does is in the file `next`; what it found is in `seen`. It reads a line from the
        # terminal, and leaves a copy beside the file as editors do.
        file.write(f"""#!/bin/sh
            cp "$1" {seen}; cp "$1" "$1~"; stat -c '%a' "$1" "$(dirname "$1")" >{seen}.mode
            echo "$1" >{seen}.path; echo the editor is here; read line
            [ "$line" = same ] || cat {folder}/next >"$1"
            """)
    os.chmod(editor, 0o700)
    wallet = virtual(world, env={"VISUAL": editor, "TMPDIR": folder})

    def edit(text, line="ok"):
        with open(os.path.join(folder, "next"), "w") as file:
            file.write(text)
        wallet.see("the editor is here")
        wallet.type(line)
        wallet.keys("Enter")

    def found():
        with open(seen) as file:
            return file.read()

    wallet.run("virtual.metadata")
    edit('{\n  "shop": "tent"\n  "size": 2\n}\n')
    wallet.see("▸ Metadata of Camping stove", "This isn't JSON: line 3, column 3.", '"size": 2',
               "your text is kept")
    assert found() == "\n"
    with open(seen + ".mode") as file:
        assert file.read() == "600\n700\n"
    wallet.keys("Enter")
    edit('{"shop": "tent", "size": 2}\n')
    wallet.see("Camping stove was changed")
    assert found() == '{\n  "shop": "tent"\n  "size": 2\n}\n', "the text was not kept"
    wallet.run("virtual.metadata")
    edit("", "same")
    wallet.see("The metadata are the same")
    assert found() == '{"shop": "tent", "size": 2}\n'
    wallet.run("virtual.metadata")
    edit("")
    wallet.see_not("The metadata are the same")
    wallet.see("Camping stove was changed")
    wallet.run("virtual.metadata")
    edit("", "same")
    assert found() == "\n"
    wallet.see("The metadata are the same")
    with open(seen + ".path") as file:
        assert not os.path.exists(os.path.dirname(file.read().strip())), "the folder is still there"


@scenario
def editor_suspended(world):
    """Ctrl-Z in the editor suspends it together with the program, and fg brings both back"""
    editor = os.path.join(world.folder, "editor")
    with open(editor, "w") as file:
        file.write("#!/bin/sh\necho the editor is here; read line; echo '[1]' >\"$1\"\n")
    os.chmod(editor, 0o700)
    shell = Shell(world, env={"VISUAL": editor, "TMPDIR": world.folder})
    shell.run("screen.virtual")
    shell.see("▸ Virtual cards")
    shell.run("virtual.metadata")
    shell.see("the editor is here")
    shell.keys("C-z")  # Literal: the terminal suspends the editor.
    shell.see("Stopped")
    shell.check_shell()
    shell.type("fg")
    shell.keys("Enter")
    shell.see("fg")
    shell.type("ok")
    shell.keys("Enter")
    shell.see("Camping stove was changed")
    shell.run("quit")
    shell.check_shell()


@scenarios((signal.SIGTERM,), (signal.SIGHUP,))
def editor_ended_by_a_signal(world, number):
    """A signal ends the editor and the program, and leaves nothing of the text"""
    folder = os.path.join(world.folder, "drafts")
    os.mkdir(folder, 0o700)
    editor = os.path.join(world.folder, "editor")
    with open(editor, "w") as file:
        file.write("""#!/bin/sh
            mkdir "$(dirname "$1")/copies"; cp "$1" "$(dirname "$1")/copies"
            echo the editor is here; read line
            """)
    os.chmod(editor, 0o700)
    wallet = virtual(world, env={"VISUAL": editor, "TMPDIR": folder})
    wallet.run("virtual.metadata")
    wallet.see("the editor is here")
    assert len(os.listdir(folder)) == 1, "the control: there is no draft"
    wallet.signal(number)
    assert wallet.wait_end() == -number
    assert os.listdir(folder) == []
