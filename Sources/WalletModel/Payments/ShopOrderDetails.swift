/// What a shop says of the payer and of what is bought, beside the amount (E24).
package struct ShopOrderDetails: Hashable, Sendable {
  /// A valid address; nil: it is not said.
  package var email: String?
  /// 1…40 characters; nil: it is not said.
  package var phone: String?
  /// `mostItems` at most.
  package var items: [ShopItem] = []
  /// Whether the card is saved, too, once it has paid.
  package var savesCard = false

  package init() {}

  package static let mostItems = 64
}

/// An article that is bought.
package struct ShopItem: Hashable, Sendable {
  /// 1…64 characters.
  package var articleNumber: String
  /// 1…9999.
  package var quantity: Int

  package init(_ articleNumber: String, _ quantity: Int) {
    self.articleNumber = articleNumber
    self.quantity = quantity
  }
}
