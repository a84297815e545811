import Foundation
import Secrets
import Testing
import VaultLedger

@testable import CommandTesting

/// Tests can change debug builds with variables of the environment, mostly to save time.
struct TestSettingsTests {
  @Test func newVaultsHaveTheStandardCost() {
    #expect(VaultOptions().kdf == .standard)
    #expect(KDFParameters.usual != .minimum)
  }

  /// Code that uses them outside `#if DEBUG` does not compile in a release build.
  @Test func releaseBuildsHaveNoSettingsForTests() throws {
    var found: [String] = []
    let files = try #require(
      FileManager.default.enumerator(
        at: project.appending(path: "Sources"), includingPropertiesForKeys: nil))
    for file in files.compactMap({ $0 as? URL }) where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard text.contains("WALLETUI_TEST_") else { continue }
      found.append(file.lastPathComponent)
      #expect(text.hasPrefix("#if DEBUG\n") && text.hasSuffix("\n#endif\n"), "\(file.path)")
      #expect(!text.contains("#else"), "\(file.path)")
    }
    #expect(found == ["TestSettings.swift"])
  }
}
