import Glibc
import Notifications
import Secrets
import Testing
import TextOutput

struct NotifierTests {
  private func way(_ variables: [String: String], hasTerminal: Bool = true) -> Notifier.Way {
    Notifier.find(hasTerminal: hasTerminal) { variables[$0] }.way
  }

  @Test func theTerminalDecidesTheSequence() {
    let cases: [(variables: [String: String], way: Notifier.Way)] = [
      (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .terminal(.osc9)),
      (["TERM": "xterm-kitty"], .terminal(.osc9)), (["TERM": "foot"], .terminal(.osc777)),
      (["TERM": "rxvt-unicode-256color"], .terminal(.osc777)),
      (["TERM": "xterm-256color", "VTE_VERSION": "7006"], .terminal(.osc777)),
      (["TERM": "xterm-256color"], .terminal(.bell)), (["TERM": "linux"], .terminal(.bell)),
      (["TERM": "xterm-kitty", "TMUX": "/tmp/x,1,0"], .terminal(.bell)),
      (["TERM": "screen-256color", "TERM_PROGRAM": "WezTerm"], .terminal(.bell)),
      (["TERM": "dumb"], .none), ([:], .none),
    ]
    for (variables, expected) in cases { #expect(way(variables) == expected, "\(variables)") }
    #expect(way(["TERM": "xterm-kitty"], hasTerminal: false) == .none)
  }

  @Test func withoutTheProgramADesktopIsNotEnough() {
    let variables = ["TERM": "xterm-kitty", "DISPLAY": ":0", "PATH": "/nowhere"]
    #expect(way(variables) == .terminal(.osc9))
  }

  @Test(arguments: TerminalNotification.allCases)
  func aSequenceHoldsNothingElse(_ form: TerminalNotification) throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    Notifier(way: .terminal(form)).show("a;b\u{7}\u{1b}[2Jc", output: TextOutput(ends[1]))
    close(ends[1])
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = read(ends[0], &bytes, bytes.count)
    close(ends[0])
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    let expected =
      switch form {
      case .osc9: "\u{1b}]9;a,b<U+0007><U+001B>[2Jc\u{7}"
      case .osc777: "\u{1b}]777;notify;walletui;a,b<U+0007><U+001B>[2Jc\u{7}"
      case .bell: "\u{7}"
      }
    #expect(text == expected)
  }

  /// What comes while the program runs follows it, also a decline; the same text once.
  @Test func laterNotificationsFollow() {
    let queue = NotificationQueue()
    for _ in 0..<2 {
      #expect(queue.add("paid"), "the first one is shown")
      var shown: [String] = []
      while let text = queue.next() {
        shown.append(text)
        guard shown.count == 1 else { continue }
        for text in ["paid", "declined", "paid", "declined"] { #expect(!queue.add(text)) }
      }
      #expect(shown == ["paid", "paid", "declined"])
    }
  }

  /// A screen that has the terminal sends it itself. The text of each language passes.
  @Test(arguments: TerminalNotification.allCases)
  func aScreenGetsTheSameSequence(_ form: TerminalNotification) throws {
    let text = "Der Status hat sich geändert; \u{1b}"
    let request = try #require(Notifier(way: .terminal(form)).request(text))
    let bytes = request.withBytes { Array($0) }
    #expect(String(decoding: bytes, as: UTF8.self) == form.sequence(text))
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    try TextOutput(ends[1]).request(request)
    close(ends[1])
    var sent = [UInt8](repeating: 0, count: 1000)
    let count = read(ends[0], &sent, sent.count)
    #expect(Array(sent.prefix(max(0, count))) == bytes)
    #expect(Notifier(way: .program("/bin/true")).request(text) == nil)
    #expect(Notifier(way: .none).request(text) == nil)
  }
}
