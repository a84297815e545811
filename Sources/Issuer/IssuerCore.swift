import Synchronization
import WalletAPI

/// What the features of an issuer share: the ledger, the environment, and what has happened.
final class IssuerCore: Sendable {
  let ledger: any Ledger
  let environment: IssuerEnvironment
  private let events = Mutex<[WalletEvent]>([])
  private let messages = Mutex<[String]>([])
  private let timedCards = Mutex<Set<String>>([])
  /// Whether an entry was written to the audit log. Only debug builds record it, for an assertion.
  let hasAudited = Atomic(false)
  /// Only in memory: no link outlives the process.
  let links = Mutex<[DetailsLink]>([])

  init(_ ledger: any Ledger, _ environment: IssuerEnvironment) {
    self.ledger = ledger
    self.environment = environment
  }

  func takeEvents() -> [WalletEvent] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }

  /// The cards in the events since the last call that may be locked by themselves later.
  func takeTimedCards() -> [String] {
    timedCards.withLock { cards in
      defer { cards = [] }
      return Array(cards)
    }
  }

  func takeMessages() -> [String] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }

  func publishMessage(_ id: String) {
    // Limited, in case nobody takes them.
    messages.withLock { $0 = $0.suffix(IssuerLimits.messages - 1) + [id] }
    publish(.phoneMessage)
  }

  /// - Parameter timed: The cards in it that may be locked by themselves later; nil: any may.
  func publish(_ event: WalletEvent, timed: [String]? = nil) {
    if case .changed(.cards, let ids?) = event {
      timedCards.withLock { $0.formUnion(timed ?? ids) }
    }
    events.withLock { events in
      if !events.contains(event) { events.append(event) }
    }
  }
}

extension IssuerFeature {
  /// To be called only after the message's transaction.
  func publishMessage(_ id: String) { core.publishMessage(id) }

  func publish(_ event: WalletEvent) { core.publish(event) }
}
