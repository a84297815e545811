package import Secrets

/// What the form of a key says, before it is sent anywhere.
package struct IssuerKeyForm: Sendable {
  /// nil: the form does not say.
  package private(set) var isSandbox: Bool?
  /// A live key that may do everything, where the issuer has restricted ones.
  package private(set) var isTooPowerful = false

  package init(_ kind: IssuerKind, _ key: Secret) {
    guard kind == .stripe else { return }
    func begins(_ prefix: String) -> Bool {
      key.withBytes { $0.starts(with: Array(prefix.utf8)) }
    }
    if begins("sk_test_") || begins("rk_test_") { isSandbox = true }
    if begins("sk_live_") || begins("rk_live_") { isSandbox = false }
    isTooPowerful = begins("sk_live_")
  }

  /// The bytes of a key.
  package static let lengths = 8...512

  /// Whether it can be a key: visible ASCII characters without blanks.
  package static func isKey(_ key: Secret) -> Bool {
    key.withBytes { bytes in
      lengths.contains(bytes.count) && bytes.allSatisfy { (0x21...0x7e).contains($0) }
    }
  }
}
