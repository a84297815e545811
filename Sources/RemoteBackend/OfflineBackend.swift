package import WalletAPI
package import WalletModel

/// A wallet on a server that is not asked. Each operation fails.
package struct OfflineBackend: WalletBackend {
  package let context = RequestContext(customerID: CustomerID(""), sessionID: "", deviceID: "")
  private let error: WalletError

  /// - Parameter error: Why the server is not asked.
  package init(_ error: WalletError) { self.error = error }

  package func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  { throw error }

  package func events() -> AsyncStream<WalletEvent> { AsyncStream { $0.finish() } }
}
