internal import WalletAPI
package import WalletModel

extension RemoteBackend {
  /// Whether the server answers at all, over a connection that the profile trusts. Nobody signs in.
  ///
  /// - Returns: The server's clock when it answered, in seconds since 1970; nil: it does not say.
  /// - Throws: One of the `net…` codes.
  package static func probe(_ profile: RemoteProfile) async throws(WalletError) -> Int64? {
    let network = NetworkThread(profile)
    defer { network.stop() }
    var request = TransferRequest(url: profile.origin + "/healthz", method: "GET")
    request.time = profile.totalTime.inMilliseconds
    do throws(TransferFailure) {
      return try await network.send(request).date
    } catch {
      throw error.error
    }
  }
}
