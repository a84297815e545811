import Issuer

/// How many wrong passwords there may be for a name. Who tries from elsewhere does not keep its owner
/// out: a network has tries of its own, and so has each device that has signed in before. What all
/// strangers have together bounds guessing from many addresses.
final class SignInLimits: Sendable {
  /// An attempt: whose name, from where, and from which device, as it says.
  struct Attempt {
    let name: String
    let network: String
    let device: String?
  }

  /// All strangers together have so many times what one network has.
  static let networksPerName = 5

  let devices = KnownDevices()
  private let ofNetwork: RateLimit
  private let ofUnknownDevices: RateLimit
  private let ofDevice: RateLimit

  /// - Parameter burst: What a network, or a device, may get wrong at once; one more every 12 s.
  init(burst: Int, clock: IssuerClock) {
    ofNetwork = RateLimit(burst: burst, perSecond: 1.0 / 12, clock: clock)
    ofDevice = RateLimit(burst: burst, perSecond: 1.0 / 12, clock: clock)
    ofUnknownDevices = RateLimit(
      burst: Self.networksPerName * burst, perSecond: Double(Self.networksPerName) / 12,
      clock: clock)
  }

  /// nil: go on. Else seconds to wait.
  func take(_ attempt: Attempt) -> Int? {
    if let device = known(attempt) { return ofDevice.take(device) }
    let place = Self.place(attempt)
    if let seconds = ofNetwork.take(place) { return seconds }
    guard let seconds = ofUnknownDevices.take(attempt.name) else { return nil }
    ofNetwork.giveBack(place)
    return seconds
  }

  /// The password was right.
  func giveBack(_ attempt: Attempt) {
    if let device = known(attempt) { return ofDevice.giveBack(device) }
    ofNetwork.giveBack(Self.place(attempt))
    ofUnknownDevices.giveBack(attempt.name)
  }

  // No network has a space in it.
  private static func place(_ attempt: Attempt) -> String { attempt.network + " " + attempt.name }

  private func known(_ attempt: Attempt) -> String? {
    guard let device = attempt.device, devices.contains(device, of: attempt.name) else {
      return nil
    }
    return "\(attempt.name.utf8.count) \(attempt.name)\(device)"
  }
}
