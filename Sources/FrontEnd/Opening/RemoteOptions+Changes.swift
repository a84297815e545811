import HTTPClient
import RemoteBackend
import WalletAPI
import WalletModel

/// Changes on a server whose answers were lost.
extension RemoteOptions {
  /// The folder in which this user's changes on this server are recorded before they are sent.
  func book(_ profile: RemoteProfile) throws(WalletError) -> ChangeFolder {
    try ChangeFolder(of: wallet(profile))
  }

  /// The name of the user's wallet on this machine.
  func wallet(_ profile: RemoteProfile) -> String {
    [profile.connection.origin, profile.brand, user ?? ""].joined(separator: " ")
  }
}
