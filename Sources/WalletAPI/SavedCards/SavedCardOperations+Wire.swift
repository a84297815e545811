package import WalletModel

extension ListSavedCards {
  package typealias Response = [SavedCard]
  package typealias Answer = FullList<SavedCard>
  package init(ids: [String], query: NoQuery, body: NoBody) { self.init() }
}

extension RegisterSavedCard {
  package typealias Response = CardRegistration
  package var body: SavedCardRequest { request }
  package init(ids: [String], query: NoQuery, body: SavedCardRequest) { self.init(body) }
}

extension GetCardRegistration {
  package typealias Response = CardRegistration
  package var wireIDs: [String] { [id] }
  package init(ids: [String], query: NoQuery, body: NoBody) { self.init(ids[0]) }
}

extension ProcessSavedCard {
  package typealias Response = CardRegistration
  package var wireIDs: [String] { [id] }
  package init(ids: [String], query: NoQuery, body: NoBody) { self.init(ids[0]) }
}

extension RollBackSavedCard {
  package typealias Response = CardRegistration
  package var wireIDs: [String] { [id] }
  package init(ids: [String], query: NoQuery, body: NoBody) { self.init(ids[0]) }
}

extension RemoveSavedCard {
  package typealias Response = SavedCard
  package var wireIDs: [String] { [id] }
  package init(ids: [String], query: NoQuery, body: NoBody) { self.init(ids[0]) }
}
