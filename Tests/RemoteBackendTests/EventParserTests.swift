import Testing

@testable import RemoteBackend

/// Server-sent events.
@Suite struct EventParserTests {
  @Test func eventsAreReadInPiecesOfAnySize() {
    let text =
      ": hello\r\nretry: 20\r\n\r\nid: 7\nevent: cards\ndata: {\ndata:  }\n\nid: 8\rdata: x\r\revent: y\n\nid: 9\ndata: lost"
    let wanted = [
      EventParser.Event(name: "cards", data: "{\n }"),
      EventParser.Event(name: "message", data: "x"),
    ]
    for size in 1...text.utf8.count {
      var parser = EventParser()
      var events: [EventParser.Event] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        events += parser.take(rest.prefix(size))
        rest = rest.dropFirst(size)
      }
      #expect(events == wanted)
      #expect(parser.lastID == "8")
      #expect(parser.retry == 20)
    }
  }

  /// An endless event uses only a limited amount of memory.
  @Test func anEndlessEventEndsTheConnection() {
    for line in ["data: x\n", ": x\n", "x"] {
      var parser = EventParser()
      let events = parser.take(Array(String(repeating: line, count: 100_000).utf8))
      #expect(events.isEmpty && parser.isTooLong)
      parser.reset()
      #expect(parser.take(Array("data: y\n\n".utf8)).map(\.data) == ["y"])
      // Comments are not events. Any number of them is allowed.
      #expect(parser.take(Array(String(repeating: ":\n\n", count: 30_000).utf8)).isEmpty)
      #expect(!parser.isTooLong)
    }
  }
}
