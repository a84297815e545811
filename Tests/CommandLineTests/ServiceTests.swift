import Foundation
import Testing

@testable import CommandTesting

/// `walletd` as a service: its command line, its manual, the service manager, its unit.
struct ServiceTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func run(_ program: String, _ words: [String], input: String = "") throws -> Run {
    try Run.program(
      program, words, input: input, in: project,
      environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
  }

  private func walletd(_ words: String..., input: String = "") throws -> Run {
    try run(Daemon.binary.path, words, input: input)
  }

  @Test(arguments: [
    (["--stroe", "x"], 64, "did you mean --store?"), (["--store"], 64, "needs a value"),
    ([], 64, "either --demo or --store"), (["--demo", "--store", "x"], 64, "either --demo"),
    (["--demo"], 64, "or --insecure-loopback"), (["--demo", "x"], 64, "no command `x`"),
    (["--demo", "--listen", "x"], 64, "--listen needs"), (["--demo", "--rate", "0"], 64, "from 1"),
    (["--demo", "--listen", "0.0.0.0:0", "--insecure-loopback"], 64, "or --insecure-loopback"),
    (["--demo", "--tls-cert", "x"], 64, "go together"),
    (["--demo", "--insecure-loopback", "--users", "x"], 64, "--users goes with --store"),
    (
      ["--demo", "--insecure-loopback", "--client-secret-file", "x"], 64,
      "--client-secret-file goes with --store"
    ),
    (["--add-user", "ana", "--owner"], 64, "--store"),
    (["--hash-password"], 64, "no password"), (["--password", "x"], 64, "don't go in arguments"),
    (
      ["--store", "x", "--insecure-loopback", "--users", "y"], 64,
      "--store also needs --passphrase-file FILE"
    ),
    (
      ["--demo", "--tls-cert", "/dev/null/x", "--tls-key", "y"], 66, "/dev/null/x: Not a directory"
    ),
    (["--demo", "--tls-cert", "/", "--tls-key", "y"], 66, "/: Is a directory"),
    (["--demo", "--insecure-loopback", "--listen", "127.9.9.999:1"], 64, "an IP address"),
    (["--demo", "--insecure-loopback", "--listen", "127.0.0.2:99999"], 64, "--listen needs"),
  ])
  func refused(_ words: [String], _ status: Int32, _ part: String) throws {
    let run = try run(Daemon.binary.path, words)
    #expect(run.status == status)
    #expect(run.out == "")
    #expect(run.err.contains(part), "\(run.err)")
  }

  @Test func walletdPrintsHelpVersionAndHashes() throws {
    let help = try walletd("--help").succeeded()
    #expect(help.out.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(
      try walletd("--version").out == (try Binary.run(["--version"]).out).replacing("ui", with: "d")
    )
    let hash = try walletd("--hash-password", input: "hush\n")
    #expect(hash.out.hasPrefix("$argon2id$"))
    #expect(!hash.out.contains("hush"))
  }

  @Test(arguments: [false, true]) func walletdNotifiesTheServiceManager(_ isAbstract: Bool) throws {
    let place = try SocketFolder()
    let socket = try NotifySocket(isAbstract ? "@walletd-" + UUID().uuidString : place.socket)
    let daemon = try Daemon(
      ["--demo"], in: folder.url, environment: ["NOTIFY_SOCKET": socket.name])
    #expect(try socket.next() == "READY=1\nSTATUS=\(daemon.url)")
    kill(daemon.id, SIGTERM)
    #expect(try socket.next() == "STOPPING=1")
    #expect(daemon.stop() == 0)
  }

  @Test func usersAreReadAgain() throws {
    let vault = try TestVault()
    let store = ["--store", vault.file, "--passphrase-file", vault.passphraseFile]
    func add(_ name: String, _ whose: String, _ mobile: String) throws -> Run {
      let words = [
        "--add-user", name, "--name", whose, "--mobile", mobile, "--email", "\(name)@example.com",
      ]
      return try run(Daemon.binary.path, store + words, input: "\(name)-secret\n")
    }
    let added = try add("boris", "Boris Ivanov", "+359 887654321").succeeded()
    // A second wallet of the same person would be an empty one that nobody expects.
    let again = try add("boris", "Boris Ivanov", "+359 887654321")
    #expect(again.status != 0 && again.out == "")
    #expect(again.err.contains(added.out.split(separator: " ")[1]), "\(again.err)")
    #expect(again.err.contains("--hash-password"))
    let users = try folder.write("# who\n\n" + added.out, to: "users")
    let client = try folder.write("hush\n", to: "client")
    let place = try SocketFolder()
    let socket = try NotifySocket(place.socket)
    let daemon = try Daemon(
      store + ["--users", users, "--client-secret-file", client], in: folder.url,
      environment: ["NOTIFY_SOCKET": socket.name])
    #expect(try socket.next().hasPrefix("READY=1"))
    let cards =
      ["cards"] + daemon.options + [
        "--login", "boris", "--client-secret-file", client, "--password-file",
        try folder.write("boris-secret\n", to: "password"),
      ]
    #expect(try Binary.run(cards).status == 0)
    // Nobody may read the codes of real wallets.
    try Binary.run(["phone"] + cards.dropFirst()).refused(3, "no simulated phone")
    for words in [["merchants"], ["increment", "none", "1"], ["expire", "none"]] {
      try Binary.run(["shop"] + words + cards.dropFirst()).refused(3, "no simulated shop")
    }
    try Binary.run(["pay", "methods"] + cards.dropFirst()).refused(3, "doesn't simulate payments")
    try Binary.run(["virtual", "personas", "list"] + cards.dropFirst())
      .refused(3, "no virtual cards")

    func reload(_ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: users))
      kill(daemon.id, SIGHUP)
      #expect(try socket.next() == "RELOADING=1")
      #expect(try socket.next() == "READY=1")
    }
    try reload(added.out + "carla 1\n")
    #expect(daemon.logged.contains("users:2: a line is NAME CUSTOMER HASH"))
    #expect(try Binary.run(cards).status == 0)
    let words = added.out.split(separator: " ")
    let stranger = "carla no-such-customer \(words[2])"
    try reload(added.out + stranger)
    #expect(daemon.logged.contains("users:2: no-such-customer isn't a customer of the store"))
    #expect(try Binary.run(cards).status == 0)
    // Added while the server runs.
    let carla = try add("carla", "Carla Ilieva", "+359 887654322")
    try reload(added.out + carla.out)
    #expect(daemon.logged.contains("read users again: 2; signed out: 0"))
    try reload("# nobody\n")
    #expect(daemon.logged.contains("read users again: 0; signed out: 0"))
    #expect(try Binary.run(cards).status == 9)
    #expect(daemon.stop() == 0)
  }

  @Test func usersWithoutACustomerAreRefused() throws {
    let vault = try TestVault()
    let hash = try walletd("--hash-password", input: "hush\n").out
    let run = try run(
      Daemon.binary.path,
      [
        "--store", vault.file, "--passphrase-file", vault.passphraseFile, "--users",
        try folder.write("ana no-such-customer " + hash, to: "users"), "--client-secret-file",
        try folder.write("hush\n", to: "client"), "--insecure-loopback", "--listen",
        "127.0.0.1:0",
      ])
    #expect(run.status == 78)
    #expect(run.out == "")
    #expect(run.err.contains("users:1: no-such-customer isn't a customer of the store"))
  }

  @Test(arguments: [nil, "wrong\n"]) func anUnknownClientIsReported(_ secret: String?) throws {
    let daemon = try Daemon.demo(in: folder.url)
    var words =
      ["cards"] + daemon.options + [
        "--login", "ana", "--password-file", try folder.write("ana-demo\n", to: "password"),
      ]
    if let secret { words += ["--client-secret-file", try folder.write(secret, to: "client")] }
    try Binary.run(words).refused(
      9, "Give the client with --client and its secret with --client-secret-file.")
  }

  static let analyze = "/usr/bin/systemd-analyze"
  @Test(
    .enabled(if: access(analyze, X_OK) == 0, "systemd-analyze is not installed"),
    arguments: [
      ("walletd.service", "/usr/local/bin/walletd", "man:walletd(8)"),
      ("walletui-kiosk.service", "/usr/local/bin/walletui", "man:walletui(1)"),
    ])
  func unitIsGood(_ name: String, _ program: String, _ manual: String) throws {
    let file = project.appendingPathComponent("docs/systemd/" + name)
    let unit = try String(contentsOf: file, encoding: .utf8)
      .replacing(program, with: Daemon.binary.path)
      .replacing(manual, with: "https://example.com")
    let copy = try folder.write(unit, to: name)
    let verified = try run(Self.analyze, ["verify", "--recursive-errors=no", copy]).succeeded()
    #expect(verified.err == "")
    // The exposure from 0 (safe) to 100, in tenths.
    let words = ["security", "--offline=true", "--threshold=20"]
    #expect(try run(Self.analyze, words + [copy]).status == 0)
    let open = try folder.write("[Service]\nExecStart=/bin/true\n", to: "open.service")
    #expect(try run(Self.analyze, words + [open]).status != 0)
  }

  @Test func installs() throws {
    let built = Daemon.binary.deletingLastPathComponent().path
    let run = try run(
      "/usr/bin/make", ["install", "DESTDIR=" + folder.url.path, "PREFIX=/opt/w", "BUILT=" + built])
    #expect(run.status == 0, "\(run.err)")
    for (name, mode) in [
      ("bin/walletui", 0o755), ("bin/walletd", 0o755), ("share/man/man1/walletui.1", 0o644),
      ("share/man/man5/walletui-config.5", 0o644), ("share/man/man8/walletd.8", 0o644),
      ("share/walletui/themes/dark.yaml", 0o644), ("lib/systemd/system/walletd.service", 0o644),
      ("share/bash-completion/completions/walletui", 0o644),
      ("share/zsh/site-functions/_walletui", 0o644),
      ("share/fish/vendor_completions.d/walletui.fish", 0o644),
    ] {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: folder.path("opt/w/" + name))
      #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
    }
    let unit = folder.path("opt/w/lib/systemd/system/walletd.service")
    #expect(
      try String(contentsOfFile: unit, encoding: .utf8).contains("=/opt/w/bin/walletd --store"))
    try self.run(
      "/usr/bin/make", ["uninstall", "DESTDIR=" + folder.url.path, "PREFIX=/opt/w"]
    ).succeeded()
    let left = FileManager.default.enumerator(atPath: folder.url.path)?.compactMap { $0 as? String }
    for name in left ?? [] {
      var isFolder: ObjCBool = false
      #expect(FileManager.default.fileExists(atPath: folder.path(name), isDirectory: &isFolder))
      #expect(isFolder.boolValue, "\(name) was left")
    }
  }
}
