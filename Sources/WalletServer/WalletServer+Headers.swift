import CMicroHTTPD
import Glibc
import WalletAPI
import WalletModel

/// What stands in a request under the name of one header, compared where the daemon keeps it: only
/// what is kept becomes a `String`.
struct HeaderFields {
  /// The first value, as long as the request lasts.
  private(set) var first: UnsafePointer<CChar>?
  private(set) var count = 0

  private struct Search {
    let name: UnsafePointer<CChar>
    var fields = HeaderFields()
  }

  /// - Parameter name: Without regard to case.
  static func find(_ name: String, _ connection: OpaquePointer) -> HeaderFields {
    name.withCString { name in
      // Most are not there, and this is the shortest way to know.
      guard MHD_lookup_connection_value(connection, .HEADER_KIND, name) != nil else {
        return HeaderFields()
      }
      var search = Search(name: name)
      MHD_get_connection_values(
        connection, .HEADER_KIND,
        { context, _, name, value in
          guard let name, let value,
            let search = context?.assumingMemoryBound(to: Search.self),
            strcasecmp(name, search.pointee.name) == 0
          else { return .YES }
          search.pointee.fields.count += 1
          search.pointee.fields.first = search.pointee.fields.first ?? value
          return .YES
        }, &search)
      return search.fields
    }
  }

  /// The first value. What is not UTF-8 is repaired, and then refused by whoever reads it: a header
  /// that is there is never taken for one that is not.
  var text: String? { first.map(Self.text) }

  static func text(_ value: UnsafePointer<CChar>) -> String {
    String(
      decoding: UnsafeRawBufferPointer(start: value, count: length(value)), as: UTF8.self)
  }

  /// Without the white space behind it, in bytes (RFC 9112, 5.1), which the daemon leaves there.
  static func length(_ value: UnsafePointer<CChar>) -> Int {
    var count = strlen(value)
    while count > 0, value[count - 1] == 0x20 || value[count - 1] == 0x09 { count -= 1 }
    return count
  }
}

extension WalletServer {
  /// A body says what it is.
  func contentRefusal(_ exchange: Exchange, _ type: String, _ connection: OpaquePointer)
    -> WireResponse?
  {
    guard exchange.body != nil else { return nil }
    let isRight = type.withCString { wanted in
      let fields = HeaderFields.find("Content-Type", connection)
      guard let found = fields.first, fields.count == 1 else { return false }
      let count = strcspn(found, "; \t")
      return count == strlen(wanted) && strncasecmp(found, wanted, count) == 0
    }
    return isRight ? nil : Self.refusal(415, "Content-Type", "must be " + type)
  }

  /// What one of them says may not be passed over, so each must stand there once: of two values
  /// neither is the one that was meant.
  func headers(_ names: [String], _ connection: OpaquePointer) throws(WalletError) -> [WireField] {
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

  /// The hash of what stands behind `scheme` in Authorization, which never becomes a `String`.
  func authorization(_ scheme: String, _ connection: OpaquePointer) -> [UInt8]? {
    let start = scheme.utf8.count + 1
    let fields = HeaderFields.find("Authorization", connection)
    // Of two neither is the one that was meant.
    guard let value = fields.first, fields.count == 1,
      strncasecmp(value, scheme + " ", start) == 0
    else { return nil }
    let count = HeaderFields.length(value) - start
    guard count > 0 else { return nil }
    return Sessions.hash(UnsafeRawBufferPointer(start: value + start, count: count))
  }
}
