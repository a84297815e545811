import Issuer
import WalletModel

/// Generates the cards of a large demo: the first ones at once, the others in steps in the
/// background.
final class SampleCardLoader: BackgroundWork, @unchecked Sendable {
  static let piece = 500
  private let sample: SampleWallet
  private let issuer: IssuerKeys
  private let total: Int
  private var made = SampleWallet.cardCount

  init(_ sample: SampleWallet, _ issuer: IssuerKeys, total: Int) {
    self.sample = sample
    self.issuer = issuer
    self.total = total
  }

  func add(upTo wanted: Int, _ writer: any LedgerWriter) throws(WalletError) {
    let end = min(wanted, total)
    guard made < end else { return }
    for index in made..<end { try sample.addCard(index, writer, sample.profile) }
    made = end
  }

  func end() {}

  /// Called only on the backend's thread.
  func step(_ ledger: VaultLedger) throws(WalletError) -> BackgroundProgress? {
    guard made < total else { return nil }
    try ledger.write { writer throws(WalletError) in try add(upTo: made + Self.piece, writer) }
    return .added(total: made)
  }
}
