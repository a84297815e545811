import Foundation
import Testing
import Waiting
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// R2: a power failure loses no acknowledged change.
///
/// A process that changes a vault is traced. The files are then made as a disk may have them after
/// a failure at each moment: with everything that was synced, and with any part of the rest.
@Suite struct PowerFailureTests {
  private static let changes = 12

  /// The changes of files in a folder, and the lines of output, in their order.
  private func trace(_ vault: TemporaryVault) throws -> [TracedCall] {
    let trace = vault.folder + "/trace"
    let worker = try #require(
      VaultWorkerProcess(
        ["toggle", vault.path, "correct horse", "\(Self.changes)"], traced: trace))
    #expect(worker.wait().status == 0)
    return try TracedCall.read(trace)
  }

  private func version(_ path: String, of vault: TemporaryVault) throws -> Int {
    try Vault.open(at: path, passphrase: vault.passphrase).firstCard().version
  }

  /// Writes the files into a new folder and returns the number of changes that they contain; nil:
  /// the vault does not open or has findings.
  private func changes(
    in files: [String: [UInt8]], of vault: TemporaryVault, since before: Int
  ) throws -> Int? {
    let folder = try temporaryFolder()
    defer { removeFolder(folder) }
    for (name, bytes) in files {
      let path = folder + "/" + name
      #expect(
        FileManager.default.createFile(
          atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600]))
    }
    let path = folder + "/wallet.vault"
    guard let report = try? Vault.check(at: path, passphrase: vault.passphrase),
      report.findings == [], let after = try? version(path, of: vault)
    else { return nil }
    return after - before
  }

  @Test(.enabled(if: mayTrace, "strace may not trace programs here"))
  func aPowerFailureLosesNoAcknowledgedChange() throws {
    let vault = try TemporaryVault()
    let before = try version(vault.path, of: vault)
    let old = try #require(FileManager.default.contents(atPath: vault.path))
    let calls = try trace(vault)
    var disk = SimulatedDisk(files: ["wallet.vault": .init(synced: Array(old))])
    var chance = Chance()
    var (acknowledged, failures) = (0, 0)
    for (number, call) in calls.enumerated() {
      switch call {
      case .output(let line): acknowledged = Int(line) ?? acknowledged
      case .change(let file, let change): disk.change(file, change)
      case .sync(let file): disk.sync(file)
      }
      for trial in 0..<Effort.pick(long: 3, torture: 20) {
        let files = trial == 0 ? disk.synced : disk.withPartOfTheRest(&chance)
        let kept = try changes(in: files, of: vault, since: before)
        failures += 1
        #expect(
          kept == acknowledged || kept == acknowledged + 1,
          "trial \(trial) after call \(number): \(acknowledged) acknowledged")
      }
    }
    #expect(acknowledged == Self.changes)
    #expect(failures > 10 * Self.changes)

    // The control: a program that syncs nothing loses changes.
    var careless = SimulatedDisk(files: ["wallet.vault": .init(synced: Array(old))])
    for case .change(let file, let change) in calls { careless.change(file, change) }
    #expect(try changes(in: careless.synced, of: vault, since: before) == 0)
  }
}
