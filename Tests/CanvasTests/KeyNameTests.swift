import Canvas
import Testing

@Suite struct KeyNameTests {
  @Test(arguments: [
    ("l", Key.character("l")), ("L", .character("L")), ("?", .character("?")),
    ("-", .character("-")), ("^", .character("^")), ("ö", .character("ö")),
    ("ctrl-l", .control("l")), ("^l", .control("l")), ("^L", .control("l")),
    ("CTRL-L", .control("l")), ("alt-x", .character("x", .alt)),
    ("ctrl-alt-x", .character("x", [.control, .alt])), ("space", .character(" ")),
    ("ctrl-space", .control(" ")), ("Enter", Key(.enter)), ("return", Key(.enter)),
    ("esc", Key(.escape)), ("shift-tab", Key(.backtab)), ("shift-up", Key(.up, .shift)),
    ("ctrl-pgdn", Key(.pageDown, .control)), ("f1", Key(.function(1))),
    ("f20", Key(.function(20))), ("ctrl-\\", .control("\\")),
  ])
  func names(_ text: String, _ key: Key) throws {
    #expect(try Key(named: text) == key)
    #expect(try Key(named: key.name) == key, "\(key.name)")
  }

  @Test(arguments: ["", "ll", "ctrl-", "ctrl-ll", "f0", "f21", "spcae", "\u{1b}", " ", "\u{7f}"])
  func unknown(_ text: String) {
    #expect(throws: BadKeyName.unknown) { try Key(named: text) }
  }

  @Test(arguments: [
    "ctrl-i", "ctrl-m", "ctrl-h", "ctrl-[", "ctrl-/", "shift-l", "ctrl-enter", "ctrl-1", "ctrl-tab",
  ])
  func unreachable(_ text: String) {
    #expect {
      try Key(named: text)
    } throws: { error in
      if case BadKeyName.unreachable = error { return true }
      return false
    }
  }
}
