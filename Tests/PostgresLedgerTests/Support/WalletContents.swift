import Issuer
import Secrets
import WalletAPI
import WalletModel

/// What a customer has in a ledger, for comparing it with a copy.
struct WalletContents: Equatable {
  var cards: [Card] = []
  var numbers: [String] = []
  var cvvs: [String] = []
  var payments: [String] = []
  var audit: [AuditEntry] = []

  init(_ ledger: any Ledger, of customer: CustomerID) throws(WalletError) {
    self = try ledger.read { reader throws(WalletError) in
      try WalletContents(reader, customer, ledger.keys)
    }
  }

  private init(_ reader: any LedgerReader, _ customer: CustomerID, _ keys: IssuerKeys)
    throws(WalletError)
  {
    for record in try reader.all(CardRecord.self, of: customer) {
      cards.append(record.card)
      guard let number = try reader.secret(.number(of: record), of: customer) else { continue }
      numbers.append(Self.text(number))
      cvvs.append(
        Self.text(CardNumbers.cvv(pan: number, expiry: record.card.expiry, key: keys.cvv)))
      // It is found by its number, too.
      if try reader.place(ofNumber: number, nil) != record.place { numbers.append("?") }
    }
    payments = try reader.all(PaymentRecord.self, of: customer).map(\.payment.id.rawValue)
    // In a vault, the root comes after them.
    audit = try reader.page(AuditEntry.self, of: customer, LedgerQuery()).items
  }

  private static func text(_ secret: Secret) -> String {
    secret.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
