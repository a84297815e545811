package import WalletModel

extension ListSavedCards {
  package typealias Response = [SavedCard]
  package typealias Answer = FullList<SavedCard>
}

extension RegisterSavedCard {
  package typealias Response = CardRegistration
  package var body: SavedCardRequest { request }
  package init(ids: [String], query: NoQuery, body: SavedCardRequest) { self.init(body) }
}

extension GetCardRegistration {
  package typealias Response = CardRegistration
}

extension ProcessSavedCard {
  package typealias Response = CardRegistration
}

extension RollBackSavedCard {
  package typealias Response = CardRegistration
}

extension RemoveSavedCard {
  package typealias Response = SavedCard
}
