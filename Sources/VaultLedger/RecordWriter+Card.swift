import Issuer
import WalletAPI
import WalletModel

// Cards are written most often, so they have a writer by hand, too: see `RecordReader+Card`. What few
// cards have is written by the list of its fields. The record of a change contains a card.
extension RecordWriter {
  /// The fields of `CardRecord.fields`.
  mutating func put(card record: inout CardRecord) {
    put(byte: record.card.status.storedNumber)
    put(byte: record.card.cardType.storedNumber)
    put(byte: record.card.scheme.storedNumber)
    put(byte: UInt8(clamping: record.card.expiry.month))
    put(Int64(record.card.expiry.year))
    put(text: record.card.lastFour)
    put(text: record.card.bin)
    put(text: record.card.programName)
    put(text: record.card.currency.coded)
    put(text: record.card.accountID.coded)
    put(text: record.card.alias)
    put(text: record.card.holderName)
    put((record.card.createdDate ?? .blank).milliseconds)
    put((record.card.statusDate ?? .blank).milliseconds)
    put(Int64(record.card.version))
    put(byte: record.card.isPinSet ? 1 : 0)
    put(presence: record.card.activationDate)
    if let date = record.card.activationDate { put(date.milliseconds) }
    put(optional: record.card.statusReason)
    put(optional: record.card.mobile)
    put(optional: record.card.externalID)
    put(presence: record.card.deliveryAddress)
    if let address = record.card.deliveryAddress { put(address) }
    var tokens = (record.card.tokenizations ?? []).map(StoredToken.init)
    list(&tokens, .anything)
    put(presence: record.statusBeforeLock)
    if let status = record.statusBeforeLock { put(byte: status.storedNumber) }
    put(Int64(record.activationFailures))
    record.laterFields(&tokens, &self)
  }

  /// The fields of `ChangeRecord.fields` if the answer is a card, as that of most changes is.
  ///
  /// - Returns: False: it is not, and nothing was written.
  mutating func put(change: ChangeRecord) -> Bool {
    guard let outcome = change.outcome, case .card(let card) = outcome.answer else { return false }
    put(change.made.wall.milliseconds)
    put(change.made.boot)
    put(presence: change.outcome)
    outcome.request.withUnsafeBytes { put($0) }
    put(Int64(outcome.status))
    put(text: card.id.rawValue)
    put(byte: 1)  // The form of the card.
    var record = CardRecord(card: card)
    put(card: &record)
    return true
  }

  private mutating func put(_ address: DeliveryAddress) {
    put(text: address.address1)
    put(optional: address.address2)
    put(optional: address.address3)
    put(text: address.city)
    put(text: address.countryCode)
    put(optional: address.state)
    put(text: address.postalCode)
  }

  private mutating func put(text: String) {
    var text = text
    self.text(&text, .anything)
  }

  private mutating func put<T>(presence value: T?) { put(byte: value == nil ? 0 : 1) }

  private mutating func put(optional text: String?) {
    put(presence: text)
    if let text { put(text: text) }
  }
}
