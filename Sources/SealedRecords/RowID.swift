package import Issuer

extension RecordKind {
  /// Records are padded to a multiple of this, in bytes. Secrets have one length only.
  package var padding: Int {
    switch self {
    case .pan, .pin, .code, .authenticator, .change: 64
    default: 256
    }
  }
}

/// A row's key: the kind, the customer's number, and the number among the customer's rows. Keys are
/// ordered in the same way.
package struct RowID: Hashable, Sendable {
  package let value: Int64

  package init(_ value: Int64) { self.value = value }

  package init(_ kind: RecordKind, customer: Int64 = 0, _ number: Int64) {
    value = Int64(kind.rawValue) << 56 | customer << 32 | number
  }

  package var kind: RecordKind? { RecordKind(rawValue: UInt8(truncatingIfNeeded: value >> 56)) }
  package var customer: Int64 { value >> 32 & 0xff_ffff }
  package var number: Int64 { value & 0xffff_ffff }
}
