"""A kiosk in a pty, with access to its child process."""

from waiting import PATIENCE

from .processes import children
from .raw import Raw
from .terminal import ANY_KEY

BANNER = "KIOSK"
ATTRACT = "press any key to try it"
SIZE = (120, 40)


class Kiosk(Raw):
    """The first process is the watchdog, and its child is the wallet."""

    def __init__(self, world, *options, before=(), size=SIZE, **keywords):
        super().__init__(
            world, command=[*before, world.binary, "kiosk", "--theme", "dark", *options],
            # The watchdog expects a sign of life every second, by the real clock.
            size=size, env={"WALLETUI_TEST_CLOCK_RATE": "1"}, **keywords)

    def ready(self):
        self.wait(lambda: self.banner, "the banner")
        return self

    @property
    def last(self):
        return self.screen.display[-1]

    @property
    def banner(self):
        return BANNER in self.last

    @property
    def children(self):
        return children(self.pid)

    def child(self):
        return self.wait(lambda: self.children, "a child")[0]

    def visit(self):
        self.wait(lambda: ATTRACT in self.last, "the attract loop")
        self.send(ANY_KEY)
        self.wait(lambda: "starts over" in self.last, "a visit")
        self.see("1 of 6")
        return self

    def pause(self):
        """Waits until there is no output for a moment."""
        while self.read(0.3 * PATIENCE):
            pass
