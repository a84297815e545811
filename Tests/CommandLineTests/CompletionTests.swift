import Foundation
import Testing
import ThreeDSecure

@testable import CommandTesting

/// The completions of the program, and through every shell that is installed.
struct CompletionTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write(
      """
      profiles:
        home: {vault: wallet.vault, passphrase-file: pass}
        "$(touch bad)": {vault: other}
      """, to: ".config/walletui/config.yaml")
    try folder.write("palette: {}\n", to: ".config/walletui/themes/mine.yaml")
  }

  private func candidates(_ words: [String], in home: String? = nil) throws -> [String] {
    let run = try Command.run(
      ["__complete"] + words, environment: ["HOME": home ?? folder.url.path]
    ).succeeded()
    #expect(run.err == "")
    return run.out.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
  }

  @Test(arguments: [
    (["do"], ["doctor"]), (["card", "lo"], ["lock"]), (["--demo", "card", "unl"], ["unlock"]),
    (["cards", "--ty"], ["--type"]), (["cards", "--type", ""], ["physical", "virtual"]),
    (["cards", "--type=v"], ["--type=virtual"]), (["cards", "--type", "x"], []),
    (["cards", "--status", "active,l"], ["active,locked"]),
    (["cards", "--status", "active,ac"], []), (["--no-mo"], ["--no-mouse"]),
    (["cards", "--json", "--js"], []), (["cards", "--passphrase-file", ""], [":files"]),
    (["cards", "--profile", ""], ["home"]), (["--theme", "mi"], ["mine"]),
    (["--theme=nor"], ["--theme=nord"]), (["completions", ""], ["bash", "zsh", "fish"]),
    (["help", "va"], ["vault"]), (["cards", "--", "--"], []), (["doctor", ""], []),
    (["card", "show", ""], []), (["transactions", ""], ["all"]),
    (["shop", "authorize", ""], []), (["zzz", "--unknown", ""], []),
  ])
  func words(_ words: [String], _ expected: [String]) throws {
    #expect(try candidates(words) == expected)
  }

  @Test func everyCommandAndOptionIsOffered() throws {
    let first = try candidates([""])
    for name in ["cards", "card", "vault", "sca", "doctor", "paths", "profiles"] {
      #expect(first.contains(name))
    }
    let options = try candidates(["cards", "--"])
    for name in ["--json", "--limit", "--vault", "--server", "--help"] {
      #expect(options.contains(name))
    }
  }

  @Test func paymentsAndSavedCardsAreCompleted() throws {
    let payments = try TestPayments()
    let vault = payments.vault
    let handle = try payments.handle()
    let question = try payments.id(of: payments.create(.oneTimeCode, more: ["--json"]))
    let saved = try payments.savedCard()
    for command in ["show", "token", "use"] {
      let found = try candidates(["pay", command] + vault.options + [""])
      #expect(found == [question, handle])
    }
    #expect(try candidates(["pay", "confirm"] + vault.options + [""]) == [question])
    #expect(try candidates(["saved", "remove"] + vault.options + [""]) == [saved])
    #expect(try candidates(["pay", "create", "5"] + vault.options + ["--saved", ""]) == [saved])
  }

  @Test func cardsAreCompletedWithoutAskingForAPassphrase() throws {
    #expect(try candidates(["card", "show", "--demo", ""]).count == 6)
    #expect(try candidates(["transactions", "--demo", ""]).count == 7)
    #expect(try candidates(["shop", "authorize", "--demo", "ca"]).contains("cafe-lumiere"))
    #expect(try candidates(["pay", "create", "5", "--demo", "--at", "ca"]) == ["cafe-lumiere"])
    #expect(try candidates(["pay", "create", "5", "--demo", "--card", ""]).count == 6)
    let vault = try TestVault()
    let ids = try candidates(["card", "lock"] + vault.options + [""])
    #expect(ids.count == 6)
    #expect(try candidates(["card", "lock"] + vault.options + [ids[0]]) == [ids[0]])
    #expect(try candidates(["card", "lock", "--vault", vault.file, ""]).isEmpty, "nobody is asked")
    try FileManager.default.copyItem(
      atPath: vault.file, toPath: folder.path(".config/walletui/wallet.vault"))
    try folder.write("correct horse\n", to: ".config/walletui/pass")
    #expect(try candidates(["card", "lock", "--profile", "home", ""]) == ids)
  }

  /// The completions of a shell, with the program in its path.
  private func shell(_ program: String, _ script: String) throws -> [String] {
    let run = try Run.program(
      program, ["-c", script], in: folder.url,
      environment: [
        "HOME": folder.url.path, "LANG": "C.UTF-8",
        "PATH": Binary.url.deletingLastPathComponent().path + ":/usr/bin:/bin",
      ])
    return run.succeeded().out.split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    (["card", "lo"], ["lock"]), (["cards", "--type", "=", "v"], ["virtual"]),
    (["cards", "--type", "="], ["physical", "virtual"]), (["--theme", "mi"], ["mine"]),
    (["--vault", "fi"], ["file one", "file2"]), (["--profile", ""], ["home"]),
  ])
  func bash(_ words: [String], _ expected: [String]) throws {
    try folder.write("", to: "file one")
    try folder.write("", to: "file2")
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let found = try shell(
      "/bin/bash",
      """
      set -u; source <(walletui completions bash)
      COMP_WORDS=(walletui \(list)); COMP_CWORD=\(words.count); _walletui
      complete -p walletui | grep -q -- '-F _walletui' || exit 9
      ((${#COMPREPLY[@]})) && printf '%s\\n' "${COMPREPLY[@]}"; true
      """)
    #expect(found.sorted() == expected)
  }

  @Test(
    .enabled(if: access("/usr/bin/zsh", X_OK) == 0, "zsh is not installed"),
    arguments: [
      (["card", "lo"], ["lock:Lock a card: it can't pay until you unlock it."]),
      (["--theme", "mi"], ["mine"]), (["--theme=mi"], ["--theme=mine"]),
      (["--vault", "fi"], ["files"]), (["docto"], ["doctor"]),
    ])
  func zsh(_ words: [String], _ expected: [String]) throws {
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let found = try shell(
      "/usr/bin/zsh",
      """
      compdef() { : }; compset() { : }; _files() { print files }
      _describe() { print -l -- "${(@)${(@P)3}//\\\\:/:}" }
      source <(walletui completions zsh)
      words=(walletui \(list)); CURRENT=$#words; PREFIX=$words[-1]; _walletui
      """)
    #expect(found.count == 1)
    #expect(found[0].hasPrefix(expected[0]), "\(found)")
  }

  @Test(
    .enabled(if: access("/usr/bin/fish", X_OK) == 0, "fish is not installed"),
    arguments: [
      ("card lo", ["lock"]), ("cards --type v", ["virtual"]), ("--theme=mi", ["--theme=mine"]),
      ("--vault fi", ["file2"]), ("--vault=fi", ["--vault=file2"]),
    ])
  func fish(_ words: String, _ expected: [String]) throws {
    try folder.write("", to: "file2")
    let found = try shell(
      "/usr/bin/fish",
      "walletui completions fish | source; complete -C 'walletui \(words)'")
    #expect(found.map { String($0.prefix { $0 != "\t" }) } == expected)
  }

  @Test func anUnknownShellIsReported() throws {
    try Command.run(["completions", "tcsh"]).refused(2, "bash, zsh, fish")
  }
}
