package import Arguments
import Canvas
import Clipboard
import FrontEnd
import Languages
package import Script
package import TerminalRuntime
import TextLayout
package import WalletModel
import WalletUI
package import Words

/// Runs `demo play` on the terminal at normal speed, on the main thread.
package enum DemoPlay {
  /// Plays the script that the invocation names, and returns the exit status.
  package static func run(_ invocation: Invocation) -> Int32 {
    do throws(ScriptFile.Refusal) {
      let script = try ScriptFile.read(invocation.arguments.first ?? "", invocation)
      return run(script, ScriptEnvironment(script, invocation), invocation)
    } catch {
      for line in error.lines(invocation.words) { Output.note("walletui: " + line) }
      return error.exit.rawValue
    }
  }

  private static func run(
    _ script: Script, _ environment: ScriptEnvironment, _ invocation: Invocation
  ) -> Int32 {
    let waker = Waker()
    do {
      try checkSize(script)
      let speed = invocation.number("speed").map(Double.init)
      let program = try PlayProgram(Playback(script, speed: speed)) {
        try environment.program(waker)
      }
      let options = ScreenOptions(invocation, problems: [])
      let status = try Terminal.run(
        program, waker: waker,
        options: TerminalOptions(colours: WalletScreen.depth(options), mouse: false))
      if let failure = program.failure {
        for line in failure.report(script.file, invocation.words) { Output.note(line) }
      }
      return status
    } catch {
      return Report.failure(error, invocation.words)
    }
  }

  private static func checkSize(_ script: Script) throws {
    let size = try Terminal.size()
    let rows = script.captionRows
    let wallet = script.size ?? State.minimumSize
    guard size.width < wallet.width || size.height < wallet.height + rows else { return }
    throw WalletError(
      .terminal,
      .text(
        "The terminal is too small for this script", "Das Terminal ist zu klein für dieses Skript"),
      detail: .text(
        """
        it needs \(wallet.width) columns and \(wallet.height + rows) rows; this one has \
        \(size.width) and \(size.height)
        """,
        """
        es braucht \(wallet.width) Spalten und \(wallet.height + rows) Zeilen; dieses hat \
        \(size.width) und \(size.height)
        """))
  }
}

extension ScriptEnvironment {
  /// Starts the program of the screen on a new wallet.
  package func program(_ waker: Waker, _ time: ScriptClock = ScriptClock()) throws(WalletError)
    -> ScreenProgram
  {
    let inbox = Inbox(waker: waker)
    let environment = self
    // A kiosk does not read files of its users.
    let folders = isKiosk ? [] : StandardPaths.themeFolders
    let effects = EffectRunner(
      inbox: inbox, copier: isKiosk ? Copier(.off) : Copier(),
      methods: OpeningMethods(
        info: info, themeFolders: folders,
        demo: { () throws(WalletError) in
          OpenedWallet(info: environment.info, service: try environment.service { time.clock })
        },
        vault: { (_, _) throws(WalletError) in throw WalletError(.usage) },
        newVault: { (_, _, _) throws(WalletError) in throw WalletError(.usage) },
        signIn: { (_, _, _) async throws(WalletError) in throw WalletError(.usage) }))
    let program = ScreenProgram(
      state: state(script.size ?? Script.defaultSize, time.clock),
      themes: { WalletScreen.theme($0, $1, in: folders) },
      effects: effects, inbox: inbox, setsTitle: false, clock: { time.clock })
    _ = try effects.openDemo()
    program.start()
    return program
  }
}

extension Playback.Failure {
  /// The place and reason of the failure, and the screen at that time.
  package func report(_ file: String, _ words: Words) -> [String] {
    let what = Text.clean(message[words.language])
    var lines = ["\(Text.clean(file)):\(line): \(what); \(words.commandLine.onScreenWas)"]
    lines += screen.map { "  | " + $0.trimmedEnd }
    return lines
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
