import WalletModel

extension Money {
  /// `-12.50`, the form for programs.
  var signedDecimal: String { (minorUnits < 0 ? "-" : "") + decimal }
}
