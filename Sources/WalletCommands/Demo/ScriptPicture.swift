import Arguments
import Canvas
import FrontEnd
import Player
import ScreenApp
import Script
import WalletModel

/// Writes a recording or a picture of a script.
enum ScriptPicture {
  /// NO_COLOR does not apply: it is meant for terminals, and files must be the same everywhere.
  static func depth(_ invocation: Invocation) -> ColorDepth {
    var options = ScreenOptions(invocation, problems: [])
    options.color = .always
    return WalletScreen.depth(options) ?? .direct
  }

  /// Plays a script and writes the result. Writes nothing if the script fails.
  static func write(
    _ invocation: Invocation,
    _ make: (ScriptEnvironment) async throws -> (VirtualPlayer.End, String)
  ) async throws(WalletError) -> ExitCode {
    do {
      let script = try ScriptFile.read(invocation.arguments.first ?? "", invocation)
      let (end, text) = try await make(ScriptEnvironment(script, invocation))
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
    "colours", .choice("DEPTH", ["truecolor", "256", "16", "mono"]), "use at most this many colours"
  )
  static let out = CommandOption("out", .file("FILE"), "write here instead of to standard output")

  /// The options for the appearance of a recording or picture.
  static let scriptLook = [ScriptFile.size, scriptTheme, colours, ascii]
}
