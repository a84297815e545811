#!/usr/bin/python3
"""Lists the functions of walletui that a start and the first keys use, for the linker.

usage: order.py PROGRAM > Sources/walletui/functions.order

The linker puts them in one place. The kernel maps 64 KiB around each page that is used, so without the
list most of the program's text is in memory after a start.
"""

import os
import sys
import tempfile

sys.dont_write_bytecode = True

from counts import Screen  # noqa: E402


class Options:
    def __init__(self, walletui):
        self.walletui = walletui


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n", 1)[1].split("\n", 1)[0])
    with tempfile.TemporaryDirectory(prefix="order-") as home:
        # A configuration would change what the program does.
        os.environ["HOME"] = home
        names = functions(sys.argv[1])
    print(*dict.fromkeys(names), sep="\n")


def functions(program):
    with Screen(Options(program), 6, "--demangle=no") as screen:
        names = screen.callgrind.functions(program)
        # Moving about, a page, each screen, the help.
        for key in (b"j", b"k", b"G", b"g", b"\r", b"j", b"\x1b", b"2", b"j", b"3", b"4", b"5", b"j",
                    b"1", b"?", b"\x1b"):
            screen.press(key)
        return names + screen.callgrind.functions(program)


if __name__ == "__main__":
    main()
