package import Threads
package import WalletAPI
import WalletModel

/// What the services share: the backend, who asks, and which changes are under way.
package struct WalletSession: Sendable {
  package let backend: any WalletBackend
  package internal(set) var context: RequestContext
  package let policy: RevealPolicy
  package let clock: MonotonicClock
  let book: (any ChangeBook)?
  private let underWay = Locked<Set<Change>>([])
  /// The idempotency keys of changes whose answers were lost (`Contract.LostAnswer.keepsKey`).
  private let keptKeys = Locked<[Change: String]>([:])

  /// Sends a request that changes nothing, or makes a change.
  func send<O: WalletOperation>(_ operation: O, expectedVersion: Int? = nil)
    async throws(WalletError) -> O.Response
  {
    guard O.contract.isRead else { return try await change(operation, expectedVersion) }
    return try await perform(operation, context)
  }

  /// Carries out a request.
  ///
  /// - Throws: `.scaRejected` if a server demands the same event again that has authorised the
  ///   request: to confirm it once more would lead to the same demand.
  ///   `.notFound` with `WalletOperation.missing` if the server has none of what only a demo has.
  private func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
    do throws(WalletError) {
      return try await backend.perform(operation, context)
    } catch {
      if error.code == .notFound, let missing = operation.missing { throw missing }
      guard let event = error.scaEvent, event.id == context.sca?.eventID else { throw error }
      throw WalletError(
        .scaRejected,
        .text(
          "The server asks again for a code that it has accepted",
          "Der Server verlangt noch einmal einen Code, den er angenommen hat"),
        advice: .authentication(.askOperator))
    }
  }

  /// Sends a change with a new idempotency key, or with the one that was kept when its answer was
  /// lost. What the change book has to know is recorded before. The same change to the same card is
  /// refused while the first is in progress: a key held down must not lock a card twice.
  private func change<O: WalletOperation>(_ operation: O, _ expectedVersion: Int?)
    async throws(WalletError) -> O.Response
  {
    let change = Change(name: O.contract.name, card: operation.cardID, detail: operation.detail)
    guard underWay.withLock({ $0.insert(change).inserted }) else {
      throw WalletError(
        .actionRefused,
        .text("The same change is already under way", "Dieselbe Änderung ist schon unterwegs"),
        detail: .text(
          "\(change.name) hasn't been answered yet",
          "\(change.name) wurde noch nicht beantwortet"),
        advice: .text("Wait for its answer.", "Warten Sie die Antwort ab."))
    }
    defer { _ = underWay.withLock { $0.remove(change) } }
    let key = keptKeys.withLock { $0[change] } ?? IdempotencyKey.make()
    var context = context
    context.expectedVersion = expectedVersion
    context.idempotencyKey = key
    if case .keepsKey = O.contract.lostAnswer {
      do throws(WalletError) {
        let response = try await perform(operation, context)
        keptKeys.withLock { $0[change] = nil }
        return response
      } catch {
        if error.mayHaveHappened { keptKeys.withLock { $0[change] = key } }
        throw error
      }
    }
    guard let book,
      let record = RecordedChange(operation, context, wallet: book.wallet, time: book.now())
    else { return try await perform(operation, context) }
    return try await send(operation, context, record, book)
  }

  /// Runs `body` if nothing of this name runs already.
  ///
  /// - Throws: `busy` if something does.
  func alone<R>(_ name: String, busy: WalletError, _ body: () async throws(WalletError) -> R)
    async throws(WalletError) -> R
  {
    let change = Change(name: name, card: nil, detail: "alone")
    guard underWay.withLock({ $0.insert(change).inserted }) else { throw busy }
    defer { _ = underWay.withLock { $0.remove(change) } }
    return try await body()
  }

  private func send<O: WalletOperation>(
    _ operation: O, _ context: RequestContext, _ record: RecordedChange, _ book: any ChangeBook
  ) async throws(WalletError) -> O.Response {
    let earlier = book.unanswered().first { $0.cardID != nil && $0.cardID == record.cardID }
    if let earlier {
      throw WalletError(
        .changePending,
        .text(
          "Another change of this card is pending",
          "Eine andere Änderung dieser Karte ist noch offen"),
        detail: .text(
          "\(earlier.title.english): its answer was lost",
          "\(earlier.title.german): die Antwort ging verloren"))
    }
    try book.record(record)
    do throws(WalletError) {
      let response = try await perform(operation, context)
      book.remove(record.key)
      return response
    } catch {
      guard error.mayHaveHappened else {
        book.remove(record.key)
        throw error
      }
      book.leave(record.key)
      let why =
        error.code == .cancelled
        ? .text(
          "it was given up before its answer came",
          "sie wurde aufgegeben, bevor die Antwort kam") : error.message
      throw WalletError(
        .changePending,
        .text("\(record.title.english) pending", "\(record.title.german) offen"), detail: why)
    }
  }

  private struct Change: Hashable {
    let name: String
    let card: CardID?
    let detail: String
  }
}

extension WalletOperation {
  /// What `.notFound` means for an operation that only a demo has: the server does not have it.
  /// nil: the record was not found.
  fileprivate var missing: WalletError? {
    let isList = Self.contract.isRead && wireIDs.isEmpty
    return switch Self.contract.group {
    case .payments where isList:
      onlyInDemo(
        .text(
          "This server doesn't simulate payments", "Dieser Server simuliert keine Zahlungen"),
        .text("`walletui --demo` does.", "`walletui --demo` tut es."))
    case .virtualCards where isList:
      onlyInDemo(
        .text("This server has no virtual cards", "Dieser Server hat keine virtuellen Karten"),
        .text("`walletui --demo` has.", "`walletui --demo` hat welche."))
    case .simulator where self is ListPhoneMessages:
      onlyInDemo(
        .text("This server has no simulated phone", "Dieser Server hat kein simuliertes Handy"),
        .text("Use an authenticator app.", "Nehmen Sie eine Authenticator-App."))
    // A payment that the shop does not know has a code of its own.
    case .simulator:
      onlyInDemo(
        .text("This server has no simulated shop", "Dieser Server hat keinen simulierten Laden"),
        .text("`walletui --demo` has one, too.", "`walletui --demo` hat auch einen."))
    case .payments, .virtualCards, .wallet, .signIn, .confirmations, .news: nil
    }
  }

  private func onlyInDemo(_ missing: Reason, _ advice: Reason) -> WalletError {
    WalletError(
      .notFound, missing,
      detail: .text("only `walletd --demo` has one", "nur `walletd --demo` hat eines"),
      advice: advice)
  }
}

/// 128 random bits in hexadecimal: the same key has the same effect, once.
package enum IdempotencyKey {
  package static func make() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let word = String(random.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - word.count) + word
    }.joined()
  }
}
