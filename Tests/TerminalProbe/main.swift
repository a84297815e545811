import Canvas
import Glibc
import Secrets
import TerminalRuntime
import Threads

// Keys: r reveals, R for a second, h conceals, n the next random frame, w a wake-up from another
// thread, t a timer in 50 ms, m toggles the mouse, z suspends, c crashes, o overflows the stack,
// C and O the same on another thread, q quits.

/// Numbers that are the same in every run.
struct Dice {
  var state: UInt64
  mutating func roll(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(sides))
  }
}

func overflow(_ n: Int) -> Int {
  var dice = Dice(state: UInt64(n))
  return n == 0 ? 0 : overflow(n + 1) + dice.roll(n + 1)
}

final class Probe: TerminalProgram {
  let waker: Waker
  /// Nothing but the revealed bytes must be found in the memory of the program.
  private var secret: Secret?
  private var dice = Dice(state: 7)
  private var log: [String] = []
  private var isDirty = false
  private var noise: [(String, Int, Int, Style)] = []
  private var frames = 0
  var suspendRequested = false
  var exitCode: Int32?
  var nextDeadline: UInt64?
  var wantsMouse: Bool? = false

  init(_ waker: Waker) { self.waker = waker }

  var needsFrame: Bool { isDirty }

  func handle(_ event: InputEvent) {
    isDirty = true
    switch event {
    case .key(let key): press(key)
    case .paste(let text): log.append("paste \(text.count)")
    case .choice(let index): log.append("choice \(index)")
    case .words(let text): log.append("words \(text)")
    case .mouse(let mouse): log.append("mouse \(mouse.action) \(mouse.point.x),\(mouse.point.y)")
    case .resize(let size): log.append("size \(size.width)x\(size.height)")
    case .focus(let has): log.append("focus \(has)")
    case .resumed: log.append("resumed")
    case .background(let color):
      log.append("background \(color.red) \(color.green) \(color.blue)")
    }
  }

  private func press(_ key: Key) {
    guard case .character(let value) = key.code, key.modifiers.isEmpty else {
      log.append("key \(key.code)")
      return
    }
    switch UInt8(truncatingIfNeeded: value) {
    case UInt8(ascii: "r"): reveal(hideAfter: nil)
    case UInt8(ascii: "R"): reveal(hideAfter: 5_000_000_000)
    case UInt8(ascii: "h"): conceal()
    case UInt8(ascii: "n"): scatter()
    case UInt8(ascii: "w"):
      var thread = pthread_t()
      let pointer = Unmanaged.passUnretained(waker).toOpaque()
      pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          Unmanaged<Waker>.fromOpaque(argument).takeUnretainedValue().wake()
          return nil
        }, pointer)
      pthread_detach(thread)
    case UInt8(ascii: "t"): nextDeadline = Monotonic.now() + 50_000_000
    case UInt8(ascii: "m"): wantsMouse = wantsMouse != true
    case UInt8(ascii: "z"): suspendRequested = true
    case UInt8(ascii: "c"): fatalError("probe")
    case UInt8(ascii: "C"): startThread { fatalError("probe") }
    case UInt8(ascii: "o"): print(overflow(1))
    case UInt8(ascii: "O"): startThread { print(overflow(1)) }
    case UInt8(ascii: "q"): exitCode = 7
    default: log.append("key \(value)")
    }
  }

  /// The sixteen digits are computed when they are needed, so that they are not in the program
  /// file.
  private func reveal(hideAfter: UInt64?) {
    secret = Secret(count: 16) { bytes in
      for index in 0..<16 { bytes[index] = UInt8(0x30 + (index * 7 + 4) % 10) }
    }
    if let hideAfter { nextDeadline = Monotonic.now() + hideAfter }
  }

  private func scatter() {
    noise = (0..<dice.roll(120)).map { _ in
      let words = ["日本", "e\u{301}a", "card", "••••", " ", "x", "│", "ÖBB", "               "]
      let colours: [Color] = [
        .default, .indexed(1), .indexed(12), .rgb(200, 30, 90), .rgb(10, 10, 30),
      ]
      let style = Style(
        colours[dice.roll(5)], on: colours[dice.roll(5)], Attributes(rawValue: UInt8(dice.roll(64)))
      )
      return (words[dice.roll(words.count)], dice.roll(90), dice.roll(30), style)
    }
  }

  func wake() {
    log.append("woken")
    isDirty = true
  }

  func timerFired(now: UInt64) {
    nextDeadline = nil
    if secret != nil { conceal() } else { log.append("timer") }
    isDirty = true
  }

  func conceal() {
    secret?.wipe()
    secret = nil
    isDirty = true
  }

  func frame(_ size: Size, _ depth: ColorDepth) -> Canvas {
    isDirty = false
    frames += 1
    var canvas = Canvas(size)
    for (text, x, y, style) in noise { canvas.write(text, x, y, style) }
    canvas.write(
      "probe \(depth) \(size.width)x\(size.height) last: \(log.last ?? "")", 0, 0, .plain)
    canvas.write("frame \(frames) events \(log.count)", 0, size.height - 1, .plain)
    if let secret {
      for group in 0..<4 {
        let bytes = group * 4..<group * 4 + 4
        canvas.reveal(
          secret, bytes, 3 + 5 * group, 2, Style(.indexed(2), on: .default, .bold), mask: "*")
      }
    }
    if let path = getenv("PROBE_EXPECT") { expect(canvas, String(cString: path)) }
    return canvas
  }

  /// Writes the expected screen for the test to compare.
  private func expect(_ canvas: Canvas, _ path: String) {
    guard let file = fopen(path + ".new", "w") else { return }
    for y in 0..<canvas.size.height { fputs(canvas.text(row: y) + "\n", file) }
    fclose(file)
    rename(path + ".new", path)
  }
}

prepareProcess()
let waker = Waker()
var options = TerminalOptions()
if CommandLine.arguments.contains("--16") { options.colours = .ansi16 }
if CommandLine.arguments.contains("--ask") { options.asksBackground = true }
if CommandLine.arguments.contains("--mono") { options.colours = .mono }
do {
  let probe = Probe(waker)
  exit(try Terminal.run(probe, waker: waker, options: options))
} catch {
  let line = "terminalprobe: \(error)\n"
  _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(TerminalError.exitCode)
}
