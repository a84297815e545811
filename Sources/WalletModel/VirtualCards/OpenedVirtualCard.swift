/// A virtual card with what this device can read of its sealed fields. Number and CVV stay sealed
/// until somebody looks at them.
package struct OpenedVirtualCard: Hashable, Sendable, Identifiable {
  package var card: VirtualCard
  /// nil: it has none.
  package var alias: String?
  /// JSON, as it was written; nil: it has none.
  package var metadata: String?
  package var billingAddress: VirtualBillingAddress?
  package var expiry: CardExpiry?
  package var lastTransaction: Transaction?

  package init(_ card: VirtualCard) { self.card = card }

  package var id: String { card.id }
}

/// What is known of a virtual card on this device (F10, F12, F16).
package enum VirtualCardResult: Hashable, Sendable, Identifiable {
  case success(OpenedVirtualCard)
  /// What is sealed cannot be read. The rest of the card can, unless its record is damaged.
  case partial(VirtualCard, PartialCause)

  package var card: VirtualCard {
    switch self {
    case .success(let opened): opened.card
    case .partial(let card, _): card
    }
  }

  package var id: String { card.id }

  package var opened: OpenedVirtualCard? {
    if case .success(let opened) = self { opened } else { nil }
  }
}

/// Why sealed fields cannot be read (F20).
package enum PartialCause: Hashable, Sendable {
  /// The key with this id is not on this device. Importing it helps.
  case keyMissing(String)
  /// The keys of this device cannot be read: they are under another password, or their file is
  /// damaged or may not be read.
  case keysUnreadable(WalletError)
  /// A later version of the program has sealed them.
  case unknownAlgorithm(String)
  /// They were changed, or belong elsewhere.
  case unreadable
  /// The record itself cannot be read.
  case damagedRecord
}

/// A page of virtual cards, opened as far as this device can (F16).
package struct VirtualCardResults: Sendable {
  package var items: [OpenedVirtualCard]
  package var failed: [(card: VirtualCard, cause: PartialCause)]
  /// For the next page; nil: this is the last one.
  package var nextToken: String?

  package init(_ results: [VirtualCardResult], nextToken: String?) {
    items = []
    failed = []
    var seen: Set<String> = []
    // A card is in a list once (F17).
    for result in results where result.id.isEmpty || seen.insert(result.id).inserted {
      switch result {
      case .success(let opened): items.append(opened)
      case .partial(let card, let cause): failed.append((card, cause))
      }
    }
    self.nextToken = nextToken
  }
}
