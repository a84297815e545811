import CMicroHTTPD
import Glibc

/// The values of one header in a request. They are compared where they are; a `String` is made only
/// when needed.
struct HeaderFields {
  /// The first value, valid as long as the request.
  private(set) var first: UnsafePointer<CChar>?
  private(set) var count = 0

  private struct Search {
    let name: UnsafePointer<CChar>
    var fields = HeaderFields()
  }

  /// - Parameter name: Case does not matter.
  static func find(_ name: String, _ connection: any RequestConnection) -> HeaderFields {
    name.withCString { name in
      guard connection.mayHave(header: name) else { return HeaderFields() }
      var search = Search(name: name)
      connection.forEach(.HEADER_KIND, &search) { context, _, name, value in
        guard let name, let value,
          let search = context?.assumingMemoryBound(to: Search.self),
          strcasecmp(name, search.pointee.name) == 0
        else { return .YES }
        search.pointee.fields.count += 1
        search.pointee.fields.first = search.pointee.fields.first ?? value
        return .YES
      }
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
