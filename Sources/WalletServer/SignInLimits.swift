import Issuer

/// How many wrong passwords there may be for a name. Who tries from elsewhere does not keep its owner
/// out: a network has tries of its own, and so has each device that has signed in before. What all
/// strangers have together bounds guessing from many addresses.
final class SignInLimits: Sendable {
  /// An attempt: whose name, from where, and from which device, as it says.
  struct Tries {
    let name: String
    let network: String
    let device: String?
  }

  /// All strangers together have so many times what one network has.
  static let strangers = 5

  let devices = KnownDevices()
  private let ofNetwork: RateLimit
  private let ofStrangers: RateLimit
  private let ofDevice: RateLimit

  /// - Parameter burst: What a network, or a device, may get wrong at once; one more every 12 s.
  init(burst: Int, clock: IssuerClock) {
    ofNetwork = RateLimit(burst: burst, perSecond: 1.0 / 12, clock: clock)
    ofDevice = RateLimit(burst: burst, perSecond: 1.0 / 12, clock: clock)
    ofStrangers = RateLimit(
      burst: Self.strangers * burst, perSecond: Double(Self.strangers) / 12, clock: clock)
  }

  /// nil: go on. Else seconds to wait.
  func take(_ tries: Tries) -> Int? {
    if let device = known(tries) { return ofDevice.take(device) }
    let place = Self.place(tries)
    if let seconds = ofNetwork.take(place) { return seconds }
    guard let seconds = ofStrangers.take(tries.name) else { return nil }
    ofNetwork.giveBack(place)
    return seconds
  }

  /// The password was right.
  func giveBack(_ tries: Tries) {
    if let device = known(tries) { return ofDevice.giveBack(device) }
    ofNetwork.giveBack(Self.place(tries))
    ofStrangers.giveBack(tries.name)
  }

  // No network has a space in it.
  private static func place(_ tries: Tries) -> String { tries.network + " " + tries.name }

  private func known(_ tries: Tries) -> String? {
    guard let device = tries.device, devices.contains(device, of: tries.name) else { return nil }
    return "\(tries.name.utf8.count) \(tries.name)\(device)"
  }
}
