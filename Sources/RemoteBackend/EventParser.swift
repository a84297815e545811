/// A parser for server-sent events (WHATWG HTML, 9.2.6). The input may be split anywhere.
struct EventParser {
  struct Event: Equatable {
    var name = "message"
    var data = ""
  }

  /// The most bytes of an event, with the comments before it.
  private static let longest = 64 << 10
  private var size = 0
  /// The event is too long. Input is ignored until `reset`.
  var isTooLong: Bool { size > Self.longest }
  private var line: [UInt8] = []
  private var name = ""
  private var data: String?
  private var afterReturn = false
  /// The id of the last complete event, for `Last-Event-ID`.
  private(set) var lastID: String?
  private var nextID: String?
  /// The pause between two connections that the server asks for, in milliseconds.
  private(set) var retry: Int?

  mutating func take(_ bytes: some Sequence<UInt8>) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      if isTooLong { break }
      size += 1
      if byte == 0x0a && afterReturn {
        afterReturn = false
        continue
      }
      afterReturn = byte == 0x0d
      if byte == 0x0a || byte == 0x0d {
        if let event = endLine() { events.append(event) }
      } else {
        line.append(byte)
      }
    }
    return events
  }

  /// To be called for a new connection: an incomplete event is dropped.
  mutating func reset() {
    size = 0
    line = []
    name = ""
    data = nil
    nextID = nil
    afterReturn = false
  }

  private mutating func endLine() -> Event? {
    defer { line.removeAll(keepingCapacity: true) }
    if line.isEmpty {
      size = 0
      return dispatch()
    }
    let text = String(decoding: line, as: UTF8.self)
    let colon = text.firstIndex(of: ":") ?? text.endIndex
    var value = colon < text.endIndex ? text[text.index(after: colon)...] : ""
    if value.first == " " { value = value.dropFirst() }
    switch text[..<colon] {
    case "event": name = String(value)
    case "data": data = data.map { $0 + "\n" + value } ?? String(value)
    case "id": if !value.contains("\0") { nextID = String(value) }
    case "retry": retry = Int(value).map { min(max($0, 0), 60_000) } ?? retry
    default: break
    }
    return nil
  }

  private mutating func dispatch() -> Event? {
    defer {
      name = ""
      data = nil
    }
    if let nextID { lastID = nextID.isEmpty ? nil : nextID }
    guard let data else { return nil }
    return Event(name: name.isEmpty ? "message" : name, data: data)
  }
}
