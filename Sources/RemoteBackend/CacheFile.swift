package import WalletModel
import WalletService

/// The cache of a wallet on a server, in a file beside the device's keys. Its content is encrypted.
package struct CacheFile: CacheStore {
  package let wallet: String
  private let file: PrivateFile

  /// Room for the encryption.
  private static let longest = VirtualCardCache.mostBytes + 256

  /// - Parameters:
  ///   - folder: Absolute. It is created with the first answer.
  ///   - wallet: The wallet whose cache it is: server, brand and user.
  package init(folder: String, wallet: String) {
    self.wallet = wallet
    file = PrivateFile(
      path: "\(folder)/\(DeviceKeyFile.name(of: wallet)).cache", longest: Self.longest)
  }

  package func read() -> [UInt8]? { try? file.read()?.bytes }

  package func replace(_ bytes: [UInt8]) { try? file.replace(bytes) }

  package func now() -> Timestamp { wallTime() }
}
