import Arguments
import Testing
import Yaml

@testable import Configuration

/// Reading a configuration file, and the positions of mistakes.
struct ConfigurationTests {
  static let settings = [
    CommandOption("theme", .text("NAME"), ""), CommandOption("mouse", .toggle, ""),
    CommandOption("colours", .choice("DEPTH", ["256", "mono"]), ""),
    CommandOption("seconds", .number("N", 1...30), ""), CommandOption("vault", .file("FILE"), ""),
  ]
  static let profile = [
    CommandOption("server", .text("URL"), ""), CommandOption("login", .text("USER"), ""),
    CommandOption("ca", .file("FILE"), ""), CommandOption("pin", .list("SHA256"), ""),
    CommandOption("tls12", ""), CommandOption("vault", .file("FILE"), ""),
    CommandOption("password-file", .file("FILE"), ""),
    CommandOption("passphrase-file", .file("FILE"), ""),
    CommandOption("wallets", .list("PROFILES"), ""),
  ]

  static func read(_ text: String, file: String = "/etc/w/c.yaml") -> Configuration {
    Array(text.utf8).withUnsafeBufferPointer {
      Configuration(
        file: file, bytes: $0, home: "/home/ana", settings: settings, profile: profile)
    }
  }

  @Test func aValidFileIsRead() {
    let read = Self.read(
      """
      theme: nord     # the dark one
      mouse: yes
      colours: MONO
      seconds: 5
      vault: ~/w.vault
      default-profile: work
      profiles:
        work:
          server: https://wallet.example
          login: ana
          ca: ca.pem
          pin: [a, b]
          tls12: false
          password-file: "-"
        home: {vault: /srv/w.vault, passphrase-file: ../p}
      """)
    #expect(read.problems.isEmpty)
    #expect(
      read.settings.mapValues(\.text) == [
        "theme": "nord", "mouse": "", "colours": "mono", "seconds": "5",
        "vault": "/home/ana/w.vault",
      ])
    #expect(read.defaultProfile?.text == "work")
    #expect(read.profiles.map(\.name.text) == ["work", "home"])
    #expect(
      read.profiles.first?.values.mapValues(\.text) == [
        "server": "https://wallet.example", "login": "ana", "ca": "/etc/w/ca.pem", "pin": "a,b",
        "tls12": "no", "password-file": "-",
      ])
    #expect(
      read.profiles.last?.values.mapValues(\.text) == [
        "vault": "/srv/w.vault", "passphrase-file": "/etc/w/../p",
      ])
  }

  /// More names than a list may have, and their profiles.
  private static let many = (1...17).map { "v\($0)" }.joined(separator: ", ")
  private static let manyVaults = (1...17).map { "v\($0): {vault: x}" }.joined(separator: ", ")

  @Test func aListNamesOtherProfiles() throws {
    let read = Self.read("profiles: {all: {wallets: [b, c]}, b: {vault: v}, c: {server: x}}")
    #expect(read.problems.isEmpty)
    #expect(read.profiles.first?.wallets?.text == "b,c")
    #expect(Self.read("profiles: {all: {wallets: b}, b: {vault: v}}").problems.isEmpty)
  }

  struct Mistake: CustomTestStringConvertible, Sendable {
    let text: String
    let problems: [String]
    /// The settings that are used nevertheless.
    let settings: [String: String]
    init(_ text: String, _ problems: String..., settings: [String: String] = [:]) {
      self.text = text
      self.problems = problems
      self.settings = settings
    }
    var testDescription: String { problems.first ?? "none" }
  }

  @Test(arguments: [
    Mistake("", "1:1: the file is empty"),
    Mistake("- a", "1:1: a configuration is a mapping: \"theme: dark\", \"profiles: …\""),
    Mistake("theme: [", "2:1: not YAML: did not find expected node content"),
    Mistake(
      "them: x\nmouse: no", "1:1: no setting \"them\" (did you mean \"theme\"?)",
      settings: ["mouse": "no"]),
    Mistake(
      "profile: {}", "1:1: no setting \"profile\" (did you mean \"profiles\"?)"),
    Mistake(
      "theme: a\ntheme: b", "2:1: \"theme\" is given twice; the last one counts",
      settings: ["theme": "b"]),
    Mistake("theme:", "1:7: expected a value for \"theme\""),
    Mistake("theme: {a: b}", "1:8: expected a value for \"theme\""),
    Mistake("mouse: 1", "1:8: \"mouse\" must be yes or no"),
    Mistake("seconds: 31", "1:10: \"seconds\" must be a whole number from 1 to 30"),
    Mistake(
      "colours: moon", "1:10: \"colours\" must be one of: 256, mono (did you mean \"mono\"?)"),
    Mistake("profiles: x", "1:11: expected a mapping (key: value)"),
    Mistake(
      "default-profile: wrk\nprofiles: {work: {server: x}}",
      "1:18: no profile \"wrk\" (did you mean \"work\"?)"),
    Mistake("default-profile: w", "1:18: no profile \"w\""),
    Mistake(
      "profiles: {a: {}}",
      "1:12: a profile needs a server, a vault, an issuer account or a list of wallets"),
    Mistake(
      "profiles: {a: {login: x}}",
      "1:12: a profile needs a server, a vault, an issuer account or a list of wallets",
      "1:23: \"login\" goes with a server"),
    Mistake(
      "profiles: {a: {server: x, vault: y}}", "1:34: \"vault\" and a server don't go together"),
    Mistake("profiles: {a: {vault: y, tls12: on}}", "1:33: \"tls12\" goes with a server"),
    Mistake(
      "profiles: {a: {server: x, password: hunter2}}",
      "1:27: no key \"password\" (did you mean \"password-file\"?)"),
    Mistake(
      "profiles: {b: {vault: x}, a: {wallets: [b, a, bb, b]}}",
      "1:44: \"a\" is a list of wallets itself", "1:47: no profile \"bb\"",
      "1:51: \"b\" is there twice"),
    Mistake(
      "profiles: {a: {wallets: [c]}, c: {wallets: [a]}}",
      "1:26: \"c\" is a list of wallets itself", "1:45: \"a\" is a list of wallets itself"),
    Mistake(
      "profiles: {b: {vault: x}, a: {wallets: b, vault: y}}",
      "1:50: \"vault\" and a list of wallets don't go together"),
    Mistake(
      "profiles: {a: {wallets: [\(many)]}, \(manyVaults)}", "1:25: a list has 1 to 16 wallets"),
    Mistake("profiles: {a: {server: x, pin: {}}}", "1:32: expected a value for \"pin\""),
    Mistake("profiles: {a: {server: x, pin: [a, []]}}", "1:36: expected a text"),
  ])
  func mistakes(_ mistake: Mistake) {
    let read = Self.read(mistake.text)
    #expect(read.problems.map(\.description) == mistake.problems.map { "/etc/w/c.yaml:" + $0 })
    #expect(read.settings.mapValues(\.text) == mistake.settings)
  }

  @Test func aMistakeDisablesItsProfileOnly() throws {
    let read = Self.read(
      "profiles: {good: {server: x}, bad: {server: y, pni: z}, fine: {vault: v}}")
    #expect(read.profiles.map(\.problems.count) == [0, 1, 0])
    #expect(read.problems.count == 1)
  }

  /// Reading ends with a position for any bytes.
  @Test func everyPrefixOfAFileIsRead() {
    let whole = Array(
      "theme: \"a\"\nprofiles:\n  a: {server: 'x', pin: [b, \"c\"]}\n  b: !t &x {vault: *x}\n".utf8)
    for count in whole.indices {
      let text = String(decoding: whole[..<count], as: UTF8.self)
      for problem in Self.read(text).problems { #expect(problem.mark != nil) }
    }
  }
}
