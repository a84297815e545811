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

  package init(
    backend: any WalletBackend, context: RequestContext, book: (any ChangeBook)? = nil,
    policy: RevealPolicy = RevealPolicy(), clock: MonotonicClock = .reveal
  ) {
    self.book = book
    self.backend = backend
    self.context = context
    self.policy = policy
    self.clock = clock
  }

  func read<O: WalletOperation>(_ operation: O) async throws(WalletError) -> O.Response {
    try await perform(operation, context)
  }

  /// Sends a request.
  ///
  /// - Throws: `.scaRejected` if a server demands the same event again that has authorised the
  ///   request: to confirm it once more would lead to the same demand.
  private func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
    do throws(WalletError) {
      return try await backend.perform(operation, context)
    } catch {
      guard let event = error.scaEvent, event.id == context.sca?.eventID else { throw error }
      throw WalletError(
        .scaRejected,
        .text(
          "The server asks again for a code that it has accepted",
          "Der Server verlangt noch einmal einen Code, den er angenommen hat"),
        advice: .authentication(.askOperator))
    }
  }

  /// Asks for what only a demo has. Where it is not, `missing` says so, and `advice` what else
  /// there is.
  func simulated<Response>(
    _ missing: Reason, advice: Reason, _ ask: () async throws(WalletError) -> Response
  ) async throws(WalletError) -> Response {
    do throws(WalletError) {
      return try await ask()
    } catch {
      guard error.code == .notFound else { throw error }
      throw WalletError(
        .notFound, missing,
        details: [.text("only `walletd --demo` has one", "nur `walletd --demo` hat eines")],
        advice: advice)
    }
  }

  /// Sends a change with a new idempotency key. If its answer can be lost, the change is recorded
  /// before. The same change to the same card is refused while the first is in progress: a key held
  /// down must not lock a card twice.
  ///
  /// - Parameter detail: Distinguishes two changes of one kind: the status that is wanted.
  func change<O: WalletOperation>(
    _ operation: O, detail: String = "", expectedVersion: Int? = nil
  ) async throws(WalletError) -> O.Response {
    let change = Change(name: O.contract.name, card: operation.cardID, detail: detail)
    guard underWay.withLock({ $0.insert(change).inserted }) else {
      throw WalletError(
        .actionRefused,
        .text("The same change is already under way", "Dieselbe Änderung ist schon unterwegs"),
        details: [
          .text(
            "\(change.name) hasn't been answered yet",
            "\(change.name) wurde noch nicht beantwortet")
        ],
        advice: .text("Wait for its answer.", "Warten Sie die Antwort ab."))
    }
    defer { _ = underWay.withLock { $0.remove(change) } }
    var context = context
    context.expectedVersion = expectedVersion
    context.idempotencyKey = IdempotencyKey.make()
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
        details: [
          .text(
            "\(earlier.title.english): its answer was lost",
            "\(earlier.title.german): die Antwort ging verloren")
        ])
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
        .text("\(record.title.english) pending", "\(record.title.german) offen"), details: [why])
    }
  }

  private struct Change: Hashable {
    let name: String
    let card: CardID?
    let detail: String
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
