import Issuer
import PostgresServer
import SealedRecords
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import PostgresLedger

/// Somebody changes rows past the program.
@Suite(.serialized) struct TamperTests {
  /// A used database, with a copy of its rows from before the last change of each kind.
  private struct Wallet {
    let address: DatabaseAddress
    let owner: CustomerID
    let other: CustomerID
    let cards: [CardID]

    init() throws {
      address = try TestDatabase.new()
      let ledger = try TestDatabase.open(address)
      owner = ledger.owner
      other = CustomerID("other")
      _ = try ledger.addCustomer(other, cards: 3)
      let issuer = Issuer.simulation(ledger)
      cards = try issuer.perform(ListCards(CardQuery()), .test(owner)).cards.map(\.id)
      try change(issuer)
      // What an attacker keeps.
      try sql("CREATE TABLE old_record AS TABLE record; CREATE TABLE old_root AS TABLE customer")
      try change(issuer)
    }

    private func change(_ issuer: Issuer) throws {
      for status in [CardStatus.locked, .active] {
        _ = try issuer.perform(SetCardStatus(cards[0], status, reason: "Test"), .test(owner))
      }
      _ = try issuer.perform(
        Authorize(.card(cards[0]), at: "lidl-sofia", ShopAmount(100)), .test(owner))
    }

    func sql(_ text: String) throws { try TestDatabase.run(text, address) }

    /// What a server that starts now says to an operation; nil: it carries it out.
    func refusal<O: WalletOperation>(_ operation: O, _ customer: CustomerID? = nil) throws
      -> ErrorCode?
    {
      let issuer = Issuer.simulation(try TestDatabase.open(address))
      do throws(WalletError) {
        _ = try issuer.perform(operation, .test(customer ?? owner))
        return nil
      } catch {
        return error.code
      }
    }

    func damaged(_ customer: CustomerID? = nil) throws -> [String] {
      let issuer = Issuer.simulation(try TestDatabase.open(address))
      return try issuer.perform(ListCards(CardQuery()), .test(customer ?? owner)).damaged
        .map(\.id.rawValue)
    }

    /// What `walletd db check` tells.
    func findings() throws -> [VaultReport.Finding] {
      try PostgresStore.check(address, secret: TestDatabase.passphrase).findings
    }
  }

  private static func row(_ kind: RecordKind, _ number: Int64, customer: Int64 = 1) -> String {
    "customer = \(customer) AND kind = \(kind.rawValue) AND number = \(number)"
  }

  private static func restore(_ which: String) -> String {
    """
    UPDATE record SET ver = o.ver, box = o.box, look = o.look FROM old_record o
    WHERE (record.customer, record.kind, record.number) = (o.customer, o.kind, o.number)
      AND (\(which));
    """
  }

  /// Control: what was not changed can be used.
  @Test func unchangedRowsAreFine() throws {
    let wallet = try Wallet()
    for customer in [wallet.owner, wallet.other] {
      #expect(try wallet.damaged(customer) == [])
    }
    #expect(try wallet.findings() == [])
    #expect(try wallet.refusal(GetCard(wallet.cards[0])) == nil)
    let change = SetCardStatus(wallet.cards[0], .locked, reason: "Test")
    #expect(try wallet.refusal(change) == nil)
    #expect(try wallet.findings() == [])
  }

  /// A way to put a row where another one belongs.
  struct Misplaced: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let sql: String
    let isOther: Bool
  }

  private static let misplaced = [
    Misplaced(
      testDescription: "a card's box is put into another card",
      sql: """
        UPDATE record SET ver = o.ver, box = o.box FROM record o
        WHERE record.customer = 1 AND record.kind = \(RecordKind.card.rawValue)
          AND record.number = 0 AND o.customer = 1 AND o.kind = record.kind AND o.number = 1
        """, isOther: false),
    Misplaced(
      testDescription: "a card takes the place of another customer's",
      sql: """
        DELETE FROM record WHERE \(row(.card, 0, customer: 2));
        INSERT INTO record SELECT 2, kind, number, ver, look, box FROM record
        WHERE \(row(.card, 0))
        """, isOther: true),
    Misplaced(
      testDescription: "a card takes the place of a later one",
      sql: """
        DELETE FROM record WHERE \(row(.card, 1));
        INSERT INTO record SELECT customer, kind, 1, ver, look, box FROM record
        WHERE \(row(.card, 0))
        """, isOther: false),
    Misplaced(
      testDescription: "a card's version is changed",
      sql: "UPDATE record SET ver = ver + 1 WHERE \(row(.card, 0))", isOther: false),
    Misplaced(
      testDescription: "a byte of a card is changed",
      sql: """
        UPDATE record SET box = set_byte(box, 50, get_byte(box, 50) # 1) WHERE \(row(.card, 0))
        """, isOther: false),
  ]

  @Test(arguments: misplaced) func aRowInAnotherPlaceIsDamaged(_ change: Misplaced) throws {
    let wallet = try Wallet()
    try wallet.sql(change.sql)
    #expect(try wallet.damaged(change.isOther ? wallet.other : wallet.owner).count == 1)
    #expect(try wallet.damaged(change.isOther ? wallet.owner : wallet.other) == [])
  }

  /// A number that is moved to another customer's card does not become that customer's.
  @Test func aNumberOfAnotherCustomerIsDamaged() throws {
    let wallet = try Wallet()
    let ledger = try TestDatabase.open(wallet.address)
    func number() throws(WalletError) -> Bool {
      try ledger.read { reader throws(WalletError) in
        guard let card = try reader.get(CardRecord.self, at: 0, of: wallet.other) else {
          return false
        }
        return try !reader.pan(of: card, wallet.other).withBytes { $0.isEmpty }
      }
    }
    #expect(try number(), "control")
    try wallet.sql(
      """
      DELETE FROM record WHERE \(Self.row(.pan, 0, customer: 2));
      UPDATE record SET customer = 2 WHERE \(Self.row(.pan, 0))
      """)
    #expect { try number() } throws: { ($0 as? WalletError)?.code == .damagedRecord }
  }

  /// A root that is put into another customer's row cannot be read, and nothing is done.
  @Test func theRootOfAnotherCustomerIsRefused() throws {
    let wallet = try Wallet()
    try wallet.sql(
      """
      UPDATE customer SET ver = o.ver, root = o.root FROM customer o
      WHERE customer.number = 2 AND o.number = 1
      """)
    for operation in [CardQuery(), CardQuery(limit: 1)] {
      #expect(try wallet.refusal(ListCards(operation), wallet.other) == .vaultDamaged)
    }
    #expect(try wallet.refusal(ListCards(CardQuery())) == nil)
  }

  /// Two customers whose rows are found by each other's hash do not get each other's wallets. A server
  /// that knows their numbers compares the hash.
  @Test func nobodyGetsTheWalletOfAnother() throws {
    let wallet = try Wallet()
    let running = Issuer.simulation(try TestDatabase.open(wallet.address))
    func list() throws(WalletError) {
      _ = try running.perform(ListCards(CardQuery()), .test(wallet.owner))
    }
    try list()
    try wallet.sql(
      """
      CREATE TEMPORARY TABLE swapped AS SELECT number, look FROM customer WHERE number IN (1, 2);
      UPDATE customer SET look = decode(md5(number::text), 'hex') WHERE number IN (1, 2);
      UPDATE customer SET look = s.look FROM swapped s
      WHERE customer.number = 3 - s.number AND customer.number IN (1, 2)
      """)
    #expect { try list() } throws: { ($0 as? WalletError)?.code == .vaultBusy }
    #expect { try list() } throws: { ($0 as? WalletError)?.code == .vaultDamaged }
    for customer in [wallet.owner, wallet.other] {
      #expect(try wallet.refusal(ListCards(CardQuery()), customer) == .vaultDamaged)
      #expect(try wallet.refusal(GetCard(wallet.cards[0]), customer) == .vaultDamaged)
      let change = SetCardStatus(wallet.cards[0], .locked, reason: "Test")
      #expect(try wallet.refusal(change, customer) == .vaultDamaged)
    }
    #expect(try !wallet.findings().isEmpty)
  }

  /// Servers read the sign-ins of all customers when they start.
  @Test func aDamagedRootKeepsNobodyElseOut() throws {
    let wallet = try Wallet()
    let ledger = try TestDatabase.open(wallet.address)
    for customer in [wallet.owner, wallet.other] {
      _ = try ledger.write { writer throws(WalletError) in
        try writer.put(
          SignInRecord(
            id: "of \(customer.rawValue)", customer: customer, user: "x", userMark: [1],
            deviceID: "d", scopes: [.wallet], family: [2]), of: customer)
      }
    }
    try wallet.sql(
      "UPDATE customer SET root = set_byte(root, 40, 255 - get_byte(root, 40)) WHERE number = 2")
    #expect(try wallet.refusal(ListCards(CardQuery()), wallet.other) == .vaultDamaged, "control")
    for ledger in [ledger, try TestDatabase.open(wallet.address)] {
      let page = try ledger.read { reader throws(WalletError) in
        try reader.page(SignInRecord.self, of: nil, LedgerQuery())
      }
      #expect(page.items.count == 2 && page.damaged == [])
      // What was asked for in one transaction is not taken by the next one.
      #expect(try ledger.knows(wallet.owner))
    }
  }

  @Test(arguments: [0, 3, 5] as [Int64]) func aCardThatWasRemovedIsMissing(_ number: Int64) throws {
    let wallet = try Wallet()
    try wallet.sql("DELETE FROM record WHERE \(Self.row(.card, number))")
    #expect(try wallet.damaged() == ["missing-\(number)"])
    #expect(try !wallet.findings().isEmpty)
  }

  /// Who removes the counters does not get new ones.
  @Test func missingCountersAreDamage() throws {
    let wallet = try Wallet()
    try wallet.sql("DELETE FROM record WHERE \(Self.row(.sca, 1))")
    #expect(try wallet.refusal(GetSecureDetails(wallet.cards[0])) == .damagedRecord)
  }

  @Test func aMissingNumberIsDamage() throws {
    let wallet = try Wallet()
    try wallet.sql("DELETE FROM record WHERE \(Self.row(.pan, 0))")
    let ledger = try TestDatabase.open(wallet.address)
    #expect {
      try ledger.read { reader throws(WalletError) in
        guard let card = try reader.get(CardRecord.self, at: 0, of: wallet.owner) else { return }
        _ = try reader.pan(of: card, wallet.owner)
      }
    } throws: {
      ($0 as? WalletError)?.code == .damagedRecord
    }
  }

  /// A way to bring back an older state.
  struct Older: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let sql: String
  }

  private static let older = [
    Older(
      testDescription: "a card",
      sql: restore("record.kind = \(RecordKind.card.rawValue)")),
    Older(
      testDescription: "the balance",
      sql: restore("record.kind = \(RecordKind.account.rawValue)")),
    Older(
      testDescription: "a payment is removed",
      sql: """
        DELETE FROM record WHERE kind = \(RecordKind.payment.rawValue) AND number =
          (SELECT max(number) FROM record WHERE kind = \(RecordKind.payment.rawValue)
            AND customer = 1) AND customer = 1
        """),
    Older(
      testDescription: "all rows without the root",
      sql: """
        DELETE FROM record;
        INSERT INTO record SELECT * FROM old_record
        """),
    Older(
      testDescription: "the root",
      sql: """
        UPDATE customer SET ver = o.ver, root = o.root FROM old_root o
        WHERE customer.number = o.number
        """),
  ]

  /// A running server reads all customers once, and `walletd db check` does it at any time. An
  /// operation alone does not compare all rows with the root, as in a vault.
  @Test(arguments: older) func checksNoticeAnOlderState(_ change: Older) throws {
    let wallet = try Wallet()
    #expect(try wallet.findings().isEmpty, "control")
    try wallet.sql(change.sql)
    let found = try wallet.findings()
    #expect(found.contains { $0.place.hasPrefix("customer 1: ") })
    #expect(found.allSatisfy { $0.place.hasPrefix("customer 1: ") })
  }

  /// After the root alone was brought back, its next numbers are in use: no change goes through.
  @Test func anOlderRootRefusesChanges() throws {
    let wallet = try Wallet()
    try wallet.sql(try #require(Self.older.last).sql)
    let change = SetCardStatus(wallet.cards[0], .locked, reason: "Test")
    #expect(try wallet.refusal(change) == .vaultBusy)
  }
}
