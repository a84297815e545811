import Canvas
import Secrets
import Testing

@testable import TerminalRuntime

@Suite struct InputDecoderTests {
  /// The events of the bytes, which are split before the given offsets. The time limit expires at
  /// the end.
  private func decode(
    _ bytes: [UInt8], cuts: [Int] = [], keys: [[UInt8]: Key] = [:], hasBracketedPaste: Bool = true
  ) -> [String] {
    var decoder = InputDecoder(keys: keys, hasBracketedPaste: hasBracketedPaste)
    var events: [String] = []
    var start = 0
    for end in cuts.sorted() + [bytes.count] where end > start {
      bytes[start..<end].withUnsafeBytes { bytes in
        decoder.feed(bytes, at: 0) { events.append(describe($0)) }
      }
      start = end
    }
    decoder.decide(at: .max) { events.append(describe($0)) }
    #expect(decoder.deadline == nil)
    return events
  }

  private func decode(_ text: String) -> [String] { decode(Array(text.utf8)) }

  private func describe(_ event: InputEvent) -> String {
    switch event {
    case .choice, .words: return "no bytes come to that"
    case .key(let key):
      var name = ""
      if key.modifiers.contains(.control) { name += "C-" }
      if key.modifiers.contains(.alt) { name += "A-" }
      if key.modifiers.contains(.shift) { name += "S-" }
      if case .character(let value) = key.code, let scalar = Unicode.Scalar(value) {
        return name + String(scalar)
      }
      return name + "\(key.code)"
    case .paste(let secret):
      return "paste:" + secret.withBytes { String(decoding: $0, as: UTF8.self) }
    case .mouse(let mouse): return "\(mouse.action)@\(mouse.point.x),\(mouse.point.y)"
    case .focus(let has): return "focus:\(has)"
    case .background(let color): return "background \(color.red) \(color.green) \(color.blue)"
    case .resize, .resumed: return "?"
    }
  }

  @Test(arguments: [
    ("a?Ö€😀", ["a", "?", "Ö", "€", "😀"]),
    (
      "\r\t\u{7f}\u{8}\u{1}\u{1c}\u{0}",
      ["enter", "tab", "backspace", "backspace", "C-a", "C-\\", "C- "]
    ),
    ("\u{1b}[A\u{1b}OB\u{1b}[1;5C\u{1b}[1;2D", ["up", "down", "C-right", "S-left"]),
    (
      "\u{1b}[H\u{1b}[4~\u{1b}[5~\u{1b}[6;3~\u{1b}[3~",
      ["home", "end", "pageUp", "A-pageDown", "delete"]
    ),
    (
      "\u{1b}OP\u{1b}[15~\u{1b}[24~\u{1b}[[B",
      ["function(1)", "function(5)", "function(12)", "function(2)"]
    ),
    ("\u{1b}[Z\u{1b}x\u{1b}\r\u{1b}ö", ["backtab", "A-x", "A-enter", "A-ö"]),
    ("\u{1b}", ["escape"]),
    ("\u{1b}\u{1b}", ["escape", "escape"]),
    // Some terminals send keys with Alt so.
    (
      "\u{1b}\u{1b}[A\u{1b}[A\u{1b}\u{1b}OB\u{1b}\u{1b}[[A",
      ["A-up", "up", "A-down", "A-function(1)"]
    ),
    ("\u{1b}\u{1b}\u{1b}[5~\u{1b}[Z", ["escape", "A-pageUp", "backtab"]),
    ("\u{1b}\u{1b}x\u{1b}[A", ["escape", "A-x", "up"]),
    ("\u{1b}\u{1b}[", ["escape", "A-["]),
    ("\u{1b}\u{1b}[<0;1;1M", ["escape", "press@0,0"]),
    ("\u{1b}\u{1b}[200~q\u{1b}[201~", ["escape", "paste:q"]),
    ("\u{1b}[", ["A-["]),
    ("\u{1b}O", ["A-O"]),
    ("\u{1b}]", ["A-]"]),
    ("\u{1b}[I\u{1b}[O", ["focus:true", "focus:false"]),
    (
      "\u{1b}[<0;1;1M\u{1b}[<0;80;24m\u{1b}[<65;3;4M",
      ["press@0,0", "release@79,23", "wheelDown@2,3"]
    ),
    ("\u{1b}[113;5u\u{1b}[27;5;113~\u{1b}[1;2R", ["C-q", "C-q", "S-function(3)"]),
    ("\u{1b}OM\u{1b}Oq", ["enter", "1"]),
  ])
  func keys(bytes: String, expected: [String]) {
    #expect(decode(bytes) == expected)
  }

  @Test(arguments: [
    ("rgb:0000/8080/ffff", "0 128 255"), ("rgb:1e/20/ff", "30 32 255"), ("rgb:f/0/7", "255 0 119"),
  ])
  func background(answer: String, color: String) {
    for end in ["\u{7}", "\u{1b}\\"] {
      #expect(decode("\u{1b}]11;\(answer)\(end)q") == ["background \(color)", "q"])
    }
    // Any other answer, and one without an end, gives no event.
    #expect(decode("\u{1b}]10;\(answer)\u{7}") == [])
    #expect(decode("\u{1b}]11;\(answer)") == [])
  }

  @Test(arguments: [
    "rgb:00/00", "rgb:00/00/00/00", "rgb:00000/0/0", "rgb:-1/0/0", "rgb:/0/0", "rgba:00/00/00/00",
    "#ffffff", "?",
  ])
  func noBackground(answer: String) {
    #expect(decode("\u{1b}]11;\(answer)\u{7}q") == ["q"])
  }

  /// The loop may be woken more often than the time for which it waits for the rest of a sequence.
  @Test func otherEventsDoNotDelayTheEscKey() {
    var decoder = InputDecoder()
    var events: [String] = []
    let start: UInt64 = 7_000_000
    [0x1b as UInt8].withUnsafeBytes { decoder.feed($0, at: start) { events.append(describe($0)) } }
    for time in stride(from: start, to: start + 25_000_000, by: 1_000_000) {
      decoder.decide(at: time) { events.append(describe($0)) }
      #expect(events == [])
      // The next wait ends at the deadline at the latest.
      #expect(decoder.pollLimit(at: time) == Int32(25 - (time - start) / 1_000_000))
    }
    decoder.decide(at: start + 25_000_000) { events.append(describe($0)) }
    #expect(events == ["escape"])
    #expect(decoder.pollLimit(at: start + 25_000_000) == -1)
  }

  /// Nor is it early: the first bytes of a sequence are no reason to end it.
  @Test func moreBytesDelayTheDeadline() {
    var decoder = InputDecoder()
    var events: [String] = []
    for (time, byte) in [(0, 0x1b), (24, 0x5b), (48, 0x41)] as [(UInt64, UInt8)] {
      [byte].withUnsafeBytes { bytes in
        decoder.feed(bytes, at: time * 1_000_000) { events.append(describe($0)) }
      }
      decoder.decide(at: (time + 24) * 1_000_000) { events.append(describe($0)) }
    }
    #expect(events == ["up"])
  }

  /// Feeds parts at their times, in milliseconds, and lets each deadline pass in between.
  private func events(_ decoder: InputDecoder, _ parts: [(time: UInt64, bytes: String)]) -> [String]
  {
    var decoder = decoder
    var events: [String] = []
    for part in parts {
      let now = part.time * 1_000_000
      if let deadline = decoder.deadline, deadline <= now {
        decoder.decide(at: deadline) { events.append(describe($0)) }
      }
      Array(part.bytes.utf8).withUnsafeBytes { bytes in
        decoder.feed(bytes, at: now) { events.append(describe($0)) }
      }
    }
    decoder.decide(at: .max) { events.append(describe($0)) }
    return events
  }

  /// The line is slow: ESC is taken for the Esc key, but the rest of the sequence is no other key.
  @Test(arguments: [
    "[B", "OB", "[1;5B", "[3~", "[[B", "[I", "[<0;12;5M", "[MBBB", "[?62;22c",
  ])
  func theRestOfALateSequenceRunsNothing(_ rest: String) {
    let decoder = InputDecoder()
    #expect(events(decoder, [(0, "\u{1b}"), (40, rest), (2_000, "x")]) == ["escape", "x"])
    // Each byte on its own.
    var parts: [(time: UInt64, bytes: String)] = [(0, "\u{1b}")]
    for byte in rest { parts.append((parts[parts.count - 1].time + 40, String(byte))) }
    #expect(events(decoder, parts + [(9_000, "x")]) == ["escape", "x"])
  }

  @Test func aPasteThatBeginsLateIsText() {
    let parts: [(time: UInt64, bytes: String)] = [
      (0, "\u{1b}"), (40, "[200~B"), (60, "B\u{1b}[201~"), (200, "x"),
    ]
    #expect(events(InputDecoder(), parts) == ["escape", "paste:BB", "x"])
  }

  /// What a person types after the Esc key is a key: also `[`, if nothing follows it at once.
  @Test(arguments: ["B", "[", "O", "j["]) func keysAfterEscAreKeys(_ typed: String) {
    for time in [30, 290, 400] as [UInt64] {
      let keys = events(InputDecoder(), [(0, "\u{1b}"), (time, typed), (2_000, "B")])
      #expect(keys == ["escape"] + typed.map { String($0) } + ["B"])
    }
    #expect(
      events(InputDecoder(), [(0, "\u{1b}"), (400, "["), (600, "B")]) == ["escape", "[", "B"])
  }

  /// Esc pressed twice, however fast; and the rest of a key with Alt on a slow line is no key.
  @Test func twoEscKeysAreTwo() {
    for time in [0, 10, 40] as [UInt64] {
      let twice: [(time: UInt64, bytes: String)] = [(0, "\u{1b}"), (time, "\u{1b}")]
      #expect(events(InputDecoder(), twice + [(900, "x")]) == ["escape", "escape", "x"])
    }
    let late: [(time: UInt64, bytes: String)] = [(0, "\u{1b}\u{1b}"), (40, "[B"), (900, "x")]
    #expect(events(InputDecoder(), late) == ["escape", "escape", "x"])
  }

  @Test func halfALetterIsWaitedFor() {
    var decoder = InputDecoder()
    var events: [String] = []
    for (time, byte) in [(0, 0xc3), (900, 0xb6)] as [(UInt64, UInt8)] {
      decoder.decide(at: time * 1_000_000) { events.append(describe($0)) }
      [byte].withUnsafeBytes { bytes in
        decoder.feed(bytes, at: time * 1_000_000) { events.append(describe($0)) }
      }
    }
    #expect(events == ["ö"])
  }

  @Test func aRemoteLineHasMoreTime() {
    let parts: [(time: UInt64, bytes: String)] = [(0, "\u{1b}"), (120, "[B"), (500, "\u{1b}")]
    #expect(events(InputDecoder(isRemote: true), parts) == ["down", "escape"])
    #expect(events(InputDecoder(), parts) == ["escape", "escape"])
    #expect(events(InputDecoder(isRemote: true), [(0, "\u{1b}"), (120, "B")]) == ["A-B"])
  }

  /// After its second byte a sequence is certain.
  @Test func aSequenceThatHasBegunIsWaitedFor() {
    let parts: [(time: UInt64, bytes: String)] = [(0, "\u{1b}["), (900, "B"), (910, "\u{1b}O")]
    #expect(events(InputDecoder(), parts + [(1_800, "B")]) == ["down", "down"])
  }

  /// The rest of an answer must not become keys on a slow line.
  @Test func answersAreWaitedFor() {
    var decoder = InputDecoder()
    Array("\u{1b}]11;rg".utf8).withUnsafeBytes { decoder.feed($0, at: 0) { _ in } }
    #expect(decoder.deadline == 1_000_000_000)
    decoder = InputDecoder()
    decoder.awaitsAnswer = true
    Array("\u{1b}[".utf8).withUnsafeBytes { decoder.feed($0, at: 0) { _ in } }
    #expect(decoder.deadline == 1_000_000_000)
    Array("?62;22c".utf8).withUnsafeBytes { decoder.feed($0, at: 0) { _ in } }
    #expect(decoder.deadline == nil)
    #expect(!decoder.awaitsAnswer)
  }

  @Test(arguments: [
    "\u{1b}[?1;2c", "\u{1b}[24;80R", "\u{1b}[99~", "\u{1b}[1;2;3;4;5A", "\u{1b}[>0;276;0c",
    "\u{1b}]52;c;cXFx\u{7}", "\u{1b}]11;rgb:0000/qqqq/0000\u{1b}\\",
    "\u{1b}P>|xterm q(390)\u{1b}\\",
    "\u{1b}[<0;0;0M", "\u{1b}[<35;10;10M", "\u{1b}[Mqqq", "\u{1b}[201~", "\u{1b}[?q", "\u{1b}[1 q",
    "\u{1b}OZ", "\u{85}\u{9b}", "\u{1b}[\u{1}2;q", "\u{1b}[999999999999999999999999~",
  ])
  func unknownSequencesAreSwallowed(bytes: String) {
    #expect(decode(bytes) == [])
    #expect(decode(bytes + "x") == ["x"])
  }

  @Test(
    arguments: [
      [0xff, 0xfe], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x80],
      [0xe2, 0x82],
      [0xf8, 0x88, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func badUTF8IsSwallowed(bytes: [UInt8]) {
    #expect(decode(bytes) == [])
    #expect(decode(bytes + [0x78]) == ["x"])
  }

  @Test func endlessSequencesAreDropped() {
    let long = Array("\u{1b}[".utf8) + Array(repeating: UInt8(0x31), count: 10_000)
    #expect(decode(long) == [])
    #expect(decode(long + [0x6d, 0x78]) == ["x"])
  }

  @Test func keysOfTheTerminalDescriptionTakePrecedence() {
    let keys: [[UInt8]: Key] = [
      Array("\u{1b}[7$".utf8): Key(.home, .shift), Array("\u{1b}Oa".utf8): Key(.up, .control),
    ]
    #expect(decode(Array("\u{1b}[7$x\u{1b}Oa".utf8), keys: keys) == ["S-home", "x", "C-up"])
  }

  @Test func aPasteIsTextWhereverItIsSplit() {
    let bytes = Array("a\u{1b}[200~q \u{1b}[20x\u{1b}[A\u{1b}\u{1b}[201~".utf8)
    let expected = ["a", "paste:q \u{1b}[20x\u{1b}[A\u{1b}"]
    for first in 0...bytes.count {
      for second in first...bytes.count {
        #expect(decode(bytes, cuts: [first, second]) == expected)
      }
    }
  }

  @Test func aPasteEndsWithoutItsEndMarker() {
    #expect(decode("\u{1b}[200~abc\u{1b}[201") == ["paste:abc\u{1b}[201"])
    #expect(decode("\u{1b}[200~") == ["paste:"])
  }

  @Test func textAfterAnEndMarkerInTheSameBurstIsDropped() {
    #expect(decode("\u{1b}[200~abc\u{1b}[201~qqq\u{1b}[201~") == ["paste:abc"])
  }

  /// A burst from a terminal without bracketed paste is a paste, and never keys.
  @Test(arguments: [
    ("lq\n", ["paste:lq\n"]), ("X4821\r", ["paste:X4821\r"]), ("öl", ["paste:öl"]),
    ("jjjjjj", ["j", "j", "j", "j", "j", "j"]), ("lq", ["l", "q"]),
    ("\u{1b}[A\u{1b}[A\u{1b}[B", ["up", "up", "down"]), ("\u{1b}[Alq\n", ["up", "paste:lq\n"]),
    ("lqX\u{1b}[A\u{1}q", ["paste:lqX\u{1b}[A\u{1}q"]), ("\u{c}lq\n", ["C-l", "paste:lq\n"]),
  ])
  func anUnframedBurstIsAPaste(_ text: String, _ events: [String]) {
    #expect(decode(Array(text.utf8), hasBracketedPaste: false) == events)
    // With bracketed paste the same bytes were typed.
    #expect(!decode(text).contains { $0.hasPrefix("paste") })
  }

  @Test func aBurstEndsAfterAPause() {
    var decoder = InputDecoder(hasBracketedPaste: false)
    var events: [String] = []
    func feed(_ text: String) {
      Array(text.utf8).withUnsafeBytes { bytes in
        decoder.feed(bytes, at: 0) { events.append(describe($0)) }
      }
    }
    feed("abc")
    feed("q")
    #expect(events.isEmpty && decoder.deadline == 10_000_000)
    decoder.decide(at: 10_000_000) { events.append(describe($0)) }
    feed("q")
    #expect(events == ["paste:abcq", "q"])
  }

  @Test func aLongPasteIsCut() {
    let long = String(repeating: "ä", count: 100_000)
    let events = decode("\u{1b}[200~" + long + "\u{1b}[201~")
    #expect(events.count == 1)
    #expect(events.first?.utf8.count == "paste:".utf8.count + InputDecoder.pasteLimit)
  }

  @Test func sequencesMayBeSplitAnywhere() {
    let bytes = Array("ö\u{1b}[1;5Cx\u{1b}OP\u{1b}[<0;12;5M\u{1b}]0;t\u{7}€\u{1b}[3~".utf8)
    let whole = decode(bytes)
    for cut in 0...bytes.count { #expect(decode(bytes, cuts: [cut]) == whole) }
  }

  /// Random bytes with many introducers: they never cause a trap, do not depend on how they are
  /// split, and the decoder returns to its start after a pause.
  @Test(arguments: 0..<200) func randomBytes(seed: Int) {
    var state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1
    func roll(_ sides: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(sides))
    }
    let rich = Array("\u{1b}\u{1b}[[O]P;;:<?0123456789~mMuARZ\u{7}\\".utf8)
    let bytes = (0..<500).map { _ in
      roll(3) == 0 ? UInt8(roll(256)) : rich[roll(rich.count)]
    }
    let cuts = (0..<roll(40)).map { _ in roll(bytes.count) }
    #expect(decode(bytes) == decode(bytes, cuts: cuts))
  }
}
