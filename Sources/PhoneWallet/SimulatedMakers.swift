/// Who makes simulated phones and runs their card network. Their keys come from words that everyone
/// can read here: nothing that they have signed is worth anything outside the simulator.
enum SimulatedMakers {
  static let rootName = "SIMULATED phone wallets"
  static let subordinateName = "SIMULATED phone wallets, devices"
  static let root = PassKeyPair(simulated: "walletui: simulated phone wallets, root")
  static let subordinate = PassKeyPair(simulated: "walletui: simulated phone wallets, devices")
  static let network = PassKeyPair(simulated: "walletui: simulated card network")
  /// 2026-01-01: certificates of the makers are good for ten years from then.
  static let since: Int64 = 1_767_225_600
}

extension PhoneTrust {
  /// Believes simulated phones. nil: libcrypto is not there.
  package static let simulated: PhoneTrust? = {
    guard let root = SimulatedMakers.root, let network = SimulatedMakers.network,
      let certificate = root.certify(
        root.publicKey, SimulatedMakers.rootName, by: SimulatedMakers.rootName, isAuthority: true,
        SimulatedMakers.since)
    else { return nil }
    return PhoneTrust(root: certificate, network: network.publicKey)
  }()
}
