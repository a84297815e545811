import HTTPClient
internal import WalletAPI
package import WalletModel

extension RemoteBackend {
  /// Asks whether the server answers over a connection that the profile trusts. Does not sign in.
  ///
  /// - Returns: The server's clock in seconds since 1970; nil: the answer does not contain it.
  /// - Throws: One of the `net…` codes.
  package static func probe(_ profile: RemoteProfile) async throws(WalletError) -> Int64? {
    let network = NetworkThread(profile.connection)
    defer { network.stop() }
    var request = TransferRequest(url: profile.connection.origin + "/healthz", method: "GET")
    request.time = profile.totalTime.inMilliseconds
    do throws(TransferFailure) {
      return try await network.send(request).date
    } catch {
      throw error.error
    }
  }
}
