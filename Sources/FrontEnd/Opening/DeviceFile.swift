package import PhoneWallet
import RemoteBackend
package import WalletModel
import WalletService

/// The simulated devices of this installation, each in a line. The file has no secrets: the keys of
/// a simulated device are worth nothing elsewhere, and tokens are references.
package struct DeviceFile: DeviceStore {
  private let file: PrivateFile

  /// A store in the state folder; where the environment names none, one in memory.
  package static func forInstallation() -> any DeviceStore {
    StandardPaths.phones.map { DeviceFile(path: $0) } ?? MemoryDeviceStore()
  }

  package init(path: String) {
    // No file of this program is longer.
    file = PrivateFile(path: path, longest: 64 << 10)
  }

  /// Lines that are not of devices are left out.
  package func load() throws(WalletError) -> [SimulatedDevice] {
    try lines().compactMap { SimulatedDevice(line: $0) }
  }

  /// A complete new file is moved to its place. Lines that are not of devices stay.
  package func change<R>(_ body: (inout [SimulatedDevice]) throws(WalletError) -> R)
    throws(WalletError) -> R
  {
    try file.alone { () throws(WalletError) -> R in
      let lines = try lines()
      var devices = lines.compactMap { SimulatedDevice(line: $0) }
      let others = lines.filter { SimulatedDevice(line: $0) == nil }.map(String.init)
      let result = try body(&devices)
      let text = (devices.map(\.line) + others).map { $0 + "\n" }.joined()
      try file.replace(Array(text.utf8))
      return result
    }
  }

  private func lines() throws(WalletError) -> [Substring] {
    String(decoding: try file.read()?.bytes ?? [], as: UTF8.self).split(separator: "\n")
  }
}
