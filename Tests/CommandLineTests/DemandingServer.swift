import Foundation
import Testing

/// A server that demands Strong Customer Authentication for every change of a card and for payments:
/// `walletd` behind a proxy. B03 names such operations; `walletd` itself demands less.
///
/// The proxy answers a change without an `SCA-Authorization` header with an event that `walletd` made
/// for a card's details, and passes the repeated change on without the header.
final class DemandingServer {
  private let process = Process()
  let url: String

  init(before daemon: Daemon) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.program, daemon.url]
    process.environment = ["PATH": "/usr/bin:/bin"]
    process.standardOutput = output
    try process.run()
    url = try LineReader(output.fileHandleForReading).next()
  }

  deinit {
    // It has inherited the blocked signals of the thread that started it.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private static let program = """
    import http.client, json, re, sys
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
    from urllib.parse import urlsplit

    daemon = urlsplit(sys.argv[1]).netloc
    cards = "/digitalwallets/v1/profile/prepaid/cards"
    changes = re.compile("(PATCH " + cards + "/|POST " + cards + "(/[^/]*/activation)?$"
                         "|POST /digitalwallets/v1/simulator/authorizations$)")

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

/// Every change asks for its code and is then made, once, on a server that demands one.
struct DemandedCodeTests {
  private let folder: TestFolder
  private let daemon: Daemon
  private let server: DemandingServer

  init() throws {
    folder = try TestFolder()
    daemon = try Daemon.demo(in: folder.url)
    server = try DemandingServer(before: daemon)
    try folder.write("ana-demo\n", to: "ana")
    try folder.write("demo-client\n", to: "client")
  }

  private func run(_ words: [String], through url: String? = nil) throws -> Run {
    try Binary.run(words + options(url ?? server.url), environment: environment)
  }

  private func options(_ url: String) -> [String] {
    [
      "--server", url, "--insecure-loopback", "--login", "ana", "--password-file",
      folder.path("ana"), "--client-secret-file", folder.path("client"), "--json",
    ]
  }

  private var environment: [String: String] { ["XDG_STATE_HOME": folder.path("state")] }

  private func runWithCode(_ words: [String]) throws -> Run {
    let pipe = folder.path("code-" + UUID().uuidString)
    try #require(mkfifo(pipe, 0o600) == 0)
    let running = try Binary.start(
      words + ["--method", "sms", "--code-file", pipe] + options(server.url),
      environment: environment, whenEnded: { _ = open(pipe, O_RDONLY | O_NONBLOCK) })
    let writing = try FileHandle(forWritingTo: URL(fileURLWithPath: pipe))
    let phone = try run(["phone"], through: daemon.url)
    let code = try phone.list().first?["code"] as? String
    writing.write(Data(((code ?? "none") + "\n").utf8))
    try writing.close()
    return try running.end()
  }

  private func cards() throws -> [[String: Any]] {
    try #require(try run(["cards"]).object()["cards"] as? [[String: Any]])
  }

  private func card(_ alias: String) throws -> [String: Any] {
    try #require(try cards().first { $0["alias"] as? String == alias })
  }

  @Test(arguments: ["lock", "unlock", "cancel"]) func changesOfStatus(_ change: String) throws {
    let alias = change == "unlock" ? "Travel" : "Everyday"
    let card = try card(alias)
    let id = try #require(card["cardId"] as? String)
    let digits = try #require(card["lastFour"] as? String)
    let words = ["card", change, id] + (change == "cancel" ? ["--confirm", digits] : [])
    #expect(try run(words).status == 6, "nobody is there to be asked")
    let done = try runWithCode(words)
    #expect(done.status == 0, "\(done.err)")
    let wanted = ["lock": "LOCKED", "unlock": "ACTIVE", "cancel": "CANCELLED"][change]
    #expect(try self.card(alias)["status"] as? String == wanted)
  }

  @Test func creation() throws {
    let before = try cards().count
    let programs = try run(["programs"]).list()
    let name = try #require(
      programs.first { $0["cardType"] as? String == "VIRTUAL" }?["name"] as? String)
    let made = try runWithCode(["card", "create", "--program", name, "--currency", "EUR"])
    #expect(made.status == 0, "\(made.err)")
    #expect(try cards().count == before + 1)
  }

  @Test func activation() throws {
    let card = try card("New plastic")
    let id = try #require(card["cardId"] as? String)
    let digits = try #require(card["lastFour"] as? String)
    let messages = try run(["phone"], through: daemon.url).list()
    let text = try #require(
      messages.compactMap { $0["text"] as? String }.first { $0.contains("On its back") })
    let message = try #require(messages.first { $0["text"] as? String == text })
    let cvv = try #require(message["code"] as? String)
    let done = try runWithCode([
      "card", "activate", id, "--last-four", digits, "--cvv-file",
      try folder.write(cvv + "\n", to: "cvv"),
    ])
    #expect(done.status == 0, "\(done.err)")
  }

  @Test func payments() throws {
    let id = try #require(try card("Everyday")["cardId"] as? String)
    let merchant = try #require(
      try run(["shop", "merchants"]).list().first {
        $0["declineBeforeAuthorization"] as? Bool != true
      }?["id"] as? String)
    let paid = try runWithCode(["shop", "authorize", merchant, "4.20", "--card", id])
    #expect(paid.status == 0, "\(paid.err)")
  }
}
