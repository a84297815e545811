import Arguments
import Canvas
import FrontEnd
import Player
import ScreenApp
import Script
import WalletModel
import Words

/// What is kept of a script: a recording, a picture.
enum ScriptPicture {
  /// NO_COLOR is about a terminal: what is kept is the same everywhere.
  static func depth(_ invocation: Invocation) -> ColorDepth {
    var options = ScreenOptions(invocation, problems: [])
    options.color = .always
    return WalletScreen.depth(options) ?? .direct
  }

  /// Makes something of a script and writes it; nothing is written when the script fails.
  static func write(
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

extension CommandOption {
  static let scriptTheme = CommandOption(
    "theme", .text("NAME"), "instead of the script's theme")
  static let ascii = CommandOption("ascii", .toggle, "draw frames and signs with ASCII only")
  static let colours = CommandOption(
    "colours", .choice("DEPTH", ["truecolor", "256", "16", "mono"]), "use no more colours")
  static let out = CommandOption("out", .file("FILE"), "where to; standard output without")

  /// What a recording or picture looks like.
  static let scriptLook = [ScriptFile.size, scriptTheme, colours, ascii]
}
