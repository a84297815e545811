import CMicroHTTPD
import Glibc
import WalletAPI
import WalletModel

/// The values of one header in a request. They are compared in the daemon's memory; a `String` is
/// made only when needed.
struct HeaderFields {
  /// The first value, valid as long as the request.
  private(set) var first: UnsafePointer<CChar>?
  private(set) var count = 0

  private struct Search {
    let name: UnsafePointer<CChar>
    var fields = HeaderFields()
  }

  /// - Parameter name: Case does not matter.
  static func find(_ name: String, _ connection: OpaquePointer) -> HeaderFields {
    name.withCString { name in
      // Most headers are missing, and this is the fastest way to find out.
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

  /// The first value. Invalid UTF-8 is repaired and later refused, so that a header which is
  /// present never counts as missing.
  var text: String? { first.map(Self.text) }

  static func text(_ value: UnsafePointer<CChar>) -> String {
    String(
      decoding: UnsafeRawBufferPointer(start: value, count: length(value)), as: UTF8.self)
  }

  /// The length in bytes without trailing white space (RFC 9112, 5.1), which the daemon keeps.
  static func length(_ value: UnsafePointer<CChar>) -> Int {
    var count = strlen(value)
    while count > 0, value[count - 1] == 0x20 || value[count - 1] == 0x09 { count -= 1 }
    return count
  }
}

extension WalletServer {
  /// Checks the type of the body.
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

  /// These headers must not be ignored, so each may occur only once.
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

  /// The hash of the credentials in Authorization, which never become a `String`.
  func authorization(_ scheme: String, _ connection: OpaquePointer) -> [UInt8]? {
    let start = scheme.utf8.count + 1
    let fields = HeaderFields.find("Authorization", connection)
    // With two values it is unclear which one is meant.
    guard let value = fields.first, fields.count == 1,
      strncasecmp(value, scheme + " ", start) == 0
    else { return nil }
    let count = HeaderFields.length(value) - start
    guard count > 0 else { return nil }
    return Sessions.hash(UnsafeRawBufferPointer(start: value + start, count: count))
  }
}
