import Foundation

@testable import CommandTesting

/// A server that requires Strong Customer Authentication for every change of a card and in the
/// shop: `walletd` behind a proxy. B03 names such operations; `walletd` itself requires less.
///
/// If a change has no `SCA-Authorization` header, the proxy answers with an event that `walletd`
/// has created for the details of a card. It passes the repeated change on without the header.
final class ScaRequiringProxy {
  private let process = Process()
  let url: String

  init(before daemon: Daemon) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.program, daemon.url]
    process.environment = ["PATH": "/usr/bin:/bin"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    url = try LineReader(output.fileHandleForReading).next()
  }

  deinit {
    // The process has inherited the blocked signals of the thread that started it.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private static let program = """
    import http.client, json, re, sys
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
    from urllib.parse import urlsplit

    daemon = urlsplit(sys.argv[1]).netloc
    cards = "/digitalwallets/v1/profile/prepaid/cards"
    own = "(/[^/]*/(activation|tokenizations/[^/]*/actions))?$"
    changes = re.compile("(PATCH " + cards + "/|POST " + cards + own +
                         "|POST /digitalwallets/v1/simulator/(authorizations|debits|cards)(/|$))")

    def ask(method, path, headers, body=None):
        connection = http.client.HTTPConnection(daemon)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.getheaders(), answer.read()

    class Proxy(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_any(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)) or None
            headers = dict(self.headers.items())
            headers["Host"] = daemon
            method, path = self.command, self.path
            if changes.match(f"{method} {path}"):
                token = {k: v for k, v in headers.items()
                         if k.lower() not in ("content-length", "content-type", "if-match",
                                              "idempotency-key")}
                if headers.pop("SCA-Authorization", None) is None:
                    card = json.loads(ask("GET", cards, token)[2])["cards"][0]["cardId"]
                    method, path, headers, body = "GET", f"{cards}/{card}/details", token, None
            status, fields, text = ask(method, path, headers, body)
            self.send_response(status)
            for name, value in fields:
                if name.lower() not in ("content-length", "connection", "date", "server"):
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        do_GET = do_POST = do_PATCH = handle_any

        def log_message(self, *words):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
    """
}
