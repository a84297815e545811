package import Secrets
import WalletAPI
package import WalletModel

/// The simulated phone: the issuer's messages, and reading them.
extension ScaIssuer {
  func listPhoneMessages(_ operation: ListPhoneMessages, _ context: RequestContext)
    throws(WalletError) -> [PhoneMessage]
  {
    let now = clock.moment
    return try ledger.read { reader throws(WalletError) in
      var messages: [PhoneMessage] = []
      for record in try reader.all(PhoneMessageRecord.self, of: context.customerID).reversed() {
        let code =
          isOver(record, now) ? nil : try reader.secret(.code(of: record), of: context.customerID)
        messages.append(
          PhoneMessage(
            id: record.id, channel: record.channel, sender: record.sender, time: record.time,
            text: record.text, code: code, payload: record.payload))
      }
      return messages
    }
  }

  func removeCode(of message: String, _ writer: any LedgerWriter, _ customer: CustomerID)
    throws(WalletError)
  {
    guard let record = try writer.get(PhoneMessageRecord.self, message, of: customer) else {
      return
    }
    try writer.set(nil, .code(of: record), of: customer)
  }

  /// Whether its code has expired. Letters do not expire.
  private func isOver(_ record: PhoneMessageRecord, _ now: Moment) -> Bool {
    record.codeFrom.map { now.longest(since: $0) >= IssuerLimits.code * 1000 } ?? false
  }

  func send(
    _ code: Secret, as id: String, _ way: ScaVerification, _ event: ScaEventRecord,
    _ writer: any LedgerWriter, _ context: RequestContext
  ) throws(WalletError) {
    let card = try event.cardID.flatMap { id throws(WalletError) in
      try writer.card(id, of: context.customerID)?.card
    }
    // Of another version of the program: what it would authorise is unknown.
    guard let confirms = Contract.named(event.action)?.confirms else {
      throw WalletError(.scaExpired)
    }
    let purpose = confirms(
      Contract.Confirmed(lastFour: card?.lastFour ?? "", target: event.target))
    let record = PhoneMessageRecord(
      id: id, channel: way.channel ?? .sms, sender: "walletui", time: clock.now(),
      text: "Code %@ \(purpose). Good for 3 minutes. Don't share it.", codeFrom: clock.moment)
    try writer.add(record, code: code, of: context.customerID)
  }

  /// Sends the letter of a physical card, and returns its id.
  func post(
    _ record: CardRecord, _ pan: Secret, _ writer: any LedgerWriter, _ customer: CustomerID
  ) throws(WalletError) -> String {
    let cvv = CardNumbers.cvv(pan: pan, expiry: record.card.expiry, key: ledger.keys.cvv)
    let letter = Self.letter(record.card, id: random.id(), time: clock.now())
    try writer.add(letter, code: cvv, of: customer)
    return letter.id
  }

  /// The text and target of a message that `takeMessages` returned; nil: it was rolled back, or its
  /// code was used.
  ///
  /// - Throws: `.scaExpired` if its code has expired.
  func delivery(of message: String, _ customer: CustomerID) throws(WalletError)
    -> MessageDelivery?
  {
    try ledger.read { reader throws(WalletError) in
      guard let record = try reader.get(PhoneMessageRecord.self, message, of: customer),
        let code = try reader.secret(.code(of: record), of: customer)
      else { return nil }
      if isOver(record, clock.moment) { throw WalletError(.scaExpired) }
      let profile = try reader.get(CustomerProfile.self, of: customer)
      return MessageDelivery(
        channel: record.channel, target: record.channel == .sms ? profile.mobile : profile.email,
        sender: record.sender, text: record.text, code: code)
    }
  }

  /// The letter that comes with a physical card. The simulated user needs the CVV from it to
  /// activate the card.
  static func letter(_ card: Card, id: String, time: Timestamp) -> PhoneMessageRecord {
    PhoneMessageRecord(
      id: id, channel: .email, sender: "walletui cards", time: time,
      text: "Your card ··\(card.lastFour) is here. On its back: %@. Activate it to use it.",
      codeFrom: nil)
  }
}

extension LedgerWriter {
  /// Adds a message with its code. Only the latest messages are kept.
  func add(_ message: PhoneMessageRecord, code: Secret, of customer: CustomerID)
    throws(WalletError)
  {
    var message = message
    message.place = try put(message, of: customer)
    try set(code, .code(of: message), of: customer)
    let all = try page(PhoneMessageRecord.self, of: customer, LedgerQuery()).items
      .filter { $0.payload == nil }
    for old in all.dropLast(IssuerLimits.messages) {
      try set(nil, .code(of: old), of: customer)
      try remove(old, of: customer)
    }
  }
}

extension LedgerWriter {
  /// Adds a push message, which has no code. Only the latest are kept, and they take the place of no
  /// other message.
  func add(_ push: PhoneMessageRecord, of customer: CustomerID) throws(WalletError) {
    try put(push, of: customer)
    let all = try page(PhoneMessageRecord.self, of: customer, LedgerQuery()).items
      .filter { $0.payload != nil }
    for old in all.dropLast(IssuerLimits.pushMessages) { try remove(old, of: customer) }
  }
}

/// A message to a customer.
package struct MessageDelivery: Sendable {
  package let channel: ScaChannel
  /// The complete mobile number or e-mail address.
  package let target: String
  package let sender: String
  /// With `%@` in place of the code.
  package let text: String
  package let code: Secret
}
