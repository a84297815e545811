import Arguments
import Canvas
import FrontEnd
import Glibc
import Pictures
import Player
import ScreenApp
import Script
import Themes
import WalletModel
import Words

/// What is kept of a script: a recording, a picture.
extension Commands {
  private static let out = CommandOption("out", .file("FILE"), "where to; standard output without")

  static let demoRecord = Subcommand(
    "demo record", "Record a script as an asciicast (version 2).", arguments: [scriptName],
    options: [out] + look,
    notes: [
      """
      Nothing is waited for. Marks of the script are markers of the recording. What is secret is \
      masked in it, even where the screen would show it.
      """
    ]
  ) { invocation throws(WalletError) in
    try await kept(invocation) { stage in
      let depth = depth(invocation)
      var cast = Cast(stage, depth)
      var player = try await stage.player(depth: depth)
      let end = try await player.play(
        until: { name in
          cast.mark(name)
          return false
        }, changed: { cast.add($0) })
      return (end, cast.text)
    }
  }

  static let demoSvg = Subcommand(
    "demo svg", "Draw a moment of a script as an SVG picture.", arguments: [scriptName],
    options: [
      CommandOption("at", .text("MARK"), "the moment that the script has marked; else its end"),
      CommandOption("caption", .text("TEXT"), "what it shows, for those who do not see it"), out,
    ] + look,
    notes: ["Without captions. What is secret is masked, even where the screen would show it."]
  ) { invocation throws(WalletError) in
    let mark = invocation.text("at")
    return try await kept(invocation) { stage in
      if let mark, !stage.script.marks.contains(mark) {
        throw WalletError(
          .usage, details: ["the script marks no \"\(Text.clean(mark))\""])
      }
      let depth = depth(invocation)
      var player = try await stage.player(depth: depth)
      let end = try await player.play(until: { $0 == mark })
      let theme = player.currentTheme
      let picture = SvgPicture(
        player.frame, palette: theme.appearance == .light ? .light : .dark, ground: theme[.surface])
      return (end, picture.text(title: invocation.text("caption") ?? "walletui"))
    }
  }

  /// NO_COLOR is about a terminal: what is kept is the same everywhere.
  private static func depth(_ invocation: Invocation) -> ColorDepth {
    var options = ScreenOptions(invocation, problems: [])
    options.color = .always
    return Screen.depth(options) ?? .direct
  }

  private static let look = [
    ScriptFile.size,
    CommandOption("theme", .text("NAME"), "instead of the script's theme"),
    CommandOption(
      "colours", .choice("DEPTH", ["truecolor", "256", "16", "mono"]), "use no more colours"),
    CommandOption("ascii", .toggle, "draw frames and signs with ASCII only"),
  ]

  /// Makes something of a script and writes it; nothing is written when the script fails.
  private static func kept(
    _ invocation: Invocation, _ make: (Stage) async throws -> (VirtualPlayer.End, String)
  ) async throws(WalletError) -> ExitCode {
    do {
      let script = try ScriptFile.read(invocation.arguments.first ?? "", invocation)
      let (end, text) = try await make(Stage(script, invocation))
      if case .failed(let failure) = end {
        failure.report(script.file, invocation.words).forEach(Output.note)
        return .script
      }
      try Output.text(text, file: invocation.text("out"))
      return .ok
    } catch let error as ScriptFile.Refusal {
      error.lines(invocation.words).forEach(Output.note)
      return error.exit
    } catch let error as WalletError {
      throw error
    } catch {
      throw WalletError(.internalError)
    }
  }
}

/// An asciicast in the making: https://docs.asciinema.org/manual/asciicast/v2/.
private struct Cast {
  private(set) var text: String
  private var frames: TerminalFrames
  private let size: Size
  private let rows: Int
  private var time: UInt64 = 0

  init(_ stage: Stage, _ depth: ColorDepth) {
    rows = stage.script.captionRows
    let wallet = stage.script.size ?? Script.usualSize
    size = Size(wallet.width, wallet.height + rows)
    frames = TerminalFrames(depth)
    text = """
      {"version":2,"width":\(size.width),"height":\(size.height),\
      "title":\(Output.quoted(stage.script.file)),\
      "env":{"TERM":"xterm-256color"}}

      """
  }

  mutating func add(_ player: VirtualPlayer) {
    time = player.elapsed
    let frame = CaptionBand.compose(
      player.frame, player.caption, rows: rows, on: size, player.currentTheme)
    let change = frames.text(frame)
    if !change.isEmpty { event("o", change) }
  }

  mutating func mark(_ name: String) { event("m", name) }

  private mutating func event(_ kind: String, _ data: String) {
    let micros = time / 1000
    let fraction = String(micros % 1_000_000)
    let zeros = String(repeating: "0", count: 6 - fraction.count)
    text += "[\(micros / 1_000_000).\(zeros)\(fraction),\"\(kind)\",\(Output.quoted(data))]\n"
  }
}
