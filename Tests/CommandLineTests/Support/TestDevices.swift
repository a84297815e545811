import Foundation
import Testing

@testable import CommandTesting

/// A vault, and the simulated devices of an installation of its own.
struct TestDevices {
  let vault: TestVault
  private let state: [String: String]

  init() throws {
    vault = try TestVault()
    state = ["XDG_STATE_HOME": vault.folder.path + "/state"]
  }

  /// `tokens devices …`
  func run(_ words: [String]) throws -> Run { try runCommand(["tokens", "devices"] + words) }

  func after(_ first: [String], _ words: [String]) throws -> Run {
    #expect(try run(first).status == 0)
    return try run(words)
  }

  /// Any command of this installation.
  func runCommand(_ words: [String]) throws -> Run {
    try Command.run(words + vault.options, environment: state)
  }

  /// The same for a command that needs a code.
  func runWithCode(_ words: [String]) throws -> Run {
    let state = state
    return try vault.runWithCode(
      words, by: { try Command.run($0, environment: state) }, code: { try vault.phoneCode() })
  }
}
