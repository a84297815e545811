import CSQLite
import Conformance
import Glibc
import Issuer
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import SealedRecords
@testable import VaultLedger

let isTorture = getenv("WALLETUI_TORTURE") != nil

/// A way to change a vault without the program.
struct Tampering: Sendable, CustomTestStringConvertible {
  let what: String
  let sql: String
  /// A word in the first finding of the report.
  let finding: String
  var testDescription: String { what }

  static func row(_ kind: RecordKind, _ number: Int64) -> Int64 {
    RowID(kind, customer: kind == .customer || kind == .sca ? 0 : 1, number).value
  }

  static func swap(_ table: String, _ column: String, _ a: Int64, _ b: Int64) -> String {
    """
    CREATE TEMP TABLE t AS SELECT id, \(column) AS c FROM \(table) WHERE id IN (\(a), \(b));
    UPDATE \(table) SET \(column)=(SELECT c FROM t WHERE t.id=\(b)) WHERE id=\(a);
    UPDATE \(table) SET \(column)=(SELECT c FROM t WHERE t.id=\(a)) WHERE id=\(b);
    """
  }

  static let rootPlace = "(SELECT max(id) FROM audit)"
  static let flip = "box=substr(box,1,60)||x'00ff'||substr(box,63)"

  static let all: [Tampering] = [
    .init(
      what: "a card's box is changed",
      sql: "UPDATE cards SET \(flip) WHERE id=\(row(.card, 2))", finding: "card 2"),
    .init(
      what: "a card's version is changed",
      sql: "UPDATE cards SET ver=ver+1 WHERE id=\(row(.card, 2))", finding: "card 2"),
    .init(
      what: "a card's id is changed",
      sql: "UPDATE cards SET look=x'616263' WHERE id=\(row(.card, 2))", finding: "card 2"),
    .init(
      what: "a card is removed", sql: "DELETE FROM cards WHERE id=\(row(.card, 5))",
      finding: "card rows"),
    .init(
      what: "two cards' boxes are swapped",
      sql: swap("cards", "box", row(.card, 0), row(.card, 1)), finding: "card 0"),
    .init(
      what: "two PINs are swapped", sql: swap("pins", "box", row(.pin, 0), row(.pin, 1)),
      finding: "PIN 0"),
    .init(
      what: "two numbers are swapped", sql: swap("pans", "box", row(.pan, 0), row(.pan, 1)),
      finding: "card number 0"),
    .init(
      what: "a number is put in a PIN's place",
      sql: """
        UPDATE pins SET box=(SELECT box FROM pans WHERE id=\(row(.pan, 0)))
          WHERE id=\(row(.pin, 0))
        """, finding: "PIN 0"),
    .init(
      what: "a card is copied to a new row",
      sql: """
        INSERT INTO cards SELECT \(row(.card, 6)), x'61', ver, box FROM cards
          WHERE id=\(row(.card, 0))
        """, finding: "card 6"),
    .init(
      what: "a payment is removed",
      sql: "DELETE FROM payments WHERE id=\(row(.payment, 3))", finding: "payment rows"),
    .init(
      what: "the code counters are removed",
      sql: "DELETE FROM records WHERE id=\(row(.sca, 1))", finding: "code counters rows"),
    .init(
      what: "the root row is removed", sql: "DELETE FROM audit WHERE id=\(rootPlace)",
      finding: "root row"),
    .init(
      what: "the root row is changed",
      sql: "UPDATE audit SET \(flip) WHERE id=\(rootPlace)", finding: "root row"),
    .init(
      what: "an audit entry is changed",
      sql: "UPDATE audit SET \(flip) WHERE id=\(row(.audit, 4))", finding: "audit entry 4"),
    .init(
      what: "an audit entry is removed", sql: "DELETE FROM audit WHERE id=\(row(.audit, 4))",
      finding: "audit entry 5"),
    .init(
      what: "two audit entries are swapped",
      sql: swap("audit", "box", row(.audit, 4), row(.audit, 6)), finding: "audit entry 4"),
    .init(
      what: "the audit log is cut",
      sql: "DELETE FROM audit WHERE id>=\(row(.audit, 8)) AND id<\(rootPlace)",
      finding: "audit entry rows"),
  ]
}

@Suite struct DamageTests {
  /// The check often ends before there is a listener.
  @Test(.timeLimit(.minutes(10))) func lateListenersGetTheDamage() async throws {
    let vault = try await TemporaryVault.used()
    try tamper(vault.path, "UPDATE cards SET \(Tampering.flip) WHERE id=\(Tampering.row(.card, 2))")
    let backend = LocalBackend(ledger: try vault.open())
    await backend.waitForBackgroundWork()
    for _ in 0..<2 {
      let events = backend.events()
      // Ends the wait if nothing was reported.
      let cards = try await backend.perform(ListCards(CardQuery()), backend.context).cards
      let status: CardStatus = cards[0].status == .locked ? .active : .locked
      _ = try await backend.perform(
        SetCardStatus(cards[0].id, status, reason: "x"), backend.context)
      var iterator = events.makeAsyncIterator()
      #expect(await iterator.next() == .damageFound(Reason.storage(.cannotBeRead).at("card 2")))
    }
  }

  /// A row that is sealed correctly and is not a record.
  @Test func aRowThatIsNoRecordIsFound() throws {
    let vault = try TemporaryVault()
    let ledger = try vault.open()
    try ledger.write { _ throws(WalletError) in
      _ = try ledger.store.put(RowID(.sale, customer: 1, 0), isNew: true) { $0.put(byte: 9) }
    }
    ledger.close()
    let findings = try Vault.check(at: vault.path, passphrase: vault.passphrase).findings
    #expect(findings == [.init(.storage(.cannotBeRead), at: "sale 0")])
  }

  /// Its connection would keep the log, which would then grow for ever.
  @Test func aFailedCheckStopsReading() async throws {
    let vault = try await TemporaryVault.used()
    let ledger = try vault.open()
    let file = try VaultFile.connect(vault.path, readOnly: false)
    #expect(try file.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0)
    let page = try file.integer("SELECT rootpage FROM sqlite_master WHERE name='pins'")
    let descriptor = Glibc.open(vault.path, O_WRONLY)
    #expect(pwrite(descriptor, "\u{1}", 1, off_t(page - 1) * 4096) == 1)
    close(descriptor)
    #expect(throws: WalletError.self) { while try ledger.backgroundStep() != nil {} }
    let backend = LocalBackend(ledger: ledger)
    let card = try await backend.perform(ListCards(CardQuery()), backend.context).cards[0]
    _ = try await backend.perform(SetCardStatus(card.id, .locked, reason: "x"), backend.context)
    #expect(try file.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0, "nobody reads any more")
  }

  @Test(arguments: Tampering.all)
  func everyForeignChangeIsFound(_ tampering: Tampering) async throws {
    let vault = try await TemporaryVault.used()
    #expect(try Vault.check(at: vault.path, passphrase: vault.passphrase).findings == [])
    try tamper(vault.path, tampering.sql)
    let report = try Vault.check(at: vault.path, passphrase: vault.passphrase)
    #expect(!report.ok)
    #expect(report.findings.first?.place == tampering.finding)
  }

  /// S15: the row was valid in an earlier state.
  @Test(arguments: ["cards", "records", "pins"])
  func anOldStateOfARowIsFound(_ table: String) async throws {
    let vault = try await TemporaryVault.used()
    try tamper(vault.path, "CREATE TABLE older AS SELECT * FROM \(table)")
    let clock = TestClock(IssuerClock.system.now())
    let wallet = try underTest(vault, clock)
    let cards = try await wallet.backend.perform(ListCards(CardQuery()), wallet.context).cards
    _ = try await wallet.backend.perform(
      SetCardStatus(cards[0].id, .locked, reason: "x"), wallet.context)
    // A wrong code changes the counters.
    var context = wallet.context
    do throws(WalletError) {
      _ = try await wallet.backend.perform(
        SetCardPin(cards[1].id, pin: secret("9999")), context)
    } catch {
      let event = try #require(error.scaEvent)
      let sms = ScaVerification(method: .otp, channel: .sms)
      _ = try await wallet.backend.perform(CreateChallenge(event.reference, sms), context)
      let code = try await wallet.backend.perform(ListPhoneMessages(), context)[0].code
      let right = try #require(code)
      _ = try await wallet.backend.perform(
        SubmitAttempt(event.reference, code: secret("x")), context)
      _ = try await wallet.backend.perform(SubmitAttempt(event.reference, code: right), context)
      context.sca = event.reference
      _ = try await wallet.backend.perform(
        SetCardPin(cards[1].id, pin: secret("9999")), context)
    }
    #expect(try Vault.check(at: vault.path, passphrase: vault.passphrase).findings == [])
    try tamper(
      vault.path,
      "REPLACE INTO \(table) SELECT * FROM older")
    #expect(!(try Vault.check(at: vault.path, passphrase: vault.passphrase)).ok)
  }

  @Test func aDamagedCardHidesNoOther() async throws {
    let vault = try TemporaryVault()
    let ids = try list(vault).cards.map { $0.id }
    try tamper(vault.path, Tampering.all[0].sql)
    try tamper(vault.path, "DELETE FROM cards WHERE id=\(Tampering.row(.card, 4))")
    let backend = LocalBackend(ledger: try vault.open())
    let list = try await backend.perform(ListCards(CardQuery()), backend.context)
    #expect(list.cards.map { $0.id } == [ids[0], ids[1], ids[3], ids[5]])
    #expect(list.damaged.map { $0.position } == [2, 4])
    #expect(list.damaged[0].id == ids[2])
    #expect(list.meta.numberOfRecords == 6)
    let active = try await backend.perform(
      ListCards(CardQuery(statuses: [.active])), backend.context)
    #expect(active.cards.map { $0.id } == [ids[0], ids[1]])
    #expect(active.damaged.map { $0.position } == [2])
    await #expect { try await backend.perform(GetCard(ids[2]), backend.context) } throws: {
      ($0 as? WalletError)?.code == .damagedRecord
    }
    let locked = try await backend.perform(
      SetCardStatus(ids[0], .locked, reason: "x"), backend.context)
    #expect(locked.status == .locked)
  }

  private func list(_ vault: TemporaryVault) throws -> CardList {
    let ledger = try vault.open()
    let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    return try Issuer(ledger: ledger).perform(ListCards(CardQuery()), context)
  }

  @Test func anOpenWalletReportsDamage() async throws {
    let vault = try TemporaryVault()
    try tamper(vault.path, "DELETE FROM payments WHERE id=\(Tampering.row(.payment, 3))")
    let ledger = try vault.open()
    var told: [String] = []
    while let progress = try ledger.backgroundStep() {
      if case .damaged(let what) = progress { told.append(what.english) }
    }
    #expect(told.count == 1)
    #expect(told.first?.contains("payment rows") == true)
  }

  /// S15: each byte of a file, or a sample. A change is found, or everything that is read is the
  /// same as before.
  @Test func everyFlippedByteIsFoundOrHarmless() throws {
    let vault = try TemporaryVault()
    let cards = try list(vault).cards
    let good = bytes(of: vault.path)
    var offsets = Array(good.indices)
    if !isTorture {
      offsets = (0..<110).map { $0 } + stride(from: 110, to: good.count, by: 997)
    }
    var found = 0
    for offset in offsets {
      var bad = good
      bad[offset] ^= 0x41
      write(bad, to: vault.path)
      if isFound(vault) {
        found += 1
      } else {
        #expect(try list(vault).cards == cards, "byte \(offset)")
        #expect(try list(vault).damaged == [], "byte \(offset)")
      }
      for end in ["-wal", "-shm"] { unlink(vault.path + end) }
    }
    // Most bytes are encrypted data or page structures. The others are free space.
    #expect(found > offsets.count / 3)
  }

  private func isFound(_ vault: TemporaryVault) -> Bool {
    do throws(WalletError) {
      return !(try Vault.check(at: vault.path, passphrase: vault.passphrase)).ok
    } catch {
      return true
    }
  }

  @Test func aTruncatedFileIsFound() async throws {
    let vault = try TemporaryVault()
    let good = bytes(of: vault.path)
    for count in stride(from: 0, to: good.count, by: 4096) {
      write(Array(good.prefix(count)), to: vault.path)
      #expect(isFound(vault), "cut at \(count)")
    }
  }
}
