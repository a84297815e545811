"""Pastes that differ from typed keys only by time (S9)."""

from waiting import now, rest

from harness.raw import Raw
from harness.runner import scenario, scenarios
from scenarios.keys import END, START, check_unharmed


def end_burst(wallet, seconds):
    """Ends a burst. Bytes in it belong to the paste."""
    end = now() + seconds
    while now() < end:
        wallet.read(0.02)


@scenario
def paste_split(world):
    """A paste never acts, wherever it and its markers are split"""
    wallet = Raw(world, size=(120, 40)).ready()
    whole = START + b"lq\nX\x1b[A" + END
    for cut in range(1, len(whole)):
        while True:
            start = now()
            wallet.send(whole[:cut])
            # Esc differs from a longer key only by time: the bytes after it must not be late.
            if cut > 2:
                rest(0.005)
            wallet.send(whole[cut:])
            if cut > 2 or now() - start < 0.02:
                break
            # After a delay here, the beginning would be a key and the rest other keys.
            wallet = Raw(world, size=(120, 40)).ready()
        wallet.read(0.03)
        assert wallet.status is None, f"cut at {cut}"
    check_unharmed(wallet)


@scenarios(("flood",), ("marker inside",), ("no end",))
def paste_flood(world, kind):
    """A paste of 1 MiB, with an end inside, and without one: no action, and keys work at once"""
    wallet = Raw(world, size=(120, 40)).ready()
    text = {"flood": b"lq\n" * (1 << 20) + END, "marker inside": b"a" + END + b"lq\nlq" + END,
            "no end": b"lq\nX"}[kind]
    if kind == "flood":
        text = text[-(1 << 20):]
    wallet.send(START + text)
    # Bytes in the same burst belong to the paste, and a paste without an end marker ends after a second.
    end_burst(wallet, 3 if kind == "no end" else 0.5)
    check_unharmed(wallet)


@scenario
def burst_without_frames(world):
    """On a terminal without bracketed paste, text in one burst is a paste; single keys are keys"""
    wallet = Raw(world, size=(100, 30), term="vt100").ready()
    assert b"?2004h" not in wallet.raw
    wallet.send("lq\n")
    end_burst(wallet, 0.5)
    check_unharmed(wallet)
    wallet.run("card.lock")
    wallet.see("Everyday locked")
