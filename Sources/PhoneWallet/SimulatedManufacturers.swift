/// The simulated manufacturers of phones and their card network. Their keys are made from words in
/// the source code, so their signatures are worth nothing outside the simulation.
enum SimulatedManufacturers {
  static let rootName = "SIMULATED phone wallets"
  static let subordinateName = "SIMULATED phone wallets, devices"
  static let root = PassKeyPair(simulated: "walletui: simulated phone wallets, root")
  static let subordinate = PassKeyPair(simulated: "walletui: simulated phone wallets, devices")
  static let network = PassKeyPair(simulated: "walletui: simulated card network")
  /// 2026-01-01. The manufacturers' certificates are valid for ten years from then.
  static let since: Int64 = 1_767_225_600
}

extension PhoneTrust {
  /// Accepts simulated phones. nil: libcrypto is not installed.
  package static let simulated: PhoneTrust? = {
    guard let root = SimulatedManufacturers.root, let network = SimulatedManufacturers.network,
      let certificate = root.certify(
        root.publicKey, SimulatedManufacturers.rootName, by: SimulatedManufacturers.rootName,
        isAuthority: true,
        SimulatedManufacturers.since)
    else { return nil }
    return PhoneTrust(root: certificate, network: network.publicKey)
  }()
}
