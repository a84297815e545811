import Conformance
import ConnectorBackend
import FakeIssuer
import Issuer
import IssuerConnectors
import Secrets
import Testing
import VaultLedger
import WalletAPI
import WalletModel
import WalletService

/// Accounts at fake issuers and a vault, as one wallet.
final class WalletList {
  /// By name: `lithic`, `stripe`, `increase`.
  private(set) var issuers: [String: IssuerWallet] = [:]
  let vault: LocalBackend?
  let service: WalletService

  /// - Parameters:
  ///   - vaultCards: Of a vault `private` at the beginning of the list; nil: there is none.
  ///   - patience: As in `WalletService.init(combining:patience:)`.
  init(
    _ kinds: [IssuerKind], cards: Int, vaultCards: Int? = nil, patience: Duration? = nil,
    totalTime: Duration = .seconds(60)
  ) throws {
    var members: [WalletMember] = []
    vault = try vaultCards.map { LocalBackend(ledger: try Vault.demo(cards: $0)) }
    if let vault {
      members.append(
        WalletMember("private", WalletService(backend: vault, context: vault.context)))
    }
    for kind in kinds {
      let wallet = try IssuerWallet(kind, cards: cards, totalTime: totalTime)
      issuers[kind.rawValue] = wallet
      members.append(Self.member(kind.rawValue, wallet))
    }
    service = WalletService(combining: members, patience: patience)
  }

  static func member(_ name: String, _ wallet: IssuerWallet) -> WalletMember {
    WalletMember(
      name, WalletService(backend: wallet.backend, context: wallet.backend.context),
      isIssuerAccount: true)
  }

  func issuer(_ name: String) throws -> FakeIssuer { try #require(issuers[name]).issuer }

  /// All cards, in pages of this size.
  func cards(limit: Int = CardQuery.maximumLimit) async throws -> [Card] {
    var all: [Card] = []
    var total = Int.max
    while all.count < total {
      let page = try await service.cards.getAll(CardQuery(limit: limit, offset: all.count))
      total = page.meta.numberOfRecords
      if page.cards.isEmpty { break }
      all += page.cards
    }
    return all
  }
}

/// The first event for which this is true.
func first(
  _ events: AsyncStream<WalletEvent>, where isWanted: (WalletEvent) -> Bool
) async throws -> WalletEvent {
  for await event in events where isWanted(event) { return event }
  throw WalletError(.cancelled)
}
