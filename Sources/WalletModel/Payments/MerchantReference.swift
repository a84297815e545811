/// The number by which a shop knows a payment (D02).
package enum MerchantReference {
  /// A new one: a UUID of version 4.
  package static func make() -> String {
    var random = SystemRandomNumberGenerator()
    return UUIDText.make(random.next(), random.next())
  }
}
