package import Secrets
import WalletAPI
package import WalletModel

/// The accounts at card issuers that a vault's owner has added.
package struct IssuerAccounts: Sendable {
  private let ledger: any Ledger

  package init(_ ledger: any Ledger) { self.ledger = ledger }

  /// The most accounts of a vault.
  package static let most = 32
  package func all() throws(WalletError) -> [IssuerAccountRecord] {
    try ledger.read { reader throws(WalletError) in
      try reader.all(IssuerAccountRecord.self, of: ledger.owner)
    }
  }

  /// - Throws: `.notFound` if there is no such account.
  package func account(_ name: String) throws(WalletError) -> IssuerAccountRecord {
    let all = try all()
    if let found = all.first(where: { $0.name == name }) { return found }
    let names = all.map(\.name).joined(separator: ", ")
    throw WalletError(
      .notFound,
      .text("There is no issuer account of this name", "Es gibt kein Konto dieses Namens"),
      details: [
        names.isEmpty
          ? .text("none has been added", "es ist noch keines angelegt")
          : .text("there are: \(names)", "es gibt: \(names)")
      ],
      advice: .text(
        "Add one with `walletui issuer add`, or see `walletui issuer list`.",
        "Legen Sie eines mit `walletui issuer add` an, oder sehen Sie `walletui issuer list`."))
  }

  /// Adds an account with its key, or replaces the one of this name. The caller wipes the key.
  package func put(_ account: IssuerAccountRecord, key: Secret) throws(WalletError) {
    try ledger.write { writer throws(WalletError) in
      var account = account
      let known = try writer.all(IssuerAccountRecord.self, of: ledger.owner)
      if let before = known.first(where: { $0.name == account.name }) {
        account.place = before.place
        // A new key of the same account: its changes without an answer are still asked about.
        if before.isSameAccount(as: account) { account.added = before.added }
      }
      guard account.place != nil || known.count < Self.most else {
        throw WalletError(
          .actionRefused,
          .text(
            "A vault has at most \(Self.most) issuer accounts",
            "Ein Tresor hat höchstens \(Self.most) Konten"))
      }
      account.place = try writer.put(account, of: ledger.owner)
      try writer.set(key, .issuerKey(of: account), of: ledger.owner)
    }
  }

  /// Removes an account, its key, and what is known of its cards.
  ///
  /// - Throws: `.notFound` if there is no such account.
  package func remove(_ name: String) throws(WalletError) {
    let account = try account(name)
    try ledger.write { writer throws(WalletError) in
      for card in try writer.all(IssuerCardRecord.self, of: ledger.owner)
      where card.account == name {
        try writer.remove(card, of: ledger.owner)
      }
      for change in try writer.all(SentChangeRecord.self, of: ledger.owner)
      where change.account == name {
        try writer.remove(change, of: ledger.owner)
      }
      try writer.set(nil, .issuerKey(of: account), of: ledger.owner)
      try writer.remove(account, of: ledger.owner)
    }
  }

  /// The key of an account, in locked memory. The caller wipes it.
  ///
  /// - Throws: `.notFound` if it has none.
  package func key(of account: IssuerAccountRecord) throws(WalletError) -> Secret {
    let key = try ledger.read { reader throws(WalletError) in
      try reader.secret(.issuerKey(of: account), of: ledger.owner)
    }
    guard let key else { throw WalletError(.notFound) }
    return key
  }

  /// What is known of an account's cards, after these were read. A card whose fingerprint differs
  /// from the stored one has a new version. Nothing is written if nothing has changed.
  package func records(
    of cards: [ReadIssuerCard], in account: IssuerAccountRecord, at now: Timestamp
  )
    throws(WalletError) -> [CardID: IssuerCardRecord]
  {
    let blanks = cards.map {
      IssuerCardRecord(account: account.name, cardID: $0.id, digest: [], version: 0)
    }
    let seen = try ledger.read { reader throws(WalletError) in
      try blanks.map { blank throws(WalletError) in
        try reader.get(IssuerCardRecord.self, blank.recordID, of: ledger.owner) ?? blank
      }
    }
    var records: [CardID: IssuerCardRecord] = [:]
    var changed: [IssuerCardRecord] = []
    for (card, known) in zip(cards, seen) {
      let record = known.next(card, digest: Self.digest(card.fingerprint), now)
      records[card.id] = record
      if record != known { changed.append(record) }
    }
    guard !changed.isEmpty else { return records }
    do throws(WalletError) {
      try ledger.write { writer throws(WalletError) in
        for record in changed { try writer.put(record, of: ledger.owner) }
      }
    } catch  where error.code == .vaultReadOnly {
      // Cards can be looked at all the same. They count as changed again next time.
    }
    return records
  }

  private static func digest(_ text: String) -> [UInt8] {
    Array(text.utf8).withUnsafeBytes { Hash.bytes(16, of: $0) }
  }
}

/// A card as it was just read from an issuer.
package struct ReadIssuerCard: Sendable {
  package var id: CardID
  /// It differs if the card has changed.
  package var fingerprint: String
  package var status: CardStatus
  /// Why the owner has just changed the status to this one; nil: nobody did, or it is not known.
  package var reason: String?

  package init(id: CardID, fingerprint: String, status: CardStatus, reason: String?) {
    self.id = id
    self.fingerprint = fingerprint
    self.status = status
    self.reason = reason
  }
}

extension IssuerCardRecord {
  /// The record after the card was read.
  fileprivate func next(_ card: ReadIssuerCard, digest: [UInt8], _ now: Timestamp)
    -> IssuerCardRecord
  {
    var next = self
    if digest != self.digest { (next.digest, next.version) = (digest, version + 1) }
    if let reason = card.reason {
      (next.status, next.statusReason, next.statusDate) = (card.status, reason, now)
    } else if status != card.status {
      (next.status, next.statusReason, next.statusDate) = (nil, nil, nil)
    }
    return next
  }
}
