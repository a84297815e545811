"""A headless Chromium, driven through its debugging pipe. It needs no package of Python's."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Timing"))

from waiting import DEADLINE, await_that  # noqa: E402

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    """One tab of a browser with a profile of its own, which reaches this machine only."""

    def __init__(self, language="en"):
        self.folder = tempfile.TemporaryDirectory()
        (read_commands, self.commands) = os.pipe()
        (self.answers, write_answers) = os.pipe()

        def pipes():
            # Above 4 first, so that neither is overwritten.
            first, second = os.dup(read_commands), os.dup(write_answers)
            high = os.dup2(first, 20), os.dup2(second, 21)
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [PROGRAM, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync",
             "--disable-dev-shm-usage", "--disable-extensions", f"--lang={language}",
             "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
             f"--user-data-dir={self.folder.name}", "--remote-debugging-pipe", "about:blank"],
            # Its own files for a time belong into its folder, too.
            env=dict(os.environ, TMPDIR=self.folder.name),
            preexec_fn=pipes, close_fds=False, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(read_commands)
        os.close(write_answers)
        self.rest, self.number, self.events, self.session = b"", 0, [], None
        target = self.command("Target.createTarget", url="about:blank")["targetId"]
        self.target = target
        self.session = self.command(
            "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Network", "Log", "Runtime"]:
            self.command(domain + ".enable")
        self.command("Network.setExtraHTTPHeaders", headers={"Accept-Language": language})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()
        os.close(self.commands)
        os.close(self.answers)
        self.folder.cleanup()

    def end(self):
        """Ends the browser and every process of it, so that none writes into the folder any more."""
        with contextlib.suppress(RuntimeError, OSError, subprocess.TimeoutExpired):
            self.session = None
            self.command("Browser.close")
            self.process.wait(DEADLINE)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        with contextlib.suppress(AssertionError):
            await_that(lambda: not self.is_running(), "the browser's end")

    def is_running(self):
        """Whether a process of the browser's session is left."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, 0)
            return True
        return False

    def message(self):
        """The next answer or event."""
        while b"\0" not in self.rest:
            piece = os.read(self.answers, 1 << 16)
            if not piece:
                raise RuntimeError("the browser ended")
            self.rest += piece
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def command(self, method, **values):
        self.number += 1
        request = {"id": self.number, "method": method, "params": values}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.commands, json.dumps(request).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def value(self, expression):
        """What JavaScript of the debugger says, which the policy of a page does not bind."""
        result = self.command("Runtime.evaluate", expression=expression, returnByValue=True)
        return result["result"].get("value")

    def until(self, condition, what):
        def is_met():
            try:
                return condition()
            except RuntimeError as error:
                # The page is being replaced.
                if "context" not in str(error).lower():
                    raise
        await_that(is_met, lambda: f"{what}: {self.text()!r}", error=RuntimeError)

    def text(self):
        return self.value("document.body ? document.body.innerText : ''") or ""

    def open(self, url):
        self.command("Page.navigate", url=url)
        self.shows_address(url)

    def shows_address(self, url):
        self.until(lambda: self.value("location.href") == url and self.is_loaded(), "not at " + url)

    def is_loaded(self):
        return self.value("document.readyState") == "complete"

    def shows(self, words):
        self.until(lambda: words in self.text() and self.is_loaded(), f"no {words!r}")

    def type(self, words, into):
        self.value(f"document.querySelector({json.dumps(into)}).focus()")
        self.command("Input.insertText", text=words)

    def press(self, selector):
        """A click of the mouse at the middle of an element."""
        box = self.value(
            f"(r => [r.x + r.width / 2, r.y + r.height / 2])"
            f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())")
        for kind in ["mousePressed", "mouseReleased"]:
            self.command("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1],
                         button="left", clickCount=1)

    def back(self):
        history = self.command("Page.getNavigationHistory")
        entry = history["entries"][history["currentIndex"] - 1]
        self.command("Page.navigateToHistoryEntry", entryId=entry["id"])
        self.shows_address(entry["url"])

    def close_page(self):
        session, self.session = self.session, None
        self.command("Target.closeTarget", targetId=self.target)
        self.session = session

    def requests(self):
        """The addresses that pages asked for so far."""
        return [event["params"]["request"]["url"] for event in self.events
                if event.get("method") == "Network.requestWillBeSent"]

    def errors(self):
        """What the browser says against the pages: a policy that was violated, a script's error."""
        return [event["params"] for event in self.events
                if event.get("method") in ("Runtime.exceptionThrown",)
                or event.get("method") == "Log.entryAdded"
                and event["params"]["entry"]["level"] == "error"
                and event["params"]["entry"]["source"] != "network"]
