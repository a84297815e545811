import Threads

/// Devices from which a user has signed in, as hashes in memory. Wrong passwords from elsewhere do
/// not lock them out.
final class KnownDevices: Sendable {
  /// Devices of one name, of which the oldest is dropped, and of all names, which are dropped
  /// together.
  private static let maximumPerUser = 16
  private static let maximumTotal = 10_000

  /// The device id of a sign-in whose client sends none.
  static let unknownDevice = "unknown"

  private struct State {
    var devices: [String: [[UInt8]]] = [:]
    var count = 0
  }
  private let state = Locked(State())

  /// - Parameter device: The id that the client sends; nil or empty: none.
  func add(_ device: String?, of name: String) {
    guard let mark = Self.mark(device) else { return }
    state.withLock { state in
      var own = state.devices[name] ?? []
      state.count -= own.count
      own.removeAll { $0 == mark }
      own = own.suffix(Self.maximumPerUser - 1) + [mark]
      if state.count + own.count > Self.maximumTotal { state = State() }
      state.devices[name] = own
      state.count += own.count
    }
  }

  func contains(_ device: String?, of name: String) -> Bool {
    guard let mark = Self.mark(device) else { return false }
    return state.withLock { $0.devices[name]?.contains(mark) ?? false }
  }

  /// To be called for users that were removed or have another password.
  func forget(_ names: Set<String>) {
    state.withLock { state in
      for name in names { state.count -= state.devices.removeValue(forKey: name)?.count ?? 0 }
    }
  }

  private static func mark(_ device: String?) -> [UInt8]? {
    guard let device, !device.isEmpty, device != unknownDevice else { return nil }
    return Array(device.utf8).withUnsafeBytes { Sessions.hash($0) }
  }
}
