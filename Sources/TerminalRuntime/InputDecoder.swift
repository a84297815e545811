package import Canvas
import Secrets

/// Converts the bytes from a terminal to events, however they are split.
///
/// Unknown sequences are dropped as a whole and never become keys. So is the rest of a sequence
/// whose ESC was taken for the Esc key, because the line was slow.
package struct InputDecoder {
  enum State {
    case ground
    /// After ESC, or after two of them; the next byte decides.
    case escape, escapes
    /// After `ESC [` or `ESC O`; the following bytes are in `sequence`.
    case csi, ss3
    /// A sequence that is too long or malformed, until its final byte.
    case ignoredSequence
    /// `ESC [ [`: the function keys of the Linux console.
    case linuxFunction
    /// `ESC [ M` and three bytes: a mouse report in the oldest protocol of xterm.
    case x10Mouse(left: Int)
    /// OSC, DCS, APC, PM, SOS: an answer. Ends with ESC \ or BEL.
    case text(introducer: UInt8, empty: Bool)
    case textEscape
    case utf8(value: UInt32, left: Int, least: UInt32, alt: Bool)
    case paste
    /// Text in one burst, on a terminal without bracketed paste.
    case burst
    /// After the end marker of a paste. The rest of the burst is dropped, so that a marker within
    /// the pasted text cannot turn the rest into keys.
    case afterPaste
  }

  var state = State.ground
  var sequence: [UInt8] = []
  var paste: Secret?
  /// Bytes of the end marker that matched so far.
  var markerMatched = 0
  let keys: [[UInt8]: Key]
  private let hasBracketedPaste: Bool
  /// How long the next byte of a key may take, in milliseconds.
  private let gap: UInt64
  /// Until when the rest of a sequence may follow the last Esc key, on the clock of `feed`.
  private var restIsDue: UInt64 = 0
  /// Whether the sequence is such a rest, which is no key.
  private var isRest = false
  /// Whether two ESC began the sequence: rxvt, PuTTY and Terminal of macOS send keys with Alt so.
  private var isDoubled = false
  /// Whether the query for the background is not answered completely.
  var awaitsAnswer = false

  static let sequenceLimit = 48
  /// The most bytes of a paste. Further bytes are dropped.
  package static let pasteLimit = 4096

  /// - Parameters:
  ///   - keys: Key sequences of the terminal's description, with ESC.
  ///   - hasBracketedPaste: Whether bracketed paste is on.
  ///   - isRemote: Whether the terminal is on another machine.
  package init(
    keys: [[UInt8]: Key] = [:], hasBracketedPaste: Bool = true, isRemote: Bool = false
  ) {
    self.keys = keys
    self.hasBracketedPaste = hasBracketedPaste
    gap = isRemote ? 150 : 25
  }

  /// How long the rest of a sequence may take after the Esc key, and its second byte after the
  /// first, in milliseconds.
  private static let restTime: UInt64 = 300

  /// When `decide` ends an incomplete sequence: a while after its last bytes, in nanoseconds, on the
  /// clock of `feed`; nil: no sequence is incomplete.
  package private(set) var deadline: UInt64?

  /// The limit of a `poll` that ends at the deadline, in milliseconds, rounded up; -1: none.
  package func pollLimit(at now: UInt64) -> Int32 {
    guard let deadline else { return -1 }
    return deadline > now ? Int32(clamping: (deadline - now + 999_999) / 1_000_000) : 0
  }

  /// How long more bytes are waited for, in milliseconds; nil: no sequence is incomplete.
  private var patience: UInt64? {
    switch state {
    case .ground: nil
    case .paste: 1_000
    case .afterPaste, .burst: 10
    // The rest of an answer must not become keys, however slow the line is.
    case .text(_, false), .textEscape: 1_000
    // It may have been typed, after the Esc key.
    case .csi where isRest && sequence.isEmpty, .ss3 where isRest: Self.restTime
    // Few people type the beginning of a sequence, and nobody half a letter; the rest may be late.
    case .csi, .ss3, .ignoredSequence, .linuxFunction, .x10Mouse, .utf8: 1_000
    case .escape, .escapes, .text: gap
    }
  }

  /// - Parameter now: When the bytes were read, in nanoseconds.
  package mutating func feed(
    _ bytes: UnsafeRawBufferPointer, at now: UInt64, into emit: (InputEvent) -> Void
  ) {
    defer { deadline = patience.map { now + $0 * 1_000_000 } }
    var mayBegin = true
    let start = now < restIsDue && beginRest(bytes.first) ? 1 : 0
    restIsDue = 0
    for index in bytes.indices.dropFirst(start) {
      var isText = false
      if case .ground = state { isText = bytes[index] >= 0x20 }
      if mayBegin, isText, !hasBracketedPaste, Self.isBurst(bytes[index...]) { startBurst() }
      step(bytes[index], emit)
      // Nothing new begins within a run of text.
      mayBegin = !isText
    }
  }

  /// Ends an incomplete sequence at its deadline: a single ESC is the Esc key, an incomplete paste
  /// ends, and other incomplete sequences are dropped.
  ///
  /// - Parameter now: A time at which no more bytes had arrived, on the clock of `feed`.
  package mutating func decide(at now: UInt64, into emit: (InputEvent) -> Void) {
    guard let deadline, deadline <= now else { return }
    self.deadline = nil
    let old = state
    state = .ground
    switch old {
    case .escape, .escapes:
      restIsDue = deadline + Self.restTime * 1_000_000
      if case .escapes = old { emit(.key(Key(.escape))) }
      emit(.key(Key(.escape)))
    case .csi where sequence.isEmpty, .ss3 where sequence.isEmpty:
      if isDoubled { emit(.key(Key(.escape))) }
      let isCSI = if case .csi = old { true } else { false }
      emit(.key(.character(isCSI ? "[" : "O", isRest ? [] : .alt)))
    case .text(let introducer, true):
      emit(.key(Key(.character(UInt32(introducer)), isRest ? [] : .alt)))
    case .paste, .afterPaste, .burst: finishPaste(emit)
    default: break  // Other incomplete sequences are no keys.
    }
    sequence.removeAll(keepingCapacity: true)
  }

  /// Whether the first byte after the Esc key begins the rest of a sequence.
  private mutating func beginRest(_ byte: UInt8?) -> Bool {
    switch byte {
    case 0x5b: state = .csi
    case 0x4f: state = .ss3
    case 0x5d where awaitsAnswer: state = .text(introducer: 0x5d, empty: true)
    default: return false
    }
    isRest = true
    isDoubled = false
    return true
  }

  mutating func step(_ byte: UInt8, _ emit: (InputEvent) -> Void) {
    let isRest = isRest
    let isDoubled = isDoubled
    func send(_ event: InputEvent) {
      if isDoubled, case .key(let key) = event {
        return emit(.key(Key(key.code, key.modifiers.union(.alt))))
      }
      if isDoubled { emit(.key(Key(.escape))) }
      if !isRest { emit(event) }
    }
    switch state {
    case .ground: ground(byte, alt: false, emit)
    case .escape, .escapes: escape(byte, emit)
    case .csi:
      csi(byte, send)
      // The Esc key came right before a paste.
      if isDoubled, case .paste = state { emit(.key(Key(.escape))) }
    case .ss3: ss3(byte, send)
    case .ignoredSequence: ignored(byte)
    case .linuxFunction:
      state = .ground
      if byte >= 0x41 && byte <= 0x45 { send(.key(Key(.function(Int(byte) - 0x40)))) }
    case .x10Mouse(let left): state = left > 1 ? .x10Mouse(left: left - 1) : .ground
    case .text(let introducer, _):
      switch byte {
      case 0x1b: state = .textEscape
      case 0x07:
        state = .ground
        answered(emit)
      case 0x18, 0x1a: state = .ground
      default:
        if sequence.isEmpty { sequence.append(introducer) }
        if sequence.count <= Self.sequenceLimit { sequence.append(byte) }
        state = .text(introducer: introducer, empty: false)
      }
    case .textEscape:
      state = .ground
      if byte == 0x5c { answered(emit) } else { escape(byte, emit) }
    case .utf8(let value, let left, let least, let alt):
      continueUTF8(byte, value, left, least, alt, emit)
    case .paste: pasted(byte)
    case .burst: paste?.append(byte)
    case .afterPaste: break
    }
  }

  private mutating func escape(_ byte: UInt8, _ emit: (InputEvent) -> Void) {
    isDoubled = if case .escapes = state { true } else { false }
    state = .ground
    isRest = false
    sequence.removeAll(keepingCapacity: true)
    // No sequence follows two ESC: the first was the Esc key.
    if isDoubled, byte != 0x5b, byte != 0x4f { emit(.key(Key(.escape))) }
    switch byte {
    case 0x5b: state = .csi
    case 0x4f: state = .ss3
    case 0x1b: state = .escapes
    case 0x50, 0x58, 0x5d, 0x5e, 0x5f: state = .text(introducer: byte, empty: true)
    default:
      if let key = keys[[0x1b, byte]] { emit(.key(key)) } else { ground(byte, alt: true, emit) }
    }
  }

  mutating func ground(_ byte: UInt8, alt: Bool, _ emit: (InputEvent) -> Void) {
    state = .ground
    let modifiers: Key.Modifiers = alt ? .alt : []
    func send(_ code: Key.Code, _ more: Key.Modifiers = []) {
      emit(.key(Key(code, modifiers.union(more))))
    }
    switch byte {
    case 0x1b: state = .escape
    case 0x09: send(.tab)
    case 0x0d: send(.enter)
    case 0x08, 0x7f: send(.backspace)
    case 0x00: send(.character(0x20), .control)
    case 0x01...0x1a: send(.character(UInt32(byte) + 0x60), .control)
    case 0x1c...0x1f: send(.character(UInt32(byte) + 0x40), .control)
    case 0x20...0x7e: send(.character(UInt32(byte)))
    case 0xc2...0xdf: state = .utf8(value: UInt32(byte & 0x1f), left: 1, least: 0x80, alt: alt)
    case 0xe0...0xef: state = .utf8(value: UInt32(byte & 0x0f), left: 2, least: 0x800, alt: alt)
    case 0xf0...0xf4: state = .utf8(value: UInt32(byte & 0x07), left: 3, least: 0x10000, alt: alt)
    default: break
    }
  }

  private mutating func continueUTF8(
    _ byte: UInt8, _ value: UInt32, _ left: Int, _ least: UInt32, _ alt: Bool,
    _ emit: (InputEvent) -> Void
  ) {
    guard byte & 0xc0 == 0x80 else {
      // An incomplete character is dropped, and the byte is interpreted on its own.
      ground(byte, alt: false, emit)
      return
    }
    let next = value << 6 | UInt32(byte & 0x3f)
    if left > 1 {
      state = .utf8(value: next, left: left - 1, least: least, alt: alt)
      return
    }
    state = .ground
    // C1 controls, surrogates, overlong forms and values beyond Unicode are not keys.
    if next >= least, next >= 0xa0, Unicode.Scalar(next) != nil {
      emit(.key(Key(.character(next), alt ? .alt : [])))
    }
  }
}
