/// An id from a backend. It is opaque: never parsed, only compared and sent back (H17).
package protocol OpaqueID: RawRepresentable, Hashable, Sendable, CustomStringConvertible
where RawValue == String {
  init(rawValue: String)
}

extension OpaqueID {
  package init(_ rawValue: String) { self.init(rawValue: rawValue) }
  package var description: String { rawValue }
}

package struct CardID: OpaqueID {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

package struct AccountID: OpaqueID {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

package struct CustomerID: OpaqueID {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

package struct TransactionID: OpaqueID {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// An SCA event's id (B04).
package struct ScaEventID: OpaqueID {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The id of the operation that an SCA event authorises (B04).
package struct WalletOperationID: OpaqueID {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}
