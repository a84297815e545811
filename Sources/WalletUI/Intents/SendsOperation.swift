package import WalletAPI
package import WalletModel
package import WalletService

/// An intent or a query whose request is one operation, and whose answer is that of the operation.
package protocol SendsOperation: Sendable {
  associatedtype Operation: WalletOperation

  var operation: Operation { get }
  /// The version of the card or payment that the user has seen; nil: any.
  var expectedVersion: Int? { get }
}

extension SendsOperation {
  package var expectedVersion: Int? { nil }

  package func request(_ service: WalletService) async throws(WalletError) -> Operation.Response {
    try await service.send(operation, expectedVersion: expectedVersion)
  }
}
