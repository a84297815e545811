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
    String(decoding: try file.read()?.bytes ?? [], as: UTF8.self).split(separator: "\n")
      .compactMap { SimulatedDevice(line: $0) }
  }

  /// A complete new file is moved to its place.
  package func save(_ devices: [SimulatedDevice]) throws(WalletError) {
    try file.replace(Array(devices.map { $0.line + "\n" }.joined().utf8))
  }
}
