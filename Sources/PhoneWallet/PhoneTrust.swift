import CPass

/// Trust anchors for device attestation, and the public key of the card network.
package struct PhoneTrust: Sendable {
  /// The root of phones' certificates, in DER.
  package let root: [UInt8]
  package let network: PassKey

  package enum Refusal: Error, Sendable {
    case leaf, subordinate, untrusted, outOfDate, form, failed
  }

  /// Checks that the subordinate certificate has signed the leaf and that the root has signed the
  /// subordinate (C01), at `time` in seconds since 1970.
  ///
  /// - Returns: The leaf's key.
  package func check(leaf: [UInt8], subordinate: [UInt8], at time: Int64)
    throws(Refusal) -> PassKey
  {
    guard cpass_load() == 0 else { throw .failed }
    var key = PassKey.empty
    let result = leaf.withUnsafeBufferPointer { leaf in
      subordinate.withUnsafeBufferPointer { subordinate in
        root.withUnsafeBufferPointer { root in
          cpass_check_chain(
            cpass_certificate(der: leaf.baseAddress, count: leaf.count),
            cpass_certificate(der: subordinate.baseAddress, count: subordinate.count),
            cpass_certificate(der: root.baseAddress, count: root.count), time, &key)
        }
      }
    }
    switch result {
    case CPASS_CHAIN_GOOD: return PassKey(key)
    case CPASS_CHAIN_BAD_LEAF: throw .leaf
    case CPASS_CHAIN_BAD_SUBORDINATE: throw .subordinate
    case CPASS_CHAIN_UNTRUSTED: throw .untrusted
    case CPASS_CHAIN_OUT_OF_DATE: throw .outOfDate
    case CPASS_CHAIN_OF_OTHER_FORM: throw .form
    default: throw .failed
    }
  }
}
