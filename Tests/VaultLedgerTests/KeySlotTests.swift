import Glibc
import Issuer
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

/// Passphrases and key files that open a vault.
@Suite struct KeySlotTests {
  private let vault: TemporaryVault

  init() throws { vault = try TemporaryVault() }

  private func codes(_ secrets: [Secret]) -> [ErrorCode?] {
    secrets.map { refusal(vault.path, $0) }
  }

  @Test func aChangedPassphraseReplacesTheOldOne() throws {
    let old = try vault.body(ofSlot: 1)
    let slots = try vault.changeSlots(.replace(with: secret("new")))
    #expect(slots.map(\.number) == [1])
    #expect(slots.map(\.kind) == [.passphrase])
    #expect(codes([vault.passphrase, secret("new")]) == [.vaultPassphrase, nil])
    let report = try Vault.check(at: vault.path, passphrase: secret("new"))
    #expect(report.findings == [])
    // The old box is nowhere in the file.
    let box = Array(old.prefix(40))
    let file = bytes(of: vault.path)
    #expect(
      !file.indices.dropLast(40).contains { file[$0] == box[0] && Array(file[$0..<$0 + 40]) == box }
    )
    #expect(names(in: vault.folder) == ["wallet.vault"])
  }

  @Test func eachSlotOpensTheVault() throws {
    let key = KeyFile.newKey()
    #expect(KeyFile.isKey(key))
    try vault.changeSlots(.add(secret("second"), label: "partner"))
    try vault.changeSlots(.add(key, label: "stick"), with: secret("second"))
    #expect(codes([vault.passphrase, secret("second"), key]) == [nil, nil, nil])
    #expect(codes([secret("third"), KeyFile.newKey()]) == [.vaultPassphrase, .vaultPassphrase])
    let slots = try Vault.slots(at: vault.path, secret: key)
    #expect(slots.map(\.number) == [1, 2, 3])
    #expect(slots.map(\.kind) == [.passphrase, .passphrase, .keyFile])
    #expect(slots.map(\.label) == ["", "partner", "stick"])
    #expect(slots.map(\.isOpened) == [false, false, true])
    #expect(slots.map { $0.made == nil } == [true, false, false])
    // A removed slot opens nothing, also if it is the one that opened the vault.
    try vault.changeSlots(.remove(3), with: key)
    try vault.changeSlots(.remove(1), with: secret("second"))
    #expect(
      codes([vault.passphrase, secret("second"), key])
        == [.vaultPassphrase, nil, .vaultPassphrase])
    // The next one gets the free number.
    let again = try vault.changeSlots(.add(secret("fourth"), label: ""), with: secret("second"))
    #expect(again.map(\.number) == [1, 2])
    #expect(try Vault.check(at: vault.path, passphrase: secret("fourth")).findings == [])
  }

  @Test func theLastSlotAndMissingOnesAreNotRemoved() throws {
    let before = bytes(of: vault.path)
    for number in [1, 2, 9] {
      #expect(code { try vault.changeSlots(.remove(number)) } == .usage)
    }
    #expect(bytes(of: vault.path) == before)
    #expect(code { try vault.changeSlots(.replace(with: secret(""))) } == .vaultPassphrase)
    #expect(codes([vault.passphrase]) == [nil])
  }

  @Test func thereAreEightSlots() throws {
    for number in 2...8 {
      try vault.changeSlots(.add(secret("\(number)"), label: ""))
    }
    #expect(code { try vault.changeSlots(.add(secret("9"), label: "")) } == .usage)
    #expect(codes((2...8).map { secret("\($0)") }) == Array(repeating: nil, count: 7))
  }

  /// Some bytes; `KeySlotTimingTests` changes each one.
  @Test func aChangedSlotOpensNothing() throws {
    let key = KeyFile.newKey()
    try vault.changeSlots(.replace(with: key))
    let good = try vault.body(ofSlot: 1)
    #expect(good.count == 192)
    #expect(try vault.changesOfSlot(Array(stride(from: 0, to: 192, by: 12)), key: key) == [])
    #expect(refusal(vault.path, key) == nil)
    // In another vault it opens nothing.
    let other = try TemporaryVault()
    try other.put(good, inSlot: 1)
    #expect(refusal(other.path, key) == .vaultPassphrase)
  }

  @Test func aDamagedSlotIsReportedAndOthersOpen() throws {
    try vault.changeSlots(.add(secret("second"), label: ""))
    var body = try vault.body(ofSlot: 1)
    body[20] ^= 1
    try vault.put(body, inSlot: 1)
    #expect(codes([secret("second")]) == [nil])
    // It may be the right one.
    #expect(codes([vault.passphrase]) == [.vaultDamaged])
    let findings = try Vault.check(at: vault.path, passphrase: secret("second")).findings
    #expect(findings.map(\.place) == ["key slot 1"])
    // A damaged slot can be removed, and is not a slot that remains.
    #expect(code { try vault.changeSlots(.remove(2), with: secret("second")) } == .usage)
    let slots = try vault.changeSlots(.remove(1), with: secret("second"))
    #expect(slots.map(\.number) == [2])
    #expect(try Vault.check(at: vault.path, passphrase: secret("second")).findings == [])
  }

  /// An attacker who knows an old passphrase copies its slot back into the file.
  @Test func aSlotThatIsPutBackIsReported() throws {
    let old = try vault.body(ofSlot: 1)
    try vault.changeSlots(.add(secret("second"), label: ""))
    try vault.changeSlots(.remove(1), with: secret("second"))
    func places(_ passphrase: String) throws -> [String] {
      try Vault.check(at: vault.path, passphrase: secret(passphrase)).findings.map(\.place)
    }
    #expect(try places("second") == [])
    try tamper(vault.path, "INSERT INTO header(id, body) VALUES(1, x'\(Hex.encode(old))')")
    #expect(codes([vault.passphrase]) == [nil])
    #expect(try places("second") == ["key slots"])
    // Other changes do not make it the known state, and a repair does not decide.
    try vault.toggle(1)
    #expect(try places("second") == ["key slots"])
    let repair = try Vault.repair(vault.path, passphrase: secret("second"))
    #expect(repair.repaired == nil)
    try vault.changeSlots(.remove(1), with: secret("second"))
    #expect(try places("second") == [])
    #expect(codes([vault.passphrase]) == [.vaultPassphrase])
    // A slot that is missing, and one that was exchanged.
    try vault.changeSlots(.add(secret("a"), label: ""), with: secret("second"))
    let other = try vault.body(ofSlot: 1)
    try vault.changeSlots(.replace(with: secret("b")), with: secret("a"))
    try vault.put(other, inSlot: 1)
    #expect(try places("second") == ["key slots"])
    try tamper(vault.path, "DELETE FROM header WHERE id=1")
    #expect(try places("second") == ["key slots"])
  }

  @Test func slotsAreChangedWhileTheWalletIsOpen() throws {
    let ledger = try vault.open()
    let before = try ledger.edition()
    try vault.changeSlots(.replace(with: secret("new")))
    #expect(try ledger.edition() != before)
    _ = try ledger.perform(SetCardStatus(ledger.firstCard().id, .locked, reason: "x"))
    ledger.close()
    #expect(try Vault.check(at: vault.path, passphrase: secret("new")).findings == [])
    #expect(codes([vault.passphrase]) == [.vaultPassphrase])
  }

  @Test func theAuditLogHasTheChange() throws {
    try vault.changeSlots(.add(secret("second"), label: "partner"))
    let ledger = try vault.open()
    defer { ledger.close() }
    let entries = try ledger.read { reader throws(WalletError) in
      try reader.page(AuditEntry.self, of: ledger.owner, LedgerQuery()).items
    }
    #expect(entries.last?.action == "changeKeySlots")
    #expect(entries.last?.note == "slot 2 added")
  }

  @Test func aKeyFileIsMadeOnceAndForItsOwnerOnly() throws {
    let path = vault.folder + "/key"
    let key = KeyFile.newKey()
    try KeyFile.write(key, to: path)
    var info = stat()
    #expect(stat(path, &info) == 0 && info.st_mode & 0o777 == 0o600)
    let written = bytes(of: path)
    #expect(written.count == 80 && written.last == 0x0a)
    #expect(key.withBytes { Array($0) == Array(written.dropLast()) })
    #expect(code { try KeyFile.write(key, to: path) } == .usage)
    #expect(!KeyFile.isKey(secret("walletui-key-1:short")))
    #expect(!KeyFile.newKey().matches(key))
  }
}
