import WalletAPI
import WalletModel

/// A card that pays in the simulated shop: the one in focus on the screen that is shown.
package struct ShopCard {
  /// What the wallet has of it.
  package enum Kind: Sendable, Equatable {
    case prepaid
    case virtual
  }

  let id: CardID
  let kind: Kind
  let title: String
  /// The only merchant that may charge it; nil: any.
  var merchantID: String?
}

extension ShopCard.Kind {
  /// What the backend reports after a payment with this card.
  func news(of id: CardID) -> WalletEvent {
    switch self {
    case .prepaid: .cardsChanged([id])
    case .virtual: .virtualCardsChanged([id.rawValue])
    }
  }

  /// Reads the card again.
  func reading(_ id: CardID) -> Effect {
    switch self {
    case .prepaid: .read(CardRowQuery(id: id))
    case .virtual: .read(OneVirtualCardQuery(id: id.rawValue))
    }
  }
}
