import Conformance
import Glibc
import Issuer
import Testing
import WalletAPI
import WalletModel

@testable import VaultLedger
@testable import VaultTesting

@Suite struct DamageTests {
  /// The check often ends before there is a listener.
  @Test func lateListenersGetTheDamage() async throws {
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
    let findings = try vault.check().findings
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

  /// A card that was read before does not take the place of a row that cannot be read.
  @Test(arguments: [Tampering.flip, "ver=ver+1", "look=x'616263'"])
  func damageToACardThatWasReadIsFound(_ change: String) throws {
    let vault = try TemporaryVault(sample: true)
    let ledger = try vault.open()
    defer { ledger.close() }
    let issuer = Issuer(ledger: ledger)
    let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    let list = ListCards(CardQuery(limit: 20))
    let before = try issuer.perform(list, context)
    #expect(before.damaged.isEmpty)
    #expect(try issuer.perform(list, context) == before)
    try ledger.write { _ throws(WalletError) in
      try ledger.store.database.execute(
        "UPDATE cards SET \(change) WHERE id=\(Tampering.row(.card, 2))")
    }
    let after = try issuer.perform(list, context)
    #expect(after.damaged.map(\.position) == [2])
    #expect(after.cards.count == before.cards.count - 1)
  }

  @Test(arguments: Tampering.all)
  func everyForeignChangeIsFound(_ tampering: Tampering) async throws {
    let vault = try await TemporaryVault.used()
    #expect(try vault.check().findings == [])
    try tamper(vault.path, tampering.sql)
    let report = try vault.check()
    #expect(!report.ok)
    #expect(report.findings.first?.place == tampering.finding)
  }

  /// S15: the row was valid in an earlier state.
  @Test(arguments: ["cards", "records", "pins"])
  func anOldStateOfARowIsFound(_ table: String) async throws {
    let vault = try await TemporaryVault.used()
    let kept = vault.folder + "/kept"
    write([], to: kept)
    try tamper(
      vault.path, "ATTACH '\(kept)' AS kept; CREATE TABLE kept.older AS SELECT * FROM \(table)")
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
    #expect(try vault.check().findings == [])
    try tamper(
      vault.path, "ATTACH '\(kept)' AS kept; REPLACE INTO \(table) SELECT * FROM kept.older")
    #expect(!(try vault.check()).ok)
  }

  @Test func aDamagedCardHidesNoOther() async throws {
    let vault = try TemporaryVault()
    let ids = try vault.cardList().cards.map { $0.id }
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

  /// S15: a change is found, or everything that is read is the same as before.
  /// `DamageTimingTests` changes very many bytes.
  @Test func aFlippedByteIsFoundOrHarmless() throws {
    let vault = try TemporaryVault()
    let size = bytes(of: vault.path).count
    let flips = try vault.flipBytes(
      [0, 18, 60, 75, 100, 105] + stride(from: 200, to: size, by: 9973))
    #expect(flips.wrong == [])
    #expect(flips.found > 0)
  }

  @Test func aTruncatedFileIsFound() throws {
    let vault = try TemporaryVault()
    let good = bytes(of: vault.path)
    for count in [0, 4096, good.count / 8192 * 4096, good.count - 4096] {
      write(Array(good.prefix(count)), to: vault.path)
      #expect(vault.isFoundDamaged, "cut at \(count)")
    }
  }
}
