import Issuer
import WalletModel

/// Fills the wallet of a demo: first with the sample and up to 200 cards, then with more cards in
/// steps in the background.
final class SampleCardLoader: BackgroundWork, @unchecked Sendable {
  static let piece = 1000
  private let sample: SampleWallet
  private let issuer: IssuerKeys
  private let total: Int
  private var made = 0

  init(_ sample: SampleWallet, _ issuer: IssuerKeys, total: Int) {
    self.sample = sample
    self.issuer = issuer
    self.total = total
  }

  func prepare(_ ledger: VaultLedger) throws(WalletError) {
    guard made == 0 else { return }
    try write(ledger) { writer throws(WalletError) in
      try sample.fill(writer, issuer, sample.profile)
      made = SampleWallet.cardCount
      try add(upTo: 200, writer)
    }
  }

  /// What is not committed was not made.
  private func write(
    _ ledger: VaultLedger, _ body: (any LedgerWriter) throws(WalletError) -> Void
  ) throws(WalletError) {
    let before = made
    do throws(WalletError) {
      try ledger.write(body)
    } catch {
      made = before
      throw error
    }
  }

  private func add(upTo wanted: Int, _ writer: any LedgerWriter) throws(WalletError) {
    let end = min(wanted, total)
    for index in made..<end {
      try sample.addCard(index, writer, sample.profile, keepsSecrets: false)
    }
    made = end
  }

  func end() {}

  /// Like `prepare`, called by one thread at a time.
  func step(_ ledger: VaultLedger) throws(WalletError) -> BackgroundProgress? {
    guard made < total else { return nil }
    if made == 0 {
      try prepare(ledger)
      return .more
    }
    try write(ledger) { writer throws(WalletError) in try add(upTo: made + Self.piece, writer) }
    return .added(total: made)
  }
}
