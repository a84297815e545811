import Glibc
import Issuer
import PostgresLedger
import PostgresServer
import Secrets
import WalletAPI
import WalletModel

let isTorture = getenv("WALLETUI_TORTURE") != nil

func secret(_ text: String) -> Secret {
  var text = text
  return text.withUTF8 { Secret(copying: UnsafeRawBufferPointer($0)) }
}

/// Databases with the first customer, for one test each.
enum TestDatabase {
  static let passphrase = secret("correct horse")

  /// A database that others are copied from, since deriving keys takes time.
  private static let template = Result {
    let address = try PostgresServer.shared.get().newDatabase()
    try create(address)
    return name(of: address)
  }

  /// Makes the tables and the first customer, who has the sample cards.
  static func create(_ address: DatabaseAddress) throws(WalletError) {
    try PostgresStore.create(at: address, passphrase: passphrase, kdf: .minimum, sample: true)
  }

  static func new() throws -> DatabaseAddress {
    try PostgresServer.shared.get().newDatabase(like: try template.get())
  }

  static func open(_ address: DatabaseAddress, connections: Int = 4) throws(WalletError)
    -> PostgresLedger
  {
    try PostgresStore.open(at: address, secret: passphrase, connections: connections)
  }

  static func name(of address: DatabaseAddress) -> String {
    address.text.split(separator: "?")[0].split(separator: "/").last.map(String.init) ?? ""
  }

  /// Runs SQL past the program.
  @discardableResult
  static func run(_ sql: String, _ address: DatabaseAddress) throws -> String {
    try PostgresServer.shared.get().run(sql, in: name(of: address))
  }

  /// Waits until SQL that gives a boolean gives true, for some minutes at most.
  static func wait(until condition: String, _ address: DatabaseAddress) throws {
    let end = ContinuousClock.now + .seconds(120)
    while try run("SELECT \(condition)", address) != "t" {
      guard ContinuousClock.now < end else { throw Late(condition: condition) }
      usleep(10_000)
    }
  }

  struct Late: Error { let condition: String }

  /// Waits until a session waits for a lock.
  static func waitForLock(_ address: DatabaseAddress) throws {
    try wait(
      until: """
        EXISTS (SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock')
        """, address)
  }
}

extension Issuer {
  /// The rules on a ledger, as a server has them. Calls wait for the database on their own thread.
  static func simulation(_ ledger: any Ledger) -> Issuer {
    Issuer(ledger: ledger, environment: IssuerEnvironment(isSimulation: true))
  }

  /// Locks an active card.
  ///
  /// - Returns: The card afterwards; nil: no card is active.
  @discardableResult
  func lockOne(_ customer: CustomerID, key: String? = nil) throws(WalletError) -> Card? {
    let cards = try perform(ListCards(CardQuery()), .test(customer)).cards
    guard let card = cards.first(where: { $0.status == .active }) else { return nil }
    return try perform(
      SetCardStatus(card.id, .locked, reason: "Test"), .test(customer, key: key))
  }
}

extension PostgresLedger {
  /// Adds a customer who may order any number of cards.
  func addCustomer(_ profile: CustomerProfile) throws(WalletError) {
    try add(profile) { writer throws(WalletError) in
      try SampleWallet(clock: .system).fillBlank(writer, profile)
      for var program in try writer.all(ProgramRecord.self, of: profile.customerID) {
        program.program.allowableCards = 1_000_000
        try writer.put(program, of: profile.customerID)
      }
    }
  }

  /// Adds a customer who has this many virtual cards, and money for any number of payments.
  ///
  /// - Returns: The cards.
  func addCustomer(_ id: CustomerID, cards: Int) throws(WalletError) -> [CardID] {
    try addCustomer(
      CustomerProfile(
        customerID: id, name: "TEST CUSTOMER", mobile: "+359 88 123 4567",
        email: "test@example.com", market: .eu))
    let issuer = Issuer.simulation(self)
    let context = RequestContext.test(id)
    var ids: [CardID] = []
    for _ in 0..<cards {
      let request = CardRequest(programName: virtualProgram, currency: "EUR")
      ids.append(try issuer.perform(CreateCard(request), context).id)
    }
    try write { writer throws(WalletError) in
      for var account in try writer.all(Account.self, of: id) {
        account.totalBalance.minorUnits = 1_000_000_000
        account.availableBalance.minorUnits = 1_000_000_000
        try writer.put(account, of: id)
      }
    }
    return ids
  }
}

let virtualProgram = "SKRILL-VIRTUAL-MC-EEA"
let physicalProgram = "SKRILL-PHYSICAL-MC-EEA"

extension RequestContext {
  /// - Parameter key: The idempotency key. The audit log shows it, too.
  static func test(_ customer: CustomerID, key: String? = nil) -> RequestContext {
    RequestContext(
      customerID: customer, sessionID: key ?? "session", deviceID: "device", idempotencyKey: key)
  }
}
