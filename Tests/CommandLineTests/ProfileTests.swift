import Foundation
import Testing

@testable import CommandTesting

/// The configuration file, with profiles for a real server and a real vault.
struct ProfileTests {
  private let folder: TestFolder
  private let daemon: Daemon

  init() throws {
    folder = try TestFolder()
    daemon = try Daemon.demo(in: folder.url)
    try folder.write("ana-demo\n", to: "walletui/ana")
    try folder.write("boris-demo\n", to: "walletui/boris")
    try folder.write("demo-client\n", to: "walletui/client")
    // The limits are long, because the server may have to wait for others.
    let server =
      "server: \"\(daemon.url)\", insecure-loopback: yes, client-secret-file: client, "
      + "connect-seconds: 60, answer-seconds: 300"
    try folder.write(
      """
      theme: nord
      default-profile: ana
      profiles:
        ana: {\(server), login: ana, password-file: ana}
        boris: {\(server), login: boris, password-file: boris, device: desk}
        mistyped: {\(server), login: ana, pni: x}
        plain: {server: "http://192.0.2.1", login: ana}
      """, to: "walletui/config.yaml")
  }

  private func run(_ words: String...) throws -> Run {
    try Command.run(words, environment: ["XDG_CONFIG_HOME": folder.url.path])
  }

  private func names(_ run: Run) throws -> [String] {
    try run.list("cards").compactMap { $0["alias"] as? String }
  }

  @Test func aProfileNamesTheWallet() throws {
    let usual = try run("cards", "--json").succeeded()
    #expect(try names(usual).count == 6)
    #expect(try names(run("cards", "--json", "--profile", "boris")) == ["Online", "Trips"])
    // The command line overrides the profile. If it names a wallet, the wallet of the profile is
    // not used.
    let swapped = try run("cards", "--json", "--profile", "boris", "--login", "ana")
    #expect(swapped.status == 9)
    #expect(try run("--demo", "cards").status == 0)
    #expect(try run("cards", "--vault", folder.path("none")).status == 24)
  }

  @Test func mistakesRefuseOnlyTheirProfile() throws {
    let file = folder.path("walletui/config.yaml")
    let usual = try run("cards").succeeded()
    #expect(usual.err.contains("\(file):6:"))
    #expect(usual.err.contains("no key \"pni\" (did you mean \"pin\"?)"))
    for (profile, part) in [
      ("mistyped", "no key \"pni\""), ("plain", "\(file):7:19: That address isn't encrypted"),
      ("anna", "did you mean \"ana\"?"),
    ] {
      let refused = try run("cards", "--profile", profile)
      #expect(refused.status == 14)
      #expect(refused.out == "")
      #expect(refused.err.contains(part), "\(refused.err)")
    }
  }

  @Test func profilesAndPathsAreListed() throws {
    let rows = try run("profiles", "--json").list()
    #expect(rows.compactMap { $0["name"] as? String } == ["ana", "boris", "mistyped", "plain"])
    #expect(rows.compactMap { $0["isDefault"] as? Bool } == [true, false, false, false])
    #expect(rows.map { ($0["problems"] as? [String])?.count } == [0, 0, 1, 1])
    #expect(try run("profiles").out.contains("ana (default)  ana at \(daemon.url)"))
    let paths = try run("paths", "--json").list()
    let names = ["configuration", "themes", "vault", "commits", "changes", "device"]
    #expect(paths.compactMap { $0["name"] as? String } == names)
    #expect(paths.first?["exists"] as? Bool == true)
  }

  @Test func aVaultCanBeAProfile() throws {
    let vault = try TestVault()
    let file = try folder.write(
      """
      vault: nowhere
      profiles:
        mine: {vault: \(vault.file), passphrase-file: \(vault.passphraseFile)}
      """, to: "own.yaml")
    #expect(try Command.run(["cards", "--config", file, "--profile", "mine"]).status == 0)
    let usual = try Command.run(["cards", "--config", file])
    #expect(usual.status == 24)
    #expect(usual.err.contains(folder.path("nowhere")))
    #expect(try Command.run(["vault", "check", "--config", file, "--profile", "mine"]).status == 0)
  }

  @Test func conflictingOrUnreadableSettingsAreRefused() throws {
    #expect(try run("cards", "--profile", "ana", "--demo").status == 2)
    #expect(try run("cards", "--profile", "ana", "--server", "https://x").status == 2)
    #expect(try run("cards", "--config", folder.path("none")).status == 14)
    #expect(try run("cards", "--config", folder.url.path).status == 14)
    #expect(try run("--demo", "cards", "--login", "ana").status == 2)
  }

  /// A file that is not YAML is reported, and the program works as without one.
  @Test func walletuiStartsWithABrokenConfiguration() throws {
    let file = try folder.write("profiles: [", to: "broken.yaml")
    let run = try Command.run(["--demo", "cards", "--config", file]).succeeded()
    #expect(run.err.contains("broken.yaml:2:1: not YAML"))
    try Command.run(["cards", "--config", file, "--profile", "ana"]).refused(
      14, "broken.yaml:2:1: not YAML")
  }
}
