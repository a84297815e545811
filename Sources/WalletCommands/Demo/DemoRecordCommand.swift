import Arguments
import Canvas
import FrontEnd
import Pictures
import Player
import ScreenApp
import Script
import WalletModel

struct DemoRecordCommand: StatusCommand {
  let path = "demo record"
  let summary = "Record a script as an asciicast (version 2)."
  let arguments: [CommandArgument] = [.script]
  let options: [CommandOption] = [.out] + CommandOption.scriptLook
  let notes: [String] = [
    """
    It does not wait. Marks of the script are markers of the recording. Secrets are masked, even \
    where the screen would show them.
    """
  ]
  let preparation = Preparation.none

  func status(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    try await ScriptPicture.write(invocation) { environment in
      let depth = ScriptPicture.depth(invocation)
      var cast = Asciicast(environment, depth)
      var player = try await environment.player(depth: depth)
      let end = try await player.play(marked: { cast.mark($0) }, changed: { cast.add($0) })
      return (end, cast.text)
    }
  }
}

/// Writes an asciicast: https://docs.asciinema.org/manual/asciicast/v2/.
private struct Asciicast {
  private(set) var text: String
  private var frames: TerminalFrames
  private let size: Size
  private let rows: Int
  private var time: UInt64 = 0

  init(_ environment: ScriptEnvironment, _ depth: ColorDepth) {
    rows = environment.script.captionRows
    let wallet = environment.script.size ?? Script.defaultSize
    size = Size(wallet.width, wallet.height + rows)
    frames = TerminalFrames(depth)
    text = """
      {"version":2,"width":\(size.width),"height":\(size.height),\
      "title":\(Output.quoted(environment.script.file)),\
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
