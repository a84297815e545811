import CMicroHTTPD
import Glibc
import WalletAPI
import WalletModel

/// The request's headers and its query.
extension Exchange {
  /// Checks the type of the body.
  func contentRefusal(_ type: String) -> WireResponse? {
    guard body != nil else { return nil }
    let isRight = type.withCString { wanted in
      let fields = HeaderFields.find("Content-Type", connection)
      guard let found = fields.first, fields.count == 1 else { return false }
      let count = strcspn(found, "; \t")
      return count == strlen(wanted) && strncasecmp(found, wanted, count) == 0
    }
    return isRight ? nil : ErrorResponses.refusal(415, "Content-Type", "must be " + type)
  }

  /// These headers must not be ignored, so each may occur only once.
  func headers(_ names: [String]) throws(WalletError) -> [WireField] {
    var fields: [WireField] = []
    for name in names {
      let found = HeaderFields.find(name, connection)
      guard let value = found.text else { continue }
      guard found.count == 1 else {
        throw WalletError(WireMalformed(name, "stands there more than once"))
      }
      fields.append(WireField(name, value))
    }
    return fields
  }

  /// The hash of the credentials in Authorization, which never become a `String`.
  func credentialsHash(_ scheme: StaticString) -> [UInt8]? {
    let space = scheme.utf8CodeUnitCount
    let fields = HeaderFields.find("Authorization", connection)
    // With two values it is unclear which one is meant.
    guard let value = fields.first, fields.count == 1,
      strncasecmp(value, scheme.utf8Start, space) == 0, value[space] == 0x20
    else { return nil }
    let count = HeaderFields.length(value) - (space + 1)
    guard count > 0 else { return nil }
    return Sessions.hash(UnsafeRawBufferPointer(start: value + space + 1, count: count))
  }

  /// The parameters, decoded.
  func query() throws(WalletError) -> [WireField] {
    struct Fields {
      var list: [WireField] = []
      var isBad = false
    }
    var fields = Fields()
    withUnsafeMutablePointer(to: &fields) { fields in
      connection.forEach(.GET_ARGUMENT_KIND, fields) { context, _, name, value in
        guard let fields = context?.assumingMemoryBound(to: Fields.self) else { return .NO }
        guard let name = name.flatMap({ PercentCoding.decode(String(cString: $0)) }),
          let value = PercentCoding.decode(value.map { String(cString: $0) } ?? "")
        else {
          fields.pointee.isBad = true
          return .NO
        }
        fields.pointee.list.append(WireField(name, value))
        return .YES
      }
    }
    if fields.isBad { throw WalletError(WireMalformed("query", "is not UTF-8, percent-encoded")) }
    return fields.list
  }
}
