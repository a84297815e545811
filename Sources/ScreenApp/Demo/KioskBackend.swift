import WalletAPI
import WalletModel

/// The wallet of a kiosk: it refuses what the contract of an operation does not allow to strangers.
struct KioskBackend: WalletBackend {
  let wallet: any WalletBackend

  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
    guard O.contract.kiosk == .allowed else {
      throw WalletError(
        .actionRefused, .text("A kiosk doesn't do this", "Ein Kiosk tut das nicht"),
        detail: .verbatim(O.contract.name),
        advice: .text("`walletui --demo` does.", "`walletui --demo` tut es."))
    }
    return try await wallet.perform(operation, context)
  }

  func events() -> AsyncStream<WalletEvent> { wallet.events() }
}
