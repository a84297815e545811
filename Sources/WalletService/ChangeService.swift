package import WalletAPI
package import WalletModel

/// Changes whose answers were lost: what they are, and what became of them (R9).
package struct ChangeService: Sendable {
  let session: WalletSession

  /// What became of a change.
  package enum Settlement: Hashable, Sendable {
    case done
    /// It was not made, and never will be.
    case notDone
    /// The server does not know it; the card shows the present state.
    case unclear
  }

  /// Servers keep keys for 24 hours; a key that is about to be forgotten proves nothing.
  private static let keyLifetimeHours: Int64 = 23

  /// Oldest first; none where answers cannot be lost.
  package func unanswered() -> [RecordedChange] { session.book?.unanswered() ?? [] }

  /// Asks the backend what became of a change, with the change's own key. When that is known, the
  /// change is forgotten.
  ///
  /// - Throws: What kept the backend from telling; then the change stays as it is.
  package func settle(_ change: RecordedChange) async throws(WalletError) -> Settlement {
    guard let book = session.book else { return .unclear }
    let settlement = try await outcome(of: change, book.now())
    book.remove(change.key)
    return settlement
  }

  private func outcome(of change: RecordedChange, _ now: Timestamp)
    async throws(WalletError) -> Settlement
  {
    guard now.seconds(since: change.time) < Self.keyLifetimeHours * 3600 else { return .unclear }
    do throws(WalletError) {
      switch try await session.backend.perform(SettleChange(change.key), session.context) {
      case .done: return .done
      case .unknown: return .notDone
      }
    } catch {
      // Another server, which does not know how to settle.
      guard error.code == .notFound else { throw error }
      return try await again(change)
    }
  }

  /// The same request with the same key has its effect once.
  private func again(_ change: RecordedChange) async throws(WalletError) -> Settlement {
    guard let operation = change.again else { return .unclear }
    var context = session.context
    context.idempotencyKey = change.key
    context.expectedVersion = change.expectedVersion
    do throws(WalletError) {
      _ = try await session.backend.perform(operation, context)
      return .done
    } catch {
      let isTransient =
        error.mayHaveHappened || error.code.isUnreachable || error.code == .cancelled
        || [.unauthorized, .signInIdle, .unavailable, .rateLimited].contains(error.code)
      if isTransient { throw error }
      return .unclear
    }
  }
}
