internal import CYaml
package import Languages

/// YAML as a tree with the position of each node. Aliases and tags are refused: our files do not
/// need them, and with aliases a small file could represent a huge one.
package struct Node {
  package enum Kind {
    /// `plain`: without quotes. A plain empty text means "nothing".
    case scalar(String, plain: Bool)
    case sequence([Node])
    case mapping([(key: Node, value: Node)])
  }
  package let kind: Kind
  package let mark: Mark
  /// Its characters in the file. A byte order mark does not count.
  package let range: Range<Int>
  /// Whether it is written with brackets or braces.
  package let isFlow: Bool
  /// Whether it has an anchor or a tag.
  package let isNamed: Bool

  /// The text of a scalar; nil: another kind of node, or nothing.
  package var text: String? {
    guard case .scalar(let text, let plain) = kind, !(plain && text.isEmpty) else { return nil }
    return text
  }
}

/// Why a file is not YAML, or uses parts of YAML that are not supported.
package struct NotYaml: Error {
  package let mark: Mark
  package let message: LocalizedText
}

extension Node {
  /// The only document of a file; nil: the file is empty.
  package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(NotYaml) -> Node? {
    let events = Events(bytes)
    let first = try events.next(expecting: YAML_STREAM_START_EVENT)
    defer { first.delete() }
    if try events.skip(YAML_STREAM_END_EVENT) { return nil }
    _ = try events.skip(YAML_DOCUMENT_START_EVENT)
    let node = try events.node(depth: 0)
    _ = try events.skip(YAML_DOCUMENT_END_EVENT)
    if try !events.skip(YAML_STREAM_END_EVENT) {
      throw NotYaml(
        mark: events.here,
        message: LocalizedText("a second document starts here", "hier beginnt ein zweites Dokument")
      )
    }
    return node
  }
}

/// An event of libyaml. It has to be freed with `delete`.
private struct Event {
  var raw = yaml_event_t()
  var type: yaml_event_type_t { raw.type }
  var mark: Mark { Mark(raw.start_mark) }

  func delete() {
    var raw = raw
    yaml_event_delete(&raw)
  }
}

/// The event stream of libyaml. The parser stores its own address, so it must not be moved.
private final class Events {
  private static let deepest = 16
  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  private var ahead: Event?

  /// `bytes` must outlive the stream.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    yaml_parser_initialize(parser)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    ahead?.delete()
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  var here: Mark { ahead?.mark ?? Mark(parser.pointee.mark) }

  func peek() throws(NotYaml) -> yaml_event_type_t {
    if let ahead { return ahead.type }
    let event = try read()
    ahead = event
    return event.type
  }

  func next() throws(NotYaml) -> Event {
    if let event = ahead {
      ahead = nil
      return event
    }
    return try read()
  }

  func next(expecting type: yaml_event_type_t) throws(NotYaml) -> Event {
    let event = try next()
    if event.type == type { return event }
    defer { event.delete() }
    throw NotYaml(
      mark: event.mark, message: LocalizedText("unexpected here", "hier nicht erwartet"))
  }

  /// Consumes the next event if it has this type.
  func skip(_ type: yaml_event_type_t) throws(NotYaml) -> Bool {
    guard try peek() == type else { return false }
    try next().delete()
    return true
  }

  func node(depth: Int) throws(NotYaml) -> Node {
    let event = try next()
    defer { event.delete() }
    let mark = event.mark
    if depth > Self.deepest {
      throw NotYaml(mark: mark, message: LocalizedText("nested too deep", "zu tief geschachtelt"))
    }
    func node(_ kind: Node.Kind, end: Int, isFlow: Bool = false, isNamed: Bool) -> Node {
      let start = Int(event.raw.start_mark.index)
      return Node(
        kind: kind, mark: mark, range: start..<max(start, end), isFlow: isFlow, isNamed: isNamed)
    }
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.raw.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return node(
        .scalar(
          String(decoding: bytes, as: UTF8.self), plain: scalar.style == YAML_PLAIN_SCALAR_STYLE),
        end: Int(event.raw.end_mark.index), isNamed: scalar.anchor != nil || scalar.tag != nil)
    case YAML_SEQUENCE_START_EVENT:
      let start = event.raw.data.sequence_start
      let isFlow = start.style == YAML_FLOW_SEQUENCE_STYLE
      var items: [Node] = []
      while try peek() != YAML_SEQUENCE_END_EVENT { items.append(try self.node(depth: depth + 1)) }
      let end = try end(isFlow: isFlow, last: items.last)
      return node(
        .sequence(items), end: end, isFlow: isFlow,
        isNamed: start.anchor != nil || start.tag != nil)
    case YAML_MAPPING_START_EVENT:
      let start = event.raw.data.mapping_start
      let isFlow = start.style == YAML_FLOW_MAPPING_STYLE
      var pairs: [(key: Node, value: Node)] = []
      while try peek() != YAML_MAPPING_END_EVENT {
        let key = try self.node(depth: depth + 1)
        pairs.append((key, try self.node(depth: depth + 1)))
      }
      let end = try end(isFlow: isFlow, last: pairs.last?.value)
      return node(
        .mapping(pairs), end: end, isFlow: isFlow, isNamed: start.anchor != nil || start.tag != nil)
    case YAML_ALIAS_EVENT:
      throw NotYaml(
        mark: mark,
        message: LocalizedText(
          "aliases (*name) are not supported", "Aliasse (*name) gibt es hier nicht"))
    default:
      throw NotYaml(mark: mark, message: LocalizedText("unexpected here", "hier nicht erwartet"))
    }
  }

  /// Consumes the end of a collection. Without brackets its last entry is its end: what libyaml
  /// calls the end is the beginning of what follows.
  private func end(isFlow: Bool, last: Node?) throws(NotYaml) -> Int {
    let event = try next()
    defer { event.delete() }
    let mark = Int(event.raw.end_mark.index)
    return isFlow ? mark : last?.range.upperBound ?? mark
  }

  private func read() throws(NotYaml) -> Event {
    var event = Event()
    if yaml_parser_parse(parser, &event.raw) == 0 { throw problem() }
    return event
  }

  private func problem() -> NotYaml {
    let raw = parser.pointee
    let text =
      raw.problem.map { LocalizedText(yaml: String(cString: $0)) }
      ?? LocalizedText("cannot be read", "nicht lesbar")
    // The reader (bad bytes) and the scanner's end of file leave the mark of the problem empty.
    let mark = raw.error == YAML_READER_ERROR ? raw.mark : raw.problem_mark
    return NotYaml(mark: Mark(mark), message: text)
  }
}

extension Mark {
  fileprivate init(_ raw: yaml_mark_t) {
    self.init(line: Int(raw.line) + 1, column: Int(raw.column) + 1)
  }
}

extension LocalizedText {
  /// What libyaml says, in English; in German what it says of people's mistakes.
  fileprivate init(yaml text: String) {
    for begin in ["did not find expected ", "could not find expected "] where text.hasPrefix(begin)
    {
      self.init(text, "erwartet und nicht gefunden: \(text.dropFirst(begin.count))")
      return
    }
    self.init(text, Self.yaml[text] ?? text)
  }

  private static let yaml = [
    "mapping values are not allowed in this context":
      "Schlüssel und Wert sind an dieser Stelle nicht erlaubt",
    "found character that cannot start any token": "mit diesem Zeichen kann hier nichts beginnen",
    "found unexpected end of stream": "das Ende der Datei kommt zu früh",
    "control characters are not allowed": "Steuerzeichen sind nicht erlaubt",
  ]
}
