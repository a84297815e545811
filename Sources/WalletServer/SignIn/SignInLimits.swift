import Issuer
import WalletModel

/// Limits wrong passwords for a name without locking out its owner: each network has a limit of its
/// own, and so does each device that has signed in before. A limit for all unknown devices together
/// bounds guessing from many addresses.
final class SignInLimits: Sendable {
  /// An attempt to sign in: the name, the network, and the device id that the client sends.
  struct Attempt {
    let name: String
    let network: String
    let device: String?
  }

  /// The limit for all networks together, in multiples of that for one network.
  static let networksPerName = 5

  let devices = KnownDevices()
  private let ofNetwork: SharedRateLimit
  private let ofUnknownDevices: SharedRateLimit
  private let ofDevice: SharedRateLimit

  /// - Parameter burst: Wrong passwords of a network or device at once; then one every 12 s.
  init(burst: Int, clock: IssuerClock, ledger: any Ledger) {
    ofNetwork = SharedRateLimit(
      ledger, "network", burst: burst, perSecond: 1.0 / 12, clock: clock)
    ofDevice = SharedRateLimit(
      ledger, "device", burst: burst, perSecond: 1.0 / 12, clock: clock)
    ofUnknownDevices = SharedRateLimit(
      ledger, "unknown devices", burst: Self.networksPerName * burst,
      perSecond: Double(Self.networksPerName) / 12, clock: clock)
  }

  /// nil: allowed. Otherwise the seconds to wait.
  func take(_ attempt: Attempt) throws(WalletError) -> Int? {
    if let device = known(attempt) { return try ofDevice.take(device) }
    let place = Self.place(attempt)
    if let seconds = try ofNetwork.take(place) { return seconds }
    guard let seconds = try ofUnknownDevices.take(attempt.name) else { return nil }
    ofNetwork.refund(place)
    return seconds
  }

  /// The password was right.
  func refund(_ attempt: Attempt) {
    if let device = known(attempt) { return ofDevice.refund(device) }
    ofNetwork.refund(Self.place(attempt))
    ofUnknownDevices.refund(attempt.name)
  }

  // Networks contain no spaces.
  private static func place(_ attempt: Attempt) -> String { attempt.network + " " + attempt.name }

  private func known(_ attempt: Attempt) -> String? {
    guard let device = attempt.device, devices.contains(device, of: attempt.name) else {
      return nil
    }
    return "\(attempt.name.utf8.count) \(attempt.name)\(device)"
  }
}
