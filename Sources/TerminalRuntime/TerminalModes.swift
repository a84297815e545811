import CHarden
import CTerminal
import Canvas
import TextLayout

/// The byte strings that set the terminal's modes for the program and restore them.
struct TerminalModes {
  /// Alternate screen, application keys, bracketed paste, focus reports, cleared screen.
  private(set) var enter: [UInt8] = []
  /// Restores the modes. Clears the screen first, since not every terminal has an alternate screen.
  private(set) var leave: [UInt8] = []
  /// Erases each line separately. Without an alternate screen, some terminals keep what `clear`
  /// removes in their scrollback. Descriptions do not tell whether there is an alternate screen,
  /// because users can turn it off.
  private(set) var wipe: [UInt8] = []
  /// More rows than a screen without an alternate screen has.
  static let maxRows = 300
  let showCursor = Self.capability("cnorm")
  let hideCursor = Self.capability("civis")
  let mouseOn: [UInt8]
  let mouseOff: [UInt8]
  let plain: [UInt8]
  /// The query for the background; empty if the terminal might print it.
  let backgroundQuery: [UInt8]
  let hasBracketedPaste: Bool
  /// Whether `leave` restores the title.
  let restoresTitle: Bool
  /// Restores the title that `enter` saved, so that it is not saved twice.
  let popTitle: [UInt8]

  init(terminal name: String, altScreen: Bool) {
    let hasPrivateModes = Self.supportsPrivateModes(name)
    hasBracketedPaste = hasPrivateModes
    mouseOn = hasPrivateModes ? Array("\u{1b}[?1000h\u{1b}[?1006h".utf8) : []
    mouseOff = hasPrivateModes ? Array("\u{1b}[?1006l\u{1b}[?1000l".utf8) : []
    backgroundQuery = hasPrivateModes && name != "linux" ? InputDecoder.backgroundQuery : []
    plain = Self.capability("sgr0") + Self.capability("op")
    let clear = Self.capability("clear")

    let emptyLine = Self.capability("el")
    // Nearly all terminals move the cursor like this. To format 300 moves by a description is slow.
    let isUsual = Self.movesAsUsual
    wipe = ByteWriter.bytes(Self.maxRows * (64 + emptyLine.count)) { bytes in
      for row in 0..<Self.maxRows {
        if isUsual {
          bytes.appendCSI()
          bytes.append(decimal: row + 1)
          bytes.bytes([0x3b, 0x31, 0x48])
        } else {
          bytes.bytes(Self.move(to: Point(0, row)))
        }
        bytes.bytes(emptyLine)
      }
    }
    if altScreen { enter += Self.capability("smcup") }
    enter += Self.capability("smkx")
    if hasPrivateModes { enter += Array("\u{1b}[?2004h\u{1b}[?1004h".utf8) }
    enter += plain + hideCursor + clear

    // Many descriptions save the title with the screen. It must not be saved twice.
    let pushes = enter.contains(part: "\u{1b}[22;".utf8)
    let pushesItself = !pushes && Self.supportsTitleStack(name)
    restoresTitle = pushes || pushesItself
    popTitle = restoresTitle ? Array("\u{1b}[23;2t".utf8) : []
    if pushesItself { enter += Array("\u{1b}[22;2t".utf8) }

    leave += plain + mouseOff
    if pushesItself { leave += popTitle }
    if hasPrivateModes { leave += Array("\u{1b}[?1004l\u{1b}[?2004l".utf8) }
    leave += wipe + clear + Self.capability("rmkx") + showCursor
    if altScreen { leave += Self.capability("rmcup") }
    // A longer string would be cut when it is sent after a crash.
    precondition(leave.count <= Int(HARDEN_RESTORE_BYTES))
  }

  /// Whether it has the private modes of xterm, as nearly all terminals do. Others may print the
  /// sequences, so they get none.
  private static func supportsPrivateModes(_ name: String) -> Bool {
    if flag("XT") || !capability("BE").isEmpty { return true }
    let families = [
      "xterm", "screen", "tmux", "rxvt", "foot", "alacritty", "kitty", "wezterm", "ghostty", "st-",
      "konsole", "gnome", "vte", "contour", "mintty", "putty", "iterm", "linux",
    ]
    return families.contains { name.hasPrefix($0) }
  }

  /// Terminals that can save titles although their description does not say so.
  private static func supportsTitleStack(_ name: String) -> Bool {
    ["tmux", "kitty", "foot", "xterm-", "gnome", "ghostty"].contains { name.hasPrefix($0) }
  }

  /// Sets the title; empty if the previous title could not be restored.
  func title(_ text: String) -> [UInt8] {
    restoresTitle ? Array("\u{1b}]2;\(Text.clean(text))\u{7}".utf8) : []
  }

  static func capability(_ name: String) -> [UInt8] {
    bytes { ct_string(name, $0, $1) }
  }

  static func flag(_ name: String) -> Bool { ct_flag(name) > 0 }

  /// The CT_ attributes that the terminal has, with their usual sequences.
  static var attributes: UInt32 {
    let all = [
      ("bold", CT_BOLD, 1), ("dim", CT_DIM, 2), ("sitm", CT_ITALIC, 3), ("smul", CT_UNDERLINE, 4),
      ("rev", CT_REVERSE, 7),
    ]
    return all.reduce(0) { known, attribute in
      let (name, bit, number) = attribute
      return capability(name) == Array("\u{1b}[\(number)m".utf8) ? known | UInt32(bit) : known
    }
  }

  /// The CT_ attributes that the terminal does not combine with colours (`no_color_video`).
  static var aloneOnly: UInt32 {
    let excluded = max(0, Int(ct_number("ncv")))
    let bits = [(2, CT_UNDERLINE), (4, CT_REVERSE), (16, CT_DIM), (32, CT_BOLD)]
    return bits.reduce(0) { excluded & $1.0 == 0 ? $0 : $0 | UInt32($1.1) }
  }

  /// Whether it has the usual sequence that moves the cursor.
  static var movesAsUsual: Bool { capability("cup") == Array("\u{1b}[%i%p1%d;%p2%dH".utf8) }

  static func move(to point: Point) -> [UInt8] {
    bytes { ct_move(Int32(point.y), Int32(point.x), $0, $1) }
  }

  static func bytes(_ write: (UnsafeMutablePointer<CChar>, Int) -> Int) -> [UInt8] {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress else { return [] }
      let count = write(start, buffer.count)
      return buffer[..<count].map { UInt8(bitPattern: $0) }
    }
  }
}
